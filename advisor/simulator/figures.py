"""What a run amounts to: waiting and pace of the requests, throughput, cache, who was turned away; and the same as CSV."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from advisor.errors import CannotAnswer
from advisor.simulator.arrivals import Workload
from advisor.simulator.limits import COMPLETED, FAILED, FELL_BACK, OVER_QUOTA, REJECTED, SEEN_AS, STATES, TIMED_OUT, TOO_LONG
from advisor.simulator.record import Record, Timeline
from advisor.words import say

PERCENTILES = (50, 95, 99)
MEASURES = ("ttft", "tpot", "e2e")
STATISTICS = ("mean", *(f"p{p}" for p in PERCENTILES))


@dataclass(frozen=True, slots=True)
class Slo:
    """A promise: bounds in seconds by figure, such as {"ttft_p95": 2.0, "tpot_p95": 0.05}."""

    bounds: tuple[tuple[str, float], ...] = (("ttft_p95", 2.0), ("tpot_p95", 0.05))

    def held_by(self, summary: dict[str, Any]) -> bool:
        """Whether a run's figures hold all bounds, and nobody was turned away, timed out or left unfinished."""
        if summary["completed"] < summary["requests"]:
            return False
        for name, bound in self.bounds:
            measure, statistic = name.rsplit("_", 1)
            value = summary[f"{measure}_s"][statistic]
            if value is not None and value > bound:
                return False
        return True


DEFAULT_SLO = Slo()


def parse_slo(text: str) -> Slo:
    """`ttft_p95=2.0,tpot_p95=0.05`. Raises CannotAnswer where a figure is not known or a bound no positive number."""
    bounds = []
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        measure, _, statistic = name.rpartition("_")
        if measure not in MEASURES or statistic not in STATISTICS:
            raise CannotAnswer(
                say("{name} is no figure of a promise.", name=repr(name[:40])),
                say("Use {names} with {names2}, such as ttft_p95=2.0.", names=", ".join(MEASURES), names2=", ".join(STATISTICS)),
                "slo",
            )
        try:
            bound = float(value)
        except ValueError:
            bound = 0.0
        if not 0 < bound < 1e9:
            raise CannotAnswer(
                say("The bound of {name} is not a positive number of seconds.", name=name), say("Write it as ttft_p95=2.0."), "slo"
            )
        bounds.append((name, bound))
    return Slo(tuple(bounds))


def summary(record: Record, workload: Workload, slo: Slo = DEFAULT_SLO, kv_bytes_per_token: float | None = None,
            warm_up: int = 0) -> dict[str, Any]:
    """The contract's figures of a run. Times in seconds; what did not happen is None. The first `warm_up` requests are left out
    of the waits and paces (not of counts and throughput)."""
    import numpy as np
    came = workload.taken
    arrival = np.frombuffer(workload.arrival)[:came]
    state = np.frombuffer(record.state, dtype=np.uint8)[:came]
    first, finish = np.frombuffer(record.first)[:came], np.frombuffer(record.finish)[:came]
    tokens = np.frombuffer(record.generated, dtype=np.int32)[:came]
    done = state == COMPLETED
    counts = np.bincount(state, minlength=len(STATES))
    counted = done & (np.arange(came) >= warm_up)
    ttft = (first - arrival)[counted]
    e2e = (finish - arrival)[counted]
    paced = done & (tokens > 1)
    tpot = (finish - first)[paced & counted] / (tokens[paced & counted] - 1)
    made = int(tokens.sum())
    good = _good(slo, done, paced, first - arrival, finish, first, arrival, tokens)
    span = float(finish[done].max() - arrival.min()) if done.any() else None
    statistics = {name: _statistics(values) for name, values in (("ttft", ttft), ("tpot", tpot), ("e2e", e2e))}
    turned = {STATES[s]: int(counts[s]) for s in (REJECTED, OVER_QUOTA, TOO_LONG, FELL_BACK, FAILED)}
    prompts = record.prefill_tokens + record.hit_tokens
    used = record.kv_peak_tokens
    return {
        "requests": came, "completed": int(counts[COMPLETED]), "rejected": sum(turned.values()),
        "timed_out": int(counts[TIMED_OUT]), "unfinished": int(counts[0] + counts[1]),
        "turned_away": {name: count for name, count in turned.items() if count},
        "seen_as": {name: SEEN_AS[name] for name in (*(n for n, c in turned.items() if c),
                                                     *(("timed_out",) if counts[TIMED_OUT] else ()))},
        "preemptions": record.preemptions, "recomputed_tokens": record.recomputed_tokens,
        "makespan_s": span, "output_tokens": made, "output_tokens_per_s": made / span if span else None,
        "requests_per_s": int(counts[COMPLETED]) / span if span else None,
        "ttft_s": statistics["ttft"], "tpot_s": statistics["tpot"], "e2e_s": statistics["e2e"],
        "kv_peak_tokens": used, "kv_peak_bytes": round(used * kv_bytes_per_token) if kv_bytes_per_token else None,
        "kv_peak_fraction": used / record.kv_tokens if record.kv_tokens else None,
        "prefix_hit_fraction": record.hit_tokens / prompts if prompts else None,
        "busy_fraction": record.busy_s / record.engines / record.end_s if record.end_s else None,
        "goodput_fraction": float(good.mean()) if came else None,
        "goodput_tokens_per_s": int(tokens[good].sum()) / span if span else None,
        "slo": dict(slo.bounds),
    }


