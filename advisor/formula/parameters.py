"""How many parameters each part of a model has. Counts are elements, not bytes.

The first half is plain arithmetic on numbers or numpy arrays; `components(model)` composes it per kind of layer.
Source of the rules: the published model classes, checked against the element counts of published checkpoints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from advisor.scenario import LinearAttention, Mamba, Mla, Model, Moe

# ------------------------------------------------------------------------------------------------ plain arithmetic

def embedding(vocab_size: Any, hidden_size: Any) -> Any:
    """vocab_size × hidden_size."""
    return vocab_size * hidden_size


def attention(hidden_size: Any, num_attention_heads: Any, num_key_value_heads: Any, head_dim: Any, v_head_dim: Any = None,
              output_gate: Any = 0, k_eq_v: Any = 0) -> Any:
    """Projections of grouped-query attention: d·H·h·(1 + gate) + d·k·h + d·k·v (none where K is V) + H·v·d."""
    v = head_dim if v_head_dim is None else v_head_dim
    q = hidden_size * num_attention_heads * head_dim * (1 + output_gate)
    return (q + hidden_size * num_key_value_heads * (head_dim + v * (1 - k_eq_v)) + num_attention_heads * v * hidden_size)


def latent_attention(hidden_size: Any, num_attention_heads: Any, q_lora_rank: Any, kv_lora_rank: Any, qk_nope_head_dim: Any,
                     qk_rope_head_dim: Any, v_head_dim: Any) -> Any:
    """MLA's projections; q_lora_rank 0 means one full query projection.

    q: d·r + r·H·(nope + rope), or d·H·(nope + rope); kv: d·(kv + rope) + kv·H·(nope + v); o: H·v·d.
    """
    head = qk_nope_head_dim + qk_rope_head_dim
    wide = hidden_size * num_attention_heads * head
    q = q_lora_rank * (hidden_size + num_attention_heads * head) + (q_lora_rank == 0) * wide
    kv = hidden_size * (kv_lora_rank + qk_rope_head_dim) + kv_lora_rank * num_attention_heads * (qk_nope_head_dim + v_head_dim)
    return q + kv + num_attention_heads * v_head_dim * hidden_size


def indexer(hidden_size: Any, q_lora_rank: Any, index_n_heads: Any, index_head_dim: Any) -> Any:
    """The indexer of sparse latent attention: r·n·i + d·i + d·n (DeepSeek-V3.2, GLM-5)."""
    return q_lora_rank * index_n_heads * index_head_dim + hidden_size * (index_head_dim + index_n_heads)


def mlp(hidden_size: Any, intermediate_size: Any, gated: Any = 1) -> Any:
    """3·d·f gated, 2·d·f not gated."""
    return (2 + gated) * hidden_size * intermediate_size


def gated_delta_net(hidden_size: Any, num_key_heads: Any, key_head_dim: Any, num_value_heads: Any, value_head_dim: Any) -> Any:
    """Projections of a gated delta net: q, k, v and z (d·(2K + 2W)), beta and alpha (2·d·n), output W·d."""
    keys, values = num_key_heads * key_head_dim, num_value_heads * value_head_dim
    return hidden_size * (2 * keys + 2 * values) + 2 * hidden_size * num_value_heads + values * hidden_size


def kimi_delta(hidden_size: Any, num_heads: Any, head_dim: Any, full_rank_gate: Any = 0, full_rank_decay: Any = 0) -> Any:
    """Projections of Kimi delta attention: q, k, v, o; decay and output gate, each of rank head_dim or full; beta."""
    wide = num_heads * head_dim
    low_rank = hidden_size * head_dim + head_dim * wide
    full = full_rank_gate + full_rank_decay
    return 4 * hidden_size * wide + (2 - full) * low_rank + full * hidden_size * wide + hidden_size * num_heads


def lightning(hidden_size: Any, num_heads: Any, head_dim: Any) -> Any:
    """Projections of lightning attention: q, k, v, output gate and output, 5·d·H·h."""
    return 5 * hidden_size * num_heads * head_dim


def mamba2(hidden_size: Any, d_inner: Any, d_state: Any, n_groups: Any, num_heads: Any) -> Any:
    """Projections of a Mamba-2 layer: in d·(2I + 2GS + N), out I·d."""
    return hidden_size * (2 * d_inner + 2 * n_groups * d_state + num_heads) + d_inner * hidden_size


def mamba1(hidden_size: Any, d_inner: Any, d_state: Any, dt_rank: Any) -> Any:
    """Projections of a Mamba-1 layer: in d·2I, x I·(R + 2S), dt R·I, out I·d."""
    return hidden_size * 2 * d_inner + d_inner * (dt_rank + 2 * d_state) + dt_rank * d_inner + d_inner * hidden_size


def short_convolution(hidden_size: Any) -> Any:
    """Projections of a gated short convolution: in d·3d, out d·d."""
    return 4 * hidden_size * hidden_size


def experts(num_experts: Any, hidden_size: Any, moe_intermediate_size: Any, gated: Any = 1) -> Any:
    """E·(2 or 3)·d·f_e; with a latent size, that one stands for d."""
    return num_experts * mlp(hidden_size, moe_intermediate_size, gated)


def compressed_attention(hidden_size: Any, num_attention_heads: Any, head_dim: Any, q_lora_rank: Any, o_lora_rank: Any,
                         o_groups: Any) -> Any:
    """DeepSeek-V4's projections: d·r + r·H·h, one shared key-value d·h, output H·h·o + G·o·d (o per group)."""
    wide = num_attention_heads * head_dim
    return (hidden_size * q_lora_rank + q_lora_rank * wide + hidden_size * head_dim
            + wide * o_lora_rank + o_groups * o_lora_rank * hidden_size)


