"""How the figures of engines with a reserved KV pool came about: formulas whose names are the values beside them.

A term that is 0 is left out, so that what is read is what was added. Names without a unit are counts.
"""

from __future__ import annotations

from typing import Any

from advisor.answer import Trace
from advisor.engines.base import Case
from advisor.formula.kv_layout import LayerCache, layer_cache
from advisor.formula.kv_pages import Group, kv_heads_on_rank
from advisor.formula.weights_gpu import Stage
from advisor.words import say


def whole(number: float) -> float:
    """An integer where the number is one, so that it is shown as one."""
    return round(number) if abs(number - round(number)) < 1e-6 else number


def tell_weights(case: Case, stage: Stage, source: str, trace: Trace, load_extra_bytes: int = 0) -> None:
    """Elements of one rank × their bits, the rotary tables, and what loading adds."""
    held, stored, ranks = stage.held, stage.stored, case.settings.tensor_parallel
    terms = (("matrix_weights × bits_per_weight ÷ 8", {"matrix_weights": whole(held.matrices), "bits_per_weight": stored.bits}),
             ("expert_weights × expert_bits_per_weight ÷ 8", {"expert_weights": whole(held.experts),
                                                              "expert_bits_per_weight": stored.expert_bits}),
             ("plain_weights × plain_weight_bytes", {"plain_weights": whole(held.plain), "plain_weight_bytes": whole(stored.plain_bytes)}),
             ("lookup_weights × lookup_bits_per_weight ÷ 8", {"lookup_weights": whole(held.lookup),
                                                              "lookup_bits_per_weight": stored.lookup_bits}),
             ("rotary_bytes", {"rotary_bytes": round(held.rotary_bytes)}), ("load_extra_bytes", {"load_extra_bytes": load_extra_bytes}))
    used = [(formula, values) for formula, values in terms if next(iter(values.values()))]
    values: dict[str, Any] = {"quantization": case.quantization.id}
    for _, named in used:
        values.update(named)
    if ranks > 1:
        values["share"] = say("one of {n} ranks", n=ranks)
    trace.add("weights_bytes", " + ".join(formula for formula, _ in used), stage.weights_bytes + load_extra_bytes, "bytes", source,
              **values)


def tell_forward(case: Case, name: str, tokens: str, value: float, width: float, element_bytes: float, quantized: int, source: str,
                 trace: Trace) -> None:
    """The widest moment of a dense layer. `tokens` is the engine's own name of its tokens a step; `width` the whole layer's."""
    gated = 2 + int(case.model.mlp_gated)
    trace.add(name, f"{tokens} × (channel_bytes × intermediate_size ÷ tensor_parallel + 4 × element_bytes × hidden_size)", round(value),
              "bytes", source, **{tokens: case.settings.max_batched_tokens}, channel_bytes=whole(element_bytes * gated + quantized),
              intermediate_size=width, tensor_parallel=case.settings.tensor_parallel, element_bytes=whole(element_bytes),
              hidden_size=case.model.hidden_size)


def tell_experts(case: Case, tokens: str, value: float, width: float, element_bytes: float, source: str, trace: Trace) -> None:
    """The two buffers that fused expert kernels keep; `width` is an expert's on one rank."""
    experts = case.model.moe
    assert experts is not None
    trace.add("expert_buffers_bytes", f"{tokens} × experts_per_token × (max(expert_copies × expert_width, expert_input) + "
              "max(expert_width, expert_input)) × element_bytes", round(value), "bytes", source,
              **{tokens: case.settings.max_batched_tokens}, experts_per_token=experts.num_experts_per_tok,
              expert_copies=1 + int(case.model.mlp_gated), expert_width=whole(width),
              expert_input=experts.latent_size or case.model.hidden_size, element_bytes=whole(element_bytes))


def tell_runtime(ranks: int, value: int, single: float, communicator: float, per_rank: float, source: str,
                 trace: Trace) -> None:
    """Driver and libraries on one rank, the communicator's buffers with several linked ones; the rule's constants in bytes."""
    if ranks > 1:
        trace.add("runtime_bytes", "communicator_bytes + rank_buffer_bytes × tensor_parallel", value, "bytes", source,
                  communicator_bytes=round(communicator), rank_buffer_bytes=round(per_rank), tensor_parallel=ranks)
    else:
        trace.add("runtime_bytes", "library_bytes", value, "bytes", source, library_bytes=round(single))


