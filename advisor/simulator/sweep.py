"""How much load a promise allows: the highest request rate and number of people, the curve with its knee, the same by lever.

Every run draws the same requests (common random numbers), so that two rates differ by the rate alone. Runs go through the
standard library's executor interface: here one after the other, or on an existing Dask cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from math import inf
from typing import Any

from advisor.errors import CannotAnswer
from advisor.readers.trace import Trace
from advisor.scenario import Scenario
from advisor.simulator.arrivals import Workload
from advisor.simulator.figures import DEFAULT_SLO, Slo, parse_slo, summary
from advisor.simulator.limits import NO_LIMITS, Limits
from advisor.simulator.record import Record
from advisor.simulator.simulate import Load, Plant, answers_cut, load_of, plant, prepared, run_plant, undrafted
from advisor.words import say

REQUESTS = 600
LEAST_SPAN_S = 30.0
MOST_A_RUN = 20_000
A_USER = 6
AT_ONCE = 3
RATE_PRECISION = 0.02
MOST_RATE = 1e6
MOST_USERS = 16_384
CURVE = (0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5)
KEPT = ("requests_per_s", "output_tokens_per_s", "ttft_s", "tpot_s", "e2e_s", "kv_peak_fraction", "preemptions", "busy_fraction",
        "goodput_fraction", "goodput_tokens_per_s", "completed", "rejected", "timed_out")

__all__ = ["along", "parse_slo", "sweep", "sweep_lever"]


class Here(Executor):
    """Runs tasks where it is asked, one after the other: no processes to start, for runs of milliseconds."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def measure(made: Plant, load: Load, seed: int, slo: Slo, whole: bool = True, *, limits: Limits = NO_LIMITS, trace: Trace | None = None,
            warm_up: int | None = None, stopped: Callable[[], bool] | None = None) -> dict[str, Any]:
    """One run's figures under a load; a task that travels (all arguments but `stopped` are plain values).

    Not `whole`: it ends as soon as the promise is broken for sure; `complete` then is False and the figures are of a part. The first
    `warm_up` requests are left out of waits and paces: as many as there are users in a closed loop, where it is None.
    """
    workload = load.workload(seed, trace)
    if warm_up is None:
        warm_up = load.users if load.kind == "closed" else 0

    def stop(record: Record, now: float) -> bool:
        return (stopped is not None and stopped()) or (not whole and surely_broken(slo, record, workload, now - made.entry_s, warm_up))

    record = run_plant(made, workload, limits, stop=None if whole and stopped is None else stop)
    found = summary(record, workload, slo, made.kv_bytes_per_token, warm_up)
    return {"load": load.users if load.kind == "closed" else load.requests_per_s, "holds": slo.held_by(found),
            "complete": found["unfinished"] == 0 and workload.taken == workload.count, **{name: found[name] for name in KEPT}}


def surely_broken(slo: Slo, record: Record, workload: Workload, now: float, warm_up: int) -> bool:
    """Whether so many have waited too long for their first token already that no percentile bound on it can hold any more."""
    import numpy as np
    bounds = [(int(name[6:]), bound) for name, bound in slo.bounds if name.startswith("ttft_p")]
    if not bounds or workload.taken <= warm_up:
        return False
    first = np.frombuffer(record.first)[warm_up:workload.taken]
    waited = np.where(np.isnan(first), now, first) - np.frombuffer(workload.arrival)[warm_up:workload.taken]
    counted = workload.count - warm_up
    return any(int((waited > bound).sum()) > (1 - percent / 100) * counted + 1 for percent, bound in bounds)


