"""Prompts, streams and steady state from the time of a step."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.formula import serving
from advisor.formula.step_time import prepare
from tests.formula.test_step_time import EFFICIENCY, MODEL, RATES, WORK

lengths = st.integers(1, 20_000).map(float)


@settings(max_examples=40, deadline=None)
@given(lengths, lengths)
def test_pace_of_one_is_the_single_streams(prompt: float, output: float) -> None:
    pace = serving.steady_pace(MODEL, 1.0, prompt, output, 2048.0)
    assert pace == pytest.approx(1 / serving.stream_rate(MODEL, prompt, output), rel=2e-2)


def test_pace_of_one_is_exactly_the_streams_without_windows() -> None:
    plain = prepare(WORK._replace(window_kv_bytes=0.0, window=1e12), RATES, EFFICIENCY)
    pace = serving.steady_pace(plain, 1.0, 700.0, 300.0, 2048.0)
    assert pace == pytest.approx(1 / serving.stream_rate(plain, 700.0, 300.0), rel=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 1500), lengths, st.integers(1, 4000).map(float))
def test_throughput_does_not_fall_with_people(people: int, prompt: float, output: float) -> None:
    def rate(n: float) -> float:
        own = serving.prompt_time(MODEL, prompt, 2048.0)
        return float(serving.throughput(n, own, serving.steady_pace(MODEL, n, prompt, output, 2048.0), output))
    assert rate(people + 1.0) >= rate(float(people)) * (1 - 1e-6)


@settings(max_examples=40, deadline=None)
@given(lengths, st.floats(0, 1))
def test_cached_prefix_is_never_slower(prompt: float, share: float) -> None:
    cached = float(int(prompt * share))
    assert serving.prompt_time(MODEL, prompt, 512.0, cached) <= serving.prompt_time(MODEL, prompt, 512.0) * (1 + 1e-9)


@settings(max_examples=40, deadline=None)
@given(lengths, st.integers(1, 2000).map(float))
def test_longer_prompt_is_never_sooner(prompt: float, more: float) -> None:
    for chunk in (512.0, 8192.0):
        assert serving.prompt_time(MODEL, prompt + more, chunk) >= serving.prompt_time(MODEL, prompt, chunk) * (1 - 1e-9)


def test_a_pipeline_overlaps_chunks() -> None:
    alone = serving.prompt_time(MODEL, 8192.0, 512.0)
    assert serving.prompt_time(MODEL, 8192.0, 512.0, 0.0, 4.0, 1.0) == pytest.approx(alone * (16 + 3) / 4 / 16)
    assert serving.prompt_time(MODEL, 8192.0, 512.0, 0.0, 4.0, 0.0) == alone


def test_waiting_for_a_place() -> None:
    assert serving.place_wait(8.0, 8.0, 1.0, .02, 100.0) == 0
    assert serving.place_wait(3.0, 1.0, 1.0, .02, 100.0) == pytest.approx(6.0)


def test_first_token_waits_for_others() -> None:
    times = [serving.first_token_time(MODEL, n, 2000.0, 200.0, 2048.0) for n in (1.0, 2.0, 4.0, 8.0)]
    assert times == sorted(times)
    alone = MODEL.first_s + 2000.0 * MODEL.text_s + serving.prompt_time(MODEL, 2000.0, 2048.0)
    assert times[0] == pytest.approx(alone)
    apart = [serving.first_token_time(MODEL._replace(together=0.0), n, 2000.0, 200.0, 2048.0) for n in (2.0, 8.0)]
    assert all(a < t for a, t in zip(apart, times[1::2], strict=True))