# ------------------------------------------------------------------------------------------------ of a whole model

class LayerKind(NamedTuple):
    """One kind of layer and how many there are; counts are of ONE layer of it.

    `attention` and `state` are the mixer's matrices (attention; delta net, Mamba, convolution), `small` everything with one
    dimension (norms, biases, convolutions, sinks), `routed_small` the biases of all experts. `routed_experts` is all
    experts, `active_experts` those of one token. `other` is what belongs to no other part (indexer, per-layer inputs, hyper-connections).
    """

    layer_type: str
    mlp_type: str
    layers: tuple[int, ...]
    attention: int
    state: int
    dense_mlp: int
    routed_experts: int
    active_experts: int
    shared_experts: int
    router: int
    other: int
    small: int
    routed_small: int = 0

    @property
    def total(self) -> int:
        return (self.attention + self.state + self.dense_mlp + self.routed_experts + self.shared_experts + self.router
                + self.other + self.small + self.routed_small)

    @property
    def active(self) -> int:
        if not self.routed_experts:
            return self.total
        idle = self.routed_experts - self.active_experts
        return self.total - idle - self.routed_small * idle // self.routed_experts


class Components(NamedTuple):
    """Parameters of a model by part. `mtp` and `vision` are apart: `total` is the text model without both.

    `head` is 0 where it is tied to the embedding (and not stored twice); `head_read` is what the output layer multiplies.
    `per_layer_embedding` is held in memory and looked up, never multiplied (the model's `other_parameters` with it).
    `active` is what one token touches, with the embedding; `active_without_embedding` is what decoding reads: no input
    table, but the head. `vision` None is unknown. `lookup` are the rows of a table picked by n-grams, in `total`.
    """

    kinds: tuple[LayerKind, ...]
    embedding: int
    head: int
    per_layer_embedding: int
    final: int
    mtp: int
    vision: int | None
    total: int
    active: int
    active_without_embedding: int
    head_read: int
    lookup: int = 0


