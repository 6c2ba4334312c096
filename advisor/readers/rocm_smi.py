"""What rocm-smi, amd-smi and rocminfo print: concise tables old and new, memory in bytes, names, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from advisor.readers.pasted import MOST_CARDS, Card, Pasted, number, sized
from advisor.units import GIB, MIB
from advisor.words import say

NEW_ROW = re.compile(r"^\s*(\d+)\s+\d+\s+(0x[0-9a-fA-F]{4}),\s*\d+\s+(.*)$")
OLD_ROW = re.compile(r"^\s*(\d+)\s+(N/A|[\d.]+c)\s+(.*)$")
PARTITIONS = re.compile(r"(NPS\d|N/A),\s*([SDTQC]PX|N/A),\s*\d+")
KEYED = re.compile(r"^GPU\[(\d+)\]\s*:\s*(.+?):\s*(.*)$")
TAIL = re.compile(r"(\S{1,20})\s+(N/A|\d{1,3}%)\s+(N/A|\d{1,3}%)\s*$")
SMI_HEADER = re.compile(r"AMD-?SMI\s+(?:Tool:?\s*)?([\d.]+\S*)")
SMI_NAME = re.compile(r"\|\s*[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.\d\s+(\S.{0,120}?)\s*\|")
SMI_MEMORY = re.compile(r"(\d+)\s*/\s*(\d+)\s*MB\b")
MONITOR = re.compile(r"^\s*GPU\s.*\bVRAM_(?:TOTAL|USAGE)\b")
CARVE_OUT = 4 * 2**30


def is_rocm(lines: Sequence[str]) -> bool:
    """Whether one of AMD's three tools is recognised in the first lines."""
    text = "\n".join(lines[:600])
    agents = re.search(r"^\s*Marketing Name:", text, re.M) and re.search(r"^\s*Device Type:\s+[CG]PU", text, re.M)
    return bool(agents or re.search(r"ROCm System Management|ROCm SMI|AMD-?SMI|rocm-smi|amd-smi|VRAM Total (?:Used )?Memory \(B\)"
                                    r"|MARKET_NAME:|TOTAL_VRAM:|\bVRAM_(?:TOTAL|USED|USAGE)\b|ROCk module is loaded|HSA Agents", text))


def read_rocm(lines: Sequence[str]) -> Pasted:
    """Facts of any of the forms. Raises nothing."""
    text = "\n".join(lines)
    version = re.search(r"ROCm version:\s*([\d.]+)", text)
    start = text.find("{")
    if start >= 0 and '"card' in text[start:]:
        return _json(text[start:])
    at = next((i for i, line in enumerate(lines[:2000]) if line.startswith("device,") and "," in line[7:]), None)
    if at is not None:
        return _csv(lines, at)
    chip = ram = None
    if re.search(r"HSA Agents|ROCk module|^\s*Marketing Name:", text, re.M):
        cards, tool = _rocminfo(lines), "rocminfo"
        chip, ram = _rocminfo_host(lines)
    elif any(MONITOR.search(line) for line in lines[:2000]):
        cards, tool = _monitor(lines), "amd-smi"
    elif SMI_HEADER.search(text) or "MARKET_NAME" in text or "TOTAL_VRAM:" in text:
        cards, tool = _amd_smi(lines), "amd-smi"
    else:
        cards, tool = _rocm_smi(lines), "rocm-smi"
    partitions = next((f"{m[1]}, {m[2]}" for line in lines if (m := PARTITIONS.search(line)) and m[1] != "N/A"), None)
    driver = re.search(r"(?:amdgpu version|Driver version):\s*(\S+)", text)
    found = Pasted(tool=tool, cards=tuple(cards[:MOST_CARDS]), partitions=partitions, rocm=version[1] if version else None,
                   driver=driver[1] if driver else None, ram_bytes=ram, os=None)
    if chip and len(cards) == 1 and cards[0].unified and re.search(r"Radeon(?:\(TM\))? Graphics$", cards[0].name or ""):
        found = replace(found, cards=(replace(cards[0], name=chip),))     # "AMD Radeon Graphics": the processor says which
    if any(c.broken for c in cards):
        found = found.noted(say("The driver answers for none of its sensors: it is not healthy (restart, or reinstall the driver)."))
    if not cards:
        found = found.noted(say("Only the header was pasted: paste the device rows below it too."))
    return found


