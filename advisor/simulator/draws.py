"""Random draws that are the same on every platform: raw bits of a fixed generator, shaped here, rounded before use.

Only the bit stream is numpy's (PCG64's is fixed for good); what a library's logarithm may differ in by its last bit is
rounded away: times to nanoseconds, lengths to tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from advisor.errors import CannotAnswer
from advisor.words import say

NANOSECOND = 1e-9


class Draws:
    """A seeded stream; every use takes its own `stream` number, so that one more draw here moves nothing there."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        import numpy as np
        self._np = np
        self._bits = np.random.PCG64(np.random.SeedSequence([seed, stream]))

    def uniform(self, count: int) -> Any:
        """In (0, 1), never 0 or 1."""
        return ((self._bits.random_raw(count) >> self._np.uint64(12)).astype(float) + 0.5) * 2.0 ** -52

    def exponential(self, count: int) -> Any:
        """Mean 1."""
        return -self._np.log(self.uniform(count))

    def normal(self, count: int) -> Any:
        """Mean 0, deviation 1 (Box and Muller)."""
        np = self._np
        return np.sqrt(-2.0 * np.log(self.uniform(count))) * np.cos(2.0 * np.pi * self.uniform(count))

    def gamma(self, shape: float, count: int) -> Any:
        """Mean `shape`, scale 1 (Marsaglia and Tsang 2000; below 1 by the power of one more uniform)."""
        np = self._np
        lifted = shape + 1.0 if shape < 1.0 else shape
        d = lifted - 1.0 / 3.0
        c = 1.0 / sqrt(9.0 * d)
        out = np.empty(0)
        while len(out) < count:
            block = count - len(out) + 64
            x, u = self.normal(block), self.uniform(block)
            v = (1.0 + c * x) ** 3
            positive = np.where(v > 0, v, 1.0)
            good = (v > 0) & (np.log(u) < 0.5 * x * x + d - d * v + d * np.log(positive))
            out = np.concatenate([out, d * v[good]])
        out = out[:count]
        return out * self.uniform(count) ** (1.0 / shape) if shape < 1.0 else out


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long prompts or answers are, in tokens. `kind`: fixed, exponential, log_normal (mean and `cv`, deviation over
    mean), empirical (`values`, each as likely). All are rounded up to whole tokens, at least `least`, at most `most`."""

    kind: str = "fixed"
    mean: float = 1.0
    cv: float = 1.0
    values: tuple[int, ...] = ()
    least: int = 1
    most: int = 10_000_000

    def draw(self, draws: Draws, count: int) -> Any:
        import numpy as np
        if self.kind == "fixed":
            raw = np.full(count, float(self.mean))
        elif self.kind == "exponential":
            raw = np.round(draws.exponential(count) * self.mean, 6)
        elif self.kind == "log_normal":
            sigma2 = log(1.0 + self.cv * self.cv)
            raw = np.round(np.exp(log(self.mean) - sigma2 / 2 + sqrt(sigma2) * draws.normal(count)), 6)
        elif self.kind == "empirical" and self.values:
            raw = np.asarray(self.values, float)[(draws.uniform(count) * len(self.values)).astype(int)]
        else:
            raise CannotAnswer(
                say("No lengths are called {kind}.", kind=repr(self.kind[:40])), say("Use fixed, exponential, log_normal or empirical.")
            )
        return np.clip(np.ceil(raw), self.least, self.most).astype(np.int64)


def arrival_times(gaps: Any) -> Any:
    """Times from gaps in seconds, each gap rounded to nanoseconds, so that the sum is the same everywhere."""
    import numpy as np
    return np.cumsum(np.round(np.asarray(gaps) / NANOSECOND)) * NANOSECOND


def poisson_gaps(draws: Draws, rate: float, count: int) -> Any:
    return draws.exponential(count) / rate


def burst_gaps(draws: Draws, rate: float, count: int, cv: float) -> Any:
    """Gamma gaps: mean 1 / rate, deviation `cv` times that; cv 1 is Poisson, above it bursts."""
    shape = 1.0 / (cv * cv)
    return draws.gamma(shape, count) / (shape * rate)


DAY_CURVE = (0.35, 0.25, 0.2, 0.18, 0.18, 0.22, 0.35, 0.6, 1.0, 1.45, 1.7, 1.75, 1.55, 1.65, 1.8, 1.8, 1.7, 1.5, 1.3, 1.2, 1.1,
             0.95, 0.75, 0.5)


def day_times(draws: Draws, rate: float, count: int, day_s: float = 86400.0, curve: tuple[float, ...] = DAY_CURVE) -> Any:
    """Poisson arrivals whose rate follows a day's hours (mean `rate`), starting at midnight, by the inverse of its integral."""
    import numpy as np
    weights = np.asarray(curve, float) / np.mean(curve)
    edges = np.linspace(0.0, day_s, len(weights) + 1)
    sums = np.concatenate([[0.0], np.cumsum(weights * day_s / len(weights))]) * rate
    marks = np.cumsum(np.round(draws.exponential(count), 12))
    days = np.floor(marks / sums[-1])
    times = days * day_s + np.interp(marks - days * sums[-1], sums, edges)
    return np.round(times, 9)
