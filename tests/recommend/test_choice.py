"""What speed decides: between engines with one model, and between the models of one engine."""

from dataclasses import replace

from asking import ask

from advisor.answer import Range
from advisor.estimate import estimate
from advisor.recommend import Question
from advisor.recommend.choice import slower
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
