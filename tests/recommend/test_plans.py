"""Settings that come with a plan: slots, shares, contexts; what its verdict costs."""

import pytest
from asking import ask, reason


def test_a_batch_of_thousands_is_not_reserved_for_a_few_people() -> None:
    """TensorRT-LLM reserves recurrent state for max_batch_size, 2,048 by default: 132 GB of it for 36 GB of weights."""
    fits = ask("H100 SXM", task="max-throughput", users=64, interface="api", model="nvidia-nemotron-3-nano-30b-a3b-bf16")
    ranked = {r.engine: r.estimate for r in fits.recommendations}
    found = ranked["tensorrt-llm"]
    assert found.verdict == "fits" and found.case.settings.parallel == 64
    told = reason(ask("RTX 4090 Laptop GPU", task="chat", users=1, os="windows", model="qwen3.8-27b"), "tensorrt-llm")
    needed = float(told.partition("needs ")[2].partition(" GB")[0])
    assert needed < 40
    dense = ask("H100 SXM", task="max-throughput", users=64, interface="api", model="qwen3-8b")
    assert next(r.estimate for r in dense.recommendations if r.engine == "tensorrt-llm").case.settings.parallel == 2048


def test_a_shared_memory_is_left_to_the_system_by_the_command() -> None:
    answer = ask("DGX Spark", task="agents", users=4, interface="api")
    for engine, flag in (("vllm", "--gpu-memory-utilization 0.82"), ("sglang", "--mem-fraction-static 0.82")):
        found = next(r for r in answer.recommendations if r.engine == engine)
        assert any(flag in " ".join(command.text.split()) for command in found.commands), engine
        assert found.estimate.scenario.settings.gpu_memory_utilization == 0.82 and not found.estimate.warnings


@pytest.mark.parametrize(("asked", "reached"), [(100_000, 100_000), (200_000, 131_072)])
def test_a_context_that_the_command_stretches_the_model_to_is_planned(asked: int, reached: int) -> None:
    """As far as its makers allow it by YaRN; engines that cut it come behind and name those that do not."""
    found = ask("H100 SXM", task="team-service", users=8, model="qwen3-32b", context=asked, interface="api").recommendations
    assert found[0].engine == "vllm" and found[0].estimate.scenario.settings.context == reached
    assert any("YaRN stretches it" in caution for caution in found[0].cautions)
    assert any("--hf-overrides.rope_parameters.rope_type yarn" in command.text for command in found[0].commands)
    assert any(f"reaches {reached:,} with YaRN" in caution for caution in found[0].cautions) == (asked > reached)
    short = next(r for r in found if r.engine == "llama.cpp")
    assert short.estimate.scenario.settings.context == 40960
    assert any("SGLang / vLLM can stretch it" in caution for caution in short.cautions)


def test_a_long_context_asked_for_chooses_a_model_made_for_it() -> None:
    for found in ask(task="chat", users=1, context=200_000).recommendations:
        assert found.estimate.scenario.settings.context == 200_000, found.engine


def test_main_memory_is_not_filled_to_the_brim() -> None:
    hardware = {"device": "RTX 4070", "host_memory_gib": 32}
    answer = ask(None, scenario={"hardware": hardware}, task="chat", users=1, os="windows", interface="gui", model="llama-3.3-70b-instruct")
    for found in answer.recommendations:
        assert found.estimate.verdict == "offload" and (found.estimate.memory.host_bytes or 0) < 28 * 2**30
    tight = {"hardware": {"device": "RTX 4070", "host_memory_gib": 24}}
    full = ask(None, scenario=tight, task="chat", users=1, os="windows", interface="gui", model="llama-3.3-70b-instruct").recommendations[0]
    filled = (full.estimate.memory.host_bytes or 0) > 20 * 2**30
    assert filled == any("left for the system and other programs" in caution for caution in full.cautions)


def test_the_system_asked_about_is_that_of_the_case_so_that_one_rule_says_what_it_needs() -> None:
    """Windows needs 4 GiB of main memory, a Linux 2: one sentence of it, of the estimate's own rule."""
    for os, told in (("windows", 1), ("linux", 0)):
        answer = ask(None, scenario={"hardware": {"device": "RTX 4070", "host_memory_gib": 18}}, task="chat", users=1, os=os,
                     model="llama-3.3-70b-instruct", interface="gui")
        first = answer.recommendations[0]
        assert first.estimate.case.machine.os == os
        assert sum("left for the system" in caution for caution in first.cautions) == told == len(
            [warning for warning in first.estimate.warnings if "left for the system" in warning])
        assert all(change.estimate.case.machine.os == os for change in answer.nearest)


def test_who_would_wait_for_a_recurrent_state_gets_a_seat_asked_for() -> None:
    """SGLang keeps states for 30 of FP8 by its share of the memory: 32 are asked for, rather than a lesser format taken."""
    answer = ask("RTX PRO 6000 Blackwell", task="chat", users=32, priority="quality")
    found = next(r for r in answer.recommendations if r.engine == "sglang")
    settings = found.estimate.case.settings
    assert (found.estimate.verdict, found.estimate.case.quantization.id, settings.parallel) == ("fits", "fp8", 32)
    launch = next(command.text for command in found.commands if command.kind == "launch")
    assert "--max-running-requests 32" in launch and "--max-mamba-cache-size 160" in launch
