"""What is worth saying of the device and its system, whatever the model."""

from __future__ import annotations

from advisor import units
from advisor.answer import Estimate
from advisor.recommend.question import Question
from advisor.words import say


def unified(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or not device.unified_memory:
        return None
    if device.vendor == "apple":
        return say(
            "Unified memory: macOS lets the GPU use {usable} of the {total}; the rest is left for the system.",
            usable=units.gigabytes(answer.memory.usable_bytes, True),
            total=units.gigabytes(answer.case.machine.host_memory_bytes, True),
        )
    return say(
        "Unified memory: the GPU and the system share {total}.", total=units.gigabytes(answer.case.machine.host_memory_bytes, True)
    )


def backend(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    names = answer.case.engine.data.get("traits", {}).get("backends", {}).get(device.vendor) if device else None
    if device is None or names is None:
        return None
    if "," in names:
        return say(
            "On this vendor's cards it runs through {backends}; which one is faster depends on the card and the format.",
            backends=names,
        )
    return say("On this vendor's cards it runs through {backends}.", backends=names)


def old_card(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or device.vendor != "nvidia" or (device.compute_capability or 8.0) >= 7.5:
        return None
    return say(
        "{device} has compute capability {cc}: too old for vLLM and SGLang (from 7.5) and TensorRT-LLM (from 8.0).",
        device=device.name,
        cc=device.compute_capability,
    )


def windows_spill(answer: Estimate, question: Question) -> str | None:
    """lmstudio-ai/lmstudio-bug-tracker#1809: half the speed, no error."""
    device = answer.case.device
    if question.os != "windows" or device is None or device.unified_memory or answer.case.engine.reserves_pool:
        return None
    return say(
        "Windows spills silently: what the card cannot hold lands in system RAM (\"Shared GPU memory\" in Task Manager) without an error, "
        "at half the speed or less. Switch off the driver's system memory fallback, or leave some memory free."
    )


def windows_split(answer: Estimate, question: Question) -> str | None:
    """ikawrakow/ik_llama.cpp#629: 5 and 1.5 tokens/s on Windows against 60 and 7 on Linux."""
    if question.os != "windows" or len(answer.case.machine.slots) < 2:
        return None
    return say(
        "Consumer cards have no peer-to-peer on Windows: a model split over several runs there at a fraction, for mixtures of experts with "
        "a part on the CPU several times slower than on Linux. Fewer graph splits help: one card where it fits, else Linux."
    )