def _components(model: Model) -> Components:
    kinds = layer_kinds(model)
    table = embedding(model.vocab_size, model.hidden_size)
    head = 0 if model.tie_word_embeddings and not model.stored_tied_head else table
    head += model.vocab_size if model.lm_head_bias else 0
    per_layer = model.vocab_size_per_layer_input * model.hidden_size_per_layer_input * model.num_hidden_layers
    final = model.hidden_size * ((2 if model.norm_bias else 1) + model.position_embeddings)
    if per_layer:
        wide = model.num_hidden_layers * model.hidden_size_per_layer_input
        final += model.hidden_size * wide + model.hidden_size_per_layer_input
        final += 2 * max(0, model.altup_num_inputs - 1) * model.hidden_size**2
    held = per_layer + model.other_parameters
    lookup = model.lookup_table.elements if model.lookup_table else 0
    layers = sum(k.total * len(k.layers) for k in kinds)
    active_layers = sum(k.active * len(k.layers) for k in kinds)
    without = active_layers + final + table
    active = without + (head if head else 0)
    return Components(kinds, table, head, held, final, _mtp(model, kinds), model.vision_parameters,
                      layers + table + head + held + lookup + final, active, without, head or table, lookup)


def components(model: Model) -> Components:
    """Every part's parameters, cached by the model's identity (a Model is frozen)."""
    key = id(model)
    found = _by_identity.get(key)
    if found is None or found[0] is not model:
        if len(_by_identity) > 1024:
            _by_identity.clear()
        found = _by_identity[key] = (model, _components(model))
    return found[1]


_by_identity: dict[int, tuple[Model, Components]] = {}


def _mtp(model: Model, kinds: tuple[LayerKind, ...]) -> int:
    """Multi-token prediction: per module 2d·d, three norms, a layer like the last, and copies of the tables where stored.

    Where mixers and feed-forward parts are layers of their own (Nemotron-H), a module has the last of each.
    """
    if model.mtp_parameters is not None:
        return model.mtp_parameters
    if not model.mtp_layers or not kinds:
        return 0
    by_last = sorted(kinds, key=lambda kind: kind.layers[-1])
    last = by_last[-1]
    layer = last.total
    if "none" in (last.layer_type, last.mlp_type):
        mixer = next((k for k in reversed(by_last) if k.attention), None)
        part = next((k for k in reversed(by_last) if k.mlp_type != "none"), None)
        layer = sum(k.total for k in (mixer, part) if k is not None)
    one = 2 * model.hidden_size**2 + 3 * model.hidden_size + layer
    if model.mtp_embeddings:
        one += 2 * embedding(model.vocab_size, model.hidden_size)
    return model.mtp_layers * one


def layer_kinds(model: Model) -> tuple[LayerKind, ...]:
    """Layers grouped by everything that makes their counts differ, in order of first appearance."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for i, (mixer, part) in enumerate(zip(model.layer_types, model.mlp_layer_types, strict=True)):
        key = (mixer, part, _of_layer(model.num_key_value_heads, i), _of_layer(model.intermediate_size, i),
               i >= model.num_hidden_layers - model.num_kv_shared_layers, i in model.cross_attention_layers, compression_ratio(model, i),
               _has_indexer(model, i))
        groups.setdefault(key, []).append(i)
    return tuple(_kind(model, key, tuple(layers)) for key, layers in groups.items())


def _of_layer(value: int | Sequence[int], layer: int) -> int:
    return value if isinstance(value, int) else value[layer]


OVERLAPPING = 4
"""Tokens of an entry in DeepSeek-V4's finer compressed cache: its entries overlap, and an indexer picks among them."""


def compression_ratio(model: Model, layer: int) -> int:
    """Tokens of an entry of the layer's compressed cache; 0 where it keeps a window only, and in blocks after the layers."""
    ratios = model.compressed_kv["ratios"] if model.compressed_kv else ()
    return ratios[layer] if layer < len(ratios) else 0


def compressor_streams(ratio: int) -> int:
    """Neighbouring entries of four tokens overlap, so that a token adds to two; those of 128 do not."""
    return 2 if ratio == OVERLAPPING else 1


