"""What speed decides: which model an engine is recommended with, where none was named (`best_over_models`), and which of the engines
with one and the same model (`slower`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from advisor import catalog
from advisor.answer import Estimate, Range
from advisor.engines import Engine
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.recommend import models
from advisor.recommend.formats import computed_in, format_penalties, has_weights, obtainable, ready_made
from advisor.recommend.plans import SPEED_FIRST, Best, best_plan, cramped, verdict_penalty, within
from advisor.recommend.question import Question
from advisor.recommend.reasons.speed import pace_each
from advisor.scenario import Hardware, Machine, Model

UNKNOWN_PACE = 2.0
# In doublings of size: who named no model wants one that all can use at once, wholly on the device, with room to spare.
LESSER_VERDICT: dict[str, float] = {"fits": 0.0, "tight": 1.5}
LEAST_VERDICT = 8.0
POINT = 0.2
"""Doublings of ability that a point of a plan's penalty weighs."""
CLEARLY_ABLER = 1.0
"""In doublings: what is worth telling of a model that was passed over."""
SAME_FORMAT = 0.8
"""Share of the bits a weight from which a faster engine counts as faster: with fewer it reads less, and loses more."""


def best_over_models(
    candidate: Engine, named: str | None, machine: Machine, hardware: Hardware, question: Question
) -> Best | None:
    """The engine's best plan: for the model that was named, else for the worthiest of those that it runs well there. None where no format
    of it runs."""
    if named:
        model, _ = catalog.resolve_model(named)
        return best_plan(candidate, named, model, machine, hardware, within(question, model, candidate))
    tried: list[Best] = []
    memory, content = memory_of(machine), False
    speedy = question.priority in SPEED_FIRST or question.task == "batch"
    enough = models.ENOUGH_FOR_SPEED if speedy else models.ENOUGH

    def ready(model: Model) -> bool:
        return candidate.loads(model) and has_weights(candidate, model, machine, question, memory)

    for model in models.candidates(question, machine, memory, ready):
        if content and len(tried) >= enough:
            break
        plan = best_plan(candidate, model.id, model, machine, hardware, within(question, model, candidate), LESSER_VERDICT["tight"] / POINT)
        if plan is None:
            continue
        found = _faster(plan, machine, question)
        rate, first = pace_each(found.estimate, question), found.estimate.speed.ttft_s
        pace = models.too_slow(rate, question) if rate else UNKNOWN_PACE
        wait = models.too_late(first.typical, question) if first else 0.0
        at_hand = obtainable(candidate, model, found.estimate.case.quantization.id)
        lesser = LESSER_VERDICT.get(found.estimate.verdict, LEAST_VERDICT)
        if any(r.kind == "unproven" for r in candidate.refusals(found.estimate.case)):
            lesser = LEAST_VERDICT
        gained = _gained(found.estimate, question)
        able = models.ability(model, question, at_hand) - models.forbidden(model, question)
        content = content or (at_hand and not lesser)
        tried.append(replace(found, value=models.Valued(able - POINT * found.penalty - pace - wait - lesser, able, gained)))
    if not tried:
        return None
    usual = max(found.value for found in tried)
    usual = usual._replace(able=max(usual.able, models.ablest(question, machine, memory)))
    worths = models.with_gains([found.value for found in tried], usual)
    chosen = tried[worths.index(max(worths))]
    return replace(chosen, usual=usual, abler=_abler(chosen, tried))


def _gained(answer: Estimate, question: Question) -> float:
    """What its speed gives beyond being enough, in doublings of ability."""
    together, first = answer.speed.output_tokens_per_s, answer.speed.ttft_s
    return models.gain(pace_each(answer, question), together.typical if together else None, first.typical if first else None, question)


def _faster(best: Best, machine: Machine, question: Question) -> Best:
    """The same plan in another format of a server that the device computes in, where the tokens of all together are the aim and it gives
    so many more that they outweigh what it loses. (A format that is unpacked first saves memory, and little time under a high load.)"""
    answer, engine, model = best.estimate, best.estimate.case.engine, best.estimate.case.model
    kind, now = engine.data.get("traits", {}).get("formats", "gguf"), answer.case.quantization.id
    if question.priority not in models.OUTPUT_WEIGHT or question.quantization or kind != "gpu" or answer.verdict not in ("fits", "tight"):
        return best
    losses = ready_made(engine, model, format_penalties(kind, model, machine, question))
    chosen, most = best, _gained(answer, question) - POINT * best.penalty
    for name, loss in losses.items():
        if name == now or now not in losses or name not in computed_in(answer.case.device) or not obtainable(engine, model, name):
            continue
        try:
            other = estimate(answer.scenario.with_(quantization=name), os=question.os)
        except CannotAnswer:
            continue
        penalty = best.penalty - verdict_penalty(answer) + loss - losses[now] + verdict_penalty(other)
        if other.verdict != "fits" or any(refusal.hard for refusal in engine.refusals(other.case)):
            continue
        if _gained(other, question) - POINT * penalty > most:
            chosen, most = replace(best, estimate=other, penalty=penalty), _gained(other, question) - POINT * penalty
    return chosen


def _abler(chosen: Best, tried: Sequence[Best]) -> Estimate | None:
    """Of those that fit as well and are clearly abler than the chosen one the worthiest, where it is slower."""
    fitting = [found for found in tried if found.estimate.verdict == "fits" and not cramped(found.estimate)
               and found.value.able >= chosen.value.able + CLEARLY_ABLER]
    best = max(fitting, key=lambda found: found.value.worth, default=None)
    if best is None:
        return None
    pace, own = best.estimate.speed.decode_tokens_per_s, chosen.estimate.speed.decode_tokens_per_s
    return best.estimate if pace and own and pace.typical < own.typical else None


def slower(estimates: Sequence[Estimate], question: Question) -> Callable[[Estimate], float]:
    """By how many doublings an answer is slower than the fastest of these with the same model in no lesser format, at the best that may
    be expected of it and the worst of that one: figures whose ranges overlap decide nothing. (Between models their worth says it.)"""
    speeds = [(answer.case.model.id, _bits(answer), speed) for answer in estimates if (speed := _speed(answer, question))]

    def behind(answer: Estimate) -> float:
        own, least = _speed(answer, question), SAME_FORMAT * _bits(answer)
        best = max((speed.low for model, bits, speed in speeds if model == answer.case.model.id and bits >= least), default=0.0)
        return max(0.0, math.log2(best / own.high)) if best and own and own.high else 0.0

    return behind


def _bits(answer: Estimate) -> float:
    return answer.case.quantization.bits_per_weight or 16.0


def _speed(answer: Estimate, question: Question) -> Range | None:
    """What the person looks at first: tokens a second of all together, the first token (its inverse), else each one's pace."""
    if question.priority in ("throughput", "cost") or question.task == "batch":
        return answer.speed.output_tokens_per_s
    if question.priority == "first-token":
        first = answer.speed.ttft_s
        return Range(1.0 / first.high, 1.0 / first.typical, 1.0 / first.low) if first and first.low else None
    return answer.speed.each(question.users)


def memory_of(machine: Machine) -> int:
    """What all devices together may hold; RAM where there is no GPU."""
    held = sum(slot.memory_bytes or 0 for slot in machine.slots)
    return held or int(0.7 * (machine.host_memory_bytes or 16 * 2**30))
