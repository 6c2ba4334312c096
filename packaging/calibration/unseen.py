"""How far estimates are from measurements that no fit has seen (unseen.jsonl, gathered like gathered.jsonl), by figure.

    .venv/bin/python packaging/calibration/unseen.py

They were gathered after the last fit, by what their sources say. Once such lines are fitted they belong into gathered.jsonl, and others
take their place here.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from measurements import FIGURES

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

LINES = Path(__file__).resolve().parent / "unseen.jsonl"


def main() -> None:
    rows = []
    for line in LINES.read_text("utf-8").splitlines():
        question = json.loads(line)
        try:
            speed = estimate(parse_scenario(question["scenario"]), any_build=True).speed
        except CannotAnswer as reason:
            print(f"{question['id']}: {reason}")
            continue
        path, measured = question["expect"]["path"], question["expect"]["value"]
        band = getattr(speed, path.split(".")[1])
        if band is not None:
            rows.append((FIGURES[path], abs(band.typical / measured - 1), band.low <= measured <= band.high))
    for figure in ("decode", "prefill", "tpot", "batch", "ttft", "all"):
        some = [row for row in rows if figure in (row[0], "all")]
        half, most = np.quantile([row[1] for row in some], (.5, .9))
        print(f"{figure:8} {len(some):4} lines, half within {half:6.1%}, nine in ten within {most:6.1%}, "
              f"in range {np.mean([row[2] for row in some]):.0%}")


if __name__ == "__main__":
    main()
