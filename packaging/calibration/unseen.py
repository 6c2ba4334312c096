"""How far estimates are from measurements that no fit has seen (unseen.jsonl, gathered like gathered.jsonl), by figure.

    PYTHONPATH=. .venv/bin/python packaging/calibration/unseen.py

They were gathered after the last fit, by what their sources say. Once such lines are fitted they belong into gathered.jsonl, and others
take their place here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from answers import answered, lines_of
from measurements import FIGURES

LINES = Path(__file__).resolve().parent / "unseen.jsonl"


def main() -> None:
    found = answered(lines_of(LINES))
    for figure in (*FIGURES.values(), "all"):
        some = [a for a in found if figure in (FIGURES[a.line["expect"]["path"]], "all")]
        half, most = np.quantile([abs(a.ratio - 1) for a in some], (.5, .9))
        print(f"{figure:8} {len(some):4} lines, half within {half:6.1%}, nine in ten within {most:6.1%}, "
              f"in range {np.mean([a.inside for a in some]):.0%}")


if __name__ == "__main__":
    main()
