"""The seed page's lesson comes out by itself: a 4090 with a 14B model at 4 bit, eight people (shared/seed/figures.md)."""

import json

import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.readers.trace import read_trace
from advisor.scenario import parse_scenario
from advisor.simulator.simulate import simulate


def scenario(context, prompt, engine="vllm", quantization="awq", people=8, **settings):
    return parse_scenario({"model": "qwen2.5-14b-instruct", "quantization": quantization, "engine": engine,
                           "hardware": {"device": "RTX 4090", "host_memory_gib": 64},
                           "settings": {"context": context, "parallel": 8, **settings},
                           "workload": {"concurrency": people, "prompt_tokens": prompt, "output_tokens": 256}})


def test_eight_with_4k_live_and_eight_with_32k_hit_the_wall():
    short = simulate(scenario(4096, 3500), requests=80)
    long = simulate(scenario(32768, 30000), requests=40)
    assert short["completed"] == 80 and short["preemptions"] == 0 and short["kv_peak_fraction"] < 0.75
    assert long["kv_peak_fraction"] > 0.9
    alone = simulate(scenario(32768, 30000, people=1), requests=10)
    assert long["ttft_s"]["p50"] > 4 * alone["ttft_s"]["p50"], "they wait for each other's cache, not only for the prompts"
    assert long["kv_peak_tokens"] < 8 * 30000


def test_continuous_beats_serial_by_the_factor_that_the_formula_says():
    eight = scenario(4096, 1024)
    together = simulate(eight, requests=160)["output_tokens_per_s"]
    one_by_one = simulate(eight, requests=160, scheduler="serial")["output_tokens_per_s"]
    formula = estimate(eight).speed.output_tokens_per_s.typical / estimate(scenario(4096, 1024, people=1)).speed.output_tokens_per_s.typical
    assert together / one_by_one == pytest.approx(formula, rel=0.12)
    assert together / one_by_one > 3


@pytest.mark.parametrize("engine", ["ollama", "llama.cpp", "sglang", "tensorrt-llm", "vllm"])
def test_every_engine_runs_with_its_own_levers(engine):
    quantization = "q4_k_m" if engine in ("ollama", "llama.cpp") else "awq"
    got = simulate(scenario(4096, 1024, engine, quantization), requests=40)
    assert got["completed"] == 40 and (got["scheduler"], got["rules"]) == ("continuous", engine) and 0 < got["kv_peak_fraction"] <= 1
    assert got["tpot_s"]["mean"] > 0 and got["output_tokens"] > 0


def test_the_simulation_agrees_with_the_estimate_in_steady_state():
    asked = scenario(4096, 1024)
    said, seen = estimate(asked).speed, simulate(asked, requests=300)
    assert seen["tpot_s"]["mean"] == pytest.approx(said.tpot_s.typical, rel=0.15)
    assert seen["output_tokens_per_s"] == pytest.approx(said.output_tokens_per_s.typical, rel=0.15)


def test_what_does_not_fit_is_told():
    with pytest.raises(CannotAnswer, match="does not fit"):
        simulate(scenario(4096, 100, quantization="fp16"))


def test_replicas_multiply_throughput():
    two = parse_scenario({"model": "qwen2.5-7b-instruct", "quantization": "fp8", "engine": "vllm",
                          "hardware": {"device": "H100 80GB", "count": 2},
                          "settings": {"data_parallel": 2, "context": 4096},
                          "workload": {"concurrency": 32, "prompt_tokens": 500, "output_tokens": 200}})
    got = simulate(two, requests=300)
    one = simulate(two.with_(hardware__count=1, settings__data_parallel=1, workload__concurrency=16), requests=150)
    assert got["engines"] == 2 and got["output_tokens_per_s"] == pytest.approx(2 * one["output_tokens_per_s"], rel=0.1)


def test_seconds_end_the_arrivals_and_not_the_answers():
    got = simulate(scenario(4096, 200).with_(workload__requests_per_s=2.0), seconds=30.0)
    assert got["arrivals"] == "poisson" and 40 < got["requests"] < 80 and got["completed"] == got["requests"]
    for bad in (-1.0, float("nan"), float("inf")):
        with pytest.raises(CannotAnswer):
            simulate(scenario(4096, 200), seconds=bad)


@pytest.mark.shared
def test_shared_runs_replay_within_the_promised_bounds(shared):
    """Throughput and makespan of a recorded run; `replay.py` says the rest."""
    run = shared / "accuracy" / "runs" / "vllm0.19_RTXPRO6000_Llama-3.1-8B"
    got = simulate(parse_scenario(json.loads((run / "scenario.json").read_text())), trace=run / "measured.csv")
    assert got["completed"] == len(read_trace(run / "measured.csv").arrival)
    assert got["makespan_s"] == pytest.approx(65.93, rel=0.10) and got["output_tokens_per_s"] == pytest.approx(2969, rel=0.10)
    assert got["tpot_s"]["mean"] == pytest.approx(0.0325, rel=0.12)
    assert got["ttft_s"]["mean"] == pytest.approx(7.10, rel=0.20) and got["ttft_s"]["p50"] == pytest.approx(9.44, rel=0.20)
