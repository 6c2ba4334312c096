"""The guide, thin: the one thing to know first, with this scenario's figures. Chapters come with their own pages."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.ui import numbers
from advisor.ui.calculator.tables import LoadPanel
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import Page


class GuideView(View):
    """Shows one paragraph and one table of the present scenario; `draw` is the seam for chapters."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.page = Page((32, 24, 32, 24))
        self.title, self.text, self.load = Label("", "guide title", wraps=True), Label("", "guide", wraps=True), LoadPanel(store)
        for widget in (self.title, self.text, self.load):
            widget.setMaximumWidth(680)
            self.page.column.addWidget(widget)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)

    def draw(self) -> None:
        answer = self.store.estimate
        self.title.setText(tr("The weights are loaded once and shared. What grows with every person is the KV cache."))
        if answer is not None and answer.memory.kv_bytes_per_token is not None:
            each, context = answer.memory.kv_bytes_per_token, answer.case.settings.context or 0
            self.text.setText(tr("With {model}, one token of notes takes {token} bytes. One person at {context} tokens needs {one}, "
                                 "{people} of them {all}.", model=answer.case.model.name, token=each, context=context,
                                 one=numbers.size(each * context), people=answer.case.concurrency,
                                 all=numbers.size(each * context * answer.case.concurrency)))
        self.load.draw()

    def regions(self) -> list[QWidget]:
        return [self.load.heat]
