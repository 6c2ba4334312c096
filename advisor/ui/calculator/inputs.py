"""The calculator's controls: each one edits the scenario at once, and shows beside itself what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QPushButton, QStyle, QStyleOptionComboBox, QWidget

from advisor.advice import too_long
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.scenario import MAX_COUNT, Hardware, Settings
from advisor.speed import lengths
from advisor.ui import numbers, words
from advisor.ui.calculator.own_settings import OwnSettings
from advisor.ui.card_fields import CardFields, described, has_own_figures, lacking_bandwidth, lacks
from advisor.ui.catalog_search import line_of, named_device, search
from advisor.ui.language import Spoken, told, tr, translated
from advisor.ui.store import Store
from advisor.ui.style import COMBO_INSET
from advisor.ui.widgets.fields import Message, NumberField, SliderField, mark_wrong
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.search_field import SearchField
from advisor.words import Text

GRID = 256
"""Tokens between the stops of a context."""
KV_TYPES = ("auto", "f16", "q8_0", "q4_0", "fp8")


class Choice(QComboBox):
    """A combo whose items are (key, words); filled again only when they change; `activated` means the person did it."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: list[tuple[Any, str]] = []
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(20)

    def set_options(self, options: Sequence[tuple[Any, str]], current: Any) -> None:
        options = list(options)
        if current not in [key for key, _ in options]:
            options.append((current, "—" if current is None else str(current)))
        if options != self._options:
            self._options = options
            self.clear()
            for key, words in options:
                self.addItem(words, key)
        self.setCurrentIndex([key for key, _ in options].index(current))
        self.setToolTip(self.currentText())

    def has_room(self, words: str) -> bool:
        """Whether these words can be read whole in the field."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kinds = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kinds[0], option, kinds[1], self).width() - COMBO_INSET - 2
        return QFontMetricsF(self.font()).horizontalAdvance(words) <= room - 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class Inputs(Spoken, Page):
    """One column; `field(name)` is the control of a scenario field. `page_asked(str)`: one of the searches is wanted."""

    page_asked = Signal(str)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__((14, 10, 14, 12), 8, parent)
        self.store = store
        self._grids: list[QGridLayout] = []
        self._heads = [Label("", "section", "text2") for _ in range(4)]
        self._labels: dict[str, Label] = {}
        self.model, self.device = SearchField(lambda t: search("models", t)), SearchField(lambda t: search("devices", t))
        self.quantization, self.kv, self.engine = Choice(), Choice(), Choice()
        self.count, self.host = NumberField(1, 10_000), NumberField(0, 1_000_000)
        self.host.setSuffix(" GiB")
        self.host.setSpecialValueText("—")
        self.card = CardFields(lambda: store.scenario.hardware, lambda found: store.edit(hardware=found), ("body", "text"))
        self.machines, self.models = Link("", "small"), Link("", "small")
        self.mixed, self.mixing = Label("", "chosen", wraps=True), Link("", "small")
        self.own = OwnSettings(store)
        self.messages = {name: Message() for name in ("model", "quantization", "hardware", "engine", "settings")}
        self._section(0, [("model", self.model), ("quantization", self.quantization), ("kv", self.kv)],
                      ("model", "quantization"), self.machines)
        self._section(1, [("device", self.device), ("count", self.count), ("host", self.host),
                          *((name, field) for name, (_, field) in self.card.rows.items())],
                      ("hardware",), self.models)
        self._section(2, [("engine", self.engine)], ("engine", "settings"))
        self.column.addWidget(self.own)
        self._head(3)
        self.context = SliderField(512, 1_048_576, 8, grid=GRID)
        self.people = SliderField(1, 1024, 6, limit=MAX_COUNT)
        self.prompt = SliderField(64, 262_144, 6, grid=64)
        self.answer = SliderField(16, 65_536, 6, grid=16)
        for field in (self.context, self.people, self.prompt, self.answer):
            self.column.addWidget(field)
        self.defaults, self.link = QPushButton(), QPushButton()
        row = Flow(gap=8)
        row.addWidget(self.defaults)
        row.addWidget(self.link)
        self.column.addStretch(1)
        self.column.addLayout(row)
        self._connect()
        self.words(self._speak)

    def _head(self, index: int, link: Link | None = None) -> None:
        self.column.addSpacing(4 if index else 0)
        row = QHBoxLayout()
        row.addWidget(self._heads[index], 1)
        if link is not None:
            row.addWidget(link)
        self.column.addLayout(row)
        self.column.addWidget(Rule())

    def _section(self, index: int, rows: list[tuple[str, QWidget]], messages: tuple[str, ...], link: Link | None = None) -> None:
        self._head(index, link)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for row, (name, widget) in enumerate(rows):
            if name in ("model", "device"):      # the heading says what it is, and names are long
                grid.addWidget(widget, row, 0, 1, 2)
                continue
            self._labels[name] = self.card.rows[name][0] if name in self.card.rows else Label("")
            grid.addWidget(self._labels[name], row, 0)
            grid.addWidget(widget, row, 1)
        self._grids.append(grid)
        grid.setColumnStretch(1, 1)
        if index == 1:      # a machine of many kinds is put together in the wizard
            for part in (self.mixed, self.mixing):
                part.hide()
                self.column.addWidget(part)
        self.column.addLayout(grid)
        for name in messages:
            self.column.addWidget(self.messages[name])

    def _connect(self) -> None:
        store = self.store
        self.model.chosen.connect(lambda name: store.edit(model=name, quantization=self._kept_quantization(name)))
        self.quantization.resized.connect(self._draw_quantization)
        self.quantization.activated.connect(lambda i: store.edit(quantization=self.quantization.itemData(i)))
        self.kv.activated.connect(lambda i: store.edit(settings__kv_cache_dtype=self.kv.itemData(i)))
        self.device.chosen.connect(self._pick_device)
        self.count.valueChanged.connect(self._pick_count)
        self.host.valueChanged.connect(lambda v: store.edit(hardware__host_memory_gib=float(v) or None))
        self.engine.activated.connect(lambda i: self._pick_engine(self.engine.itemData(i)))
        self.context.picked.connect(lambda v: store.edit(settings__context=v))
        self.people.picked.connect(self._pick_people)
        self.prompt.picked.connect(lambda v: store.edit(workload__prompt_tokens=v))
        self.answer.picked.connect(lambda v: store.edit(workload__output_tokens=v))
        self.machines.clicked.connect(lambda: self.page_asked.emit("machines"))
        self.models.clicked.connect(lambda: self.page_asked.emit("models"))
        self.mixing.clicked.connect(lambda: getattr(self.window(), "go_to_field", lambda field: None)("hardware.device"))
        self.defaults.clicked.connect(lambda: store.edit(settings=Settings(context=store.scenario.settings.context)))
        self.link.clicked.connect(self._copy_link)

    def _copy_link(self) -> None:
        documents = getattr(self.window(), "documents", None)
        if documents is not None:
            documents.copy_link()

    def _kept_quantization(self, name: str) -> str | None:
        from advisor.catalog import resolve_model
        try:
            implied = resolve_model(name)[1]
        except CannotAnswer:
            return self.store.scenario.quantization
        return None if implied else self.store.scenario.quantization

    def _pick_device(self, name: str) -> None:
        asked = self.store.scenario.hardware
        try:
            device, count = named_device(name)
        except CannotAnswer:
            device, count = name, None      # the answer says what is wrong with it
        if asked.described and lacks(device):       # another name for the card that is described
            self.store.edit(hardware=described(asked, device))
            return
        self.store.edit(hardware=Hardware(device=device, count=count or asked.count, host_memory_gib=asked.host_memory_gib))

    def _describe(self, name: str) -> None:
        """A card that the catalog lacks: its name, and the fields of its figures to go on with."""
        self.store.edit(hardware=described(self.store.scenario.hardware, name))
        self.card.rows["memory_gib"][1].setFocus()

    def _pick_count(self, count: int) -> None:
        changes: dict[str, Any] = {"hardware__count": count}
        settings = self.store.scenario.settings
        if settings.tensor_parallel * settings.pipeline_parallel * settings.data_parallel > count:
            changes |= {"settings__tensor_parallel": 1, "settings__pipeline_parallel": 1, "settings__data_parallel": 1}
        self.store.edit(**changes)

    def _pick_people(self, people: int) -> None:
        """Where the slots were set to the number of people, they stay so."""
        scenario = self.store.scenario
        changes: dict[str, Any] = {"workload__concurrency": people}
        if scenario.settings.parallel is not None and scenario.settings.parallel == (scenario.workload.concurrency or 1):
            changes["settings__parallel"] = people
        self.store.edit("people", **changes)

    def _pick_engine(self, engine: str) -> None:
        """Another engine starts from its own defaults and, where it cannot take the format, its own choice of it."""
        store = self.store
        kept = store.scenario.settings
        base = Settings(context=kept.context, parallel=kept.parallel, tensor_parallel=kept.tensor_parallel,
                        pipeline_parallel=kept.pipeline_parallel, data_parallel=kept.data_parallel)
        store.edit(engine=engine, engine_version=None, settings=base,
                   quantization=quantization_for(store, engine, store.scenario.quantization))

    def _speak(self) -> None:
        for label, text in zip(self._heads, (tr("Model"), tr("Machine"), tr("Engine"), tr("Load")), strict=True):
            label.setText(text)
        names = {"model": tr("Model"), "quantization": tr("Quantization"), "kv": tr("KV cache"), "device": tr("Device"),
                 "count": tr("How many"), "host": tr("Main memory"), "engine": tr("Engine")}
        fields = {"model": self.model, "quantization": self.quantization, "kv": self.kv, "device": self.device,
                  "count": self.count, "host": self.host, "engine": self.engine}
        for name, text in names.items():
            if name in self._labels:
                self._labels[name].setText(text)
            fields[name].setAccessibleName(text)
        self.card.speak()
        self._align()
        for link, text in ((self.machines, tr("Which machines?")), (self.models, tr("Which models run?")),
                           (self.mixing, tr("Change it in the wizard"))):
            link.setText(text)
            link.updateGeometry()
        self.context.set_label(tr("Context per request"))
        self.people.set_label(tr("At once"))
        self.prompt.set_label(tr("Prompt length"))
        self.answer.set_label(tr("Answer length"))
        self.defaults.setText(tr("Engine defaults"))
        self.link.setText(tr("Copy link"))

    def _align(self) -> None:
        """The fields of all parts begin at one line: behind the longest label."""
        longest = max(label.sizeHint().width() for label in self._labels.values())
        for grid in self._grids:
            grid.setColumnMinimumWidth(0, longest)

    def set_dense(self, dense: bool) -> None:
        """Where room is short, lengths are typed only."""
        self.prompt.slider.setVisible(not dense)
        self.answer.slider.setVisible(not dense)

    def draw(self) -> None:
        scenario, filled = self.store.scenario, self.store.filled
        self.model.set_settled(line_of("models", scenario.model) if scenario.model else "")
        self.device.set_settled(self._device_words())
        mixed = bool(scenario.hardware.devices)
        for control in (self.device, self.count, self._labels["count"]):
            control.setVisible(not mixed)
        for part in (self.mixed, self.mixing):
            part.setVisible(mixed)
        self.card.show(has_own_figures(scenario.hardware))
        self.card.draw()
        self.mixed.setText(words.hardware(scenario.hardware) if mixed else "")
        for field, value in ((self.count, scenario.hardware.count), (self.host, round(scenario.hardware.host_memory_gib or 0))):
            field.blockSignals(True)
            field.setValue(value)
            field.blockSignals(False)
        self._draw_quantization()
        self.kv.set_options([(k, k) for k in KV_TYPES], scenario.settings.kv_cache_dtype)
        self.engine.set_options(engine_options(), filled.engine or scenario.engine)
        asked = scenario.settings.context   # an engine may cut it: what is asked stands in the field, and below it what is wrong with it
        self.context.set_value(asked or filled.settings.context or 4096)
        self.people.set_value(scenario.workload.concurrency or 1)
        prompt, answer = lengths(scenario.workload, filled.settings.context)
        self.prompt.set_value(prompt)
        self.answer.set_value(answer)
        self.own.draw()
        self._draw_error()

    def _draw_quantization(self) -> None:
        wanted = self.store.filled.quantization or self.store.scenario.quantization
        self.quantization.set_options(quantizations(self.store, self.quantization.has_room), wanted)

    def _device_words(self) -> str:
        asked = self.store.scenario.hardware
        if asked.devices:
            return words.hardware(asked)
        if words.no_card(asked):
            return tr("Processor only")
        if self.store.error is None and self.store.estimate is not None and self.store.estimate.case.device is not None \
                and not asked.described:
            return line_of("devices", self.store.estimate.case.device.id)
        return (asked.name or tr("unknown card")) if asked.described else asked.device or ""

    def _draw_error(self) -> None:
        error = self.store.error
        field = (error.field or "settings") if error else ""
        text = told(error) if error else ""
        place = field.partition(".")[0]
        sliders = {"settings.context": self.context, "context": self.context, "workload.concurrency": self.people,
                   "workload.prompt_tokens": self.prompt, "prompt_tokens": self.prompt, "settings.parallel": self.people}
        for name, slider in sliders.items():
            mine = field in [n for n, s in sliders.items() if s is slider]
            mark_wrong(slider.number, mine)
            if error is not None or slider is not self.context:
                slider.message.tell(text if mine else "")
            del name
        if error is None:
            self._warn_of_length()
            tell_too_long(self.prompt.message, self.store)
        for name, message in self.messages.items():
            mine = bool(error) and field not in sliders and (place == name or (name == "settings" and place not in self.messages))
            message.tell(text if mine else "", *(self._mends_of_machine() if mine and name == "hardware" else ()))
        if error is None:
            answer = self.store.estimate        # what a reader says of a file; the catalog's notes on its own models are for its keepers
            note = answer.case.model.parameters_note if answer is not None else None
            self.messages["model"].tell(translated(note) if isinstance(note, Text) else "", verdict="tight")
            self.messages["hardware"].tell(*lacking_bandwidth(self.store.scenario.hardware, self.card), verdict="unknown")
        mark_wrong(self.model, place == "model")
        mark_wrong(self.device, place == "hardware")
        mark_wrong(self.quantization, place == "quantization")
        mark_wrong(self.engine, place == "engine")

    def _mends_of_machine(self) -> list[tuple[str, Callable[[], object]]]:
        """Where the catalog lacks the device: to describe it."""
        name = self.store.scenario.hardware.device
        return [(tr("Describe this card"), lambda: self._describe(name))] if name is not None and lacks(name) else []

    def _warn_of_length(self) -> None:
        """Where the context is longer than what the model was made for."""
        answer = self.store.estimate
        own = answer.case.model.max_position_embeddings if answer is not None else None
        if own is None or (self.store.scenario.settings.context or self.store.filled.settings.context or 0) <= own:
            self.context.message.tell("")
            return
        self.context.message.tell(tr("This model reads at most {n} tokens; more needs stretching (YaRN) and costs quality.", n=own),
                                  (tr("Use {n}", n=own), lambda: self.store.edit(settings__context=own)), verdict="tight")

    def field(self, name: str) -> QWidget | None:
        """The control of a scenario field; None where there is none, as for a machine of many kinds."""
        if name == "hardware.device" and self.store.scenario.hardware.devices:
            return None
        return {"model": self.model, "quantization": self.quantization, "engine": self.engine, "hardware.device": self.device,
                "workload.concurrency": self.people.number, "settings.context": self.context.number,
                "settings.kv_cache_dtype": self.kv, **{f"hardware.{n}": field for n, (_, field) in self.card.rows.items()}}.get(name)


def tell_too_long(message: Message, store: Store) -> None:
    """Below the prompt: what becomes of requests that are longer than the context, and a context that takes them."""
    answer = store.estimate
    said = too_long(answer.case) if answer is not None else None
    if answer is None or said is None:
        message.tell("")
        return
    wanted = -(-answer.case.request_tokens // GRID) * GRID
    own = answer.case.model.max_position_embeddings
    mends = [] if own is not None and wanted > own else [(tr("Use a context of {n}", n=wanted),
                                                           lambda: store.edit(settings__context=wanted))]
    message.tell(translated(said), *mends, verdict="tight")


def engine_options() -> list[tuple[str, str]]:
    from advisor.engines import engines
    return [(e.id, e.name) for e in engines().values()]


def formats_of(engine: str, answer: Estimate | None = None) -> tuple[str, ...]:
    """The kinds of quantization an engine runs, as its data says; on the device of `answer`, where that adds some."""
    from advisor.engines import engines
    found = engines().get(engine)
    kind = (found.data.get("traits", {}) if found else {}).get("formats", "gguf")
    kinds = {"gguf": ("gguf_mix", "plain"), "mlx": ("mlx", "plain")}.get(kind, ("gpu", "plain"))
    device = answer.case.device if answer is not None else None
    on_apple = found is not None and "mlx" in found.data and device is not None and device.vendor == "apple"
    return (*kinds, "mlx") if on_apple else kinds


def quantizations(store: Store, has_room: Callable[[str], bool] | bool) -> list[tuple[str, str]]:
    """What the present engine runs, with the size of the present one's weights where there is room for that."""
    from advisor import catalog
    kinds = formats_of(store.filled.engine or "", store.estimate)
    answer = store.estimate if store.error is None else None
    rows = []
    for found in catalog.quantizations().values():
        if found.kind in kinds or found.id == store.filled.quantization:
            name = found.name
            stored = words.stored_bytes(answer) if answer is not None and answer.case.quantization.id == found.id else None
            if stored and callable(has_room):
                sized = [f"{name} · {numbers.size(stored, decimals)}" for decimals in (2, 1)]
                name = next((longer for longer in sized if has_room(longer)), name)
            rows.append((found.id, name))
    return rows


def quantization_for(store: Store, engine: str, wanted: str | None) -> str | None:
    """The wanted format where the engine runs its kind, else None: the engine's own default."""
    from advisor import catalog
    if wanted is None:
        return None
    try:
        return wanted if catalog.find_quantization(wanted).kind in formats_of(engine, store.estimate) else None
    except CannotAnswer:
        return None
