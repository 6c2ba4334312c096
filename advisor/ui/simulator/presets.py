"""Loads to begin with: what each puts into the scenario and into the traffic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from advisor.scenario import Scenario
from advisor.ui.language import tr
from advisor.whatif.traffic import DAY_S, Traffic


@dataclass(frozen=True, slots=True)
class Preset:
    """`workload` and `context` go into the scenario, `traffic` into what the simulator asks."""

    key: str
    context: int
    workload: dict[str, Any]
    traffic: dict[str, Any] = field(default_factory=dict)

    def changes(self, slots: bool) -> dict[str, Any]:
        """Fields of the scenario; `slots`: the engine has a fixed place for each request, so it needs as many as people."""
        found = {f"workload__{name}": value for name, value in self.workload.items()}
        found["settings__context"] = self.context
        if slots:
            found["settings__parallel"] = self.workload["concurrency"]
        return found

    def matches(self, scenario: Scenario, traffic: Traffic) -> bool:
        return (scenario.settings.context == self.context
                and all(getattr(scenario.workload, name) == value for name, value in self.workload.items())
                and all(getattr(traffic, name) == value for name, value in self.traffic.items()))


_STEADY = {"shape": "people", "spread": "fixed", "seconds": 240, "think_s": 0}
PRESETS = (
    Preset("8x4", 4096, {"concurrency": 8, "prompt_tokens": 3584, "output_tokens": 512, "requests_per_s": None,
                         "shared_prefix_tokens": 0}, _STEADY),
    Preset("8x32", 32_768, {"concurrency": 8, "prompt_tokens": 32_000, "output_tokens": 512, "requests_per_s": None,
                            "shared_prefix_tokens": 0}, {**_STEADY, "seconds": 900}),
    Preset("code", 8192, {"concurrency": 8, "prompt_tokens": 3000, "output_tokens": 300, "requests_per_s": 0.5,
                          "shared_prefix_tokens": 1500}, {"shape": "poisson", "spread": "log_normal", "seconds": 240}),
    Preset("day", 8192, {"concurrency": 8, "prompt_tokens": 1500, "output_tokens": 300, "requests_per_s": 0.1,
                         "shared_prefix_tokens": 0}, {"shape": "day", "spread": "log_normal", "seconds": DAY_S}),
)


def words() -> dict[str, str]:
    return {"8x4": tr("8 people × 4K"), "8x32": tr("8 people × 32K"), "code": tr("Code assistant"), "day": tr("A day of traffic")}


def current(scenario: Scenario, traffic: Traffic) -> str:
    """The preset that is in force, "" where none is."""
    return next((p.key for p in PRESETS if p.matches(scenario, traffic)), "")