def _has_indexer(model: Model, layer: int) -> bool:
    if model.mla is None or not model.mla.index_n_heads or not model.layer_types[layer].endswith("_attention") or (
            model.layer_types[layer] == "linear_attention"):
        return False
    return model.mla.index_layers is None or layer < model.mla.index_layers


def _kind(model: Model, key: tuple[Any, ...], layers: tuple[int, ...]) -> LayerKind:
    mixer, part, kv_heads, width, shared_kv, crossing, ratio, has_indexer = key
    d = model.hidden_size
    attention_, other, small = 0, 0, model.norms_per_layer * d * (2 if model.norm_bias else 1)
    if mixer in ("full_attention", "sliding_attention", "chunked_attention") or crossing:
        attention_, extra = _attention_layer(model, mixer, 0 if shared_kv and not model.kv_weights_in_shared_layers else kv_heads)
        small += extra
        if crossing:
            small += 2
    if model.compressed_kv:
        other += _compression(model, ratio)
    if has_indexer and model.mla is not None:
        other += indexer(d, model.mla.q_lora_rank or d, model.mla.index_n_heads, model.mla.index_head_dim)
        small += 2 * (model.mla.index_head_dim or 0)
    if model.hidden_size_per_layer_input:
        other += 2 * d * model.hidden_size_per_layer_input + 2 * d * model.laurel_rank
        small += d
    if model.altup_num_inputs:
        n = model.altup_num_inputs
        other += d * n + n * n * n + n * n
        small += 4 * d
    state, extra = _state_layer(model, mixer)
    small += extra
    dense, routed, active, shared, router, extra, biases = _mlp_layer(model, part, width)
    return LayerKind(mixer, part, layers, attention_, state, dense, routed, active, shared, router, other, small + extra, biases)


def _attention_layer(model: Model, mixer: str, kv_heads: int) -> tuple[int, int]:
    """Matrices and one-dimensional parts of one attention layer; kv_heads 0 where keys and values come from another."""
    d, heads = model.hidden_size, model.num_attention_heads
    if model.mla is not None:
        return _latent_layer(model.mla, d, heads)
    if model.compressed_kv:
        c = model.compressed_kv
        found = compressed_attention(d, heads, c["head_dim"], c["q_lora_rank"], c["o_lora_rank"], c["o_groups"])
        return found, c["q_lora_rank"] + c["head_dim"] + heads
    full = mixer == "full_attention"
    if mixer == "sliding_attention" and model.sliding_num_attention_heads:
        heads = model.sliding_num_attention_heads
    head_dim = model.global_head_dim if full and model.global_head_dim else model.head_dim
    if full and kv_heads and model.global_num_key_value_heads:
        kv_heads = model.global_num_key_value_heads
    v_dim = model.v_head_dim or head_dim
    found = attention(d, heads, kv_heads, head_dim, v_dim, int(model.attention_output_gate), int(model.k_eq_v and full))
    small = 0
    if model.qkv_bias:
        small += heads * head_dim + kv_heads * (head_dim + v_dim)
    small += d if model.o_bias else 0
    small += heads if model.attention_sinks else 0
    if model.qk_norm == "head":
        small += head_dim * (2 if kv_heads else 1)
    elif model.qk_norm == "full":
        small += (heads + kv_heads) * head_dim
    return found, small


def _latent_layer(mla: Mla, d: int, heads: int) -> tuple[int, int]:
    found = latent_attention(d, heads, mla.q_lora_rank or 0, mla.kv_lora_rank, mla.qk_nope_head_dim, mla.qk_rope_head_dim,
                             mla.v_head_dim)
    return found + (d * heads * mla.v_head_dim if mla.output_gate else 0), (mla.q_lora_rank or 0) + mla.kv_lora_rank


def _compression(model: Model, ratio: int) -> int:
    """DeepSeek-V4's compressors (two overlapping streams at ratio 4), its indexer there, and hyper-connections."""
    c, d = model.compressed_kv or {}, model.hidden_size
    found = 2 * c["hc_mult"] * d * (2 * c["hc_mult"] + c["hc_mult"] ** 2)
    if ratio:
        streams = compressor_streams(ratio)
        found += 2 * streams * d * c["head_dim"] + ratio * streams * c["head_dim"]
        if ratio == OVERLAPPING:
            found += c["q_lora_rank"] * c["index_n_heads"] * c["index_head_dim"] + d * c["index_n_heads"]
            found += 2 * streams * d * c["index_head_dim"]
    return found


