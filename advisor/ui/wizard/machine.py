"""Step 2: the machine, recognised, chosen from the catalog, or pasted from a tool's output."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.machine.hardware import hardware_of
from advisor.scenario import DeviceCount, Hardware
from advisor.ui import theme, words
from advisor.ui.advice import pasted_machine, system_of
from advisor.ui.card_fields import NOTHING, CardFields, described, lacking_bandwidth, lacks
from advisor.ui.catalog_search import line_of, named_device, search
from advisor.ui.language import Spoken, listed, told, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.fields import Message, NumberField, mark_wrong
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.paste_box import PasteBox
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.search_field import SearchField

KINDS = 6
FIELD = 124     # pixels: 1,000.0 TFLOPS


class MachineStep(Spoken, Page):
    """`look_again` asks the window to detect this computer once more."""

    look_again = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.store = store
        self.here, self.choose, self.pasted = Panel(), Panel(), Panel()
        self._build_here()
        self._build_choose()
        self._build_paste()
        for panel in (self.here, self.choose, self.pasted):
            self.column.addWidget(panel)
        self.column.addStretch(1)
        self.words(self._speak)

    # ------------------------------------------------------------------------------------------ this computer

    def _build_here(self) -> None:
        self.found = Label("", wraps=True)
        self.notes = Label("", "small", "text2", wraps=True)
        self.use, self.again = QPushButton(), Link()
        row = QHBoxLayout()
        row.addWidget(self.use)
        row.addWidget(self.again)
        row.addStretch(1)
        self.here.body.addWidget(self.found)
        self.here.body.addWidget(self.notes)
        self.here.body.addLayout(row)
        self.use.clicked.connect(self._use_here)
        self.again.clicked.connect(self.look_again)

    def _use_here(self) -> None:
        if self.store.machine is not None:
            self.store.use_machine(hardware_of(self.store.machine), "recognised", self.store.machine.os)

    def _draw_here(self) -> None:
        machine = self.store.machine
        looking = self.store.jobs.busy("detect")
        if machine is None:
            self.found.setText(tr("Looking at this computer…") if looking else tr("This computer has not been looked at yet."))
        else:
            lines = [words.machine(machine)]
            if machine.host_memory_bytes and machine.slots:     # a processor's line has it
                lines.append(tr("{size} of main memory", size=words.gib(machine.host_memory_bytes)))
            if machine.driver:
                lines.append(tr("driver {driver}", driver=machine.driver))
            self.found.setText(listed(lines))
        notes = [translated(note) for note in machine.notes] if machine else []
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        used = machine is not None and self.store.scenario.hardware == hardware_of(machine)
        self.use.setEnabled(machine is not None and not used)
        self.use.setText(tr("In use") if used else tr("Use this computer"))

    # ------------------------------------------------------------------------------------------ chosen

    def _build_choose(self) -> None:
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(10)
        self.grid.setVerticalSpacing(8)
        self.device_label, self.count_label = Label("", "small", "text2"), Label("", "small", "text2")
        self.grid.addWidget(self.device_label, 0, 0)
        self.grid.addWidget(self.count_label, 0, 1)
        self.devices: list[SearchField] = []
        self.counts: list[NumberField] = []
        self.removes: list[Link] = []
        for row in range(KINDS):
            device, count, remove = SearchField(lambda text: search("devices", text)), NumberField(1, 10_000), Link("", "small")
            device.chosen.connect(lambda name, row=row: self._pick_device(row, name))
            count.valueChanged.connect(lambda value, row=row: self._pick_count(row, value))
            remove.clicked.connect(lambda _=False, row=row: self._remove(row))
            count.setFixedWidth(84)
            for column, widget in enumerate((device, count, remove)):
                self.grid.addWidget(widget, row + 1, column)
            self.devices.append(device)
            self.counts.append(count)
            self.removes.append(remove)
        self.grid.setColumnStretch(0, 1)
        self.message, self.add = Message(), Link()
        self.host_label, self.host = Label("", "small", "text2"), NumberField(0, 100_000)
        self.host.setSuffix(" GiB")
        self.host.setSpecialValueText(NOTHING)
        self.card = CardFields(lambda: self.store.scenario.hardware, lambda found: self.store.use_machine(found, "chosen"),
                               ("small", "text2"))
        sizes = Flow(gap=16)
        rows: list[tuple[QWidget, QWidget]] = [(self.host_label, self.host), *self.card.rows.values()]
        for label, field in rows:
            field.setFixedWidth(FIELD)
            sizes.addWidget(stacked(label, field))
        self.card_hint = Label("", "small", "text2", wraps=True)
        self.choose.body.addLayout(self.grid)
        self.choose.body.addWidget(self.message)
        self.choose.body.addWidget(self.add)
        self.choose.body.addLayout(sizes)
        self.choose.body.addWidget(self.card_hint)
        self.assumed = Label("", "small", "text2", wraps=True)
        self.choose.body.addWidget(self.assumed)
        self.add.clicked.connect(self._add)
        self.host.valueChanged.connect(lambda value: self._set(host_memory_gib=float(value) or None))

    def _kinds(self) -> list[tuple[str | None, int]]:
        asked = self.store.scenario.hardware
        if asked.devices:
            kinds: list[tuple[str | None, int]] = [(d.device, d.count) for d in asked.devices]
            return kinds[:KINDS]
        return [(asked.device, asked.count)]

    def _set_kinds(self, kinds: list[tuple[str | None, int]]) -> None:
        asked = self.store.scenario.hardware
        if len(kinds) == 1:
            same = kinds[0][0] == asked.device
            hardware = asked.model_copy(update={"count": kinds[0][1]}) if same and not asked.devices else Hardware(
                device=kinds[0][0], count=kinds[0][1], host_memory_gib=asked.host_memory_gib)
        else:
            named = tuple(DeviceCount(device=name, count=count) for name, count in kinds if name)
            hardware = Hardware(devices=named, host_memory_gib=asked.host_memory_gib)
        self.store.use_machine(hardware, "chosen", system_of(hardware, self.store.state.task.os))

    def _pick_device(self, row: int, name: str) -> None:
        kinds = self._kinds()
        try:
            device, count = named_device(name)
        except CannotAnswer as error:
            mark_wrong(self.devices[row], True)
            only = [(tr("Describe this card"), lambda: self._describe(name))] if len(kinds) == 1 and row == 0 else []
            self.message.tell(told(error), *only)
            return
        count = count or (kinds[row][1] if row < len(kinds) else self.counts[row].value())
        self._set_kinds([*kinds[:row], (device, count), *kinds[row + 1:]])

    def _pick_count(self, row: int, count: int) -> None:
        kinds = self._kinds()
        if row < len(kinds):
            self._set_kinds([*kinds[:row], (kinds[row][0], count), *kinds[row + 1:]])

    def _add(self) -> None:
        row = len(self._kinds())
        if row < KINDS:
            for widget in (self.devices[row], self.counts[row]):
                widget.show()
            self.devices[row].setFocus()

    def _remove(self, row: int) -> None:
        kinds = self._kinds()
        if len(kinds) > 1:
            self._set_kinds(kinds[:row] + kinds[row + 1:])

    def _describe(self, name: str) -> None:
        """A card that the catalog lacks: its name, and the fields of its figures to go on with."""
        self.store.use_machine(described(self.store.scenario.hardware, name), "chosen")
        self.card.rows["memory_gib"][1].setFocus()

    def _set(self, **changes: float | None) -> None:
        self.store.use_machine(self.store.scenario.hardware.model_copy(update=changes), "chosen")

    def _draw_choose(self) -> None:
        kinds = self._kinds()
        for row in range(KINDS):
            shown = row < len(kinds)
            name, count = kinds[row] if shown else (None, 1)
            self.devices[row].set_settled(line_of("devices", name) if name else self._described_words() if row == 0 else "")
            self.counts[row].blockSignals(True)
            self.counts[row].setValue(count)
            self.counts[row].blockSignals(False)
            keep = self.devices[row].hasFocus() and not shown
            self.devices[row].setVisible(shown or keep)
            self.counts[row].setVisible(shown or keep)
            self.removes[row].setVisible(shown and len(kinds) > 1)
        asked = self.store.scenario.hardware
        self.host.blockSignals(True)
        self.host.setValue(round(asked.host_memory_gib or 0))
        self.host.blockSignals(False)
        self.card.draw()
        self.card.show(not asked.devices)
        self.card_hint.setVisible(not asked.devices)
        self.add.setEnabled(len(kinds) < KINDS and kinds[0][0] is not None)
        answer, error = self.store.estimate, self.store.error
        notes = [translated(note) for note in answer.case.machine.notes] if answer is not None and error is None else []
        self.assumed.setText("\n".join(notes))
        self.assumed.setVisible(bool(notes))
        wrong = error is not None and (error.field or "").startswith("hardware")
        for device in self.devices:
            mark_wrong(device, wrong)
        named = asked.device if wrong and asked.device is not None and lacks(asked.device) else None
        describe = [(tr("Describe this card"), lambda: self._describe(named))] if named else []
        if wrong and error:
            self.message.tell(told(error), *describe)
        else:
            self.message.tell(*lacking_bandwidth(asked, self.card), verdict="unknown")

    def _described_words(self) -> str:
        asked = self.store.scenario.hardware
        return (asked.name or tr("unknown card")) if asked.described else ""

    # ------------------------------------------------------------------------------------------ pasted

    def _build_paste(self) -> None:
        self.paste_hint = Label("", "small", "text2", wraps=True)
        self.text = PasteBox()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(96)
        self.read, self.paste_message = QPushButton(), Message()
        row = QHBoxLayout()
        row.addWidget(self.read)
        row.addStretch(1)
        for widget in (self.paste_hint, self.text, self.paste_message):
            self.pasted.body.addWidget(widget)
        self.pasted.body.addLayout(row)
        self.read.clicked.connect(self._read)
        self.text.textChanged.connect(self._typed)
        self.text.refused.connect(self.paste_message.tell)
        self.read.setEnabled(False)

    def _typed(self) -> None:
        self.read.setEnabled(bool(self.text.toPlainText().strip()))
        self.paste_message.tell("")

    def _read(self) -> None:
        try:
            hardware, os, notes = pasted_machine(self.text.toPlainText())
        except CannotAnswer as error:
            self.paste_message.tell(told(error))
            return
        self.paste_message.tell("\n".join(translated(note) for note in notes), verdict="tight")
        self.store.use_machine(hardware, "pasted", os)
        self.store.told.emit(tr("The machine comes from the pasted text."))

    def _speak(self) -> None:
        self.here.set_title(tr("This computer"))
        self.again.setText(tr("Look again"))
        self.choose.set_title(tr("Or another machine"), tr("by the name people or tools give it"))
        self.device_label.setText(tr("Device"))
        self.count_label.setText(tr("How many"))
        for row in range(KINDS):
            self.devices[row].setAccessibleName(tr("Device {n}", n=row + 1))
            self.devices[row].setPlaceholderText(tr("RTX 4090, MI300X, M4 Max, cpu …"))
            self.counts[row].setAccessibleName(tr("How many of device {n}", n=row + 1))
            self.removes[row].setText(tr("Remove"))
        self.host_label.setText(tr("Main memory"))
        self.host.setAccessibleName(tr("Main memory"))
        self.card.speak()
        self.card_hint.setText(tr("Empty is as sold. A card that the list lacks is described by its memory and its bandwidth, on which "
                                  "speed depends; with its dense 16-bit rate the first token is told better."))
        self.add.setText(tr("Add another kind"))
        self.pasted.set_title(tr("Or paste what the server's tool prints"))
        self.text.setFont(theme.font("mono"))
        self.paste_hint.setText(tr("The text of nvidia-smi, rocm-smi, amd-smi or system_profiler, or a few words: 2x RTX 3090, 128 GB RAM."
                                   " It is read here and sent nowhere."))
        self.text.setAccessibleName(tr("Text of a vendor's tool"))
        self.read.setText(tr("Read it"))

    def draw(self) -> None:
        self._draw_here()
        self._draw_choose()

    def lines(self) -> list[str]:
        """The answers in the step list."""
        answer = self.store.estimate if self.store.error is None else None
        lines = [words.machine(answer.case.machine) if answer else words.hardware(self.store.scenario.hardware)]
        host = self.store.scenario.hardware.host_memory_gib
        if host and not words.no_card(self.store.scenario.hardware):      # a processor's line has it
            lines.append(tr("Main memory {size}", size=words.gib(host * 2**30)))
        source = {"recognised": tr("Recognised here"), "chosen": tr("Chosen"), "pasted": tr("From pasted text"),
                  "unknown": tr("Looking at this computer…")}[self.store.state.machine_source]
        return [*lines, source]


def stacked(label: QWidget, field: QWidget) -> QWidget:
    """A label over its field, as one piece of a row that wraps."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label)
    column.addWidget(field)
    return both