def sweep(scenario: Scenario, slo: Slo | str = DEFAULT_SLO, *, scheduler_address: str | None = None, executor: Executor | None = None,
          seed: int = 1, requests: int = REQUESTS) -> dict[str, Any]:
    """The highest request rate (Poisson) and concurrency (closed loop) that hold the promise, and the curve over the rate.

    Raises CannotAnswer where the scenario cannot be simulated or the cluster not reached.
    """
    promise = parse_slo(slo) if isinstance(slo, str) else slo
    case, memory = prepared(scenario)
    made, load = plant(case, memory), load_of(scenario, requests)
    notes = [*undrafted(case), *answers_cut(case, load)]
    with _executor(scheduler_address, executor) as tasks:
        rate, runs = highest_rate(made, load, promise, tasks, seed)
        users, closed = highest_users(made, load, promise, tasks, seed)
        around = rate or max((run["load"] for run in runs), default=1.0)
        runs += _all(tasks, made, [at_rate(load, around * share) for share in CURVE], promise, seed)
    curve = sorted((run for run in runs if run["complete"]), key=_load)
    return {"notes": notes, "slo": dict(promise.bounds), "scheduler": made.name, "levers": dict(made.levers),
            "requests_a_run": load.requests, "request_rate_per_s": rate, "concurrency": users,
            "knee_requests_per_s": knee(curve), "curve": curve,
            "concurrency_curve": sorted((run for run in closed if run["complete"]), key=_load)}


def sweep_lever(scenario: Scenario, lever: str, values: Sequence[Any], slo: Slo = DEFAULT_SLO, *, executor: Executor | None = None,
                seed: int = 1, requests: int = REQUESTS) -> list[dict[str, Any]]:
    """For each value of one lever (`settings__parallel`, `settings__context`, `quantization`, `hardware__count`, …): the highest
    rate that holds the promise, and the figures there; the reason where that value cannot be answered."""
    out = []
    for value in values:
        try:
            changed = scenario.with_(**{lever: value})
            made = plant(*prepared(changed))
        except CannotAnswer as error:
            out.append({"lever": lever, "value": value, "error": str(error)})
            continue
        with _executor(None, executor) as tasks:
            rate, runs = highest_rate(made, load_of(changed, requests), slo, tasks, seed)
        best = max((run for run in runs if run["holds"]), key=_load, default=None)
        out.append({"lever": lever, "value": value, "request_rate_per_s": rate, "best": best})
    return out


def along(scenario: Scenario, changes: Sequence[dict[str, Any]], load_at: Callable[[Scenario, Plant], Load], slo: Slo, tasks: Executor,
          seed: int, **how: Any) -> Iterator[tuple[int, dict[str, Any] | CannotAnswer]]:
    """The scenario with one lever at each of its values under the load that belongs there: (place, figures or why there are none).

    `changes` are of `Scenario.with_`, one entry a value; `how` is of `measure`. All values draw the same requests.
    """
    for place, change in enumerate(changes):
        try:
            changed = scenario.with_(**change)
            made = plant(*prepared(changed))
            yield place, tasks.submit(measure, made, load_at(changed, made), seed, slo, **how).result()
        except CannotAnswer as error:
            yield place, error


def at_rate(load: Load, rate: float) -> Load:
    """The load at a rate per second, with so many requests that they come for half a minute at least: a fleet of engines takes a few
    hundred in one breath, whatever the rate. No more than `MOST_A_RUN` for that."""
    return replace(load, kind="poisson", requests_per_s=rate, requests=max(load.requests, min(int(rate * LEAST_SPAN_S), MOST_A_RUN)))


def highest_rate(made: Plant, load: Load, slo: Slo, tasks: Executor, seed: int) -> tuple[float | None, list[dict[str, Any]]]:
    """The highest rate that holds the promise, to 2 %, and all runs on the way; None where not even a trickle does."""
    def runs_at(rates: list[float]) -> list[dict[str, Any]]:
        return _all(tasks, made, [at_rate(load, rate) for rate in rates], slo, seed, False)

    start = _gentle_rate(made, load, seed)
    low, high, runs = _bracket(runs_at, start, MOST_RATE)
    if low is None:
        return None, runs
    while high / low > 1 + RATE_PRECISION and high < inf:
        step = (high / low) ** (1 / (AT_ONCE + 1))
        batch = runs_at([low * step ** (i + 1) for i in range(AT_ONCE)])
        runs += batch
        low, high = _narrow(batch, low, high)
    return low, runs


