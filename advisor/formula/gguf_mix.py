"""Which ggml type llama.cpp's quantizer gives each tensor of a mix such as Q4_K_M.

Rules of src/llama-quant.cpp (llama.cpp b11434): a base type per mix, exceptions by what a tensor does and where its layer
stands, and a fall-back where a row is no multiple of the block. Checked against 576 sizes that llama.cpp itself produced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from advisor.formula.gguf_tensors import Tensor
from advisor.formula.gguf_types import BLOCKS

BASE = {"q4_k_s": "Q4_K", "q4_k_m": "Q4_K", "q5_k_s": "Q5_K", "q5_k_m": "Q5_K", "q3_k_s": "Q3_K", "q3_k_m": "Q3_K", "q3_k_l": "Q3_K",
        "q2_k": "Q2_K", "q2_k_s": "Q2_K", "q6_k": "Q6_K", "q8_0": "Q8_0", "q4_0": "Q4_0", "q4_1": "Q4_1", "q5_0": "Q5_0",
        "q5_1": "Q5_1", "iq4_xs": "IQ4_XS", "iq4_nl": "IQ4_NL", "iq3_xs": "IQ3_S", "iq3_s": "IQ3_S", "iq3_m": "IQ3_S",
        "iq3_xxs": "IQ3_XXS", "iq2_m": "IQ2_S", "iq2_s": "IQ2_XS", "iq2_xs": "IQ2_XS", "iq2_xxs": "IQ2_XXS", "iq1_s": "IQ1_S",
        "iq1_m": "IQ1_M", "tq1_0": "TQ1_0", "tq2_0": "TQ2_0", "mxfp4_moe": "Q8_0", "f16": "F16", "bf16": "BF16", "f32": "F32"}
ALIASES = {"fp16": "f16", "fp32": "f32", "mxfp4": "mxfp4_moe"}
LARGE_ENDS = {"q2_k_l": "q2_k", "q3_k_xl": "q3_k_l", "q4_k_l": "q4_k_m", "q5_k_l": "q5_k_m", "q6_k_l": "q6_k"}
NEEDS_IMATRIX = frozenset({"iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq3_xxs", "q2_k_s"})
PLAIN = frozenset({"f16", "bf16", "f32"})
FALLBACK = {"Q2_K": "Q4_0", "Q3_K": "Q4_0", "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0", "TQ1_0": "Q4_0", "TQ2_0": "Q4_0"}
TWO_BIT = frozenset({"iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m"})
TO_FOUR_BIT = frozenset({"q2_k", "q2_k_s", "q3_k_s", "q3_k_m", "q4_k_s", "q4_k_m", "iq3_xs", "iq3_xxs", "iq3_s", "iq3_m", "iq4_nl",
                         "iq4_xs", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq1_s", "iq1_m"})
FUSED_UNTIL_2024 = {"q3_k_m": "Q4_K", "q3_k_l": "Q4_K", "iq3_m": "Q4_K", "q4_k_m": "Q5_K", "q5_k_m": "Q6_K"}
KEPT = re.compile(r"norm|\.bias$|ffn_gate_inp|ffn_gate_tid2eid|conv1d|shortconv\.conv|per_layer_model_proj|altup|laurel|position_embd"
                  r"|time_mix|indexer\.proj|sinks|rope_f|ssm_a$|ssm_d$")
KEPT_16_BIT = re.compile(r"per_layer_model_proj|position_embd|indexer\.proj|altup|laurel")


def recipe(quantization: str) -> tuple[str, bool] | None:
    """The mix behind a quantization's id and whether its embedding and head are lifted to Q8_0 (publishers' "_L" files).

    None where no rule exists (GPU formats, and files mixed tensor by tensor such as Unsloth's).
    """
    name = ALIASES.get(quantization, quantization)
    if name in LARGE_ENDS:
        return LARGE_ENDS[name], True
    return (name, False) if name in BASE else None


def nearest_recipe(quantization: str) -> str | None:
    """The stock mix that a publisher's own mix (ud-q4_k_xl) starts from; its file differs by a few per cent. None for others."""
    if not quantization.startswith("ud-"):
        return None
    name = quantization[3:]
    if name in BASE:
        return name
    stem = name.rsplit("_", 1)[0]
    return next((candidate for candidate in (f"{stem}_m", stem, stem.replace("_k", "_0")) if candidate in BASE), None)


class Shape(NamedTuple):
    """What of a model the quantizer looks at: layers (MTP blocks not counted), heads ÷ KV heads of layer 0 (0 when that
    has none), experts, whether there is an output.weight, and whether it belongs to the 70B class."""

    layers: int
    heads_per_kv_head: int
    experts: int
    has_output: bool
    class_70b: bool = False


def more_bits(i: int, n: int) -> bool:
    """The first and last eighth of `n` and every third between, by whole-number division."""
    return i < n // 8 or i >= 7 * n // 8 or (i - n // 8) % 3 == 2


def tensor_types(mix: str, tensors: Sequence[Tensor], model: Shape, imatrix: bool | None = None,
                 large_ends: bool = False, until_2024: bool = False) -> list[str]:
    """The type of each tensor. `mix` is a key of BASE; with `imatrix` None a matrix is assumed only where the mix needs one.
    `large_ends` lifts embedding and head to Q8_0; `until_2024`: a fused attn_qkv had a rule of its own then,
    and position embeddings were quantized.

    Raises KeyError for a mix that is not llama.cpp's.
    """
    base = BASE[mix]
    matrix = mix in NEEDS_IMATRIX if imatrix is None else imatrix
    v_like = sum(1 for t in tensors if _is_v(t.name) and t.name.endswith("weight"))
    counts = {"v": 0, "down": 0, "gate": 0, "up": 0}
    types = []
    for t in tensors:
        positions = until_2024 and t.name == "position_embd.weight"
        if len(t.shape) < 2 or not t.name.endswith("weight") or (KEPT.search(t.name) and not positions):
            types.append("F32" if base == "F32" or not KEPT_16_BIT.search(t.name) or len(t.shape) < 2 else _source(base))
            continue
        chosen = base if mix in PLAIN else _wanted(mix, base, t, model, counts, v_like, matrix)
        if until_2024 and "attn_qkv.weight" in t.name:
            chosen = FUSED_UNTIL_2024.get(mix, base)
        if large_ends and t.name in ("token_embd.weight", "output.weight"):
            chosen = "Q8_0"
        types.append(fitting(chosen, t.shape[0]))
    return types


def fitting(type_name: str, row: int) -> str:
    """The type itself, or what the quantizer falls back to when a row is no multiple of its block."""
    if row % BLOCKS[type_name][0] == 0:
        return type_name
    other = FALLBACK.get(type_name, "IQ4_NL" if type_name.startswith("IQ") else "F16")
    return other if row % BLOCKS[other][0] == 0 else "F16"


def _source(base: str) -> str:
    return base if base in ("F16", "BF16") else "F16"


def _is_v(name: str) -> bool:
    return "attn_v.weight" in name or "attn_qkv.weight" in name or "attn_kv_b.weight" in name


def _wanted(mix: str, base: str, t: Tensor, model: Shape, counts: dict[str, int], v_like: int, matrix: bool) -> str:
    embedding = t.name in ("token_embd.weight", "per_layer_token_embd.weight")
    if t.name == "output.weight" or (embedding and not model.has_output):
        return _output(mix, base)
    if embedding:
        return _embedding(mix, base)
    if mix == "mxfp4_moe":
        return "MXFP4" if len(t.shape) == 3 and "_exps" in t.name else "Q8_0"
    if _is_v(t.name):
        counts["v"] += 1
        return _v(mix, base, counts["v"] - 1, v_like, model, matrix)
    if "attn_k.weight" in t.name:
        return _k(mix, base, model)
    if "attn_q.weight" in t.name:
        return {"iq3_xs": "IQ3_XXS", "iq3_xxs": "IQ2_S"}.get(mix, base)
    if "attn_output.weight" in t.name:
        return _attn_output(mix, base, model)
    for part in ("down", "gate", "up"):
        if f"ffn_{part}.weight" in t.name or f"ffn_{part}_exps" in t.name or f"ffn_{part}_shexp" in t.name:
            running = counts[part]
            counts[part] += 1
            i = t.layer if model.experts > 1 else running
            return _ffn_down(mix, base, i, model, matrix) if part == "down" else _ffn_in(mix, base, i, model)
    return base


def _output(mix: str, base: str) -> str:
    if base == "Q8_0":
        return "Q8_0"
    return "Q5_K" if mix in TWO_BIT or mix == "iq3_xxs" else "Q6_K"


def _embedding(mix: str, base: str) -> str:
    if mix in ("iq1_s", "iq1_m", "iq2_xxs", "iq2_xs"):
        return "Q2_K"
    if mix in ("iq2_s", "iq2_m", "iq3_xxs"):
        return "IQ3_S"
    return "Q4_K" if mix in ("tq1_0", "tq2_0") else base


def _v(mix: str, base: str, i: int, n: int, model: Shape, matrix: bool) -> str:
    wide = model.heads_per_kv_head >= 4
    chosen = base
    if mix in TWO_BIT:
        if wide or model.experts >= 4:
            return "Q4_K"
        return "IQ3_S" if mix in ("iq2_s", "iq2_m") else "Q2_K"
    if mix in ("q4_k_m", "q5_k_m"):
        chosen = "Q6_K" if more_bits(i, n) else base
    elif mix == "q4_k_s":
        chosen = "Q5_K" if i < 4 else base
    elif mix == "q3_k_m":
        chosen = "Q5_K" if i < 2 else "Q4_K"
    elif mix == "q3_k_l":
        chosen = "Q5_K"
    elif mix == "q2_k":
        chosen = "Q4_K" if wide else "Q3_K"
    elif mix in ("q2_k_s", "iq3_s", "iq3_xs"):
        chosen = "Q4_K" if wide else base
    elif mix in ("iq4_xs", "iq4_nl"):
        chosen = "Q5_K" if wide else base
    elif mix == "iq3_m":
        chosen = "Q4_K"
    elif mix == "iq3_xxs":
        chosen = "Q4_K" if wide else base if matrix else "IQ3_S"
    if model.class_70b and chosen in ("Q3_K", "Q4_K"):
        chosen = "Q5_K"
    return "Q8_0" if model.experts == 8 else chosen


def _k(mix: str, base: str, model: Shape) -> str:
    if model.experts == 8:
        return "Q4_K" if mix in TWO_BIT else "Q8_0"
    return {"iq3_xs": "IQ3_XXS", "iq3_xxs": "IQ2_S"}.get(mix, base)


def _attn_output(mix: str, base: str, model: Shape) -> str:
    if model.experts == 8 and mix in TO_FOUR_BIT:
        return "Q5_K"
    return {"q3_k_m": "Q4_K", "q3_k_l": "Q5_K", "q2_k": "Q3_K", "iq3_m": "Q4_K", "iq3_xxs": "IQ3_S", "iq2_m": "IQ3_S", "iq2_s": "IQ3_S",
            "iq1_s": "IQ2_XXS", "iq1_m": "IQ2_XXS"}.get(mix, base)


def _ffn_down(mix: str, base: str, i: int, model: Shape, matrix: bool) -> str:
    n = model.layers
    first = i < n // 8
    if mix in TWO_BIT:
        return ("IQ3_S" if mix in ("iq2_s", "iq2_m") else "Q2_K") if first else base
    if mix in ("q4_k_m", "q5_k_m"):
        return "Q6_K" if more_bits(i, n) else base
    if mix == "q3_k_m":
        return "Q5_K" if i < n // 16 else "Q4_K"
    if mix in ("q3_k_l", "q2_k"):
        return "Q5_K" if mix == "q3_k_l" else "Q3_K"
    if mix == "iq3_m":
        return "Q4_K" if (more_bits(i, n) if model.experts == 8 else first) else base
    if mix == "iq3_xxs":
        return base if matrix else "Q4_K" if first else "Q3_K"
    if not first:
        return base
    without = {"iq4_xs": "Q5_K", "iq4_nl": "Q5_K"}
    with_matrix = {"q4_0": "Q4_1", "q5_0": "Q5_1"}
    return {"q4_k_s": "Q5_K", "q2_k_s": "Q4_K"}.get(mix) or (with_matrix if matrix else without).get(mix, base)


def _ffn_in(mix: str, base: str, i: int, model: Shape) -> str:
    n = model.layers
    return "IQ3_XXS" if mix == "iq3_xs" and n // 8 <= i < 7 * n // 8 else base
