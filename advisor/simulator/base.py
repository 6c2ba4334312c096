"""The base of all schedulers: pure and seeded by nothing, they decide step by step and know no time."""

from __future__ import annotations

from typing import NamedTuple

from advisor.simulator.requests import Request


class Batch:
    """What one step computes. `tokens` lists who gets a token at its end, in the order of scheduling.

    `padding`: sequences, context, prompt tokens and attention pairs that are computed for nobody.
    `crowd`: how many of the scheduler's crowd get a token too, the context that they read, the number of the crowd's step.
    `inserts`: requests whose first so many tokens a prefix tree may hold once the step is done.
    """

    __slots__ = ("aborted", "admitted", "crowd", "hits", "inserts", "padding", "preempted", "resumed", "scheduled", "tokens")

    def __init__(self) -> None:
        self.scheduled: dict[Request, int] = {}
        self.tokens: list[Request] = []
        self.admitted: list[Request] = []
        self.resumed: list[Request] = []
        self.preempted: list[Request] = []
        self.aborted: list[Request] = []
        self.hits: dict[Request, int] = {}
        self.inserts: list[tuple[Request, int]] = []
        self.padding: tuple[int, int, int, float] = (0, 0, 0, 0.0)
        self.crowd: tuple[int, int, int] = (0, 0, 0)


class Quiet(NamedTuple):
    """The next `steps` steps, at least, decode the same `sequences` by one token each, and nobody comes or goes; the first of them
    reads `context` tokens in all. `live` of the sequences are for somebody (the others are padding). Nobody finishes before the
    last of them; who finishes with it is told by `through`, where the scheduler has a crowd."""

    steps: int
    sequences: int
    context: int
    live: int


NOT_QUIET = Quiet(0, 0, 0, 0)


class Scheduler:
    """add, cancel, schedule, update. With `asynchronous`, a step is scheduled before the one before it has come back."""

    asynchronous = False
    waits_when_idle = False
    most_running = 1 << 30

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

    def quiet(self) -> Quiet:
        """The next steps, where it is sure that they only decode; NOT_QUIET where it is not."""
        return NOT_QUIET

    def skip(self, steps: int) -> None:
        """Takes `steps` <= k of the steps that `quiet` found, all at once."""
        raise NotImplementedError

    def through(self) -> list[Request]:
        """After `skip`: who finished with the last of the steps."""
        return []

    def will_leap(self) -> None:
        """Said by a leaping run before it starts: many steps may be taken at once. Who only decodes may then be kept as a crowd, where
        it does not matter what contents have in common."""

    def nothing_shared(self) -> None:
        """Said by a leaping run before it starts: no two requests have any content in common. Who only decodes may then be kept
        as a crowd."""

    @property
    def busy(self) -> bool:
        """Anything running or waiting."""
        raise NotImplementedError

    def running_count(self) -> int:
        raise NotImplementedError

    def waiting_count(self) -> int:
        raise NotImplementedError

    def used_tokens(self) -> int:
        """KV held by who runs, in tokens (whole blocks)."""
        raise NotImplementedError

    def take_failed(self) -> list[Request]:
        """Requests that the engine itself gave up since the last call."""
        return []


