"""How much of a shared memory the graphics side may take, by the system's own rule."""

from __future__ import annotations

from typing import Any

from advisor.units import GIB, MIB


def apple_gpu_share(ram_bytes: Any) -> Any:
    """Metal's recommendedMaxWorkingSetSize in bytes: 2/3 of the RAM up to 32 GiB, 3/4 above, in whole MiB.

    Source: llama.cpp and Ollama logs (8 GB: 5461 MiB, 16: 10922, 24: 16384, 32: 21845, 36: 27648, 64: 49152, 128: 98304).
    An M4 under macOS 26 printed 74 % of 16 GB; `sysctl iogpu.wired_limit_mb` overrides it.
    """
    two_thirds, three_quarters = ram_bytes * 2 // 3 // MIB * MIB, ram_bytes * 3 // 4 // MIB * MIB
    large = ram_bytes > 33 * GIB
    return large * three_quarters + (not large) * two_thirds if isinstance(large, bool) else (
        large * three_quarters + ~large * two_thirds)


def amd_gtt_share(ram_bytes: Any, raised: bool) -> Any:
    """What an AMD APU's GPU may address in bytes: half of the RAM by Linux's default, 110 of 128 GiB where the limit is raised.

    Source: kernel ttm default (half of the RAM); 118,111,600,640 bytes reported by HIP and KFD on a 128 GB Ryzen AI Max+ 395
    with a raised limit (ROCm/rocm-systems pull request 8475).
    """
    return ram_bytes * 110 // 128 if raised else ram_bytes // 2


def shared_half(ram_bytes: Any) -> Any:
    """Half of the RAM: what Windows lends an integrated GPU as shared memory."""
    return ram_bytes // 2
