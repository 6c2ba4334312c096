"""Which engine suits: named rules over the engines' traits (data), each with the points it gives and the reason in words.

A rule returns None where it has nothing to say. `kind` sorts a reason against an engine (the contract's classes);
`rejects` means: not recommended unless nothing else is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from advisor.engines import Engine
from advisor.engines.steps import spoken
from advisor.recommend.question import Question
from advisor.scenario import Machine
from advisor.units import GIB, gigabytes
from advisor.words import say

DATACENTER_THROUGHPUT = 16
SERVER_CARD_PAYS_FROM = 2
SHARED_PREFIX = 0.25
"""Share of the prompts from which their common beginning decides."""
NEARLY = 0.85
"""What a machine shows of the memory that it was sold with, at least: firmware and graphics keep the rest."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one rule says of an engine: points for or against, why, and whether it takes the engine out of the ranking."""

    points: float
    reason: str = ""
    rejects: bool = False
    caution: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What a rule looks at: the engine's traits, the question and the machine."""

    engine: Engine
    traits: Mapping[str, Any]
    question: Question
    machine: Machine
    divided: int | None = None
    """Cards that share each token's work in the engine's plan (tensor parallel); None before there is one."""
    slots: int | None = None
    """Requests that it works on at the same time in its plan; None before there is one."""
    holds: bool = False
    """Whether its plan holds all at once, wholly on the devices."""
    refused: bool = False
    """Whether it does not run on this machine at all, so that how well it would is no matter."""

    @property
    def has_gpu(self) -> bool:
        return any(slot.device is None or slot.device.kind != "cpu" for slot in self.machine.slots)

    @property
    def vendor(self) -> str | None:
        device = self.machine.slots[0].device if self.machine.slots else None
        return device.vendor if device else None


def desktop_app(view: View) -> Judgement | None:
    """Whoever uses no terminal needs an engine with windows of its own on that system."""
    if view.question.interface != "gui":
        return None
    own = view.question.os in view.traits.get("gui", ())
    if own:
        points = 20.0 if view.traits.get("gui_first") else 12.0
        return Judgement(points, say("A desktop app: no terminal needed, model and chat are in its own window."))
    return Judgement(-20, say("It has no window of its own on this system: it is run from a terminal."), rejects=True)


def headless(view: View) -> Judgement | None:
    """An app with windows is a detour for somebody who works in a terminal or wants a server."""
    if view.question.interface == "gui" or not view.traits.get("gui_first"):
        return None
    return Judgement(-5, say("Made as a desktop app; as a server behind an API it is a detour."))


def app_memory(view: View) -> Judgement | None:
    """An app with windows needs memory of its own: below what its makers ask for there are smaller programs."""
    asks, ram = view.traits.get("app_memory"), view.machine.host_memory_bytes
    if asks is None:
        return None
    if ram and ram < NEARLY * asks["least_gib"] * GIB:
        told = say("Its makers recommend {usual} GB of main memory for the app, {least} at the least: this machine has {ram}.",
                   usual=asks["usual_gib"], least=asks["least_gib"], ram=gigabytes(ram, True))
        return Judgement(-12, told, rejects=True)
    cards = [slot.memory_bytes for slot in view.machine.slots if slot.memory_bytes and not (slot.device and slot.device.in_main_memory)]
    if cards and max(cards) < NEARLY * asks["card_gib"] * GIB:
        return Judgement(-12, say("Its makers recommend a card of {least} GB at the least for the app: this one has {own}.",
                                  least=asks["card_gib"], own=gigabytes(max(cards), True)), rejects=True)
    return None


