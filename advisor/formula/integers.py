"""Whole-number arithmetic that plain ints and numpy arrays share: the engines count cells and blocks, not fractions.
And the search for the largest whole number that something still holds for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def ceil_div(a: Any, b: Any) -> Any:
    """ceil(a / b) for whole numbers, b > 0."""
    return -(-a // b)


def pad(value: Any, unit: Any) -> Any:
    """`value` rounded up to a multiple of `unit`."""
    return -(-value // unit) * unit


def smaller(a: Any, b: Any) -> Any:
    """min(a, b) element by element, exact for whole numbers."""
    return (a + b - abs(a - b)) // 2


def larger(a: Any, b: Any) -> Any:
    """max(a, b) element by element, exact for whole numbers."""
    return (a + b + abs(a - b)) // 2


def largest(good: Callable[[int], Any], low: int, high: int) -> int:
    """The largest n in low..high with good(n), where good holds up to some n; `low` itself is taken for granted."""
    while low < high:
        middle = (low + high + 1) // 2
        if good(middle):
            low = middle
        else:
            high = middle - 1
    return low


def largest_near(good: Callable[[int], Any], low: int, high: int, near: int) -> int:
    """The same, looked for around `near` first: a good guess costs two questions."""
    near, step = min(max(near, low), high), 1
    if near == low or good(near):
        while near < high:
            if not good(min(high, near + step)):
                return largest(good, near, min(high, near + step) - 1)
            near, step = min(high, near + step), 2 * step
        return near
    while near - step > low:
        if good(near - step):
            return largest(good, near - step, near - 1)
        near, step = near - step, 2 * step
    return largest(good, low, near - 1)
