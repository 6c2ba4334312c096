"""Lines of measurements (JSON Lines with `scenario` and `expect`) held against the product's own estimates."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario


class Answer(NamedTuple):
    """`ratio`: estimate over measured; `inside`: the range holds the measured value."""

    line: dict[str, Any]
    ratio: float
    inside: bool


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def answered(lines: list[dict[str, Any]]) -> list[Answer]:
    """Every line that has an estimate; the others are told on standard error."""
    found = []
    for line in lines:
        try:
            speed = estimate(parse_scenario(line["scenario"]), any_build=True).speed
        except CannotAnswer as reason:
            print(f"{line['id']}: {reason}", file=sys.stderr)
            continue
        band, measured = getattr(speed, line["expect"]["path"].split(".")[1]), line["expect"]["value"]
        if band is not None:
            found.append(Answer(line, band.typical / measured, band.low <= measured <= band.high))
    return found
