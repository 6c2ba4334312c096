"""Fits the calibrated constants of the step model and writes resources/catalog/calibration.json and its report.

    .venv/bin/python packaging/calibration/fit.py --data ../shared/accuracy/speed.jsonl

Maximum a posteriori fit of a hierarchy in logarithms: every constant is a base plus deviations by level (engine, device
class, both, bits, dense or MoE …), each deviation drawn towards zero by its level's expected size (SPEC below), residuals
with a robust loss, and rows of one report sharing weight, so that a level with few measurements stays near its parent.
The report holds the errors in sample, with one report left out and with one card left out.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import math
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from advisor import calibration
from advisor.calibration import Setup, level_keys
from advisor.formula import serving
from advisor.formula.step_time import Efficiency, HostPart, Rates, Work, prepare

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "resources" / "catalog" / "calibration.json"
FIGURES = {"speed.decode_tokens_per_s.typical": "decode", "speed.prefill_tokens_per_s.typical": "prefill",
           "speed.tpot_s.typical": "tpot", "speed.ttft_s.typical": "ttft", "speed.output_tokens_per_s.typical": "batch"}

# constant: (expected value, its spread in logarithms, {level: expected size of a deviation})
SPEC: dict[str, tuple[float, float, dict[str, float]]] = {
    "bandwidth": (0.88, .06, {"engine": .10, "class": .07, "engine_class": .05, "engine_bits": .07, "engine_class_moe": .05}),
    "unpack": (12., .7, {"bits": .5, "engine": .4, "vendor_bits": .4, "engine_class": .1, "program": .3}),
    "kv": (.75, .12, {"engine": .2, "class": .1, "engine_class": .25, "engine_bits": .25, "engine_moe": .4, "flash": .6,
                      "build": .3}),
    "group_loss": (.25, .5, {"engine": .4}),
    "prefill": (.45, .3, {"engine": .3, "class": .3, "engine_class": .1, "engine_bits": .2, "vendor_bits": .15,
                          "engine_moe": .3, "build": .4, "engine_class_moe": .15, "flash": .1}),
    "batch": (.55, .2, {"engine": .2, "engine_class": .1, "engine_moe": .2}),
    "attention": (.25, .5, {"engine": .4, "class": .3, "engine_class": .2, "flash": .5, "build": .5}),
    "tensor_loss": (.12, .6, {"engine": .4}),
    "step_s": (4e-4, .5, {"engine": .3, "class": .2, "engine_class": .1, "engine_moe": .2, "program": .3}),
    "layer_s": (60e-6, .4, {"engine": .3, "class": .3, "engine_class": .2, "engine_moe": .3, "engine_class_moe": .15,
                            "build": .2, "program": .5}),
    "sequence_s": (1.5e-5, .8, {"engine": .5, "engine_class": .2}),
    "hop_s": (4e-6, .7, {"engine": .4, "class": .4}),
    "expert_rows": (16., .7, {"engine": .5, "engine_class": .25}),
    "first_s": (.03, .6, {"engine": .5, "engine_moe": .4, "class": .3, "engine_class": .25}),
    "wait": (1.5, .5, {"engine": .4, "engine_moe": .3, "build": .4}),
    "pipeline": (.5, .5, {"engine": .3, "size": .8}),
}
NOISE = {"decode": .06, "prefill": .12, "tpot": .12, "ttft": .2, "batch": .12}
SHARING = .25
WIDEST = {"decode": .45, "prefill": .5, "tpot": .5, "ttft": .7, "batch": .6}
COVER = .8
WIDEST_UNSEEN = .8
CLASSES = "class medians"

FIXED: dict[str, Any] = {
    "source": "fitted by packaging/calibration/fit.py on published measurements; see packaging/calibration/report.md",
    "date": "2026-11-29",
    "about": "parameters: base and effects in natural logarithms, by level (advisor/calibration.py). spread: half-width of the "
             "band in logarithms and count. arithmetic: number type of the dense part's and the experts' matrix products by "
             "engine and format, where not fp16. old_builds: versions before which an engine's `build` effect applies. "
             "one_class: vendors whose devices differ by their rates only, so that all of them are one class. "
             "vector_per_byte: FP32 operations per byte of bandwidth where a device's FP32 rate is unknown.",
    "like": {"ollama": "llama.cpp", "lmstudio": "llama.cpp"},
    "one_class": {"cpu": "cpu"},
    "backends": {"nvidia": "cuda", "amd": "rocm", "intel": "xpu", "apple": "metal", "cpu": "cpu", "other": "cuda"},
    "old_builds": {"llama.cpp": "b7000", "tensorrt-llm": "1.1", "sglang": "0.5.7"},
    "arithmetic": {engine: {"fp8": ["fp8", "fp8"], "nvfp4": ["fp4", "fp4"], "mxfp4": ["fp16", "mxfp4"], "int8": ["int8", "int8"]}
                   for engine in ("vllm", "sglang", "tensorrt-llm")},
    "pcie_collectives": {"share": .4, "hop_s": 4e-6,
                         "source": "NCCL's all_reduce_perf without NVLink, as it comes: 22.2 of 63 GB/s (8 RTX PRO 6000, 32 MB; tuned "
                                   "37.6 to 41.1), 12.7 of 31.5 (4 RTX 4090), 28 of 63 (8 RTX 5090); small messages 24 us over 8 cards, "
                                   "19 us over 4, about 8 us a hop where the fit expects 4 (voipmonitor/rtx6kpro hardware/"
                                   "pcie-bandwidth.md 070506f; tinygrad/open-gpu-kernel-modules#22; NVIDIA/nccl#1639)"},
    "vector_per_byte": {"nvidia-blackwell-dc": 9.7, "nvidia-hopper": 14, "nvidia-jetson": 20, "nvidia": 40, "amd": 60, "intel": 35,
                        "apple": 32, "cpu": 10, "other": 30, "any": 30},
    "energy": {"memory_share": .65, "compute_share": .9, "idle_share": .1, "host_watts": 60,
               "source": "assumed: decoding that waits for memory draws about two thirds of a board's limit"},
    "host": {"bandwidth_bytes_per_s": 60e9, "share": .7, "bus_bytes_per_s": 25e9, "bus_share": .7},
}


class Row(NamedTuple):
    """One measurement with everything the step model needs of its case."""

    id: str
    family: str
    group: str
    device: str
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


class Table:
    """Rows as arrays, and which deviation of which constant applies to which row."""

    def __init__(self, rows: list[Row], index: dict[tuple[str, str | None, str | None], int]) -> None:
        self.rows = rows
        self.work = Work(*np.array([r.work for r in rows], float).T)
        self.rates = Rates(*np.array([r.rates for r in rows], float).T)
        for name in ("people", "running", "prompt", "output", "chunk", "stages", "measured"):
            setattr(self, name, np.array([getattr(r, name) for r in rows], float))
        self.figure = np.array([r.figure for r in rows])
        keys = [level_keys(r.setup) for r in rows]
        self.columns = {name: np.array([[index[name, None, None]] * len(rows),
                                        *[[index.get((name, level, k.get(level)), -1) for k in keys] for level in levels]])
                        for name, (_, _, levels) in SPEC.items()}
        shared = collections.Counter((r.family, r.figure) for r in rows)
        self.weight = np.array([r.precision * shared[r.family, r.figure] ** -SHARING / NOISE[r.figure] for r in rows])

    def values(self, theta: np.ndarray) -> dict[str, np.ndarray]:
        """Every constant for every row."""
        padded = np.append(theta, 0.0)
        return {name: np.exp(padded[columns].sum(0)) for name, columns in self.columns.items()}

    def predict(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """Every row's figure, by the product's own formulas."""
        capped = {**values, **{s: np.minimum(values[s], 1.0) for s in ("bandwidth", "prefill", "batch", "attention", "pipeline")}}
        m = prepare(self.work, self.rates, Efficiency(**capped), HostPart())
        pipeline = np.where(self.stages > 1, capped["pipeline"], 0.0)
        own = serving.prompt_time(m, self.prompt, self.chunk, 0.0, self.stages, pipeline)
        pace = serving.steady_pace(m, self.running, self.prompt, self.output, self.chunk)
        first = serving.first_token_time(m, self.running, self.prompt, self.output, self.chunk, 0.0, self.stages, pipeline)
        first = first + serving.place_wait(self.people, self.running, first, pace, self.output)
        return np.select([self.figure == f for f in ("decode", "prefill", "tpot", "ttft", "batch")],
                         [serving.stream_rate(m, self.prompt, self.output), self.prompt / own, pace, first,
                          serving.throughput(self.running, own, pace, self.output)])


def index_of(rows: list[Row]) -> tuple[dict[tuple[str, str | None, str | None], int], np.ndarray, np.ndarray]:
    """A number for every constant's base and every deviation that some row shows, with its prior mean and size."""
    index: dict[tuple[str, str | None, str | None], int] = {}
    prior, size = [], []
    keys = [level_keys(r.setup) for r in rows]
    for name, (expected, spread, levels) in SPEC.items():
        index[name, None, None] = len(prior)
        prior.append(math.log(expected))
        size.append(spread)
        for level, expected_size in levels.items():
            for key in sorted({k[level] for k in keys if level in k}):
                index[name, level, key] = len(prior)
                prior.append(0.0)
                size.append(expected_size)
    return index, np.array(prior), np.array(size)


