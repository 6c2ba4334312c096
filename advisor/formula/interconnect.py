"""Collectives between devices: time of the all-reduces of tensor parallelism and of the hops of a pipeline.

A ring all-reduce of n bytes over p devices moves 2 (p-1)/p n bytes through each device's link (one direction) and needs
log2(p) hops in latency with the tree or one-shot kernels that inference engines take for small messages.
"""

from __future__ import annotations

from typing import Any

COLLECTIVES_PER_LAYER = 2.0


def allreduce_latency(hop_s: Any, log2_devices: Any) -> Any:
    """Fixed part of one all-reduce, seconds: hop * log2(p). `log2_devices` is 0 for one device."""
    return hop_s * log2_devices


def allreduce_per_byte(devices: Any, link_bytes_per_s: Any) -> Any:
    """Seconds per byte of message: 2 (p-1)/p / link, link in bytes per second and direction. 0 for one device."""
    return 2.0 * (devices - 1.0) / devices / link_bytes_per_s


def layer_collectives(layers: Any, hop_s: Any, log2_devices: Any) -> Any:
    """Latency of a step's collectives: two all-reduces a layer (after attention, after the MLP), seconds."""
    return COLLECTIVES_PER_LAYER * layers * allreduce_latency(hop_s, log2_devices)


def layer_collectives_per_token(layers: Any, hidden_size: Any, activation_bytes: Any, devices: Any, link_bytes_per_s: Any) -> Any:
    """Bandwidth part of the collectives for each token in a step, seconds."""
    message = hidden_size * activation_bytes
    return COLLECTIVES_PER_LAYER * layers * message * allreduce_per_byte(devices, link_bytes_per_s)


def tensor_speedup(devices: Any, loss: Any) -> Any:
    """What p devices in tensor parallel are worth: p**(1 - loss), loss 0..1 (0 = ideal link and kernels)."""
    return devices ** (1.0 - loss)


def pipelined(chunks: Any, stages: Any, gain: Any) -> Any:
    """Time of a prompt's chunks over pipeline stages, in times of one chunk through all stages.

    Without overlap `chunks`; ideal overlap (chunks + stages - 1) / stages; `gain` 0..1 lies between.
    """
    ideal = (chunks + stages - 1.0) / stages
    return chunks + gain * (ideal - chunks)
