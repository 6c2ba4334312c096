"""A pasted text as a machine: the facts of advisor.readers.paste with each name resolved in the catalog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from advisor import catalog
from advisor.machine.hardware import gpu_share
from advisor.names import DeviceNames, Found
from advisor.readers.paste import read_tool_output
from advisor.readers.pasted import Card, Pasted
from advisor.scenario import Device, Machine, Slot
from advisor.units import gigabytes
from advisor.words import Text, say

MODIFIED = 1.2
"""A card with so many times what it is sold with was rebuilt: 48 GB on an RTX 4090, 22 GB on an RTX 2080 Ti (ollama/ollama#11702)."""


@dataclass(frozen=True, slots=True)
class Paste:
    """What a paste says (`facts`), what its names led to (`found`, one a card), and the machine it describes.

    `machine` is None where the text names no device (an engine's log). `notes` say what was assumed and what is missing.
    """

    facts: Pasted
    found: tuple[Found, ...]
    machine: Machine | None
    notes: tuple[Text | str, ...]

    @property
    def kind(self) -> str:
        return self.facts.tool


def read_paste(text: str, names: DeviceNames | None = None) -> Paste:
    """The machine or the figures of a paste. Raises CannotAnswer for text of no known tool. `names`: the catalog's."""
    facts = read_tool_output(text)
    return resolve(facts, names or catalog.device_names())


def resolve(facts: Pasted, names: DeviceNames) -> Paste:
    """Facts with their devices found: by name, by AMD's device id, and by memory, cores and power cap where names tie."""
    notes: list[Text | str] = list(facts.notes)
    found = tuple(_of_processor(_find(card, names), card, facts.cpu_cores, names) for card in facts.cards)
    slots = []
    ram = facts.ram_bytes
    for card, match in zip(facts.cards, found, strict=True):
        device = names[match.id] if match.id else None
        slots.append(_slot(card, device, ram))
        _tell(card, match, device, names, notes)
    if any(card.mig for card in facts.cards):
        notes.append(say("MIG is on: a process can use ONE of the slices, not the whole card."))
        if facts.slices:
            slots = [_slice_slot(facts, i, slots) for i in range(len(facts.slices))]
        else:
            notes.append(say("The slices are not in the text: paste the table of MIG devices below it too."))
    busy = [i for i, card in enumerate(facts.cards) if (card.used_bytes or 0) > 0.05 * (card.total_bytes or 1e18)]
    if len(facts.cards) > 1 and 0 < len(busy) < len(facts.cards):
        free = ", ".join(str(facts.cards[i].index if facts.cards[i].index is not None else i)
                         for i in range(len(facts.cards)) if i not in busy)
        notes.append(say("Not every card is free, only number {free}; memory is counted card by card.", free=free))
    machine = None
    if slots or facts.chip:
        unique = list(dict.fromkeys(str(n) for n in notes))
        machine = Machine(slots=tuple(slots), host_memory_bytes=ram, os=facts.os, driver=facts.driver, notes=tuple(unique))
    return Paste(facts, found, machine, tuple(dict.fromkeys(notes)))


def _find(card: Card, names: DeviceNames) -> Found:
    whole = card.physical_bytes or card.total_bytes
    memory = None if card.unified or card.mig else whole
    for name in (card.name, card.device_id, card.gfx):
        if not name:
            continue
        found = names.find(name.removeprefix("..."), memory, card.cores, card.power_watts)
        if found.id or (name == card.name and found.others):
            return found
    return Found(None)


def _of_processor(found: Found, card: Card, cpu_cores: int | None, names: DeviceNames) -> Found:
    """Of an Apple chip's variants the one that is sold with so many processor cores, where only one is."""
    if card.cores is not None or cpu_cores is None or found.id is None or not found.others:
        return found
    sold = [i for i in (found.id, *found.others) if cpu_cores in names[i].cpu_cores]
    return Found(sold[0]) if len(sold) == 1 else found


def _slot(card: Card, device: Device | None, ram: int | None) -> Slot:
    """What this card offers. On shared memory the printed total (a firmware's carve-out, or none) is not the budget."""
    shared = card.unified or (device is not None and device.in_main_memory)
    total = card.total_bytes
    if shared and device is not None:
        total = gpu_share(device, ram) if ram else card.gtt_bytes
    elif shared:
        total = card.gtt_bytes
    elif total is None and device is not None:
        total = device.usable_bytes or device.memory_bytes
    used = None if shared else card.used_bytes
    if used is None and card.used_fraction is not None and total and not shared:
        used = int(card.used_fraction * total)
    return Slot(device=device, memory_bytes=total, used_bytes=used, name=card.name or (device.name if device else ""))


def _slice_slot(facts: Pasted, at: int, slots: list[Slot]) -> Slot:
    part = facts.slices[at]
    whole = next((s for s, card in zip(slots, facts.cards, strict=False) if card.index == part.gpu), Slot())
    return Slot(device=None, memory_bytes=part.total_bytes, used_bytes=part.used_bytes, name=f"{whole.name} MIG {part.instance}")


def _tell(card: Card, match: Found, device: Device | None, names: DeviceNames, notes: list[Text | str]) -> None:
    """Says what was assumed about a card and what its text leaves open."""
    if match.note is not None:
        notes.append(match.note)
    if device is not None and device.vendor == "apple" and card.cores is None and match.others:
        widths = sorted({round((names[i].bandwidth_bytes_per_s or 0) / 1e9) for i in (device.id, *match.others)})
        if len(widths) > 1:
            notes.append(say("The number of GPU cores is not in the text: chips of this name differ in bandwidth."))
            notes.append(say("The bandwidth is ambiguous: {widths} GB/s by the number of GPU cores.", widths=" or ".join(map(str, widths))))
    if device is None:
        shown = card.name or card.device_id or card.gfx
        if match.others:
            notes.append(say("{name} fits several devices: {near}. Which one is it?", name=shown or "", near=", ".join(match.near)))
        elif shown:
            notes.append(say("{name} is not in the catalog: only its memory is known.", name=shown))
        else:
            notes.append(say("The text does not name the device."))
        return
    if device.in_main_memory and device.vendor != "apple":
        printed = gigabytes(card.total_bytes, True) if card.total_bytes else None
        notes.append(say("{device} shares the system's RAM: the {printed} printed is the firmware's carve-out, not the budget. Give"
                         " the RAM's size.", device=device.name, printed=printed) if printed else
                     say("{device} shares the system's RAM, and the tool shows no total: free memory is what the system has free.",
                         device=device.name))
    elif card.total_bytes is None and not device.unified_memory:
        notes.append(say("The memory is not in the text: taken as {size} from the catalog.", size=gigabytes(
            device.usable_bytes or device.memory_bytes, True)))
    elif device.memory_bytes and card.total_bytes and not card.mig and card.total_bytes > MODIFIED * device.memory_bytes:
        notes.append(say("{device} is sold with {sold}, this one has {printed}: a modified card. It is counted with what is printed.",
                         device=device.name, sold=gigabytes(device.memory_bytes, True), printed=gigabytes(card.total_bytes, True)))
    if device.kind == "laptop":
        notes.append(say("{device} is a laptop's part: its power limit decides the speed.", device=device.name))


def paste_json(text: str) -> dict[str, Any]:
    """A paste for `advisor detect --paste`: bytes, counts and names; null where the text does not say."""
    paste = read_paste(text)
    facts = paste.facts
    return {
        "tool": facts.tool, "driver": facts.driver, "cuda": facts.cuda, "rocm": facts.rocm, "os": facts.os, "wsl": facts.wsl,
        "gpus": _groups(paste) or None,
        "mig_devices": [{"gpu": s.gpu, "gi": s.instance, "total_bytes": s.total_bytes, "used_bytes": s.used_bytes,
                         "multiprocessors": s.multiprocessors} for s in facts.slices],
        "processes": [{"gpu": p.gpu, "name": p.name, "used_bytes": p.used_bytes} for p in facts.processes],
        "chip": facts.chip, "cpu_cores": facts.cpu_cores, "host_memory_bytes": facts.ram_bytes, "partitions": facts.partitions,
        "shared_quota": facts.shared_quota, "models": list(facts.rows), "figures": facts.figures,
        "notes": [str(n) for n in paste.notes],
    }


def _groups(paste: Paste) -> list[dict[str, Any]]:
    """Equal cards together, each with its own used memory."""
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    whole = paste.machine is not None and not paste.facts.slices
    slots = paste.machine.slots if paste.machine is not None and whole else (Slot(),) * len(paste.found)
    for i, (card, match) in enumerate(zip(paste.facts.cards, paste.found, strict=True)):
        usable, device = slots[i].memory_bytes, slots[i].device
        key = (card.name, card.device_id, card.total_bytes, card.cores, match.id)
        group = groups.setdefault(key, {
            "name": card.name, "count": 0, "device": match.id, "kind": device.kind if device else None,
            "device_memory_bytes": (paste.facts.ram_bytes if device.in_main_memory else None)
            or device.memory_bytes if device else None, "device_id": card.device_id, "gfx": card.gfx,
            "total_bytes": card.total_bytes, "usable_bytes": usable, "used_bytes": [], "used_fraction": [],
            "reserved_bytes": card.reserved_bytes, "free_bytes": [], "physical_total_bytes": card.physical_bytes,
            "unified_memory": card.unified, "gpu_cores": card.cores, "mig": card.mig, "broken": card.broken,
            "compute_capability": card.compute_capability or (device.compute_capability if device else None),
            "power_limit_watts": card.power_watts, "pcie_generation": card.pcie_generation, "pcie_lanes": card.pcie_lanes,
            "candidates": list(match.near), "first_index": card.index,
        })
        group["count"] += 1
        for name, value in (("used_bytes", card.used_bytes), ("free_bytes", card.free_bytes), ("used_fraction", card.used_fraction)):
            group[name].append(value)
    return list(groups.values())