def _state_layer(model: Model, mixer: str) -> tuple[int, int]:
    """Matrices and one-dimensional parts of a recurrent mixer; both 0 where the layer has none."""
    d = model.hidden_size
    if mixer == "linear_attention" and model.linear_attention is not None:
        return _linear_layer(model.linear_attention, d)
    if (mixer == "mamba" or model.mamba_beside_attention) and model.mamba is not None:
        return _mamba_layer(model.mamba, d)
    if mixer == "conv":
        return short_convolution(d), d * (model.conv_kernel or 0)
    return 0, 0


def _linear_layer(linear: LinearAttention, d: int) -> tuple[int, int]:
    keys, values = linear.num_key_heads * linear.key_head_dim, linear.num_value_heads * linear.value_head_dim
    convolution = linear.conv_kernel * (2 * keys + values)
    if linear.kind == "kimi_delta":
        return (kimi_delta(d, linear.num_value_heads, linear.value_head_dim, int(linear.full_rank_gate), int(linear.full_rank_decay)),
                convolution + linear.num_value_heads + values + linear.value_head_dim)
    if linear.kind == "lightning":
        return lightning(d, linear.num_value_heads, linear.value_head_dim), values
    return (gated_delta_net(d, linear.num_key_heads, linear.key_head_dim, linear.num_value_heads, linear.value_head_dim),
            convolution + 2 * linear.num_value_heads + linear.value_head_dim)


def _mamba_layer(mamba: Mamba, d: int) -> tuple[int, int]:
    inner, state = mamba.d_inner, mamba.d_state
    if mamba.version == 1:
        rank = mamba.dt_rank or 0
        small = inner * (mamba.d_conv + int(mamba.conv_bias)) + inner + inner * state + inner
        return mamba1(d, inner, state, rank), small + ((rank + 2 * state) if mamba.norm else 0)
    heads = mamba.num_heads or 0
    small = (inner + 2 * mamba.n_groups * state) * (mamba.d_conv + int(mamba.conv_bias)) + 3 * heads + (inner if mamba.norm else 0)
    return mamba2(d, inner, state, mamba.n_groups, heads), small


def _mlp_layer(model: Model, part: str, width: int) -> tuple[int, int, int, int, int, int, int]:
    """Dense, routed, active, shared, router, one-dimensional parameters and experts' biases of a layer's feed-forward part."""
    d, gated = model.hidden_size, int(model.mlp_gated)
    if part == "none":
        return 0, 0, 0, 0, 0, 0, 0
    if part == "dense" or model.moe is None:
        bias = ((1 + gated) * width + d) if model.mlp_bias else 0
        return mlp(d, width, gated), 0, 0, 0, 0, bias, 0
    moe = model.moe
    inner = moe.latent_size or d
    routed = experts(moe.num_experts, inner, moe.moe_intermediate_size, gated)
    active = experts(moe.num_experts_per_tok, inner, moe.moe_intermediate_size, gated)
    shared = mlp(d, _shared_width(moe), gated) + (2 * d * moe.latent_size if moe.latent_size else 0)
    router = d * moe.num_experts
    small = (moe.num_experts if moe.router_bias else 0) + (d if moe.shared_expert_gate else 0)
    biases = moe.num_experts * ((1 + gated) * moe.moe_intermediate_size + d) if moe.expert_bias else 0
    dense = mlp(d, width, gated) if moe.dense_beside else 0
    return dense, routed, active, shared, router, small, biases


def _shared_width(moe: Moe) -> int:
    if not moe.num_shared_experts:
        return 0
    return moe.shared_expert_intermediate_size or moe.num_shared_experts * moe.moe_intermediate_size
