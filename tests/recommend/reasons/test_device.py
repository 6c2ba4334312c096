"""What is said of the device and its system."""

import pytest
from asking import ask

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.recommend.search import models_for_device
from advisor.scenario import parse_scenario
from advisor.simulator.simulate import simulate


def test_a_card_older_than_cuda_runs_through_vulkan_and_is_warned_of() -> None:
    answer = ask("K80", task="chat", users=1)
    assert {r.engine for r in answer.recommendations} == {"llama.cpp", "lmstudio"}
    for found in answer.recommendations:
        assert found.estimate.scenario.settings.backend == "vulkan"
        assert any("older than any CUDA" in caution for caution in found.cautions)
        assert found.estimate.speed.decode_tokens_per_s is None and found.estimate.speed.ttft_s is None
        assert found.estimate.case.quantization.id == "q4_k_m"
        with pytest.raises(CannotAnswer, match="No speed of Tesla K80 is known"):
            simulate(found.estimate.scenario)
    assert "GGML_VULKAN=ON" in " ".join(c.text for r in answer.recommendations for c in r.commands)
    assert not ask("GTX 1060 6 GB", task="chat", users=1).recommendations[0].estimate.warnings
    chosen = estimate(parse_scenario({"model": "qwen3-8b", "quantization": "q4_k_m", "engine": "llama.cpp",
                                      "hardware": {"device": "RTX 4090"}, "settings": {"backend": "vulkan"}}))
    assert not any("older than any CUDA" in note for note in chosen.notes) and chosen.speed.decode_tokens_per_s
    assert all(row["decode_tokens_per_s"] is None for row in models_for_device("K80") if row["engine"] == "llama.cpp")


def test_windows_is_told_once() -> None:
    for found in ask("RTX 4090", task="team-service", users=8, os="windows", interface="api").recommendations:
        assert sum("Windows" in caution and ("native" in caution or "itself" in caution) for caution in found.cautions) <= 1
