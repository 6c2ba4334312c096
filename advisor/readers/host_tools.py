"""What a system says of itself rather than of a card: main memory and processor, from the tools of Linux, Windows and macOS.

`free`, `/proc/meminfo`, `lscpu`, `dmidecode`, `systeminfo`, `wmic`, PowerShell's CIM classes, `sysctl`, `tegrastats`, inxi and the
neofetch family. Sizes in bytes. What is not stated is None; a total that the text leaves open is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.readers.pasted import UNITS, Pasted, amount, sized
from advisor.units import GIB, MIB
from advisor.words import say


@dataclass(frozen=True, slots=True)
class Host:
    """The machine around the cards: which tool said so, its main memory in bytes, its processor and the cores of all sockets."""

    tool: str
    ram_bytes: int | None = None
    processor: str | None = None
    cores: int | None = None


FREE_HEAD = re.compile(r"^\s*total\s+used\s+free\b")
FREE_ROW = re.compile(r"^\s*(?:Mem|Speicher|内存|Mém)\s*[:：]\s*([\d.,]{1,15})\s*([KMGT]i?B?|B)?\b")
MEMINFO = re.compile(r"^\s*MemTotal:\s+(\d{1,15}) kB")
SYSTEMINFO = re.compile(r"^\s*(?:Total Physical Memory|物理内存总量|實體記憶體總計|Gesamter physischer Speicher|"
                        r"Mémoire physique totale|(?:Cantidad total de )?[Mm]emoria física total|物理メモリの合計)\s*[:：]\s*"
                        r"(\d[\d.,\s\u202f]{0,15}?)\s*M[Bo]\b")
CIM_RAM = re.compile(r"^\s*(?:Cs)?TotalPhysicalMemory\s*[:=]\s*(\d{6,15})\s*$")
CAPACITY = re.compile(r"^\s*Capacity\s*[:=]\s*(\d{6,15})\s*$")
TOP = re.compile(r"^\s*([KMG])iB Mem\s*:\s*([\d.]{1,15})\+? total")
ABOUT = re.compile(r"^\s*(?:Installed (?:RAM|Physical Memory \(RAM\))|机带 RAM|已安装的物理内存 ?\(RAM\)|Installierter RAM"
                   r"|Mémoire RAM installée)[ \t:：]+([\d.,]{1,8}) ?(GB|Go|TB)\b")
TEGRA = re.compile(r"\bRAM (\d{1,7})/(\d{1,7})MB \(lfb")
DXDIAG = re.compile(r"^\s*Memory: (\d{1,8})\s?MB RAM")
FETCHED = re.compile(r"(?:^|\s)Memory\s*:\s*([\d.]{1,12})\s*([MG]i?B)\s*/\s*([\d.]{1,12})\s*([MG]i?B)")
INXI = re.compile(r"\b(?:System RAM|Memory|RAM):\s{0,8}total: ([\d.]{1,10}) ([MG]iB)\b")
CPU_KEYS = {"CPU(s)", "Architecture", "架构", "Vendor ID", "Core(s) per socket", "Thread(s) per core", "cpu cores"}
MAKERS = re.compile(r"\b(?:Intel|AMD|EPYC|Xeon|Ryzen|Threadripper|Neoverse|Cortex|Ampere|Grace|POWER\d|Kunpeng|Hygon|Loongson|Apple)\b")
DMI_SIZE = re.compile(r"^\s*Size: (\d{1,7}) ([MG])B\s*$")


def host_of(lines: Sequence[str]) -> Host | None:
    """What the text says of the machine itself, by the first of its tools that is in it; None where it says nothing."""
    ram = tool = None
    for name, read in RAM:
        if (ram := read(lines)) is not None:
            tool = name
            break
    processor, cores = _processor(lines)
    if tool is None and processor is None:
        return None
    return Host(tool or "lscpu", ram, processor, cores)


def read_host(lines: Sequence[str]) -> Pasted | None:
    """A text that says nothing but this; None where none of these tools is recognised. Raises nothing."""
    host = host_of(lines)
    if host is None:
        return None
    os: Literal["linux", "macos", "windows"] | None = None
    if host.tool in (*WINDOWS, *LINUX, "sysctl"):
        os = "windows" if host.tool in WINDOWS else "macos" if host.tool == "sysctl" else "linux"
    found = Pasted(tool=host.tool, ram_bytes=host.ram_bytes, chip=host.processor, cpu_cores=host.cores, os=os)
    if host.tool == "sysctl":
        return found.noted(say("The text says how much memory the Mac has, not which chip: paste `system_profiler SPHardwareDataType`."))
    if host.tool == "tegrastats":
        return found.noted(say("A Jetson, whose processor and GPU share this memory; which one is not in the text: write its name."))
    return found.noted(say("The text says what memory or processor the machine has and names no card: paste what nvidia-smi, rocm-smi or"
                           " lspci prints too, or write that it has none."))


def _first(pattern: re.Pattern[str], size: Callable[[re.Match[str]], int | None]) -> Callable[[Sequence[str]], int | None]:
    def read(lines: Sequence[str]) -> int | None:
        return next((found for line in lines if (match := pattern.search(line)) and (found := size(match))), None)
    return read


def _free(lines: Sequence[str]) -> int | None:
    """`free` in any unit: with none printed it is KiB, or with -m MiB: no machine that runs a model has under 16 MiB or over 16 TiB."""
    if not any(FREE_HEAD.match(line) or re.match(r"^\s*总计\s", line) for line in lines):
        return None
    for line in lines:
        if match := FREE_ROW.match(line):
            value, unit = match[1].replace(",", "."), (match[2] or "").lower()
            if unit:
                return sized(value, UNITS.get(unit if unit.endswith("b") else unit + "b", UNITS.get(unit, GIB)))
            whole = int(value) if value.isdecimal() else 0
            return sized(value, GIB if whole < 2048 else MIB if whole < 16 * 2**20 else 1024 if whole < 2**34 else 1) if whole else None
    return None


def _dmidecode(lines: Sequence[str]) -> int | None:
    """The modules that are in, not the largest memory that would go in."""
    if not any("Memory Device" in line for line in lines):
        return None
    sizes = [sized(m[1], GIB if m[2] == "G" else MIB) or 0 for line in lines if (m := DMI_SIZE.match(line))]
    return sum(sizes[:512]) or None


def _capacities(lines: Sequence[str]) -> int | None:
    """The modules of Win32_PhysicalMemory: `Capacity : 17179869184` each, or wmic's column of bare figures."""
    named = [int(m[1]) for line in lines if (m := CAPACITY.match(line))]
    at = next((i for i, line in enumerate(lines) if line.strip() == "Capacity"), None)
    if not named and at is not None:
        for line in lines[at + 1:at + 600]:
            if re.fullmatch(r"\s*\d{6,15}\s*", line):
                named.append(int(line))
            elif line.strip() and not re.fullmatch(r"[-\s]+", line):
                break
    return sum(named[:512]) or None


