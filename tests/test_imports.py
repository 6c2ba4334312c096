"""The contracts of pyproject.toml name every part of the package: one that nobody listed would be held to nothing."""

from __future__ import annotations

import pkgutil
import tomllib
from pathlib import Path

import advisor

MAY_SHOW = {"ui", "cli", "self_test", "__main__"}
"""Parts that open the window, and so may import Qt."""


def test_every_part_below_the_window_is_forbidden_qt() -> None:
    data = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    contract = next(c for c in data["tool"]["importlinter"]["contracts"] if c["type"] == "forbidden")
    parts = {info.name for info in pkgutil.iter_modules(advisor.__path__)}
    assert set(contract["source_modules"]) == {f"advisor.{part}" for part in parts - MAY_SHOW}
