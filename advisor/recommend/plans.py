"""Candidate plans of one engine for one model: format, layout over the cards, KV type, memory share.

Every candidate carries a penalty for what it gives up (quality of the format, KV in 8 bit, an awkward layout); what its
verdict costs is added after the estimate. The plan with the least penalty is the engine's best. The weights below order
choices as an experienced person would: rather KV in 8 bit than weights under 4 bit, rather part on the host than under
3 bit, rather a layout that fits than a queue.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from advisor.advice import too_little_left
from advisor.answer import Estimate
from advisor.engines import Engine
from advisor.engines.launch import launch_data, stretchable
from advisor.errors import CannotAnswer
from advisor.estimate import estimate, holds_at_once
from advisor.formula.work import keeps_state
from advisor.plan import plan_of
from advisor.recommend.formats import format_penalties, obtainable, ready_made
from advisor.recommend.layouts import layouts
from advisor.recommend.models import UNVALUED, Valued
from advisor.recommend.question import Question
from advisor.scenario import Hardware, Machine, Model, Scenario, Settings, Workload

VERDICT_PENALTY = {"fits": 0.0, "tight": 2.0, "queues": 12.0, "offload": 15.0, "unknown": 20.0, "does_not_fit": 1000.0}
QUEUE_SHARE_PENALTY, CRAMPED_PENALTY = 30.0, 11.0
KV_PENALTY, KV_FP8_PENALTY = 4.0, 1.5
FULL_SHARE_PENALTY, SEATS_PENALTY = 1.5, 0.25
SPEED_FIRST = ("pace", "first-token", "throughput", "cost")
MADE_FOR_IT = 0.5
"""What speaks for weights made for the machine's own kernels (MLX on a Mac) where an engine reads others too."""
FEWEST_SEQUENCES = 16


@dataclass(frozen=True, slots=True)
class Candidate:
    """A scenario with what choosing it gives up before its verdict is known."""

    scenario: Scenario
    penalty: float


@dataclass(frozen=True, slots=True)
class Best:
    """The best plan of one engine: its estimate and total penalty; what its model is worth, and that which would be chosen if
    speed gave nothing beyond being enough (nothing where the model was named). `abler` is the answer for an abler model that fits
    too and was passed over for its speed, None where there is none."""

    estimate: Estimate
    penalty: float
    value: Valued = UNVALUED
    usual: Valued = UNVALUED
    abler: Estimate | None = None


def best_plan(
    engine: Engine, model_name: str, model: Model, machine: Machine, hardware: Hardware, question: Question, tight: float = 0.0
) -> Best | None:
    """The candidate with the least penalty, verdict included, of equal ones that which gives more tokens a second; over several machines
    of those whose commands can be written, if there are any. None when not one can be estimated.

    `tight`: what a tight fit weighs beyond its penalty, where the plan is to stand beside those of other models.
    """
    best: Best | None = None
    unwritten: Best | None = None
    least = math.inf
    for candidate in sorted(candidates(engine, model_name, model, machine, hardware, question), key=lambda c: c.penalty):
        if best is not None and candidate.penalty > least:
            break
        try:
            answer = estimate(candidate.scenario, os=question.os)
        except CannotAnswer:
            continue
        if any(refusal.hard for refusal in engine.refusals(answer.case)):
            continue
        total = candidate.penalty + verdict_penalty(answer)
        weight = total + (tight if answer.verdict == "tight" else 0.0)
        if best is not None and (weight, -_together(answer)) >= (least, -_together(best.estimate)):
            continue
        if _written(answer, question):
            best, least = Best(answer, total), weight
        elif unwritten is None or total < unwritten.penalty:
            unwritten = Best(answer, total)
    return best or unwritten


def _written(answer: Estimate, question: Question) -> bool:
    """Whether the plan can be launched as it lies over the machines; on one it can."""
    if len(answer.case.machine.slots) <= answer.case.machine.most_together:
        return True
    try:
        plan = plan_of(answer, question.os, question.task, question.source, question.mirror)
        plan.case.engine.launch(plan)
    except CannotAnswer:
        return False
    return True


def _together(answer: Estimate) -> float:
    """Tokens a second of all at once, 0 unknown."""
    rate = answer.speed.output_tokens_per_s
    return rate.typical if rate else 0.0


def verdict_penalty(answer: Estimate) -> float:
    """What the verdict costs; a queue costs more the fewer it serves at once, main memory filled to the brim (beside a card, or of a
    processor alone) as much as a format of 3 bit."""
    if answer.verdict != "queues":
        return VERDICT_PENALTY[answer.verdict] + CRAMPED_PENALTY * cramped(answer)
    served = (holds_at_once(answer.case, answer.memory) or 0) / answer.case.concurrency
    return VERDICT_PENALTY["queues"] + QUEUE_SHARE_PENALTY * (1 - served)


def cramped(answer: Estimate) -> bool:
    """Whether it leaves the system less main memory than that needs."""
    return too_little_left(answer.case, answer.memory) is not None


def installed_backend(engine: Engine, machine: Machine, question: Question) -> str | None:
    """The back end of the package that the commands install there, where it is not the one that the engine takes elsewhere."""
    device = machine.slots[0].device if machine.slots else None
    if question.os != "windows" or device is None:
        return None
    found = engine.data.get("windows_backend", {}).get(device.vendor)
    return None if found is None else str(found)


