"""What a download is said to weigh is what the repository weighs: the model once, however it is named and spread over cards."""

import re

import pytest

from advisor.answer import Trace
from advisor.deploy import render
from advisor.engines import engine
from advisor.estimate import estimate, resolve
from advisor.plan import plan_of
from advisor.scenario import parse_scenario


def told_gb(model, quantization, device="H200", count=8, **settings):
    answer = estimate(parse_scenario({
        "model": model, "quantization": quantization, "engine": "vllm", "settings": {"context": 8192, **settings},
        "hardware": {"device": device, "count": count, "host_memory_gib": 2000}, "workload": {"concurrency": 1}}))
    step = next(c for c in render(plan_of(answer, "linux"), "shell") if c.text.startswith("hf download"))
    return float(re.search(r"About ([\d,.]+) GB", step.verifies)[1].replace(",", ""))


@pytest.mark.parametrize("name", ["minimax-m3", "MiniMaxAI/MiniMax-M3"])
@pytest.mark.parametrize("settings", [{"tensor_parallel": 4, "data_parallel": 2, "expert_parallel": True},
                                      {"tensor_parallel": 4, "data_parallel": 2}, {"tensor_parallel": 8}])
def test_a_model_quantized_while_loading_is_downloaded_as_published_by_either_name(name, settings):
    assert told_gb(name, "fp8", "H100 SXM", **settings) == pytest.approx(854.1, rel=0.002)


@pytest.mark.parametrize("settings", [{"data_parallel": 8, "expert_parallel": True}, {"tensor_parallel": 8}])
@pytest.mark.parametrize(("model", "gb"), [
    ("deepseek-ai/DeepSeek-V3.2", 689.0), ("zai-org/GLM-5.3-FP8", 755.0), ("moonshotai/Kimi-K2.5", 595.0), ("openai/gpt-oss-120b", 65.2)])
def test_a_repository_weighs_the_same_however_its_model_is_spread(model, gb, settings):
    assert told_gb(model, None, **settings) == pytest.approx(gb, rel=0.005)


@pytest.mark.parametrize(("model", "quantization", "gb"), [
    ("Qwen/Qwen3-8B", "bf16", 16.4), ("Qwen/Qwen3-8B-AWQ", None, 6.1), ("qwen3-0.6b", "bf16", 1.5),
    ("mistralai/Ministral-3-3B-Instruct-2512", None, 4.67)])
def test_small_repositories(model, quantization, gb):
    assert told_gb(model, quantization, "RTX 4090", 1) == pytest.approx(gb, rel=0.02)


@pytest.mark.parametrize("name", ["vllm", "sglang", "tensorrt-llm"])
def test_copies_on_more_cards_add_nothing_to_the_files(name):
    sizes = set()
    for settings in ({}, {"data_parallel": 2}, {"tensor_parallel": 2}):
        case = resolve(parse_scenario({"model": "qwen3-30b-a3b", "quantization": "fp8", "engine": name, "settings": settings,
                                       "hardware": {"device": "H100", "count": 2}}), Trace())
        sizes.add(engine(name).file_bytes(case))
    assert len(sizes) == 1
