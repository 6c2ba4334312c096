"""GGUF headers, read in pieces: metadata and tensor table, never the weights. A file is hostile until it is read.

Format: version 2 and 3 of the GGUF specification (ggml-org/ggml docs/gguf.md). String arrays (a vocabulary has 150,000
entries) are stepped over, only their length is kept.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from advisor.errors import CannotAnswer
from advisor.formula.gguf_types import BLOCKS
from advisor.readers.files import damaged, is_pointer, ordinary, pointer
from advisor.scenario import GgufTensor
from advisor.words import say

CHUNK = 1 << 20
MAX_METADATA = 16_384
MAX_TENSORS = 400_000
MAX_STRING = 1 << 20
MAX_NAME = 4096
MAX_STRINGS = 2_000_000
MAX_NUMBERS = 1 << 16
MAX_HEADER = 512 << 20
MAX_SHARDS = 1000

TYPES = {0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 9: "Q8_1", 10: "Q2_K", 11: "Q3_K", 12: "Q4_K",
         13: "Q5_K", 14: "Q6_K", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S",
         22: "IQ2_S", 23: "IQ4_XS", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 29: "IQ1_M", 30: "BF16", 34: "TQ1_0",
         35: "TQ2_0", 39: "MXFP4", 40: "NVFP4", 41: "Q1_0"}
REMOVED_TYPES = (31, 32, 33, 36, 37, 38)
"""Packed layouts that llama.cpp now makes while loading (ggml.c: "REMOVED, use Q4_0 with runtime repacking")."""
FORK_TYPES = range(97, 400)
"""ik_llama.cpp numbers its own types from 97 on (ikawrakow/ik_llama.cpp#605: 156 is IQ3_KS), far above llama.cpp's."""
SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9
U32, U64 = struct.Struct("<I"), struct.Struct("<Q")
FIRST_SHARD = re.compile(r"^(.*)-(\d{5})-of-(\d{5})\.gguf$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Skipped:
    """An array that was stepped over: how many entries it has."""

    length: int


@dataclass(frozen=True, slots=True)
class Gguf:
    """What the headers of all shards say. `tensors` are of all shards; `file_bytes` is all of them, headers included."""

    path: Path
    version: int
    metadata: dict[str, Any]
    tensors: tuple[GgufTensor, ...]
    file_bytes: int
    files: int = 1
    header_bytes: int = 0
    types: dict[str, int] = field(default_factory=dict)


def fail(path: Path, why: str) -> NoReturn:
    """Raises CannotAnswer for a file that is none, or damaged; `why` is what it is or has."""
    raise damaged(say("{name} {why}.", name=path.name[:100], why=why))


class _Stream:
    """Little-endian values one after the other out of a buffered window of the file."""

    def __init__(self, file: BinaryIO, path: Path, size: int) -> None:
        self.file, self.path, self.size = file, path, size
        self.start, self.at, self.window = 0, 0, b""
        self.strings = 0

    @property
    def place(self) -> int:
        return self.start + self.at

    def need(self, count: int) -> None:
        """Makes `count` bytes available at the current place."""
        if self.at + count <= len(self.window):
            return
        place = self.place
        if place + count > self.size or place > MAX_HEADER:
            fail(self.path, "ends in the middle of its header: it is cut off or damaged")
        self.file.seek(place)
        self.window = self.file.read(max(CHUNK, count))
        self.start, self.at = place, 0
        if len(self.window) < count:
            fail(self.path, "ends in the middle of its header: it is cut off or damaged")

    def skip(self, count: int) -> None:
        if count > self.size - self.place:
            fail(self.path, "ends in the middle of its header: it is cut off or damaged")
        self.at += count

    def u32(self) -> int:
        self.need(4)
        self.at += 4
        return int(U32.unpack_from(self.window, self.at - 4)[0])

    def u64(self) -> int:
        self.need(8)
        self.at += 8
        return int(U64.unpack_from(self.window, self.at - 8)[0])

    def text(self, limit: int) -> str:
        length = self.u64()
        if length > limit:
            fail(self.path, f"has a name or text of {length:,} bytes in its header: it is damaged")
        self.need(length)
        self.at += length
        return self.window[self.at - length:self.at].decode("utf-8", "replace")

    def value(self, kind: int) -> Any:
        if kind in SCALARS:
            code = SCALARS[kind]
            width = struct.calcsize(code)
            self.need(width)
            self.at += width
            return struct.unpack_from("<" + code, self.window, self.at - width)[0]
        if kind == STRING:
            return self.long_text()
        if kind == ARRAY:
            return self.array()
        fail(self.path, f"has a value of unknown type {kind} in its header: it is damaged or newer than this version")

    def long_text(self) -> Any:
        """A text value; one of more than a megabyte is stepped over."""
        self.need(8)
        length = U64.unpack_from(self.window, self.at)[0]
        if length <= MAX_STRING:
            return self.text(MAX_STRING)
        self.at += 8
        self.skip(length)
        return Skipped(length)

    def array(self) -> Any:
        kind, length = self.u32(), self.u64()
        if kind == STRING:
            self.strings += length
            if self.strings > MAX_STRINGS or length * 8 > self.size:
                fail(self.path, f"claims an array of {length:,} texts in its header: it is damaged")
            self.skip_strings(length)
            return Skipped(length)
        if kind not in SCALARS:
            fail(self.path, f"has an array of unknown type {kind} in its header: it is damaged or newer than this version")
        width = struct.calcsize(SCALARS[kind])
        if length * width > self.size - self.place:
            fail(self.path, f"claims an array of {length:,} numbers in its header: it is damaged")
        if length > MAX_NUMBERS:
            self.skip(length * width)
            return Skipped(length)
        self.need(length * width)
        values = struct.unpack_from(f"<{length}{SCALARS[kind]}", self.window, self.at)
        self.at += length * width
        return values

    def skip_strings(self, count: int) -> None:
        """Steps over `count` texts: reads their lengths out of the window, seeks over what is beyond it."""
        read = U64.unpack_from
        window, at = self.window, self.at
        last = len(window) - 8
        for _ in range(count):
            if at > last:
                self.at = at
                self.need(8)
                window, at = self.window, self.at
                last = len(window) - 8
            at += 8 + read(window, at)[0]
        self.at = at
        if self.place > self.size:
            fail(self.path, "ends in the middle of its header: it is cut off or damaged")


def read_gguf(path: Path) -> Gguf:
    """The header of a .gguf file; for the first of several shards, of all of them.

    Raises CannotAnswer in one sentence when the file cannot be read, is damaged, cut off or of another version.
    """
    first = FIRST_SHARD.match(path.name)
    whole = _read_file(path)
    count = whole.metadata.get("split.count", 1)
    if first is None and isinstance(count, int) and count > 1 and not whole.metadata.get("split.no"):
        fail(path, say("is one of {count} parts, but its name does not say where the others are (…-00001-of-{last}.gguf)", count=count,
                       last=f"{count:05d}"))
    if first is None:
        return whole
    number, of = int(first[2]), int(first[3])
    if of > MAX_SHARDS:
        fail(path, say("is named as one of {of} parts", of=of))
    if number != 1:
        return read_gguf(path.with_name(f"{first[1]}-00001-of-{first[3]}.gguf"))
    parts = [whole]
    for index in range(2, of + 1):
        part = path.with_name(f"{first[1]}-{index:05d}-of-{first[3]}.gguf")
        if not part.exists():
            raise CannotAnswer(
                say("Part {index} of {of} is missing: {name}.", index=index, of=of, name=part.name[:150]),
                say("Put all parts in one folder."),
                "model",
            )
        parts.append(_read_file(part))
    return Gguf(path, whole.version, whole.metadata, tuple(t for p in parts for t in p.tensors), sum(p.file_bytes for p in parts), of,
                whole.header_bytes)


def _read_file(path: Path) -> Gguf:
    try:
        size = ordinary(path, field="model").stat().st_size
        with path.open("rb") as file:
            return _read_header(_Stream(file, path, size))
    except OSError as error:
        fail(path, say("cannot be read: {why}", why=error.strerror or say("the system refuses it")))


def _read_header(stream: _Stream) -> Gguf:
    path, size = stream.path, stream.size
    if size < 24:
        fail(path, say("is too short to be a GGUF file"))
    stream.need(24)
    if is_pointer(stream.window):
        raise pointer(path.name)
    if stream.window[:4] != b"GGUF":
        fail(path, say("is no GGUF file: it does not begin with GGUF"))
    stream.at = 4
    version = stream.u32()
    if version not in (2, 3):
        if int.from_bytes(version.to_bytes(4, "little"), "big") in (2, 3):
            raise CannotAnswer(
                say("{name} is a GGUF file for big-endian machines.", name=path.name[:100]),
                say("Take the little-endian file, or turn this one round with gguf_convert_endian.py of llama.cpp's gguf-py."), "model")
        fail(path, say("has GGUF version {version}; versions 2 and 3 are known", version=version))
    tensors, entries = stream.u64(), stream.u64()
    if tensors > MAX_TENSORS or entries > MAX_METADATA or tensors * 24 + entries * 13 > size:
        fail(path, say("claims {tensors} tensors and {entries} metadata entries: it is damaged", tensors=tensors, entries=entries))
    metadata: dict[str, Any] = {}
    for _ in range(entries):
        key = stream.text(MAX_NAME)
        metadata[key] = stream.value(stream.u32())
    table = [_tensor(stream) for _ in range(tensors)]
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 1 <= alignment <= 1 << 20:
        fail(path, say("has an alignment of {alignment}: it is damaged", alignment=str(alignment)[:20]))
    data = -(-stream.place // alignment) * alignment
    for tensor, offset in table:
        if data + offset + tensor.bytes > size:
            fail(path, say("ends before its tensor {tensor}: it is cut off or still being downloaded", tensor=tensor.name[:60]))
    return Gguf(path, version, metadata, tuple(t for t, _ in table), size, 1, data)


def _unknown_type(path: Path, kind: int) -> NoReturn:
    """Raises CannotAnswer for a tensor type that llama.cpp does not have, with where such types come from."""
    if kind in FORK_TYPES:
        raise CannotAnswer(say("{name} has tensors of type {kind}, one of ik_llama.cpp's own.", name=path.name[:100], kind=str(kind)),
                           say("ik_llama.cpp runs it; for llama.cpp, Ollama and LM Studio take another file of the model."), "model")
    if kind in REMOVED_TYPES:
        raise CannotAnswer(
            say("{name} has tensors of type {kind}, which llama.cpp has removed; the fork bitnet.cpp uses 36 for its own I2_S.",
                name=path.name[:100], kind=str(kind)),
            say("Take another file of the model, or the program that made this one."), "model")
    fail(path, say("has a tensor of the unknown type {kind}: it is damaged or newer than this version", kind=str(kind)))


def _tensor(stream: _Stream) -> tuple[GgufTensor, int]:
    """One line of the tensor table, with its offset in the data."""
    path, name = stream.path, stream.text(MAX_NAME)
    dimensions = stream.u32()
    if not 1 <= dimensions <= 8:
        fail(path, say("has a tensor of {dimensions} dimensions: it is damaged", dimensions=dimensions))
    shape = tuple(stream.u64() for _ in range(dimensions))
    kind, offset = stream.u32(), stream.u64()
    type_name = TYPES.get(kind)
    if type_name is None or type_name not in BLOCKS:
        _unknown_type(path, kind)
    block, block_bytes = BLOCKS[type_name]
    elements = 1
    for dimension in shape:
        if not 1 <= dimension <= 1 << 40:
            fail(path, say("has a tensor of {dimension} rows: it is damaged", dimension=dimension))
        elements *= dimension
    if elements > 1 << 44 or shape[0] % block:
        fail(path, say("has a tensor whose shape does not suit its type {kind}: it is damaged", kind=type_name))
    return GgufTensor(name, shape, type_name, elements // block * block_bytes), offset
