"""The calculator: controls at the left, everything they move at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from advisor.ui.calculator.figures_panel import FiguresPanel
from advisor.ui.calculator.inputs import Inputs
from advisor.ui.calculator.memory_panel import MemoryPanel
from advisor.ui.calculator.tables import FirstTokenPanel, LoadPanel, PrecisionPanel
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Rule
from advisor.ui.widgets.scroll import Page

_INPUTS = {"compact": 252, "narrow": 252, "regular": 268, "wide": 300}


class CalculatorView(View):
    """Panels are made once and moved between columns by `relayout`."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.inputs = Inputs(store)
        self.memory, self.figures = MemoryPanel(store), FiguresPanel(store)
        self.load, self.first, self.precision = LoadPanel(store), FirstTokenPanel(store), PrecisionPanel(store)
        self.panels = (self.memory, self.figures, self.load, self.first, self.precision)
        self.results = Page()
        self.grid = QGridLayout()
        self.grid.setSpacing(12)
        self.results.column.addLayout(self.grid)
        self.results.column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.inputs)
        line = Rule()
        line.setFixedSize(1, 16777215)
        line.setMinimumHeight(0)
        line.setMaximumHeight(16777215)
        row.addWidget(line)
        row.addWidget(self.results, 1)
        self._folded = False

    @property
    def input_width(self) -> int:  # type: ignore[override]
        return 0 if self._folded else self.inputs.width() + 1

    def draw(self) -> None:
        self.inputs.draw()
        for panel in self.panels:
            panel.draw()

    def relayout(self, size_class: str) -> None:
        self.inputs.setFixedWidth(_INPUTS[size_class])
        self.inputs.set_dense(size_class in ("compact", "narrow"))
        two = size_class in ("regular", "wide")
        self.grid.addWidget(self.memory, 0, 0, 1, 2)
        self.grid.addWidget(self.figures, 1, 0, 1, 2)
        if two:
            self.grid.addWidget(self.load, 2, 0)
            self.grid.addWidget(self.first, 2, 1)
            self.grid.addWidget(self.precision, 3, 0, 1, 2)
        else:
            for row, panel in enumerate((self.load, self.first, self.precision), 2):
                self.grid.addWidget(panel, row, 0, 1, 2)
        self.grid.setColumnStretch(0, 58)
        self.grid.setColumnStretch(1, 42)

    def fold_inputs(self) -> None:
        self._folded = not self._folded
        self.inputs.setVisible(not self._folded)
        self.update_class()

    def regions(self) -> list[QWidget]:
        return [self.inputs.model, self.figures.tiles["ttft_s"].figure]

    def focus_field(self, field: str) -> bool:
        target = self.inputs.field(field)
        if target is None:
            return False
        if self._folded:
            self.fold_inputs()
        target.setFocus()
        return True
