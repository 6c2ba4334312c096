"""Speed of a case: the contract's figures, their properties, and what people read beside them."""

import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import insight, speed
from advisor.answer import Estimate, Trace
from advisor.estimate import estimate
from advisor.scenario import Device, parse_scenario

FIGURES = ("ttft_s", "prefill_tokens_per_s", "decode_tokens_per_s", "tpot_s", "output_tokens_per_s")


def ask(model: str = "qwen2.5-14b-instruct", engine: str = "vllm", quantization: str | None = "awq", device: str | None = "RTX 4090",
        count: int = 1, concurrency: int = 1, prompt: int = 1024, output: int = 256, hardware: dict[str, Any] | None = None,
        **levers: Any) -> Estimate:
    return estimate(parse_scenario({
        "model": model, "engine": engine, "quantization": quantization, "settings": {"context": 8192, **levers},
        "hardware": {"device": device, "count": count, "host_memory_gib": 64, **(hardware or {})},
        "workload": {"concurrency": concurrency, "prompt_tokens": prompt, "output_tokens": output}}))


def typical(answer: Estimate, figure: str) -> float:
    return float(getattr(answer.speed, figure).typical)


@pytest.mark.parametrize(("engine", "quantization", "device"), [
    ("vllm", "awq", "RTX 4090"), ("ollama", "q4_k_m", "RTX 4090"), ("llama.cpp", "q8_0", "Radeon RX 7900 XTX"),
    ("sglang", "fp8", "H100 SXM"), ("tensorrt-llm", "fp8", "H200 SXM"), ("mlx-lm", "mlx-4bit", "Apple M4 Max"),
    ("llama.cpp", "q4_k_m", "Dual-channel DDR5-5600 desktop")])
def test_every_figure_is_an_ordered_range_with_a_reason_and_a_derivation(engine: str, quantization: str, device: str) -> None:
    answer = ask(engine=engine, quantization=quantization, device=device)
    for figure in FIGURES:
        value = getattr(answer.speed, figure)
        assert 0 < value.low < value.typical < value.high and value.why
    assert answer.speed.decode_ceiling_tokens_per_s and answer.speed.decode_ceiling_tokens_per_s > typical(answer, "decode_tokens_per_s")
    told = {d.quantity for d in answer.derivation}
    assert {*FIGURES, "decode_ceiling_tokens_per_s"} <= told
    assert answer.speed.bound in ("memory", "compute", "host", "interconnect", "overhead")


def test_seed_figures_of_speed() -> None:
    """/design: the course page: 136 tok/s ceiling on the 4090, 74 on a 546 GB/s Mac, 80..110 in practice at Q4_K_M."""
    assert ask(engine="ollama", quantization="int4").speed.decode_ceiling_tokens_per_s == pytest.approx(136, rel=.01)
    mac = ask(engine="ollama", quantization="int4", device="Apple M4 Max")
    assert mac.speed.decode_ceiling_tokens_per_s == pytest.approx(74, rel=.01)
    for prompt in (128, 1024):
        assert 80 <= typical(ask(engine="ollama", quantization="q4_k_m", prompt=prompt), "decode_tokens_per_s") <= 110


def test_no_version_is_the_newest_known_unless_any_build_is_meant() -> None:
    """Most published measurements of llama.cpp name no version; the largest table of NVIDIA's cards is of 2024."""
    scenario = ask(engine="llama.cpp", quantization="q4_k_m", prompt=8000).scenario
    newest, unsaid = scenario.with_(engine_version="b11434"), scenario.with_(engine_version=None)
    assert estimate(unsaid).speed == estimate(newest).speed == estimate(newest, any_build=True).speed
    old = estimate(unsaid, any_build=True)
    assert typical(old, "ttft_s") > 1.1 * typical(estimate(newest), "ttft_s") and old.memory == estimate(newest).memory
    assert any("all ages" in note for note in old.notes) and not any("all ages" in note for note in estimate(unsaid).notes)
    server = ask(engine="vllm").scenario.with_(engine_version=None)
    assert estimate(server, any_build=True).speed == estimate(server).speed


@pytest.mark.parametrize(("engine", "quantization", "device"), [
    ("llama.cpp", "q8_0", "Dual-channel DDR5-5600 desktop"), ("llama.cpp", "bf16", "RTX 5090"), ("vllm", "bf16", "Apple M4 Max"),
    ("ollama", "q4_k_m", "RTX 4090"), ("llama.cpp", "q4_k_m", "Ryzen AI Max+ 395")])
