"""The questions behind the simulator's view, without a window."""

import numpy as np
import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.simulator.record import Timeline
from advisor.whatif import guard, runs, sweeps
from advisor.whatif.question import question
from advisor.whatif.traffic import DAY_S, Traffic
from advisor.worker import Job


@pytest.fixture
def busy_team():
    return Scenario(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm", hardware=Hardware(device="RTX 4090"),
                    settings=Settings(context=4096), workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=128,
                                                                       requests_per_s=0.5))


def job(told=None):
    return Job("test", 1, lambda share, partial: told.append((share, partial)) if told is not None else None)


def test_it_answers_what_the_command_line_answers(busy_team):
    from advisor.simulator.figures import Slo
    from advisor.simulator.simulate import simulate
    traffic = Traffic(seconds=120, seed=7)
    mine = runs.answer(question(busy_team, traffic), job())[-1].summary
    theirs = simulate(busy_team, seconds=120, seed=7, slo=Slo((("ttft_p95", 2.0), ("tpot_p95", 0.05))))
    assert mine["requests"] == theirs["requests"] > 30
    assert mine["ttft_s"] == theirs["ttft_s"] and mine["output_tokens"] == theirs["output_tokens"]


def test_both_schedulers_see_the_same_arrivals(busy_team):
    serial, own = runs.answer(question(busy_team, Traffic(seconds=120)), job())
    assert np.array_equal(serial.came, own.came) and len(own.came) > 30
    assert serial.summary["output_tokens"] == own.summary["output_tokens"]


def test_curves_conserve_tokens(busy_team):
    found = runs.answer(question(busy_team, Traffic(seconds=600, against="none")), job())
    assert len(found) == 1
    run = found[0]
    width = run.time[1] - run.time[0]
    made = float((run.tokens * width).sum())
    late = run.summary["makespan_s"] - 600
    assert made == pytest.approx(run.summary["output_tokens"], rel=0.02) or late > 0
    assert len(run.time) <= 2000 and run.time[-1] < 600 + width


def test_bins_merge_to_rates_whatever_the_remainder():
    timeline = Timeline(1.0, 4096)
    for second in range(1000):
        timeline.add(second, second + 1, 10, 0, 2, 1, 50, 50)
    times, bins = runs._bins(timeline, 1000.0)
    width = times[1] - times[0]
    assert len(times) <= runs.CURVE_POINTS
    assert bins[:-1, 0] / width == pytest.approx(10) and bins[-1, 2] / width == pytest.approx(2, rel=0.5)


def test_people_who_give_up_among_many_slots():
    """In this one somebody's answer would have ended in the step in which another's did, had they not left."""
    scenario = Scenario(model="qwen2.5-14b-instruct", engine="lmstudio", hardware=Hardware(device="H100 SXM"),
                        settings=Settings(context=4096, parallel=32, ubatch=16, kv_unified=False),
                        workload=Workload(output_tokens=256, requests_per_s=3.0))
    found = runs.answer(question(scenario, Traffic(seconds=10, seed=6, request_s=5, against="none")), job())
    ends = found[0].summary
    assert ends["timed_out"] > 3 and ends["completed"] > 3 and ends["completed"] + ends["timed_out"] == ends["requests"]


def test_a_run_tells_of_itself_and_stops(busy_team, monkeypatch):
    monkeypatch.setattr(runs, "STREAM_EVERY_S", 0.0)
    told = []
    watched = job(told)

    def watch(share, partial):
        told.append((share, partial))
        if len(told) == 3:
            watched.cancel()
    watched._report = watch
    traffic = Traffic(shape="day", queue=500)
    found = runs.answer(question(busy_team.with_(workload__requests_per_s=2.0), traffic), watched)
    assert len(told) == 3 and len(found) == 1
    assert all(not partial[-1].done and partial[-1].head <= DAY_S for _, partial in told)
    assert found[0].summary["requests"] < 100_000


def test_what_does_not_fit_is_refused(busy_team):
    with pytest.raises(CannotAnswer, match="does not fit"):
        runs.answer(question(busy_team.with_(quantization="bf16"), Traffic()), job())


def test_a_missing_trace_is_refused(busy_team, tmp_path):
    with pytest.raises(CannotAnswer, match="cannot be read"):
        runs.answer(question(busy_team, Traffic(shape="trace", trace=str(tmp_path / "none.csv"))), job())


@pytest.mark.parametrize("kind", ["requests", "timeline"])
def test_runs_as_csv(busy_team, tmp_path, kind):
    path = tmp_path / "out.csv"
    runs.write(str(path), question(busy_team, Traffic(seconds=30)), "continuous", kind, job())
    lines = path.read_text().splitlines()
    assert lines[0].startswith("arrival_s" if kind == "requests" else "time_s") and len(lines) > 5


def test_a_sweep_over_rates_marks_load_and_knee(busy_team, monkeypatch):
    monkeypatch.setattr(sweeps, "REST_S", 0.0)
    told = []
    found = sweeps.held(question(busy_team, Traffic(first_token_s=1.0)), job(told))
    assert found.kind == "rate" and found.done and found.load > 0.2 and found.people >= 1
    own, serial = found.curves
    assert own.scheduler == "continuous" and serial.scheduler == "serial"
    at = {p.load: p for p in serial.points}
    assert all(at[p.load].typical >= p.typical for p in own.points if p.load in at)     # waiting in line is never quicker
    assert all(p.low <= p.typical <= p.high for p in own.points)
    assert any(share < 1 and partial.curves for share, partial in told)


def test_a_stopped_sweep_says_nothing(busy_team, monkeypatch):
    monkeypatch.setattr(sweeps, "REST_S", 0.0)
    stopped = job()
    stopped.cancel()
    assert sweeps.held(question(busy_team, Traffic()), stopped) is None


def test_limits_are_sharpened_by_the_sweep(busy_team):
    answer = estimate(busy_team)
    plain = guard.learned(answer, Traffic(), None)
    best = {"requests_per_s": 0.5, "e2e_s": {"p99": 20.0}, "ttft_s": {"p95": 1.5}, "tpot_s": {"p95": 0.025}}
    held = sweeps.Held("people", (), True, load=3.0, people=3, best=best)
    found = guard.learned(answer, Traffic(), held)
    assert found.concurrency == 3 != plain.concurrency
    assert found.queue == 15        # half a request a second, thirty seconds of patience
    assert found.request_timeout_s == 60 and found.requests_per_minute == 8     # 1.5 x 20 + 30; twice 30 a minute among eight
    assert found.tokens_per_s == pytest.approx(40) and "3 at once" in str(found.reasons[0])
    crowd = guard.learned(answer, Traffic(), sweeps.Held("people", (), True, load=900.0, people=900, best=best))
    assert crowd.concurrency == answer.memory.slots == 256 and "slots" in str(crowd.reasons[0])
    assert guard.learned(answer, Traffic(queue=4, wait_s=10), held).queue == 4
    assert guard.learned(answer, Traffic(), sweeps.Held("people", (), True)) == plain       # nothing holds: the estimate's
