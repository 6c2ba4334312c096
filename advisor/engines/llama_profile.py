"""What llama.cpp's memory rules need of one model in one quantization, taken once from its fields: weights by place, KV rows
and recurrent elements by layer (as running sums, so that any range of layers costs one subtraction), widest graph moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from advisor.formula import compute_buffer as buffer
from advisor.formula import recurrent_state as state
from advisor.formula.gguf_tensors import ATTENTION, head_dims, kv_heads, per_layer, vocabulary
from advisor.formula.kv_cache import mla_row_elements
from advisor.formula.parameters import OVERLAPPING, compression_ratio, compressor_streams
from advisor.formula.per_model import packed, per_model
from advisor.formula.weights import GgufWeights, weights_in
from advisor.scenario import Model


class KvGroup(NamedTuple):
    """Layers with equal KV rows: elements of K and V a cell, their window (0 is none), and how many stand before layer i.
    `ratio` tokens lie in a cell together; `apart`: a stream for every slot even where the other caches are one pool."""

    k_elements: int
    v_elements: int
    window: int
    before: Sequence[int]
    ratio: int = 1
    apart: bool = False


class Drafter(NamedTuple):
    """The model's own layers for multi-token prediction: how many, elements of K and V a cell of each (as the last attention layer
    has them), and elements of the matrix that a recurrent layer keeps for a slot."""

    layers: int
    k_elements: int
    v_elements: int
    matrix_elements: int


class Moments(NamedTuple):
    """Floats a token of the graph's widest moments. `scans`: (floats a token, floats a slot) of Mamba-2 layers.

    `chosen`: (floats a token, floats a token and cell) of attention that chooses among compressed entries.
    `score_heads` is 0 without attention layers; `beside_scores` stands beside the score matrix without flash attention,
    `streams_extra` is added to the plain layers' width when there are several streams too. `light_widest` and
    `light_scans` are those of builds whose graphs held fewer residual streams (compute_buffer.light).
    """

    widest: int
    scans: tuple[tuple[int, int], ...]
    score_heads: int
    beside_scores: int
    streams_extra: int
    chosen: tuple[tuple[int, float], ...] = ()
    light_widest: int = 0
    light_scans: tuple[tuple[int, int], ...] = ()


class Profile(NamedTuple):
    """See the module. `dense_before[i]` and `experts_before[i]` are the bytes of the layers before i, `largest_before[i]` and
    `largest_expert_before[i]` the largest single tensors among them."""

    weights: GgufWeights
    blocks: int
    dense_before: Sequence[int]
    experts_before: Sequence[int]
    largest_before: Sequence[int]
    largest_expert_before: Sequence[int]
    groups: tuple[KvGroup, ...]
    state_before: Sequence[int]
    moments: Moments
    hidden_size: int
    vocab_size: int
    by_rule: bool
    drafter: Drafter


def running(values: Any) -> Sequence[int]:
    """Sums before each position, and the whole at the end."""
    return packed((0, *accumulate(values)))


@per_model
def profile(model: Model, quantization: str, bits_per_weight: float | None, *, traits: Mapping[str, Any]) -> Profile:
    """The model's profile in one quantization, made once. `traits` are the row of its gguf_architecture."""
    weights, by_rule = weights_in(model, quantization, bits_per_weight, traits=traits)
    blocks = len(weights.layers)
    shape = _shape(model, blocks, traits=traits)
    ends = weights._replace(layers=(), experts=(), largest=(), largest_expert=())     # the layers are in the sums
    return Profile(weights=ends, blocks=blocks, dense_before=running(weights.layers), experts_before=running(weights.experts),
                   largest_before=packed((0, *accumulate(weights.largest, max))),
                   largest_expert_before=packed((0, *accumulate(weights.largest_expert, max))), groups=shape[0],
                   state_before=shape[1], moments=shape[2], hidden_size=model.hidden_size,
                   vocab_size=vocabulary(model, traits), by_rule=by_rule, drafter=_drafter(model))


