"""What a model asks for per step, against counts worked out from the published shapes."""

import pytest

from advisor import catalog
from advisor.formula.work import NO_WINDOW, mixer, shape, work


def test_a_dense_model() -> None:
    s = shape(catalog.find_model("meta-llama/Llama-3.1-8B-Instruct"))
    assert s.dense_params == pytest.approx(8.03e9 - 128256 * 4096, rel=.001)
    assert (s.experts_params, s.expert_share, s.window) == (0, 1.0, NO_WINDOW)
    assert s.kv_elements == 32 * 2 * 8 * 128 and s.pair_flops == 32 * 32 * 4 * 128 and s.group_size == 4


def test_experts_are_apart() -> None:
    s = shape(catalog.find_model("Qwen/Qwen3-30B-A3B"))
    assert s.experts_params == 48 * 128 * 3 * 2048 * 768 and s.expert_share == 8 / 128
    assert s.dense_params + s.experts_params + 151936 * 2048 == pytest.approx(30.53e9, rel=.001)


def test_windows_are_apart() -> None:
    s = shape(catalog.find_model("openai/gpt-oss-20b"))
    assert s.kv_elements == s.window_kv_elements == 12 * 2 * 8 * 64 and s.window == 128


def test_latent_attention_stores_one_row() -> None:
    s = shape(catalog.find_model("deepseek-ai/DeepSeek-R1"))
    assert s.kv_elements == 61 * (512 + 64) and s.group_size == 1


def test_hybrids_have_state_and_fewer_caches() -> None:
    s = shape(catalog.find_model("Qwen/Qwen3.5-9B"))
    assert s.kv_elements == 8 * 2 * 4 * 256 and s.state_bytes == 24 * 32 * 128 * 128 * 4


def test_bytes_follow_the_format() -> None:
    counts = shape(catalog.find_model("meta-llama/Llama-3.1-8B-Instruct"))
    assert work(counts, 1.0, 2.0, 1.0).kv_bytes == counts.kv_elements
    assert work(counts, 1.0, 2.0, 34 / 32).kv_bytes == counts.kv_elements * 34 / 32
@pytest.mark.parametrize(("model", "found"), [("qwen2.5-14b-instruct", ""), ("DeepSeek-V2-Lite", "latent"),
                                              ("Qwen3-Next-80B-A3B-Instruct", "recurrent"), ("gpt-oss-20b", "")])
def test_what_mixes_tokens_besides_whole_attention(model: str, found: str) -> None:
    assert mixer(catalog.find_model(model)) == found


