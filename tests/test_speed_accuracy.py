"""Published measurements against the estimates: the targets that the project set itself, in sample.

The report with a card or a report left out is made by packaging/calibration/fit.py and lies beside it.
"""

import json
import math
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

pytestmark = pytest.mark.shared
PACKAGING = Path(__file__).resolve().parent.parent / "packaging"


class Answered(NamedTuple):
    group: str
    error: float
    held: bool
    width: float


@pytest.fixture(scope="module")
def answered(shared: Path) -> list[Answered]:
    found = []
    for line in (shared / "accuracy" / "speed.jsonl").read_text("utf-8").splitlines():
        question = json.loads(line)
        try:
            speed = estimate(parse_scenario(question["scenario"]), any_build=True).speed
        except CannotAnswer as reason:
            pytest.fail(f"{question['id']}: {reason}")
        band, measured = getattr(speed, question["expect"]["path"].split(".")[1]), question["expect"]["value"]
        assert band is not None, question["id"]
        found.append(Answered(question["group"], abs(band.typical - measured) / measured, band.low <= measured <= band.high,
                              band.high / band.low))
    return found


def words(*wanted: str) -> Callable[[Answered], bool]:
    return lambda row: all(word in row.group for word in wanted)


def quantile(values: list[float], q: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))]


@pytest.mark.parametrize(("name", "chosen", "median", "p90"), [
    ("decode, NVIDIA dense", words("decode llama.cpp nvidia dense"), .05, .12),
    ("decode, Apple", words("decode", "apple"), .10, .28),
    ("decode, AMD", words("decode", "amd"), .12, .50),
    ("decode, Intel", words("decode", "intel"), .20, .60),
    ("prefill, NVIDIA and Apple", lambda r: r.group.startswith("prefill") and ("nvidia" in r.group or "apple" in r.group), .15, .35),
    ("prefill, AMD", words("prefill", "amd"), .25, .60),
    ("time per token", words("tpot"), .12, .36),
    ("first token, vLLM", words("ttft vllm"), .17, .40),
    ("first token, all", words("ttft"), .23, .55),
])
def test_error(answered: list[Answered], name: str, chosen: Callable[[Answered], bool], median: float, p90: float) -> None:
    errors = [row.error for row in answered if chosen(row)]
    assert len(errors) > 20, name
    assert statistics.median(errors) <= median and quantile(errors, .9) <= p90, name


def report_rows(title: str) -> list[list[str]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGING))
        import accuracy_data
    return accuracy_data.report_rows(title)


def held(title: str) -> list[float]:
    """How often the ranges held the value: in sample, a report left out, a model left out."""
    rows = report_rows(title)
    cell = next(row for row in rows if row[0] == "all")[rows[0].index("band")]
    return [float(share.strip().rstrip("%")) / 100 for share in cell.split("/")]


def test_bands_hold_four_in_five_of_what_the_fit_has_not_seen(answered: list[Answered]) -> None:
    in_sample, report_out, model_out = held("The given measurements")
    assert .80 <= report_out <= .90 and .74 <= model_out <= report_out <= in_sample
    assert report_out <= statistics.mean(row.held for row in answered) <= .96


@pytest.mark.parametrize(("group", "column", "median", "p90"), [
    ("decode llama.cpp nvidia dense", "one card left out", .05, .12), ("decode llama.cpp nvidia dense", "one report left out", .05, .12),
    ("batch tensorrt-llm nvidia dense", "one report left out", .13, .30), ("tpot vllm nvidia moe", "one report left out", .12, .36),
    ("tpot vllm nvidia moe", "one card left out", .17, .40), ("ttft vllm nvidia moe", "one report left out", .17, .40),
    ("tpot, all", "one report left out", .14, .38), ("tpot, all", "one card left out", .17, .42),
    ("tpot, all", "a tenth of the lines left out", .12, .36), ("ttft, all", "a tenth of the lines left out", .17, .40),
])
def test_the_report_keeps_what_was_reached_of_the_unseen(group: str, column: str, median: float, p90: float) -> None:
    rows = report_rows("The given measurements")
    cell = next(row for row in rows if row[0] == group)[rows[0].index(column)]
    half, most = (float(part.strip().rstrip("%")) / 100 for part in cell.split("/"))
    assert half <= median and most <= p90


def test_bands_are_no_wider_than_they_may(answered: list[Answered]) -> None:
    for kind, widest in (("decode llama.cpp nvidia", 1.35), ("decode", 1.7), ("prefill", 2.1), ("tpot", 2.1), ("batch", 2.2),
                         ("ttft", 2.9)):
        widths = [row.width for row in answered if row.group.startswith(kind)]
        assert 1 < statistics.median(widths) <= widest, kind
        assert all(math.isfinite(w) for w in widths)


def test_the_targets_are_met_by_what_is_new_of_known_reports_and_those_that_were_met_by_new_reports_stay_so() -> None:
    """What is over its target is bold in the report's last table."""
    head, _, *rows = report_rows("The targets, on the given measurements")
    over = {(row[0], column) for row in rows for column, cell in zip(head, row, strict=True) if "**" in cell}
    assert len(rows) == 10
    assert not [cell for cell in over if cell[1] in ("in sample", "a tenth of the lines left out")]
    assert {figure for figure, column in over if column == "one report left out"} <= {"time per token at a concurrency", "first token"}
    assert ("decode, NVIDIA dense", "one card left out") not in over and ("decode, Apple", "one card left out") not in over
    assert ("prefill alone, NVIDIA and Apple", "one card left out") not in over