def robust(residual: np.ndarray) -> np.ndarray:
    """Square roots of the pseudo-Huber loss: quadratic within one noise, linear beyond."""
    return np.sign(residual) * np.sqrt(2 * (np.sqrt(1 + residual**2) - 1))


def fit(table: Table, prior: np.ndarray, size: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Levenberg-Marquardt on residuals and priors; derivatives by one difference a constant."""
    measured = np.log(table.measured)

    def errors(values: dict[str, np.ndarray]) -> np.ndarray:
        return robust(table.weight * (np.log(table.predict(values)) - measured))

    theta = prior.copy() if start is None else start.copy()
    damping, step_size = 1e-3, 1e-5
    residual = errors(table.values(theta))
    cost = residual @ residual + ((theta - prior) / size) @ ((theta - prior) / size)
    for _ in range(40):
        values = table.values(theta)
        jacobian = np.zeros((len(residual), len(theta)))
        for name, columns in table.columns.items():
            moved = {**values, name: values[name] * math.exp(step_size)}
            slope = (errors(moved) - residual) / step_size
            for row in columns:
                known = row >= 0
                np.add.at(jacobian, (np.nonzero(known)[0], row[known]), slope[known])
        normal = jacobian.T @ jacobian + np.diag(size**-2.0)
        gradient = jacobian.T @ residual + (theta - prior) / size**2
        for _ in range(7):
            move = np.clip(np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -gradient), -1, 1)
            trial = theta + move
            trial_residual = errors(table.values(trial))
            trial_cost = trial_residual @ trial_residual + ((trial - prior) / size) @ ((trial - prior) / size)
            if trial_cost < cost:
                break
            damping *= 5
        else:
            break
        gain, theta, residual, cost = cost - trial_cost, trial, trial_residual, trial_cost
        damping = max(damping / 5, 1e-6)
        if gain < 1e-5 * cost:
            break
    return theta


def left_out(rows: list[Row], guides: list[Row], part: str, index: Any, prior: np.ndarray, size: np.ndarray,
             theta: np.ndarray) -> np.ndarray:
    """Every row predicted by a fit that has seen nothing of its `part` (family or device), nor the medians of its class."""
    found = np.zeros(len(rows))
    for value in sorted({getattr(r, part) for r in rows}):
        classes = {r.setup.device_class for r in rows if getattr(r, part) == value}
        rest = Table([r for r in rows if getattr(r, part) != value] + [g for g in guides if g.setup.device_class not in classes], index)
        known = np.zeros(len(prior), bool)
        for columns in rest.columns.values():
            known[columns[columns >= 0]] = True
        fitted = fit(rest, prior, size, np.where(known, theta, prior))
        out = [i for i, r in enumerate(rows) if getattr(r, part) == value]
        unseen = Table([rows[i] for i in out], index)
        found[out] = unseen.predict(unseen.values(fitted))
    return found


def _width(error: dict[str, np.ndarray], kinds: tuple[str, ...], members: list[int]) -> float:
    """Root mean square over the kinds of error of the quantile that the band should hold."""
    return math.sqrt(np.mean([np.quantile(error[k][members], COVER) ** 2 for k in kinds]))


def _inside(levels: dict[str, Any], key: str) -> list[float]:
    """Median width of what was measured under a wider level's key: who knows less may not claim more."""
    start = "" if key == "all" else key.removesuffix("|moe").removesuffix("|dense")
    found = [row["width"] for level in ("engine_class", "engine_class_moe") for k, row in levels[level].items() if k.startswith(start)]
    return [float(np.median(found))] if found else []


def guided(table: dict[str, Any], guides: list[Row], predicted: np.ndarray) -> None:
    """Adds the width of engines that only summaries tell of: as wide as what was never measured, and by what the summaries
    themselves are missed."""
    for figure, levels in table.items():
        groups: dict[str, list[int]] = collections.defaultdict(list)
        for i, row in enumerate(guides):
            keys = level_keys(row.setup)
            if row.figure == figure and keys["engine"] not in levels["engine"]:
                groups[keys["engine_class"]].append(i)
        for key, members in sorted(groups.items()):
            missed = float(np.mean([np.log(predicted[i] / guides[i].measured) ** 2 for i in members]))
            width = min(math.sqrt(levels["all"]["all"]["width"] ** 2 + missed), WIDEST_UNSEEN)
            levels["engine_class"][key] = {"width": round(width, 3), "n": sum(guides[i].count for i in members)}


def spreads(rows: list[Row], seen: np.ndarray, unseen: np.ndarray, far: np.ndarray) -> dict[str, Any]:
    """Half-widths by figure and level. Own level: what new reports on it would miss by (one report left out, tempered by the
    fit itself); wider levels, which serve what was never measured: with the card left out. Shrunk to the parent by count."""
    table: dict[str, Any] = {}
    for figure in ("decode", "prefill", "tpot", "ttft", "batch"):
        picked = [i for i, r in enumerate(rows) if r.figure == figure]
        error = {name: np.abs(np.log(values / np.array([r.measured for r in rows]))) for name, values in
                 (("seen", seen), ("unseen", unseen), ("far", far))}
        levels: dict[str, Any] = {}
        for level, kinds in (("engine_class_moe", ("seen", "unseen")), ("engine_class", ("seen", "unseen")),
                             ("engine_vendor_moe", ("far",)), ("engine_vendor", ("far",)), ("engine", ("far",)), ("all", ("far",))):
            groups: dict[str, list[int]] = collections.defaultdict(list)
            for i in picked:
                groups[level_keys(rows[i].setup)[level]].append(i)
            overall = _width(error, kinds, picked)
            levels[level] = {}
            for key, members in sorted(groups.items()):
                n = len(members)
                width = math.sqrt((n * _width(error, kinds, members) ** 2 + 8 * overall**2) / (n + 8))
                wide = not level.startswith("engine_class")
                width = min(max(width, .06), WIDEST_UNSEEN if wide else WIDEST[figure])
                if level == "all":  # a new engine or vendor: one vote for each engine, not for each of its measurements
                    width = max(width, float(np.mean([row["width"] for row in levels["engine"].values()])))
                if wide:
                    width = max([width, *(1.15 * w for w in _inside(levels, key))])
                levels[level][key] = {"width": round(width, 3), "n": n}
        table[figure] = levels
    return table


def quantile(values: list[float], q: float) -> float:
    """The same quantile as the project's scoring script."""
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))]


