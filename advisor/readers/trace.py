"""Workload traces: who asked when, for how much. The format is recognised from the first line; `.gz` too.

Known: CSV with arrival_s,input_tokens,output_tokens (or with semicolons or tabs, as spreadsheets of some countries write it, where
a comma is the decimal mark); JSON Lines with t,i,o and h (ids of 512-token prefix blocks); and as
published, Azure's (TIMESTAMP,ContextTokens,GeneratedTokens), BurstGPT's (Timestamp,Request tokens,Response tokens) and
Mooncake's (timestamp in ms, input_length, output_length, hash_ids).
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TextIO

from advisor.errors import CannotAnswer
from advisor.readers.files import ordinary
from advisor.words import say

MAX_ROWS = 5_000_000
MAX_BYTES = 2 << 30
MAX_LINE = 4_000_000
MAX_TOKENS = 10_000_000
MAX_SECONDS = 1e9
MAX_BLOCKS = 1 << 24
BLOCK_TOKENS = 512
SEPARATORS = (",", ";", "\t")
FORMATS = "CSV with arrival_s,input_tokens,output_tokens; JSON Lines with t,i,o,h; Azure, BurstGPT and Mooncake as published."


class Trace(NamedTuple):
    """Arrivals in seconds after the first one, lengths in tokens; `blocks` the ids of each prompt's 512-token blocks, or None.

    `left_out`: requests that the trace itself marks as failed (no answer at all)."""

    arrival: array[float]
    prompt: array[int]
    output: array[int]
    blocks: list[tuple[int, ...]] | None
    left_out: int = 0
    kind: str = "csv"


class Columns(NamedTuple):
    """Which columns hold what, and how their times are written."""

    kind: str
    time: int
    prompt: int
    output: int
    dated: bool = False
    failed_without_answer: bool = False
    separator: str = ","


_CSV_KINDS = (("csv", "arrival_s", "input_tokens", "output_tokens", False, False),
              ("azure", "timestamp", "contexttokens", "generatedtokens", True, False),
              ("burstgpt", "timestamp", "request tokens", "response tokens", False, True))
_JSON_KINDS = (("jsonl", "t", "i", "o", "h", 1.0), ("mooncake", "timestamp", "input_length", "output_length", "hash_ids", 1e-3))


def read_trace(path: str | Path, most: int = MAX_ROWS) -> Trace:
    """The first `most` requests of a trace file.

    Raises CannotAnswer with the line's number where a line cannot be read, goes back in time, or holds a number out of range.
    """
    path = Path(path)
    try:
        with ordinary(path, field="trace").open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with (gzip.open(path, "rb") if packed else path.open("rb")) as binary:
            text = io.TextIOWrapper(io.BufferedReader(_Limited(binary)), encoding="utf-8-sig", errors="strict", newline="")
            return parse_trace(text, path.name, most)
    except OSError as error:
        raise CannotAnswer(
            say("The trace {name} cannot be read: {value}.", name=repr(path.name[-100:]), value=error.strerror or error),
            say("Check the path."), "trace"
        ) from None
    except (EOFError, zlib.error):
        raise CannotAnswer(
            say("The trace {name} is cut off: its compression does not end.", name=repr(path.name)), say("Fetch it again."), "trace"
        ) from None
    except UnicodeDecodeError:
        raise CannotAnswer(
            say("The trace {name} is not text.", name=repr(path.name)), say("Known: {formats}", formats=FORMATS), "trace"
        ) from None


def parse_trace(lines: TextIO, name: str, most: int = MAX_ROWS) -> Trace:
    """The same from text."""
    limited = _lines(lines, name)
    number, head = next(((n, line) for n, line in limited if line.strip()), (0, ""))
    if not head:
        raise CannotAnswer(say("The trace {name} is empty.", name=repr(name)), say("Known: {formats}", formats=FORMATS), "trace")
    if head.lstrip().startswith("{"):
        return _json_lines(head, number, limited, name, most)
    return _csv(head, number, limited, name, most)


class _Limited(io.RawIOBase):
    """Ends reading with an error when a file unpacks to more than any trace should."""

    def __init__(self, source: io.BufferedIOBase | gzip.GzipFile | io.BufferedReader) -> None:
        self._source = source
        self._left = MAX_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._source.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise CannotAnswer(
                say("The trace unpacks to more than {value} GiB.", value=MAX_BYTES >> 30), say("Cut it to the part you need."), "trace"
            )
        buffer[:len(data)] = data
        return len(data)


def _lines(source: TextIO, name: str) -> Iterator[tuple[int, str]]:
    number = 0
    while True:
        line = source.readline(MAX_LINE)
        if not line:
            return
        number += 1
        if len(line) >= MAX_LINE:
            _bad(name, number, "is longer than any line of a trace")
        yield number, line


def _bad(name: str, number: int, what: str) -> NoReturn:
    raise CannotAnswer(
        say("Line {number} of the trace {name} {what}.", number=number, name=repr(name), what=what),
        say("Mend or remove that line."),
        "trace",
    )


# ------------------------------------------------------------------------------------------------------- CSV

def _columns(head: str, name: str) -> Columns:
    for separator in SEPARATORS:
        titles = [title.strip().lower() for title in next(csv.reader([head], delimiter=separator), [])]
        for kind, time, prompt, output, dated, failed in _CSV_KINDS:
            wanted = (time, prompt, output)
            if all(title in titles for title in wanted):
                return Columns(kind, titles.index(time), titles.index(prompt), titles.index(output), dated, failed, separator)
            there, missing = ([t for t in wanted if (t in titles) == is_there] for is_there in (True, False))
            if len(there) == 2:
                raise CannotAnswer(say("The trace {name} has {there}, but no column {missing}.", name=repr(name), there=" and ".join(there),
                                       missing=missing[0]), say("Known: {formats}", formats=FORMATS), "trace")
    raise CannotAnswer(
        say("The trace {name} has no columns that are known.", name=repr(name)), say("Known: {formats}", formats=FORMATS), "trace"
    )


def _csv(head: str, first: int, lines: Iterator[tuple[int, str]], name: str, most: int) -> Trace:
    columns = _columns(head, name)
    rows = Rows(name, columns.kind)
    at, p, o, mark = columns.time, columns.prompt, columns.output, columns.separator
    start: datetime | None = None
    number = first
    for number, line in lines:
        cells = line.rstrip("\r\n").split(mark) if '"' not in line else next(csv.reader([line], delimiter=mark))
        if not cells or cells == [""]:
            continue
        try:
            if columns.dated:
                moment = _moment(cells[at])
                start = start or moment
                time = (moment - start).total_seconds()
            else:
                time = float(cells[at] if mark == "," else cells[at].replace(",", "."))
            prompt, output = int(cells[p]), int(cells[o])
        except IndexError:
            _bad(name, number, f"is cut off: it has {len(cells)} of {max(at, p, o) + 1} columns")
        except (ValueError, TypeError):
            _bad(name, number, "has something that is not a number of seconds or tokens")
        if columns.failed_without_answer and output == 0:
            rows.left_out += 1
            continue
        rows.add(number, time, prompt, output)
        if len(rows.arrival) >= most:
            break
    return rows.trace()


def _moment(text: str) -> datetime:
    """`2023-11-16 18:15:46.6805900`, up to nine digits of a second, with or without a zone."""
    stamp, dot, rest = text.strip().partition(".")
    if not dot:
        return datetime.fromisoformat(stamp)
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return datetime.fromisoformat(f"{stamp}.{rest[:digits][:6].ljust(6, '0')}{rest[digits:]}")


# ------------------------------------------------------------------------------------------------ JSON Lines

def _json_lines(head: str, first: int, lines: Iterator[tuple[int, str]], name: str, most: int) -> Trace:
    one = _object(head, first, name)
    known = next((kind for kind in _JSON_KINDS if all(key in one for key in kind[1:4])), None)
    if known is None:
        raise CannotAnswer(
            say("The trace {name} has no fields that are known.", name=repr(name)), say("Known: {formats}", formats=FORMATS), "trace"
        )
    kind, t, i, o, h, unit = known
    rows = Rows(name, kind)
    blocks: list[tuple[int, ...]] = []
    any_blocks = False
    for number, line in _chain(first, head, lines):
        if not line.strip():
            continue
        row = _object(line, number, name)
        try:
            time, prompt, output = row[t], row[i], row[o]
        except KeyError as missing:
            _bad(name, number, f"has no field {missing}")
        if any(isinstance(v, bool) or not isinstance(v, (int, float)) for v in (time, prompt, output)) or not isfinite(time) \
                or not isinstance(prompt, int) or not isinstance(output, int):
            _bad(name, number, "has something that is not a number of seconds or tokens")
        rows.add(number, time * unit, prompt, output)
        ids = row.get(h) or ()
        if not isinstance(ids, Sequence) or isinstance(ids, str) or len(ids) > prompt // BLOCK_TOKENS + 1 \
                or not all(isinstance(b, int) and abs(b) < 1 << 62 for b in ids):
            _bad(name, number, f"has prefix blocks `{h}` that are not ids of the prompt's {BLOCK_TOKENS}-token blocks")
        rows.block_count += len(ids)
        if rows.block_count > MAX_BLOCKS:
            _bad(name, number, f"brings the prefix blocks to more than {MAX_BLOCKS:,}")
        any_blocks = any_blocks or bool(ids)
        blocks.append(tuple(ids))
        if len(rows.arrival) >= most:
            break
    return rows.trace(blocks if any_blocks else None)


def _chain(number: int, head: str, lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield number, head
    yield from lines


def _object(line: str, number: int, name: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        _bad(name, number, "is not a JSON object (cut off?)")
    if not isinstance(row, dict):
        _bad(name, number, "is not a JSON object")
    return row


# ------------------------------------------------------------------------------------------------------ rows

class Rows:
    """Collects checked rows."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.arrival = array("d")
        self.prompt = array("i")
        self.output = array("i")
        self.left_out = 0
        self.block_count = 0
        self._before = -MAX_SECONDS

    def add(self, number: int, time: float, prompt: int, output: int) -> None:
        if not -MAX_SECONDS < time < MAX_SECONDS:
            _bad(self.name, number, "has a time out of range")
        if not (0 < prompt <= MAX_TOKENS and 0 < output <= MAX_TOKENS):
            _bad(self.name, number, f"has a length that is not between 1 and {MAX_TOKENS:,} tokens")
        if time < self._before:
            _bad(self.name, number, "arrives before the line above it (a trace is in order of arrival)")
        if len(self.arrival) >= MAX_ROWS:
            _bad(self.name, number, f"is beyond the {MAX_ROWS:,} requests that a trace may have")
        self._before = time
        self.arrival.append(time)
        self.prompt.append(prompt)
        self.output.append(output)

    def trace(self, blocks: list[tuple[int, ...]] | None = None) -> Trace:
        if not self.arrival:
            raise CannotAnswer(say("The trace {name} has no requests.", name=repr(self.name)),
                               say("Known: {formats}", formats=FORMATS), "trace")
        first = self.arrival[0]
        arrival = array("d", [t - first for t in self.arrival]) if first else self.arrival
        return Trace(arrival, self.prompt, self.output, blocks, self.left_out, self.kind)
