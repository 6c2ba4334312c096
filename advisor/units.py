"""Bytes, GB and GiB, seconds, tokens: one formatter for every screen, so that no unit goes unnamed.

Locale (decimal marks, full-width brackets) is the window's business; these give plain English text.
"""

from __future__ import annotations

MIB, GIB = 2**20, 2**30
MB, GB = 10**6, 10**9


def gigabytes(value: float | None, binary: bool = False) -> str:
    """`10.9 GB` or, binary, `10.2 GiB`; two decimals under 10, one above. None is `unknown`."""
    if value is None:
        return "unknown"
    size, name = (GIB, "GiB") if binary else (GB, "GB")
    amount = value / size
    return f"{amount:.2f} {name}" if abs(amount) < 10 else f"{amount:,.1f} {name}"


def close_size(value: float, binary: bool = False) -> str:
    """To four digits, for sums that a reader does again: `23.25 GB`, `134.2 MB`; binary in GiB and MiB."""
    big, small = ((GIB, "GiB"), (MIB, "MiB")) if binary else ((GB, "GB"), (MB, "MB"))
    size, name = big if abs(value) >= big[0] else small
    amount = value / size
    return f"{amount:,.0f} {name}" if abs(amount) >= 1000 else f"{amount:.4g} {name}"


def seconds(value: float | None) -> str:
    """`0.1 ms`, `42 ms`, `0.29 s`, `3.1 s`, `24 s`, `3 min`, `5.1 h`."""
    if value is None:
        return "unknown"
    if value < 0.1:
        return f"{value * 1e3:.1g} ms" if 0 < value < 0.0005 else f"{value * 1e3:.0f} ms"
    if value < 1:
        return f"{value:.2f} s"
    if value < 10:
        return f"{value:.1f} s"
    if value < 7200:
        return f"{value:.0f} s" if value < 120 else f"{value / 60:.0f} min"
    return f"{value / 3600:,.1f} h"


_SCALES = {"ms": 1e3, "min": 1 / 60, "h": 1 / 3600}


def edges(low: float, high: float, typical: str) -> str:
    """`0.24–0.36`: a range in the unit and with the decimals of its typical value as written (`0.29 s`, `83 tok/s`)."""
    amount, _, unit = typical.partition(" ")
    decimals, scale = len(amount.partition(".")[2]), _SCALES.get(unit, 1.0)
    return f"{low * scale:,.{decimals}f}–{high * scale:,.{decimals}f}"


def rate(value: float | None, unit: str = "tok/s") -> str:
    """`83 tok/s`; one decimal under 10."""
    if value is None:
        return "unknown"
    return f"{value:.1f} {unit}" if value < 10 else f"{value:,.0f} {unit}"


def tokens(value: float | None) -> str:
    """`4,096`, with thousands separators."""
    return "unknown" if value is None else f"{value:,.0f}"
