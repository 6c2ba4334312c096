"""Which load still holds the promise, asked in a worker: curves of the first token over the load for the engine and its baseline,
each from several seeds, told as they come. No Qt here."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from itertools import pairwise
from math import floor, log
from typing import Any

from advisor.answer import Memory
from advisor.simulator.simulate import BASELINES, Load, Plant, plant, prepared
from advisor.simulator.sweep import Here, at_rate, highest_rate, highest_users, knee, measure
from advisor.whatif.question import OWN, Curve, Held, Point, Question
from advisor.whatif.runs import load_of, made_scenario, slo_of
from advisor.worker import Job

REQUESTS = 160
SEEDS = 3
SHARES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5)
REST_S = 0.2
MOST_WAIT_S = 36_000.0
TURNS_UP = 2.0


class Stopped(Exception):
    """Nobody waits for this sweep any more."""


class Tasks(Here):
    """Runs tasks here, and none more once the job is cancelled."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._job.cancelled:
            raise Stopped
        return super().submit(fn, *args, **kwargs)


def rest(job: Job) -> bool:
    """Waits a moment, for a slider that is still moving; False where nobody waits for the job any more."""
    until = time.monotonic() + REST_S
    while time.monotonic() < until:
        if job.cancelled:
            return False
        time.sleep(0.02)
    return not job.cancelled


def held(asked: Question, job: Job) -> Held | None:
    """The sweep of a question; None where it was stopped. Waits a moment first, for a slider that is still moving.

    Raises CannotAnswer where nothing can be simulated.
    """
    if not rest(job):
        return None
    try:
        return _held(asked, job)
    except Stopped:
        return None


def _held(asked: Question, job: Job) -> Held:
    case, memory = prepared(asked.scenario)
    own = plant(case, memory, OWN)
    load = replace(load_of(made_scenario(asked.scenario, own), asked.traffic), requests=REQUESTS, seconds=float("inf"))
    kind, tasks, promise = ("people" if load.kind == "closed" else "rate"), Tasks(job), slo_of(asked.traffic)
    seed = asked.traffic.seed
    rate: float | None = None
    runs: list[dict[str, Any]] = []
    people, closed = highest_users(own, replace(load, think_s=0.0), promise, tasks, seed)
    if kind == "rate":
        rate, runs = highest_rate(own, load, promise, tasks, seed)
    tried = closed if kind == "people" else runs
    best = _at_cap(own, load, closed, people, memory, asked, tasks)
    found = Held(kind, (), load=people if kind == "people" else rate, people=people, best=best,
                 breaks=_breaks(tried, asked), promise_s=asked.traffic.first_token_s, pace=asked.traffic.pace)
    around = found.load or min((run["load"] for run in tried), default=1.0)
    loads = _loads(kind, around, load.users)
    curves: list[Curve] = []
    schedulers = asked.schedulers[::-1]
    for scheduler in schedulers:
        made = own if scheduler == OWN else plant(case, memory, scheduler)
        points: list[Point] = []
        for value in loads:
            points.append(_point(made, _at(load, kind, value), asked, tasks, value))
            if points[-1].typical > MOST_WAIT_S:
                break
            share = (len(curves) + len(points) / len(loads)) / len(schedulers)
            job.progress(share, replace(found, curves=(*curves, Curve(scheduler, tuple(points)))))
        curves.append(Curve(scheduler, tuple(points)))
    mine = curves[0].points
    carried = _carried(found.load, mine, asked.traffic.first_token_s, kind)
    return replace(found, curves=tuple(curves), done=True, load=carried, knee=_knee(mine),
                   wall_from=next((p.load for p in mine if p.wall), None))


def _carried(load: float | None, points: tuple[Point, ...], promise: float, kind: str) -> float | None:
    """The load found with one seed, or less where the typical wait over all seeds is over the promise before."""
    if load is None:
        return None
    for before, after in pairwise(points):
        if before.typical <= promise < after.typical and before.load < load:
            share = log(promise / before.typical) / log(after.typical / before.typical)
            crossing = before.load + share * (after.load - before.load)
            load = min(load, float(floor(crossing)) if kind == "people" else crossing)
    return load


def _loads(kind: str, around: float, users: int) -> list[float]:
    values = {around * share for share in SHARES}
    if kind == "people":
        values = {float(max(1, round(v))) for v in (*values, users)}
    return sorted(values)


def _at(load: Load, kind: str, value: float) -> Load:
    if kind == "people":
        return replace(load, users=int(value), requests=max(120, 6 * int(value)))
    return replace(load, requests_per_s=value, requests=at_rate(load, value).requests)


def _point(made: Plant, load: Load, asked: Question, tasks: Tasks, value: float) -> Point:
    """The same load with several seeds; one for baselines, and where fixed lengths of people who ask at once leave nothing to chance."""
    certain = load.kind == "closed" and load.prompt.kind == "fixed" and load.think_s == 0
    seeds = [asked.traffic.seed + i for i in range(1 if certain or made.name in BASELINES[:2] else SEEDS)]
    runs = [tasks.submit(measure, made, load, seed, slo_of(asked.traffic)).result() for seed in seeds]
    waits = sorted(run["ttft_s"]["p95"] for run in runs if run["ttft_s"]["p95"] is not None) or [float("nan")]
    wall = any((run["kv_peak_fraction"] or 0) >= 0.99 for run in runs)
    return Point(value, waits[0], waits[len(waits) // 2], waits[-1], all(run["holds"] for run in runs), wall)


def _at_cap(made: Plant, load: Load, runs: list[dict[str, Any]], people: int | None, memory: Memory, asked: Question,
            tasks: Tasks) -> dict[str, Any] | None:
    """The figures with as many at once as hold the promise and find a slot."""
    if people is None:
        return None
    count = max(1, min(people, memory.slots or people))
    known = next((run for run in runs if run["load"] == count), None)
    if known is not None:
        return known
    closed = replace(load, kind="closed", users=count, think_s=0.0, requests=max(200, 6 * count))
    found: dict[str, Any] = tasks.submit(measure, made, closed, asked.traffic.seed, slo_of(asked.traffic)).result()
    return found


def _breaks(runs: list[dict[str, Any]], asked: Question) -> str:
    over = min((run for run in runs if not run["holds"]), key=lambda run: run["load"], default=None)
    if over is None:
        return ""
    first, tpot = over["ttft_s"]["p95"], over["tpot_s"]["p95"]
    if first is None or first > asked.traffic.first_token_s:
        return "first"
    return "pace" if tpot is not None and tpot > 1.0 / asked.traffic.pace else ""


def _knee(points: tuple[Point, ...]) -> float | None:
    """Where the wait turns up; None for a curve that stays flat."""
    waits = [p.typical for p in points if p.typical == p.typical]
    if len(waits) < 3 or max(waits) < TURNS_UP * waits[0]:
        return None
    return knee([{"load": p.load, "ttft_s": {"p95": p.typical}} for p in points if p.typical == p.typical])
