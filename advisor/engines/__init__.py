"""Every engine that has a file in this package (or in `EXTRA_FOLDERS`), by id."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import lru_cache
from pathlib import Path

from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.errors import CannotAnswer
from advisor.words import say

__all__ = ["EXTRA_FOLDERS", "Case", "Engine", "Plan", "Refusal", "engine", "engines"]

EXTRA_FOLDERS: list[Path] = []


@lru_cache(maxsize=4)
def _found(extra: tuple[Path, ...]) -> dict[str, Engine]:
    modules = [importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)
               if info.name != "base"]
    for folder in extra:
        for path in sorted(folder.glob("*.py")):
            spec = importlib.util.spec_from_file_location(f"advisor_engine_{path.stem}", path)
            if spec and spec.loader:
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                modules.append(module)
    found = {m.ENGINE.id: m.ENGINE for m in modules if hasattr(m, "ENGINE")}
    return dict(sorted(found.items()))


def engines() -> dict[str, Engine]:
    """All engines by id."""
    return _found(tuple(EXTRA_FOLDERS))


def engine(name: str) -> Engine:
    """The engine of that id or name. Raises CannotAnswer with the known ones."""
    known = engines()
    key = name.strip().lower()
    for candidate in known.values():
        if key in (candidate.id, candidate.name.lower(), *candidate.data.get("aliases", ())):
            return candidate
    raise CannotAnswer(
        say("No engine is called {name}.", name=repr(name[:60])), say("Known: {names}.", names=", ".join(known)), field="engine"
    )
