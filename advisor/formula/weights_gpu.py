"""Weights of a Hugging Face checkpoint on one GPU of a serving engine: formats with their scales, shards, stages.

The first half is arithmetic on numbers; `stages(model, …)` composes it layer by layer. Sources: the formats' own layouts
(AWQ, GPTQ, FP8, NVFP4, MXFP4, bitsandbytes), the ignore lists of published checkpoints, vLLM 0.19 to 0.33 for what is
divided over ranks; checked against 53 load messages of vLLM (llm-d-incubation/llm-d-planner#205 and others).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from advisor.formula.integers import ceil_div, larger, pad
from advisor.formula.parameters import Components, LayerKind, components
from advisor.formula.per_model import per_model
from advisor.scenario import Model, Quantization

PARTS = ("attention", "state", "dense_mlp", "routed_experts", "shared_experts")
BITS = {"32": 32.0, "16": 16.0, "8": 8.0, "4": 4.0, "2": 2.0}
VOCABULARY_UNIT = 64
VISION_DIVIDED = 0.65
"""Share of a vision tower that tensor parallelism divides: the MLPs' (Kimi-VL's two ranks hold its attention twice, Mistral
Small's hold next to nothing twice)."""
_LAYER = re.compile(r"(?:layers|blocks|h)\.(\d+)\b")
_NAMED_PARTS = (("attention", re.compile(r"self_attn|\battn\b|attention")),
                ("state", re.compile(r"linear_attn|mamba|mixer")),
                ("shared_experts", re.compile(r"shared_expert(?!_gate)|shared_mlp")),
                ("routed_experts", re.compile(r"(?<!shared_)experts")),
                ("dense_mlp", re.compile(r"\b(mlp|feed_forward|ffn)\b(?!\W*(gate\b|router|experts|shared))")),
                ("head", re.compile(r"lm_head|^head$|output_layer")))
_SMALL_THINGS = re.compile(r"norm|vision|visual|mm_proj|multi_modal|audio|mtp|indexer|_bias$|\bgate$|router|embed")


# ------------------------------------------------------------------------------------------------ plain arithmetic

def bits_with_scales(bits: Any, group_size: Any, scale_bits: Any, zero_point_bits: Any = 0) -> Any:
    """Bits a weight takes with its share of its group's scale and zero point: bits + (scale + zero) / group_size."""
    return bits + (scale_bits + zero_point_bits) / group_size


def shard(elements: Any, ranks: Any) -> Any:
    """An equal share, rounded up."""
    return ceil_div(elements, ranks)


def experts_on_rank(num_experts: Any, ranks: Any) -> Any:
    """Whole experts a rank holds under expert parallelism."""
    return ceil_div(num_experts, ranks)


def replicated_kv_elements(hidden_size: Any, num_key_value_heads: Any, head_dim: Any, v_head_dim: Any,
                           tensor_parallel: Any) -> Any:
    """Elements of the k and v projections that a rank holds beyond an equal share, where ranks outnumber KV heads."""
    held = larger(num_key_value_heads, tensor_parallel) / tensor_parallel
    return hidden_size * (head_dim + v_head_dim) * (held - num_key_value_heads / tensor_parallel)


def rotary_bytes(max_position_embeddings: Any, rotary_dim: Any, dtype_bytes: Any = 2) -> Any:
    """The table of sines and cosines that every rank keeps: positions * rotary_dim * dtype_bytes."""
    return max_position_embeddings * rotary_dim * dtype_bytes


# ------------------------------------------------------------------------------------------------ of a whole model

class Format(NamedTuple):
    """How a checkpoint stores its matrices: bits of quantized ones and of the routed experts, bytes of the plain ones.

    `kept` are parts in the plain type everywhere, `kept_layers` those of single layers. `lookup_bits` are an element's of a table
    picked by n-grams.
    """

    bits: float
    expert_bits: float
    plain_bytes: float
    kept: frozenset[str]
    kept_layers: Mapping[str, frozenset[int]]
    lookup_bits: float = 16.0

    def bytes_of(self, part: str, layer: int) -> float:
        """Bytes an element of that part of that layer."""
        place = self.place_of(part, layer)
        return self.plain_bytes if place == "plain" else (self.expert_bits if place == "experts" else self.bits) / 8

    def place_of(self, part: str, layer: int) -> str:
        """Which of `Held`'s places that part of that layer is counted in."""
        if part in self.kept or layer in self.kept_layers.get(part, ()):
            return "plain"
        return "experts" if part == "routed_experts" and self.expert_bits != self.bits else "matrices"


