"""The simulator, thin: what the step model says of this scenario in steady state. Runs and plots come with their own panels."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.ui.calculator.figures_panel import FiguresPanel
from advisor.ui.calculator.memory_panel import MemoryPanel
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import Page


class SimulatorView(View):
    """Shows the same scenario's figures; `draw` is the seam for runs."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.page = Page()
        self.title, self.figures, self.memory = Label("", "page"), FiguresPanel(store), MemoryPanel(store)
        for widget in (self.title, self.figures, self.memory):
            self.page.column.addWidget(widget)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)
        self.words(lambda: self.title.setText(tr("When they all ask at once, in steady state")))

    def draw(self) -> None:
        self.figures.draw()
        self.memory.draw()

    def regions(self) -> list[QWidget]:
        return [self.figures.tiles["ttft_s"].figure]
