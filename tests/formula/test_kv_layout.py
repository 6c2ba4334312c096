"""What one request keeps, by kinds of layers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import catalog
from advisor.formula.kv_layout import request_bytes


def test_full_attention_is_keys_and_values_of_every_layer():
    assert request_bytes(catalog.find_model("llama-3.1-8b-instruct"), 2.0, 4096) == 2 * 8 * 128 * 2 * 32 * 4096


@pytest.mark.parametrize("name", ["gpt-oss-20b", "qwen3-next-80b-a3b-instruct", "deepseek-v4-flash"])
def test_windows_states_and_compression_grow_less_than_the_context(name):
    model = catalog.find_model(name)
    short, long = (request_bytes(model, 1.0, context) for context in (4096, 65536))
    assert 0 < short < long < 16 * short


@given(st.sampled_from([model.id for model in catalog.general_models()]), st.integers(1, 200_000), st.integers(1, 200_000))
@settings(max_examples=60, deadline=None)
def test_more_tokens_never_take_less(name, one, other):
    model, (least, most) = catalog.find_model(name), sorted((one, other))
    assert 0 < request_bytes(model, 1.0, least) <= request_bytes(model, 1.0, most)


def test_states_in_16_bit_make_half_the_block():
    """Nemotron-Nano-9B-v2 in vLLM of September 2025: an attention block of 672 tokens (vllm-project/vllm#24280)."""
    from advisor.catalog import find_model
    from advisor.formula.kv_layout import page_groups
    model = find_model("nvidia-nemotron-nano-9b-v2")
    blocks = [page_groups(model, 1, 2, 0, model.num_hidden_layers, 16, size)[0].block_tokens for size in (2, 4)]
    assert blocks == [672, 1312]
