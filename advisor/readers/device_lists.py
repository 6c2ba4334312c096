"""What programs that list devices print of them: names, and the memory where they tell it.

lspci, lshw, clinfo, vulkaninfo, sycl-ls, xpu-smi, npu-smi, gpustat, nvtop, Windows' video controllers, dxdiag and Task Manager, inxi,
neofetch and fastfetch, PyTorch's collect_env, MLX's device_info and Kubernetes' node labels. Each is a function from lines to cards;
a card that a program lists once a back end or once a function is one card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from advisor.readers.host_tools import host_of
from advisor.readers.pasted import MOST_CARDS, Card, Pasted, amount, sized
from advisor.units import GIB, MIB

LSPCI = re.compile(r"^(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.\d\s+(?:VGA compatible controller|3D controller|Display controller"
                   r"|Processing accelerators)(?: \[[0-9a-f]+\])?:\s*(.+)$")
MAKER = re.compile(r"NVIDIA|\bAMD\b|\bATI\b|Intel", re.I)
INTEGRATED = re.compile(
    r"U?HD Graphics|Iris|Intel(?:\(R\))? Graphics\b|Radeon(?:\(TM\))?\s(?:Vega \d{1,2} )?Graphics(?: \(RADV (?!GFX1151)[^()]{1,40}\))?$"
    r"|Radeon(?:\(TM\))? \d{3}M\b"
    r"|Radeon Vega Series"
    r"|^(?:AMD |Advanced Micro Devices[^\]]{0,20}\] )?(?:Raphael|Renoir|Cezanne|Phoenix|Rembrandt|Barcelo|Lucienne|Picasso|Raven|Mendocino"
    r"|Granite Ridge|Strix|Krackan)\b|(?:Alder|Raptor|Rocket|Comet|Meteor|Arrow)[ -]Lake", re.I)
SMALL_GFX = ("gfx90c", "gfx902", "gfx1035", "gfx1036", "gfx1037", "gfx1103")
SYCL = re.compile(r"^\[(?:ext_oneapi_)?(level_zero|opencl|cuda|hip):gpu(?::\d{1,3})?\](?:\[[^\]]{0,40}\])?\s*(.{1,300})$")
GPUSTAT = re.compile(r"^\s*\[(\d{1,3})\]\s+(\S.{1,100}?)\s*\|.{0,80}?\|\s*(\d{1,8})\s*/\s*(\d{1,8})\s*MB\b")
NVTOP = re.compile(r"^\s*Device (\d{1,3}) \[(.{1,100}?)\]")
NVTOP_MEMORY = re.compile(r"MEM\[[^\]]{0,80}?([\d.]{1,12})([KMG]i)/([\d.]{1,12})([KMG]i)\]")
VIDEO_ROW = re.compile(r"^\s*(?:\d{4,12}\s{2,})?((?:NVIDIA|AMD|Intel|Radeon)\S*\s\S.{0,80}?)(?:\s{2,}\d{4,12})?\s*$")
NPU = re.compile(r"^\|\s*(\d{1,3})\s+(\d{3}[A-Z]{0,2}\d?(?:-\d)?|Ascend\s?\w{3,10})\s*\|\s*(?:OK|Warning|Alarm|Critical|UNKNOWN)\b")
NPU_MEMORY = re.compile(r"(\d{1,8})\s*/\s*(\d{1,8})\s*\|\s*$")
XPU_ROW = re.compile(r"^\s*\d{1,3}\s*,\s*\"([^\"]{1,120})\".{0,300}?\"([\d.]{1,12}) MiB\"")
FETCH = re.compile(r"(?:^|\s)GPU(?: ?\d{1,2})?(?: \([^)]{0,60}\))?\s*:\s*(\S.{1,160})$")
DRIVERS = {
    "gpustat": r"^\S{1,80}\s.{5,40}\d\s+(\d{3}\.\d{2,3}(?:\.\d{2})?)\s*$", "collect_env": r"Nvidia driver version: (\d[\d.]{2,12})",
    "clinfo": r"Driver Version\s+(\d{3}\.[\d.]{2,8})", "kubernetes": r"cuda\.driver-version\.full[=:]\s*(\d[\d.]{2,12})",
    "vulkaninfo": r"driverName\s*=\s*NVIDIA\s*\n\s*driverInfo\s*=\s*(\d[\d.]{2,12})", "inxi": r"driver: nvidia\s+v: (\d[\d.]{2,12})"}
Os = Literal["linux", "macos", "windows"]


def read_list(lines: Sequence[str]) -> Pasted | None:
    """The cards of the first of these programs that is recognised, None where none is. Raises nothing."""
    for tool, os, read in PROGRAMS:
        cards = read(lines)
        if cards:
            return Pasted(tool=tool, cards=tuple(cards[:MOST_CARDS]), os=os, driver=_driver(lines, tool))
    return None


def is_integrated(card: Card) -> bool:
    """Whether a card is the processor's own graphics, by what its list says or by its name."""
    return bool(card.unified or card.gfx in SMALL_GFX or INTEGRATED.search(card.name or ""))


