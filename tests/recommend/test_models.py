"""Which model is chosen where none is named: by published scores, with the weights to be had and room for everybody."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import catalog
from advisor.formula.kv_layout import request_bytes
from advisor.recommend import Question, recommend
from advisor.recommend.models import Valued, ability, candidates, too_late, too_slow, with_gains
from advisor.scenario import Hardware, Machine
from advisor.units import GIB

CHAT = Question()


def able(name: str, question: Question = CHAT) -> float:
    return ability(catalog.find_model(name), question, False)


@pytest.mark.parametrize("better_first", [
    ("qwen3-32b", "qwen2.5-32b-instruct", "qwen1.5-32b-chat"), ("llama-3.1-8b-instruct", "meta-llama-3-8b-instruct", "llama-2-7b-chat-hf"),
    ("gemma-3-27b-it", "gemma-2-27b-it", "gemma-2-9b-it"), ("gpt-oss-120b", "gpt-oss-20b", "phi-4-mini-instruct"),
    ("deepseek-r1", "deepseek-v3", "deepseek-v2-lite"), ("qwen3-235b-a22b-thinking-2507", "qwen3-30b-a3b-thinking-2507", "qwen3-1.7b")])
def test_order_that_the_field_agrees_on(better_first):
    ranks = [able(name) for name in better_first]
    assert ranks == sorted(ranks, reverse=True) and len(set(ranks)) == len(ranks)


def test_a_task_has_its_own_order():
    coder = catalog.abilities()["rows"]["gpt-oss-120b"]
    assert able("gpt-oss-120b", dataclasses.replace(CHAT, task="code")) == coder["code"]
    assert able("gpt-oss-120b") == coder["general"]


def test_of_two_alike_the_measured_one_is_preferred(monkeypatch):
    known = catalog.abilities()
    rows = {id_: row for id_, row in known["rows"].items() if id_ != "qwen3-32b"}
    scored = able("qwen3-32b")
    monkeypatch.setattr(catalog, "abilities", lambda: known | {"rows": rows})
    assert able("qwen3-32b") < scored


@given(st.floats(.1, 1e4), st.floats(1.01, 10), st.sampled_from([None, "pace", "first-token", "quality", "cost"]))
def test_slower_and_later_never_cost_less(value, times, priority):
    question = dataclasses.replace(CHAT, priority=priority)
    assert 0 <= too_slow(value * times, question) <= too_slow(value, question)
    assert 0 <= too_late(value, question) <= too_late(value * times, question)


def test_models_with_room_for_everybody_come_first():
    machine = Machine.model_validate({"slots": [{"device": catalog.find_device("RTX 4090"), "memory_bytes": 24 * GIB}]})
    alone, many = (candidates(dataclasses.replace(CHAT, users=users), machine, 24 * GIB)[0] for users in (1, 256))
    assert request_bytes(many, 1.0, CHAT.context) * 256 < 24 * GIB < request_bytes(alone, 1.0, CHAT.context) * 256 + 12 * GIB


def test_the_answer_names_the_scores_it_rests_on_or_says_that_there_are_none(monkeypatch):
    first = recommend(Question(hardware=Hardware(device="RTX 4090"))).recommendations[0]
    row = catalog.abilities()["rows"][first.estimate.case.model.id]["scores"][0]
    assert any(f"{row['score']:.1f} %" in reason and row["source"].removeprefix("https://") in reason for reason in first.reasons)
    named = recommend(Question(hardware=Hardware(device="RTX 4090"), model="qwen3-32b")).recommendations[0]
    assert not any("published score" in line for line in named.reasons + named.cautions)
    none_known = catalog.abilities() | {"rows": {}}
    monkeypatch.setattr(catalog, "abilities", lambda: none_known)
    first = recommend(Question(hardware=Hardware(device="RTX 4090"))).recommendations[0]
    assert any("No published score" in caution for caution in first.cautions)


def test_every_ability_belongs_to_a_model_and_every_score_to_a_source():
    known, general = catalog.abilities(), {model.id for model in catalog.general_models()}
    assert len(known["rows"]) > 300 and known["rows"].keys() <= general
    for row in known["rows"].values():
        assert row["scores"] and -10 < row["general"] < 40
        assert all(s["source"] and 0 < s["score"] <= 100 and s["benchmark"] in known["benchmarks"] for s in row["scores"])


def test_a_published_score_is_that_of_its_row_or_unknown():
    model = catalog.find_model("gpt-oss-120b")
    row = next(row for row in catalog.abilities()["rows"][model.id]["scores"] if row["benchmark"] == "gpqa_diamond")
    assert catalog.published_score(model, "gpqa_diamond") == row["score"]
    assert catalog.published_score(model, "no such benchmark") is None
    assert catalog.published_score(catalog.find_model("vicuna-7b-v1.5"), "gpqa_diamond") is None


def test_speed_counts_among_those_that_are_good_enough():
    able, fast, tiny, slow = Valued(27, 27, 1), Valued(25, 25, 4), Valued(22, 22, 9), Valued(20, 28, 2)
    worths = with_gains([able, fast, tiny, slow], able)
    assert max(worths) == worths[1] and worths[2] < worths[0] and worths[3] < worths[0]
