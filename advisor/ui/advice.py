"""Between the wizard and the core: machines as Hardware, questions as recommend() takes them, answers as scenarios to take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.machine.hardware import hardware_of
from advisor.scenario import Hardware, Scenario, Settings
from advisor.words import say


@dataclass(frozen=True, slots=True)
class Option:
    """One ranked recommendation with the scenario to take: only what differs from the engine's own defaults is written."""

    scenario: Scenario
    engine: str
    estimate: Estimate
    reasons: Sequence[str]
    cautions: Sequence[str]


@dataclass(frozen=True, slots=True)
class Way:
    """A change that would make it fit."""

    title: str
    scenario: Scenario
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Advice:
    """What the wizard shows: ranked options, (engine, reason) of the rejected, changes that would make it fit."""

    recommendations: Sequence[Option]
    rejected: Sequence[tuple[str, str]]
    nearest: Sequence[Way]


def system_of(hardware: Hardware, now: str) -> str:
    """The operating system for a machine picked by name: macOS on Apple's chips and nowhere else."""
    from advisor.catalog import find_device
    names = [d.device for d in hardware.devices] if hardware.devices else [hardware.device] if hardware.device else []
    try:
        apple = bool(names) and all(find_device(name).vendor == "apple" for name in names)
    except CannotAnswer:
        return now
    return "macos" if apple else "linux" if now == "macos" else now


def pasted_machine(text: str) -> tuple[Hardware, str | None, Sequence[str]]:
    """The machine that a vendor tool's text or a few words describe, its operating system where known, and what was assumed or left
    out. Raises CannotAnswer."""
    from advisor.machine.paste import read_paste
    paste = read_paste(text)
    if paste.machine is None or not (paste.machine.slots or paste.machine.cpu):
        if paste.notes:  # an engine's log or error: no machine in it, but what it means
            first, *rest = paste.notes
            more = reduce(lambda told, note: say("{sentence} {next}", sentence=told, next=note), rest) if rest else ""
            raise CannotAnswer(first, more, "hardware")
        raise CannotAnswer(say("The pasted text names no device."), say("Paste what nvidia-smi, rocm-smi or system_profiler prints."))
    return hardware_of(paste.machine), paste.machine.os, paste.notes


def answer_question(question: dict[str, Any], stopped: Callable[[], bool] = lambda: False) -> Advice:
    """recommend() for the wizard's question; the machine travels as a scenario's hardware. Raises CannotAnswer."""
    from advisor.recommend import Question, recommend
    options = dict(question)
    hardware: Hardware = options.pop("hardware")
    answer = recommend(Question.from_options(options, Scenario(hardware=hardware)), stopped)
    ranked = [Option(plain(r.estimate), r.engine, r.estimate, r.reasons, r.cautions) for r in answer.recommendations]
    ways = [Way(change.title, plain(change.estimate), change.estimate) for change in answer.nearest]
    return Advice(ranked, [(r.engine, r.reason) for r in answer.rejected], ways)


def plain(answer: Estimate) -> Scenario:
    """The scenario of an answer without the settings that are the engine's own defaults there."""
    filled: Scenario = answer.scenario
    scenario = filled.with_(engine_version=None)
    for field in Settings.model_fields:
        default = Settings.model_fields[field].default
        value = getattr(filled.settings, field)
        if field == "context" or value == default:
            continue
        bare = scenario.with_(**{f"settings__{field}": default})
        try:
            if getattr(estimate(bare).scenario.settings, field) == value:
                scenario = bare
        except CannotAnswer:
            continue
    return scenario
