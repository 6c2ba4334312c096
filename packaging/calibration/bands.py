"""How wide the bands are, from what was missed, and the report of the errors."""

from __future__ import annotations

import collections
import math
from typing import Any

import numpy as np
from measurements import Row

from advisor.calibration import level_keys

KINDS = ("decode", "prefill", "tpot", "ttft", "batch")
COVER = .8
WIDEST = {"decode": .45, "prefill": .5, "tpot": .5, "ttft": .7, "batch": .6}
WIDEST_UNSEEN = .8
SEEN_SHARE = .15
"""How much of a band's square rests on the fit itself, the rest on what it misses of reports that it has not seen."""
OWN = ("seen", "unseen")
MISSED = {"seen": ("in sample",), "unseen": ("one report left out", "one model left out"), "far": ("one card left out",)}
LEVELS = (("engine_class_moe", OWN), ("engine_class", OWN), ("engine_vendor_moe", ("far",)), ("engine_vendor", ("far",)),
          ("engine", ("far",)), ("all", ("far",)))


def _width(error: dict[str, np.ndarray], weight: np.ndarray, kinds: tuple[str, ...], members: list[int]) -> float:
    """The quantile that the band should hold, each row counted by its precision: of the errors far away, or of those seen and unseen,
    weighed as squares."""
    squares = [_quantile(error[k][:, members], weight[members]) ** 2 for k in kinds]
    return math.sqrt(np.average(squares, weights=[SEEN_SHARE, 1 - SEEN_SHARE] if kinds == OWN else None))


def _quantile(errors: np.ndarray, weight: np.ndarray) -> float:
    """Of all the errors (ways x rows) the value that COVER of the weight stays under, between neighbours by share."""
    order = np.argsort(errors, axis=None)
    weights = np.broadcast_to(weight, errors.shape).ravel()[order]
    upto = np.cumsum(weights) - weights / 2
    return float(np.interp(COVER * weights.sum(), upto, errors.ravel()[order]))


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


def spreads(rows: list[Row], results: dict[str, np.ndarray]) -> dict[str, Any]:
    """Half-widths by figure and level. Own level: what new reports and models on it would miss by (one left out), tempered by
    the fit itself; wider levels, which serve what was never measured: with the card left out. Shrunk to the parent by count."""
    table: dict[str, Any] = {}
    measured, weight = np.array([r.measured for r in rows]), np.array([min(r.precision, 1.0) for r in rows])
    error = {kind: np.abs(np.log(np.array([results[name] for name in names]) / measured)) for kind, names in MISSED.items()}
    for figure in KINDS:
        picked = [i for i, r in enumerate(rows) if r.figure == figure]
        levels: dict[str, Any] = {}
        for level, kinds in LEVELS:
            groups: dict[str, list[int]] = collections.defaultdict(list)
            for i in picked:
                groups[level_keys(rows[i].setup)[level]].append(i)
            overall = _width(error, weight, kinds, picked)
            levels[level] = {}
            for key, members in sorted(groups.items()):
                n = len(members)
                width = math.sqrt((n * _width(error, weight, kinds, members) ** 2 + 8 * overall**2) / (n + 8))
                wide = not level.startswith("engine_class")
                width = min(max(width, .06), WIDEST_UNSEEN if wide else WIDEST[figure])
                if level == "all":  # a new engine or vendor: one vote for each engine, not for each of its measurements
                    width = max(width, float(np.mean([row["width"] for row in levels["engine"].values()])))
                if wide:
                    width = max([width, *(1.15 * w for w in _inside(levels, key))])
                levels[level][key] = {"width": round(width, 3), "n": n}
        table[figure] = levels
    return table


TARGETS: tuple[tuple[str, str, tuple[str, ...], tuple[int, int], tuple[int, int] | None], ...] = (
    ("decode, NVIDIA dense", "decode", ("nvidia dense",), (5, 12), (7, 15)),
    ("decode, Apple", "decode", ("apple",), (10, 28), None),
    ("decode, AMD", "decode", ("amd",), (12, 50), None),
    ("decode, Intel", "decode", ("intel",), (20, 60), None),
    ("prefill alone, NVIDIA and Apple", "prefill", ("nvidia", "apple"), (15, 35), None),
    ("prefill alone, AMD", "prefill", ("amd",), (25, 60), None),
    ("time per token at a concurrency", "tpot", ("",), (12, 36), (17, 40)),
    ("throughput of a batch, NVIDIA", "batch", ("nvidia",), (13, 30), None),
    ("first token, vLLM", "ttft", ("vllm",), (17, 40), None),
    ("first token", "ttft", ("",), (23, 55), None))
