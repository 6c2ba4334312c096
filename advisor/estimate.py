"""Scenario -> Estimate: resolves names, fills defaults, asks the engine for memory and the step model for speed.

Composes formula/ and engines/; knows no screen. One warm call stays under a millisecond.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from advisor import advice, catalog, speculation, speed
from advisor.answer import Derivation, Estimate, Memory, Speed, Trace
from advisor.engines import Case, Engine, engine
from advisor.errors import CannotAnswer
from advisor.machine.build import machine_from_hardware
from advisor.scenario import Hardware, Machine, Model, OperatingSystem, Quantization, Scenario, parse_scenario
from advisor.words import say

VERDICTS = ("fits", "tight", "queues", "offload", "does_not_fit")
TIGHT_FRACTION = 0.05


def estimate(scenario: Scenario, any_build: bool = False, os: OperatingSystem | None = None) -> Estimate:
    """What the scenario needs, how fast it goes, whether it fits, and why.

    Without a version the engine's newest known one is meant; with `any_build` any of its builds, as in published measurements that
    name none. `os` is the operating system asked about, None that which the machine is known to have.
    Raises CannotAnswer when a name is not known, a file cannot be read, or settings contradict each other.
    """
    trace = Trace(explains=False)
    try:
        case = resolve(scenario, trace, any_build, os)
    except CannotAnswer as error:
        raise _with_unknown_fields(error, scenario) from None
    memory = case.engine.memory(case, trace)
    pace = speed.predict(case, memory, trace) if memory.starts else Speed()
    verdict = judge(case, memory, trace)
    for sentence, warns in advice.notes(scenario, case, memory, pace, verdict):
        (trace.warn if warns else trace.note)(sentence)
    too_long = advice.too_long(case)
    if too_long is not None:
        trace.notes.insert(0, too_long)
        trace.warnings.insert(0, too_long)
    return Estimate(_filled(scenario, case), case, verdict, memory, pace, tuple(trace.notes), tuple(trace.warnings),
                    lambda: explained(case))


def _with_unknown_fields(error: CannotAnswer, scenario: Scenario) -> CannotAnswer:
    """The refusal, with the fields that were left out: a slip in one of them may be why something is missing."""
    if not scenario.unknown_fields:
        return error
    why = error.why
    for unknown in scenario.unknown_fields:
        left_out = say("This version does not know the field {field}; it was left out.", field=unknown)
        why = say("{sentence} {next}", sentence=why, next=left_out)
    return CannotAnswer(why, error.mend, error.field)


def explained(case: Case) -> list[Derivation]:
    """How the figures of a filled case came about: the same rules again, with explanations."""
    trace = Trace()
    memory = case.engine.memory(case, trace)
    if memory.starts:
        speed.predict(case, memory, trace)
    return trace.derivations


def estimate_json(data: object) -> dict[str, Any]:
    """One line of `advisor estimate`: the answer, or `{"error": …}` when the question cannot be answered."""
    try:
        return estimate(parse_scenario(data), any_build=True).json()
    except CannotAnswer as error:
        return {"error": str(error)}


def resolve(scenario: Scenario, trace: Trace, any_build: bool = False, os: OperatingSystem | None = None) -> Case:
    """Names to things: model, quantization, machine and engine, with the engine's defaults filled in.

    Raises CannotAnswer naming the field that cannot be resolved.
    """
    for unknown in scenario.unknown_fields:
        trace.note(say("This version does not know the field {field}; it was left out.", field=unknown))
    if not scenario.model:
        raise CannotAnswer(say("The scenario names no model."), say("Set `model` to a name, a config.json or a .gguf file."), "model")
    model, implied = catalog.resolve_model(scenario.model)
    machine = _machine(scenario.hardware, os, catalog.generation())
    for note in machine.notes:
        trace.note(note)
    wanted = engine(scenario.engine) if scenario.engine else engine_for(scenario, model, machine, implied, trace)
    quantization = choose_quantization(scenario, model, machine, wanted, implied, trace)
    version = scenario.engine_version or str(wanted.data.get("version", ""))
    if scenario.engine_version and not any(c.isdigit() for c in version):
        trace.note(say("{version} names no release of {engine}: answered by the rules of {known}.", version=version,
                       engine=wanted.name, known=str(wanted.data.get("version", ""))))
    case = Case(model=model, quantization=quantization, machine=machine, engine=wanted, version=version,
                settings=scenario.settings, workload=scenario.workload, backend=scenario.settings.backend,
                model_reference=scenario.model, dated=scenario.engine_version is not None or not any_build)
    speculation.refuse(case)
    return wanted.fill(case, trace)


@lru_cache(maxsize=64)
def _machine(hardware: Hardware, os: OperatingSystem | None, generation: int) -> Machine:
    """One and the same for all scenarios on it: one of thousands of cards is large."""
    machine = machine_from_hardware(hardware, catalog.find_device)
    return machine.model_copy(update={"os": os}) if os else machine


def choose_quantization(scenario: Scenario, model: Model, machine: Machine, wanted: Engine, implied: str | None,
                        trace: Trace) -> Quantization:
    """The asked-for format, else the file's or name's own, else what the engine would take for that name."""
    if scenario.quantization:
        return catalog.find_quantization(scenario.quantization)
    if implied:
        return catalog.find_quantization(implied)
    chosen = catalog.find_quantization(wanted.default_quantization(model, machine))
    trace.note(say("No quantization was asked for: {engine} would take {name}.", engine=wanted.name, name=chosen.name))
    return chosen


def engine_for(scenario: Scenario, model: Model, machine: Machine, implied: str | None, trace: Trace) -> Engine:
    """The engine for a scenario that names none: llama.cpp for GGUF files and mixes or without a GPU, else vLLM."""
    asked = scenario.quantization or implied
    kind = catalog.find_quantization(asked).kind if asked else None
    if model.gguf_tensors is not None or kind == "gguf_mix" or not machine.slots:
        chosen = engine("llama.cpp")
    elif kind == "mlx":
        chosen = engine("mlx-lm")
    else:
        chosen = engine("vllm")
    trace.note(say("No engine was named: answered for {engine}.", engine=chosen.name))
    return chosen


def judge(case: Case, memory: Memory, trace: Trace) -> str:
    """The contract's verdict on `concurrency` requests of `context` tokens each; the worst that applies."""
    if memory.total_bytes is None or memory.usable_bytes is None:
        return "unknown"
    found = ["fits"]
    spare = memory.headroom_bytes or 0
    people = case.concurrency
    fitting = fitting_requests(case, memory)
    if case.engine.reserves_pool and fitting:
        spare = int((memory.kv_bytes or 0) * (1 - min(1.0, people / fitting)))
    if spare < TIGHT_FRACTION * memory.usable_bytes:
        found.append("tight")
    holds = holds_at_once(case, memory)
    if holds is not None and holds < people:
        found.append("queues")
        if memory.starts and case.model.job != "text":
            trace.note(say("It holds {holds} of {people} texts of {context} tokens at once; the others wait until those are read.",
                           holds=holds, people=people, context=case.settings.context or 0))
        elif memory.starts:
            trace.note(say("It holds {holds} of {people} requests of {context} tokens at once; the others wait or are pushed out.",
                           holds=holds, people=people, context=case.settings.context or 0))
    if memory.host_weights_bytes or memory.host_kv_bytes:
        found.append("offload")
    if not memory.starts or (memory.max_concurrency is not None and memory.max_concurrency < 1):
        found.append("does_not_fit")
    cut = case.engine.not_served(case)
    if cut:     # it starts all the same, and serves what is shorter
        trace.warn(cut)
    if unserved(case):
        found.append("does_not_fit")
    refusal = next((refusal for refusal in case.engine.refusals(case) if refusal.hard), None)
    if refusal is not None:
        found.append("does_not_fit")
        if not any(refusal.reason in note for note in trace.notes):
            trace.note(say("It would not start there. {reason}", reason=refusal.reason))
    return max(found, key=VERDICTS.index)