@per_model
def _shape(model: Model, blocks: int, *, traits: Mapping[str, Any]) -> tuple[tuple[KvGroup, ...], Sequence[int], Moments]:
    elements = [state_elements(model, i) + compressor_elements(model, i) for i in range(model.num_hidden_layers)]
    groups = compressed_groups(model.compressed_kv, blocks) if model.compressed_kv else kv_groups(model, blocks)
    return groups, running(elements + [0] * (blocks - len(elements))), moments(model, traits)


def _drafter(model: Model) -> Drafter:
    last = next((i for i in reversed(range(model.num_hidden_layers)) if model.layer_types[i] in ATTENTION), None)
    k, v = (0, 0) if last is None or model.compressed_kv else kv_row(model, last)
    linear, m = model.linear_attention, model.mamba
    matrix = linear.num_value_heads * linear.value_head_dim * linear.key_head_dim if linear else m.d_state * m.d_inner if m else 0
    return Drafter(model.mtp_layers, k, v, matrix)


def kv_row(model: Model, i: int) -> tuple[int, int]:
    """Elements of K and of V that attention layer i keeps of a token; of latent attention all is K."""
    if model.mla:
        return mla_row_elements(model.mla.kv_lora_rank, model.mla.qk_rope_head_dim), 0
    heads, (k, v) = kv_heads(model, i), head_dims(model, i)
    return heads * k, heads * v


def kv_groups(model: Model, blocks: int) -> tuple[KvGroup, ...]:
    """Attention layers by equal KV row and window. Layers that share another's KV, and MTP blocks, hold none."""
    own = model.num_hidden_layers - model.num_kv_shared_layers
    kinds: dict[tuple[int, int, int], list[int]] = {}
    for i in range(min(own, model.num_hidden_layers)):
        if model.layer_types[i] not in ATTENTION:
            continue
        row = kv_row(model, i)
        windowed = model.layer_types[i] != "full_attention" and not model.gguf_window_ignored
        window = (model.sliding_window or 0) if windowed else 0
        kinds.setdefault((*row, window), [0] * blocks)[i] = 1
    return tuple(KvGroup(k, v, w, running(marks)) for (k, v, w), marks in kinds.items())


def compressed_groups(compressed: Mapping[str, Any], blocks: int) -> tuple[KvGroup, ...]:
    """DeepSeek-V4: the last tokens as they are in every layer, entries of 4 and of 128 tokens, and the indexer's keys; no V.

    As llama.cpp b11434 (llama-kv-cache-dsv4) prints them for a made-up file of these shapes.
    """
    ratios, head = compressed["ratios"], compressed["head_dim"]
    found = [KvGroup(head, 0, compressed["sliding_window"], running([1] * len(ratios) + [0] * (blocks - len(ratios))), apart=True)]
    for ratio in sorted({ratio for ratio in ratios if ratio}):
        marks = running([int(r == ratio) for r in ratios] + [0] * (blocks - len(ratios)))
        found.append(KvGroup(head, 0, 0, marks, ratio, apart=True))
        if ratio == OVERLAPPING:
            found.append(KvGroup(compressed["index_head_dim"], 0, 0, marks, ratio, apart=True))
    return tuple(found)


def compressor_elements(model: Model, i: int) -> int:
    """F32 elements of layer i's half-made entries for one slot, the indexer's beside the keys'."""
    ratio, compressed = compression_ratio(model, i), model.compressed_kv
    if not ratio or compressed is None:
        return 0
    heads = compressed["head_dim"] + (compressed["index_head_dim"] if ratio == OVERLAPPING else 0)
    return int(state.compressor_elements(heads, ratio, compressor_streams(ratio)))


