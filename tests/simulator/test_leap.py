"""Leaping over equal decode steps comes to the same events as taking each: tokens exactly, times to a nanosecond."""

from array import array

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.simulator.arrivals import ClosedLoop, Workload, shared_prefix
from advisor.simulator.fast_lane import run_fast, takes
from advisor.simulator.limits import COMPLETED, NO_LIMITS, TIMED_OUT, Limits
from advisor.simulator.record import Record
from advisor.simulator.requests import Content, Request
from advisor.simulator.run import run, run_lanes
from advisor.simulator.schedulers.llamacpp import HostCache, LlamaCpp, Ollama
from advisor.simulator.schedulers.serial import Serial, Static
from advisor.simulator.schedulers.sglang import SgLang
from advisor.simulator.schedulers.tensorrt import TensorRt
from advisor.simulator.schedulers.vllm import Vllm
from tests.simulator.plants import clock, compare

booleans = st.booleans()


def levers(**choices):
    return st.fixed_dictionaries({name: value if isinstance(value, st.SearchStrategy) else st.sampled_from(value)
                                  for name, value in choices.items()})


SCHEDULERS = st.one_of(
    levers(num_blocks=[20, 40, 200], block_size=[4, 16], max_num_seqs=[1, 3, 32], max_num_batched_tokens=[32, 100, 512],
           enable_prefix_caching=booleans, async_scheduling=booleans, policy=["fcfs", "priority"], watermark=[0.0, 0.06],
           scheduler_reserve_full_isl=booleans, long_prefill_token_threshold=[0, 24], prefill_schedule_interval=[1, 3],
           max_model_len=[120, 10_000]).map(lambda c: (Vllm, c)),
    levers(n_parallel=[1, 3, 12], n_batch=[16, 64], n_ctx_slot=[60, 150, 5000], kv_unified=booleans,
           host_prompt_cache=booleans, host_prompt_cache_tokens=[None, 90, 400]).map(lambda c: (LlamaCpp, c)),
    levers(num_parallel=[1, 4, 12], n_ctx_slot=[60, 150, 5000]).map(lambda c: (Ollama, c)),
    levers(max_total_num_tokens=[160, 600, 4000], page_size=[1, 8], max_running_requests=[2, 50], chunked_prefill_size=[None, 32],
           schedule_policy=["fcfs", "lpm"], enable_mixed_chunk=booleans, disable_radix_cache=booleans,
           disable_overlap_schedule=booleans).map(lambda c: (SgLang, c)),
    levers(num_blocks=[12, 40, 200], tokens_per_block=[8, 32], max_batch_size=[2, 30], max_num_tokens=[128, 512],
           enable_chunked_context=booleans, chunk_unit=[16], enable_block_reuse=booleans,
           capacity_scheduler_policy=["GUARANTEED_NO_EVICT", "MAX_UTILIZATION", "STATIC_BATCH"],
           context_chunking_policy=["FIRST_COME_FIRST_SERVED", "EQUAL_PROGRESS"]).map(lambda c: (TensorRt, c)),
    levers(max_batch_size=[1, 4], kv_tokens=[300, 10_000]).map(lambda c: (Static, c)),
    st.just((Serial, {})),
)
LIMITS = st.one_of(st.just(NO_LIMITS), st.builds(
    Limits, queue_length=st.sampled_from([None, 0, 3]), in_system=st.sampled_from([None, 6]), per_user=st.sampled_from([None, 2]),
    queue_timeout_s=st.sampled_from([None, 0.31]), request_timeout_s=st.sampled_from([None, 0.05, 0.1, 0.2, 0.31, 0.93]),
    context_tokens=st.sampled_from([None, 90]), fall_back_watermark=st.sampled_from([None, 0.6])))
REQUESTS = st.lists(st.tuples(st.integers(0, 400), st.integers(1, 70), st.integers(1, 60), st.integers(0, 20), st.integers(0, 3)),
                    min_size=1, max_size=24)
ALIKE = st.lists(st.tuples(st.integers(0, 30), st.sampled_from([1, 20]), st.sampled_from([1, 20, 40]), st.just(0), st.integers(0, 1)),
                 min_size=6, max_size=24)      # they end together, and some are gone by then


