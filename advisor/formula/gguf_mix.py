"""Which ggml type llama.cpp's quantizer gives each tensor of a mix such as Q4_K_M.

Rules of src/llama-quant.cpp (llama.cpp b11434): a base type per mix, exceptions by what a tensor does and where its layer
stands, and a fall-back where a row is no multiple of the block. Checked against 576 sizes that llama.cpp itself produced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from advisor.formula.gguf_tensors import Tensor
from advisor.formula.gguf_types import BLOCKS

BASE = {"q4_k_s": "Q4_K", "q4_k_m": "Q4_K", "q5_k_s": "Q5_K", "q5_k_m": "Q5_K", "q3_k_s": "Q3_K", "q3_k_m": "Q3_K", "q3_k_l": "Q3_K",
        "q2_k": "Q2_K", "q2_k_s": "Q2_K", "q6_k": "Q6_K", "q8_0": "Q8_0", "q4_0": "Q4_0", "q4_1": "Q4_1", "q5_0": "Q5_0",
        "q5_1": "Q5_1", "iq4_xs": "IQ4_XS", "iq4_nl": "IQ4_NL", "iq3_xs": "IQ3_S", "iq3_s": "IQ3_S", "iq3_m": "IQ3_S",
        "iq3_xxs": "IQ3_XXS", "iq2_m": "IQ2_S", "iq2_s": "IQ2_XS", "iq2_xs": "IQ2_XS", "iq2_xxs": "IQ2_XXS", "iq1_s": "IQ1_S",
        "iq1_m": "IQ1_M", "tq1_0": "TQ1_0", "tq2_0": "TQ2_0", "mxfp4_moe": "Q8_0", "mxfp4_bf16": "BF16", "f16": "F16", "bf16": "BF16",
        "f32": "F32"}
ALIASES = {"fp16": "f16", "fp32": "f32", "mxfp4": "mxfp4_moe"}
LARGE_ENDS = {"q2_k_l": "q2_k", "q3_k_xl": "q3_k_l", "q4_k_l": "q4_k_m", "q5_k_l": "q5_k_m", "q6_k_l": "q6_k"}
OVER_NEAREST = {"ud-iq4_xs": 0.92, "ud-q4_k_xl": 1.05, "ud-q5_k_xl": 1.045, "ud-q6_k_xl": 1.16, "ud-q8_k_xl": 1.32}
"""What Unsloth's files of a mix weigh over the stock mix they start from: medians of 4 to 11 published files each (Qwen3.5 from 0.8B
to 397B, Qwen3.8-27B, GLM-5.2), read in autumn 2026; single files lie within 10 %. Mixes not named lie on both sides of 1."""
NEEDS_IMATRIX = frozenset({"iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq3_xxs", "q2_k_s"})
PLAIN = frozenset({"f16", "bf16", "f32"})
FALLBACK = {"Q2_K": "Q4_0", "Q3_K": "Q4_0", "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0", "TQ1_0": "Q4_0", "TQ2_0": "Q4_0"}
TWO_BIT = frozenset({"iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m"})
TO_FOUR_BIT = frozenset({"q2_k", "q2_k_s", "q3_k_s", "q3_k_m", "q4_k_s", "q4_k_m", "iq3_xs", "iq3_xxs", "iq3_s", "iq3_m", "iq4_nl",
                         "iq4_xs", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq1_s", "iq1_m"})
FUSED_UNTIL_2024 = {"q3_k_m": "Q4_K", "q3_k_l": "Q4_K", "iq3_m": "Q4_K", "q4_k_m": "Q5_K", "q5_k_m": "Q6_K"}
KEPT = re.compile(r"norm|\.bias$|ffn_gate_inp|ffn_gate_tid2eid|conv1d|shortconv\.conv|per_layer_model_proj|altup|laurel|position_embd"
                  r"|time_mix|indexer\.proj|sinks|rope_f|ssm_a$|ssm_d$")
ENDS = {"token_embd.weight": "embedding", "output.weight": "output", "per_layer_token_embd.weight": "layer_embedding"}
ROLES = (("v", ("attn_v.weight", "attn_kv_b.weight")), ("fused_v", ("attn_qkv.weight",)), ("k", ("attn_k.weight",)),
         ("q", ("attn_q.weight",)), ("attn_output", ("attn_output.weight",)),
         *((part, (f"ffn_{part}.weight", f"ffn_{part}_exps", f"ffn_{part}_shexp")) for part in ("down", "gate", "up")))
NUMBERED = {"v": "v", "fused_v": "v", "down": "down", "gate": "gate", "up": "up", "down_exps": "down", "gate_exps": "gate",
            "up_exps": "up"}
KEPT_16_BIT = re.compile(r"per_layer_model_proj|position_embd|indexer\.proj|altup|laurel")


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
    has none), experts, whether there is an output.weight, and whether it belongs to the 70B class.

    `native_experts`: the ggml type that holds the checkpoint's own 4-bit experts as they are, "" where they come wider.
    """

    layers: int
    heads_per_kv_head: int
    experts: int
    has_output: bool
    class_70b: bool = False
    native_experts: str = ""


