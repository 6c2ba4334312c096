"""Pasted tool output: every real paste that is at hand, and hostile text."""

import contextlib
import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.machine.paste import Paste, read_paste
from advisor.names import DeviceNames
from advisor.readers.paste import read_tool_output
from advisor.readers.pasted import LONGEST_TEXT, Card
from advisor.scenario import Device
from advisor.ui.advice import pasted_machine
from advisor.words import Text

GIB, MIB = 2**30, 2**20
ROWS = json.loads(resources.path("catalog", "devices.json").read_text("utf-8"))
NAMES = DeviceNames(Device.model_validate(row) for row in ROWS)
CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "pastes"
INDEX = json.loads((CASES / "index.json").read_text("utf-8")) if CASES.is_dir() else {}


def read(text: str) -> Paste:
    return read_paste(text, NAMES)


def said(paste: Paste, *words: str) -> bool:
    return any(all(word in note for word in words) for note in paste.notes)


def close(value: int | None, expected: float, unit: float) -> bool:
    return value is not None and abs(value - expected * unit) <= 0.006 * unit


@pytest.mark.skipif(not INDEX, reason="needs ../shared, which is not here")
@pytest.mark.parametrize("name", sorted(INDEX))
def test_real_paste(name: str) -> None:
    """Every stated field of the expected parse, and nothing where it says null."""
    expect = INDEX[name]["expect"]
    paste = read((CASES / INDEX[name]["file"]).read_text("utf-8"))
    facts = paste.facts
    for key in ("driver", "cuda", "rocm", "os", "wsl", "partitions"):
        if key in expect:
            assert getattr(facts, key) == expect[key], key
    if "devices" in expect:
        _rocm(expect, paste)
    elif "gpus" in expect:
        _gpus(expect["gpus"] or [], paste)
    for slice_, wanted in zip(facts.slices, expect.get("mig_devices", []), strict=True):
        assert (slice_.instance, slice_.total_bytes, slice_.multiprocessors) == (wanted["gi"], wanted["total_mib"] * MIB, wanted["sm"])
    if "processes" in expect:
        assert [(p.gpu, p.used_bytes) for p in facts.processes] == [(p["gpu"], p["mib"] * MIB) for p in expect["processes"]]
    if "rows" in expect:
        for row, wanted in zip(facts.rows, expect["rows"], strict=True):
            assert (row["size_bytes"], row["context_tokens"]) == (wanted["size_gb"] * 10**9, wanted["context"])
            assert (round(row["cpu_fraction"] * 100), round(row["gpu_fraction"] * 100)) == (wanted["cpu_pct"], wanted["gpu_pct"])
            assert row.get("do_not_trust_size", False) == wanted.get("do_not_trust_size", False)
    if facts.tool.endswith("log"):
        _figures(expect, facts.figures)


