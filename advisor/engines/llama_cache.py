"""What llama.cpp's caches and buffers take at a context: cells, bytes of a layer, the compute graph with and without the head.

Nothing here knows on which device a layer lies (llama_placement does).
"""

from __future__ import annotations

from typing import NamedTuple

from advisor.engines.llama_profile import Profile
from advisor.formula import compute_buffer as buffer
from advisor.formula import kv_cache
from advisor.formula.integers import pad

STATE_F32 = 4
F16 = (1, 2)
"""Elements and bytes of a block of the drafting layers' cache, whatever type the model's own has (-ctkd and -ctvd are not written)."""


class Asked(NamedTuple):
    """The levers that size caches and buffers. `block` is (elements, bytes) of the cache type; `rows_by_slot`: one output row
    a slot is reserved, else one a token of the micro-batch; `full_windows`: sliding layers hold all cells; `kv_on_device`: the
    cache of layers on the host lies on the first device too (LM Studio). `window_pool`: sliding layers of all slots share one
    pool, `window_memory` tokens a slot in it where that is more than the window (Ollama's own engine). `mask_cast`: the mask is
    made in 32 bit and cast (see compute_buffer.cast_floats). `light_graph`: a build whose graph holds fewer residual streams.
    `draft_tokens` are proposed a round by the model's own layers (--spec-type draft-mtp), 0 without."""

    slots: int
    kv_unified: bool
    ubatch: int
    batch: int
    block: tuple[int, int]
    flash_attention: bool
    rows_by_slot: bool
    full_windows: bool = False
    kv_on_device: bool = False
    window_pool: bool = False
    window_memory: int = 0
    mask_cast: bool = False
    light_graph: bool = False
    draft_tokens: int = 0


class Cache(NamedTuple):
    """Sizes at one context: cells of a stream (and of a sliding layer's), bytes of one layer of each KV group, bytes an F32
    state element takes over all slots, the micro-batch, its mask, the graph without and with the output head, and the drafting
    layers' cache and graph, which lie with the head."""

    n_ctx: int
    cells: int
    window_cells: int
    streams: int
    ub: int
    group_bytes: tuple[int, ...]
    state_unit: int
    mask: int
    layer_compute: int
    output_compute: int
    kv_on_device: bool = False
    draft_kv: int = 0
    draft_compute: int = 0


def total_context(context: int, asked: Asked) -> int:
    """-c: the pool itself when unified, else context × slots."""
    return context if asked.kv_unified else context * asked.slots


def cache_at(profile: Profile, asked: Asked, context: int) -> Cache:
    """Everything that the context decides, for `context` tokens a request (the whole pool's when unified).

    With drafts, as llama.cpp b11549 prints them for made-up files of qwen35 and glm4moe: every recurrent state once more a token
    proposed, a cache of the drafting layers in 16 bit over the same cells, the drafts' own graph (it printed 51 to 93 % of the model's,
    which stands for it) and in the model's a state matrix a slot and token more.
    """
    slots = asked.slots
    pooled = asked.kv_unified and not any(group.apart for group in profile.groups)
    n_ctx = pad(total_context(context, asked), kv_cache.CELLS)
    cells = kv_cache.cells_per_stream(n_ctx, slots, asked.kv_unified)
    streams = 1 if pooled else slots
    ub = min(asked.ubatch, asked.batch, n_ctx)
    sizes, widest_window, full = [], 0, False
    for group in profile.groups:
        held, own = kv_cache.entry_cells(cells, group.ratio), streams
        if group.window and not asked.full_windows:
            if asked.window_pool:
                held, own = kv_cache.pooled_window_cells(n_ctx, group.window, asked.window_memory, slots, ub), 1
            else:
                held = kv_cache.window_cells(cells, group.window, slots, ub, pooled)
            widest_window = max(widest_window, held)
        else:
            full = full or group.ratio == 1
        sizes.append(kv_cache.layer_bytes(held, own, group.k_elements, group.v_elements, *asked.block))
    mask = buffer.mask_bytes(ub, cells if full else 0, widest_window, asked.flash_attention)
    floats = widest_floats(profile, asked, cells, streams, ub)
    rows = slots if asked.rows_by_slot else ub
    logits = buffer.output_floats(rows, profile.vocab_size, profile.hidden_size, ub)
    given = mask + buffer.input_bytes(ub, full + (widest_window > 0), asked.flash_attention)
    layers = given + buffer.F32 * floats
    ends = given + buffer.F32 * logits
    if asked.mask_cast and asked.flash_attention:
        layers = max(layers, buffer.F32 * buffer.cast_floats(ub, (cells if full else 0) + widest_window, profile.hidden_size))
        ends = buffer.F32 * (rows * profile.vocab_size + ub * profile.hidden_size)
    unit, draft_kv, draft_compute = STATE_F32 * slots, 0, 0
    if asked.draft_tokens:
        drafter = profile.drafter
        draft_kv = drafter.layers * kv_cache.layer_bytes(cells, streams, drafter.k_elements, drafter.v_elements, *F16)
        draft_compute = layers + unit * asked.draft_tokens * drafter.matrix_elements
        unit *= 1 + asked.draft_tokens
    return Cache(n_ctx, cells, widest_window, streams, ub, tuple(sizes), unit, mask, layers, max(layers, ends), asked.kv_on_device,
                 draft_kv, draft_compute)


def cells_of(context: int, asked: Asked) -> int:
    """Cells of one stream at a context."""
    n_ctx = pad(total_context(context, asked), kv_cache.CELLS)
    return int(kv_cache.cells_per_stream(n_ctx, asked.slots, asked.kv_unified))


def context_of(cells: int, asked: Asked) -> int:
    """The longest context that needs no more than so many cells a stream: the inverse of `cells_of`."""
    if asked.kv_unified:
        return cells
    slots = asked.slots
    return (cells * slots + slots - 1) // kv_cache.CELLS * kv_cache.CELLS // slots


def widest_floats(profile: Profile, asked: Asked, cells: int, streams: int, ub: int) -> int:
    """Floats of the widest moment within layers for one micro-batch."""
    m = profile.moments
    layer, scans = (m.light_widest, m.light_scans) if asked.light_graph else (m.widest, m.scans)
    widest = ub * layer
    for per_token, per_cell in m.chosen:
        widest = max(widest, ub * (per_token + int(per_cell * cells)))
    for per_token, per_slot in scans:
        widest = max(widest, ub * per_token + asked.slots * per_slot)
    if not asked.flash_attention and m.score_heads:
        widest = max(widest, ub * (buffer.scores(cells, m.score_heads) + m.beside_scores))
        if streams > 1:
            widest = max(widest, ub * (layer + m.streams_extra))
    return widest


def layers_between(profile: Profile, cache: Cache, a: int, b: int) -> tuple[int, int]:
    """KV and state bytes of the layers a..b-1."""
    kv = 0
    for group, size in zip(profile.groups, cache.group_bytes, strict=True):
        kv += (group.before[b] - group.before[a]) * size
    return kv, (profile.state_before[b] - profile.state_before[a]) * cache.state_unit