def more_bits(i: int, n: int) -> bool:
    """The first and last eighth of `n` and every third between, by whole-number division."""
    return i < n // 8 or i >= 7 * n // 8 or (i - n // 8) % 3 == 2


class Recipe(NamedTuple):
    """A mix as it is applied: with an importance matrix or without, embedding and head lifted to Q8_0 or not (publishers'
    "_L" files), by the rules until early 2024 (a fused attn_qkv had its own, position embeddings were quantized), and by a publisher
    who leaves experts that come in MXFP4 as they are (Unsloth's "UD-" files)."""

    mix: str
    matrix: bool = False
    large_ends: bool = False
    until_2024: bool = False
    keeps_native: bool = False


def recipe(quantization: str, until_2024: bool = False, imatrix: bool | None = None) -> Recipe | None:
    """How a quantization of that id is made; with `imatrix` None a matrix is assumed only where the mix needs one.

    None where no rule exists (GPU formats, and files mixed tensor by tensor such as Unsloth's).
    """
    name = ALIASES.get(quantization, quantization)
    large = name in LARGE_ENDS
    mix = LARGE_ENDS.get(name, name)
    return Recipe(mix, mix in NEEDS_IMATRIX if imatrix is None else imatrix, large, until_2024) if mix in BASE else None


class Part(NamedTuple):
    """What the quantizer takes a tensor for, and its number among its kind where the rule asks for it (else 0)."""

    role: str
    i: int


def parts(tensors: Sequence[Tensor], experts: int) -> list[Part]:
    """The part of each tensor in the file's order. Values count as they come; MLPs by layer with experts, else as they come."""
    counts: dict[str, int] = {}
    return [Part(role, number(role, t.layer, experts, counts)) for t in tensors for role in (role_of(t),)]


def number(role: str, layer: int, experts: int, counts: dict[str, int]) -> int:
    """The number of the next tensor of a role, counted on in `counts`; 0 for roles whose rule asks for none."""
    kind = NUMBERED.get(role)
    if kind is None:
        return 0
    counts[kind] = counts.get(kind, 0) + 1
    return layer if experts > 1 and kind != "v" else counts[kind] - 1


def same_type_index(i: int, n: int) -> int:
    """The least number that every rule treats as `i` of `n`: there are only a few kinds of places in a stack of layers."""
    kinds = _places(n)
    return kinds[i] if i < len(kinds) else i


