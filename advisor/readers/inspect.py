"""What a model file says: architecture, parameters by part, tensors by type, exact bytes (`advisor inspect`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

from advisor.errors import CannotAnswer
from advisor.formula.parameters import components
from advisor.readers import model_path
from advisor.scenario import Model
from advisor.words import say

METADATA_SHOWN = ("general.name", "general.architecture", "general.basename", "general.size_label", "general.license",
                  "general.quantized_by", "general.file_type", "tokenizer.ggml.model")


def inspect(reference: str) -> dict[str, Any]:
    """The answer of `advisor inspect PATH`. Bytes are integers, unknown is None. Raises CannotAnswer in one sentence."""
    place = Path(os.path.expanduser(reference))     # raises nothing where nobody is called so
    if reference.lower().endswith(".safetensors"):
        return _safetensors(place)
    model, quantization = model_path.read_model(reference)
    answer = {"path": str(place), "format": "gguf" if model.gguf_tensors is not None else "config", "name": model.name,
              "architecture": model.architecture or model.gguf_architecture, "gguf_architecture": model.gguf_architecture,
              "quantization": quantization, **_shape(model), "parameters": _parameters(model), "note": model.parameters_note}
    if model.gguf_tensors is not None:
        answer |= _gguf(model)
    else:
        folder = place if place.is_dir() else place.parent
        answer |= {"weights_bytes": model.safetensors_bytes, "tensors": None, "tensors_by_type": _types_of(folder)}
    return answer


def _shape(model: Model) -> dict[str, Any]:
    return {"layers": model.num_hidden_layers, "hidden_size": model.hidden_size, "vocab_size": model.vocab_size,
            "max_position_embeddings": model.max_position_embeddings, "num_attention_heads": model.num_attention_heads,
            "num_key_value_heads": list(model.num_key_value_heads) if isinstance(model.num_key_value_heads, tuple)
            else model.num_key_value_heads, "head_dim": model.head_dim, "sliding_window": model.sliding_window,
            "layer_types": {kind: model.layer_types.count(kind) for kind in dict.fromkeys(model.layer_types)},
            "tie_word_embeddings": model.tie_word_embeddings}


def _parameters(model: Model) -> dict[str, Any]:
    """Parameters of the whole model by part, counted from its shapes."""
    counted = components(model)
    parts = ("attention", "state", "dense_mlp", "routed_experts", "shared_experts", "router", "other")
    found: dict[str, Any] = {"total": counted.total, "active": counted.active, "embedding": counted.embedding, "head": counted.head,
                             "per_layer_embedding": counted.per_layer_embedding, "lookup_table": counted.lookup, "mtp": counted.mtp,
                             "vision": counted.vision}
    for part in parts:
        found[part] = sum(getattr(kind, part) * len(kind.layers) for kind in counted.kinds)
    found["small"] = sum((kind.small + kind.routed_small) * len(kind.layers) for kind in counted.kinds) + counted.final
    return found


def _gguf(model: Model) -> dict[str, Any]:
    """Tensors by type and exact bytes of a GGUF file."""
    from advisor.readers.gguf import read_gguf
    header = read_gguf(Path(model.source))
    shown = {k: header.metadata[k] for k in METADATA_SHOWN if isinstance(header.metadata.get(k), str | int | float)}
    return {"weights_bytes": sum(t.bytes for t in header.tensors), "file_bytes": header.file_bytes, "files": header.files,
            "tensors": len(header.tensors), "elements": sum(prod(t.shape) for t in header.tensors),
            "tensors_by_type": _by_type((t.type, prod(t.shape), t.bytes) for t in header.tensors), "metadata": shown}


def _by_type(tensors: Iterable[tuple[str, int, int]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for kind, elements, size in tensors:
        line = found.setdefault(kind, {"tensors": 0, "elements": 0, "bytes": 0})
        line["tensors"] += 1
        line["elements"] += elements
        line["bytes"] += size
    return dict(sorted(found.items(), key=lambda item: -item[1]["bytes"]))


def _types_of(folder: Path) -> dict[str, dict[str, int]] | None:
    """Tensors by type of a folder's safetensors files, None where they are not all there."""
    from advisor.readers.safetensors_index import files_of, read_header
    files = files_of(folder)
    if not files or not all(f.is_file() for f in files):
        return None
    return _by_type((t.dtype, prod(t.shape), t.bytes) for f in files for t in read_header(f))


def _safetensors(path: Path) -> dict[str, Any]:
    """One safetensors file by itself: its tensors; what model they are only a config.json tells."""
    from advisor.readers.safetensors_index import read_header
    if not path.is_file():
        raise CannotAnswer(say("There is no file {path}.", path=repr(str(path)[:200])), say("Check the path."), "model")
    tensors = read_header(path)
    return {"path": str(path), "format": "safetensors", "architecture": None, "parameters": None,
            "weights_bytes": sum(t.bytes for t in tensors), "file_bytes": path.stat().st_size, "files": 1, "tensors": len(tensors),
            "elements": sum(prod(t.shape) for t in tensors),
            "tensors_by_type": _by_type((t.dtype, prod(t.shape), t.bytes) for t in tensors),
            "note": "A safetensors file alone does not say its architecture: name the folder with its config.json."}
