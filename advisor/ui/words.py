"""Parts of a scenario in a person's words: machine, load, tasks, priorities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advisor.engines.steps import SYSTEMS
from advisor.scenario import Hardware, Machine, Scenario, Slot
from advisor.ui import numbers
from advisor.ui.language import tr, translated

if TYPE_CHECKING:
    from advisor.answer import Estimate
    from advisor.recommend.search import Match


def gib(size: float) -> str:
    """`24 GiB`, as devices are sold."""
    amount = size / 2**30
    return f"{amount:.0f} GiB" if abs(amount - round(amount)) < 0.05 * max(1, amount / 16) else f"{amount:.1f} GiB"


def short_device(name: str) -> str:
    """The name without its maker, for tight places."""
    for maker in ("NVIDIA GeForce ", "NVIDIA ", "AMD Radeon ", "AMD ", "Intel ", "GeForce "):
        if name.startswith(maker):
            return name[len(maker):]
    return name


def machine(found: Machine) -> str:
    """`RTX 4090 · 24 GiB`, `2 × H100 · 80 GiB`, `CPU · 64 GiB`."""
    if not found.slots:
        name = short_device(found.cpu.name) if found.cpu else tr("processor only")
        return f"{name} · {gib(found.host_memory_bytes)}" if found.host_memory_bytes else name
    parts = []
    keys = Counter((translated(s.device.name) if s.device else s.name or tr("unknown card"), as_sold(s, found)) for s in found.slots)
    for (name, size), count in keys.items():
        text = short_device(name) + (f" · {gib(size)}" if size and not _says(name, size) else "")
        parts.append(f"{count} × {text}" if count > 1 else text)
    return " + ".join(parts)


def _says(name: str, size: int) -> bool:
    """Whether a device's name ends in its memory: `RTX 3060 12 GB`, `H100 SXM5 80GB`."""
    found = re.search(r"(\d+) ?GB$", name)
    return found is not None and int(found[1]) == round(size / 2**30)


def as_sold(slot: Slot, found: Machine) -> int | None:
    """A device's memory as it is sold, of which the driver or the system leaves a program its share."""
    if slot.device is not None and slot.device.in_main_memory and len(found.slots) == 1:
        return found.host_memory_bytes or slot.memory_bytes
    if slot.device is not None and slot.memory_bytes == slot.device.usable_bytes:
        return slot.device.memory_bytes or slot.memory_bytes
    return slot.memory_bytes


def hardware(asked: Hardware) -> str:
    """The same from the question alone, where it could not be resolved."""
    if asked.devices:
        return " + ".join(f"{d.count} × {d.device}" if d.count > 1 else d.device for d in asked.devices)
    if no_card(asked):
        return tr("processor only") + (f" · {gib(asked.host_memory_gib * 2**30)}" if asked.host_memory_gib else "")
    name = asked.device or asked.name or (f"{asked.memory_gib:g} GiB" if asked.memory_gib else "—")
    return f"{asked.count} × {name}" if asked.count > 1 else name


def no_card(asked: Hardware) -> bool:
    """The question names a processor and its memory, and no card."""
    if asked.devices:
        return False
    return asked.device == "cpu" or (asked.device is None and not asked.described and asked.host_memory_gib is not None)


def names(scenario: Scenario) -> tuple[str, str, str]:
    """Model, quantization and engine by the names the catalog has for them; as they were written where it has none, — for nothing."""
    from advisor import catalog
    from advisor.engines import engines
    from advisor.errors import CannotAnswer

    def known(name: str | None, find: Callable[[str], Any]) -> str:
        if not name:
            return "—"
        try:
            return str(find(name).name)
        except (CannotAnswer, KeyError):
            return name

    return (known(scenario.model, lambda name: catalog.resolve_model(name)[0]), known(scenario.quantization, catalog.find_quantization),
            known(scenario.engine, lambda name: engines()[name]))


def pace_name(people: int) -> str:
    """The heading of a column of `Speed.each`."""
    return "tok/s" if people == 1 else tr("tok/s each")


def pace(answer: Estimate) -> str:
    """`47 tok/s (40–55)`; of several at once what each of them sees and what all get together."""
    people, together = answer.case.concurrency, answer.speed.output_tokens_per_s
    each = answer.speed.each(people)
    if people == 1 or each is None or together is None:
        return numbers.ranged(each, "rate") if each else ""
    amount, _ = numbers.amount_and_unit(each.typical, "rate")
    return tr("{each} tok/s each, {all} together", each=amount, all=numbers.amount_and_unit(together.typical, "rate")[0])


def stored_bytes(answer: Estimate | Match) -> int:
    """All weights once, as their files hold them: about what is downloaded."""
    return answer.case.engine.file_bytes(answer.case)


def load(scenario: Scenario) -> str:
    """`8 at once × 4K`."""
    people, context = scenario.workload.concurrency or 1, scenario.settings.context
    if context is None:
        return tr("{n} at once", n=people)
    return tr("{n} at once × {context}", n=people, context=numbers.context_name(context))


def tasks(people: int = 1) -> dict[str, str]:
    return {"chat": tr("Chat for myself") if people == 1 else tr("Chat"),
            "code": tr("Code assistant"), "rag": tr("Questions over documents"),
            "agents": tr("Agents and structured output"), "team-service": tr("A service for a team"),
            "batch": tr("Offline batch"), "max-throughput": tr("Highest throughput")}


def task_hints(people: int = 1) -> dict[str, str]:
    return {"chat": tr("One person, short questions.") if people == 1 else tr("Short questions of several people."),
            "code": tr("Files in the prompt, quick answers."),
            "rag": tr("A long prompt that many questions share."), "agents": tr("Tools, JSON, many calls in a row."),
            "team-service": tr("Several people at the same moment."), "batch": tr("Nobody waits for it; it only has to get done."),
            "max-throughput": tr("Tokens per second over everything else.")}


def priorities() -> dict[str | None, str]:
    return {None: tr("A balance"), "first-token": tr("The first word soon"), "pace": tr("A steady pace"),
            "throughput": tr("Total throughput"), "cost": tr("Cost"), "quality": tr("Quality")}


def interfaces() -> dict[str, str]:
    return {"cli": tr("They use a terminal"), "gui": tr("They want windows and buttons"), "api": tr("Programs call it")}


def systems() -> dict[str, str]:
    return dict(SYSTEMS)


def feel(seconds: float) -> str:
    """How a wait for the first word feels."""
    for limit, word in ((0.5, tr("at once")), (2.0, tr("a short wait")), (5.0, tr("you notice")), (15.0, tr("you look away"))):
        if seconds < limit:
            return word
    return tr("you leave")


def drafts(answer: Estimate) -> bool:
    """Whether its pace is one with drafts, which may lie over the ceiling of one token a step."""
    return answer.case.settings.speculative is not None


def ceiling_words(answer: Estimate, n: object) -> str:
    """The ceiling beside a pace: with drafts it is said to be that without them."""
    return tr("ceiling without drafts {n}", n=n) if drafts(answer) else tr("ceiling {n}", n=n)