def _statistics(values: Any) -> dict[str, float | None]:
    import numpy as np
    if not len(values):
        return dict.fromkeys(STATISTICS)
    return {"mean": float(values.mean()), **{f"p{p}": float(v) for p, v in
                                             zip(PERCENTILES, np.percentile(values, PERCENTILES), strict=True)}}


def _good(slo: Slo, done: Any, paced: Any, ttft: Any, finish: Any, first: Any, arrival: Any, tokens: Any) -> Any:
    """Who of all that came was served within the promise's bounds, each request held against them by itself."""
    import numpy as np
    good = done.copy()
    pace = np.zeros(len(done))
    pace[paced] = (finish - first)[paced] / (tokens[paced] - 1)
    each = {"ttft": ttft, "tpot": pace, "e2e": finish - arrival}
    with np.errstate(invalid="ignore"):
        for name, bound in slo.bounds:
            good &= each[name.rsplit("_", 1)[0]] <= bound
    return good


REQUEST_COLUMNS = ("arrival_s", "input_tokens", "output_tokens", "scheduled_s", "first_token_s", "last_token_s", "state")


def write_requests(path: str | Path, record: Record, workload: Workload) -> None:
    """A line a request, in order of arrival; what never happened is empty. Raises CannotAnswer where it cannot be written."""
    with _writing(path) as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(REQUEST_COLUMNS)
        for i in range(workload.taken):
            done = record.state[i] == COMPLETED
            out.writerow((f"{workload.arrival[i]:.6f}", workload.prompt[i], record.generated[i] if done else workload.output[i],
                          _time(record.scheduled[i]), _time(record.first[i]), _time(record.finish[i]) if done else "",
                          STATES[record.state[i]]))


def write_timeline(path: str | Path, record: Record) -> None:
    """A line a bin of the timeline: rates and time averages over it."""
    with _writing(path) as file:
        out = csv.writer(file, lineterminator="\n")
        rows = timeline_rows(record.timeline)
        out.writerow(rows[0].keys() if rows else ("time_s",))
        for row in rows:
            out.writerow([f"{value:.6g}" for value in row.values()])


def timeline_rows(timeline: Timeline) -> list[dict[str, float]]:
    """Bins as rates per second and averages over time."""
    width = timeline.width
    return [{"time_s": i * width, "output_tokens_per_s": row[0] / width, "prompt_tokens_per_s": row[1] / width,
             "running": row[2] / width,
             "tokens_per_s_per_user": row[0] / row[2] if row[2] else 0.0, "waiting": row[3] / width,
             "kv_tokens": row[4] / width, "busy_fraction": row[5] / width,
             "kv_peak_tokens": row[6], "preemptions": row[7], "turned_away": row[8]} for i, row in enumerate(timeline.bins)]


def _time(value: float) -> str:
    return f"{value:.6f}" if value == value else ""


def _writing(path: str | Path) -> Any:
    try:
        return open(path, "w", encoding="utf-8", newline="")
    except (OSError, ValueError) as error:     # ValueError: a NUL in the name
        raise CannotAnswer(say("{path} cannot be written: {strerror}.", path=repr(str(path)[-200:]),
                               strerror=getattr(error, "strerror", None) or str(error))) from None