def load(view: View) -> Judgement | None:
    """Engines made for one person serve a few; serving engines pay off from a few people on."""
    users = view.question.users
    most, least = view.traits.get("serves_up_to"), view.traits.get("pays_from", 1)
    if least > 1 and view.question.interface == "api" and _on_a_server_card(view):
        least = min(least, SERVER_CARD_PAYS_FROM)
    if most and users > most:
        return Judgement(
            -15 - 2 * math.log2(users / most),
            _for_few(view),
            rejects=True,
        )
    divided = len(view.machine.slots) if view.divided is None else view.divided
    if users < least and divided > 1 and _several_alike(view):
        return Judgement(
            -6,
            say(
                "For {users} at a time batching gains nothing, but it divides each token's work over the {cards} cards, where the simpler "
                "engines use one after another. Setup takes more work.",
                users=users,
                cards=divided,
            ),
        )
    if users < least:
        return Judgement(
            -14,
            say(
                "For {users} at a time it gains nothing over the simpler engines; batching pays from about {least} "
                "users at once, and setup takes more work.",
                users=users,
                least=least,
            ),
            rejects=True,
        )
    if least > 1:
        return Judgement(
            14,
            say(
                "Continuous batching: one read of the weights serves all {users} concurrent requests, so throughput grows "
                "with the users.",
                users=users,
            ),
        )
    if view.slots is not None and view.slots < users:      # of such a model it serves fewer, and says so itself
        return None
    if users > 1:
        return Judgement(0, say("{users} slots work at the same time.", users=users))
    return Judgement(
        2, say("One user at a time: the simple engine gives the full single-stream speed, with one command to install.")
    )


def _for_few(view: View) -> str:
    """Why an engine that would run for so many people is not the one to serve them."""
    traits = view.traits
    slots = traits.get("batching") == "slots" and view.vendor not in traits.get("also_formats", {})
    told = say("Made for one person or a few: each of {users} slots would reserve its whole context from the start, used or not, and "
               "keep a prompt that all share for itself.", users=view.question.users) if slots else \
        say("Made for one person or a few, not to serve {users} users at once.", users=view.question.users)
    return spoken(told, say("It asks for no key, so that a gateway must stand before it.") if traits.get("keyless") else "")


def _several_alike(view: View) -> bool:
    """Cards of one kind, over which a model's layers can be divided (tensor parallel)."""
    devices = {slot.device.id if slot.device else None for slot in view.machine.slots}
    return len(view.machine.slots) > 1 and len(devices) == 1 and None not in devices


def _on_a_server_card(view: View) -> bool:
    """A data-center card behind an API is a server already: a batching engine pays from two people on."""
    device = view.machine.slots[0].device if view.machine.slots else None
    return bool(device and device.kind == "datacenter" and device.vendor == "nvidia" and (device.compute_capability or 0) >= 8.0)


def effort(view: View) -> Judgement | None:
    """The less there is to set up, the better, all else equal."""
    return Judgement(-float(view.traits.get("effort", 1)))


def processor_only(view: View) -> Judgement | None:
    """Without a GPU the engines made for CPUs come first."""
    if view.has_gpu:
        return None
    if not view.traits.get("cpu_build"):
        return Judgement(-12, say("It has no build that serves models on a processor alone."), rejects=True)
    if view.traits.get("cpu_first"):
        return Judgement(8, say("Runs on the CPU alone with kernels made for it."))
    return Judgement(
        -12, say("Its CPU build gains nothing here over the engines made for CPUs, and is more work to install."), rejects=True
    )


def home_vendor(view: View) -> Judgement | None:
    """Support beyond the engine's home platform is newer and patchier."""
    vendor = view.vendor
    if vendor is None or not view.has_gpu or view.refused:
        return None
    support = view.traits.get("second_class_vendors", {}).get(vendor)
    if support == "experimental":
        return Judgement(-20, say("Its support for this hardware is a plugin or experimental: more work and no gain there."), rejects=True)
    if support == "young":
        return Judgement(-6, say("Its build for this hardware is young and knows few formats."))
    return None


