"""Error lines of engines: the line's own numbers in the answer, silence where nothing is known, no time lost on hostile text."""

import time

import pytest

from advisor.errors import CannotAnswer
from advisor.machine.paste import read_paste
from advisor.readers.engine_errors import ERRORS, FALLBACKS, explain

TOO_LONG = (
    "max seq len (32768), (4.00 GiB KV cache is needed, which is larger than the available KV cache memory (3.00 GiB). Based on the "
    "available memory, the estimated maximum model length is 24576."
)


def test_the_lines_own_numbers_are_used():
    said = explain([TOO_LONG])
    assert "24,576 tokens fit" in said[0]
    assert "--max-model-len 23000" in said[0]
    assert "128.0 KiB a token" in said[1]
    assert "8,192 tokens" in said[1]


def test_the_engines_own_estimate_is_left_out_where_the_line_has_none():
    said = explain([TOO_LONG.split(" Based")[0]])
    assert not any("itself estimates" in text for text in said)
    assert "128.0 KiB a token" in said[0]


def test_a_share_that_would_start_is_rounded_down():
    said = explain(["Free memory on device (70.0/80.0 GiB) on startup is less than desired GPU memory utilization (0.9, 72.0 GiB)."])
    assert "of 0.87 would start" in said[0]


def test_what_others_hold_is_told_and_no_share_where_next_to_nothing_is_free():
    said = explain(["Free memory on device (22.58/23.89 GiB) on startup is less than desired GPU memory utilization (0.95, 22.7 GiB)."])
    assert "of 0.94 would start. Others hold 1.3 GiB" in said[0]
    said = explain(["Free memory on device xpu:0 (0.22/30.3 GiB) on startup is less than desired GPU memory utilization (0.7, 21.21 GiB)."])
    assert "no share" in said[0]
    assert "30.1 GiB" in said[0]
    assert "would start" not in said[0]


BUDGET = (
    "the current vLLM instance can use total_gpu_memory (8.00GiB) x gpu_memory_utilization (0.70) = 5.60GiB",
    "model weights take 5.20GiB; PyTorch activation peak memory takes 1.42GiB; the rest of the memory reserved for KV Cache is -1.05GiB.",
    "ValueError: No available memory for the cache blocks. Try increasing",
)


def test_the_share_that_would_do_is_worked_out_from_the_budgets_own_lines():
    said = explain(BUDGET)
    assert "0.70 of 8.00 GiB = 5.60 GiB" in said[0]
    assert "1.05 GiB more: it needs more than 0.84" in said[0]
    assert len(explain(BUDGET[2:])) == 1


def test_where_the_next_higher_share_runs_out_no_share_is_advised():
    text = "OutOfMemoryError: out of memory (--mem-fraction-static 0.85)\nNot enough memory. Please try to increase --mem-fraction-static."
    assert "none suits" in explain([text])[1]


def test_a_line_that_names_no_cause_is_explained_only_alone():
    alone = "Error: llama runner process has terminated"
    assert "names no cause" in explain([alone])[0]
    said = "\n".join(explain([alone + ": signal: killed"]))
    assert "main memory ran out" in said
    assert "names no cause" not in said


def test_kept_prompts_are_named_where_mlx_ran_out():
    metal = "[METAL] Command buffer execution failed: Insufficient Memory"
    assert not any("prompt-cache" in text for text in explain([metal]))
    assert any("--prompt-cache-size" in text for text in explain([metal, "zsh: abort  mlx_lm.server --model x"]))


def test_large_allocations_are_not_blamed_on_host_memory():
    assert "host RAM" in explain(["CUDA out of memory. Tried to allocate 20.00 MiB."])[0]
    (large,) = explain(["CUDA out of memory. Tried to allocate 2.00 GiB."])
    assert "The card was full when 2.147 GB more were wanted" in large
    assert "host RAM" not in large


def test_a_card_that_is_full_is_not_blamed_on_host_memory():
    said = explain(["CUDA out of memory. Tried to allocate 44.00 MiB. GPU 0 has a total capacity of 23.6 GiB of which 12.00 MiB is free."])
    assert len(said) == 1 and "44 MiB were asked for and 12 MiB were free" in said[0] and "card of 23.6 GiB" in said[0]
    assert not any(word in said[0] for word in ("host RAM", "WSL"))


