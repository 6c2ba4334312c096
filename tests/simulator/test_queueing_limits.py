"""What the simulator must reduce to: exact results of queueing theory, where the rules leave nothing else.

Statistical comparisons hold the mean against a 99.9 % confidence interval from batch means (Student's t, 19 degrees of freedom),
with fixed seeds; the others are exact.
"""

from math import ceil, exp, factorial, floor, sqrt

import numpy as np
import pytest

from advisor.simulator.arrivals import Workload, closed_workload, open_workload
from advisor.simulator.draws import Draws, Lengths, arrival_times, poisson_gaps
from advisor.simulator.fast_lane import run_fast
from advisor.simulator.limits import COMPLETED, REJECTED, Limits
from advisor.simulator.record import Record
from advisor.simulator.run import run
from advisor.simulator.schedulers.serial import Static
from advisor.simulator.schedulers.vllm import Vllm
from tests.simulator.plants import clock

T_999 = 3.88
ONE = Lengths(mean=1)


def engine(slots, **levers):
    return Vllm(num_blocks=1 << 30, max_num_seqs=slots, max_num_batched_tokens=max(slots, 64), enable_prefix_caching=False, **levers)


def served(slots, rate, output, count, seed, step=0.005, sequence=0.0):
    work = open_workload("poisson", rate, count, ONE, output, seed)
    record = run_fast(work, engine(slots), clock(fixed=step, sequence=sequence), Record(count, 0))
    return work, record


def agrees(values, expected, warm_up=0.1):
    """Whether the mean of a correlated series is `expected` by its batch means' interval; returns both for the message."""
    kept = np.asarray(values)[int(len(values) * warm_up):]
    means = np.array([batch.mean() for batch in np.array_split(kept, 20)])
    half = T_999 * means.std(ddof=1) / sqrt(20)
    assert half < 0.35 * abs(expected), "the run is too short to say anything"
    return abs(means.mean() - expected) <= half, means.mean(), expected, half


def waits(work, record):
    return np.array(record.scheduled) - np.array(work.arrival)


def test_one_slot_exponential_service_is_m_m_1():
    step, mean, rho = 0.005, 200, 0.7
    work, record = served(1, rho / (mean * step), Lengths("exponential", mean), 60_000, 3, step)
    mu, lam = 1 / (mean * step), rho / (mean * step)
    assert agrees(waits(work, record), rho / (mu - lam))[0]
    stay = np.array(record.finish) - np.array(work.arrival)
    assert agrees(stay, 1 / (mu - lam))[0]
    t = 2 / (mu - lam)
    assert agrees(stay > t, exp(-(mu - lam) * t))[0]


def test_one_slot_equal_service_is_m_d_1():
    step, output, rho = 0.01, 100, 0.75
    service = step * output
    lam = rho / service
    work, record = served(1, lam, Lengths(mean=output), 60_000, 4, step)
    wait = waits(work, record)
    assert agrees(wait, rho * service / (2 * (1 - rho)))[0]
    for t in (0.5 * service, 1.7 * service, 3.2 * service):
        erlang = (1 - rho) * sum((lam * (k * service - t)) ** k / factorial(k) * exp(-lam * (k * service - t))
                                 for k in range(floor(t / service) + 1))
        assert agrees(wait <= t, erlang)[0], t


def test_one_slot_any_service_is_pollaczek_khinchine():
    output, rho = Lengths("log_normal", 80, cv=1.2), 0.6
    lengths = output.draw(Draws(5, 2), 80_000)
    step = 0.01
    second, first = float((lengths.astype(float) ** 2).mean()) * step * step, float(lengths.mean()) * step
    work, record = served(1, rho / first, output, 80_000, 5, step)
    assert agrees(waits(work, record), rho / first * second / (2 * (1 - rho)))[0]


def test_many_slots_without_a_queue_are_m_g_inf():
    step, mean, lam = 0.001, 300, 20.0
    work, record = served(4096, lam, Lengths("exponential", mean), 40_000, 6, step)
    arrival, finish = np.array(work.arrival), np.sort(np.array(record.finish))
    seen = np.arange(len(arrival)) - np.searchsorted(finish, arrival)
    load = lam * (mean + 0.5) * step
    assert agrees(seen, load)[0]
    assert agrees((seen[4000:] - load) ** 2, load, 0)[0]


def test_four_slots_are_erlang_c():
    step, mean, c, rho = 0.002, 400, 4, 0.75
    service = mean * step
    work, record = served(c, c * rho / service, Lengths("exponential", mean), 80_000, 7, step)
    a = c * rho
    queue = a ** c / factorial(c) / (1 - rho)
    chance = queue / (sum(a ** k / factorial(k) for k in range(c)) + queue)
    expected = chance * service / (c * (1 - rho))
    ok, got, _, half = agrees(waits(work, record), expected + step / 2)
    assert ok, (got, expected, half)


@pytest.mark.parametrize("output", [Lengths(mean=100), Lengths("exponential", 100)], ids=["equal", "exponential"])
def test_full_and_rejecting_is_erlang_b_whatever_the_service(output):
    step, c = 0.005, 3
    load = 2.5
    count = 12_000
    work = open_workload("poisson", load / (100 * step), count, ONE, output, 8)
    record = run(work, [engine(c)], [clock(fixed=step)], limits=Limits(in_system=c))
    blocked = load ** c / factorial(c) / sum(load ** k / factorial(k) for k in range(c + 1))
    refused = np.frombuffer(record.state, dtype=np.uint8) == REJECTED
    assert agrees(refused, blocked)[0]


