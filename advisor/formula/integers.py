"""Whole-number arithmetic that plain ints and numpy arrays share: the engines count cells and blocks, not fractions."""

from __future__ import annotations

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
