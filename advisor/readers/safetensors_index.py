"""Safetensors: the header of a file, the index of several, the exact bytes of all tensors of a folder.

Format: 8 bytes length, then JSON {name: {dtype, shape, data_offsets}} (huggingface/safetensors README). Hostile until read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from advisor.readers.files import damaged, is_pointer, ordinary, pointer
from advisor.words import say

MAX_HEADER = 100_000_000
MAX_INDEX = 200_000_000
MAX_FILES = 2_000
MAX_TENSORS = 2_000_000


class SafeTensor(NamedTuple):
    """One tensor: shape (outermost first), dtype as the file names it, stored bytes."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int


def read_header(path: Path) -> list[SafeTensor]:
    """The tensors of one .safetensors file. Raises CannotAnswer when it is damaged, cut off or no such file."""
    try:
        size = ordinary(path, field="model").stat().st_size
        with path.open("rb") as file:
            beginning = file.read(32)
            if is_pointer(beginning):
                raise pointer(path.name)
            length = int.from_bytes(beginning[:8], "little")
            file.seek(8)
            if size < 10 or length > min(MAX_HEADER, size - 8):
                raise damaged(say("{name} is no whole safetensors file: its header does not fit in it.", name=path.name[:100]))
            table = json.loads(file.read(length))
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(say("{name} cannot be read as safetensors: {error}.", name=path.name[:100], error=str(error)[:80])) from None
    if not isinstance(table, dict) or len(table) > MAX_TENSORS:
        raise damaged(say("{name} has a damaged safetensors header.", name=path.name[:100]))
    return [_tensor(path, name, entry, size - 8 - length) for name, entry in table.items() if name != "__metadata__"]


def _tensor(path: Path, name: str, entry: Any, room: int) -> SafeTensor:
    offsets: Any = entry.get("data_offsets") if isinstance(entry, dict) else None
    shape: Any = entry.get("shape") if isinstance(entry, dict) else None
    if not (_whole(offsets) and len(offsets) == 2 and _whole(shape) and len(shape) <= 16 and offsets[0] <= offsets[1] <= room):
        raise damaged(say("{name} is cut off or damaged at its tensor {name2}.", name=path.name[:100], name2=name[:60]))
    return SafeTensor(name[:500], tuple(shape), str(entry.get("dtype"))[:20], offsets[1] - offsets[0])


def _whole(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 2**50 for v in values)


def files_of(folder: Path) -> list[Path]:
    """The safetensors files of a folder: those that the index names where there is one, else all."""
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        names = sorted(set(_index(index).get("weight_map", {}).values()))
        return [folder / n for n in names if isinstance(n, str) and "/" not in n and "\\" not in n][:MAX_FILES]
    return sorted(folder.glob("*.safetensors"))[:MAX_FILES]


def _index(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_INDEX:
            raise damaged(say("{name} is too large to be an index.", name=path.name))
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(say("{name} cannot be read: {error}.", name=path.name, error=str(error)[:80])) from None
    if not isinstance(data, dict) or not isinstance(data.get("weight_map", {}), dict):
        raise damaged(say("{name} is no safetensors index.", name=path.name))
    return data


def weight_bytes(folder: Path) -> int | None:
    """Exact bytes of all tensors of a folder: by the files' headers, else by the index's total; None where there is neither."""
    files = files_of(folder)
    there = [f for f in files if f.is_file()]
    if there and len(there) == len(files):
        return sum(t.bytes for f in there for t in read_header(f))
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        metadata = _index(index).get("metadata")
        total = metadata.get("total_size") if isinstance(metadata, dict) else None
        return total if isinstance(total, int) and not isinstance(total, bool) and 0 < total < 2**50 else None
    return None
