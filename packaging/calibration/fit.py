"""Fits the calibrated constants of the step model and writes resources/catalog/calibration.json and its report.

    .venv/bin/python packaging/calibration/fit.py --data ../shared/accuracy/speed.jsonl

Fit of a hierarchy in logarithms: every constant is a base plus deviations by level (engine, device class, both, bits, dense
or MoE …), each deviation drawn towards zero by its level's size, residuals with a robust loss, and rows of one report sharing
weight. The sizes themselves come from the data (empirical Bayes): SPEC is only where they start. So a level that explains
nothing shrinks away, and one with few measurements stays near its parent.
The report holds the errors in sample and with one report, one card and one model left out.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from bands import guided, report, spreads
from measurements import Row, class_rows, rows_of, run_rows

from advisor import calibration
from advisor.calibration import SHARES, level_keys
from advisor.formula import serving
from advisor.formula.roofline import attainable_share
from advisor.formula.step_time import Efficiency, HostPart, Rates, Work, prepare

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "resources" / "catalog" / "calibration.json"

SERVERS = {"servers": .25, "servers_kind": .3, "kind": .25, "servers_class": .2}
# constant: (expected value, its spread in logarithms, {level: the size of a deviation to start from})
SPEC: dict[str, tuple[float, float, dict[str, float]]] = {
    "bandwidth": (0.88, .06, {"engine": .10, "class": .07, "engine_class": .05, "engine_bits": .07, "engine_class_moe": .05,
                              "servers": .06, "engine_format": .06, "engine_memory": .07}),
    "unpack": (12., .7, {"bits": .5, "engine": .4, "vendor_bits": .4, "engine_class": .1, "program": .3, "servers": .25, "format": .4,
                         "engine_format": .3, "vendor": .4, "memory": .3}),
    "kv": (.75, .12, {"engine": .1, "class": .05, "engine_class": .25, "engine_bits": .15, "engine_moe": .6, "flash": .6, "build": .3,
                      **SERVERS, "servers_bits": .25}),
    "group_loss": (.25, .5, {"engine": .4}),
    "prefill": (.45, .3, {"engine": .3, "engine_class": .3, "engine_bits": .2, "vendor_bits": .15, "engine_moe": .3,
                          "build": .4, "engine_class_moe": .15, "flash": .1, **SERVERS, "servers_bits": .25, "format": .15,
                          "engine_format": .2, "vendor": .4, "vendor_kind": .3, "engine_memory": .2}),
    "batch": (.55, .2, {"engine": .2, "engine_class": .1, "engine_moe": .2, **SERVERS, "servers_bits": .25, "memory": .15}),
    "attention": (.25, .5, {"engine": .4, "engine_class": .3, "flash": .5, "build": .5, **SERVERS, "flash_build": .4,
                            "vendor": .3, "memory": .2}),
    "tensor_loss": (.12, .6, {"engine": .4, **SERVERS}),
    "step_s": (4e-4, .5, {"engine": .3, "class": .2, "engine_class": .1, "engine_moe": .2, "program": .3, **SERVERS, "vendor": .3,
                          "engine_memory": .2}),
    "layer_s": (60e-6, .4, {"engine": .3, "class": .3, "engine_class": .2, "engine_moe": .3, "engine_class_moe": .15, "build": .2,
                            "program": .35, **SERVERS, "vendor": .3, "vendor_kind": .3, "memory": .2, "engine_memory": .2}),
    "sequence_s": (1.5e-5, .8, {"engine": .5, "engine_class": .2, **SERVERS, "memory": .2}),
    "hop_s": (4e-6, .7, {"engine": .4, "class": .4, **SERVERS}),
    "expert_rows": (16., .7, {"engine": .5, "engine_class": .25, "servers": .25, "servers_class": .2, "vendor": .4}),
    "first_s": (.03, .6, {"engine": .5, "engine_moe": .4, "class": .3, "engine_class": .25, **SERVERS, "memory": .2}),
    "wait": (1.5, .5, {"engine": .4, "engine_moe": .3, "build": .4, **SERVERS}),
    "pipeline": (.5, .5, {"engine": .3, "bits": .6, "size": .8, "size_bits": .6}),
}
NOISE = {"decode": .06, "prefill": .12, "tpot": .12, "ttft": .2, "batch": .12}
SHARING = .25
SIZES = (.02, .8)
ROUNDS = 12
AS_GIVEN = {("kv", "engine"), ("kv", "class"), ("kv", "engine_moe"),
            ("unpack", "program"), ("step_s", "program"), ("layer_s", "program")}
"""Levels whose size is not learned. Of programs a single figure tells. The table over depth on Apple and NVIDIA is of dense models
without flash attention, which its lines do not say: what it tells of the KV cache must not pass to mixtures."""

FIXED: dict[str, Any] = {
    "source": "fitted by packaging/calibration/fit.py on published measurements; see packaging/calibration/report.md",
    "date": "2026-11-29",
    "about": "parameters: base and effects in natural logarithms, by level (advisor/calibration.py). spread: half-width of the "
             "band in logarithms and count. arithmetic: number type of the dense part's and the experts' matrix products by "
             "engine and format, where not fp16. old_builds: versions before which an engine's `build` effect applies. "
             "one_class: vendors whose devices differ by their rates only, so that all of them are one class. "
             "servers: engines that share kernels and a way to batch. "
             "vector_per_byte: FP32 operations per byte of bandwidth where a device's FP32 rate is unknown.",
    "like": {"ollama": "llama.cpp", "lmstudio": "llama.cpp"},
    "one_class": {"cpu": "cpu"},
    "servers": ["vllm", "sglang", "tensorrt-llm"],
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
        reached = {**values, **{share: attainable_share(values[share], most) for share, most in SHARES.items()}}
        m = prepare(self.work, self.rates, Efficiency(**reached), HostPart())
        pipeline = np.where(self.stages > 1, reached["pipeline"], 0.0)
        own = serving.prompt_time(m, self.prompt, self.chunk, 0.0, self.stages, pipeline)
        pace = serving.steady_pace(m, self.running, self.prompt, self.output, self.chunk)
        first = serving.first_token_time(m, self.running, self.prompt, self.output, self.chunk, 0.0, self.stages, pipeline)
        first = first + serving.place_wait(self.people, self.running, first, pace, self.output)
        return np.select([self.figure == f for f in ("decode", "prefill", "tpot", "ttft", "batch")],
                         [serving.stream_rate(m, self.prompt, self.output), self.prompt / own, pace, first,
                          serving.throughput(self.running, own, pace, self.output)])

    def residuals(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """Square roots of the robust loss of every row."""
        return robust(self.weight * np.log(self.predict(values) / self.measured))

    def slopes(self, theta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Residuals of the rows kept, and their derivatives by every deviation, by one difference a constant."""
        step = 1e-5
        values = self.values(theta)
        residual = self.residuals(values)
        jacobian = np.zeros((len(residual), len(theta)))
        for name, columns in self.columns.items():
            slope = (self.residuals({**values, name: values[name] * math.exp(step)}) - residual) / step
            for column in columns:
                known = np.nonzero(column >= 0)[0]
                jacobian[known, column[known]] += slope[known]
        return residual[keep], jacobian[keep]


