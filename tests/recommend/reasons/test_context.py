"""What is said of a context beyond the model's own."""

import pytest
from asking import ask


def test_a_context_asked_for_that_the_model_was_not_made_for_is_cut_and_said() -> None:
    cut = ask(task="chat", users=1, model="qwen3-8b", context=1_000_000).recommendations[0]
    assert cut.estimate.scenario.settings.context == 40960
    assert any("You asked for a context of 1,000,000 tokens" in caution and "40,960" in caution for caution in cut.cautions)
    kept = ask(task="chat", users=1, model="qwen3-8b", context=32768).recommendations[0]
    assert not any("You asked for a context" in caution for caution in kept.cautions)


@pytest.mark.parametrize(("device", "os", "said"), [
    ("RTX 4090", "linux", "SGLang / vLLM can stretch it to 131,072 by YaRN"),
    ("RTX 4090", "windows", "On Windows that takes WSL2 or Docker."),
    ("M3 Ultra", "macos", ""), ("K80", "linux", ""), ("cpu", "linux", "")])
def test_engines_that_stretch_a_context_are_named_where_they_run(device: str, os: str, said: str) -> None:
    answer = ask(None, 0, {"hardware": {"device": device, "host_memory_gib": 64}}, task="chat", users=1, os=os, model="qwen3-8b",
                 context=100_000)
    told = [caution for caution in answer.recommendations[0].cautions if "You asked for a context" in caution]
    assert len(told) == 1 and said in told[0]
    assert ("YaRN" in told[0]) == bool(said) and ("WSL2" in told[0]) == (os == "windows")
