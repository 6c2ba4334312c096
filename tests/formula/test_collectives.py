import numpy as np
import pytest

from advisor.formula.collectives import non_torch


@pytest.mark.parametrize(("ranks", "printed"), [(1, 0.25), (2, 2.08), (4, 2.17)])
def test_what_vllm_0_19_printed_on_h100(ranks, printed):
    assert non_torch(ranks, 0.25, 1.99, 0.045) == pytest.approx(printed, abs=0.01)


def test_arrays_give_what_single_calls_give():
    assert list(non_torch(np.array([1, 2, 8]), 0.25, 1.99, 0.045)) == [non_torch(n, 0.25, 1.99, 0.045) for n in (1, 2, 8)]