def write_calibration(path: Path, index: Any, theta: np.ndarray, rows: list[Row], spread: dict[str, Any], data_name: str) -> None:
    """The data file: bases and deviations, counts and spreads."""
    parameters: dict[str, Any] = {name: {"base": 0.0, "effects": {}} for name in SPEC}
    for (name, level, key), i in index.items():
        if level is None:
            parameters[name]["base"] = round(float(theta[i]), 4)
        elif abs(theta[i]) >= .002:
            parameters[name]["effects"].setdefault(level, {})[key] = round(float(theta[i]), 3)
    counts = collections.Counter(level_keys(r.setup)["engine_class_moe"] for r in rows)
    extent = f"{len(rows)} measurements, {len({r.family for r in rows})} families of reports, {len({r.device for r in rows})} devices"
    body = {**FIXED, "data": f"{extent} ({data_name})", "parameters": parameters, "spread": spread, "counts": dict(sorted(counts.items()))}
    lines = [f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in body.items() if k not in ("parameters", "spread")]
    for part in ("parameters", "spread"):
        inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in body[part].items())
        lines.append(f" {json.dumps(part)}: {{\n{inner}\n }}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def report(rows: list[Row], results: dict[str, np.ndarray], widths: np.ndarray, seconds: float) -> str:
    """Errors by group for each way of leaving out, and how often the band held the value."""
    measured = np.array([r.measured for r in rows])
    lines = ["# How far the speed model is from published measurements", "",
             f"{len(rows)} measurements, {len({r.family for r in rows})} families of reports, {len({r.device for r in rows})} devices; "
             "relative error, median / 90th percentile. `band` is how often low..high holds the measured value (aim 80 %), "
             "`high/low` its median width. Written by fit.py in " f"{seconds:.0f} s; do not edit.", "",
             "| group | n | in sample | one report left out | one card left out | band in sample | band, report left out | high/low |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    groups: dict[str, list[int]] = collections.defaultdict(list)
    for i, r in enumerate(rows):
        groups[r.group].append(i)
        groups[f"**{r.figure}, all**"].append(i)
        groups["**all**"].append(i)
    for name, members in sorted(groups.items()):
        cells = []
        for values in results.values():
            error = list(np.abs(values[members] - measured[members]) / measured[members])
            cells.append(f"{quantile(error, .5):.1%} / {quantile(error, .9):.1%}")
        held = [np.mean(np.abs(np.log(results[k][members] / measured[members])) <= widths[members])
                for k in ("in sample", "one report left out")]
        lines.append(f"| {name} | {len(members)} | {' | '.join(cells)} | {held[0]:.0%} | {held[1]:.0%} | "
                     f"{math.exp(2 * np.median(widths[members])):.2f} |")
    return "\n".join(lines) + "\n"


def run(rows: list[Row], guides: list[Row], data_name: str, quick: bool = False) -> None:
    """Fit, leave out, write data and report."""
    began = time.time()
    index, prior, size = index_of(rows + guides)
    theta = fit(Table(rows + guides, index), prior, size)
    table = Table(rows, index)
    results = {"in sample": table.predict(table.values(theta))}
    results["one report left out"] = results["in sample"] if quick else left_out(rows, guides, "family", index, prior, size, theta)
    results["one card left out"] = results["in sample"] if quick else left_out(rows, guides, "device", index, prior, size, theta)
    spread = spreads(rows, *results.values())
    known = Table(guides, index)
    guided(spread, guides, known.predict(known.values(theta)))
    write_calibration(TARGET, index, theta, rows, spread, data_name)
    calibration.data.cache_clear()
    calibration.spread.cache_clear()
    figures = np.array([calibration.spread(r.setup, r.figure).width for r in rows])
    text = report(rows, results, figures, time.time() - began)
    if not quick:
        (HERE / "report.md").write_text(text, "utf-8")
    print(text)


def row_of(scenario: dict[str, Any], figure: str, **facts: Any) -> Row:
    """A measurement as a row, by the product's own resolution of names, defaults and memory. Raises CannotAnswer."""
    from advisor import estimate, speed
    from advisor.answer import Trace
    from advisor.errors import CannotAnswer
    from advisor.scenario import parse_scenario

    case = estimate.resolve(parse_scenario(scenario), Trace())
    ready = speed.prepare_case(case, case.engine.memory(case, Trace()))
    if ready is None:
        raise CannotAnswer("The device's rates are not known.")
    load = ready.load
    return Row(device=scenario["hardware"]["device"], figure=figure, setup=ready.setup, work=ready.work, rates=ready.rates,
               people=load.people, running=load.running, prompt=load.prompt, output=load.output, chunk=load.chunk,
               stages=load.stages, **facts)


def rows_of(path: Path) -> list[Row]:
    """The measurements that the product can answer, as rows."""
    from advisor.errors import CannotAnswer

    rows, refused = [], collections.Counter[str]()
    for line in path.read_text("utf-8").splitlines():
        question = json.loads(line)
        figure = FIGURES.get(question["expect"]["path"])
        if figure is None:
            continue
        try:
            rows.append(row_of(question["scenario"], figure, id=question["id"], family=question["family"], group=question["group"],
                               measured=question["expect"]["value"]))
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
    so that every place was taken all the time."""
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
                           precision=3.0, measured=sum(pace) / len(pace)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, help="folder of recorded runs (default: runs/ beside the data)")
    parser.add_argument("--quick", action="store_true", help="no leaving out: bands are too narrow then, nothing is reported")
    args = parser.parse_args()
    runs = args.runs or args.data.parent / "runs"
    rows = rows_of(args.data) + (run_rows(runs) if runs.is_dir() else [])
    run(rows, class_rows(HERE / "summaries.jsonl"), args.data.name, args.quick)


if __name__ == "__main__":
    main()
