"""The time of a step: limits, monotony, closed form and speed."""

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.formula.step_time import (
    Efficiency,
    HostPart,
    Rates,
    Work,
    attention_pairs,
    decode_steps_time,
    prepare,
    step_time,
)

WORK = Work(dense_bytes=5e9, experts_bytes=40e9, dense_params=3e9, experts_params=70e9, head_params=5e8, expert_share=8 / 128,
            layers=48.0, hidden_size=4096.0, kv_bytes=60_000.0, window_kv_bytes=120_000.0, window=1024.0, state_bytes=1e6,
            pair_flops=300_000.0, window_pair_flops=600_000.0, group_size=4.0)
RATES = Rates(bandwidth=1e12, vector=80e12, dense_flops=300e12, experts_flops=300e12, attention_flops=150e12, link=30e9,
              devices=1.0, log2_devices=0.0, kv_shards=1.0)
EFFICIENCY = Efficiency(bandwidth=.85, unpack=8.0, kv=.8, group_loss=.2, prefill=.45, batch=.4, attention=.3, tensor_loss=.1,
                        prompt_loss=.1, step_s=5e-4, layer_s=4e-5, sequence_s=1e-5, hop_s=4e-6, boundary_s=2e-4,
                        expert_rows=20.0, independence=.85, first_s=.03, text_s=1e-6, wait=1.5, together=.1, pipeline=.5)
MODEL = prepare(WORK, RATES, EFFICIENCY)

sequences = st.integers(0, 512).map(float)
contexts = st.integers(0, 2_000_000).map(float)
chunks = st.integers(0, 16384).map(float)


def test_a_lone_token_reads_the_weights_once() -> None:
    bare = EFFICIENCY._replace(unpack=0.0, step_s=0.0, layer_s=0.0, sequence_s=0.0, bandwidth=1.0)
    dense = WORK._replace(experts_bytes=0.0, experts_params=0.0, expert_share=1.0, kv_bytes=0.0, window_kv_bytes=0.0, state_bytes=0.0)
    assert step_time(prepare(dense, RATES, bare), 1.0, 0.0) == pytest.approx(5e9 / 1e12, rel=1e-3)


def test_one_token_touches_its_share_of_the_experts_and_many_touch_all() -> None:
    bare = prepare(WORK, RATES, EFFICIENCY._replace(unpack=0.0, bandwidth=1.0, batch=1.0))
    one = step_time(bare, 1.0, 0.0) - step_time(bare, 0.0, 0.0)
    assert one == pytest.approx(40e9 * 8 / 128 / 1e12 + bare.sequence_s + bare.state_s, rel=.02)
    touched = 1 - (1 - 8 / 128) ** 64
    assert touched == pytest.approx(.984, abs=.001)


@settings(max_examples=40, deadline=None)
@given(sequences, contexts, chunks, st.floats(1.0, 4.0))
def test_more_of_a_rate_is_never_slower(b: float, c: float, p: float, factor: float) -> None:
    pairs = attention_pairs(p)
    base = step_time(MODEL, b, c, p, pairs)
    for rate in ("bandwidth", "vector", "dense_flops", "experts_flops", "attention_flops", "link"):
        faster = prepare(WORK, RATES._replace(**{rate: getattr(RATES, rate) * factor}), EFFICIENCY)
        assert step_time(faster, b, c, p, pairs) <= base * (1 + 1e-12)


@settings(max_examples=40, deadline=None)
@given(sequences, contexts, chunks, st.floats(.1, 1.0))
def test_fewer_bytes_are_never_slower(b: float, c: float, p: float, factor: float) -> None:
    pairs = attention_pairs(p)
    base = step_time(MODEL, b, c, p, pairs)
    for part in ("dense_bytes", "experts_bytes", "kv_bytes", "window_kv_bytes", "state_bytes"):
        smaller = prepare(WORK._replace(**{part: getattr(WORK, part) * factor}), RATES, EFFICIENCY)
        assert step_time(smaller, b, c, p, pairs) <= base * (1 + 1e-12)


@settings(max_examples=40, deadline=None)
@given(sequences, contexts, chunks, st.integers(0, 100))
def test_more_work_is_never_faster(b: float, c: float, p: float, more: int) -> None:
    base = step_time(MODEL, b, c, p, attention_pairs(p))
    assert step_time(MODEL, b + more, c, p, attention_pairs(p)) >= base * (1 - 1e-9)
    assert step_time(MODEL, b, c + more, p, attention_pairs(p)) >= base * (1 - 1e-9)
    assert step_time(MODEL, b, c, p + more, attention_pairs(p + more)) >= base * (1 - 1e-9)


