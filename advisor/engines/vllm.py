"""vLLM: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import json
from typing import Any

from advisor import resources
from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.engines.launch import (
    EVERYWHERE,
    LOOPBACK,
    MEMORY_FLAGS,
    Flags,
    Launch,
    at_least,
    check_shards,
    checkpoint,
    default_settings,
    download_environment,
    image,
    inside,
    key_of,
    launch_data,
    memory_flags,
    plain_dtype,
    server_steps,
    serving_options,
    vendor,
)
from advisor.scenario import Machine, Model
from advisor.words import say


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

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`vllm serve` with what differs from this version's defaults for the case."""
        case, data = plan.case, launch_data(self)
        check_shards(case)
        online = {k: v for k, v in data["online_quantization"].items()
                  if at_least(case.version, data["online_since"].get(k, ""))}
        source = checkpoint(case, online)
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version)
        key = key_of(plan)
        if not container:
            flags.add("host", EVERYWHERE if plan.serve else LOOPBACK)
        port = plan.port or 8000
        if port != 8000:
            flags.add("port", port)
        if source.path:
            flags.add("served_model_name", case.model.id)
        self._settings(plan, flags)
        if source.online:
            flags.add("quantization", source.online)
        serving_options(plan, data, flags)
        environment = download_environment(plan, "VLLM_USE_MODELSCOPE=True")
        if vendor(case) == "cpu" and plan.memory.kv_bytes:
            environment["VLLM_CPU_KVCACHE_SPACE"] = str(max(1, -(-plan.memory.kv_bytes // 2**30)))
        notes = [source.note, *flags.notes]
        if plan.os == "windows":
            environment["VLLM_WSL2_ENABLE_PIN_MEMORY"] = "1"
            notes.append(say("VLLM_WSL2_ENABLE_PIN_MEMORY=1: WSL 2 has pinned memory off by default, and vLLM then stops with "
                             "\"UVA is not available\"."))
        return Launch(words=("vllm", "serve", reference, *flags.words), image_words=(reference, *flags.words), port=port,
                      model=case.model.id if source.path else reference, environment=environment,
                      secrets={"VLLM_API_KEY": key} if key else {}, image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      metrics="/metrics", notes=tuple(n for n in notes if n))

    def _settings(self, plan: Plan, flags: Flags) -> None:
        case, given = plan.case, plan.case.settings
        base = default_settings(case)
        memory_flags(plan, flags, base, MEMORY_FLAGS)
        if given.expert_parallel:
            flags.add("expert_parallel")
        if given.prefix_caching is False and base.prefix_caching is not False:
            flags.add("no_prefix_caching")
        dtype = plain_dtype(case)
        if dtype:
            flags.add("dtype", dtype)
        if given.prefix_caching is False:
            flags.notes.append(say("From 0.33 on the flag is shown as --disable-prefix-caching; this form works in both."))

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        native, container = self.launch(plan), self.launch(plan, container=True)
        repo = None if native.words[2] != native.model else native.model
        return server_steps(plan, shell, native, container, repo=repo, program="vllm serve",
                            installed=say("vllm --version prints {version}.", version=plan.case.version),
                            ready=self._ready(plan))

    def _ready(self, plan: Plan) -> str:
        memory, context = plan.memory, plan.case.settings.context
        if memory.kv_capacity_tokens is None or memory.max_concurrency is None or context is None:
            return say("The log ends with \"Application startup complete\".")
        return say("The log says about: GPU KV cache size: {tokens} tokens; Maximum concurrency for {context} tokens per "
                   "request: {times}x. Then \"Application startup complete\".", tokens=memory.kv_capacity_tokens, context=context,
                   times=f"{memory.max_concurrency:.2f}")


ENGINE = VLlm()
