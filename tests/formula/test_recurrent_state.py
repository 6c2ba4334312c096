"""Recurrent state a slot, against what llama.cpp printed."""

import numpy as np
import pytest

from advisor.formula import recurrent_state as state

MIB = 2**20


@pytest.mark.parametrize(("elements", "layers", "mib"), [
    (state.delta_net_elements(4, 16, 128, 48, 128), 48, 149.62),
    (state.delta_net_elements(4, 16, 128, 32, 128), 36, 75.38),
    (state.delta_net_elements(4, 16, 128, 32, 128), 24, 50.25),
], ids=["Qwen3.5-27B", "Qwen3-Next-80B", "Qwen3.5-9B"])
def test_gated_delta_net(elements, layers, mib):
    assert state.state_bytes(elements * layers, 1) / MIB == pytest.approx(mib, abs=0.01)


def test_mamba_two_and_one():
    granite = state.mamba_elements(4, 8192, 128, 1) * 36
    assert state.state_bytes(granite, 1) / MIB == pytest.approx(147.5, abs=0.1)
    mamba_1_4b = state.mamba_elements(4, 4096, 16, 0) * 48
    assert state.state_bytes(mamba_1_4b, 1) / MIB == pytest.approx(14.25, abs=0.01)


def test_drafts_multiply_the_rows():
    one = state.delta_net_elements(4, 16, 128, 48, 128) * 48
    assert state.state_bytes(one, 4, 2) / MIB == pytest.approx(1795.5, abs=0.1)


def test_short_convolution_and_arrays():
    assert state.short_conv_elements(3, 2048) == 4096
    slots = np.arange(1, 9)
    assert state.state_bytes(4096, slots).tolist() == [state.state_bytes(4096, int(s)) for s in slots]