def state_elements(model: Model, i: int) -> int:
    """F32 elements of recurrent state of layer i for one slot."""
    kind, m, linear = model.layer_types[i], model.mamba, model.linear_attention
    total = 0
    if m and (kind == "mamba" or model.mamba_beside_attention):
        total += state.mamba_elements(m.d_conv, m.d_inner, m.d_state, m.n_groups if m.version == 2 else 0)
    if linear and kind == "linear_attention":
        total += state.delta_net_elements(linear.conv_kernel, linear.num_key_heads, linear.key_head_dim, linear.num_value_heads,
                                          linear.value_head_dim)
    if kind == "conv":
        total += state.short_conv_elements(model.conv_kernel or 3, model.hidden_size)
    return total


def moments(model: Model, traits: Mapping[str, Any]) -> Moments:
    """The widest moments of the graph by the kinds of layers that occur."""
    d, heads = model.hidden_size, model.num_attention_heads
    hybrid = model.mamba is not None or model.linear_attention is not None or model.conv_kernel is not None
    widths, light, scans, beside = [4 * d], [4 * d], [], 0
    for i in {kind: i for i, kind in enumerate(model.mlp_layer_types)}.values():
        widths += _mlp_widths(model, i, hybrid, traits)
        light += _mlp_widths(model, i, hybrid, traits, light=True)
    m, linear = model.mamba, model.linear_attention
    if m and m.version == 2:
        scans += [(a, copies * m.d_inner * m.d_state) for a, copies in buffer.mamba2(d, m.d_inner, m.n_groups, m.d_state)]
    elif m:
        a, copies = buffer.mamba1(d, m.d_inner, m.d_state, m.dt_rank or -(-d // 16))
        scans.append((a, copies * m.d_inner * m.d_state))
    if linear:
        net = buffer.delta_net(d, linear.num_value_heads * linear.value_head_dim, linear.num_key_heads, linear.key_head_dim)
        widths.append(net)
        light.append(net)
    attends = any(kind in ATTENTION for kind in model.layer_types)
    if model.mla and attends:
        beside = buffer.mla(d, heads, model.mla.kv_lora_rank, model.mla.qk_nope_head_dim, model.mla.qk_rope_head_dim)
        widths.append(beside)
        light.append(beside)
    elif attends:
        first = next(i for i, kind in enumerate(model.layer_types) if kind in ATTENTION)
        queries = traits.get("score_queries", 1) + (heads * model.head_dim > d and not traits.get("no_rotation"))
        beside = buffer.attention_beside_scores(d, heads, kv_heads(model, first), model.head_dim, queries)
    extra = 0 if model.moe or not attends or model.mla else 2 * heads * model.head_dim
    c = model.compressed_kv
    chosen = buffer.compressed(d, heads, c["head_dim"], c["hc_mult"], c["index_n_heads"] * c["index_head_dim"]) if c else ()
    return Moments(widest=max(widths), scans=tuple(scans), score_heads=heads if attends else 0, beside_scores=beside,
                   streams_extra=extra, chosen=chosen, light_widest=max(light),
                   light_scans=tuple((per_token - 2 * d, per_slot) for per_token, per_slot in scans))


def _mlp_widths(model: Model, i: int, hybrid: bool, traits: Mapping[str, Any], light: bool = False) -> list[int]:
    d, kind, moe = model.hidden_size, model.mlp_layer_types[i], model.moe
    dense_less, experts_less = buffer.light(d, hybrid, model.mla is not None) if light else (0, 0)
    found = []
    if kind == "sparse" and moe:
        used, ff = moe.num_experts_per_tok, moe.moe_intermediate_size
        if traits.get("weighted_experts"):
            found.append(buffer.experts_weighted(d, used, ff))
        else:
            copies = 3 if model.mlp_gated else traits.get("mlp_copies", 1)
            found.append(buffer.experts(d, used, ff, traits.get("residuals", 4), 3 if hybrid else 5, copies) - experts_less)
    if kind == "dense" or (moe and moe.dense_beside):
        ff = per_layer(model.intermediate_size, i)
        gated = buffer.gated_mlp(d, ff, traits.get("residuals", 4))
        found.append((gated if model.mlp_gated else buffer.plain_mlp(d, ff, traits.get("mlp_copies", 1))) - dense_less)
    return found