class Problem:
    """Rows to be fitted, the prior of every deviation, and how large the deviations of each level may be."""

    def __init__(self, rows: list[Row]) -> None:
        self.index: dict[tuple[str, str | None, str | None], int] = {}
        self.groups: dict[tuple[str, str | None], list[int]] = collections.defaultdict(list)
        prior, size = [], []
        keys = [level_keys(r.setup) for r in rows]
        for name, (expected, spread, levels) in SPEC.items():
            for level, expected_size in {None: spread, **levels}.items():
                for key in [None] if level is None else sorted({k[level] for k in keys if level in k}):
                    self.index[name, level, key] = len(prior)
                    self.groups[name, level].append(len(prior))
                    prior.append(math.log(expected) if level is None else 0.0)
                    size.append(expected_size)
        self.prior, self.size = np.array(prior), np.array(size)
        self.table = Table(rows, self.index)
        self.all = np.ones(len(rows), bool)

    def cost(self, theta: np.ndarray, keep: np.ndarray) -> float:
        residual, pull = self.table.residuals(self.table.values(theta))[keep], (theta - self.prior) / self.size
        return float(residual @ residual + pull @ pull)

    def fit(self, start: np.ndarray, keep: np.ndarray, steps: int = 40) -> np.ndarray:
        """Levenberg-Marquardt on residuals and priors. There are more deviations than rows, so that each step is solved in the
        rows' space (matrix inversion lemma)."""
        theta, damping, cost = start.copy(), 1e-3, self.cost(start, keep)
        for _ in range(steps):
            residual, jacobian = self.table.slopes(theta, keep)
            precision = self.size**-2.0
            gradient = jacobian.T @ residual + (theta - self.prior) * precision
            curvature = np.einsum("ij,ij->j", jacobian, jacobian) + precision
            for _ in range(8):
                scaled = jacobian / (precision + damping * curvature)
                dual = np.linalg.solve(np.eye(len(residual)) + scaled @ jacobian.T, scaled @ gradient)
                move = np.clip(-(gradient - jacobian.T @ dual) / (precision + damping * curvature), -1, 1)
                trial = self.cost(theta + move, keep)
                if trial < cost:
                    break
                damping *= 5
            else:
                break
            gain, theta, cost, damping = cost - trial, theta + move, trial, max(damping / 5, 1e-7)
            if gain < 1e-5 * cost:
                break
        return theta

    def learn_sizes(self, theta: np.ndarray) -> np.ndarray:
        """Sizes of the levels by expectation maximisation: the mean square of a level's deviations and of their uncertainty."""
        for _ in range(ROUNDS):
            _, jacobian = self.table.slopes(theta, self.all)
            scaled = jacobian * self.size**2
            inner = np.linalg.solve(np.eye(len(jacobian)) + scaled @ jacobian.T, scaled)
            variance = self.size**2 - np.einsum("ij,ij->j", scaled, inner)
            for (name, level), members in self.groups.items():
                if level is not None and (name, level) not in AS_GIVEN:
                    found = math.sqrt(np.mean((theta[members] - self.prior[members]) ** 2 + variance[members]))
                    old = float(self.size[members[0]])
                    self.size[members] = np.clip(old * (found / old) ** 1.5, *SIZES)
            theta = self.fit(theta, self.all, 6)
        return theta

    def left_out(self, rows: list[Row], part: str, theta: np.ndarray) -> np.ndarray:
        """Every one of the first rows predicted by a fit that has seen nothing of its `part` (family, device or model), nor, of
        a device, the medians of its class. The sizes of the levels stay."""
        found = np.zeros(len(rows))
        fitted = self.table.rows
        for value in sorted({getattr(r, part) for r in rows}):
            out = np.array([getattr(r, part) == value for r in rows])
            classes = {r.setup.device_class for r in rows if getattr(r, part) == value}
            keep = np.array([not (i < len(rows) and out[i]) and not (i >= len(rows) and r.setup.device_class in classes)
                             for i, r in enumerate(fitted)])
            there = self.fit(theta, keep, 5)
            found[out] = self.table.predict(self.table.values(there))[: len(rows)][out]
        return found


