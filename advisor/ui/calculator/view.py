"""The calculator: controls at the left, everything they move at the right; searches and the comparison in place of the figures."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from advisor.ui.calculator.changes_panel import Changes, ChangesPanel, NearestPanel
from advisor.ui.calculator.cost_panel import CostPanel
from advisor.ui.calculator.figures_panel import FiguresPanel
from advisor.ui.calculator.inputs import Inputs
from advisor.ui.calculator.memory_panel import MemoryPanel
from advisor.ui.calculator.nothing_panel import NothingPanel
from advisor.ui.calculator.pages import SidePage
from advisor.ui.calculator.plot_panels import RooflinePanel, UsersPanel
from advisor.ui.calculator.tables import FirstTokenPanel, LoadPanel, PrecisionPanel
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Rule
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.tab_order import arrange
from advisor.ui.widgets.tabs import Tabs

_INPUTS = {"compact": 252, "narrow": 252, "regular": 268, "wide": 300}
# Where each panel stands: row, column, columns of twelve.
_GRIDS = {
    "regular": {"load": (2, 0, 7), "first": (2, 7, 5), "precision": (3, 0, 6), "roofline": (3, 6, 6), "cost": (4, 0, 4),
                "users": (4, 4, 8), "changes": (5, 0, 12)},
    "wide": {"load": (2, 0, 5), "first": (2, 5, 3), "roofline": (2, 8, 4), "precision": (3, 0, 5), "cost": (3, 5, 3),
             "users": (3, 8, 4), "changes": (4, 0, 12)},
}
_TABS = ("load", "first", "precision", "roofline", "users", "cost", "changes")


class TabbedPanels(QWidget):
    """One panel at a time under a line of words, for narrow results."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs, self.stack = Tabs(), QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.tabs)
        column.addWidget(self.stack)
        self._panels: dict[str, Any] = {}
        self.tabs.picked.connect(self._pick)

    def take(self, panels: dict[str, Panel]) -> None:
        self._panels = panels
        for panel in panels.values():
            self.stack.addWidget(panel)
        self.speak()
        self._pick(self.tabs.current() or "load")

    def speak(self) -> None:
        words = {"load": tr("Limits"), "first": tr("First token"), "precision": tr("Precision"), "roofline": tr("Roofline"),
                 "users": tr("People"), "cost": tr("Cost"), "changes": tr("Changes")}
        self.tabs.set_tabs([(key, words[key]) for key in self._panels])
        self.tabs.bar.setAccessibleName(tr("Tables and plots"))

    def current(self) -> Panel | None:
        return self._panels.get(self.tabs.current())

    def _pick(self, key: str) -> None:
        panel = self._panels.get(key)
        if panel is None:
            return
        for other in self._panels.values():     # as high as the one that is shown
            policy = QSizePolicy.Policy.Preferred if other is panel else QSizePolicy.Policy.Ignored
            other.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        self.stack.setCurrentWidget(panel)
        panel.draw()
        self.stack.updateGeometry()