def request_blocks(groups: tuple[Group, ...], context: int, in_flight: int, aligned: bool, drafts: int = 0) -> tuple[str, dict[str, Any]]:
    """The formula for the blocks that one request holds, and its values: a term for each kind of pages."""
    terms, values, seen = [], {}, dict.fromkeys(("full", "sliding", "state"), 0)
    for group in groups:
        seen[group.kind] += 1
        number = f"_{seen[group.kind]}" if seen[group.kind] > 1 else ""
        copies, tokens, window = f"{group.kind}_groups{number}", f"{group.kind}_block_tokens{number}", f"window{number}"
        if group.kind == "state":
            pages, values[f"state_pages{number}"] = f"state_pages{number}", (2 if aligned else 1) + drafts
        elif group.kind == "sliding":
            pages = f"(ceil(min({window} − 1 + in_flight_tokens, context) ÷ {tokens}) + 1)"
            values.update({"context": context, window: group.window, "in_flight_tokens": in_flight, tokens: group.block_tokens})
        else:
            pages = f"ceil(context ÷ {tokens})"
            values.update({"context": context, tokens: group.block_tokens})
        terms.append(pages if group.copies == 1 else f"{copies} × {pages}")
        if group.copies > 1:
            values[copies] = group.copies
    return " + ".join(terms), values


def tell_page(case: Case, groups: tuple[Group, ...], stage: Stage, element_bytes: float, source: str, trace: Trace) -> None:
    """What one block of the pool weighs: its tokens in all layers, or a page of every layer of a group."""
    largest = max(groups, key=lambda group: group.page_bytes * group.layers)
    page = largest.page_bytes * largest.layers
    cache = layer_cache(case.model, case.settings.tensor_parallel, element_bytes, stage.start, stage.end)
    if len(groups) == 1 and largest.kind == "full" and abs(cache.full_token_bytes * largest.block_tokens - page) < 1:
        trace.add("block_bytes", "block_tokens × full_token_bytes", page, "bytes", source, block_tokens=largest.block_tokens,
                  full_token_bytes=whole(cache.full_token_bytes))
        tell_token_bytes(case, cache, element_bytes, source, trace)
    else:
        trace.add("block_bytes", "group_layers × page_bytes", page, "bytes", source, group_layers=largest.layers,
                  page_bytes=largest.page_bytes)


def tell_token_bytes(case: Case, cache: LayerCache, element_bytes: float, source: str, trace: Trace) -> None:
    """What one token takes in the full and in the sliding layers of a rank, where all layers of a kind keep the same."""
    model, ranks = case.model, case.settings.tensor_parallel
    for name, layers, value in (("full_token_bytes", cache.full_layers, cache.full_token_bytes),
                                ("sliding_token_bytes", cache.sliding_layers, cache.sliding_token_bytes)):
        if not layers:
            continue
        element = {"cache_element_bytes": whole(element_bytes)}
        if model.mla is not None:
            rank, rope = model.mla.kv_lora_rank, model.mla.qk_rope_head_dim
            formula, given = "attention_layers × (kv_lora_rank + qk_rope_head_dim) × cache_element_bytes", {
                "kv_lora_rank": rank, "qk_rope_head_dim": rope}
            same = layers * (rank + rope) * element_bytes
        else:
            wide = name == "full_token_bytes" and bool(model.global_head_dim)
            heads, size = model.num_key_value_heads, model.head_dim
            if name == "full_token_bytes" and model.global_num_key_value_heads:
                heads = model.global_num_key_value_heads
            size = model.global_head_dim if wide and model.global_head_dim else size
            if not isinstance(heads, int):
                continue
            held = int(kv_heads_on_rank(heads, ranks))
            formula, given = "attention_layers × kv_heads_on_rank × (k_head_dim + v_head_dim) × cache_element_bytes", {
                "kv_heads_on_rank": held, "k_head_dim": size, "v_head_dim": model.v_head_dim or size}
            same = layers * held * (size + (model.v_head_dim or size)) * element_bytes
        if abs(same - value) < 0.5:
            trace.add(name, formula, whole(value), "bytes", source, attention_layers=layers, **given, **element)
