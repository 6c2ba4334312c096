"""The question that a simulation answers, asked in a worker: the same arrivals through the engine's scheduler and a baseline,
as curves of few points that a plot can draw. No Qt here."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from advisor.errors import CannotAnswer
from advisor.readers.trace import Trace, read_trace
from advisor.scenario import Scenario
from advisor.simulator.arrivals import Workload
from advisor.simulator.beside import calculated, told_apart
from advisor.simulator.draws import Lengths
from advisor.simulator.figures import Slo, summary
from advisor.simulator.limits import COMPLETED, FELL_BACK, Limits
from advisor.simulator.record import Record, Timeline
from advisor.simulator.simulate import OUTPUT, PROMPT, Load, Plant, plant, prepared, run_plant
from advisor.whatif.question import OWN, Array, Curves, Question
from advisor.whatif.traffic import DAY_S, MOST_REQUESTS, Traffic
from advisor.worker import Job

CURVE_POINTS = 480
MOST_DOTS = 900
CLOSED_REQUESTS = 20_000
STREAM_EVERY_S = 0.15
SPREAD_CV = 0.6


def answer(asked: Question, job: Job) -> list[Curves]:
    """All runs of a question, one after the other; each is told as it goes where it takes longer.

    Raises CannotAnswer where nothing can be simulated or the trace not be read.
    """
    case, memory = prepared(asked.scenario)
    made = [plant(case, memory, scheduler) for scheduler in asked.schedulers]
    trace = trace_of(asked.traffic)
    told = calculated(case, memory) if trace is None else None
    found: list[Curves] = []
    for scheduler, each in zip(asked.schedulers, made, strict=True):
        workload = workload_of(asked, trace, each)
        found.append(_run(each, scheduler, workload, asked, trace, job, tuple(found), told if scheduler == OWN else None))
        if job.cancelled:
            break
    return found


def trace_of(traffic: Traffic) -> Trace | None:
    if traffic.shape != "trace" or not traffic.trace:
        return None
    try:
        stamp = os.stat(traffic.trace).st_mtime_ns
    except OSError:
        stamp = 0
    return _trace(traffic.trace, stamp)


@lru_cache(maxsize=2)
def _trace(path: str, stamp: int) -> Trace:
    return read_trace(path, MOST_REQUESTS)


def duration(traffic: Traffic, trace: Trace | None = None) -> float:
    """How long people come, seconds: what the plots show."""
    if trace is not None:
        return max(float(trace.arrival[-1]) if len(trace.arrival) else 0.0, 1.0) * 1.02
    return float(DAY_S if traffic.shape == "day" else traffic.seconds)


def limits_of(traffic: Traffic) -> Limits:
    """The gateway's limits as the simulator takes them."""
    return Limits(queue_length=traffic.queue, queue_timeout_s=traffic.wait_s, request_timeout_s=traffic.request_s,
                  per_user=traffic.per_user, fall_back_watermark=traffic.watermark)


def slo_of(traffic: Traffic) -> Slo:
    return Slo((("ttft_p95", traffic.first_token_s), ("tpot_p95", 1.0 / traffic.pace)))


def load_of(scenario: Scenario, traffic: Traffic) -> Load:
    """The scenario's people or rate, with the traffic's shape, pauses and spread of lengths."""
    asked, shape = scenario.workload, traffic.shape_for(scenario.workload.requests_per_s)
    seconds, rate, people = duration(traffic), asked.requests_per_s or 1.0, asked.concurrency or 1
    prompt = _lengths(asked.prompt_tokens or PROMPT.mean, traffic.spread, scenario.settings.context)
    output = _lengths(asked.output_tokens or OUTPUT.mean, traffic.spread, None)
    if shape in ("people", "trace"):
        return Load("closed", people, requests=max(CLOSED_REQUESTS, 20 * people), prompt=prompt, output=output,
                    think_s=float(traffic.think_s), shared_tokens=asked.shared_prefix_tokens, groups=traffic.groups, seconds=seconds)
    requests = int(min(rate * seconds * 1.3 + 50 * (1 + rate), MOST_REQUESTS))
    return Load(shape, people, rate, requests, prompt, output, shared_tokens=asked.shared_prefix_tokens, groups=traffic.groups,
                seconds=seconds)


def _lengths(mean: float, spread: str, context: int | None) -> Lengths:
    if spread == "fixed":
        return Lengths(mean=mean)
    most = max(1, context - 1) if context else 10_000_000
    return Lengths(spread, mean, SPREAD_CV, most=most)


def workload_of(asked: Question, trace: Trace | None, made: Plant) -> Workload:
    """The requests, the same for every scheduler of a question."""
    load = load_of(made_scenario(asked.scenario, made), asked.traffic)
    return load.workload(asked.traffic.seed) if trace is None else Load("trace", requests=MOST_REQUESTS).workload(1, trace)


