"""KV cache in pages: bytes of a page, groups of layers that share pages, pages a request holds, what the pool then holds.

Rules read in vLLM 0.19 to 0.33 (v1/core/kv_cache_utils, v1/kv_cache_interface) and checked against what it printed. Sizes
are bytes of one tensor-parallel rank, counts are whole numbers; functions take ints and numpy arrays alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor.formula.integers import ceil_div, larger, pad, smaller

NARROW_SPREAD = 1.5
"""Kinds whose largest layer count is below this multiple of the smallest form one group each, padded to the largest (vLLM since 0.18)."""


class Group(NamedTuple):
    """Layers of one kind that share pages: `layers` of them, `copies` such groups, `block_tokens` a page, `window` or 0.

    `kind`: full, sliding or state. `page_bytes` is one layer's page before the groups' pages are made equal.
    """

    kind: str
    layers: int
    copies: int
    block_tokens: int
    page_bytes: int
    window: int = 0


def kv_heads_on_rank(num_key_value_heads: Any, tensor_parallel: Any) -> Any:
    """KV heads that one rank holds: an equal share, never below one (then each is held by several ranks)."""
    return larger(num_key_value_heads // tensor_parallel, 1)


def attention_token_bytes(kv_heads: Any, head_dim: Any, v_head_dim: Any, dtype_bytes: Any) -> Any:
    """K and V of one token in one layer: kv_heads * (head_dim + v_head_dim) * dtype_bytes."""
    return kv_heads * (head_dim + v_head_dim) * dtype_bytes


def mla_token_bytes(kv_lora_rank: Any, qk_rope_head_dim: Any, dtype_bytes: Any) -> Any:
    """The latent and the rope part of one token in one layer, once, on every rank: no V, not divided."""
    return (kv_lora_rank + qk_rope_head_dim) * dtype_bytes


def delta_state_bytes(key_heads: Any, key_dim: Any, value_heads: Any, value_dim: Any, conv_kernel: Any,
                      conv_bytes: Any = 2, state_bytes: Any = 4) -> Any:
    """One request's state in one gated-delta-net layer of a rank.

    S = value_heads * value_dim * key_dim (fp32) and R = (conv_kernel - 1) * (2 * key_heads * key_dim + value_heads *
    value_dim) (16 bit).
    """
    inner = value_heads * value_dim
    return inner * key_dim * state_bytes + (conv_kernel - 1) * (2 * key_heads * key_dim + inner) * conv_bytes


def mamba_state_bytes(d_inner: Any, d_state: Any, n_groups: Any, d_conv: Any, conv_bytes: Any = 2, state_bytes: Any = 4) -> Any:
    """One request's state in one Mamba layer: S = d_inner * d_state, R = (d_conv - 1) * (d_inner + 2 * n_groups * d_state)."""
    return d_inner * d_state * state_bytes + (d_conv - 1) * (d_inner + 2 * n_groups * d_state) * conv_bytes


def state_aligned_block(state_page: Any, token_bytes: Any, block_tokens: int = 16) -> Any:
    """Tokens of an attention page raised until it is no smaller than a state page: ceil(state / token) to a multiple of 16."""
    return pad(larger(ceil_div(state_page, token_bytes), block_tokens), block_tokens)


def layers_per_group(counts: tuple[int, ...], spread: float = NARROW_SPREAD) -> int:
    """Layers of every group, from the layer counts of each kind: the smallest, or the largest if under `spread` times that."""
    smallest, largest = min(counts), max(counts)
    return largest if largest < spread * smallest else smallest


def make_groups(kinds: tuple[Group, ...], spread: float = NARROW_SPREAD) -> tuple[Group, ...]:
    """Splits kinds (copies 1, all their layers) into groups of equal size; the last group of a kind is padded.

    Pages are made equal too: a kind whose page is a whole fraction of the largest gets that many times longer blocks.
    """
    if len(kinds) == 1:
        return kinds
    size = layers_per_group(tuple(kind.layers for kind in kinds), spread)
    largest = max(kind.page_bytes for kind in kinds)
    made = []
    for kind in kinds:
        times = max(1, largest // kind.page_bytes) if kind.kind != "state" else 1
        made.append(kind._replace(layers=size, copies=-(-kind.layers // size), block_tokens=kind.block_tokens * times,
                                  page_bytes=kind.page_bytes * times))
    return tuple(made)


def pool_page_bytes(groups: tuple[Group, ...]) -> int:
    """Bytes of one pool block: a page of every layer of a group, all groups' pages padded to the largest."""
    return max(group.page_bytes * group.layers for group in groups)


def request_pages(groups: tuple[Group, ...], context: Any, in_flight: Any, aligned: bool = True, drafts: int = 0) -> Any:
    """Pool blocks that one request of `context` tokens holds, over all groups.

    Full attention ceil(context / block); a window min(window - 1 + in_flight, context) tokens and one block more, where
    in_flight is the tokens of the engine's steps under way; state one page, or two where prefixes are cached (align mode),
    and one more a drafted token, to go back to where it is not taken (num_speculative_blocks of vLLM's MambaSpec).
    """
    pages = 0 * context
    for group in groups:
        if group.kind == "state":
            each = (2 if aligned else 1) + drafts
        elif group.kind == "sliding":
            each = ceil_div(smaller(group.window - 1 + in_flight, context), group.block_tokens) + 1
        else:
            each = ceil_div(context, group.block_tokens)
        pages = pages + each * group.copies
    return pages


def longest_context(groups: tuple[Group, ...], blocks: int, in_flight: int, limit: int, aligned: bool = True,
                    drafts: int = 0) -> int:
    """The most tokens, up to `limit`, for which one request's pages do not exceed `blocks`; 0 if not even one token."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if request_pages(groups, middle, in_flight, aligned, drafts) <= blocks:
            low = middle
        else:
            high = middle - 1
    return low
