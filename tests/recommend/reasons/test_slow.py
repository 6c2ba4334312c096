"""What is said of the pace and of the wait."""

from dataclasses import replace

import pytest
from asking import ask

from advisor.answer import Range
from advisor.recommend import Question
from advisor.recommend.reasons.speed import slow


@pytest.mark.parametrize(("device", "users", "host"), [("H20", 100, None), ("cpu", 5, 32)])
def test_a_crawl_of_everybody_is_said_though_one_alone_would_fly(device: str, users: int, host: int | None) -> None:
    scenario = {"hardware": {"device": device, "count": 8 if host is None else 1, "host_memory_gib": host}}
    answer = ask(None, 0, scenario, task="agents" if host is None else "chat", users=users, interface="api",
                 model="zai-org/GLM-5.3" if host is None else None)
    first = answer.recommendations[0]
    each = 1 / first.estimate.speed.tpot_s.typical
    assert each < 12 < first.estimate.speed.decode_tokens_per_s.typical
    said = " ".join(first.cautions)
    assert f"With {users} at once each gets about" in said
    assert ("Reading a prompt" if device == "cpu" else "the first token comes after about") in said


@pytest.mark.parametrize(("pace", "told"), [(5.0, True), (11.0, False)])
def test_what_is_slower_than_people_read(pace: float, told: bool) -> None:
    """11 tokens a second are some 500 words a minute: nobody waits for them."""
    answer = ask(task="chat", users=1, model="qwen3-8b").recommendations[0].estimate
    slowed = replace(answer, speed=replace(answer.speed, decode_tokens_per_s=Range(pace, pace, pace)))
    assert (slow(slowed, Question()) is not None) == told


def test_how_long_the_first_token_takes_is_not_explained_by_a_queue_that_would_take_longer() -> None:
    first = ask("L40S", 4, task="rag", users=50, interface="api").recommendations[0]
    said = next(caution for caution in first.cautions if "With 50 at once the first token" in caution)
    assert "one after another" not in said and "the last wait longer" in said


@pytest.mark.parametrize(("model", "told"), [("llama-3.3-70b-instruct", True), ("qwen3-8b", False), ("gpt-oss-120b", False)])
def test_a_dense_model_in_shared_memory_is_pointed_to_mixtures(model: str, told: bool) -> None:
    answer = ask("DGX Spark", task="chat", users=1, model=model).recommendations[0].estimate
    slowed = replace(answer, speed=replace(answer.speed, decode_tokens_per_s=Range(4.0, 4.0, 4.0)))
    assert ("a mixture of experts reads its active ones alone" in (slow(slowed, Question()) or "")) == told


@pytest.mark.parametrize(("model", "priority", "told"), [
    ("deepseek-ai/DeepSeek-V3.1", "pace", True), ("deepseek-ai/DeepSeek-V3.1", "cost", False),
    ("llama-3.3-70b-instruct", "pace", False)])
def test_drafts_are_told_where_the_pace_is_the_aim_and_the_model_makes_them(model: str, priority: str, told: bool) -> None:
    first = ask("H200", 8, task="code", users=2, model=model, interface="api", priority=priority).recommendations[0]
    assert any("Speculative decoding with the draft layers" in reason for reason in first.reasons) is told
