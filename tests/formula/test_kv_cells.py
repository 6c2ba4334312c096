"""llama.cpp's KV cells, windows and rows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from advisor.formula import kv_cache as kv
from advisor.formula.integers import ceil_div, larger, pad, smaller

contexts = st.integers(1, 300_000)
slots = st.integers(1, 64)


def test_separate_streams_are_padded_each():
    assert kv.cells_per_stream(5000, 3, False) * 3 == 5376
    assert kv.cells_per_stream(5000, 3, True) == 5120


def test_padding_can_raise_the_total_with_fewer_slots():
    assert kv.cells_per_stream(1024, 3, False) * 3 == 1536
    assert kv.cells_per_stream(1024, 4, False) * 4 == 1024


def test_a_pool_of_windows_keeps_each_slots_and_the_batch():
    assert kv.pooled_window_cells(8192, 128, 4096, 1, 512) == 4608      # gpt-oss
    assert kv.pooled_window_cells(8192, 1024, 0, 2, 512) == 2560        # gemma3
    assert kv.pooled_window_cells(2048, 128, 4096, 1, 512) == 2048      # a context shorter than what is kept


def test_window_cells_count_slots_when_unified_and_the_micro_batch():
    assert kv.window_cells(32768, 1024, 4, 512, True) == 4608
    assert kv.window_cells(32768, 1024, 4, 2048, True) == 6144
    assert kv.window_cells(131072, 128, 1, 512, False) == 768
    assert kv.window_cells(512, 1024, 1, 512, False) == 512


def test_quantized_rows_take_their_blocks_true_bytes():
    assert kv.layer_bytes(4096, 1, 1024, 1024, 1, 2) == 4096 * 2048 * 2
    assert kv.layer_bytes(4096, 1, 1024, 1024, 32, 34) == 4096 * 2048 * 34 // 32
    assert kv.layer_bytes(4096, 1, 1024, 1024, 32, 18) == 4096 * 2048 * 18 // 32


def test_mla_holds_one_latent_row():
    assert kv.mla_row_elements(512, 64) == 576


@given(contexts, contexts, slots, st.booleans())
def test_more_context_never_takes_fewer_cells(a, b, n, unified):
    low, high = sorted((a, b))
    assert kv.cells_per_stream(low, n, unified) <= kv.cells_per_stream(high, n, unified)


@given(contexts, slots, slots)
def test_more_slots_at_the_same_context_each_never_take_fewer_cells(context, a, b):
    low, high = sorted((a, b))
    assert kv.cells_per_stream(context * low, low, False) * low <= kv.cells_per_stream(context * high, high, False) * high


@given(st.lists(contexts, min_size=1, max_size=20), slots, st.booleans())
def test_arrays_equal_scalars(values, n, unified):
    swept = kv.cells_per_stream(np.array(values), n, unified)
    assert swept.tolist() == [kv.cells_per_stream(v, n, unified) for v in values]
    windows = kv.window_cells(swept, 1024, n, 512, unified)
    assert windows.tolist() == [kv.window_cells(int(c), 1024, n, 512, unified) for c in swept]


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.integers(1, 10**6))
def test_whole_number_arithmetic(a, b, unit):
    assert smaller(a, b) == min(a, b)
    assert larger(a, b) == max(a, b)
    assert pad(a, unit) % unit == 0 and 0 <= pad(a, unit) - a < unit
    assert ceil_div(a, unit) == pad(a, unit) // unit
