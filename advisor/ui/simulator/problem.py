"""Why nothing can be simulated, and what would make it possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.ui import language
from advisor.ui.language import labelled, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import clear

MOST = 5


class Problem(Panel):
    """A panel with the reason and ways out: the nearest changes that fit, no trace, or where to choose a model.

    `told`: there is something to say, so the panel belongs on the screen.
    """

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

    def draw(self, error: CannotAnswer | None, empty: bool = False) -> None:
        """`empty`: no model has been chosen yet."""
        self.told = error is not None or empty
        if not self.told:
            self._asked = None
            return
        self.set_state("error" if error is not None else "")
        if error is None:
            self.set_title(tr("Nothing to simulate yet"))
            self._say(tr("Here runs what happens when everybody asks at once."), tr("Choose a model and a machine first."))
        else:
            self.set_title(tr("Nothing to simulate"))
            self._say(translated(error.why), translated(error.mend))
        answer = self.store.estimate
        asked = (error.why if error is not None else "", language.code(), id(answer))
        if asked != self._asked:
            self._asked = asked
            self._offer(error, answer)

    def _say(self, why: str, mend: str) -> None:
        self.why.setText(why)
        self.mend.setText(mend)
        self.mend.setVisible(bool(mend))

    def _offer(self, error: CannotAnswer | None, answer: Any) -> None:
        store = self.store
        if error is None:
            self._show([(tr("The wizard asks three questions."), tr("To the wizard"), lambda: store.show("wizard")),
                        (tr("The calculator has every model and machine."), tr("To the calculator"), lambda: store.show("calculator"))])
        elif error.field == "trace":
            self._show([(tr("Simulate the scenario's own load."), tr("Without the trace"),
                         lambda: store.ask_traffic(shape=None, trace=None))])
        elif error.field and error.field.startswith(("hardware", "model", "quantization", "engine")):
            self._show([(tr("It is chosen in the calculator."), tr("Go there"), partial(self._go_to, error.field))])
        else:
            self._show([])
            if store.error is None and answer is not None:
                store.jobs.run("nearest", lambda job: _nearest(answer), self._changes)

    def _go_to(self, field: str) -> None:
        self.store.show("calculator")
        go = getattr(self.window(), "go_to_field", None)
        if go is not None:
            go(field)

    def _changes(self, found: list[Any]) -> None:
        if self.told and found:
            ways = [(translated(c.title), tr("Take"), partial(self.store.take, c.estimate.scenario)) for c in found[:MOST]]
            self._show(ways, tr("What would make it fit"))

    def _show(self, ways: Sequence[tuple[str, str, Callable[[], object]]], head: str = "") -> None:
        clear(self.changes)
        if head:
            self.changes.addWidget(Label(head, "strong"))
        for words, act, go in ways:
            link = Link(act)
            link.setAccessibleName(labelled(act, words))
            link.clicked.connect(lambda _=False, go=go: go())
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(Label(words, wraps=True), 1)
            row.addWidget(link)
            self.changes.addWidget(line)


def _nearest(answer: Any) -> list[Any]:
    from advisor.recommend.nearest import nearest_changes
    return nearest_changes(answer)