class Held(NamedTuple):
    """Elements on one rank by how they are stored: in the matrices' bits, the routed experts' bits, the plain type; bytes of
    rotary tables; and elements of a looked-up table, which has bits of its own."""

    matrices: float = 0.0
    experts: float = 0.0
    plain: float = 0.0
    rotary_bytes: float = 0.0
    lookup: float = 0.0

    def plus(self, other: Held) -> Held:
        """Both together."""
        return Held(*(a + b for a, b in zip(self, other, strict=True)))

    def bytes_in(self, stored: Format) -> float:
        """Bytes of all of it in that format."""
        return float(self.matrices * stored.bits / 8 + self.experts * stored.expert_bits / 8 + self.plain * stored.plain_bytes
                     + self.rotary_bytes + self.lookup * stored.lookup_bits / 8)


class Stage(NamedTuple):
    """One pipeline stage's share on one rank: bytes, layers start..end, whether it holds the embedding and the head; its
    elements by how they are stored, and the format."""

    weights_bytes: int
    start: int
    end: int
    embedding: bool
    head: bool
    held: Held
    stored: Format


def element_bits(quantization: Quantization, group_size: int | None = None) -> float:
    """Bits a weight of that format, with the checkpoint's own group size where it differs from the format's usual one.

    Unknown mixes fall back to their class (16, 8, 4, 2 bits).
    """
    plain, usual = BITS.get(quantization.bit_class, 16.0), quantization.group_size
    if group_size and usual and group_size != usual:
        return bits_with_scales(plain, group_size, quantization.scale_bits * usual, quantization.zero_point_bits * usual)
    return quantization.bits_per_weight if quantization.bits_per_weight is not None else plain


def kept_parts(ignored: tuple[str, ...], layers: int) -> tuple[frozenset[str], dict[str, frozenset[int]]]:
    """Parts that a checkpoint's ignore list leaves in 16 bit: everywhere, and in single layers only."""
    everywhere: set[str] = set()
    single: dict[str, set[int]] = {}
    for name in ignored:
        found = [part for part, pattern in _NAMED_PARTS if pattern.search(name)]
        at = _LAYER.search(name)
        if at and not found and name[at.end():].strip(".*") == "":
            found = list(PARTS)
        if not found or (_SMALL_THINGS.search(name) and "shared_expert" not in name and "head" not in name):
            continue
        for part in found:
            if at:
                single.setdefault(part, set()).add(int(at.group(1)))
            else:
                everywhere.add(part)
    full = {part for part, at_layers in single.items() if len(at_layers) >= layers}
    return frozenset(everywhere | full), {p: frozenset(s) for p, s in single.items() if p not in full}


@cache
def _parts(names: tuple[str, ...]) -> frozenset[str]:
    """One set for all models in a format: it is kept for each."""
    return frozenset(names)


def format_of(model: Model, quantization: Quantization, expert_quantization: Quantization | None = None) -> Format:
    """The format of this model's checkpoint in that quantization; its own ignore list where it has one."""
    plain = 4.0 if quantization.bit_class == "32" else 2.0
    native = model.native_quantization
    own = native is not None and native.method in (quantization.id, *quantization.aliases)
    bits = element_bits(quantization, native.group_size if native and own else None)
    expert_bits = element_bits(expert_quantization) if own and expert_quantization else bits
    kept = _parts(quantization.keeps_16_bit)
    single: dict[str, frozenset[int]] = {}
    if own and native is not None and native.ignored_modules:
        named, single = kept_parts(native.ignored_modules, model.num_hidden_layers)
        kept = named | (kept - set(PARTS))
    lookup = model.lookup_table.quantized_bits if model.lookup_table and bits < 16 else 8 * plain
    if quantization.kind == "textbook":
        return Format(bits, bits, bits / 8, frozenset(), {}, bits)
    return Format(bits, expert_bits, plain, kept, single, lookup)


