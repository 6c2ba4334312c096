"""Running servers' own lines: who waits and what limits; what a card lacks; what an integrated GPU shows."""

import pytest

from advisor.machine.paste import read_paste

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
