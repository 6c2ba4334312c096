"""llama.cpp's compute buffer: mask, and the largest moment of one micro-batch's graph.

Law read off dry allocations of llama.cpp b11434 (40 models of 24 architectures). Floats (4 bytes) per token of the
micro-batch; d = hidden_size. All numbers may be numpy arrays.

    compute = mask + inputs + 4 B × ub × max(floats of the widest layer, output_rows ÷ ub × vocab_size + 4 d)
"""

from __future__ import annotations

from typing import Any

from advisor.formula.integers import larger

F32 = 4


def mask_bytes(ub: Any, cells: Any, window_cells: Any, flash_attention: bool) -> Any:
    """ub × (cells + window cells of one stream) × 2 B with flash attention, 4 B without."""
    return ub * (cells + window_cells) * (2 if flash_attention else F32)


def cast_floats(ub: Any, cells: Any, hidden_size: Any) -> Any:
    """Floats of the moment when the mask is cast: ub × (1.5 cells + 4 d), the mask in 32 and in 16 bit with four residuals.

    Until llama.cpp#23764 (merged at the end of May 2026) flash attention had its mask made in 32 bit and cast once a graph; what
    was made in 32 bit was free again when the layers ran, and both when the head did. Held against logs of those builds: Llama-3.2-3B
    at 131,072 tokens 408.01 MiB, Qwen3-8B at 8,192 304.75, Qwen3.5-9B at 262,144 808.02 (800 by this rule).
    """
    return ub * (3 * cells // 2 + 4 * hidden_size)


def input_bytes(ub: Any, caches: Any, flash_attention: bool) -> Any:
    """The micro-batch's own inputs: 12 B a token (id, position, output row), and for each kind of cache (full, sliding) 8 B to
    say where K goes, 8 B more for V with flash attention; 32 B besides."""
    return ub * (12 + caches * (16 if flash_attention else 8)) + 32


def compressed(hidden_size: Any, heads: Any, head_dim: Any, copies: Any, index_elements: Any) -> tuple[tuple[Any, float], ...]:
    """DeepSeek-V4's two widest moments, as (floats a token, floats a cell of the context): the query thrice beside the `copies` of
    the residual stream and the indexer's query, with a score for every entry of four tokens; or the query twice with the indexer's
    choice among them (3.5 B a token of context). Fitted to eleven sizes that llama.cpp b11434 printed for a made-up file of the
    real shapes: within 2 %, at 64k tokens 18 % too small."""
    query = heads * head_dim
    return (3 * query + copies * hidden_size + index_elements + hidden_size, .25), (2 * query, .875)


def gated_mlp(hidden_size: Any, intermediate_size: Any, residuals: int = 4) -> Any:
    """3 ff + 4 d: gate, up and their product beside the residual stream (5 d where attention runs beside the MLP)."""
    return 3 * intermediate_size + residuals * hidden_size


def plain_mlp(hidden_size: Any, intermediate_size: Any, copies: int = 1) -> Any:
    """copies × ff + 4 d; squared-ReLU MLPs hold two copies."""
    return copies * intermediate_size + 4 * hidden_size


def experts(hidden_size: Any, num_experts_per_tok: Any, moe_intermediate_size: Any, residuals: int = 4,
            gathered_residuals: int = 5, copies: int = 3) -> Any:
    """max(3 n_used ff_exp + 4 d, 2 n_used d + 5 d); hybrids hold 3 d beside the gathered outputs, Llama 4 5 d beside its MLP,
    ungated experts fewer copies than 3."""
    return larger(copies * num_experts_per_tok * moe_intermediate_size + residuals * hidden_size,
                  (2 * num_experts_per_tok + gathered_residuals) * hidden_size)


def experts_weighted(hidden_size: Any, num_experts_per_tok: Any, moe_intermediate_size: Any) -> Any:
    """Granite's hybrids: 3 n_used ff_exp + n_used d + 4 d."""
    return 3 * num_experts_per_tok * moe_intermediate_size + (num_experts_per_tok + 4) * hidden_size


def light(hidden_size: Any, hybrid: bool, latent: bool) -> tuple[Any, Any]:
    """What the widest moment of a dense MLP and that of experts held less in builds b9300 to b11063: one residual stream, two
    beside recurrent layers, none where attention is latent (MLA); one with experts.

    Read off real servers (xllamacpp 9538, 9713, 10229, 10809, 11063 against 11549) that loaded made-up files of 16 architectures;
    Qwen3.8-27B on b10809 and Qwen3-Next on b9496 printed as much on cards.
    """
    return (0 if latent else 2 * hidden_size if hybrid else hidden_size), hidden_size


def mla(hidden_size: Any, num_attention_heads: Any, kv_lora_rank: Any, qk_nope_head_dim: Any, qk_rope_head_dim: Any) -> Any:
    """4 d + heads × (2 (kv_lora_rank + rope) + nope + rope)."""
    return 4 * hidden_size + num_attention_heads * (2 * (kv_lora_rank + qk_rope_head_dim) + qk_nope_head_dim + qk_rope_head_dim)


def mamba2(hidden_size: Any, d_inner: Any, n_groups: Any, d_state: Any) -> tuple[tuple[Any, int], tuple[Any, int]]:
    """Two moments as (floats a token, copies of all slots' states): before the scan 4 d + 5 d_inner + 6 n_groups d_state with
    one copy, in it 4 d + 3 d_inner + 4 n_groups d_state with three."""
    groups = n_groups * d_state
    return (4 * hidden_size + 5 * d_inner + 6 * groups, 1), (4 * hidden_size + 3 * d_inner + 4 * groups, 3)


def mamba1(hidden_size: Any, d_inner: Any, d_state: Any, dt_rank: Any) -> tuple[Any, int]:
    """4 d + 4 d_inner + 2 (dt_rank + d_state) floats a token, with one copy of all slots' states."""
    return 4 * hidden_size + 4 * d_inner + 2 * (dt_rank + d_state), 1


def delta_net(hidden_size: Any, d_inner: Any, n_groups: Any, d_state: Any) -> Any:
    """4 d + 3 d_inner + 4 n_groups d_state."""
    return 4 * hidden_size + 3 * d_inner + 4 * n_groups * d_state


def scores(cells: Any, num_attention_heads: Any) -> Any:
    """The score matrix of one token without flash attention: cells of a stream × heads."""
    return cells * num_attention_heads


def attention_beside_scores(hidden_size: Any, num_attention_heads: Any, num_key_value_heads: Any, head_dim: Any,
                            queries: int = 1) -> Any:
    """What stands beside the score matrix: 4 d + queries × heads × head_dim + 2 KV heads × head_dim.

    `queries` is 1, more where queries are normalised, gated or wider than the residual stream, 0 with a fused attn_qkv.
    """
    return 4 * hidden_size + queries * num_attention_heads * head_dim + 2 * num_key_value_heads * head_dim


def output_floats(output_rows: Any, vocab_size: Any, hidden_size: Any, ub: Any) -> Any:
    """Logits of `output_rows` (slots on llama-server since PR 23861, ub before) with 4 d a token, floats of the micro-batch."""
    return output_rows * vocab_size + 4 * hidden_size * ub
