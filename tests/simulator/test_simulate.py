"""From a scenario to figures, files and sweeps, on a plant whose times are known."""

import csv
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from advisor.errors import CannotAnswer
from advisor.scenario import parse_scenario
from advisor.simulator import sweep as sweeps
from advisor.simulator.arrivals import Workload
from advisor.simulator.draws import Lengths
from advisor.simulator.figures import DEFAULT_SLO, REQUEST_COLUMNS, Slo, parse_slo, summary, timeline_rows, write_requests, write_timeline
from advisor.simulator.limits import Limits
from advisor.simulator.record import Record, Timeline
from advisor.simulator.simulate import Load, Plant, run_plant, simulate
from tests.simulator.plants import step_model

PLANT = Plant("vllm", (("num_blocks", 2000), ("max_num_seqs", 64)), step_model(fixed=0.01, prompt=2e-5, sequence=2e-4), 31_984, 1000.0)
CHAT = Load(requests=300, prompt=Lengths("exponential", 200), output=Lengths("exponential", 100))


def test_figures_of_a_run_that_can_be_done_by_hand():
    work = Workload([0.0, 1.0], [10, 10], [5, 1])
    plant = Plant("serial", (), step_model(fixed=0.1), 1000, 50.0)
    got = summary(run_plant(plant, work), work, Slo((("ttft_p95", 0.05),)), 50.0)
    assert (got["completed"], got["rejected"], got["timed_out"], got["preemptions"], got["output_tokens"]) == (2, 0, 0, 0, 6)
    assert got["makespan_s"] == pytest.approx(1.1) and got["output_tokens_per_s"] == pytest.approx(6 / 1.1)
    assert got["ttft_s"]["mean"] == pytest.approx(0.1) and got["tpot_s"]["p99"] == pytest.approx(0.1)
    assert got["e2e_s"]["p50"] == pytest.approx(0.3) and got["goodput_fraction"] == 0.0
    assert got["kv_peak_tokens"] == 14 and got["kv_peak_bytes"] == 700 and got["kv_peak_fraction"] == pytest.approx(0.014)
    assert got["busy_fraction"] == pytest.approx(0.6 / 1.1)
    json.dumps(got)


def test_what_never_happened_is_null():
    work = Workload([0.0], [10], [1])
    got = summary(run_plant(PLANT, work, Limits(context_tokens=5)), work)
    assert got["tpot_s"]["mean"] is None and got["makespan_s"] is None and got["rejected"] == 1
    assert got["turned_away"] == {"too_long": 1} and "HTTP 400" in got["seen_as"]["too_long"]