def _gpus(groups: list[dict], paste: Paste) -> None:
    cards: list[Card] = list(paste.facts.cards)
    assert len(cards) == sum(g["count"] for g in groups)
    at = 0
    for group in groups:
        for i in range(group["count"]):
            card, found = cards[at], paste.found[at]
            at += 1
            assert card.name == group["name"]
            total = group["total_mib"]
            assert (card.total_bytes and card.total_bytes // MIB) == total
            if "used_mib" in group:
                assert (card.used_bytes or 0) // MIB == group["used_mib"][i]
            device = NAMES[found.id] if found.id else None
            assert (device is None) == ("ambiguous" in group)
            for wanted in group.get("ambiguous", []):
                assert any(wanted in near for near in found.near)
            if "resolves_to" in group and device is not None:
                words = group["resolves_to"].replace("(", " ").replace(")", " ").replace("-", " ").replace(",", " ").split()
                text = " ".join((device.name, *device.aliases, device.gfx or "", device.architecture or "")).replace("-", " ").lower()
                assert all(w.lower().replace("gb", "") in text for w in words if w.lower() not in ("nvidia", "tesla")), (words, text)
            if "compute_capability" in group:
                assert device is not None and device.compute_capability == float(group["compute_capability"])
            if "mig" in group:
                assert card.mig is (group["mig"] == "Enabled")
            if "unified" in group and device is not None:
                assert device.unified_memory is group["unified"]
            if group.get("laptop"):
                assert device is not None and device.kind == "laptop"
            for key, value in (("reserved_mib", card.reserved_bytes), ("free_mib", card.free_bytes),
                               ("physical_total_mib", card.physical_bytes)):
                assert key not in group or value == group[key] * MIB
            for key, value in (("pcie_gen", card.pcie_generation), ("pcie_width", card.pcie_lanes), ("gpu_cores", card.cores)):
                assert key not in group or value == group[key]
            if "ram_gb" in group:
                assert paste.facts.ram_bytes == group["ram_gb"] * GIB and paste.facts.cpu_cores == group["cpu_cores"]
            if "physical_gb" in group:
                assert device is not None and device.memory_bytes == group["physical_gb"] * GIB
            assert paste.facts.shared_quota is group.get("shared_quota", False)


def _rocm(expect: dict, paste: Paste) -> None:
    cards = paste.facts.cards
    assert len(cards) == expect["devices"]
    if "device_id" in expect:
        assert {c.device_id for c in cards} == {expect["device_id"]}
    if "total_mib" in expect:
        assert all((c.total_bytes and c.total_bytes // MIB) == expect["total_mib"] for c in cards)
    if "used_bytes" in expect:
        assert [c.used_bytes for c in cards] == expect["used_bytes"]
    if "first_index" in expect:
        assert cards[0].index == expect["first_index"]
    if "vram_pct" in expect:
        assert [c.used_fraction and round(c.used_fraction * 100) for c in cards] == expect["vram_pct"]
    assert any(c.broken for c in cards) is expect.get("broken", False)
    if "resolves_to" in expect:
        assert paste.found[0].id is not None
        assert compact(NAMES[paste.found[0].id].name).startswith(compact(expect["resolves_to"].split(" (")[0]))


def compact(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _figures(expect: dict, figures: dict) -> None:
    plain = {"layers_model": "layers", "layers": "layers", "layers_offload": "gpu_layers", "offloaded": "gpu_layers", "kv_type": "kv_type",
             "requested_kv": "requested_kv", "flash_attention": "flash_attention", "kv_tokens": "kv_tokens", "max_len": "max_model_len",
             "block_size": "block_size", "concurrency": "max_concurrency", "slots": "slots", "n_ctx_per_slot": "n_ctx_per_slot",
             "kv_unified": "kv_unified", "total_cells": "total_cells", "device": "device"}
    sizes = {"kv_gib": "kv_bytes", "weights_gib": "weights_bytes", "graph_gib": "graph_bytes", "available_gib": "available_bytes",
             "kv_mib": "kv_bytes", "graph_est_gib": "graph_estimate_bytes", "total_mib": "total_bytes", "free_mib": "free_bytes",
             "model_mib": "model_bytes", "context_mib": "context_bytes", "compute_mib": "compute_bytes"}
    for key, value in expect.items():
        if key in plain:
            assert figures[plain[key]] == value, key
        elif key in sizes:
            assert close(figures[sizes[key]], value, GIB if key.endswith("gib") else MIB), key
        else:
            buffers = figures["model_buffers"]
            on_cards = [size for name, size in buffers.items() if name.startswith("CUDA") and "Host" not in name]
            found = {"cuda_mib": on_cards, "host_mib": buffers.get("CUDA_Host"), "cpu_mib": buffers.get("CPU")}[key]
            for size, wanted in zip(found if isinstance(found, list) else [found], value if isinstance(value, list) else [value],
                                    strict=True):
                assert close(size, wanted, MIB), key


TABLE = """
| NVIDIA-SMI 570.10    Driver Version: 570.10   CUDA Version: 12.8 |
|   0  NVIDIA GeForce RTX 4090        Off | 00000000:01:00.0 Off |                  N/A |
| 30%   43C    P8    20W / 450W |   1000MiB / 24564MiB |      0%      Default |
|                                         |                      |                  N/A |
|   1  NVIDIA GeForce RTX 3090        Off | 00000000:02:00.0 Off |                  N/A |
| 30%   43C    P8    20W / 350W |  20000MiB / 24576MiB |      0%      Default |
"""
METAL = """Hardware Overview:
      Chip: Apple M2 Max
      Total Number of Cores: 12 (8 performance and 4 efficiency)
      Memory: 64 GB
Graphics/Displays:
    Apple M2 Max:
      Chipset Model: Apple M2 Max
      Total Number of Cores: 30
"""
ROCM = """======= ROCm System Management Interface =======
GPU[0]\t\t: Card Series: \t\tAMD Radeon RX 7900 XTX
GPU[0]\t\t: VRAM Total Memory (B): 25753026560
GPU[0]\t\t: VRAM Total Used Memory (B): 27000000
"""


def test_mixed_cards_keep_their_own_memory() -> None:
    paste = read(TABLE)
    assert paste.machine is not None
    assert [(s.device and s.device.id, s.memory_bytes, s.used_bytes) for s in paste.machine.slots] == [
        ("rtx-4090", 24564 * MIB, 1000 * MIB), ("rtx-3090", 24576 * MIB, 20000 * MIB)]
    assert said(paste, "Not every card is free", "0")


def test_apple_share_and_cores() -> None:
    paste = read(METAL)
    assert paste.machine is not None and paste.machine.os == "macos" and paste.machine.host_memory_bytes == 64 * GIB
    slot = paste.machine.slots[0]
    assert slot.device is not None and slot.device.id == "m2-max-30-core" and slot.memory_bytes == 48 * GIB


def test_rocm_names() -> None:
    paste = read(ROCM)
    assert paste.machine is not None
    assert [(s.device and s.device.id, s.memory_bytes) for s in paste.machine.slots] == [("rx-7900-xtx", 25753026560)]


@pytest.mark.parametrize("mark", ["> ", "# ", "// ", "    ", "\t", "> > "])
def test_quoted_or_indented(mark: str) -> None:
    plain, quoted = read(TABLE), read("\n".join(mark + line for line in TABLE.splitlines()))
    assert quoted.facts.cards == plain.facts.cards and quoted.facts.driver == plain.facts.driver


def test_windows_line_ends_and_colours() -> None:
    assert read("\x1b[32m" + TABLE.replace("\n", "\r\n") + "\x1b[0m").facts.cards == read(TABLE).facts.cards


def test_other_forms() -> None:
    assert read("GPU 0: NVIDIA L4 (UUID: GPU-0)").found[0].id == "l4"
    assert read("01:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)").found[0].id == "rtx-4090"
    amd = read("| AMD-SMI 26.2.0 amdgpu version: 6.16 ROCm version: 7.1.1 |\n| 0000:03:00.0 ...Radeon AI PRO R9700 | 0 % |\n"
               "|   0       0     N/A | 8 %  24.71  57/32624 MB |")
    assert amd.found[0].id == "radeon-ai-pro-r9700" and amd.facts.cards[0].total_bytes == 32624 * MIB
    sgl = read_tool_output("max_total_num_tokens=123456, chunked_prefill_size=8192, context_len=32768, available_gpu_mem=7.50 GB")
    assert (sgl.figures["kv_tokens"], sgl.figures["max_model_len"]) == (123456, 32768)


@pytest.mark.parametrize("text", ["", "hello", "{}", "[]", "\x00\x01", "| | |", "a" * 10_000, "NVIDIA is a company", "{" * 5000])
def test_other_text_gives_one_sentence(text: str) -> None:
    with pytest.raises(CannotAnswer) as caught:
        read(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


def test_limits() -> None:
    with pytest.raises(CannotAnswer, match="longer than"):
        read("x" * (LONGEST_TEXT + 1))
    row = "|   {}  NVIDIA L4   Off | 00000000:01:00.0 Off |\n| 0% 1C P8 1W / 72W | 1MiB / 23034MiB | 0% |\n"
    assert len(read("".join(row.format(i) for i in range(2000))).facts.cards) == 256
    absurd = read("|   0  NVIDIA L4   Off | 00000000:01:00.0 Off |\n| 0% 1C P8 1W / 72W | 1MiB / " + "9" * 30 + "MiB | 0% |\n")
    assert absurd.facts.cards[0].total_bytes is None


def survives(text: str) -> None:
    start = time.perf_counter()
    try:
        read(text)
    except CannotAnswer as error:
        assert "\n" not in str(error)
    assert time.perf_counter() - start < 1.0


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=2000))
def test_random_text(text: str) -> None:
    survives(text)


SAMPLES = [TABLE, METAL, ROCM, "NAME ID SIZE PROCESSOR\nqwen3:8b 05a0492884c8 6 GB 10%/90% CPU/GPU 4096 now",
           "msg=offload layers.model=25 layers.offload=0 memory.available=\"[95.8 GiB]\" memory.graph.full=\"96.0 GiB\"",
           "INFO GPU KV cache size: 94,784 tokens\nMaximum concurrency for 2,048 tokens per request: 46.28x",
           "load_tensors: offloaded 87/94 layers to GPU\n CUDA0 model buffer size = 73024.08 MiB\nnew slot, n_ctx = 1024",
           '{"SPDisplaysDataType": [{"sppci_model": "Apple M3 Pro", "sppci_cores": "18"}]}',
           "==NVSMI LOG==\nDriver Version : 1.2\nGPU 00000000:01:00.0\n    Product Name : NVIDIA L4\n"
           "    FB Memory Usage\n        Total : 9 MiB",
           "index, name, memory.total [MiB]\n0, NVIDIA L4, 23034 MiB"]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_pastes(sample: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sample)))
    until = data.draw(st.integers(at, min(len(sample), at + 60)))
    survives(sample[:at] + data.draw(st.text(max_size=40)) + sample[until:])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(SAMPLES), min_size=2, max_size=6))