def robust(residual: np.ndarray) -> np.ndarray:
    """Square roots of the pseudo-Huber loss: quadratic within one noise, linear beyond."""
    return np.sign(residual) * np.sqrt(2 * (np.sqrt(1 + residual**2) - 1))


def write_calibration(path: Path, problem: Problem, theta: np.ndarray, rows: list[Row], spread: dict[str, Any], data_name: str) -> None:
    """The data file: bases and deviations, counts and spreads."""
    parameters: dict[str, Any] = {name: {"base": 0.0, "effects": {}} for name in SPEC}
    for (name, level, key), i in problem.index.items():
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


def renew_fixed(path: Path) -> None:
    """Puts what is not fitted into the file first: the product's own keys of the levels read it from there."""
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **FIXED}, ensure_ascii=False), "utf-8")
    calibration.data.cache_clear()


def run(rows: list[Row], guides: list[Row], data_name: str, quick: bool = False) -> None:
    """Fit, leave out, write data and report."""
    began = time.time()
    problem = Problem(rows + guides)
    theta = problem.learn_sizes(problem.fit(problem.prior, problem.all))
    predicted = problem.table.predict(problem.table.values(theta))
    results = {"in sample": predicted[: len(rows)]}
    for part, name in (("family", "one report left out"), ("device", "one card left out"), ("model", "one model left out")):
        results[name] = results["in sample"] if quick else problem.left_out(rows, part, theta)
    spread = spreads(rows, results)
    guided(spread, guides, predicted[len(rows):])
    write_calibration(TARGET, problem, theta, rows, spread, data_name)
    calibration.data.cache_clear()
    calibration.spread.cache_clear()
    figures = np.array([calibration.spread(r.setup, r.figure).width for r in rows])
    text = report(rows, results, figures, time.time() - began)
    if not quick:
        (HERE / "report.md").write_text(text, "utf-8")
    print(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, help="folder of recorded runs (default: runs/ beside the data)")
    parser.add_argument("--quick", action="store_true", help="no leaving out: bands are too narrow then, nothing is reported")
    args = parser.parse_args()
    renew_fixed(TARGET)
    runs = args.runs or args.data.parent / "runs"
    conditions = json.loads((HERE / "conditions.json").read_text("utf-8"))
    rows = rows_of(args.data, conditions) + (run_rows(runs) if runs.is_dir() else [])
    run(rows, class_rows(HERE / "summaries.jsonl"), args.data.name, args.quick)


if __name__ == "__main__":
    main()
