from math import log10

import pytest

from advisor.ui.plots import ticks


def test_plain_steps_are_round():
    assert [w for _, w in ticks.plain(0, 60, 3)] == ["0", "20", "40", "60"]
    assert [w for _, w in ticks.plain(0, 0.7, 5)] == ["0.0", "0.2", "0.4", "0.6"]
    assert [w for _, w in ticks.plain(0, 12_000, 3)] == ["0", "5,000", "10,000"]


def test_small_plots_keep_two_numbers():
    assert [w for _, w in ticks.plain(0, 43.2, 2)] == ["0", "20", "40"]


def test_clock_words():
    assert [w for _, w in ticks.clock(0, 240, 5)] == ["0:00", "1:00", "2:00", "3:00", "4:00"]
    assert ticks.clock(0, 86_400, 5)[-1] == (86_400, "24 h")
    assert ticks.clock_words(204.4) == "3:24"


def test_logarithmic_ticks_are_placed_by_their_logarithm():
    found = ticks.logarithmic(-1, 2, 5)
    assert [w for _, w in found] == ["0.1", "1", "10", "100"]
    assert all(place == pytest.approx(log10(float(word))) for place, word in found)
    assert [w for _, w in ticks.logarithmic(log10(0.9), log10(320), 5)] == ["1", "3", "10", "30", "100", "300"]
    assert [w for _, w in ticks.logarithmic(0, 12, 4)] == ["1", "10,000", "10⁸", "10¹²"]


@pytest.mark.parametrize("scale", [ticks.plain, ticks.clock])
@pytest.mark.parametrize("low,high", [(0.0, 0.0), (1.0, float("nan")), (0.0, float("inf")), (5.0, 1.0)])
def test_no_ticks_where_there_is_no_range(scale, low, high):
    assert scale(low, high) == []


@pytest.mark.parametrize("high", [1e-7, 0.03, 1, 7.7, 240, 86_400, 3e9])
def test_never_more_than_a_few(high):
    assert 2 <= len(ticks.plain(0, high, 5)) <= 7


@pytest.mark.parametrize("high,words", [(1.08, "0 1"), (2.16, "0 1 2"), (3.2, "0 1 2 3"), (8.64, "0 2 4 6 8"), (64.8, "0 20 40 60")])
def test_what_is_counted_has_no_halves(high, words):
    assert [w for _, w in ticks.whole(0, high)] == words.split()
    assert ticks.whole(0, 0.0) == ticks.whole(0, float("nan")) == []
