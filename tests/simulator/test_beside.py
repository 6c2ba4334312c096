"""The simulated first token beside the calculator's."""

import pytest

from advisor import units
from advisor.estimate import estimate
from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.simulator.simulate import simulate


def asked(people, rate=None):
    return Scenario(model="llama-3.1-8b", quantization="bf16", engine="vllm", hardware=Hardware(device="H100 SXM"),
                    settings=Settings(context=8192),
                    workload=Workload(concurrency=people, prompt_tokens=1000, output_tokens=300, requests_per_s=rate))


def test_what_lies_between_the_two_means_is_told_in_numbers():
    """Without those who come together the calculator's mean is the simulated one within a fifth; with them it is far from it."""
    scenario = asked(32)
    found, told = simulate(scenario), estimate(scenario).speed.ttft_s.typical
    beside = found["calculator"]
    assert beside["ttft_s"] == pytest.approx(told, rel=1e-9)
    assert told - beside["together_s"] == pytest.approx(found["ttft_s"]["mean"], rel=0.2)
    assert told > 1.3 * found["ttft_s"]["mean"]
    note = found["told_apart"]
    mean, part = units.seconds(found["ttft_s"]["mean"]), units.seconds(beside["together_s"])
    share = f"{100 * beside['together_share']:.0f} %"
    assert f"{mean} on average here, {units.seconds(told)} in the calculator" in note and f"{part} of it" in note and share in note


def test_one_alone_sees_what_the_calculator_says():
    found = simulate(asked(1))
    assert found["told_apart"] is None and found["calculator"]["together_s"] == 0
    assert found["ttft_s"]["mean"] == pytest.approx(found["calculator"]["ttft_s"], rel=0.01)


def test_who_comes_at_a_rate_is_not_who_asks_again_and_again():
    found = simulate(asked(32, 0.5))
    note = found["told_apart"]
    assert "for 32 at once, never more or fewer" in note and "0.5 requests come a second" in note


def test_people_who_ask_once_are_a_burst_and_it_is_said():
    """As many requests as people: all at once, whole answers, nobody left out of the waits."""
    found = simulate(asked(32), requests=32)
    assert found["output_tokens"] == 32 * 300 and found["told_apart"] is None
    assert found["ttft_s"]["p95"] > 2 * found["ttft_s"]["mean"] - found["ttft_s"]["p50"] > 0.3
    assert "all 32 requests come at the same moment" in found["notes"][0]
    nobody = simulate(asked(3, 0.01), seconds=5)
    assert nobody["requests"] == 0 and nobody["notes"] == ["Nobody comes within 5.0 s."]


def test_a_baseline_is_not_held_against_the_calculator():
    found = simulate(asked(32), scheduler="serial")
    assert found["calculator"] is None and found["told_apart"] is None


def test_what_a_short_run_leaves_out_is_not_laid_on_those_who_come_together():
    """300 people before a small cache: 2 s of the minutes between the two means are of those who come together."""
    scenario = Scenario(model="llama-3.3-70b-instruct", quantization="fp8", engine="vllm", hardware=Hardware(device="H100 SXM"),
                        settings=Settings(context=8192, gpu_memory_utilization=.95),
                        workload=Workload(concurrency=300, prompt_tokens=1000, output_tokens=300))
    short = simulate(scenario, requests=400)
    assert short["calculator"]["together_s"] < 0.1 * (short["calculator"]["ttft_s"] - short["ttft_s"]["mean"])
    assert "only 1.3 requests a person" in short["told_apart"] and "same moment" not in short["told_apart"]
    assert simulate(scenario, requests=5000)["told_apart"] is None
