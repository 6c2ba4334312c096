"""Keeps the answers to the present question: the runs first, then the sweep. The newest question wins, a quick run is let finish."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.errors import CannotAnswer
from advisor.ui.store import Store

if TYPE_CHECKING:
    from advisor.ui.simulator.runs import Curves, Question
    from advisor.ui.simulator.sweeps import Held

RUN, SWEEP = "simulate", "sweep"
PATIENCE_S = 0.12       # a run that takes longer than this gives way to a newer question


class Simulation(QObject):
    """`changed` when runs, sweep or state are different. `runs` are those of the newest answered question (or on their way)."""

    changed = Signal()

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.asked: Question | None = None
        self.answered: Question | None = None
        self.runs: list[Curves] = []
        self.held: Held | None = None
        self.error: CannotAnswer | None = None
        self.sweep_error: CannotAnswer | None = None
        self.share = 0.0
        self.sweep_share = 0.0
        self.stopped = False
        self.wants_sweep = True
        self._began = 0.0
        self._newest: Question | None = None
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(150)
        self._slow.timeout.connect(self.changed)

    @property
    def running(self) -> bool:
        return self._store.jobs.busy(RUN)

    @property
    def sweeping(self) -> bool:
        return self._store.jobs.busy(SWEEP)

    @property
    def slow(self) -> bool:
        """Running, and long enough that it is worth a word."""
        return self.running and time.monotonic() - self._began > 0.14

    def ask(self, question: Question) -> None:
        """Answers another question; the same one again changes nothing."""
        if question == self.asked and not self.stopped:
            return
        self.asked = question
        self._store.jobs.cancel(SWEEP)
        if self.running and time.monotonic() - self._began < PATIENCE_S:
            self._newest = question
            return
        self._start(question)

    def stop(self) -> None:
        """Stops what runs; what there is of it stays."""
        if self.running:
            self.stopped = True
            self._newest = None
            self._store.jobs.cancel(RUN)
        self._store.jobs.cancel(SWEEP)
        self.changed.emit()

    def again(self) -> None:
        """The same question once more, after it was stopped."""
        question, self.asked = self.asked, None
        if question is not None:
            self.ask(question)

    def _start(self, question: Question) -> None:
        self._newest, self.stopped, self.share = None, False, 0.0
        self._began = time.monotonic()

        def work(job: Any) -> Any:
            from advisor.ui.simulator.runs import answer
            return answer(question, job)

        self._store.jobs.run(RUN, work, lambda runs: self._done(question, runs), lambda error: self._failed(question, error),
                             lambda share, runs: self._partly(question, share, runs))
        self._slow.start()

    def _partly(self, question: Question, share: float, runs: list[Curves]) -> None:
        self.share, self.runs, self.error = share, runs, None
        self.answered = question
        self.changed.emit()

    def _done(self, question: Question, runs: list[Curves]) -> None:
        self.runs, self.error, self.answered, self.share = runs, None, question, 1.0
        self._after(question)

    def _failed(self, question: Question, error: CannotAnswer) -> None:
        self.runs, self.error, self.answered, self.held = [], error, question, None
        self._after(question)

    def _after(self, question: Question) -> None:
        if self._newest is not None and self._newest != question:
            self._start(self._newest)
        elif self.error is None:
            self._start_sweep(question)
        self.changed.emit()

    # ------------------------------------------------------------------------------------------ sweep

    def want_sweep(self, wanted: bool) -> None:
        """Whether sweeps are looked at at all; one that is missing is made up for."""
        self.wants_sweep = wanted
        if wanted and self.held is None and self.answered is not None and not self.running and not self.sweeping and self.error is None:
            self._start_sweep(self.answered)

    def _start_sweep(self, question: Question) -> None:
        self.held, self.sweep_error, self.sweep_share = None, None, 0.0
        if not self.wants_sweep:
            return

        def work(job: Any) -> Any:
            from advisor.ui.simulator.sweeps import held
            return held(question, job)

        self._store.jobs.run(SWEEP, work, self._swept, self._sweep_failed, self._sweeping)

    def _sweeping(self, share: float, held: Held) -> None:
        self.sweep_share, self.held = share, held
        self.changed.emit()

    def _swept(self, held: Held | None) -> None:
        self.held, self.sweep_share = held, 1.0
        self.changed.emit()

    def _sweep_failed(self, error: CannotAnswer) -> None:
        self.held, self.sweep_error = None, error
        self.changed.emit()


def writing(store: Store, work: Callable[[], None], done: Callable[[], None], failed: Callable[[CannotAnswer], None]) -> None:
    """Runs something that writes a file in a worker."""
    store.jobs.run("write", lambda job: work(), lambda _: done(), failed)
