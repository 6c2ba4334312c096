import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from launch_plans import plan
from pooled_shapes import GIB, card, case, dense, hybrid, latent, memory, sliding, told

from advisor.answer import Trace
from advisor.engines import engine
from advisor.engines.base import Plan
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import Moe, parse_scenario
from advisor.simulator.schedulers.sglang import SgLang as Scheduler

SGLANG = engine("sglang")
MODELS = {"dense": dense(), "sliding": sliding(), "latent": latent(), "hybrid": hybrid()}


def qwen3_14b():
    return dense(layers=40, hidden_size=5120, vocab_size=151936, max_position_embeddings=40960, num_attention_heads=40,
                 intermediate_size=17408, qk_norm="head")


def test_qwen3_14b_on_four_4090_as_printed():
    found = memory(SGLANG, qwen3_14b(), device=card(23.99), count=4, tensor_parallel=4, gpu_memory_utilization=0.8, context=40960,
                   max_batched_tokens=2048)
    assert found.weights_bytes / GIB == pytest.approx(7.08, rel=0.01)
    assert found.kv_bytes / GIB == pytest.approx(11.38, rel=0.01)
    assert found.kv_capacity_tokens == pytest.approx(298_447, rel=0.01)
    assert found.slots == pytest.approx(3730, rel=0.01)


def test_defaults_follow_the_card():
    def filled(**given):
        return SGLANG.fill(case(SGLANG, dense(), **given), Trace()).settings

    assert [filled(memory_gib=g).max_batched_tokens for g in (16, 24, 48, 80, 180)] == [2048, 4096, 4096, 8192, 16384]
    assert 0.69 < filled(memory_gib=24).gpu_memory_utilization < 0.73
    assert 0.82 < filled(memory_gib=79.6).gpu_memory_utilization < 0.88


def test_latent_cells_are_not_divided():
    one, two = (memory(SGLANG, latent(), count=2, tensor_parallel=tp, context=4096) for tp in (1, 2))
    assert one.kv_bytes_per_token == two.kv_bytes_per_token == 31_104


def test_state_takes_its_share_and_more_only_when_more_requests_are_asked_for():
    few, some, many = (memory(SGLANG, hybrid(), "fp8", parallel=n, context=4096) for n in (1, 20, 40))
    assert few.state_bytes == some.state_bytes == pytest.approx(0.9 * few.kv_bytes, rel=0.001)
    assert many.state_bytes == 201 * 48 * (48 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 48 * 128) * 2)
    assert many.state_bytes + many.kv_bytes == pytest.approx(few.state_bytes + few.kv_bytes, abs=2)
    default = memory(SGLANG, hybrid(), "fp8", context=4096)
    assert default.state_bytes == few.state_bytes
    assert 20 < default.slots < 40


def test_the_window_pool_is_a_share_of_the_full_one():
    found = memory(SGLANG, sliding(), "fp8", context=8192)
    assert found.kv_bytes_per_token == round(8192 * (10 + 0.8 * 52))


def test_without_prefix_cache_as_many_states_as_requests_may_run():
    # Qwen3.8-27B on a GB10: of 37.52 GiB 32.66 were the pool's for 32 requests, 4.86 (33 slots) the states'
    kept, none = (memory(SGLANG, hybrid(), "fp8", parallel=32, context=2048, prefix_caching=on) for on in (True, False))
    assert none.state_bytes == 33 * 48 * (48 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 48 * 128) * 2)
    assert none.kv_bytes + none.state_bytes == pytest.approx(kept.kv_bytes + kept.state_bytes, abs=2)
    assert none.max_concurrency >= 32


def test_amds_kernels_cut_the_share_of_long_contexts():
    amd = card(287.9, vendor="amd", device_class="amd-cdna4", compute_capability=None)

    def pool(context, version="0.5.18", model=None, **given):
        found = memory(SGLANG, model or dense(), device=amd, version=version, context=context, gpu_memory_utilization=0.6, **given)
        return found.kv_bytes + found.weights_bytes

    assert pool(32768) == pytest.approx(0.85 * pool(8192), rel=0.001)
    assert pool(32768, "0.4.8") == pytest.approx(pool(8192, "0.4.8"), rel=0.001)
    assert pool(32768, model=latent()) == pytest.approx(0.85 * pool(8192, model=latent()), rel=0.001)      # 16 heads a rank
    assert pool(32768, model=latent(), count=2, tensor_parallel=2) == pytest.approx(
        pool(8192, model=latent(), count=2, tensor_parallel=2), rel=0.001)