def test_no_range_of_one_stream_passes_its_ceiling(engine: str, quantization: str, device: str) -> None:
    """Of 2,045 published streams seven are above the ceiling of their card: wrong devices, not fast ones."""
    speed = ask(engine=engine, quantization=quantization, device=device).speed
    pace, each = speed.decode_tokens_per_s, speed.tpot_s
    assert pace.low < pace.typical < pace.high <= speed.decode_ceiling_tokens_per_s
    assert (1 / each.high, 1 / each.low) == pytest.approx((pace.low, pace.high))


def test_pace_of_one_is_the_streams() -> None:
    answer = ask()
    assert typical(answer, "tpot_s") == pytest.approx(1 / typical(answer, "decode_tokens_per_s"), rel=1e-6)


@pytest.mark.parametrize("engine", ["vllm", "llama.cpp", "ollama"])
def test_throughput_does_not_fall_with_people(engine: str) -> None:
    quantization = "awq" if engine == "vllm" else "q4_k_m"
    slots = {} if engine == "vllm" else {"parallel": 4}
    rates = [typical(ask(engine=engine, quantization=quantization, concurrency=n, **slots), "output_tokens_per_s")
             for n in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)]
    assert all(b >= a * (1 - 1e-9) for a, b in pairwise(rates))


def _with_device(answer: Estimate, **rates: float) -> speed.Figures:
    """The figures on the same device with other rates."""
    device: Device = answer.case.device  # type: ignore[assignment]
    changed = device.model_copy(update={k: getattr(device, k) * v for k, v in rates.items()})
    slot = answer.case.machine.slots[0].model_copy(update={"device": changed})
    machine = answer.case.machine.model_copy(update={"slots": (slot,) * len(answer.case.machine.slots)})
    from dataclasses import replace
    ready = speed.prepare_case(replace(answer.case, machine=machine), answer.memory)
    assert ready is not None
    return speed.figures(ready)


@settings(max_examples=15, deadline=None)
@given(st.floats(1.0, 3.0), st.sampled_from([1, 8]), st.sampled_from([200, 3000]))
def test_better_hardware_is_never_slower(factor: float, people: int, prompt: int) -> None:
    answer = ask(concurrency=people, prompt=prompt)
    base = _with_device(answer)
    for rate in ("bandwidth_bytes_per_s", "fp16_flops", "fp32_flops"):
        better = _with_device(answer, **{rate: factor})
        assert better.prompt_s <= base.prompt_s * (1 + 1e-9) and better.pace <= base.pace * (1 + 1e-9)
        assert better.alone >= base.alone * (1 - 1e-9) and better.first <= base.first * (1 + 1e-9)


def test_fewer_bits_and_shorter_context_are_never_slower() -> None:
    rates = [typical(ask(engine="llama.cpp", quantization=q), "decode_tokens_per_s") for q in ("q8_0", "q6_k", "q4_k_m")]
    assert rates == sorted(rates)
    depths = [typical(ask(engine="llama.cpp", quantization="q4_k_m", prompt=p), "decode_tokens_per_s") for p in (7000, 3000, 500, 1)]
    assert depths == sorted(depths)


def test_one_slot_serves_one_after_the_other() -> None:
    alone, eight = (ask(engine="ollama", quantization="q4_k_m", concurrency=n, parallel=1) for n in (1, 8))
    assert typical(eight, "tpot_s") == typical(alone, "tpot_s")
    assert typical(eight, "output_tokens_per_s") == pytest.approx(typical(alone, "output_tokens_per_s"))
    assert typical(eight, "ttft_s") > 7 * 256 * typical(alone, "tpot_s")


def test_replicas_multiply_and_tensor_parallel_helps_one_stream() -> None:
    one = ask("llama-3.1-8b-instruct", "vllm", "fp8", "H100 SXM", concurrency=16)
    two = ask("llama-3.1-8b-instruct", "vllm", "fp8", "H100 SXM", count=2, concurrency=32, data_parallel=2)
    assert typical(two, "output_tokens_per_s") == pytest.approx(2 * typical(one, "output_tokens_per_s"), rel=.01)
    big = [typical(ask("llama-3.1-70b-instruct", "vllm", "fp8", "H200 SXM", count=n, tensor_parallel=n), "decode_tokens_per_s")
           for n in (1, 2, 4)]
    assert big == sorted(big)


