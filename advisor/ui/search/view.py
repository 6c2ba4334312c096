"""A page with a sortable, filterable table of the whole catalog; rows arrive from a worker, Take loads one into the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from advisor import catalog
from advisor.answer import Estimate, Range
from advisor.estimate import VERDICTS
from advisor.formula.parameters import components
from advisor.recommend.search import Load, Match, Place, each_device_at, each_model_on
from advisor.scenario import Device, Model, Quantization, Scenario
from advisor.ui import numbers, words
from advisor.ui.calculator.pages import SidePage
from advisor.ui.exports.tables import offer_copies
from advisor.ui.language import sentences, tr
from advisor.ui.store import Store
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.table import Cell, Column, DataTable
from advisor.ui.widgets.verdict import verdict_word

CHUNK = 40
MOST_PARAMETERS = 1e9
NARROW, _FEW = 870, (0, 1, 2, 3, 6)       # under so many pixels only these columns have room


def key_of(kind: str, store: Store) -> tuple[Any, ...] | None:
    """What the answer depends on; None where there is nothing to ask with."""
    answer = store.estimate
    if answer is None or store.error is not None:
        return None
    load = load_of(answer)
    if kind == "models":
        return (store.scenario.hardware, *load)
    return (store.scenario.model, store.scenario.quantization, *load)


def load_of(answer: Estimate) -> Load:
    """The load of an answer, which a search asks of each model or device; 4,096 tokens where no context is known."""
    asked = answer.case.workload
    return Load(answer.case.settings.context or 4096, answer.case.concurrency, asked.prompt_tokens, asked.output_tokens)


def found_rows(kind: str, answer: Estimate, scenario: Scenario) -> Iterator[Match]:
    """The matches for a scenario's machine or model, at its load."""
    load = load_of(answer)
    if kind == "machines":
        return each_device_at(answer.case.model, scenario.model or answer.case.model.id, load, scenario.quantization)
    device = answer.case.device or answer.case.machine.cpu
    if device is None:
        return iter(())
    return each_model_on(Place(device, scenario.hardware, answer.case.machine), load)


class Found(NamedTuple):
    """What the table shows of a match, and what taking it takes: two catalogs of whole matches would be ten MB."""

    scenario: Scenario
    model: Model
    device: Device | None
    quantization: Quantization
    engine: str
    verdict: str
    total_bytes: int | None
    usable_bytes: int | None
    weights_bytes: int | None
    pace: Range | None
    ttft: Range | None
    worth: float

    @classmethod
    def of(cls, match: Match) -> Found:
        case, memory = match.case, match.memory
        return cls(match.scenario, case.model, case.device or case.machine.cpu, case.quantization, case.engine.name, match.verdict,
                   memory.total_bytes, memory.usable_bytes, words.stored_bytes(match), match.speed.each(case.concurrency),
                   match.speed.ttft_s, match.worth())

    @property
    def cards(self) -> int:
        return self.scenario.hardware.count