def test_what_an_image_encoder_leaves_of_the_share():
    def share(version="0.5.12", family="Qwen3", parameters=576_264_640):
        seeing = dense().model_copy(update={"vision_parameters": parameters, "family": family})
        return SGLANG.fill(case(SGLANG, seeing, device=card(143771 / 1024), version=version), Trace()).settings.gpu_memory_utilization

    assert share() == pytest.approx(0.8388, abs=0.0001)                                 # printed for Qwen3-VL-8B on an H200
    assert share(family="Gemma-3") / share() == pytest.approx(0.9097 / 0.9248, abs=0.0002)
    assert share(family="Pixtral") / share() == pytest.approx(0.95 / 0.9248, abs=0.0002)
    assert share("0.4.9") == pytest.approx(0.9 * round(1 - (12 + 0.5) * 1024 / 143771, 3), abs=0.0001)


def test_layers_that_read_anothers_cache_are_counted_in_the_pool():
    # Gemma 4 E4B printed 86,021 bytes a token: all its 42 layers, of which 24 have keys and values of their own
    sharing = sliding().model_copy(update={"num_kv_shared_layers": 18})
    assert memory(SGLANG, sharing, "fp8", context=8192).kv_bytes_per_token == \
        memory(SGLANG, sliding(), "fp8", context=8192).kv_bytes_per_token


def test_a_gb10s_system_holds_part_of_the_memory():
    gb10 = card(121.69, unified_memory=True, compute_capability=12.1)
    asked = {"device": gb10, "context": 8192, "gpu_memory_utilization": 0.8}
    alone, told_ = memory(SGLANG, dense(), **asked), memory(SGLANG, dense(), used_gib=20, **asked)
    assert (alone.kv_bytes + alone.weights_bytes) / GIB == pytest.approx(0.8 * 112, abs=0.1)
    assert told_.usable_bytes / GIB == pytest.approx(101.69)                            # what somebody said is taken as it is


@pytest.mark.parametrize(("model", "version", "mib"), [
    ("dense", "0.5.9", 512), ("dense", "0.5.10", 512 + 8 * 58), ("latent", "0.5.10", 512 + 1536), ("latent", "0.5.15", 512),
    ("latent", "0.5.18", 512 + 1536)])
def test_prompts_are_captured_by_release_and_model(model, version, mib):
    assert memory(SGLANG, MODELS[model], device=card(79.65), version=version, context=4096).graph_bytes / 2**20 == mib


def test_models_that_see_run_prompts_without_graphs_until_listed():
    def graphs(version, **changes):
        seeing = dense().model_copy(update={"vision_parameters": 5 * 10**8, **changes})
        return memory(SGLANG, seeing, device=card(79.65), version=version, context=4096).graph_bytes / 2**20

    assert graphs("0.5.18") == 512
    assert graphs("0.5.18", architecture="Qwen3_5ForConditionalGeneration") == 512 + 8 * 58


def test_gpt_oss_experts_are_padded_on_blackwell():
    sparse = dense(architecture="GptOssForCausalLM", hidden_size=2880, mlp_layer_types=("sparse",) * 32,
                   moe=Moe(num_experts=32, num_experts_per_tok=4, moe_intermediate_size=2880))
    weights = [memory(SGLANG, sparse, "mxfp4", device=card(178, compute_capability=capability), context=4096).weights_bytes
               for capability in (9.0, 10.0)]
    assert weights[1] - weights[0] == pytest.approx(32 * 32 * 3 * (3072**2 - 2880**2) * 4.25 / 8, rel=0.01)


def test_attention_kernels_have_a_work_space():
    ada, hopper = (memory(SGLANG, dense(), device=card(79.65, compute_capability=c), context=4096).compute_bytes for c in (8.9, 9.0))
    assert ada - hopper == 412 * 2**20


def test_it_does_not_start_where_the_share_is_too_small():
    found, trace = told(SGLANG, dense(), memory_gib=16, context=4096)
    assert not found.starts
    assert found.headroom_bytes < 0
    assert any("would not start" in note for note in trace.notes)


