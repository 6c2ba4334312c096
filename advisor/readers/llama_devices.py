"""The devices that ggml's back ends name when llama.cpp, Ollama or LM Studio starts: CUDA and ROCm, Vulkan, SYCL, Metal.

Sizes in bytes. A card that two lines name (its own back end's, the list of devices, Vulkan's beside CUDA's) is one card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from advisor.readers.pasted import MOST_CARDS, Card, amount, number, sized
from advisor.units import MIB

INIT = re.compile(r"Device (\d{1,4}): (.{1,120}?), (?:compute capability ([\d.]{1,8})|(gfx\w{3,8})\b)(?:.{0,80}?VRAM: (\d{1,12}) MiB)?")
LISTED = re.compile(r"\b(CUDA|ROCm|HIP|Vulkan|SYCL|MTL|Metal|CANN|MUSA)(\d{1,3})\s{0,4}: (\S.{0,120}?) "
                    r"\((\d{1,12} MiB|[\d.]{1,12} GiB)(?:, (\d{1,12}) MiB free)?\)")
USES = re.compile(r"using device (\S{1,60}) \((.{1,120}?)\)(?: \([^)]{0,80}\))? - (\d{1,12}) MiB free")
VULKAN = re.compile(r"ggml_vulkan: (\d{1,3}) = (\S.{0,160}?) \| uma: ([01])")
VULKAN_SHORT = re.compile(r"ggml_vulkan: (\d{1,3}) = (\S.{0,120}?)(?: \([^()]{0,60}\))?\s*$")
DRIVERS = re.compile(r"(?: \((?:radv|amdvlk|NVIDIA|Intel[^()]{0,40}|MoltenVK|[^()]{0,40}driver|turnip[^()]{0,40}|Dozen|venus)\))+$")
SYCL_ROW = re.compile(r"^\|\s{0,4}(\d{1,3})\|\s{0,4}\[[\w:]{1,40}\]\|\s{0,64}(\S.{0,100}?)\|(?:[^|]{0,40}\|){4}\s{0,8}(\d{1,9})M\|")
METAL_NAME = re.compile(r"GPU name:\s{1,8}(?:MTL\d{1,2} \()?(Apple [^()]{1,60}?)\)?\s*$")
METAL_SHARE = re.compile(r"recommendedMaxWorkingSetSize\s{0,4}=\s{0,4}([\d.]{1,12}) MB")
FAMILIES = {"HIP": "ROCm", "MTL": "Metal"}
KNOWN = re.compile(r"ggml_(?:cuda|vulkan|sycl|metal)\w{0,20}:|Available devices:|" + LISTED.pattern)


def devices_of(lines: Sequence[str]) -> list[Card]:
    """The devices that a start-up log or `--list-devices` names, in their order. Raises nothing."""
    cards: dict[tuple[str, int], Card] = {}
    family = "CUDA"
    for line in lines:
        if "found " in line and (match := re.search(r"found \d{1,3} (CUDA|ROCm|Vulkan|SYCL|MUSA) devices", line)):
            family = match[1]
        elif "Device " in line and (match := INIT.search(line)):
            _put(cards, family, int(match[1]), Card(name=match[2], compute_capability=number(match[3]) if match[3] else None,
                                                    gfx=match[4], total_bytes=sized(match[5], MIB) if match[5] else None))
        elif "uma: " in line and (match := VULKAN.search(line)):
            _put(cards, "Vulkan", int(match[1]), Card(name=DRIVERS.sub("", match[2]), unified=True if match[3] == "1" else None))
        elif "ggml_vulkan: " in line and (match := VULKAN_SHORT.search(line)):
            _put(cards, "Vulkan", int(match[1]), Card(name=match[2]))
        elif "iB" in line and (match := LISTED.search(line)):
            _put(cards, FAMILIES.get(match[1], match[1]), int(match[2]), Card(
                name=match[3], total_bytes=amount(match[4]), free_bytes=sized(match[5], MIB) if match[5] else None))
        elif "[" in line and (match := SYCL_ROW.match(line.strip())):
            _put(cards, "SYCL", int(match[1]), Card(name=match[2].strip(), total_bytes=sized(match[3], MIB)))
        elif "GPU name:" in line and (match := METAL_NAME.search(line)):
            _put(cards, "Metal", 0, Card(name=match[1], unified=True))
        elif "recommendedMaxWorkingSetSize" in line and (match := METAL_SHARE.search(line)) and ("Metal", 0) in cards:
            cards["Metal", 0] = replace(cards["Metal", 0], gtt_bytes=sized(match[1], 10**6))
        elif "MiB free" in line and (match := USES.search(line)):
            name = re.match(r"[A-Za-z]{1,20}", match[1])
            where = FAMILIES.get(name[0], name[0]) if name else match[1]
            at = int(match[1][len(name[0]):] or 0) if name and match[1][len(name[0]):].isdecimal() else 0
            _put(cards, where, at, Card(name=match[2], free_bytes=sized(match[3], MIB), unified=True if where == "Metal" else None))
    others = {card.name for (kind, _), card in cards.items() if kind != "Vulkan"}
    kept = [card for (kind, _), card in cards.items() if kind != "Vulkan" or card.name not in others]
    return [replace(card, index=i) for i, card in enumerate(kept[:MOST_CARDS])]


def _put(cards: dict[tuple[str, int], Card], family: str, index: int, new: Card) -> None:
    """A second line about the same device adds what the first did not say."""
    old = cards.get((family, index))
    if old is None:
        cards[family, index] = new
        return
    cards[family, index] = replace(old, total_bytes=old.total_bytes or new.total_bytes, free_bytes=new.free_bytes or old.free_bytes,
                                   gfx=old.gfx or new.gfx, unified=old.unified or new.unified)