def workload(rows, closed, shared, spare):
    """Rows of (gap in ms, prompt, output, what max_tokens has to spare, priority and user)."""
    time, arrival = 0.0, []
    for gap, *_ in rows:
        time += gap / 1000 + 1.7e-5
        arrival.append(time)
    prompt, output = [max(r[1], shared + 1) for r in rows], [r[2] for r in rows]
    content = shared_prefix(shared, 2, 5, len(rows)) if shared else None
    if closed:
        return ClosedLoop(3, [r[0] / 2000 for r in rows], prompt, output, start=[0.0, 0.011, 0.0231], content=content)
    return Workload(arrival, prompt, output, content=content, users=[r[4] for r in rows],
                    max_tokens=[o + r[3] for o, r in zip(output, rows, strict=True)] if spare else None, priority=[r[4] for r in rows])


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(SCHEDULERS, LIMITS, st.one_of(REQUESTS, ALIKE), booleans, st.sampled_from([0, 0, 20]), booleans)
def test_leap_is_step(scheduler, limits, rows, closed, shared, spare):
    kind, config = scheduler
    records = []
    times = clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)
    for leap in (False, True):
        records.append(run(workload(rows, closed, shared, spare), [kind(**config)], [times], limits=limits, leap=leap,
                           kv_tokens=config.get("num_blocks", 0) * config.get("block_size", 16)))
    assert compare(*records) is None


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(SCHEDULERS, LIMITS, st.one_of(REQUESTS, ALIKE), booleans, st.sampled_from([2, 3]), st.sampled_from(["round_robin", "least_loaded"]))
def test_engines_behind_a_router_leap_as_they_step(scheduler, limits, rows, closed, copies, router):
    """In a closed loop, who ends at one engine may ask another one that would have leapt over it."""
    kind, config = scheduler
    rows = [(gap + 0.0137 * i, *others) for i, (gap, *others) in enumerate(rows)]       # nobody asks in the very moment of a step's end
    times = clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)
    records = [run(workload(rows, closed, 0, False), [kind(**config) for _ in range(copies)], [times] * copies, limits=limits, leap=leap,
                   router=router) for leap in (False, True)]
    assert compare(*records) is None


CROWDS = st.one_of(
    levers(max_total_num_tokens=[160, 260, 600, 4000], page_size=[1, 8], max_running_requests=[2, 5, 50], chunked_prefill_size=[None, 32],
           schedule_policy=["fcfs", "lpm"], disable_radix_cache=booleans, disable_overlap_schedule=booleans, clip_max_new_tokens=[10, 4096],
           new_token_ratio_decay_steps=[5, 600], context_length=[110, 10_000]).map(lambda c: (SgLang, c)),
    levers(num_blocks=[12, 40, 200], tokens_per_block=[4, 32], max_batch_size=[2, 30], max_num_tokens=[128, 512], max_seq_len=[110, 10_000],
           enable_chunked_context=booleans, chunk_unit=[16], enable_block_reuse=booleans,
           capacity_scheduler_policy=["GUARANTEED_NO_EVICT", "STATIC_BATCH"]).map(lambda c: (TensorRt, c)))


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(CROWDS, LIMITS, st.one_of(REQUESTS, ALIKE), booleans, booleans)
def test_a_crowd_is_step(scheduler, limits, rows, closed, spare):
    """Where nothing is shared, all who decode are one quantity, and still the same happens to each."""
    kind, config = scheduler
    times = clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)
    records = [run(workload(rows, closed, 0, spare), [kind(**config)], [times], limits=limits, leap=leap) for leap in (False, True)]
    assert compare(*records) is None


def both(kind, config, made, limits, times):
    """The record of a leaping run, equal to the stepped one's."""
    stepped, leapt = (run(made(), [kind(**config)], [times], limits=limits, leap=leap) for leap in (False, True))
    assert compare(stepped, leapt) is None
    return leapt


