"""What engines print at the start, beyond the pastes of shared/: each figure in its own unit, the last one printed."""

import pytest

from advisor.machine.paste import read_paste
from advisor.readers.paste import read_tool_output

MIB, GIB = 2**20, 2**30


@pytest.mark.parametrize("text, figures", [
    ("INFO worker.py:267] the current vLLM instance can use total_gpu_memory (14.56GiB) x gpu_memory_utilization (0.50) = 7.28GiB\n"
     "model weights take 2.89GiB; non_torch_memory takes 0.01GiB; the rest of the memory reserved for KV Cache is 2.36GiB.\n"
     "INFO executor_base.py:113] # cuda blocks: 5519, # CPU blocks: 9362\n",
     {"total_bytes": 14.56 * GIB, "gpu_memory_utilization": 0.5, "kv_bytes": 2.36 * GIB, "kv_tokens": 5519 * 16}),
    ("KV Cache is allocated. #tokens: 171008, K size: 5.22 GB, V size: 5.22 GB\nKV Cache is allocated. #tokens: 171008, K size: 0.33 GB, V"
     " size: 0.33 GB\nmax_total_num_tokens=171008, context_len=169000\n", {"kv_bytes": 10.44 * GIB, "max_model_len": 169000}),
    ("KV Cache is allocated. #tokens: 524288, KV size: 17.16 GB\n", {"kv_tokens": 524288, "kv_bytes": 17.16 * GIB}),
    ("[TensorRT-LLM][INFO] [MemUsageChange] Allocated 12.50 GiB for max tokens in paged KV cache (65536).\n[TensorRT-LLM][INFO]"
     " [MemUsageChange] Allocated 43.87 GiB for max tokens in paged KV cache (229984).\n", {"kv_bytes": 43.87 * GIB, "kv_tokens": 229984}),
    ("load_tensors: offloaded 33/33 layers to GPU\nllama_kv_cache_unified:      CUDA0 KV buffer size =  1024.00"
     " MiB\nllama_kv_cache_unified:"
     " size = 1024.00 MiB (  8192 cells,  32 layers,  1 seqs), K (f16):  512.00 MiB, V (f16):  512.00 MiB\n"
     "llama_context:      CUDA0 compute buffer size =   560.00 MiB\nllama_context:  CUDA_Host compute buffer size =    24.01 MiB\n",
     {"kv_bytes": 1024 * MIB, "compute_bytes": 560 * MIB, "layers": 33}),
    ("llama_params_fit_impl: projected to use 21345 MiB of device memory vs. 23044 MiB of free device memory\n",
     {"required_bytes": 21345 * MIB, "available_bytes": 23044 * MIB}),
    ("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.32 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.21 GiB is"
     " free.\n", {"asked_bytes": 2.32 * GIB, "total_bytes": 23.64 * GIB, "free_bytes": 1.21 * GIB})])
def test_figures(text: str, figures: dict[str, float]) -> None:
    found = read_tool_output(text).figures
    assert {name: found.get(name) for name in figures} == {name: pytest.approx(value, rel=1e-6) for name, value in figures.items()}


def compute(rest: str) -> str:
    return f'time=2025 level=INFO source=types.go:42 msg="inference compute" {rest}\n'


def test_ollamas_driver_is_a_cuda_version_and_its_source_names_windows() -> None:
    paste = read_tool_output("source=gpu_windows.go:214 msg=\"\" package=0\n" + compute(
        'id=GPU-0 library=cuda variant=v12 compute=8.6 driver=12.6 name="NVIDIA GeForce RTX 3060 Ti" total="8.0 GiB" available="7.0 GiB"'))
    assert (paste.cuda, paste.driver, paste.os, len(paste.cards)) == ("12.6", None, "windows", 1)


def test_ollama_on_shared_memory_and_without_a_card() -> None:
    strix = read_tool_output(compute('library=ROCm compute=gfx1151 name=ROCm0 description="AMD Radeon Graphics" type=iGPU'
                                     ' total="99.7 GiB"'))
    assert (strix.cards[0].gfx, strix.cards[0].unified, strix.cards[0].gtt_bytes) == ("gfx1151", True, round(99.7 * GIB))
    metal = read_tool_output(compute('id=0 library=metal variant="" compute="" driver=0.0 name="" total="96.0 GiB" available="96.0 GiB"'))
    assert (metal.os, metal.ram_bytes, metal.cards[0].name, metal.cards[0].gtt_bytes) == ("macos", None, None, 96 * GIB)
    alone = read_tool_output(compute('id=0 library=cpu compute="" driver=0.0 name="" total="31.2 GiB" available="27.3 GiB"'))
    assert (alone.cards, alone.ram_bytes) == ((), round(31.2 * GIB)) and "no GPU" in alone.notes[0]


