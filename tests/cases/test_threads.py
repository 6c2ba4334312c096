"""Cases from public threads that this repository holds itself, posed as those of the given collection are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from posed_threads import POSED

HERE = Path(__file__).parent


def rows() -> dict[str, dict[str, Any]]:
    found = [json.loads(line) for line in (HERE / "threads.jsonl").read_text("utf-8").splitlines()]
    return {row["id"]: row for row in found}


@pytest.mark.parametrize("name", sorted(POSED))
def test_thread(name: str) -> None:
    ideas = rows()[name]["what_a_good_answer_must_say"]
    pose, checks = POSED[name]
    told = pose(HERE)
    for idea, check in zip(ideas, checks, strict=True):
        holds = bool(re.search(check, told.text)) if isinstance(check, str) else check(told)
        assert holds, f"{idea!r} in:\n{told.text}"


def test_every_thread_is_posed() -> None:
    assert set(rows()) == set(POSED)
    assert all(row["source"] and row["confidence"] for row in rows().values())
