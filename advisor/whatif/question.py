"""What a simulation is asked and what it answers, as plain values: the view holds them before anything is computed. No numpy here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from advisor.errors import CannotAnswer
from advisor.scenario import Scenario
from advisor.whatif.traffic import Traffic

OWN = "continuous"
Array = Any


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a run depends on. `schedulers`: `continuous` is the engine's own, `serial` and `static` baselines."""

    scenario: Scenario
    traffic: Traffic
    schedulers: tuple[str, ...]


def question(scenario: Scenario, traffic: Traffic) -> Question:
    """What the view asks: the same question whatever its sweep goes over."""
    traffic = replace(traffic, over="load")
    return Question(scenario, traffic, (OWN,) if traffic.against == "none" else (traffic.against, OWN))


@dataclass(frozen=True, slots=True)
class Curves:
    """One run, so far or whole: a few hundred bins of time (their middles), a dot a request, figures at the end.

    `kv` is a share (0..1) of `kv_tokens`, empty where the pool's size is not known. `first` is the wait for the first token of who got
    one at `first_at`, `kept` whether that was within the promise. `pushed_out` are times of preemptions. `every`: one dot in so many.
    """

    scheduler: str
    name: str
    seconds: float
    head: float
    done: bool
    time: Array
    tokens: Array
    running: Array
    waiting: Array
    kv: Array
    first_at: Array
    first: Array
    kept: Array
    came: Array
    pushed_out: Array
    every: int
    kv_tokens: int
    kv_bytes: float | None
    summary: dict[str, Any]

    def at(self, moment: float) -> int | None:
        """The bin of a moment, None before the first one."""
        if not len(self.time):
            return None
        return min(int(self.time.searchsorted(moment, side="right")), len(self.time) - 1)


@dataclass(frozen=True, slots=True)
class Point:
    """p95 of the first token at a load: low, typical and high over the seeds; `wall`: the KV pool was full in one of them."""

    load: float
    low: float
    typical: float
    high: float
    holds: bool
    wall: bool


@dataclass(frozen=True, slots=True)
class Curve:
    scheduler: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """`kind` is rate (requests per second) or people. `load` is the highest that holds the promise, None where none does.

    `people` is the highest number at once that holds it, `best` the figures with so many, or with as many as there are slots where
    that is less; `knee` where the wait turns up. `breaks` is what breaks first beyond `load`: first (the first token),
    pace, or "" where it is not known.
    """

    kind: str
    curves: tuple[Curve, ...]
    done: bool = False
    load: float | None = None
    people: int | None = None
    best: dict[str, Any] | None = None
    knee: float | None = None
    breaks: str = ""
    wall_from: float | None = None
    promise_s: float = 2.0
    pace: float = 20.0


@dataclass(frozen=True, slots=True)
class Lever:
    """One thing that a sweep goes over: its values as the scenario takes them, their words, and the place of the present one.

    `changes` are of `Scenario.with_`, one entry a value.
    """

    key: str
    name: str
    values: tuple[Any, ...]
    words: tuple[str, ...]
    changes: tuple[tuple[tuple[str, Any], ...], ...]
    present: Any

    def here(self, values: tuple[Any, ...]) -> int | None:
        """The place of the present value among `values`, None where it is not there."""
        return values.index(self.present) if self.present in values else None


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """A run's figures (None: not yet, or none) at each value of a lever, and why there are none."""

    lever: Lever
    values: tuple[Any, ...]
    words: tuple[str, ...]
    figures: tuple[dict[str, Any] | None, ...]
    reasons: tuple[CannotAnswer | None, ...]
    done: bool
    promise_s: float
    pace: float


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A run that was kept to compare with: its number, what was asked, the settings with the engine's defaults filled in, the run."""

    number: int
    asked: Question
    filled: Scenario
    run: Curves