def stage_layers(layers: int, stages: int) -> list[tuple[int, int]]:
    """First and last layer of every pipeline stage: equal parts, the remainder to the stages before the last."""
    share, rest = divmod(layers, stages)
    sizes = [share] * stages
    for i in range(2, rest + 2):
        sizes[-i] += 1
    found, start = [], 0
    for size in sizes:
        found.append((start, start + size))
        start += size
    return found


def _replicated(model: Model, kind: LayerKind, ranks: int) -> float:
    """Elements of one layer's mixer that a rank holds beyond its equal share: MLA's low-rank inputs, copied KV heads."""
    if not kind.attention or ranks == 1:
        return 0.0
    d, keep = model.hidden_size, 1 - 1 / ranks
    if model.mla is not None:
        return keep * d * ((model.mla.q_lora_rank or 0) + model.mla.kv_lora_rank + model.mla.qk_rope_head_dim)
    if model.compressed_kv:
        return keep * d * (model.compressed_kv["q_lora_rank"] + model.compressed_kv["head_dim"])
    heads = model.num_key_value_heads
    heads = heads if isinstance(heads, int) else heads[kind.layers[0]]
    full = kind.layer_type == "full_attention"
    head_dim = model.global_head_dim if full and model.global_head_dim else model.head_dim
    heads = model.global_num_key_value_heads if full and model.global_num_key_value_heads else heads
    return float(replicated_kv_elements(d, heads, head_dim, model.v_head_dim or head_dim, ranks)) if heads else 0.0


def _experts(model: Model, kind: LayerKind, expert_ranks: int, whole: bool, padding: tuple[int, int]) -> float:
    """Elements of routed experts on a rank, padded to the kernel's units; whole experts or a slice of each."""
    moe = model.moe
    if moe is None or not kind.routed_experts:
        return 0.0
    inner, width = moe.latent_size or model.hidden_size, moe.moe_intermediate_size
    each = kind.routed_experts / moe.num_experts / inner / width
    held = experts_on_rank(moe.num_experts, expert_ranks) if whole else moe.num_experts
    width = width if whole else shard(width, expert_ranks)
    unit, width_unit = padding
    return float(each * held * (pad(inner, unit) if unit else inner) * (pad(width, width_unit) if width_unit else width))


def layer_held(model: Model, kind: LayerKind, layer: int, stored: Format, ranks: int, expert_ranks: int, whole: bool,
               padding: tuple[int, int], dense_ranks: int) -> Held:
    """Elements of one layer on one rank."""
    divided = model.moe is not None and model.moe.expert_bias and kind.routed_experts
    found = {"matrices": 0.0, "experts": 0.0, "plain": kind.router + kind.other + kind.small / (expert_ranks if divided else 1)}
    for part, elements in (("routed_experts", _experts(model, kind, expert_ranks, whole, padding)),
                           ("attention", kind.attention / ranks + _replicated(model, kind, ranks)), ("state", kind.state / ranks),
                           ("dense_mlp", kind.dense_mlp / dense_ranks), ("shared_experts", kind.shared_experts / dense_ranks)):
        found[stored.place_of(part, layer)] += elements
    return Held(**found)


