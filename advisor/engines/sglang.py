"""SGLang: defaults by version and device, memory policy, what it runs on, scheduler, launch commands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from advisor import resources
from advisor.answer import Command, DeviceMemory, Memory, Trace
from advisor.engines.base import Case, Plan, tell_sums
from advisor.engines.checkpoints import api_name
from advisor.engines.launch import (
    EVERYWHERE,
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
from advisor.engines.pooled_why import tell_forward, tell_token_bytes, tell_weights, whole
from advisor.engines.steps import server_steps
from advisor.errors import CannotAnswer
from advisor.formula.activation import dense_forward_peak
from advisor.formula.kv_layout import LayerCache, layer_cache
from advisor.formula.static_pools import (
    prompt_sizes,
    reserved_mib,
    running_requests,
    state_share,
    static_fraction,
    static_pool,
    vision_share,
    window_token_bytes,
)
from advisor.formula.weights_gpu import Stage
from advisor.shell import Secret, json_text
from advisor.units import GIB, MIB
from advisor.words import from_data, say

AITER_CONTEXT = 8192
HOPPER = 9.0


class Pools(NamedTuple):
    """One rank of the stage that holds the fewest tokens, bytes; `pool` is KV and state together, `a_token` bytes a token, `share`
    the static share as it is applied, `images` what is kept for cached image features."""

    total: int
    others: int
    context: int
    free: int
    weights: int
    pool: int
    state: int
    state_slots: int
    a_token: float
    tokens: int
    cache: LayerCache
    stage: Stage
    share: float
    images: int


class SGLang(PooledEngine):
    id = "sglang"
    name = "SGLang"
    data = json.loads(resources.path("catalog", "engines", "sglang.json").read_text(encoding="utf-8"))

    def fill(self, case: Case, trace: Trace) -> Case:
        """Context, prefill chunk, static share and running requests as this version chooses them for that card.

        `max_batched_tokens` is chunked_prefill_size, `gpu_memory_utilization` mem_fraction_static. With DP attention the engine
        divides chunk and running requests over the replicas: here they are one replica's. Raises CannotAnswer where the split
        does not divide the model or the machine.
        """
        self.check(case)
        s, rules = case.settings, self.rules(case.version)
        context = self.context_of(case, trace)
        chunk = s.max_batched_tokens or max(1, self._card(case)["chunked_prefill_size"] // self._attention_ranks(case))
        fraction = s.gpu_memory_utilization or self._fraction(case, rules, chunk)
        filled = with_settings(case, context=context, max_batched_tokens=chunk, gpu_memory_utilization=fraction,
                               prefix_caching=rules["prefix_caching"] if s.prefix_caching is None else s.prefix_caching)
        if s.parallel is not None:
            return filled
        pools = self._pools(filled, rules)
        running = int(running_requests(max(0, pools.tokens), context))
        if pools.cache.state_layers:
            running = max(1, min(running, pools.state_slots // (rules["state_slots_per_request"] if filled.settings.prefix_caching else 1)))
        return with_settings(filled, parallel=running)

    def _card(self, case: Case) -> dict[str, Any]:
        size = self.visible_bytes(case)[0] / GIB
        return next(row for row in self.rules(case.version)["card_defaults"] if size < row["below_gib"])

    def dense_ranks(self, case: Case) -> int:
        """DP attention replicates attention and the embedding only: the rest stays tensor parallel over the whole group."""
        return self.copy_ranks(case)

    @staticmethod
    def _attention_ranks(case: Case) -> int:
        """Replicas that share one server's experts (`--attn-dp-size`); 1 where each replica is a whole copy."""
        return case.settings.data_parallel if attention_replicas(case) else 1

    def _graph_mib(self, case: Case, rules: Mapping[str, Any]) -> float:
        """The engine's own reserve for captured graphs: 2 MiB a decode slot and 8 a prompt size; a fixed one for MLA."""
        prompts = self._prompt_sizes(case, rules)
        return float(2 * self._graph_slots(case) + (rules["latent_graph_mib"] * bool(prompts) if case.model.mla else 8 * prompts))

    def _prompt_sizes(self, case: Case, rules: Mapping[str, Any]) -> int:
        """How many prompt sizes this version captures for that model and card; 0 where it runs prompts without graphs."""
        model, without = case.model, rules["no_prefill_graphs"]
        if without == "all" or vendor(case) != "nvidia":
            return 0
        seeing = self._sees(case) and model.architecture not in rules["prefill_graph_architectures"]
        kinds = {"vision": seeing, "latent": model.mla is not None, "replicas": self._attention_ranks(case) > 1,
                 "stages": case.settings.pipeline_parallel > 1}
        chunk = case.settings.max_batched_tokens or max(1, self._card(case)["chunked_prefill_size"] // self._attention_ranks(case))
        return 0 if any(kinds[kind] for kind in without) else prompt_sizes(chunk)

    @staticmethod
    def _sees(case: Case) -> bool:
        return bool(case.model.vision_parameters) or "vision" in case.model.capabilities

    def _vision_share(self, case: Case, rules: Mapping[str, Any]) -> float:
        """What is left of an unset share beside an image encoder: by its layers and width where the configuration names them as
        the engine reads it, else by those of a ViT-L."""
        if not self._sees(case):
            return 1.0
        if rules["vision_share"] is not None:
            return float(rules["vision_share"])
        size = case.model.vision_parameters or 0
        tower = next((row for row in self.data["vision_towers"] if case.model.family in row["families"] and size >= row["least"]), None)
        return float(vision_share(tower["layers"], tower["width"])) if tower else float(vision_share(24, 1024))

    def _applied_share(self, case: Case, rules: Mapping[str, Any]) -> float:
        """mem_fraction_static, set or not, as AMD's attention kernels (aiter) cut it beyond 8,192 tokens of context. Latent
        attention takes them with 16 or 128 heads a rank."""
        s = case.settings
        share = s.gpu_memory_utilization or 0.0
        kernels = case.model.mla is None or case.model.num_attention_heads // s.tensor_parallel in (16, 128)
        return share * rules["aiter_share"] if vendor(case) == "amd" and kernels and (s.context or 0) > AITER_CONTEXT else share

    def _held(self, case: Case, rules: Mapping[str, Any]) -> tuple[int, int]:
        """(total, held by others): of a memory shared with the system what that usually takes, where nobody said."""
        total, others = self.visible_bytes(case)
        if case.device is not None and case.device.unified_memory and vendor(case) == "nvidia" and not others:
            others = round(rules["unified_taken_gib"] * GIB)
        return total, others

    def _padding_mib(self, case: Case, rules: Mapping[str, Any]) -> float:
        """What DP attention reserves for padded batches: so much a decode slot and replica, more where many slots are captured."""
        ranks, slots = self._attention_ranks(case), self._graph_slots(case)
        if ranks == 1:
            return 0.0
        a_slot = rules["attention_replica_mib"] + (rules["attention_replica_more_mib"] if slots > rules["many_decode_slots"] else 0)
        return float(a_slot * slots * ranks)

    def _graph_slots(self, case: Case) -> int:
        return int(self._card(case)["decode_max_bs_tp4" if self.copy_ranks(case) >= 4 else "decode_max_bs"])

    def _fraction(self, case: Case, rules: Mapping[str, Any], chunk: int) -> float:
        """mem_fraction_static when it is not set, to three decimals as the engine rounds it.

        Early versions took a share by the number of ranks, later ones the card less a reserve by its size.
        """
        s, size = case.settings, self.visible_bytes(case)[0] / MIB
        ranks = self.copy_ranks(case) * s.pipeline_parallel
        seeing = self._vision_share(case, rules)
        if rules["share_by_ranks"]:
            return float(next(share for least, share in rules["share_by_ranks"] if self.copy_ranks(case) >= least)) * seeing
        if rules["card_reserve"]:
            row = next(row for row in rules["card_reserve"] if size < row["below_gib"] * 1024)
            return max(0.05, round(float(static_fraction(size, (row["reserve_gib"] + row["per_rank_gib"] * ranks) * 1024)), 3)) * seeing
        reserve = reserved_mib(chunk * self._attention_ranks(case), ranks,
                               self._graph_mib(case, rules) + self._padding_mib(case, rules), size)
        return max(0.05, round(float(static_fraction(size, reserve)), 3)) * seeing

    def _pools(self, case: Case, rules: Mapping[str, Any]) -> Pools:
        """Weights of the fullest stage and the pools that the static share leaves, on one rank."""
        s, model = case.settings, case.model
        if model.num_kv_shared_layers:      # its pool counts every layer, also those that read another's keys and values
            model = model.model_copy(update={"num_kv_shared_layers": 0})
        total, others = self._held(case, rules)
        share = self._applied_share(case, rules)
        several = self.copy_ranks(case) * s.pipeline_parallel > 1
        context = round((rules["context_gib"] + (rules["communicator_gib"] if self.linked(case) else 0)) * GIB)
        extra = round(rules["load_extra_gib" if several else "load_extra_alone_gib"] * GIB)
        images = round(rules["vision_cache_mib"] * MIB) if self._sees(case) else 0
        free = total - others - context
        dtype, found = self.cache_dtype_bytes(case), []
        blackwell = case.device is not None and 10 <= (case.device.compute_capability or 0) < 12
        padding = rules["blackwell_expert_padding"].get(model.architecture or "", {}) if blackwell else {}
        for stage in self.stages(case, padding):
            weights = stage.weights_bytes + extra
            pool = int(static_pool(free, share, weights)) - images
            cache = layer_cache(model, s.tensor_parallel, dtype, stage.start, stage.end)
            state = int(state_share(pool, rules["mamba_full_memory_ratio"])) if cache.state_layers and cache.full_layers else 0
            state = pool if cache.state_layers and not cache.full_layers else state
            if state > 0 and s.parallel and s.prefix_caching is False:      # nothing is kept beside what runs
                state = min(pool, round((s.parallel + 1) * cache.state_bytes)) if cache.full_layers else state
            elif state > 0 and s.parallel:
                wanted = (s.parallel * rules["state_slots_per_request"] + 1) * cache.state_bytes
                state = min(pool, max(state, round(wanted)))
            ratio = rules["swa_full_tokens_ratio"] if cache.full_layers else 1.0
            a_token = window_token_bytes(cache.full_token_bytes, cache.sliding_token_bytes, ratio)
            tokens = int((pool - state) // a_token) if a_token else 0
            found.append(Pools(total, others, context, free, weights, pool, state, int(state // cache.state_bytes) if state > 0 else 0,
                               a_token, max(0, tokens), cache, stage, share, images))
        return min(found, key=lambda pools: (pools.tokens, -pools.weights))

    def _asked_states(self, case: Case) -> int:
        """State slots that the asked-for running requests need where the share of the pool holds fewer: the engine cuts the requests to
        what it holds unless that is asked for too (handle_max_mamba_cache in model_runner_kv_cache_mixin.py); else 0."""
        rules, wanted = self.rules(case.version), case.settings.parallel or 0
        p = self._pools(case, rules)
        share = int(state_share(max(0, p.pool), rules["mamba_full_memory_ratio"]))
        kept = bool(case.settings.prefix_caching) and p.cache.state_layers and p.cache.full_layers
        return wanted * int(rules["state_slots_per_request"]) if kept and p.state > share else 0

    def memory(self, case: Case, trace: Trace) -> Memory:
        case = drafting(case)
        return self.with_table(case, self._memory(case, trace), trace)

    def _memory(self, case: Case, trace: Trace) -> Memory:
        """A static share of what is free before loading holds weights and pools; the rest is for activations and graphs."""
        s, rules, source, model = case.settings, self.rules(case.version), self._source(case), case.model
        self.notes(case, trace)
        p = self._pools(case, rules)
        graphs = round(self._graph_mib(case, rules) * MIB)
        chunk = s.max_batched_tokens or 1
        forward = round(dense_forward_peak(chunk, widest_dense(model) / s.tensor_parallel, model.hidden_size,
                                           plain_bytes(case.quantization), int(model.mlp_gated)))
        hopper = case.device is not None and case.device.compute_capability == HOPPER
        workspace = int(rules["hopper_workspace_mib" if hopper else "attention_workspace_mib"] * MIB)
        activation = forward + workspace
        if trace.explains:
            tell_weights(case, p.stage, source, trace, p.weights - p.stage.weights_bytes)
            self._explain(case, rules, p, graphs, trace, source)
            trace.add("compute_bytes", "forward_bytes + workspace_bytes", activation, "bytes", source, forward_bytes=forward,
                      workspace_bytes=workspace)
            tell_forward(case, "forward_bytes", "chunked_prefill_size", forward, widest_dense(model), plain_bytes(case.quantization), 0,
                         source, trace)
        parts = DeviceMemory(name=case.device.name if case.device else "", weights_bytes=p.weights, kv_bytes=max(0, p.pool - p.state),
                             state_bytes=max(0, p.state), compute_bytes=activation, graph_bytes=graphs, runtime_bytes=p.context,
                             usable_bytes=p.total - p.others, total_memory_bytes=p.total, layers=p.stage.end - p.stage.start)
        memory = Memory(weights_bytes=p.weights, kv_bytes=parts.kv_bytes, state_bytes=parts.state_bytes, compute_bytes=activation,
                        graph_bytes=graphs, runtime_bytes=p.context, total_bytes=parts.total_bytes, usable_bytes=p.total - p.others,
                        headroom_bytes=p.total - p.others - parts.total_bytes, host_bytes=0, gpu_layers=model.num_hidden_layers,
                        layers=model.num_hidden_layers, slots=(s.parallel or 1) * s.data_parallel,
                        devices=device_parts(case, (parts,) * s.pipeline_parallel))
        tell_sums(memory, source, trace, held_bytes=p.others)
        if p.pool <= 0:
            short_of_start(trace, p.weights, p.context, int(p.free * p.share))
            if trace.explains and p.a_token:
                self._explain_tokens(case, rules, p, trace, source)
            return empty_memory(replace(memory, headroom_bytes=min(memory.headroom_bytes or 0, p.pool),
                                        kv_bytes_per_token=round(p.a_token)))
        return self._capacity(case, rules, memory, p, trace, source)

    def _explain(self, case: Case, rules: Mapping[str, Any], p: Pools, graphs: int, trace: Trace, source: str) -> None:
        """How the pools, the context and the graphs' reserve of the shown rank came about."""
        linked = {"communicator_bytes": round(rules["communicator_gib"] * GIB)} if self.linked(case) else {}
        trace.add("runtime_bytes", " + ".join(["driver_bytes", *linked]), p.context, "bytes", source,
                  driver_bytes=round(rules["context_gib"] * GIB), **linked)
        held = {"held_bytes": p.others} if p.others else {}
        trace.add("free_before_load_bytes", " − ".join(["memory_bytes", *held, "runtime_bytes"]), p.free, "bytes", source,
                  memory_bytes=p.total, **held, runtime_bytes=p.context)
        state = {"state_bytes": p.state} if p.state > 0 else {}
        images = {"image_cache_bytes": p.images} if p.images else {}
        pool = " − ".join(["floor(free_before_load_bytes × mem_fraction_static − weights_bytes)", *images])
        left = " − ".join([pool, *state])
        parts = {"free_before_load_bytes": p.free, "mem_fraction_static": p.share, "weights_bytes": p.weights, **images}
        trace.add("kv_bytes", f"max(0, {left})" if p.pool < p.state else left, max(0, p.pool - p.state), "bytes", source, **parts, **state)
        if state:
            self._explain_state(case, rules, p, (pool, parts), trace, source)
        slots, chunks = self._graph_slots(case), self._prompt_sizes(case, rules)
        latent = case.model.mla is not None
        trace.add("graph_bytes", "(2 × decode_slots + latent_graph_mib) × 1024²" if latent else
                  "(2 × decode_slots + 8 × prefill_sizes) × 1024²", graphs, "bytes", source, decode_slots=slots,
                  **{"latent_graph_mib": rules["latent_graph_mib"] * bool(chunks)} if latent else {"prefill_sizes": chunks})

    @staticmethod
    def _explain_state(case: Case, rules: Mapping[str, Any], p: Pools, whole_pool: tuple[str, Mapping[str, Any]], trace: Trace,
                       source: str) -> None:
        """The state pool: its share of the pool, or what the running requests need, or (without attention) all of `whole_pool`, a
        formula and its values."""
        alone = case.settings.prefix_caching is False and case.settings.parallel is not None
        if not p.cache.full_layers:
            trace.add("state_bytes", whole_pool[0], p.state, "bytes", source, **whole_pool[1])
        elif alone or p.state > int(state_share(p.pool, rules["mamba_full_memory_ratio"])):
            trace.add("state_bytes", "min(pool_bytes, (max_running_requests × slots_per_request + 1) × request_state_bytes)", p.state,
                      "bytes", source, pool_bytes=p.pool, max_running_requests=case.settings.parallel,
                      slots_per_request=1 if alone else rules["state_slots_per_request"], request_state_bytes=whole(p.cache.state_bytes))
        else:
            trace.add("state_bytes", "pool_bytes × mamba_full_memory_ratio ÷ (1 + mamba_full_memory_ratio)", p.state, "bytes", source,
                      pool_bytes=p.pool, mamba_full_memory_ratio=rules["mamba_full_memory_ratio"])

    def _explain_tokens(self, case: Case, rules: Mapping[str, Any], p: Pools, trace: Trace, source: str) -> None:
        full, sliding = whole(p.cache.full_token_bytes), whole(p.cache.sliding_token_bytes)
        values: dict[str, Any] = {"full_token_bytes": full} if full else {}
        terms = ["full_token_bytes"] if full else []
        if sliding:
            ratio = {"swa_full_tokens_ratio": rules["swa_full_tokens_ratio"]} if full else {}
            terms.append("swa_full_tokens_ratio × sliding_token_bytes" if ratio else "sliding_token_bytes")
            values |= {**ratio, "sliding_token_bytes": sliding}
        trace.add("kv_bytes_per_token", " + ".join(terms), round(p.a_token), "bytes", source, **values)
        tell_token_bytes(case, p.cache, self.cache_dtype_bytes(case), source, trace)

    def _capacity(self, case: Case, rules: Mapping[str, Any], memory: Memory, p: Pools, trace: Trace, source: str) -> Memory:
        """max_total_num_tokens, and the requests that its pools hold: by tokens, by the window's pool, by state slots."""
        s = case.settings
        context, replicas = s.context or 1, s.data_parallel
        limit = self.reach(case)
        if not p.a_token:
            return replace(memory, kv_bytes_per_token=0, max_concurrency=float(p.state_slots * replicas), max_context_tokens=limit)
        tokens = p.tokens
        held = [tokens / context]
        window = 0
        if p.cache.sliding_layers and p.cache.full_layers:
            window = min(context, p.cache.window + (s.max_batched_tokens or 0))
            held.append(tokens * rules["swa_full_tokens_ratio"] / window)
        if p.cache.state_layers:
            held.append(float(p.state_slots))
        if trace.explains:
            self._explain_tokens(case, rules, p, trace, source)
        each = -(-case.concurrency // replicas)
        trace.add("kv_capacity_tokens", "kv_bytes // token_bytes × replicas", tokens * replicas, "tokens", source,
                  kv_bytes=memory.kv_bytes or 0, token_bytes=whole(p.a_token), replicas=replicas)
        limits = ["pool_tokens ÷ context", *(["pool_tokens × swa_full_tokens_ratio ÷ window_tokens"] if window else []),
                  *(["state_slots"] if p.cache.state_layers else [])]
        concurrency = trace.add(
            "max_concurrency", f"min({', '.join(limits)}) × replicas" if len(limits) > 1 else f"{limits[0]} × replicas",
            min(held) * replicas, "requests", source, pool_tokens=tokens, context=context, replicas=replicas,
            **{"swa_full_tokens_ratio": rules["swa_full_tokens_ratio"], "window_tokens": window} if window else {},
            **{"state_slots": p.state_slots} if p.cache.state_layers else {})
        trace.add("max_context_tokens", "min(model_context, pool_tokens // requests)", min(limit, tokens // each), "tokens", source,
                  model_context=limit, pool_tokens=tokens, requests=each)
        if tokens < context:
            trace.note(say("Its cache holds {tokens} tokens: a request of {context} does not fit.", tokens=tokens, context=context))
        return replace(memory, kv_bytes_per_token=round(p.a_token), kv_capacity_tokens=tokens * replicas, max_concurrency=concurrency,
                       max_context_tokens=min(limit, tokens // each), starts=tokens >= context)

    def _source(self, case: Case) -> str:
        return say("{engine} {version}: {source}", engine="SGLang", version=case.version or self.data["version"],
                   source=from_data(self.data["source"]))

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        """SGLang's prefill-first batching with its levers."""
        s = case.settings
        return "sglang", {**self.data["scheduler"], "max_running_requests": s.parallel, "chunked_prefill_size": s.max_batched_tokens,
                          "context_length": s.context, "disable_radix_cache": not s.prefix_caching,
                          "max_total_num_tokens": (memory.kv_capacity_tokens or 0) // max(1, s.data_parallel)}

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`python3 -m sglang.launch_server` with what differs from this version's defaults for the case."""
        case, data = plan.case, launch_data(self)
        check_context(plan)
        shared = self._attention_ranks(case)
        if plan.nodes > 1 and case.settings.data_parallel > shared:
            raise CannotAnswer(say("SGLang keeps the copies of one server on one machine."),
                               say("Take vLLM, or one server a machine behind a proxy."), field="settings.data_parallel")
        source = self._checkpoint(case)
        reference = inside(source.path) if container and source.path else source.reference
        flags = Flags(data["flags"], case.version, case.model.release_date)
        key = key_of(plan)
        if plan.serve or (container and plan.nodes == 1):
            flags.add("host", EVERYWHERE)
        port = plan.port or 30000
        if port != 30000:
            flags.add("port", port)
        if source.path:
            flags.add("served_model_name", api_name(case))
        base = default_settings(case)
        # Of all replicas together where they share the experts: the server divides them itself.
        memory_flags(plan, flags, base, MEMORY_FLAGS, {"parallel": shared, "max_batched_tokens": shared})
        states = self._asked_states(case)
        if states:
            flags.add("states", states * shared)
        ranks = self.copy_ranks(case)
        parallel_flags(flags, {"tensor_parallel": ranks, "pipeline_parallel": case.settings.pipeline_parallel,
                               "data_parallel": case.settings.data_parallel // shared, "attention_parallel": shared,
                               "expert_parallel": ranks if whole_experts(case, flags) else 1})
        if case.settings.prefix_caching is False and base.prefix_caching is not False:
            flags.add("no_prefix_caching")
        for name, value in (("dtype", plain_dtype(case)), ("quantization", source.online),
                            ("device", {"cpu": "cpu", "intel": "xpu"}.get(vendor(case)))):
            if value:
                flags.add(name, value)
        place = self.table_place(case)
        if place:
            flags.add("table_aside")
            flags.add("table_place", place)
        made, wanted = stretched(case), case.settings.context or 0
        if made:
            rope = {"rope_type": "yarn", "factor": made.factor(wanted), "original_max_position_embeddings": made.original,
                    "rope_theta": made.theta}
            flags.add("overrides", json_text({"max_position_embeddings": wanted, "rope_scaling": rope}))
            flags.notes.append(stretch_note(case))
        serving_options(plan, data, flags)
        token = repository_needs(plan, data, flags, source.reference, source.path)
        if plan.serve:
            flags.add("metrics")
        if key:
            flags.add("key", Secret("SGLANG_API_KEY"))
        environment = download_environment(plan, "SGLANG_USE_MODELSCOPE=true")
        if vendor(case) == "cpu":
            environment["SGLANG_USE_CPU_ENGINE"] = "1"
        words = ("python3", "-m", "sglang.launch_server", "--model-path", reference, *flags.words)
        return Launch(words=words, image_words=words, port=port, model=api_name(case) if source.path else reference,
                      environment=environment, secrets={"SGLANG_API_KEY": key} if key else {}, image=image(data, case),
                      mount=(source.path, reference) if container and source.path else None,
                      cache=cache_of(plan), health_test=python_health(port, "/health"),
                      metrics="/metrics" if plan.serve else None, token=token, notes=tuple(flags.notes))

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        plan = settled(plan)
        native, container = self.launch(plan), self.launch(plan, container=True)
        tokens = plan.memory.kv_capacity_tokens
        ready = say("The log names max_total_num_tokens, about {tokens}, and ends with \"The server is fired up and ready to roll!\".",
                    tokens=tokens) if tokens else say("The log ends with \"The server is fired up and ready to roll!\".")
        if not plan.memory.starts:
            ready = would_stop()
        return server_steps(plan, shell, native, container, source=self._checkpoint(plan.case), program="sglang.launch_server",
                            installed=say("python3 -c \"import sglang; print(sglang.__version__)\" prints {version}. "
                                          "Needs uv (docs.astral.sh/uv).",
                                          version=plan.case.version), ready=ready)


ENGINE = SGLang()
