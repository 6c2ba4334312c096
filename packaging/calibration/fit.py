"""Fits the calibrated constants of the step model and writes resources/catalog/calibration.json and its report.

    PYTHONPATH=. .venv/bin/python packaging/calibration/fit.py --data ../shared/accuracy/speed.jsonl

Fit of a hierarchy in logarithms: every constant is a base plus deviations by level (engine, device class, both, bits, dense
or MoE …), each deviation drawn towards zero by its level's size, residuals with a robust loss, and rows of one report sharing
weight. The sizes are chosen by what they predict of rows that the fit has not seen (strengths.py writes strengths.json); a level
that pays nothing there is dropped, and one with few measurements stays near its parent.
The report holds the errors in sample and with one report, one card, one model and every tenth line left out.
"""

from __future__ import annotations

import argparse
import collections
import copy
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from bands import guided, report, spreads
from measurements import Row, class_rows, rows_of, run_rows

from advisor import calibration
from advisor.calibration import level_keys
from advisor.formula import serving
from advisor.formula.step_time import Efficiency, HostPart, Rates, Work, prepare

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "resources" / "catalog" / "calibration.json"

SERVERS = ("servers", "servers_kind", "kind", "servers_class")
# constant: (expected value, its spread in logarithms, levels that it may have)
SPEC: dict[str, tuple[float, float, tuple[str, ...]]] = {
    "bandwidth": (0.88, .06, ("engine", "class", "engine_class", "engine_bits", "engine_class_moe", "servers", "engine_format",
                              "engine_memory")),
    "unpack": (12., .7, ("bits", "engine", "vendor_bits", "engine_class", "program", "program_class", "servers", "format", "engine_format",
                         "vendor", "memory", "engine_moe", "build_vendor", "build_kind")),
    "kv": (.75, .12, ("engine", "class", "engine_class", "engine_bits", "engine_moe", "flash", "build", *SERVERS, "servers_bits",
                      "servers_kind_bits", "engine_vendor", "build_vendor", "build_kind")),
    "group_loss": (.25, .5, ("engine", "vulkan_vendor")),
    "prefill": (.45, .3, ("engine", "engine_class", "engine_bits", "vendor_bits", "engine_moe", "build", "engine_class_moe", "flash",
                          *SERVERS, "servers_bits", "format", "engine_format", "vendor", "vendor_kind", "engine_memory",
                          "servers_kind_bits", "size", "class", "build_vendor", "build_kind", "mixer", "engine_mixer")),
    "batch": (.55, .2, ("engine", "engine_class", "engine_moe", *SERVERS, "servers_bits", "memory", "servers_kind_bits",
                        "engine_class_moe")),
    "attention": (.25, .5, ("engine", "engine_class", "flash", "build", *SERVERS, "flash_build", "flash_build_class", "vendor",
                            "memory", "build_vendor", "build_kind")),
    "tensor_loss": (.12, .6, ("engine", *SERVERS)),
    "prompt_loss": (.15, .5, ("engine", "servers_kind", "class")),
    "step_s": (4e-4, .5, ("engine", "class", "engine_class", "engine_moe", "program", *SERVERS, "vendor", "engine_memory",
                          "servers_kind_bits")),
    "layer_s": (60e-6, .4, ("engine", "class", "engine_class", "engine_moe", "engine_class_moe", "build", "program", "program_class",
                            *SERVERS, "vendor", "vendor_kind", "memory", "engine_memory", "engine_bits", "servers_bits", "format",
                            "servers_kind_bits", "build_vendor", "build_kind", "mixer", "engine_mixer")),
    "sequence_s": (1.5e-5, .8, ("engine", "engine_class", *SERVERS, "memory", "servers_kind_bits")),
    "hop_s": (4e-6, .7, ("engine", "class", *SERVERS)),
    "boundary_s": (2.5e-4, .4, ("engine", "memory")),
    "expert_rows": (16., .7, ("engine", "engine_class", "servers", "servers_class", "vendor", "engine_bits", "vendor_bits",
                              "build_vendor")),
    "independence": (.9, .2, ()),
    "first_s": (.03, .6, ("engine", "engine_moe", "class", "engine_class", *SERVERS, "memory", "build", "servers_kind_bits")),
    "text_s": (2.5e-6, .5, ("engine", "servers_class")),
    "together": (.17, .3, ("engine", "build", "servers_kind")),
    "wait": (1., .3, ("engine", "engine_moe")),
    "pipeline": (.5, .5, ("engine", "bits", "size", "size_bits")),
}
NOISE = {"decode": .06, "prefill": .12, "tpot": .12, "ttft": .2, "batch": .12}
SHARING = .25
TRIES, LEAST_DAMPING = 14, 1e-6
"""Five times the damping each: from next to none to a step along the steepest slope. With eight a fit could end halfway."""
FEW = 60
"""Rows left out together up to which one step from the whole fit is as good as a fit of its own."""
PARTS = (("family", "one report left out"), ("device", "one card left out"), ("model", "one model left out"),
         ("line", "a tenth of the lines left out"))

