import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.formula.kv_pages import (
    Group,
    attention_token_bytes,
    delta_state_bytes,
    kv_heads_on_rank,
    layers_per_group,
    longest_context,
    make_groups,
    mla_token_bytes,
    pool_page_bytes,
    request_pages,
    state_aligned_block,
)

PAGE = 16 * 16 * 256 * 2
FULL = Group("full", 10, 1, 16, PAGE)
SLIDING = Group("sliding", 52, 1, 16, PAGE, 1024)
STATE = Group("state", 30, 1, 2096, 2096 * 1024)


def test_a_latent_is_kept_once_and_grouped_heads_are_copied_when_ranks_outnumber_them():
    assert 27 * mla_token_bytes(512, 64, 2) == 31_104
    assert [kv_heads_on_rank(8, tp) for tp in (1, 2, 8, 16)] == [8, 4, 1, 1]
    assert attention_token_bytes(8, 128, 128, 2) == 4096


def test_gemma_3_27b_is_seven_groups_of_ten_layers():
    groups = make_groups((FULL, SLIDING))
    assert [(g.kind, g.layers, g.copies) for g in groups] == [("full", 10, 1), ("sliding", 10, 6)]
    assert pool_page_bytes(groups) == 10 * PAGE
    assert int(request_pages(groups, 8192, 8192)) == 512 + 6 * 513  # 15,997 blocks printed 4.46 requests


def test_kinds_of_nearly_equal_counts_form_one_group_each():
    assert layers_per_group((12, 12)) == 12
    assert layers_per_group((10, 14)) == 14
    assert layers_per_group((10, 15)) == 10
    assert [layers_per_group((10, 12), spread) for spread in (1.0, 1.25, 1.5)] == [10, 12, 12]
    assert [layers_per_group((10, 14), spread) for spread in (1.0, 1.25, 1.5)] == [10, 10, 14]


def test_a_window_saves_nothing_while_the_step_is_as_long_as_the_context():
    groups = make_groups((FULL, SLIDING))
    full = make_groups((FULL, SLIDING._replace(window=10**9)))
    assert request_pages(groups, 8192, 8192) == request_pages(full, 8192, 8192)
    assert request_pages(groups, 65536, 2048) < request_pages(full, 65536, 2048)


def test_a_smaller_page_gets_longer_blocks_instead():
    groups = make_groups((Group("full", 3, 1, 16, 2048 * 16), Group("sliding", 12, 1, 16, 1024 * 16, 512)))
    assert [(g.layers, g.copies, g.block_tokens) for g in groups] == [(3, 1, 16), (3, 4, 32)]
    assert int(request_pages(groups, 32768, 32768)) * pool_page_bytes(groups) / 32768 == pytest.approx(18_444, abs=1)


def test_attention_blocks_grow_to_a_state_page():
    state = delta_state_bytes(16, 128, 32, 128, 4)
    assert state == 2_146_304
    assert state_aligned_block(state, 1024) == 2096
    assert state_aligned_block(delta_state_bytes(16, 128, 48, 128, 4), 2048) == 1568  # Qwen3.5-27B with fp8 KV
    groups = make_groups((Group("full", 10, 1, 2096, 2096 * 1024), STATE))
    assert [g.copies for g in groups] == [1, 3]
    assert int(request_pages(groups, 65536, 2048)) * pool_page_bytes(groups) / 65536 == pytest.approx(12_452, rel=0.001)
    assert int(request_pages(groups, 131072, 2048)) * pool_page_bytes(groups) / 131072 == pytest.approx(11_324, rel=0.003)


@given(st.lists(st.integers(1, 200_000), min_size=1, max_size=20), st.integers(1, 32768), st.booleans())
@settings(max_examples=60, deadline=None)
def test_arrays_give_what_single_calls_give(contexts, in_flight, aligned):
    groups = make_groups((FULL, SLIDING))
    found = request_pages(groups, np.array(contexts), in_flight, aligned)
    assert [int(v) for v in found] == [int(request_pages(groups, c, in_flight, aligned)) for c in contexts]


@given(st.integers(1, 300_000), st.integers(0, 5000), st.integers(1, 32768))
@settings(max_examples=100, deadline=None)
def test_more_context_or_more_in_flight_never_takes_fewer_pages(context, more, in_flight):
    groups = make_groups((FULL, SLIDING))
    assert request_pages(groups, context + more, in_flight) >= request_pages(groups, context, in_flight)
    assert request_pages(groups, context, in_flight + more) >= request_pages(groups, context, in_flight)


@given(st.integers(0, 40_000), st.integers(1, 16384), st.integers(1, 500_000))
@settings(max_examples=100, deadline=None)
def test_the_longest_context_fits_and_one_token_more_does_not(blocks, in_flight, limit):
    groups = make_groups((FULL, SLIDING))
    longest = longest_context(groups, blocks, in_flight, limit)
    assert longest == 0 or request_pages(groups, longest, in_flight) <= blocks
    assert longest == limit or request_pages(groups, longest + 1, in_flight) > blocks