@per_model
def stages(model: Model, quantization: Quantization, expert_quantization: Quantization | None, tensor_parallel: int,
           pipeline_parallel: int, expert_ranks: int, whole_experts: bool, padding: tuple[int, int],
           dense_ranks: int | None = None, drafting: int = 0) -> tuple[Stage, ...]:
    """Every pipeline stage's weights on one of its ranks, in order.

    `expert_ranks` is how many ranks share the routed experts; `whole_experts` by expert, else a slice of each. `padding`:
    units that the expert kernel pads hidden size and expert width to, 0 for none. `dense_ranks` divide the dense feed-forward
    parts, the shared experts and the head; None: as many as attention. `drafting`: how many of the model's last layers draft; they
    lie with the head, beside its stage's own (vllm-project/vllm#46994).
    """
    dense = dense_ranks or tensor_parallel
    parts, stored = components(model), format_of(model, quantization, expert_quantization)
    special = set().union(*stored.kept_layers.values()) if stored.kept_layers else set()
    sizes: dict[int, Held] = {}
    for kind in parts.kinds:
        usual = next((layer for layer in kind.layers if layer not in special), kind.layers[0])
        each = layer_held(model, kind, usual, stored, tensor_parallel, expert_ranks, whole_experts, padding, dense)
        for layer in kind.layers:
            sizes[layer] = each if layer not in special else layer_held(model, kind, layer, stored, tensor_parallel, expert_ranks,
                                                                        whole_experts, padding, dense)
    bounds = stage_layers(model.num_hidden_layers - drafting, pipeline_parallel)
    bounds[-1] = bounds[-1][0], model.num_hidden_layers
    found = []
    for i, (start, end) in enumerate(bounds):
        first, last = i == 0, i == len(bounds) - 1
        held = _ends(model, parts, stored, tensor_parallel, dense, first, last)
        for layer in range(start, end):
            held = held.plus(sizes[layer])
        found.append(Stage(round(held.bytes_in(stored)), start, end, first, last, held, stored))
    return tuple(found)


def checkpoint_bytes(model: Model, quantization: Quantization, expert_quantization: Quantization | None = None) -> int:
    """The files of a repository in that format: every part once, whatever the ranks hold of it, with the multi-token modules that
    engines leave out (stored like the experts, or like the rest where there are none) and a tied head where it is stored.

    Checked against what the hub shows: DeepSeek-V3.2 689 GB, Kimi-K2.5 595 GB, gpt-oss-120b 65.2 GB, Qwen3-8B-AWQ 6.1 GB.
    """
    whole = stages(model, quantization, expert_quantization, 1, 1, 1, False, (0, 0))[0]
    counted, stored = components(model), whole.stored
    tied = counted.head * stored.plain_bytes if model.tie_word_embeddings else 0.0
    return round(whole.held.bytes_in(stored) - whole.held.rotary_bytes + tied
                 + counted.mtp * (stored.expert_bits if model.moe else stored.bits) / 8)


def _ends(model: Model, parts: Components, stored: Format, ranks: int, head_ranks: int, first: bool, last: bool) -> Held:
    """Embedding, vision tower and per-layer tables of the first stage, head of the last, rotary tables of all.

    A tied head is the embedding, copied to the last stage where that is another one, even if the checkpoint stores it.
    """
    plain_head = bool(stored.kept & {"head", "lm_head"}) or stored.bits >= 16
    rows = pad(model.vocab_size, VOCABULARY_UNIT) / model.vocab_size
    table = rows * parts.embedding / ranks
    positions = model.max_position_embeddings or 0
    rotary = float(rotary_bytes(model.rotary_rows or positions, _rotary_dim(model)))
    if model.global_head_dim and "sliding_attention" in model.layer_types:
        rotary += rotary_bytes(positions, model.global_head_dim)
    matrices = plain = lookup = 0.0
    if first:
        lookup = parts.lookup / ranks
        vision = (parts.vision or 0) * (1 - VISION_DIVIDED + VISION_DIVIDED / ranks)
        plain += table + vision + parts.per_layer_embedding / ranks + parts.final
    if last and not model.tie_word_embeddings:
        head = rows * parts.head / head_ranks
        matrices, plain = (matrices, plain + head) if plain_head else (matrices + head, plain)
    elif last and not first:
        plain += table
    return Held(matrices, 0.0, plain, rotary, lookup)


def lookup_bytes(model: Model, quantization: Quantization) -> int:
    """Bytes of the looked-up table in a checkpoint of that format, 0 where the model has none."""
    return round(components(model).lookup * format_of(model, quantization).lookup_bits / 8)


@per_model
def without_lookup(model: Model) -> Model:
    """The same model with its looked-up table left out: what a device holds where the table lies in main memory or on disk."""
    return model.model_copy(update={"lookup_table": None})


def _rotary_dim(model: Model) -> int:
    if model.mla is not None:
        return model.mla.qk_rope_head_dim
    return model.rotary_dim if model.rotary_dim is not None else model.head_dim
