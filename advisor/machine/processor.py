"""This machine's processor and main memory: what the system says of them, and two short measurements where it says too little.

A failing probe is None, never an exception.
"""

from __future__ import annotations

import os
import platform
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

from advisor import catalog
from advisor.machine.hardware import MEASURED
from advisor.machine.programs import run
from advisor.names import DeviceNames
from advisor.scenario import Device
from advisor.units import MIB

INTERESTING_FLAGS = ("avx", "avx2", "avx512f", "avx512_vnni", "avx_vnni", "amx_int8", "amx_bf16", "f16c", "fma", "neon", "asimd", "sve",
                     "i8mm", "bf16")


@dataclass(frozen=True, slots=True)
class Cpu:
    """The processor: name, cores and the instruction sets that engines use; None where the system does not say."""

    name: str | None
    cores: int | None
    threads: int | None
    flags: tuple[str, ...]


def ram_bytes() -> int | None:
    """This machine's main memory, None where the system hides it."""
    try:
        import psutil
        return int(psutil.virtual_memory().total)
    except Exception:  # psutil reads /proc, which containers may hide
        return None


def ram_used() -> int | None:
    """Bytes of it that programs hold now."""
    try:
        import psutil
        memory = psutil.virtual_memory()
        return int(memory.total - memory.available)
    except Exception:
        return None


@lru_cache(maxsize=1)
def cpu_facts() -> Cpu:
    """The processor's name, cores, threads and the instruction sets that matter here."""
    name, flags = None, ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            info = file.read(65_536)
        match = re.search(r"^model name\s*:\s*(.+)$", info, re.M)
        name = match[1].strip() if match else None
        match = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", info, re.M)
        flags = match[1] if match else ""
    except OSError:
        text = run(["sysctl", "-n", "machdep.cpu.brand_string"]) if platform.system() == "Darwin" else platform.processor()
        name = (text or "").strip() or None
    cores = None
    try:
        import psutil
        cores = psutil.cpu_count(logical=False)
    except Exception:
        cores = None
    have = set(flags.lower().split())
    return Cpu(name, cores, os.cpu_count(), tuple(f for f in INTERESTING_FLAGS if f in have))


def memory_system(names: DeviceNames) -> Device | None:
    """The catalog's memory system of this machine, where dmidecode may be read (root only); usually unknown."""
    text = run(["dmidecode", "-t", "17"]) if platform.system() == "Linux" and hasattr(os, "geteuid") and os.geteuid() == 0 else None
    modules = re.findall(r"Size: \d+ [GM]B.*?\n\s*Type: (LP)?(DDR\d)\w*.*?Configured Memory Speed: (\d+) MT/s", text or "", re.S)
    if not modules or len({m[1:] for m in modules}) != 1 or len(modules) not in (1, 2, 4):
        return None
    kind, speed = modules[0][1], modules[0][2]
    width = {1: "Single-channel", 2: "Dual-channel"}.get(len(modules))
    found = names.find(f"{width} {kind}-{speed}") if width else None
    if found and found.id is None:
        found = names.find(f"{width} {kind}-{speed} desktop")
    return names[found.id] if found and found.id else None


@lru_cache(maxsize=1)
def processor() -> tuple[Device, int | None]:
    """This machine's processor as a device, and its RAM in bytes.

    Its memory system is the catalog's where the system tells it; else bandwidth and compute are measured, once, in 0.3 s.
    """
    known = memory_system(catalog.device_names())
    return known or measured_processor(), ram_bytes()


def measured_processor() -> Device:
    """A device made of two short measurements: reading memory with all cores, and a single-precision matrix product."""
    cpu = cpu_facts()
    wide = 64 if "avx512f" in cpu.flags else 32 if {"avx2", "fma"} <= set(cpu.flags) else 16
    least = (cpu.cores or 1) * 2e9 * wide / 2  # half of what its instruction set gives at 2 GHz: a busy moment must not count
    return Device(id="this-processor", name=cpu.name or "This processor", vendor="cpu", kind="cpu", unified_memory=True,
                  bandwidth_bytes_per_s=probe_bandwidth(0.2), fp32_flops=max(probe_compute(0.1) or 0, least), tensor_cores=False,
                  cores=cpu.cores, device_class=MEASURED, source="measured here",
                  note="bandwidth and compute measured for a moment on this machine")


# -------------------------------------------------------------------------------------------------------------- probes

def probe_bandwidth(seconds: float = 0.6) -> float | None:
    """Bytes a second that this processor reads from memory: sums over arrays far larger than its caches, one a core."""
    import numpy
    workers = min(os.cpu_count() or 1, 16)
    try:
        parts = numpy.array_split(numpy.ones(24 * MIB), workers)
    except MemoryError:
        return None
    best, end = 0.0, time.perf_counter() + seconds
    with ThreadPoolExecutor(workers) as pool:
        while time.perf_counter() < end:
            start = time.perf_counter()
            list(pool.map(numpy.sum, parts))
            middle = time.perf_counter()
            parts[0].sum()  # on a busy machine one thread alone may do better
            best = max(best, 24 * MIB * 8 / (middle - start), parts[0].nbytes / (time.perf_counter() - middle))
    return best or None


def probe_compute(seconds: float = 0.4) -> float | None:
    """Operations a second of a single-precision matrix product on this processor. On request only."""
    import numpy
    try:
        left = numpy.ones((768, 768), dtype=numpy.float32)  # smaller ones do not fill a second core
    except MemoryError:
        return None
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        left @ left
        best = max(best, 2 * 768**3 / (time.perf_counter() - start))
    return best or None
