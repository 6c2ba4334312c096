"""llama.cpp's server: defaults by build, memory to the byte, splits between devices and host, launch commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from advisor.answer import Memory, Trace
from advisor.engines.base import Case, Engine, Refusal
from advisor.scenario import Machine, Model


class LlamaCpp(Engine):
    """llama-server. Ollama and LM Studio run the same program and build on this class."""

    id = "llama.cpp"
    name = "llama.cpp"

    @cached_property
    def data(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The engine's row of resources/catalog/engines: versions, defaults, limits."""
        import json

        from advisor import resources
        return dict(json.loads(resources.path("catalog", "engines", f"{self.id}.json").read_text("utf-8")))

    def fill(self, case: Case, trace: Trace) -> Case:
        raise NotImplementedError

    def memory(self, case: Case, trace: Trace) -> Memory:
        raise NotImplementedError

    def refusals(self, case: Case) -> list[Refusal]:
        return []

    def default_quantization(self, model: Model, machine: Machine) -> str:
        raise NotImplementedError

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        raise NotImplementedError


ENGINE = LlamaCpp()
