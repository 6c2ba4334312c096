"""A machine named in plain words: what is read, what is the machine's memory and what a card's, and what is left alone."""

import json
import time
from contextlib import suppress

import pytest

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.machine.hardware import hardware_of
from advisor.machine.paste import read_paste
from advisor.names import DeviceNames
from advisor.scenario import Device

GIB = 2**30
NAMES = DeviceNames(Device.model_validate(row) for row in json.loads(resources.path("catalog", "devices.json").read_text("utf-8")))


@pytest.mark.parametrize("text, devices, ram", [
    ("2x3090 and 128gb ddr4", ["rtx-3090"] * 2, 128),
    ("5090 + 9950X3D + 64 GB DDR5-6000", ["rtx-5090"], 64),
    ("双路4090 48G 魔改, 256G内存", ["rtx-4090-48-gb-modified"] * 2, 256),
    ("显卡 RTX 5060Ti 16G，内存 DDR5 6000 32G（16G*2）", ["rtx-5060-ti-16-gb"], 32),
    ("8卡 H20 96G 服务器，2T 内存", ["h20-96gb"] * 8, 2048),
    ("I have a laptop with an RTX 4060 8GB and 16 GB of RAM", ["rtx-4060-laptop-gpu"], 16),
    ("笔记本 4070 8G 显存 32G 内存", ["rtx-4070-laptop-gpu"], 32),
    ("Mac Studio M3 Ultra 512GB", ["m3-ultra-80-core"], 512),
    ("M2 Max 96gb", ["m2-max-38-core"], 96),
    ("Strix Halo 128GB (GMKtec EVO-X2)", ["ryzen-ai-max-plus-395-radeon-8060s"], 128),
    ("Server with 4x L40S (48GB each), 512 GB RAM, 2x EPYC 9354", ["l40s"] * 4, 512),
    ("Dell R730 with 2 Tesla P40s, 256GB DDR4 ECC, dual E5-2690 v4", ["p40"] * 2, 256),
    ("6x 3090, 2x 3060, 2x16GB DDR4", ["rtx-3090"] * 6 + ["rtx-3060-12-gb"] * 2, 32),
    ("A6000 x 4 (NVLink pairs), Threadripper PRO 5975WX, 512GB", ["rtx-a6000"] * 4, 512),
    ("GPU: 1x A6000 48GB\nCPU: Threadripper 3970X\nRAM: 256 GB", ["rtx-a6000"], 256),
    ("one 3090 Ti and one 3080 10GB, 64gb ram", ["rtx-3090-ti", "rtx-3080-10-gb"], 64),
    ("RTX 4090 24 GB VRAM", ["rtx-4090"], None),
    ("RTX 4060 and a Radeon 780M, 32 GB RAM", ["rtx-4060"], 32),
    ("3090x4, 128gb", ["rtx-3090"] * 4, 128),
    ("RTX 3090 * 4, 8x32GB DDR4", ["rtx-3090"] * 4, 256),
    ("3070 8GB VRAM 16GB RAM", ["rtx-3070"], 16),
    ("A100, 40GB", ["a100-sxm4-40gb"], None),
    ("RTX 4060 Ti, 16GB, 32GB RAM", ["rtx-4060-ti-16-gb"], 32),
    ("RTX 4090, 24GB, 64GB", ["rtx-4090"], 64),
    ("DGX Spark", ["gb10-dgx-spark"], 128),
    ("AMD Ryzen 7 7840HS with Radeon 780M 32GB", ["ryzen-7-8845hs-7840hs-radeon-780m"], 32)])
def test_words_are_read(text: str, devices: list[str], ram: int | None) -> None:
    paste = read_paste(text, NAMES)
    assert [found.id for found in paste.found] == devices
    assert paste.facts.ram_bytes == (ram * GIB if ram else None) and paste.kind == "words"


def test_a_machine_without_a_card_is_its_processor() -> None:
    paste = read_paste("no gpu, just a Ryzen 5 5600 with 32GB of DDR4-3200", NAMES)
    assert paste.machine is not None and not paste.machine.slots
    hardware = hardware_of(paste.machine)
    assert (hardware.device, hardware.host_memory_gib) == ("dual-channel-ddr4-3200-desktop", 32)
    unknown = read_paste("16GB RAM, Intel i5-8250U, no dedicated graphics", NAMES)
    assert unknown.machine is None and unknown.facts.ram_bytes == 16 * GIB and "not known here" in unknown.notes[0]


def test_a_memory_without_a_card_asks_for_it() -> None:
    paste = read_paste("VRAM: 24GB, RAM: 64GB", NAMES)
    assert (paste.found, paste.facts.ram_bytes, paste.machine) == ((), 64 * GIB, None) and "names no card" in paste.notes[0]


def test_a_size_that_stands_alone_is_said_to_be_the_machines() -> None:
    assert any("stands alone" in note for note in read_paste("RTX 4090 laptop 16GB, 64GB", NAMES).notes)


@pytest.mark.parametrize("text", [
    "hello, which model should I run?", "Qwen2.5-14B-Instruct on vLLM", "How much memory does llama 70b need at 4 bit?",
    "import torch\nprint(torch.cuda.is_available())", "https://example.com/foo?id=4090000", "2024-05-01 12:00:00 started job 3090111",
    "My prompt has 3090 tokens", "slot released, n_past = 4090", "Should I buy a 4090 or a 3090?", "4090 vs 3090",
    "The H100 is faster than the A100",
    "The NVIDIA driver 550 fixes a bug in CUDA 12.4", "pip install vllm==0.8.5", "error: RTX 4090 fell off", "RTX 4090 " + "word " * 200])
def test_other_text_is_left_alone(text: str) -> None:
    with pytest.raises(CannotAnswer, match="nvidia-smi"):
        read_paste(text, NAMES)


def test_a_size_that_stands_alone_is_the_cards_where_it_is_sold_with_it() -> None:
    notes = read_paste("RTX 4090, 24GB", NAMES).notes
    assert any("taken as the card's" in note for note in notes) and not any("stands alone" in note for note in notes)


@pytest.mark.parametrize("text", ["a1 " * 199, "4090 " * 119, "1x" * 299, "3090,4090 " * 59, "(" * 599, "两张" * 299, "64gb " * 119])
def test_the_longest_text_costs_little(text: str) -> None:
    start = time.process_time()
    with suppress(CannotAnswer):
        read_paste(text, NAMES)
    assert time.process_time() - start < 0.5
