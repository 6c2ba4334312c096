"""A model from a path: config.json, a folder with one, or a .gguf file. Read once per path, time of change and size."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from advisor.errors import CannotAnswer
from advisor.readers.files import is_pointer, odd_config, ordinary, pointer
from advisor.readers.hf_config import model_from_config
from advisor.scenario import Model
from advisor.words import say

MAX_CONFIG_BYTES = 8_000_000


def looks_like_path(reference: str) -> bool:
    """Whether a reference can only be a path: it ends like a file or begins like a path."""
    text = reference.strip()
    return (text.lower().endswith((".gguf", ".json")) and (os.sep in text or "/" in text or exists(text))) or text.startswith(
        ("/", "./", "../", "~", ".\\", "..\\")) or text[1:3] in (":\\", ":/")


def exists(reference: str) -> bool:
    """Whether there is something at that path (a name that cannot be a path is not there)."""
    try:
        return Path(reference).expanduser().exists()
    except (OSError, ValueError, RuntimeError):
        return False


def read_model(reference: str) -> tuple[Model, str | None]:
    """The model of that path and the format its file implies. Raises CannotAnswer in one sentence."""
    try:
        path = Path(reference).expanduser()
        status = path.stat()
    except (OSError, ValueError, RuntimeError):
        raise CannotAnswer(
            say("There is no file or folder {reference}.", reference=repr(reference[:200])), say("Check the path."), "model"
        ) from None
    stamp: tuple[int, ...] = (status.st_mtime_ns, status.st_size)
    if not path.is_dir():
        ordinary(path, field="model")
    else:
        inside = [path / name for name in ("config.json", "model.safetensors.index.json")]
        stamp += tuple(f.stat().st_mtime_ns for f in inside if f.exists())
    return _read(str(path), stamp)


@lru_cache(maxsize=64)
def _read(path: str, stamp: tuple[int, ...]) -> tuple[Model, str | None]:
    place = Path(path)
    if place.is_dir():
        return _folder(place)
    if place.name.lower().endswith(".gguf"):
        from advisor.readers.gguf_model import model_from_gguf
        return model_from_gguf(place)
    return _config(place, place.parent)


def _folder(folder: Path) -> tuple[Model, str | None]:
    if (folder / "config.json").is_file():
        return _config(folder / "config.json", folder)
    if (folder / "adapter_config.json").is_file():
        raise _adapter(read_json(folder / "adapter_config.json", MAX_CONFIG_BYTES))
    files = sorted(f for f in folder.glob("*.gguf") if "mmproj" not in f.name.lower())[:1000]
    firsts = [f for f in files if "-of-" not in f.name or "-00001-of-" in f.name]
    if len(firsts) == 1:
        return read_model(str(firsts[0]))
    if firsts:
        raise CannotAnswer(say("The folder holds {firsts} GGUF models.", firsts=len(firsts)), say("Name one of the files."), "model")
    raise CannotAnswer(say("The folder holds neither a config.json nor a .gguf file."), say("Name a model's folder."), "model")


def _adapter(config: Any) -> CannotAnswer:
    """The refusal of an adapter (PEFT's adapter_config.json), with the model that it was trained on where it says so."""
    base = config.get("base_model_name_or_path") if isinstance(config, dict) else None
    mend = say("Name that model: an adapter takes little beside it.")
    if isinstance(base, str) and base:
        return CannotAnswer(say("It is an adapter (LoRA), not a model: its base model is {base}.", base=base[:200]), mend, "model")
    return CannotAnswer(say("It is an adapter (LoRA), not a model: its base model is not named in it."), mend, "model")


def _config(path: Path, folder: Path) -> tuple[Model, str | None]:
    config = read_json(path, MAX_CONFIG_BYTES)
    if isinstance(config, dict) and "weight_map" in config and (folder / "config.json").is_file():
        config = read_json(folder / "config.json", MAX_CONFIG_BYTES)
    if isinstance(config, dict) and "peft_type" in config:
        raise _adapter(config)
    name = folder.name if path.name == "config.json" else path.stem
    given: dict[str, Any] = {"source": str(path)}
    if path.name == "config.json":
        from advisor.readers.safetensors_index import weight_bytes
        given["safetensors_bytes"] = weight_bytes(folder)
    model = model_from_config(config, name[:200] or "config", name=name[:200] or "config", **given)
    return model, model.native_quantization.method if model.native_quantization else None


def read_json(path: Path, limit: int) -> Any:
    """The parsed file. Raises CannotAnswer when it is too large, cannot be read or is no JSON."""
    try:
        if path.stat().st_size > limit:
            raise odd_config(say("{name} is larger than {value} MB; a config is not.", name=path.name, value=limit // 10**6))
        text = path.read_bytes()
        if is_pointer(text):
            raise pointer(path.name)
        return json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise odd_config(say("{name} cannot be read as JSON: {error}.", name=path.name, error=str(error)[:100])) from None
