"""MLX-LM's memory: one pool for weights, caches that grow with each request, and the activations of a prompt chunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from advisor.answer import DeviceMemory, Memory, Trace
from advisor.engines.base import Case, tell_sums
from advisor.engines.llama_profile import KvGroup, Moments, kv_groups, moments, state_elements
from advisor.errors import CannotAnswer
from advisor.formula.integers import largest, pad
from advisor.formula.per_model import per_model
from advisor.formula.weights_mlx import mlx_elements, mlx_weights_bytes
from advisor.scenario import MAX_TOKENS, Model
from advisor.words import say

ACTIVATION_BYTES = 2
MOMENTS_ALIVE = 4
"""How many of the graph's widest moments a prompt chunk holds at once: MLX frees what a command buffer used when that has run, and
several are under way. Peaks less weights and cache are 3.9 to 4.6 moments for Qwen3-4B (bf16 to 4 bit) and Qwen3-30B-A3B (8 bit)
on an M4 Max, 2.4 for Mistral-7B on an M2 Ultra (mlx_lm/BENCHMARKS.md, ml-explore/mlx-lm#40 and #1569)."""
STATE_F32 = 4


class Needs(NamedTuple):
    """What one model asks: its attention groups, elements of recurrent state a request, widest moments."""

    groups: tuple[KvGroup, ...]
    state: int
    moments: Moments


def runs(case: Case) -> bool:
    """MLX's own mixes, 16 bit, and MXFP4 for checkpoints that come in it."""
    return case.model.gguf_tensors is None and (case.quantization.kind == "mlx" or case.quantization.id in ("bf16", "fp16", "mxfp4"))


def filled(case: Case, rules: Mapping[str, Any], trace: Trace) -> Case:
    """The case with what an MLX server takes by itself. Raises CannotAnswer for degrees and cache types that it has not."""
    given = case.settings
    for name in ("tensor_parallel", "pipeline_parallel", "data_parallel"):
        if getattr(given, name) > 1:
            raise CannotAnswer(say("{engine} has no `{name}` here.", engine=case.engine.name, name=name), say("Set it to 1."),
                               f"settings.{name}")
    bits = rules["cache_bits"].get(given.kv_cache_dtype.lower())
    if bits is None:
        raise CannotAnswer(
            say("{engine} has no KV cache type {kv_cache_dtype} for MLX weights.", engine=case.engine.name,
                kv_cache_dtype=repr(given.kv_cache_dtype[:40])),
            say("Known: {names}.", names=", ".join(rules["cache_bits"])),
            "settings.kv_cache_dtype",
        )
    quantized_kv = bits < 16
    settings = given.model_copy(update={
        "parallel": 1 if quantized_kv else given.parallel or rules["parallel"], "backend": "metal",
        "max_batched_tokens": given.max_batched_tokens or rules["prompt_chunk"],
        "prefix_caching": True if given.prefix_caching is None else given.prefix_caching})
    if quantized_kv and (given.parallel or 2) > 1:
        trace.note(say("A quantized KV cache turns {engine}'s batching off: one request at a time.", engine=case.engine.name))
    made = replace(case, settings=settings, backend="metal")
    context = given.context or rules.get("context") or longest_context(made, rules) or case.model.max_position_embeddings or 4096
    return replace(made, settings=settings.model_copy(update={"context": context}))


@per_model
def needs(model: Model) -> Needs:
    """Taken once from the model."""
    return Needs(kv_groups(model, model.num_hidden_layers), sum(state_elements(model, i) for i in range(model.num_hidden_layers)),
                 moments(model, {}))


def stored(case: Case) -> tuple[float, int | None]:
    """Bits a weight and the group size of the checkpoint, None for plain 16 bit."""
    q = case.quantization
    return q.bits_per_weight or 16.0, None if q.id in ("bf16", "fp16") else q.group_size or 32


def weights_bytes(case: Case) -> int:
    """Bytes of the checkpoint in memory."""
    return mlx_weights_bytes(case.model, *stored(case))


def request_bytes(case: Case, rules: Mapping[str, Any], context: int) -> int:
    """KV bytes of one request: tokens in steps of 256 (at most the window in a sliding layer) × (K + V) × bits ÷ 8."""
    bits = rules["cache_bits"][case.settings.kv_cache_dtype.lower()]
    cells, total = pad(context, rules["kv_step"]), 0.0
    for group in needs(case.model).groups:
        held = min(cells, pad(group.window, rules["kv_step"])) if group.window else cells
        total += group.before[-1] * held * (group.k_elements + group.v_elements) * bits / 8
    return round(total)


def fixed_bytes(case: Case, context: int) -> tuple[int, int, int]:
    """(weights, recurrent state of one request, activations of one prompt chunk, at most the context long)."""
    made = needs(case.model)
    chunk = min(case.settings.max_batched_tokens or 2048, context)
    widest = max([made.moments.widest, *(per_token for per_token, _ in made.moments.scans)])
    return weights_bytes(case), STATE_F32 * made.state, MOMENTS_ALIVE * chunk * widest * ACTIVATION_BYTES


def room(case: Case) -> int | None:
    """What the GPU may use; None where unknown."""
    if not case.machine.slots:
        return case.machine.host_memory_bytes
    slot = case.machine.slots[0]
    return None if slot.memory_bytes is None else max(0, slot.memory_bytes - (slot.used_bytes or 0))


def longest_context(case: Case, rules: Mapping[str, Any], requests: int = 1) -> int | None:
    """The longest context, up to the model's own, of `requests` at once; None where the room is unknown, 0 where none fits."""
    space = room(case)
    most = case.model.max_position_embeddings or MAX_TOKENS
    if space is None:
        return None
    def holds(context: int) -> bool:
        weights, state, activations = fixed_bytes(case, context)
        return weights + activations + requests * (request_bytes(case, rules, context) + state) <= space

    if holds(most):
        return most
    return largest(holds, 1, most) if holds(1) else 0


def unified_memory(case: Case, rules: Mapping[str, Any], source: str, trace: Trace) -> Memory:
    """The contract's figures; caches for as many of the concurrent requests as slots and room allow (one at least)."""
    context, slots = case.settings.context or 1, case.settings.parallel or 1
    weights, state, activations = fixed_bytes(case, context)
    each = request_bytes(case, rules, context)
    space = room(case)
    fit = None if space is None else (space - weights - activations) / (each + state) if each + state else float(slots)
    at_once = max(1, min(case.concurrency, slots, int(fit) if fit is not None else slots))
    total = weights + at_once * (each + state) + activations
    device = DeviceMemory(name=case.device.name if case.device else "", weights_bytes=weights, kv_bytes=at_once * each,
                          state_bytes=at_once * state, compute_bytes=activations, usable_bytes=space, total_memory_bytes=space,
                          layers=case.model.num_hidden_layers)
    tokens = pad(context, rules["kv_step"])
    memory = Memory(weights_bytes=weights, kv_bytes=at_once * each, state_bytes=at_once * state, compute_bytes=activations, graph_bytes=0,
                  runtime_bytes=0, total_bytes=total, usable_bytes=space, headroom_bytes=None if space is None else space - total,
                  host_bytes=0, gpu_layers=case.model.num_hidden_layers, layers=case.model.num_hidden_layers,
                  kv_bytes_per_token=round(each / tokens), kv_capacity_tokens=at_once * tokens,
                  max_concurrency=None if fit is None else max(0.0, min(fit, float(slots))), starts=fit is None or fit >= 1,
                  max_context_tokens=longest_context(case, rules, min(case.concurrency, slots)), slots=slots, devices=(device,))
    if trace.explains:
        explain(case, rules, memory, at_once, each, source, trace)
    return memory


def explain(case: Case, rules: Mapping[str, Any], memory: Memory, at_once: int, each: int, source: str, trace: Trace) -> None:
    """How the figures came about: formulas whose names are the values beside them."""
    made, context = needs(case.model), case.settings.context or 1
    bits, group_size = stored(case)
    grouped, plain = mlx_elements(case.model, group_size)
    terms = [*(["grouped_weights × bits_per_weight ÷ 8"] if grouped else []), *(["plain_weights × 2"] if plain else [])]
    trace.add("weights_bytes", " + ".join(terms), memory.weights_bytes, "bytes", source, quantization=case.quantization.id,
              **{"grouped_weights": grouped, "bits_per_weight": bits} if grouped else {}, **{"plain_weights": plain} if plain else {})
    trace.add("kv_bytes", "requests × request_kv_bytes", memory.kv_bytes, "bytes", source, requests=at_once, request_kv_bytes=each)
    if made.groups:
        _explain_request(made, rules, case, each, source, trace)
    if made.state:
        trace.add("state_bytes", "requests × 4 × state_elements", memory.state_bytes, "bytes", source, requests=at_once,
                  state_elements=made.state)
    widest = max([made.moments.widest, *(per_token for per_token, _ in made.moments.scans)])
    trace.add("compute_bytes", "moments_alive × min(prefill_step_size, context) × widest_layer_floats × 2", memory.compute_bytes, "bytes",
              say("{source}; the graph's widest moment, and how many are alive by the peaks that mlx-lm prints", source=source),
              moments_alive=MOMENTS_ALIVE, prefill_step_size=case.settings.max_batched_tokens or 2048,
              context=context, widest_layer_floats=widest)
    tell_sums(memory, source, trace)
    step = rules["kv_step"]
    trace.add("kv_capacity_tokens", "requests × ceil(context ÷ kv_step) × kv_step", memory.kv_capacity_tokens, "tokens", source,
              requests=at_once, context=context, kv_step=step)
    trace.add("kv_bytes_per_token", "request_kv_bytes ÷ (ceil(context ÷ kv_step) × kv_step)", memory.kv_bytes_per_token, "bytes", source,
              request_kv_bytes=each, context=context, kv_step=step)
    _explain_limits(case, memory, each, STATE_F32 * made.state, source, trace)


def _explain_request(made: Needs, rules: Mapping[str, Any], case: Case, each: int, source: str, trace: Trace) -> None:
    """One request's cache: a term for each kind of layer, its tokens in whole steps and at most its window."""
    terms: list[str] = []
    values: dict[str, Any] = {"context": case.settings.context or 1, "kv_step": rules["kv_step"],
                              "bits_per_number": rules["cache_bits"][case.settings.kv_cache_dtype.lower()]}
    for at, group in enumerate(made.groups):
        number = f"_{at + 1}" if at else ""
        tokens = "ceil(context ÷ kv_step) × kv_step"
        if group.window:
            tokens = f"min(ceil(context ÷ kv_step), ceil(window{number} ÷ kv_step)) × kv_step"
            values[f"window{number}"] = group.window
        terms.append(f"layers{number} × {tokens} × (k_elements{number} + v_elements{number}) × bits_per_number ÷ 8")
        values |= {f"layers{number}": group.before[-1], f"k_elements{number}": group.k_elements, f"v_elements{number}": group.v_elements}
    trace.add("request_kv_bytes", " + ".join(terms), each, "bytes", source, **values)


def _explain_limits(case: Case, memory: Memory, each: int, state: int, source: str, trace: Trace) -> None:
    slots, people = memory.slots or 1, min(case.concurrency, memory.slots or 1)
    most = case.model.max_position_embeddings
    if memory.usable_bytes is not None and each + state:
        held = {"request_kv_bytes": each} | ({"request_state_bytes": state} if state else {})
        fit = f"(usable_bytes − weights_bytes − compute_bytes) ÷ ({' + '.join(held)})"
        trace.add("max_concurrency", f"max(0, min(slots, {fit}))", memory.max_concurrency, "requests", source, slots=slots,
                  usable_bytes=memory.usable_bytes, weights_bytes=memory.weights_bytes, compute_bytes=memory.compute_bytes, **held)
    if memory.max_context_tokens is not None and most is not None:
        trace.add("max_context_tokens", say("the longest context, up to the model's own {limit}, at which the same sums for {requests} "
                                            "requests fit", limit=most, requests=people),
                  memory.max_context_tokens, "tokens", source, model_context=most, requests=people)
