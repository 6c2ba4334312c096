"""What holds at every step of every scheduler, whatever is asked of it."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from advisor.estimate import estimate
from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.simulator.requests import Content, Request
from advisor.simulator.run import run
from advisor.simulator.schedulers.llamacpp import LlamaCpp
from advisor.simulator.schedulers.serial import Static
from advisor.simulator.schedulers.sglang import SgLang
from advisor.simulator.schedulers.tensorrt import TensorRt
from advisor.simulator.schedulers.vllm import Vllm
from advisor.simulator.simulate import simulate, summary
from tests.simulator.plants import clock
from tests.simulator.test_leap import LIMITS, REQUESTS, SCHEDULERS, booleans, workload

ROWS = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 150), st.integers(1, 60), st.integers(0, 20), st.integers(0, 2)),
                min_size=1, max_size=24)       # steps until the next one comes, prompt, output, max_tokens to spare, whose beginning


def requests_of(rows, shared):
    """With the step in which each comes."""
    made, step = [], 0
    for i, (gap, prompt, output, spare, group) in enumerate(rows):
        step += gap
        content = Content(i, [min(shared, prompt)], [("group", group)]) if shared else None
        made.append((step, Request(i, prompt, output, output + spare, name=str(i), content=content)))
    return made


def most_tokens(scheduler):
    """The engine's own bound on what a step computes."""
    if isinstance(scheduler, Vllm):
        return scheduler.budget
    if isinstance(scheduler, LlamaCpp):
        return scheduler.n_batch
    if isinstance(scheduler, TensorRt):
        return scheduler.max_num_tokens
    return 1 << 40


def check_room(scheduler, living):
    """Nobody holds what is not there, and what is held is what is counted."""
    assert scheduler.running_count() <= scheduler.most_running
    present = scheduler.running_count() + scheduler.waiting_count()
    assert present == len(living) or (isinstance(scheduler, Static) and present > len(living))      # whose early finishers keep their place
    if isinstance(scheduler, (Vllm, TensorRt)):
        pool, size = scheduler.pool, scheduler.block_size if isinstance(scheduler, Vllm) else scheduler.size
        assert 0 <= pool.free <= pool.blocks
        for request in scheduler.running:
            assert request.computed <= request.held * size
        if not any(request.content.ends for request in living):
            assert pool.free + sum(request.held for request in scheduler.running) == pool.blocks
        if hasattr(pool, "cached"):
            cached = sum(part.high - part.low for found in pool.cached.values() for part in found)
            assert cached + pool.plain <= pool.blocks
    elif isinstance(scheduler, SgLang):
        tree = scheduler.tree
        assert scheduler._own >= 0 and scheduler._own + (tree.total if tree else 0) <= scheduler.total
        assert tree is None or 0 <= tree.locked <= tree.total
    elif isinstance(scheduler, LlamaCpp):
        held = [slot.request.computed if slot.request else slot.tokens for slot in scheduler.slots]
        assert scheduler.used_tokens() == sum(held)
        assert max(held) <= scheduler.context and (not scheduler.unified or sum(held) <= scheduler.context)


def check_step(scheduler, batch, before):
    assert sum(batch.scheduled.values()) <= most_tokens(scheduler)
    assert all(count >= 1 for count in batch.scheduled.values())
    assert not set(batch.preempted) & set(batch.scheduled)
    for request in batch.preempted:
        assert request.computed == 0 and not request.running and request.generated >= before.get(request, 0)
    if isinstance(scheduler, SgLang) and not scheduler.mixed:      # prompts or answers, never both in a step
        entering = {*batch.admitted, *batch.resumed}
        answers = [request for request, count in batch.scheduled.items()
                   if count == 1 and request.computed > request.prompt_tokens and request not in entering]
        assert len(answers) in (0, len(batch.scheduled))
        if scheduler.chunk and not answers:
            assert sum(batch.scheduled.values()) <= scheduler.chunk


def through(scheduler, rows, shared):
    """All requests step by step; (the requests that were let in, in order; tokens computed for each; who was preempted)."""
    coming, living, entered = requests_of(rows, shared), set(), []
    computed, lost, preempted = Counter(), Counter(), Counter()
    before = None
    known = {}
    for step in range(20_000):
        while coming and coming[0][0] <= step:
            request = coming.pop(0)[1]
            if not scheduler.refuses(request):
                living.add(request)
                scheduler.add(request)
        at = {request: request.computed for request in living}
        batch = scheduler.schedule()
        for request in scheduler.take_failed():
            living.discard(request)
        check_step(scheduler, batch, known)
        for request in batch.preempted:
            preempted[request] += 1
            lost[request] += at[request]
        computed.update(batch.scheduled)
        entered += batch.admitted
        check_room(scheduler, living)
        back = before if scheduler.asynchronous else batch
        before = batch if scheduler.asynchronous and batch.scheduled else None
        for request in scheduler.update(back) if back else ():
            living.remove(request)
        known = {request: request.generated for request in living}
        check_room(scheduler, living)
        if not living and not coming and before is None:
            return entered, computed, lost, preempted
        if not batch.scheduled and not coming and before is None and back is None:
            break
    raise AssertionError(f"{len(living)} were never through")


