"""Builds resources/catalog/abilities.json: how able each model is, from published benchmark scores (scores.jsonl).

Run: .venv/bin/python packaging/catalog/scores.py            (from the repository's root)

One factor: the logit of a model's score in a benchmark is a line in its ability, with a spread of the benchmark's own; ability is
expected at size (log2 of the geometric mean of total and active parameters in 1e9, a slope of 1) plus a year's progress, with a
spread too. All of them are fitted together, so that a model with many scores stands by its scores, one with none by size and age,
and one with a single score between. For code and for tools a model stands apart from its general ability as far as the
benchmarks of those tasks say.
Unit: doublings of size, a dense model of 1e9 parameters at the begin of 2023 being 0.
"""

from __future__ import annotations

import collections
import json
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from advisor import catalog
from advisor.recommend.models import size_and_age

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "resources" / "catalog" / "abilities.json"
NAMES = {"mmlu_pro": "MMLU-Pro", "gpqa_diamond": "GPQA Diamond", "livecodebench": "LiveCodeBench", "ifeval": "IFEval",
         "swe_bench_verified": "SWE-bench Verified", "tau2_bench": "τ²-bench", "bfcl_v3": "BFCL v3", "bfcl_v4": "BFCL v4"}
TASKS = {"code": ("livecodebench", "swe_bench_verified"), "tools": ("tau2_bench", "bfcl_v3", "bfcl_v4", "swe_bench_verified")}
HARNESSES = ("Artificial Analysis", "Open LLM Leaderboard")
OF_HARNESS = {"Artificial Analysis": "Artificial Analysis, artificialanalysis.ai", "Open LLM Leaderboard": "Open LLM Leaderboard v2"}
LEAST_SLOPE, LEAST_SPREAD, ROUNDS, FEWEST = .05, .12, 60, 8
COMMON = 1.0
"""What all the scores of one model err by together, in doublings: its makers train for them and choose how to run them (assumed)."""
TASK_SPREAD = .5
"""How far tasks stand apart within a model, as a share of how far models stand apart from what size and age say."""


class Benchmark(NamedTuple):
    """logit(score) = start + slope x ability, give or take `spread`."""

    start: float
    slope: float
    spread: float


def logit(percent: float) -> float:
    share = min(max(percent / 100, .01), .99)
    return math.log(share / (1 - share))


def scale_of(row: dict[str, Any]) -> str:
    """What may be compared: figures of one harness; those that makers state of their own and others' models count as one."""
    return f"{row['benchmark']} {row['by'] if row['by'] in HARNESSES else 'as stated'}"


