"""Odd hardware and odd files (kinds F and H). How each is asked, and a check for every idea that a good answer must hold."""

from __future__ import annotations

from posing import BUSY, GIB, LLAMA8, MIXED, MOE_PAIR, QWEN14, Posed, Told, ask, both, card, gib, heads, memory, paste, tied, want

POSED: Posed = {
    "UC-F-02": (
        lambda at: ask(
            model="glm-4.7-flash",
            quantization="q8_0",
            engine="llama.cpp",
            hardware=card("Ryzen AI 9 HX 370", host_memory_gib=96),
            settings={"context": 8192, "parallel": 1, "backend": "vulkan"},
        ),
        [lambda told: "back end decides how much memory is seen" in told.text and told.figures.verdict == "fits", r"Vulkan"],
    ),
    "UC-F-05": (
        lambda at: ask(
            model="phind-codellama-34b-v2",
            quantization="q5_k_m",
            engine="ollama",
            near=True,
            hardware=card("M2 Max", host_memory_gib=32),
            settings={"context": 4096},
        ),
        [lambda told: 0.64 <= (memory(told).usable_bytes or 0) / (32 * GIB) <= 0.69, r"smaller quantization: (?:Q4_K_M|IQ4_XS)"],
    ),
    "UC-F-08": (
        lambda at: ask(
            model=LLAMA8, quantization="q4_k_m", engine="ollama", hardware=card("M4", host_memory_gib=16), settings={"context": 8192}
        ),
        [r"macOS lets the GPU use 10\.7 GiB of 16"],
    ),
    "UC-F-10": (lambda at: paste(BUSY), [r"page cache", r"not another process"]),
    "UC-F-11": (
        lambda at: ask(
            model="qwen2-7b-instruct",
            quantization="awq",
            engine="vllm",
            engine_version="0.6.4",
            hardware={"device": "Jetson Orin NX 16GB"},
            settings={"context": 4096},
        ),
        [r"pool of \d+\.?\d* GB comes out of the memory that the system itself", r"swap space"],
    ),
    "UC-F-14": (
        lambda at: ask(
            model="llama-3.3-70b-instruct",
            quantization="q4_k_m",
            engine="llama.cpp",
            hardware=MIXED,
            settings={"context": 8192, "parallel": 1},
        ),
        [r"split by what is free on each \(other programs count\), not by size", r"main card also carries buffers of its own"],
    ),
    "UC-F-15": (
        lambda at: want("qwen3-235b-a22b", None, hardware=MOE_PAIR, os="windows"),
        [r"several times slower than on Linux", r"Fewer graph splits"],
    ),
    "UC-F-18": (
        lambda at: want("llama-3.3-70b-instruct", "RTX 3090", 4, users=8, task="team-service", interface="api"),
        [r"NVLink is not needed for tensor parallel 4", r"trade-off: pace \(decode\) about 15 % up, time to the first token \(TTFT\)"],
    ),
    "UC-F-19": (
        lambda at: ask(
            model="llama-3.3-70b-instruct",
            quantization="fp8",
            engine="vllm",
            hardware=card("GH200", 2),
            settings={"context": 8192, "pipeline_parallel": 2},
        ),
        [r"latency counts, not bandwidth", r"over the Internet it is hopeless"],
    ),
    "UC-F-20": (
        lambda at: paste("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 44.00 MiB. GPU 0 has 20.1 GiB free"),
        [r"host RAM, not GPU memory", r"50 % of the RAM by default"],
    ),
    "UC-F-21": (
        lambda at: both(
            ask(
                model=QWEN14,
                quantization="q4_k_m",
                engine="llama.cpp",
                hardware=card("Arc A770"),
                settings={"context": 16384, "parallel": 1, "backend": "sycl"},
            ),
            paste("sycl: UR_RESULT_ERROR_OUT_OF_RESOURCES, allocation failed"),
        ),
        [r"UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1", r"not the total memory|though the total would fit"],
    ),
    "UC-H-01": (
        lambda at: ask(
            model="lfm2-1.2b",
            quantization="fp16",
            engine="llama.cpp",
            hardware=card("RTX 4090"),
            settings={"context": 32768, "parallel": 1},
        ),
        [
            lambda told: memory(told).kv_bytes == 384 * 2**20,
            lambda told: any(d.quantity == "kv_bytes" and d.values["layers"] == 6 for d in told.figures.derivation),
        ],
    ),
    "UC-H-03": (
        lambda at: both(
            ask(
                model=str(at / "reference" / "configs" / "moonshotai__Kimi-K2.5.json"),
                engine="vllm",
                hardware=card("B200", 8),
                settings={"context": 4096, "tensor_parallel": 8},
            ),
            ask(
                model="qwen3-vl-8b-instruct",
                quantization="q4_k_m",
                engine="llama.cpp",
                hardware=card("RTX 4090"),
                settings={"context": 4096},
            ),
        ),
        [
            lambda told: (told.figures[0].case.model.num_hidden_layers, told.figures[0].case.model.num_attention_heads) == (61, 64),
            r"vision part \(\d\.\d+ GB in 16 bit\) is a file of its own and not counted here",
        ],
    ),
    "UC-H-04": (lambda at: Told("", heads()), [lambda told: told.figures == [128, 64, 64]]),
    "UC-H-06": (
        lambda at: ask(
            model="qwen3.5-27b",
            quantization="q8_0",
            engine="llama.cpp",
            hardware=card(None, 3, memory_gib=16),
            settings={"context": 262144, "parallel": 4, "kv_unified": True, "ubatch": 2048},
        ),
        [
            lambda told: all(d.state_bytes > 0 for d in memory(told).devices if d.layers),
            lambda told: all(d.compute_bytes > 0 for d in memory(told).devices if d.layers),
            r"counted card by card, not as a sum",
        ],
    ),
    "UC-H-07": (
        lambda at: ask(
            model="unsloth/DeepSeek-R1-0528-GGUF",
            quantization="q4_k_m",
            engine="llama.cpp",
            hardware=card("B200", 8),
            settings={"context": 4096, "parallel": 1},
        ),
        [
            lambda told: (
                670e9 < (told.figures.case.model.published_parameters or 0) < 690e9
                and 380e9 < sum(d.weights_bytes for d in memory(told).devices) < 420e9
            ),
            None,
        ],
    ),
    "UC-H-08": (
        lambda at: ask(model="qwen3.5-9b", quantization="q4_k_m", engine="llama.cpp", hardware=card("RTX 5090")),
        [lambda told: 5.0e9 <= memory(told).weights_bytes <= 5.9e9, r"How long a request may be is your choice"],
    ),
    "UC-H-12": (
        lambda at: ask(
            model="qwen3-embedding-0.6b",
            quantization="q8_0",
            engine="llama.cpp",
            hardware=card("RTX 4090"),
            settings={"context": 8192, "parallel": 1, "ubatch": 8192, "max_batched_tokens": 8192},
        ),
        [r"compute buffer, \d\.\d+ GB, grows with the micro-batch \(ubatch 8,192\)"],
    ),
    "UC-H-13": (
        lambda at: ask(
            model="deepseek-v2-lite",
            quantization="q4_k_m",
            engine="llama.cpp",
            hardware=card("RTX 4090"),
            settings={"context": 32768, "parallel": 1},
        ),
        [r"heads of 192 \+ 128", r"a compute buffer of GBs on top"],
    ),
    "UC-H-18": (
        lambda at: ask(
            model="gemma-4-e2b-it",
            quantization="q4_k_m",
            engine="llama.cpp",
            hardware=card("RTX 4090"),
            settings={"context": 4096, "parallel": 1},
        ),
        [lambda told: gib(tied(told), 0.2, 0.42), lambda told: told.figures.case.model.vocab_size >= 250_000],
    ),
    "UC-H-21": (
        lambda at: ask(model="qwen3-reranker-0.6b", engine="vllm", hardware=card("RTX 4090"), settings={"context": 8192}),
        [r"whatever the model needs", r"It reserves 2\d\.\d+ GB by gpu_memory_utilization = 0\.92.*weights 1\.\d+ GB"],
    ),
}
