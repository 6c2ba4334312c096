"""vLLM's memory against what it printed, and what must hold for any question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from launch_plans import plan
from pooled_shapes import GIB, card, case, dense, hybrid, latent, memory, qwen_14b, sliding, told

from advisor.answer import Trace
from advisor.catalog import find_model
from advisor.deploy import render
from advisor.engines import engine
from advisor.engines.base import Plan
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario
from advisor.simulator.schedulers.vllm import Vllm

VLLM = engine("vllm")
H100 = {"version": "0.19.0", "context": 8192, "parallel": 1024, "max_batched_tokens": 8192, "gpu_memory_utilization": 0.95}
MODELS = {"dense": dense(), "sliding": sliding(), "latent": latent(), "hybrid": hybrid()}


# name, quantization, settings; printed: KV GiB, tokens, concurrency
PRINTED = [
    ("dense", "bf16", {}, 58.11, 476_000, 58.11), ("dense", "fp8", {}, 64.61, 529_248, 64.61),
    ("dense", "fp32", {}, 42.80, 175_296, 21.40), ("dense", "bf16", {"kv_cache_dtype": "fp8"}, 58.11, 952_032, 116.21),
    ("dense", "bf16", {"tensor_parallel": 2}, 63.76, 1_044_688, 127.53),
    ("dense", "bf16", {"tensor_parallel": 4}, 67.44, 2_209_792, 269.75),
    ("dense", "bf16", {"pipeline_parallel": 2}, 66.54, 1_075_312, 131.26),
    ("dense", "bf16", {"pipeline_parallel": 4}, 69.80, 2_257_264, 275.54),
    ("dense", "bf16", {"context": 32768}, 58.11, 476_016, 14.53)]


@pytest.mark.parametrize(("name", "quantization", "extra", "kv", "tokens", "concurrency"), PRINTED)
def test_llama_3_1_8b_on_h100_as_vllm_0_19_printed(name, quantization, extra, kv, tokens, concurrency):
    found = memory(VLLM, MODELS[name], quantization, count=4, **{**H100, **extra})
    assert found.kv_bytes / GIB == pytest.approx(kv, rel=0.005)
    assert found.kv_capacity_tokens == pytest.approx(tokens, rel=0.005)
    assert found.max_concurrency == pytest.approx(concurrency, rel=0.005)
    assert found.starts


def test_gemma_3_27b_pages_in_groups():
    found, trace = told(VLLM, sliding(), **H100)
    rules = {d.quantity: d.value for d in trace.derivations}
    assert rules["blocks_per_request"] == 3590
    assert found.kv_bytes / rules["block_bytes"] == pytest.approx(rules["blocks"], abs=1)
    assert found.kv_capacity_tokens == rules["blocks"] // 7 * 16


def test_parts_add_up_to_the_budget_and_to_the_total():
    for version in ("0.19.0", "0.33.0"):
        found = memory(VLLM, dense(), **{**H100, "version": version})
        inside = found.graph_bytes if version == "0.33.0" else 0
        budget = found.weights_bytes + found.compute_bytes + found.runtime_bytes + found.kv_bytes + inside
        assert budget == pytest.approx(79.19 * 0.95 * GIB, abs=2)
        assert found.total_bytes == (found.weights_bytes + found.compute_bytes + found.runtime_bytes + found.kv_bytes
                                     + found.graph_bytes + found.state_bytes)
        assert found.headroom_bytes == found.usable_bytes - found.total_bytes


def test_every_figure_says_where_it_comes_from():
    found, trace = told(VLLM, dense(), **H100)
    told_of = {d.quantity: d for d in trace.derivations}
    for name in ("weights_bytes", "kv_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "kv_capacity_tokens", "max_concurrency"):
        assert told_of[name].value == getattr(found, name)
        assert "0.19.0" in told_of[name].source


def test_qwen_14b_awq_on_a_4090():
    found = memory(VLLM, qwen_14b(), "awq", device=card(23.988), context=8192)
    assert found.weights_bytes / GIB == pytest.approx(9.33, abs=0.05)
    assert found.kv_bytes_per_token == 196_608
    assert 9 < found.kv_bytes / GIB < 12
    assert found.slots == 256


def test_defaults_follow_the_card():
    def filled(**given):
        return VLLM.fill(case(VLLM, dense(), **given), Trace()).settings

    small, large, huge = filled(device=card(23.9)), filled(memory_gib=79.19), filled(memory_gib=179)
    a100 = filled(device=card(80, device_class="nvidia-a100", compute_capability=8.0))
    assert [(s.parallel, s.max_batched_tokens) for s in (small, large, huge, a100)] == [
        (256, 2048), (1024, 8192), (1024, 16384), (256, 2048)]
    assert small.context == 131072
    assert filled(context=100, parallel=8).max_batched_tokens == 800
    assert filled(parallel=4096).max_batched_tokens == 8192
    assert filled(version="0.19.0").gpu_memory_utilization == 0.9


def test_the_share_means_less_since_graphs_are_inside_the_budget():
    before, after = (memory(VLLM, dense(), **{**H100, "version": v}) for v in ("0.19.1", "0.20.0"))
    assert 0 < before.kv_bytes - after.kv_bytes == after.graph_bytes


def test_replicas_add_up():
    one, two = (memory(VLLM, dense(), count=2, **{**H100, "data_parallel": n}) for n in (1, 2))
    assert two.kv_bytes == one.kv_bytes
    assert two.kv_capacity_tokens == 2 * one.kv_capacity_tokens
    assert two.max_concurrency == 2 * one.max_concurrency
    assert two.slots == 2 * one.slots


def test_it_does_not_start_where_weights_or_one_request_do_not_fit():
    heavy, trace = told(VLLM, dense(layers=80, hidden_size=8192, num_attention_heads=64, intermediate_size=28672), memory_gib=23.5)
    assert not heavy.starts
    assert heavy.kv_bytes == 0
    assert heavy.headroom_bytes < 0
    assert "would not start" in trace.notes[-1]
    long, trace = told(VLLM, dense(), memory_gib=23.5, context=131072)
    assert not long.starts
    assert 0 < long.max_context_tokens < 131072
    assert "at most" in trace.notes[-1]
    fits = memory(VLLM, dense(), memory_gib=23.5, context=long.max_context_tokens)
    assert fits.starts


def test_it_does_not_start_where_others_hold_the_memory():
    busy, trace = told(VLLM, dense(), memory_gib=40, used_gib=20, context=4096)
    assert not busy.starts
    assert "other programs hold" in " ".join(trace.notes)


def test_graphs_outside_the_share_must_find_room_too():
    over, trace = told(VLLM, dense(), version="0.19.0", memory_gib=40, gpu_memory_utilization=0.99, context=8192)
    assert not over.starts
    assert "CUDA graphs" in trace.notes[-1]
    assert memory(VLLM, dense(), version="0.21.0", memory_gib=40, gpu_memory_utilization=0.99, context=8192).starts


def test_hybrids_need_a_state_block_for_every_sequence():
    refused, trace = told(VLLM, hybrid(), "fp8", memory_gib=79.19, context=32768)
    assert not refused.starts
    assert "max_num_seqs" in trace.notes[-1]
    assert memory(VLLM, hybrid(), "fp8", memory_gib=79.19, context=32768, parallel=256).starts


def test_without_prefix_caching_a_request_holds_one_state_page_a_group():
    held = [memory(VLLM, hybrid(), "fp8", context=32768, parallel=64, prefix_caching=on).max_concurrency for on in (True, False)]
    assert held[1] > held[0]


@pytest.mark.parametrize(("given", "field"), [
    ({"tensor_parallel": 3, "count": 3}, "settings.tensor_parallel"), ({"tensor_parallel": 2}, "settings.tensor_parallel"),
    ({"tensor_parallel": 16, "count": 15}, "settings.tensor_parallel"),
    ({"pipeline_parallel": 64, "count": 64}, "settings.pipeline_parallel"), ({"kv_cache_dtype": "q8_0"}, "settings.kv_cache_dtype"),
    ({"count": 0}, "hardware.device"), ({"memory_gib": None}, "hardware.memory_gib")])
def test_contradictions_are_told(given, field):
    with pytest.raises(CannotAnswer) as error:
        memory(VLLM, dense(), **given)
    assert error.value.field == field
    assert error.value.mend


def test_key_value_heads_are_shared_out_or_copied_evenly():
    odd = dense(num_attention_heads=36, num_key_value_heads=4, head_dim=128)
    with pytest.raises(CannotAnswer, match="key-value heads"):
        memory(VLLM, odd, count=6, tensor_parallel=6, context=4096)
    assert memory(VLLM, odd, count=12, tensor_parallel=12, context=4096).starts


def test_an_unknown_context_is_asked_for():
    with pytest.raises(CannotAnswer, match="context"):
        memory(VLLM, dense(max_position_embeddings=None))


@pytest.mark.parametrize(("quantization", "given", "kind", "hard"), [
    ("q4_k_m", {}, "format", True), ("mlx-4bit", {}, "format", True), ("bf16", {"os": "windows"}, "os", False),
    ("bf16", {"os": "macos"}, "os", True), ("fp16", {"device": card(24, compute_capability=6.1)}, "hardware", True),
    ("bf16", {"device": card(16, compute_capability=7.5)}, "format", False),
    ("mxfp4", {"device": card(16, compute_capability=7.5)}, "format", True),
    ("fp16", {"device": card(16, vendor="apple", compute_capability=None)}, "hardware", True),
    ("fp16", {"device": card(16, vendor="amd", device_class="amd-gcn", compute_capability=None)}, "hardware", True)])
def test_refusals(quantization, given, kind, hard):
    found = VLLM.refusals(case(VLLM, dense(), quantization, **given))
    assert (kind, hard) in [(r.kind, r.hard) for r in found]
    assert all(r.reason and r.mend for r in found)


def test_shares_that_cut_a_group_are_told():
    def odd(model, quantization, tp, **extra):
        return [r.hard for r in VLLM.refusals(case(VLLM, model, quantization, device=card(24), count=tp, tensor_parallel=tp, **extra))]

    assert odd(qwen_14b(), "awq", 4) == []
    assert odd(qwen_14b(), "awq", 8) == [False]  # 13,824 / 8 = 1,728, not a multiple of 128
    assert odd(qwen_14b(), "bf16", 8) == []
    assert odd(latent(), "awq", 16) == [False]
    assert odd(dense(), "fp8", 8) == []


def test_nothing_is_refused_where_it_runs():
    for quantization in ("bf16", "fp8", "awq", "nvfp4", "int8"):
        assert VLLM.refusals(case(VLLM, dense(), quantization, device=card(24))) == []


def test_the_format_it_takes_by_name():
    machine = case(VLLM, dense(), device=card(24)).machine
    turing = case(VLLM, dense(), device=card(16, compute_capability=7.5)).machine
    assert VLLM.default_quantization(dense(), machine) == "bf16"
    assert VLLM.default_quantization(dense(dtype="float16"), machine) == "fp16"
    assert VLLM.default_quantization(dense(), turing) == "fp16"


def test_the_scheduler_has_the_levers_by_vllms_names():
    filled = VLLM.fill(case(VLLM, dense(), **H100), Trace())
    found = VLLM.memory(filled, Trace())
    name, levers = VLLM.scheduler(filled, found)
    assert name == "vllm"
    assert levers["max_num_seqs"] == 1024
    assert levers["num_blocks"] * levers["block_size"] == found.kv_capacity_tokens
    assert Vllm(**levers).budget == 8192


@given(st.sampled_from(sorted(MODELS)), st.sampled_from(["bf16", "fp8", "awq"]), st.integers(2048, 131072), st.integers(1, 512),
       st.integers(1, 64))
@settings(max_examples=60, deadline=None)
def test_the_longest_context_fits_and_one_more_token_does_not(name, quantization, context, parallel, concurrency):
    """From 2,048 tokens on: below, max_num_seqs × context caps the tokens a step, so the pool itself depends on the context."""
    model = MODELS[name]
    given = {"parallel": parallel, "max_batched_tokens": 2048, "concurrency": concurrency}
    longest = memory(VLLM, model, quantization, context=context, **given).max_context_tokens
    if longest >= 2048:
        assert memory(VLLM, model, quantization, context=longest, **given).max_concurrency >= concurrency
    if 2048 <= longest < model.max_position_embeddings:
        assert memory(VLLM, model, quantization, context=longest + 1, **given).max_concurrency < concurrency


@given(st.sampled_from(sorted(MODELS)), st.integers(256, 100_000), st.integers(0, 30_000), st.sampled_from([1, 2, 4]))
@settings(max_examples=60, deadline=None)
def test_more_context_holds_no_more_requests_and_more_bits_no_more_tokens(name, context, more, tp):
    def ask(quantization="bf16", length=context, **extra):
        return memory(VLLM, MODELS[name], quantization, count=4, context=length, parallel=64, max_batched_tokens=4096,
                      tensor_parallel=tp, **extra)

    assert ask(length=context + more).max_concurrency <= ask().max_concurrency
    assert ask("awq").max_concurrency >= ask("fp8").max_concurrency >= ask().max_concurrency
    assert ask(kv_cache_dtype="fp8").max_concurrency >= ask().max_concurrency * 0.999
    slots = [ask().compute_bytes, memory(VLLM, MODELS[name], count=4, context=context, parallel=128, max_batched_tokens=4096,
                                         tensor_parallel=tp).compute_bytes]
    assert slots == sorted(slots)


def test_a_quantized_row_of_the_catalog_keeps_its_bases_vision_tower():
    checkpoint = find_model("nvidia/Gemma-4-31B-IT-NVFP4")
    assert checkpoint.vision_parameters == find_model(checkpoint.base).vision_parameters
    found = memory(VLLM, checkpoint, "nvfp4", memory_gib=178, context=8192)
    assert found.weights_bytes / GIB == pytest.approx(31.04, rel=0.01)  # as vLLM loaded it


TURING = {"device": card(16, compute_capability=7.5)}


@pytest.mark.parametrize(("model", "quantization", "given", "refused"), [
    ("gemma-3-4b-it", "bf16", TURING, True), ("gemma-3-4b-it", "fp16", TURING, True), ("gemma-3-4b-it", "awq", TURING, True),
    ("gemma-2-2b-it", "bf16", TURING, True), ("glm-4-9b-0414", "bf16", TURING, True), ("gemma-3-1b-it", "bf16", TURING, True),
    ("gemma-3-4b-it", "fp16", {"device": card(24)}, True), ("gemma-3-4b-it", "fp32", TURING, False),
    ("gemma-3-4b-it", "bf16", {"device": card(24)}, False), ("glm-4.1v-9b-thinking", "bf16", TURING, False),
    ("qwen3-4b", "bf16", TURING, False), ("gemma-2b-it", "bf16", TURING, False)])
def test_models_whose_numbers_overflow_in_float16_are_refused_in_it(model, quantization, given, refused):
    """config/model.py of 0.33: _FLOAT16_NOT_SUPPORTED_MODELS; of the weights and so of SGLang too (huggingface/transformers#36822)."""
    for chosen in (VLLM, engine("sglang")):
        found = [r for r in chosen.refusals(case(chosen, find_model(model), quantization, **given)) if "float16" in r.reason]
        assert [r.hard for r in found] == [True] * refused


def test_without_bfloat16_those_models_run_in_float32_at_its_true_size():
    made = plan("gemma-2-2b-it", device="T4", settings={"context": 4096, "parallel": 4})
    assert made.case.quantization.id == "fp32"
    assert made.memory.weights_bytes > 2 * 5.0e9
    words = next(c.text for c in render(made, "shell") if c.kind == "launch").split()
    assert words[words.index("--dtype") + 1] == "float32"
    assert plan("gemma-3-4b-it", device="T4", settings={"context": 4096}).memory.starts is False


def test_ready_made_int8_has_no_kernel_on_blackwell():
    """csrc/.../scaled_mm_helper.hpp: Int8 not supported on SM100, SM120."""
    for device, refused in (("RTX 5090", True), ("B200", True), ("RTX 4090", False), ("H100 SXM", False)):
        made = plan("llama-3.1-8b-instruct", quantization="int8", device=device, settings={"context": 4096})
        assert [r.hard for r in VLLM.refusals(made.case)] == [True] * refused
    loaded = plan("qwen3-1.7b", quantization="int8", device="RTX 5090", settings={"context": 4096})
    assert VLLM.refusals(loaded.case) == []       # weight-only, made while it loads


@pytest.mark.parametrize(("device", "model", "hard"), [
    ("RX 7900 XTX", "llama-3.1-8b-instruct", [True]), ("MI210", "llama-3.1-8b-instruct", [True]), ("MI210", "qwen3-8b", [True]),
    ("RX 7900 XTX", "qwen3-8b", [False]), ("Strix Halo", "qwen3.6-35b-a3b", [True]),
    ("MI300X", "qwen3.6-35b-a3b", []), ("MI300X", "llama-3.1-8b-instruct", []), ("RX 9070 XT", "qwen3-8b", [])])
def test_fp8_needs_units_of_its_own_on_amd(device, model, hard):
    """Kernels of 0.33: torch._scaled_mm on gfx942, gfx950 and gfx12; block-scaled weights fall to Triton (qwen3-8b)."""
    made = plan(model, quantization="fp8", device=device, settings={"context": 4096})
    assert [r.hard for r in VLLM.refusals(made.case)] == hard


def test_what_runs_without_fp8_units_is_said_otherwise_than_what_does_not():
    runs, stops = (plan("qwen3-8b", quantization="fp8", device=device, settings={"context": 4096}) for device in ("RX 7900 XTX", "MI210"))
    assert "with a general kernel (Triton)" in VLLM.refusals(runs.case)[0].reason
    assert "has no kernel of its own" in VLLM.refusals(stops.case)[0].reason


def test_a_cast_to_float16_is_said_as_such():
    told = [r.reason for r in VLLM.refusals(case(VLLM, dense(), "bf16", device=card(16, compute_capability=7.5)))]
    assert told == ["Card (compute capability 7.5) has no BF16 arithmetic: vLLM runs these weights in FP16."]


@pytest.mark.parametrize(("model", "quantization", "device"), [
    ("llama-3.1-8b-instruct", "int8", "B200"), ("gemma-3-4b-it", "bf16", "T4"), ("llama-3.1-8b-instruct", "mxfp4", "T4")])
def test_a_refusal_is_told_once_with_what_to_do(model, quantization, device):
    answer = estimate(parse_scenario({"model": model, "engine": "vllm", "quantization": quantization, "hardware": {"device": device},
                                      "settings": {"context": 4096}}))
    refusal = next(r for r in VLLM.refusals(answer.case) if r.hard)
    told = [note for note in answer.notes if refusal.reason in note]
    assert told == [f"It would not start there. {refusal.reason} {refusal.mend}"]
    assert answer.verdict == "does_not_fit"


def test_the_token_line_counts_the_smallest_block():
    """gemma-4-26B-A4B, FP8 cache, 51.62 GiB: 451,040 tokens and 33.42 requests printed; full layers have blocks twice as long."""
    from advisor.formula.kv_layout import page_groups
    from advisor.formula.kv_pages import pool_page_bytes, request_pages
    model = find_model("gemma-4-26b-a4b-it")
    groups = page_groups(model, 1, 1, 0, model.num_hidden_layers, 16)
    blocks = int(51.62 * GIB) // pool_page_bytes(groups)
    assert {group.block_tokens for group in groups} == {16, 32}
    assert blocks // 6 * 16 == pytest.approx(451_040, rel=0.001)
    assert blocks / int(request_pages(groups, 131072, 2048)) == pytest.approx(33.42, rel=0.001)
    asked = {"context": 131072, "max_batched_tokens": 2048, "kv_cache_dtype": "fp8", "memory_gib": 120, "version": "0.19.0"}
    found = memory(VLLM, model, **asked)
    assert found.kv_capacity_tokens / found.max_concurrency == pytest.approx(451_040 / 33.42, rel=0.001)


def test_steps_under_way_are_held_by_windows_since_0_26():
    before, after = (memory(VLLM, sliding(), version=v, context=32768, max_batched_tokens=4096) for v in ("0.25.1", "0.26.0"))
    assert after.kv_bytes == before.kv_bytes
    assert after.max_concurrency < before.max_concurrency
    short = [memory(VLLM, sliding(), version=v, context=4096, max_batched_tokens=4096).max_concurrency for v in ("0.25.1", "0.26.0")]
    assert short[0] == short[1]


def test_hybrids_cached_no_prefixes_before_0_26():
    before, after = (memory(VLLM, hybrid(), "fp8", version=v, context=32768, parallel=64) for v in ("0.25.1", "0.26.0"))
    asked = memory(VLLM, hybrid(), "fp8", version="0.25.1", context=32768, parallel=64, prefix_caching=True)
    assert before.max_concurrency > asked.max_concurrency == after.max_concurrency


@pytest.mark.parametrize(("version", "asked", "flag"), [
    ("0.20.0", True, "--enable-prefix-caching"), ("0.20.0", None, None), ("0.20.0", False, None),
    ("0.33.0", True, None), ("0.33.0", False, "--no-enable-prefix-caching")])
def test_the_launch_says_what_the_estimate_took_of_a_hybrids_prefixes(version, asked, flag):
    answer = estimate(parse_scenario({
        "model": "qwen3-next-80b-a3b-instruct", "quantization": "fp8", "engine": "vllm", "engine_version": version,
        "settings": {"context": 8192, "tensor_parallel": 2, "prefix_caching": asked}, "hardware": {"device": "H100", "count": 2}}))
    words = [str(word) for word in VLLM.launch(Plan(answer.case, answer.memory)).words]
    assert [word for word in words if "prefix-caching" in word] == ([flag] if flag else [])


def test_states_in_16_bit_where_the_version_has_no_word_for_32():
    named = hybrid().model_copy(update={"gguf_architecture": "qwen35"})
    old, new = (memory(VLLM, named, "fp8", version=v, context=262144, parallel=8) for v in ("0.16.0", "0.17.0"))
    next_ = hybrid().model_copy(update={"gguf_architecture": "qwen3next"})
    assert old.max_concurrency > new.max_concurrency
    assert memory(VLLM, next_, "fp8", context=262144, parallel=8).max_concurrency > memory(
        VLLM, named, "fp8", context=262144, parallel=8).max_concurrency


@pytest.mark.parametrize(("version", "capability", "gib"), [
    ("0.10.1", 9.0, 1.29), ("0.11.2", 9.0, 0.54), ("0.16.0", 9.0, 0.54), ("0.19.0", 9.0, 2.08), ("0.19.0", 8.0, 0.54),
    ("0.33.0", 10.0, 2.08)])
def test_memory_beside_tensors_on_two_linked_ranks(version, capability, gib):
    """0.54 and 0.55 GiB on two H100 up to January 2026, 2.06 to 2.11 with 0.19; the fused all-reduce is Hopper's and Blackwell's."""
    device = card(79.18, kind="datacenter", nvlink_bytes_per_s=9e11, compute_capability=capability, device_class="")
    found = memory(VLLM, dense(), device=device, count=2, tensor_parallel=2, version=version, context=16000)
    assert found.runtime_bytes / GIB == pytest.approx(gib, abs=0.01)


def test_the_vision_tower_may_be_the_peak():
    seeing = dense(vision_parameters=460_302_144, gguf_architecture="qwen35")
    blind = seeing.model_copy(update={"vision_parameters": None})
    small = {"device": card(23.5), "context": 8192, "quantization": "awq"}
    assert memory(VLLM, seeing, **small).compute_bytes > memory(VLLM, blind, **small).compute_bytes + GIB
    other = seeing.model_copy(update={"gguf_architecture": "gemma3"})
    assert memory(VLLM, other, **small).compute_bytes < memory(VLLM, seeing, **small).compute_bytes - GIB / 2


def test_before_0_8_the_profile_sampled_where_prompts_were_whole():
    whole, chunked = (memory(VLLM, dense(), version="0.6.5", memory_gib=79.22, context=n) for n in (8192, 40000))
    assert whole.compute_bytes / GIB == pytest.approx(1.26, rel=0.03)
    assert chunked.compute_bytes / GIB < 0.4


@pytest.mark.parametrize(("vendor", "version", "inside"), [
    ("amd", "0.26.0", False), ("amd", "0.27.1", True), ("intel", "0.33.0", False), ("nvidia", "0.20.0", True), ("nvidia", "0.19.1", False)])
def test_graphs_are_inside_by_vendor_and_version(vendor, version, inside):
    """AMD's were left out until July 2026 (vllm-project/vllm#36720, #48526), Intel's still are (#39977)."""
    device = card(190, vendor=vendor, device_class="", compute_capability=9.0 if vendor == "nvidia" else None)
    found = memory(VLLM, dense(), device=device, context=8192, version=version)
    share = found.weights_bytes + found.compute_bytes + found.runtime_bytes + found.kv_bytes + found.graph_bytes * inside
    assert share == pytest.approx((0.9 if version == "0.19.1" else 0.92) * found.usable_bytes, rel=1e-6)


def test_the_fused_all_reduce_is_not_amds():
    amd, nvidia = (card(190, vendor=vendor, kind="datacenter", nvlink_bytes_per_s=4e11, compute_capability=capability, device_class="")
                   for vendor, capability in (("amd", None), ("nvidia", 9.0)))
    theirs, ours = (memory(VLLM, dense(), device=device, count=2, tensor_parallel=2, version="0.33.0", context=16000).runtime_bytes
                    for device in (amd, nvidia))
    assert (ours - theirs) / GIB == pytest.approx(1.54, abs=0.01)


def test_batches_by_card_and_version():
    def asked(version, **given):
        found = VLLM.fill(case(VLLM, dense(), version=version, **given), Trace()).settings
        return found.parallel, found.max_batched_tokens

    a100 = card(80, device_class="nvidia-a100", compute_capability=8.0)
    gb10 = card(119, device_class="nvidia-gb10", compute_capability=12.1)
    assert [asked(v, device=a100) for v in ("0.8.5", "0.9.2")] == [(1024, 8192), (256, 2048)]
    assert [asked(v, memory_gib=179) for v in ("0.27.1", "0.28.0")] == [(1024, 8192), (1024, 16384)]
    assert [asked(v, device=gb10) for v in ("0.32.0", "0.33.0")] == [(1024, 8192), (256, 2048)]


@pytest.mark.parametrize(("quantization", "refused"), [("int8", True), ("w8a16", True), ("nvfp4", True), ("fp8", False), ("awq", False)])
def test_formats_without_a_kernel_on_intel_cards_are_refused(quantization, refused):
    """_POSSIBLE_INT8_KERNELS names CPU, CUDA and ROCm; W8A16: vllm-project/vllm-xpu-kernels#531."""
    made = estimate(parse_scenario({"engine": "vllm", "model": "qwen3-8b", "quantization": quantization,
                                    "hardware": {"device": "Arc Pro B60"}, "settings": {"context": 4096}}))
    assert any("has no kernel for" in r.reason for r in VLLM.refusals(made.case)) is refused


@pytest.mark.parametrize(("device", "version", "runs"), [("Arc A770 16GB", None, False), ("Arc A770 16GB", "0.9.0", True),
                                                         ("Arc B580", None, True)])
def test_the_first_arc_cards_run_in_releases_before_0_10_only(device, version, runs):
    """vllm-project/vllm#24817, vllm-project/vllm-xpu-kernels#92."""
    made = estimate(parse_scenario({"engine": "vllm", "engine_version": version, "model": "qwen3-1.7b", "quantization": "bf16",
                                    "hardware": {"device": device}, "settings": {"context": 4096}}))
    assert [r.kind for r in VLLM.refusals(made.case) if r.hard] == ([] if runs else ["hardware"])
