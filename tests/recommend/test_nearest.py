"""The nearest changes that make a question fit."""

from advisor.estimate import estimate
from advisor.recommend import nearest
from advisor.scenario import parse_scenario


def test_smaller_models_are_of_different_sizes_and_can_the_same():
    answer = estimate(parse_scenario({"model": "qwen2.5-72b-instruct", "quantization": "bf16", "engine": "vllm",
                                      "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}}))
    found = [model.id for model in nearest._smaller_models(answer)]
    assert found == ["qwen2.5-7b-instruct", "qwen2.5-3b-instruct", "qwen2.5-1.5b-instruct"]
    llama = estimate(parse_scenario({"model": "Llama-3.3-70B-Instruct", "quantization": "q4_k_m", "engine": "ollama",
                                     "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}}))
    assert "llama-3.1-8b-instruct" in [model.id for model in nearest._smaller_models(llama)]
