"""Keeps the answers to the present question: the runs first, then the sweeps. The newest question wins, a quick run is let finish."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.errors import CannotAnswer
from advisor.ui.store import MOST_KEPT, KeptRun, Store
from advisor.whatif.question import OWN, Kept, Question

if TYPE_CHECKING:
    from advisor.whatif.question import Curves, Held, Lever, Swept

RUN, SWEEP, LEVER, AGAIN = "simulate", "sweep", "lever", "kept"
PATIENCE_S = 0.12       # a run that takes longer than this gives way to a newer question
MOST_REMEMBERED = 8     # kept runs, so that undo and redo show them at once


class Simulation(QObject):
    """`changed` when runs, sweeps or state are different. `runs` are those of the newest answered question (or on their way).

    `held` is the sweep over the load, `swept` the one over `lever` where there is one.
    """

    changed = Signal()

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.asked: Question | None = None
        self.answered: Question | None = None
        self.runs: list[Curves] = []
        self.held: Held | None = None
        self.lever: Lever | None = None
        self.swept: Swept | None = None
        self._kept: OrderedDict[KeptRun, Curves] = OrderedDict()
        self._given_up: set[KeptRun] = set()
        self.error: CannotAnswer | None = None
        self.sweep_error: CannotAnswer | None = None
        self.lever_error: CannotAnswer | None = None
        self.share = 0.0
        self.sweep_share = self.lever_share = 0.0
        self.stopped = False
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
        """The sweep that is looked at is under way."""
        return self._store.jobs.busy(LEVER if self.lever is not None else SWEEP)

    @property
    def slow(self) -> bool:
        """Running, and long enough that it is worth a word."""
        return self.running and time.monotonic() - self._began > 0.14

    def ask(self, question: Question, lever: Lever | None = None) -> None:
        """Answers another question, and sweeps over another lever; the same ones again change nothing."""
        another, self.lever = lever != self.lever, lever
        if question == self.asked and not self.stopped:
            if another and question == self.answered and not self.running and self.error is None:
                self._start_lever(question)
            return
        self.asked = question
        self._store.jobs.cancel(SWEEP)
        self._store.jobs.cancel(LEVER)
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
        self._store.jobs.cancel(LEVER)
        if self._store.jobs.busy(AGAIN):
            self._given_up.update(asked for asked in self._store.state.kept if asked not in self._kept)
            self._store.jobs.cancel(AGAIN)
        self.changed.emit()

    def stop_sweep(self) -> None:
        """Stops the sweep over a lever; what there is of it stays. The load's sweep, which the plan waits for, comes next."""
        if self._store.jobs.busy(LEVER):
            self._store.jobs.cancel(LEVER)
            if self.answered is not None:
                self._start_sweep(self.answered)
            self.changed.emit()

    def sweep_again(self) -> None:
        """The sweep over the lever once more, after it was stopped."""
        if self.answered is not None and not self.running and not self._store.jobs.busy(LEVER) and self.error is None:
            self._start_lever(self.answered)

    def again(self) -> None:
        """The same question once more, after it was stopped."""
        question, self.asked = self.asked, None
        if question is not None:
            self.ask(question, self.lever)

    def _start(self, question: Question) -> None:
        self._newest, self.stopped, self.share = None, False, 0.0
        self._began = time.monotonic()

        self._store.jobs.run_away(RUN, "advisor.whatif.runs:answer", (question,), lambda runs: self._done(question, runs),
                                  lambda error: self._failed(question, error),
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
        self.held, self.sweep_error = None, None
        if self._newest is not None and self._newest != question:
            self._start(self._newest)
        elif self.error is None:
            self._start_lever(question)
        self.changed.emit()

    # ------------------------------------------------------------------------------------------ sweeps

    def _start_lever(self, question: Question) -> None:
        """The lever's sweep, which is the one that is looked at; the load's after it, for the plan."""
        self.lever_error, self.lever_share, lever = None, 0.0, self.lever
        if lever is None:
            self._store.jobs.cancel(LEVER)
            self.swept = None
            self._start_sweep(question)
            return
        if self.swept is not None and self.swept.lever.key != lever.key:
            self.swept = None

        def done(found: Swept | None) -> None:
            self._lever_at(1.0, found)
            self._start_sweep(question)

        def failed(error: CannotAnswer) -> None:
            self.swept, self.lever_error = None, error
            self.changed.emit()

        self._store.jobs.run_away(LEVER, "advisor.whatif.lever_sweep:swept", (question, lever), done, failed, self._lever_at)

    def _lever_at(self, share: float, found: Swept | None) -> None:
        self.lever_share, self.swept = share, found
        self.changed.emit()

    def _start_sweep(self, question: Question) -> None:
        if self._store.jobs.busy(SWEEP) or (self.held is not None and self.held.done):
            return
        self.sweep_share = 0.0
        self._store.jobs.run_away(SWEEP, "advisor.whatif.sweeps:held", (question,), lambda found: self._held_at(1.0, found),
                                  self._sweep_failed, self._held_at)

    def _held_at(self, share: float, held: Held | None) -> None:
        self.sweep_share, self.held = share, held
        self.changed.emit()

    def _sweep_failed(self, error: CannotAnswer) -> None:
        self.held, self.sweep_error = None, error
        self.changed.emit()

    # ------------------------------------------------------------------------------------------ kept runs

    @property
    def kept(self) -> tuple[Kept, ...]:
        """The runs to compare with, those that the store keeps and that are there (`find_kept`)."""
        return tuple(Kept(asked.number, Question(asked.scenario, asked.traffic, (OWN,)), self._store.filled_of(asked.scenario), run)
                     for asked in self._store.state.kept if (run := self._kept.get(asked)) is not None)

    @property
    def can_keep(self) -> bool:
        return (len(self._store.state.kept) < MOST_KEPT and not self.running and self.error is None and self.asked == self.answered
                and any(run.scheduler == OWN and run.done for run in self.runs))

    def keep(self) -> bool:
        """Keeps the engine's own run beside the present one; False where there is none or no room."""
        if not self.can_keep or self.answered is None:
            return False
        answered, run = self.answered, next(run for run in self.runs if run.scheduler == OWN)
        asked = self._store.keep_run(answered.scenario, answered.traffic)
        if asked is not None:
            self._remember(asked, run)
        return asked is not None

    def drop(self, *kept: Kept) -> None:
        self._store.drop_runs(*(k.number for k in kept))

    def find_kept(self) -> None:
        """Runs again, one after the other, what the store keeps and is not there: after a start, or an undo of long ago. What was
        stopped stays away."""
        missing = next((asked for asked in self._store.state.kept if asked not in self._kept and asked not in self._given_up), None)
        if missing is None or self._store.jobs.busy(AGAIN):
            return
        again = Question(missing.scenario, missing.traffic, (OWN,))
        self._store.jobs.run_away(AGAIN, "advisor.whatif.runs:answer", (again,), lambda runs: self._remember(missing, runs[0]),
                                  lambda error: self._store.drop_runs(missing.number))

    def _remember(self, asked: KeptRun, run: Curves) -> None:
        self._kept[asked] = run
        while len(self._kept) > MOST_REMEMBERED:
            self._kept.popitem(last=False)
        self.find_kept()
        self.changed.emit()
