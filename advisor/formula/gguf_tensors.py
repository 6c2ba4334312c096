"""The tensors that llama.cpp's converter writes for a model: names and shapes, innermost dimension (the row) first.

Read off the architecture's fields; what differs only in the file format (a fused attn_qkv, kept MTP blocks) comes as
`traits`, rows of resources/catalog/engines/llama.cpp.json. Checked against 51 real headers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.formula.parameters import OVERLAPPING, compression_ratio, compressor_streams
from advisor.scenario import Model

PICKED_TABLE = "per_layer_token_embd.weight"
"""The one name of tables of which a token picks single rows: per-layer embeddings and n-grams."""
ATTENTION = ("full_attention", "sliding_attention", "chunked_attention")


class Tensor(NamedTuple):
    """One tensor: its name, shape (row first) and layer; -1 is outside the layers, >= num_hidden_layers an MTP block."""

    name: str
    shape: tuple[int, ...]
    layer: int


def per_layer(value: int | tuple[int, ...], layer: int) -> int:
    """A field that is one number or one number a layer; MTP blocks take the last layer's."""
    return value if isinstance(value, int) else value[min(layer, len(value) - 1)]


def kv_heads(model: Model, layer: int) -> int:
    """KV heads of a layer; full layers may have their own number (Gemma 4)."""
    kind = model.layer_types[min(layer, len(model.layer_types) - 1)]
    if kind == "full_attention" and model.global_num_key_value_heads:
        return model.global_num_key_value_heads
    return per_layer(model.num_key_value_heads, layer)


def head_dims(model: Model, layer: int) -> tuple[int, int]:
    """Elements of one K head and one V head in a layer."""
    kind = model.layer_types[min(layer, len(model.layer_types) - 1)]
    k = model.global_head_dim if kind == "full_attention" and model.global_head_dim else model.head_dim
    return k, (model.v_head_dim if model.v_head_dim and k == model.head_dim else k)


def gguf_tensors(model: Model, traits: Mapping[str, Any], split_experts: bool = False) -> list[Tensor]:
    """All tensors of the model's GGUF file without its vision projector (that is a file of its own).

    `split_experts`: one tensor an expert, as converters wrote until early 2024.
    """
    found = outside_tensors(model, traits)
    for i in range(block_count(model, traits)):
        found += block_tensors(model, i, traits, split_experts)
    return found


def block_count(model: Model, traits: Mapping[str, Any]) -> int:
    """Layers of the file: the model's own and the MTP blocks that the converter keeps."""
    return model.num_hidden_layers + (model.mtp_layers if traits.get("keeps_mtp") else 0)


def outside_tensors(model: Model, traits: Mapping[str, Any]) -> list[Tensor]:
    """The tensors that belong to no layer."""
    return [Tensor(name, shape, -1) for name, shape in _outside(model, vocabulary(model, traits), has_head(model, traits))]


def has_head(model: Model, traits: Mapping[str, Any]) -> bool:
    """Whether the file has a head of its own: untied models, and tied ones whose checkpoint stores one that nobody drops."""
    return not model.tie_word_embeddings or (model.stored_tied_head and not traits.get("drops_tied_head"))


def block_tensors(model: Model, i: int, traits: Mapping[str, Any], split_experts: bool = False) -> list[Tensor]:
    """The tensors of layer i."""
    found = [Tensor(f"blk.{i}.{name}", shape, i) for name, shape in _block(model, i, traits)]
    return [part for t in found for part in _split(t)] if split_experts else found


def block_key(model: Model, i: int) -> tuple[object, ...]:
    """Layers with the same key have the same tensors."""
    if i >= model.num_hidden_layers:
        return ("mtp",)
    shares = model.num_kv_shared_layers > 0 and i >= model.num_hidden_layers - model.num_kv_shared_layers
    return (model.layer_types[i], model.mlp_layer_types[i], kv_heads(model, i), per_layer(model.intermediate_size, i), shares,
            i in model.cross_attention_layers, compression_ratio(model, i), _hashed(model, i))


def _hashed(model: Model, i: int) -> bool:
    """Whether layer i chooses experts by a table of tokens instead of a router."""
    return i < (model.compressed_kv or {}).get("num_hash_layers", 0)


def _split(t: Tensor) -> list[Tensor]:
    if "_exps" not in t.name or len(t.shape) < 3:
        return [t]
    return [Tensor(t.name.replace("_exps", f".{e}"), t.shape[:2], t.layer) for e in range(t.shape[2])]


def vocabulary(model: Model, traits: Mapping[str, Any]) -> int:
    """Rows of the embedding in the file: the converter cuts those beyond the tokenizer's tokens (Gemma 3)."""
    return min(model.vocab_size, int(traits.get("vocab_rows", model.vocab_size)))


