"""What nvidia-smi prints: the table of every driver since 2018, `-q`, `-L`, and `--query-gpu … --format=csv`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from advisor.errors import CannotAnswer
from advisor.readers.pasted import MOST_CARDS, Card, Pasted, Process, Slice, amount, mib, number
from advisor.words import say

HEADER = re.compile(r"NVIDIA-SMI\s+([\d.]+)")
DRIVER = re.compile(r"(?:(?<!CUDA )[Dd]river|KMD) [Vv]ersion:?\s*:?\s*(\d[\d.]*|N/A)")
CUDA = re.compile(r"CUDA (?:UMD |Driver )?Version\s*:\s*(\d[\d.]*)")
NAME_ROW = re.compile(r"(?:^|\|)\s*(\d{1,4})\s+(\S.{0,120}?)\s+(?:(On|Off|WDDM|TCC|MCDM|WDDM-H|N/A|ERR!?)\s*)?\|\s*"
                      r"(?:[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d|N/A\s{1,64}N/A\s*\|)")     # a Jetson has no bus id
MEMORY = re.compile(r"(\d[\d.]{0,15})\s*([KMG]?i?B)\s*/\s*(\d[\d.]{0,15})\s*([MG]iB)")      # nvitop: 86.54GiB / 95.59GiB
POWER = re.compile(r"/\s*(\d+)\s*W\b")
MIG_ROW = re.compile(r"(?:^|\|)\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})\s*\|\s*(\d+)\s*MiB\s*/\s*(\d+)\s*MiB\s*\|\s*(\d{1,6})?")
PROCESS = re.compile(r"\|\s+(\d{1,4})\s+(?:(?:N/A|\d{1,4})\s+(?:N/A|\d{1,4})\s+)?\d{1,10}\s+[A-Z+]{1,5}\s+"
                     r"(.{0,300}?)\s+(\d{1,12})\s*MiB\s*\|")
SHORTENED = re.compile(r"^\|?\s*((?:NVIDIA|Tesla|Quadro|GRID)\b[^|]{0,120}?)\s*(?:\.{3})?\s*\|\s*(\d+)\s*MiB\s*/\s*(\d+)\s*MiB")
LISTED_SLICE = re.compile(r"^MIG (?:\d{1,2}c\.)?(\d{1,2}g\.(\d{1,4})gb\S{0,20})\s+Device\s+(\d{1,4}):")
LISTED = re.compile(r"^GPU (\d{1,4}): (?:(.{1,200}?) \(UUID:"
                    r"|((?:NVIDIA|Tesla|Quadro|GeForce|TITAN)\b[^()|]{0,100})$)")
QUERY = re.compile(r"--query-gpu[= ]([\w.,]{1,500})")
PRINTED_NAME = re.compile(r"(?:NVIDIA|GeForce|Tesla|Quadro|TITAN|GRID|[AH]\d{2,3}\b)[^,:=|]{0,100}")
BARE_CELL = re.compile(r"[\d.]{1,15}( (MiB|W|%|MHz))?|P\d{1,2}|\[?N/A\]?|(Enabled|Disabled)|GPU-[0-9a-f-]{1,40}|[0-9A-Fa-f:.]{10,16}")


def is_nvidia(lines: Sequence[str]) -> bool:
    """Whether any of its forms is recognised in the first lines, cut or shortened ones too."""
    text = "\n".join(lines[:400])
    return bool(HEADER.search(text) or any(mark in text for mark in ("NVITOP", "NVSMI LOG", "<nvidia_smi_log>", "Volatile Uncorr. ECC"))
                or csv_header(lines) is not None or _bare_rows(lines)
                or re.search(r"^\s*Attached GPUs\s*:", text, re.M) or any(LISTED.match(line.strip()) for line in lines[:400])
                or any(NAME_ROW.search(line) or SHORTENED.match(line) for line in lines[:400]))


def read_nvidia(lines: Sequence[str]) -> Pasted:
    """Facts of any of the forms. Raises nothing: what cannot be read is left out."""
    text = "\n".join(lines)
    if "<nvidia_smi_log>" in text:
        return read_xml(lines)
    if "NVSMI LOG" in text or re.search(r"^\s*Attached GPUs\s*:", text, re.M):
        return read_query(lines)
    table = read_table(lines)
    at = csv_header(lines)
    if at is None:
        return table if table.cards else read_bare_csv(lines) or _listed(lines, table)
    listed = read_csv(lines, at)
    return _quota(table, listed) if table.cards else replace(listed, driver=listed.driver or table.driver,
                                                             cuda=table.cuda, tool="nvidia-smi csv")


def read_table(lines: Sequence[str]) -> Pasted:
    """The boxed table, also cut, indented or shortened."""
    cards: list[Card] = []
    slices: list[Slice] = []
    processes: list[Process] = []
    windows, section = False, "cards"
    for line in lines:
        if "MIG devices:" in line:
            section = "mig"
        elif "Processes:" in line:
            section = "processes"
        if section == "processes" and (match := PROCESS.search(line)):
            processes.append(Process(int(match[1]), match[2], mib(match[3])))
        elif section == "mig" and (match := MIG_ROW.search(line)):
            total = mib(match[6])
            if total:
                slices.append(Slice(int(match[1]), int(match[2]), total, mib(match[5]), int(match[7]) if match[7] else None))
        elif section == "cards":
            windows |= bool(re.search(r"\b(WDDM|TCC|MCDM)\s*\|\s*[0-9A-Fa-f]{4,8}:", line))
            _table_line(line, cards)
    text = "\n".join(lines[:200])
    smi, driver, cuda = HEADER.search(text), DRIVER.search(text), CUDA.search(text)
    wsl = bool(smi and driver and driver[1] not in (smi[1], "N/A") and not windows) or None
    stated = (driver[1] if driver[1] != "N/A" else None) if driver else smi[1] if smi else None
    return Pasted(tool="nvitop" if "NVITOP" in text else "nvidia-smi", cards=tuple(cards[:MOST_CARDS]),
                  slices=tuple(slices[:MOST_CARDS * 7]), processes=tuple(processes[:1000]), driver=stated,
                  cuda=cuda[1] if cuda else None, os="windows" if windows else "linux" if wsl else None, wsl=wsl)


def _table_line(line: str, cards: list[Card]) -> None:
    if match := NAME_ROW.search(line):
        cards.append(Card(name=match[2], index=int(match[1])))
        return
    if not cards and (match := SHORTENED.match(line)):
        cards.append(Card(name=match[1].rstrip(". "), used_bytes=mib(match[2]), total_bytes=mib(match[3])))
        return
    if not cards:
        return
    last = cards[-1]
    if last.total_bytes is None and (match := MEMORY.search(line)):
        power = POWER.search(line[:match.start()])
        cards[-1] = replace(last, used_bytes=amount(match[1] + match[2]), total_bytes=amount(match[3] + match[4]) or None,
                            power_watts=float(power[1]) if power else None)
    elif last.total_bytes is None and "Not Supported" in line:
        cards[-1] = replace(last, unified=True)
    elif last.mig is None and (match := re.search(r"(Enabled|Disabled)\*?\s*\|\s*$", line)):
        cards[-1] = replace(last, mig=match[1] == "Enabled")


def _listed(lines: Sequence[str], table: Pasted) -> Pasted:
    """`nvidia-smi -L`: names only; of slices the size that their profile is called by (3g.40gb), a little less than they have."""
    cards: list[Card] = []
    slices: list[Slice] = []
    for line in lines:
        if match := LISTED.match(line.strip()):
            cards.append(Card(name=match[2] or match[3].strip(), index=int(match[1])))
        elif cards and (match := LISTED_SLICE.match(line.strip())):
            cards[-1] = replace(cards[-1], mig=True)
            slices.append(Slice(cards[-1].index or 0, int(match[3]), int(match[2]) * 10**9))
    found = replace(table, cards=tuple(cards[:MOST_CARDS]), slices=tuple(slices[:MOST_CARDS * 7]))
    if not slices:
        return found
    return found.noted(say("The sizes of the slices are those of their names: the table of nvidia-smi tells them exactly."))


def read_query(lines: Sequence[str]) -> Pasted:
    """`nvidia-smi -q`: indented keys; only the frame buffer's memory counts."""
    cards: list[dict[str, Any]] = []
    top: dict[str, str] = {}
    path: list[tuple[int, str]] = []
    for line in lines:
        depth = len(line) - len(line.lstrip())
        key, colon, value = (part.strip() for part in line.partition(" : "))
        if not key:
            continue
        if re.match(r"GPU [0-9A-Fa-f]+:", key):
            cards.append({})
            path = []
            continue
        while path and path[-1][0] >= depth:
            path.pop()
        if not colon:
            path.append((depth, key.rstrip(":").strip()))
            continue
        where = "/".join([name for _, name in path] + [key])
        (cards[-1] if cards else top)[where] = value
    attached = top.get("Attached GPUs", "")
    windows = any(c.get("Driver Model/Current") in ("WDDM", "TCC", "MCDM") for c in cards)
    wsl = windows and any(c.get("Persistence Mode") in ("Enabled", "Disabled") for c in cards)
    found = Pasted(tool="nvidia-smi -q", cards=tuple(_query_card(i, c) for i, c in enumerate(cards[:MOST_CARDS])),
                   driver=top.get("Driver Version"), cuda=top.get("CUDA Version"),
                   os="linux" if wsl else "windows" if windows else None, wsl=wsl or None)
    if attached.isdecimal() and len(attached) < 5 and cards and int(attached) > len(cards):
        return found.noted(say("{all} cards are attached and the text shows {shown}: the rest is cut off.", all=int(attached),
                               shown=len(cards)))
    return found