def test_several_tools_in_one_paste(samples: list[str]) -> None:
    survives("\n".join(samples))


@pytest.mark.parametrize("line", [
    "|   0  " + "a " * 700, "Device 0: " + "x" * 1400, "a(" * 700, "using device a (" * 90, " " * 1400 + "|", "# " * 700,
    "00:00.0 VGA compatible controller: NVIDIA " + "[" * 700, "0 1 0x74a2, 1 " + "N/A " * 350, "a=\"\\" * 350,
    "[level_zero:gpu][" + "a, " * 400, "GPU: " + "(1 " * 400, "Device-1: " + "x vendor: " * 140, "[0] " + "a |" * 400,
    "CUDA0: " + "( " * 600,
    "Memory : " + "1 " * 600, "Mem: " + "1" * 1200, "| 0 910B4 | OK | " + "1 / " * 300, "0, \"" + "a\" \"" * 300, "MEM[" + "1Gi/" * 300,
    "Tried to allocate 1 MiB" + " GPU 0" * 200, "device," + "a," * 600, "|" + "  |" * 400, "NVIDIA-SMI " + "|   " * 300, "1.5MiB / " * 150,
    "Total Physical Memory: " + "1 " * 600, "ggml_vulkan: 0 = " + "a (" * 400, "Marketing Name: " + "a" * 1300,
])
def test_long_lines_cost_no_more_than_their_length(line: str) -> None:
    """No pattern may walk over a line again and again: twice the text, about twice the time."""
    for head in ("NVIDIA-SMI 1\n", "load_tensors:\n", "ROCm SMI\n", "source=server.go\n", ""):
        start = time.process_time()
        with contextlib.suppress(CannotAnswer):
            read_tool_output(head + (line + "\n") * 60)
        assert time.process_time() - start < 1.0


