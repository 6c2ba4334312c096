"""vLLM: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from advisor.answer import Command, DeviceMemory, Memory, Trace
from advisor.engines.base import Case, Plan, tell_sums
from advisor.engines.checkpoints import api_name
from advisor.engines.launch import (
    EVERYWHERE,
    LOOPBACK,
    MEMORY_FLAGS,
    Flags,
    Launch,
    cache_of,
    check_context,
    default_settings,
    download_environment,
    image,
    inside,
    key_of,
    launch_data,
    memory_flags,
    parallel_flags,
    plain_dtype,
    python_health,
    repository_needs,
    serving_options,
    settled,
    stretch_note,
    stretched,
    vendor,
    whole_experts,
)
from advisor.engines.pooled import (
    PooledEngine,
    device_parts,
    drafted_tokens,
    drafting,
    empty_memory,
    expert_quantization,
    plain_bytes,
    short_of_start,
    widest_dense,
    with_settings,
    would_stop,
)
from advisor.engines.pooled_why import request_blocks, tell_experts, tell_forward, tell_page, tell_runtime, tell_weights, whole
from advisor.engines.steps import server_steps
from advisor.formula.activation import (
    dense_forward_peak,
    expert_workspace,
    hidden_states,
    image_peak,
    per_layer_inputs,
    pipeline_buffers,
    sampler_peak,
)
from advisor.formula.collectives import non_torch
from advisor.formula.cuda_graphs import captured_sizes, graph_pool
from advisor.formula.kv_layout import page_groups
from advisor.formula.kv_pages import Group, longest_context, pool_page_bytes, request_pages
from advisor.formula.weights_gpu import Stage
from advisor.scenario import Model
from advisor.units import GIB, MIB, gigabytes
from advisor.words import from_data, say

LONG_CONTEXT = 65536
VISION_LAYERS = 27
"""Of the towers that Qwen's models have (24 to 32): with their parameters it gives their width."""


def keeps_states(model: Model) -> bool:
    """Whether some layers keep a recurrent state instead of keys and values."""
    return model.mamba is not None or model.linear_attention is not None or "conv" in model.layer_types


class Peak(NamedTuple):
    """Transient memory while the engine warms up, bytes: the sampler's run (0 on a stage that is not the last, which hands its
    states on instead) against the forward pass and the vision tower's, and what stays beside all."""

    sampler: float
    forward: float
    vision: float
    handover: float
    experts: float
    images: float
    layer_inputs: float
    workspace: int

    @property
    def total(self) -> int:
        beside = self.handover + self.experts + self.images + self.layer_inputs
        return round(max(self.sampler, self.forward, self.vision) + beside) + self.workspace


class Part(NamedTuple):
    """One rank of a pipeline stage: bytes of its parts, the stage it runs, its peak and the graphs' law with numbers."""

    weights: int
    activation: int
    runtime: int
    graphs: int
    kv: int
    stage: Stage
    peak: Peak
    graph_law: Mapping[str, float]


