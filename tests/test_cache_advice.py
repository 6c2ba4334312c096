"""Advice on the cache and on formats: said where the situation is there, with its figures, and not where it is not."""

import pytest

from advisor.cache_advice import RULES
from advisor.estimate import estimate
from advisor.recommend import nearest_changes
from advisor.scenario import parse_scenario


def answer(device, **scenario):
    count = scenario.pop("count", 1)
    hardware = {"device": device, "count": count, "host_memory_gib": scenario.pop("ram", 64)}
    return estimate(parse_scenario({"hardware": hardware, **scenario}))


def notes(device, **scenario):
    return "\n".join(answer(device, **scenario).notes)


@pytest.mark.parametrize(
    ("kind", "device", "flash", "said"),
    [("q5_1", "RTX 4080", None, True), ("q8_0", "RTX 4080", None, False), ("q5_1", "cpu", None, False), ("f16", "RTX 4080", None, False)],
)
def test_cache_types_without_a_kernel(kind, device, flash, said):
    asked = {"model": "qwen3-14b", "engine": "llama.cpp", "quantization": "q4_k_m"}
    found = answer(device, settings={"context": 16384, "parallel": 1, "kv_cache_dtype": kind, "flash_attention": flash}, **asked)
    assert any(f"no kernel for a KV cache in {kind}" in note for note in found.warnings) is said


def test_windows_save_what_the_option_would_cost():
    asked = {"model": "gpt-oss-20b", "engine": "llama.cpp", "quantization": "mxfp4"}
    text = notes("RTX 4090", settings={"context": 131072, "parallel": 1}, **asked)
    assert "12 of 24 layers keep no more than the last 128 tokens" in text
    assert "saves 3.20 GB" in text      # 12 x 2,048 bytes x (131,072 - 768)
    assert "--swa-full" not in notes("RTX 4090", settings={"context": 8192, "parallel": 1}, **asked)


def test_heads_of_their_own_are_told_where_the_cache_is_large():
    asked = {"engine": "llama.cpp", "quantization": "q4_0"}
    text = notes("RTX 3090", model="llama-2-7b-chat-hf", settings={"context": 4096, "parallel": 1}, **asked)
    assert "Each of its 32 attention heads" in text
    assert "524 KB a token, 4 times" in text
    assert "attention heads" not in notes("RTX 3090", model="llama-2-7b-chat-hf", settings={"context": 512, "parallel": 1}, **asked)
    assert "attention heads" not in notes("RTX 3090", model="llama-3.1-8b-instruct", settings={"context": 65536, "parallel": 1}, **asked)


def test_slots_that_nobody_uses():
    asked = {"model": "qwen2.5-coder-7b-instruct", "engine": "ollama", "quantization": "q4_k_m"}
    found = answer("RTX 4060 Ti 16GB", settings={"context": 32768, "parallel": 8}, workload={"concurrency": 1}, **asked)
    assert found.verdict == "offload"
    assert any("8 slots of 32,768 tokens" in note and "OLLAMA_NUM_PARALLEL = 1 frees 13.2 GB" in note for note in found.notes)
    first = nearest_changes(found)[0]
    assert (first.kind, first.estimate.verdict, first.estimate.scenario.settings.parallel) == ("slots", "fits", 1)
    used = answer("RTX 4060 Ti 16GB", settings={"context": 32768, "parallel": 8}, workload={"concurrency": 8}, **asked)
    assert not any("frees" in note for note in used.notes)
    assert not any(change.title.startswith("Keep no more slots") for change in nearest_changes(used))


def test_prompts_that_mlx_keeps_are_held_against_what_is_free():
    asked = {"model": "qwen2.5-14b-instruct", "engine": "mlx-lm", "quantization": "mlx-4bit"}
    text = notes("Apple M4 Pro", ram=24, settings={"context": 16384}, **asked)
    assert "the last 10 prompts" in text
    assert "--prompt-cache-bytes" in text
    assert "the last 10 prompts" not in notes("Apple M3 Ultra", ram=256, settings={"context": 16384}, **asked)


@pytest.mark.parametrize(("slots", "context", "said"), [(1, 131072, True), (3, 131072, False), (1, 8192, False)])
def test_conversations_kept_in_main_memory(slots, context, said):
    asked = {"model": "qwen3.6-27b", "engine": "llama.cpp", "quantization": "q4_k_m", "workload": {"concurrency": 3}}
    text = notes("RTX 5090", settings={"context": context, "parallel": slots}, **asked)
    assert ("in 8,192 MiB: " in text and "--cache-ram" in text) is said
    before = notes("RTX 5090", settings={"context": context, "parallel": slots}, engine_version="b6000", **asked)
    assert "--cache-ram" not in before      # it came in October 2025


@pytest.mark.parametrize(("people", "said"), [(2, True), (1, False)])
def test_another_context_reloads_the_model(people, said):
    asked = {"model": "llama-3.2-3b-instruct", "engine": "ollama", "quantization": "q4_k_m", "workload": {"concurrency": people}}
    text = notes("RTX 4090", settings={"context": 32768, "parallel": people}, **asked)
    assert ("OLLAMA_CONTEXT_LENGTH=32768 in the service" in text) is said


def test_recurrent_states_bound_how_many_run():
    asked = {"model": "qwen3-next-80b-a3b-instruct", "engine": "sglang", "quantization": "fp8", "count": 2}
    load = {"concurrency": 400, "prompt_tokens": 1000, "output_tokens": 300}
    found = answer("H100 SXM5 80GB", settings={"context": 32768, "tensor_parallel": 2}, workload=load, **asked)
    text = "\n".join(found.notes)
    assert f"No more than {found.memory.slots} run at a time" in text
    assert "--mamba-full-memory-ratio" in text
    few = {**load, "concurrency": 20}
    assert "run at a time" not in notes("H100 SXM5 80GB", settings={"context": 32768, "tensor_parallel": 2}, workload=few, **asked)


def test_users_are_not_counted_beyond_the_slots():
    asked = {"model": "qwen2.5-14b-instruct", "engine": "vllm", "quantization": "awq"}
    load = {"concurrency": 400, "prompt_tokens": 60, "output_tokens": 20}
    text = notes("RTX 4090", settings={"context": 4096}, workload=load, **asked)
    assert "But no more than 256 run at a time" in text


def test_every_rule_names_its_source():
    assert all(rule.__doc__ for rule in RULES)
