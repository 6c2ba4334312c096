"""Task and machine -> ranked recommendations with reasons and commands; every engine is ranked or rejected in one line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from advisor import catalog, units
from advisor.answer import Command, Estimate, Trace
from advisor.engines import Engine, Refusal, engines
from advisor.errors import CannotAnswer
from advisor.estimate import resolve
from advisor.machine.build import machine_from_hardware
from advisor.plan import plan_of
from advisor.recommend import choice, models, reasons, rules
from advisor.recommend.finish import finer, roomier
from advisor.recommend.formats import format_penalties, obtainable
from advisor.recommend.layouts import one_machine
from advisor.recommend.nearest import Change, nearest_changes
from advisor.recommend.plans import Best, workload
from advisor.recommend.question import Question
from advisor.recommend.reasons.speed import passed_over
from advisor.scenario import Hardware, Machine, Model, Scenario, Settings
from advisor.words import Text, say

__all__ = ["Question", "Recommendation", "Recommendations", "Rejection", "recommend"]

FOR_ANSWERS = ("chat", "code", "agents", "rag", "team-service")
"""Tasks in which a person or a program wants an answer to what was asked."""
FOR_WRITERS = ("chat", "code", "agents")
"""Tasks that a model must write for: one that makes vectors or scores of texts serves a search (rag), a batch or a service of others."""
PENALTY_WEIGHT = 0.5
WEIGHTY_POINTS = -7.0
WORTH_POINTS = 3.0
"""Points of an engine that a doubling of ability weighs: an engine that can only serve a lesser model comes behind one that is more to
set up."""
UNPUBLISHED_POINTS = 15.0
"""What weights that nobody published weigh against engines that find theirs: who must make them first starts nothing today."""
SPEED_POINTS = 14.0
"""What each doubling weighs by which an engine is slower with the same model, beyond what the figures leave open: as much as a server
takes more to set up for one person."""
SHORT_POINTS = 12.0
"""What each halving of the context that was asked for weighs, against engines that reach more of it."""
ROOMY = 2**36
"""Bytes that hold some model of the catalog, where the machine's own hold none."""


@dataclass(frozen=True, slots=True)
class Recommendation:
    """One ranked engine with its best plan: why, what to mind, what to type."""

    engine: str
    title: str
    estimate: Estimate
    reasons: list[str]
    cautions: list[str]
    commands: list[Command]
    points: float
    unstartable: str = ""
    """Why it has no commands."""

    def json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "title": self.title,
            "scenario": self.estimate.scenario.model_dump(mode="json"),
            "estimate": self.estimate.json(),
            "reasons": self.reasons,
            "cautions": self.cautions,
            "commands": [command.json() for command in self.commands],
        }


