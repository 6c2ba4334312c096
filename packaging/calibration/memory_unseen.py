"""How far the memory is from what engines' logs printed and published files weigh (memory_gathered.jsonl), by figure.

    PYTHONPATH=. .venv/bin/python packaging/calibration/memory_unseen.py [--worst N]

The lines were gathered by what their sources say. Nothing is fitted to single ones; memory.md tells which constants were read off them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

LINES = Path(__file__).resolve().parent / "memory_gathered.jsonl"


def lines() -> list[dict[str, Any]]:
    """The gathered lines, in the form of the given memory.jsonl."""
    return [json.loads(text) for text in LINES.read_text(encoding="utf-8").splitlines()]


def error(line: dict[str, Any]) -> float | None:
    """Relative error of the estimate; None where there is no answer."""
    try:
        answer = estimate(parse_scenario(line["scenario"]))
    except CannotAnswer:
        return None
    found, printed = getattr(answer.memory, line["expect"]["path"].removeprefix("memory.")), line["expect"]["value"]
    return None if found is None else abs(found - printed) / abs(printed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="show the N worst lines")
    worst = parser.parse_args().worst
    found = [(line, error(line)) for line in lines()]
    for group in (*sorted({line["group"] for line, _ in found}), "all"):
        some = [off for line, off in found if group in (line["group"], "all")]
        told = [off for off in some if off is not None]
        half, most = np.quantile(told, (.5, .9))
        print(f"{group:24} {len(some):4} lines, {len(told):4} answered, half within {half:6.1%}, nine in ten within {most:6.1%}, "
              f"within 1 % {np.mean([off <= .01 for off in told]):.0%}, within 10 % {np.mean([off <= .1 for off in told]):.0%}")
    for line, off in sorted(found, key=lambda pair: -(pair[1] or 0))[:worst]:
        print(f"{off or 0:8.1%}  {line['id']} {line['group']}  {line['scenario']['model']}  {line['source']}")


if __name__ == "__main__":
    main()
