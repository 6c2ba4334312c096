"""Error lines of engines: the line's own numbers in the answer, silence where nothing is known, no time lost on hostile text."""

import time

import pytest

from advisor.errors import CannotAnswer
from advisor.machine.paste import read_paste
from advisor.readers.engine_errors import ERRORS, explain

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


def test_large_allocations_are_not_blamed_on_host_memory():
    assert explain(["CUDA out of memory. Tried to allocate 20.00 MiB."])
    assert not explain(["CUDA out of memory. Tried to allocate 2.00 GiB."])


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
    assert all(said.__doc__ for _, said in ERRORS)
