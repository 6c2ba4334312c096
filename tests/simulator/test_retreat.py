"""Limits, what they turn away, and engines behind a router."""

from collections import Counter

import pytest

from advisor.errors import CannotAnswer
from advisor.simulator.arrivals import Workload, shared_prefix
from advisor.simulator.limits import COMPLETED, STATES, Limits
from advisor.simulator.router import Router
from advisor.simulator.run import run
from advisor.simulator.schedulers.llamacpp import LlamaCpp
from advisor.simulator.schedulers.vllm import Vllm
from tests.simulator.plants import clock, compare


def outcome(limits, arrivals, prompt=10, output=100, slots=1, **more):
    work = Workload(arrivals, [prompt] * len(arrivals), [output] * len(arrivals), users=more.pop("users", None))
    record = run(work, [LlamaCpp(n_parallel=slots)], [clock(fixed=0.01)], limits=limits, **more)
    return work, record, [STATES[s] for s in record.state]


def test_the_queue_is_capped():
    *_, states = outcome(Limits(queue_length=2), [0.0, 0.1, 0.2, 0.3, 0.4])
    assert states == ["completed"] * 3 + ["rejected"] * 2


def test_no_queue_at_all_still_serves_whom_a_slot_takes():
    *_, states = outcome(Limits(queue_length=0), [0.0, 0.0, 0.1, 5.0], slots=2)
    assert states == ["completed", "completed", "rejected", "completed"]


def test_who_waits_too_long_leaves_and_who_is_served_too_long_too():
    _, record, states = outcome(Limits(queue_timeout_s=0.5), [0.0, 0.1, 0.6])
    assert states == ["completed", "timed_out", "completed"]
    assert 0.6 <= record.finish[1] <= 0.62
    _, record, states = outcome(Limits(request_timeout_s=0.4), [0.0, 1.0])
    assert states == ["timed_out", "timed_out"] and record.generated[0] == pytest.approx(40, abs=1)


def test_a_quota_is_per_user():
    *_, states = outcome(Limits(per_user=1), [0.0, 0.1, 0.2, 3.0], users=[1, 1, 2, 1])
    assert states == ["completed", "over_quota", "completed", "completed"]


def test_context_cap_and_fall_back():
    *_, states = outcome(Limits(context_tokens=109), [0.0])
    assert states == ["too_long"]
    work = Workload([0.0, 1.0, 9.0], [100] * 3, [150] * 3)
    record = run(work, [Vllm(num_blocks=21)], [clock(fixed=0.01)], limits=Limits(fall_back_watermark=0.4), kv_tokens=320)
    assert [STATES[s] for s in record.state] == ["completed", "fell_back", "completed"]


def test_a_prompt_longer_than_the_slot_is_refused_by_the_engine():
    work = Workload([0.0, 0.0], [100, 50], [10, 10])
    record = run(work, [LlamaCpp(n_parallel=1, n_ctx_slot=100)], [clock()])
    assert [STATES[s] for s in record.state] == ["too_long", "completed"]


def test_one_buffer_for_all_can_run_out():
    work = Workload([0.0, 0.0], [60, 60], [60, 60])
    record = run(work, [LlamaCpp(n_parallel=2, n_ctx_slot=128, kv_unified=True)], [clock()])
    assert "failed" in {STATES[s] for s in record.state}


class Engine:
    def __init__(self):
        self.live = 0


def test_routers():
    engines = [Engine() for _ in range(3)]
    turn = Router("round_robin", 3)
    assert [turn.choose(None, engines) for _ in range(4)] == [0, 1, 2, 0]
    engines[0].live, engines[1].live = 5, 1
    work = Workload([0.0] * 4, [90] * 4, [5] * 4, content=shared_prefix(50, 1, 1, 4))
    assert Router("least_loaded", 3).choose(work.take(), engines) == 2
    home = Router("prefix_aware", 3)
    assert home.choose(work.take(), engines) == 2
    engines[2].live = 3
    assert home.choose(work.take(), engines) == 2
    engines[2].live = 9
    assert home.choose(work.take(), engines) == 1
    with pytest.raises(CannotAnswer):
        Router("nonsense", 2)


def test_replicas_share_the_load_and_prefix_aware_routing_hits_more():
    arrivals = [i * 0.05 for i in range(80)]

    def hits(router, copies):
        work = Workload(arrivals, [200] * 80, [20] * 80, content=shared_prefix(160, 4, 3, 80))
        record = run(work, [Vllm(num_blocks=60) for _ in range(copies)], [clock(fixed=0.02, prompt=1e-3)] * copies, router=router)
        assert Counter(record.state)[2] == 80
        return record.hit_tokens, record.end_s
    (one, slow), (spread, fast), (aware, _) = hits("round_robin", 1), hits("round_robin", 4), hits("prefix_aware", 4)
    assert fast < slow and aware > spread and one > 0


@pytest.mark.parametrize("lag", [False, True])
def test_several_engines_leap_as_they_step(lag):
    records = []
    for leap in (False, True):
        work = Workload([i * 0.0131 for i in range(60)], [50] * 60, [30 + i % 7 for i in range(60)])
        records.append(run(work, [Vllm(num_blocks=40, async_scheduling=lag) for _ in range(3)], [clock(fixed=0.01)] * 3,
                           router="least_loaded", leap=leap))
    assert compare(*records) is None and min(records[0].state) == COMPLETED
