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
