"""What macOS' system_profiler prints about the chip, the memory and the graphics: its text and its JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from advisor.readers.pasted import MOST_CARDS, Card, Pasted, sized
from advisor.units import GIB
from advisor.words import say

ABOUT = re.compile(r"^\s*(?:Chip|芯片|晶片|チップ|Puce)[ \t:：]+(Apple M\d\S*(?: (?:Pro|Max|Ultra))?)\s*$", re.M)
ABOUT_MEMORY = re.compile(r"^\s*(?:Memory|内存|記憶體|メモリ|Speicher|Mémoire|Memoria)[ \t:：]+(\d{1,4}) (GB|Go)\b", re.M)
BRAND = re.compile(r"^\s*(Apple M\d\S*(?: (?:Pro|Max|Ultra))?)\s*$", re.M)


def is_profiler(lines: Sequence[str]) -> bool:
    """Whether macOS's system_profiler, or what sysctl says of its chip, is recognised in it."""
    text = "\n".join(lines[:2000])
    return bool(ABOUT.search(text) or ("hw.memsize" in text and BRAND.search(text)) or re.search(
        r"sppci_model|Chipset Model:|Graphics/Displays:|Hardware Overview:|SP(?:Displays|Hardware)DataType|machdep\.cpu\.brand_string",
        text))


def read_profiler(lines: Sequence[str]) -> Pasted:
    """Facts of either form; what neither states is None. Raises nothing."""
    text = "\n".join(lines)
    start = text.find("{")
    if start >= 0 and re.search(r'"SP(?:Displays|Hardware)DataType"', text):
        return _told(_json(text[start:]))
    if "<key>sppci_model</key>" in text or "<key>chip_type</key>" in text:
        return _told(_xml(text))
    return _told(_text(lines))


def _text(lines: Sequence[str]) -> Pasted:
    cards: list[Card] = []
    chip: str | None = None
    cores, ram, section = None, None, ""
    for line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if colon and not value and key in ("Hardware", "Hardware Overview", "Graphics/Displays"):
            section = key
        elif key == "Chip" or (key == "machdep.cpu.brand_string" and value):
            chip = value
        elif key == "Processor Name":
            chip = chip or value
        elif key == "Memory" or key == "hw.memsize":
            ram = _memory(value) if key == "Memory" else sized(value, 1)
        elif key == "Chipset Model":
            cards.append(Card(name=value, index=len(cards), unified=value.startswith("Apple")))
        elif key == "Total Number of Cores" and (match := re.match(r"(\d{1,3})\b", value)):
            if (cards and section == "Graphics/Displays") or (cards and section == ""):
                cards[-1] = replace(cards[-1], cores=int(match[1]))
            else:
                cores = int(match[1])
        elif key.startswith("VRAM") and cards:
            shared = "Dynamic" in key or "Shared" in key
            cards[-1] = replace(cards[-1], total_bytes=_memory(value), unified=True if shared else cards[-1].unified)
        elif key == "Device ID" and cards and not cards[-1].unified:
            cards[-1] = replace(cards[-1], device_id=value.lower())
    text = "\n".join(lines[:2000])
    about, brand, memory = ABOUT.search(text), BRAND.search(text), ABOUT_MEMORY.search(text)
    chip = chip or (about[1] if about else brand[1] if brand and "hw.memsize" in text else None)
    ram = ram or (sized(memory[1], GIB) if memory and about else None)
    if not cards and chip and chip.startswith("Apple"):
        cards.append(Card(name=chip, index=0, unified=True))
    return Pasted(tool="system_profiler", cards=tuple(cards[:MOST_CARDS]), chip=chip, cpu_cores=cores, ram_bytes=ram, os="macos")


def _xml(text: str) -> Pasted:
    """`system_profiler -xml`: a key's value is the string that follows it. By its lines, for a parser would trip over a cut file."""
    pairs = re.findall(r"<key>(\w{1,60})</key>\s{0,80}<string>([^<]{0,200})</string>", text[:500_000])
    keys = dict(reversed(pairs))
    cards: list[Card] = []
    cores: str | None = None
    for key, value in pairs:
        if key == "sppci_cores":
            cores = value
        elif key == "sppci_model" and len(cards) < MOST_CARDS:
            apple = value.startswith("Apple")
            cards.append(Card(name=value, index=len(cards), unified=apple,
                              cores=int(cores) if cores and cores.isdecimal() and len(cores) < 4 else None))
            cores = None
    counted = re.search(r"(\d{1,3})(?=:)", keys.get("number_processors", ""))
    chip = keys.get("chip_type")
    if not cards and chip:
        cards.append(Card(name=chip, index=0, unified=True))
    return Pasted(tool="system_profiler -xml", cards=tuple(cards), chip=chip, cpu_cores=int(counted[1]) if counted else None,
                  ram_bytes=_memory(keys.get("physical_memory", "")), os="macos")


def _json(text: str) -> Pasted:
    try:
        data, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return Pasted(tool="system_profiler -json", os="macos").noted(say("The JSON is cut or damaged: paste all of it."))
    cards: list[Card] = []
    for item in _items(data, "SPDisplaysDataType"):
        name = item.get("sppci_model") or item.get("_name")
        cores = str(item.get("sppci_cores", ""))
        vendor = str(item.get("spdisplays_vendor", ""))
        apple = "Apple" in vendor or str(name).startswith("Apple")
        cards.append(Card(name=str(name)[:200] if name else None, index=len(cards), unified=apple,
                          cores=int(cores) if cores.isdecimal() and len(cores) < 4 else None,
                          total_bytes=None if apple else _memory(str(item.get("spdisplays_vram") or item.get("_spdisplays_vram") or ""))))
    chip = ram = processors = None
    for item in _items(data, "SPHardwareDataType"):
        counted = re.search(r"(\d{1,3})(?=:)", str(item.get("number_processors", "")))     # proc 12:8:4
        processors = int(counted[1]) if counted else processors
        chip = str(item.get("chip_type") or item.get("cpu_type") or "")[:200] or None
        ram = _memory(str(item.get("physical_memory", "")))
    return Pasted(tool="system_profiler -json", cards=tuple(cards), chip=chip, cpu_cores=processors, ram_bytes=ram, os="macos")


def _items(data: Any, key: str) -> list[dict[str, Any]]:
    items = data.get(key) if isinstance(data, dict) else None
    return [item for item in items[:MOST_CARDS] if isinstance(item, dict)] if isinstance(items, list) else []


def _memory(text: str) -> int | None:
    match = re.match(r"([\d.]{1,8})\s*(GB|MB)", text)
    return sized(match[1], GIB if match[2] == "GB" else 2**20) if match else None


def _told(found: Pasted) -> Pasted:
    apple = [c for c in found.cards if c.unified]
    if apple and found.ram_bytes is None:
        found = found.noted(say("The size of the memory is not in the text: paste `system_profiler SPHardwareDataType` too."))
    if found.cards and not apple:
        found = found.noted(say("A Mac without an Apple chip: no MLX, and Metal only through llama.cpp."))
    return found
