"""The source page's figures through the whole app (the textbook formulas alone: tests/formula/test_textbook.py).

Where the page teaches (half a byte, 95 %), the textbook quantization `int4` gives its figures; where the app advises, the
real file's bytes and the engine's policy do, and the page's measured figures must hold them.
"""

from typing import Any

import pytest

from advisor.answer import Estimate
from advisor.estimate import estimate
from advisor.recommend import Question, recommend
from advisor.scenario import parse_scenario


def ask(quantization: str, engine: str, context: int = 4096, people: int = 1, device: str = "RTX 4090", **more: Any) -> Estimate:
    slots = people if engine in ("ollama", "llama.cpp") else None
    return estimate(parse_scenario({
        "model": "qwen2.5-14b-instruct", "quantization": quantization, "engine": engine,
        "hardware": {"device": device, "host_memory_gib": 64}, "settings": {"context": context, "parallel": slots, **more},
        "workload": {"concurrency": people, "prompt_tokens": 1024, "output_tokens": 256}}))


def test_weights_of_the_14b_in_bf16_are_29_6_gb() -> None:
    assert (ask("bf16", "vllm").memory.weights_bytes or 0) / 1e9 == pytest.approx(29.6, abs=0.1)


def test_weights_at_half_a_byte_are_7_4_gb() -> None:
    assert (ask("int4", "vllm").memory.weights_bytes or 0) / 1e9 == pytest.approx(7.4, abs=0.05)


def test_kv_is_196_608_bytes_a_token_and_0_8_gb_for_one_person_at_4k() -> None:
    answer = ask("q4_k_m", "ollama")
    assert answer.memory.kv_bytes_per_token == 196_608
    assert (answer.memory.kv_bytes or 0) / 1e9 == pytest.approx(0.8, abs=0.01)


def test_kv_of_eight_people_at_32k_is_51_gb() -> None:
    answer = estimate(parse_scenario({
        "model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "hardware": {"memory_gib": 1024},
        "settings": {"context": 32768, "parallel": 8}, "workload": {"concurrency": 8}}))
    assert (answer.memory.kv_bytes or 0) / 1e9 == pytest.approx(51.5, abs=0.05)


def test_eight_people_live_at_4k_and_die_at_32k_on_one_4090() -> None:
    assert ask("q4_k_m", "llama.cpp", 4096, 8).verdict == "fits"
    assert ask("awq", "vllm", 4096, 8).verdict == "fits"
    assert ask("q4_k_m", "llama.cpp", 32768, 8).verdict == "offload"
    queue = ask("awq", "vllm", 32768, 8)
    assert queue.verdict == "queues"
    assert 1 <= (queue.memory.max_concurrency or 0) < 3, "one or two of eight at once"


def test_decode_ceilings_are_136_on_the_4090_and_74_on_the_mac() -> None:
    assert ask("int4", "llama.cpp").speed.decode_ceiling_tokens_per_s == pytest.approx(136, abs=0.6)
    assert ask("int4", "llama.cpp", device="Apple M4 Max").speed.decode_ceiling_tokens_per_s == pytest.approx(74, abs=0.3)


def test_decode_in_practice_is_within_the_communitys_80_to_110() -> None:
    pace = ask("q4_k_m", "ollama").speed.decode_tokens_per_s
    assert pace is not None
    assert 80 <= pace.typical <= 110
    assert pace.low < pace.typical < pace.high <= 136


def test_q4_k_m_is_about_4_8_bits_and_9_0_gb_to_download() -> None:
    answer = ask("q4_k_m", "ollama")
    file_bytes = next(d.values["file_bytes"] for d in answer.derivation if d.quantity == "weights_bytes")
    assert file_bytes / 1e9 == pytest.approx(9.0, abs=0.05)
    assert file_bytes * 8 / 14.77e9 == pytest.approx(4.8, abs=0.1)


def test_ollama_ps_shows_10_to_12_gb_all_on_the_gpu() -> None:
    answer = recommend(Question.from_options({"task": "code", "users": 1, "model": "qwen2.5-14b-instruct", "device": "RTX 4090",
                                              "context": 4096, "prompt_tokens": 1024, "output_tokens": 256, "os": "linux"}))
    first = answer.recommendations[0]
    assert first.engine == "ollama"
    check = next(c for c in first.commands if c.text == "ollama ps")
    shown = float(check.verifies.split("about ")[1].split(" GB")[0])
    assert 10 <= shown <= 12
    assert "100% GPU" in check.verifies


def test_vllm_defaults_as_the_page_checked_them_and_as_they_are_now() -> None:
    old, new = ({"model": "qwen2.5-14b-instruct", "quantization": "awq", "engine": "vllm", "engine_version": version,
                 "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096}} for version in ("0.10.0", None))
    assert estimate(parse_scenario(old)).scenario.settings.gpu_memory_utilization == 0.9
    settings = estimate(parse_scenario(new)).scenario.settings
    assert (settings.gpu_memory_utilization, settings.parallel) == (0.92, 256)
