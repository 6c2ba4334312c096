"""A pasted text as a machine: the facts of advisor.readers.paste with each name resolved in the catalog."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from advisor import catalog
from advisor.errors import CannotAnswer
from advisor.machine.hardware import RAISED_GTT, gpu_share
from advisor.machine.sentence import read_sentence
from advisor.names import DeviceNames, Found, stated_memory
from advisor.readers.device_lists import is_integrated
from advisor.readers.nvidia_smi import failure
from advisor.readers.paste import read_tool_output
from advisor.readers.pasted import Card, Pasted, clean
from advisor.readers.rocm_smi import CARVE_OUT
from advisor.scenario import Device, Machine, Slot
from advisor.units import gigabytes
from advisor.words import Text, say

ORIN = re.compile(r"(?:NVIDIA )?Orin(?: \(nvgpu\))?")
MODIFIED = 1.2
"""A card with so many times what it is sold with was rebuilt: 48 GB on an RTX 4090, 22 GB on an RTX 2080 Ti (ollama/ollama#11702)."""


@dataclass(frozen=True, slots=True)
class Paste:
    """What a paste says (`facts`), what its names led to and offer (`found` and `slots`, one a card), and the machine it describes.

    `machine` is None where the text names no device (an engine's log). `notes` say what was assumed and what is missing.
    """

    facts: Pasted
    found: tuple[Found, ...]
    slots: tuple[Slot, ...]
    machine: Machine | None
    notes: tuple[Text | str, ...]

    @property
    def kind(self) -> str:
        return self.facts.tool


def read_paste(text: str, names: DeviceNames | None = None) -> Paste:
    """The machine or the figures of a paste. Raises CannotAnswer for text of no known tool. `names`: the catalog's."""
    known = names or catalog.device_names()
    try:
        facts = read_tool_output(text)
    except CannotAnswer:
        said = None if failure(clean(text)) else read_sentence(text, known)
        if said is None:
            raise
        facts = said
    return resolve(facts, known)


def resolve(facts: Pasted, names: DeviceNames) -> Paste:
    """Facts with their devices found: by name, by AMD's device id, and by memory, cores and power cap where names tie."""
    notes: list[Text | str] = list(facts.notes)
    ram = facts.ram_bytes
    found = tuple(_of_memory(_of_processor(_find(card, names), card, facts.cpu_cores, names), card, ram, names) for card in facts.cards)
    slots = []
    for card, match in zip(facts.cards, found, strict=True):
        device = names[match.id] if match.id else None
        slots.append(_slot(card, device, ram))
        _tell(card, match, device, ram, names, notes)
    offered = tuple(slots)
    slots = _without_integrated(facts.cards, slots, notes)
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
        machine = Machine(slots=tuple(slots), cpu=_processor(facts, names), host_memory_bytes=ram, os=facts.os, driver=facts.driver,
                          notes=tuple(dict.fromkeys(notes)))
    return Paste(facts, found, offered, machine, tuple(dict.fromkeys(notes)))


def _without_integrated(cards: Sequence[Card], slots: list[Slot], notes: list[Text | str]) -> list[Slot]:
    """The machine's cards: the processor's own graphics are left out beside a real one, as engines leave them."""
    small = [_is_small(card, slot.device) for card, slot in zip(cards, slots, strict=True)]
    if not any(small) or all(small):
        return slots
    names = ", ".join(dict.fromkeys(c.name or c.gfx or "" for c, is_small in zip(cards, small, strict=True) if is_small))
    notes.append(say("{names}: integrated graphics, left out beside the card.", names=names))
    return [slot for slot, is_small in zip(slots, small, strict=True) if not is_small]


def _is_small(card: Card, device: Device | None) -> bool:
    if device is not None and (device.kind in ("apple", "jetson") or device.gfx == RAISED_GTT):
        return False
    return is_integrated(card) or (device is not None and device.kind == "apu")


def _processor(facts: Pasted, names: DeviceNames) -> Device | None:
    """The memory system of a processor whose machine is said to have no card; a list of processors alone leaves that open."""
    found = names.find(facts.chip) if facts.chip and not facts.cards and facts.tool == "words" else None
    return names[found.id] if found and found.id else None


def _find(card: Card, names: DeviceNames) -> Found:
    whole = card.physical_bytes or card.total_bytes
    memory = None if card.unified else whole
    for name in (card.name, card.device_id, card.gfx):
        if not name:
            continue
        for size in dict.fromkeys((memory, None)) if card.mig else (memory,):    # of a sliced card some tools print a slice as the whole
            found = names.find(name, size, card.cores, card.power_watts)
            if found.id or (name == card.name and found.others):
                return found
    return _one_of(card.name, memory, names) if card.name and "/" in card.name else Found(None)


def _one_of(text: str, memory: int | None, names: DeviceNames) -> Found:
    """`Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M`, as lspci calls one PCI id of several cards: the one that fits, else all to ask about."""
    first, *rest = (part.strip() for part in text.split("/")[:12])
    brand = re.match(r"\D*", first)
    found = [names.find(part, memory) for part in (first, *((brand[0] if brand else "") + part for part in rest))]
    ids = tuple(dict.fromkeys(f.id for f in found if f.id))
    return Found(ids[0]) if len(ids) == 1 else Found(None, near=tuple(names[i].name for i in ids), others=ids)


def _of_processor(found: Found, card: Card, cpu_cores: int | None, names: DeviceNames) -> Found:
    """Of an Apple chip's variants the one that is sold with so many processor cores, where only one is."""
    if card.cores is not None or cpu_cores is None or found.id is None or not found.others:
        return found
    sold = [i for i in (found.id, *found.others) if cpu_cores in names[i].cpu_cores]
    return Found(sold[0]) if len(sold) == 1 else found


def _of_memory(found: Found, card: Card, ram: int | None, names: DeviceNames) -> Found:
    """Of the parts of one name that differ in memory alone, the one that the machine's memory fits.

    An Apple chip: the variant that is sold with that much, where only one is. A Jetson prints one name for modules of 4 to 64 GB, so
    without the memory none of them is taken.
    """
    device = names[found.id] if found.id else None
    if device is None or not (found.others or device.kind == "jetson"):
        return found
    if device.vendor == "apple":
        sold = [i for i in (device.id, *found.others) if card.cores is None and ram in (names[i].memory_options_bytes or ())]
        return Found(sold[0]) if len(sold) == 1 else found
    if device.kind != "jetson" or not ORIN.fullmatch(card.name or ""):
        return found
    modules = [d for d in map(names.__getitem__, names.ids()) if d.name.startswith("Jetson") and "Orin" in d.name]
    size = ram or card.total_bytes
    fits = [d for d in modules if size and d.memory_bytes and 0.85 * d.memory_bytes < size <= d.memory_bytes]
    if not fits:
        return Found(None, near=tuple(d.name for d in modules), others=tuple(d.id for d in modules))
    note = say("{name} can mean several devices: taken as {taken} (also: {others}).", name=card.name or "", taken=fits[0].name,
               others=", ".join(d.name for d in fits[1:])) if fits[1:] else None
    return Found(fits[0].id, note, others=tuple(d.id for d in fits[1:]))


def _slot(card: Card, device: Device | None, ram: int | None) -> Slot:
    """What this card offers. On shared memory the printed total (a firmware's carve-out, or none) is not the budget."""
    shared = card.unified or (device is not None and device.in_main_memory)
    total = card.total_bytes
    if shared and device is not None:
        offered = card.total_bytes if (card.total_bytes or 0) >= CARVE_OUT else None
        total = gpu_share(device, ram) if ram else card.gtt_bytes or offered
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


def _tell(card: Card, match: Found, device: Device | None, ram: int | None, names: DeviceNames,
          notes: list[Text | str]) -> None:
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
        elif shown and card.total_bytes:
            notes.append(say("{name} is not in the catalog: only its memory is known.", name=shown))
        elif shown:
            notes.append(say("{name} is not in the catalog, and its memory is not in the text.", name=shown))
        else:
            notes.append(say("The text does not name the device."))
        return
    if device.in_main_memory and device.vendor != "apple":
        printed = gigabytes(card.total_bytes, True) if card.total_bytes else None
        if card.total_bytes and card.total_bytes >= CARVE_OUT:
            notes.append(say("{device} shares the system's RAM: {printed} of it is what the tool shows for the GPU.", device=device.name,
                             printed=printed))
        elif printed:
            notes.append(say("{device} shares the system's RAM: the {printed} printed is the firmware's carve-out, not the budget. Give"
                             " the RAM's size.", device=device.name, printed=printed))
        elif ram is None:
            notes.append(say("{device} shares the system's RAM, and the tool shows no total: free memory is what the system has free.",
                             device=device.name))
    elif card.total_bytes is None and not device.unified_memory and not stated_memory(card.name or ""):
        notes.append(say("The memory is not in the text: taken as {size} from the catalog.", size=gigabytes(
            device.usable_bytes or device.memory_bytes, True)))
    elif device.memory_bytes and card.total_bytes and not card.mig and card.total_bytes > MODIFIED * device.memory_bytes:
        notes.append(say("{device} is sold with {sold}, this one has {printed}: a modified card. It is counted with what is printed.",
                         device=device.name, sold=gigabytes(device.memory_bytes, True), printed=gigabytes(card.total_bytes, True)))
    elif "modified" in device.name and card.total_bytes:
        notes.append(say("{name} with {printed} is a modified card: nobody sells it so. It is counted with what is printed.",
                         name=card.name or device.name, printed=gigabytes(card.total_bytes, True)))
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
    slots = (Slot(),) * len(paste.found) if paste.facts.slices else paste.slots
    for i, (card, match) in enumerate(zip(paste.facts.cards, paste.found, strict=True)):
        usable, device = slots[i].memory_bytes, slots[i].device
        key = (card.name, card.device_id, card.total_bytes, card.cores, match.id)
        group = groups.setdefault(key, {
            "name": card.name, "count": 0, "device": match.id, "kind": device.kind if device else None,
            "device_memory_bytes": (paste.facts.ram_bytes if device.in_main_memory else None)
            or device.memory_bytes if device else None, "device_id": card.device_id, "gfx": card.gfx,
            "total_bytes": card.total_bytes, "usable_bytes": usable, "used_bytes": [], "used_fraction": [],
            "reserved_bytes": card.reserved_bytes, "free_bytes": [], "physical_total_bytes": card.physical_bytes,
            "unified_memory": True if device is not None and device.in_main_memory else card.unified, "gpu_cores": card.cores,
            "mig": card.mig, "broken": card.broken,
            "compute_capability": card.compute_capability or (device.compute_capability if device else None),
            "power_limit_watts": card.power_watts, "pcie_generation": card.pcie_generation, "pcie_lanes": card.pcie_lanes,
            "candidates": list(match.near), "first_index": card.index,
        })
        group["count"] += 1
        for name, value in (("used_bytes", card.used_bytes), ("free_bytes", card.free_bytes), ("used_fraction", card.used_fraction)):
            group[name].append(value)
    return list(groups.values())

