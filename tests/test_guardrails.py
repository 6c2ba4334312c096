"""Limits from the estimate: they hold what the engine holds and refuse no planned person."""

import pytest
from launch_plans import plan

from advisor.answer import Memory, Range, Speed
from advisor.guardrails import PATIENCE_S, limits, retreat


def speed(first=1.0, token=0.05, total=200.0):
    return Speed(ttft_s=Range(first, first, first), tpot_s=Range(token, token, token), output_tokens_per_s=Range(total, total, total))


@pytest.fixture(scope="module")
def case():
    return plan(quantization="awq", settings={"context": 4096, "parallel": 8},
                workload={"concurrency": 8, "prompt_tokens": 1024, "output_tokens": 101}).case


def test_figures_by_hand(case):
    found = limits(case, Memory(slots=8, max_concurrency=5.9), speed())
    takes = 1.0 + 100 * 0.05
    assert found.concurrency == 5
    assert found.queue == int(5 * PATIENCE_S / takes)
    assert found.requests_per_minute == round(2 * (60 * 5 / takes) / 8)
    assert found.tokens_per_minute == found.requests_per_minute * (1024 + 101)
    assert found.request_timeout_s == round(2 * takes + PATIENCE_S)
    assert found.first_token_s == 1.0


def test_the_quotas_of_all_people_are_what_the_server_and_a_shared_key_need(case):
    found = limits(case, Memory(slots=8, max_concurrency=8.0), speed())
    assert found.people == 8 and found.all_requests_per_minute == 8 * found.requests_per_minute
    assert found.all_requests_per_minute >= 60 * 8 / (1.0 + 100 * 0.05)      # the planned load is not refused
    assert str(found.all_requests_per_minute) in found.reasons[2]


def test_nobody_who_was_planned_for_is_refused(case):
    slow = limits(case, Memory(slots=2, max_concurrency=2.0), speed(first=30, token=1.0))
    assert slow.concurrency + slow.queue >= case.concurrency


def test_unknown_speed_and_memory_still_give_limits(case):
    found = limits(case, Memory(), Speed())
    assert found.concurrency == 8
    assert found.queue >= 1
    assert found.first_token_s is None


def test_more_room_never_means_fewer_at_once(case):
    held = [limits(case, Memory(slots=64, max_concurrency=float(n)), speed()).concurrency for n in range(1, 70)]
    assert held == sorted(held)
    assert held[-1] == 64


def test_the_retreat_names_the_context_that_would_hold_all(case):
    steps = retreat(case, Memory(max_context_tokens=2048))
    assert "2,048" in steps[0]
    assert len(steps) == 3
    assert "API" in steps[-1]


def test_the_queue_is_one_for_the_people_that_are_planned_for(case):
    found = limits(case, Memory(slots=1024, max_concurrency=1200.0), speed())
    assert (found.concurrency, found.queue) == (1024, 4 * 8)
