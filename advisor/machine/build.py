"""From hardware as asked for to a Machine: counts, mixes, overrides, and what of a shared memory the GPU may use.

The memory of a slot is what a program can get when nothing else runs:
  a card's: `memory_gib` where given, else the driver-visible total, else the memory as sold;
  Apple's: Metal's share of the RAM (`formula.unified`); an APU's: the system's share of the RAM;
  GB10 and Jetson: what CUDA reports, which leaves out the firmware's part of the RAM.
A device's rates are the catalog's, or those that the scenario gives it; a card that only the scenario describes has no others.
On shared memory `host_memory_gib` is the RAM; `memory_gib` alone means the RAM too, both together mean a share set by hand.
"""

from __future__ import annotations

from typing import Literal, Protocol

from advisor.errors import CannotAnswer
from advisor.machine.hardware import MEASURED, OWN_CARD, gpu_share
from advisor.names import maker_of, stated_memory
from advisor.scenario import Device, Hardware, Machine, Slot
from advisor.units import GIB, gigabytes
from advisor.words import say

MOST_DEVICES = 4096


class FindDevice(Protocol):
    """How a machine asks for its devices: the catalog's `find_device`, or a test's own."""

    def __call__(self, name: str, notes: list[str] | None = None) -> Device:
        """The catalog's device of that name; what was assumed is appended to `notes`. Raises CannotAnswer."""


def machine_from_hardware(hardware: Hardware, find_device: FindDevice) -> Machine:
    """The machine of a scenario. `find_device` is the catalog's. No I/O, but for the device `cpu`: this very processor.

    Raises CannotAnswer for an unknown name or an absurd count.
    """
    notes: list[str] = []
    ram = _bytes(hardware.host_memory_gib)
    asked = [(d.device, d.count) for d in hardware.devices] if hardware.devices else [(hardware.device, hardware.count)]
    if sum(count for _, count in asked) > MOST_DEVICES:
        raise CannotAnswer(
            say("More than {most_devices} devices in one machine.", most_devices=MOST_DEVICES),
            say("Ask for one machine at a time."),
            "hardware.count",
        )
    memory = _bytes(hardware.memory_gib)
    if hardware.devices and memory is not None:
        notes.append(say("`memory_gib` was left out: the machine's devices are listed one by one."))
        memory = None
    if hardware.devices and (hardware.bandwidth_gb_per_s or hardware.fp16_tflops):
        notes.append(say("`bandwidth_gb_per_s` and `fp16_tflops` were left out: the machine's devices are listed one by one."))
        hardware = hardware.model_copy(update={"bandwidth_gb_per_s": None, "fp16_tflops": None})
    slots: list[Slot] = []
    cpu: Device | None = None
    for name, count in asked:
        if name is None:
            if hardware.described or ram is None:
                slots += [Slot(device=_described(hardware, notes), memory_bytes=memory, name=hardware.name or "")] * count
            continue
        if name.strip().lower() in ("cpu", "none", "no gpu"):
            cpu, found = _this_processor() if name.strip().lower() == "cpu" else (None, None)
            if cpu is not None and cpu.device_class == MEASURED:
                notes.append(say("This processor, {name}: {bandwidth} a second read from memory, measured for a moment.", name=cpu.name,
                                 bandwidth=gigabytes(cpu.bandwidth_bytes_per_s)))
            ram = ram or memory or found
            continue
        device = _with_own_rates(find_device(name, notes), hardware)
        if device.kind == "cpu":
            cpu, ram = device, ram or memory or stated_memory(name)
            if ram is None and device.memory_options_bytes:
                notes.append(say("{device} is sold with {sizes} GB: set `host_memory_gib`.", device=device.name, sizes=_sizes(device)))
            if count > 1:
                notes.append(say("A memory system stands for one socket: {count} of them were taken as one.", count=count))
                notes.append(say("Over several sockets (NUMA) part of the memory lies behind their link, and threads anywhere can halve the"
                                 " pace: bind the server to one (numactl --cpunodebind=0 --membind=0), try --numa distribute, or run one"
                                 " server a socket."))
            continue
        if device.in_main_memory:
            ram, share = _shared(device, ram, memory or (stated_memory(name) if ram is None else None), notes)
            slots += [Slot(device=device, memory_bytes=share, name=device.name)] * count
        else:
            own = memory or device.usable_bytes or device.memory_bytes
            slots += [Slot(device=device, memory_bytes=own, name=device.name)] * count
    return Machine(slots=tuple(slots), host_memory_bytes=ram, cpu=cpu, os=_os(slots), notes=tuple(notes))


def _described(hardware: Hardware, notes: list[str]) -> Device | None:
    """The card that a scenario describes by its figures; None where its bandwidth is not among them: then it has a size, and no speed."""
    if hardware.bandwidth_gb_per_s is None:
        return None
    vendor = maker_of(hardware.name or "")
    if vendor is None:      # as where the memory alone is known
        notes.append(say("The card's name says no maker: it is taken as NVIDIA's (CUDA). AMD or Intel in its name changes that."))
    if hardware.fp16_tflops is None:
        notes.append(say("The card's 16-bit rate is not given: what is usual for its bandwidth is taken, which says little of the time to "
                         "the first token."))
    card = Device.model_validate({"id": OWN_CARD, "name": hardware.name or "", "vendor": vendor or "nvidia", "kind": "datacenter",
                                  "memory_bytes": _bytes(hardware.memory_gib)})
    told = {"name": hardware.name or say("unknown card"), "source": say("the scenario's own figures")}
    return _with_own_rates(card.model_copy(update=told), hardware)      # a copy is not checked: sentences stay sentences


def _with_own_rates(device: Device, hardware: Hardware) -> Device:
    """The device with the rates that the scenario gives it; itself where it gives none."""
    changes: dict[str, float] = {}
    if hardware.bandwidth_gb_per_s is not None:
        changes["bandwidth_bytes_per_s"] = hardware.bandwidth_gb_per_s * 1e9
    if hardware.fp16_tflops is not None:
        changes["fp16_flops"] = hardware.fp16_tflops * 1e12
    return device.model_copy(update=changes) if changes else device


def _bytes(gib: float | None) -> int | None:
    return None if gib is None else round(gib * GIB)


def _os(slots: list[Slot]) -> Literal["macos"] | None:
    return "macos" if slots and all(s.device and s.device.vendor == "apple" for s in slots) else None


def _shared(device: Device, ram: int | None, memory: int | None, notes: list[str]) -> tuple[int | None, int | None]:
    """(RAM, what the GPU may use of it) on shared memory."""
    if ram is not None and memory is not None and memory < ram:
        return ram, memory
    whole = ram or memory
    if whole is None and device.memory_bytes is not None:
        whole = device.memory_bytes
        if len(device.memory_options_bytes) > 1:
            notes.append(say("{device} is sold with {sizes} GB: taken as {size}. Set `memory_gib` for another.", device=device.name,
                             sizes=_sizes(device), size=gigabytes(whole, True)))
    return whole, None if whole is None else gpu_share(device, whole, notes)


def _sizes(device: Device) -> str:
    return ", ".join(str(round(size / GIB)) for size in device.memory_options_bytes)


def _this_processor() -> tuple[Device | None, int | None]:
    from advisor.machine.processor import processor
    return processor()