@pytest.mark.parametrize("text, totals, used, ids", [
    ("NVIDIA GeForce RTX 4090, 24564 MiB", [24564], [None], ["rtx-4090"]),
    ("0, NVIDIA GeForce RTX 4090, 550.54.15, 1234 MiB, 24564 MiB", [24564], [None], ["rtx-4090"]),
    ("$ nvidia-smi --query-gpu=name,memory.used,memory.total --format=csv,noheader\nNVIDIA GeForce RTX 3090, 24000 MiB, 24576 MiB\n"
     "NVIDIA GeForce RTX 3090, 3 MiB, 24576 MiB\n", [24576] * 2, [24000, 3], ["rtx-3090"] * 2)])
def test_a_list_without_its_header_is_read_by_its_units(text: str, totals: list[int], used: list[int | None], ids: list[str]) -> None:
    paste = read(text)
    assert [card.total_bytes for card in paste.facts.cards] == [total * MIB for total in totals]
    assert [card.used_bytes for card in paste.facts.cards] == [None if amount is None else amount * MIB for amount in used]
    assert [found.id for found in paste.found] == ids


def test_other_text_with_an_amount_is_no_list() -> None:
    with pytest.raises(CannotAnswer, match="not the output of a tool"):
        read("hello, 5 MiB")
    for text in ("NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090, some words, 5 MiB"):      # a card named in words: no memory is read
        paste = read(text)
        assert (paste.kind, paste.facts.cards[0].total_bytes, paste.facts.ram_bytes) == ("words", None, None)
        assert paste.found[0].id == "rtx-4090"


