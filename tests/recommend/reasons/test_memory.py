"""What is said of the memory."""

import re

import pytest
from asking import ask

from advisor.estimate import estimate
from advisor.recommend import Question, recommend
from advisor.recommend.reasons.memory import small_kv
from advisor.scenario import parse_scenario


def test_an_8_bit_cache_needs_flash_attention_in_llama_cpp_only() -> None:
    for engine, quantization, kind, told in (("vllm", "awq", "fp8", False), ("llama.cpp", "q4_k_m", "q8_0", True)):
        answer = estimate(parse_scenario({"model": "qwen2.5-7b-instruct", "quantization": quantization, "engine": engine,
                                          "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192, "kv_cache_dtype": kind}}))
        assert ("flash attention" in str(small_kv(answer, Question()))) == told


def test_a_board_sold_with_several_sizes_of_memory_has_a_caution_until_one_is_said():
    def first(**hardware):
        scenario = parse_scenario({"hardware": hardware})
        question = Question.from_options({"task": "chat", "users": 1, "os": "linux", "interface": "cli"}, scenario)
        return recommend(question).recommendations[0]

    unsaid = first(device="Raspberry Pi 5")
    assert unsaid.estimate.verdict == "unknown"
    assert any("How much memory this machine has is not known" in caution for caution in unsaid.cautions)
    assert any("is sold with 2, 4, 8, 16 GB" in note for note in unsaid.estimate.notes)
    for said in (first(device="Raspberry Pi 5 8GB"), first(device="Raspberry Pi 5", host_memory_gib=8)):
        assert said.estimate.case.machine.host_memory_bytes == 8 * 2**30 and said.estimate.verdict != "unknown"
        assert not any("is not known here" in caution for caution in said.cautions)


@pytest.mark.parametrize("count", [1, 2])
def test_the_parts_that_are_told_add_up_to_the_total(count: int) -> None:
    answer = ask("RTX 3090", count, task="agents", users=1).recommendations[0]
    memory = answer.estimate.memory
    said = next(reason for reason in answer.reasons if "stay free" in reason)
    assert said.startswith("On the fullest card") == (count == 2)
    parts = [float(part) for part in re.findall(r"([\d.]+) GB", said)]
    assert sum(parts) == pytest.approx((memory.usable_bytes or 0) / 1e9, abs=0.1)


def test_an_8_bit_cache_is_not_said_to_make_fit_what_queues() -> None:
    answer = ask("H100 SXM", 2, task="team-service", users=20, model="qwen3.8-27b", context=200000)
    found = next(r for r in answer.recommendations if r.engine == "vllm")
    assert found.estimate.verdict == "queues" and found.estimate.scenario.settings.kv_cache_dtype == "fp8"
    said = next(reason for reason in found.reasons if "kept in 8 bit" in reason)
    assert "more of the 20 x 200,000 tokens" in said and "tokens fit" not in said
