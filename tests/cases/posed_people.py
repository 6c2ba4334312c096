"""Several people at once, and what to choose (kinds C and D). How each is asked, and a check for every idea of a good answer."""

from __future__ import annotations

from posing import (
    CONCURRENCY,
    LLAMA8,
    QWEN14,
    Posed,
    ask,
    bits,
    both,
    card,
    command,
    first_engine,
    log,
    paste,
    quality_loss,
    served,
    want,
    weights_gb,
)

POSED: Posed = {
    "UC-C-04": (
        lambda at: both(
            paste(CONCURRENCY),
            ask(
                model="qwen3-8b",
                quantization="bf16",
                engine="vllm",
                hardware=card("RTX 4090"),
                settings={"context": 8192},
                workload={"concurrency": 30, "prompt_tokens": 600, "output_tokens": 200},
            ),
        ),
        [r"37,765 tokens of cache", r"Users at once = cache ÷ \(prompt \+ answer\): of 800 tokens about 47"],
    ),
    "UC-C-06": (
        lambda at: ask(
            model="mistral-small-24b-instruct-2501",
            quantization="q4_k_m",
            engine="ollama",
            hardware=card("RTX 4090", 4),
            settings={"context": 32768, "parallel": 4},
            workload={"concurrency": 4},
        ),
        [r"no faster than one that holds the model", r"each works about 25 % of the time"],
    ),
    "UC-C-07": (
        lambda at: ask(
            model="gpt-oss-20b",
            quantization="mxfp4",
            engine="ollama",
            hardware=card("RTX 4090"),
            settings={"context": 8192},
            workload={"concurrency": 4},
        ),
        [r"OLLAMA_NUM_PARALLEL=4 in the service's environment", r"KV cache is then 4 times one request's context, about 0\.\d+ GB"],
    ),
    "UC-C-10": (
        lambda at: both(
            *(
                ask(
                    model="qwen3-8b",
                    quantization="q4_k_m",
                    engine="llama.cpp",
                    hardware=card("H100 SXM5 80GB"),
                    settings={"context": each, "parallel": slots},
                )
                for each, slots in ((1024, 4), (27306, 6))
            )
        ),
        [
            lambda told: "-c 4096 with 4 slots gives each 1,024" in told.text and "with 6 slots gives each 27,306" in told.text,
            r"Ollama and vLLM mean one request's length",
        ],
    ),
    "UC-C-11": (
        lambda at: both(
            paste(log(at, "log_llamacpp_slots_unified")),
            ask(
                model="qwen3-8b",
                quantization="q4_k_m",
                engine="llama.cpp",
                engine_version="b9265",
                hardware=card("RTX 4090"),
                settings={"context": 1024},
                workload={"concurrency": 4},
            ),
        ),
        [r"4 slots SHARE one pool of 1,024 cells", r"together they cannot use more", r"without -np since build b7500.*its own 256"],
    ),
    "UC-C-12": (
        lambda at: both(
            ask(
                model="meta-llama-3-8b-instruct",
                quantization="bf16",
                engine="vllm",
                hardware=card("A100 SXM4 40GB", 8),
                settings={"context": 4096, "tensor_parallel": 8},
                workload={"concurrency": 1000},
            ),
            want("meta-llama-3-8b-instruct", "A100 SXM4 40GB", 8, users=1000, task="team-service", interface="api"),
        ),
        [r"8 replicas, one a card", r"raise (?:TP|tensor)|larger tensor parallel"],
    ),
    "UC-C-15": (
        lambda at: ask(
            model="glm-5.3-flash",
            engine="vllm",
            hardware=card("B200", 4),
            settings={"context": 140000, "tensor_parallel": 4, "max_batched_tokens": 512},
            workload={"concurrency": 8, "prompt_tokens": 130000, "output_tokens": 300},
        ),
        [r"short ones wait behind it even while the cache is nearly empty", r"130,000 tokens takes 254 steps of 512"],
    ),
    "UC-C-16": (
        lambda at: ask(
            model="qwen3-vl-8b-instruct",
            quantization="q4_k_m",
            engine="ollama",
            hardware=card("RTX 4090"),
            settings={"context": 4096, "parallel": 4},
            workload={"concurrency": 4},
        ),
        [r"Ollama serves qwen3vl models one request at a time"],
    ),
    "UC-D-02": (
        lambda at: want(LLAMA8, "A100 SXM4 40GB", users=64, task="team-service", interface="api"),
        [
            lambda told: (
                first_engine("vllm", "sglang")(told)
                and served("A100 SXM4 40GB", LLAMA8, "vllm", 64) > 10 * served("A100 SXM4 40GB", LLAMA8, "ollama", 1, parallel=1)
            ),
            lambda at: served("A100 SXM4 40GB", LLAMA8, "vllm", 1) < 1.5 * served("A100 SXM4 40GB", LLAMA8, "ollama", 1, parallel=1),
        ],
    ),
    "UC-D-04": (
        lambda at: ask(
            model="phi-3-mini-4k-instruct",
            quantization="awq",
            engine="vllm",
            hardware=card("A40"),
            settings={"context": 2048},
            workload={"concurrency": 256, "prompt_tokens": 686, "output_tokens": 56, "requests_per_s": 60},
        ),
        [
            r"60 requests a second are asked for.*short by [2-9]\.\d times",
            r"weight-only.*prompts \(prefill\) are computed in 16 bit",
            r"time to the first token is then time in the queue",
        ],
    ),
    "UC-D-05": (
        lambda at: ask(
            model="qwen3.5-35b-a3b",
            quantization="mlx-4bit",
            engine="mlx-lm",
            hardware=card("M1 Max"),
            settings={"context": 32768},
            workload={"concurrency": 1, "prompt_tokens": 8192, "output_tokens": 200},
        ),
        [
            r"pace that programs show leaves out reading the prompt",
            r"version matters more than the format",
            r"Apple M1 has no native BF16",
        ],
    ),
    "UC-D-07": (
        lambda at: both(
            want(LLAMA8, None, hardware={"memory_gib": 8}, context=8192),
            want(LLAMA8, None, hardware={"memory_gib": 12}, context=8192, priority="quality"),
        ),
        [
            lambda told: (
                4.85 <= bits("q4_k_m") <= 4.93
                and 4.88 <= weights_gb(LLAMA8, "q4_k_m") <= 4.96
                and told.figures[0].recommendations[0].estimate.case.quantization.id in ("q4_k_m", "q5_k_m")
            ),
            lambda told: (
                quality_loss("q6_k") < 0.25 * quality_loss("q4_k_m")
                and told.figures[1].recommendations[0].estimate.case.quantization.id in ("q6_k", "q8_0")
            ),
            lambda at: quality_loss("q3_k_m") >= 2.5 * quality_loss("q4_k_m"),
        ],
    ),
    "UC-D-08": (
        lambda at: want(
            LLAMA8, "H100 SXM5 80GB", users=64, task="agents", interface="api", prompt_tokens=6144, shared_prefix_tokens=4096
        ),
        [r"gain is high only where much of the prompt is shared.*6\.4x", r"measure with your own load"],
    ),
    "UC-D-14": (
        lambda at: both(want(QWEN14, "MI50 32GB"), command(model=QWEN14, engine="llama.cpp", quantization="q4_k_m", device="MI50 32GB")),
        [r"gfx906", r"take the Vulkan back end"],
    ),
    "UC-D-15": (
        lambda at: want("qwen3-8b", "RTX 4090", users=1),
        [r"vllm: For 1 at a time it gains nothing over the simpler engines", r"batching pays from about \d+ users at once"],
    ),
}
