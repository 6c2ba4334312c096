"""How far estimates with a part of the model in main memory are from what was measured, and what other shares of its bandwidth would give.

    .venv/bin/python packaging/calibration/offload.py

Reads offload.jsonl (gathered like gathered.jsonl; `host` tells what the source says of the processor and its memory). The two shares
under `host` in fit.py are set by it: `share`, of layers that lie there whole, by the dense models; `experts_share` by the others.
They are not fitted with the rest: most sources name no memory speed, so that the shares hold what the assumed speed leaves open.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from advisor import calibration
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

LINES = Path(__file__).resolve().parent / "offload.jsonl"
SHARES = (.4, .5, .55, .6, .7, .85)


def errors(lines: list[dict[str, Any]]) -> tuple[np.ndarray, int]:
    """Logarithms of estimate over measured, and how many of the measured values lie in low..high."""
    found, inside = [], 0
    for line in lines:
        try:
            speed = estimate(parse_scenario(line["scenario"])).speed
        except CannotAnswer:
            continue
        value, measured = getattr(speed, line["expect"]["path"].split(".")[1]), line["expect"]["value"]
        if value is not None:
            found.append(math.log(value.typical / measured))
            inside += value.low <= measured <= value.high
    return np.array(found), inside


def told(lines: list[dict[str, Any]]) -> str:
    found, inside = errors(lines)
    half, most = np.quantile(np.expm1(np.abs(found)), (.5, .9))
    return (f"{len(found):3} lines, median of the logarithm {np.median(found):+.2f}, half within {half:.0%}, "
            f"nine in ten within {most:.0%}, in range {inside / len(found):.0%}")


def main() -> None:
    lines = [json.loads(line) for line in LINES.read_text("utf-8").splitlines()]
    groups = {kind: [q for q in lines if q["group"].startswith("decode") and q["group"].endswith(kind)] for kind in ("dense", "moe")}
    print("all                  ", told(lines))
    host = calibration.data()["host"]
    for name, kind in (("share", "dense"), ("experts_share", "moe")):
        kept = host[name]
        for share in SHARES:
            host[name] = share
            print(f"{name} {share:.2f}".ljust(21), told(groups[kind]))
        host[name] = kept


if __name__ == "__main__":
    main()
