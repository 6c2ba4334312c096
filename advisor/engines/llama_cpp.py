"""llama.cpp's server: defaults by build, memory to the byte, splits between devices and host, launch commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.engines.checkpoints import GgufSource, api_name, gguf_source, usual_mix
from advisor.engines.launch import (
    EVERYWHERE,
    Defaults,
    Flags,
    Launch,
    beyond,
    default_settings,
    download_environment,
    inside,
    job_refusals,
    key_of,
    launch_data,
    outgrown,
    release,
    repository_needs,
    serving_options,
    settled,
    vendor,
)
from advisor.engines.llama_defaults import backend_of, cache_type, check, fitted_context, mix_of_file, runs
from advisor.engines.llama_memory import Policy, memory, prepare, reads_rows_from_file
from advisor.engines.steps import before_launch, convert_steps, server_steps
from advisor.errors import CannotAnswer
from advisor.formula.integers import pad
from advisor.formula.kv_cache import CELLS
from advisor.scenario import Machine, Model, Settings
from advisor.units import MIB
from advisor.words import from_data, say


class LlamaCpp(Engine):
    """llama-server. Ollama and LM Studio run the same program and build on this class."""

    id = "llama.cpp"
    name = "llama.cpp"

    def rules(self, version: str) -> Mapping[str, Any]:
        """The defaults in force at a build such as b11434; what names no build gets those the data was checked against."""
        found = re.fullmatch(r"b?(\d{3,6})", version.strip())
        build = int(found[1]) if found else None
        merged: dict[str, Any] = {}
        for row in self.data["versions"]:
            if build is None or row["since"] <= build:
                merged.update(row)
        return merged

    def policy(self, case: Case) -> Policy:
        """This engine's rules for the case, over llama.cpp's own."""
        rules, data = self.rules(case.version), self.llama_data()
        return Policy(data, rules, from_data(self.data["source"]), int(rules.get("margin_bytes", data["defaults"]["fit_margin_bytes"])))

    def fill(self, case: Case, trace: Trace) -> Case:
        policy = self.policy(case)
        check(case, policy.data)
        given, rules, defaults = case.settings, policy.rules, policy.data["defaults"]
        backend = given.backend or backend_of(case.machine, policy.data, self.data.get("backend_of_vendor", {}))
        parallel = given.parallel or rules["parallel"]
        unified = given.kv_unified if given.kv_unified is not None else bool(rules["kv_unified"]) and given.parallel is None
        flash = given.flash_attention if given.flash_attention is not None else bool(rules["flash_attention"])
        settings = given.model_copy(update={
            "parallel": parallel, "kv_unified": unified, "backend": backend, "flash_attention": flash,
            "kv_cache_dtype": cache_type(given.kv_cache_dtype, self.name, self.data["cache_types"]),
            "ubatch": given.ubatch or rules.get("ubatch", defaults["ubatch"]),
            "max_batched_tokens": given.max_batched_tokens or rules.get("batch", defaults["batch"]),
            "prefix_caching": True if given.prefix_caching is None else given.prefix_caching})
        if settings.kv_cache_dtype not in ("f32", "f16", "bf16") and not flash:
            settings = self.without_flash(given, settings, trace)
        filled = replace(case, settings=settings, backend=backend)
        context = self.context(filled, policy, trace)
        return replace(filled, settings=settings.model_copy(update={"context": context}))

    def without_flash(self, given: Settings, settings: Settings, trace: Trace) -> Settings:
        """What a quantized cache without flash attention comes to: llama.cpp refuses an explicit off, else turns it on."""
        if given.flash_attention is False:
            raise CannotAnswer(say("A quantized KV cache needs flash attention."), say("Set `flash_attention` to true or null."),
                               "settings.flash_attention")
        return settings.model_copy(update={"flash_attention": True})

    def context(self, case: Case, policy: Policy, trace: Trace) -> int:
        """The context asked for, else the model's own, shrunk by --fit until everything is on the devices (4,096 at least)."""
        given, rules = case.settings.context, policy.rules
        if given is not None:
            return given
        most = case.model.max_position_embeddings or int(rules.get("context") or 4096)
        if rules.get("context"):
            return min(int(rules["context"]), most)
        return fitted_context(case, policy, most, min(int(policy.data["defaults"]["fit_context_floor"]), most))

    def not_served(self, case: Case) -> str:
        if not self.data.get("caps_slots") or not beyond(case):
            return outgrown(case)
        own, asked, name = case.model.max_position_embeddings or 0, case.settings.context or 0, case.model.name
        if case.settings.kv_unified and (case.settings.parallel or 1) > 1:      # what one slot may not use, others do
            return say("llama-server cuts each slot to the {own} tokens that {model} was made for: longer requests are refused, though the "
                       "pool of {asked} that they share would hold them. Ask for {own}; stretching it (YaRN) is not written here.",
                       own=own, model=name, asked=asked)
        return say("llama-server cuts each slot to the {own} tokens that {model} was made for: the cache for {asked} is reserved for "
                   "nothing, and longer requests are refused. Ask for {own}; stretching it (YaRN) is not written here.",
                   own=own, model=name, asked=asked)

    def memory(self, case: Case, trace: Trace) -> Memory:
        return memory(case, self.policy(case), trace)

    def refusals(self, case: Case) -> list[Refusal]:
        found = [*self.one_machine(case), *job_refusals(case)]
        if case.model.gguf_architecture is None and case.model.gguf_tensors is None:
            reason = say("{engine} has no code for the architecture {architecture}, so no GGUF file of it runs.", engine=self.name,
                         architecture=case.model.architecture or case.model.family)
            found.append(Refusal("format", reason, mend=say("Use vLLM or SGLang.")))
        if not runs(case):
            found.append(Refusal("format", say("{engine} reads GGUF files; {format} is not a GGUF mix.", engine=self.name,
                                               format=case.quantization.name), mend=say("Take a mix such as Q4_K_M.")))
        device = case.device
        if device is not None and (device.architecture or "").startswith(tuple(self.llama_data()["no_backend"])):
            found.append(Refusal("hardware", say("{engine} has no backend for {device}.", engine=self.name, device=device.name),
                                 mend=say("Use vLLM's build for it.")))
        return found

    def default_quantization(self, model: Model, machine: Machine) -> str:
        if model.gguf_tensors is not None:
            return mix_of_file(model)
        return usual_mix(model)

    def unmeasured(self, case: Case) -> bool:
        """A card older than any CUDA that it is built with: its Vulkan driver is of 2024 at most, and what is measured is younger."""
        device = case.device
        return device is not None and (device.compute_capability or 99.0) < self.llama_data()["cuda_least_capability"]

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        s, defaults = case.settings, self.llama_data()["defaults"]
        return "llama.cpp", {
            "n_parallel": s.parallel, "n_ctx_slot": pad(s.context, CELLS), "n_batch": s.max_batched_tokens, "n_ubatch": s.ubatch,
            "kv_unified": s.kv_unified, "cache_prompt": s.prefix_caching is not False, "continuous_batching": True,
            "slot_prompt_similarity": defaults["slot_prompt_similarity"], "host_prompt_cache": s.prefix_caching is not False}

    def llama_data(self) -> Mapping[str, Any]:
        """llama.cpp's own data (engines built on it read their own beside it)."""
        return self.data

    # ---- commands

    def file_bytes(self, case: Case) -> int:
        """All tensors of the GGUF as stored."""
        weights = prepare(case, self.policy(case)).profile.weights
        return weights.file + (weights.picked if reads_rows_from_file(case) else 0)

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`llama-server` with what the plan depends on; `--fit` keeps choosing the layers where nobody chose them."""
        case, data = plan.case, launch_data(self)
        source = gguf_source(case)
        flags = Flags(data["flags"], case.version, case.model.release_date)
        if source.path:
            flags.add("file", inside(source.path) if container else source.path)
        else:
            flags.add("repository", f"{source.repository}:{source.tag}" if source.tag else source.repository)
        if source.note:
            flags.notes.append(source.note)
        self._memory_flags(plan, flags, default_settings(case))
        serving_options(plan, data, flags)
        if case.model.job == "reranker":
            flags.notes.append(say("A question and a text with more than {tokens} tokens together are refused: raise -b and -ub for "
                                   "longer ones.", tokens=case.settings.ubatch or 0))
        token = repository_needs(plan, data, flags, source.repository or "", source.path)
        if plan.load_mode:
            flags.add("load_mode", plan.load_mode)
        port = plan.port or 8080
        if container or plan.serve:
            flags.add("host", EVERYWHERE)
        if port != 8080:
            flags.add("port", port)
        if plan.serve:
            flags.add("metrics")
        key = key_of(plan)
        environment = download_environment(plan, "MODEL_ENDPOINT=https://www.modelscope.cn/")
        if container and not source.path:
            environment |= {"LLAMA_CACHE": "/cache", "HF_HOME": "/cache"}
        images = data["image"]
        name = images.get("vulkan" if case.backend == "vulkan" else vendor(case))
        return Launch(words=("llama-server", *flags.words), image_words=tuple(flags.words), port=port, model=api_name(case),
                      environment=environment, secrets={"LLAMA_API_KEY": key} if key else {},
                      image=name.replace("{version}", release(data, case)) if name else None,
                      mount=(source.path, inside(source.path)) if container and source.path else None,
                      cache="/cache", metrics="/metrics" if plan.serve else None, token=token,
                      notes=tuple(note for note in (*flags.notes, self.not_served(case)) if note))

    def _memory_flags(self, plan: Plan, flags: Flags, base: Defaults) -> None:
        given, memory = plan.case.settings, plan.memory
        if given.context is not None:
            slots = 1 if given.kv_unified else given.parallel or 1
            flags.add("context", given.context * slots)
        if given.parallel is not None and (given.parallel, given.kv_unified) != (base.parallel, base.kv_unified):
            flags.add("parallel", given.parallel)
            if given.kv_unified:
                flags.add("kv_unified")
        if plan.case.backend == "cpu" and plan.case.machine.slots:
            flags.add("device", "none")
        elif given.gpu_layers is not None and memory.layers is not None and given.gpu_layers < memory.layers:
            flags.add("gpu_layers", given.gpu_layers)
        if given.cpu_moe_layers or memory.cpu_moe_layers:
            flags.add("cpu_moe_layers", given.cpu_moe_layers or memory.cpu_moe_layers)
        if given.ubatch is not None and given.ubatch != base.ubatch:
            if given.ubatch > 2048:
                flags.add("batch", given.ubatch)
            flags.add("ubatch", given.ubatch)
        if given.tensor_parallel > 1:
            flags.add("tensor_parallel", "tensor")
        self._cache_flags(given, flags, base)

    @staticmethod
    def _cache_flags(given: Settings, flags: Flags, base: Defaults) -> None:
        kind = given.kv_cache_dtype
        quantized = kind.startswith(("q", "iq"))
        if kind not in ("auto", "f16", "fp16", base.kv_cache_dtype):
            flags.add("kv_cache_dtype", kind)
            flags.add("kv_cache_dtype_v", kind)
        if quantized or (given.flash_attention is True and base.flash_attention is False):
            flags.add("flash_attention", "on")
        elif given.flash_attention is False and base.flash_attention is not False:
            flags.add("no_flash_attention", "off")
        if given.prefix_caching is False and base.prefix_caching is not False:
            flags.add("no_prefix_caching")

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        plan = settled(plan)
        native, container = self.launch(plan), self.launch(plan, container=True)
        source: GgufSource = gguf_source(plan.case)
        version = say("llama-server --version prints {version}.", version=release(launch_data(self), plan.case).removeprefix("b"))
        if plan.os == "windows" and plan.case.backend in ("cuda", "sycl"):
            version = say("{sentence} {next}", sentence=version,
                          next=say("The path holds for this window; winget's package would drive the GPU through Vulkan."))
        elif plan.os == "windows" and plan.case.backend == "rocm":
            version = say("{sentence} {next}", sentence=version,
                          next=say("This package drives the GPU through Vulkan, the figures are ROCm's: set `settings.backend` to vulkan "
                                   "for its own."))
        steps = server_steps(plan, shell, native, container, source=None, program="llama-server",
                             installed=version,
                             ready=self._ready(plan))
        made = convert_steps(plan, shell, source)
        return before_launch(steps, made)

    def _ready(self, plan: Plan) -> str:
        memory = plan.memory
        if memory.weights_bytes is None or memory.kv_bytes is None or memory.compute_bytes is None:
            return say("The log ends with \"server is listening\".")
        mib = {"weights": f"{memory.weights_bytes / MIB:,.0f}", "kv": f"{memory.kv_bytes / MIB:,.0f}",
               "compute": f"{memory.compute_bytes / MIB:,.0f}"}
        if memory.gpu_layers is not None and memory.layers is not None and memory.gpu_layers < memory.layers and plan.case.machine.slots:
            mib |= {"part": str(memory.gpu_layers), "all": str(memory.layers)}
            return say("About {part} of {all} layers go to the GPU, the rest stays in host memory and costs speed. The log names the "
                       "buffers of the fullest device: model about {weights} MiB, KV {kv} MiB, compute about {compute} MiB, and ends "
                       "with \"server is listening\".", **mib)
        return say("The first launch downloads the file. The log names the buffers of the fullest device: model about {weights} MiB, "
                   "KV {kv} MiB, compute about {compute} MiB, and ends with \"server is listening\".", **mib)


ENGINE = LlamaCpp()