def _rocm_smi(lines: Sequence[str]) -> list[Card]:
    cards: dict[int, Card] = {}
    for line in lines:
        if match := NEW_ROW.match(line):
            index = int(match[1])
            cards[index] = replace(_row(index, match[3]), device_id=match[2].lower())
        elif match := OLD_ROW.match(line):
            index = int(match[1])
            cards[index] = _row(index, match[3])
        elif match := KEYED.match(line):
            index = int(match[1])
            cards[index] = _keyed(cards.get(index, Card(index=index)), match[2].strip(), match[3].strip())
        if len(cards) > MOST_CARDS:
            break
    return [_carve_out(cards[i]) for i in sorted(cards)]


def _row(index: int, rest: str) -> Card:
    """The concise table's row: the power cap, VRAM% and GPU% are its last cells."""
    tail = TAIL.search(rest)
    cap = re.search(r"([\d.]+)W\s", tail[1] + " ") if tail else None
    share = tail[2] if tail else "N/A"
    broken = bool(re.search(r"\bNone\s+None\b", rest)) or "unknown" in rest
    return Card(index=index, power_watts=number(cap[1]) if cap else None, broken=broken,
                used_fraction=None if share == "N/A" or broken else int(share[:-1]) / 100)


def _keyed(card: Card, key: str, value: str) -> Card:
    """A line `GPU[0] : key: value`. Counters that are not memory or names are ignored."""
    key = key.lower()
    if key.startswith("vram total memory"):
        return replace(card, total_bytes=sized(value, 1))
    if key.startswith("vram total used memory"):
        return replace(card, used_bytes=sized(value, 1))
    if key.startswith("gtt total memory"):
        return replace(card, gtt_bytes=sized(value, 1))
    if key in ("card series", "device name", "card model") and value and not value.startswith("0x") and card.name is None:
        return replace(card, name=value)
    if key in ("device id", "gpu id", "card model") and re.fullmatch(r"0x[0-9a-fA-F]{4}", value):
        return replace(card, device_id=value.lower())
    if key == "gfx version":
        return replace(card, gfx=value)
    if key == "vbios version" and card.gfx is None and "STRXLGEN" in value.upper():
        return replace(card, gfx="gfx1151")  # Strix Halo's firmware
    return card


def _carve_out(card: Card) -> Card:
    """An APU shows only what the firmware carved out of the RAM as VRAM."""
    apu = (card.gfx or "").startswith(("gfx115", "gfx1103", "gfx1035"))
    return replace(card, unified=True) if apu or (card.total_bytes and card.total_bytes < CARVE_OUT and card.gtt_bytes) else card