"""What is to be reached (median, 90th percentile, in percent): of measurements kept back, and where told apart of a card never seen;
which groups of the given measurements each is about."""


def quantile(values: list[float], q: float) -> float:
    """The same quantile as the project's scoring script."""
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))]


def report(rows: list[Row], results: dict[str, np.ndarray], widths: np.ndarray, seconds: float) -> str:
    """Errors by group for each way of leaving out, and how often the band held the value: of all, and by where they come from."""
    held = ("in sample", "one report left out", "one model left out")
    text = ["# How far the speed model is from published measurements", "",
            f"{len(rows)} measurements, {len({r.family for r in rows})} families of reports, {len({r.device for r in rows})} devices, "
            f"{len({r.model for r in rows})} models; relative error, median / 90th percentile. `band` is how often low..high holds the "
            f"measured value (aim 80 %): {', '.join(held)}; `high/low` its median width. Written by fit.py in "
            f"{seconds:.0f} s; do not edit."]
    for title, chosen in (("All", [True, False]), ("The given measurements", [False]), ("Gathered besides (gathered.jsonl)", [True])):
        members = [i for i, r in enumerate(rows) if r.gathered in chosen]
        text += ["", f"## {title}", "", f"| group | n | {' | '.join(results)} | band | high/low |",
                 f"| --- | --- |{' --- |' * (len(results) + 2)}", *_table(rows, results, widths, members, held)]
    text += ["", "## The targets, on the given measurements", "",
             "Median / 90th percentile in percent; what is over its target is bold.", "",
             f"| figure | n | target (a card never seen) | {' | '.join(results)} |", f"| --- | --- | --- |{' --- |' * len(results)}",
             *_targets(rows, results)]
    return "\n".join(text) + "\n"


def _targets(rows: list[Row], results: dict[str, np.ndarray]) -> list[str]:
    measured, lines = np.array([r.measured for r in rows]), []
    for name, figure, groups, kept, unseen in TARGETS:
        members = [i for i, r in enumerate(rows) if not r.gathered and r.figure == figure and any(g in r.group for g in groups)]
        cells = []
        for way, values in results.items():
            error = list(100 * np.abs(values[members] - measured[members]) / measured[members])
            target = unseen or kept if way == MISSED["far"][0] else kept
            found = [quantile(error, q) for q in (.5, .9)]
            cells.append(" / ".join(f"**{v:.1f}**" if v > most else f"{v:.1f}" for v, most in zip(found, target, strict=True)))
        wanted = f"{kept[0]} / {kept[1]}" + (f" ({unseen[0]} / {unseen[1]})" if unseen else "")
        lines.append(f"| {name} | {len(members)} | {wanted} | {' | '.join(cells)} |")
    return lines


def _table(rows: list[Row], results: dict[str, np.ndarray], widths: np.ndarray, chosen: list[int], held: tuple[str, ...]) -> list[str]:
    measured = np.array([r.measured for r in rows])
    groups: dict[str, list[int]] = collections.defaultdict(list)
    for i in chosen:
        groups[rows[i].group].append(i)
        groups[f"**{rows[i].figure}, all**"].append(i)
        groups["**all**"].append(i)
    lines = []
    for name, members in sorted(groups.items()):
        cells = []
        for values in results.values():
            error = list(np.abs(values[members] - measured[members]) / measured[members])
            cells.append(f"{quantile(error, .5):.1%} / {quantile(error, .9):.1%}")
        band = [np.mean(np.abs(np.log(results[k][members] / measured[members])) <= widths[members]) for k in held]
        lines.append(f"| {name} | {len(members)} | {' | '.join(cells)} | {' / '.join(f'{b:.0%}' for b in band)} | "
                     f"{math.exp(2 * np.median(widths[members])):.2f} |")
    return lines
