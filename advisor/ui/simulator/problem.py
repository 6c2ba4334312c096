"""Why nothing can be simulated, and the nearest changes that would make it possible."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import clear

MOST = 5


class Problem(Panel):
    """A panel with the reason; each change has "Take", one step to undo."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.told = False
        self._asked: Any = None
        self.why, self.mend = Label("", wraps=True), Label("", "body", "text2", wraps=True)
        self.changes = QVBoxLayout()
        self.body.addWidget(self.why)
        self.body.addWidget(self.mend)
        self.body.addLayout(self.changes)
        self.body.addStretch(1)
        self.set_state("error")

    def draw(self, error: CannotAnswer | None) -> None:
        self.told = error is not None
        if error is None:
            self._asked = None
            return
        self.set_title(tr("Nothing to simulate"))
        self.why.setText(translated(error.why))
        self.mend.setText(translated(error.mend))
        self.mend.setVisible(bool(error.mend))
        answer = self.store.estimate
        if self.store.error is not None or answer is None:
            self._show([])
        elif self._asked is not answer:
            self._asked = answer
            self._show([])
            self.store.jobs.run("nearest", lambda job: _nearest(answer), self._show)

    def _show(self, found: list[Any]) -> None:
        clear(self.changes)
        if found and self.told:
            self.changes.addWidget(Label(tr("What would make it fit"), "strong"))
        for change in found[:MOST] if self.told else ():
            words = Label(translated(change.title), wraps=True)
            take = Link(tr("Take"))
            take.setAccessibleName(tr("Take: {change}", change=translated(change.title)))
            take.clicked.connect(lambda _=False, scenario=change.estimate.scenario: self.store.take(scenario))
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(words, 1)
            row.addWidget(take)
            self.changes.addWidget(line)


def _nearest(answer: Any) -> list[Any]:
    from advisor.recommend.nearest import nearest_changes
    return nearest_changes(answer)
