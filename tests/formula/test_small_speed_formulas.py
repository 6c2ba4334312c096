"""Roofline, collectives, waiting lines, speculation, energy and money: values worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.formula import cost, energy, interconnect, roofline, speculative
from tests.formula.test_step_time import MODEL


def test_shares_near_one_from_below_without_a_kink() -> None:
    shares = np.linspace(.01, 5, 500)
    reached = roofline.attainable_share(shares)
    assert np.all(np.diff(reached) >= 0) and np.all(reached <= 1) and reached[-1] > .999
    assert np.all(abs(reached / shares - 1)[shares <= .7] < .01)
    assert roofline.attainable_share(1.0) == pytest.approx(2 ** -.125)
    assert np.all(roofline.attainable_share(shares, .85) <= .85)
    assert roofline.attainable_share(.85, .85) == pytest.approx(.85 * 2 ** -.125)
    slopes = np.diff(reached) / np.diff(shares)
    assert np.all(abs(np.diff(slopes)) < .05)


def test_roofline() -> None:
    assert roofline.decode_ceiling(1008e9, 7.4e9) == pytest.approx(136, abs=.5)
    assert roofline.decode_ceiling(546e9, 7.4e9) == pytest.approx(74, abs=.5)
    assert roofline.attainable(2.0, 1e12, 300e12) == pytest.approx(2e12)
    assert roofline.attainable(1e4, 1e12, 300e12) == pytest.approx(300e12)
    assert roofline.ridge_batch(.01, 1e-4) == pytest.approx(100)


def test_experts_touched() -> None:
    assert roofline.experts_touched(1.0, 1.0, .8) == 1.0 and roofline.experts_touched(1.0, 500.0, .8) == 1.0
    assert roofline.experts_touched(8 / 128, 1.0, .8) == pytest.approx(8 / 128)
    assert roofline.experts_touched(8 / 128, 0.0, .8) == 0.0
    assert roofline.experts_touched(8 / 128, 2.0, 1.0) == pytest.approx(1 - (120 / 128) ** 2)
    assert roofline.experts_touched(8 / 128, 16.0, .5) == pytest.approx(1 - (120 / 128) ** 4)


@settings(max_examples=60, deadline=None)
@given(st.floats(.002, 1), st.floats(1, 4096), st.floats(.05, 1))
def test_tokens_that_choose_alike_touch_less_and_every_further_one_some_more(share: float, tokens: float, independence: float) -> None:
    touched = roofline.experts_touched(share, tokens, independence)
    assert share - 1e-12 <= touched <= 1 - (1 - share) ** tokens + 1e-9
    assert touched <= roofline.experts_touched(share, tokens + 1, independence) + 1e-12
    assert touched <= roofline.experts_touched(share, tokens, min(1.0, 1.5 * independence)) + 1e-12


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 100), st.floats(0, 100))
def test_overlap_lies_between_the_longer_and_the_sum(a: float, b: float) -> None:
    both = roofline.overlapped(a, b)
    assert max(a, b) * (1 - 1e-9) <= both <= (a + b) * (1 + 1e-9) + 1e-12
    assert both <= max(a, b) * 2 ** .25 * (1 + 1e-9) + 1e-12


def test_collectives() -> None:
    assert interconnect.allreduce_per_byte(1.0, 1e9) == 0
    assert interconnect.allreduce_per_byte(4.0, 1e9) == pytest.approx(1.5e-9)
    assert interconnect.layer_collectives(80, 5e-6, 3.0) == pytest.approx(2 * 80 * 15e-6)
    assert interconnect.tensor_speedup(8.0, 0.0) == 8
    assert interconnect.pipelined(8.0, 4.0, 1.0) == pytest.approx(11 / 4)


def test_speculation() -> None:
    assert speculative.tokens_per_round(0.0, 4.0) == 1
    assert speculative.tokens_per_round(.8, 4.0) == pytest.approx(sum(.8**i for i in range(5)))
    alone = speculative.speedup(MODEL, 1e-4, 1.0, 2000.0, 4.0, .8)
    crowd = speculative.speedup(MODEL, 1e-4, 2048.0, 2048 * 50.0, 4.0, .8)
    assert alone > crowd
    assert speculative.speedup(MODEL, 1.0, 1.0, 2000.0, 4.0, .5) < 1


def test_energy() -> None:
    assert energy.power(450.0, 2.0, .6) == pytest.approx(540)
    assert energy.power(450.0, 1.0, .6, 0.0, .1) == pytest.approx(45)
    assert energy.tokens_per_joule(90.0, 270.0) == pytest.approx(1 / 3)


def test_money() -> None:
    assert cost.per_million(3.6, 1000.0) == pytest.approx(1.0)
    assert cost.owning_per_hour(8766.0, 1.0, 1000.0, .3) == pytest.approx(1.3)
    assert cost.api_request(1000, 100, 800, 1.0, 4.0, .1) == pytest.approx((200 + 80 + 400) / 1e6)
    assert cost.api_per_million_output(1000, 100, 0, 1.0, 4.0, .1) == pytest.approx(14)


@settings(max_examples=40, deadline=None)
@given(st.floats(500, 50_000), st.floats(10, 5000), st.floats(.1, 20))
def test_owning_pays_exactly_from_the_break_even_on(price: float, rate: float, other: float) -> None:
    share = cost.break_even_utilisation(price, 3.0, 50.0, 400.0, .25, rate, other)
    if 0 < share < 1:
        watts = energy.power(1.0, 1.0, 400.0, share, 50.0)
        assert cost.per_million(cost.owning_per_hour(price, 3.0, watts, .25), rate, share) == pytest.approx(other, rel=1e-6)


def test_arrays() -> None:
    assert cost.per_million(np.array([1.0, 2.0]), 100.0)[1] == pytest.approx(cost.per_million(2.0, 100.0))