def _driver(lines: Sequence[str], tool: str) -> str | None:
    """The driver's version where the program prints it; NVIDIA's 566.36 is 32.0.15.6636 to Windows."""
    text = "\n".join(lines[:3000])
    if tool in ("Win32_VideoController", "dxdiag", "Task Manager"):
        match = re.search(r"\b\d{2}\.\d\.\d{1,2}(\d)\.(\d{2})(\d{2})\b", text) if "NVIDIA" in text else None
        return f"{match[1]}{match[2]}.{match[3]}" if match else None
    match = re.search(DRIVERS[tool], text, re.M) if tool in DRIVERS else None
    return match[1] if match else None


def _named(names: Sequence[str]) -> list[Card]:
    return [Card(name=name[:200], index=i) for i, name in enumerate(names)]


def _lspci(lines: Sequence[str]) -> list[Card]:
    """Graphics controllers by their marketing name in brackets."""
    names = [_bracketed(match[1]) for line in lines if (match := LSPCI.match(line.strip())) and MAKER.search(match[1])]
    return _named(names)


def _bracketed(text: str) -> str:
    """`NVIDIA Corporation GA102 [GeForce RTX 3090] [10de:2204] (rev a1)`: the name in brackets, else all of it."""
    inside = re.findall(r"\[([^\[\]]{0,120}[A-Za-z][^\[\]]{0,120})\]", re.sub(r"\(rev.*", "", text))
    names = [n for n in inside if not re.fullmatch(r"[0-9a-f]{4}:[0-9a-f]{4}|AMD/ATI|AMD", n)]
    name = (names[-1] if names else re.sub(r"\s*\(rev.*", "", text)).strip()
    name = re.sub(r"\s+Lite Hash Rate$", "", name)      # pci.ids' own words
    return re.sub(r"\s+(?:Max-Q / Mobile|Mobile / Max-Q)\b.*", " Laptop GPU", name)


def _lshw(lines: Sequence[str]) -> list[Card]:
    names, inside = [], False
    for line in lines:
        if re.match(r"^\s*\*-", line):
            inside = "*-display" in line
        elif inside and (match := re.match(r"^\s*product: (\S.{0,200})$", line)):
            names.append(_bracketed(match[1]))
    return _named(names)


