"""Estimates of other scenarios (a table's rows), worked out in the pool one batch after the other, newest question first.

While a batch runs, newer questions of the same panel replace its older one; a running batch is never restarted, so tables
keep moving while a slider is dragged. The batch starts after the present frame: figures first, tables a moment later, and one
table a moment, so that the next change does not wait for all of them to be painted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from advisor.scenario import Scenario
from advisor.worker import Job

if TYPE_CHECKING:
    from advisor.ui.store import Store

Results = Mapping[Scenario, Any]
LANE = "neighbours"
WAIT_MS = 8
APART_MS = 6


class Neighbours(QObject):
    """`ask(owner, scenarios, done)`: `done` gets a mapping scenario -> Estimate or CannotAnswer, for the newest question only."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._store = store
        self._asked: dict[str, tuple[Sequence[Scenario], Callable[[Results], None]]] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._start)
        self._found: dict[str, tuple[Callable[[Results], None], Results]] = {}
        self._shower = QTimer(self)
        self._shower.setInterval(APART_MS)
        self._shower.timeout.connect(self._show_next)

    @property
    def pending(self) -> bool:
        """Something is being worked out, or waits a moment before it is (timers of the store's other helpers count)."""
        waiting = any(timer.isActive() for timer in self._store.findChildren(QTimer))
        return bool(self._asked or self._found) or self._store.jobs.busy(LANE) or waiting

    def ask(self, owner: str, scenarios: Sequence[Scenario], done: Callable[[Results], None]) -> None:
        self._asked[owner] = (scenarios, done)
        if not self._timer.isActive() and not self._store.jobs.busy(LANE):
            self._timer.start(WAIT_MS)

    def _start(self) -> None:
        if not self._asked:
            return
        batch, self._asked = self._asked, {}
        store = self._store

        def work(job: Job) -> dict[str, Results]:
            found: dict[str, Results] = {}
            for owner, (scenarios, _) in batch.items():
                found[owner] = {s: store.estimate_of(s) for s in scenarios if not job.cancelled}
            return found

        store.jobs.run(LANE, work, lambda found: self._done(batch, found))

    def _done(self, batch: dict[str, tuple[Sequence[Scenario], Callable[[Results], None]]], found: dict[str, Results]) -> None:
        for owner, (_, done) in batch.items():
            if owner not in self._asked:
                self._found[owner] = (done, found[owner])
        self._show_next()
        if self._asked:
            self._timer.start(0)

    def _show_next(self) -> None:
        if self._found:
            done, results = self._found.pop(next(iter(self._found)))
            done(results)
        if not self._found:
            self._shower.stop()
        elif not self._shower.isActive():
            self._shower.start()
