"""Recurrent state of Mamba, gated delta net and short convolution layers in llama.cpp: always F32, one row a slot.

Rules of llama.cpp b11434 (llama-hparams: n_embd_r, n_embd_s), exact in every recorded row. It depends on neither the context
nor the cache type.
"""

from __future__ import annotations

from typing import Any

F32 = 4


def mamba_elements(d_conv: Any, d_inner: Any, d_state: Any, n_groups: Any) -> Any:
    """(d_conv − 1)(d_inner + 2 n_groups d_state) + d_state d_inner elements a layer and slot; Mamba-1 has n_groups 0."""
    return (d_conv - 1) * (d_inner + 2 * n_groups * d_state) + d_state * d_inner


def delta_net_elements(conv_kernel: Any, num_key_heads: Any, key_head_dim: Any, num_value_heads: Any, value_head_dim: Any) -> Any:
    """Gated delta net: (conv − 1)(2 keys + values) + value_heads × key_head_dim × value_head_dim elements a layer and slot."""
    values = num_value_heads * value_head_dim
    return (conv_kernel - 1) * (2 * num_key_heads * key_head_dim + values) + key_head_dim * values


def short_conv_elements(conv_kernel: Any, hidden_size: Any) -> Any:
    """LFM2's short convolution: (l_cache − 1) × hidden_size elements a layer and slot."""
    return (conv_kernel - 1) * hidden_size


def compressor_elements(head_dim: Any, ratio: Any, streams: Any) -> Any:
    """DeepSeek-V4's half-made entries: sums and scores of the tokens of an entry, ratio × streams of them, streams × head_dim wide.
    Elements a layer and slot, of the keys; the indexer keeps the same of its own head size. As b11434 prints them for a made-up file."""
    return 2 * ratio * streams * streams * head_dim


def state_bytes(elements: Any, slots: Any, rollback: Any = 0) -> Any:
    """4 bytes × elements × slots × (1 + draft rollback depth)."""
    return F32 * elements * slots * (1 + rollback)
