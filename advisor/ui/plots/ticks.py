"""Where an axis has its numbers and how they are written: plain, clock and logarithmic scales. Pure."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

Ticks = list[tuple[float, str]]
MOST = 5
_CLOCK_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400)


def plain(low: float, high: float, most: int = MOST) -> Ticks:
    """At most about `most` round values from `low` to `high` (steps of 1, 2 or 5 times a power of ten), two at least."""
    span = high - low
    if not (isfinite(span) and span > 0):
        return []
    for wanted in range(most, most + 4):
        raw = span / wanted
        scale = 10.0 ** floor(log10(raw))
        step = next(s * scale for s in (1, 2, 5, 10) if s * scale >= raw * (1 - 1e-9))
        places = _multiples(low, high, step)
        if len(places) > 1:
            break
    return [(value, number(value, step)) for value in places]


def whole(low: float, high: float, most: int = MOST) -> Ticks:
    """The same for what is counted: no step under 1."""
    if isfinite(low) and isfinite(high) and 0 < high - low < 4:
        return [(value, number(value, 1.0)) for value in _multiples(low, high, 1.0 if high - low <= most else 2.0)]
    return plain(low, high, most)


def clock(low: float, high: float, most: int = MOST) -> Ticks:
    """Seconds as 0:30, 2:00; whole hours as 6 h where the steps are hours."""
    raw = (high - low) / most
    if not (isfinite(raw) and raw > 0):
        return []
    step = next((float(s) for s in _CLOCK_STEPS if s >= raw), 86400.0 * ceil(raw / 86400))
    words = (lambda value: f"{value / 3600:,.0f} h") if step >= 3600 else clock_words
    return [(value, words(value)) for value in _multiples(low, high, step)]


def logarithmic(low: float, high: float, most: int = MOST) -> Ticks:
    """`low` and `high` are logarithms to base 10, and so are the places; the words are the values."""
    decades = list(range(ceil(low - 1e-9), floor(high + 1e-9) + 1))
    few = len(decades) <= 3 and 2 * len(decades) <= most + 1
    if len(decades) > most:
        decades = decades[::-(-len(decades) // most)]
    places = [float(d) for d in decades]
    if few:
        extra = (3,) if len(decades) * 2 > 3 else (2, 5)
        places += [d + log10(m) for d in range(floor(low) - 1, floor(high) + 1) for m in extra]
    return sorted({(p, power(10.0 ** p)) for p in places if low - 1e-9 <= p <= high + 1e-9})


def number(value: float, step: float) -> str:
    """A tick's value with as many decimals as its step needs."""
    decimals = max(0, -floor(log10(step) + 1e-9)) if step > 0 else 0
    return f"{value:,.{decimals}f}" if decimals <= 6 else f"{value:g}"


def power(value: float) -> str:
    """0.1, 3, 10,000; beyond that, for which the axis has no room, as 10⁵ or 3·10⁵."""
    if value >= 99_999:
        exponent = floor(log10(value) + 1e-6)
        times = round(value / 10.0 ** exponent)
        return ("" if times == 1 else f"{times}·") + "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{value:,.0f}" if value >= 0.9999 else f"{value:.3g}"


def clock_words(seconds: float) -> str:
    """`3:24`, `1:02:03`; tenths below ten seconds are not written."""
    whole = round(seconds)
    hours, rest = divmod(abs(whole), 3600)
    text = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    return "-" + text if whole < 0 else text


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [k * step for k in range(first, min(last, first + 50) + 1)]
