"""The shipped devices, quantizations and prices make sense."""

import json

import pytest

from advisor import catalog, resources
from advisor.scenario import Device, Quantization

GIB, MIB = 2**30, 2**20


def rows(name: str) -> list[dict]:
    return json.loads(resources.path("catalog", name).read_text("utf-8"))


DEVICES = {r["id"]: Device.model_validate(r) for r in rows("devices.json")}
QUANTIZATIONS = {r["id"]: Quantization.model_validate(r) for r in rows("quantizations.json")}


def test_enough_of_every_kind() -> None:
    assert len(DEVICES) >= 200 and len(DEVICES) == len(rows("devices.json"))
    for vendor, least in (("nvidia", 120), ("amd", 50), ("intel", 18), ("apple", 36), ("cpu", 30)):
        assert sum(d.vendor == vendor for d in DEVICES.values()) >= least, vendor
    unknown = set(rows("devices.json")[0]) - set(Device.model_fields)
    assert not unknown


@pytest.mark.parametrize("device", DEVICES.values(), ids=lambda d: d.id)
def test_a_device_makes_sense(device: Device) -> None:
    assert device.source and device.date and device.device_class
    assert device.bandwidth_bytes_per_s is not None and 5e9 < device.bandwidth_bytes_per_s < 9e12
    assert device.kind == "cpu" or (device.memory_bytes is not None and 2 * GIB < device.memory_bytes <= 512 * GIB)
    if device.usable_bytes is not None and device.memory_bytes is not None:
        assert 0.85 * device.memory_bytes <= device.usable_bytes <= device.memory_bytes
    for wide, narrow in (("fp16_flops", "fp8_flops"), ("fp8_flops", "fp4_flops")):
        one, two = getattr(device, wide), getattr(device, narrow)
        if one and two:
            assert 0.99 <= two / one <= 3.2, "dense rates double, they do not quadruple"
    if device.fp16_flops and device.fp16_fp32acc_flops:
        assert device.fp16_fp32acc_flops <= device.fp16_flops * 1.001
    if device.vendor == "apple":
        assert device.cores and device.unified_memory and device.memory_options_bytes


@pytest.mark.parametrize("id_, field, value", [
    ("rtx-4090", "fp16_flops", 330.3e12), ("rtx-3090", "fp16_flops", 142.3e12), ("rtx-5090", "fp16_flops", 419e12),
    ("rtx-5090", "fp4_flops", 1676e12), ("rtx-a6000", "fp16_fp32acc_flops", 154.8e12), ("h100-sxm5-80gb", "fp8_flops", 1979e12),
    ("h100-sxm5-80gb", "nvlink_bytes_per_s", 450e9), ("h200-sxm", "bandwidth_bytes_per_s", 4800e9), ("t4", "fp16_flops", 65e12),
    ("p40", "int8_ops", 47e12), ("arc-pro-b70", "fp16_flops", 183.5e12), ("m5-max-40-core", "fp16_flops", 70e12),
    ("mi300x", "fp16_flops", 1307.4e12), ("rx-7900-xtx", "fp16_flops", 122.8e12), ("gb10-dgx-spark", "fp4_flops", 500e12),
    ("rtx-4090", "pcie_bytes_per_s", 31.5e9),
])
def test_published_figures(id_: str, field: str, value: float) -> None:
    assert getattr(DEVICES[id_], field) == pytest.approx(value, rel=0.005)


@pytest.mark.parametrize("id_, mib", [("rtx-4090", 24564), ("rtx-3090", 24576), ("h100-sxm5-80gb", 81559), ("h200-sxm", 143771),
                                      ("rtx-5090", 32607), ("t4", 15360), ("a100-sxm4-80gb", 81920), ("mi300x", 196592)])
def test_driver_visible_memory(id_: str, mib: int) -> None:
    assert DEVICES[id_].usable_bytes == mib * MIB


def test_against_the_reference(shared) -> None:
    """Bandwidth and rates of the gathered facts, for every part of the same name."""
    import csv
    with (shared / "reference" / "hardware.csv").open(encoding="utf-8") as file:
        facts = {r["name"]: r for r in csv.DictReader(file)}
    compared = 0
    for device in DEVICES.values():
        fact = facts.get(device.name)
        if fact is None or device.name == "Instinct MI250X":
            continue
        compared += 1
        assert device.bandwidth_bytes_per_s == pytest.approx(float(fact["mem_bw_gbps"]) * 1e9, rel=0.005), device.name
        if fact["fp16_dense_tflops"] and not device.name.startswith("M5") and device.vendor != "cpu":
            found = device.fp16_flops
            assert found == pytest.approx(float(fact["fp16_dense_tflops"]) * 1e12, rel=0.015, abs=6e9), device.name
        if fact["usable_mib"].isdigit():
            assert device.usable_bytes == int(fact["usable_mib"]) * MIB, device.name
    assert compared >= 200