def _amd_smi(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    for line in lines:
        if match := SMI_NAME.search(line):
            name = match[1]
            cards.append(Card(name=name, index=len(cards)))
        elif cards and cards[-1].total_bytes is None and (match := SMI_MEMORY.search(line)):
            cards[-1] = replace(cards[-1], used_bytes=sized(match[1], MIB), total_bytes=sized(match[2], MIB))
        elif match := re.match(r"^GPU: (\d{1,4})\s*$", line):
            cards.append(Card(index=int(match[1])))
        elif match := re.search(r"MARKET_NAME:\s*(\S.*)$", line):
            if cards and cards[-1].name is None:
                cards[-1] = replace(cards[-1], name=match[1].strip())
            else:
                cards.append(Card(name=match[1].strip(), index=len(cards)))
        elif cards and (match := re.search(r"TARGET_GRAPHICS_VERSION:\s*(gfx\w+)", line)):
            cards[-1] = replace(cards[-1], gfx=match[1])
        elif cards and (match := re.search(r"^\s*(?:TOTAL_VRAM|SIZE):\s*(\d+)\s*MB", line)):
            cards[-1] = replace(cards[-1], total_bytes=sized(match[1], MIB))
        elif cards and (match := re.search(r"^\s*USED_VRAM:\s*(\d+)\s*MB", line)):
            cards[-1] = replace(cards[-1], used_bytes=sized(match[1], MIB))
        elif cards and (match := re.search(r"^\s*FREE_VRAM:\s*(\d+)\s*MB", line)):
            cards[-1] = replace(cards[-1], free_bytes=sized(match[1], MIB))
        elif cards and (match := re.search(r"^\s*TOTAL_GTT:\s*(\d+)\s*MB", line)):
            cards[-1] = replace(cards[-1], gtt_bytes=sized(match[1], MIB))
        if len(cards) >= MOST_CARDS:
            break
    return [_carve_out(c) for c in cards]


def _monitor(lines: Sequence[str]) -> list[Card]:
    """`amd-smi monitor`: the columns VRAM_USED, VRAM_FREE and VRAM_TOTAL are the row's figures in MB, VRAM_USAGE is "0.3/192.0 GB"."""
    cards: list[Card] = []
    columns: list[str] = []
    for line in lines:
        if MONITOR.search(line):
            columns = re.findall(r"\bVRAM_(USED|FREE|TOTAL)\b", line)
        elif columns and (row := re.match(r"^\s*(\d{1,4})\s", line)) and len(cards) < MOST_CARDS:
            sizes = dict(zip(columns, re.findall(r"(\d{1,9}) MB\b", line), strict=False))
            cards.append(Card(index=int(row[1]), total_bytes=sized(sizes.get("TOTAL"), MIB), used_bytes=sized(sizes.get("USED"), MIB),
                              free_bytes=sized(sizes.get("FREE"), MIB)))
        elif (row := re.match(r"^\s*(\d{1,4})\s.{0,400}?\s([\d.]{1,9})/([\d.]{1,9}) GB\b", line)) and len(cards) < MOST_CARDS:
            cards.append(Card(index=int(row[1]), used_bytes=sized(row[2], GIB), total_bytes=sized(row[3], GIB)))
    return cards


def _rocminfo(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    gfx: str | None = None
    for line in lines:
        key, _, value = (part.strip() for part in line.partition(":"))
        if key == "Name" and value.startswith("gfx"):
            gfx = value
        elif key == "Marketing Name" and gfx:
            cards.append(Card(name=value or None, gfx=gfx, index=len(cards)))
            gfx = None
        elif key == "Size" and cards and cards[-1].total_bytes is None and (size := re.match(r"(\d+)\(", value)):
            cards[-1] = replace(cards[-1], total_bytes=sized(size[1], 1024))
    return [_carve_out(c) for c in cards[:MOST_CARDS]]


def _rocminfo_host(lines: Sequence[str]) -> tuple[str | None, int | None]:
    """The processor among the agents, and the main memory: the first pool of each socket."""
    name = chip = ram = None
    for line in lines:
        key, _, value = (part.strip() for part in line.partition(":"))
        if key == "Marketing Name":
            name = value
        elif key == "Device Type":
            waiting = value == "CPU"
            chip = chip or (name if waiting else None)
        elif key == "Size" and chip and name and value.endswith("KB") and waiting and (size := re.match(r"(\d{1,15})\(", value)):
            ram = (ram or 0) + (sized(size[1], 1024) or 0)
            name = None
    return chip, ram


def _csv(lines: Sequence[str], at: int) -> Pasted:
    """`rocm-smi … --csv`: the keys of the other forms as columns."""
    columns = lines[at].split(",")
    cards = []
    for line in lines[at + 1:at + 1 + MOST_CARDS]:
        cells = line.split(",")
        if len(cells) != len(columns) or not cells[0].startswith("card"):
            break
        card = Card(index=int(number(cells[0][4:]) or 0))
        for name, value in zip(columns, cells, strict=True):
            card = _keyed(card, name.strip(), value.strip())
        cards.append(_carve_out(card))
    return Pasted(tool="rocm-smi --csv", cards=tuple(cards))


def _json(text: str) -> Pasted:
    """`rocm-smi … --json`: an object a card."""
    try:
        data, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return Pasted(tool="rocm-smi --json").noted(say("The JSON is cut or damaged: paste all of it."))
    cards = []
    for key, values in list(data.items())[:MOST_CARDS] if isinstance(data, dict) else []:
        if key.startswith("card") and isinstance(values, dict):
            card = Card(index=int(number(key[4:]) or 0))
            for name, value in list(values.items())[:200]:
                card = _keyed(card, str(name), str(value))
            cards.append(_carve_out(card))
    return Pasted(tool="rocm-smi --json", cards=tuple(cards))