def _outside(model: Model, v: int, head: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    d = model.hidden_size
    yield "token_embd.weight", (d, v)
    yield "output_norm.weight", (d,)
    if model.norm_bias:
        yield "output_norm.bias", (d,)
    if head:
        yield "output.weight", (d, v)
    if model.lm_head_bias:
        yield "output.bias", (v,)
    if model.position_embeddings:
        yield "position_embd.weight", (d, model.position_embeddings)
    if model.rope_freqs:
        yield "rope_freqs.weight", (model.rope_freqs,)
    if model.longrope_factors:
        yield "rope_factors_long.weight", (model.longrope_factors,)
        yield "rope_factors_short.weight", (model.longrope_factors,)
    if model.compressed_kv:
        copies = model.compressed_kv["hc_mult"]
        yield from (("output_hc_fn.weight", (copies * d, copies)), ("output_hc_base.weight", (copies,)), ("output_hc_scale.weight", (1,)))
    if model.lookup_table:
        yield PICKED_TABLE, (model.lookup_table.width, model.lookup_table.rows)
    width = model.hidden_size_per_layer_input
    if width:
        yield PICKED_TABLE, (width * model.num_hidden_layers, model.vocab_size_per_layer_input or v)
        yield "per_layer_model_proj.weight", (d, width * model.num_hidden_layers)
        yield "per_layer_proj_norm.weight", (width,)


def _block(model: Model, i: int, traits: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    d = model.hidden_size
    extra = i >= model.num_hidden_layers
    kind = "full_attention" if extra else model.layer_types[i]
    mlp = ("sparse" if model.moe else "dense") if extra else model.mlp_layer_types[i]
    for n in range(model.norms_per_layer if kind != "none" and mlp != "none" else 1):
        yield f"norm.{n}.weight", (d,)
        if model.norm_bias:
            yield f"norm.{n}.bias", (d,)
    if kind == "mamba" or (model.mamba_beside_attention and not extra):
        yield from _mamba(model, traits)
    if kind == "linear_attention":
        yield from _linear(model, traits)
    if kind == "conv":
        yield "shortconv.conv.weight", (model.conv_kernel or 3, d)
        yield "shortconv.in_proj.weight", (d, 3 * d)
        yield "shortconv.out_proj.weight", (d, d)
    if model.compressed_kv and kind in ATTENTION:
        yield from _compressed(model, model.compressed_kv, i)
    elif kind in ATTENTION or i in model.cross_attention_layers:
        yield from _mla(model) if model.mla else _attention(model, i, traits)
    if mlp == "sparse":
        yield from _experts(model, hashed=_hashed(model, i))
    if mlp == "dense" or (mlp == "sparse" and model.moe and model.moe.dense_beside):
        yield from _dense(model, i, traits)
    if model.hidden_size_per_layer_input:
        yield "inp_gate.weight", (d, model.hidden_size_per_layer_input)
        yield "proj.weight", (model.hidden_size_per_layer_input, d)
        yield "post_norm.weight", (d,)
    if extra:
        yield from _mtp(model)


def _attention(model: Model, i: int, traits: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    d, heads, kv = model.hidden_size, model.num_attention_heads, kv_heads(model, i)
    k_dim, v_dim = head_dims(model, i)
    gate = 2 if model.attention_output_gate else 1
    shares_kv = i >= model.num_hidden_layers - model.num_kv_shared_layers and model.num_kv_shared_layers > 0
    widths = {"q": heads * k_dim * gate, "k": kv * k_dim, "v": kv * v_dim}
    if traits.get("fused_qkv"):
        widths = {"qkv": sum(widths.values())}
    elif shares_kv:
        widths = {"q": widths["q"]}
    elif model.k_eq_v and model.layer_types[min(i, len(model.layer_types) - 1)] == "full_attention":
        del widths["v"]
    for part, width in widths.items():
        yield f"attn_{part}.weight", (d, width)
        if model.qkv_bias:
            yield f"attn_{part}.bias", (width,)
    yield "attn_output.weight", (heads * v_dim, d)
    if model.o_bias:
        yield "attn_output.bias", (d,)
    if model.qk_norm != "none":
        full = model.qk_norm == "full"
        yield "attn_q_norm.weight", (heads * k_dim if full else k_dim,)
        if not shares_kv:
            yield "attn_k_norm.weight", (kv * k_dim if full else k_dim,)
    if model.attention_sinks:
        yield "attn_sinks.weight", (heads,)


def _compressed(model: Model, c: Mapping[str, Any], i: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """DeepSeek-V4: one key that is the value too, compressors, an indexer where 4 tokens make one entry, hyper connections.
    Names and shapes as llama.cpp b11434's loader asks for them."""
    d, heads, head = model.hidden_size, model.num_attention_heads, c["head_dim"]
    ratio = compression_ratio(model, i)
    yield "attn_q_a_norm.weight", (c["q_lora_rank"],)
    yield "attn_q_a.weight", (d, c["q_lora_rank"])
    yield "attn_q_b.weight", (c["q_lora_rank"], heads * head)
    yield "attn_kv_a_norm.weight", (head,)
    yield "attn_kv.weight", (d, head)
    yield "attn_sinks.weight", (heads,)
    yield "attn_output_a.weight", (heads * head // c["o_groups"], c["o_lora_rank"], c["o_groups"])
    yield "attn_output_b.weight", (c["o_lora_rank"] * c["o_groups"], d)
    if ratio:
        yield from _compressor("attn", d, head, ratio)
    if ratio == OVERLAPPING:
        yield "indexer.proj.weight", (d, c["index_n_heads"])
        yield "indexer.attn_q_b.weight", (c["q_lora_rank"], c["index_n_heads"] * c["index_head_dim"])
        yield from _compressor("indexer", d, c["index_head_dim"], ratio)
    copies = c["hc_mult"]
    for part in ("attn", "ffn"):
        mixed = copies * copies + 2 * copies
        yield f"hc_{part}_fn.weight", (copies * d, mixed)
        yield f"hc_{part}_base.weight", (mixed,)
        yield f"hc_{part}_scale.weight", (3,)


def _compressor(part: str, d: int, head: int, ratio: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    wide = head * compressor_streams(ratio)
    yield f"{part}_compressor_kv.weight", (d, wide)
    yield f"{part}_compressor_gate.weight", (d, wide)
    yield f"{part}_compressor_ape.weight", (wide, ratio)
    yield f"{part}_compressor_norm.weight", (head,)


def _mla(model: Model) -> Iterator[tuple[str, tuple[int, ...]]]:
    m, d, heads = model.mla, model.hidden_size, model.num_attention_heads
    assert m is not None
    query = heads * (m.qk_nope_head_dim + m.qk_rope_head_dim)
    if m.q_lora_rank:
        yield "attn_q_a_norm.weight", (m.q_lora_rank,)
        yield "attn_q_a.weight", (d, m.q_lora_rank)
        yield "attn_q_b.weight", (m.q_lora_rank, query)
    else:
        yield "attn_q.weight", (d, query)
    yield "attn_kv_a_norm.weight", (m.kv_lora_rank,)
    yield "attn_kv_a_mqa.weight", (d, m.kv_lora_rank + m.qk_rope_head_dim)
    yield "attn_k_b.weight", (m.qk_nope_head_dim, m.kv_lora_rank, heads)
    yield "attn_v_b.weight", (m.kv_lora_rank, m.v_head_dim, heads)
    yield "attn_output.weight", (heads * m.v_head_dim, d)
    if m.output_gate:
        yield "attn_gate.weight", (d, heads * m.v_head_dim)
    if m.index_n_heads and m.index_head_dim:
        yield "indexer.k_norm.weight", (m.index_head_dim,)
        yield "indexer.k_norm.bias", (m.index_head_dim,)
        yield "indexer.proj.weight", (d, m.index_n_heads)
        yield "indexer.attn_k.weight", (d, m.index_head_dim)
        yield "indexer.attn_q_b.weight", (m.q_lora_rank or d, m.index_n_heads * m.index_head_dim)


def _mamba(model: Model, traits: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    m, d = model.mamba, model.hidden_size
    assert m is not None
    if m.version == 2:
        heads = m.num_heads or 1
        conv = m.d_inner + 2 * m.n_groups * m.d_state
        yield "ssm_in.weight", (d, m.d_inner + conv + heads)
        yield "ssm_conv1d.weight", (m.d_conv, conv)
        if m.conv_bias:
            yield "ssm_conv1d.bias", (conv,)
        yield "ssm_dt.bias", (heads,)
        yield "ssm_a", (1, heads)
        yield "ssm_d", (1, heads)
        if m.norm:
            yield "ssm_norm.weight", (m.d_inner // m.n_groups, m.n_groups)
    else:
        rank = m.dt_rank or -(-d // 16)
        yield "ssm_in.weight", (d, 2 * m.d_inner)
        yield "ssm_conv1d.weight", (m.d_conv, m.d_inner)
        if m.conv_bias:
            yield "ssm_conv1d.bias", (m.d_inner,)
        yield "ssm_x.weight", (m.d_inner, rank + 2 * m.d_state)
        if traits.get("ssm_norms"):
            yield "ssm_dt_norm.weight", (rank,)
            yield "ssm_b_norm.weight", (m.d_state,)
            yield "ssm_c_norm.weight", (m.d_state,)
        yield "ssm_dt.weight", (rank, m.d_inner)
        yield "ssm_dt.bias", (m.d_inner,)
        yield "ssm_a", (m.d_state, m.d_inner)
        yield "ssm_d", (m.d_inner,)
    yield "ssm_out.weight", (m.d_inner, d)


def _linear(model: Model, traits: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    m, d = model.linear_attention, model.hidden_size
    assert m is not None
    key, value = m.num_key_heads * m.key_head_dim, m.num_value_heads * m.value_head_dim
    if m.kind == "gated_delta_net":
        yield "attn_qkv.weight", (d, 2 * key + value)
        yield "attn_gate.weight", (d, value)
        yield "ssm_conv1d.weight", (m.conv_kernel, 2 * key + value)
        yield "ssm_dt.bias", (m.num_value_heads,)
        yield "ssm_a", (m.num_value_heads,)
        if traits.get("fused_beta_alpha"):
            yield "ssm_ba.weight", (d, 2 * m.num_value_heads)
        else:
            yield "ssm_beta.weight", (d, m.num_value_heads)
            yield "ssm_alpha.weight", (d, m.num_value_heads)
        yield "ssm_norm.weight", (m.value_head_dim,)
        yield "ssm_out.weight", (value, d)
        return
    for part, width in (("q", key), ("k", key), ("v", value)):
        yield f"attn_{part}.weight", (d, width)
        if m.kind == "kimi_delta":
            yield f"ssm_conv1d_{part}.weight", (m.conv_kernel, width)
    if m.kind == "kimi_delta":
        yield "ssm_f_a.weight", (d, m.value_head_dim)
        yield "ssm_f_b.weight", (m.value_head_dim, value)
        if m.full_rank_gate:
            yield "ssm_g.weight", (d, value)
        else:
            yield "ssm_g_a.weight", (d, m.value_head_dim)
            yield "ssm_g_b.weight", (m.value_head_dim, value)
        yield "ssm_beta.weight", (d, m.num_value_heads)
        yield "ssm_a", (1, m.num_value_heads)
        yield "ssm_dt.bias", (value,)
        yield "ssm_norm.weight", (m.value_head_dim,)
    else:
        yield "attn_gate.weight", (d, value)
        yield "attn_norm_2.weight", (value,)
    yield "attn_output.weight", (value, d)


def _dense(model: Model, i: int, traits: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    d, ff = model.hidden_size, per_layer(model.intermediate_size, i)
    if not ff:
        return
    if model.mlp_gated and traits.get("fused_gate_up"):
        yield "ffn_up.weight", (d, 2 * ff)
    else:
        if model.mlp_gated:
            yield "ffn_gate.weight", (d, ff)
        yield "ffn_up.weight", (d, ff)
    yield "ffn_down.weight", (ff, d)
    if model.mlp_bias:
        yield "ffn_up.bias", (ff,)
        yield "ffn_down.bias", (d,)


def _experts(model: Model, hashed: bool = False) -> Iterator[tuple[str, tuple[int, ...]]]:
    m, d = model.moe, model.hidden_size
    assert m is not None
    inner, ff, count = m.latent_size or d, m.moe_intermediate_size, m.num_experts
    yield "ffn_gate_inp.weight", (d, count)
    if hashed:
        yield "ffn_gate_tid2eid.weight", (m.num_experts_per_tok, model.vocab_size)
    elif m.router_bias:
        yield "exp_probs_b.bias", (count,)
    parts = (("gate", (inner, ff, count)), ("up", (inner, ff, count)), ("down", (ff, inner, count)))
    for name, shape in parts if model.mlp_gated else parts[1:]:
        yield f"ffn_{name}_exps.weight", shape
        if m.expert_bias:
            yield f"ffn_{name}_exps.bias", (shape[1], count)
    if m.latent_size:
        yield "ffn_latent_down.weight", (d, m.latent_size)
        yield "ffn_latent_up.weight", (m.latent_size, d)
    shared = m.shared_expert_intermediate_size or m.num_shared_experts * ff
    if not shared:
        return
    for name, shape2 in (("gate", (d, shared)), ("up", (d, shared)), ("down", (shared, d)))[0 if model.mlp_gated else 1:]:
        yield f"ffn_{name}_shexp.weight", shape2
    if m.shared_expert_gate:
        yield "ffn_gate_inp_shexp.weight", (d,)


def _mtp(model: Model) -> Iterator[tuple[str, tuple[int, ...]]]:
    d, v = model.hidden_size, model.vocab_size
    yield "nextn.eh_proj.weight", (2 * d, d)
    for name in ("enorm", "hnorm", "shared_head_norm"):
        yield f"nextn.{name}.weight", (d,)
    if model.mtp_embeddings:
        yield "nextn.embed_tokens.weight", (d, v)
        yield "nextn.shared_head_head.weight", (d, v)
