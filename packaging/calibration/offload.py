"""How far estimates with a part of the model in main memory are from what was measured, and what other shares of its bandwidth would give.

    PYTHONPATH=. .venv/bin/python packaging/calibration/offload.py

Reads offload.jsonl (gathered like gathered.jsonl; `host` tells what the source says of the processor and its memory). The shares
under `host` in fit.py are set by it: `share`, of layers that lie there whole, by the pace of dense models; `experts_share` by that of
the others; `bus_share`, of the link to the card, by prompts. They are not fitted with the rest: most sources name neither memory
speed nor lanes, so that the shares hold what the assumed ones leave open. Lines of one report share weight (root of their number).
"""

from __future__ import annotations

import collections
from pathlib import Path
from typing import Any

import numpy as np
from answers import answered, lines_of

from advisor import calibration

LINES = Path(__file__).resolve().parent / "offload.jsonl"
SHARES = (.3, .4, .5, .6, .7, .85)


def told(lines: list[dict[str, Any]]) -> str:
    """Weighted quantiles of the relative error, the median of its logarithm, and how often the range holds the measured value."""
    families = collections.Counter(q["family"] for q in lines)
    found = answered(lines)
    ratio, inside = np.array([a.ratio for a in found]), [a.inside for a in found]
    weight = np.array([families[a.line["family"]] ** -.5 for a in found])
    error = np.expm1(np.abs(np.log(ratio)))
    return (f"{len(found):3} lines, median of the logarithm {quantile(np.log(ratio), weight, .5):+.2f}, half within "
            f"{quantile(error, weight, .5):.0%}, nine in ten within {quantile(error, weight, .9):.0%}, in range "
            f"{np.average(inside, weights=weight):.0%}")


def quantile(values: np.ndarray, weight: np.ndarray, share: float) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum()
    return float(values[order][np.searchsorted(reached, share)])


def main() -> None:
    lines = lines_of(LINES)
    decode = [q for q in lines if q["group"].startswith("decode")]
    groups = {"share": [q for q in decode if q["group"].endswith("dense")],
              "experts_share": [q for q in decode if q["group"].endswith("moe")],
              "bus_share": [q for q in lines if q["group"].startswith("prefill")]}
    print("all".ljust(21), told(lines))
    host = calibration.data()["host"]
    for name, some in groups.items():
        kept = host[name]
        for share in sorted({*SHARES, kept}):
            host[name] = share
            print(f"{name} {share:.2f}{' *' if share == kept else ''}".ljust(21), told(some))
        host[name] = kept


if __name__ == "__main__":
    main()