MIXES = (
    "q2_k", "q2_k_s", "q3_k_s", "q3_k_m", "q3_k_l", "q4_0", "q4_1", "q4_k_s", "q4_k_m", "q5_0", "q5_1", "q5_k_s",
    "q5_k_m", "q6_k", "q8_0", "iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m", "iq3_xxs", "iq3_xs", "iq3_s",
    "iq3_m", "iq4_xs", "iq4_nl", "tq1_0", "tq2_0", "mxfp4_moe", "ud-q4_k_xl", "ud-q2_k_xl", "ud-q8_k_xl",
)


def test_every_format_of_the_contract() -> None:
    wanted = {*MIXES, "fp32", "bf16", "fp16", "fp8", "int8", "awq", "gptq", "nf4", "mxfp4", "nvfp4", "int4",
              *(f"mlx-{b}bit" for b in (3, 4, 5, 6, 8))}
    assert wanted <= set(QUANTIZATIONS)


def test_quantizations_make_sense() -> None:
    for row in QUANTIZATIONS.values():
        assert row.source and row.date
        assert row.bits_per_weight is None or 1 <= row.bits_per_weight <= 32
        assert row.quality_loss is None or 0 <= row.quality_loss < 3
    loss = [QUANTIZATIONS[name].quality_loss for name in ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m", "q2_k", "iq1_s")]
    assert None not in loss and loss == sorted(loss, key=lambda x: x or 0)
    assert QUANTIZATIONS["int4"].bits_per_weight == 4.0 and QUANTIZATIONS["mlx-4bit"].bits_per_weight == 4.5


def test_mix_bits_against_the_reference(shared) -> None:
    import csv
    with (shared / "reference" / "quants.csv").open(encoding="utf-8") as file:
        facts = [r for r in csv.DictReader(file) if r["level"].startswith("file mix") and r["bpw_llama31_8b"] and r["format"] != "F16"]
    assert len(facts) > 25
    for fact in facts:
        assert QUANTIZATIONS[fact["format"].lower()].bits_per_weight == pytest.approx(float(fact["bpw_llama31_8b"]))


def test_prices_are_dated_and_name_known_devices() -> None:
    prices = rows("prices.json")
    assert len(prices["api"]) > 500
    for part in ("rent", "purchase"):
        for row in prices[part]:
            assert row["device"] in DEVICES and row["date"] and row["source"]
    assert all(row["date"] and row["input_usd_per_million_tokens"] > 0 for row in prices["api"])


@pytest.mark.parametrize(("device", "cards", "linked"), [
    ("h100-sxm5-80gb", 8, True), ("rtx-3090", 2, False), ("rtx-4090", 2, False), ("h100-nvl", 2, True), ("h100-nvl", 4, False),
    ("h200-nvl", 4, True), ("a100-pcie-80gb", 2, True), ("a100-pcie-80gb", 4, False), ("mi300x", 8, True), ("rtx-a6000", 2, False)])
def test_who_is_linked(device: str, cards: int, linked: bool) -> None:
    assert catalog.find_device(device).linked(cards) is linked


def test_what_is_a_part_of_a_processor_is_there_once() -> None:
    for device in catalog.devices().values():
        if device.kind in ("apu", "apple", "jetson"):
            assert device.most_in_one_machine == 1, device.id
        elif device.id in ("gb200", "gb300"):       # a tray of an NVL72 is a machine of four
            assert device.most_in_one_machine == 4, device.id
        elif device.kind in ("consumer", "workstation", "datacenter"):
            assert device.most_in_one_machine is None, device.id


def test_ampere_has_no_fp4() -> None:
    assert not [d.id for d in catalog.devices().values() if d.fp4_flops and (d.compute_capability or 99) < 10.0]


def test_every_licence_of_the_list_has_a_source_and_is_one_of_the_catalog_s() -> None:
    data = json.loads(resources.path("catalog", "licences.json").read_text("utf-8"))
    ids = {model.licence for model in map(catalog.models().__getitem__, catalog.models())}
    assert {row["id"] for row in data["rows"]} <= ids and {row["id"] for row in data["models"]} <= set(catalog.models())
    for row in data["rows"] + data["models"]:
        assert row["commercial"] in ("no", "limits", "yes") and row["source"].startswith("https://"), row["id"]
        assert row["sure"] in ("checked", "recalled"), row["id"]
        assert (row["commercial"] == "limits") == ("limit" in row)
