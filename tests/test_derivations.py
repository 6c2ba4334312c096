"""Every figure's derivation stands on its numbers: they are in the formula, and the formula worked out gives the figure."""

import math
import re

import pytest

from advisor.answer import Memory, Trace
from advisor.engines.base import tell_sums
from advisor.estimate import estimate
from advisor.formula.roofline import overlapped
from advisor.scenario import parse_scenario
from advisor.speed import predict
from advisor.ui.why.constants import BESIDES, filled, words_of
from advisor.ui.why.drawer import formula_text
from advisor.ui.why.quantities import number_text, title

GGUF = ("llama.cpp", "ollama", "lmstudio")
FUNCTIONS = {"ceil": math.ceil, "floor": math.floor, "min": min, "max": max, "sqrt": math.sqrt, "overlap": overlapped}
SIGNS = {"×": "*", "÷": "/", "−": "-", "²": "**2", "⁶": "**6", "^": "**"}
FIGURES = ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "total_bytes", "usable_bytes",
           "headroom_bytes", "host_bytes", "kv_bytes_per_token", "kv_capacity_tokens", "max_concurrency", "max_context_tokens")
SPEEDS = ("ttft_s", "prefill_tokens_per_s", "decode_tokens_per_s", "decode_ceiling_tokens_per_s", "tpot_s", "output_tokens_per_s")


def ask(engine, model, quantization, device, count=1, workload=(), engine_version=None, **settings):
    load = {"concurrency": 4, "prompt_tokens": 1024, "output_tokens": 256, **dict(workload)}
    return estimate(parse_scenario({
        "model": model, "quantization": quantization, "engine": engine, "engine_version": engine_version,
        "settings": {"context": 8192, **settings},
        "hardware": {"device": device, "count": count, "host_memory_gib": 64}, "workload": load}))


def cases():
    for engine in GGUF:
        for model, device in (("qwen2.5-14b-instruct", "RTX 4090"), ("gemma-3-27b-it", "RTX 4090"), ("qwen3-30b-a3b", "M4 Max"),
                              ("llama-3.3-70b-instruct", "RTX 4090"), ("qwen3-0.6b", "cpu"), ("qwen3-next-80b-a3b-instruct", "RTX 4090")):
            yield engine, model, "q4_k_m", device, 1, {}
    yield "llama.cpp", "llama-3.3-70b-instruct", "q4_k_m", "RTX 4090", 3, {}
    yield "llama.cpp", "llama-3.3-70b-instruct", "q4_k_m", "RTX 4090", 2, {"tensor_parallel": 2}
    drafts = {"speculative": {"num_speculative_tokens": 3}}
    yield "llama.cpp", "Qwen/Qwen3.8-27B", "q4_k_m", "RTX 5090", 1, drafts
    yield "llama.cpp", "Qwen/Qwen3.8-27B", "q4_k_m", "RTX 5090", 1, {**drafts, "workload": {"concurrency": 1}}
    yield "llama.cpp", "Qwen/Qwen3.6-35B-A3B", "q4_k_m", "RTX 3090", 2, {**drafts, "tensor_parallel": 2}
    yield "llama.cpp", "Qwen/Qwen3.5-9B", "q4_k_m", "cpu", 1, {**drafts, "workload": {"concurrency": 1}}
    yield "llama.cpp", "zai-org/GLM-4.5-Air", "q4_k_m", "RTX 4090", 4, {**drafts, "workload": {"concurrency": 1}}
    yield "vllm", "Qwen/Qwen3.6-27B", None, "NVIDIA H200", 1, drafts
    yield "sglang", "zai-org/GLM-4.5-Air", "fp8", "NVIDIA H200", 4, {**drafts, "tensor_parallel": 4}
    yield "tensorrt-llm", "deepseek-ai/DeepSeek-V3.1", None, "NVIDIA H200", 8, {**drafts, "tensor_parallel": 8}
    yield "llama.cpp", "qwen3-14b", "q8_0", "RTX 4090", 1, {"parallel": 4, "kv_unified": False, "kv_cache_dtype": "q8_0"}
    yield "llama.cpp", "qwen3-14b", "q4_k_m", "RTX 4090", 1, {"flash_attention": False, "gpu_layers": 20}
    yield "llama.cpp", "qwen3-8b", "q4_k_m", "RTX 4090", 1, {"engine_version": "b9000", "context": 40960}
    yield "llama.cpp", "qwen3-8b", "ud-q4_k_xl", "RTX 4090", 1, {"engine_version": "b9000", "context": 4096}
    yield "llama.cpp", "qwen3-8b", "q4_k_m", "RTX 4090", 1, {"engine_version": "b9000", "gpu_layers": 20}
    yield "llama.cpp", "deepseek-v4-flash", "q4_k_m", "H200", 2, {"context": 131072}
    yield "ollama", "gpt-oss-20b", "mxfp4", "RTX 4090", 1, {"engine_version": "0.12.0"}
    yield "ollama", "gemma-3-12b-it", "q4_k_m", "RTX 4090", 1, {"engine_version": "0.9.6", "parallel": 2}
    yield "ollama", "gemma-3-12b-it", "q4_k_m", "RTX 4090", 1, {"engine_version": "0.9.6", "parallel": 8, "context": 512}
    for engine in ("vllm", "sglang", "tensorrt-llm"):
        for model, form, device, count, settings in (
                ("qwen2.5-14b-instruct", "awq", "RTX 4090", 1, {}), ("gemma-3-27b-it", "bf16", "H100", 2, {"tensor_parallel": 2}),
                ("deepseek-v3", "fp8", "H200", 8, {"tensor_parallel": 8}), ("gpt-oss-20b", None, "H100", 1, {}),
                ("qwen3-next-80b-a3b-instruct", "fp8", "H100", 2, {"tensor_parallel": 2}),
                ("llama-3.1-8b-instruct", "fp8", "H100", 2, {"data_parallel": 2}),
                ("llama-3.3-70b-instruct", "fp8", "H100", 2, {"pipeline_parallel": 2}),
                ("qwen3-0.6b", "bf16", "RTX 3060", 1, {"gpu_memory_utilization": 0.5})):
            yield engine, model, form, device, count, settings
    yield "vllm", "qwen2.5-vl-7b-instruct", "awq", "RTX 4090", 1, {}
    yield "vllm", "qwen2.5-vl-7b-instruct", "bf16", "H100", 4, {"tensor_parallel": 4, "engine_version": "0.10.1"}
    yield "sglang", "qwen3.8-flash-next-nvfp4", "w4a16", "A100", 1, {"gpu_memory_utilization": 0.97, "context": 2048}
    yield "sglang", "qwen2.5-vl-7b-instruct", "bf16", "H100", 1, {}
    for model in ("qwen2.5-14b-instruct", "gemma-3-27b-it", "qwen3-next-80b-a3b-instruct"):
        yield "mlx-lm", model, "mlx-4bit", "M4 Max", 1, {}