class SearchPage(SidePage):
    """`kind` is `models` (for this machine) or `machines` (for this model and load)."""

    def __init__(self, store: Store, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.kind = kind
        self._key: Any = None
        self._matches: list[Found] = []
        self._narrow = False
        self.panel = Panel()
        self.back = self.panel.add_action(Link())
        self.filter, self.fits = QLineEdit(), QCheckBox()
        self.filter.setTextMargins(4, 0, 4, 0)
        self.filter.setClearButtonEnabled(True)
        self.copy = CopyButton(lambda: self.table.tsv(), lambda: tr("the table"), lambda: tr("Copy as table"))
        self.take = Link()
        self.count = Label("", "small", "text2", wraps=True)
        self.table = DataTable()
        offer_copies(self.table, self.table.tsv, self.panel.title.text)
        self.table.horizontalHeader().setResizeContentsPrecision(24)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.filter, 1)
        row.addWidget(self.fits)
        row.addWidget(self.copy)
        below = QHBoxLayout()
        below.addWidget(self.count, 1)
        below.addWidget(self.take)
        self.panel.body.addLayout(row)
        self.panel.body.addWidget(self.table, 1)
        self.panel.body.addLayout(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.addWidget(self.panel)
        self.back.clicked.connect(self.back_asked.emit)
        self.filter.textChanged.connect(self._show)
        self.fits.toggled.connect(self._show)
        self.table.taken.connect(self._take)
        self.take.clicked.connect(self._take_current)
        self.words(self._speak)

    def _speak(self) -> None:
        self.back.setText(tr("Back to the figures"))
        self.fits.setText(tr("Only what fits"))
        self.take.setText(tr("Take the chosen row"))
        for link in (self.back, self.take):
            link.setAccessibleName(link.text())
            link.updateGeometry()
        self.filter.setPlaceholderText(tr("Filter by name"))
        self.filter.setAccessibleName(tr("Filter by name"))
        self._show()

    def find_here(self) -> bool:
        self.filter.setFocus()
        return True

    def first_stop(self) -> QWidget:
        return self.filter

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            self.table.rows.sort(-1)
            self.table.horizontalHeader().setSortIndicatorShown(False)
            self._show()

    # ------------------------------------------------------------------------------------------ asking

    def draw(self) -> None:
        self._title()
        answer, key = self.store.estimate, key_of(self.kind, self.store)
        if answer is None or key is None:
            self.panel.set_state("stale")
            return
        self.panel.set_state("")
        if key == self._key:
            self._show()
            return
        self._key = key     # the rows of before stand, and can be taken, until the first new ones are there
        kind, scenario = self.kind, self.store.scenario

        def work(job: Any) -> list[Found]:
            found: list[Found] = []
            for match in found_rows(kind, answer, scenario):
                if job.cancelled:
                    break
                found.append(Found.of(match))
                if len(found) % CHUNK == 0:
                    job.progress(0.0, list(found))
            return found

        self.store.jobs.run(f"search {self.kind}", work, self._done, progress=lambda _, found: self._done(found))

    def _done(self, found: list[Found]) -> None:
        self._matches = found
        self._show()

    def _title(self) -> None:
        answer = self.store.estimate
        load = words.load(self.store.filled)
        if answer is None:
            self.panel.set_title(tr("Models for this machine") if self.kind == "models" else tr("Machines for this model"))
        elif self.kind == "models":
            self.panel.set_title(tr("Models for {machine}", machine=words.machine(answer.case.machine)), load)
        else:
            self.panel.set_title(tr("Machines for {model}", model=answer.case.model.name), load)

    # ------------------------------------------------------------------------------------------ showing

    def _show(self) -> None:
        wanted = self.filter.text().lower().split()
        only = self.fits.isChecked()
        rows = []
        for index, match in self._ordered():
            name = self._name(match)
            if all(word in name.lower() for word in wanted) and not (only and match.verdict not in ("fits", "tight")):
                rows.append((str(index), self._cells(match, name)))
        here = self.store.estimate
        current = ""
        if here is not None:
            current = next((key for key, _ in rows if self._is_here(self._matches[int(key)], here)), "")
        fitting = sum(m.verdict in ("fits", "tight") for m in self._matches)
        sentence = tr("{n} rows; {fit} of {all} fit at this load.", n=len(rows), fit=fitting, all=len(self._matches))
        name = tr("Models for this machine") if self.kind == "models" else tr("Machines for this model")
        self.table.set_rows(self._columns(), rows, current, sentence, name)
        if self.kind == "models":
            hint = tr("The ablest that fit stand first. Enter or a double click takes a row.")
        else:
            hint = tr("The fewest cards and the fastest that fit stand first. Enter or a double click takes a row.")
        self.count.setText(sentences((sentence, hint)) if self._matches else tr("Looking through the catalog…"))

    def _ordered(self) -> list[tuple[int, Found]]:
        pairs = list(enumerate(self._matches))
        if self.kind == "models":
            pairs.sort(key=lambda p: (p[1].verdict not in ("fits", "tight"), VERDICTS.index(p[1].verdict), -p[1].worth))
        else:
            pairs.sort(key=lambda p: (VERDICTS.index(p[1].verdict) > 1, p[1].cards,
                                      -(p[1].pace.typical if p[1].pace else 0)))
        return pairs

    def _name(self, match: Found) -> str:
        if self.kind == "models":
            return match.model.name
        text = match.device.name if match.device else ""
        return f"{match.cards} × {text}" if match.cards > 1 else text

    def _is_here(self, match: Found, here: Estimate) -> bool:
        if self.kind == "models":
            return match.model.id == here.case.model.id
        return match.device is not None and match.device == (here.case.device or here.case.machine.cpu)

    def _columns(self) -> list[Column]:
        first = tr("Model") if self.kind == "models" else tr("Machine")
        unit, here = numbers.unit_name(), self.store.filled.workload.concurrency or 1
        columns = [Column(first, stretch=True), Column(tr("Verdict")), Column(tr("Format, engine")),
                   Column(words.pace_name(here), right=True),
                   Column(tr("low–high"), right=True), Column(tr("First token s"), right=True),
                   Column(tr("Weights {unit}", unit=unit) if self.kind == "models" else tr("Memory {unit}", unit=unit), right=True)]
        if self._narrow:
            return [columns[i] for i in _FEW]
        if self.kind == "models":
            return [*columns, Column("GPQA %", right=True), Column(tr("Parameters 10⁹"), right=True), Column(tr("Released"))]
        return [*columns, Column(tr("Usable {unit}", unit=unit), right=True), Column(tr("Price $"), right=True)]

    def _cells(self, match: Found, name: str) -> list[Cell]:
        pace, ttft, model = match.pace, match.ttft, match.model
        size = match.weights_bytes if self.kind == "models" else match.total_bytes    # of a pool the total is the engine's share
        cells = [Cell(name),
                 Cell(verdict_word(match.verdict), VERDICTS.index(match.verdict), verdict=match.verdict),
                 Cell(f"{match.quantization.name}, {match.engine}", match.quantization.bits_per_weight),
                 Cell(f"{pace.typical:,.0f}" if pace and pace.typical >= 10 else f"{pace.typical:.1f}" if pace else "—",
                      pace.typical if pace else None, strong=True),
                 Cell(numbers.span(pace, "rate") if pace else "—", pace.low if pace else None, weak=True),
                 Cell(f"{ttft.typical:,.2f}" if ttft else "—", ttft.typical if ttft else None),
                 Cell(numbers.bare_size(size, 1) if size is not None else "—", size)]
        if self._narrow:
            return [cells[i] for i in _FEW]
        if self.kind == "models":
            count = components(model).total
            score = catalog.published_score(model, "gpqa_diamond")
            return [*cells, Cell(f"{score:.0f}" if score is not None else "—", score), Cell(f"{count / MOST_PARAMETERS:,.1f}", count),
                    Cell((model.release_date or "—")[:7], model.release_date, weak=True)]
        price = match.device.price_usd * match.cards if match.device and match.device.price_usd else None
        return [*cells, Cell(numbers.bare_size(match.usable_bytes, 1) if match.usable_bytes else "—", match.usable_bytes, weak=True),
                Cell(f"{price:,.0f}" if price else "—", price)]

    # ------------------------------------------------------------------------------------------ taking

    def _take(self, key: str) -> None:
        match = self._matches[int(key)]
        asked = match.scenario
        changes: dict[str, Any] = {"model": asked.model, "quantization": asked.quantization, "engine": asked.engine, "engine_version": None,
                                   "settings": asked.settings}
        if self.kind == "machines":
            changes["hardware"] = asked.hardware
        self.store.take(self.store.scenario.with_(**changes))
        self.store.told.emit(tr("Taken: {what}", what=self._name(match)))

    def _take_current(self) -> None:
        index = self.table.currentIndex()
        if index.isValid() and index.row() < len(self.table.rows.rows):
            self._take(self.table.rows.rows[index.row()][0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down,) and self.filter.hasFocus():
            self.table.setFocus()
            self.table.selectRow(0)
            self.table.setCurrentIndex(self.table.rows.index(0, 0))
        else:
            super().keyPressEvent(event)
