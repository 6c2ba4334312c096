"""This machine: its devices with what is free on each, RAM, processor, installed engines.

Every probe is short (a timeout each), and a failing one becomes a note, never an exception. Plain functions without any
window: the window runs `detect()` in a worker. NVML first for NVIDIA, then the vendors' tools, then what /sys says.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from advisor import catalog, resources
from advisor.machine.hardware import gpu_share, hardware_of
from advisor.machine.paste import Paste, resolve
from advisor.machine.processor import Cpu, cpu_facts, memory_system, ram_bytes, ram_used
from advisor.machine.programs import run
from advisor.names import DeviceNames
from advisor.readers.nvidia_smi import read_nvidia
from advisor.readers.pasted import Card, Os, Pasted, clean
from advisor.readers.rocm_smi import read_rocm
from advisor.readers.system_profiler import read_profiler
from advisor.scenario import Machine, Slot
from advisor.words import Text, say

SMI = ["nvidia-smi", "--query-gpu=index,name,driver_version,memory.total,memory.used,memory.free,power.limit,compute_cap",
       "--format=csv"]
VENDOR_IDS = {"0x10de": "NVIDIA", "0x1002": "AMD", "0x8086": "Intel"}


def detect(names: DeviceNames | None = None) -> Machine:
    """The machine this runs on. Never raises: what cannot be found out is None, with a note. `names`: the catalog's."""
    return _look(names)[0]


def _look(names: DeviceNames | None = None) -> tuple[Machine, Cpu]:
    names = names or catalog.device_names()
    notes: list[str] = []
    system = operating_system()
    ram, cpu = ram_bytes(), cpu_facts()
    found: list[Paste] = []
    probes: tuple[Callable[[], Pasted | None], ...] = (_mac,) if system == "macos" else (_nvidia, _amd)
    for probe in probes:
        try:
            facts = probe()
        except Exception as error:  # a driver's library may fail in any way; a machine is answered all the same
            notes.append(say("The probe {name} failed: {error}.", name=probe.__name__.strip("_"), error=str(error)[:120]))
            continue
        if facts is not None:
            if probe is _nvidia and any(card.unified for card in facts.cards):      # which Jetson this is, its memory tells
                facts = replace(facts, ram_bytes=ram)
            found.append(resolve(facts, names))
    slots = [_on_this_ram(slot, ram) for paste in found for slot in (paste.machine.slots if paste.machine else ())]
    for paste in found:
        notes += paste.notes
    if system == "linux":
        slots += _from_sys(names, {s.device.vendor for s in slots if s.device}, ram, notes)
    if not slots:
        notes.append(say("No graphics device was found: engines would run on the processor."))
    driver = next((p.facts.driver for p in found if p.facts.driver), None)
    machine = Machine(slots=tuple(slots), host_memory_bytes=ram, cpu=memory_system(names), os=system, driver=driver,
                      notes=tuple(str(n) for n in dict.fromkeys(notes)))
    return machine, cpu


def operating_system() -> Os | None:
    """`linux`, `macos`, `windows`, None for others."""
    systems: dict[str, Os] = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}
    return systems.get(platform.system())


def _on_this_ram(slot: Slot, ram: int | None) -> Slot:
    """A device that shares the RAM: its share of this machine's, and what is free of it now."""
    device = slot.device
    if device is None or not device.unified_memory or device.kind == "datacenter" or ram is None:
        return slot
    if device.vendor == "nvidia":
        return slot.model_copy(update={"memory_bytes": ram, "used_bytes": ram_used()})
    return slot.model_copy(update={"memory_bytes": slot.memory_bytes or gpu_share(device, ram)})


# ------------------------------------------------------------------------------------------------------------ graphics

def _nvidia() -> Pasted | None:
    """NVML, else nvidia-smi."""
    return _nvml() or _nvidia_smi()


def _nvml() -> Pasted | None:
    try:
        import pynvml
        pynvml.nvmlInit()
    except Exception:  # no library, no driver, or a driver of another version
        return None
    try:
        cards, slices = [], False
        for index in range(min(pynvml.nvmlDeviceGetCount(), 256)):
            handle = pynvml.nvmlDeviceGetHandleByIndex(index)
            cards.append(_nvml_card(pynvml, handle, index))
            slices |= bool(cards[-1].mig)
        driver = _text(pynvml.nvmlSystemGetDriverVersion())
        facts = Pasted(tool="nvml", cards=tuple(cards), driver=driver)
        return _nvidia_smi() or facts if slices else facts
    finally:
        pynvml.nvmlShutdown()


