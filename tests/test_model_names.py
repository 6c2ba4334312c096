"""Formats in names, and names that are no names."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import catalog
from advisor.errors import CannotAnswer
from advisor.model_names import spellings, without_format


@pytest.mark.parametrize(("name", "plain", "format_"), [
    ("Qwen3-8B", "Qwen3-8B", None), ("Qwen3-8B-AWQ", "Qwen3-8B", "awq"), ("a/X-7B-GPTQ-Int4", "a/X-7B", "gptq"),
    ("a/X-7B-GPTQ-Int8", "a/X-7B", "w8a16"), ("a/X-7B-w4a16", "a/X-7B", "w4a16"), ("a/X-7B.Q4_K_M.gguf", "a/X-7B", "q4_k_m"),
    ("a/X-7B-GGUF:UD-IQ2_XXS", "a/X-7B", "ud-iq2_xxs"), ("mlx-community/X-7B-6bit", "mlx-community/X-7B", "mlx-6bit"),
    ("a/X-7B-FP8-dynamic", "a/X-7B", "fp8"), ("a/X-7B-MXFP4", "a/X-7B", "mxfp4"), ("https://huggingface.co/a/X-7B", "a/X-7B", None)])
def test_formats(name, plain, format_):
    assert without_format(name) == (plain, format_)


def test_spellings_begin_with_the_name_itself():
    assert next(spellings("a/X-7B-Instruct")) == "a/X-7B-Instruct"
    assert "X-7B" in list(spellings("a/X-7B-Instruct"))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_model_or_one_sentence(text):
    try:
        catalog.find_model_and_quantization(text)
    except CannotAnswer as error:
        assert len(str(error)) < 500


@pytest.mark.parametrize("text", ["-" * 4096, "a-q4_k_m" * 500, "/" * 4000, "x" * 4096, "4bit-" * 800])
def test_long_names_are_answered_at_once(text):
    started = time.process_time()
    with pytest.raises(CannotAnswer):
        catalog.find_model_and_quantization(text)
    assert time.process_time() - started < 0.5
