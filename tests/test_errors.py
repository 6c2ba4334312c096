"""A question that cannot be answered says what to do about it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import advisor

ROOT = Path(advisor.__file__).parent


@pytest.mark.parametrize("path", [p for part in ("readers", "machine") for p in sorted((ROOT / part).glob("*.py"))],
                         ids=lambda p: f"{p.parent.name}/{p.name}")
def test_what_files_and_machines_refuse_comes_with_a_mend(path: Path) -> None:
    """People meet these with a file of their own: each names what to do beside what is wrong."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "CannotAnswer":
            mend = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "mend"), None)
            assert mend is not None and not (isinstance(mend, ast.Constant) and not mend.value), f"line {call.lineno} says no mend"
