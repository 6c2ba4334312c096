"""Step 3: the ranked answer, what else works, what does not and why, and what would make it fit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from advisor.answer import Estimate
from advisor.ui import language, numbers, words
from advisor.ui.advice import Advice, Option, Way
from advisor.ui.calculator.tables import LoadPanel
from advisor.ui.language import Spoken, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import Page, clear
from advisor.ui.widgets.tab_order import arrange, stops
from advisor.ui.widgets.verdict import VerdictMark
from advisor.ui.wizard.card import RecommendationCard


class GrowPanel(LoadPanel):
    """More people or longer requests on the same machine, and what becomes of the verdict."""

    lane = "room to grow"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent, people=4, contexts=5)

    def show_results(self) -> None:
        super().show_results()
        self.set_title(tr("Room to grow"), tr("KV cache in {unit}; Enter takes a load", unit=numbers.unit_name()))


class RecommendationStep(Spoken, Page):
    """Rebuilt when the advice or the scenario changes; `opened` asks for the calculator."""

    opened = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.store = store
        self._shown: Any = None
        self._made: list[QWidget] = []      # what stands in the list, from the top
        self._class = "regular"
        head = QHBoxLayout()
        head.setSpacing(12)
        self.title, self.subtitle, self.calculator = Label("", "page"), Label("", "body", "text2"), Link()
        head.addWidget(self.title)
        head.addWidget(self.subtitle, 1)
        head.addWidget(self.calculator)
        self.calculator.clicked.connect(self.opened)
        self.column.addLayout(head)
        self.holder = QWidget()
        self.holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.list = QVBoxLayout(self.holder)
        self.list.setContentsMargins(0, 0, 0, 0)
        self.list.setSpacing(12)
        self.column.addWidget(self.holder)
        self.grow = GrowPanel(store)
        self.column.addWidget(self.grow)
        self.column.addStretch(1)
        self.words(self._speak)

    def _speak(self) -> None:
        self.title.setText(tr("Recommendation"))
        self.calculator.setText(tr("Open in calculator"))
        self._shown = None

    def relayout(self, size_class: str) -> None:
        self._class = size_class
        self._shown = None

    def draw(self) -> None:
        store = self.store
        roomy = self._class in ("regular", "wide") and store.estimate is not None and store.recommendation_error is None
        self.grow.setVisible(roomy)
        if roomy:
            self.grow.draw()
        key = (store.recommendation, store.recommendation_error, store.scenario, store.error, self._class, language.code(),
               store.state.task.model, numbers.is_binary(), store.jobs.busy("recommend"))
        if key == self._shown:
            return
        self._shown = key
        focused = QApplication.focusWidget()
        held = focused is not None and self.holder.isAncestorOf(focused)
        clear(self.list)
        self._made = []
        self._fill()
        arrange([self.calculator, *self._made])
        if held:    # what had the keyboard is gone: it goes on at the first thing in its place
            first = next((stop for part in self._made for stop in stops(part) if stop.isEnabled()), self.calculator)
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self) -> None:
        """Cards and panels for the advice as it is."""
        store = self.store
        priority = words.priorities()[store.state.task.priority]
        self.subtitle.setText(tr("ranked by: {what}", what=priority[:1].lower() + priority[1:] if not language.is_cjk() else priority))
        advice: Advice | None = store.recommendation
        if store.recommendation_error is not None:
            self._add(self._problem())
            return
        if advice is None:
            self._add(Label(tr("Working it out…"), "body", "text2"))
            return
        chosen = self._chosen(advice)
        if chosen is None and store.estimate is not None and store.error is None:
            self._add(self._own(store.estimate, advice))
        elif chosen is not None:
            self._add(self._card(advice, chosen))
        others = [(i, o) for i, o in enumerate(advice.recommendations, 1) if chosen is None or o is not chosen]
        if not advice.recommendations:
            self._add(self._nothing(advice))
        elif others:
            self._add(self._others(others))
        if advice.nearest:
            self._add(self._ways(advice.nearest))
        if advice.rejected:
            self._add(self._rejected(advice.rejected))

    def _add(self, widget: QWidget) -> None:
        self.list.addWidget(widget)
        self._made.append(widget)

    def _chosen(self, advice: Advice) -> Option | None:
        return next((option for option in advice.recommendations if option.scenario == self.store.scenario), None)

    def _card(self, advice: Advice, option: Option) -> QWidget:
        columns = {"compact": 1, "narrow": 2}.get(self._class, 2)
        blocks = [(tr("Why this one"), option.reasons), (tr("What to mind"), option.cautions)]
        card = RecommendationCard(advice.recommendations.index(option) + 1, option.estimate, blocks, columns,
                                   wish=self.store.state.task.model is not None)
        card.asked.connect(self.store.ask_why)
        card.freed.connect(self._free_model)
        return card

    def _free_model(self) -> None:
        self.store.ask_task(model=None)

    def _own(self, answer: Estimate, advice: Advice) -> QWidget:
        card = RecommendationCard(0, answer, [(tr("To know"), [*answer.notes])], 1,
                                   tag=tr("Your own choice"),
                                   wish=self.store.state.task.model == self.store.scenario.model)
        card.asked.connect(self.store.ask_why)
        card.freed.connect(self._free_model)
        return card

    def _others(self, others: list[tuple[int, Option]]) -> QWidget:
        panel = Panel()
        panel.set_title(tr("Also works") if others[0][0] > 1 or len(others) < len(self.store.recommendation.recommendations)
                        else tr("Recommended"))
        for place, (rank, option) in enumerate(others):
            if place:
                panel.body.addWidget(Rule())
            reason = translated(option.reasons[0]) if option.reasons else ""
            panel.body.addWidget(OptionRow(rank, option.estimate, reason, lambda s=option.scenario: self.store.take(s)))
        return panel

    def _ways(self, ways: Any) -> QWidget:
        panel = Panel()
        panel.set_title(tr("What would make it fit"), tr("the smallest changes; each can be undone"))
        for place, way in enumerate(ways):
            if place:
                panel.body.addWidget(Rule())
            panel.body.addWidget(way_row(way, self.store))
        return panel

    def _rejected(self, rejected: Any) -> QWidget:
        from advisor.engines import engines
        panel, grid = Panel(), QGridLayout()
        panel.set_title(tr("Not recommended"))
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(4)
        known = engines()
        for row, (engine, reason) in enumerate(rejected):
            name = known[engine].name if engine in known else engine
            word = Label(name, "chosen", "text2")
            word.setContentsMargins(0, 3 if language.is_cjk() else 0, 0, 0)     # level with the taller Han beside it
            grid.addWidget(word, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(Label(translated(reason), "body", "text2", wraps=True), row, 1)
        grid.setColumnStretch(1, 1)
        panel.body.addLayout(grid)
        return panel

    def _nothing(self, advice: Advice) -> QWidget:
        panel = Panel()
        panel.set_state("warning")
        panel.set_title(tr("Nothing runs this on that machine"))
        panel.body.addWidget(Label(tr("Each engine says why below.") if advice.rejected else "", wraps=True))
        return panel

    def _problem(self) -> QWidget:
        error = self.store.recommendation_error
        assert error is not None
        panel = Panel()
        panel.set_state("error")
        panel.set_title(tr("This question has no answer"))
        panel.body.addWidget(Label(translated(error.why), wraps=True))
        if error.mend:
            panel.body.addWidget(Label(translated(error.mend), "body", "text2", wraps=True))
        return panel


class OptionRow(QWidget):
    """Rank, engine, format, verdict, memory and pace on one line, its first reason below, and Take; a `title` (a sentence) above."""

    def __init__(self, rank: int, answer: Estimate, reason: str, take: Any, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        if rank:
            grid.addWidget(Label(str(rank), "body", "text2"), 0, 0)
        line = 1 if title else 0
        if title:
            grid.addWidget(Label(title, "strong", wraps=True), 0, 1, 1, 5)
        else:
            grid.addWidget(Label(answer.case.engine.name, "strong"), 0, 1)
            what = tr("{model}, {quantization}", model=answer.case.model.name, quantization=answer.case.quantization.name)
            reason = tr("{what}. {reason}", what=what, reason=reason) if reason else what
        grid.addWidget(VerdictMark(answer.verdict), line, 1 if title else 3)
        memory, speed = Label(numbers.size(answer.memory.total_bytes)), Label(words.pace(answer) or tr("unknown"))
        for label in (memory, speed):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(memory, line, 4)
        grid.addWidget(speed, line, 5)
        button = QPushButton(tr("Take"))
        button.setAccessibleName(tr("Take {what}", what=title or answer.case.engine.name))
        button.clicked.connect(lambda _=False: take())
        grid.addWidget(button, 0, 6, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        if reason:
            grid.addWidget(Label(reason, "small", "text2", wraps=True), 1, 1, 1, 5)
        grid.setColumnMinimumWidth(0, 12 if rank else 0)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(3, 84)
        grid.setColumnMinimumWidth(4, 66)
        grid.setColumnMinimumWidth(5, 128)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)


def way_row(way: Way, store: Store) -> QWidget:
    """A change that would make it fit, with its figures."""
    return OptionRow(0, way.estimate, "", lambda: store.take(way.scenario), translated(way.title))
