"""Published measurements, summaries and recorded runs as rows that the step model can answer."""

from __future__ import annotations

import collections
import csv
import json
import math
import sys
from pathlib import Path
from typing import Any, NamedTuple

from advisor import calibration, estimate, speed
from advisor.answer import Trace
from advisor.calibration import Setup
from advisor.errors import CannotAnswer
from advisor.formula.step_time import Rates, Work
from advisor.scenario import parse_scenario

FIGURES = {"speed.decode_tokens_per_s.typical": "decode", "speed.prefill_tokens_per_s.typical": "prefill",
           "speed.tpot_s.typical": "tpot", "speed.ttft_s.typical": "ttft", "speed.output_tokens_per_s.typical": "batch"}
CLASSES = "class medians"
FIRST = 24
"""Requests at a recorded run's begin whose prompts tell how fast prompts are read."""
GATHERED, DOUBTFUL, VAGUE, RECORDED = .2, .6, .33, 6.0
"""Precision of a line of our own collection, whose conditions are read from threads; 1 for the given measurements. Times DOUBTFUL where
its source does not name device, model or conditions fully; times VAGUE for servers, as how their clients send is told seldom, and for
processors, as their memory is. A recorded run is the mean of hundreds of requests, every one known."""


class Row(NamedTuple):
    """One measurement with everything the step model needs of its case."""

    id: str
    family: str
    group: str
    device: str
    model: str
    figure: str
    measured: float
    setup: Setup
    work: Work
    rates: Rates
    people: float
    running: float
    prompt: float
    output: float
    chunk: float
    stages: float
    precision: float = 1.0
    count: int = 1
    gathered: bool = False
    """From our own collection (gathered.jsonl), not from the given measurements."""


def row_of(scenario: dict[str, Any], figure: str, **facts: Any) -> Row:
    """A measurement as a row, by the product's own resolution of names, defaults and memory. Raises CannotAnswer."""
    case = estimate.resolve(parse_scenario(scenario), Trace(), any_build=True)
    ready = speed.prepare_case(case, case.engine.memory(case, Trace()))
    if ready is None:
        raise CannotAnswer("The device's rates are not known.")
    load = ready.load
    return Row(device=scenario["hardware"]["device"], model=scenario["model"], figure=figure, setup=ready.setup, work=ready.work,
               rates=ready.rates, people=load.people, running=load.running, prompt=load.prompt, output=load.output, chunk=load.chunk,
               stages=load.stages, **facts)


def as_run(row: Row, conditions: list[dict[str, str]]) -> Row:
    """The row as it was measured, where that is known to differ from what its line says: sequences that are all the same text
    choose the same experts, so that a batch reads no more of them than one token does."""
    alike = any(c["prompts"] == "same" and row.family.startswith(c["families"]) for c in conditions)
    if not alike or row.work.expert_share == 1.0:
        return row
    share = row.work.expert_share
    return row._replace(work=row.work._replace(experts_bytes=row.work.experts_bytes * share,
                                               experts_params=row.work.experts_params * share, expert_share=1.0))


def gathered_precision(row: Row, doubtful: bool) -> float:
    vague = row.setup.engine in calibration.data().get("servers", ()) or row.setup.vendor == "cpu"
    return GATHERED * (DOUBTFUL if doubtful else 1.0) * (VAGUE if vague else 1.0)


def rows_of(path: Path, conditions: list[dict[str, str]], gathered: bool = False) -> list[Row]:
    """The measurements that the product can answer, as rows."""
    rows, refused = [], collections.Counter[str]()
    for line in path.read_text("utf-8").splitlines():
        question = json.loads(line)
        figure = FIGURES.get(question["expect"]["path"])
        if figure is None or (gathered and figure == "ttft" and question["scenario"]["workload"]["concurrency"] > 1):
            continue        # whether a client sends all at once, at a rate or warmed up decides such a first token, and is not told
        try:
            row = row_of(question["scenario"], figure, id=question["id"], family=question["family"], group=question["group"],
                         measured=question["expect"]["value"], gathered=gathered)
            if gathered:
                row = row._replace(precision=gathered_precision(row, bool(question.get("doubtful"))))
            rows.append(as_run(row, conditions))
        except CannotAnswer as error:
            refused[str(error)] += 1
    for reason, count in refused.most_common():
        print(f"{count} left out: {reason}", file=sys.stderr)
    return rows


