"""Power and energy: watts from the board's power limit, tokens per joule. Floats or arrays alike."""

from __future__ import annotations

from typing import Any


def power(tdp_watts: Any, devices: Any, busy_share: Any, busy: Any = 1.0, idle_share: Any = 0.0, host_watts: Any = 0.0) -> Any:
    """Mean watts: devices * TDP * (idle + busy * (share - idle)) + host. Shares 0..1 of the TDP, `busy` 0..1 of the time."""
    return devices * tdp_watts * (idle_share + busy * (busy_share - idle_share)) + host_watts


def tokens_per_joule(tokens_per_s: Any, watts: Any) -> Any:
    """Tokens per second over watts."""
    return tokens_per_s / watts
