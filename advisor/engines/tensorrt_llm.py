"""TensorRT-LLM: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import json
from typing import Any

from advisor import resources
from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.engines.launch import (
    EVERYWHERE,
    MEMORY_FLAGS,
    Flags,
    Launch,
    checkpoint,
    default_settings,
    download_environment,
    image,
    inside,
    launch_data,
    memory_flags,
    server_steps,
    serving_options,
)
from advisor.errors import CannotAnswer
from advisor.scenario import Machine, Model
from advisor.shell import joined
from advisor.words import say

YAML_NAME = "trtllm.yaml"


class TensorRtLlm(Engine):
    id = "tensorrt-llm"
    name = "TensorRT-LLM"
    data = json.loads(resources.path("catalog", "engines", "tensorrt-llm.json").read_text(encoding="utf-8"))

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

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`trtllm-serve` with what differs from this version's defaults, and its YAML for what has no flag."""
        case, data = plan.case, launch_data(self)
        source = checkpoint(case, data["online_quantization"])
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version)
        if container:
            flags.add("host", EVERYWHERE)
        port = plan.port or 8000
        if port != 8000:
            flags.add("port", port)
        if source.path:
            flags.add("served_model_name", case.model.id)
        base = default_settings(case)
        memory_flags(plan, flags, base, MEMORY_FLAGS)
        if case.settings.expert_parallel:
            flags.add("expert_parallel", case.settings.tensor_parallel)
        serving_options(plan, data, flags)
        yaml = self._yaml(plan)
        if yaml:
            flags.add("config", f"/etc/llm/{YAML_NAME}" if container else YAML_NAME)
        notes = [source.note, *flags.notes]
        if case.settings.data_parallel > 1:
            notes.append(say("It has no data-parallel flag: start {n} such servers, each on its own GPUs (CUDA_VISIBLE_DEVICES) and "
                             "port, behind one proxy.", n=case.settings.data_parallel))
        words = ("trtllm-serve", reference, *flags.words)
        return Launch(words=words, image_words=words, port=port, model=case.model.id if source.path else reference,
                      environment=download_environment(plan, None), image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      files=((YAML_NAME, yaml),) if yaml else (), metrics="/prometheus/metrics" if plan.serve else None,
                      gateway=plan.serve, notes=tuple(n for n in notes if n))

    def _yaml(self, plan: Plan) -> str:
        lines: list[str] = []
        if plan.case.settings.prefix_caching is False:
            lines += ["kv_cache_config:", "  enable_block_reuse: false"]
        if plan.serve:
            lines += ["return_perf_metrics: true", "enable_iter_perf_stats: true"]
        speculative = plan.options.get("speculative")
        if speculative:
            if speculative.get("method") != "mtp":
                raise CannotAnswer(say("For TensorRT-LLM only MTP speculation is written here."), field="speculative")
            lines += ["speculative_config:", "  decoding_type: MTP",
                      f"  num_nextn_predict_layers: {int(speculative.get('tokens', 1))}"]
        return joined(lines) if lines else ""

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        native, container = self.launch(plan), self.launch(plan, container=True)
        tokens = plan.memory.kv_capacity_tokens
        ready = say("The log names the KV cache's room, about {tokens} tokens, and ends with \"Application startup complete\".",
                    tokens=tokens) if tokens else say("The log ends with \"Application startup complete\".")
        return server_steps(plan, shell, native, container, repo=None, program="trtllm-serve",
                            installed=say("trtllm-serve --help lists its options."), ready=ready)


ENGINE = TensorRtLlm()