FIXED: dict[str, Any] = {
    "source": "fitted by packaging/calibration/fit.py on published measurements; see packaging/calibration/report.md",
    "date": "2026-11-30",
    "about": "parameters: base and effects in natural logarithms, by level (advisor/calibration.py). spread: half-width of the "
             "band in logarithms and count. arithmetic: number type of the dense part's and the experts' matrix products by "
             "engine and format, where not fp16. old_builds: versions before which an engine's `build` effect applies. "
             "dated: engines whose new builds are told apart from one unsaid (`build_vendor`). one_class: vendors whose "
             "devices differ by their rates only, so that all of them are one class. "
             "servers: engines that share kernels and a way to batch. "
             "vector_per_byte: FP32 operations per byte of bandwidth where a device's FP32 rate is unknown.",
    "like": {"ollama": "llama.cpp", "lmstudio": "llama.cpp", "mlx": "mlx-lm"},
    "one_class": {"cpu": "cpu"},
    "servers": ["vllm", "sglang", "tensorrt-llm"],
    "backends": {"nvidia": "cuda", "amd": "rocm", "intel": "xpu", "apple": "metal", "cpu": "cpu", "other": "cuda"},
    "old_builds": {"llama.cpp": "b7000", "ollama": "0.13", "lmstudio": "0.3.31", "tensorrt-llm": "1.1", "sglang": "0.5.7"},
    "dated": ["llama.cpp"],
    "arithmetic": {engine: {"fp8": ["fp8", "fp8"], "nvfp4": ["fp4", "fp4"], "mxfp4": ["fp16", "mxfp4"], "int8": ["int8", "int8"]}
                   for engine in ("vllm", "sglang", "tensorrt-llm")},
    "inline_ecc": {"share": .9375,
                   "source": "GDDR boards keep their error correction in 1/16 of the memory and read it between the data (NVIDIA, Tesla "
                             "V100 architecture whitepaper, on Tesla K40; A40 and L40S come with it on)"},
    "matrix_shares": {"llama.cpp": {"nvidia-hopper": .63},
                      "about": "share of a data sheet's matrix rate within reach of the instructions that an engine uses",
                      "source": "mma.sync reaches 63 % of Hopper's rate, the rest takes wgmma (Luo et al., Benchmarking and Dissecting "
                                "the Nvidia Hopper GPU Architecture, arXiv 2402.13499); llama.cpp's kernels use mma.sync"},
    "pcie_collectives": {"share": .4, "hop_s": 4e-6,
                         "source": "NCCL's all_reduce_perf without NVLink, as it comes: 22.2 of 63 GB/s (8 RTX PRO 6000, 32 MB; tuned "
                                   "37.6 to 41.1), 12.7 of 31.5 (4 RTX 4090), 28 of 63 (8 RTX 5090); small messages 24 us over 8 cards, "
                                   "19 us over 4, about 8 us a hop where the fit expects 4 (voipmonitor/rtx6kpro hardware/"
                                   "pcie-bandwidth.md 070506f; tinygrad/open-gpu-kernel-modules#22; NVIDIA/nccl#1639)"},
    "converted": {"llama.cpp|sycl": {"formats": ["bf16"], "until": "b9300", "moved": 5.0},
                  "source": "SYCL converted BF16 weights to FP32 for every product (2 bytes read, 4 written, 4 read) until pull request "
                            "21580 gave it a kernel (merged between b9274 and b9299)"},
    "vector_per_byte": {"nvidia-blackwell-dc": 9.7, "nvidia-hopper": 14, "nvidia-jetson": 20, "nvidia": 40, "amd": 60, "intel": 35,
                        "apple": 32, "cpu": 10, "other": 30, "any": 30},
    "energy": {"memory_share": .65, "compute_share": .9, "idle_share": .1, "host_watts": 60,
               "source": "assumed: decoding that waits for memory draws about two thirds of a board's limit"},
    "host": {"bandwidth_bytes_per_s": 60e9, "share": .7, "experts_share": .55, "bus_bytes_per_s": 25e9, "bus_share": .6,
             "source": "offload.py: 379 lines of 69 reports with a part of the model in main memory (offload.jsonl); experts read there, a "
                       "few rows here and there, reach less of its bandwidth than whole layers"},
}


