"""Which of several equal engines a request goes to."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from advisor.errors import CannotAnswer
from advisor.simulator.requests import Request
from advisor.words import say

ROUTERS = ("round_robin", "least_loaded", "prefix_aware")
MOST_UNEVEN = 4


class Loaded(Protocol):
    live: int


class Router:
    """round_robin: in turn; least_loaded: the fewest requests in it; prefix_aware: where the same beginning went before,
    as long as that engine has at most `MOST_UNEVEN` requests more than the least loaded."""

    def __init__(self, kind: str, count: int) -> None:
        if kind not in ROUTERS:
            raise CannotAnswer(
                say("No router is called {kind}.", kind=repr(kind[:60])), say("Known: {names}.", names=", ".join(ROUTERS)), field="router"
            )
        self.kind = kind
        self.count = count
        self._turn = -1
        self._home: dict[Hashable, int] = {}

    def choose(self, request: Request, engines: Sequence[Loaded]) -> int:
        if self.kind == "round_robin":
            self._turn = (self._turn + 1) % self.count
            return self._turn
        live = [engine.live for engine in engines]
        least = live.index(min(live))
        if self.kind == "least_loaded" or not request.content.sources:
            return least
        beginning = request.content.sources[0]
        home = self._home.get(beginning, least)
        if engines[home].live > engines[least].live + MOST_UNEVEN:
            home = least
        self._home[beginning] = home
        return home