def read_xml(lines: Sequence[str]) -> Pasted:
    """`nvidia-smi -q -x`, by its tags in their order: a parser would trip over a cut file."""
    cards: list[dict[str, str]] = []
    top: dict[str, str] = {}
    block = ""
    for line in lines:
        if re.match(r"\s*<gpu id=", line):
            cards.append({})
        elif match := re.match(r"\s*<(\w{1,60})>\s*$", line):
            block = match[1]
        elif match := re.match(r"\s*<(\w{1,60})>([^<]{0,200})</", line):
            key = f"{block}/{match[1]}" if match[1] in ("total", "used", "free", "reserved", "current_mig") else match[1]
            (cards[-1] if cards else top).setdefault(key, match[2].strip())
    memory = "fb_memory_usage/"
    return Pasted(tool="nvidia-smi -q -x", driver=top.get("driver_version"), cuda=top.get("cuda_version"), cards=tuple(
        Card(name=c.get("product_name"), index=i, total_bytes=amount(c.get(memory + "total")), used_bytes=amount(c.get(memory + "used")),
             free_bytes=amount(c.get(memory + "free")), reserved_bytes=amount(c.get(memory + "reserved")),
             mig={"Enabled": True, "Disabled": False}.get(c.get("mig_mode/current_mig", "")))
        for i, c in enumerate(cards[:MOST_CARDS])))


