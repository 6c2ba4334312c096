"""From flags and files to the question."""

import pytest
from asking import ask

from advisor.errors import CannotAnswer
from advisor.recommend import Question
from advisor.scenario import Hardware, parse_scenario


def test_a_prompt_longer_than_the_context_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="cannot hold"):
        ask(task="chat", users=1, context=512, prompt_tokens=2000)


def test_memory_alone_is_a_machine_too():
    asked = Question.from_options({"task": "chat", "users": 4, "os": "linux", "memory_gib": 64.0}).hardware
    assert asked is not None and asked.device is None and asked.memory_gib == 64


def test_hardware_of_the_question_is_kept() -> None:
    question = Question.from_options({"count": 2, "host_memory_gib": 128.0}, parse_scenario({"hardware": {"device": "RTX 3090"}}))
    assert question.hardware == Hardware(device="RTX 3090", count=2, host_memory_gib=128)


@pytest.mark.parametrize("priority", [None, "quality"])
def test_code_and_agents_get_a_context_that_holds_a_file(priority: str | None) -> None:
    for task in ("code", "agents"):
        for found in ask(task=task, users=1, priority=priority).recommendations:
            assert (found.estimate.scenario.settings.context or 0) >= 16384, found.engine
