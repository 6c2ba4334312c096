"""Pools of fixed shares: SGLang's static fraction of the card, its ratio pools, and TensorRT-LLM's share of what is free.

Rules read in SGLang 0.5.23 (server_args, model_runner) and in TensorRT-LLM's documents. Bytes unless the name says MiB.
"""

from __future__ import annotations

from typing import Any

BIG_CARD_MIB = 60 * 1024
BIG_CARD_RESERVE_MIB = 10 * 1024
LEAST_CHUNK = 2048


def reserved_mib(chunked_prefill_size: Any, ranks: Any, graph_mib: Any, memory_mib: Any) -> Any:
    """What SGLang leaves outside its static share: 512 + 1.5 * max(chunk, 2048) + ranks / 8 * 1024 + graphs, MiB.

    At least 10,240 on cards of more than 60 GiB.
    """
    chunk = (chunked_prefill_size + LEAST_CHUNK + abs(chunked_prefill_size - LEAST_CHUNK)) / 2
    reserve = 512 + 1.5 * chunk + ranks / 8 * 1024 + graph_mib
    floor = (memory_mib > BIG_CARD_MIB) * BIG_CARD_RESERVE_MIB
    return (reserve + floor + abs(reserve - floor)) / 2


def prompt_sizes(longest: int) -> int:
    """How many prompt sizes are captured up to `longest` tokens: every 4 to 32, every 16 to 256, and so on in wider steps.

    Source: SGLang 0.5.10 to 0.5.23 (server_args); 58 printed for 8,192 tokens and 74 for 16,384.
    """
    steps = ((4, 32, 4), (48, 256, 16), (288, 512, 32), (576, 1024, 64), (1280, 4096, 256), (4608, longest, 512))
    return sum((min(longest, last) - first) // step + 1 for first, last, step in steps if longest >= first)


def vision_share(layers: int, width: int) -> float:
    """What SGLang leaves of an unset share beside an image encoder: 0.95, a tenth less with each ViT-L (24 layers of 1,024) more.

    Source: adjust_mem_fraction_for_vlm, the same in 0.5.2 to 0.5.23; 0.8388 printed for Qwen3-VL-8B on an H200.
    """
    times = layers * width ** 2 / (24 * 1024 ** 2)
    return 0.95 * max(0.8, min(1.05, 1 - 0.1 * (times - 1)))


def static_fraction(memory_mib: Any, reserve_mib: Any) -> Any:
    """Share of the card for weights and pools: (memory - reserve) / memory, before rounding to three decimals."""
    return (memory_mib - reserve_mib) / memory_mib


def static_pool(free_before_load: Any, fraction: Any, weights: Any) -> Any:
    """free after weights - free_before_load * (1 - fraction) = fraction * free_before_load - weights."""
    return fraction * free_before_load - weights


def state_share(pool: Any, mamba_full_memory_ratio: Any) -> Any:
    """The state pool's part: pool * ratio / (1 + ratio)."""
    return pool * mamba_full_memory_ratio / (1 + mamba_full_memory_ratio)


def window_token_bytes(full_token_bytes: Any, sliding_token_bytes: Any, swa_full_tokens_ratio: Any) -> Any:
    """Bytes of a full-pool token with its share of the window pool, which holds ratio times as many tokens."""
    return full_token_bytes + swa_full_tokens_ratio * sliding_token_bytes


def running_requests(tokens: Any, context: Any) -> Any:
    """SGLang's max_running_requests when unset: tokens / context * 512, within 2,048 and 4,096."""
    wanted = tokens * 512 // context
    raised = (wanted + 2048 + abs(wanted - 2048)) // 2
    return (raised + 4096 - abs(raised - 4096)) // 2


def free_share(free_after_load: Any, fraction: Any) -> Any:
    """TensorRT-LLM's KV pool: fraction * memory free after load and profiling."""
    return fraction * free_after_load
