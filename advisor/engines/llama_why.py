"""How llama.cpp's figures of the fullest device came about: formulas whose names are the values beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from advisor.answer import Memory, Trace
from advisor.engines.base import Case, tell_sums
from advisor.engines.llama_cache import Cache, widest_floats
from advisor.engines.llama_placement import Parts, Split
from advisor.engines.llama_profile import KvGroup, Profile
from advisor.formula.compute_buffer import F32, input_bytes
from advisor.formula.gguf_mix import nearest_recipe
from advisor.formula.kv_cache import entry_cells
from advisor.units import close_size
from advisor.words import say


class Shown(NamedTuple):
    """What is explained: the fullest device's layers start..end (all on a CPU), its input copies, what lies on the host, what
    others hold there, what the engine leaves free, and whether the output head, and with it what drafts, lies there."""

    profile: Profile
    asked: Any
    cache: Cache
    split: Split
    start: int
    end: int
    copies: int
    host: Parts
    held: int
    kept_free: int
    projector: int
    on_cpu: bool
    with_head: bool


def sum_of(**terms: int) -> tuple[str, dict[str, int]]:
    """`a + b` of the terms that are not 0, with their values."""
    used = {name: value for name, value in terms.items() if value}
    return " + ".join(used) or "0", used


def tell_all(case: Case, shown: Shown, answer: Memory, runtime_source: str, source: str, trace: Trace) -> None:
    """Every figure's derivation; the numbers are the policy's own."""
    _weights(case, shown, answer, source, trace)
    _caches(case, shown, answer, source, trace)
    _compute(shown, answer, source, trace)
    trace.add("runtime_bytes", "backend_bytes", answer.runtime_bytes, "bytes", runtime_source, backend=case.backend,
              backend_bytes=answer.runtime_bytes)
    tell_sums(answer, source, trace, held_bytes=shown.held)
    _host(shown, answer, source, trace)
    _limits(case, shown, answer, source, trace)


def _weights(case: Case, shown: Shown, answer: Memory, source: str, trace: Trace) -> None:
    """The file, less the tables looked up on the host and what lies elsewhere, with the copy of a tied embedding."""
    made, shares = shown.profile, shown.split.shares
    added, values = sum_of(file_bytes=made.weights.file, tied_copy_bytes=made.weights.copied, projector_bytes=shown.projector)
    whole = sum(values.values()) - made.weights.tables
    if answer.weights_bytes == made.weights.file + shown.projector != whole:
        added, values = sum_of(file_bytes=made.weights.file, projector_bytes=shown.projector)
        taken: dict[str, int] = {}
    elif shares > 1:
        taken = {}
        added = f"ceil(({added} − embedding_on_host_bytes) ÷ sharing_devices)"
        values |= {"embedding_on_host_bytes": made.weights.tables, "sharing_devices": shares}
    else:
        taken = {name: value for name, value in (("embedding_on_host_bytes", made.weights.tables),
                                                 ("elsewhere_bytes", whole - (answer.weights_bytes or 0))) if value}
    trace.add("weights_bytes", " − ".join([added, *taken]), answer.weights_bytes, "bytes", source, quantization=case.quantization.id,
              **values, **taken)
    rule = (say("sum of the tensors in the file, each rounded up to 32 bytes") if case.model.gguf_tensors is not None else
            say("sum of the tensors that the converter writes, each in the type the quantizer gives it") if made.by_rule else
            say("sum of the tensors as the stock mix {mix} has them, × what published files of this mix weigh over it",
                mix=nearest_recipe(case.quantization.id) or "") if nearest_recipe(case.quantization.id) else
            say("matrices × bits a weight ÷ 8, and vectors in 32 bit"))
    if answer.weights_bytes is not None and made.weights.picked and made.weights.picked > made.weights.tables:
        rule = say("{rule}, without the table whose rows stay in the file", rule=rule)
    trace.add("file_bytes", rule, made.weights.file, "bytes", source, quantization=case.quantization.id)


def _numbered(name: str, at: int) -> str:
    return name if at == 0 else f"{name}_{at + 1}"


def _named_groups(shown: Shown) -> list[tuple[str, str, str, KvGroup, int, bool]]:
    """(name of a layer's bytes, of the layers, of its cells, group, bytes, windowed), numbered where a kind comes twice.
    Cells are entries where several tokens lie in one."""
    seen, found = {True: 0, False: 0}, []
    for group, size in zip(shown.profile.groups, shown.cache.group_bytes, strict=True):
        windowed = bool(group.window) and not shown.asked.full_windows
        at, kind = seen[windowed], "sliding_" if windowed else ""
        seen[windowed] += 1
        cells = "window_cells" if windowed else "cells" if group.ratio == 1 else f"entries_of_{group.ratio}"
        found.append((_numbered(f"{kind}layer_bytes", at), _numbered(f"{kind}layers", at), cells, group, size, windowed))
    return found


def _caches(case: Case, shown: Shown, answer: Memory, source: str, trace: Trace) -> None:
    """KV cache and recurrent state, from the sum over layers down to the cells."""
    made, cache, asked, shares = shown.profile, shown.cache, shown.asked, shown.split.shares
    groups = _named_groups(shown)
    terms: list[str] = []
    values: dict[str, Any] = {}
    for size_name, layers_name, _, group, size, _ in groups:
        terms.append(f"{layers_name} × {size_name}")
        values |= {layers_name: group.before[shown.end] - group.before[shown.start], size_name: size}
    drafts = shown.with_head and asked.draft_tokens > 0 and cache.draft_kv > 0
    if drafts:
        drafter = made.drafter
        terms.append("drafting_layers × drafting_layer_bytes")
        values |= {"drafting_layers": drafter.layers, "drafting_layer_bytes": cache.draft_kv // drafter.layers}
    if terms:
        added = " + ".join(terms)
        given = {"sharing_devices": shares} if shares > 1 else {}
        trace.add("kv_bytes", f"ceil(({added}) ÷ sharing_devices)" if given else added, answer.kv_bytes, "bytes", source, **values, **given)
    for size_name, _, cells_name, group, size, windowed in groups:
        streams = {} if windowed and asked.window_pool else {"streams": cache.streams}
        trace.add(size_name, f"{cells_name}{' × streams' if streams else ''} × (k_elements + v_elements) × cache_block_bytes ÷ "
                  "cache_block_elements", size,
                  "bytes", source, **{cells_name: cache.window_cells if windowed else entry_cells(cache.cells, group.ratio)},
                  **streams, k_elements=group.k_elements, v_elements=group.v_elements, cache_type=case.settings.kv_cache_dtype,
                  cache_block_elements=asked.block[0], cache_block_bytes=asked.block[1])
    if drafts:
        trace.add("drafting_layer_bytes", "cells × streams × (k_elements + v_elements) × 2", cache.draft_kv // made.drafter.layers, "bytes",
                  source, cells=cache.cells, streams=cache.streams, k_elements=made.drafter.k_elements,
                  v_elements=made.drafter.v_elements)
    for ratio in sorted({group.ratio for *_, group, _, _ in groups if group.ratio > 1}):
        trace.add(f"entries_of_{ratio}", f"ceil(cells ÷ {ratio} ÷ 256) × 256", entry_cells(cache.cells, ratio), "cells", source,
                  cells=cache.cells)
    windows = [group.window for *_, group, _, windowed in groups if windowed]
    if windows and asked.window_pool:
        kept, n_ctx = max(*windows, asked.window_memory), cache.n_ctx
        pool = "n_ctx" if kept * asked.slots > n_ctx else "slots × kept_tokens + ub"
        trace.add("window_cells", f"ceil(({pool}) ÷ 256) × 256", cache.window_cells, "cells", source,
                  **({"n_ctx": n_ctx} if pool == "n_ctx" else {"slots": asked.slots, "kept_tokens": kept, "ub": cache.ub}))
    elif windows:
        once = cache.streams == 1 and asked.slots > 1
        trace.add("window_cells", f"ceil(min(cells, window{' × slots' if once else ''} + ub) ÷ 256) × 256", cache.window_cells, "cells",
                  source, cells=cache.cells, window=max(windows), **{"slots": asked.slots} if once else {}, ub=cache.ub)
    if groups:
        split = {} if asked.kv_unified or asked.slots == 1 else {"slots": asked.slots}
        trace.add("cells", f"ceil(n_ctx{' // slots' if split else ''} ÷ 256) × 256", cache.cells, "cells", source, n_ctx=cache.n_ctx,
                  **split, unified=asked.kv_unified)
        trace.add("n_ctx", f"ceil(context{' × slots' if split else ''} ÷ 256) × 256", cache.n_ctx, "tokens", source,
                  context=case.settings.context, **split)
    if made.state_before[-1]:
        elements = made.state_before[shown.end] - made.state_before[shown.start]
        rounds = {"draft_tokens": asked.draft_tokens} if asked.draft_tokens else {}
        whole = "4 × state_elements × slots × (1 + draft_tokens)" if rounds else "4 × state_elements × slots"
        trace.add("state_bytes", f"ceil({whole} ÷ sharing_devices)" if shares > 1 else whole,
                  answer.state_bytes, "bytes", source, state_elements=elements, slots=asked.slots, **rounds,
                  **{"sharing_devices": shares} if shares > 1 else {})


def _compute(shown: Shown, answer: Memory, source: str, trace: Trace) -> None:
    """Mask and inputs, the widest moment of one micro-batch, and what a device adds: a tensor of the host, a pipeline's inputs."""
    made, cache, asked = shown.profile, shown.cache, shown.asked
    floats = widest_floats(made, asked, cache.cells, cache.streams, cache.ub)
    more = (shown.copies - 1) * (cache.mask + F32 * cache.ub * made.hidden_size)
    drafts = cache.draft_compute if shown.with_head else 0
    looked_up = (answer.compute_bytes or 0) - drafts - cache.output_compute if shown.on_cpu else 0
    own = (answer.compute_bytes or 0) - more - looked_up - drafts
    if not own:
        trace.add("compute_bytes", "0", answer.compute_bytes, "bytes", source)
        return
    named = _named_groups(shown)
    windows = any(windowed for *_, windowed in named)
    full = any(not windowed and group.ratio == 1 for *_, group, _, windowed in named)      # as cache_at counts
    values: dict[str, Any] = {"mask_bytes": cache.mask, "input_bytes": input_bytes(cache.ub, windows + full, asked.flash_attention)}
    layer = made.moments.light_widest if asked.light_graph else made.moments.widest
    plain = floats == cache.ub * layer
    widest = "ub × widest_layer_floats" if plain else "layer_floats"
    values |= {"ub": cache.ub, "widest_layer_floats": layer} if plain else {"layer_floats": floats}
    head = {"output_rows": asked.slots if asked.rows_by_slot else cache.ub, "vocab_size": made.vocab_size}
    moment = f"mask_bytes + input_bytes + 4 × {widest}"
    if asked.mask_cast and asked.flash_attention:   # the mask in 32 and in 16 bit, before the layers, and the head after them
        moments = [moment, "3 × mask_bytes + 16 × ub × hidden_size"]
        if own == cache.output_compute:
            moments.append("4 × (output_rows × vocab_size + ub × hidden_size)")
            values |= head
        moment = f"max({', '.join(moments)})"
        values |= {"ub": cache.ub, "hidden_size": made.hidden_size}
    elif own == cache.output_compute:
        moment = f"mask_bytes + input_bytes + 4 × max({widest}, output_rows × vocab_size + 4 × ub × hidden_size)"
        values |= {"ub": cache.ub, **head, "hidden_size": made.hidden_size}
    if own not in (cache.output_compute, cache.layer_compute):
        moment += " + host_tensor_bytes"
        values["host_tensor_bytes"] = own - cache.layer_compute
    if looked_up:
        moment += " + 4 × ub × hidden_size"
        values |= {"ub": cache.ub, "hidden_size": made.hidden_size}
    if drafts:
        moment += " + drafts_graph_bytes"
        values["drafts_graph_bytes"] = drafts
    if more:
        moment += " + (pipeline_copies − 1) × (mask_bytes + 4 × ub × hidden_size)"
        values |= {"pipeline_copies": shown.copies, "ub": cache.ub, "hidden_size": made.hidden_size}
    trace.add("compute_bytes", moment, answer.compute_bytes, "bytes", source, **values,
              flash_attention=asked.flash_attention)
    held = {**({"cells": cache.cells} if full else {}), **({"window_cells": cache.window_cells} if windows else {})}
    if held:
        trace.add("mask_bytes", f"ub × ({' + '.join(held)}) × mask_element_bytes" if len(held) > 1 else
                  f"ub × {next(iter(held))} × mask_element_bytes", cache.mask, "bytes", source, ub=cache.ub, **held,
                  mask_element_bytes=2 if asked.flash_attention else F32)


def _host(shown: Shown, answer: Memory, source: str, trace: Trace) -> None:
    """What main memory must hold beside the devices, or all of it where there are none."""
    if shown.on_cpu:
        trace.add("host_bytes", "total_bytes", answer.host_bytes, "bytes", source, total_bytes=answer.total_bytes)
        return
    host, made = shown.host, shown.profile
    added, values = sum_of(tables_bytes=made.weights.tables, host_weights_bytes=host.weights, host_kv_bytes=host.kv,
                           host_state_bytes=host.state, host_compute_bytes=host.compute)
    trace.add("host_bytes", f"{added} + 4 × slots × vocab_size", answer.host_bytes, "bytes", source, **values, slots=shown.asked.slots,
              vocab_size=made.vocab_size)


def _limits(case: Case, shown: Shown, answer: Memory, source: str, trace: Trace) -> None:
    """Capacity, requests at once and the longest context."""
    cache, slots, context = shown.cache, shown.asked.slots, case.settings.context or 1
    capacity = answer.kv_capacity_tokens or 0
    trace.add("kv_capacity_tokens", "cells × streams", capacity, "tokens", source, cells=cache.cells, streams=cache.streams)
    if shown.profile.groups:
        every = sum(d.kv_bytes for d in answer.devices) + answer.host_kv_bytes
        trace.add("kv_bytes_per_token", "all_kv_bytes ÷ kv_capacity_tokens", answer.kv_bytes_per_token, "bytes", source,
                  all_kv_bytes=every, kv_capacity_tokens=capacity)
    pooled: Mapping[str, Any] = {"kv_capacity_tokens": capacity, "context": context} if shown.asked.kv_unified else {}
    trace.add("max_concurrency", "min(slots, kv_capacity_tokens ÷ context)" if pooled else "slots", answer.max_concurrency, "requests",
              source, slots=slots, **pooled)
    if answer.max_context_tokens is None:
        return
    limit = case.model.max_position_embeddings
    if limit is None:
        rule, values = say("the longest context at which the same sums still fit with {slots} slots", slots=slots), {"slots": slots}
    elif shown.kept_free:
        rule = say("the longest context, up to the model's own {limit}, at which the same sums with {slots} slots still leave {kept} free",
                   limit=limit, slots=slots, kept=close_size(shown.kept_free))
        values = {"model_context": limit, "slots": slots, "kept_free_bytes": shown.kept_free}
    else:
        rule = say("the longest context, up to the model's own {limit}, at which the same sums still fit with {slots} slots", limit=limit,
                   slots=slots)
        values = {"model_context": limit, "slots": slots}
    trace.add("max_context_tokens", rule, answer.max_context_tokens, "tokens", source, **values)
