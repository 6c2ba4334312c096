"""Those who only decode, as one quantity: how many, how much context, when each of them will be through.

A step of the crowd costs the same for one request and for a thousand; a request is touched when it joins and when it leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from advisor.simulator.kv_pool import steps_within
from advisor.simulator.requests import Request


class Joined(NamedTuple):
    """A member's place in the order of joining, the crowd's step then, and the step modulo the page at which it wants pages."""

    order: int
    step: int
    phase: int


class Crowd:
    """`done` counts the steps that were scheduled for its members together, `back` those whose tokens have come.

    What a member has computed and generated is brought up to date when it leaves. `wanting` counts the members by the step,
    modulo the page, at which each wants its next page.
    """

    __slots__ = ("_ends", "_joined", "_order", "back", "context", "count", "done", "page", "wanting")

    def __init__(self, page: int = 1) -> None:
        self.page = page
        self.wanting = [0] * page
        self.done = 0
        self.back = 0
        self.count = 0
        self.context = 0
        self._order = 0
        self._ends: list[tuple[int, int, Request]] = []
        self._joined: dict[Request, Joined] = {}

    def __contains__(self, request: Request) -> bool:
        return request in self._joined

    def join(self, request: Request, steps: int) -> int:
        """A request takes part from the next step on and is through with the `steps`th (0: it is not told). The step of joining."""
        self._order += 1
        phase = (self.done - request.computed) % self.page
        self._joined[request] = Joined(self._order, self.done, phase)
        if steps:
            heappush(self._ends, (self.done + steps, self._order, request))
        self.count += 1
        self.context += request.computed
        self.wanting[phase] += 1
        return self.done

    def pages(self, steps: int) -> int:
        """How many new pages the next `steps` steps want."""
        if self.page == 1:
            return steps * self.count
        whole, rest = divmod(steps, self.page)
        wanted = whole * self.count
        if rest:
            at = self.done % self.page
            to = at + rest
            wanting = self.wanting
            wanted += sum(wanting[at:to]) if to <= self.page else sum(wanting[at:]) + sum(wanting[:to - self.page])
        return wanted

    def steps_within(self, pages: int, steps: int) -> int:
        """How many of the next `steps` steps find the pages they want among `pages`."""
        return steps_within(steps, pages, self.count, self.wanting, self.done)

    def advance(self, steps: int) -> None:
        self.done += steps
        self.context += steps * self.count

    def first_end(self) -> int:
        """The step with which the first of them is through; far off where nobody's end is known."""
        return self._ends[0][0] if self._ends else 1 << 60

    def through(self, back: int) -> list[Request]:
        """The tokens up to step `back` have come: who is through, in the order of joining (and is still in)."""
        self.back = back
        ends, found = self._ends, []
        while ends and ends[0][0] <= back:
            found.append(heappop(ends)[2])
            self._tidy()        # the next end may be of one who left
        return found

    def leave(self, request: Request) -> None:
        """A request goes, its numbers up to date."""
        joined = self._joined.pop(request)
        self.wanting[joined.phase] -= 1
        request.computed += self.done - joined.step
        request.generated += max(self.back - joined.step, 0)
        self.count -= 1
        self.context -= request.computed
        self._tidy()

    def generated(self) -> Iterator[tuple[Request, int]]:
        """Every member with the tokens that it has been handed."""
        for request, joined in self._joined.items():
            yield request, request.generated + max(self.back - joined.step, 0)

    def disband(self) -> list[tuple[Request, int]]:
        """All leave; (request, step of joining) in the order of joining."""
        members = [(request, joined.step) for request, joined in self._joined.items()]
        for request, _step in members:
            self.leave(request)
        return members

    def _tidy(self) -> None:
        """Ends of those who left early are forgotten when they come first."""
        ends, joined = self._ends, self._joined
        while ends and ((place := joined.get(ends[0][2])) is None or place.order != ends[0][1]):
            heappop(ends)
