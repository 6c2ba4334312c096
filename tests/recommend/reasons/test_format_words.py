"""What is said of the format."""

import pytest
from asking import ask

from advisor.recommend import Question, recommend
from advisor.scenario import parse_scenario


def test_weights_that_nobody_has_published_are_told() -> None:
    answer = ask("H20", 8, task="agents", users=100, model="zai-org/GLM-5.3", interface="api")
    assert any("No AWQ weights of GLM-5.3 are known" in caution for caution in answer.recommendations[0].cautions)
    ready = ask("RTX 4090", task="chat", users=1).recommendations
    assert not any("are known to be published" in caution for r in ready for caution in r.cautions)


@pytest.mark.parametrize(("device", "engine", "told"), [("GTX 1060 6 GB", "lmstudio", False), ("V100 32GB", "ollama", False),
                                                        ("T4", "vllm", True)])
def test_a_flag_is_named_only_where_the_engine_has_it(device, engine, told):
    scenario = parse_scenario({"engine": engine, "hardware": {"device": device, "host_memory_gib": 64}, "model": "qwen3-4b"})
    answer = recommend(Question.from_options({"task": "chat", "users": 8 if told else 1, "os": "linux", "interface": "api"}, scenario))
    found = next(r for r in answer.recommendations if r.engine == engine)
    assert any("--dtype half" in caution for caution in found.cautions) == told


@pytest.mark.parametrize(("priority", "told"), [("quality", True), (None, False)])
def test_quality_first_says_what_it_chose_by(priority: str | None, told: bool) -> None:
    first = ask(task="chat", users=1, model="qwen3-14b", priority=priority).recommendations[0]
    assert (first.estimate.case.quantization.id == "q8_0") is told
    assert any("Quality first, so Q8_0" in said and "0.0014 against 0.0282" in said for said in first.reasons) is told


@pytest.mark.parametrize(("memory", "told"), [(18, True), (36, False)])
def test_a_model_asked_for_that_fits_under_four_bits_only_comes_with_the_other_way(memory: int, told: bool) -> None:
    mac = {"hardware": {"device": "Apple M3 Pro", "memory_gib": memory}}
    answer = ask(None, scenario=mac, task="code", users=1, model="devstral-small-2-24b-instruct-2512", os="macos", context=8192)
    first = answer.recommendations[0]
    assert any("Under 4 bit a model loses visibly" in said and "smaller model" in said for said in first.cautions) is told


def test_a_wish_that_is_larger_than_the_card_is_told_with_its_size() -> None:
    wish = {"quantization": "bf16", "hardware": {"device": "RTX 3060", "host_memory_gib": 32}}
    first = ask(None, scenario=wish, task="chat", users=1, model="meta-llama/Llama-3.1-8B-Instruct").recommendations[0]
    assert any("You asked for BF16: its weights alone are about 16.1 GB" in said for said in first.reasons)
