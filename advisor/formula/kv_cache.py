"""llama.cpp's KV cache to the byte: cells, streams, windows, cache types. Rules of llama.cpp b11434, exact in 3,325 rows.

Numbers may be numpy arrays. Everything is per layer; sums over layers are the caller's.
"""

from __future__ import annotations

from typing import Any

from advisor.formula.integers import pad, smaller

CELLS = 256


def cells_per_stream(n_ctx: Any, n_seq_max: Any, kv_unified: bool) -> Any:
    """Cells of one stream. `n_ctx` is the total context (-c), tokens >= 1; `n_seq_max` the slots, >= 1.

    unified: pad(n_ctx, 256), one stream for all; else pad(n_ctx / slots, 256), one stream a slot.
    """
    total = pad(n_ctx, CELLS)
    return total if kv_unified else pad(total // n_seq_max, CELLS)


def window_cells(cells: Any, n_swa: Any, n_seq_max: Any, n_ubatch: Any, kv_unified: bool) -> Any:
    """Cells of one stream in a sliding layer: pad(min(cells, window × (slots if unified) + ubatch), 256)."""
    reach = n_swa * (n_seq_max if kv_unified else 1) + n_ubatch
    return pad(smaller(cells, reach), CELLS)


def pooled_window_cells(n_ctx: int, n_swa: int, memory: int, n_seq_max: int, n_batch: int) -> int:
    """Cells that all slots share in a sliding layer of Ollama's own engine: pad(slots × max(window, memory) + batch, 256), but
    pad(n_ctx, 256) where a slot's context is shorter than what is kept of it. `memory` is what a model keeps beyond its window.

    Source: ollama/ollama kvcache/causal.go (Init), model/models/gptoss and gemma4 (NewSWAMemCache with 4096 tokens).
    """
    kept = n_seq_max * max(n_swa, memory)
    return int(pad(n_ctx if kept > n_ctx else kept + n_batch, CELLS))


def entry_cells(cells: Any, ratio: int) -> Any:
    """Cells of one stream in a layer that keeps one entry for `ratio` tokens: pad(cells ÷ ratio, 256); `cells` where it keeps each."""
    return cells if ratio == 1 else pad(-(-cells // ratio), CELLS)


def layer_bytes(cells: Any, streams: Any, k_elements: Any, v_elements: Any, block: int, block_bytes: int) -> Any:
    """KV bytes of one layer: cells × streams × (K row + V row); a row is elements ÷ block × block_bytes.

    K and V elements of a layer are num_key_value_heads × head size; with MLA K is kv_lora_rank + qk_rope_head_dim and V is 0.
    """
    return cells * streams * (k_elements // block * block_bytes + v_elements // block * block_bytes)


def mla_row_elements(kv_lora_rank: int, qk_rope_head_dim: int) -> int:
    """Elements of the one latent row a token and layer (576 for DeepSeek): there is no V."""
    return kv_lora_rank + qk_rope_head_dim
