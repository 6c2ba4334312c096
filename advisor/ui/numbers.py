"""Figures as the screen shows them: units by preference (GB or GiB), ranges with the language's own brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from advisor import units
from advisor.ui.language import is_cjk, tr

if TYPE_CHECKING:
    from advisor.answer import Range


_UNIT = re.compile(r"(?<=\d) (?=(?:[KMGT]?i?B|[µm]?s|tok/s|[GT]B/s|T?FLOP/s|W|%)(?![A-Za-z])|[人个次路张块台份层步项种行题条秒倍])")


class _Current:
    binary: bool = False


def use_binary(binary: bool) -> None:
    """GiB everywhere instead of GB."""
    _Current.binary = binary


def is_binary() -> bool:
    """Whether sizes are shown in GiB (a preference)."""
    return _Current.binary


def unit_name() -> str:
    return "GiB" if _Current.binary else "GB"


def unit_bytes() -> int:
    """Bytes of the unit that sizes are shown in."""
    return units.GIB if _Current.binary else units.GB


def size(value: float | None, decimals: int | None = None) -> str:
    """`8.99 GB`, below a tenth of one `33.6 MB`; None is the word for unknown."""
    if value is None:
        return tr("unknown")
    if decimals is None and 0 < abs(value) < unit_bytes() / 10:
        return f"{small_size(value)} {small_unit_name()}"
    return f"{bare_size(value, decimals)} {unit_name()}"


def close_size(value: float) -> str:
    """To four digits, for sums that a reader does again: `23.25 GB`, `134.2 MB`."""
    return units.close_size(value, _Current.binary)


def small_unit_name() -> str:
    return "MiB" if _Current.binary else "MB"


def small_size(value: float) -> str:
    """The figure in MB or MiB, three digits: `33.6`, `4.19`, `0.13`."""
    amount = value / (units.MIB if _Current.binary else units.MB)
    return f"{amount:,.{0 if abs(amount) >= 99.95 else 1 if abs(amount) >= 9.995 else 2}f}"


def bare_size(value: float, decimals: int | None = None) -> str:
    """The same without its unit, where a heading names it."""
    amount = value / unit_bytes()
    if decimals is None:
        decimals = 2 if abs(amount) < 10 else 1
    return f"{amount:,.{decimals}f}"


class Scale(NamedTuple):
    """How the sizes of one table are written: all in one unit, with so many decimals under 10 and above, none from a thousand on."""

    unit: str
    bytes: int
    decimals: int
    above: int

    def text(self, value: float) -> str:
        amount = value / self.bytes
        return f"{amount:,.{self.decimals if abs(amount) < 9.95 else self.above if abs(amount) < 999.95 else 0}f}"


def table_scale(values: Iterable[float]) -> Scale:
    """GB or GiB with one decimal, two where one would round the smallest to nothing much; MB or MiB where that is below 0.01."""
    smallest = min((abs(value) for value in values if value), default=unit_bytes()) / unit_bytes()
    if smallest >= 0.0095:
        return Scale(unit_name(), unit_bytes(), 1 if smallest >= 0.095 else 2, 1)
    small = units.MIB if _Current.binary else units.MB
    return Scale(small_unit_name(), small, 1, 0)


def both_sizes(value: float) -> str:
    """`8.99 GB = 8.37 GiB = 8,988,110,848 bytes`, for tooltips."""
    return f"{value / units.GB:,.2f} GB = {value / units.GIB:,.2f} GiB = {value:,.0f} bytes"


def unbroken(text: str) -> str:
    """The same with each number held to its unit or, in Chinese, to what it counts, so that no line breaks between them."""
    return _UNIT.sub("\u00a0", text)


def brackets(text: str) -> str:
    """A remark behind a figure, in the brackets of the language in use."""
    return f"（{text}）" if is_cjk() else f" ({text})"


def amount_and_unit(value: float | None, kind: str) -> tuple[str, str]:
    """A typical value split for a figure: `("0.29", "s")`, `("83", "tok/s")`."""
    if value is None:
        return tr("unknown"), ""
    text = units.seconds(value) if kind == "seconds" else units.rate(value, "tok/s") if kind == "rate" else f"{value:,.0f} "
    amount, _, unit = text.partition(" ")
    return amount, unit


def span(value: Range, kind: str) -> str:
    """`0.24–0.36`, in the unit of the typical value."""
    return units.edges(value.low, value.high, " ".join(amount_and_unit(value.typical, kind)))


def ranged(value: Range | None, kind: str) -> str:
    """`83 tok/s (71–96)`."""
    if value is None:
        return tr("unknown")
    amount, unit = amount_and_unit(value.typical, kind)
    return f"{amount} {unit}{brackets(span(value, kind))}"


def context_name(tokens: int) -> str:
    """`4K` for powers of two and their like, else `4,096` style digits."""
    return f"{tokens // 1024:,}K" if tokens >= 1024 and tokens % 1024 == 0 else f"{tokens:,}"
