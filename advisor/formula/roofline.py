"""Roofline: the time that bytes and operations take, the textbook ceiling, and where decode turns compute-bound.

All functions take floats or numpy arrays alike; rates are per second, sizes in bytes, times in seconds.
"""

from __future__ import annotations

from typing import Any

OVERLAP = 4.0
SATURATION = 8.0


def lesser(a: Any, b: Any) -> Any:
    """min(a, b) without a branch, for floats and arrays alike (both finite)."""
    return (a + b - abs(a - b)) / 2


def greater(a: Any, b: Any) -> Any:
    """max(a, b) without a branch, for floats and arrays alike (both finite)."""
    return (a + b + abs(a - b)) / 2


def overlapped(read_s: Any, compute_s: Any) -> Any:
    """Time of reading and computing side by side: (read**4 + compute**4)**(1/4).

    The longer one where they differ, up to 19 % more where they are equal, since real kernels do not overlap perfectly
    there. Monotone in both. Both in seconds, not negative.
    """
    longer = greater(read_s, compute_s)
    shorter = lesser(read_s, compute_s)
    ratio = shorter / (longer + 1e-30)
    ratio *= ratio
    return longer * (1.0 + ratio * ratio) ** (1.0 / OVERLAP)


def attainable_share(share: Any, most: Any = 1.0) -> Any:
    """A share of a rate that nears `most` from below: share / (1 + (share / most)**8)**(1/8).

    Within 1 % of `share` up to 0.72 of `most` and never above it, without a kink, so that a fit can walk over it. `share` positive.
    """
    return share / (1.0 + (share / most) ** SATURATION) ** (1.0 / SATURATION)


def decode_ceiling(bandwidth_bytes_per_s: Any, weight_bytes: Any) -> Any:
    """Tokens per second of one stream if nothing but the weights were read: bandwidth / weight bytes (active ones)."""
    return bandwidth_bytes_per_s / weight_bytes


def arithmetic_intensity(operations: Any, moved_bytes: Any) -> Any:
    """Operations per byte moved; 2 for decode of one sequence in 8 bit, thousands for a long prefill."""
    return operations / moved_bytes


def attainable(intensity: Any, bandwidth_bytes_per_s: Any, peak_flops: Any) -> Any:
    """The roof at an arithmetic intensity: min(peak, intensity * bandwidth), operations per second (Williams 2009)."""
    return lesser(peak_flops * 1.0, intensity * bandwidth_bytes_per_s)


def ridge_batch(read_s: Any, compute_s_per_token: Any) -> Any:
    """Sequences in a decode batch at which computing takes as long as reading the weights: read / compute per token."""
    return read_s / compute_s_per_token


def experts_touched(share: Any, tokens: Any, independence: Any) -> Any:
    """Share of the experts that a step of `tokens` tokens reads, of which each token takes `share` = k/E.

    1 - (1 - share)**(tokens**independence): experts differ in how often they are chosen, and tokens of one text or of texts of a kind
    choose alike, so that a batch reads those of fewer independent tokens than it has. `independence` 1 is even routing, each token on
    its own; 0 a batch that reads no more than one token. 1 for a dense model (k = E).
    """
    return 1.0 - (1.0 - share) ** (tokens**independence)