@lru_cache(maxsize=512)
def _places(n: int) -> tuple[int, ...]:
    first: dict[tuple[bool, ...], int] = {}
    places = []
    for i in range(n):
        kind = (more_bits(i, n), i < n // 8, i < n // 16, i < 7 * n // 8, i < 4, i < 2)
        places.append(first.setdefault(kind, i))
    return tuple(places)


def role_of(t: Tensor) -> str:
    """v, fused_v, k, q, attn_output, down, gate, up (with _exps where all experts lie in one), embedding, output, positions,
    other; kept and kept_16 stay as the source has them."""
    name = t.name
    if name == "position_embd.weight":
        return "positions"
    if len(t.shape) < 2 or not name.endswith("weight") or KEPT.search(name):
        return "kept_16" if len(t.shape) > 1 and KEPT_16_BIT.search(name) else "kept"
    if name in ENDS:
        return ENDS[name]
    for role, marks in ROLES:
        if any(mark in name for mark in marks):
            return role + "_exps" if len(t.shape) == 3 and "_exps" in name else role
    return "other"


def part_type(recipe: Recipe, part: Part, row: int, model: Shape, v_like: int) -> str:
    """The type of one part whose rows hold `row` elements; `v_like` is how many value tensors the file has.

    Raises KeyError for a mix that is not llama.cpp's.
    """
    mix, role = recipe.mix, part.role
    base = BASE[mix]
    if role == "kept" or (base == "F32" and role != "positions"):
        return "F32"
    if role == "kept_16" or (role == "positions" and not recipe.until_2024):
        return base if base in ("F16", "BF16", "F32") else "F16"
    if mix in PLAIN:
        return base
    if recipe.until_2024 and role == "fused_v":
        return fitting(FUSED_UNTIL_2024.get(mix, base), row)
    if recipe.large_ends and role in ("embedding", "output"):
        return fitting("Q8_0", row)
    chosen = fitting(_wanted(mix, base, role, part.i, model, v_like, recipe.matrix), row)
    native = model.native_experts if role.endswith("_exps") and (recipe.keeps_native or model.native_experts != "MXFP4") else ""
    return native if native and bits(native) < bits(chosen) else chosen


def bits(type_name: str) -> float:
    """Bits an element of a ggml type takes, scales included."""
    elements, size = BLOCKS[type_name]
    return 8 * size / elements


def _wanted(mix: str, base: str, role: str, i: int, model: Shape, v_like: int, matrix: bool) -> str:
    if role == "output" or (role in ("embedding", "layer_embedding") and not model.has_output):
        return base if mix == "mxfp4_bf16" else _output(mix, base)
    if role in ("embedding", "layer_embedding"):
        return _embedding(mix, base)
    if mix in ("mxfp4_moe", "mxfp4_bf16"):
        return "MXFP4" if role.endswith("_exps") else base
    if role in ("v", "fused_v"):
        return _v(mix, base, i, v_like, model, matrix)
    if role == "k":
        return _k(mix, base, model)
    if role == "q":
        return {"iq3_xs": "IQ3_XXS", "iq3_xxs": "IQ2_S"}.get(mix, base)
    if role == "attn_output":
        return _attn_output(mix, base, model)
    if role in ("down", "down_exps"):
        return _ffn_down(mix, base, i, model, matrix)
    return _ffn_in(mix, base, i, model) if role.removesuffix("_exps") in ("gate", "up") else base


def tensor_types(recipe: Recipe, tensors: Sequence[Tensor], model: Shape) -> list[str]:
    """The type of each tensor of a file."""
    found = parts(tensors, model.experts)
    v_like = sum(part.role in ("v", "fused_v") for part in found)
    return [part_type(recipe, part, t.shape[0], model, v_like) for part, t in zip(found, tensors, strict=True)]


def fitting(type_name: str, row: int) -> str:
    """The type itself, or what the quantizer falls back to when a row is no multiple of its block."""
    if row % BLOCKS[type_name][0] == 0:
        return type_name
    other = FALLBACK.get(type_name, "IQ4_NL" if type_name.startswith("IQ") else "F16")
    return other if row % BLOCKS[other][0] == 0 else "F16"


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
