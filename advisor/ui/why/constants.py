"""What stands behind the names in a derivation: words for a constant, and where its value comes from."""

from __future__ import annotations

import re
from typing import NamedTuple

from advisor.answer import Derivation, Estimate
from advisor.ui.language import tr, translated
from advisor.ui.why.quantities import number_text

_NAME = r"[A-Za-z_][A-Za-z_0-9]*"
_OF_DEVICE = ("bandwidth_bytes_per_s", "memory_bytes", "devices", "tensor_parallel")
_OF_MODEL = ("layers", "vocab_size", "hidden_size", "k_elements", "v_elements", "window", "groups", "widest_layer_floats")
_OF_FORMAT = ("quantization", "bits_per_weight", "block_bytes", "block_elements")
BESIDES = ("measurements", "four_in_five_within_factor")     # told under "how far such predictions were"


class Constant(NamedTuple):
    """A name of a formula in words, and its source with date."""

    words: str
    source: str


def constant(answer: Estimate, rule: Derivation, name: str) -> Constant:
    """What a value of a derivation is and where it comes from: the person, the model, the device, the engine, or worked out."""
    return Constant(_words().get(name, name.replace("_", " ")), _source(answer, rule, name))


def _source(answer: Estimate, rule: Derivation, name: str) -> str:
    case, device = answer.case, answer.case.device or answer.case.machine.cpu
    if name in ("prompt_tokens", "output_tokens", "people", "context", "concurrency", "slots", "cached_tokens"):
        return tr("you asked")
    if rule.quantity.startswith("cost_"):
        settings = name in ("busy", "years", "usd_per_kwh")
        return tr("Preferences") if settings else tr("worked out here") if name == "tokens_per_s" else translated(rule.source)
    if name in _OF_DEVICE:
        return _dated(tr("data sheet"), device.date) if device is not None else tr("you asked")
    if name in _OF_MODEL:
        return _dated(tr("model"), case.model.date)
    if name in _OF_FORMAT:
        return _dated(tr("format"), case.quantization.date)
    if name in ("ub", "ubatch", "chunk_tokens", "max_num_seqs", "max_num_batched_tokens", "gpu_memory_utilization", "unified",
                "flash_attention", "cache_type", "kept_free_bytes", "in_flight_tokens", "parallel"):
        return f"{case.engine.name} {case.version}"
    if rule.quantity.endswith("_s") or "per_s" in rule.quantity:
        return tr("fitted to measurements") if name.endswith(("_s", "per_token")) else tr("worked out here")
    return tr("worked out here")


def _dated(source: str, date: str) -> str:
    return ", ".join(part for part in (source, date) if part and (part != date or date not in source))


def filled(rule: Derivation) -> str:
    """The formula with this scenario's numbers in it; "" where it names its values in words only."""
    shown = {name: number_text(name, value) for name, value in rule.values.items() if value is not None}
    formula = rule.formula.partition(",")[0]
    names = re.findall(_NAME, formula)
    if len(names) < 2 or any(name not in shown for name in names):
        return ""
    return re.sub(_NAME, lambda match: shown[match[0]], formula)


def where(answer: Estimate, rule: Derivation) -> list[str]:
    """The full sources of what a rule took from data sheets and configurations, each once."""
    case, found = answer.case, []
    device = case.device or case.machine.cpu
    if device is not None and any(name in rule.values for name in _OF_DEVICE):
        found.append(f"{device.name}: {_dated(device.source, device.date)}")
    if any(name in rule.values for name in _OF_MODEL):
        found.append(f"{case.model.name}: {_dated(case.model.source, case.model.date)}")
    if any(name in rule.values for name in _OF_FORMAT):
        found.append(f"{case.quantization.name}: {_dated(case.quantization.source, case.quantization.date)}")
    return found


def _words() -> dict[str, str]:
    return {
        "fixed_s": tr("Fixed time"), "waiting_s": tr("Waiting for others"), "active_weight_bytes": tr("Weights that a token reads"),
        "weights_s": tr("Reading the weights once"),
        "kv_s_per_token": tr("Reading one token of the cache"), "depth_tokens": tr("Mean depth of the cache"),
        "bandwidth_bytes_per_s": tr("Memory bandwidth"), "devices": tr("Devices that read together"),
        "prompt_tokens": tr("Prompt length"), "output_tokens": tr("Answer length"), "chunk_tokens": tr("Tokens read at a time"),
        "seconds": tr("Time to read the prompt"), "arithmetic_s_per_token": tr("Arithmetic of one token"),
        "pair_s": tr("Attention between two tokens"), "running": tr("Running at once"), "people": tr("Asking at once"),
        "prompt_s": tr("Reading the own prompt"), "replicas": tr("Copies of the model"), "pace_s": tr("Time per token"),
        "file_bytes": tr("The file"), "embedding_on_host_bytes": tr("Embedding, kept in main memory"),
        "tied_copy_bytes": tr("Copy of a shared embedding"), "projector_bytes": tr("Vision part"), "gpu_layers": tr("Layers on the device"),
        "layers": tr("Layers"), "quantization": tr("Quantization"), "cells": tr("Cells of the cache"), "streams": tr("Streams"),
        "k_elements": tr("K numbers a token and layer"), "v_elements": tr("V numbers a token and layer"), "window": tr("Window"),
        "cache_type": tr("Type of the cache"), "n_ctx": tr("Context in all"), "slots": tr("Slots"),
        "unified": tr("One cache for all slots"),
        "ub": tr("Tokens computed at a time"), "mask_bytes": tr("Attention mask"), "widest_layer_floats": tr("Numbers of the widest layer"),
        "vocab_size": tr("Vocabulary"), "hidden_size": tr("Hidden size"), "output_rows": tr("Rows of output"),
        "flash_attention": tr("Flash attention"), "backend": tr("Backend"), "kept_free_bytes": tr("Kept free"),
        "memory_bytes": tr("Memory that a program sees"), "gpu_memory_utilization": tr("Share of it in use"), "budget": tr("Budget"),
        "weights": tr("Weights"), "activation": tr("Computing"), "libraries": tr("Libraries"), "graphs": tr("Graphs"),
        "blocks": tr("Blocks of the pool"), "block_bytes": tr("One block"), "block_elements": tr("Numbers in a block"),
        "blocks_per_request": tr("Blocks a request holds"),
        "context": tr("Context per request"), "price_usd": tr("Price"), "years": tr("Years of use"), "watts": tr("Power draw"),
        "usd_per_kwh": tr("Electricity, $ per kWh"), "tokens_per_s": tr("Tokens of all together"), "busy": tr("Share of the time busy"),
        "usd_per_hour": tr("Rent, $ per hour"), "input_price": tr("Input, $ per 1M"), "output_price": tr("Output, $ per 1M"),
        "cached_price": tr("Cached input, $ per 1M"), "cached_tokens": tr("Of it cached"), "model": tr("Model"), "provider": tr("Provider"),
        "tensor_parallel": tr("Tensor parallel"), "bits_per_weight": tr("Bits a weight"),
        "tables_bytes": tr("Looked-up tables"),
        "weights_bytes": tr("Weights"), "kv_bytes": tr("KV cache"), "state_bytes": tr("State"),
        "compute_bytes": tr("Compute"), "graph_bytes": tr("Graphs"), "runtime_bytes": tr("Runtime"),
        "in_flight_tokens": tr("Tokens under way"),
    }
