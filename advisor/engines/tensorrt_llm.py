"""TensorRT-LLM: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from advisor import resources
from advisor.answer import Command, DeviceMemory, Memory, Trace
from advisor.engines.base import Case, Plan, tell_sums
from advisor.engines.checkpoints import Checkpoint, api_name, base_name, in_folder
from advisor.engines.launch import (
    EVERYWHERE,
    MEMORY_FLAGS,
    Flags,
    Launch,
    check_context,
    default_settings,
    download_environment,
    image,
    inside,
    launch_data,
    memory_flags,
    parallel_flags,
    python_health,
    repository_needs,
    serving_options,
    settled,
    whole_experts,
)
from advisor.engines.pooled import (
    PooledEngine,
    attention_replicas,
    device_parts,
    drafting,
    empty_memory,
    plain_bytes,
    short_of_start,
    widest_dense,
    with_settings,
    would_stop,
)
from advisor.engines.pooled_why import tell_experts, tell_forward, tell_runtime, tell_token_bytes, tell_weights, whole
from advisor.engines.steps import before_launch, downloads, fetch, server_steps
from advisor.engines.versions import at_least
from advisor.errors import CannotAnswer
from advisor.formula.activation import dense_forward_peak, expert_workspace
from advisor.formula.collectives import non_torch
from advisor.formula.kv_layout import LayerCache, layer_cache
from advisor.formula.static_pools import free_share
from advisor.formula.weights_gpu import Stage
from advisor.shell import joined
from advisor.units import GIB, MIB, gigabytes
from advisor.words import from_data, say

YAML_NAME = "trtllm.yaml"
_WITHOUT_KV_FLAG = tuple(name for name in MEMORY_FLAGS if name != "kv_cache_dtype")
LOGIT_BYTES = 4.0


class Loaded(NamedTuple):
    """The fullest stage as loaded, bytes: its peak, driver and libraries over `ranks` linked ones, what is free then, recurrent
    state, the KV pool (negative where nothing is left), and what the device gives."""

    stage: Stage
    activation: int
    runtime: int
    ranks: int
    free: int
    state: int
    pool: int
    usable: int
    cache: LayerCache


class TensorRtLlm(PooledEngine):
    id = "tensorrt-llm"
    name = "TensorRT-LLM"
    data = json.loads(resources.path("catalog", "engines", "tensorrt-llm.json").read_text(encoding="utf-8"))

    def fill(self, case: Case, trace: Trace) -> Case:
        """Context, batch limits and the share of free memory. `gpu_memory_utilization` is free_gpu_memory_fraction here.

        Raises CannotAnswer where the split does not divide the model or the machine.
        """
        self.check(case)
        s, rules = case.settings, self.rules(case.version)
        return with_settings(
            case, context=self.context_of(case, trace), parallel=s.parallel or rules["max_batch_size"],
            max_batched_tokens=s.max_batched_tokens or rules["max_num_tokens"],
            gpu_memory_utilization=s.gpu_memory_utilization or rules["free_gpu_memory_fraction"],
            prefix_caching=rules["prefix_caching"] if s.prefix_caching is None else s.prefix_caching)

    def check(self, case: Case) -> None:
        """Also raises CannotAnswer for replicas of several ranks that share the experts: its attention DP has one rank each."""
        s = case.settings
        if attention_replicas(case) and s.tensor_parallel > 1:
            raise CannotAnswer(say("In TensorRT-LLM each data parallel rank of attention is one GPU, not {ranks}.",
                                   ranks=s.tensor_parallel),
                               say("Set tensor parallel to 1, or switch expert parallel off."), "settings.tensor_parallel")
        super().check(case)

    def servers(self, case: Case) -> int:
        """It has no flag for whole copies: each is a server."""
        return 1 if attention_replicas(case) else case.settings.data_parallel

    def memory(self, case: Case, trace: Trace) -> Memory:
        """The KV pool is a share of what weights, activations and libraries leave free; windows save nothing in it."""
        case = drafting(case)
        s, rules, model = case.settings, self.rules(case.version), case.model
        source = say("{engine} {version}: {source}", engine="TensorRT-LLM", version=case.version or self.data["version"],
                     source=from_data(self.data["source"]))
        self.notes(case, trace)
        total, others = self.visible_bytes(case)
        stages = self.stages(case, {})
        fullest = max(stages, key=lambda stage: stage.weights_bytes)
        activation = self._activation(case, rules)
        ranks = self.copy_ranks(case) if self.linked(case) else 1
        runtime = round(non_torch(ranks, rules["context_gib"], rules["communicator_gib"], rules["per_rank_gib"]) * GIB)
        free = total - others - fullest.weights_bytes - activation - runtime
        cache = layer_cache(model, s.tensor_parallel, self.cache_dtype_bytes(case), fullest.start, fullest.end)
        state = round((s.parallel or 1) * cache.state_bytes)
        pool = int(free_share(free, s.gpu_memory_utilization)) - state
        if trace.explains:
            loaded = Loaded(fullest, activation, runtime, ranks, free, state, pool, total - others, cache)
            self._explain(case, rules, loaded, source, trace)
        parts = DeviceMemory(name=case.device.name if case.device else "", weights_bytes=fullest.weights_bytes, kv_bytes=max(0, pool),
                             state_bytes=state, compute_bytes=activation, graph_bytes=0, runtime_bytes=runtime,
                             usable_bytes=total - others, total_memory_bytes=total, layers=fullest.end - fullest.start)
        memory = Memory(weights_bytes=parts.weights_bytes, kv_bytes=parts.kv_bytes, state_bytes=state, compute_bytes=activation,
                        graph_bytes=0, runtime_bytes=runtime, total_bytes=parts.total_bytes, usable_bytes=total - others,
                        headroom_bytes=total - others - parts.total_bytes, host_bytes=0, gpu_layers=model.num_hidden_layers,
                        layers=model.num_hidden_layers, slots=(s.parallel or 1) * s.data_parallel,
                        devices=device_parts(case, (parts,) * s.pipeline_parallel))
        tell_sums(memory, source, trace, held_bytes=others)
        if pool <= 0:
            short_of_start(trace, parts.weights_bytes, activation + runtime + state, total - others)
            few = int(free_share(free, s.gpu_memory_utilization) // cache.state_bytes) if state else 0
            if few > 1:
                trace.note(say("{size} beside them is recurrent state, reserved for max_batch_size {parallel}: it would start with fewer "
                               "than {few}.", size=gigabytes(state), parallel=s.parallel or 1, few=few))
            if trace.explains and cache.token_bytes:
                self._explain_tokens(case, cache, trace, source)
            return empty_memory(replace(memory, headroom_bytes=min(memory.headroom_bytes or 0, pool),
                                        kv_bytes_per_token=round(cache.token_bytes)))
        return self._capacity(case, rules, memory, cache, trace, source)

    def _activation(self, case: Case, rules: Mapping[str, Any]) -> int:
        """Forward pass over max_num_tokens against the batch's logits in fp32; fused experts' buffers beside them."""
        forward, logits, experts = self._moments(case)
        return round(max(forward, logits) + experts) + int(rules["workspace_mib"] * MIB)

    def _explain(self, case: Case, rules: Mapping[str, Any], p: Loaded, source: str, trace: Trace) -> None:
        """How weights, the peak, the context and the pool came about."""
        tell_weights(case, p.stage, source, trace)
        self._explain_peak(case, rules, p.activation, trace, source)
        tell_runtime(p.ranks, p.runtime, rules["context_gib"] * GIB, rules["communicator_gib"] * GIB, rules["per_rank_gib"] * GIB,
                     source, trace)
        taken = {"weights_bytes": p.stage.weights_bytes, "compute_bytes": p.activation, "runtime_bytes": p.runtime}
        trace.add("free_after_load_bytes", " − ".join(["usable_bytes", *taken]), p.free, "bytes", source, usable_bytes=p.usable,
                  **taken)
        left = "floor(free_after_load_bytes × free_gpu_memory_fraction)" + (" − state_bytes" if p.state else "")
        trace.add("kv_bytes", f"max(0, {left})" if p.pool < 0 else left, max(0, p.pool), "bytes", source, free_after_load_bytes=p.free,
                  free_gpu_memory_fraction=case.settings.gpu_memory_utilization, **{"state_bytes": p.state} if p.state else {})
        if p.state:
            trace.add("state_bytes", "max_batch_size × request_state_bytes", p.state, "bytes", source,
                      max_batch_size=case.settings.parallel or 1, request_state_bytes=whole(p.cache.state_bytes))

    def _moments(self, case: Case) -> tuple[float, float, float]:
        """Bytes of the forward pass, of the batch's logits, and of the experts' buffers."""
        s, model, size = case.settings, case.model, plain_bytes(case.quantization)
        tokens = s.max_batched_tokens or 1
        forward = dense_forward_peak(tokens, widest_dense(model) / s.tensor_parallel, model.hidden_size, size, int(model.mlp_gated))
        logits = (s.parallel or 1) * model.vocab_size * LOGIT_BYTES
        experts = 0.0
        if model.moe is not None:
            experts = expert_workspace(tokens, model.moe.num_experts_per_tok, model.moe.moe_intermediate_size / s.tensor_parallel,
                                       model.moe.latent_size or model.hidden_size, size, int(model.mlp_gated))
        return forward, logits, experts

    def _explain_peak(self, case: Case, rules: Mapping[str, Any], activation: int, trace: Trace, source: str) -> None:
        s, model, size = case.settings, case.model, plain_bytes(case.quantization)
        forward, logits, experts = self._moments(case)
        beside = {"expert_buffers_bytes": round(experts)} if experts else {}
        beside["workspace_bytes"] = int(rules["workspace_mib"] * MIB)
        trace.add("compute_bytes", " + ".join(["max(forward_bytes, logits_bytes)", *beside]), activation, "bytes", source,
                  forward_bytes=round(forward), logits_bytes=round(logits), **beside)
        tell_forward(case, "forward_bytes", "max_num_tokens", forward, widest_dense(model), size, 0, source, trace)
        trace.add("logits_bytes", "max_batch_size × vocab_size × logit_bytes", round(logits), "bytes", source,
                  max_batch_size=s.parallel or 1, vocab_size=model.vocab_size, logit_bytes=whole(LOGIT_BYTES))
        if model.moe is not None:
            tell_experts(case, "max_num_tokens", experts, model.moe.moe_intermediate_size / s.tensor_parallel, size, source, trace)

    def _capacity(self, case: Case, rules: Mapping[str, Any], memory: Memory, cache: LayerCache, trace: Trace, source: str) -> Memory:
        """Tokens in whole blocks, requests of full length, and the longest context at this concurrency."""
        s = case.settings
        context, replicas, block = s.context or 1, s.data_parallel, rules["tokens_per_block"]
        limit, a_token = self.reach(case), cache.token_bytes
        if not a_token:
            return replace(memory, kv_bytes_per_token=0, max_concurrency=float((s.parallel or 1) * replicas), max_context_tokens=limit)
        blocks, page = int((memory.kv_bytes or 0) // (a_token * block)), whole(a_token * block)
        if trace.explains:
            self._explain_tokens(case, cache, trace, source)
        trace.add("blocks", "kv_bytes // block_bytes", blocks, "blocks", source, kv_bytes=memory.kv_bytes or 0, block_bytes=page)
        trace.add("block_bytes", "kv_bytes_per_token × tokens_per_block", page, "bytes", source, kv_bytes_per_token=whole(a_token),
                  tokens_per_block=block)
        tokens = trace.add("kv_capacity_tokens", "blocks × tokens_per_block × replicas", blocks * block * replicas, "tokens",
                           source, blocks=blocks, tokens_per_block=block, replicas=replicas)
        needed, each = -(-context // block), -(-case.concurrency // replicas)
        trace.add("blocks_per_request", "ceil(context ÷ tokens_per_block)", needed, "blocks", source, context=context,
                  tokens_per_block=block)
        concurrency = trace.add("max_concurrency", "blocks ÷ blocks_per_request × replicas", blocks / needed * replicas, "requests",
                                source, blocks=blocks, blocks_per_request=needed, replicas=replicas)
        longest = trace.add("max_context_tokens", "min(model_context, blocks // requests × tokens_per_block)",
                            min(limit, blocks // each * block), "tokens", source, model_context=limit, blocks=blocks, requests=each,
                            tokens_per_block=block)
        if blocks < needed:
            trace.note(say("Its cache holds {tokens} tokens: a request of {context} does not fit.", tokens=blocks * block,
                           context=context))
        return replace(memory, kv_bytes_per_token=round(a_token), kv_capacity_tokens=tokens, max_concurrency=concurrency,
                       max_context_tokens=longest, starts=blocks >= needed)

    def _explain_tokens(self, case: Case, cache: LayerCache, trace: Trace, source: str) -> None:
        held = {"full_token_bytes": cache.full_token_bytes, "sliding_token_bytes": cache.sliding_token_bytes}
        held = {name: whole(value) for name, value in held.items() if value}
        trace.add("kv_bytes_per_token", " + ".join(held), round(cache.token_bytes), "bytes", source, **held)
        tell_token_bytes(case, cache, self.cache_dtype_bytes(case), source, trace)

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        """Capacity scheduler that never evicts, and its in-flight batching."""
        s, rules = case.settings, self.rules(case.version)
        block = rules["tokens_per_block"]
        return "tensorrt-llm", {**self.data["scheduler"], "max_batch_size": s.parallel, "max_num_tokens": s.max_batched_tokens,
                                "max_seq_len": s.context, "tokens_per_block": block, "enable_block_reuse": bool(s.prefix_caching),
                                "num_blocks": (memory.kv_capacity_tokens or 0) // max(1, s.data_parallel) // block}

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`trtllm-serve` with what differs from this version's defaults, and its YAML for what has no flag."""
        case, data = plan.case, launch_data(self)
        check_context(plan)
        source = self._source(plan)
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version, case.model.release_date)
        if container:
            flags.add("host", EVERYWHERE)
        port = plan.port or 8000
        if port != 8000:
            flags.add("port", port)
        named = source.path is not None and self._has(case, "served_model_name")
        if named:
            flags.add("served_model_name", api_name(case))
        base = default_settings(case)
        memory_flags(plan, flags, base, MEMORY_FLAGS if self._has(case, "kv_cache_dtype") else _WITHOUT_KV_FLAG)
        ranks = self.copy_ranks(case)
        parallel_flags(flags, {"tensor_parallel": ranks, "pipeline_parallel": case.settings.pipeline_parallel,
                               "expert_parallel": ranks if whole_experts(case, flags) else 1})
        serving_options(plan, data, flags)
        token = repository_needs(plan, data, flags, source.reference, source.path)
        yaml = self._yaml(plan)
        if yaml:
            flags.add("config", f"/etc/llm/{YAML_NAME}" if container else YAML_NAME)
        fetched = self._checkpoint(case).reference
        told = say("First download {repository} into {folder}: modelscope download --model {repository} --local_dir {folder}",
                   repository=fetched, folder=source.reference) if fetched != source.reference else ""
        unproven = [refusal.reason for refusal in self.refusals(case) if refusal.kind == "unproven"]
        notes = [*flags.notes, *([told] if told else []), *unproven]
        if self.servers(case) > 1:
            notes.append(say("It has no data-parallel flag: start {n} such servers, each on its own GPUs (CUDA_VISIBLE_DEVICES) and "
                             "port, behind one proxy.", n=self.servers(case)))
        words = ("trtllm-serve", reference, *flags.words)
        # A folder goes by its own name where no flag gives it another (openai_server.py).
        shown = api_name(case) if named else base_name(reference) if source.path else reference
        return Launch(words=words, image_words=words, port=port, model=shown,
                      environment=download_environment(plan, None), image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      health_test=python_health(port, "/health"),
                      files=((YAML_NAME, yaml),) if yaml else (), metrics="/prometheus/metrics" if plan.serve else None,
                      gateway=plan.serve, token=token, notes=tuple(notes))

    @staticmethod
    def _has(case: Case, flag: str) -> bool:
        return at_least(case.version, launch_data(ENGINE)["flags"][flag]["since"])

    def _yaml(self, plan: Plan) -> str:
        case = plan.case
        lines = ["enable_attention_dp: true"] if attention_replicas(case) else []
        cache = ["  enable_block_reuse: false"] if case.settings.prefix_caching is False else []
        kind = launch_data(self)["flags"]["kv_cache_dtype"]["values"].get(case.settings.kv_cache_dtype)
        if kind and not self._has(case, "kv_cache_dtype"):
            cache.append(f"  dtype: {kind}")
        lines += ["kv_cache_config:", *cache] if cache else []
        if plan.serve:
            lines += ["return_perf_metrics: true", "enable_iter_perf_stats: true"]
        drafts = case.settings.speculative
        if drafts is not None:
            lines += ["speculative_config:", "  decoding_type: MTP", f"  num_nextn_predict_layers: {drafts.num_speculative_tokens}"]
        return joined(lines) if lines else ""

    def _source(self, plan: Plan) -> Checkpoint:
        """It fetches from Hugging Face only: what comes from ModelScope lies in a folder."""
        found = self._checkpoint(plan.case)
        return in_folder(found) if plan.source == "modelscope" else found

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        plan = settled(plan)
        native, container = self.launch(plan), self.launch(plan, container=True)
        tokens = plan.memory.kv_capacity_tokens
        ready = say("The log names the KV cache's room, about {tokens} tokens, and ends with \"Application startup complete\".",
                    tokens=tokens) if tokens else say("The log ends with \"Application startup complete\".")
        if not plan.memory.starts:
            ready = would_stop()
        source, made = self._checkpoint(plan.case), self._source(plan)
        steps = server_steps(plan, shell, native, container, source=made, program="trtllm-serve",
                             installed=say("trtllm-serve --help lists its options."), ready=ready)
        if source.path == made.path:
            return steps
        return before_launch(steps, fetch(plan, shell, source.reference, downloads(plan, source), folder=made.path))


ENGINE = TensorRtLlm()