CASES = list(cases())
NAMES = [f"{engine}-{model}-{device}-{n}" for n, (engine, model, _, device, _, _) in enumerate(CASES)]


def worked_out(rule):
    """What the formula gives with the rule's own values."""
    text = "".join(SIGNS.get(sign, sign) for sign in rule.formula)
    return eval(text, {"__builtins__": {}}, {**FUNCTIONS, **rule.values})


def numbers_of(rule):
    return {name: value for name, value in rule.values.items()
            if name not in BESIDES and isinstance(value, (int, float)) and not isinstance(value, bool)}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_number_stands_in_its_formula_and_gives_the_figure(case):
    engine, model, form, device, count, settings = case
    answer = ask(engine, model, form, device, count, **settings)
    assert len(answer.derivation) > 10
    for rule in answer.derivation:
        told, written = f"{rule.quantity}: {rule.formula}", filled(rule)
        for name, value in numbers_of(rule).items():
            shown = number_text(name, value)
            assert shown in (written or rule.formula), f"{told}: {name} = {shown} is missing"
        if hasattr(rule.formula, "template"):
            continue
        assert written or not numbers_of(rule), told
        assert set(re.findall(r"[A-Za-z_]\w*\b(?!\()", rule.formula)) <= set(rule.values), told
        exact = rule.unit in ("bytes", "tokens", "blocks", "cells")
        assert worked_out(rule) == pytest.approx(rule.value, rel=1e-6, abs=1.0 if exact else 1e-12), told


UNITS = {"TB": 1e12, "GB": 1e9, "MB": 1e6, "GB/s": 1e9, "TFLOP/s": 1e12, "ms": 1e-3, "µs": 1e-6, "%": .01, "tok/s": 1, "s": 1, "B": 1}


