"""Cases from public threads beyond the given collection (`threads.jsonl`, in its form): how each is asked, a check for every idea."""

from __future__ import annotations

from posing import Posed, ask, both, card, gib, memory, paste, verdict, want

UNIFIED = {"device": "Ryzen AI Max+ 395", "count": 1, "host_memory_gib": 128}
BUDGET = (
    "INFO worker.py:267] the current vLLM instance can use total_gpu_memory (8.00GiB) x gpu_memory_utilization (0.70) = 5.60GiB\n"
    "INFO worker.py:267] model weights take 5.20GiB; non_torch_memory takes 0.03GiB; PyTorch activation peak memory takes 1.42GiB; the "
    "rest of the memory reserved for KV Cache is -1.05GiB.\nValueError: No available memory for the cache blocks. Try increasing"
)
BUSY = (
    "ValueError: Free memory on device xpu:0 (0.22/30.3 GiB) on startup is less than desired GPU memory utilization (0.7, 21.21 GiB). "
    "Decrease GPU memory utilization or reduce GPU memory used by other processes."
)
WSL = "ValueError: Free memory on device (22.58/23.89 GiB) on startup is less than desired GPU memory utilization (0.95, 22.7 GiB)."
STATES = "ValueError: max_num_seqs (1024) exceeds available Mamba cache blocks (969)."
SAMPLER = (
    "RuntimeError: CUDA out of memory occurred when warming up sampler with 1024 dummy requests. Please try lowering `max_num_seqs` or "
    "`gpu_memory_utilization` when initializing the engine."
)
TOO_LONG = (
    "ValueError: The model's max seq len (29000) is larger than the maximum number of tokens that can be stored in KV cache (23648). Try "
    "increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine."
)
FIT = (
    "common_params_fit_impl: projected to use 8664 MiB of device memory vs. 7200 MiB of free device memory\n"
    "common_params_fit_impl: cannot meet free memory target of 1024 MiB, need to reduce device memory by 2488 MiB"
)
CUT = 'level=WARN source=runner.go:131 msg="truncating input prompt" limit=4096 prompt=8942 keep=4 new=4096'
PREEMPTED = (
    "WARNING scheduler.py:1141] Sequence group 221 is preempted by PreemptionMode.RECOMPUTE mode because there is not enough KV cache "
    "space. total_num_cumulative_preemption=101"
)
NO_BF16 = (
    "ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla V100-SXM2-32GB GPU has compute "
    "capability 7.0."
)


def first(told, at=None):
    answer = told.figures if at is None else told.figures[at]
    return answer.recommendations[0]


