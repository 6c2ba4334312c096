"""What drafts by a model's own layers gain, from paired measurements: writes resources/catalog/speculative.json, prints how far off it is.

    PYTHONPATH=. .venv/bin/python packaging/calibration/speculative.py

A line of speculative.jsonl is one machine's pace without drafts (`plain`) and with them (`drafted`), tokens a second, everything else
equal. `acceptance` is the share of all proposed tokens that was taken, `acceptance_range` that of the hardest and the easiest of its texts,
`acceptance_length` the tokens a round; `added_mib` what the server took more. The chance of a token and what a round costs besides are
the medians over configurations, each with one voice; a class of devices with few is drawn to its vendor's median, that to all of the
engine's (as with two configurations more).
"""

from __future__ import annotations

import collections
import json
import statistics
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from advisor import speculation, speed
from advisor.answer import Trace
from advisor.estimate import estimate
from advisor.formula import speculative
from advisor.formula.step_time import step_time
from advisor.scenario import parse_scenario

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "resources" / "catalog" / "speculative.json"
PRIOR_CONFIGURATIONS = 2.0
ALONE_ONLY = ["llama.cpp"]
"""Where several streams at once gained nothing: sudoingX/qwen38-mtp sweeps/multi-gpu.md (2 and 4 streams) and its fifth rule."""


def rate_of(share: float, tokens: int) -> float:
    """The chance of a token whose mean share of all proposed ones is that: share x tokens = a + a^2 + ..."""
    low, high = 0.0, 0.9999
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(middle**i for i in range(1, tokens + 1)) < share * tokens else (low, middle)
    return low


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / "speculative.jsonl").read_text("utf-8").splitlines()]


def configuration(line: dict[str, Any]) -> str:
    """Everything but how many tokens are drafted."""
    s = line["scenario"]
    return json.dumps([line["source"], s["model"], s["quantization"], s["hardware"], s["settings"]["context"], line["plain"]])


def by_configuration(values: list[tuple[str, float]]) -> list[float]:
    """One median a configuration."""
    held = collections.defaultdict(list)
    for key, value in values:
        held[key].append(value)
    return [statistics.median(found) for found in held.values()]


def known_rate(line: dict[str, Any]) -> float | None:
    tokens = line["scenario"]["settings"]["speculative"]["num_speculative_tokens"]
    if "acceptance_length" in line:
        return rate_of((line["acceptance_length"] - 1) / tokens, tokens)
    return rate_of(line["acceptance"], tokens) if "acceptance" in line else None


def acceptance(found: list[dict[str, Any]]) -> list[float]:
    """Low, typical and high chance of a token."""
    middle = by_configuration([(configuration(x), rate) for x in found if (rate := known_rate(x)) is not None])
    ends = [[rate_of(x["acceptance_range"][i], x["scenario"]["settings"]["speculative"]["num_speculative_tokens"])
             for x in found if "acceptance_range" in x] for i in (0, 1)]
    return [round(statistics.median(values), 2) for values in (ends[0], middle, ends[1])]


def costs(found: list[dict[str, Any]], typical: float) -> dict[str, dict[str, float]]:
    """What a token costs besides reading and checking it, as a share of a plain step, by engine and class, vendor and all."""
    values: dict[str, dict[str, list[tuple[str, float]]]] = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in found:
        asked = parse_scenario(line["scenario"])
        answer = estimate(asked)
        case, ready = answer.case, speed.prepare_case(answer.case, answer.memory)
        assert ready is not None, line["id"]
        tokens = asked.settings.speculative.num_speculative_tokens if asked.settings.speculative else 0
        depth = ready.load.prompt + ready.load.output / 2
        plain = float(step_time(ready.step, 1.0, depth))
        won = float(speculative.tokens_per_round(known_rate(line) or typical, float(tokens)))
        own = float(speculative.round_time(ready.step, speculation.draft_time(case.model, ready, 1.0), 1.0, depth, float(tokens)))
        cost = (won * line["plain"] / line["drafted"] - own / plain) / tokens
        for level in ("any", ready.setup.vendor, ready.setup.device_class):
            values[ready.setup.engine][level].append((configuration(line), cost))
    every = statistics.median(by_configuration([pair for levels in values.values() for pair in levels["any"]]))
    told: dict[str, dict[str, float]] = {"any": {"any": round(every, 3)}}
    for engine, levels in sorted(values.items()):
        own_any = drawn(levels["any"], every)
        told[engine] = {"any": own_any}
        for level in sorted(levels, key=lambda level: (level != "any", "-" in level, level)):
            if level != "any":
                told[engine][level] = drawn(levels[level], told[engine].get(level.partition("-")[0], own_any) if "-" in level else own_any)
    return told