@dataclass(frozen=True, slots=True)
class Rejection:
    """An engine that is not recommended, and why, in one line."""

    engine: str
    reason: str

    def json(self) -> dict[str, str]:
        return {"engine": self.engine, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Recommendations:
    """The answer of `recommend`: ranked, rejected, and (where the first does not fit) what would make it fit."""

    question: Question
    recommendations: list[Recommendation]
    rejected: list[Rejection]
    nearest: list[Change] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        return {
            "recommendations": [r.json() for r in self.recommendations],
            "rejected": [r.json() for r in self.rejected],
            "nearest": [c.json() for c in self.nearest],
        }


@dataclass(frozen=True, slots=True)
class _Ranked:
    engine: Engine
    best: Best
    said: list[rules.Judgement]
    points: float
    ready: bool
    """Whether its weights are to be had as they are."""

    @property
    def rejected_by(self) -> str | None:
        """The reason of the first rule that takes the engine out; None when it stays in the ranking."""
        return next((judgement.reason for judgement in self.said if judgement.rejects), None)


def recommend(question: Question, stopped: Callable[[], bool] = lambda: False) -> Recommendations:
    """Ranks every engine for the question; those so far once `stopped()`, when nobody waits for the answer any more.

    Raises CannotAnswer when a name in it is not known.
    """
    hardware = question.hardware or _detected()
    machine = machine_from_hardware(hardware, catalog.find_device)
    question = question.on(machine)
    apart = one_machine(hardware, machine)
    named, question = _named_model(question)
    ranked: list[_Ranked] = []
    rejected: list[Rejection] = []
    unfit: list[Estimate] = []
    for candidate in engines().values():
        if stopped():
            return Recommendations(question, [], rejected, [])
        joined = machine.single or candidate.reserves_pool
        outcome = _consider(candidate, named, machine, hardware, question) if joined else _consider(candidate, named, *apart, question)
        if isinstance(outcome, Rejection):
            rejected.append(outcome)
        elif outcome.best.estimate.verdict == "does_not_fit":
            unfit.append(outcome.best.estimate)
            rejected.append(Rejection(candidate.id, _unfit_reason(outcome.best.estimate, _against(outcome.said))))
        else:
            ranked.append(outcome)
    behind = choice.slower([r.best.estimate for r in ranked if r.ready and r.rejected_by is None], question)
    ranked = [replace(r, points=r.points - SPEED_POINTS * behind(r.best.estimate)) for r in ranked]
    usual = max((r.best.usual for r in ranked), default=models.UNVALUED)
    worths = models.with_gains([r.best.value for r in ranked], usual)
    order = sorted(zip(ranked, worths, strict=True), key=lambda pair: -WORTH_POINTS * pair[1] - pair[0].points)
    ranked = [one for one, _ in order]
    chosen = [r for r in ranked if r.rejected_by is None] or ranked
    made = [_recommendation(r, question) for r in chosen]
    if not any(r.commands for r in made):       # rather an engine that is advised against than none that can be started
        advised_against = [r for r in ranked if r not in chosen]
        startable = [(r, told) for r in advised_against if (told := _recommendation(r, question)).commands]
        chosen, made = [*chosen, *(r for r, _ in startable)], [*made, *(told for _, told in startable)]
    rejected += [Rejection(r.engine.id, _against(r.said)) for r in ranked if r not in chosen]
    recommendations = [r for r in made if r.commands] or made       # what nobody can start is no recommendation beside what one can
    rejected += [Rejection(r.engine, r.unstartable) for r in made if r not in recommendations]
    recommendations = _overruled(recommendations, rejected, question)
    last_resort = all(r.rejected_by is not None for r in ranked)        # what suits so many did not fit: what would let it?
    nearest = _nearest(recommendations, unfit, last_resort)
    return Recommendations(question, recommendations, rejected, nearest)


def _overruled(made: list[Recommendation], rejected: list[Rejection], question: Question) -> list[Recommendation]:
    """The same, the first with what became of the wish for another engine."""
    if not made or question.engine in (None, made[0].engine):
        return made
    asked = engines()[question.engine].name
    why = next((r.reason for r in rejected if r.engine == question.engine), None)
    told = say("You asked for {asked}. {why}", asked=asked, why=why) if why else \
        say("You asked for {asked}, which runs here too: {engine} comes first for the reasons above.", asked=asked,
            engine=engines()[made[0].engine].name)
    return [replace(made[0], cautions=[told, *made[0].cautions]), *made[1:]]


def _named_model(question: Question) -> tuple[str | None, Question]:
    """The asked-for model's name; a quantization in the name (`…-AWQ`, a GGUF file) is a wish like any other."""
    if not question.model:
        return None, question
    model, implied = catalog.resolve_model(question.model)
    if (model.job != "text" and question.task in FOR_WRITERS) or ("moderation" in model.capabilities and question.task in FOR_ANSWERS):
        raise CannotAnswer(_other_job(model), say("Name a model that answers, or ask `estimate` and `command` how to serve this one."),
                           "model")
    if implied and not question.quantization:
        question = question.with_(quantization=implied)
    return question.model, question


def _other_job(model: Model) -> Text:
    """What a model is for that answers no person."""
    if model.job == "embedding":
        return say("{model} turns texts into vectors: it answers nobody.", model=model.name)
    if model.job == "reranker":
        return say("{model} scores texts for a question: it answers nobody.", model=model.name)
    return say("{model} judges whether texts are safe: it is not made to answer.", model=model.name)


def _consider(
    candidate: Engine, named: str | None, machine: Machine, hardware: Hardware, question: Question
) -> _Ranked | Rejection:
    """The engine's best plan with points, or why it is out."""
    traits = candidate.data.get("traits", {})
    view = rules.View(candidate, traits, question, machine)
    refusal = _refused(candidate, named, machine, hardware, question)
    if refusal is not None:
        return Rejection(candidate.id, _against(rules.judge(replace(view, refused=True)), refusal.reason))
    plan = choice.best_over_models(candidate, named, machine, hardware, question)
    if plan is None:
        return Rejection(candidate.id, say("No format of this model runs in it on this machine."))
    plan = finer(roomier(plan, question), question)
    soft = [r for r in candidate.refusals(plan.estimate.case) if not r.hard and r.kind != "os"]     # of the system the rules speak
    case = plan.estimate.case
    said = rules.judge(replace(view, divided=case.settings.tensor_parallel, slots=case.settings.parallel,
                               holds=plan.estimate.verdict in ("fits", "tight")))
    said += [rules.Judgement(0, r.reason, rejects=True, caution=r.reason) for r in soft if r.kind == "unproven"]
    ready = obtainable(candidate, case.model, case.quantization.id) or case.model_path is not None
    points = sum(j.points for j in said) - 4.0 * len(soft)
    points -= PENALTY_WEIGHT * min(plan.penalty, 40.0) if named else 0.0       # else the model's worth counts it (`choice`)
    points -= 0.0 if ready else UNPUBLISHED_POINTS
    if question.context_asked and case.settings.context:
        points -= SHORT_POINTS * max(0.0, math.log2(question.context / case.settings.context))
    return _Ranked(candidate, plan, said, points, ready)


def _refused(candidate: Engine, named: str | None, machine: Machine, hardware: Hardware, question: Question) -> Refusal | None:
    """A hard refusal that no choice of format can lift (operating system, vendor, generation)."""
    name = named or (models.candidates(question, machine, choice.memory_of(machine)) or models.candidates(question, machine, ROOMY))[0].id
    model, _ = catalog.resolve_model(name)
    first: Refusal | None = None
    for quantization in format_penalties(candidate.data.get("traits", {}).get("formats", "gguf"), model, machine, question):
        scenario = Scenario(
            model=name,
            quantization=quantization,
            engine=candidate.id,
            hardware=hardware,
            settings=Settings(context=min(question.context, 2048)),
            workload=workload(question),
        )
        try:
            case = resolve(scenario, Trace(), os=question.os)
        except CannotAnswer as error:
            first = first or Refusal("hardware", error.sentence)
            continue
        hard = [r for r in candidate.refusals(case) if r.hard and (named or r.kind != "architecture")]
        if not hard:
            return None
        first = first if first and first.kind != "format" else hard[0]
        for refusal in hard:
            if refusal.kind in ("os", "hardware"):
                first = refusal
    return first


def _recommendation(ranked: _Ranked, question: Question) -> Recommendation:
    answer = ranked.best.estimate
    why = [j.reason for j in ranked.said if j.reason and j.points >= 0 and not j.rejects] + reasons.facts(reasons.REASONS, answer, question)
    why += [passed] if ranked.best.abler and (passed := passed_over(ranked.best.abler, question)) else []
    mind = [j.caution for j in ranked.said if j.caution] + [
        j.reason for j in ranked.said if j.reason and j.points < 0 and not j.caution
    ]
    mind += [r.reason for r in ranked.engine.refusals(answer.case) if not r.hard and r.kind != "os"]
    mind += [*answer.warnings, *reasons.facts(reasons.CAUTIONS, answer, question)]
    case = answer.case
    title = say(
        "{engine}: {model}, {quantization}, {users} at once x {context} tokens",
        engine=ranked.engine.name,
        model=case.model.name,
        quantization=case.quantization.name,
        users=question.users,
        context=case.settings.context or 0,
    )
    commands, unstartable = _commands(answer, question)
    mind += [unstartable] if unstartable else []
    return Recommendation(ranked.engine.id, title, answer, why, list(dict.fromkeys(mind)), commands, ranked.points, unstartable)


def _commands(answer: Estimate, question: Question) -> tuple[list[Command], str]:
    """Install, fetch, launch, check, call and stop, for the system's own shell; none, and why, where they cannot be written for this
    plan (one model over machines that the engine joins by other means)."""
    shell = "powershell" if question.os == "windows" else "bash"
    try:
        plan = plan_of(answer, question.os, question.task, question.source, question.mirror)
        return list(plan.case.engine.commands(plan, shell)), ""
    except CannotAnswer as error:
        return [], error.why


def _nearest(recommendations: list[Recommendation], unfit: list[Estimate], last_resort: bool) -> list[Change]:
    """What would make the first recommendation fit, or the nearest miss where nothing fits, or nothing but what does not suit."""
    if recommendations:
        found = nearest_changes(recommendations[0].estimate)
        if found or not last_resort:
            return found
    for answer in unfit:
        found = nearest_changes(answer)
        if found:
            return found
    return []


def _unfit_reason(answer: Estimate, other: str) -> str:
    """That it does not fit, with the figures, and what else speaks against the engine."""
    memory = answer.memory
    if memory.total_bytes is None or memory.usable_bytes is None:
        return other or say("It does not fit in this machine's memory.")
    model, quantization, ram = answer.case.model.name, answer.case.quantization.name, answer.case.machine.host_memory_bytes
    if memory.total_bytes <= memory.usable_bytes and memory.host_bytes and ram:
        needed = say("{model} does not fit: what {quantization} leaves for main memory is {need}, and it has {usable}.", model=model,
                     quantization=quantization, need=units.gigabytes(memory.host_bytes), usable=units.gigabytes(ram))
    else:
        needed = say("{model} does not fit: {quantization} needs {need} a device, {usable} are usable.", model=model,
                     quantization=quantization, need=units.gigabytes(memory.total_bytes),
                     usable=units.gigabytes(max(0, memory.usable_bytes)))
    return say("{first} {second}", first=other, second=needed) if other else needed


def _against(said: list[rules.Judgement], refusal: str = "") -> str:
    """What speaks against an engine, at most two sentences: what it cannot do here, then the rules that weigh most."""
    weighty = [j for j in said if j.reason and (j.rejects or j.points <= WEIGHTY_POINTS)]
    weighty.sort(key=lambda j: (not j.rejects, j.points))
    sentences = [text for text in (refusal, *(j.reason for j in weighty)) if text][:2]
    return say("{first} {second}", first=sentences[0], second=sentences[1]) if len(sentences) == 2 else next(iter(sentences), "")


def _detected() -> Hardware:
    """This machine as a scenario's hardware."""
    from advisor.machine.detect import detect
    from advisor.machine.hardware import hardware_of

    return hardware_of(detect())
