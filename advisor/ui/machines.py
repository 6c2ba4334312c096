"""Between the wizard's questions and the core: a recognised machine as Hardware, a question as recommend() takes it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from advisor.errors import CannotAnswer
from advisor.scenario import DeviceCount, Hardware, Machine, Scenario
from advisor.words import say


def hardware_of(machine: Machine) -> Hardware:
    """The hardware part of a scenario that names this machine's devices."""
    host = round(machine.host_memory_bytes / 2**30) or None if machine.host_memory_bytes else None
    if not machine.slots:
        return Hardware(device="cpu", host_memory_gib=host)
    names = Counter((slot.device.id if slot.device else slot.name or None) for slot in machine.slots)
    if len(names) > 1 and None not in names:
        return Hardware(devices=tuple(DeviceCount(device=str(n), count=c) for n, c in names.items()), host_memory_gib=host)
    slot = machine.slots[0]
    memory = None
    if slot.memory_bytes and (slot.device is None or len(slot.device.memory_options_bytes) > 1):
        memory = slot.memory_bytes / 2**30
    return Hardware(device=slot.device.id if slot.device else None, count=len(machine.slots), memory_gib=memory,
                    host_memory_gib=host)


def answer_question(question: dict[str, Any]) -> Any:
    """recommend() for the wizard's question; the machine travels as a scenario's hardware. Raises CannotAnswer."""
    from advisor.recommend import Question, recommend
    options = dict(question)
    hardware: Hardware = options.pop("hardware")
    return recommend(Question.from_options(options, Scenario(hardware=hardware)))


def pasted_machine(text: str) -> tuple[Hardware, str | None]:
    """The machine that a vendor tool's text describes, and its operating system where known. Raises CannotAnswer."""
    from advisor.readers.paste import read_paste
    paste = read_paste(text)
    if paste.machine is None or not (paste.machine.slots or paste.machine.cpu):
        raise CannotAnswer(say("The pasted text names no device."), say("Paste what nvidia-smi, rocm-smi or system_profiler prints."))
    return hardware_of(paste.machine), paste.machine.os
