"""Which engine suits, rule by rule."""

import pytest
from asking import ask, reason

from advisor.recommend.plans import cramped
from advisor.words import Text


@pytest.mark.parametrize(("hardware", "said"), [
    ({"memory_gib": 2}, "Its makers recommend a card of 4 GB at the least for the app: this one has 2.00 GiB."),
    ({"device": "cpu", "host_memory_gib": 2}, "16 GB of main memory for the app, 8 at the least: this machine has 2.00 GiB.")])
def test_an_app_with_windows_is_no_advice_for_a_tiny_machine(hardware: dict[str, object], said: str) -> None:
    answer = ask(None, 1, {"hardware": hardware}, task="chat", users=1)
    assert answer.recommendations[0].engine in ("llama.cpp", "ollama")
    assert said in reason(answer, "lmstudio")
    assert all("for the app" not in found.reason for found in ask(None, 1, {"hardware": {"device": "RTX 3060", "host_memory_gib": 8}},
                                                                 task="chat", users=1).rejected)


def test_a_processor_alone_is_not_filled_to_the_brim() -> None:
    """16 GiB, of which Windows needs 4: neither the format nor a longer context takes what the system lacks then."""
    for host in (8, 16):
        hardware = {"device": "Dual-channel DDR4-3200", "host_memory_gib": host}
        answer = ask(None, 1, {"hardware": hardware}, task="chat", users=1, os="windows", interface="gui")
        assert not cramped(answer.recommendations[0].estimate)


def test_what_cannot_run_at_all_is_not_rejected_for_how_it_would_run() -> None:
    """MLX-LM has no WSL2 to run in, and of an engine that does not run on a Mac it is no matter how young its build there is."""
    assert "WSL2" not in reason(ask("Arc B580", task="chat", users=1, os="windows"), "mlx-lm")
    assert "WSL2" in reason(ask("Arc B580", task="chat", users=1, os="windows"), "vllm")
    assert "plugin or experimental" not in reason(ask("M3 Max", task="code", users=1, os="macos"), "vllm")


def test_published_factors_of_a_shared_prompt_are_told_where_there_is_one() -> None:
    for shared, told in ((0, False), (6000, True)):
        answer = ask(None, task="agents", users=8, interface="api", prompt_tokens=7000, output_tokens=300,
                     scenario={"hardware": {"device": "H100"}, "workload": {"shared_prefix_tokens": shared}})
        found = next(r for r in answer.recommendations if r.engine == "sglang")
        assert any("6.4x" in said for said in found.reasons) == told and any("radix tree" in said for said in found.reasons)


def test_why_an_engine_cannot_be_told_about_is_a_sentence_that_can_be_translated() -> None:
    told = reason(ask(None, 1, {"hardware": {"device": "cpu", "host_memory_gib": 64}}, task="chat", users=1), "vllm")
    assert isinstance(told, Text) and "needs" not in told and "known for GPUs only" in told
    assert all(isinstance(part, Text) for part in told.values.values())


def test_slots_are_told_of_where_they_work_at_the_same_time() -> None:
    """Ollama serves some families one request at a time, llama.cpp does not."""
    answer = ask("RX 7900 XTX", 2, task="chat", users=3, model="qwen3.8-27b", priority="throughput")
    for engine, told in (("ollama", False), ("llama.cpp", True)):
        found = next(r for r in answer.recommendations if r.engine == engine)
        said = " ".join([*found.reasons, *found.cautions])
        assert ("3 slots work at the same time" in said) == told and ("one request at a time" in said) != told