def test_start_and_serving_ask_for_opposite_changes():
    start = explain(["Not enough memory. Please try to increase --mem-fraction-static."])
    serving = explain(["Decode batch. #running-req: 12", "out of memory, reduce --mem-fraction-static"])
    unclear = explain(["out of memory --mem-fraction-static"])
    assert ": raise" in start[0]
    assert ": lower" in serving[0]
    assert "?" in unclear[0]
    assert len(unclear) == 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4", "--dtype half"),
        ("ValueError: No available memory for the cache blocks. Try increasing", "nothing is left for the cache"),
        ("Error: model requires more system memory (164.8 GiB) than is available (13.4 GiB)", "164.8 GiB of RAM are needed and 13.4 GiB"),
        ("RuntimeError: CUDA error: no kernel image is available for execution on the device", "CUDA 12.8"),
        ("error loading model architecture: unknown model architecture: 'gemma4'", "the architecture gemma4"),
        ("warning: no usable GPU found, --gpu-layers option will be ignored", "CPU build"),
        ("DistBackendError: NCCL error in: NCCLUtils.hpp:268, unhandled system error", "--ipc=host or --shm-size=16g"),
        (
            'level=WARN source=runner.go:129 msg="truncating input prompt" limit=2048 prompt=3940 keep=5',
            "3,940 tokens was cut to fit a context of 2,048",
        ),
        (
            "Quantization method specified in the model config (gptq) does not match the quantization method",
            "(gptq): leave --quantization out",
        ),
        (
            "User-specified max_model_len (131072) is greater than the derived max_model_len (max_position_embeddings=8192",
            "take --max-model-len 8192",
        ),
        ("Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)", "iogpu.wired_limit_mb"),
        ("ValueError: max_num_seqs (1024) exceeds available Mamba cache blocks (969).", "969 of them fit: start with --max-num-seqs 969"),
        (
            "RuntimeError: CUDA out of memory occurred when warming up sampler with 1024 dummy requests. Please try lowering",
            "for 1,024 sequences at once",
        ),
        ("WARNING Sequence group 221 is preempted by PreemptionMode.RECOMPUTE mode because there is not enough", "computed again later"),
        ("KV cache pool is full. Retract requests. #retracted_reqs: 1", "--max-running-requests"),
        ("Error: Model loading was stopped due to insufficient system resources.", "Model loading guardrails"),
        ("llama_new_context_with_model: V cache quantization requires flash_attn", "-fa on"),
        ("llama_model_load: error loading model: unable to allocate Vulkan0 buffer", "no room on Vulkan0"),
        ("llama_kv_cache: n_ctx = 131072 failed to allocate buffer for kv cache", "cache of 131,072 tokens"),
        ("llama_context: flash_attn = 0 ... failed to allocate compute pp buffers", "context × micro-batch"),
        ("ggml_vulkan: Device memory allocation of size 2147483648 failed.", "2.15 GB in one piece"),
        ("failed to fit params to free device memory: n_gpu_layers already set by user to 99, abort", "n_gpu_layers was set by hand"),
        ('msg="model request too large for system" requested="164.8 GiB" available="14.3 GiB"', "needs 164.8 GiB and 14.3 GiB are free"),
        ("Error: server busy, please try again. maximum pending requests exceeded", "OLLAMA_NUM_PARALLEL"),
        ("This model's maximum context length is 8192 tokens. However, you requested 8204 tokens", "takes 8,204 tokens"),
        (
            '"message":"the request exceeds the available context size","n_prompt_tokens":14429,"n_ctx":8192',
            "14,429 tokens and one slot holds 8,192",
        ),
        ("slot 0: forcing full prompt re-processing due to lack of cache data (likely due to SWA", "--swa-full"),
        ("amdgpu: SVM mapping failed, exceeds resident system memory limit", "--cache-ram"),
        ("ROCm error: out of memory", "while it computed"),
        ("[TensorRT-LLM][ERROR] CUDA runtime error in ::cudaMallocAsync(ptr, n, s): out of memory", "--max_num_tokens"),
        ("Your GPU does not have native support for FP8 computation but FP8 quantization is being used", "weight-only here"),
        ("type fp8e4nv not supported in this architecture. The supported fp8 dtypes are", "vLLM has one"),
        ("RuntimeError: Current platform can NOT allocate memory block with size larger than 4GB!", "UR_L0_ENABLE_RELAXED"),
        ("ggml_backend_cuda_buffer_type_alloc_buffer: allocating 6462.00 MiB on device 0: cudaMalloc failed: out of memory", "6.78 GB"),
    ],
)
def test_known_lines(line, said):
    assert said in "\n".join(explain([line]))
    assert not explain([line[:12]])


def test_an_error_alone_is_a_paste_and_other_text_is_none():
    found = read_paste("vllm: error: unrecognized arguments: --enable-reasoning")
    assert found.kind == "engine error"
    assert found.machine is None
    with pytest.raises(CannotAnswer, match="error it stopped with"):
        read_paste("my program crashed")


@pytest.mark.parametrize(
    "piece", ["captur graph ", "captur", "max seq len (1", "gfx900 ", "attention heads ", "Tried to allocate 1 M", "UR_RESULT_"]
)
def test_hostile_repetitions_are_quick(piece):
    started = time.perf_counter()
    explain([piece * 20_000])
    assert time.perf_counter() - started < 2


def test_every_error_names_its_source():
    assert all(said.__doc__ for _, said in (*ERRORS, *FALLBACKS))


def test_a_healthy_server_that_names_its_share_is_no_error():
    assert not explain(["server_args=ServerArgs(mem_fraction_static=0.85)", "The server is fired up and ready to roll!"])
