"""Versions: which is newer, and which rules hold in one (an engine's data holds changes by the version they came with)."""

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


def _numbers(version: str) -> tuple[int, ...]:
    """`0.33.0` or `b6325` as numbers to compare; empty where the version is not a number (`main`: the newest)."""
    return tuple(int(n) for n in re.findall(r"\d{1,9}", version)[:4])


def at_least(version: str, since: str) -> bool:
    """Whether that version is as new; one without numbers is the newest."""
    return not _numbers(version) or not _numbers(since) or _release_key(version) >= _release_key(since)


def _release_key(version: str) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Numbers to compare, a release candidate before the release itself (1.3.0rc9 < 1.3.0), however many zeros are written."""
    made = re.match(r"v?(\d{1,9}(?:\.\d{1,9})*)\.?(rc|a|b|dev)(\d{1,8})", version)
    numbers = _numbers(made[1] if made else version)
    return numbers + (0,) * (4 - len(numbers)), (0, int(made[3])) if made else (1, 0)