def class_rows(path: Path) -> list[Row]:
    """Medians of whole device classes and laws fitted to them, each as one typical case; they guide, they are not scored."""
    rows = []
    for line in path.read_text("utf-8").splitlines():
        fact = json.loads(line)
        row = row_of(fact["scenario"], fact["figure"], id=fact["id"], family=f"{CLASSES} {fact['id']}", group=CLASSES, measured=1.0,
                     precision=fact.get("precision", 1.0), count=fact.get("n", 1))
        row = row._replace(rates=row.rates._replace(**fact.get("rates", {})))
        active = row.work.dense_bytes + row.work.experts_bytes * row.work.expert_share
        params = row.work.dense_params + row.work.experts_params * row.work.expert_share
        if "law" in fact:
            law = fact["law"]
            kv = row.running * (row.prompt + row.output / 2) * row.work.kv_bytes
            prompts = (row.running - 1) * row.prompt / row.output
            joining = prompts * 2 * params / row.rates.dense_flops / (law["prefill"] or 1.0)
            value = (active + kv) / row.rates.bandwidth / law["bandwidth"] + joining + law["step_s"]
        elif "rate" in fact:
            value = fact["rate"]
        elif fact["fraction_of"] == "bandwidth":
            value = fact["fraction"] * row.rates.bandwidth / active
        else:
            value = fact["fraction"] * row.rates.attention_flops / 2 / params
        rows.append(row._replace(measured=value))
    return rows


def run_rows(folder: Path) -> list[Row]:
    """Recorded serving runs: mean time per token of the requests that had to wait and were through while others still waited,
    so that every place was taken all the time; and at the begin, with few answers under way, prompt tokens by the seconds in which
    a prompt is read."""
    rows = []
    for run_folder in sorted(p.parent for p in folder.glob("*/scenario.json")):
        scenario = json.loads((run_folder / "scenario.json").read_text("utf-8"))
        with (run_folder / "measured.csv").open(encoding="utf-8") as file:
            requests = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(file)]
        waited = [r for r in requests if r["scheduled_s"] - r["arrival_s"] > 1 and r["output_tokens"] > 1]
        emptying = max((r["scheduled_s"] for r in waited), default=0.0)
        waited = [r for r in waited if r["last_token_s"] <= emptying]
        if len(waited) < 20:
            continue
        mean = {k: sum(r[k] for r in requests) / len(requests) for k in ("input_tokens", "output_tokens")}
        pace = [(r["last_token_s"] - r["first_token_s"]) / (r["output_tokens"] - 1) for r in waited]
        scenario["workload"] = {"concurrency": scenario["settings"]["parallel"], "prompt_tokens": round(mean["input_tokens"]),
                                "output_tokens": round(mean["output_tokens"])}
        rows.append(row_of(scenario, "tpot", id=run_folder.name, family=f"run {run_folder.name}", group="tpot of recorded runs",
                           precision=RECORDED, measured=sum(pace) / len(pace)))
        first = sorted(requests, key=lambda r: r["arrival_s"])[:FIRST]
        scenario["workload"] = {"concurrency": 1, "prompt_tokens": round(sum(r["input_tokens"] for r in first) / FIRST),
                                "output_tokens": 1}
        rows.append(row_of(scenario, "prefill", id=f"{run_folder.name} prompts", family=f"run {run_folder.name}",
                           group="prefill of recorded runs", precision=RECORDED / 2,
                           measured=sum(r["input_tokens"] for r in first) / _busy([(r["scheduled_s"], r["first_token_s"]) for r in first])))
    return rows


def _busy(spans: list[tuple[float, float]]) -> float:
    """Seconds in which at least one of the spans runs."""
    total, end = 0.0, -math.inf
    for start, stop in sorted(spans):
        total += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return total