def unequal_cards(view: View) -> Judgement | None:
    """Tensor parallel engines want equal cards; layer split takes any."""
    names = {slot.device.id for slot in view.machine.slots if slot.device}
    if len(names) <= 1:
        return None
    if view.traits.get("unequal_cards"):
        return Judgement(4, say("Splits the layers over unequal cards by what each has free."))
    return Judgement(
        -15,
        say("Tensor parallelism wants equal cards; with mixed hardware the weaker card sets the pace and the share."),
        rejects=True,
    )


def prefixes(view: View) -> Judgement | None:
    """A long shared prompt is computed once where the cache is shared between requests."""
    question = view.question
    share = question.shared_prefix_tokens / question.prompt_tokens if question.prompt_tokens else 0
    if share < SHARED_PREFIX and question.task != "agents":
        return None
    kind = view.traits.get("prefix_cache")
    if kind == "radix" and share < SHARED_PREFIX:
        return Judgement(1, say("Its radix tree keeps what requests have in common: of an agent's next step only what is new since the "
                                "last one is computed."))
    if kind == "radix":
        return Judgement(
            6,
            say(
                "Its radix tree keeps every shared prefix: a common system prompt is computed once and reused by all requests. The gain is "
                "high only where much of the prompt is shared (here {share} %): published factors of up to 6.4x are for that; measure with "
                "your own load.",
                share=round(100 * share),
            ),
        )
    if kind == "blocks":
        return Judgement(4 if share >= SHARED_PREFIX else 1,
                         say("Its prefix cache reuses the KV of a shared system prompt block by block."))
    return None


def structured(view: View) -> Judgement | None:
    """Agents need answers by schema; whether its tool calls are read depends on the model (`reasons.model.no_tool_parser`)."""
    if view.question.task != "agents" or view.question.users < 2:
        return None
    if view.traits.get("structured_output"):
        return Judgement(3, say("Structured output: JSON by schema (grammar back end) at full batch size."))
    return None


def highest_throughput(view: View) -> Judgement | None:
    """The most optimised server pays where throughput is the aim, on its home cards, with people to run it."""
    question = view.question
    device = view.machine.slots[0].device if view.machine.slots else None
    if not view.traits.get("throughput_first"):
        return None
    home = bool(device and device.kind == "datacenter" and (device.compute_capability or 0) >= 9.0)
    if question.priority == "throughput" and question.users >= DATACENTER_THROUGHPUT and home:
        return Judgement(8, say("Highest throughput on this generation of NVIDIA servers, for a team that runs it."))
    return Judgement(
        -6,
        say("NVIDIA servers on Linux only and the most to set up; it returns that at maximum throughput with many users at once."),
        rejects=question.priority != "throughput",
    )


def windows(view: View) -> Judgement | None:
    """Server engines have no native Windows build; WSL2 and containers run what is made for Linux."""
    native = view.traits.get("native_os", ())
    if view.question.os != "windows" or "windows" in native or "linux" not in native:
        return None
    return Judgement(
        -7,
        say("No native Windows build: it runs there through WSL2 or Docker only."),
        caution=say("It has no native Windows build: run it in WSL2 or Docker; WSL2 takes half of the RAM (50 %) by default, "
                    "memory= in .wslconfig gives it more."),
    )


def wished(view: View) -> Judgement | None:
    """An engine asked for by name gets its way where nothing weighty speaks against it: a detour does not, a load that it does not hold
    does."""
    if view.question.engine == view.engine.id:
        return Judgement(6 if view.holds else 3, say("You asked for it."))
    return None


RULES: tuple[Callable[[View], Judgement | None], ...] = (
    desktop_app,
    headless,
    app_memory,
    load,
    effort,
    processor_only,
    home_vendor,
    unequal_cards,
    prefixes,
    structured,
    highest_throughput,
    windows,
    wished,
)


def judge(view: View) -> list[Judgement]:
    """What every rule says, in the rules' order."""
    return [said for rule in RULES if (said := rule(view)) is not None]
