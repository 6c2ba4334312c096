"""What a piece of advice looks at: the case with its memory and speed, and what the engine's own data says of its levers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from advisor.answer import Memory, Speed
from advisor.engines import Case
from advisor.scenario import Scenario


class View(NamedTuple):
    """What a rule looks at. `data` is the engine's advice."""

    asked: Scenario
    case: Case
    memory: Memory
    speed: Speed
    verdict: str
    data: Mapping[str, Any]

    @property
    def pooled(self) -> bool:
        return self.case.engine.reserves_pool

    @property
    def cards(self) -> int:
        return sum(1 for device in self.memory.devices if device.weights_bytes)