def _query_card(index: int, values: dict[str, str]) -> Card:
    def memory(key: str) -> int | None:
        value = values.get(f"FB Memory Usage/{key}", "")
        return mib(value.removesuffix("MiB").strip()) if value.endswith("MiB") else None

    link = "PCI/GPU Link Info/"
    watts = values.get("GPU Power Readings/Current Power Limit") or values.get("Power Readings/Power Limit") or ""
    mode = values.get("MIG Mode/Current")
    generation, lanes = number(values.get(link + "PCIe Generation/Max")), number(values.get(link + "Link Width/Max"))
    return Card(name=values.get("Product Name"), index=index, total_bytes=memory("Total"), used_bytes=memory("Used"),
                free_bytes=memory("Free"), reserved_bytes=memory("Reserved"), power_watts=number(watts) if "W" in watts else None,
                mig={"Enabled": True, "Disabled": False}.get(mode or ""),
                pcie_generation=int(generation) if generation else None, pcie_lanes=int(lanes) if lanes else None)


def csv_header(lines: Sequence[str]) -> int | None:
    """The line that names the columns of `--format=csv`, None where there is none."""
    for at, line in enumerate(lines[:2000]):
        listed = "," in line or line.count("|") > 1 or line.strip().startswith("memory.total")
        if listed and "memory.total" in line and "--query" not in line:
            return at
    return None


def read_csv(lines: Sequence[str], at: int) -> Pasted:
    """Rows below the header, by its own columns and units."""
    mark = "|" if lines[at].count("|") > 1 else ","     # as a table in Markdown
    columns = [re.sub(r"\s*\[.*?\]", "", c).strip() for c in lines[at].strip(" |").split(mark)]
    cards: list[Card] = []
    driver = None
    for line in lines[at + 1:]:
        cells = [c.strip() for c in line.strip(" |" if mark == "|" else None).split(mark)]
        if mark == "|" and re.fullmatch(r"[|\s:-]+", line):
            continue
        if len(cells) != len(columns) or len(cards) >= MOST_CARDS:
            break
        row = dict(zip(columns, cells, strict=True))
        driver = row.get("driver_version") or driver
        index, watts = row.get("index", ""), number(row.get("power.limit"))
        capability = row.get("compute_cap", "")
        cards.append(Card(name=row.get("name") or row.get("gpu_name"), index=int(index) if index.isdecimal() and len(index) < 5 else None,
                          total_bytes=_csv_mib(row.get("memory.total")), used_bytes=_csv_mib(row.get("memory.used")),
                          free_bytes=_csv_mib(row.get("memory.free")), reserved_bytes=_csv_mib(row.get("memory.reserved")),
                          power_watts=watts, unified=True if "N/A" in row.get("memory.total", "") else None,
                          compute_capability=number(capability) if re.fullmatch(r"\d+\.\d", capability) else None))
    return Pasted(tool="nvidia-smi csv", cards=tuple(cards), driver=driver)


