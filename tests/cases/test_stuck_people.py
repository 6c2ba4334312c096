"""People who were stuck, from public threads beyond the shared collection: where each asked, how it is posed, what must be said.

Kinds as in the shared collection: E a command, quantization or split that cannot work, F odd hardware. Odd files (H) are in
tests/readers. A pattern that begins with NOT: must not appear.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from posing import Told, ask, both, card, command, paste, want

THREE = "vllm-project/vllm#52435"
CASES: dict[str, tuple[Callable[[], Told], tuple[str, ...]]] = {
    "vllm-project/vllm#31474 six cards": (
        lambda: both(
            ask(model="glm-4.7", quantization="fp8", engine="vllm", hardware=card("H20", 6), settings={"tensor_parallel": 6}),
            paste("AssertionError: 151552 is not divisible by 6"),
        ),
        (r"Tensor parallel 6 does not divide", r"Choose 1, 2, 4, 8, 16, 32, or pipeline parallel 6",
         r"151,552 of the model .*rows of the vocab"),
    ),
    "vllm-project/vllm#11797 28 heads": (
        lambda: ask(model="qwen2-7b-instruct", engine="vllm", hardware=card("H100 SXM5 80GB", 8), settings={"tensor_parallel": 8}),
        (r"28 attention heads", r"Choose 1, 2, 4, or pipeline parallel 8"),
    ),
    "vllm-project/vllm#52915 shared expert": (
        lambda: both(*(
            ask(model="Qwen/Qwen3.6-35B-A3B-FP8", engine="vllm", hardware=card("H100 SXM5 80GB", 8),
                settings={"context": 8192, "tensor_parallel": 8, "expert_parallel": spread}) for spread in (False, True))),
        (r"cuts the experts \(512\) to 64.* Take 1, 2, 4\.", r"Expert parallel leaves the shared experts \(512\) cut, here to 64"),
    ),
    "vllm-project/vllm#8409 e5m2": (
        lambda: ask(model="qwen3-8b", quantization="fp8", engine="vllm", hardware=card("L40S"),
                    settings={"context": 8192, "kv_cache_dtype": "fp8_e5m2"}),
        (r"would not start there.*refuses a KV cache in fp8_e5m2 with FP8 checkpoints", r"E4M3"),
    ),
    "vllm-project/vllm#26431 FP8 cache on a 3090": (
        lambda: both(
            ask(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm", hardware=card("RTX 3090"),
                settings={"context": 8192, "kv_cache_dtype": "fp8"}),
            paste("ValueError(\"type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')\")"),
        ),
        (r"RTX 3090 \(compute capability 8\.6\) has no FP8 units", r"FLASHINFER", r"NOT:would not start"),
    ),
    "huggingface/transformers#43366 GGUF in vLLM": (
        lambda: ask(model="gpt-oss-20b", quantization="q5_k_m", engine="vllm", hardware=card("RTX 4090"), settings={"context": 8192}),
        (r"only with a plugin since 0\.33", r"checkpoint as it was published \(MXFP4\), or llama\.cpp for GGUF"),
    ),
    "vllm-project/vllm#23203 MXFP4 on a T4": (
        lambda: ask(model="gpt-oss-20b", quantization="mxfp4", engine="vllm", hardware=card("T4"), settings={"context": 8192}),
        (r"needs compute capability 8\.0 in vLLM; Tesla T4 has 7\.5", r"a GGUF file with llama\.cpp or Ollama"),
    ),
    "vllm-project/vllm#4202 AWQ on a V100": (
        lambda: ask(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm", hardware=card("V100 SXM2 32GB"),
                    settings={"context": 8192}),
        (r"has 7\.0", r"NOT:runs there \([^)]*AWQ"),
    ),
    "vllm-project/vllm#22422 MXFP4 on a 3090, an early release": (
        lambda: paste("Value error, The quantization method mxfp4 is not supported for the current GPU. Minimum capability: 100. Current "
                      "capability: 86. [type=value_error"),
        (r"from compute capability 10\.0; the card has 8\.6", r"update"),
    ),
    "vllm-project/vllm#52069 speculation in a pipeline": (
        lambda: paste("vllm serve m --pipeline-parallel-size 4 --speculative-config '{\"method\":\"mtp\"}'\nNotImplementedError: Pipeline "
                      "parallelism is not supported for this model. Supported models implement the `SupportsPP` interface."),
        (r"it is the draft .* not the model", r"tensor parallel instead"),
    ),
    THREE: (
        lambda: paste("AssertionError: n_physical_experts=256 must be divisible by ep_size=3. Adjust num_redundant_experts."),
        (r"256 experts .* 3 ranks: expert parallel of 2, 4, 8, 16, 32",),
    ),
    "vllm-project/vllm#17569 block of 128": (
        lambda: paste("ValueError: The output_size of gate's and up's weight = 192 is not divisible by weight quantization block_n = 128."),
        (r"to 192, not a multiple of the FP8 block of 128", r"expert parallel"),
    ),
    "sgl-project/sglang#12818 and #7082 flags of another engine": (
        lambda: both(
            paste("launch_server.py: error: unrecognized arguments: --reasoning_parser kimi_k2"),
            paste("launch_server.py: error: unrecognized arguments: --enable-auto-tool-choice"),
            paste("vllm: error: unrecognized arguments: --rope-scaling {\"rope_type\":\"yarn\"}"),
            paste("trtllm-serve: error: no such option: --tp-size"),
        ),
        (r"hyphens: --reasoning-parser", r"is vLLM's flag: SGLang takes --tool-call-parser alone", r"take --hf-overrides with rope_param",
         r"underscores: --tp_size"),
    ),
    "ollama/ollama#8326 and ggml-org/llama.cpp#9613 files in parts": (
        lambda: both(
            paste('Error: pull model manifest: 400: {"error":"The specified repository contains sharded GGUF."}'),
            paste("llama_model_load: error loading model: invalid split file: llama.gguf"),
        ),
        (r"ollama create from that", r"cannot be glued together with cat"),
    ),
    "ggml-org/llama.cpp#7799 projector as a model": (
        lambda: paste("llama_model_load: error loading model: error loading model architecture: unknown model architecture: 'clip'"),
        (r"vision projector", r"--mmproj", r"NOT:does not know"),
    ),
    "ggml-org/llama.cpp#10378 quantized V": (
        lambda: paste("llama_new_context_with_model: V cache quantization requires flash_attn"), (r"no Python package\): -fa on",),
    ),
    "vllm-project/vllm#9986 tools": (
        lambda: paste('"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"'),
        (r"both --enable-auto-tool-choice and --tool-call-parser",),
    ),
    "ggml-org/llama.cpp#19307 two makers": (
        lambda: both(
            ask(model="glm-4.7-flash", quantization="q4_k_m", engine="llama.cpp", settings={"context": 8192, "parallel": 1},
                hardware={"devices": [{"device": "RTX 5080"}, {"device": "RX 6900 XT"}], "host_memory_gib": 64}),
            want("glm-4.7-flash", None, hardware={"devices": [{"device": "RTX 5080"}, {"device": "RX 6900 XT"}], "device": None}),
        ),
        (r"Vulkan build drives them together",),
    ),
    "ollama/ollama#3547 RX 6700 XT": (
        lambda: ask(model="qwen3-8b", quantization="q4_k_m", engine="ollama", hardware=card("RX 6700 XT"), settings={"context": 8192}),
        (r"gfx1031.*HSA_OVERRIDE_GFX_VERSION=10\.3\.0", r"Vulkan"),
    ),
    "mozilla-ai/llamafile#765 two sockets": (
        lambda: ask(model="qwen3-30b-a3b", quantization="q4_k_m", engine="llama.cpp", settings={"context": 8192, "parallel": 1},
                    hardware={"device": "6-channel DDR4-2933 Xeon 2nd gen", "count": 2, "host_memory_gib": 768}),
        (r"numactl --cpunodebind=0 --membind=0", r"--numa distribute"),
    ),
    "vllm-project/recipes#632 DGX Spark": (
        lambda: both(
            ask(model="qwen3-32b", quantization="fp8", engine="vllm", hardware=card("DGX Spark", host_memory_gib=128),
                settings={"context": 8192}),
            command(model="qwen3-32b", engine="vllm", quantization="fp8", device="DGX Spark", settings={"context": 8192}),
        ),
        (r"set gpu_memory_utilization to 0\.82 or less", r"Write --gpu-memory-utilization 0\.82"),
    ),
    "xorbitsai/inference#3345 modified 4090": (
        lambda: paste("index, name, memory.total [MiB]\n0, NVIDIA GeForce RTX 4090, 49140 MiB\n"),
        (r"RTX 4090 with 48\.0 GiB is a modified card",),
    ),
    "dartraiden/NVIDIA-patcher#73 CMP 170HX": (
        lambda: ask(model="qwen3-4b", quantization="q4_k_m", engine="llama.cpp", hardware=card("CMP 170HX"),
                    settings={"context": 4096, "parallel": 1}),
        (r"mining card: its maker holds back its arithmetic",),
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_what_helped_is_said(name: str) -> None:
    pose, patterns = CASES[name]
    told = pose()
    for pattern in patterns:
        wanted = not pattern.startswith("NOT:")
        assert bool(re.search(pattern.removeprefix("NOT:"), told.text)) == wanted, f"{pattern!r} in:\n{told.text}"