def _grouped(text: str) -> int | None:
    """`31,937`, `32.660`, `32 660`: separators of thousands, whatever the language."""
    return sized(re.sub(r"\D", "", text), MIB)


RAM: tuple[tuple[str, Callable[[Sequence[str]], int | None]], ...] = (
    ("free", _free),
    ("meminfo", _first(MEMINFO, lambda m: sized(m[1], 1024))),
    ("systeminfo", _first(SYSTEMINFO, lambda m: _grouped(m[1]))),
    ("top", _first(TOP, lambda m: sized(m[2], {"K": 1024, "M": MIB, "G": GIB}[m[1]]))),
    ("Windows", _first(ABOUT, lambda m: sized(m[1].replace(",", "."), GIB * (1024 if m[2] == "TB" else 1)))),
    ("dxdiag", _first(DXDIAG, lambda m: sized(m[1], MIB))),
    ("dmidecode", _dmidecode),
    ("wmic", _capacities),
    ("cim", _first(CIM_RAM, lambda m: sized(m[1], 1))),
    ("tegrastats", _first(TEGRA, lambda m: sized(m[2], MIB))),
    ("inxi", _first(INXI, lambda m: amount(f"{m[1]} {m[2]}"))),
    ("fastfetch", _first(FETCHED, lambda m: amount(f"{m[3]} {m[4]}"))),
    ("kubernetes", _first(re.compile(r"^\s*memory:\s+\"?(\d{4,15})Ki\b"), lambda m: sized(m[1], 1024))),
    ("mlx", _first(re.compile(r"[\"']memory_size[\"']\s*:\s*(\d{6,15})"), lambda m: sized(m[1], 1))),
    ("sysctl", _first(re.compile(r"^\s*hw\.memsize\s*[:=]\s*(\d{6,15})"), lambda m: sized(m[1], 1))),
)
WINDOWS, LINUX = ("systeminfo", "Windows", "dxdiag", "wmic", "cim"), ("free", "top", "meminfo", "dmidecode", "inxi", "tegrastats", "lscpu")


def _processor(lines: Sequence[str]) -> tuple[str | None, int | None]:
    """The processor's name and the cores of all sockets, as lscpu and /proc/cpuinfo print them."""
    keys: dict[str, str] = {}
    for line in lines[:4000]:
        key, colon, value = line.partition(":")
        if colon and len(keys) < 400:
            keys.setdefault(key.strip(), value.strip())
    name = keys.get("Model name") or keys.get("型号名称") or (keys.get("model name") if "cpu cores" in keys else None)
    if name is None or not (CPU_KEYS & keys.keys() or MAKERS.search(name)):     # a language model has a name too
        return None, None
    per, sockets = keys.get("Core(s) per socket", ""), keys.get("Socket(s)", "")
    if "cpu cores" in keys:     # /proc/cpuinfo: cores a socket, and a line for each thread's socket
        per, sockets = keys["cpu cores"], str(len({line for line in lines[:4000] if line.startswith("physical id")}) or 1)
    cores = int(per) * int(sockets) if per.isdecimal() and sockets.isdecimal() and len(per + sockets) < 8 else None
    return name[:200], cores