@pytest.mark.parametrize("text, why, mend", [
    ("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed "
     "and running.\n", "driver is not loaded", "modprobe nvidia"),
    ("Failed to initialize NVML: Driver/library version mismatch\n", "different versions", "Restart")])
def test_a_tool_that_reaches_no_driver_says_what_to_do(text: str, why: str, mend: str) -> None:
    with pytest.raises(CannotAnswer) as told:
        read(text)
    assert why in str(told.value) and mend in str(told.value)


def test_slices_of_the_short_list_are_told() -> None:
    paste = read("GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n  MIG 3g.40gb     Device  0: (UUID: MIG-1)\n"
                 "  MIG 1g.10gb+me  Device  1: (UUID: MIG-2)\nGPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-2)\n")
    assert [card.mig for card in paste.facts.cards] == [True, None]
    assert [(s.gpu, s.instance, s.total_bytes) for s in paste.facts.slices] == [(0, 0, 40 * 10**9), (0, 1, 10 * 10**9)]
    assert paste.machine is not None and [slot.memory_bytes for slot in paste.machine.slots] == [40 * 10**9, 10 * 10**9]
    assert said(paste, "ONE of the slices")


def test_strix_halo_as_lspci_prints_it() -> None:
    paste = read("c5:00.0 Display controller: Advanced Micro Devices, Inc. [AMD/ATI] Strix Halo [Radeon Graphics / Radeon 8050S Graphics"
                 " / Radeon 8060S Graphics] (rev c1)\n")
    assert paste.found[0].id == "ryzen-ai-max-plus-395-radeon-8060s"


@pytest.mark.parametrize(("chip", "cores", "wanted"), [("M4 Pro", "12 (8 performance and 4 efficiency)", "m4-pro-16-core"),
                                                       ("M4 Pro", "14 (10 performance and 4 efficiency)", "m4-pro-20-core"),
                                                       ("M3 Max", "14 (10 performance and 4 efficiency)", "m3-max-30-core")])
def test_an_apple_chip_is_told_by_its_processor_cores(chip: str, cores: str, wanted: str) -> None:
    paste = read(f"Hardware:\n\n    Hardware Overview:\n\n      Chip: Apple {chip}\n      Total Number of Cores: {cores}\n"
                 "      Memory: 24 GB\n")
    assert paste.found[0].id == wanted
    assert not said(paste, "ambiguous") and not said(paste, "can mean several")
    as_json = read(json.dumps({"SPHardwareDataType": [{"chip_type": f"Apple {chip}", "physical_memory": "24 GB",
                                                       "number_processors": f"proc {cores.split()[0]}:8:4"}],
                               "SPDisplaysDataType": [{"sppci_model": f"Apple {chip}", "spdisplays_vendor": "sppci_vendor_Apple"}]}))
    assert as_json.found[0].id == wanted and as_json.facts.ram_bytes == 24 * GIB


