"""vLLM: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import json
from typing import Any

from advisor import resources
from advisor.answer import Memory, Trace
from advisor.engines.base import Case, Engine, Refusal
from advisor.scenario import Machine, Model


class VLlm(Engine):
    id = "vllm"
    name = "vLLM"
    data = json.loads(resources.path("catalog", "engines", "vllm.json").read_text(encoding="utf-8"))

    def fill(self, case: Case, trace: Trace) -> Case:
        raise NotImplementedError

    def memory(self, case: Case, trace: Trace) -> Memory:
        raise NotImplementedError

    def refusals(self, case: Case) -> list[Refusal]:
        raise NotImplementedError

    def default_quantization(self, model: Model, machine: Machine) -> str:
        raise NotImplementedError

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        raise NotImplementedError

    # ---- commands


ENGINE = VLlm()