@settings(max_examples=40, deadline=None)
@given(sequences, contexts, chunks, st.sampled_from([2.0, 4.0, 8.0]))
def test_tensor_parallel_on_an_ideal_link_is_never_slower(b: float, c: float, p: float, devices: float) -> None:
    ideal = RATES._replace(devices=devices, log2_devices=math.log2(devices), link=1e30, kv_shards=min(devices, 8.0))
    split = prepare(WORK, ideal, EFFICIENCY._replace(hop_s=0.0))
    assert step_time(split, b, c, p, attention_pairs(p)) <= step_time(MODEL, b, c, p, attention_pairs(p)) * (1 + 1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 400), st.integers(1, 64), st.integers(0, 5000))
def test_closed_form_equals_the_sum_of_steps(steps: int, b: int, depth: int) -> None:
    context = float(b * depth)
    total = math.fsum(step_time(MODEL, float(b), context + i * b) for i in range(steps))
    assert decode_steps_time(MODEL, float(steps), float(b), context) == pytest.approx(total, rel=1e-9, abs=1e-9)


def test_parts_in_host_memory_cost_time() -> None:
    offloaded = prepare(WORK, RATES, EFFICIENCY, HostPart(read_s=.05, experts_read_s=.2, chunk_s=.5, dense_share=.5, experts_share=0.0))
    assert step_time(offloaded, 1.0, 1000.0) > step_time(MODEL, 1.0, 1000.0)


def test_arrays_equal_scalars() -> None:
    b, c, p = np.array([1.0, 8.0, 64.0]), np.array([100.0, 9000.0, 64e4]), np.array([0.0, 512.0, 2048.0])
    together = step_time(MODEL, b, c, p, attention_pairs(p))
    for i in range(3):
        assert together[i] == pytest.approx(step_time(MODEL, b[i], c[i], p[i], attention_pairs(p[i])), rel=1e-12)


def test_a_call_is_quick() -> None:
    best = min(_seconds(lambda: step_time(MODEL, 8.0, 9000.0, 512.0, 2e5)) for _ in range(2000))
    assert best < 20e-6
    million = np.linspace(0.0, 64.0, 1_000_000)
    assert min(_seconds(lambda: step_time(MODEL, million, million * 1000, million, million)) for _ in range(2)) < 2.0


def _seconds(call) -> float:  # type: ignore[no-untyped-def]
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def test_a_link_whose_hops_take_longer_costs_two_of_them_a_layer_for_every_doubling_of_devices() -> None:
    two, four = (RATES._replace(devices=float(n), log2_devices=math.log2(n)) for n in (2, 4))
    for rates, hops in ((RATES, 0), (two, 1), (four, 2)):
        slow = prepare(WORK, rates._replace(link_hop_s=4e-6), EFFICIENCY)
        assert slow.fixed_s - prepare(WORK, rates, EFFICIENCY).fixed_s == pytest.approx(2 * 48 * hops * 4e-6)


def test_collectives_take_what_they_move_over_the_link() -> None:
    """Two all-reduces a layer of hidden_size values of two bytes; between two devices each byte passes the link once."""
    two = RATES._replace(devices=2.0, log2_devices=1.0)
    assert prepare(WORK, two, EFFICIENCY).token_s == pytest.approx(2 * 48 * 4096 * 2 / 30e9)
    assert prepare(WORK, RATES, EFFICIENCY).token_s == 0


def test_going_on_to_the_next_device_takes_its_time_at_every_step() -> None:
    row = prepare(WORK, RATES._replace(boundaries=3.0), EFFICIENCY)
    assert step_time(row, 1.0, 1000.0) - step_time(MODEL, 1.0, 1000.0) == pytest.approx(3 * 2e-4)


def test_a_group_may_lose_more_in_prompts_than_in_decode() -> None:
    four = RATES._replace(devices=4.0, log2_devices=2.0)
    even, worse = (prepare(WORK, four, EFFICIENCY._replace(prompt_loss=loss)) for loss in (.1, .3))
    assert worse.prefill_flop_s == pytest.approx(even.prefill_flop_s * 4**.2)
    assert worse.expert_flop_s / even.expert_flop_s == pytest.approx(worse.pair_s / even.pair_s) == pytest.approx(4**.2)
    assert worse.decode_flop_s == even.decode_flop_s and worse.dense_read_s == even.dense_read_s