def test_files(tmp_path):
    work = Workload([0.0, 0.5, 0.6], [10, 20, 30], [5, 6, 7])
    record = run_plant(PLANT, work, Limits(per_user=9, context_tokens=36))
    write_requests(tmp_path / "r.csv", record, work)
    with (tmp_path / "r.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == REQUEST_COLUMNS and [r["state"] for r in rows] == ["completed", "completed", "too_long"]
    assert float(rows[1]["first_token_s"]) > 0.5 and rows[2]["last_token_s"] == ""
    write_timeline(tmp_path / "t.csv", record)
    with (tmp_path / "t.csv").open() as file:
        bins = list(csv.DictReader(file))
    width = record.timeline.width
    assert sum(float(b["output_tokens_per_s"]) for b in bins) * width == pytest.approx(11)
    with pytest.raises(CannotAnswer):
        write_requests(tmp_path / "no" / "r.csv", record, work)


def test_a_timeline_grows_by_wider_bins_and_loses_nothing():
    line = Timeline(width=1.0, most=8)
    line.add(0.0, 3.0, 30, 6, 2, 1, 100.0, 140.0)
    line.add(10.0, 21.0, 22, 0, 1, 0, 50.0, 50.0)
    assert len(line.bins) <= 8 and line.width == 4.0
    rows = timeline_rows(line)
    assert sum(r["output_tokens_per_s"] for r in rows) * 4 == pytest.approx(52)
    assert sum(r["running"] for r in rows) * 4 == pytest.approx(6 + 11) and rows[0]["kv_peak_tokens"] == 140.0


def test_a_stretch_over_bins_of_any_width_ends():
    """Seven times a 48th, divided by a 48th, is less than seven."""
    for seconds in (10, 20, 50, 100, 86_400):
        line = Timeline(seconds / 480, 16 * 480)
        line.add(0.0, seconds * 1.1, 330, 0, 2, 1, 100.0, 140.0)
        assert len(line.bins) == 529 and sum(row[0] for row in line.bins) == pytest.approx(330)
        assert sum(row[5] for row in line.bins) == pytest.approx(seconds * 1.1) and min(row[0] for row in line.bins) >= 0


def test_continuous_beats_serial_on_the_same_arrivals():
    serial = Plant("serial", (), PLANT.model, 31_984, None)
    load = Load("poisson", requests_per_s=4.0, requests=200, prompt=CHAT.prompt, output=CHAT.output)
    figures = {}
    for name, plant in (("continuous", PLANT), ("serial", serial)):
        work = load.workload(1)
        figures[name] = summary(run_plant(plant, work), work)
    assert figures["serial"]["output_tokens"] == figures["continuous"]["output_tokens"]
    assert figures["serial"]["ttft_s"]["p50"] > 50 * figures["continuous"]["ttft_s"]["p50"]


def test_promises():
    assert parse_slo("ttft_p95=2, tpot_mean=0.05").bounds == (("ttft_p95", 2.0), ("tpot_mean", 0.05))
    for bad in ("", "x=1", "ttft_p95=-1", "ttft_p95=nan", "ttft_p42=1", "ttft_p95"):
        with pytest.raises(CannotAnswer):
            parse_slo(bad)


def found(executor, slo):
    rate, runs = sweeps.highest_rate(PLANT, CHAT, slo, executor, 1)
    users, closed = sweeps.highest_users(PLANT, CHAT, slo, executor, 1)
    return rate, users, runs, closed


def test_a_sweep_finds_the_edge_of_the_promise():
    slo = parse_slo("ttft_p95=0.2,tpot_p95=0.02")
    rate, users, runs, closed = found(sweeps.Here(), slo)
    assert sweeps.measure(PLANT, replace(CHAT, kind="poisson", requests_per_s=rate), 1, slo)["holds"]
    broken = min(run["load"] for run in runs if not run["holds"])
    assert rate < broken <= rate * 1.0201
    assert max(run["load"] for run in closed if run["holds"]) == users < min(run["load"] for run in closed if not run["holds"])
    knee = sweeps.knee(sorted(runs, key=lambda r: r["load"]))
    assert min(run["load"] for run in runs) < knee <= broken * 2


def test_a_fleet_is_not_asked_for_one_breath_only():
    """Eight engines take 60 requests at once within the promise, so that a run of no more would hold at any rate. What they hold is
    what their closed loop gives, or a little less."""
    levers = (("num_blocks", 20_000), ("max_num_seqs", 64))
    made = Plant("vllm", levers, step_model(fixed=0.01, sequence=1e-4, prompt=1e-5), 320_000, None, copies=8)
    load = Load(requests=60, prompt=Lengths(mean=100), output=Lengths(mean=100))
    rate, _ = sweeps.highest_rate(made, load, DEFAULT_SLO, sweeps.Here(), 1)
    full = sweeps.measure(made, replace(load, kind="closed", users=8 * 64, requests=5000), 1, DEFAULT_SLO)["requests_per_s"]
    assert full * 0.8 < rate < full * 1.2


def test_a_promise_that_nothing_holds_is_null():
    assert found(sweeps.Here(), parse_slo("tpot_p95=0.0001"))[:2] == (None, None)


def test_any_executor_gives_the_same_answer():
    slo = parse_slo("ttft_p95=0.2,tpot_p95=0.02")
    with ThreadPoolExecutor(2) as pool:
        assert found(pool, slo)[:2] == found(sweeps.Here(), slo)[:2]


def test_a_real_dask_cluster_gives_the_same_answer():
    distributed = pytest.importorskip("distributed", reason="needs the optional extra dask")
    slo = parse_slo("ttft_p95=0.2,tpot_p95=0.02")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp") as cluster, \
            sweeps._executor(cluster.scheduler_address, None) as tasks:
        assert found(tasks, slo)[:2] == found(sweeps.Here(), slo)[:2]


def test_a_cluster_that_is_not_there_is_told():
    pytest.importorskip("distributed", reason="needs the optional extra dask")
    with pytest.raises(CannotAnswer, match="cannot be reached"), sweeps._executor("tcp://127.0.0.1:1", None):
        pass


def test_a_million_requests_stay_small():
    """Flat arrays: under 60 bytes a request, whatever happened to it."""
    record = Record(1000, 0)
    size = sum(getattr(record, n).itemsize for n in ("scheduled", "first", "finish", "generated")) + 1
    work = Workload([0.0], [1], [1])
    assert size + work.arrival.itemsize + work.prompt.itemsize + work.output.itemsize < 60


def test_people_ask_again_when_the_shared_cache_ran_out_under_all_of_them():
    scenario = parse_scenario({"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "lmstudio",
                               "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096},
                               "workload": {"concurrency": 4, "prompt_tokens": 1000, "output_tokens": 200}})
    answer = simulate(scenario, requests=40)
    assert answer["turned_away"] == {"failed": 40}, "four slots of 1,200 tokens each outgrow one pool of 4,096 together"
    assert answer["unfinished"] == 0


def test_a_wait_that_turns_nowhere_has_no_knee():
    """A curve that rises at once and then stays flat lies above the line between its ends."""
    def curve(*waits):
        return [{"load": float(load), "ttft_s": {"p95": wait}} for load, wait in waits]
    assert sweeps.knee(curve((6, 0.1), (12, 0.5), (29, 0.6), (44, 0.62))) is None
    assert sweeps.knee(curve((6, 0.1), (12, 0.11), (29, 0.12), (44, 5.0))) == 29
