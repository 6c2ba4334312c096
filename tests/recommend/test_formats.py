"""Formats of which the weights are to be had, and what stands for those that are not."""

import pytest
from asking import ask


def test_published_weights_come_before_those_that_nobody_has() -> None:
    found = ask(task="team-service", users=8, model="aya-expanse-32b", interface="api").recommendations
    assert found[0].engine == "llama.cpp" and any(r.engine == "vllm" for r in found[1:])


def test_a_published_gguf_is_pulled_and_a_conversion_is_told_and_comes_last() -> None:
    """A tag of Ollama's library is no file for llama.cpp, whose command would fetch 16-bit weights and convert them."""
    published = ask(task="team-service", users=8, model="aya-expanse-32b", interface="api").recommendations[0]
    assert any("bartowski/aya-expanse-32b-GGUF" in command.text for command in published.commands)
    made = {r.engine: r for r in ask("RTX 4090", task="chat", users=2, model="internlm2-chat-7b").recommendations}
    assert next(iter(made)) == "ollama" and not any("convert them" in caution for caution in made["ollama"].cautions)
    assert any(command.text == "ollama pull internlm2:7b" for command in made["ollama"].commands)
    assert any("the commands fetch its own weights, 15.5 GB, and convert them" in caution for caution in made["llama.cpp"].cautions)


def test_weights_that_the_command_pulls_are_known_to_be_published() -> None:
    answer = ask("M3 Max", task="chat", users=1, model="gemma-3n-e4b-it", os="macos")
    assert any("hf.co/unsloth/gemma-3n-E4B-it-GGUF" in c.text for r in answer.recommendations for c in r.commands)
    assert not any("are known to be published" in caution for r in answer.recommendations if r.engine != "mlx-lm" for caution in r.cautions)


@pytest.mark.parametrize(("device", "format_"), [("DGX Spark", "mxfp4"), ("H100 SXM", "int4_g32")])
def test_a_four_bit_checkpoint_that_is_published_stands_for_one_that_is_not(device: str, format_: str) -> None:
    answer = ask(device, task="agents", users=8, model="ling-3.0-flash", interface="api")
    first = next(r for r in answer.recommendations if r.engine == "vllm")
    assert first.estimate.case.quantization.id == format_
    assert any("inclusionAI/Ling-3.0-flash-" in command.text for command in first.commands)


def test_lm_studio_takes_mlx_weights_on_a_mac_and_gguf_elsewhere() -> None:
    mac = ask(None, 0, {"hardware": {"device": "M4 Max", "host_memory_gib": 64}}, task="chat", users=1, os="macos", interface="gui")
    assert mac.recommendations[0].engine == "lmstudio"
    assert mac.recommendations[0].estimate.case.quantization.kind == "mlx"
    pc = next(r for r in ask("RTX 4090", task="chat", users=1, os="windows", interface="gui").recommendations if r.engine == "lmstudio")
    assert pc.estimate.case.quantization.kind == "gguf_mix"


@pytest.mark.parametrize("device", ["Strix Halo", "MI300X", "DGX Spark"])
def test_a_divided_file_is_left_to_those_that_take_its_parts(device: str) -> None:
    answer = ask(device, task="chat", users=1, scenario={"hardware": {"device": device, "host_memory_gib": 128}})
    order = [r.engine for r in answer.recommendations]
    ollama = answer.recommendations[order.index("ollama")]
    assert order.index("llama.cpp") < order.index("ollama")
    assert any("ollama pull" in caution and "refuses" in caution for caution in ollama.cautions)


@pytest.mark.parametrize(("device", "count", "model", "users"), [
    ("H100 SXM", 8, "kimi-k2-instruct", 30), ("H100 SXM", 8, "glm-5.3", 8), ("A100 SXM4 80GB", 4, "minimax-m3", 8),
    ("RTX 5090", 1, "codestral-22b-v0.1", 64), ("T4", 4, "aya-expanse-32b", 64)])
def test_weights_that_exist_come_first_where_an_engine_for_so_many_finds_some(device: str, count: int, model: str, users: int) -> None:
    """Rather slower, or in a queue, than never started: who has no weights yet is no yardstick of speed either."""
    first = ask(device, count, task="team-service", users=users, model=model, interface="api").recommendations[0]
    assert not any("are known to be published" in caution for caution in first.cautions), first.title


@pytest.mark.parametrize(("device", "wish", "served"), [("RTX 3060", "bf16", "q8_0"), ("RTX 2080 Ti", "fp8", "q8_0"),
                                                        ("RTX 3060", "awq", "q4_k_m")])
def test_a_wish_for_many_bits_that_cannot_be_had_gets_the_nearest(device: str, wish: str, served: str) -> None:
    asked = {"quantization": wish, "hardware": {"device": device, "host_memory_gib": 32}}
    first = ask(None, scenario=asked, task="chat", users=1, model="llama-3.1-8b-instruct", context=8192).recommendations[0]
    assert first.estimate.case.quantization.id == served


def test_intel_cards_get_no_integer_weights() -> None:
    """vLLM has no INT8 kernel for XPU: the server ends with a KeyError while it loads."""
    answer = ask("Arc Pro B60", 2, task="team-service", users=6, model="qwen3-32b", interface="api")
    assert next(r for r in answer.recommendations if r.engine == "vllm").estimate.case.quantization.id == "fp8"


def test_quality_is_not_given_up_for_a_narrower_split() -> None:
    """Four bit on two cards a copy against FP8 on four: whoever asks for quality gets the eight bits, that fit as well."""
    first = ask("MI300X", 8, task="team-service", users=20, model="llama-3.1-405b-instruct", interface="api", priority="quality",
                prompt_tokens=4000, output_tokens=700, context=16384).recommendations[0].estimate
    assert first.verdict == "fits" and first.case.quantization.id in ("fp8", "bf16")


def test_a_published_format_of_the_device_s_own_comes_before_one_that_it_unpacks() -> None:
    first = ask("B200", 4, task="team-service", users=40, model="deepseek-ai/DeepSeek-V3.2", interface="api", prompt_tokens=3000,
                output_tokens=700, context=16384).recommendations[0]
    assert first.estimate.case.quantization.id == "nvfp4"
    assert any("computes in NVFP4 natively" in reason for reason in first.reasons)
