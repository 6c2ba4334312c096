"""What a vendor's tool or an engine's log says, as facts: the types that its readers fill, and cleaning of pasted text.

Nothing is guessed: what the text does not state is None. Names stay as printed; the catalog resolves them elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from advisor.errors import CannotAnswer
from advisor.units import GIB, MIB
from advisor.words import Text, say

LONGEST_TEXT, MOST_LINES, LONGEST_LINE, MOST_CARDS = 2_000_000, 20_000, 1_500, 256
LARGEST_MEMORY = 2**46

Os = Literal["linux", "macos", "windows"]


@dataclass(frozen=True, slots=True)
class Card:
    """One device as printed. `device_id` is AMD's PCI id, `power_watts` the cap, `cores` Apple's GPU cores.

    `physical_bytes` is the card's own memory where software sharing shows a smaller quota as total.
    """

    name: str | None = None
    index: int | None = None
    total_bytes: int | None = None
    used_bytes: int | None = None
    free_bytes: int | None = None
    reserved_bytes: int | None = None
    used_fraction: float | None = None
    physical_bytes: int | None = None
    gtt_bytes: int | None = None
    power_watts: float | None = None
    compute_capability: float | None = None
    cores: int | None = None
    device_id: str | None = None
    gfx: str | None = None
    mig: bool | None = None
    unified: bool | None = None
    broken: bool = False
    pcie_generation: int | None = None
    pcie_lanes: int | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """One MIG device: a process can use one of them, not several."""

    gpu: int
    instance: int
    total_bytes: int
    used_bytes: int | None = None
    multiprocessors: int | None = None


@dataclass(frozen=True, slots=True)
class Process:
    """A program on a device and what it holds there."""

    gpu: int
    name: str
    used_bytes: int | None


@dataclass(frozen=True, slots=True)
class Pasted:
    """Everything that one paste states. `figures` holds a log's numbers by name, in bytes, tokens and fractions."""

    tool: str
    cards: tuple[Card, ...] = ()
    slices: tuple[Slice, ...] = ()
    processes: tuple[Process, ...] = ()
    driver: str | None = None
    cuda: str | None = None
    rocm: str | None = None
    os: Os | None = None
    wsl: bool | None = None
    chip: str | None = None
    cpu_cores: int | None = None
    ram_bytes: int | None = None
    partitions: str | None = None
    shared_quota: bool = False
    figures: dict[str, Any] = field(default_factory=dict)
    rows: tuple[dict[str, Any], ...] = ()
    notes: tuple[Text, ...] = ()

    def noted(self, *notes: Text) -> Pasted:
        return replace(self, notes=self.notes + notes)


ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
RULES = str.maketrans(dict.fromkeys("│┃║", "|"))
LOST_BREAK = re.compile(r"(?<=\|)[ \t]+(?=\|)|[|+][-=]{10,}(?:[+|][-=]{10,}){0,8}[|+]")
WIDE = re.compile(r"[ \t]{64,}")  # wider than any tool's columns: cut, so that no pattern walks over thousands of blanks
QUOTE = re.compile(r"^[ \t]{0,64}(?:(?:>|#|//|--|;|\*(?=[ \t]{0,8}[|+]))[ \t]?){1,8}(?!-{0,200}$)")


def clean(text: str) -> list[str]:
    """Lines without terminal escapes and without quote or comment marks in front. Raises CannotAnswer where too large."""
    if len(text) > LONGEST_TEXT:
        raise CannotAnswer(say("The pasted text is longer than {limit} characters.", limit=LONGEST_TEXT),
                           say("Paste only what the tool printed."))
    text = ESCAPES.sub("", text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " "))
    lines = [part for line in text.translate(RULES).split("\n")[:MOST_LINES] for part in _rows(line)][:MOST_LINES]
    return [QUOTE.sub("", WIDE.sub(" " * 64, line[:LONGEST_LINE].rstrip())) for line in lines]


def _rows(line: str) -> list[str]:
    """A table that lost its line breaks, as a chat program or a mirrored issue leaves it, in its rows again; other lines as they are."""
    if len(line) < 400 or line.count("|") < 12 or "SMI" not in line[:LONGEST_TEXT].upper():
        return [line]
    return [part.strip() for part in LOST_BREAK.split(line) if part.strip()]


def mib(text: str | None) -> int | None:
    """Bytes of a figure in MiB, None where it is none or absurd."""
    return sized(text, MIB)


def sized(text: str | None, unit: int) -> int | None:
    """Bytes of a figure in `unit` bytes, None where it is no sensible number."""
    try:
        value = round(float((text or "").replace(",", "")) * unit)
    except (ValueError, OverflowError):
        return None
    return value if 0 <= value <= LARGEST_MEMORY else None


UNITS = {"b": 1, "k": 1000, "kb": 1000, "m": 10**6, "mb": 10**6, "g": 10**9, "gb": 10**9, "tb": 10**12,
         "kib": 1024, "mib": MIB, "gib": GIB, "tib": 2**40}


def amount(text: str | None) -> int | None:
    """Bytes of `11.7 GiB`, `972.0 MiB`, `19 GB`, `0 B`; None where it is none of these."""
    match = re.search(r"(\d[\d,]*(?:\.\d+)?)\s*([KMGT]?i?B)\b", text or "", re.I)
    return sized(match[1], UNITS[match[2].lower()]) if match and match[2].lower() in UNITS else None


def number(text: str | None) -> float | None:
    """A plain number with or without thousands separators, else None."""
    match = re.search(r"-?\d[\d,]*(?:\.\d+)?", text or "")
    return float(match[0].replace(",", "")) if match and len(match[0]) < 20 else None
