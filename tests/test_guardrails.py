"""Limits from the estimate: they hold what the engine holds and refuse no planned person."""

import pytest
from launch_plans import plan

from advisor.answer import Memory, Range, Speed
from advisor.guardrails import PATIENCE_S, TEXTS_A_CALL, limits, retreat
from advisor.plan import prepared


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


@pytest.fixture(scope="module")
def reading():
    return plan("qwen3-embedding-8b", quantization="bf16", settings={"context": 8192},
                workload={"concurrency": 8, "prompt_tokens": 500}, serve=True)


def test_where_texts_are_only_read_the_limits_come_from_the_prompt_and_its_pace(reading):
    rate = Range(10_000.0, 20_000.0, 40_000.0)
    found = limits(reading.case, Memory(slots=8, max_concurrency=5.3), Speed(prefill_tokens_per_s=rate))
    text_s = 500 / 10_000
    assert found.requests_per_minute == round(2 * 60 / text_s / 8)
    assert found.tokens_per_minute == found.requests_per_minute * 500
    assert found.queue == int(PATIENCE_S / text_s)
    assert "list" in found.reasons[1] and len(found.reasons) == 3


def test_a_slow_reader_still_takes_a_list_of_texts_from_each(reading):
    rate = Range(100.0, 100.0, 100.0)
    found = limits(reading.case, Memory(slots=8, max_concurrency=5.3), Speed(prefill_tokens_per_s=rate))
    assert found.queue == 8 * TEXTS_A_CALL
    assert found.request_timeout_s > 8 * TEXTS_A_CALL * 500 / 100     # all their lists are read before anybody gives up
    assert limits(reading.case, Memory(), Speed()).requests_per_minute > 10


def test_its_engine_gets_no_limit_of_its_own_as_one_call_is_many_of_its_requests(reading):
    assert prepared(reading).max_queue is None
    assert prepared(plan(settings={"context": 4096}, workload={"concurrency": 8}, serve=True)).max_queue >= 1