def made_scenario(scenario: Scenario, made: Plant) -> Scenario:
    """The scenario with the context that the engine really has, so that drawn prompts fit."""
    found = dict(made.levers)
    context = found.get("max_model_len") or found.get("n_ctx_slot") or found.get("context_length") or found.get("max_seq_len")
    if not context or context >= 1 << 30 or scenario.settings.context is not None:
        return scenario
    return scenario.with_(settings__context=context)


def _run(made: Plant, scheduler: str, workload: Workload, asked: Question, trace: Trace | None, job: Job,
         before: Sequence[Curves], calculator: dict[str, float] | None) -> Curves:
    seconds = duration(asked.traffic, trace)
    timeline = Timeline(seconds / CURVE_POINTS, 16 * CURVE_POINTS)
    began, told = time.monotonic(), [time.monotonic()]

    def stop(record: Record, now: float) -> bool:
        moment = time.monotonic()
        if moment - told[0] > STREAM_EVERY_S and moment - began > 2 * STREAM_EVERY_S:
            told[0] = moment
            share = (len(before) + min(1.0, now / seconds)) / len(asked.schedulers)
            job.progress(share, [*before, curves(made, scheduler, record, workload, asked, seconds, now, None)])
        return job.cancelled

    record = run_plant(made, workload, limits_of(asked.traffic), timeline=timeline, stop=stop)
    figures = summary(record, workload, slo_of(asked.traffic), made.kv_bytes_per_token)
    figures["calculator"] = calculator
    figures["told_apart"] = told_apart(figures, calculator, load_of(made_scenario(asked.scenario, made), asked.traffic))
    return curves(made, scheduler, record, workload, asked, seconds, inf, figures)


# ------------------------------------------------------------------------------------------------ curves of a record

def curves(made: Plant, scheduler: str, record: Record, workload: Workload, asked: Question, seconds: float, head: float,
           figures: dict[str, Any] | None) -> Curves:
    """A record binned to what a plot can draw."""
    end = min(head, seconds)
    times, bins = _bins(record.timeline, end)
    width = times[1] - times[0] if len(times) > 1 else record.timeline.width
    pool = record.kv_tokens
    peak = np.maximum(bins[:, 6], bins[:, 4] / width) / pool if pool else np.empty(0)
    pushed = times[bins[:, 7] > 0]
    came = workload.taken
    arrival, first = np.frombuffer(workload.arrival)[:came], np.frombuffer(record.first)[:came]
    got = np.flatnonzero(first <= end)
    got = got[np.argsort(first[got], kind="stable")]
    every = max(1, -(-len(got) // MOST_DOTS))
    got = got[::every]
    waits = first[got] - arrival[got]
    kept = waits <= asked.traffic.first_token_s
    state = np.frombuffer(record.state, dtype=np.uint8)[:came]
    if figures is not None:
        kept = kept & np.isin(state[got], (COMPLETED, FELL_BACK))
    arrivals = np.sort(arrival)[::max(1, -(-came // 20_000))].copy()    # a slice would keep all of a million arrivals
    tokens, running, waiting = (bins[:, i] / width for i in (0, 2, 3))
    return Curves(scheduler, made.name, seconds, end, figures is not None, times, tokens, running, waiting, np.minimum(peak, 1.0),
                  first[got], waits, kept, arrivals, pushed, every, pool, made.kv_bytes_per_token, figures or {})


def _bins(timeline: Timeline, end: float) -> tuple[Array, Array]:
    """Middles and sums of at most CURVE_POINTS bins up to `end`."""
    rows = np.asarray(timeline.bins, dtype=float) if timeline.bins else np.zeros((0, len(Timeline.FIELDS)))
    rows = rows[:int(min(len(rows), end / timeline.width + 1))]
    group = max(1, -(-len(rows) // CURVE_POINTS))
    if len(rows) == 0:
        return np.empty(0), rows
    padded = np.zeros((-(-len(rows) // group) * group, rows.shape[1]))
    padded[:len(rows)] = rows
    blocks = padded.reshape(-1, group, rows.shape[1])
    sums = blocks.sum(axis=1)
    sums[:, 6] = blocks[:, :, 6].max(axis=1)
    left_over = len(padded) - len(rows)
    if left_over:       # the last bin is shorter than the others: its rates are over what there is of it
        sums[-1, :6] *= group / (group - left_over)
    width = timeline.width * group
    return (np.arange(len(sums)) + 0.5) * width, sums


def write(path: str, asked: Question, scheduler: str, kind: str, job: Job) -> None:
    """One run again, as CSV: `requests` or `timeline`; no file where it was stopped. Raises CannotAnswer where the file cannot be
    written."""
    from advisor.simulator.figures import write_requests, write_timeline
    case, memory = prepared(asked.scenario)
    made, trace = plant(case, memory, scheduler), trace_of(asked.traffic)
    workload = workload_of(asked, trace, made)
    record = run_plant(made, workload, limits_of(asked.traffic), stop=lambda *_: job.cancelled)
    if job.cancelled:
        return
    if kind == "requests":
        write_requests(path, record, workload)
    else:
        write_timeline(path, record)


__all__ = ["CannotAnswer", "Curves", "Question", "answer", "duration", "limits_of", "load_of", "slo_of", "write"]