def read_again(text):
    """A line of printed numbers with their units, worked out by somebody who sees nothing else."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    plain = re.sub(r"(\d[\d.]*(?:e[-+]\d+)?) (TFLOP/s|GB/s|tok/s|TB|GB|MB|ms|µs|%|B|s)(?!\w)",
                   lambda found: f"({found[1]}*{UNITS[found[2]]!r})", plain)
    return eval("".join(SIGNS.get(sign, sign) for sign in plain), {"__builtins__": {}}, FUNCTIONS)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_numbers_as_printed_give_the_figure_as_printed(case):
    """With as many digits as it takes: within a hundredth (two where two close sizes are taken from each other)."""
    engine, model, form, device, count, settings = case
    sums = 0
    for rule in ask(engine, model, form, device, count, **settings).derivation:
        lines = formula_text(rule).split("\n")
        if len(lines) == 3:
            printed, found = read_again(lines[2][2:]), read_again(lines[1][2:])
            assert found == pytest.approx(printed, rel=.02 if "−" in lines[0] else .01, abs=1e-12), lines
            sums += 1
    assert sums > 8


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_figure_has_a_rule(case):
    engine, model, form, device, count, settings = case
    answer = ask(engine, model, form, device, count, **settings)
    rules = {rule.quantity: rule for rule in answer.derivation}
    assert len(rules) == len(answer.derivation)
    if answer.memory.kv_capacity_tokens == 0:
        return
    for name in FIGURES:
        value = getattr(answer.memory, name)
        if value:
            assert rules[name].value == value, name
    for name in SPEEDS:
        value = getattr(answer.speed, name)
        if value is not None:
            assert rules[name].value == pytest.approx(getattr(value, "typical", value), rel=1e-9), name


def test_every_name_has_words_of_its_own():
    names = {name for case in CASES for rule in ask(*case[:5], **case[5]).derivation for name in (rule.quantity, *rule.values)
             if name not in BESIDES}
    bare = sorted(name for name in names if words_of(name) == name.replace("_", " "))
    assert bare == []


@pytest.mark.parametrize("workload", [{"concurrency": 1}, {"concurrency": 3, "shared_prefix_tokens": 512}, {"concurrency": 400},
                                      {"prompt_tokens": 7000, "output_tokens": 900}])
@pytest.mark.parametrize("engine", ["vllm", "llama.cpp", "ollama"])
def test_speed_holds_for_other_loads(engine, workload):
    form = "awq" if engine == "vllm" else "q4_k_m"
    answer = ask(engine, "qwen2.5-14b-instruct", form, "RTX 4090", workload=workload)
    speeds = [rule for rule in answer.derivation if rule.unit in ("s", "tokens/s", "prompts")]
    assert len(speeds) >= 9
    for rule in speeds:
        assert worked_out(rule) == pytest.approx(rule.value, rel=1e-6, abs=1e-12), (rule.quantity, rule.formula)


@pytest.mark.parametrize("case", [c for c in CASES if c[1] in ("qwen2.5-14b-instruct", "deepseek-v3", "qwen3-0.6b")],
                         ids=lambda c: f"{c[0]}-{c[1]}")
def test_figures_are_the_same_without_explanations(case):
    told = ask(*case[:5], **case[5])
    silent = Trace(explains=False)
    memory = told.case.engine.memory(told.case, silent)
    pace = predict(told.case, memory, silent)
    assert (memory, pace) == (told.memory, told.speed) and silent.derivations == []
    assert set(silent.notes) <= set(told.notes)


def test_the_sums_of_a_device():
    trace = Trace()
    tell_sums(Memory(total_bytes=3, usable_bytes=5, headroom_bytes=2, weights_bytes=3), "a rule", trace, held_bytes=1)
    assert [(d.quantity, d.formula, d.value) for d in trace.derivations] == [
        ("total_bytes", "weights_bytes", 3), ("usable_bytes", "memory_bytes − held_bytes", 5),
        ("headroom_bytes", "usable_bytes − total_bytes", 2)]


def test_a_part_is_written_with_its_name():
    rules = {rule.quantity: rule for rule in ask("vllm", "qwen2.5-14b-instruct", "awq", "RTX 4090").derivation}
    assert formula_text(rules["sampler_bytes"], named=True).startswith("sampler_bytes = max_num_seqs × vocab_size")
    assert title("sampler_bytes") == "sampler_bytes" and words_of("window_2").endswith("(2)")


def test_explanations_are_made_only_when_somebody_asks(monkeypatch):
    """A table of estimates costs none; asked twice, they are made once."""
    from advisor import estimate as module
    made = []
    plain = module.explained
    monkeypatch.setattr(module, "explained", lambda case: made.append(case) or plain(case))
    answer = ask("vllm", "qwen2.5-14b-instruct", "awq", "RTX 4090")
    assert made == []
    assert answer.derivation is answer.derivation and len(made) == 1
    assert answer.json()["derivation"][0]["quantity"] == answer.derivation[0].quantity
