"""Two or three pinned scenarios side by side, on one scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from advisor.answer import Estimate, Range
from advisor.errors import CannotAnswer
from advisor.ui import numbers, words
from advisor.ui.calculator.figures_panel import most_at_once
from advisor.ui.calculator.money import dollars, money
from advisor.ui.calculator.pages import SidePage
from advisor.ui.language import tr, translated
from advisor.ui.preferences import Preferences
from advisor.ui.store import MOST_PINS, Store
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.memory_bar import MemoryBar, filling_of
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import Page, clear
from advisor.ui.widgets.verdict import VerdictMark, headline


class Row(NamedTuple):
    """A line of the comparison: its word, the text of an answer and the number compared (None: nothing is better or worse)."""

    word: str
    text: Callable[[Estimate], str]
    value: Callable[[Estimate], float | None] | None = None
    more_is_better: bool = True


def _typical(value: Range | None) -> float | None:
    return value.typical if value else None


def rows(preferences: Preferences) -> list[Row]:
    def own(answer: Estimate) -> Range | None:
        return money(answer, preferences).own.usd

    def own_words(answer: Estimate) -> str:
        found = own(answer)
        return dollars(found.typical) if found else tr("unknown")

    return [
        Row(tr("Model"), lambda a: a.case.model.name), Row(tr("Quantization"), lambda a: a.case.quantization.name),
        Row(tr("Engine"), lambda a: f"{a.case.engine.name} {a.case.version}"), Row(tr("Machine"), lambda a: words.machine(a.case.machine)),
        Row(tr("Load"), lambda a: words.load(a.scenario)),
        Row(tr("Verdict"), lambda a: headline(a).word), Row("", lambda a: headline(a).line),
        Row(tr("Memory"), lambda a: numbers.size(a.memory.total_bytes), lambda a: a.memory.total_bytes, False),
        Row(tr("First token"), lambda a: numbers.ranged(a.speed.ttft_s, "seconds"), lambda a: _typical(a.speed.ttft_s), False),
        Row(tr("Pace, one stream"), lambda a: numbers.ranged(a.speed.decode_tokens_per_s, "rate"),
            lambda a: _typical(a.speed.decode_tokens_per_s)),
        Row(tr("Pace of each, all at once"), lambda a: numbers.ranged(a.speed.each(a.case.concurrency), "rate"),
            lambda a: _typical(a.speed.each(a.case.concurrency))),
        Row(tr("All together"), lambda a: numbers.ranged(a.speed.output_tokens_per_s, "rate"),
            lambda a: _typical(a.speed.output_tokens_per_s)),
        Row(tr("Longest context"), lambda a: _count(a.memory.max_context_tokens, " tok"), lambda a: a.memory.max_context_tokens),
        Row(tr("Most at once"), lambda a: _count(most_at_once(a)), most_at_once),
        Row(tr("Own, $ per 1M answer tokens"), own_words, lambda a: _typical(own(a)), False),
    ]


def _count(value: int | None, unit: str = "") -> str:
    return f"{value:,}{unit}" if value is not None else tr("unknown")


class ComparisonPage(SidePage):
    """A column a pinned scenario, with Take and Unpin over it; the best of each line is set in the strong style and says so."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._key: Any = None
        self.panel = Panel()
        self.add, self.back = self.panel.add_action(Link()), self.panel.add_action(Link())
        self.copy = CopyButton(self.tsv, lambda: tr("the table"), lambda: tr("Copy as table"))
        self.panel.add_to_title(self.copy)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(16)
        self.grid.setVerticalSpacing(5)
        self.empty = Label("", "body", "text2", wraps=True)
        self.panel.body.addWidget(self.empty)
        self.panel.body.addLayout(self.grid)
        self.panel.body.addStretch(1)
        page = Page()
        page.column.addWidget(self.panel)
        page.column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(page)
        self.back.clicked.connect(self.back_asked.emit)
        self.add.clicked.connect(lambda: store.pin())
        self.words(self._speak)

    def _speak(self) -> None:
        self.back.setText(tr("Back to the figures"))
        self.add.setText(tr("Pin the present one"))
        for link in (self.back, self.add):
            link.setAccessibleName(link.text())
            link.updateGeometry()
        self._key = None
        self.draw()

    def first_stop(self) -> QWidget:
        return self.back

    def answers(self) -> list[Estimate]:
        found = [self.store.estimate_of(s) for s in self.store.pins]
        return [a for a in found if not isinstance(a, CannotAnswer)]

    def draw(self) -> None:
        pins, scenario = self.store.pins, self.store.scenario
        self.add.setVisible(len(pins) < MOST_PINS and scenario not in pins)
        self.panel.set_title(tr("Comparison"), tr("{n} pinned", n=len(pins)))
        self.empty.setVisible(len(pins) < 2)
        self.empty.setText(tr("Change the scenario at the left and pin it too; two or three stand side by side here.") if pins else
                           tr("Nothing is pinned yet. Pin the present scenario, change it at the left, and pin it again: two or three "
                              "stand side by side here."))
        self.copy.setEnabled(bool(pins))
        key = (pins, scenario, self.store.preferences, numbers.unit_name())
        if key == self._key:
            return
        self._key = key
        clear(self.grid)
        answers = self.answers()
        for column, answer in enumerate(answers, 1):
            self._head(column, answer)
        if answers:
            self._bars(answers)
            self._lines(answers)
        for column in range(MOST_PINS + 1):
            self.grid.setColumnStretch(column, 0 if column == 0 else 1 if column <= len(answers) else 0)

    def _head(self, column: int, answer: Estimate) -> None:
        scenario = self.store.pins[column - 1]
        here = scenario == self.store.scenario
        row = QHBoxLayout()
        row.setSpacing(12)
        take, out = Link(tr("Take")), Link(tr("Unpin"))
        take.setAccessibleName(tr("Take: {what}", what=self._short(answer)))
        out.setAccessibleName(tr("Unpin: {what}", what=self._short(answer)))
        take.clicked.connect(lambda _=False: self.store.take(scenario))
        out.clicked.connect(lambda _=False: self.store.unpin(scenario))
        row.addWidget(Label(tr("{n}, the present one", n=column) if here else str(column), "strong"))
        row.addStretch(1)
        if not here:
            row.addWidget(take)
        else:
            take.deleteLater()
        row.addWidget(out)
        self.grid.addLayout(row, 0, column)

    @staticmethod
    def _short(answer: Estimate) -> str:
        return f"{answer.case.model.name}, {answer.case.quantization.name}, {answer.case.engine.name}"

    def _bars(self, answers: list[Estimate]) -> None:
        fillings = [filling_of(a.memory) for a in answers]
        scale = max(max(f.total, f.usable or 0) for f in fillings) * 1.015 or 1
        for column, filling in enumerate(fillings, 1):
            bar = MemoryBar(small=True)
            bar.set_filling(filling, scale)
            self.grid.addWidget(bar, 1, column)

    def _lines(self, answers: list[Estimate]) -> None:
        self.grid.addWidget(Rule(role="border"), 2, 0, 1, len(answers) + 1)
        for index, line in enumerate(rows(self.store.preferences)):
            place = 3 + index
            self.grid.addWidget(Label(line.word, "small", "text2"), place, 0, Qt.AlignmentFlag.AlignTop)
            best = self._best(line, answers)
            for column, answer in enumerate(answers, 1):
                if line.word == tr("Verdict"):
                    first = headline(answer)
                    self.grid.addWidget(VerdictMark(first.verdict, "strong", word=first.word), place, column, Qt.AlignmentFlag.AlignLeft)
                    continue
                good = column - 1 in best
                text = translated(line.text(answer))
                label = Label(f"{text} · {tr('best')}" if good else text, "strong" if good else "body", wraps=True)
                self.grid.addWidget(label, place, column, Qt.AlignmentFlag.AlignTop)

    @staticmethod
    def _best(line: Row, answers: list[Estimate]) -> set[int]:
        """Which columns hold the best value; none where all are equal or nothing is compared."""
        if line.value is None:
            return set()
        values = [line.value(a) for a in answers]
        known = [v for v in values if v is not None]
        if len(known) < 2 or min(known) == max(known):
            return set()
        wanted = max(known) if line.more_is_better else min(known)
        return {i for i, v in enumerate(values) if v == wanted}

    def tsv(self) -> str:
        answers = self.answers()
        lines = [["", *[str(n + 1) for n in range(len(answers))]]]
        lines += [[r.word, *[translated(r.text(a)) for a in answers]] for r in rows(self.store.preferences)]
        return "\n".join("\t".join(line) for line in lines) + "\n"