def _nvml_card(pynvml: Any, handle: Any, index: int) -> Card:
    def asked(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except pynvml.NVMLError:
            return None

    memory = asked(lambda: pynvml.nvmlDeviceGetMemoryInfo(handle))
    watts = asked(lambda: pynvml.nvmlDeviceGetEnforcedPowerLimit(handle))
    capability = asked(lambda: pynvml.nvmlDeviceGetCudaComputeCapability(handle))
    mig = asked(lambda: pynvml.nvmlDeviceGetMigMode(handle))
    name = _text(asked(lambda: pynvml.nvmlDeviceGetName(handle)))
    return Card(name=name, index=index, total_bytes=memory.total if memory else None, used_bytes=memory.used if memory else None,
                free_bytes=memory.free if memory else None, power_watts=watts / 1000 if watts else None,
                compute_capability=float(f"{capability[0]}.{capability[1]}") if capability else None,
                mig=bool(mig[0]) if mig else None, unified=True if memory is None else None)


def _text(value: Any) -> str | None:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _nvidia_smi() -> Pasted | None:
    text = run(SMI)
    if text is None:
        return None
    listed = read_nvidia(clean(text))
    if (text and any(c.unified for c in listed.cards)) or not listed.cards:
        table = run(["nvidia-smi"])
        listed = read_nvidia(clean(table)) if table else listed
    plain = run(["nvidia-smi"]) if listed.cards else None
    table_facts = read_nvidia(clean(plain)) if plain else None
    return table_facts if table_facts and table_facts.slices else listed if listed.cards else None


def _amd() -> Pasted | None:
    """rocm-smi in JSON, else amd-smi."""
    text = run(["rocm-smi", "--showid", "--showproductname", "--showmeminfo", "vram", "gtt", "--json"])
    if text and (facts := read_rocm(clean(text))).cards:
        return facts
    text = run(["amd-smi", "static"])
    return facts if text and (facts := read_rocm(clean(text))).cards else None


def _mac() -> Pasted | None:
    text = run(["system_profiler", "SPHardwareDataType", "SPDisplaysDataType", "-json"], timeout=10)
    facts = read_profiler(clean(text)) if text else None
    if facts and facts.cards:
        return facts
    brand = run(["sysctl", "-n", "machdep.cpu.brand_string"])
    return Pasted(tool="sysctl", cards=(Card(name=brand.strip(), unified=True),), os="macos") if brand and "Apple" in brand else None


def _from_sys(names: DeviceNames, known: set[str], ram: int | None, notes: list[str]) -> list[Slot]:
    """Graphics devices that /sys/class/drm lists and no tool has named (Intel, AMD without ROCm)."""
    slots = []
    for card in sorted(Path("/sys/class/drm").glob("card[0-9]*")):
        if not re.fullmatch(r"card\d+", card.name):
            continue
        vendor, device = _file(card / "device/vendor"), _file(card / "device/device")
        maker = VENDOR_IDS.get(vendor or "")
        if maker is None or maker.lower() in known:
            continue
        name = _lspci_name(card) or device or ""
        total, used = _file(card / "device/mem_info_vram_total"), _file(card / "device/mem_info_vram_used")
        size = int(total) if total and total.isdecimal() else None
        found = names.find(name, size) if name else None
        row = names[found.id] if found and found.id else None
        if row is None and maker == "AMD" and device:
            again = names.find(device, size)
            row = names[again.id] if again.id else None
        if row is not None and row.unified_memory:
            gtt = _file(card / "device/mem_info_gtt_total")
            size = int(gtt) if gtt and gtt.isdecimal() else gpu_share(row, ram) if ram else None
            used = None
        if row is None and size is None:
            notes.append(say("An {maker} graphics device ({name}) was found, of which nothing more is known.", maker=maker, name=name))
            continue
        slots.append(Slot(device=row, memory_bytes=size or (row.usable_bytes or row.memory_bytes if row else None),
                          used_bytes=int(used) if used and used.isdecimal() else None, name=name))
    return slots


def _lspci_name(card: Path) -> str | None:
    address = (card / "device").resolve().name
    text = run(["lspci", "-s", address]) if re.fullmatch(r"[0-9a-f:.]+", address) else None
    inside = re.findall(r"\[([^\[\]]{0,80}[A-Za-z][^\[\]]{0,80})\]", text or "")
    return inside[-1] if inside else None


def _file(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace")[:200].strip()
    except OSError:
        return None


def _programs() -> dict[str, list[str]]:
    """Programs that an engine is known by on the path, by its id: the launch data's. Docker, which can run most of them, is asked too."""
    files = sorted(resources.path("catalog", "launch").glob("*.json"))
    return {**{file.stem: resources.catalog_data("launch", file.name)["programs"] for file in files}, "docker": ["docker"]}


def engines_installed() -> dict[str, str]:
    """Engines whose program is on the path: id -> path. Nothing is started."""
    found = {}
    for engine, programs in _programs().items():
        path = next((p for program in programs if (p := shutil.which(program))), None)
        if path:
            found[engine] = path
    return found


def detect_json() -> dict[str, Any]:
    """This machine for `advisor detect`: bytes, bytes a second, names; null where unknown."""
    machine, cpu = _look()
    notes: list[Text | str] = list(machine.notes)
    return {
        "os": machine.os, "driver": machine.driver, "host_memory_bytes": machine.host_memory_bytes,
        "cpu": {"name": cpu.name, "cores": cpu.cores, "threads": cpu.threads, "instruction_sets": list(cpu.flags),
                "memory_system": machine.cpu.id if machine.cpu else None,
                "bandwidth_bytes_per_s": machine.cpu.bandwidth_bytes_per_s if machine.cpu else None},
        "devices": [_slot_json(slot) for slot in machine.slots],
        "engines_installed": engines_installed(),
        "hardware": json.loads(hardware_of(machine).model_dump_json()), "notes": [str(n) for n in notes],
    }


def _slot_json(slot: Slot) -> dict[str, Any]:
    device = slot.device
    free = slot.memory_bytes - slot.used_bytes if slot.memory_bytes is not None and slot.used_bytes is not None else None
    return {"name": slot.name or None, "device": device.id if device else None, "memory_bytes": slot.memory_bytes,
            "used_bytes": slot.used_bytes, "free_bytes": free, "unified_memory": device.unified_memory if device else None,
            "bandwidth_bytes_per_s": device.bandwidth_bytes_per_s if device else None,
            "compute_capability": device.compute_capability if device else None}