def candidates(
    engine: Engine, model_name: str, model: Model, machine: Machine, hardware: Hardware, question: Question
) -> Iterator[Candidate]:
    """Format x layout x KV type x memory share x seats, each with its penalty."""
    traits = engine.data.get("traits", {})
    formats_kind = traits.get("formats", "gguf")
    formats = format_penalties(formats_kind, model, machine, question)
    if formats_kind == "gpu":
        formats = ready_made(engine, model, formats)
    also = traits.get("also_formats", {}).get(machine.slots[0].device.vendor if machine.slots and machine.slots[0].device else "")
    if also:
        formats |= {name: loss - MADE_FOR_IT for name, loss in format_penalties(also, model, machine, question).items()
                    if obtainable(engine, model, name)}
    native_kv = formats_kind == "gpu" and _serves_fp8_kv(machine)
    kv_types = {"auto": 0.0, traits.get("kv_8_bit", ""): KV_FP8_PENALTY if native_kv else KV_PENALTY}
    if not takes_cache_type(engine, machine, traits.get("kv_8_bit", "")):
        kv_types = {"auto": 0.0}
    kv_types.pop("", None)
    shares: dict[float | None, float] = {None: 0.0}
    device = machine.slots[0].device if machine.slots else None
    if device and device.in_main_memory and traits.get("shared_memory_share"):
        shares = {float(traits["shared_memory_share"]): 0.0}
    elif traits.get("full_share"):
        shares[float(traits["full_share"])] = FULL_SHARE_PENALTY
    reserved = bool(traits.get("state_by_batch")) and keeps_state(model)
    for quantization, loss in formats.items():
        for layout, awkward in layouts(traits, model, machine, question):
            for kv_type, kv_loss in kv_types.items():
                for share, share_loss in shares.items():
                    usual = slots(traits, question, int(layout.get("data_parallel", 1)), squeezed=reserved or share_loss > 0)
                    for parallel, asked_loss in {usual: 0.0, **seats(traits, model, question, layout, usual)}.items():
                        settings = Settings(
                            context=question.context,
                            kv_cache_dtype=kv_type,
                            gpu_memory_utilization=share,
                            parallel=parallel,
                            backend=installed_backend(engine, machine, question),
                            **layout,
                        )
                        scenario = Scenario(
                            model=model_name,
                            quantization=quantization,
                            engine=engine.id,
                            hardware=hardware,
                            settings=settings,
                            workload=workload(question),
                        )
                        yield Candidate(scenario, loss + awkward + kv_loss + share_loss + asked_loss)


def seats(traits: Mapping[str, Any], model: Model, question: Question, layout: Mapping[str, int | bool],
          usual: int | None) -> dict[int | None, float]:
    """A seat for each person, asked for, where the engine by itself keeps recurrent states for as many as a share of its memory holds."""
    if usual is not None or not traits.get("states_by_share") or not keeps_state(model):
        return {}
    return {-(-question.users // int(layout.get("data_parallel", 1))): SEATS_PENALTY}


def within(question: Question, model: Model, engine: Engine) -> Question:
    """The question with a context no longer than the model's own, or than its makers allow it to be stretched where the engine's command
    does that: an engine would refuse it or cut it."""
    most = model.max_position_embeddings
    if not most or question.context <= most:
        return question
    made = stretchable(engine, model) if question.context_asked else None
    return question.with_(context=min(question.context, made.longest) if made else most)


def workload(question: Question) -> Workload:
    return Workload(
        concurrency=question.users,
        prompt_tokens=question.prompt_tokens,
        output_tokens=question.output_tokens,
        requests_per_s=question.requests_per_s,
        shared_prefix_tokens=question.shared_prefix_tokens,
    )


def slots(traits: Mapping[str, Any], question: Question, replicas: int, squeezed: bool = False) -> int | None:
    """Slot engines need a slot a person; batching servers keep their own default unless it is too small.

    `squeezed`: no more sequences are allowed than are needed, since memory is short and each reserves some (for its logits, its
    recurrent state).
    """
    if traits.get("batching") == "slots":
        return question.users
    each = -(-question.users // replicas)
    if squeezed:
        return max(FEWEST_SEQUENCES, -(-each // 8) * 8)
    return each if each > int(traits.get("default_parallel", 256)) else None


def takes_cache_type(engine: Engine, machine: Machine, kind: str) -> bool:
    """Whether the device has the arithmetic that the engine needs for this KV type."""
    needs = launch_data(engine).get("kv_compute_capability", {}).get(kind)
    device = machine.slots[0].device if machine.slots else None
    have = device.compute_capability if device and device.vendor == "nvidia" else None
    return needs is None or have is None or have >= needs


def _serves_fp8_kv(machine: Machine) -> bool:
    """Hopper and Blackwell servers attend over an FP8 cache natively; elsewhere another, slower kernel is taken."""
    device = machine.slots[0].device if machine.slots else None
    return bool(device and device.kind == "datacenter" and device.vendor == "nvidia" and (device.compute_capability or 0) >= 9.0)
