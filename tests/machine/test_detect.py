"""This machine, and machines made up of what probes would have said."""

import json

import pytest

from advisor import resources
from advisor.engines import engines
from advisor.machine import detect as probing
from advisor.names import DeviceNames
from advisor.readers.pasted import Card, Pasted
from advisor.scenario import Device

GIB, MIB = 2**30, 2**20
NAMES = DeviceNames(Device.model_validate(r) for r in json.loads(resources.path("catalog", "devices.json").read_text("utf-8")))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux machine with 64 GiB and nothing else."""
    monkeypatch.setattr(probing, "operating_system", lambda: "linux")
    monkeypatch.setattr(probing, "ram_bytes", lambda: 64 * GIB)
    monkeypatch.setattr(probing, "_nvidia", lambda: None)
    monkeypatch.setattr(probing, "_amd", lambda: None)
    monkeypatch.setattr(probing, "_from_sys", lambda *_: [])
    monkeypatch.setattr(probing, "memory_system", lambda _: None)


def test_here() -> None:
    found = probing.detect(NAMES)
    assert found.host_memory_bytes is None or found.host_memory_bytes > MIB
    assert all(slot.memory_bytes is None or slot.memory_bytes > 0 for slot in found.slots)


def test_no_graphics(alone: None) -> None:
    found = probing.detect(NAMES)
    assert found.slots == () and any("processor" in n for n in found.notes)
    assert probing.hardware_of(found).device == "cpu"


def test_two_cards_with_what_is_free(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = (Card("NVIDIA GeForce RTX 4090", 0, 24564 * MIB, 500 * MIB), Card("NVIDIA GeForce RTX 3090", 1, 24576 * MIB, 9000 * MIB))
    monkeypatch.setattr(probing, "_nvidia", lambda: Pasted(tool="nvml", cards=cards, driver="570.1"))
    found = probing.detect(NAMES)
    assert [(s.device and s.device.id, s.used_bytes) for s in found.slots] == [("rtx-4090", 500 * MIB), ("rtx-3090", 9000 * MIB)]
    assert found.driver == "570.1" and found.os == "linux"
    hardware = probing.hardware_of(found)
    assert hardware.devices is not None and [d.device for d in hardware.devices] == ["rtx-4090", "rtx-3090"]


def test_shared_memory_is_the_systems(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "_nvidia", lambda: Pasted(tool="nvml", cards=(Card("NVIDIA GB10", 0, unified=True),)))
    monkeypatch.setattr(probing, "ram_used", lambda: 10 * GIB)
    slot = probing.detect(NAMES).slots[0]
    assert (slot.memory_bytes, slot.used_bytes) == (64 * GIB, 10 * GIB)


def test_a_failing_probe_becomes_a_note(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("the driver is confused")

    monkeypatch.setattr(probing, "_nvidia", broken)
    assert any("the driver is confused" in n for n in probing.detect(NAMES).notes)


def test_nvidia_smi_stands_in_for_nvml(monkeypatch: pytest.MonkeyPatch) -> None:
    csv = ("index, name, driver_version, memory.total [MiB], memory.used [MiB], memory.free [MiB], power.limit [W], compute_cap\n"
           "0, NVIDIA L4, 550.1, 23034 MiB, 34 MiB, 23000 MiB, 72.00 W, 8.9\n")
    monkeypatch.setattr(probing, "_nvml", lambda: None)
    monkeypatch.setattr(probing, "run", lambda command, timeout=4.0: csv if "--format=csv" in command else None)
    facts = probing._nvidia()
    assert facts is not None and facts.driver == "550.1"
    assert facts.cards[0].name == "NVIDIA L4" and facts.cards[0].total_bytes == 23034 * MIB and facts.cards[0].power_watts == 72.0


def test_json_form() -> None:
    answer = probing.detect_json()
    assert {"os", "driver", "host_memory_bytes", "cpu", "devices", "engines_installed", "hardware", "notes"} <= set(answer)
    assert json.loads(json.dumps(answer)) == answer


def test_engines_on_the_path_are_those_of_the_launch_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing.shutil, "which", lambda program: f"/bin/{program}" if program in ("llama-cli", "lms", "docker") else None)
    assert probing.engines_installed() == {"llama.cpp": "/bin/llama-cli", "lmstudio": "/bin/lms", "docker": "/bin/docker"}
    assert set(probing._programs()) == {*engines(), "docker"}


def test_which_jetson_this_is_its_memory_tells(alone: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "_nvidia", lambda: Pasted(tool="nvidia-smi", cards=(Card("Orin (nvgpu)", 0, unified=True),)))
    monkeypatch.setattr(probing, "ram_bytes", lambda: 30 * GIB)
    slot = probing.detect(NAMES).slots[0]
    assert (slot.device and slot.device.id, slot.memory_bytes) == ("jetson-agx-orin-32gb", 30 * GIB)
