"""Commands that failed for people (kind E): whatever the app writes for that machine, it is not that command."""

import re

import pytest
from launch_plans import plan

from advisor.deploy import render
from advisor.errors import CannotAnswer

QWEN3_NEXT = "Qwen/Qwen3-Next-80B-A3B-Instruct-FP8"
FAILED = [
    ("UC-E-03", {"model": "qwen2.5-14b-instruct", "quantization": "awq", "count": 3, "settings": {"tensor_parallel": 3}}, r"size 3"),
    (
        "UC-E-04",
        {"model": "qwen3-30b-a3b", "quantization": "nvfp4", "device": "RTX 5090", "version": "0.15.0"},
        r"^(?!.*--moe-backend marlin).*vllm serve",
    ),
    ("UC-E-09", {"model": "qwen3-8b", "engine": "llama.cpp", "settings": {"kv_cache_dtype": "q8_0"}}, r"-fa(?! on| off| auto)"),
    ("UC-E-10", {"model": "qwen3-8b", "engine": "llama.cpp", "load_mode": "none"}, r"--(?:no-)?mmap|--mlock"),
    ("UC-E-11", {"model": "qwen3-8b", "quantization": "fp8"}, r"--enable-reasoning"),
    ("UC-E-14", {"model": QWEN3_NEXT, "device": "H100 SXM5 80GB", "count": 8, "settings": {"tensor_parallel": 8}}, r"parallel-size 8"),
    ("UC-E-16", {"model": "qwen3-8b", "quantization": "fp8", "os": "windows"}, r"^(?!.*VLLM_WSL2_ENABLE_PIN_MEMORY=1).*vllm serve"),
    ("UC-E-17", {"model": "gemma-3-12b-it", "engine": "ollama", "settings": {"kv_cache_dtype": "f8_0"}}, r"f8_0"),
    (
        "UC-E-18",
        {"model": "gemma-3-12b-it", "engine": "ollama", "version": "0.12.0", "settings": {"kv_cache_dtype": "q8_0"}},
        r"^(?!.*OLLAMA_FLASH_ATTENTION=1).*OLLAMA_KV_CACHE_TYPE=q8_0",
    ),
    (
        "UC-E-20",
        {"model": "nvidia-nemotron-3-nano-30b-a3b-bf16", "quantization": "nvfp4", "device": "B200"},
        r"^(?!.*--moe-backend flashinfer_cutlass).*vllm serve",
    ),
]

REFUSED = {"UC-E-03", "UC-E-14", "UC-E-17"}  # no command of that plan can work


@pytest.mark.parametrize(("name", "arguments", "failed"), FAILED, ids=[row[0] for row in FAILED])
def test_the_failing_command_is_never_given(name, arguments, failed):
    settings = {"context": 8192, **arguments.get("settings", {})}
    try:
        commands = render(plan(**{**arguments, "settings": settings}), "shell", "bash")
    except CannotAnswer as error:
        assert error.why
        assert error.mend
        assert name in REFUSED
        return
    assert name not in REFUSED
    launches = [" ".join(step.text.split()) for step in commands if step.kind == "launch" and step.shell == "bash"]
    assert launches
    assert not any(re.search(failed, text) for text in launches), launches