def test_offload_costs_speed_and_says_what_it_rests_on() -> None:
    inside = ask("llama-3.3-70b-instruct", "llama.cpp", "q4_k_m", "H100 SXM")
    outside = ask("llama-3.3-70b-instruct", "llama.cpp", "q4_k_m", "RTX 4090")
    assert outside.verdict == "offload" and outside.speed.bound == "host"
    assert typical(outside, "decode_tokens_per_s") < typical(inside, "decode_tokens_per_s") / 4
    assert any("host memory" in note for note in outside.notes)


def test_unequal_cards_lie_between_both() -> None:
    fast, slow = (ask("qwen2.5-32b-instruct", "llama.cpp", "q4_k_m", d, count=2) for d in ("RTX 4090", "RTX 3060"))
    mixed = ask("qwen2.5-32b-instruct", "llama.cpp", "q4_k_m", None,
                hardware={"devices": [{"device": "RTX 4090"}, {"device": "RTX 3060"}]})
    assert typical(slow, "decode_tokens_per_s") < typical(mixed, "decode_tokens_per_s") < typical(fast, "decode_tokens_per_s")


def test_cached_prefix_shortens_the_wait() -> None:
    plain = parse_scenario({"model": "qwen2.5-14b-instruct", "engine": "vllm", "quantization": "awq", "hardware": {"device": "RTX 4090"},
                            "settings": {"context": 8192}, "workload": {"concurrency": 4, "prompt_tokens": 4000, "output_tokens": 200}})
    shared = plain.with_(workload__shared_prefix_tokens=3500)
    assert typical(estimate(shared), "ttft_s") < .6 * typical(estimate(plain), "ttft_s")
    assert typical(estimate(shared), "output_tokens_per_s") > typical(estimate(plain), "output_tokens_per_s")


def test_unknown_bandwidth_is_unknown_speed() -> None:
    answer = ask(engine="llama.cpp", quantization="q4_k_m", device=None, hardware={"memory_gib": 24})
    assert all(value is None for value in answer.speed.json().values())
    assert any("Speed is unknown" in note for note in answer.notes)


def test_a_layer_split_pays_for_every_boundary() -> None:
    two, four = (ask("llama-3.3-70b-instruct", "llama.cpp", "q4_k_m", "RTX A6000", count=n) for n in (2, 4))
    assert typical(four, "decode_tokens_per_s") < typical(two, "decode_tokens_per_s")


def test_prediction_is_quick() -> None:
    answer = ask(concurrency=8)
    best = min(_seconds(answer) for _ in range(200))
    assert best < .4e-3


def _seconds(answer: Estimate) -> float:
    began = time.perf_counter()
    speed.predict(answer.case, answer.memory, Trace())
    return time.perf_counter() - began


# ------------------------------------------------------------------------------------------------ insight

def test_prompt_table_grows_and_feels() -> None:
    rows = insight.by_prompt(ask())
    assert [r.prompt_tokens for r in rows] == [128, 512, 2048, 8192]
    waits = [r.ttft_s.typical for r in rows]
    assert waits == sorted(waits) and rows[0].feels != rows[-1].feels
    assert insight.feels(.05) == "at once" and "too long" in insight.feels(30)


def test_users_curve_and_compute_bound_batch() -> None:
    answer = ask()
    points = insight.by_users(answer)
    each = [p.tokens_per_s_each.typical for p in points]
    together = [p.tokens_per_s_together.typical for p in points]
    assert each == sorted(each, reverse=True) and together == sorted(together)
    batch = insight.compute_bound_batch(answer)
    assert batch is not None and 4 < batch < 1000


def test_roofline_points_lie_under_the_roof() -> None:
    roof = insight.roof(ask(concurrency=8))
    assert roof is not None and len(roof.points) == 3
    assert all(p.flops <= p.roof_flops * (1 + 1e-9) for p in roof.points)
    assert roof.points[0].intensity < roof.points[1].intensity < roof.points[2].intensity


def test_improvements_help_and_are_sorted() -> None:
    found = insight.improvements(ask(concurrency=4, prompt=4096, output=200))
    assert found and all(i.factor > 1.02 for i in found)
    assert [i.factor for i in found] == sorted((i.factor for i in found), reverse=True)
    assert any("faster card" in i.change for i in found)


