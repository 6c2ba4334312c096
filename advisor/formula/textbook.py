"""The teaching model of the page this product grows from: half a byte a parameter, 95 % of the card, 1.7 GB on top.

Only for where the app teaches; advice uses the file's bytes, the device's memory and the engine's policy. GB is 1e9 bytes.
Source: "Inference and deployment" (seed page), its figures as checked in September 2026.
"""

from __future__ import annotations

from typing import Any

USABLE_SHARE = 0.95
OVERHEAD_BYTES = 1_700_000_000
BYTES_A_PARAMETER = {"fp32": 4.0, "bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0, "int4": 0.5, "nf4": 0.5}


def weight_bytes(parameters: Any, bytes_a_parameter: Any) -> Any:
    """parameters * bytes a parameter."""
    return parameters * bytes_a_parameter


def kv_bytes_per_token(num_hidden_layers: Any, num_key_value_heads: Any, head_dim: Any, dtype_bytes: Any = 2) -> Any:
    """2 (K and V) * layers * KV heads * head_dim * bytes."""
    return 2 * num_hidden_layers * num_key_value_heads * head_dim * dtype_bytes


def kv_bytes(bytes_per_token: Any, context: Any, concurrency: Any = 1) -> Any:
    """bytes a token * tokens * people."""
    return bytes_per_token * context * concurrency


def usable_bytes(memory_bytes: Any) -> Any:
    """95 % of the card."""
    return memory_bytes * USABLE_SHARE


def kv_budget(memory_bytes: Any, weights: Any, overhead: Any = OVERHEAD_BYTES) -> Any:
    """usable - weights - overhead."""
    return usable_bytes(memory_bytes) - weights - overhead


def decode_ceiling(bandwidth_bytes_per_s: Any, weights: Any) -> Any:
    """bandwidth / weight bytes, tokens per second."""
    return bandwidth_bytes_per_s / weights
