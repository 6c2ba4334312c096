"""Where the simulator's panels stand: by the width class, the tabs where not all has room, and how many runs there are to see."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from advisor.ui.language import tr
from advisor.ui.simulator.comparison import ComparisonPanel
from advisor.ui.simulator.plan_panel import PlanPanel
from advisor.ui.simulator.problem import Problem
from advisor.ui.simulator.run_card import TRACKS, RunCard
from advisor.ui.simulator.sweep_panel import SweepPanel
from advisor.ui.widgets.tabs import Tabs

COLUMNS = 12
LEAST_CARD, ROOMY_CARD = 290, 400       # pixels: under the one, runs stand behind tabs; under the other, their cards say less
_TABBED = {"queue": ("count", "kv"), "tokens": ("tokens", "first")}
Places = dict[QWidget, tuple[int, int, int, int]]
WHOLE = (0, 0, 1, COLUMNS)


class Arrangement(QObject):
    """`tabs` choose what is seen in small windows, `lower` what stands below three runs in large ones. `changed` when one is picked."""

    changed = Signal()

    def __init__(self, home: QWidget, sweep: SweepPanel, plan: PlanPanel, comparison: ComparisonPanel, problem: Problem) -> None:
        super().__init__(home)
        self._home = home
        self.sweep, self.plan, self.comparison, self.problem = sweep, plan, comparison, problem
        self.tabs, self.lower = Tabs(""), Tabs("")
        self.planning = False       # the files of the plan are open
        self.grid = QGridLayout()
        self.grid.setSpacing(12)
        for column in range(COLUMNS):
            self.grid.setColumnStretch(column, 1)
        self._known: list[QWidget] = []
        for panel in (sweep, plan, comparison, problem, self.lower):
            self._take_in(panel)
        for tabs in (self.tabs, self.lower):
            tabs.picked.connect(lambda _: self.changed.emit())

    def _take_in(self, panel: QWidget) -> None:
        if panel not in self._known:
            panel.setParent(self._home)
            panel.hide()
            self._known.append(panel)

    def speak(self) -> None:
        self.tabs.bar.setAccessibleName(tr("What is shown"))
        self.lower.bar.setAccessibleName(tr("What is shown below the runs"))

    def arrange(self, size_class: str, cards: Sequence[RunCard]) -> None:
        """Shows these runs, the engine's own last; what else has room stands around them."""
        for card in cards:
            self._take_in(card)
        small = size_class in ("compact", "narrow")
        each = (self._home.width() - 32) / max(1, len(cards))
        single = size_class == "compact" or (small and each < LEAST_CARD)
        several = any(card.kind == "kept" for card in cards)
        self.tabs.setVisible(small)
        if small:
            self.tabs.set_tabs(self._tab_words(single, cards, several))
        else:
            self.lower.set_tabs([("comparison", tr("Comparison")), ("sweep", tr("Sweep and what to set"))])
        for card in cards:
            card.set_dense(not single and (len(cards) > 2 or each < ROOMY_CARD))
        stories = [card.story_height(round(each)) for card in cards]
        for card in cards:
            card.level(0 if single else max(stories))
        if self.problem.told:
            self._put({self.problem: WHOLE})
        elif small:
            self._put(self._small(single, cards))
        else:
            self._put(self._large(size_class, cards, several))

    def _small(self, single: bool, cards: Sequence[RunCard]) -> Places:
        """One panel at a time, or the runs side by side with a pair of their plots."""
        place = self.tabs.current()
        self.plan.back.setEnabled(False)
        self.planning = place == "plan"
        self.plan.show_files(self.planning)
        panels: dict[str, QWidget] = {"sweep": self.sweep, "plan": self.plan, "comparison": self.comparison}
        if place in panels:
            return {panels[place]: WHOLE}
        if single:
            chosen = [card for card in cards if card.objectName() == place] or list(cards[-1:])
            for card in chosen:
                card.show_tracks(TRACKS, 62)
            return dict.fromkeys(chosen, WHOLE)
        for card in cards:
            card.show_tracks(_TABBED.get(place, _TABBED["queue"]))
        return _side_by_side(cards, COLUMNS)

    def _large(self, size_class: str, cards: Sequence[RunCard], several: bool) -> Places:
        self.plan.show_files(self.planning)
        if self.planning:       # also where a tab of the small window led here
            self.plan.back.setEnabled(True)
            return {self.sweep: (0, 0, 2, 5), self.plan: (0, 5, 2, 7)}
        for card in cards:
            card.show_tracks(TRACKS)
        if several:
            places = _side_by_side(cards, COLUMNS) | {self.lower: (1, 0, 1, COLUMNS)}
            if self.lower.current() != "sweep":
                return places | {self.comparison: (2, 0, 1, COLUMNS)}
            return places | {self.sweep: (2, 0, 1, 8), self.plan: (2, 8, 1, 4)}
        if size_class == "wide":
            return _side_by_side(cards, 8, 2) | {self.sweep: (0, 8, 1, 4), self.plan: (1, 8, 1, 4)}
        share = 4       # of the columns; a panel that needs more than its own would make those wider, and with them the last run
        while share < 6 and self.plan.minimumSizeHint().width() > (self._home.width() + 12) * share / COLUMNS - 12:
            share += 1
        return _side_by_side(cards, COLUMNS) | {self.sweep: (1, 0, 1, COLUMNS - share), self.plan: (1, COLUMNS - share, 1, share)}

    def _put(self, places: Places) -> None:
        """Re-parents only what has moved."""
        for panel in self._known:
            wanted = places.get(panel)
            if wanted is None:
                panel.hide()
                continue
            index = self.grid.indexOf(panel)
            if index < 0 or self.grid.getItemPosition(index) != wanted:
                self.grid.addWidget(panel, *wanted)
            panel.show()
        rows = {row for row, *_ in places.values()}
        tabbed = self.lower in places
        for row, stretch in ((0, 2), (1, int(1 in rows and not tabbed)), (2, int(tabbed and self.sweep in places))):
            self.grid.setRowStretch(row, stretch)

    @staticmethod
    def _tab_words(single: bool, cards: Sequence[RunCard], several: bool) -> list[tuple[str, str]]:
        ends = [("sweep", tr("Sweep")), ("plan", tr("What to set"))]
        if several:
            ends.insert(0, ("comparison", tr("Comparison")))
        if single:
            return [*((card.objectName(), card.who.name) for card in reversed(cards)), *ends]
        return [("queue", tr("Cache and queue")), ("tokens", tr("Tokens and first token")), *ends]


def _side_by_side(cards: Sequence[RunCard], columns: int, rows: int = 1) -> Places:
    width = columns // max(1, len(cards))
    return {card: (0, i * width, rows, width) for i, card in enumerate(cards)}
