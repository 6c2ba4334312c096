"""Where resources/ lies: beside the package in a checkout, inside it in a wheel or a frozen app. And where a person's files go."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any, Literal

from advisor.errors import CannotAnswer
from advisor.words import say


@cache
def folder() -> Path:
    """The resources folder. Raises CannotAnswer when it is missing (a broken installation)."""
    here = Path(__file__).resolve().parent
    places = [here / "_resources", here.parent / "resources"]
    if getattr(sys, "frozen", False):
        places.insert(0, Path(getattr(sys, "_MEIPASS", here)) / "resources")
    for place in places:
        if (place / "catalog").is_dir():
            return place
    raise CannotAnswer(say("The program's resources folder is missing."), say("Install it again."))


def path(*parts: str) -> Path:
    """A file in resources/; raises CannotAnswer when it is missing."""
    found = folder().joinpath(*parts)
    if not found.exists():
        raise CannotAnswer(
            say("The file {names} is missing from the program's resources.", names="/".join(parts)), say("Install it again.")
        )
    return found


def catalog_data(*parts: str) -> Any:
    """What the JSON file of that name in resources/catalog holds, read anew. Raises CannotAnswer when it is missing."""
    return json.loads(path("catalog", *parts).read_text("utf-8"))


def portable_folder() -> Path | None:
    """`settings` beside the frozen program while a file `portable` lies there, else None."""
    beside = Path(sys.executable).parent
    return beside / "settings" if getattr(sys, "frozen", False) and (beside / "portable").is_file() else None


def user_folder(kind: Literal["config", "data", "log"]) -> Path:
    """Where this person's preferences, own catalog entries or logs lie; it need not exist. A portable program keeps them beside it."""
    portable = portable_folder()
    if portable is not None:
        return portable / kind
    import platformdirs
    name = "llm-deployment-advisor"
    if kind == "config":
        return Path(platformdirs.user_config_dir(name, appauthor=False))
    if kind == "data":
        return Path(platformdirs.user_data_dir(name, appauthor=False))
    return Path(platformdirs.user_log_dir(name, appauthor=False))