POSED: Posed = {
    "TH-A-01": (
        lambda at: paste(BUDGET),
        [r"0\.70 of 8\.00 GiB = 5\.60 GiB.*1\.05 GiB more: it needs more than 0\.84", r"Raise gpu_memory_utilization"],
    ),
    "TH-A-03": (
        lambda at: paste(BUSY),
        [r"what is left of an earlier start, holds them; end it", r"no share \(gpu_memory_utilization\) is small enough"],
    ),
    "TH-A-04": (
        lambda at: paste(STATES),
        [r"--max-num-seqs 969 or fewer", r"one state block for each sequence that runs", r"shorter --max-model-len leaves room"],
    ),
    "TH-A-05": (
        lambda at: paste(SAMPLER),
        [r"Lower --max-num-seqs", r"or lower gpu_memory_utilization: a higher one makes it worse", r"1,024 sequences.*logits"],
    ),
    "TH-A-07": (
        lambda at: both(
            paste(TOO_LONG),
            ask(
                near=True,
                model="meta-llama/Llama-3.1-8B-Instruct",
                engine="vllm",
                engine_version="0.6.4",
                quantization="bf16",
                hardware=card("RTX 3090"),
                settings={"context": 60000, "gpu_memory_utilization": 0.9},
            ),
        ),
        [
            r"cache holds 23,648 tokens, fewer than one request of 29,000",
            lambda told: told.figures[1].memory.kv_bytes_per_token == 131072,
            r"Keep the KV cache in 8 bit \(fp8\)",
        ],
    ),
    "TH-A-08": (
        lambda at: ask(
            model="deepseek-ai/DeepSeek-Coder-V2-Lite-Instruct",
            engine="vllm",
            quantization="bf16",
            hardware=card("L40"),
            settings={"context": 163840},
        ),
        [
            verdict("fits", "tight"),
            lambda told: memory(told).kv_bytes_per_token == 31104,
            lambda told: memory(told).max_context_tokens >= 163840,
        ],
    ),
    "TH-A-09": (
        lambda at: both(
            *(
                ask(
                    near=True,
                    model="deepseek-ai/DeepSeek-R1",
                    engine="sglang",
                    quantization="fp8",
                    hardware=card(device, 8),
                    settings={"context": 8192, "tensor_parallel": 8},
                )
                for device in ("H100 SXM5 80GB", "H200")
            )
        ),
        [
            lambda told: told.figures[0].verdict == "does_not_fit" and 660e9 < 8 * told.figures[0].memory.weights_bytes < 700e9,
            lambda told: told.figures[1].verdict in ("fits", "tight"),
            r"Take a smaller quantization: AWQ",
        ],
    ),
    "TH-A-13": (
        lambda at: ask(
            model="Qwen/Qwen2.5-14B-Instruct",
            engine="llama.cpp",
            quantization="q4_k_m",
            hardware=card("cpu"),
            settings={"context": 131072, "parallel": 1, "ubatch": 6500, "max_batched_tokens": 6500, "flash_attention": False},
        ),
        [
            lambda told: 0.9 < memory(told).compute_bytes / 139_183_763_104 < 1.1,
            r"grows with the micro-batch \(ubatch 6,500\): a smaller one shrinks it",
            r"Without flash attention the compute buffer grows with context",
        ],
    ),
    "TH-A-14": (
        lambda at: both(
            *(
                ask(
                    model="microsoft/Phi-4-mini-instruct",
                    engine="llama.cpp",
                    quantization="q4_k_m",
                    hardware=hardware,
                    settings={"context": context, "parallel": 1},
                )
                for hardware, context in ((card("cpu", memory_gib=4, host_memory_gib=4), 128000), (card(None, memory_gib=4.8), 8192))
            )
        ),
        [
            lambda told: gib(told.figures[0].memory.kv_bytes, 15.5, 15.8),
            lambda told: told.figures[0].verdict == "does_not_fit",
            lambda told: told.figures[1].verdict in ("fits", "tight"),
        ],
    ),
    "TH-A-22": (
        lambda at: ask(
            model="CohereLabs/c4ai-command-r7b-12-2024",
            engine="llama.cpp",
            quantization="q6_k_l",
            hardware=card("RTX 3090"),
            settings={"context": 31000, "parallel": 1},
        ),
        [
            lambda told: 0.9 < memory(told).total_bytes / (9115 * 2**20) < 1.07,
            r"24 of 32 layers keep no more than the last 4,096 tokens",
            r"saves 2\.\d+ GB of cache here\. --swa-full keeps them whole and costs that much",
        ],
    ),
    "TH-A-23": (
        lambda at: ask(
            model="openai/gpt-oss-20b",
            engine="llama.cpp",
            quantization="mxfp4",
            hardware=card("RTX 4090"),
            settings={"context": 131072, "parallel": 1},
        ),
        [lambda told: gib(memory(told).kv_bytes, 3.0, 3.1), r"12 of 24 layers keep no more than the last 128 tokens"],
    ),
    "TH-A-29": (lambda at: paste(WSL), [r"of 0\.94 would start", r"Others hold 1\.3 GiB; a desktop, WSL or a driver's context"]),
    "TH-A-31": (
        lambda at: paste(FIT),
        [r"2,488 MiB are too much", r"go to main memory, which slows every token", r"1,024 MiB of those are kept so \(--fit-target\)"],
    ),
    "TH-B-01": (
        lambda at: both(
            *(
                ask(
                    near=True,
                    model=model,
                    engine="ollama",
                    engine_version="0.7.1",
                    quantization="q4_0",
                    hardware={"device": "Apple M1", "host_memory_gib": 8},
                    settings={"context": 4096, "parallel": 1},
                )
                for model in ("meta-llama/Llama-2-7b-chat-hf", "meta-llama/Meta-Llama-3-8B-Instruct")
            )
        ),
        [
            lambda told: [f.memory.kv_bytes_per_token for f in told.figures] == [524288, 131072] and "524 KB a token, 4 times" in told.text,
            r"Shorten the context to \d,\d{3} tokens",
        ],
    ),
    "TH-B-04": (
        lambda at: ask(
            model="Qwen/Qwen3-14B",
            engine="llama.cpp",
            quantization="q4_k_m",
            hardware=card("RTX 4080"),
            settings={"context": 16384, "parallel": 1, "kv_cache_dtype": "q5_1"},
        ),
        [r"no kernel for a KV cache in q5_1.*attention runs on the processor", r"Take q8_0 or q4_0", r"GGML_CUDA_FA_ALL_QUANTS"],
    ),
    "TH-B-12": (
        lambda at: both(
            want("openai/gpt-oss-120b", None, hardware=UNIFIED, context=8192),
            ask(
                model="openai/gpt-oss-120b",
                engine="llama.cpp",
                quantization="mxfp4",
                hardware=UNIFIED,
                settings={"context": 8192, "parallel": 1},
            ),
        ),
        [
            lambda told: first(told, 0).engine in ("llama.cpp", "ollama", "lmstudio"),
            lambda told: told.figures[1].speed.decode_tokens_per_s.low <= 50 <= told.figures[1].speed.decode_tokens_per_s.high,
        ],
    ),
    "TH-B-18": (
        lambda at: paste(CUT),
        [r"8,942 tokens was cut to fit a context of 4,096", r"OLLAMA_CONTEXT_LENGTH, or num_ctx", r"above prompt and answer together"],
    ),
    "TH-C-02": (
        lambda at: ask(
            near=True,
            model="meta-llama/Llama-3.3-70B-Instruct",
            engine="vllm",
            quantization="fp8",
            hardware=card("H100 SXM5 80GB", 2),
            settings={"context": 131072, "tensor_parallel": 2},
            workload={"concurrency": 5, "prompt_tokens": 120000, "output_tokens": 1000},
        ),
        [lambda told: memory(told).kv_bytes_per_token * 131072 in (40 * 2**30, 20 * 2**30), verdict("queues"), r"KV cache in 8 bit"],
    ),
    "TH-C-04": (
        lambda at: paste(PREEMPTED),
        [r"KV cache is full.*computed again later", r"higher gpu_memory_utilization.*more cards", r"fewer at once \(--max-num-seqs"],
    ),
    "TH-C-08": (
        lambda at: ask(
            model="Qwen/Qwen3-Next-80B-A3B-Instruct",
            engine="sglang",
            quantization="fp8",
            hardware=card("H100 SXM5 80GB", 2),
            settings={"context": 32768, "tensor_parallel": 2},
            workload={"concurrency": 400, "prompt_tokens": 1000, "output_tokens": 300},
        ),
        [r"No more than \d+ run at a time.*recurrent states", r"--mamba-full-memory-ratio \(or --max-mamba-cache-size\)"],
    ),
    "TH-C-10": (
        lambda at: ask(
            near=True,
            model="Qwen/Qwen2.5-Coder-7B-Instruct",
            engine="ollama",
            quantization="q4_k_m",
            hardware=card("RTX 4060 Ti 16GB"),
            settings={"context": 32768, "parallel": 8},
        ),
        [
            r"8 slots of 32,768 tokens ready, 15\.0 GB of cache",
            r"OLLAMA_NUM_PARALLEL = 1 frees 13\.2 GB(.|\n)*no more slots than ask at once: 1",
        ],
    ),
    "TH-C-12": (
        lambda at: ask(
            model="Qwen/Qwen3.6-27B",
            engine="llama.cpp",
            quantization="q4_k_m",
            hardware=card("RTX 5090"),
            settings={"context": 131072, "parallel": 1},
            workload={"concurrency": 3},
        ),
        [r"in 8,192 MiB: \d of 131,072 tokens", r"--cache-ram \(MiB\)"],
    ),
    "TH-D-01": (
        lambda at: both(
            ask(
                model="Qwen/Qwen2.5-72B-Instruct-AWQ",
                engine="vllm",
                hardware=card("A800 SXM4 80GB", 4),
                settings={"context": 2048, "tensor_parallel": 4},
                workload={"concurrency": 500, "prompt_tokens": 500, "output_tokens": 100},
            ),
            ask(
                model="Qwen/Qwen2.5-72B-Instruct",
                engine="vllm",
                quantization="bf16",
                hardware=card("A800 SXM4 80GB", 4),
                settings={"context": 2048, "tensor_parallel": 4},
            ),
        ),
        [r"weight-only: with 500 at once.*gains little over BF16", lambda told: told.figures[1].verdict in ("fits", "tight")],
    ),
    "TH-D-03": (
        lambda at: both(paste(NO_BF16), want("Qwen/Qwen2.5-14B-Instruct", "V100 32GB", users=4, interface="api", context=8192)),
        [r"add --dtype half", lambda told: first(told, 1).engine in ("llama.cpp", "ollama")],
    ),
    "TH-D-10": (
        lambda at: want("deepseek-ai/DeepSeek-R1", "RTX 4090", 8, hardware={"host_memory_gib": 256}, context=8192),
        [
            lambda told: first(told).engine in ("llama.cpp", "ollama", "lmstudio"),
            lambda told: first(told).estimate.case.quantization.bits_per_weight < 5,
            r"The experts of \d+ of 61 layers stay in host memory",
        ],
    ),
}
