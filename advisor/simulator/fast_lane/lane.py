"""One of several engines behind a router, in the fast lane."""

from __future__ import annotations

from collections import deque
from math import inf

from advisor.simulator.arrivals import Workload
from advisor.simulator.clock import StepClock
from advisor.simulator.fast_lane.engine import Engine
from advisor.simulator.record import Record
from advisor.simulator.requests import Request
from advisor.simulator.schedulers.vllm import Vllm


class Lane:
    """To several engines behind a router what `run.Replica` is to the general loop.

    Its turns are taken one by one, as far as the next arrival that may come to it; `settle` tells the states of all at the end.
    """

    pending = False

    def __init__(self, workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, number: int) -> None:
        self.number = number
        self.scheduler = scheduler
        self.now = 0.0
        self.live = self.inside = 0
        self.busy = self.blocked = False
        self.ended: list[Request] = []
        self.waiting: deque[int] = deque()
        self.ahead = 0.0
        self._inside: dict[int, Request] = {}
        self._turns = Engine(workload, scheduler, clock, record, lane=self).turns()
        next(self._turns)

    def offer(self, request: Request, time: float) -> None:
        """A request arrives; an idle engine's time is moved on to it."""
        if not self.busy:
            self.now = max(self.now, time)
        if not self.waiting:        # it may be let in at once, and be through with its prompt
            self.ahead = self.now
        self.busy = True
        self.waiting.append(request.index)
        self._inside[request.index] = request
        self.live += 1

    def advance(self, limit: float) -> bool:
        """One step, or one leap that ends at the first step boundary at or after `limit`."""
        self._turns.send(limit)
        return True

    def over(self, index: int, time: float) -> None:
        """A request has had its last token."""
        request = self._inside.pop(index)
        request.finish = time
        self.ended.append(request)

    def ends_after(self) -> float:
        """Nobody's end comes before that time, but those that are told already."""
        return self.ahead

    def next_deadline(self) -> float:
        """Nobody is given up in the fast lane."""
        return inf

    def close(self) -> None:
        """All is over: the sums go to the record."""
        next(self._turns, None)
