"""MLX-LM on unified memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_cases import case, memory

from advisor import catalog
from advisor.errors import CannotAnswer

APPLE = catalog.find_device("Apple M4 Max")


def on_mac(model="qwen2.5-14b-instruct", mix="mlx-4bit", gib=48, **more):
    return case(model, mix, on="mlx-lm", gib=gib, device=APPLE, **more)


def test_four_bits_with_scale_and_bias_of_each_group():
    m = memory(on_mac(context=4096))
    matrices = 48 * (5120 * 5120 * 2 + 2 * 5120 * 1024 + 3 * 5120 * 13824) + 2 * 152064 * 5120
    vectors = 48 * (2 * 5120 + 5120 + 2 * 1024) + 5120
    assert m.weights_bytes == round(matrices * 4.5 / 8 + vectors * 2)
    assert memory(on_mac(mix="bf16", context=4096)).weights_bytes == 2 * (matrices + vectors)


def test_caches_grow_in_steps_of_256_for_as_many_as_ask():
    one, four = (memory(on_mac(context=4000, concurrency=n)) for n in (1, 4))
    assert one.kv_bytes == 4096 * 196_608 and four.kv_bytes == 4 * one.kv_bytes
    assert one.kv_bytes_per_token == 196_608


def test_a_quantized_cache_turns_batching_off():
    asked = on_mac(context=4096, kv_cache_dtype="q4_0", parallel=8)
    assert asked.settings.parallel == 1 and memory(asked).kv_bytes == 4096 * 196_608 * 4.5 / 16


def test_refusals_and_limits():
    assert [r.kind for r in case(on="mlx-lm", mix="mlx-4bit").engine.refusals(case(on="mlx-lm", mix="mlx-4bit"))] == ["hardware"]
    assert on_mac().engine.refusals(on_mac()) == []
    for bad in ({"mix": "q4_k_m"}, {"tensor_parallel": 2}, {"kv_cache_dtype": "fp8"}):
        with pytest.raises(CannotAnswer):
            on_mac(**bad)
    assert not memory(on_mac("llama-3.3-70b-instruct", gib=24, context=4096)).starts


@settings(max_examples=40, deadline=None)
@given(st.floats(10, 60), st.integers(1, 6))
def test_the_longest_context_fits_and_one_more_token_does_not(gib, people):
    longest = memory(on_mac(gib=gib, context=256, concurrency=people)).max_context_tokens
    if not longest or longest >= on_mac().model.max_position_embeddings:
        return
    at, over = (memory(on_mac(gib=gib, context=c, concurrency=people)) for c in (longest, longest + 1))
    assert at.max_concurrency >= people > over.max_concurrency


@pytest.mark.parametrize(("model", "mix", "version", "context", "peak"), [
    ("qwen3-4b-instruct-2507", "mlx-4bit", "0.28.2", 2176, 3.35e9), ("qwen3-4b-instruct-2507", "bf16", "0.28.2", 2176, 9.02e9),
    ("qwen3-30b-a3b-instruct-2507", "mlx-8bit", "0.28.2", 2176, 33.46e9),
    ("mistral-7b-instruct-v0.3", "mlx-4bit", "0.22.2", 34000, 9.111e9)])
def test_peaks_that_mlx_lm_printed(model, mix, version, context, peak):
    """mlx_lm/BENCHMARKS.md (M4 Max, prompts of 2,048 tokens) and ml-explore/mlx-lm#40 (M2 Ultra)."""
    m = memory(case(model, mix, on="mlx-lm", device=catalog.find_device("M4 Max"), gib=96, version=version, context=context,
                    concurrency=1))
    assert m.total_bytes == pytest.approx(peak, rel=.06)