def test_bandwidths_that_are_equal_are_not_ambiguous_and_the_memory_is_this_machines() -> None:
    from advisor.machine.paste import paste_json
    text = "Hardware:\n\n    Hardware Overview:\n\n      Chip: Apple M4 Pro\n      Memory: 24 GB\n"
    assert not said(read(text), "ambiguous")
    assert said(read(text.replace("M4 Pro", "M3 Max")), "ambiguous")
    assert paste_json(text)["gpus"][0]["device_memory_bytes"] == 24 * GIB


def smi(rows: str, driver: str = "570.10") -> str:
    return f"| NVIDIA-SMI 570.10    Driver Version: {driver}   CUDA Version: 12.8 |\n{rows}"


@pytest.mark.parametrize("name, total, watts, wanted", [
    ("NVIDIA GeForce RTX 4090", 49140, 450, "rtx-4090-48-gb-modified"), ("NVIDIA GeForce RTX 3080", 20480, 320, "rtx-3080-20-gb-modified"),
    ("NVIDIA GeForce RTX 2080 Ti", 22528, 250, "rtx-2080-ti-22-gb-modified"), ("NVIDIA GeForce RTX 4090", 24564, 450, "rtx-4090"),
    ("NVIDIA GeForce RTX 5070 ...", 12227, 115, "rtx-5070-ti-laptop-gpu"),      # the desktop 5070's name would have fitted
    ("NVIDIA GeForce RTX 4060 ...", 8188, 80, "rtx-4060-laptop-gpu"), ("NVIDIA A100-SXM...", 40960, 400, "a100-sxm4-40gb")])
def test_the_memory_and_the_cut_tell_which_card_it_is(name: str, total: int, watts: int, wanted: str) -> None:
    paste = read(smi(f"|   0  {name}   Off | 00000000:01:00.0 Off |  N/A |\n| 0% 1C P8 9W / {watts}W | 1MiB / {total}MiB | 0% |\n"))
    assert paste.found[0].id == wanted and paste.facts.cards[0].total_bytes == total * MIB


def test_a_table_without_its_line_breaks() -> None:
    flat = " ".join(TABLE.replace("\n", f"\n+{'-' * 41}+{'-' * 24}+\n").split())
    assert len(flat) > 400 and [(c.name, c.total_bytes, c.used_bytes) for c in read(flat).facts.cards] == [
        (c.name, c.total_bytes, c.used_bytes) for c in read(TABLE).facts.cards]


def test_a_jetson_is_told_by_its_memory_or_asked_for() -> None:
    rows = "|   0  Orin (nvgpu)                  N/A  | N/A              N/A |  N/A |\n| N/A N/A N/A  N/A / N/A | Not Supported | N/A |\n"
    alone = read(smi(rows, "N/A"))
    assert (alone.found[0].id, alone.facts.driver, alone.facts.cards[0].unified) == (None, None, True)
    assert said(alone, "Which one is it", "Jetson AGX Orin 64GB", "Jetson Orin Nano 8GB")
    free = "               total        used        free\nMem:           {}Gi       2.0Gi       5.0Gi\n"
    assert [read(smi(rows) + free.format(ram)).found[0].id for ram in (7.4, 15.3, 29.9, 61.3)] == [
        "jetson-orin-nano-8gb-super", "jetson-orin-nx-16gb", "jetson-agx-orin-32gb", "jetson-agx-orin-64gb"]


def test_nvitops_box_and_units() -> None:
    paste = read("│ NVITOP 1.6.2      Driver Version: 580.126.09      CUDA Driver Version: 13.0 │\n"
                 "│   0  ..la V100-SXM2-16GB  Off │ 00000000:04:00.0 Off │ 0 │\n│ N/A 40C P0 69W / 300W │  309.1MiB / 16384MiB │ 0% │\n"
                 "│   1  RTX PRO 6000         Off │ 00000000:4B:00.0 Off │ 0 │\n│ 30% 33C P1 66W / 600W │  86.54GiB / 95.59GiB │ 0% │\n")
    assert [found.id for found in paste.found] == ["v100-sxm2-16gb", "rtx-pro-6000-blackwell-workstation-edition"]
    assert [(c.total_bytes, c.used_bytes) for c in paste.facts.cards] == [(16384 * MIB, round(309.1 * MIB)),
                                                                          (round(95.59 * GIB), round(86.54 * GIB))]
    assert (paste.facts.driver, paste.facts.cuda, paste.kind) == ("580.126.09", "13.0", "nvitop")


