"""What a split cannot cut: heads, the vocabulary, blocks of FP8; and what to take instead of a format."""

import json

import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.readers.hf_config import model_from_config
from advisor.scenario import parse_scenario

GPT2_XL = {"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "n_positions": 1024, "vocab_size": 50257}


def ask(model, engine="vllm", device="H100 SXM5 80GB", count=8, quantization=None, **settings):
    return estimate(parse_scenario({"model": model, "engine": engine, "quantization": quantization,
                                    "hardware": {"device": device, "count": count}, "settings": {"context": 1024, **settings}}))


@pytest.mark.parametrize(("engine", "said"), [("vllm", "50,304 rows, as vLLM fills it up"), ("sglang", "50,304 rows, as SGLang fills")])
def test_the_vocabulary_must_divide_too(tmp_path, engine, said):
    """vllm-project/vllm#1705, #31474: 25 heads go over 5 cards, 50,257 rows (filled up to 64) do not."""
    path = tmp_path / "gpt2-xl.json"
    path.write_text(json.dumps(GPT2_XL))
    assert model_from_config(GPT2_XL, "x").num_attention_heads == 25
    with pytest.raises(CannotAnswer) as raised:
        ask(str(path), engine, count=5, tensor_parallel=5)
    assert said in str(raised.value)
    assert "Choose 1, or pipeline parallel 5" in str(raised.value)


def test_key_value_heads_leave_the_pipeline_open():
    with pytest.raises(CannotAnswer, match=r"8 key-value heads.*or pipeline parallel 3"):
        ask("glm-4.7", count=3, tensor_parallel=3, quantization="fp8")


@pytest.mark.parametrize(("spread", "verdict", "said"),
                         [(False, "does_not_fit", "Take 1, 2, 4."), (True, "fits", "leaves the shared experts")])
def test_expert_parallel_does_not_save_shared_experts(spread, verdict, said):
    """vllm-project/vllm#52915; that the checkpoint has them in FP8 is not known of each, so it is a caution there."""
    answer = ask("Qwen/Qwen3.6-35B-A3B-FP8", tensor_parallel=8, expert_parallel=spread)
    assert answer.verdict == verdict
    assert said in "\n".join(answer.notes)


@pytest.mark.parametrize(("kind", "refused"), [("fp8_e5m2", True), ("fp8", False), ("auto", False)])
def test_an_fp8_checkpoint_rules_out_a_cache_in_e5m2(kind, refused):
    notes = "\n".join(ask("qwen3-8b", count=1, quantization="fp8", kv_cache_dtype=kind).notes)
    assert ("refuses a KV cache" in notes) is refused


def test_what_is_offered_instead_is_no_format_that_was_just_refused():
    notes = "\n".join(ask("qwen2.5-14b-instruct", device="V100 SXM2 32GB", count=1, quantization="awq").notes)
    assert "runs there (16 bit)" in notes


@pytest.mark.parametrize(("device", "kind", "verdict"), [("T4", "fp8", "does_not_fit"), ("RTX 3090", "fp8", "fits"), ("T4", "auto", "fits"),
                                                         ("RTX 3090", "nvfp4", "does_not_fit")])
def test_a_cache_needs_arithmetic_that_the_card_has(device, kind, verdict):
    """FlashInfer reads FP8 from compute capability 8.0 on (docs.vllm.ai, attention back ends)."""
    answer = ask("qwen3-4b", device=device, count=1, quantization="awq", kv_cache_dtype=kind)
    assert answer.verdict == verdict
    assert ("needs compute capability" in "\n".join(answer.notes)) is (verdict == "does_not_fit")