def test_parts_add_up():
    found, trace = told(SGLANG, hybrid(), "fp8", context=4096)
    assert found.total_bytes == sum((found.weights_bytes, found.kv_bytes, found.state_bytes, found.compute_bytes, found.graph_bytes,
                                     found.runtime_bytes))
    told_of = {derivation.quantity: derivation.value for derivation in trace.derivations}
    for name in ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "total_bytes"):
        assert told_of[name] == getattr(found, name)


def test_the_scheduler_has_the_levers_by_sglangs_names():
    filled = SGLANG.fill(case(SGLANG, dense(), context=8192), Trace())
    name, levers = SGLANG.scheduler(filled, SGLANG.memory(filled, Trace()))
    assert name == "sglang"
    assert Scheduler(**levers).chunk == levers["chunked_prefill_size"] == 8192


def test_refusals():
    nvfp4 = SGLANG.refusals(case(SGLANG, dense(), "nvfp4", device=card(24)))
    assert [(r.kind, r.hard) for r in nvfp4] == [("format", True)]
    assert SGLANG.refusals(case(SGLANG, dense(), "q4_k_m", device=card(24))) == []
    assert SGLANG.refusals(case(SGLANG, dense(), device=card(24, vendor="amd", device_class="amd-rdna3", compute_capability=None)))


@given(st.sampled_from(sorted(MODELS)), st.integers(1, 64), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_the_longest_context_fits_and_one_more_token_does_not(name, concurrency, dp):
    model = MODELS[name]
    found = memory(SGLANG, model, "fp8", count=dp, data_parallel=dp, context=1024, concurrency=concurrency)
    each = -(-concurrency // dp)
    tokens = found.kv_capacity_tokens // dp
    assert found.max_context_tokens * each <= tokens
    assert found.max_context_tokens == model.max_position_embeddings or (found.max_context_tokens + 1) * each > tokens


@pytest.mark.parametrize(("parallel", "more", "slots"), [
    (None, {}, None), (8, {}, None), (32, {}, "160"), (32, {"prefix_caching": False}, None)])
def test_more_requests_than_the_states_share_holds_are_asked_for_in_the_launch(parallel, more, slots):
    """Without --max-mamba-cache-size the engine cuts them to what the share holds: 30 here (handle_max_mamba_cache)."""
    answer = estimate(parse_scenario({
        "model": "qwen3.8-27b", "quantization": "fp8", "engine": "sglang", "settings": {"context": 8192, "parallel": parallel, **more},
        "hardware": {"device": "RTX PRO 6000 Blackwell"}, "workload": {"concurrency": 32}}))
    words = [str(word) for word in SGLANG.launch(Plan(answer.case, answer.memory)).words]
    assert (words[words.index("--max-mamba-cache-size") + 1] if "--max-mamba-cache-size" in words else None) == slots
    assert (answer.case.settings.parallel or 0) <= answer.memory.max_concurrency


@pytest.mark.parametrize("model", ["falcon-40b-instruct", "bloom-7b1", "mpt-7b-chat"])
def test_what_sglang_has_no_model_of_is_refused(model):
    """resolve_transformers_arch of SGLang 0.5.23: neither its own models nor Transformers' class can run them."""
    made = plan(model, "sglang", device="H100", count=4)
    refused = [r for r in made.case.engine.refusals(made.case) if r.kind == "architecture"]
    assert refused and refused[0].hard and not made.case.engine.loads(made.case.model)
    assert not [r for r in plan(model, "vllm", device="H100", count=4).case.engine.refusals(made.case) if r.kind == "architecture"]


@pytest.mark.parametrize("model", ["glm-5", "deepseek-v3.2", "deepseek-v4-flash"])
def test_sparse_attention_takes_no_e5m2_cache(model):
    """What ServerArgs of SGLang 0.5.23 refuses when it resolves these words."""
    made = plan(model, "sglang", device="H200", count=8, settings={"tensor_parallel": 8, "kv_cache_dtype": "fp8_e5m2", "context": 4096})
    with pytest.raises(CannotAnswer, match="takes BF16 or FP8 E4M3"):
        made.case.engine.launch(made)
    made = plan(model, "sglang", device="H200", count=8, settings={"tensor_parallel": 8, "kv_cache_dtype": "fp8_e4m3", "context": 4096})
    assert "fp8_e4m3" in [str(w) for w in made.case.engine.launch(made).words]