class VLlm(PooledEngine):
    """`vllm serve`: a share of each device reserved at the start, pages of one size for all groups of layers."""

    id = "vllm"
    name = "vLLM"

    def fill(self, case: Case, trace: Trace) -> Case:
        """Context, batch limits, share of memory and prefix caching as this version would choose them on that machine.

        Raises CannotAnswer where the split does not divide the model or the machine.
        """
        self.check(case)
        s, rules = case.settings, self.rules(case.version)
        context = self.context_of(case, trace)
        defaults = self._batch_defaults(case, rules, context)
        sequences = s.parallel or defaults["max_num_seqs"]
        tokens = s.max_batched_tokens or max(defaults["max_num_batched_tokens"], s.parallel or 0)
        return with_settings(
            case, context=context, parallel=min(sequences, tokens), max_batched_tokens=min(tokens, sequences * context),
            gpu_memory_utilization=s.gpu_memory_utilization or rules["gpu_memory_utilization"],
            prefix_caching=self._caches_prefixes(case, rules) if s.prefix_caching is None else s.prefix_caching)

    @staticmethod
    def _caches_prefixes(case: Case, rules: Mapping[str, Any]) -> bool:
        """Whether prefixes are cached unasked: of models with recurrent layers only in later versions."""
        return bool(rules["hybrid_prefix_caching" if keeps_states(case.model) else "prefix_caching"])

    def _batch_defaults(self, case: Case, rules: Mapping[str, Any], context: int) -> dict[str, Any]:
        """max_num_seqs and max_num_batched_tokens by the device's memory and class; before 0.8 by the context alone."""
        if rules["whole_prompts_to"]:
            whole = context <= rules["whole_prompts_to"]
            return {"max_num_seqs": 256, "max_num_batched_tokens": max(2048, context) if whole else 2048}
        size, device = max(self.visible_bytes(case)[0], 0), case.device
        group = device.device_class if device else ""
        nominal = max(size, device.memory_bytes or 0) if device else size
        return next(row for row in rules["batch_defaults"] if nominal >= row["least_gib"] * GIB and group not in row.get("except", ()))

    def memory(self, case: Case, trace: Trace) -> Memory:
        case = drafting(case)
        return self.with_table(case, self._memory(case, trace), trace)

    def _memory(self, case: Case, trace: Trace) -> Memory:
        """Share of the device, less weights, activation peak, libraries and (since 0.20) graphs, is the KV pool.

        The first pipeline stage is shown, as vLLM prints it; the smallest stage's pages decide what fits.
        """
        s, rules, source = case.settings, self.rules(case.version), self._source(case)
        self.notes(case, trace)
        total, others = self.visible_bytes(case)
        budget = trace.add("budget_bytes", "ceil(memory_bytes × gpu_memory_utilization)",
                           math.ceil(total * (s.gpu_memory_utilization or 0)), "bytes", source, memory_bytes=total,
                           gpu_memory_utilization=s.gpu_memory_utilization)
        parts = [self._stage(case, rules, stage, budget) for stage in self.stages(case, rules["expert_padding"])]
        first = max(parts, key=lambda part: part.weights)
        if trace.explains:
            self._explain(case, rules, first, budget, trace, source)
        pool = min(part.kv for part in parts)
        groups = [page_groups(case.model, s.tensor_parallel, self.cache_dtype_bytes(case), part.stage.start, part.stage.end,
                              rules["block_tokens"], self._state_bytes(case, rules), rules["group_spread"]) for part in parts]
        pools = [(max(0, part.kv) // pool_page_bytes(g), max(0, part.kv), pool_page_bytes(g))
                 for part, g in zip(parts, groups, strict=True) if g]
        blocks, pool_bytes, block_bytes = min(pools, default=(0, 0, 0))
        stage, smallest = max(((part.stage, g) for part, g in zip(parts, groups, strict=True)),
                              key=lambda pair: pool_page_bytes(pair[1]) if pair[1] else 0)
        graphs_outside = 0 if self._graphs_inside(case, rules) else first.graphs
        used = first.weights + first.activation + first.runtime + max(0, first.kv) + (first.graphs if not graphs_outside else 0)
        shown = DeviceMemory(name=case.device.name if case.device else "", weights_bytes=first.weights,
                             kv_bytes=max(0, first.kv), compute_bytes=first.activation, graph_bytes=first.graphs,
                             runtime_bytes=first.runtime, usable_bytes=total - others, total_memory_bytes=total,
                             layers=first.stage.end - first.stage.start)
        devices = device_parts(case, tuple(
            replace(shown, weights_bytes=p.weights, kv_bytes=max(0, p.kv), compute_bytes=p.activation, runtime_bytes=p.runtime,
                    graph_bytes=p.graphs, layers=p.stage.end - p.stage.start)
            for p in parts)) if len(self.used_slots(case)) > 1 else (shown,)
        memory = Memory(weights_bytes=first.weights, kv_bytes=max(0, first.kv), state_bytes=0, compute_bytes=first.activation,
                        graph_bytes=first.graphs, runtime_bytes=first.runtime, total_bytes=used + graphs_outside,
                        usable_bytes=total - others, headroom_bytes=total - others - used - graphs_outside, host_bytes=0,
                        gpu_layers=case.model.num_hidden_layers, layers=case.model.num_hidden_layers,
                        slots=(s.parallel or 1) * s.data_parallel, devices=devices)
        tell_sums(memory, source, trace, held_bytes=others)
        if pool <= 0 and smallest:
            memory = replace(memory, kv_bytes_per_token=self._per_token(case, rules, smallest, trace, source)[0])
        if pool <= 0:
            short_of_start(trace, first.weights, first.activation + first.runtime, budget)
            return empty_memory(replace(memory, headroom_bytes=budget - (first.weights + first.activation + first.runtime)))
        if total - others < budget:
            trace.note(say("It would refuse to start: other programs hold {used}, so less than {budget} is free. A share of "
                           "{share} would start.", used=gigabytes(others), budget=gigabytes(budget),
                           share=f"{math.floor((total - others) / total * 100) / 100:.2f}"))
            memory = replace(memory, starts=False)
        elif memory.headroom_bytes is not None and memory.headroom_bytes < 0:
            trace.note(say("It would run out of memory while capturing CUDA graphs: {graphs} of them come on top of the share in "
                           "this version. Lower gpu_memory_utilization.", graphs=gigabytes(graphs_outside)))
            memory = replace(memory, starts=False)
        if pools:
            trace.add("blocks", "pool_bytes // block_bytes", int(blocks), "blocks", source, pool_bytes=pool_bytes, block_bytes=block_bytes)
        return self._capacity(case, rules, memory, smallest, stage, int(blocks), trace, source)

    def _stage(self, case: Case, rules: Mapping[str, Any], stage: Stage, budget: int) -> Part:
        """One pipeline stage's parts on one of its ranks."""
        s = case.settings
        peak = self._peak(case, rules, stage.head)
        single = rules["pipeline_runtime_gib"] if self._one_rank_of_a_pipeline(case) else rules["runtime_gib"]
        ranks = s.tensor_parallel if self.linked(case) else 1
        runtime = round(non_torch(ranks, single, self._communicator_gib(case, rules), rules["per_rank_gib"]) * GIB)
        graphs, law = self._graphs(case, rules, stage.end - stage.start)
        inside = graphs if self._graphs_inside(case, rules) else 0
        return Part(stage.weights_bytes, peak.total, runtime, graphs, budget - stage.weights_bytes - peak.total - runtime - inside,
                    stage, peak, law)

    def _communicator_gib(self, case: Case, rules: Mapping[str, Any]) -> float:
        """Of linked ranks, with the fused all-reduce's workspace on NVIDIA's devices that get it (and where none is named)."""
        device = case.device
        capability = device.compute_capability if device else None
        named = capability is None or capability in self.data["fused_allreduce"]["capabilities"]
        fused = vendor(case) == "nvidia" and named
        return float(rules["communicator_gib"] + (rules["fused_allreduce_gib"] if fused else 0))

    @staticmethod
    def _graphs_inside(case: Case, rules: Mapping[str, Any]) -> bool:
        """Whether the graphs come out of the budget: with the versions that estimate them for that vendor's devices."""
        return vendor(case) in rules["graphs_in_budget"]

    @staticmethod
    def _state_bytes(case: Case, rules: Mapping[str, Any]) -> float:
        """Bytes of an element of the recurrent state: 4 where this version keeps that architecture's in 32 bit, or where the architecture
        is not known; else the model's type."""
        architecture = case.model.gguf_architecture
        return 4.0 if not architecture or architecture in rules["float32_states"] else plain_bytes(case.quantization)

    @staticmethod
    def _in_flight(case: Case, rules: Mapping[str, Any]) -> int:
        """Tokens of the steps under way at once, which a sliding window must hold besides itself."""
        s = case.settings
        return (s.max_batched_tokens or 1) * (s.pipeline_parallel + 1 if rules["async_in_flight"] else 1)

    def _graphs(self, case: Case, rules: Mapping[str, Any], layers: int) -> tuple[int, Mapping[str, float]]:
        """Bytes of the captured graphs, and the law's constants in bytes."""
        model, law, limit = case.model, rules["graphs"], self.data["capture_limit"]
        sparse = model.moe is not None
        full = graph_pool(layers, model.hidden_size, sparse, law["fixed"], law["per_layer"], law["per_width"], law["experts"])
        captured, every = captured_sizes(case.settings.parallel or 1, limit), captured_sizes(1024, limit)
        found = round((law["smallest"] + max(0.0, full - law["smallest"]) * (captured / every)) * GIB)
        return found, {"smallest_pool_bytes": round(law["smallest"] * GIB), "layers": layers, "hidden_size": model.hidden_size,
                       "fixed_pool_bytes": round((law["fixed"] + sparse * law["experts"]) * GIB),
                       "layer_pool_bytes": law["per_layer"] * GIB, "width_pool_bytes": law["per_width"] * GIB,
                       "captured_sizes": captured, "all_sizes": every}

    def _peak(self, case: Case, rules: Mapping[str, Any], last: bool) -> Peak:
        """Peak of transient memory on a stage: sampler on the last one, forward pass on all, kept expert buffers."""
        s, model = case.settings, case.model
        tokens, size, hidden = s.max_batched_tokens or 1, plain_bytes(case.quantization), model.hidden_size
        forward = dense_forward_peak(tokens, widest_dense(model) / s.tensor_parallel, hidden, size, int(model.mlp_gated),
                                     self._quantized(case))
        sampler = sampler_peak(s.parallel or 1, model.vocab_size, self._logit_bytes(case, rules), tokens, hidden, size) if last else 0
        patches, images = self._largest_image(case, rules)
        vision = image_peak(patches, model.vision_parameters or 0, VISION_LAYERS, size, s.tensor_parallel) if patches else 0
        experts = expert_workspace(tokens, model.moe.num_experts_per_tok, self._expert_width(case), model.moe.latent_size or hidden, size,
                                   int(model.mlp_gated)) if model.moe is not None and self._keeps_buffers(case) else 0
        return Peak(sampler, forward, vision, 0 if last else pipeline_buffers(tokens, hidden, size), experts,
                    hidden_states(max(tokens, images), hidden, size) if model.vision_parameters else 0,
                    per_layer_inputs(tokens, model.num_hidden_layers, model.hidden_size_per_layer_input, size)
                    if model.hidden_size_per_layer_input else 0, int(rules["workspace_mib"] * MIB))

    @staticmethod
    def _logit_bytes(case: Case, rules: Mapping[str, Any]) -> float:
        """The sampler's copies of a logit; before 0.8 the profile sampled only where prompts were not cut up."""
        whole_to = rules["whole_prompts_to"]
        return float(rules["chunked_logit_bytes" if whole_to and (case.settings.context or 0) > whole_to else "logit_bytes"])

    def _largest_image(self, case: Case, rules: Mapping[str, Any]) -> tuple[int, int]:
        """(patches, tokens) of the image that the profile runs through the vision tower, where one image can be that large; else 0."""
        profile: Mapping[str, Any] = self.data["image_profile"]
        if not case.model.vision_parameters or case.model.gguf_architecture not in profile["architectures"]:
            return 0, 0
        patches = int(rules["image_patches"])
        return patches, patches // int(profile["patches_a_token"])

    def _quantized(self, case: Case) -> int:
        """Bytes an activation takes once more where the matrices work on quantized ones."""
        return 1 if case.quantization.id in self.data["quantized_activations"] else 0

    def _keeps_buffers(self, case: Case) -> bool:
        return (expert_quantization(case) or case.quantization).id not in self.data["workspace_free_experts"]

    @staticmethod
    def _expert_width(case: Case) -> float:
        assert case.model.moe is not None
        return case.model.moe.moe_intermediate_size / (1 if case.settings.expert_parallel else case.settings.tensor_parallel)

    def _per_token(self, case: Case, rules: Mapping[str, Any], groups: tuple[Group, ...], trace: Trace, source: str) -> tuple[int, int]:
        """(bytes of one token of a request, blocks that a request holds)."""
        s, context = case.settings, case.settings.context or 1
        page = pool_page_bytes(groups)
        pages = int(request_pages(groups, context, self._in_flight(case, rules), bool(s.prefix_caching), drafted_tokens(case)))
        if len(groups) == 1 and groups[0].kind == "full":
            trace.add("kv_bytes_per_token", "block_bytes // block_tokens", page // groups[0].block_tokens, "bytes", source,
                      block_bytes=page, block_tokens=groups[0].block_tokens)
            return page // groups[0].block_tokens, pages
        trace.add("kv_bytes_per_token", "block_bytes × blocks_per_request ÷ context", round(page * pages / context), "bytes", source,
                  block_bytes=page, blocks_per_request=pages, context=context)
        return round(page * pages / context), pages

    def _capacity(self, case: Case, rules: Mapping[str, Any], memory: Memory, groups: tuple[Group, ...], stage: Stage, blocks: int,
                  trace: Trace, source: str) -> Memory:
        """Tokens, concurrency and longest context of the pool, as vLLM prints them, over all replicas."""
        s = case.settings
        context, in_flight = s.context or 1, self._in_flight(case, rules)
        aligned, drafts = bool(s.prefix_caching), drafted_tokens(case)
        if not groups:
            return replace(memory, kv_capacity_tokens=None, max_concurrency=float(memory.slots or 1), kv_bytes_per_token=0,
                           max_context_tokens=self.reach(case))
        a_token, pages = self._per_token(case, rules, groups, trace, source)
        concurrency = trace.add("max_concurrency", "blocks ÷ blocks_per_request × replicas", blocks / pages * s.data_parallel, "requests",
                                source, blocks=blocks, blocks_per_request=pages, replicas=s.data_parallel)
        if trace.explains:
            tell_page(case, groups, stage, self.cache_dtype_bytes(case), source, trace)
            formula, values = request_blocks(groups, context, in_flight, aligned, drafts)
            trace.add("blocks_per_request", formula, pages, "blocks", source, **values)
        count, each_block = sum(group.copies for group in groups), min(group.block_tokens for group in groups)
        alone = len(groups) == 1 and groups[0].kind == "full"
        if alone:
            tokens, formula = blocks * each_block * s.data_parallel, "blocks × block_tokens × replicas"
        else:
            tokens, formula = blocks // count * each_block * s.data_parallel, "blocks // groups × block_tokens × replicas"
        if alone or rules["token_line"] == "blocks":
            trace.add("kv_capacity_tokens", formula, tokens, "tokens", source, blocks=blocks, block_tokens=each_block,
                      replicas=s.data_parallel, **{"groups": count} if "groups" in formula else {})
        else:
            tokens = trace.add("kv_capacity_tokens", "floor(max_concurrency × context)", int(concurrency * context), "tokens", source,
                               max_concurrency=concurrency, context=context)
        each = -(-case.concurrency // s.data_parallel)
        limit = self.reach(case)
        longest = longest_context(groups, blocks // each, in_flight, limit, aligned, drafts) if trace.searches else None
        trace.add("max_context_tokens", say("the most tokens, up to the model's own {limit}, at which a request holds no more than its "
                                            "{blocks} ÷ {requests} blocks", limit=limit, blocks=blocks, requests=each),
                  longest, "tokens", source, model_context=limit, blocks=blocks, requests=each)
        starts = memory.starts and pages <= blocks
        if pages > blocks:
            trace.note(say("It would refuse to start: one request of {context} tokens needs more than the cache; at most {most} fit.",
                           context=context, most=longest_context(groups, blocks, in_flight, context, aligned, drafts)))
        hybrid = count > 1 and any(g.kind == "state" for g in groups)
        if hybrid and aligned and context >= LONG_CONTEXT:
            trace.note(say("With prefix caching this model also saves its recurrent state at every block of a long prompt, from the "
                           "same pool: about a fifth fewer long requests than printed. A larger --mamba-block-size avoids it."))
        if starts and hybrid and blocks < (s.parallel or 1):
            trace.note(say("It would refuse to start: {blocks} state blocks fit for max_num_seqs {parallel}; lower it.",
                           blocks=blocks, parallel=s.parallel or 1))
            starts = False
        return replace(memory, kv_bytes_per_token=a_token, kv_capacity_tokens=tokens, max_concurrency=concurrency,
                       max_context_tokens=longest, starts=starts)

    def _explain(self, case: Case, rules: Mapping[str, Any], part: Part, budget: int, trace: Trace, source: str) -> None:
        """How the parts of the shown rank came about."""
        tell_weights(case, part.stage, source, trace)
        self._explain_peak(case, rules, part.peak, trace, source)
        single = rules["pipeline_runtime_gib"] if self._one_rank_of_a_pipeline(case) else rules["runtime_gib"]
        tell_runtime(case.settings.tensor_parallel if self.linked(case) else 1, part.runtime, single * GIB,
                     self._communicator_gib(case, rules) * GIB, rules["per_rank_gib"] * GIB, source, trace)
        trace.add("graph_bytes", "smallest_pool_bytes + max(0, fixed_pool_bytes + layers × (layer_pool_bytes + width_pool_bytes × "
                  "hidden_size) − smallest_pool_bytes) × captured_sizes ÷ all_sizes", part.graphs, "bytes",
                  say("{source}; fitted on printed pools: half within 8 %, nine in ten within 23 %", source=source), **part.graph_law)
        outside = {} if not self._graphs_inside(case, rules) else {"graph_bytes": part.graphs}
        taken = {"weights_bytes": part.weights, "compute_bytes": part.activation, "runtime_bytes": part.runtime, **outside}
        trace.add("kv_bytes", f"max(0, {' − '.join(['budget_bytes', *taken])})" if part.kv < 0 else " − ".join(["budget_bytes", *taken]),
                  max(0, part.kv), "bytes", source, budget_bytes=budget, **taken)

    def _explain_peak(self, case: Case, rules: Mapping[str, Any], peak: Peak, trace: Trace, source: str) -> None:
        s, model, size = case.settings, case.model, plain_bytes(case.quantization)
        tokens = "max_num_batched_tokens"
        widest = {name: round(value) for name, value in (
            ("sampler_bytes", peak.sampler), ("forward_bytes", peak.forward), ("vision_bytes", peak.vision)) if value}
        beside = {name: round(value) for name, value in (
            ("handover_bytes", peak.handover), ("expert_buffers_bytes", peak.experts), ("image_bytes", peak.images),
            ("layer_inputs_bytes", peak.layer_inputs), ("workspace_bytes", peak.workspace)) if value}
        first = f"max({', '.join(widest)})" if len(widest) > 1 else next(iter(widest))
        trace.add("compute_bytes", " + ".join([first, *beside]), peak.total, "bytes", source, **widest, **beside)
        if peak.sampler:
            trace.add("sampler_bytes", "max_num_seqs × vocab_size × logit_copies_bytes + (max_num_batched_tokens + max_num_seqs) × "
                      "hidden_size × element_bytes", round(peak.sampler), "bytes", source, max_num_seqs=s.parallel,
                      vocab_size=model.vocab_size, logit_copies_bytes=self._logit_bytes(case, rules) + size,
                      max_num_batched_tokens=s.max_batched_tokens, hidden_size=model.hidden_size, element_bytes=whole(size))
        if peak.vision:
            trace.add("vision_bytes", "image_patches × element_bytes × (8 ÷ tensor_parallel + 4) × sqrt(vision_parameters ÷ (12 × "
                      "vision_layers))", round(peak.vision), "bytes", source, image_patches=rules["image_patches"],
                      element_bytes=whole(size), tensor_parallel=s.tensor_parallel, vision_parameters=model.vision_parameters,
                      vision_layers=VISION_LAYERS)
        tell_forward(case, "forward_bytes", tokens, peak.forward, widest_dense(model), size, self._quantized(case), source, trace)
        if peak.experts:
            tell_experts(case, tokens, peak.experts, self._expert_width(case), size, source, trace)

    @staticmethod
    def _one_rank_of_a_pipeline(case: Case) -> bool:
        return case.settings.pipeline_parallel > 1 and case.settings.tensor_parallel == 1

    def _source(self, case: Case) -> str:
        return say("{engine} {version}: {source}", engine="vLLM", version=case.version or self.data["version"],
                   source=from_data(self.data["source"]))

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        """vLLM's continuous batching with its levers, for one replica; blocks as the pool has them."""
        s = case.settings
        block = self.data["scheduler"]["block_size"]
        tokens = (memory.kv_capacity_tokens or 0) // max(1, s.data_parallel)
        return "vllm", {**self.data["scheduler"], "max_num_seqs": s.parallel, "max_num_batched_tokens": s.max_batched_tokens,
                        "max_model_len": s.context, "enable_prefix_caching": bool(s.prefix_caching),
                        "num_blocks": tokens // block}

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`vllm serve` with what differs from this version's defaults for the case."""
        case, data = plan.case, launch_data(self)
        check_context(plan)
        source = self._checkpoint(case)
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version, case.model.release_date)
        key = key_of(plan)
        if not container or plan.nodes > 1:
            flags.add("host", EVERYWHERE if plan.serve else LOOPBACK)
        port = plan.port or 8000
        if port != 8000:
            flags.add("port", port)
        if source.path:
            flags.add("served_model_name", api_name(case))
        self._settings(plan, flags)
        if source.online:
            flags.add("quantization", source.online)
        self._stretch(plan, flags)
        serving_options(plan, data, flags)
        token = repository_needs(plan, data, flags, source.reference, source.path)
        environment = download_environment(plan, "VLLM_USE_MODELSCOPE=True")
        if vendor(case) == "cpu" and plan.memory.kv_bytes:
            environment["VLLM_CPU_KVCACHE_SPACE"] = str(max(1, -(-plan.memory.kv_bytes // 2**30)))
        aside = {"host": "VLLM_PLE_CPU_OFFLOAD", "disk": "VLLM_PLE_MMAP"}.get(self.table_place(case))
        if aside:
            environment[aside] = "1"
        notes = [*flags.notes]
        if plan.os == "windows":
            environment["VLLM_WSL2_ENABLE_PIN_MEMORY"] = "1"
            notes.append(say("VLLM_WSL2_ENABLE_PIN_MEMORY=1: WSL 2 has pinned memory off by default, and vLLM then stops with "
                             "\"UVA is not available\"."))
        return Launch(words=("vllm", "serve", reference, *flags.words), image_words=(reference, *flags.words), port=port,
                      model=api_name(case) if source.path else reference, environment=environment,
                      secrets={"VLLM_API_KEY": key} if key else {}, image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      cache=cache_of(plan), health_test=python_health(port, "/health"),
                      metrics="/metrics", token=token, notes=tuple(notes))

    @staticmethod
    def _stretch(plan: Plan, flags: Flags) -> None:
        """YaRN where the context needs it. Since 0.33 the configuration's own maximum must be raised too: the factor no longer is."""
        made, wanted = stretched(plan.case), plan.case.settings.context or 0
        if made is None:
            return
        for name, value in (("rope_type", "yarn"), ("rope_factor", made.factor(wanted)), ("rope_original", made.original),
                            ("rope_theta", made.theta), ("rope_longest", wanted)):
            flags.add(name, str(value) if isinstance(value, int) else value)
        flags.notes.append(stretch_note(plan.case))

    def _settings(self, plan: Plan, flags: Flags) -> None:
        case, given = plan.case, plan.case.settings
        base = default_settings(case)
        memory_flags(plan, flags, base, MEMORY_FLAGS)
        parallel_flags(flags, {name: getattr(given, name) for name in ("tensor_parallel", "pipeline_parallel", "data_parallel")})
        if whole_experts(case, flags):
            flags.add("expert_parallel")
        if given.prefix_caching is False and base.prefix_caching is not False:
            flags.add("no_prefix_caching")
        elif given.prefix_caching and base.prefix_caching is False:
            flags.add("prefix_caching")
        dtype = plain_dtype(case)
        if dtype:
            flags.add("dtype", dtype)
        if given.prefix_caching is False:
            flags.notes.append(say("From 0.33 on the flag is shown as --disable-prefix-caching; this form works in both."))

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        plan = settled(plan)
        native, container = self.launch(plan), self.launch(plan, container=True)
        return server_steps(plan, shell, native, container, source=self._checkpoint(plan.case), program="vllm serve",
                            installed=say("vllm --version prints {version}. Needs uv (docs.astral.sh/uv).", version=plan.case.version),
                            ready=self._ready(plan))

    def _ready(self, plan: Plan) -> str:
        memory, context = plan.memory, plan.case.settings.context
        if not memory.starts:
            return would_stop()
        if memory.kv_capacity_tokens is None or memory.max_concurrency is None or context is None:
            return say("The log ends with \"Application startup complete\".")
        return say("The log says about: GPU KV cache size: {tokens} tokens; Maximum concurrency for {context} tokens per "
                   "request: {times}x. Then \"Application startup complete\".", tokens=memory.kv_capacity_tokens, context=context,
                   times=f"{memory.max_concurrency:.2f}")


ENGINE = VLlm()