class Table:
    """Rows as arrays, and which deviation of which constant applies to which row."""

    def __init__(self, rows: list[Row], index: dict[tuple[str, str | None, str | None], int],
                 sizes: dict[str, dict[str, float]]) -> None:
        self.rows = rows
        self.work = Work(*np.array([r.work for r in rows], float).T)
        self.rates = Rates(*np.array([r.rates for r in rows], float).T)
        for name in ("people", "running", "prompt", "output", "chunk", "stages", "measured"):
            setattr(self, name, np.array([getattr(r, name) for r in rows], float))
        self.figure = np.array([r.figure for r in rows])
        self.ecc = np.array([float(r.setup.ecc) for r in rows])
        self.moved = np.array([r.setup.moved for r in rows])
        self.some: dict[bytes, Table] = {}
        keys = [level_keys(r.setup) for r in rows]
        self.columns = {name: np.array([[index[name, None, None]] * len(rows),
                                        *[[index.get((name, level, k.get(level)), -1) for k in keys] for level in sizes.get(name, {})]])
                        for name in SPEC}
        shared = collections.Counter((r.family, r.figure) for r in rows)
        self.weight = np.array([r.precision * shared[r.family, r.figure] ** -SHARING / NOISE[r.figure] for r in rows])

    def of(self, members: np.ndarray) -> Table:
        """These rows alone, made once."""
        key = members.tobytes()
        if key not in self.some:
            part = self.some[key] = copy.copy(self)
            part.rows = [self.rows[i] for i in members]
            part.work, part.rates = (type(x)(*[a[members] for a in x]) for x in (self.work, self.rates))
            for name in ("people", "running", "prompt", "output", "chunk", "stages", "measured", "figure", "ecc", "moved", "weight"):
                setattr(part, name, getattr(self, name)[members])
            part.columns = {name: columns[:, members] for name, columns in self.columns.items()}
        return self.some[key]

    def values(self, theta: np.ndarray) -> dict[str, np.ndarray]:
        """Every constant for every row."""
        padded = np.append(theta, 0.0)
        return {name: np.exp(padded[columns].sum(0)) for name, columns in self.columns.items()}

    def predict(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """Every row's figure, by the product's own formulas."""
        reached = calibration.reached(values, self.ecc, self.moved)
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

    def log_slopes(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Errors in logarithms, and their derivatives by every deviation, by one difference a constant."""
        step = 1e-5
        values = self.values(theta)
        error = np.log(self.predict(values) / self.measured)
        jacobian = np.zeros((len(error), len(theta)))
        for name, columns in self.columns.items():
            slope = (np.log(self.predict({**values, name: values[name] * math.exp(step)}) / self.measured) - error) / step
            for column in columns:
                known = np.nonzero(column >= 0)[0]
                jacobian[known, column[known]] += slope[known]
        return error, jacobian

    def slopes(self, theta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Residuals of the rows kept, and their derivatives by every deviation."""
        error, jacobian = self.log_slopes(theta)
        scaled = self.weight * error
        residual = robust(scaled)
        steep = np.divide(scaled, np.sqrt(1 + scaled**2) * residual, out=np.ones_like(scaled), where=np.abs(scaled) > 1e-6)
        return residual[keep], (jacobian * (steep * self.weight)[:, None])[keep]


class Problem:
    """Rows to be fitted, the prior of every deviation, and how large the deviations of each level may be."""

    def __init__(self, rows: list[Row], sizes: dict[str, dict[str, float]] | None = None) -> None:
        self.index: dict[tuple[str, str | None, str | None], int] = {}
        self.groups: dict[tuple[str, str | None], list[int]] = collections.defaultdict(list)
        prior, size = [], []
        keys = [level_keys(r.setup) for r in rows]
        sizes = strengths() if sizes is None else sizes
        for name, (expected, spread, _) in SPEC.items():
            for level, expected_size in {None: spread, **sizes.get(name, {})}.items():
                for key in [None] if level is None else sorted({k[level] for k in keys if level in k}):
                    self.index[name, level, key] = len(prior)
                    self.groups[name, level].append(len(prior))
                    prior.append(math.log(expected) if level is None else 0.0)
                    size.append(expected_size)
        self.prior, self.size = np.array(prior), np.array(size)
        self.table = Table(rows, self.index, sizes)
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
            for _ in range(TRIES):
                scaled = jacobian / (precision + damping * curvature)
                dual = np.linalg.solve(np.eye(len(residual)) + scaled @ jacobian.T, scaled @ gradient)
                move = np.clip(-(gradient - jacobian.T @ dual) / (precision + damping * curvature), -1, 1)
                trial = self.cost(theta + move, keep)
                if trial < cost:
                    break
                damping *= 5
            else:
                break
            gain, theta, cost, damping = cost - trial, theta + move, trial, max(damping / 5, LEAST_DAMPING)
            if gain < 1e-5 * cost:
                break
        return theta

    def influence(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What leaving rows out takes: residuals r, slopes J over the priors' precision P, and M = (1 + J P^-1 J')^-1."""
        residual, jacobian = self.table.slopes(theta, self.all)
        scaled = jacobian * self.size**2
        return residual, scaled, np.linalg.inv(np.eye(len(residual)) + scaled @ jacobian.T)

    def left_out(self, rows: list[Row], part: str, theta: np.ndarray, influence: tuple[np.ndarray, np.ndarray, np.ndarray],
                 steps: int = 1) -> np.ndarray:
        """Every one of the first rows predicted by a fit that has seen nothing of its `part` (see `parts`), nor, unless single
        lines are left out, the medians of its device class. The sizes of the levels stay.

        Leaving out the rows S moves the deviations by P^-1 J' M[:, S] M[S, S]^-1 r[S]; where many rows go, the fit goes on from
        there by `steps`.
        """
        residual, scaled, rest = influence
        found = np.zeros(len(rows))
        for out in parts(rows, part):
            beside = np.zeros(0, bool) if part == "line" else ~class_medians_beside(self.table.rows, len(rows), out)
            gone = np.concatenate([out, len(rows) + np.nonzero(beside)[0]])
            move = scaled.T @ (rest[:, gone] @ np.linalg.solve(rest[np.ix_(gone, gone)], residual[gone]))
            there = theta + np.clip(move, -1.5, 1.5)
            if steps and len(out) > FEW:
                keep = np.ones(len(residual), bool)
                keep[gone] = False
                there = self.fit(there, keep, steps)
            table = self.table.of(out)
            found[out] = table.predict(table.values(there))
        return found


def parts(rows: list[Row], part: str) -> list[np.ndarray]:
    """Rows that are left out together: those of a family of reports, a device or a model, or (`line`) a random tenth."""
    values = np.random.default_rng(7).permutation(len(rows)) % 10 if part == "line" else np.array([getattr(r, part) for r in rows])
    return [np.nonzero(values == value)[0] for value in sorted(set(values))]


def class_medians_beside(rows: list[Row], measured: int, out: np.ndarray) -> np.ndarray:
    """Of the rows after the measured ones, which tell of other device classes than those left out."""
    classes = {rows[i].setup.device_class for i in out}
    return np.array([r.setup.device_class not in classes for r in rows[measured:]], bool)


def strengths() -> dict[str, dict[str, float]]:
    """The sizes chosen by strengths.py: of every constant the levels that it has."""
    return dict(json.loads((HERE / "strengths.json").read_text("utf-8"))["sizes"])


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
    """Puts what is not fitted into the file first, and what is expected of new constants in place of those that are gone: resolving a
    case reads both."""
    old = json.loads(path.read_text("utf-8"))
    constants = {name: old["parameters"].get(name, {"base": math.log(value), "effects": {}}) for name, (value, _, _) in SPEC.items()}
    path.write_text(json.dumps({**old, **FIXED, "parameters": constants}, ensure_ascii=False), "utf-8")
    calibration.data.cache_clear()


def measured_rows(data: Path, runs: Path | None = None) -> list[Row]:
    """The published measurements as they were run, the recorded runs (by default those in runs/ beside the data), and those that
    were gathered besides."""
    runs = runs or data.parent / "runs"
    conditions = json.loads((HERE / "conditions.json").read_text("utf-8"))
    rows = rows_of(data, conditions) + (run_rows(runs) if runs.is_dir() else [])
    return rows + rows_of(HERE / "gathered.jsonl", conditions, gathered=True)


def run(rows: list[Row], guides: list[Row], data_name: str, quick: bool = False) -> None:
    """Fit, leave out, write data and report."""
    began = time.time()
    problem = Problem(rows + guides)
    theta = problem.fit(problem.prior, problem.all, 60)
    predicted = problem.table.predict(problem.table.values(theta))
    results = {"in sample": predicted[: len(rows)]}
    influence = problem.influence(theta)
    for part, name in PARTS:
        results[name] = results["in sample"] if quick else problem.left_out(rows, part, theta, influence)
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
    rows = measured_rows(args.data, args.runs)
    run(rows, class_rows(HERE / "summaries.jsonl"), args.data.name, args.quick)


if __name__ == "__main__":
    main()
