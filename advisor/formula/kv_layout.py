"""Which layers of a model keep what in the cache, on one rank: the kinds that paged engines make groups of.

Rules of vLLM 0.19 to 0.33; DeepSeek-V4's five groups as printed in vllm-project/vllm#54703 (page sizes agree to the byte).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor.formula.integers import pad
from advisor.formula.kv_pages import (
    NARROW_SPREAD,
    Group,
    attention_token_bytes,
    delta_state_bytes,
    kv_heads_on_rank,
    make_groups,
    mamba_state_bytes,
    mla_token_bytes,
    pool_page_bytes,
    request_pages,
    state_aligned_block,
)
from advisor.formula.per_model import per_model
from advisor.scenario import Model

FULL_KINDS = ("full_attention", "chunked_attention")
INDEX_SCALE_BYTES = 4
SPARSE_FP8_SCALE_BYTES = 16
ALIGNMENT = 576
PAGE_TOKENS = 16
FULL_BLOCK, WINDOW_BLOCK, C4_BLOCK, C128_BLOCK = 256, 64, 4, 8


class LayerCache(NamedTuple):
    """What the layers start..end of a model keep on one rank, by kind: layers and bytes.

    `full_token_bytes` and `sliding_token_bytes` are of one token in all layers of the kind together; `state_bytes` is of
    one request in all state layers together; `index_token_bytes` is the part of full that an indexer takes.
    """

    full_layers: int
    full_token_bytes: float
    sliding_layers: int
    sliding_token_bytes: float
    window: int
    state_layers: int
    state_bytes: float

    @property
    def token_bytes(self) -> float:
        """Bytes a token takes in every attention layer, as if none had a window."""
        return self.full_token_bytes + self.sliding_token_bytes


def kv_heads_of(model: Model, layer: int) -> int:
    """KV heads of that layer."""
    heads = model.num_key_value_heads
    if model.layer_types[layer] == "full_attention" and model.global_num_key_value_heads:
        return model.global_num_key_value_heads
    return heads if isinstance(heads, int) else heads[layer]


def _latent(model: Model, layer: int, dtype_bytes: float) -> float:
    assert model.mla is not None
    mla = model.mla
    if mla.index_n_heads and (mla.index_layers is None or layer < mla.index_layers):
        index = ((mla.index_head_dim or 0) + INDEX_SCALE_BYTES) / mla.index_pool
    else:
        index = 0
    if dtype_bytes == 1 and mla.index_n_heads:
        return float(mla.kv_lora_rank + SPARSE_FP8_SCALE_BYTES + 2 * mla.qk_rope_head_dim + index)
    return float(mla_token_bytes(mla.kv_lora_rank, mla.qk_rope_head_dim, dtype_bytes) + index)


def _attention(model: Model, layer: int, ranks: int, dtype_bytes: float) -> float:
    """Bytes of one token in one attention layer on a rank."""
    if model.mla is not None:
        return _latent(model, layer, dtype_bytes)
    full = model.layer_types[layer] == "full_attention"
    head_dim = model.global_head_dim if full and model.global_head_dim else model.head_dim
    heads = kv_heads_of(model, layer)
    if not heads:
        return 0.0
    return float(attention_token_bytes(kv_heads_on_rank(heads, ranks), head_dim, model.v_head_dim or head_dim, dtype_bytes))


def state_layer_bytes(model: Model, layer: int, ranks: int, conv_bytes: float = 2, state_bytes: float = 4) -> float:
    """Bytes of one request's recurrent state in that layer on a rank; 0 where it has none."""
    kind = model.layer_types[layer]
    if kind == "linear_attention" and model.linear_attention is not None:
        linear = model.linear_attention
        kernel = 1 if linear.kind == "lightning" else linear.conv_kernel
        return float(delta_state_bytes(max(1, linear.num_key_heads // ranks), linear.key_head_dim,
                                       max(1, linear.num_value_heads // ranks), linear.value_head_dim, kernel, conv_bytes,
                                       state_bytes))
    if model.mamba is not None and (kind == "mamba" or model.mamba_beside_attention):
        mamba = model.mamba
        groups = 0 if mamba.version == 1 else max(1, mamba.n_groups // ranks)
        return float(mamba_state_bytes(mamba.d_inner // ranks, mamba.d_state, groups, mamba.d_conv, conv_bytes, state_bytes))
    if kind == "conv":
        return float(((model.conv_kernel or 1) - 1) * model.hidden_size / ranks * conv_bytes)
    return 0.0


@per_model
def layer_cache(model: Model, ranks: int, dtype_bytes: float, start: int, end: int, state_bytes: float = 4) -> LayerCache:
    """Sums over the layers start..end. Layers that take another's keys and values keep nothing of their own. `state_bytes` is an
    element's of the recurrent state."""
    full = sliding = state = 0.0
    full_layers = sliding_layers = state_layers = 0
    for layer in range(start, min(end, model.num_hidden_layers - model.num_kv_shared_layers)):
        kind = model.layer_types[layer]
        if kind in FULL_KINDS or kind == "sliding_attention":
            each = _attention(model, layer, ranks, dtype_bytes)
            if not each:
                continue
            if kind == "sliding_attention" and model.sliding_window:
                sliding, sliding_layers = sliding + each, sliding_layers + 1
            else:
                full, full_layers = full + each, full_layers + 1
        own = state_layer_bytes(model, layer, ranks, 2, state_bytes)
        if own:
            state, state_layers = state + own, state_layers + 1
    return LayerCache(full_layers, full, sliding_layers, sliding, model.sliding_window or 0, state_layers, state)


@per_model
def page_groups(model: Model, ranks: int, dtype_bytes: float, start: int, end: int, block_tokens: int, state_bytes: float = 4,
                spread: float = NARROW_SPREAD) -> tuple[Group, ...]:
    """The groups of the layers start..end, with equal pages. Empty where they keep nothing. `state_bytes` is an element's of the
    recurrent state, `spread` as in layers_per_group().

    One kind alone forms one group whose `page_bytes` is of all its layers together.
    """
    if model.compressed_kv:
        return _compressed_groups(model.compressed_kv, start, end)
    cache = layer_cache(model, ranks, dtype_bytes, start, end, state_bytes)
    block = block_tokens
    if cache.state_layers and cache.full_layers:
        block = int(state_aligned_block(cache.state_bytes / cache.state_layers, cache.full_token_bytes / cache.full_layers,
                                        block_tokens))
    kinds = []
    if cache.full_layers:
        kinds.append(Group("full", cache.full_layers, 1, block, round(block * cache.full_token_bytes / cache.full_layers)))
    if cache.sliding_layers:
        kinds.append(Group("sliding", cache.sliding_layers, 1, block,
                           round(block * cache.sliding_token_bytes / cache.sliding_layers), cache.window))
    if cache.state_layers:
        page = kinds[0].page_bytes if kinds else round(cache.state_bytes / cache.state_layers)
        kinds.append(Group("state", cache.state_layers, 1, block, page))
    return make_groups(tuple(kinds), spread) if kinds else ()


def request_bytes(model: Model, dtype_bytes: float, context: int) -> int:
    """Bytes that one request of `context` tokens keeps on one card in pages of PAGE_TOKENS: keys, values and state, with windows and
    compression; what a step has in flight is left out. 0 where the model keeps nothing."""
    groups = page_groups(model, 1, dtype_bytes, 0, model.num_hidden_layers, PAGE_TOKENS)
    return int(request_pages(groups, context, 0, aligned=False)) * pool_page_bytes(groups) if groups else 0


def _compressed_groups(compressed: dict[str, Any], start: int, end: int) -> tuple[Group, ...]:
    """DeepSeek-V4: compressed attention with its indexer (blocks of 256), the window (64), two compressor states (4, 8).

    A token is head_dim - rope fp8 values, rope 16-bit values and 8 bytes of scales; every layer's page is padded to 576.
    """
    ratios = compressed["ratios"][start:end]
    head, rope = compressed["head_dim"], compressed["rope_head_dim"]
    fours, longs = sum(r == 4 for r in ratios), sum(r == 128 for r in ratios)
    token = head - rope + 2 * rope + 8
    window_page = pad(WINDOW_BLOCK * token, ALIGNMENT)
    full = (fours * (pad(FULL_BLOCK // 4 * token, ALIGNMENT)
                     + pad(FULL_BLOCK // 4 * (compressed["index_head_dim"] + INDEX_SCALE_BYTES), ALIGNMENT))
            + longs * pad(FULL_BLOCK // 128 * token, ALIGNMENT))
    four = fours * (pad(C4_BLOCK * 16 * head, ALIGNMENT) + pad(C4_BLOCK * 16 * compressed["index_head_dim"], ALIGNMENT))
    long = longs * pad(C128_BLOCK * 8 * head, ALIGNMENT)
    half = -(-len(ratios) // 2)
    found = [Group("full", 1, 1, FULL_BLOCK, full),
             Group("sliding", 1, 2, WINDOW_BLOCK, half * window_page, compressed["sliding_window"]),
             Group("sliding", 1, 1, C4_BLOCK, four, 8), Group("sliding", 1, 1, C128_BLOCK, long, 128)]
    return tuple(group for group in found if group.page_bytes)
