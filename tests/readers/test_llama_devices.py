"""ggml's devices: every back end's line, each card once."""

import pytest

from advisor.readers.llama_devices import devices_of
from advisor.readers.paste import read_tool_output

MIB = 2**20


@pytest.mark.parametrize("text, cards", [
    ("ggml_cuda_init: found 2 CUDA devices (Total VRAM: 15868 MiB):\n"
     "  Device 0: NVIDIA GeForce RTX 2060, compute capability 7.5, VMM: yes, VRAM: 11833 MiB\n"
     "  Device 1: Quadro M1200, compute capability 5.0, VMM: yes, VRAM: 4035 MiB\n",
     [("NVIDIA GeForce RTX 2060", 11833, None), ("Quadro M1200", 4035, None)]),
    ("ggml_cuda_init: found 1 ROCm devices:\n  Device 0: AMD Radeon(TM) Graphics, gfx1151 (0x1151), VMM: no, Wave Size: 32\n"
     "Available devices:\n  ROCm0: AMD Radeon(TM) Graphics (110511 MiB, 110357 MiB free)\n", [("AMD Radeon(TM) Graphics", 110511, 110357)]),
    ("ggml_vulkan: Found 1 Vulkan devices:\nggml_vulkan: 0 = AMD Radeon(TM) 8060S Graphics (AMD proprietary driver) | uma: 1 | fp16: 1\n",
     [("AMD Radeon(TM) 8060S Graphics", None, None)]),
    ("Available devices:\n  CUDA0: NVIDIA GeForce RTX 3060 (12044 MiB, 11000 MiB free)\n"
     "  Vulkan0: NVIDIA GeForce RTX 3060 (12288 MiB, 11200 MiB free)\n", [("NVIDIA GeForce RTX 3060", 12044, 11000)]),
    ("| 0| [level_zero:gpu:0]|               Intel Arc A770 Graphics |   12.55|    512|    1024|   32| 16225M|     1.3.29735|\n",
     [("Intel Arc A770 Graphics", 16225, None)])])
def test_devices(text: str, cards: list[tuple[str, int | None, int | None]]) -> None:
    found = devices_of(text.splitlines())
    assert [(c.name, c.total_bytes and c.total_bytes // MIB, c.free_bytes and c.free_bytes // MIB) for c in found] == cards


def test_metals_share_is_in_millions_of_bytes() -> None:
    paste = read_tool_output("ggml_metal_device_init: GPU name:   MTL0 (Apple M3 Pro)\n"
                             "ggml_metal_device_init: recommendedMaxWorkingSetSize  = 14302.25 MB\n")
    assert [(c.name, c.gtt_bytes, c.total_bytes, c.unified) for c in paste.cards] == [("Apple M3 Pro", 14302250000, None, True)]
    assert paste.ram_bytes is None
