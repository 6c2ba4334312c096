"""Out of memory, or slow for lack of it (kinds A and B). How each is asked, and a check for every idea that a good answer must hold."""

from __future__ import annotations

from posing import (
    CAPTURE,
    QWEN14,
    SGLANG_SERVING,
    SGLANG_START,
    VLLM_TOO_LONG,
    WINDOWS_MIX,
    Posed,
    ask,
    both,
    card,
    log,
    memory,
    paste,
    want,
)

POSED: Posed = {
    "UC-A-03": (
        lambda at: paste(VLLM_TOO_LONG),
        [
            r"estimates that 111,456 tokens fit: ask for about 5 % less \(--max-model-len 105000\)",
            r"driver, CUDA.*over 1 GiB",
            r"1 GiB more or less.*59,016 tokens.*hybrid",
        ],
    ),
    "UC-A-05": (
        lambda at: both(
            paste(log(at, "log_vllm_v21_graphprofile")),
            ask(
                model="qwen3-8b",
                quantization="bf16",
                engine="vllm",
                engine_version="0.21.0",
                hardware=card("RTX 4090"),
                settings={"context": 16384, "gpu_memory_utilization": 0.9764},
            ),
        ),
        [
            r"since vLLM 0\.20 \(its log says 0\.21\).*0\.9764 now is what 0\.9543 was before",
            r"2\.83 requests of the FULL length of 16,384 tokens.*46,368 tokens",
            r"Above 0\.95 a value tuned for one version may crash",
        ],
    ),
    "UC-A-06": (
        lambda at: both(
            ask(
                model="qwen3-30b-a3b",
                quantization="bf16",
                engine="vllm",
                engine_version="0.8.5",
                hardware=card("A10", 4),
                settings={"context": 1024, "parallel": 1, "tensor_parallel": 4},
            ),
            paste(CAPTURE),
        ),
        [
            lambda told: told.figures[0].verdict == "fits" and "a shorter context is not the cure" in told.text,
            r"--enforce-eager.*slower",
            r"another engine, such as SGLang",
        ],
    ),
    "UC-A-07": (
        lambda at: both(paste(SGLANG_START), paste(SGLANG_SERVING), paste("CUDA out of memory, check mem_fraction_static")),
        [
            r"When does it fail, while loading or while serving\?",
            lambda told: (
                "raise --mem-fraction-static" in told.text.split("\n")[0] and "lower --mem-fraction-static" in told.text.split("\n")[2]
            ),
        ],
    ),
    "UC-A-10": (
        lambda at: ask(
            model="Qwen/Qwen2.5-VL-72B-Instruct-AWQ",
            engine="vllm",
            hardware=card("H100 SXM5 80GB", 2),
            settings={"context": 32768, "tensor_parallel": 2},
        ),
        [
            r"At its start it reserves room for the largest possible image",
            r"on the engine, not in the request",
            r'--limit-mm-per-prompt .*"video": 0',
        ],
    ),
    "UC-A-11": (
        lambda at: ask(
            model="gemma-3-27b-it",
            quantization="q4_0",
            engine="llama.cpp",
            hardware=card("RTX 3060 12GB"),
            settings={"context": 8192, "parallel": 1},
        ),
        [r"vision projector \(mmproj\) needs memory on top of the text model", r"leave 1 to 2 GiB.*--fit-target 2048"],
    ),
    "UC-A-13": (
        lambda at: ask(model="deepseek-v3", quantization="q2_k_l", engine="llama.cpp", hardware=card("A100 SXM4 80GB", 4)),
        [
            r"without it keeps 128 heads.*37 to 71 times as much",
            r"takes the model's own maximum of 163,840 tokens",
            r"80 KiB a token and layer",
        ],
    ),
    "UC-A-14": (
        lambda at: ask(
            model=QWEN14,
            quantization="q5_k_m",
            engine="lmstudio",
            engine_version="0.3.23",
            hardware=card("RTX 3080 10GB"),
            settings={"context": 32768, "kv_cache_dtype": "q8_0", "gpu_layers": 42, "flash_attention": True},
        ),
        [
            r"Layers and KV cache add up on the card: 8\.\d+ GB \+ 3\.\d+ GB",
            lambda told: 3.2 <= memory(told).kv_bytes / 1e9 <= 3.5 and told.figures.verdict == "does_not_fit",
            r"Offload KV Cache to GPU Memory",
        ],
    ),
    "UC-B-02": (
        lambda at: both(
            paste(log(at, "log_ollama_offload_graph96")),
            ask(
                model="gpt-oss-20b",
                quantization="mxfp4",
                engine="ollama",
                engine_version="0.11.0",
                hardware=card(None, memory_gib=95.8),
                settings={"context": 131072, "parallel": 3},
            ),
        ),
        [
            r"Without flash attention the graph grows with num_ctx × OLLAMA_NUM_PARALLEL",
            r"\bupdate\b",
            r"no GPU|not detected|GPU was not found",
        ],
    ),
    "UC-B-05": (
        lambda at: ask(
            model="gpt-oss-120b",
            quantization="mxfp4",
            engine="ollama",
            engine_version="0.11.2",
            hardware=card("RTX 2080 Ti", 4, memory_gib=22),
            settings={"context": 8192},
        ),
        [r"In this version Ollama's own estimate decides", None],
    ),
    "UC-B-07": (
        lambda at: ask(
            model="codestral-22b-v0.1",
            quantization="q6_k",
            engine="ollama",
            engine_version="0.1.44",
            hardware=card("RTX 3090"),
            settings={"context": 18000, "flash_attention": True},
        ),
        [r"`ollama ps` shows that estimate", r"Measure with nvidia-smi.*num_gpu"],
    ),
    "UC-B-09": (
        lambda at: both(
            ask(
                model="glm-4.7",
                quantization="ud-q3_k_xl",
                engine="lmstudio",
                hardware=card("RTX PRO 6000", 2),
                settings={"context": 66354, "parallel": 1},
            ),
            paste(log(at, "log_llamacpp_partial")),
        ),
        [lambda told: told.figures[0].verdict in ("fits", "tight"), r"guardrail, not the hardware"],
    ),
    "UC-B-10": (
        lambda at: want("qwen3.5-35b-a3b", None, hardware=WINDOWS_MIX, os="windows", quantization="q8_0", context=85000, interface="gui"),
        [r"Windows spills silently", r"Shared GPU memory.*Task Manager"],
    ),
    "UC-B-12": (
        lambda at: ask(
            model="qwen3-32b",
            quantization="q4_k_m",
            engine="lmstudio",
            hardware=card(None, memory_gib=16.3),
            settings={"context": 8192, "parallel": 1},
        ),
        [
            r"look in the load log for \"offloaded \d+/65 layers\"",
            r"to a number by hand, (?:4|5)\d of 65 layers here \(about 0\.\d+ GB each\)",
        ],
    ),
    "UC-B-14": (
        lambda at: ask(
            model="gpt-oss-120b",
            quantization="mxfp4",
            engine="llama.cpp",
            hardware=card("RTX 5090", 2),
            settings={"context": 131072, "parallel": 1},
        ),
        [
            r"The weights are 6\d\.\d GB in all",
            r"experts of [1-5] layers on the CPU \(--n-cpu-moe [1-5]\) than take a smaller quantization",
        ],
    ),
    "UC-B-17": (lambda at: paste(log(at, "ollama_ps_wrong_size")), [r"do not trust this size", r"rocm-smi"]),
}
