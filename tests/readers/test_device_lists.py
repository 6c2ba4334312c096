"""Programs that list devices: one card a device, the card's own memory and nobody else's."""

import json

import pytest

from advisor import resources
from advisor.machine.paste import read_paste
from advisor.names import DeviceNames
from advisor.scenario import Device

MIB, GIB = 2**20, 2**30
NAMES = DeviceNames(Device.model_validate(row) for row in json.loads(resources.path("catalog", "devices.json").read_text("utf-8")))

TEXTS = {
    "lspci": ("05:00.0 VGA compatible controller [0300]: NVIDIA Corporation GA102 [GeForce RTX 3090] [10de:2204] (rev a1)\n"
              "\tSubsystem: Gigabyte Technology Co., Ltd GA102 [GeForce RTX 3090] [1458:4043]\n"
              "05:00.1 Audio device [0403]: NVIDIA Corporation GA102 High Definition Audio Controller [10de:1aef] (rev a1)\n"
              "03:00.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED Graphics Family (rev 41)\n", ["rtx-3090"], None),
    "lshw": ("  *-display\n       product: GA104 [GeForce RTX 3070 Lite Hash Rate]\n       vendor: NVIDIA"
             " Corporation\n", ["rtx-3070"], None),
    "vulkaninfo": ("GPU0:\n\tdeviceType = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU\n\tdeviceName = AMD Radeon RX 9070 XT (RADV GFX1201)\nGPU1:\n"
                   "\tdeviceType = PHYSICAL_DEVICE_TYPE_CPU\n\tdeviceName = llvmpipe (LLVM 21.1.8, 256 bits)\n", ["rx-9070-xt"], None),
    "sycl-ls": ("[level_zero:gpu][level_zero:0] Intel(R) oneAPI Unified Runtime over Level-Zero V2, Intel(R) Arc(TM) Pro B70 Graphics"
                " 20.2.0"
                " [1.15.38646]\n[opencl:gpu][opencl:1] Intel(R) OpenCL Graphics, Intel(R) Arc(TM) Pro B70 Graphics OpenCL 3.0 NEO"
                " [26.14]\n",
                ["arc-pro-b70"], None),
    "clinfo": ("  Device Name                     gfx1030\n  Device Board Name (AMD)         AMD Radeon RX 6900 XT\n"
               "  Global memory size              17163091968 (15.98GiB)\n  Max memory allocation           3156148224 (2.939GiB)\n",
               ["rx-6900-xt"], 17163091968),
    "xpu-smi": ("| 0         | Device Name: Intel(R) Data Center GPU Flex 170      |\n|           | Memory Physical Size: 14336.00 MiB"
                "    |\n"
                "|           | Max Mem Alloc Size: 4095.99 MiB       |\n", ["data-center-gpu-flex-170"], 14336 * MIB),
    "npu-smi": ("| npu-smi 26.0.rc1                Version: 26.0.rc1 |\n| 0     910B4               | OK            | 82.6   32   0   "
                " / 0 |\n"
                "| 0                         | 0000:C1:00.0  | 0      0    / 0         2871 / 32768 |\n", [None], 32768 * MIB),
    "gpustat": ("box   Mon Oct 13 21:07:33 2025  550.144.03\n[0] NVIDIA GeForce RTX 3090 | 54'C,  27 % | 18530 / 24576 MB | me(18500M)\n",
                ["rtx-3090"], 24576 * MIB),
    "nvtop": (" Device 0 [NVIDIA GeForce RTX 4090] PCIe GEN 4@16x\n GPU[   0%] MEM[||     1.153Gi/23.988Gi]\n", ["rtx-4090"],
              round(23.988 * GIB)),
    "Win32_VideoController": ("Name                         : NVIDIA GeForce RTX 4070\nAdapterRAM                   : 4293918720\n"
                              "DriverVersion                : 32.0.15.6636\n", ["rtx-4070"], None),
    "Task Manager": ("GPU 1\n\n\tNVIDIA GeForce RTX 4070 Laptop GPU\n\n\tDedicated GPU memory\t0.9/8.0 GB\n\tGPU Memory\t1.0/23.7 GB\n",
                     ["rtx-4070-laptop-gpu"], 8 * GIB),
    "Windows": ("Installed RAM\t32.0 GB (31.1 GB usable)\nGraphics card\tNVIDIA GeForce RTX 4070 (12 GB)\n", ["rtx-4070"], None),
    "collect_env": ("CUDA runtime version: 12.1.105\nGPU models and configuration: AMD Instinct MI300X (gfx942:sramecc+:xnack-)\n",
                    ["mi300x"], None),
    "mlx": ("{'memory_size': 68719476736, 'max_recommended_working_set_size': 51539607552, 'device_name': 'Apple M3 Max'}\n",
            ["m3-max-40-core"], None),
    "kubernetes": ("nvidia.com/gpu.count=2\nnvidia.com/gpu.memory=81559\nnvidia.com/gpu.product=NVIDIA-H100-80GB-HBM3\n"
                   "Capacity:\n  memory:             2113388452Ki\n", ["h100-sxm5-80gb"] * 2, 81559 * MIB)}


@pytest.mark.parametrize("tool", sorted(TEXTS))
def test_a_program_that_lists_devices(tool: str) -> None:
    text, devices, total = TEXTS[tool]
    paste = read_paste(text, NAMES)
    assert (paste.kind, [found.id for found in paste.found]) == (tool, devices)
    assert paste.facts.cards[0].total_bytes == total


def test_dedicated_memory_counts_and_integrated_graphics_are_left_out_of_the_machine() -> None:
    paste = read_paste("            Memory: 32768MB RAM\n           Card name: NVIDIA GeForce RTX 5070 Ti Laptop GPU\n      Display"
                       " Memory: 27876 MB\n"
                       "    Dedicated Memory: 11944 MB\n       Shared Memory: 15932 MB\n           Card name: AMD Radeon(TM) 890M"
                       " Graphics\n"
                       "      Display Memory: 16216 MB\n    Dedicated Memory: 284 MB\n", NAMES)
    assert paste.machine is not None and paste.facts.ram_bytes == 32 * GIB
    offered = [(slot.device and slot.device.id, slot.memory_bytes) for slot in paste.machine.slots]
    assert offered == [("rtx-5070-ti-laptop-gpu", 11944 * MIB)]
    assert any("left out" in note for note in paste.notes) and len(paste.facts.cards) == 2


def test_one_pci_id_of_several_cards_is_asked_about() -> None:
    paste = read_paste("03:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XT/7900 XTX/"
                       "7900 GRE/7900M] (rev c8)\n", NAMES)
    assert paste.found[0].id is None and {"Radeon RX 7900 XT", "Radeon RX 7900 XTX"} <= set(paste.found[0].near)


def test_mobile_chips_as_pci_ids_calls_them() -> None:
    paste = read_paste("01:00.0 3D controller: NVIDIA Corporation AD107M [GeForce RTX 4050 Max-Q / Mobile] (rev a1)\n", NAMES)
    assert paste.found[0].id == "rtx-4050-laptop-gpu"


def test_windows_driver_version_is_nvidias() -> None:
    assert read_paste(TEXTS["Win32_VideoController"][0], NAMES).facts.driver == "566.36"