def test_who_left_is_not_told_with_those_who_would_have_ended_with_them():
    """Two begin in one step, for equal answers; the client of one leaves before."""
    rows = [(0, 1000, 1, 0, 0), (100, 1, 100, 0, 0), (800, 1, 100, 0, 0)]
    record = both(LlamaCpp, {"n_parallel": 3}, lambda: workload(rows, False, 0, False), Limits(request_timeout_s=1.5),
                  clock(fixed=0.01, prompt=1e-3))
    assert list(record.state) == [COMPLETED, TIMED_OUT, COMPLETED]


def test_a_slot_left_before_its_prompt_had_a_turn_holds_nothing():
    server = LlamaCpp(n_parallel=3, n_batch=16)
    left, first, other, again = (Request(i, 64, 5, content=Content(name)) for i, name in enumerate("abca"))
    server.add(left)
    server.add(first)
    assert list(server.schedule().scheduled) == [first]
    server.cancel(left)
    server.add(other)
    server.schedule()
    server.add(again)
    assert server.schedule().hits[again] == 0 and not server.host_cache.saved


def test_who_gives_up_and_asks_again_comes_in_the_middle_of_a_leap():
    record = both(LlamaCpp, {"n_parallel": 2}, lambda: ClosedLoop(2, [0.1] * 8, [10] * 8, [400] * 8, start=[0.0, 0.5]),
                  Limits(request_timeout_s=1.0), clock(fixed=0.0103))
    assert list(record.state) == [TIMED_OUT] * 8


def test_who_left_before_the_first_token_came_never_saw_it():
    """The step that makes the token is under way when its client leaves."""
    rows = [(0, 2, 1, 0, 0), (1, 120, 9, 0, 0), (25, 5, 9, 0, 0)]
    record = both(Vllm, {"num_blocks": 200, "max_num_batched_tokens": 100, "async_scheduling": True},
                  lambda: workload(rows, False, 0, False), Limits(request_timeout_s=1.02), clock(fixed=0.01, prompt=0.01))
    assert list(record.state) == [COMPLETED, TIMED_OUT, TIMED_OUT]
    assert record.first[1] != record.first[1] and record.first[2] > 1.02


def test_a_crowd_whose_members_are_retracted_goes_on_one_by_one():
    rows = [(25, 40, 60, 0, 0)] * 12
    times = clock(fixed=0.0071, prompt=3e-5)
    for overlap_off in (False, True):
        kept, records = [], []
        for leap in (False, True):
            kept.append(SgLang(max_total_num_tokens=600, init_new_token_ratio=0.1, disable_overlap_schedule=overlap_off))
            records.append(run(workload(rows, False, 0, False), [kept[-1]], [times], leap=leap))
        assert compare(*records) is None
        assert records[0].preemptions > 0 and kept[1].crowd is None


class Forgetful(HostCache):
    """Never says that something is kept, so that it is asked again and again."""

    def save(self, content, tokens):
        super().save(content, tokens)
        return 0


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(levers(n_parallel=[2, 6], n_batch=[16, 64], n_ctx_slot=[150, 5000]), st.sampled_from([None, 60, 150, 1000]), REQUESTS,
       st.sampled_from([0, 20]))
def test_what_the_host_keeps_is_not_saved_again(config, tokens, rows, shared):
    """Saving only what is not kept any more comes to the same as saving everything at every start."""
    times = clock(fixed=0.0071, prompt=3e-5)
    records = []
    for kind in (Forgetful, HostCache):
        server = LlamaCpp(**config)
        server.host_cache = kind(tokens)
        records.append(run(workload(rows, False, shared, False), [server], [times]))
        assert server.used_tokens() == sum(slot.tokens for slot in server.slots)
    assert compare(*records) is None


FAST = levers(num_blocks=[20, 40, 80, 300], block_size=[4, 16], max_num_seqs=[1, 4, 16], max_num_batched_tokens=[64, 100, 512],
              enable_prefix_caching=booleans, async_scheduling=booleans, watermark=[0.0, 0.05], scheduler_reserve_full_isl=booleans,
              max_model_len=[100, 10_000])


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(FAST, REQUESTS, booleans, st.sampled_from([0, 0, 3, 20, 33]))
def test_the_fast_lane_is_step(config, rows, closed, shared):
    def requests():
        made = workload(rows, closed, shared, False)
        made.priority = None
        if shared:
            made.share_prefix(shared, 2, 5)
        return made

    times = clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)
    stepped = run(requests(), [Vllm(**config)], [times], leap=False)
    scheduler, again = Vllm(**config), requests()
    if not takes(scheduler, again):
        assert config["block_size"] * config["num_blocks"] < 140
        return
    assert compare(stepped, run_fast(again, scheduler, times, Record(again.count, 0))) is None


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(FAST, st.one_of(REQUESTS, ALIKE), booleans, st.sampled_from([0, 0, 20]), st.sampled_from([2, 3]),
       st.sampled_from(["round_robin", "least_loaded", "prefix_aware"]))
