"""Names of the catalog for search fields: every word typed must occur in a row's name or aliases."""

from __future__ import annotations

import re
from functools import lru_cache

from advisor.ui.words import short_device

MOST = 60
_COUNTED = re.compile(r"\s*(\d{1,4})\s*[x×*]\s*(\S.*?)\s*$", re.IGNORECASE)


@lru_cache(maxsize=4)
def _rows(kind: str) -> list[tuple[str, str, str]]:
    """(id, line shown, text searched) of all models or devices."""
    from advisor import catalog
    if kind == "models":
        return [(m.id, m.name, " ".join((m.id, m.name, m.family, *m.aliases)).lower()) for m in catalog.models().values()]
    rows = []
    for device in catalog.devices().values():
        size = device.memory_bytes
        line = f"{device.name} · {size / 2**30:.0f} GiB" if size and len(device.memory_options_bytes) < 2 else device.name
        kind_words = ("cpu", "processor", "处理器") if device.kind == "cpu" else ()
        rows.append((device.id, line, " ".join((device.id, device.name, *device.aliases, *kind_words)).lower()))
    return rows


def search(kind: str, text: str) -> list[tuple[str, str]]:
    """(id, line) of up to MOST rows of `models` or `devices` that hold every word of `text`, nearest first."""
    counted = _COUNTED.match(text) if kind == "devices" else None
    words = (counted[2] if counted else text).lower().replace("·", " ").split()
    found = [(key, line, searched) for key, line, searched in _rows(kind) if all(word in searched for word in words)]
    first = words[0] if words else ""
    found.sort(key=lambda row: (not row[1].lower().startswith(first), len(row[1])) if first else (False, 0))
    if counted:
        return [(f"{counted[1]}x {key}", f"{counted[1]} × {line}") for key, line, _ in found[:MOST]]
    return [(key, line) for key, line, _ in found[:MOST]]


def line_of(kind: str, key: str | None) -> str:
    """The line shown for a choice, makers left out; the id itself where the catalog does not hold it."""
    for found, line, _ in _rows(kind):
        if found == key:
            return short_device(line)
    return key or ""


def named_device(text: str) -> tuple[str, int | None]:
    """The device a person typed or picked, and how many: `8 x H100` says it, of a chip that has its memory to itself there is one.

    None leaves the number as it is. Raises CannotAnswer.
    """
    from advisor.catalog import find_device
    counted = _COUNTED.match(text)
    name = counted[2] if counted else text.strip()
    if name.lower() == "cpu":
        return "cpu", 1
    device = find_device(name)
    one = device.kind == "cpu" or device.vendor == "apple"
    return device.id, int(counted[1]) if counted else 1 if one else None