def test_nvidia_smi_as_xml_and_cards_that_are_cut_off() -> None:
    xml = read("<nvidia_smi_log>\n<driver_version>570.133.07</driver_version>\n<cuda_version>12.8</cuda_version>\n<gpu"
               " id=\"00000000:01:00.0\">\n"
               "<product_name>NVIDIA GeForce RTX 5080</product_name>\n<fb_memory_usage>\n<total>16303 MiB</total>\n<used>950 MiB</used>\n"
               "</fb_memory_usage>\n<bar1_memory_usage>\n<total>16384 MiB</total>\n</bar1_memory_usage>\n</gpu>\n")
    assert [(c.total_bytes, c.used_bytes) for c in xml.facts.cards] == [(16303 * MIB, 950 * MIB)] and xml.found[0].id == "rtx-5080"
    cut = read("==NVSMI LOG==\nDriver Version : 390.48\nAttached GPUs : 8\nGPU 00000000:04:00.0\n    Product Name : GeForce GTX 1080 Ti\n")
    assert said(cut, "8 cards are attached", "shows 1")


@pytest.mark.parametrize("text, total, driver", [
    ("NVIDIA GeForce RTX 5090 Laptop GPU, 24463, 1024", 24463, None),
    ("NVIDIA GeForce RTX 3090, 24576 MiB, 535.183.01", 24576, "535.183.01"),
    ("| index | name | memory.total [MiB] | memory.used [MiB] |\n|---|---|---|---|\n| 0 | NVIDIA L4 | 23034 MiB | 1 MiB |\n", 23034, None)])
def test_lists_without_units_and_as_markdown(text: str, total: int, driver: str | None) -> None:
    paste = read(text)
    assert (paste.facts.cards[0].total_bytes, paste.facts.driver) == (total * MIB, driver)


@pytest.mark.parametrize("text, why", [
    ("Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost.  Reboot the system to recover this GPU", "lost that card"),
    ("bash: nvidia-smi: command not found", "not installed"), ("'nvidia-smi' 不是内部或外部命令，也不是可运行的程序", "not installed")])
def test_a_card_that_is_lost_and_a_tool_that_is_missing(text: str, why: str) -> None:
    with pytest.raises(CannotAnswer, match=why):
        read(text)


@pytest.mark.parametrize("text, wanted, ram", [
    ("MacBook Pro\nChip\tApple M3 Max\nMemory\t128 GB\n", "m3-max-40-core", 128), ("芯片  Apple M4 Pro\n内存  48"
                                                                                   " GB\n", "m4-pro-20-core", 48),
    ("Apple M2 Max\nhw.memsize: 68719476736\n", "m2-max-38-core", 64),
    ("<key>physical_memory</key>\n<string>96 GB</string>\n<key>sppci_cores</key>\n<string>38</string>\n<key>sppci_model</key>\n"
     "<string>Apple M2 Max</string>\n", "m2-max-38-core", 96)])
def test_a_mac_as_its_own_pages_tell_it(text: str, wanted: str, ram: int) -> None:
    paste = read(text)
    assert (paste.found[0].id, paste.facts.ram_bytes, paste.facts.cards[0].unified) == (wanted, ram * GIB, True)


def test_rocm_smis_csv_and_rocminfos_agents() -> None:
    csv = read("device,VRAM Total Memory (B),VRAM Total Used Memory (B),Card Series,Card Model\n"
               "card0,21458059264,27856896,Radeon RX 7900 XT,0x744c\n")
    assert [(c.total_bytes, c.used_bytes) for c in csv.facts.cards] == [(21458059264, 27856896)] and csv.found[0].id == "rx-7900-xt"
    agents = read("  Marketing Name:          AMD Ryzen 9 7950X\n  Device Type:             CPU\n      Size:                   "
                  " 65561968(0x3e86570) KB\n"
                  "      Size:                    65561968(0x3e86570) KB\n  Name:                    gfx1100\n"
                  "  Marketing Name:          Radeon RX 7900 XTX\n  Device Type:             GPU\n      Size:  25149440(0x17fc000) KB\n"
                  "  Name:                    gfx1036\n  Marketing Name:          AMD Radeon Graphics\n  Device Type:             GPU\n")
    assert agents.machine is not None and agents.facts.ram_bytes == 65561968 * 1024
    assert [(slot.device and slot.device.id, slot.memory_bytes) for slot in agents.machine.slots] == [("rx-7900-xtx", 25149440 * 1024)]


