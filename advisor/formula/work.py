"""What a model asks of a device for every step: weights read, parameters multiplied, KV and state per sequence, attention.

Counts follow the model's fields (see parameters.py); bytes of the weights come from whoever knows the format.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor.formula.parameters import components
from advisor.formula.per_model import per_model
from advisor.formula.step_time import Work
from advisor.scenario import Model

NO_WINDOW = float(1 << 40)
WINDOWED = ("sliding_attention", "chunked_attention")
ATTENTION = ("full_attention", *WINDOWED)


class Shape(NamedTuple):
    """A model's counts for a step, without bytes of a format: see Work. KV in elements, state in bytes."""

    dense_params: float
    experts_params: float
    head_params: float
    expert_share: float
    layers: float
    hidden_size: float
    kv_elements: float
    window_kv_elements: float
    window: float
    state_bytes: float
    pair_flops: float
    window_pair_flops: float
    group_size: float


def mixer(model: Model) -> str:
    """What else than attention over whole keys mixes the tokens: `latent` attention, `recurrent` layers, else ""."""
    if model.mla is not None or model.compressed_kv:
        return "latent"
    return "recurrent" if any(kind not in ATTENTION for kind in model.layer_types) else ""


def keeps_state(model: Model) -> bool:
    """Whether layers keep a recurrent state a sequence, as large for a short one as for a long one."""
    return model.linear_attention is not None or model.mamba is not None or "conv" in model.layer_types


def _layer_heads(model: Model, layer: int, full: bool) -> tuple[int, int, int]:
    """KV heads, K width and V width of a layer's cache."""
    kv = model.num_key_value_heads
    heads = kv if isinstance(kv, int) else kv[layer]
    width = model.head_dim
    if full and model.global_head_dim:
        width = model.global_head_dim
    if full and model.global_num_key_value_heads:
        heads = model.global_num_key_value_heads
    return heads, width, model.v_head_dim or width


def _attention_layer(model: Model, layer: int, full: bool) -> tuple[float, float]:
    """KV elements a token and operations a (query, key) pair of one layer: 2 H (k width) for scores, 2 H (v width) for values."""
    if model.mla is not None:
        mla = model.mla
        wide = mla.qk_nope_head_dim + mla.qk_rope_head_dim + mla.v_head_dim
        return float(mla.kv_lora_rank + mla.qk_rope_head_dim), 2.0 * model.num_attention_heads * wide
    if model.compressed_kv:
        ratio = max(1, int(model.compressed_kv["ratios"][layer] or 1))
        width = int(model.compressed_kv["head_dim"])
        return width / ratio, 4.0 * model.num_attention_heads * width / ratio
    heads, k, v = _layer_heads(model, layer, full)
    return float(heads * (k + v)), 2.0 * model.num_attention_heads * (k + v)


def _recurrent_bytes(model: Model, kind: str) -> float:
    """State of one sequence in one recurrent layer, 32 bit: it is read and written every step."""
    linear, mamba = model.linear_attention, model.mamba
    if kind == "linear_attention" and linear is not None:
        return 4.0 * linear.num_value_heads * linear.key_head_dim * linear.value_head_dim
    if (kind == "mamba" or model.mamba_beside_attention) and mamba is not None:
        return 4.0 * mamba.d_inner * mamba.d_state
    return 0.0


@per_model
def shape(model: Model) -> Shape:
    """The model's counts, made once. Layers that share another's KV cache read it but store none of their own."""
    parts = components(model)
    routed = sum(k.routed_experts * len(k.layers) for k in parts.kinds)
    full = windowed = full_pairs = window_pairs = state = 0.0
    for i, kind in enumerate(model.layer_types):
        state += _recurrent_bytes(model, kind)
        if kind not in ATTENTION:
            continue
        elements, pairs = _attention_layer(model, i, kind == "full_attention")
        if kind in WINDOWED and model.sliding_window:
            windowed, window_pairs = windowed + elements, window_pairs + pairs
        else:
            full, full_pairs = full + elements, full_pairs + pairs
    dense = parts.total - parts.embedding - parts.head - parts.per_layer_embedding - parts.lookup - routed + parts.head_read
    share = model.moe.num_experts_per_tok / model.moe.num_experts if routed and model.moe else 1.0
    return Shape(float(dense), float(routed), float(parts.head_read), share, float(model.num_hidden_layers),
                 float(model.hidden_size), full, windowed, float(model.sliding_window or NO_WINDOW), state, full_pairs,
                 window_pairs, _group(model))


def _group(model: Model) -> float:
    """Query heads that share one KV head; 1 for latent attention, whose kernels share one row by design."""
    if model.mla is not None or model.compressed_kv:
        return 1.0
    kv = model.num_key_value_heads
    heads = kv if isinstance(kv, int) else max(kv, default=0)
    return max(1.0, model.num_attention_heads / heads) if heads else 1.0


def work(counts: Shape, dense_bytes: Any, experts_bytes: Any, kv_element_bytes: Any) -> Work:
    """The counts with a format's bytes: `dense_bytes` all weights a token reads but the routed experts, `experts_bytes` those."""
    return Work(dense_bytes=dense_bytes, experts_bytes=experts_bytes, dense_params=counts.dense_params,
                experts_params=counts.experts_params, head_params=counts.head_params, expert_share=counts.expert_share,
                layers=counts.layers, hidden_size=counts.hidden_size, kv_bytes=counts.kv_elements * kv_element_bytes,
                window_kv_bytes=counts.window_kv_elements * kv_element_bytes, window=counts.window,
                state_bytes=counts.state_bytes, pair_flops=counts.pair_flops, window_pair_flops=counts.window_pair_flops,
                group_size=counts.group_size)