def drawn(values: list[tuple[str, float]], towards: float) -> float:
    each = by_configuration(values)
    return round((statistics.median(each) * len(each) + towards * PRIOR_CONFIGURATIONS) / (len(each) + PRIOR_CONFIGURATIONS), 3)


def report(found: list[dict[str, Any]]) -> None:
    """How far off it is: with all lines, with each device's own left out, and in memory."""
    errors("all lines", [(found, None)])
    devices = sorted({line["scenario"]["hardware"]["device"] for line in found})
    apart = [([x for x in found if x["scenario"]["hardware"]["device"] == device],
              [x for x in found if x["scenario"]["hardware"]["device"] != device]) for device in devices]
    errors("its device left out", apart)
    added(found)


def errors(name: str, parts: list[tuple[list[dict[str, Any]], list[dict[str, Any]] | None]]) -> None:
    """Errors of the gain and of the pace, and how often the range holds the measured pace; each part by what its second lines tell."""
    gains: list[float] = []
    paces: list[float] = []
    inside: list[bool] = []
    held = speculation.data()
    for asked_of, told_by in parts:
        if told_by is not None:
            rates = acceptance(told_by)
            told = {**held, "acceptance": rates, "cost_a_token": costs(told_by, rates[1])}
            with patch.object(speculation, "data", lambda told=told: told):
                compared(asked_of, gains, paces, inside)
        else:
            compared(asked_of, gains, paces, inside)
    for figure, values in (("gain", gains), ("pace with drafts", paces)):
        error = np.expm1(np.abs(np.array(values)))
        print(f"{name}, {figure}: {len(values)} lines, half within {np.median(error):.0%}, nine in ten within "
              f"{np.quantile(error, .9):.0%}, bias {np.median(values):+.2f}")
    print(f"{name}, inside low..high: {np.mean(inside):.0%}")


def compared(found: list[dict[str, Any]], gains: list[float], paces: list[float], inside: list[bool]) -> None:
    for line in found:
        asked = parse_scenario(line["scenario"])
        with_drafts = estimate(asked).speed.decode_tokens_per_s
        without = estimate(asked.with_(settings__speculative=None)).speed.decode_tokens_per_s
        assert with_drafts is not None and without is not None
        gains.append(np.log(with_drafts.typical / without.typical / (line["drafted"] / line["plain"])))
        paces.append(np.log(with_drafts.typical / line["drafted"]))
        inside.append(with_drafts.low <= line["drafted"] <= with_drafts.high)


def added(found: list[dict[str, Any]]) -> None:
    """What the server took more, beside what an estimate adds."""
    for line in found:
        if "added_mib" in line:
            asked = parse_scenario(line["scenario"])
            more = [estimate(s).case.engine.memory(estimate(s).case, Trace()).total_bytes or 0
                    for s in (asked, asked.with_(settings__speculative=None))]
            s = line["scenario"]
            print(f"{line['id']} {s['hardware']['device']}, {s['quantization']}, context {s['settings']['context']}: measured "
                  f"{line['added_mib']} MiB more, told {(more[0] - more[1]) / 2**20:.0f}")


def main() -> None:
    found = lines()
    told = acceptance(found)
    body = {"acceptance": told, "cost_a_token": costs(found, told[1]), "alone_only": ALONE_ONLY}
    sources = sorted({line["source"].split(" ")[0] for line in found})
    TARGET.write_text(json.dumps({"source": "; ".join(sources), "date": "2026-12-01", "lines": len(found),
                                  "configurations": len({configuration(x) for x in found}), **body}, indent=1) + "\n", "utf-8")
    speculation.data.cache_clear()
    report(found)


if __name__ == "__main__":
    main()
