"""Where resources/ lies: beside the package in a checkout, inside it in a wheel, unpacked in a frozen app."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from advisor.errors import CannotAnswer


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
    raise CannotAnswer("The program's resources folder is missing.", "Install it again.")


def path(*parts: str) -> Path:
    """A file in resources/; raises CannotAnswer when it is missing."""
    found = folder().joinpath(*parts)
    if not found.exists():
        raise CannotAnswer(f"The file {'/'.join(parts)} is missing from the program's resources.", "Install it again.")
    return found
