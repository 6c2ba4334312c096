"""Versioned rules: an engine's data holds changes by the version they came with; a version's rules are all up to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NUMBER = re.compile(r"\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?")


def version_key(version: str | None) -> tuple[int, int, int] | None:
    """(major, minor, patch) that it begins with; None for what names no release (a commit, 0.0.0.dev…)."""
    found = _NUMBER.match(version or "")
    if not found:
        return None
    key = (int(found[1][:9]), int((found[2] or "0")[:9]), int((found[3] or "0")[:9]))
    return key if key > (0, 0, 0) else None


def rules_of(data: Mapping[str, Any], version: str | None) -> dict[str, Any]:
    """The rules in force: every entry of data["versions"] whose `since` is not above the version, later ones on top.

    What names no release gets the rules of the version that the data was checked against, what is older than all the data the
    oldest rules known.
    """
    key = version_key(version) or version_key(str(data["version"])) or (0, 0, 0)
    oldest, *later = data["versions"]
    merged: dict[str, Any] = dict(oldest)
    for entry in later:
        since = version_key(entry["since"])
        if since is None or since <= key:
            merged.update(entry)
    return merged
