"""From flags and files to the question."""

import pytest
from asking import ask

from advisor.errors import CannotAnswer
from advisor.recommend import Question, question
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


def test_a_mac_is_asked_about_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no system was named it is the machine's own, not that of the computer at which the question is put."""
    for here in ("linux", "macos", "windows"):
        monkeypatch.setattr(question, "_this_os", lambda here=here: here)
        mac = ask("M3 Max", task="chat", users=1, os=None)
        assert mac.question.os == "macos" and "mlx-lm" in [r.engine for r in mac.recommendations]
        assert ask("RTX 4090", task="chat", users=1, os=None).question.os == ("windows" if here == "windows" else "linux")
    assert ask("RTX 4090", task="chat", users=1, os="windows").question.os == "windows"


@pytest.mark.parametrize("written", ["lmstudio", "LM Studio", "lm studio"])
def test_the_engine_asked_for_is_known_by_its_name_too(written: str) -> None:
    assert Question.from_options({}, parse_scenario({"engine": written})).engine == "lmstudio"


def test_an_engine_that_nobody_knows_is_told_and_not_passed_over() -> None:
    with pytest.raises(CannotAnswer, match="No engine is called 'foo'"):
        Question.from_options({}, parse_scenario({"engine": "foo"}))
