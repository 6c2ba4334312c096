"""Where the reader was and what was answered, kept between runs in a small file beside the preferences."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from advisor.ui.preferences import config_folder, read_object, write_text

FILE = "guide.json"
MOST, LONGEST = 200, 100


@dataclass(slots=True)
class Progress:
    """`places`: the block at the top of the page by chapter; `answers`: option by question; `done`: the final ones were checked."""

    chapter: str = "acts"
    places: dict[str, str] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    done: bool = False

    @classmethod
    def load(cls) -> Progress:
        """What was kept; anything that is not of the right kind is left out."""
        data, _ = read_object(config_folder() / FILE)
        made = cls()
        if isinstance(data.get("chapter"), str):
            made.chapter = data["chapter"]
        made.places = _pairs(data.get("places"), str)
        made.answers = _pairs(data.get("answers"), int)
        made.done = data.get("done") is True
        return made

    def save(self) -> str:
        """"" or why it could not be kept."""
        return write_text(config_folder() / FILE, json.dumps(asdict(self), ensure_ascii=False))


def _pairs(data: Any, kind: type) -> dict[str, Any]:
    if not isinstance(data, dict):
        return {}
    good = {k: v for k, v in data.items() if type(v) is kind and len(k) < LONGEST and len(str(v)) < LONGEST}
    return dict(list(good.items())[:MOST])
