"""Real cases of people who were stuck, posed to the app: each idea that a good answer must hold is looked for in its words.

The `posed_*` modules say how a case is asked and, for every idea in the case's order, a pattern that one of the answer's
sentences must match or a check of its figures. An idea that begins with NOT: must not be matched. `NOT_YET` names the ideas
that cannot be checked, with the reason. Cases of kind G are pasted texts: tests/machine/test_paste.py reads all of them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import posed_commands
import posed_machines
import posed_memory
import posed_people
import pytest

POSED = {**posed_memory.POSED, **posed_people.POSED, **posed_commands.POSED, **posed_machines.POSED}
NOT_YET = {
    ("UC-B-05", 1): "one measurement of two releases (32 against 40 tokens/s): the app's ranges do not claim that ratio",
    ("UC-H-07", 1): "needs shards on disk: tests/readers/test_gguf.py reads all of them from any one",
}


def rows(shared: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.shared
@pytest.mark.parametrize("name", sorted(POSED))
def test_case(name: str, shared: Path) -> None:
    ideas = next(row for row in rows(shared) if row["id"] == name)["what_a_good_answer_must_say"]
    pose, checks = POSED[name]
    told = pose(shared)
    for number, (idea, check) in enumerate(zip(ideas, checks, strict=True)):
        if check is None:
            assert (name, number) in NOT_YET
            continue
        holds = bool(re.search(check, told.text)) if isinstance(check, str) else check(told)
        assert holds != idea.startswith("NOT:"), f"{idea!r} in:\n{told.text}"


@pytest.mark.shared
def test_every_case_is_posed_here_or_with_the_pastes(shared: Path) -> None:
    index = json.loads((shared / "cases" / "pastes" / "index.json").read_text("utf-8"))
    for row in rows(shared):
        assert row["facts"]["paste"] in index if row["kind"] == "G" else row["id"] in POSED, row["id"]
    assert all(POSED[name][1][number] is None and reason for (name, number), reason in NOT_YET.items())