def unserved(case: Case) -> str:
    """Why the requests get no answer though the engine starts: they are longer than what the model was made for (where no lengths are
    said, those of the context's length). "" where they do."""
    own = case.model.max_position_embeddings
    return case.engine.not_served(case) if own is not None and (case.request_tokens or case.settings.context or 0) > own else ""


def holds_at_once(case: Case, memory: Memory) -> int | None:
    """How many full-length requests are served at the same time: the lesser of slots and cache; None is no limit."""
    slots = memory.slots * case.settings.data_parallel if memory.slots is not None else None
    limits = [int(limit) for limit in (slots, fitting_requests(case, memory)) if limit is not None]
    return min(limits) if limits else None


def fitting_requests(case: Case, memory: Memory) -> float | None:
    """Full-length requests whose KV fits at once: what the engine prints, more where a shared prefix is held only once.

    With c·L tokens in the pool and S of each L shared, (c·L − S) / (L − S) requests fit (the prefix cache keeps one copy).
    """
    context, shared = case.settings.context or 0, case.workload.shared_prefix_tokens
    if memory.max_concurrency is None or not shared or not case.engine.reserves_pool or case.settings.prefix_caching is False:
        return memory.max_concurrency
    shared = min(shared, context - 1)
    copies = case.settings.data_parallel
    return max(0.0, memory.max_concurrency * context - copies * shared) / (context - shared)


def _filled(scenario: Scenario, case: Case) -> Scenario:
    """The scenario as answered: quantization, engine, version and every default written in."""
    return Scenario.model_construct(**{**scenario.__dict__, "quantization": case.quantization.id, "engine": case.engine.id,
                                       "engine_version": case.version, "settings": case.settings, "workload": case.workload})
