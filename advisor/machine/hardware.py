"""What building, finding and pasting a machine have in common: the GPU's share of a memory that it does not own, and the way back
from a machine to the hardware that a scenario asks for."""

from __future__ import annotations

from advisor.formula.unified import amd_gtt_share, apple_gpu_share, shared_half
from advisor.scenario import Device, Hardware, Machine
from advisor.units import GIB, gigabytes
from advisor.words import say

RAISED_GTT = "gfx1151"  # sold for large models: owners raise the limit
OWN_CARD = "own-card"  # the id of a card that a scenario describes by its figures
MEASURED = "cpu-measured"  # the device_class of this very processor, measured and not in the catalog


def gpu_share(device: Device, ram: int, notes: list[str] | None = None) -> int:
    """What the GPU of a device with shared memory may use of `ram` bytes, with a note on the rule."""
    if device.vendor == "apple":
        share = apple_gpu_share(ram)
        note = say("Unified memory: macOS lets the GPU use {share} of {ram} (`sysctl iogpu.wired_limit_mb` changes it).",
                   share=gigabytes(share, True), ram=gigabytes(ram, True))
    elif device.vendor == "nvidia":
        full = device.memory_bytes or ram
        share = round(ram * (device.usable_bytes or full) / full) if ram >= 0.97 * full else ram
        note = say("Unified memory: the GPU and the system share {ram}; the page cache counts as used.",
                   ram=gigabytes(share, True))
    elif device.vendor == "amd":
        raised = device.gfx == RAISED_GTT
        share = amd_gtt_share(ram, raised)
        note = say("Unified memory: the GPU may take {share} of {ram}; Linux gives half unless the GTT limit (ttm.pages_limit) is"
                   " raised, Windows what the BIOS carves out.", share=gigabytes(share, True), ram=gigabytes(ram, True))
    else:
        share = shared_half(ram)
        note = say("Unified memory: the GPU may take about half of the RAM, {share}.", share=gigabytes(share, True))
    if notes is not None:
        notes.append(note)
    return int(share)


def hardware_of(machine: Machine) -> Hardware:
    """A found machine as a scenario's hardware, so that the same figures come out of it again."""
    ram = machine.host_memory_bytes
    host = round(ram / GIB, 2) if ram else None
    if not machine.slots:
        known = machine.cpu is not None and machine.cpu.device_class != MEASURED
        return Hardware(device=machine.cpu.id if machine.cpu is not None and known else "cpu", host_memory_gib=host)
    kinds = {(s.device.id if s.device else None, s.memory_bytes) for s in machine.slots}
    ids = [s.device.id if s.device else None for s in machine.slots]
    if len(set(ids)) > 1 and None not in ids:
        listed = [{"device": i, "count": ids.count(i)} for i in dict.fromkeys(ids)]
        return Hardware.model_validate({"devices": listed, "host_memory_gib": host})
    smallest = min((size for _, size in kinds if size), default=None)
    first = machine.slots[0].device
    shared = first is not None and first.unified_memory and ram is not None
    own = first if first is not None and first.id == OWN_CARD else None
    named = first is not None and None not in ids and own is None
    rates = {"bandwidth_gb_per_s": own.bandwidth_bytes_per_s / 1e9 if own.bandwidth_bytes_per_s else None,
             "fp16_tflops": own.fp16_flops / 1e12 if own.fp16_flops else None} if own else {}
    return Hardware(device=first.id if first and named else None, count=len(machine.slots), name=None if named else _name(machine), **rates,
                    memory_gib=None if shared or smallest is None else round(smallest / GIB, 3), host_memory_gib=host)


def _name(machine: Machine) -> str | None:
    """What the tools call the cards that the catalog lacks, where all have one name that can be printed."""
    names = {slot.name for slot in machine.slots}
    name = next(iter(names))[:200]
    return name if len(names) == 1 and name and name.isprintable() else None
