"""MLX-LM's memory: one pool for weights, caches that grow with each request, and the activations of a prompt chunk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from advisor.answer import DeviceMemory, Memory, Trace
from advisor.engines.base import Case
from advisor.engines.llama_placement import largest
from advisor.engines.llama_profile import KvGroup, Moments, kv_groups, moments, state_elements
from advisor.formula.integers import pad
from advisor.formula.per_model import per_model
from advisor.formula.weights_mlx import mlx_weights_bytes
from advisor.scenario import MAX_TOKENS, Model

ACTIVATION_BYTES = 2
STATE_F32 = 4


class Needs(NamedTuple):
    """What one model asks: its attention groups, elements of recurrent state a request, widest moments."""

    groups: tuple[KvGroup, ...]
    state: int
    moments: Moments


def runs(case: Case) -> bool:
    """MLX's own mixes, 16 bit, and MXFP4 for checkpoints that come in it."""
    return case.model.gguf_tensors is None and (case.quantization.kind == "mlx" or case.quantization.id in ("bf16", "fp16", "mxfp4"))


@per_model
def needs(model: Model) -> Needs:
    """Taken once from the model."""
    return Needs(kv_groups(model, model.num_hidden_layers), sum(state_elements(model, i) for i in range(model.num_hidden_layers)),
                 moments(model, {}))


def weights_bytes(case: Case) -> int:
    """Bytes of the checkpoint in memory."""
    q = case.quantization
    plain = q.id in ("bf16", "fp16")
    return mlx_weights_bytes(case.model, q.bits_per_weight or 16.0, None if plain else q.group_size or 32)


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
    return weights_bytes(case), STATE_F32 * made.state, chunk * widest * ACTIVATION_BYTES


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
    trace.add("weights_bytes", "elements × bits a weight ÷ 8 in groups, 2 B for the rest", weights, "bytes", source,
              bits_per_weight=case.quantization.bits_per_weight, group_size=case.quantization.group_size)
    trace.add("kv_bytes", "requests × Σ layers tokens in steps of 256 × (K + V elements) × bits ÷ 8", at_once * each, "bytes", source,
              requests=at_once, context=context, bytes_a_request=each)
    trace.add("compute_bytes", "prompt chunk × widest layer × 2 B (an upper bound from the graph's shape; not measured)", activations,
              "bytes", source, chunk=case.settings.max_batched_tokens)
    trace.add("total_bytes", "weights + KV + state + activations", total, "bytes", source)
    device = DeviceMemory(name=case.device.name if case.device else "", weights_bytes=weights, kv_bytes=at_once * each,
                          state_bytes=at_once * state, compute_bytes=activations, usable_bytes=space, total_memory_bytes=space,
                          layers=case.model.num_hidden_layers)
    tokens = pad(context, rules["kv_step"])
    return Memory(weights_bytes=weights, kv_bytes=at_once * each, state_bytes=at_once * state, compute_bytes=activations, graph_bytes=0,
                  runtime_bytes=0, total_bytes=total, usable_bytes=space, headroom_bytes=None if space is None else space - total,
                  host_bytes=0, gpu_layers=case.model.num_hidden_layers, layers=case.model.num_hidden_layers,
                  kv_bytes_per_token=round(each / tokens), kv_capacity_tokens=at_once * tokens,
                  max_concurrency=None if fit is None else max(0.0, min(fit, float(slots))), starts=fit is None or fit >= 1,
                  max_context_tokens=longest_context(case, rules, min(case.concurrency, slots)), slots=slots, devices=(device,))