@settings(max_examples=400, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(SCHEDULERS, ROWS, st.sampled_from([0, 0, 20, 40]))
def test_every_step_keeps_the_engines_own_bounds(scheduler, rows, shared):
    kind, config = scheduler
    engine = kind(**config)
    entered, computed, lost, preempted = through(engine, rows, shared)
    if not isinstance(engine, LlamaCpp):      # whose slots keep what the last one left
        assert engine.used_tokens() == 0
    context = getattr(engine, "max_model_len", getattr(engine, "context_length", getattr(engine, "context", getattr(
        engine, "max_seq_len", 1 << 40))))
    for request in entered:
        assert request.done
        if request.generated < request.last and request.known < context:        # one buffer for all ran out, or nobody else could go
            assert isinstance(engine, (LlamaCpp, SgLang))
            continue
        assert request.generated == min(request.last, max(context - request.prompt_tokens, 1))
        if not shared and not preempted[request] and not engine.asynchronous:
            assert computed[request] == request.known - 1
        if isinstance(engine, Vllm) and not shared and not engine.asynchronous:
            assert computed[request] >= request.known - 1
            if not engine.caching:
                assert computed[request] == request.known - 1 + lost[request]
    fair = ((isinstance(engine, Vllm) and not engine.by_priority and engine.interval == 1) or isinstance(engine, Static)
            or (isinstance(engine, SgLang) and not engine.by_match) or (isinstance(engine, TensorRt) and not shared and not engine.chunked))
    if fair:
        order = [request.index for request in entered]
        assert order == sorted(order)


@pytest.mark.parametrize(("page", "most"), [(1, 78), (8, 64)])
def test_an_answer_that_the_pool_cannot_hold_is_cut_and_blocks_nobody(page, most):
    """SGLang cuts max_new_tokens to what the pool holds beside the prompt: else it would wait for room for ever, all others behind it."""
    rows = [(0, 80, 500, 0, 0), (0, 10, 5, 0, 0)]
    engine = SgLang(max_total_num_tokens=160, page_size=page)
    entered, *_ = through(engine, rows, 0)
    assert [request.generated for request in entered] == [most, 5]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(SCHEDULERS, LIMITS, REQUESTS, booleans, st.sampled_from([0, 20]))
def test_figures_of_any_run_are_in_order(scheduler, limits, rows, closed, shared):
    kind, config = scheduler
    asked = workload(rows, closed, shared, False)
    record = run(asked, [kind(**config)], [clock(fixed=0.0071, prompt=3e-5, sequence=1.3e-4, context=1.1e-6)], limits=limits)
    found = summary(record, asked)
    for name in ("ttft_s", "tpot_s", "e2e_s"):
        figures = found[name]
        if figures["mean"] is not None:
            assert 0 < figures["p50"] <= figures["p95"] <= figures["p99"] and figures["mean"] <= figures["p99"] * 100
    assert found["completed"] + found["rejected"] + found["timed_out"] + found["unfinished"] == found["requests"]
    assert 0 <= found["goodput_fraction"] <= found["completed"] / max(found["requests"], 1) if found["requests"] else True
    if found["output_tokens_per_s"]:
        assert found["goodput_tokens_per_s"] <= found["output_tokens_per_s"] * (1 + 1e-12)
    assert found["busy_fraction"] is None or 0 <= found["busy_fraction"] <= 1 + 1e-9
    hits = found["prefix_hit_fraction"]
    assert hits is None or 0 <= hits <= 1
    times = [record.scheduled, record.first, record.finish]
    for i in range(asked.taken):
        known = [time[i] for time in times if time[i] == time[i]]
        assert known == sorted(known) and (not known or known[0] >= asked.arrival[i] - 1e-9)


@pytest.mark.parametrize(("engine", "quantization"), [("vllm", "awq"), ("sglang", "awq"), ("tensorrt-llm", "awq"), ("llama.cpp", "q4_k_m"),
                                                      ("ollama", "q4_k_m"), ("lmstudio", "q4_k_m")])
def test_alone_the_simulation_is_the_calculators_single_stream(engine, quantization):
    """One request in a hundred seconds: nobody to wait for."""
    asked = Scenario(model="qwen2.5-14b-instruct", quantization=quantization, engine=engine, hardware=Hardware(device="RTX 4090"),
                     settings=Settings(context=4096),
                     workload=Workload(concurrency=1, prompt_tokens=1500, output_tokens=200, requests_per_s=0.01))
    said, seen = estimate(asked).speed, simulate(asked, requests=20)
    assert seen["ttft_s"]["p50"] == pytest.approx(said.ttft_s.typical, rel=0.03)
    assert seen["tpot_s"]["p50"] == pytest.approx(1 / said.decode_tokens_per_s.typical, rel=0.03)
