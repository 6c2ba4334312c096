"""Bytes of a GGUF model's weights, by where they lie: each layer, its experts, the output head, the embedding table.

From a file the tensors' own bytes; by name the converter's tensor list with the quantizer's types. Every tensor is rounded
up to 32 bytes, as in llama.cpp's buffers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from math import prod
from typing import Any, NamedTuple

from advisor.formula.gguf_mix import (
    NUMBERED,
    OVER_NEAREST,
    Part,
    Recipe,
    Shape,
    nearest_recipe,
    number,
    part_type,
    recipe,
    role_of,
    same_type_index,
)
from advisor.formula.gguf_tensors import PICKED_TABLE, Tensor, block_count, block_key, block_tensors, has_head, kv_heads, outside_tensors
from advisor.formula.gguf_types import ALIGNMENT, BLOCKS
from advisor.formula.per_model import per_model
from advisor.scenario import Model
from advisor.units import GIB

INPUT_TABLES = ("token_embd.weight", PICKED_TABLE, "position_embd.weight", "token_types.weight")
PICKED_FROM_FILE = 4 * GIB
"""llama.cpp leaves a table of rows picked one by one in the file when it is larger (ggml-org/llama.cpp#27794)."""
PLAIN_TYPES = ("F32", "F16", "BF16")
EXPERT = re.compile(r"ffn_(up|down|gate|gate_up)_exps|ffn_(up|down|gate)\.\d+\.")


class GgufWeights(NamedTuple):
    """Bytes by place. `layers[i]` is layer i without its routed experts, `experts[i]` those (MTP blocks come last).

    `output` is the head with its norm; a tied model uploads a copy of the embedding for it (`copied`). `tables` (the
    embedding and other looked-up tables) stay in host memory. `file` is the sum of all tensors as stored. `largest[i]` and
    `largest_expert[i]` are the largest single tensors of layer i, beside and among its routed experts. `picked` is the part of
    `tables` that the engine may leave in the file and read by rows.
    """

    layers: tuple[int, ...]
    experts: tuple[int, ...]
    output: int
    tables: int
    file: int
    copied: int
    largest: tuple[int, ...]
    largest_expert: tuple[int, ...]
    picked: int = 0

    @property
    def device(self) -> int:
        """What all layers and the head take on devices when everything is offloaded."""
        return sum(self.layers) + sum(self.experts) + self.output


def by_place(tensors: Iterable[tuple[str, int]], blocks: int) -> GgufWeights:
    """Sorts (name, bytes) of tensors into their places; `blocks` is the number of layers, MTP blocks included."""
    layers, experts, largest, largest_expert = ([0] * blocks for _ in range(4))
    output = tables = head = total = embedding = picked = 0
    for name, size in tensors:
        size = -(-size // ALIGNMENT) * ALIGNMENT
        total += size
        if name.startswith("blk."):
            number = name[4:name.index(".", 4)]
            i = min(int(number) if number.isdigit() else 0, blocks - 1)
            sums, peaks = (experts, largest_expert) if EXPERT.search(name) else (layers, largest)
            sums[i] += size
            peaks[i] = max(peaks[i], size)
        elif name in INPUT_TABLES:
            tables += size
            embedding = size if name == "token_embd.weight" else embedding
            picked = size if name == PICKED_TABLE and size > PICKED_FROM_FILE else picked
        else:
            output += size
            head += size if name == "output.weight" else 0
    copied = 0 if head else embedding
    return GgufWeights(tuple(layers), tuple(experts), output + copied, tables, total, copied, tuple(largest), tuple(largest_expert),
                       picked)


def weights_of_file(model: Model) -> GgufWeights:
    """Exact bytes of a GGUF model's own tensors."""
    assert model.gguf_tensors is not None
    numbers = [int(n[4:n.index(".", 4)]) for n, *_ in model.gguf_tensors if n.startswith("blk.") and n[4:n.index(".", 4)].isdigit()]
    blocks = max([model.num_hidden_layers, *(n + 1 for n in numbers if n < 100_000)])
    return by_place(((t.name, t.bytes) for t in model.gguf_tensors), blocks)


def quantizer_shape(model: Model, traits: Mapping[str, Any]) -> Shape:
    """What of the model the quantizer's rules look at."""
    kv = 1 if model.mla else kv_heads(model, 0)
    if traits.get("kv_heads_by_layer") and model.layer_types[0] not in ("full_attention", "sliding_attention"):
        kv = 0
    return Shape(layers=model.num_hidden_layers, heads_per_kv_head=model.num_attention_heads // kv if kv else 0,
                 experts=model.moe.num_experts if model.moe else 0,
                 has_output=has_head(model, traits),
                 class_70b=model.num_hidden_layers == traits.get("class_70b_layers"), native_experts=native_experts(model))


def native_experts(model: Model) -> str:
    """The ggml type that takes a checkpoint's 4-bit experts without loss: MXFP4, and Q4_0 for whole numbers in groups of 32. ""
    for experts that come in 8 or 16 bit. Few store them wider in a file that starts from such a checkpoint: Kimi-K2.5 by bartowski
    580 GB as Q4_K_M and 584 as Q8_0, gpt-oss-20b by Unsloth 11.6 to 13.8 GB whatever its name says. Unsloth's of Kimi-K2-Thinking
    and Kimi-K2.5 were made anew from 16 bit, though (621 GB as Q4_K_M, 1,091 as Q8_0).
    """
    own = model.native_quantization
    return {"mxfp4": "MXFP4", "int4_g32": "Q4_0"}.get(own.expert_method or own.method, "") if own and model.moe else ""


class Placed(NamedTuple):
    """A tensor as the quantizer meets it: its part, row and elements, and whether it is a routed expert's."""

    part: Part
    row: int
    elements: int
    expert: bool


class Layout(NamedTuple):
    """A model's tensors sorted for any mix: `kinds` are the different layers (bytes of kept vectors, tensors that mixes
    change), `kind_of` tells which each layer is; of tensors outside the layers their names too."""

    shape: Shape
    v_like: int
    kind_of: tuple[int, ...]
    kinds: tuple[tuple[int, tuple[Placed, ...]], ...]
    outside: tuple[tuple[str, Placed], ...]
    picked_type: str | None = None


def layout(model: Model, traits: Mapping[str, Any], until_2024: bool = False) -> Layout:
    """Sorts the file's tensors once, so that each mix costs a few dozen sums."""
    shape = quantizer_shape(model, traits)
    blocks = block_count(model, traits)
    templates: dict[object, tuple[int, list[Placed]]] = {}
    of_layer = []
    for i in range(blocks):
        key = block_key(model, i)
        if key not in templates:
            templates[key] = _template(block_tensors(model, i, traits, until_2024))
        of_layer.append(templates[key])
    v_like = sum(placed.part.role in ("v", "fused_v") for _, tensors in of_layer for placed in tensors)
    counts: dict[str, int] = {}
    kinds: dict[tuple[int, tuple[Placed, ...]], int] = {}
    kind_of = []
    for i, (kept, tensors) in enumerate(of_layer):
        numbered = tuple(_numbered(placed, i, shape, v_like, counts) for placed in tensors)
        kind_of.append(kinds.setdefault((kept, numbered), len(kinds)))
    outside = tuple((t.name, _placed(t)) for t in outside_tensors(model, traits))
    return Layout(shape, v_like, tuple(kind_of), tuple(kinds), outside, model.lookup_table.gguf_type if model.lookup_table else None)


def _placed(t: Tensor) -> Placed:
    return Placed(Part(role_of(t), 0), t.shape[0], prod(t.shape), bool(EXPERT.search(t.name)))


def _template(tensors: list[Tensor]) -> tuple[int, list[Placed]]:
    placed = [_placed(t) for t in tensors]
    kept = [p for p in placed if p.part.role == "kept" and not p.expert]
    return sum(_bytes(p.elements, "F32") for p in kept), [p for p in placed if p.part.role != "kept" or p.expert]


def _numbered(placed: Placed, layer: int, shape: Shape, v_like: int, counts: dict[str, int]) -> Placed:
    role = placed.part.role
    if role not in NUMBERED:
        return placed
    i = number(role, layer, shape.experts, counts)
    return placed._replace(part=Part(role, same_type_index(i, v_like if NUMBERED[role] == "v" else shape.layers)))


def _bytes(elements: int, kind: str) -> int:
    block, size = BLOCKS[kind]
    return -(-(elements // block * size) // ALIGNMENT) * ALIGNMENT


def weights_of(laid: Layout, made: Recipe) -> GgufWeights:
    """Bytes by place of a model in a mix."""
    def size(placed: Placed, name: str = "") -> int:
        kind = part_type(made, placed.part, placed.row, laid.shape, laid.v_like)
        return _bytes(placed.elements, laid.picked_type if laid.picked_type and name == PICKED_TABLE and kind not in PLAIN_TYPES else kind)

    sums = []
    for kept, tensors in laid.kinds:
        dense = [size(placed) for placed in tensors if not placed.expert]
        routed = [size(placed) for placed in tensors if placed.expert]
        sums.append((kept + sum(dense), sum(routed), max(dense, default=0), max(routed, default=0)))
    layers, experts, largest, largest_expert = (tuple(sums[kind][k] for kind in laid.kind_of) for k in range(4))
    ends = by_place(((name, size(placed, name)) for name, placed in laid.outside), 0)
    return ends._replace(layers=layers, experts=experts, file=ends.file + sum(layers) + sum(experts), largest=largest,
                         largest_expert=largest_expert)


def scaled(weights: GgufWeights, factor: float) -> GgufWeights:
    """Every size × factor."""
    def each(sizes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(round(size * factor) for size in sizes)

    if factor == 1:
        return weights
    layers, experts, output, tables = each(weights.layers), each(weights.experts), *each((weights.output, weights.tables))
    copied, picked = each((weights.copied, weights.picked))
    return GgufWeights(layers, experts, output, tables, sum(layers) + sum(experts) + output + tables - copied, copied,
                       each(weights.largest), each(weights.largest_expert), picked)


def weights_by_bits(model: Model, bits_per_weight: float, traits: Mapping[str, Any]) -> GgufWeights:
    """A flat rate on every matrix, vectors in F32: for mixes that follow no table, and for the textbook's half byte."""
    def size(t: Tensor) -> int:
        if t.name == PICKED_TABLE and model.lookup_table and bits_per_weight < 16:
            return _bytes(prod(t.shape), model.lookup_table.gguf_type)
        return -(-round(prod(t.shape) * (bits_per_weight / 8 if len(t.shape) > 1 else 4)) // ALIGNMENT) * ALIGNMENT

    kinds: dict[object, tuple[int, int, int, int]] = {}
    of_layer = []
    for i in range(block_count(model, traits)):
        key = block_key(model, i)
        if key not in kinds:
            tensors = block_tensors(model, i, traits)
            dense = [size(t) for t in tensors if not EXPERT.search(t.name)]
            routed = [size(t) for t in tensors if EXPERT.search(t.name)]
            kinds[key] = (sum(dense), sum(routed), max(dense, default=0), max(routed, default=0))
        of_layer.append(kinds[key])
    layers, experts, largest, largest_expert = (tuple(kind[k] for kind in of_layer) for k in range(4))
    ends = by_place(((t.name, size(t)) for t in outside_tensors(model, traits)), 0)
    return ends._replace(layers=layers, experts=experts, file=ends.file + sum(layers) + sum(experts), largest=largest,
                         largest_expert=largest_expert)


@per_model
def _laid_out(model: Model, *, traits: Mapping[str, Any]) -> Layout:
    return layout(model, traits)


@partial(per_model, entries=64)     # who asks keeps less of it; they ask one after the other
def weights_in(model: Model, quantization: str, bits_per_weight: float | None, *, traits: Mapping[str, Any]) -> tuple[GgufWeights, bool]:
    """A model's weights in a format and whether a rule gave them: from its own file, by the mix's rules or (False) by the
    nearest mix's, else by bits a weight. `traits` are the row of its gguf_architecture; made once a model and format."""
    if model.gguf_tensors is not None:
        return weights_of_file(model), True
    near = nearest_recipe(quantization)
    found = recipe(near or quantization)
    if found is not None and near is None:
        return weights_of(_laid_out(model, traits=traits), found), True
    if found is not None:
        laid = _laid_out(model, traits=traits)
        made = weights_of(laid, found._replace(keeps_native=True))
        return (made if laid.shape.native_experts else scaled(made, OVER_NEAREST.get(quantization, 1.0))), False
    return weights_by_bits(model, bits_per_weight or 16.0, traits), False


@per_model
def bytes_made_anew(model: Model, mix: str, *, traits: Mapping[str, Any]) -> int | None:
    """Bytes of a file in that mix whose experts were quantized from 16 bit, whatever the checkpoint has; None where no rule tells."""
    laid, found = _laid_out(model, traits=traits), recipe(mix)
    return None if found is None else weights_of(laid._replace(shape=laid.shape._replace(native_experts="")), found).file
