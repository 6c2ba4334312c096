"""What the README counts is what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from advisor.cli import COMMANDS
from advisor.engines import engines

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_scores_and_models() -> None:
    rows = [json.loads(line) for line in (ROOT / "packaging" / "catalog" / "scores.jsonl").read_text("utf-8").splitlines()]
    assert f"{len(rows):,} published scores of {len({row['id'] for row in rows})} models" in README


def test_every_engine_is_named() -> None:
    listed = README.partition("**Seven engines**:")[2].partition(", each by")[0].replace("\n", " ").split(", ")
    assert {name.strip() for name in listed} == {engine.name for engine in engines().values()} and len(listed) == 7


def test_the_commands_it_shows_exist() -> None:
    shown = re.findall(r"^advisor (\S+)", README, re.MULTILINE)
    assert shown and {word for word in shown if not word.startswith("-")} <= set(COMMANDS)
