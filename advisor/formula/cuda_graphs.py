"""Memory of captured CUDA graphs, bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


def graph_pool(layers: Any, hidden_size: Any, sparse: Any, fixed: float, per_layer: float, per_width: float,
               experts: float) -> Any:
    """fixed + per_layer * layers + per_width * layers * hidden_size + experts * sparse.

    A straight line fitted on the pools that vLLM 0.19 printed (30 runs; half of them within 8 %, nine in ten within 23 %):
    coefficients are the engine's data. `sparse` is 1 for mixtures of experts.
    """
    return fixed + per_layer * layers + per_width * layers * hidden_size + experts * sparse


@lru_cache(maxsize=256)
def captured_sizes(max_num_seqs: int, limit: int) -> int:
    """Graphs captured: piecewise ones up to min(2 × max_num_seqs, limit) tokens and full ones up to max_num_seqs.

    Sizes are 1, 2, 4, then every 8th to 256, then every 16th.
    """
    return _sizes(min(2 * max_num_seqs, limit)) + _sizes(min(max_num_seqs, limit))


def _sizes(largest: int) -> int:
    small = sum(size <= largest for size in (1, 2, 4))
    return small + min(largest, 256) // 8 + max(0, largest - 256) // 16
