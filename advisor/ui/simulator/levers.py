"""The simulator's controls: arrivals, lengths, promise, the engine's own levers, the gateway. Each edits the store at once."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from advisor.scenario import MAX_COUNT, MAX_TOKENS
from advisor.speed import OUTPUT_TOKENS, PROMPT_TOKENS
from advisor.ui import engine_levers
from advisor.ui.calculator.inputs import Choice, tell_too_long
from advisor.ui.language import Spoken, told, tr
from advisor.ui.simulator import presets
from advisor.ui.simulator.fields import Named, OptionalCount, RealSlider, Row
from advisor.ui.simulator.swept_levers import people_changes
from advisor.ui.store import Store
from advisor.ui.widgets.fields import FIELD_WIDTH, NumberField, RealField, SliderField, mark_wrong
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.scroll import Page
from advisor.whatif.traffic import DAY_S, Traffic

DURATIONS = (60, 240, 900, 3600)
_SLIDERS = {"parallel": (1, 1024, 6, 1), "max_batched_tokens": (256, 65_536, 4, 64), "ubatch": (64, 8192, 4, 64),
            "context": (512, 1_048_576, 8, 256)}


class Levers(Spoken, Page):
    """One column. `trace_asked` when a trace is to be opened."""

    trace_asked = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__((14, 10, 10, 12), 8, parent)
        self.store = store
        self.heads = {key: Label("", "section", "text2") for key in ("arrivals", "lengths", "promise", "engine", "gateway")}
        self._arrivals()
        self._lengths()
        self._promise()
        self._engine()
        self._gateway()
        self.column.addStretch(1)
        self.trace = QPushButton()
        self.no_trace = Link("", "small")
        self.column.addWidget(self.trace)
        self.column.addWidget(self.no_trace)
        self.trace.clicked.connect(self.trace_asked)
        self.no_trace.clicked.connect(lambda: store.ask_traffic(shape=None, trace=None))
        self.words(self._speak)

    # ------------------------------------------------------------------------------------------ parts

    def _head(self, key: str) -> None:
        if self.column.count():
            self.column.addSpacing(4)
        self.column.addWidget(self.heads[key])
        self.column.addWidget(Rule())

    def _arrivals(self) -> None:
        store = self.store
        self._head("arrivals")
        self.preset, self.shape, self.seconds = Choice(), Choice(), Choice()
        self.preset_row, self.shape_row = Row(self.preset, stretches=True), Row(self.shape, stretches=True)
        self.people = SliderField(1, 1024, 6, limit=MAX_COUNT)
        self.rate = RealSlider(0.01, 1000, 2, logarithmic=True)
        self.think, self.seed = NumberField(0, 86_400), NumberField(0, 2**31 - 1)
        self.think.setSuffix(" s")
        self.seconds_row = Row(self.seconds, stretches=True)
        for field in (self.think, self.seed):
            field.setFixedWidth(FIELD_WIDTH)
        self.think_row, self.seed_row = Row(self.think), Row(self.seed)
        for widget in (self.preset_row, self.shape_row, self.people, self.rate, self.think_row, self.seconds_row, self.seed_row):
            self.column.addWidget(widget)
        self.preset.activated.connect(lambda i: self._take(self.preset.itemData(i)))
        self.shape.activated.connect(lambda i: self._shape(self.shape.itemData(i)))
        self.people.picked.connect(self._people)
        self.rate.picked.connect(lambda v: store.ask_traffic("rate", {"workload__requests_per_s": v}))
        self.think.valueChanged.connect(lambda v: store.ask_traffic(think_s=v))
        self.seconds.activated.connect(lambda i: store.ask_traffic(seconds=self.seconds.itemData(i)))
        self.seed.valueChanged.connect(lambda v: store.ask_traffic(seed=v))

    def _lengths(self) -> None:
        store = self.store
        self._head("lengths")
        self.prompt, self.answer, self.shared = NumberField(1), NumberField(1), NumberField(0)
        self.spread = Choice()
        self.prompt_row, self.answer_row, self.shared_row = Row(self.prompt), Row(self.answer), Row(self.shared)
        self.spread_row = Row(self.spread, stretches=True)
        for field in (self.prompt, self.answer, self.shared):
            field.setFixedWidth(FIELD_WIDTH)
        self.prefix = QCheckBox()
        for widget in (self.prompt_row, self.answer_row, self.spread_row, self.shared_row, self.prefix):
            self.column.addWidget(widget)
        self.prompt.valueChanged.connect(lambda v: store.edit(workload__prompt_tokens=v))
        self.answer.valueChanged.connect(lambda v: store.edit(workload__output_tokens=v))
        self.shared.valueChanged.connect(lambda v: store.edit(workload__shared_prefix_tokens=v))
        self.spread.activated.connect(lambda i: store.ask_traffic(spread=self.spread.itemData(i)))
        self.prefix.toggled.connect(lambda on: store.edit(settings__prefix_caching=on))

    def _promise(self) -> None:
        self._head("promise")
        self.first, self.pace = RealField(0.01, 10_000, 1), RealField(0.1, 100_000, 1)
        self.first.setPrefix("≤ ")
        self.first.setSuffix(" s")
        self.pace.setPrefix("≥ ")
        self.pace.setFixedWidth(FIELD_WIDTH)
        self.first_row, self.pace_row = Row(self.first), Row(self.pace)
        self.column.addWidget(self.first_row)
        self.column.addWidget(self.pace_row)
        self.first.valueChanged.connect(lambda v: self.store.ask_traffic(first_token_s=v))
        self.pace.valueChanged.connect(lambda v: self.store.ask_traffic(pace=v))

    def _engine(self) -> None:
        self._head("engine")
        self.engine_words = Label("", "small", "text2", wraps=True)
        self.column.addWidget(self.engine_words)
        self.levers: dict[str, Named] = {}
        place = QVBoxLayout()
        place.setSpacing(8)
        for field in engine_levers.FIELDS:
            made = RealSlider(0.05, 1.0, 2) if field == "gpu_memory_utilization" else SliderField(
                *_SLIDERS[field], limit=MAX_COUNT if field == "parallel" else MAX_TOKENS)
            made.picked.connect(partial(self._lever, field))
            self.levers[field] = Named(made)
            place.addWidget(self.levers[field])
        self.column.addLayout(place)

    def _gateway(self) -> None:
        self._head("gateway")
        self.queue = OptionalCount(100_000, off=-1)
        self.wait, self.whole = OptionalCount(86_400, " s"), OptionalCount(86_400, " s")
        self.quota = OptionalCount(10_000)
        self.watermark = Choice()
        self.gateway_rows = {"queue": Row(self.queue), "wait_s": Row(self.wait), "request_s": Row(self.whole), "per_user": Row(self.quota),
                             "watermark": Row(self.watermark, stretches=True)}
        for name, row in self.gateway_rows.items():
            self.column.addWidget(row)
            if isinstance(row.field, OptionalCount):
                row.field.picked.connect(partial(self._gate, name))
        self.watermark.activated.connect(lambda i: self._gate("watermark", self.watermark.itemData(i)))

    # ------------------------------------------------------------------------------------------ intents

    def _take(self, key: str) -> None:
        preset = next((p for p in presets.PRESETS if p.key == key), None)
        if preset is not None:
            self.store.ask_traffic("preset", preset.changes(self._has_slots()), **preset.traffic)

    def _has_slots(self) -> bool:
        answer = self.store.estimate
        return answer is not None and not answer.case.engine.reserves_pool

    def _shape(self, shape: str) -> None:
        """People have no rate; every other shape needs one."""
        rate = self.store.scenario.workload.requests_per_s
        wanted = None if shape == "people" else rate or self._gentle_rate()
        self.store.ask_traffic("shape", {"workload__requests_per_s": wanted}, shape=shape)

    def _gentle_rate(self) -> float:
        """Half of what these people would ask one after the other: a load to begin with."""
        answer = self.store.estimate
        speed = answer.speed if answer is not None else None
        if speed is None or speed.ttft_s is None or speed.tpot_s is None:
            return 0.5
        output = self.store.filled.workload.output_tokens or OUTPUT_TOKENS
        takes = speed.ttft_s.typical + output * speed.tpot_s.typical
        return max(0.01, round(0.5 * (self.store.scenario.workload.concurrency or 1) / takes, 2))

    def _people(self, people: int) -> None:
        self.store.edit("people", **people_changes(self.store.scenario, people))

    def _lever(self, field: str, value: Any) -> None:
        self.store.edit(**{f"settings__{field}": value})

    def _gate(self, name: str, value: Any) -> None:
        self.store.ask_traffic(**{name: value})

    # ------------------------------------------------------------------------------------------ words

    def _speak(self) -> None:
        heads = {"arrivals": tr("Arrivals"), "lengths": tr("Lengths"), "promise": tr("Promise"), "gateway": tr("Gateway")}
        for key, text in heads.items():
            self.heads[key].setText(text)
        self.preset_row.set_label(tr("Preset"))
        self.shape_row.set_label(tr("Shape"))
        self.seconds_row.set_label(tr("Run for"))
        self.people.set_label(tr("People at once"))
        self.rate.set_label(tr("Requests a second"))
        self.think_row.set_label(tr("Pause to think"), tr("From an answer to the next question, on average."))
        self.seed_row.set_label(tr("Seed"), tr("The same seed draws the same requests."))
        self.prompt_row.set_label(tr("Prompt length"))
        self.answer_row.set_label(tr("Answer length"))
        self.spread_row.set_label(tr("Spread"))
        self.shared_row.set_label(tr("Shared prefix"), tr("Tokens at the start that all requests have in common, such as a system prompt."))
        self.prefix.setText(tr("Prefix cache"))
        self.first_row.set_label(tr("First token, p95"))
        self.pace_row.set_label(tr("Pace, p95, tok/s"))
        self.gateway_rows["queue"].set_label(tr("Queue length"), tr("Requests that may wait; the next one is turned away."))
        self.gateway_rows["wait_s"].set_label(tr("Wait at most"), tr("Who is not served by then gives up."))
        self.gateway_rows["request_s"].set_label(tr("Timeout"), tr("From asking to the last token."))
        self.gateway_rows["per_user"].set_label(tr("Quota a user"), tr("Requests of one person at the same moment."))
        self.gateway_rows["watermark"].set_label(tr("Fall back"), tr("From this share of the KV pool on, new requests go to the API."))
        for field in (self.queue, self.wait, self.whole, self.quota):
            field.speak()
        self.trace.setText(tr("Drop or open a trace…"))
        self.no_trace.setText(tr("Without the trace"))

    # ------------------------------------------------------------------------------------------ drawing

    def draw(self) -> None:
        store, traffic = self.store, self.store.state.task.traffic
        filled, asked = store.filled, store.scenario
        shape = traffic.shape_for(asked.workload.requests_per_s)
        self._draw_choices(traffic, shape)
        self.people.set_value(asked.workload.concurrency or 1)
        self.rate.set_value(asked.workload.requests_per_s or self._gentle_rate())
        self.rate.setVisible(shape not in ("people", "trace"))
        self.people.setVisible(shape == "people")
        self.think_row.setVisible(shape == "people")
        self.seconds_row.setVisible(shape not in ("trace", "day"))
        self.seed_row.setVisible(shape != "trace")
        self.no_trace.setVisible(bool(traffic.trace))
        lengths = shape != "trace"
        for row in (self.prompt_row, self.answer_row, self.spread_row, self.shared_row):
            row.setVisible(lengths)
        self.heads["lengths"].setText(tr("Lengths") if lengths else tr("Lengths come from the trace"))
        load = filled.workload
        for field, value in ((self.think, traffic.think_s), (self.seed, traffic.seed), (self.prompt, load.prompt_tokens or PROMPT_TOKENS),
                             (self.answer, load.output_tokens or OUTPUT_TOKENS), (self.shared, asked.workload.shared_prefix_tokens)):
            field.blockSignals(True)
            field.setValue(value)
            field.blockSignals(False)
        self.prefix.blockSignals(True)
        self.prefix.setChecked(filled.settings.prefix_caching is not False)
        self.prefix.blockSignals(False)
        self.first.put(traffic.first_token_s)
        self.pace.put(traffic.pace)
        self.queue.put(traffic.queue)
        self.wait.put(traffic.wait_s)
        self.whole.put(traffic.request_s)
        self.quota.put(traffic.per_user)
        self._draw_engine()
        self._draw_error()

    def _draw_choices(self, traffic: Traffic, shape: str) -> None:
        named = presets.words()
        here = presets.current(self.store.scenario, traffic)
        options = [(p.key, named[p.key]) for p in presets.PRESETS]
        self.preset.set_options(options if here else [("", tr("Own load")), *options], here)
        shapes = {"people": tr("People in a loop"), "poisson": tr("Random, steady"), "burst": tr("In bursts"),
                  "day": tr("A day's curve"), "even": tr("Evenly")}
        rows = list(shapes.items())
        if traffic.trace:
            rows.append(("trace", Path(traffic.trace).name))
        self.shape.set_options(rows, shape)
        lengths = [(s, tr("{n} min", n=s // 60)) for s in DURATIONS if s < 3600] + [(3600, tr("one hour"))]
        if traffic.seconds not in DURATIONS:
            lengths.append((traffic.seconds, tr("a day") if traffic.seconds == DAY_S else f"{traffic.seconds:,} s"))
        self.seconds.set_options(lengths, traffic.seconds)
        self.spread.set_options([("fixed", tr("All the same")), ("log_normal", tr("As people write")), ("exponential", tr("Very mixed"))],
                                traffic.spread)
        marks = [(None, tr("off")), *((v, f"{v * 100:.0f} %") for v in (0.8, 0.9, 0.95))]
        self.watermark.set_options(marks, traffic.watermark)

    def _draw_engine(self) -> None:
        filled = self.store.filled
        answer = self.store.estimate
        self.heads["engine"].setText(tr("{engine}'s own settings", engine=answer.case.engine.name if answer is not None else tr("Engine")))
        found = {lever.field: lever for lever in engine_levers.levers_of(filled.engine)}
        does = engine_levers.words()
        for field, widget in self.levers.items():
            lever = found.get(field)
            asked = getattr(self.store.scenario.settings, field)    # an engine may cut it; the field shows what is asked
            value = getattr(filled.settings, field) if asked is None else asked
            shown = lever is not None and value is not None
            widget.setVisible(shown)
            if lever is not None and value is not None:
                widget.set_label(does[field], lever.name, lever.flag)
                widget.field.set_value(value)
        self.engine_words.setText("" if found else tr("This engine has no levers that a command sets."))
        self.engine_words.setVisible(not found)
        own = engine_levers.queue_name(filled.engine)
        self.gateway_rows["queue"].label.setToolTip(own or self.gateway_rows["queue"].field.toolTip())

    def _draw_error(self) -> None:
        error = self.store.error
        field = (error.field or "") if error else ""
        text = told(error) if error else ""
        places: dict[str, SliderField | RealSlider] = {f"settings.{name}": lever.field for name, lever in self.levers.items()}
        places |= {"workload.concurrency": self.people, "workload.requests_per_s": self.rate}
        for name, widget in places.items():
            mine = field == name
            mark_wrong(widget.number, mine)
            widget.message.tell(text if mine else "")
        for name, row in (("workload.prompt_tokens", self.prompt_row), ("workload.output_tokens", self.answer_row),
                          ("workload.shared_prefix_tokens", self.shared_row)):
            mark_wrong(row.field, field == name)
            row.message.tell(text if field == name else "")
        if error is None:
            tell_too_long(self.prompt_row.message, self.store)

    def field(self, name: str) -> QWidget | None:
        """The widget to focus for a scenario field, None where it is not here."""
        found = {"workload.concurrency": self.people.number, "workload.requests_per_s": self.rate.number,
                 "workload.prompt_tokens": self.prompt, "workload.output_tokens": self.answer,
                 "workload.shared_prefix_tokens": self.shared}
        found |= {f"settings.{key}": lever.field.number for key, lever in self.levers.items()}
        widget = found.get(name)
        home = widget.parentWidget() if widget is not None else None
        return widget if home is not None and not home.isHidden() else None
