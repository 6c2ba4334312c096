"""Commands that failed for people (kind E). How each is asked, and a check for every idea that a good answer must hold."""

from __future__ import annotations

from posing import QWEN14, SM120, Posed, ask, both, card, command, log, paste

POSED: Posed = {
    "UC-E-03": (
        lambda at: both(
            ask(
                model=QWEN14,
                quantization="awq",
                engine="vllm",
                hardware=card("RTX 3090", 3),
                settings={"context": 4096, "tensor_parallel": 3},
            ),
            paste("ValueError: Total number of attention heads (40) must be divisible by tensor parallel size (3)."),
        ),
        [r"divided by tensor parallel 1, 2, 4, 8", r"or pipeline parallel 3", r"some stay idle|a card stays idle"],
    ),
    "UC-E-04": (
        lambda at: both(
            command(
                model="qwen3-30b-a3b",
                engine="vllm",
                version="0.15.0",
                quantization="nvfp4",
                device="RTX 5090",
                settings={"context": 8192},
            ),
            paste(SM120),
        ),
        [r"compute capability 12\.0, sm_120\) is not the data-center one \(B200", r"--moe-backend marlin(?s:.*)slower but works"],
    ),
    "UC-E-09": (
        lambda at: both(
            command(model="qwen3-8b", engine="llama.cpp", quantization="q4_k_m", settings={"context": 8192, "kv_cache_dtype": "q8_0"}),
            paste('error while handling argument "-fa": error: expected value for argument: -fa'),
        ),
        [r"b6325", r"-fa on\b"],
    ),
    "UC-E-10": (
        lambda at: both(
            command(model="qwen3-8b", engine="llama.cpp", quantization="q4_k_m", load_mode="none"),
            paste("error: invalid argument: --no-mmap"),
        ),
        [r"--load-mode none", r"Check the build number"],
    ),
    "UC-E-11": (
        lambda at: both(
            command(model="qwen3-8b", engine="vllm", quantization="fp8", settings={"context": 8192}),
            paste("vllm: error: unrecognized arguments: --enable-reasoning"),
        ),
        [r"--reasoning-parser with the parser's name is all"],
    ),
    "UC-E-14": (
        lambda at: both(
            command(
                model="Qwen/Qwen3-Next-80B-A3B-Instruct-FP8",
                engine="vllm",
                device="H100 SXM5 80GB",
                count=8,
                settings={"context": 8192, "tensor_parallel": 8},
            ),
            ask(
                model="qwen3-next-80b-a3b-instruct",
                quantization="fp8",
                engine="sglang",
                hardware=card("H100 SXM5 80GB", 4),
                settings={"context": 8192, "tensor_parallel": 4},
            ),
        ),
        [r"to 64, not a multiple of the FP8 block of 128", r"2 KV heads are copied where tensor parallel is more than 2"],
    ),
    "UC-E-16": (
        lambda at: both(
            command(model="qwen3-8b", engine="vllm", quantization="fp8", os="windows", settings={"context": 8192}),
            paste("RuntimeError: UVA is not available"),
        ),
        [r"WSL", r"VLLM_WSL2_ENABLE_PIN_MEMORY=1"],
    ),
    "UC-E-17": (
        lambda at: ask(
            model="gemma-3-12b-it",
            quantization="q4_k_m",
            engine="ollama",
            hardware=card("RTX 4090"),
            settings={"context": 8192, "kv_cache_dtype": "f8_0"},
        ),
        [r"Known: f16, q8_0, q4_0", r"no KV cache type 'f8_0'.*Did you mean q8_0"],
    ),
    "UC-E-18": (lambda at: paste(log(at, "log_ollama_ignored_flags")), [r"q8_0 was asked for and ignored", r"it stays in 16 bit"]),
    "UC-E-20": (
        lambda at: command(
            model="nvidia-nemotron-3-nano-30b-a3b-bf16", engine="vllm", quantization="nvfp4", device="B200", settings={"context": 8192}
        ),
        [r"starting is not the same as working", r"--moe-backend flashinfer_cutlass"],
    ),
}