def test_fast_lanes_behind_a_router_are_step(config, rows, closed, shared, copies, router):
    rows = [(gap + 0.0137 * i, *others) for i, (gap, *others) in enumerate(rows)]       # nobody asks in the very moment of a step's end

    def requests():
        made = workload(rows, closed, shared, False)
        made.priority = None
        if shared:
            made.share_prefix(shared, 2, 5)
        return made

    times = clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)
    engines, again = [Vllm(**config) for _ in range(copies)], requests()
    if not takes(engines[0], again):
        return
    stepped = run(requests(), [Vllm(**config) for _ in range(copies)], [times] * copies, leap=False, router=router)
    lanes = run_lanes(again, engines, [times] * copies, Record(again.count, 0), router=router)
    assert compare(stepped, lanes) is None
    assert lanes.engines == copies and lanes.busy_s == pytest.approx(stepped.busy_s)
    tokens = [sum(row[0] for row in record.timeline.bins) for record in (stepped, lanes)]
    assert tokens[0] == pytest.approx(tokens[1])


def test_a_closed_loop_over_many_engines_leaps_far():
    """Every one of 32 engines is asked for its next end once a move: the turns grow with the requests, not with their square."""
    asked, copies = 0, 32

    class Counting(Vllm):
        def quiet(self):
            nonlocal asked
            asked += 1
            return super().quiet()

    engines = [Counting(num_blocks=4000) for _ in range(copies)]
    people = ClosedLoop(4 * copies, [0.0] * 1000, [50] * 1000, [100 + i % 37 for i in range(1000)])
    record = run(people, engines, [clock(fixed=0.01, sequence=1e-4)] * copies, router="least_loaded")
    assert min(record.state) == COMPLETED and asked < 30_000


def test_a_router_does_not_know_who_will_end_with_the_step_under_way():
    """Two engines with steps of a second. At 2.2 s each has one request, the second's ends at 2.5 s: nobody knows yet."""
    for leap in (False, True):
        work = Workload([0.0, 0.5, 1.5, 2.2], [10] * 4, [2, 2, 2, 2])
        record = run(work, [Vllm(num_blocks=100) for _ in range(2)], [clock(fixed=1.0)] * 2, router="least_loaded", leap=leap)
        assert [round(time, 6) for time in record.scheduled] == [0.0, 0.5, 2.0, 3.0]


def test_windowed_attention_in_both_engines():
    rows = [(30, 60, 50, 0, 0)] * 8
    times = clock(fixed=0.004, sequence=1e-4, context=1e-6)
    windowed = type(times)(times.model._replace(window=64.0, window_kv_s=3e-6))
    records = [run(workload(rows, False, 0, False), [Vllm(num_blocks=100)], [windowed], leap=leap) for leap in (False, True)]
    assert compare(*records) is None


def test_a_leap_is_one_turn_and_not_many():
    """What leaping is for: one long answer is a handful of turns of the loop."""
    asked = []
    made = Workload(array("d", [0.0]), [10], [50_000])
    run(made, [LlamaCpp(n_parallel=1)], [clock()], stop=lambda record, now: bool(asked.append(now)))
    assert len(asked) < 10


@pytest.mark.parametrize("caching", [False, True])
def test_preemptions_happen_in_these_scenarios(caching):
    """The comparison above would be empty without them."""
    rows = [(1, 40, 60, 0, 0)] * 12
    record = run(workload(rows, False, 0, False), [Vllm(num_blocks=20, enable_prefix_caching=caching)], [clock()])
    assert record.preemptions > 3 and record.recomputed_tokens > 0
    assert (record.hit_tokens > 0) == caching