def _clinfo(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    for line in lines:
        if match := re.match(r"^\s*(?:Board name \(AMD\)|Device Board Name \(AMD\))\s{2,}(\S.{0,120})$", line):
            if cards:
                cards[-1] = replace(cards[-1], name=match[1].strip())
        elif match := re.match(r"^\s*Device Name\s{2,}(\S.{0,120})$", line):
            cards.append(Card(name=match[1].strip(), gfx=match[1] if match[1].startswith("gfx") else None, index=len(cards)))
        elif cards and cards[-1].total_bytes is None and (match := re.match(r"^\s*Global memory size\s{2,}(\d{6,15})\b", line)):
            cards[-1] = replace(cards[-1], total_bytes=sized(match[1], 1))
        elif cards and re.match(r"^\s*Device Type\s{2,}CPU", line):
            cards.pop()
    return _once(cards)


def _once(cards: Sequence[Card]) -> list[Card]:
    """Each name and memory once: OpenCL lists a card by every platform that drives it."""
    return [replace(card, index=i) for i, card in enumerate({(c.name, c.total_bytes): c for c in cards}.values())]


def _vulkaninfo(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    kind = ""
    for line in lines:
        if match := re.match(r"^\s*deviceType\s*=\s*\w*?PHYSICAL_DEVICE_TYPE_(\w{1,20})", line):
            kind = match[1]
        elif (match := re.match(r"^\s*deviceName\s*=\s*(\S.{0,160})$", line)) and "llvmpipe" not in line and kind != "CPU":
            cards.append(Card(name=match[1].strip(), index=len(cards), unified=True if kind == "INTEGRATED_GPU" else None))
    return cards


def _sycl_ls(lines: Sequence[str]) -> list[Card]:
    """The GPUs of Level Zero, or of the first other back end: each lists the same ones."""
    backends: dict[str, list[str]] = {}
    for line in lines:
        if match := SYCL.match(line.strip()):
            name = re.sub(r"\s+(?:OpenCL \d.*|\d+\.\d+\S*\s.*|\d+\.\d+\S*)$|\s*\[[^\]]*\]$", "", match[2].rsplit(", ", 1)[-1])
            backends.setdefault(match[1], []).append(name.strip())
    return _named(backends.get("level_zero") or next(iter(backends.values()), []))


def _xpu_smi(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    for line in lines:
        if match := XPU_ROW.match(line):
            cards.append(Card(name=match[1], index=len(cards), total_bytes=sized(match[2], MIB)))
        elif match := re.search(r"\|\s*Device Name: (\S.{0,100}?)\s*\|", line):
            cards.append(Card(name=match[1], index=len(cards)))
        elif cards and (match := re.search(r"\|\s*Memory Physical Size: ([\d.]{1,12}) MiB", line)):
            cards[-1] = replace(cards[-1], total_bytes=sized(match[1], MIB))
    return cards


def _npu_smi(lines: Sequence[str]) -> list[Card]:
    """Ascend: the name in the first row, its HBM at the end of the second."""
    cards: list[Card] = []
    for line in lines:
        if match := NPU.match(line.strip()):
            name = match[2] if match[2].startswith("Ascend") else f"Ascend {match[2]}"
            cards.append(Card(name=name, index=int(match[1])))
        elif cards and cards[-1].total_bytes is None and (match := NPU_MEMORY.search(line)) and int(match[2]):
            cards[-1] = replace(cards[-1], used_bytes=sized(match[1], MIB), total_bytes=sized(match[2], MIB))
    return cards if any("npu-smi" in line for line in lines[:40]) or any(c.total_bytes for c in cards) else []


def _gpustat(lines: Sequence[str]) -> list[Card]:
    return [Card(name=m[2], index=int(m[1]), used_bytes=sized(m[3], MIB), total_bytes=sized(m[4], MIB))
            for line in lines if (m := GPUSTAT.match(line))]


def _nvtop(lines: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    for line in lines:
        if match := NVTOP.match(line):
            cards.append(Card(name=match[2], index=int(match[1])))
        elif cards and cards[-1].total_bytes is None and (match := NVTOP_MEMORY.search(line)):
            cards[-1] = replace(cards[-1], used_bytes=amount(f"{match[1]} {match[2]}B"), total_bytes=amount(f"{match[3]} {match[4]}B"))
    return cards


def _video_controllers(lines: Sequence[str]) -> list[Card]:
    """Win32_VideoController: its AdapterRAM is a field of 32 bits that stops at 4 GB, so the memory stays unknown."""
    if not any(re.search(r"(?i:Win32_VideoController)|^\s*AdapterRAM\b|^\s*VideoProcessor\s*[:=]", line) for line in lines[:2000]):
        return []
    names = [m[1].strip() for line in lines if (m := re.match(r"^\s*Name\s*[:=]\s*(\S.{0,120})$", line))]
    names = names or [m[1].strip() for line in lines if (m := re.match(r"^\s*Caption\s*[:=]\s*(\S.{0,120})$", line))]
    names = names or [m[1].strip() for line in lines if (m := VIDEO_ROW.match(line))]
    return _named([n for n in names if not re.search(r"Basic Display|Remote|Parsec|Virtual|Indirect", n)])


def _dxdiag(lines: Sequence[str]) -> list[Card]:
    """Dedicated memory is the card's; "display memory" counts the system's half too."""
    cards: list[Card] = []
    for line in lines:
        if match := re.match(r"^\s*Card name: (\S.{0,120})$", line):
            cards.append(Card(name=match[1].strip(), index=len(cards)))
        elif cards and (match := re.match(r"^\s*Dedicated Memory: (\d{1,8}) MB", line)):
            own = sized(match[1], MIB)
            small = bool(INTEGRATED.search(cards[-1].name or ""))
            cards[-1] = replace(cards[-1], total_bytes=None if small else own, unified=True if small else None)
    return _once(cards)


def _task_manager(lines: Sequence[str]) -> list[Card]:
    """The page of a GPU: its name on a line of its own, and the larger of the figures of "dedicated memory"."""
    found = next((m for line in lines if (m := re.search(r"(?:Dedicated GPU memory|专用 ?GPU 内存)(?: usage)?\s*:?\s*([\d.]{1,8})\s*/\s*"
                                                         r"([\d.]{1,8}) ?GB", line))), None)
    name = next((line.strip() for line in lines if re.match(r"^\s*(?:NVIDIA|AMD|Intel|Radeon)\S*\s\S.{0,80}$", line)), None)
    return [Card(name=name, index=0, used_bytes=sized(found[1], GIB), total_bytes=sized(found[2], GIB))] if found and name else []


def _windows_about(lines: Sequence[str]) -> list[Card]:
    """The page About of Windows' settings, which names the card since 24H2."""
    names = [re.sub(r"\s*\(\d+ GB\)$", "", m[1]) for line in lines
             if (m := re.match(r"^\s*(?:Graphics card|显卡|图形卡|Grafikkarte)[ \t:：]+(\S.{2,100})$", line))]
    return _named([n for n in names if MAKER.search(n)])


def _fetch(lines: Sequence[str]) -> list[Card]:
    """neofetch and fastfetch. A size in parentheses is the card's, of integrated graphics the carve-out."""
    cards: list[Card] = []
    for line in lines:
        if not (match := FETCH.search(line) if "GPU" in line else None) or match[1].isdecimal():
            continue
        name = re.sub(r"\s*(?:@ [\d.]+ [MG]Hz|\[(?:Discrete|Integrated)\]|\([\d.]+ [MG]iB\))", "", match[1]).strip()
        small = "[Integrated]" in match[1] or bool(INTEGRATED.search(name))
        size = re.search(r"\(([\d.]{1,10} [MG]iB)\)", match[1])
        cards.append(Card(name=name[:200], index=len(cards), unified=True if small else None,
                          total_bytes=amount(size[1]) if size and not small else None))
    return cards if any(re.search(r"(?:^|\s)(?:OS|Kernel|Host|Uptime)\s*: \S", line) for line in lines[:200]) else []


def _inxi(lines: Sequence[str]) -> list[Card]:
    names, inside = [], False
    for line in lines:
        if re.match(r"^\s*Graphics:", line):
            inside = True
        elif re.match(r"^\s*(?:Audio|Network|Drives|CPU|Memory|System|Machine|Info|Partition|Sensors)\b[^-]*:", line) and ":" in line[:20]:
            inside = False
        if inside and (match := re.search(r"(?:Device|Card)-\d{1,2}: (\S.{0,160}?)(?: vendor:.{0,80}?)?(?:\s+driver:| bus|$)", line)):
            names.append(_bracketed(match[1]))
    return _named([n for n in names if re.search(MAKER, n) or re.search(r"GeForce|RTX|Radeon|Arc|Quadro|Tesla|Raphael", n)])


def _collect_env(lines: Sequence[str]) -> list[Card]:
    """One GPU after "GPU models and configuration:"; several are lines of their own, as nvidia-smi -L prints them."""
    found = next((m for line in lines if (m := re.search(r"GPU models and configuration:\s*(\S.{1,150})$", line))), None)
    if not found or re.match(r"Could not collect|No CUDA|GPU 0:", found[1]):
        return []
    return _named([re.sub(r"\s*\(gfx.*", "", found[1]).strip()])


def _mlx(lines: Sequence[str]) -> list[Card]:
    text = "\n".join(lines[:400])
    found = re.search(r"[\"']device_name[\"']\s*:\s*[\"'](Apple [^\"']{1,60})[\"']", text)
    share = re.search(r"max_recommended_working_set_size[\"']\s*:\s*(\d{6,15})", text)
    return [Card(name=found[1], index=0, unified=True, gtt_bytes=sized(share[1], 1) if share else None)] if found else []


def _kubernetes(lines: Sequence[str]) -> list[Card]:
    """A node's labels by NVIDIA's feature discovery, and its capacity."""
    text = "\n".join(lines[:5000])
    name = re.search(r"nvidia\.com/gpu\.product[=:]\s*\"?([\w.-]{2,80})", text)
    count = re.search(r"nvidia\.com/gpu\.count[=:]\s*\"?(\d{1,3})\b", text) or re.search(r"nvidia\.com/gpu:\s*\"?(\d{1,3})\b", text)
    size = re.search(r"nvidia\.com/gpu\.memory[=:]\s*\"?(\d{3,7})\b", text)
    if not name:
        return []
    card = Card(name=re.sub(r"-(?:SHARED|MIG.*)$", "", name[1]).replace("-", " "), total_bytes=sized(size[1], MIB) if size else None)
    return [replace(card, index=i) for i in range(min(int(count[1]), MOST_CARDS) if count else 1)]


PROGRAMS: tuple[tuple[str, Os | None, Callable[[Sequence[str]], list[Card]]], ...] = (
    ("lspci", "linux", _lspci), ("lshw", "linux", _lshw), ("vulkaninfo", None, _vulkaninfo), ("sycl-ls", None, _sycl_ls),
    ("xpu-smi", None, _xpu_smi), ("npu-smi", "linux", _npu_smi), ("gpustat", None, _gpustat), ("nvtop", "linux", _nvtop),
    ("dxdiag", "windows", _dxdiag), ("Task Manager", "windows", _task_manager), ("Win32_VideoController", "windows", _video_controllers),
    ("Windows", "windows", _windows_about),
    ("clinfo", None, _clinfo), ("inxi", "linux", _inxi), ("kubernetes", "linux", _kubernetes), ("mlx", "macos", _mlx),
    ("collect_env", None, _collect_env), ("fetch", None, _fetch))


def with_host(found: Pasted, lines: Sequence[str]) -> Pasted:
    """The same facts with the machine's memory and processor, where the text tells them beside the cards and the tool did not."""
    host = host_of(lines) if found.ram_bytes is None else None
    return found if host is None else replace(found, ram_bytes=host.ram_bytes, cpu_cores=found.cpu_cores or host.cores)