def test_what_the_firmware_sets_aside_is_the_budget_where_it_is_large() -> None:
    row = "| AMD-SMI 26.2.0 amdgpu version: 6 ROCm version: 7.1.1 |\n| 0000:c2:00.0   0x1586 | N/A |\n|   0  0  N/A | N/A  1013/{} MB |\n"
    large, small = read(row.format(65536)), read(row.format(512))
    assert large.machine is not None and large.machine.slots[0].memory_bytes == 65536 * MIB and said(large, "64.0 GiB of it")
    assert small.machine is not None and small.machine.slots[0].memory_bytes is None and said(small, "carve-out, not the budget")


def test_a_power_cap_that_is_nobodys_tells_nothing() -> None:
    row = "ROCm SMI\n0       1     0x744c,   15354  41.0C  22.0W  N/A, N/A, 0  20Mhz  96Mhz  0%  auto  {}.0W  6%  2%\n"
    assert read(row.format(355)).found[0].others == () and said(read(row.format(327)), "can mean several")


@pytest.mark.parametrize("text", [
    "GPU  POWER   GPU_T   GFX%   VRAM_USED  VRAM_TOTAL\n  0  136 W   38 C    0 %      283 MB   196592 MB\n",
    "GPU: 0\n    MEM_USAGE:\n        TOTAL_VRAM: 196592 MB\n        USED_VRAM: 283 MB\n        FREE_VRAM: 196309 MB\n",
    "GPU  XCP  POWER   GFX%   VRAM_USAGE\n  0    0  136 W   0 %     0.3/192.0 GB\n"])
def test_amd_smis_monitor_and_metric(text: str) -> None:
    card = read(text).facts.cards[0]
    assert (card.name, card.index, round((card.total_bytes or 0) / GIB), round((card.used_bytes or 0) / GIB, 1)) == (None, 0, 192, 0.3)


@pytest.mark.parametrize("text", [
    "CPU(s): 8\nModel name: AMD EPYC 7543\nCore(s) per socket: \u00b2\nSocket(s): \u00b2",
    "index, name, memory.total [MiB]\n\u00b2, NVIDIA GeForce RTX 3090, 24576 MiB",
    "GPU  Temp   AvgPwr  SCLK    MCLK     Fan  Perf  PwrCap  VRAM%  GPU%\n0    40.0c  30.0W   500Mhz  96Mhz    0%   auto  1.2.3W  5%   0%"])
def test_odd_figures_end_in_no_crash(text: str) -> None:
    with contextlib.suppress(CannotAnswer):
        read_paste(text)


def test_the_machines_notes_can_be_translated() -> None:
    machine = read_paste("RTX 4090, 64GB").machine
    assert machine is not None and machine.notes and all(isinstance(note, Text) for note in machine.notes)


def test_what_an_error_means_can_be_translated() -> None:
    with pytest.raises(CannotAnswer) as told:
        pasted_machine("Not enough memory. Please try to increase --mem-fraction-static.")
    assert isinstance(told.value.why, Text) and isinstance(told.value.mend, Text)


def test_a_processors_graphics_beside_a_card_are_left_out_of_llama_cpps_list() -> None:
    machine = read_paste("Available devices:\n  CUDA0: NVIDIA GeForce RTX 4090 (24080 MiB, 23500 MiB free)\n"
                         "  Vulkan1: AMD Radeon Graphics (RADV RAPHAEL_MENDOCINO) (31000 MiB, 30000 MiB free)").machine
    assert machine is not None and [slot.name for slot in machine.slots] == ["NVIDIA GeForce RTX 4090"]
