"""What is left over goes into a longer context and a finer format, where that costs nothing."""

import pytest
from asking import ask

from advisor.recommend.search import models_for_device


@pytest.mark.parametrize(("device", "task", "least"), [("RTX 5090", "agents", 65536), ("RTX 4090", "code", 32768),
                                                       ("RTX 4090", "chat", 16384)])
def test_the_context_is_as_long_as_the_task_can_use_where_it_costs_nothing(device: str, task: str, least: int) -> None:
    first = ask(device, task=task, users=1).recommendations[0].estimate
    assert first.case.settings.context == least and first.verdict == "fits"
    assert ask(device, task=task, users=1, context=8192).recommendations[0].estimate.case.settings.context == 8192


@pytest.mark.parametrize(("device", "task"), [("RTX 5060 Ti 16GB", "chat"), ("GH200", "chat"), ("Ryzen AI Max+ 395", "code")])
def test_spare_memory_goes_into_a_finer_format_as_the_search_takes_it(device: str, task: str) -> None:
    first = ask(device, task=task, users=1).recommendations[0]
    row = next(r for r in models_for_device(device, context=first.estimate.scenario.settings.context or 0)
               if r["model"] == first.estimate.case.model.id)
    assert first.estimate.verdict == "fits" and first.estimate.scenario.quantization == row["quantization"] == "q8_0"


def test_a_finer_format_is_taken_where_it_makes_nothing_later() -> None:
    """The first token was late before, by what is computed for each prompt whatever the format: 94 GB of memory stayed empty."""
    first = ask("Ryzen AI Max+ 395", task="agents", users=2).recommendations[0].estimate
    assert first.case.quantization.id == "q8_0" and first.speed.each(2).typical > 20


def test_a_finer_format_is_not_taken_where_speed_comes_first_or_one_was_asked_for() -> None:
    fast = ask("GH200", task="chat", users=1, model="qwen3-8b", priority="pace").recommendations[0]
    assert fast.estimate.scenario.quantization == "q4_k_m"
    wish = {"quantization": "q5_k_m", "hardware": {"device": "GH200"}}
    assert ask(None, scenario=wish, task="chat", users=1, model="qwen3-8b").recommendations[0].estimate.scenario.quantization == "q5_k_m"
    slow = ask("M1", task="chat", users=1, model="qwen3-8b", os="macos").recommendations[0]
    assert slow.estimate.scenario.quantization not in ("q8_0", "mlx-8bit")


@pytest.mark.parametrize("device", ["GTX 1060 6GB", "RTX 4060 Laptop", "RTX 3060"])
def test_a_finer_format_leaves_windows_its_room(device: str) -> None:
    for found in ask(device, task="chat", users=1, os="windows", interface="gui").recommendations:
        if found.estimate.case.quantization.id in ("q5_k_m", "q6_k", "q8_0"):
            assert (found.estimate.memory.headroom_bytes or 0) >= 2**30, found.engine


def test_texts_for_an_index_are_short_whatever_memory_is_left() -> None:
    first = ask("RTX 4090", task="rag", users=1, model="qwen3-embedding-0.6b", prompt_tokens=800).recommendations[0].estimate
    assert first.case.settings.context == 4096
