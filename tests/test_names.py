"""Names of devices as people and tools write them."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.names import DeviceNames, Names, compact, nearest
from advisor.scenario import Device

GIB, MIB = 2**30, 2**20


@pytest.fixture(scope="module")
def names() -> DeviceNames:
    rows = json.loads(resources.path("catalog", "devices.json").read_text("utf-8"))
    return DeviceNames(Device.model_construct(**row) for row in rows)


@pytest.mark.parametrize("written, expected", [
    ("NVIDIA GeForce RTX 4090", "rtx-4090"), ("rtx4090", "rtx-4090"), ("4090", "rtx-4090"), ("NVIDIA RTX 4090", "rtx-4090"),
    ("RTX 4090 Laptop GPU", "rtx-4090-laptop-gpu"), ("4090 mobile", "rtx-4090-laptop-gpu"), ("RTX 4090D", "rtx-4090-d"),
    ("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"), ("H100 PCIe", "h100-pcie"), ("H100 NVL", "h100-nvl"),
    ("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"), ("A100-SXM4-40GB", "a100-sxm4-40gb"), ("NVIDIA A100 80GB PCIe", "a100-pcie-80gb"),
    ("Tesla T4", "t4"), ("T4", "t4"), ("NVIDIA L4", "l4"), ("L40S", "l40s"), ("A6000", "rtx-a6000"), ("NVIDIA RTX A6000", "rtx-a6000"),
    ("RTX 6000 Ada", "rtx-6000-ada-generation"), ("Quadro RTX 6000", "quadro-rtx-6000"),
    ("Radeon 8060S", "ryzen-ai-max-plus-395-radeon-8060s"), ("Ryzen AI Max+ 395", "ryzen-ai-max-plus-395-radeon-8060s"),
    ("AMD Radeon RX 7900 XTX (RADV NAVI31)", "rx-7900-xtx"), ("7900xtx", "rx-7900-xtx"), ("Radeon PRO W7900", "radeon-pro-w7900"),
    ("AMD Instinct MI300X OAM", "mi300x"), ("Intel(R) Arc(TM) B580 Graphics", "arc-b580"), ("b580", "arc-b580"),
    ("DGX Spark", "gb10-dgx-spark"), ("NVIDIA GB10", "gb10-dgx-spark"), ("NVIDIA GH200 480GB", "gh200-96gb"),
    ("M3 Max (30-core GPU)", "m3-max-30-core"), ("Apple M3 Max 30-core", "m3-max-30-core"), ("4060ti 16gb", "rtx-4060-ti-16-gb"),
    ("RTX 4090 48GB", "rtx-4090-48-gb-modified"), ("8-channel DDR5-4800 Xeon 4th gen", "8-channel-ddr5-4800-xeon-4th-gen"),
])
def test_exact_names(names: DeviceNames, written: str, expected: str) -> None:
    found = names.find(written)
    assert (found.id, found.others) == (expected, ())


@pytest.mark.parametrize("written, expected, other", [
    ("RTX 3080", "rtx-3080-10-gb", "rtx-3080-12-gb"), ("NVIDIA GeForce RTX 3060", "rtx-3060-12-gb", "rtx-3060-8-gb"),
    ("4060 Ti", "rtx-4060-ti-8-gb", "rtx-4060-ti-16-gb"), ("A100", "a100-sxm4-80gb", "a100-pcie-40gb"),
    ("NVIDIA A100 80GB", "a100-sxm4-80gb", "a100-pcie-80gb"), ("H100 80GB", "h100-sxm5-80gb", "h100-pcie"),
    ("V100 32GB", "v100-sxm2-32gb", "v100-pcie-32gb"), ("MI50", "mi50-16gb", "mi50-32gb"),
    ("Apple M4 Max", "m4-max-40-core", "m4-max-32-core"), ("MacBook Pro M3 Max", "m3-max-40-core", "m3-max-30-core"),
    ("gfx1151", "ryzen-ai-max-plus-395-radeon-8060s", "ryzen-ai-max-385-radeon-8050s"),
])
def test_a_choice_is_told(names: DeviceNames, written: str, expected: str, other: str) -> None:
    found = names.find(written)
    assert found.id == expected and other in found.others and found.note is not None
    assert names[expected].name in found.note


@pytest.mark.parametrize("written", [
    "", "  ", "RTX", "geforce", "AMD Radeon Graphics", "Intel Arc", "GTX 4090", "RTX 1080 Ti", "Radeon 4090", "RTX 4091",
    "NVIDIA A100-SXM4-40GB MIG 3g.20gb", "GRID A100D-10C", "NVIDIA L40S-48Q", "2x RTX 3090", "RTX 4090 96GB", "M7 Max", "gfx1100",
    "GH200 / GB10 / Orin", "24 GB card", "banana",
])
def test_never_a_wrong_silent_match(names: DeviceNames, written: str) -> None:
    assert names.find(written).id is None


@pytest.mark.parametrize("written, near", [
    ("RTX 4091", "GeForce RTX 4090"), ("GTX 4090", "GeForce RTX 4090, 24 GB"), ("RTX 1080 Ti", "GeForce GTX 1080 Ti, 11 GB"),
    ("2x RTX 3090", "GeForce RTX 3090"), ("gfx1100", "Radeon RX 7900 XTX, 24 GB"),
])
def test_near_misses(names: DeviceNames, written: str, near: str) -> None:
    assert near in names.find(written).near
    with pytest.raises(CannotAnswer, match="Did you mean"):
        names.device(written)


@pytest.mark.parametrize("written", ["Ascend 910B", "昇腾910B", "昇腾 910", "MTT S4000", "摩尔线程 S4000", "TPU v5e", "Snapdragon X Elite",
                                     "RTX 9090"])
def test_what_the_catalog_lacks_gets_no_misleading_name_but_the_way_out(names: DeviceNames, written: str) -> None:
    assert names.find(written).near == ()
    with pytest.raises(CannotAnswer, match=r"^(?!.*Did you mean).*memory_gib.*devices\.json"):
        names.device(written)


def test_a_near_miss_is_never_a_card_that_was_rebuilt(names: DeviceNames) -> None:
    assert not any("modified" in name for name in names.find("RTX 4080 Ti").near)
    assert "GeForce RTX 4090" in names.find("英伟达 RTX 4091 或 4090").near


def test_what_a_tool_prints_beside_the_name_tells_variants_apart(names: DeviceNames) -> None:
    assert names.find("NVIDIA GeForce RTX 4060 Ti", 16380 * MIB).id == "rtx-4060-ti-16-gb"
    assert names.find("NVIDIA GeForce RTX 3080", 12288 * MIB).id == "rtx-3080-12-gb"
    assert names.find("Apple M4 Max", cores=32).id == "m4-max-32-core"
    assert names.find("0x7550", watts=220).id == "rx-9070"
    assert names.find("M4 Max 64GB").memory_bytes == 64 * GIB


def test_cut_names(names: DeviceNames) -> None:
    assert names.find("NVIDIA RTX 4000 Ada Gene...", 20475 * MIB, watts=130).id == "rtx-4000-ada-generation"
    assert names.find("Tesla P100-PCIE...", 16384 * MIB).id == "p100-pcie-16gb"
    hidden = names.find("NVIDIA GeForce ...", 11264 * MIB, watts=250)
    assert hidden.id is None and set(hidden.others) == {"gtx-1080-ti", "rtx-2080-ti"}


def test_every_device_finds_itself(names: DeviceNames) -> None:
    rows = json.loads(resources.path("catalog", "devices.json").read_text("utf-8"))
    for row in rows:
        assert names.find(row["name"]).id == row["id"]
        assert names.find(row["id"]).id == row["id"]
        for alias in row.get("aliases", []):
            found = names.find(alias)
            assert row["id"] in (found.id, *found.others), alias


def test_all_names_of_the_question_files(names: DeviceNames, shared) -> None:
    asked = set()
    for file in [*(shared / "accuracy").glob("*.jsonl"), shared / "cases" / "expert.jsonl"]:
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            hardware = (row.get("scenario") or {}).get("hardware") or {}
            asked |= {hardware.get("device"), *(d["device"] for d in hardware.get("devices") or [])}
            args = row.get("args") or []
            asked |= {args[args.index("--device") + 1]} if "--device" in args else set()
    asked.discard(None)
    assert len(asked) > 60
    assert [name for name in asked if names.find(name).id is None] == []


def test_warm_find_is_fast(names: DeviceNames) -> None:
    names.find("NVIDIA GeForce RTX 4090")
    best = min(_timed(lambda: names.find("NVIDIA GeForce RTX 4090")) for _ in range(20))
    assert best < 1e-3


def _timed(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_an_entry_or_none(names: DeviceNames, text: str) -> None:
    found = names.find(text)
    assert found.id is None or names[found.id].name


def test_plain_names() -> None:
    models = Names([("qwen2.5-14b", ("Qwen/Qwen2.5-14B-Instruct",)), ("qwen2.5-7b", ("Qwen2.5 7B",)), ("other", ("Qwen2.5 7B",))])
    assert models.find("qwen/qwen2.5-14b-instruct").id == "qwen2.5-14b"
    both = models.find("QWEN2.5-7B")
    assert both.id == "qwen2.5-7b" and both.others == ("other",) and both.note is not None
    missing = models.find("qwen2.5-71b")
    assert missing.id is None and missing.near
    assert compact("A-b_C 1.5") == "abc15"
    assert nearest("zzz", ["abc"]) == []