class CalculatorView(View):
    """Panels are made once and moved between columns by `relayout`. `show_page` brings a search or the comparison."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.inputs = Inputs(store)
        self.changes = Changes.of(store)
        self.memory, self.figures, self.nearest = MemoryPanel(store), FiguresPanel(store), NearestPanel(store, self.changes)
        self.load, self.first, self.precision = LoadPanel(store), FirstTokenPanel(store), PrecisionPanel(store)
        self.roofline, self.users, self.cost = RooflinePanel(store), UsersPanel(store), CostPanel(store)
        self.one_change = ChangesPanel(store, self.changes)
        self.below: dict[str, Panel] = {
            "load": self.load, "first": self.first, "precision": self.precision, "roofline": self.roofline, "users": self.users,
            "cost": self.cost, "changes": self.one_change}
        self.results = Page()
        self.grid = QGridLayout()
        self.grid.setSpacing(12)
        self.tabbed = TabbedPanels()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.nothing, self.all_figures = NothingPanel(store), QWidget()
        self.all_figures.setLayout(self.grid)
        for part in (self.nothing, self.all_figures):
            self.results.column.addWidget(part)
        self.results.column.addStretch(1)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.results)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.inputs)
        line = Rule()
        line.setFixedSize(1, 16777215)
        line.setMinimumHeight(0)
        line.setMaximumHeight(16777215)
        row.addWidget(line)
        row.addWidget(self.pages, 1)
        self._drawn_once = False
        self._unseen: list[Any] = []
        self._later = QTimer(store)
        self._later.setSingleShot(True)
        self._later.setInterval(150)
        self._later.timeout.connect(self._draw_unseen)
        self.results.verticalScrollBar().valueChanged.connect(self._draw_unseen)
        self._made: dict[str, SidePage] = {}
        self.grid.addWidget(self.memory, 0, 0, 1, 12)
        answers = QVBoxLayout()      # one of the two
        answers.addWidget(self.figures)
        answers.addWidget(self.nearest)
        self.nearest.hide()
        self.grid.addLayout(answers, 1, 0, 1, 12)
        for column in range(12):
            self.grid.setColumnStretch(column, 1)
        self.inputs.page_asked.connect(self.show_page)
        self.memory.pin.clicked.connect(self.pin)

    @property
    def input_width(self) -> int:  # type: ignore[override]
        return 0 if self.inputs.isHidden() else self.inputs.width() + 1

    def draw(self) -> None:
        self.inputs.draw()
        page = self.pages.currentWidget()
        if page is not self.results:
            self._side_page().draw()
            return
        answer = self.store.estimate
        self.nothing.setVisible(answer is None)
        self.all_figures.setVisible(answer is not None)
        if answer is None:
            self.nothing.draw()
            return
        self.memory.draw()
        broken = answer.verdict == "does_not_fit"
        self.nearest.setVisible(broken)
        self.figures.setVisible(not broken)
        (self.nearest if broken else self.figures).draw()
        seen = [panel for panel in self._drawn_panels() if not self._drawn_once or not panel.visibleRegion().isEmpty()]
        self._drawn_once = self._drawn_once or self.isVisible()
        for panel in seen:
            panel.draw()
        self._unseen = [panel for panel in self._drawn_panels() if panel not in seen]
        if self._unseen and not self._later.isActive():
            self._later.start()

    def _draw_unseen(self) -> None:
        """Panels that are scrolled out of sight follow the figures a moment later."""
        unseen, self._unseen = self._unseen, []
        for panel in unseen:
            panel.draw()

    def _side_page(self) -> SidePage:
        page = self.pages.currentWidget()
        assert isinstance(page, SidePage)
        return page

    def _drawn_panels(self) -> list[Any]:
        if self.tabbed.parentWidget() is not None and not self.tabbed.isHidden():
            current = self.tabbed.current()
            return [current] if current else []
        return list(self.below.values())

    def relayout(self, size_class: str) -> None:
        self.inputs.setFixedWidth(_INPUTS[size_class])
        self.inputs.set_dense(size_class in ("compact", "narrow"))
        places = _GRIDS.get(size_class)
        if places is None:
            self.grid.addWidget(self.tabbed, 2, 0, 1, 12)
            self.tabbed.take({key: self.below[key] for key in _TABS})
            self.tabbed.show()
            arrange([self.memory, self.nearest, self.figures, self.tabbed])
            return
        self.tabbed.hide()
        for key, (row, column, span) in places.items():
            panel = self.below[key]
            panel.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self.grid.addWidget(panel, row, column, 1, span)
            panel.show()
        read = sorted(places, key=lambda key: places[key][:2])
        arrange([self.memory, self.nearest, self.figures, *(self.below[key] for key in read)])
        if self.isVisible():
            self.draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.tabbed.speak()

    # ------------------------------------------------------------------------------------------ other pages

    def show_page(self, name: str) -> None:
        """`figures`, `models` (for this machine), `machines` (for this model and load) or `compare`."""
        if name == "figures":
            self.pages.setCurrentWidget(self.results)
        else:
            self.pages.setCurrentWidget(self._page(name))
        self.draw()
        if name != "figures":
            self._side_page().first_stop().setFocus()

    def _page(self, name: str) -> SidePage:
        found = self._made.get(name)
        if found is None:
            if name == "compare":
                from advisor.ui.calculator.comparison import ComparisonPage
                found = ComparisonPage(self.store)
            else:
                from advisor.ui.search import SearchPage
                found = SearchPage(self.store, name)
            found.back_asked.connect(lambda: self.show_page("figures"))
            self._made[name] = found
            self.pages.addWidget(found)
        return found

    def pin(self) -> None:
        """Puts the present scenario beside those pinned before, and shows them."""
        if not self.store.pin():
            self.store.told.emit(tr("Three scenarios are pinned; take one out first.") if self.store.error is None
                                 else tr("There is no figure yet."))
        self.show_page("compare")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.pages.currentWidget() is not self.results and self.store.why is None:
            self.show_page("figures")
        else:
            super().keyPressEvent(event)

    def input_column(self) -> tuple[QWidget, int]:
        return self.inputs, _INPUTS["narrow"]

    def regions(self) -> list[QWidget]:
        if self.pages.currentWidget() is not self.results:
            return [self.inputs.model, self._side_page().first_stop()]
        first = self.nearest.ways[0].take if self.figures.isHidden() else self.figures.tiles["ttft_s"].figure
        return [self.inputs.model, first]

    def find_here(self) -> bool:
        return self.pages.currentWidget() is not self.results and self._side_page().find_here()

    def focus_field(self, field: str) -> bool:
        target = self.inputs.field(field)
        if target is None:
            return False
        if self._folded:
            self.fold_inputs()
        target.setFocus()
        return True
