import numpy as np
import pytest

from advisor.formula.static_pools import (
    prompt_sizes,
    reserved_mib,
    running_requests,
    state_share,
    static_fraction,
    static_pool,
    vision_share,
    window_token_bytes,
)


def test_the_default_reserve_by_chunk_ranks_and_graphs():
    assert reserved_mib(4096, 1, 496, 24564) == 512 + 6144 + 128 + 496
    assert reserved_mib(1024, 1, 0, 24564) == 512 + 3072 + 128
    assert reserved_mib(2048, 1, 0, 81559) == 10240
    assert static_fraction(20000, 5000) == 0.75


def test_the_pools_that_sglang_printed():
    """Qwen3-14B on four 4090 and QwQ-32B on four L4 (GiB before loading, fraction, loaded, printed pool)."""
    assert static_pool(23.99 - 0.9, 0.80, 7.08) == pytest.approx(11.38, rel=0.002)
    assert static_pool(22.494 - 0.9, 0.85, 15.51) == pytest.approx(2.84, rel=0.005)


def test_ratio_pools():
    assert state_share(19.0, 0.9) == pytest.approx(9.0)
    assert window_token_bytes(1000, 2000, 0.8) == 2600


def test_running_requests_from_the_pool():
    assert running_requests(298447, 40960) == 3730
    assert running_requests(46611, 131072) == 2048
    assert running_requests(10**8, 1000) == 4096


def test_arrays_give_what_single_calls_give():
    chunks = np.array([512, 2048, 8192])
    assert list(reserved_mib(chunks, 2, 100, 81559)) == [reserved_mib(int(c), 2, 100, 81559) for c in chunks]
    tokens = np.array([1000, 298447, 10**8])
    assert list(running_requests(tokens, 40960)) == [running_requests(int(t), 40960) for t in tokens]


@pytest.mark.parametrize(("longest", "sizes"), [(2048, 42), (4096, 50), (8192, 58), (16384, 74)])
def test_prompt_sizes_as_printed(longest, sizes):
    assert prompt_sizes(longest) == sizes


def test_an_image_encoder_takes_by_its_size():
    assert vision_share(24, 1024) == 0.95
    assert vision_share(24, 1152) == pytest.approx(0.9248, abs=0.0001)
    assert vision_share(45, 3200) == pytest.approx(0.76)
