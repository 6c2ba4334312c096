"""The base of all schedulers: pure and seeded by nothing, they decide step by step and know no time."""

from __future__ import annotations

from advisor.simulator.requests import Request


class Batch:
    """What one step computes. `tokens` lists who gets a token at its end, in the order of scheduling."""

    __slots__ = ("admitted", "aborted", "hits", "preempted", "resumed", "scheduled", "tokens")

    def __init__(self) -> None:
        self.scheduled: dict[Request, int] = {}
        self.tokens: list[Request] = []
        self.admitted: list[Request] = []
        self.resumed: list[Request] = []
        self.preempted: list[Request] = []
        self.aborted: list[Request] = []
        self.hits: dict[Request, int] = {}


class Scheduler:
    """add, cancel, schedule, update. With `asynchronous`, a step is scheduled before the one before it has come back."""

    asynchronous = False
    waits_when_idle = False

    def add(self, request: Request) -> None:
        """A request arrives. It must fit (see `refuses`)."""
        raise NotImplementedError

    def refuses(self, request: Request) -> bool:
        """True where the engine turns the request away for its length."""
        return False

    def cancel(self, request: Request) -> None:
        """The client leaves; what the request holds is free at once."""
        raise NotImplementedError

    def schedule(self) -> Batch:
        """Decides the next step; `Batch.scheduled` is empty where nothing can run."""
        raise NotImplementedError

    def update(self, batch: Batch) -> list[Request]:
        """The tokens of a scheduled step have come; the requests that this ends."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Anything running or waiting."""
        raise NotImplementedError

    def running_count(self) -> int:
        raise NotImplementedError

    def waiting_count(self) -> int:
        raise NotImplementedError

    def used_tokens(self) -> int:
        """KV held, in tokens (whole blocks)."""
        raise NotImplementedError
