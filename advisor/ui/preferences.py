"""What the person set once: language, theme, units, prices. Written atomically; a damaged file is put aside and told."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from advisor.resources import portable_folder

LIMIT = 2**20


class Preferences(NamedTuple):      # not a dataclass: that would be imported before the first paint, and costs it 5 ms
    """Each with its default. `language` and `theme` are `system` until pinned; the network stays off until switched on."""

    language: str = "system"
    theme: str = "system"
    binary_units: bool = False
    power_price_usd_per_kwh: float = 0.15
    busy_fraction: float = 0.2
    years_of_use: float = 3.0
    device_price_usd: float = 0.0       # 0: the catalog's
    rent_usd_per_hour: float = 0.0      # 0: the catalog's
    mirror: str = ""
    network: bool = False
    recent: tuple[str, ...] = ()
    drawer_width: int = 412

    def with_recent(self, path: str) -> Preferences:
        return self._replace(recent=(path, *[p for p in self.recent if p != path])[:10])


_CHOICES: dict[str, tuple[str, ...]] = {"language": ("system", "en", "zh_CN"), "theme": ("system", "light", "dark")}


def config_folder() -> Path:
    """Where preferences lie (ADVISOR_CONFIG overrides it, for tests and portable use)."""
    if os.environ.get("ADVISOR_CONFIG"):
        return Path(os.environ["ADVISOR_CONFIG"])
    portable = portable_folder()
    if portable is not None:
        return portable / "config"
    import sys

    from PySide6.QtCore import QStandardPaths  # the same folder as platformdirs.user_config_dir, without its import
    place = QStandardPaths.StandardLocation
    root = QStandardPaths.writableLocation(place.GenericDataLocation if sys.platform == "darwin" else place.GenericConfigLocation)
    return Path(root) / "llm-deployment-advisor"


def load(name: str = "preferences.json") -> tuple[Preferences, str]:
    """The stored preferences and, where the file was damaged, the path it was put aside to (else "")."""
    data, aside = read_object(config_folder() / name)
    return from_data(data), aside


def from_data(data: dict[str, Any]) -> Preferences:
    """Preferences from parsed JSON; what is not of the right kind keeps its default."""
    kept: dict[str, Any] = {}
    defaults = Preferences()
    for name, default in defaults._asdict().items():
        value = data.get(name)
        if name in _CHOICES:
            good = value in _CHOICES[name]
        elif name == "recent":
            good = isinstance(value, list) and all(isinstance(p, str) and len(p) < 4096 for p in value)
            value = tuple(value[:10]) if good and value is not None else ()
        elif isinstance(default, bool):
            good = isinstance(value, bool)
        elif isinstance(default, (int, float)):
            good = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e6
            value = type(default)(value) if good and value is not None else default
        else:
            good = isinstance(value, str) and len(value) < 2048
        if good:
            kept[name] = value
    return defaults._replace(**kept)


def save(preferences: Preferences, name: str = "preferences.json") -> str:
    """Stores them; returns "" or, in words of the system, why that failed."""
    import json
    return write_text(config_folder() / name, json.dumps(preferences._asdict(), ensure_ascii=False, indent=1))


def read_object(path: Path) -> tuple[dict[str, Any], str]:
    """A JSON object from a file of ours. A damaged one is renamed and its new path returned; a missing one is empty."""
    try:
        with path.open("rb") as file:
            raw = file.read(LIMIT + 1)
    except OSError:
        return {}, ""
    import json
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(raw.decode("utf-8")) if len(raw) <= LIMIT else None
        if isinstance(data, dict):
            return data, ""
    aside = path.with_name(path.name + ".damaged")
    with contextlib.suppress(OSError):
        os.replace(path, aside)
    return {}, str(aside)


def write_text(path: Path, text: str) -> str:
    """Writes a file so that either the old or the new one is there whole; returns "" or why it failed."""
    import tempfile
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return error.strerror or str(error)
    return ""