SIZED_CELL = re.compile(r"\d+ MiB|\[N/A\]|\d{4,6}")
THREE_PARTS = re.compile(r"\d{3}\.\d{2,3}\.\d{2}")     # no other figure has two points


def _bare_rows(lines: Sequence[str]) -> list[list[str]]:
    """Rows of `--format=csv,noheader`: a printed name, memory in MiB (or none, where it is shared; with `nounits` a bare figure), and
    nothing that is no such value."""
    rows = []
    for line in lines[:2000]:
        cells = [cell.strip() for cell in line.split(",")]
        names = [cell for cell in cells if PRINTED_NAME.fullmatch(cell)]
        if len(names) == 1 and any(SIZED_CELL.fullmatch(cell) for cell in cells) \
                and all(cell in names or BARE_CELL.fullmatch(cell) for cell in cells):
            rows.append(cells)
    return rows


def read_bare_csv(lines: Sequence[str]) -> Pasted | None:
    """Rows without a header: by the command's columns where it was pasted too, else the name and the largest amount of memory, which
    is the total. None where there are no such rows."""
    rows = _bare_rows(lines)
    if not rows:
        return None
    asked = next((match[1].split(",") for line in lines[:2000] if (match := QUERY.search(line))), [])
    if len(asked) == len(rows[0]):
        return read_csv([",".join(asked), *(",".join(row) for row in rows)], 0)
    cards = []
    for row in rows[:MOST_CARDS]:
        units = any(cell.endswith("MiB") for cell in row)
        amounts = [found for cell in row if (cell.endswith("MiB") if units else SIZED_CELL.fullmatch(cell))
                   and (found := _csv_mib(cell)) is not None]
        index = row[0] if row[0].isdecimal() else ""
        cards.append(Card(name=next(cell for cell in row if PRINTED_NAME.fullmatch(cell)), index=int(index) if index else None,
                          total_bytes=max(amounts, default=None), unified=None if amounts else True))
    driver = next((cell for cell in rows[0] if THREE_PARTS.fullmatch(cell)), None)
    return Pasted(tool="nvidia-smi csv", cards=tuple(cards), driver=driver)


def failure(lines: Sequence[str]) -> CannotAnswer | None:
    """What nvidia-smi says where it reaches no driver, and what to do; None for other text."""
    text = "\n".join(lines[:400])
    if re.search(r"NVIDIA-SMI has failed|couldn't communicate with the NVIDIA driver|NVML: Driver Not Loaded", text):
        return CannotAnswer(say("The NVIDIA driver is not loaded on that machine, so nvidia-smi sees no card."),
                            say("Install the driver or load it (sudo modprobe nvidia), restart the machine if that fails, and paste what "
                                "nvidia-smi prints then."))
    if re.search(r"GPU is lost|has fallen off the bus|Unable to determine the device handle", text):
        return CannotAnswer(say("The driver has lost that card: it answers no more."),
                            say("Restart the machine (power off if that fails, and look at the card's power and slot), and paste what "
                                "nvidia-smi prints then."))
    if re.search(r"nvidia-smi\W{0,4}[^\n]{0,40}(?:not recognized|not found|No such file|不是内部或外部命令|无法将)", text):
        return CannotAnswer(say("nvidia-smi is not installed on that machine: it comes with the NVIDIA driver."),
                            say("Install the driver, or paste what rocm-smi (AMD), system_profiler (Mac) or lspci prints."))
    if re.search(r"NVML: Driver/library version mismatch", text):
        return CannotAnswer(say("The NVIDIA driver that is loaded and its library are of different versions, as after an update."),
                            say("Restart the machine, and paste what nvidia-smi prints then."))
    return None


def _csv_mib(cell: str | None) -> int | None:
    match = re.match(r"(\d+)\s*(?:MiB)?$", cell or "")
    return mib(match[1]) if match else None


def _quota(table: Pasted, listed: Pasted) -> Pasted:
    """A table and a list in one paste: where their totals differ, software shares the card and the smaller is the budget."""
    cards, shared = list(table.cards), False
    for i, (card, other) in enumerate(zip(table.cards, listed.cards, strict=False)):
        if card.total_bytes and other.total_bytes and card.total_bytes != other.total_bytes:
            small, large = sorted((card, other), key=lambda c: c.total_bytes or 0)
            cards[i] = replace(card, total_bytes=small.total_bytes, used_bytes=small.used_bytes, physical_bytes=large.total_bytes)
            shared = True
    found = replace(table, cards=tuple(cards), driver=table.driver or listed.driver, shared_quota=shared)
    return found.noted(say("Two totals for one card: software shares it, and the smaller one is the budget.")) if shared else found
