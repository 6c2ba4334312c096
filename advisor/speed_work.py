"""What a case asks of the devices: the bytes of its weights in their format and of its cache, with the operations of its layers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from advisor import catalog
from advisor.engines.base import Case
from advisor.formula.gguf_types import BLOCKS
from advisor.formula.parameters import components
from advisor.formula.per_model import per_model
from advisor.formula.step_time import Work
from advisor.formula.weights import weights_in
from advisor.formula.weights_gpu import PARTS, format_of
from advisor.formula.work import shape, work
from advisor.scenario import Model, Quantization


def case_work(case: Case) -> Work:
    """What the case's model asks for, with its format's bytes."""
    as_gguf = case.engine.data.get("traits", {}).get("formats") == "gguf" and case.quantization.kind not in ("textbook", "mlx")
    dense, experts = weight_bytes(case.model, case.quantization, as_gguf)
    return work(shape(case.model), dense, experts, kv_element_bytes(case))


def weight_bytes(model: Model, quantization: Quantization, as_gguf: bool = False) -> tuple[float, float]:
    """Bytes that a token's step reads of all but the routed experts (no input table), and bytes of all routed experts.

    `as_gguf`: the engine reads GGUF files, also of formats that have checkpoints of their own (16 bit, MXFP4).
    """
    if model.gguf_tensors is not None or quantization.kind == "gguf_mix" or as_gguf:
        return _gguf_bytes(model, quantization)
    return _checkpoint_bytes(model, quantization)


@cache
def _gguf_traits() -> Mapping[str, Any]:
    """What differs in GGUF files by architecture: data of the program that defines the format."""
    return dict(catalog.engine_data("llama.cpp")["architectures"])


@per_model
def _gguf_bytes(model: Model, quantization: Quantization) -> tuple[float, float]:
    traits = _gguf_traits().get(model.gguf_architecture or "", {})
    found, _ = weights_in(model, quantization.id, quantization.bits_per_weight, traits=traits)
    layers = model.num_hidden_layers
    return float(sum(found.layers[:layers]) + found.output), float(sum(found.experts[:layers]))


@per_model
def _checkpoint_bytes(model: Model, quantization: Quantization) -> tuple[float, float]:
    expert_format = None
    if model.native_quantization is not None and model.native_quantization.method == quantization.id:
        expert_format = quantization
    stored = format_of(model, quantization, expert_format)
    parts = components(model)
    dense = experts = 0.0
    for kind in parts.kinds:
        for layer in kind.layers:
            for part in PARTS:
                size = getattr(kind, part) * stored.bytes_of(part, layer)
                if part == "routed_experts":
                    experts += size
                else:
                    dense += size
            dense += (kind.router + kind.other + kind.small) * stored.plain_bytes
    head_bytes = stored.plain_bytes if {"head", "lm_head"} & stored.kept else stored.bits / 8
    return dense + parts.head_read * head_bytes, experts


def kv_element_bytes(case: Case) -> float:
    """Bytes of one stored K or V element by the cache type; `auto` is the checkpoint's own or 16 bit."""
    kind = case.settings.kv_cache_dtype.lower()
    if kind == "auto":
        own = case.model.native_quantization
        kind = (own.kv_cache_dtype if own and own.kv_cache_dtype else "f16").lower()
    if kind.startswith("fp8") or kind in ("int8", "float8"):
        return 1.0
    block = BLOCKS.get(kind) or BLOCKS.get(kind.upper())
    return block[1] / block[0] if block else 2.0
