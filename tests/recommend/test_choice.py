"""What speed decides: between engines with one model, and between the models of one engine."""

from dataclasses import replace

import pytest
from asking import ask

from advisor.answer import Range
from advisor.estimate import estimate
from advisor.recommend import Question
from advisor.recommend.choice import slower
from advisor.recommend.models import ability
from advisor.scenario import parse_scenario


def at(pace: float, quantization: str = "q4_k_m", model: str = "qwen3-8b"):
    answer = estimate(parse_scenario({"model": model, "quantization": quantization, "engine": "llama.cpp",
                                      "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096}}))
    return replace(answer, speed=replace(answer.speed, decode_tokens_per_s=Range(0.9 * pace, pace, 1.1 * pace)))


def test_engines_with_one_model_are_compared_by_their_speed_beyond_what_the_figures_leave_open() -> None:
    slow, fast = at(20.0), at(80.0)
    behind = slower([slow, fast], Question())
    assert 1.7 < behind(slow) < 2.0 and behind(fast) == 0.0
    assert slower([at(20.0), at(23.0)], Question())(slow) == 0.0


def test_another_model_and_a_lesser_format_are_no_yardstick_of_speed() -> None:
    own = at(20.0, "q8_0")
    assert slower([own, at(80.0, "q4_k_m"), at(80.0, "q8_0", "qwen3-4b")], Question())(own) == 0.0
    assert slower([own, at(80.0, "q8_0")], Question())(own) > 1.7


def test_the_faster_engine_comes_first_though_nobody_named_the_model() -> None:
    for asked in ({"device": "Arc B580", "task": "chat", "priority": "quality"}, {"device": "H200", "count": 8, "task": "agents"}):
        first, *others = ask(users=1, **asked).recommendations
        same = [r for r in others if r.estimate.case.model.id == first.estimate.case.model.id]
        assert same and all(r.estimate.speed.decode_tokens_per_s.typical < 1.2 * first.estimate.speed.decode_tokens_per_s.typical
                            for r in same)


@pytest.mark.parametrize("device", ["RX 7900 XTX", "RTX 4090", "DGX Spark"])
def test_a_team_that_asks_for_throughput_gets_no_toy(device: str) -> None:
    """People read what is written: a model several times less able is no gain to them, however fast."""
    question = Question(task="team-service")
    usual, most = (ask(device, task="team-service", users=50, interface="api", priority=wanted).recommendations[0].estimate.case.model
                   for wanted in (None, "throughput"))
    assert ability(most, question, True) > ability(usual, question, True) - 1.5


def test_an_abler_model_that_was_passed_over_for_its_speed_is_told_with_its_figures() -> None:
    host = {"hardware": {"host_memory_gib": 256}}
    many = ask("M3 Ultra", task="team-service", users=50, os="macos", interface="api", scenario=host).recommendations[0]
    assert any("is abler by its scores and fits too, but with 50 at once each would get about" in reason for reason in many.reasons)
    named = ask("M3 Ultra", task="team-service", users=50, os="macos", interface="api", scenario=host, model="qwen3-8b")
    best = ask("RTX 4090", task="chat", users=1, priority="quality")
    assert not any("is abler" in reason for r in (*named.recommendations, *best.recommendations) for reason in r.reasons)


@pytest.mark.parametrize(("device", "task", "users"), [("RTX 5090", "chat", 17), ("RTX 5090", "code", 7), ("RTX 3060 12 GB", "code", 16),
                                                     ("RTX 4060 Ti 16 GB", "chat", 12), ("RTX 4060 Ti 16 GB", "code", 4)])
def test_one_person_more_gives_no_abler_model(device: str, task: str, users: int) -> None:
    """A tight fit weighs the same where a model's plan is chosen and where models are compared: the roomier plan, a cache in 8 bit,
    is found for fewer people too. And what a plan gives up is counted once: no engine comes first with a lesser model for its format."""
    few, more = (ask(device, task=task, users=n).recommendations[0].estimate.case.model for n in (users, users + 1))
    question = Question(task=task)
    assert ability(few, question, True) >= ability(more, question, True)


@pytest.mark.parametrize(("device", "count", "users", "usual", "fast"), [
    ("RTX PRO 6000 Blackwell", 1, 32, "fp8", "nvfp4"), ("A100 SXM4 80GB", 4, 16, "bf16", "int8"), ("H100 SXM", 1, 32, "fp8", "fp8")])
def test_who_asks_for_throughput_gets_a_format_that_the_device_computes_in(device: str, count: int, users: int, usual: str,
                                                                           fast: str) -> None:
    """And no other that is unpacked first, though it reads less."""
    for wanted, quantization in ((None, usual), ("throughput", fast)):
        found = next(r for r in ask(device, count, task="chat", users=users, priority=wanted).recommendations if r.engine == "vllm")
        assert found.estimate.case.quantization.id == quantization
