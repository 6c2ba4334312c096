"""From a scenario to a simulated run: the engine's scheduler and levers, the formula model's step time, a workload."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from math import inf
from pathlib import Path
from typing import Any

from advisor import speed, units
from advisor.answer import Memory
from advisor.answer import Trace as Derivations
from advisor.engines import Case
from advisor.errors import CannotAnswer
from advisor.estimate import resolve, unserved
from advisor.formula.step_time import StepModel
from advisor.readers.trace import BLOCK_TOKENS, Trace, read_trace
from advisor.scenario import Scenario
from advisor.simulator import fast_lane
from advisor.simulator.arrivals import Workload, closed_workload, open_workload
from advisor.simulator.base import Scheduler
from advisor.simulator.beside import calculated, told_apart
from advisor.simulator.clock import StepClock
from advisor.simulator.draws import Lengths
from advisor.simulator.figures import DEFAULT_SLO, Slo, summary, write_requests, write_timeline
from advisor.simulator.limits import NO_LIMITS, Limits
from advisor.simulator.record import Record, Timeline
from advisor.simulator.requests import FOREVER, Content
from advisor.simulator.run import run, run_lanes
from advisor.simulator.schedulers.llamacpp import LlamaCpp, Ollama
from advisor.simulator.schedulers.serial import Serial, Static
from advisor.simulator.schedulers.sglang import SgLang
from advisor.simulator.schedulers.tensorrt import TensorRt
from advisor.simulator.schedulers.vllm import Vllm
from advisor.words import Text, say

SCHEDULERS: dict[str, type[Scheduler]] = {
    "vllm": Vllm, "continuous": Vllm, "sglang": SgLang, "tensorrt-llm": TensorRt, "llama.cpp": LlamaCpp, "ollama": Ollama,
    "static": Static, "serial": Serial}
OTHER_NAMES = {"num_gpu_blocks": "num_blocks"}
BASELINES = ("serial", "static", "continuous")
PROMPT = Lengths(mean=speed.PROMPT_TOKENS)      # what an estimate takes where nothing is said
OUTPUT = Lengths(mean=speed.OUTPUT_TOKENS)
MOST_REQUESTS = 5_000_000
ENDLESS_BLOCKS = 1 << 40
HOST_PROMPT_CACHE_BYTES = 8192 << 20


@dataclass(frozen=True, slots=True)
class Plant:
    """What serves: plain, picklable, made once a scenario. `name` and `levers` make a scheduler; `copies` equal engines.

    `kv_tokens` is what one engine's cache holds; `entry_s` what a request takes besides the engine's steps (parsing, tokenizing,
    the way back), which comes on top of its waits.
    """

    name: str
    levers: tuple[tuple[str, Any], ...]
    model: StepModel
    kv_tokens: int
    kv_bytes_per_token: float | None
    ubatch: int | None = None
    copies: int = 1
    router: str = "least_loaded"
    entry_s: float = 0.0

    def scheduler(self) -> Scheduler:
        return SCHEDULERS[self.name](**dict(self.levers))


def plant(case: Case, memory: Memory, scheduler: str = "continuous") -> Plant:
    """The engine of a resolved case, or a baseline in its place (`serial`, `static`).

    Raises CannotAnswer where the model does not fit there, or the device's speed is unknown.
    """
    if scheduler not in BASELINES:
        raise CannotAnswer(
            say("No scheduler is called {scheduler}.", scheduler=repr(scheduler[:40])),
            say("Use {names}.", names=", ".join(BASELINES)),
            "scheduler",
        )
    model = speed.step_model(case, memory)
    if model is None and case.engine.unmeasured(case):
        name = case.device.name if case.device else ""
        raise CannotAnswer(say("No speed of {device} is known here, so steps have no time.", device=name),
                           say("Choose another device of the catalog."), "hardware.device")
    if model is None:
        raise CannotAnswer(
            say("The device's memory bandwidth is not known, so steps have no time."),
            say("Choose a device of the catalog, or give its hardware.bandwidth_gb_per_s."),
            "hardware.device",
        )
    if not memory.starts or memory.kv_capacity_tokens == 0 or (memory.max_concurrency is not None and memory.max_concurrency < 1):
        raise CannotAnswer(say("The scenario does not fit: there is nothing to simulate."),
                           say("Choose a smaller model, quantization or context, or more memory."))
    name, asked = case.engine.scheduler(case, memory)
    copies = max(case.settings.data_parallel, 1)
    tokens = (memory.kv_capacity_tokens or 0) // copies
    parallel, context = case.settings.parallel or 1, case.settings.context or 1 << 40
    if scheduler == "serial":
        name, asked = "serial", {"max_model_len": context}
    elif scheduler == "static":
        name, asked = "static", {"max_batch_size": parallel, "kv_tokens": tokens or 1 << 60, "max_model_len": context}
    if name not in SCHEDULERS:
        raise CannotAnswer(
            say("There is no simulated scheduler {name} for {name2}.", name=repr(name[:40]), name2=case.engine.name), field="engine"
        )
    levers = _levers(name, asked, tokens, memory)
    return Plant(name, tuple(levers.items()), StepModel(*(float(value) for value in model)), _pool(levers, tokens),
                 float(memory.kv_bytes_per_token) if memory.kv_bytes_per_token else None,
                 levers.get("n_ubatch"), copies, entry_s=float(model.first_s))


def _levers(name: str, asked: dict[str, Any], tokens: int, memory: Memory) -> dict[str, Any]:
    """The engine's levers under the names that the simulated scheduler takes; what is None is its own default."""
    known = signature(SCHEDULERS[name].__init__).parameters
    if name == "ollama":
        known = {**known, **signature(LlamaCpp.__init__).parameters}  # type: ignore[assignment]
    named = {OTHER_NAMES.get(key, key): value for key, value in asked.items() if value is not None}
    levers = {key: value for key, value in named.items() if key in known}
    if name == "continuous":
        levers.setdefault("enable_prefix_caching", False)
        levers.setdefault("num_blocks", tokens // levers.get("block_size", 16) or ENDLESS_BLOCKS)
    if name in ("llama.cpp", "ollama") and memory.kv_bytes_per_token:
        levers["host_prompt_cache_tokens"] = HOST_PROMPT_CACHE_BYTES // memory.kv_bytes_per_token
    if SCHEDULERS[name] is Vllm:
        seats, budget = levers.get("max_num_seqs", 256), levers.get("max_num_batched_tokens") or max(2048, levers.get("max_num_seqs", 0))
        levers["max_num_batched_tokens"] = max(budget, 1)
        levers["max_num_seqs"] = min(seats, levers["max_num_batched_tokens"])
    return levers


def _pool(levers: dict[str, Any], tokens: int) -> int:
    if "n_ctx_slot" in levers:
        slots = 1 if levers.get("kv_unified") else levers.get("n_parallel", levers.get("num_parallel", 1))
        return int(levers["n_ctx_slot"] * slots)
    return tokens


# ------------------------------------------------------------------------------------------------ a workload

@dataclass(frozen=True, slots=True)
class Load:
    """Who asks, plain and picklable: `kind` closed (users who think), poisson, burst, day, even, or trace."""

    kind: str = "closed"
    users: int = 1
    requests_per_s: float = 1.0
    requests: int = 100
    prompt: Lengths = PROMPT
    output: Lengths = OUTPUT
    think_s: float = 0.0
    cv: float = 3.0
    shared_tokens: int = 0
    groups: int = 1
    seconds: float = inf

    def workload(self, seed: int, trace: Trace | None = None) -> Workload:
        """The requests; the same seed draws the same ones, whatever the rate or number of users."""
        if trace is not None:
            made = trace_workload(trace, self.requests)
        elif self.kind == "closed":
            made = closed_workload(self.users, self.think_s, self.requests, self.prompt, self.output, seed,
                                   shared_tokens=self.shared_tokens, groups=self.groups,
                                   mid_life=self.think_s == 0 and self.requests > self.users)
        else:
            made = open_workload(self.kind, self.requests_per_s, self.requests, self.prompt, self.output, seed, cv=self.cv,
                                 shared_tokens=self.shared_tokens, groups=self.groups, users=self.users)
        made.close_after(self.seconds)
        return made


def load_of(scenario: Scenario, requests: int | None = None, seconds: float | None = None) -> Load:
    """A scenario's workload: its rate, else its people in a closed loop, each asking again at once; lengths as given."""
    w = scenario.workload
    people = w.concurrency or 1
    rate = w.requests_per_s
    if requests is None and seconds is None:
        requests = max(200, min(20 * people, 20_000), 2 * people)
    elif requests is None:
        requests = int(min(rate * seconds * 1.5 + 100, MOST_REQUESTS)) if rate and seconds else 200_000
    if not 0 < requests <= MOST_REQUESTS:
        raise CannotAnswer(say("A run has 1 to {most_requests} requests.", most_requests=MOST_REQUESTS), field="requests")
    prompt = Lengths(mean=w.prompt_tokens) if w.prompt_tokens else PROMPT
    output = Lengths(mean=w.output_tokens) if w.output_tokens else OUTPUT
    return Load("poisson" if rate else "closed", people, rate or 1.0, requests, prompt, output,
                shared_tokens=w.shared_prefix_tokens, seconds=inf if seconds is None else seconds)


def trace_workload(trace: Trace, most: int = MOST_REQUESTS) -> Workload:
    """A trace's requests; equal ids of 512-token blocks are equal beginnings (told by negative numbers, requests by theirs)."""
    blocks, prompt = trace.blocks, trace.prompt
    numbers: dict[int, int] = {}

    def content(i: int) -> Content:
        ids = blocks[i] if blocks else ()
        ends = [min((j + 1) * BLOCK_TOKENS, prompt[i]) for j in range(len(ids))]
        return Content(i, ends, [numbers.setdefault(b, -1 - len(numbers)) for b in ids])
    return Workload(trace.arrival[:most], prompt[:most], trace.output[:most], content=content if blocks else None)


# ------------------------------------------------------------------------------------------------------ runs

def run_plant(made: Plant, workload: Workload, limits: Limits = NO_LIMITS, leap: bool = True, timeline: Timeline | None = None,
              stop: Any = None, seconds: float = inf) -> Record:
    """Lets a workload run through a plant: in the fast lane where the case is plain enough, else in the general loop."""
    record = Record(workload.count, made.kv_tokens * made.copies, timeline)
    schedulers = [made.scheduler() for _ in range(made.copies)]
    clock = StepClock(made.model, made.ubatch)
    plain = [scheduler for scheduler in schedulers if leap and limits.none and fast_lane.takes(scheduler, workload)]
    if len(plain) == 1:
        fast_lane.run_fast(workload, plain[0], clock, record, stop=stop, seconds=seconds)
    elif plain:
        run_lanes(workload, plain, [clock] * made.copies, record, stop=stop, seconds=seconds, router=made.router)
    else:
        run(workload, schedulers, [clock] * made.copies, limits=limits, leap=leap, router=made.router, kv_tokens=made.kv_tokens,
            record=record, stop=stop, seconds=seconds)
    _enter(record, workload, made.entry_s, made.model.text_s)
    return record


def _enter(record: Record, workload: Workload, seconds: float, text_s: float) -> None:
    """Everybody's tokens come that much later, and by `text_s` for every token of the prompt."""
    import numpy as np
    if seconds or text_s:
        later = seconds + text_s * np.frombuffer(workload.prompt, np.intc)[:record.count]
        for times in (record.first, record.finish):
            seen = np.frombuffer(times)
            seen += later


def simulate(scenario: Scenario, *, trace: str | Path | None = None, scheduler: str = "continuous", seconds: float | None = None,
             requests: int | None = None, seed: int = 1, requests_csv: str | Path | None = None,
             timeline_csv: str | Path | None = None, limits: Limits = NO_LIMITS, slo: Slo = DEFAULT_SLO) -> dict[str, Any]:
    """The contract's answer of `advisor simulate`; `rules` names whose scheduler it was.

    `seconds`: nobody comes after that; who came is served. Raises CannotAnswer where the scenario cannot be resolved or does
    not fit, a trace cannot be read or a file not written.
    """
    if seconds is not None and not 0 < seconds < 1e9:
        raise CannotAnswer(say("The duration must be a positive number of seconds."), field="seconds")
    case, memory = prepared(scenario)
    made = plant(case, memory, scheduler)
    load = load_of(scenario, MOST_REQUESTS if trace is not None and requests is None else requests, seconds)
    recorded = read_trace(trace, load.requests) if trace is not None else None
    notes = [*undrafted(case), *([] if recorded else answers_cut(case, load))]
    workload = load.workload(seed, recorded)
    record = run_plant(made, workload, limits)
    if requests_csv is not None:
        write_requests(requests_csv, record, workload)
    if timeline_csv is not None:
        write_timeline(timeline_csv, record)
    closed = load.kind == "closed" and not recorded
    once = closed and workload.taken <= load.users      # there is nothing but the start then
    found = summary(record, workload, slo, made.kv_bytes_per_token, load.users if closed and not once else 0)
    if not workload.taken:
        notes = [say("Nobody comes within {time}.", time=units.seconds(load.seconds))]
    elif once and workload.taken > 1:
        notes = [*notes, say("Nobody asks twice in this run: all {requests} requests come at the same moment, and the waits are of that.",
                             requests=workload.taken)]
    told = calculated(case, memory) if scheduler == "continuous" and not recorded else None
    return {"notes": notes, "scheduler": scheduler, "rules": made.name, "levers": dict(made.levers), "engines": made.copies, "seed": seed,
            "arrivals": "trace" if recorded else load.kind, **found, "calculator": told,
            "told_apart": None if once else told_apart(found, told, load)}


def undrafted(case: Case) -> list[Text]:
    """That the run's steps draft nothing, where drafts are asked for: which are taken is chance, and no scheduler's rules are known."""
    if case.settings.speculative is None:
        return []
    return [say("The simulated steps draft nothing: each answer is a token a step, and the pace is that without speculative decoding. Its "
                "memory is counted.")]


def answers_cut(case: Case, load: Load) -> list[Text]:
    """What to mind of requests that are longer than the context: their answers end early.

    Raises CannotAnswer where not even the prompt fits: nobody would be served.
    """
    context, prompt, output = case.settings.context, load.prompt.mean, load.output.mean
    if context is None or prompt + output <= context:
        return []
    if prompt >= context and case.engine.data.get("advice", {}).get("cuts_prompts_words"):
        raise CannotAnswer(say("Requests too long: of a prompt of {prompt} tokens {engine} cuts off the beginning without an error, as the "
                               "context is {context}. What it answers then is not simulated.", prompt=int(prompt), context=context,
                               engine=case.engine.name),
                           say("Shorten the prompt or raise the context above prompt and answer together."), "workload.prompt_tokens")
    if prompt >= context:
        raise CannotAnswer(say("No request would be served: a prompt of {prompt} tokens does not fit into a context of {context}.",
                               prompt=int(prompt), context=context),
                           say("Shorten the prompt or raise the context above prompt and answer together."), "workload.prompt_tokens")
    return [say("Answers end early: prompt and answer together take {length} tokens, and the context ends at {context}.",
                length=int(prompt + output), context=context)]


def prepared(scenario: Scenario) -> tuple[Case, Memory]:
    """The case with every default filled in, and its memory: where every simulation and sweep begins.

    Raises CannotAnswer where the scenario cannot be resolved, its model writes nothing, or the engine would not start or not serve it.
    """
    derivations = Derivations()
    case = resolve(scenario, derivations)
    if case.model.job != "text":
        raise CannotAnswer(say("{model} writes no answers: there is nothing to simulate.", model=case.model.name),
                           say("`estimate` tells the prompt tokens a second."), "model")
    refusal = next((refusal for refusal in case.engine.refusals(case) if refusal.hard), None)
    if refusal is not None:
        raise CannotAnswer(refusal.reason, refusal.mend)
    why = unserved(case)
    if why:
        raise CannotAnswer(why, field="settings.context")
    return case, case.engine.memory(case, derivations)


__all__ = ["FOREVER", "Load", "Plant", "answers_cut", "load_of", "plant", "prepared", "run_plant", "simulate", "trace_workload",
           "undrafted"]