def test_no_improvement_that_does_not_fit_or_that_the_engine_does_not_read() -> None:
    """vLLM reads no GGUF mixes: Q4_K_M does not fit there, however fast its bytes would be read."""
    answer = estimate(parse_scenario({"model": "llama-3.3-70b-instruct", "quantization": "bf16", "engine": "vllm",
                                      "hardware": {"device": "B200", "count": 8}, "settings": {"context": 8192, "tensor_parallel": 8},
                                      "workload": {"concurrency": 256, "prompt_tokens": 8000, "output_tokens": 500}}))
    found = insight.improvements(answer)
    assert any("FP8" in i.change for i in found) and not any("Q4_K_M" in i.change for i in found)
    assert all(estimate(i.scenario).verdict != "does_not_fit" for i in found if i.scenario is not None)


def test_costs_by_hand() -> None:
    answer = ask(concurrency=8)
    rate = typical(answer, "output_tokens_per_s")
    rent = insight.renting(answer, 0.40)
    assert rent is not None and rent.usd_per_million_tokens == pytest.approx(.40 / 3600 / rate * 1e6)
    api = insight.api(answer, 0.3, 0.6)
    assert api.usd_per_million_tokens == pytest.approx((1024 * .3 + 256 * .6) / 256)
    share = insight.owning_pays_from(answer, 2500, 3, .3, api)
    assert share is not None
    own = insight.owning(answer, 2500, 3, .3, share)
    assert own is not None and own.usd_per_million_tokens == pytest.approx(api.usd_per_million_tokens, rel=1e-6)
    drawn = insight.power(answer)
    assert drawn is not None and drawn.tokens_per_joule == pytest.approx(rate / drawn.watts)


def with_host(model, quantization, host_gib, *devices):
    return estimate(parse_scenario({
        "model": model, "quantization": quantization, "engine": "llama.cpp", "settings": {"context": 8192, "parallel": 1},
        "hardware": {"devices": [{"device": name} for name in devices], "host_memory_gib": host_gib},
        "workload": {"concurrency": 1, "prompt_tokens": 1024, "output_tokens": 256}}))


SERVER = "12-channel-ddr5-4800-epyc-9004"


@pytest.mark.parametrize(("model", "quantization"), [("deepseek-v3", "q4_k_m"), ("qwen3-235b-a22b", "q4_k_m"),
                                                     ("llama-3.3-70b-instruct", "q8_0")])
def test_a_card_in_a_server_makes_it_no_slower(model, quantization):
    alone, beside = with_host(model, quantization, 768, SERVER), with_host(model, quantization, 768, "RTX 4090", SERVER)
    assert beside.speed.decode_tokens_per_s.typical > alone.speed.decode_tokens_per_s.typical
    assert beside.speed.prefill_tokens_per_s.typical > alone.speed.prefill_tokens_per_s.typical
    unnamed = with_host(model, quantization, 768, "RTX 4090").speed.decode_tokens_per_s
    assert unnamed.low < alone.speed.decode_tokens_per_s.typical < unnamed.high


def test_memory_that_no_desktop_holds_is_a_servers_and_widely_unsure():
    desktop, server = (with_host("qwen3-235b-a22b", "q4_k_m", gib, "RTX 4090") for gib in (256, 384))
    assert server.speed.decode_tokens_per_s.typical > 2 * desktop.speed.decode_tokens_per_s.typical
    width = [r.speed.decode_tokens_per_s.high / r.speed.decode_tokens_per_s.low for r in (desktop, server)]
    assert width[1] > 2 * width[0]
    assert any("60.0 GB" in str(n) for n in desktop.notes) and any("204.8" in str(n) or "205 GB" in str(n) for n in server.notes)
    named = with_host("qwen3-235b-a22b", "q4_k_m", 384, "RTX 4090", SERVER)
    assert not any("assumed" in str(n) for n in named.notes)


def test_replicas_that_nobody_asks_give_no_tokens() -> None:
    def together(people: int, replicas: int) -> float:
        found = estimate(parse_scenario({
            "model": "qwen3-8b", "engine": "vllm", "quantization": "fp8", "hardware": {"device": "H100", "count": replicas},
            "settings": {"context": 8192, "data_parallel": replicas}, "workload": {"concurrency": people, "prompt_tokens": 512,
                                                                                  "output_tokens": 128}}))
        assert found.speed.output_tokens_per_s is not None
        return found.speed.output_tokens_per_s.typical
    assert together(1, 8) == pytest.approx(together(1, 1))
    assert together(4, 8) == pytest.approx(4 * together(1, 1))
    assert together(8, 8) == pytest.approx(8 * together(1, 1))
