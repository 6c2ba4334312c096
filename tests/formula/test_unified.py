"""The GPU's share of a shared memory, against what systems printed."""

import numpy
import pytest

from advisor.formula.unified import amd_gtt_share, apple_gpu_share, shared_half

GIB, MIB = 2**30, 2**20


@pytest.mark.parametrize("ram, share", [(8, 5461), (16, 10922), (24, 16384), (32, 21845), (36, 27648), (64, 49152), (96, 73728),
                                        (128, 98304)])
def test_apple_share_as_metal_logs_it(ram: int, share: int) -> None:
    assert apple_gpu_share(ram * GIB) == share * MIB


def test_arrays_equal_scalars() -> None:
    sizes = numpy.array([8, 16, 32, 36, 128], dtype=numpy.int64) * GIB
    assert apple_gpu_share(sizes).tolist() == [apple_gpu_share(int(s)) for s in sizes]
    assert amd_gtt_share(sizes, True).tolist() == [amd_gtt_share(int(s), True) for s in sizes]


def test_amd_shares() -> None:
    assert amd_gtt_share(128 * GIB, raised=True) == 118_111_600_640
    assert amd_gtt_share(96 * GIB, raised=False) == shared_half(96 * GIB) == 48 * GIB