def highest_users(made: Plant, load: Load, slo: Slo, tasks: Executor, seed: int) -> tuple[int | None, list[dict[str, Any]]]:
    """The most people in a closed loop without pauses for whom the promise holds, and all runs on the way."""
    def runs_at(counts: list[float]) -> list[dict[str, Any]]:
        loads = [replace(load, kind="closed", users=int(n), requests=max(200, A_USER * int(n))) for n in counts]
        return _all(tasks, made, loads, slo, seed, False)

    low, high, runs = _bracket(runs_at, 1.0, MOST_USERS)
    if low is None:
        return None, runs
    while high - low > 1 and high < inf:
        count = min(AT_ONCE, int(high - low) - 1)
        marks = sorted({int(low + (high - low) * (i + 1) / (count + 1)) for i in range(count)} - {int(low), int(high)})
        batch = runs_at([float(n) for n in marks or [int(low) + 1]])
        runs += batch
        low, high = _narrow(batch, low, high)
        if high / low < 1.01:
            break
    return int(low), runs


def knee(curve: Sequence[dict[str, Any]]) -> float | None:
    """The rate at which the slow end of the first token's wait turns up: farthest below the straight line between the ends, on a
    logarithmic scale of the wait (Satopää 2011). None where no point lies below that line: the wait turns nowhere."""
    from math import log
    points = [(run["load"], log(run["ttft_s"]["p95"])) for run in curve if run["ttft_s"]["p95"]]
    if len(points) < 3:
        return None
    (x0, y0), (x1, y1) = points[0], (points[-1][0], max(y for _, y in points))
    if x1 <= x0 or y1 <= y0:
        return None
    turn, _ = max(points, key=lambda p: (p[0] - x0) / (x1 - x0) - (p[1] - y0) / (y1 - y0))
    return float(turn) if turn > x0 else None


# -------------------------------------------------------------------------------------------------- searching

def _gentle_rate(made: Plant, load: Load, seed: int) -> float:
    """A tenth of the rate of one request after the other: where a search may start."""
    alone = measure(made, replace(load, kind="closed", users=1, requests=min(load.requests, 40)), seed, Slo(()))
    return 0.1 * (alone["requests_per_s"] or 1.0)


def _bracket(runs_at: Callable[[list[float]], list[dict[str, Any]]], start: float, most: float) \
        -> tuple[float | None, float, list[dict[str, Any]]]:
    """(a load that holds or None, one that does not or inf, the runs), doubling from `start`."""
    low: float | None = None
    runs: list[dict[str, Any]] = []
    load = start
    while load <= most:
        batch = runs_at([load])
        runs += batch
        if not batch[0]["holds"]:
            return low, load, runs
        low, load = load, load * 2
    return low, inf, runs


def _narrow(batch: list[dict[str, Any]], low: float, high: float) -> tuple[float, float]:
    for run in sorted(batch, key=_load):
        if not run["holds"]:
            return low, run["load"]
        low = run["load"]
    return low, high


def _all(tasks: Executor, made: Plant, loads: list[Load], slo: Slo, seed: int, whole: bool = True) -> list[dict[str, Any]]:
    return [future.result() for future in [tasks.submit(measure, made, load, seed, slo, whole) for load in loads]]


def _load(run: dict[str, Any]) -> float:
    return float(run["load"])


def _executor(address: str | None, given: Executor | None) -> Any:
    """The executor to use, as a context that leaves a given one open."""
    from contextlib import nullcontext
    if given is not None:
        return nullcontext(given)
    return _Cluster(address) if address else Here()


class _Cluster:
    """An existing Dask cluster's executor; the client is closed afterwards, the cluster stays."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __enter__(self) -> Executor:
        try:
            from distributed import Client
        except ImportError:
            raise CannotAnswer(say("Sweeps on a cluster need the optional extra dask."),
                               say('Install it with: pip install "llm-deployment-advisor[dask]"'), "scheduler_address") from None
        try:
            self._client = Client(self.address, timeout="5s", set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise CannotAnswer(
                say("The Dask scheduler {address} cannot be reached: {error}.", address=repr(self.address[:200]), error=str(error)[:200]),
                say("Give it as tcp://HOST:8786."),
                "scheduler_address",
            ) from None
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def __exit__(self, *_: object) -> None:
        self._client.close()