def test_the_time_that_is_left_is_no_context() -> None:
    old = read_tool_output("NAME ID SIZE PROCESSOR UNTIL\nllama3.1:70b    c0df3564cfe8    47 GB    48%/52% CPU/GPU    4 minutes from now\n")
    assert old.rows[0]["context_tokens"] is None
    new = read_tool_output("qwen3:30b    9d1ab1fe5a1a    21 GB    12%/88% CPU/GPU    16384    59 minutes from now\n")
    assert new.rows[0]["context_tokens"] == 16384


def test_lm_studios_list_says_nothing_of_the_processor() -> None:
    rows = read_tool_output("IDENTIFIER  MODEL  STATUS  SIZE  CONTEXT  PARALLEL  DEVICE  TTL\n"
                            "openai/gpt-oss-20b   openai/gpt-oss-20b   IDLE   12.11 GB   32768   1   Local   60m / 1h\n").rows
    assert rows == ({"name": "openai/gpt-oss-20b", "size_bytes": 12110000000, "cpu_fraction": None, "gpu_fraction": None,
                     "context_tokens": 32768},)

VLLM = "INFO [loggers.py:118] Engine 000: Running: {} reqs, Waiting: {} reqs, GPU KV cache usage: {}%, Prefix cache hit rate: 0.0%"
SGLANG = "[2026-09-14] Decode batch, #running-req: {}, #full token: 9, full token usage: {}, mamba usage: {}, #queue-req: {}"


def notes(text):
    return "\n".join(str(note) for note in read_paste(text).notes)


def test_a_full_cache_is_what_limits():
    text = notes(VLLM.format(8, 92, "99.2"))
    assert "8 run, 92 wait, and the cache is 99% full" in text
    assert "About 12.4 % of it for each" in text
    assert "an 8-bit KV cache" in text


def test_an_empty_cache_is_not():
    text = notes(VLLM.format(22, 78, "42.5"))
    assert "memory is not what limits" in text
    assert "--max-num-seqs" in text


@pytest.mark.parametrize("line", [VLLM.format(8, 0, "99.2"), VLLM.format(0, 4, "99.2")])
def test_nobody_waits_for_others(line):
    assert "wait" not in notes(line)


def test_recurrent_states_can_limit_while_the_cache_is_empty():
    assert "the pool of recurrent states is what limits (80% in use)" in notes(SGLANG.format(8, 0.35, "0.80", 5))
    assert "memory is not what limits" in notes(SGLANG.format(8, 0.35, "0.20", 5))


def test_what_the_fit_lacks():
    text = notes(
        "common_params_fit_impl: projected to use 8664 MiB of device memory vs. 7200 MiB of free device memory\n"
        "common_params_fit_impl: cannot meet free memory target of 1024 MiB, need to reduce device memory by 2488 MiB"
    )
    assert "asks for 8,664 MiB of the card and 7,200 MiB are free; 1,024 MiB" in text
    assert "2,488 MiB are too much" in text
    assert "too much" not in notes("projected to use 20798 MiB of device memory vs. 31827 MiB of free device memory")


DISCOVERED = (
    'time=2025-11-20T15:45:28.686Z level=INFO source=types.go:42 msg="inference compute" library=ROCm description="{name}" type={type} '
    'total="{total}" available="{total}"'
)


@pytest.mark.parametrize(
    ("name", "kind", "total", "said"),
    [("AMD Radeon 680M", "iGPU", "512.0 MiB", True), ("AMD Radeon 680M", "iGPU", "96.0 GiB", False), ("X", "discrete", "4.0 GiB", False)],
)
def test_a_carve_out_alone_is_not_the_memory(name, kind, total, said):
    assert ("carved out for this integrated GPU" in notes(DISCOVERED.format(name=name, type=kind, total=total))) is said
