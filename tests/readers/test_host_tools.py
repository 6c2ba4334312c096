"""What a system says of its own memory and processor: every unit, the separators of other languages, and what is no total."""

import pytest

from advisor.readers.host_tools import host_of
from advisor.readers.paste import read_tool_output

MIB, GIB = 2**20, 2**30
HEAD = "               total        used        free      shared  buff/cache   available\n"


@pytest.mark.parametrize("text, size", [
    (HEAD + "Mem:          125Gi        18Gi        64Gi", 125 * GIB), (HEAD + "Mem:   64215   9012   40110", 64215 * MIB),
    (HEAD + "Mem:        65755636     9228412    41070720", 65755636 * 1024),
    ("              总计         已用        空闲\n内存：       62Gi       8.8Gi        39Gi", 62 * GIB),
    ("MemTotal:       131841364 kB\nMemFree: 1 kB", 131841364 * 1024),
    ("MiB Mem : 128824.3 total,  98210.1 free", round(128824.3 * MIB)),
    ("Total Physical Memory:     31,937 MB\nAvailable Physical Memory: 17,944 MB", 31937 * MIB),
    ("Gesamter physischer Speicher:     32.660 MB", 32660 * MIB), ("物理内存总量:     65,277 MB", 65277 * MIB),
    ("机带 RAM\t32.0 GB (31.8 GB 可用)", 32 * GIB), ("Installed Physical Memory (RAM)\t128 GB\nTotal Physical Memory\t127 GB", 128 * GIB),
    ("CsTotalPhysicalMemory     : 34281709568", 34281709568),
    ("C:\\>wmic memorychip get capacity\nCapacity\n17179869184\n17179869184\n", 32 * GIB),
    ("Physical Memory Array\n\tMaximum Capacity: 128 GB\nMemory Device\n\tSize: 32 GB\nMemory Device\n\tSize: No Module Installed\n"
     "Memory Device\n\tSize: 32 GB\n", 64 * GIB),
    ("RAM 3500/7993MB (lfb 1x2MB) SWAP 0/0MB", 7993 * MIB),
    ("Memory:\n  System RAM: total: 64 GiB available: 61.9 GiB used: 8.2 GiB", 64 * GIB),
    ("OS: Ubuntu\nMemory: 9012MiB / 64214MiB", 64214 * MIB), ("hw.memsize: 34359738368", 32 * GIB)])
def test_main_memory(text: str, size: int) -> None:
    assert read_tool_output(text).ram_bytes == size


@pytest.mark.parametrize("text", ["calculating max tokens in paged kv cache: total: 22.18 GiB, available: 1.42 GiB", "Mem: 5", "Memory: ok",
                                  "Capacity\nmany"])
def test_other_totals_are_no_main_memory(text: str) -> None:
    assert host_of(text.splitlines()) is None


def test_cores_are_those_of_all_sockets() -> None:
    lscpu = read_tool_output("CPU(s):  256\nModel name:  AMD EPYC 7742 64-Core Processor\nCore(s) per socket: 64\nSocket(s): 2\n")
    assert (lscpu.cpu_cores, lscpu.chip, lscpu.cards) == (128, "AMD EPYC 7742 64-Core Processor", ()) and "names no card" in lscpu.notes[0]
    proc = "".join(f"processor : {i}\nphysical id : {i}\nmodel name : Xeon\ncpu cores : 8\n" for i in range(2))
    assert read_tool_output(proc).cpu_cores == 16


def test_beside_a_card_they_are_of_its_machine() -> None:
    paste = read_tool_output("Model name:  AMD Ryzen 9 5950X\nCore(s) per socket: 16\nSocket(s): 1\nGPU 0: NVIDIA L4 (UUID: GPU-0)\n" + HEAD
                             + "Mem:   62Gi   10Gi")
    assert (paste.tool, paste.ram_bytes, paste.cpu_cores, len(paste.cards)) == ("nvidia-smi", 62 * GIB, 16, 1)


def test_a_language_models_name_is_no_processor() -> None:
    assert host_of(["Model name: Qwen/Qwen3-8B"]) is None
    told = host_of(["Model name: Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz"])
    assert told is not None and told.processor is not None