def test_steps_that_cost_by_the_sequence_are_processor_sharing():
    """E[T | S] = S / (1 - rho): everybody is slowed down alike, however long his own answer."""
    each, mean, rho = 0.002, 150, 0.6
    work, record = served(1024, rho / (mean * each), Lengths("exponential", mean), 60_000, 9, 0.0, each)
    stay = np.array(record.finish) - np.array(work.arrival)
    alone = np.array(work.output) * each
    for low, high in ((0.3, 0.6), (0.8, 1.2), (1.8, 2.6)):
        group = (alone > low * mean * each) & (alone <= high * mean * each)
        ok, got, want, half = agrees((stay / alone)[group], 1 / (1 - rho))
        assert ok, (low, got, want, half)


def test_static_batches_take_turns():
    count, size, prompt, output = 37, 8, 50, 20
    work = Workload([0.0] * count, [prompt] * count, [output] * count)
    record = run(work, [Static(max_batch_size=size)], [clock(fixed=0.01)])
    assert max(record.finish) == pytest.approx(ceil(count / size) * 0.01 * (1 + output - 1), abs=1e-12)


def test_static_batches_wait_for_the_longest_and_pad_to_it():
    work = Workload([0.0, 0.0, 0.0], [10, 100, 10], [5, 50, 5])
    record = run(work, [Static(max_batch_size=2)], [clock(fixed=0.01, prompt=1e-4)])
    prefill = 0.01 + 2 * 100 * 1e-4
    assert record.first[0] == pytest.approx(prefill)
    assert record.finish[0] == pytest.approx(prefill + 4 * 0.01)
    assert record.scheduled[2] == pytest.approx(prefill + 49 * 0.01)


def test_closed_loop_keeps_the_response_law():
    """X = n / (R + Z): users over the time of a round."""
    users, think = 12, 0.8
    work = closed_workload(users, think, 6000, Lengths("exponential", 60), Lengths("exponential", 40), 10)
    record = run_fast(work, engine(6), clock(fixed=0.01, prompt=1e-4, sequence=1e-3), Record(work.count, 0))
    arrival, finish = np.array(work.arrival), np.array(record.finish)
    assert (np.frombuffer(record.state, dtype=np.uint8) == COMPLETED).all()
    rounds = (finish - arrival) + np.array(work.think)
    assert len(rounds) / finish.max() == pytest.approx(users / rounds.mean(), rel=2 * users / len(rounds) + 0.002)


def busy_run(leap):
    work = open_workload("poisson", 8.0, 400, Lengths("exponential", 60, most=400), Lengths("exponential", 50, most=400), 11)
    scheduler = Vllm(num_blocks=400, max_num_batched_tokens=1024, enable_prefix_caching=False)
    return work, run(work, [scheduler], [clock(fixed=0.01)], leap=leap)


@pytest.mark.parametrize("leap", [False, True])
def test_littles_law_and_conservation_of_work(leap):
    """Integrals over time equal sums over requests: running, KV blocks, tokens, busy time. Exact, not statistical."""
    work, record = busy_run(leap)
    assert record.preemptions == 0
    sums = np.sum(record.timeline.bins, axis=0)
    made, prompts, running, _, kv, busy = sums[:6]
    residence = np.array(record.finish) - np.array(record.scheduled)
    assert running == pytest.approx(residence.sum(), rel=1e-9)
    assert made == pytest.approx(sum(work.output), rel=1e-9) and sum(record.generated) == sum(work.output)
    assert prompts == record.prefill_tokens == sum(p for p in work.prompt if p > 1)
    assert busy == pytest.approx(record.busy_s, rel=1e-9)
    if not leap:
        held = sum(0.01 * 16 * (ceil(p / 16) + sum(ceil((p + k) / 16) for k in range(1, o))) for p, o in
                   zip(work.prompt, work.output, strict=True))
        assert kv == pytest.approx(held, rel=1e-9)


def test_busy_time_is_the_sum_of_the_steps():
    steps = []
    timed = clock(fixed=0.01, prompt=1e-4, sequence=1e-4, context=1e-7)
    plain = type(timed).mixed

    class Noting(type(timed)):
        def mixed(self, *args):
            steps.append(plain(self, *args))
            return steps[-1]
    work = open_workload("poisson", 5.0, 100, Lengths("exponential", 60), Lengths("exponential", 30), 12)
    record = run(work, [Vllm(num_blocks=200)], [Noting(timed.model)], leap=False)
    assert record.busy_s == pytest.approx(sum(steps), rel=1e-12)


@pytest.mark.parametrize("batch", [1, 8, 64])
def test_saturation_is_batch_over_step(batch):
    """b / (a + b beta + gamma context) tokens a second, the context growing to the full length and starting again."""
    a, beta, gamma, output = 0.01, 2e-4, 1e-7, 500
    rounds = 4
    work = Workload([0.0] * (batch * rounds), [1] * (batch * rounds), [output] * (batch * rounds))
    record = run_fast(work, engine(batch), clock(fixed=a, sequence=beta, context=gamma), Record(work.count, 0))
    step = a + batch * beta + gamma * batch * (output + 1) / 2
    assert batch * output * rounds / max(record.finish) == pytest.approx(batch / step, rel=1e-9)


def test_arrivals_are_poisson():
    gaps = np.diff(arrival_times(poisson_gaps(Draws(1), 5.0, 50_000)))
    assert agrees(gaps, 0.2)[0] and agrees((gaps - 0.2) ** 2, 0.04)[0]
