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


def test_start_and_serving_ask_for_opposite_changes():
    start = explain(["Not enough memory. Please try to increase --mem-fraction-static."])
    serving = explain(["Decode batch. #running-req: 12", "out of memory, reduce --mem-fraction-static"])
    unclear = explain(["out of memory --mem-fraction-static"])
    assert ": raise" in start[0]
    assert ": lower" in serving[0]
    assert "?" in unclear[0]
    assert len(unclear) == 3


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