def best_scores(rows: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """The best of a model's scores on a scale: it can be used as it scored best (thinking or not)."""
    best: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        key = row["id"], scale_of(row)
        if key not in best or row["score"] > best[key]["score"]:
            best[key] = row
    return best


def fitted(size: np.ndarray, year: np.ndarray, model: np.ndarray, benchmark: np.ndarray,
           score: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[Benchmark], float, float]:
    """Abilities by all that is known, abilities as the scores alone have them, benchmarks, progress a year and the spread of ability
    around what size and age say.

    `size`, `year` by model; `model`, `benchmark` (numbers) and `score` (logits) by measurement.
    """
    progress, spread = .55, 1.0
    ability = size + progress * year
    lines: list[Benchmark] = []
    for _ in range(ROUNDS):
        lines = []
        for number in range(int(benchmark.max()) + 1):
            own = benchmark == number
            x, y = ability[model[own]], score[own]
            slope = max(float(np.cov(x, y)[0, 1] / np.var(x, ddof=1)), LEAST_SLOPE) if np.var(x) > 0 else LEAST_SLOPE
            start = float(np.mean(y) - slope * np.mean(x))
            lines.append(Benchmark(start, slope, max(float(np.std(y - start - slope * x)), LEAST_SPREAD)))
        start, slope, error = (np.array([line[k] for line in lines])[benchmark] for k in range(3))
        expected = size + progress * year
        told = np.bincount(model, slope**2 / error**2, len(size))
        shows = np.bincount(model, slope * (score - start) / error**2, len(size)) / told
        ability = expected + (shows - expected) * told / (told + spread**-2)
        scale, progress, base = np.linalg.lstsq(np.stack([size, year, np.ones(len(size))], 1), ability, rcond=None)[0]
        ability = (ability - base) / max(scale, .2)
        progress = float(progress / max(scale, .2))
        spread = max(float(np.sqrt(np.mean((ability - size - progress * year) ** 2 + 1 / (told + spread**-2)))), .3)
    expected = size + progress * year
    shows = expected + (ability - expected) * (told + spread**-2) / told
    return expected + (shows - expected) * spread**2 / (spread**2 + COMMON**2 + 1 / told), shows, lines, progress, spread


def apart(lines: list[Benchmark], scores: list[float], shows: float, spread: float) -> float:
    """How far the scores of a task's benchmarks stand from what all the scores of the model say, in doublings, drawn towards 0."""
    weight = sum((line.slope / line.spread) ** 2 for line in lines)
    pull = sum(line.slope * (score - line.start - line.slope * shows) / line.spread**2 for line, score in zip(lines, scores, strict=True))
    return pull / (weight + (TASK_SPREAD * spread) ** -2)


def shown(id_: str, best: dict[tuple[str, str], dict[str, Any]]) -> list[dict[str, Any]]:
    """One score a benchmark to be named to people, NAMES' order: what the maker states, else what others state, else a harness's."""
    found: dict[str, dict[str, Any]] = {}
    for by in ("maker", "others", *HARNESSES):
        for (model, _), row in best.items():
            if model == id_ and row["by"] == by:
                found.setdefault(row["benchmark"], {"benchmark": row["benchmark"], "score": row["score"],
                                                    "source": OF_HARNESS.get(by, row["source"])})
    return [found[name] for name in NAMES if name in found]


def main() -> None:
    models = {model.id: model for model in catalog.general_models()}
    rows = [json.loads(line) for line in (HERE / "scores.jsonl").read_text("utf-8").splitlines()]
    best = best_scores([row for row in rows if row["id"] in models])
    count = collections.Counter(name for _, name in best)
    names = [name for name, times in count.items() if times >= FEWEST]
    best = {key: row for key, row in best.items() if key[1] in names}
    known = sorted({id_ for id_, _ in best})
    size, year = np.array([size_and_age(models[id_]) for id_ in known]).T
    keys = list(best)
    model, benchmark = np.array([known.index(id_) for id_, _ in keys]), np.array([names.index(name) for _, name in keys])
    score = np.array([logit(best[key]["score"]) for key in keys])
    ability, shows, lines, progress, spread = fitted(size, year, model, benchmark, score)
    found = []
    for i, id_ in enumerate(known):
        row: dict[str, Any] = {"id": id_, "general": round(float(ability[i]), 2)}
        for task, of_task in TASKS.items():
            own = [j for j in np.nonzero(model == i)[0] if names[benchmark[j]].split()[0] in of_task]
            if own:
                offset = apart([lines[benchmark[j]] for j in own], [score[j] for j in own], shows[i], spread)
                row[task] = round(float(ability[i] + offset), 2)
        row["scores"] = shown(id_, best)
        found.append(row)
    tasks = {name: [task for task, of_task in TASKS.items() if name in of_task] for name in NAMES}
    head = {"about": "ability in doublings of size, fitted by packaging/catalog/scores.py from published scores (scores.jsonl)",
            "date": "2026-11-30", "progress_a_year": round(progress, 3), "spread": round(spread, 2),
            "benchmarks": {name: {"name": title, "tasks": tasks[name]} for name, title in NAMES.items()},
            "scales": {name: {"slope": round(line.slope, 3), "spread": round(line.spread, 3), "models": count[name]}
                       for name, line in zip(names, lines, strict=True)}}
    body = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in found)
    TARGET.write_text(json.dumps(head, ensure_ascii=False, indent=1)[:-2] + f',\n "rows": [\n{body}\n ]\n}}\n', "utf-8")
    print(f"{len(found)} models, {len(keys)} scores, progress {progress:.2f} a year, spread {spread:.2f}")
    for name, line in zip(names, lines, strict=True):
        print(f"  {name:40} {count[name]:4} slope {line.slope:.2f} spread {line.spread:.2f}")


if __name__ == "__main__":
    main()
