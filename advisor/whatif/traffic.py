"""Who comes when, what is promised to them and where they are turned away: what the simulator asks beside the scenario."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

SHAPES = ("people", "poisson", "burst", "day", "even", "trace")
SPREADS = ("fixed", "exponential", "log_normal")
AGAINST = ("serial", "static", "none")
OVER = ("load", "people", "rate", "prompt", "answer", "parallel", "max_batched_tokens", "ubatch", "gpu_memory_utilization", "context",
        "kv", "quantization", "cards")
DAY_S = 86_400
MOST_REQUESTS = 2_000_000


@dataclass(frozen=True, slots=True)
class Traffic:
    """`shape` None follows the scenario: its rate where it has one, else its people who ask again and again.

    Times in seconds, `pace` in tokens per second, `watermark` a share (0..1) of the KV pool. None is no limit. `against` and `over` say
    what is looked at: the baseline beside the engine's own run, and what the sweep goes over.
    """

    shape: str | None = None
    seconds: int = 240
    think_s: int = 0
    spread: str = "fixed"
    groups: int = 1
    seed: int = 1
    first_token_s: float = 2.0
    pace: float = 20.0
    queue: int | None = None
    wait_s: int | None = None
    request_s: int | None = None
    per_user: int | None = None
    watermark: float | None = None
    trace: str | None = None
    against: str = "serial"
    over: str = "load"

    def shape_for(self, rate: float | None) -> str:
        """The shape in force for a scenario with that rate (None: it names none)."""
        if self.shape is not None and (self.shape != "trace" or self.trace):
            return self.shape
        return "poisson" if rate else "people"


_CHOICES: dict[str, tuple[Any, ...]] = {"shape": (None, *SHAPES), "spread": SPREADS, "against": AGAINST, "over": OVER}
_BOUNDS: dict[str, tuple[float, float]] = {
    "seconds": (10, 7 * DAY_S), "think_s": (0, 86_400), "groups": (1, 10_000), "seed": (0, 2**31), "first_token_s": (0.01, 10_000),
    "pace": (0.1, 100_000), "queue": (0, 1_000_000), "wait_s": (1, 86_400), "request_s": (1, 86_400), "per_user": (1, 100_000),
    "watermark": (0.05, 1.0)}
_REAL = ("first_token_s", "pace", "watermark")
_OPTIONAL = ("queue", "wait_s", "request_s", "per_user", "watermark")


def parse_traffic(data: object) -> Traffic:
    """From a file's JSON; what is missing, unknown or out of range keeps its default."""
    if not isinstance(data, dict):
        return Traffic()
    kept: dict[str, Any] = {}
    for field in fields(Traffic):
        if field.name in data and _good(field.name, data[field.name]):
            kept[field.name] = data[field.name]
    return replace(Traffic(), **kept)


def said(traffic: Traffic) -> dict[str, Any]:
    """What differs from the default, for a file."""
    plain = Traffic()
    return {f.name: getattr(traffic, f.name) for f in fields(Traffic) if getattr(traffic, f.name) != getattr(plain, f.name)}


def _good(name: str, value: Any) -> bool:
    if name in _CHOICES:
        return (value is None or isinstance(value, str)) and value in _CHOICES[name]
    if name == "trace":
        return isinstance(value, str) and 0 < len(value) < 4096
    if value is None:
        return name in _OPTIONAL
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return False
    low, high = _BOUNDS[name]
    return low <= value <= high and (name in _REAL or isinstance(value, int))
