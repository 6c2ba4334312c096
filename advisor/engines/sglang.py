"""SGLang: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

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
from advisor.shell import Secret
from advisor.words import say


class SGLang(Engine):
    id = "sglang"
    name = "SGLang"
    data = json.loads(resources.path("catalog", "engines", "sglang.json").read_text(encoding="utf-8"))

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
        """`python3 -m sglang.launch_server` with what differs from this version's defaults for the case."""
        case, data = plan.case, launch_data(self)
        check_shards(case)
        source = checkpoint(case, data["online_quantization"])
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version)
        key = key_of(plan)
        if container or plan.serve:
            flags.add("host", EVERYWHERE)
        port = plan.port or 30000
        if port != 30000:
            flags.add("port", port)
        if source.path:
            flags.add("served_model_name", case.model.id)
        base = default_settings(case)
        memory_flags(plan, flags, base, MEMORY_FLAGS)
        if case.settings.expert_parallel:
            flags.add("expert_parallel", case.settings.tensor_parallel)
        if case.settings.prefix_caching is False and base.prefix_caching is not False:
            flags.add("no_prefix_caching")
        for name, value in (("dtype", plain_dtype(case)), ("quantization", source.online),
                            ("device", {"cpu": "cpu", "intel": "xpu"}.get(vendor(case)))):
            if value:
                flags.add(name, value)
        serving_options(plan, data, flags)
        if plan.serve:
            flags.add("metrics")
        if key:
            flags.add("key", Secret("SGLANG_API_KEY"))
        environment = download_environment(plan, "SGLANG_USE_MODELSCOPE=true")
        if vendor(case) == "cpu":
            environment["SGLANG_USE_CPU_ENGINE"] = "1"
        words = ("python3", "-m", "sglang.launch_server", "--model-path", reference, *flags.words)
        return Launch(words=words, image_words=words, port=port, model=case.model.id if source.path else reference,
                      environment=environment, secrets={"SGLANG_API_KEY": key} if key else {}, image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      metrics="/metrics" if plan.serve else None, notes=tuple(n for n in (source.note, *flags.notes) if n))

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        native, container = self.launch(plan), self.launch(plan, container=True)
        repo = native.model if native.words[4] == native.model else None
        tokens = plan.memory.kv_capacity_tokens
        ready = say("The log names max_total_num_tokens, about {tokens}, and ends with \"The server is fired up and ready to roll!\".",
                    tokens=tokens) if tokens else say("The log ends with \"The server is fired up and ready to roll!\".")
        return server_steps(plan, shell, native, container, repo=repo, program="sglang.launch_server",
                            installed=say("python3 -c \"import sglang; print(sglang.__version__)\" prints {version}.",
                                          version=plan.case.version), ready=ready)


ENGINE = SGLang()
