"""Hardware as asked for becomes a machine."""

import json

import pytest

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.machine.build import machine_from_hardware
from advisor.machine.hardware import hardware_of
from advisor.names import DeviceNames
from advisor.scenario import Device, Hardware, Machine

GIB, MIB = 2**30, 2**20
NAMES = DeviceNames(Device.model_validate(r) for r in json.loads(resources.path("catalog", "devices.json").read_text("utf-8")))


def machine(**hardware: object) -> Machine:
    return machine_from_hardware(Hardware.model_validate(hardware), NAMES.device)


def memory(found: Machine) -> list[int | None]:
    return [slot.memory_bytes and slot.memory_bytes // MIB for slot in found.slots]


def test_cards_have_the_driver_visible_memory_unless_overridden() -> None:
    assert memory(machine(device="RTX 4090", count=2)) == [24564, 24564]
    assert memory(machine(device="NVIDIA H100 80GB HBM3", memory_gib=79.19)) == [round(79.19 * 1024 - 0.5)]
    assert memory(machine(memory_gib=24, count=3)) == [24576] * 3


def test_apple_follows_the_system_rule_and_says_what_was_assumed() -> None:
    by_memory, by_host = machine(device="Apple M3 Pro", memory_gib=36), machine(device="Apple M3 Pro", host_memory_gib=36)
    assert memory(by_memory) == memory(by_host) == [27648]
    assert by_memory.os == "macos" and by_memory.host_memory_bytes == 36 * GIB
    assert any("M3 Pro (18-core GPU)" in n and "14-core" in n for n in by_memory.notes)
    assert memory(machine(device="M4 Max")) == [98304]
    assert any("48, 64, 128" in n for n in machine(device="M4 Max").notes)
    assert memory(machine(device="Apple M2 Max", memory_gib=60, host_memory_gib=64)) == [60 * 1024]


def test_other_shared_memory() -> None:
    assert memory(machine(device="NVIDIA GB10")) == memory(machine(device="GB10", memory_gib=128)) == [124610]
    assert memory(machine(device="GB10", memory_gib=100)) == [100 * 1024]
    assert memory(machine(device="Ryzen AI Max+ 395", memory_gib=128)) == [110 * 1024]
    assert memory(machine(device="Radeon 890M", host_memory_gib=96)) == [48 * 1024]


def test_mixed_none_and_processors() -> None:
    mixed = machine(devices=[{"device": "RTX 4090"}, {"device": "RTX 3090", "count": 2}], host_memory_gib=64)
    assert [slot.device and slot.device.id for slot in mixed.slots] == ["rtx-4090", "rtx-3090", "rtx-3090"]
    desk = machine(device="Dual-channel DDR5-5600 desktop", host_memory_gib=32)
    assert desk.slots == () and desk.cpu is not None and desk.host_memory_bytes == 32 * GIB
    assert memory(machine()) == [None]
    assert machine(host_memory_gib=16).slots == ()


def test_this_processor_is_measured() -> None:
    here = machine(device="cpu", host_memory_gib=8)
    assert here.slots == () and here.cpu is not None and here.host_memory_bytes == 8 * GIB
    assert here.cpu.bandwidth_bytes_per_s is not None and 1e8 < here.cpu.bandwidth_bytes_per_s < 1e13


def test_absurd_and_unknown() -> None:
    with pytest.raises(CannotAnswer, match="4,096"):
        machine(device="RTX 4090", count=100_000)
    with pytest.raises(CannotAnswer, match="Did you mean"):
        machine(device="RTX 4091")


@pytest.mark.parametrize("hardware", [
    {"device": "RTX 4090", "count": 2}, {"device": "Apple M3 Pro", "memory_gib": 36}, {"device": "NVIDIA GB10"}, {"memory_gib": 80.0},
    {"devices": [{"device": "RTX 4090"}, {"device": "RTX 3090"}], "host_memory_gib": 64},
    {"name": "Foo 9000", "memory_gib": 32, "bandwidth_gb_per_s": 900, "fp16_tflops": 104.8, "count": 2}, {"name": "Foo", "memory_gib": 8},
    {"device": "Dual-channel DDR5-5600 desktop", "host_memory_gib": 32}, {"host_memory_gib": 16}, {"device": "Ryzen AI Max+ 395"},
])
def test_a_machine_survives_the_way_back(hardware: dict) -> None:
    first = machine(**hardware)
    again = machine_from_hardware(hardware_of(first), NAMES.device)
    assert [s.device and s.device.id for s in again.slots] == [s.device and s.device.id for s in first.slots]
    for one, two in zip(first.slots, again.slots, strict=True):
        assert one.memory_bytes is not None and abs(one.memory_bytes - (two.memory_bytes or 0)) < 2e-3 * one.memory_bytes


def test_a_card_that_the_catalog_lacks_is_described_by_its_figures() -> None:
    found = machine(name="Radeon FX 9000", count=2, memory_gib=32, bandwidth_gb_per_s=900, fp16_tflops=104.8)
    card = found.slots[0].device
    assert memory(found) == [32768] * 2 and card is not None and card.name == "Radeon FX 9000" and card.vendor == "amd"
    assert card.bandwidth_bytes_per_s == 900e9 and card.fp16_flops == 104.8e12 and found.notes == ()
    again = hardware_of(found)
    assert again == Hardware(name="Radeon FX 9000", count=2, memory_gib=32, bandwidth_gb_per_s=900, fp16_tflops=104.8)


def test_what_a_described_card_leaves_open_is_said() -> None:
    found = machine(memory_gib=32, bandwidth_gb_per_s=900)
    assert found.slots[0].device is not None and found.slots[0].device.vendor == "nvidia"
    assert [note for note in found.notes if "NVIDIA" in note] and [note for note in found.notes if "16-bit rate" in note]
    size_only = machine(name="Foo 9000", memory_gib=32)
    assert size_only.slots[0].device is None and size_only.slots[0].name == "Foo 9000" and size_only.notes == ()


def test_rates_override_the_catalogs() -> None:
    plain, changed = machine(device="RTX 4090").slots[0].device, machine(device="RTX 4090", bandwidth_gb_per_s=1100).slots[0].device
    assert changed is not None and plain is not None and changed.bandwidth_bytes_per_s == 1100e9
    assert changed.fp16_flops == plain.fp16_flops and changed.id == plain.id
    mixed = machine(devices=[{"device": "RTX 4090"}, {"device": "RTX 3090"}], bandwidth_gb_per_s=1)
    assert [s.device.bandwidth_bytes_per_s > 9e11 for s in mixed.slots if s.device] == [True, True] and "left out" in mixed.notes[0]


def test_memory_in_the_name() -> None:
    assert memory(machine(device="M4 Max 64GB")) == [49152]
    assert memory(machine(device="Mac Studio M3 Ultra 512GB")) == [512 * 768]


@pytest.mark.parametrize(("hardware", "single", "together"), [
    ({"device": "DGX Spark", "count": 2}, False, 1), ({"device": "M3 Ultra", "count": 2}, False, 1),
    ({"device": "Ryzen AI Max+ 395", "count": 2}, False, 1), ({"device": "RTX 4070 Laptop GPU", "count": 2}, False, 1),
    ({"devices": [{"device": "M3 Ultra"}, {"device": "M4 Max"}]}, False, 1),
    ({"devices": [{"device": "RTX 4070 Laptop GPU"}, {"device": "Iris Xe"}]}, True, 1),
    ({"device": "DGX Spark"}, True, 1), ({"device": "RTX 3090", "count": 4}, True, 8), ({"device": "H100", "count": 16}, True, 8)])
def test_what_holds_one_gpu_is_a_machine_each(hardware: dict, single: bool, together: int) -> None:
    found = machine(**hardware)
    assert (found.single, found.most_together) == (single, together)
