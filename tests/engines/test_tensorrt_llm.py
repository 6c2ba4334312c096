from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from launch_plans import at_path, plan
from pooled_shapes import GIB, card, case, dense, hybrid, latent, memory, sliding, told

from advisor.answer import Trace
from advisor.catalog import find_quantization, resolve_model
from advisor.deploy import render
from advisor.engines import engine
from advisor.errors import CannotAnswer
from advisor.scenario import Moe
from advisor.simulator.schedulers.tensorrt import TensorRt

TRT = engine("tensorrt-llm")


def gpt_oss_120b():
    kinds = tuple("full_attention" if i % 2 else "sliding_attention" for i in range(36))
    return dense(layers=36, hidden_size=2880, vocab_size=201088, num_attention_heads=64, num_key_value_heads=8, head_dim=64,
                 layer_types=kinds, mlp_layer_types=("sparse",) * 36, sliding_window=128, intermediate_size=2880,
                 moe=Moe(num_experts=128, num_experts_per_tok=4, moe_intermediate_size=2880, expert_bias=True, router_bias=True))


def test_windows_save_nothing_in_the_pool():
    found = memory(TRT, gpt_oss_120b(), "mxfp4", context=8192, parallel=64)
    assert found.kv_bytes_per_token == 73_728  # 73,671 measured
    assert memory(TRT, sliding(), "fp8", context=8192).kv_bytes_per_token == 62 * 16 * 256 * 2


def test_the_pool_is_a_share_of_what_is_free():
    found, trace = told(TRT, dense(), context=8192, parallel=64)
    free = found.usable_bytes - found.weights_bytes - found.compute_bytes - found.runtime_bytes
    assert found.kv_bytes == int(free * 0.9)
    assert found.kv_capacity_tokens % 32 == 0
    assert {d.quantity: d.value for d in trace.derivations}["kv_bytes"] == found.kv_bytes


def test_defaults_and_levers():
    filled = TRT.fill(case(TRT, dense()), Trace())
    assert (filled.settings.parallel, filled.settings.max_batched_tokens, filled.settings.gpu_memory_utilization) == (2048, 8192, 0.9)
    name, levers = TRT.scheduler(filled, TRT.memory(filled, Trace()))
    assert (name, levers["capacity_scheduler_policy"], levers["max_num_tokens"]) == ("tensorrt-llm", "GUARANTEED_NO_EVICT", 8192)
    assert TensorRt(**levers).max_num_tokens == 8192


def test_refusals_by_generation():
    def refused(quantization, capability):
        return [r.kind for r in TRT.refusals(case(TRT, dense(), quantization, device=card(24, compute_capability=capability)))]

    assert refused("fp8", 8.9) == []
    assert refused("fp8", 8.6) == ["format"]
    assert refused("nvfp4", 9.0) == ["format"]
    assert refused("nvfp4", 10.0) == []
    assert refused("awq", 12.0) == ["format"]
    assert refused("fp16", 7.5) == ["hardware"]
    assert refused("q4_k_m", 9.0) == ["format"]


def test_it_does_not_start_where_weights_do_not_fit():
    found, trace = told(TRT, dense(), memory_gib=12, context=4096)
    assert not found.starts
    assert found.max_concurrency == 0
    assert any("would not start" in note for note in trace.notes)


def test_latent_caches_are_copied_on_every_rank():
    assert memory(TRT, latent(), count=4, tensor_parallel=4, context=4096).kv_bytes_per_token == 31_104


@given(st.integers(1, 200), st.integers(1, 100_000))
@settings(max_examples=40, deadline=None)
def test_the_longest_context_fits_and_one_more_token_does_not(concurrency, context):
    longest = memory(TRT, dense(), context=context, parallel=256, concurrency=concurrency).max_context_tokens
    if longest:
        assert memory(TRT, dense(), context=longest, parallel=256).max_concurrency >= concurrency
    if longest < 131072:
        assert memory(TRT, dense(), context=longest + 1, parallel=256).max_concurrency < concurrency


def test_gib_is_used_for_what_people_print():
    assert memory(TRT, dense(), context=4096).runtime_bytes == pytest.approx(0.5 * GIB)


def test_what_the_batch_reserves_for_recurrent_state_is_named():
    found, trace = told(TRT, hybrid(), "fp8", memory_gib=80, context=4096)
    note = next(note for note in trace.notes if "max_batch_size 2,048" in note)
    assert not found.starts and found.state_bytes > 80 * GIB
    few = int(str(note).rpartition("than ")[2].rstrip("."))
    assert memory(TRT, hybrid(), "fp8", memory_gib=80, context=4096, parallel=few - 8).starts
    assert not memory(TRT, hybrid(), "fp8", memory_gib=80, context=4096, parallel=few + 8).starts


@pytest.mark.parametrize(("model", "version", "kinds"), [
    ("glm-5.3-fp8", "1.2.1", ["architecture"]), ("glm-5.3-fp8", "1.3.0rc29", []), ("glm-5", "1.3.0rc8", ["architecture"]),
    ("glm-5", "1.3.0rc9", []), ("glm-5", "1.3.0", []), ("glm-5", "main", ["architecture"]), ("deepseek-v4-pro", "1.2.1", ["architecture"]),
    ("qwen3.6-35b-a3b", "1.2.1", ["architecture"]), ("deepseek-r1", "1.2.1", []), ("qwen3-8b", "1.2.1", []), ("minimax-m2", "1.2.1", []),
    ("minimax-m2", "1.1", ["architecture"]), ("exaone-4.5-33b", "1.2.1", ["architecture"]), ("exaone-4.5-33b", "1.3.0rc29", []),
    ("qwen3.8-27b", "1.2.1", ["unproven"]), ("glm-4.7-flash", "1.3.0rc29", ["unproven"])])
def test_each_release_loads_what_its_documents_list(model, version, kinds):
    found = TRT.refusals(replace(case(TRT, resolve_model(model)[0], "fp8", device=card(80)), version=version))
    assert [r.kind for r in found] == kinds
    assert [r.hard for r in found] == [kind == "architecture" for kind in kinds]


def test_a_model_of_which_no_architecture_is_known_is_not_judged_by_it():
    assert TRT.refusals(case(TRT, dense(), "fp8", device=card(80))) == []


def test_its_list_holds_every_class_that_stands_for_a_gguf_name():
    known = TRT.data["architectures"]
    assert set(known["gguf"].values()) <= set(known["loads"])


def test_what_would_not_load_gets_no_command():
    with pytest.raises(CannotAnswer, match="does not load GLM-5"):
        render(plan("glm-5-fp8", "tensorrt-llm", device="H200", count=8, settings={"context": 8192, "tensor_parallel": 8}), "shell")
    told = render(plan("glm-4.7-flash", "tensorrt-llm", device="H200", settings={"context": 8192}), "shell")
    assert "not on the list" in next(c.verifies for c in told if c.kind == "launch")


def test_flags_of_later_releases_are_not_written_for_an_earlier_one():
    settings = {"context": 8192, "kv_cache_dtype": "fp8"}
    old = plan("qwen3-8b", "tensorrt-llm", "fp8", "H200", settings=settings)
    new = plan("qwen3-8b", "tensorrt-llm", "fp8", "H200", settings=settings, version="1.3.0rc9")
    assert "--kv_cache_dtype" not in TRT.launch(old).words
    assert "kv_cache_config:\n  dtype: fp8\n" in TRT.launch(old).files[0][1]
    assert "--kv_cache_dtype" in TRT.launch(new).words
    assert not TRT.launch(new).files
    here = TRT.launch(at_path(old, "/srv/models/Qwen3-8B-FP8"))
    assert "--served_model_name" not in here.words
    assert here.model == "Qwen3-8B-FP8"
    assert "--served_model_name" in TRT.launch(at_path(new, "/srv/models/Qwen3-8B-FP8")).words


def test_it_says_that_its_flags_are_of_another_state_than_the_release():
    told = next(c.verifies for c in render(plan("qwen3-8b", "tensorrt-llm", "fp8", "H200", settings={"context": 8192}), "shell")
                if c.kind == "launch")
    assert "029e223d" in told
    assert "1.2.1" in told


def test_gpt_oss_runs_on_hopper():
    """Deployment guide for GPT-OSS: H200 with TRITON experts."""
    found = [r for capability in (8.9, 9.0, 10.0)
             for r in TRT.refusals(case(TRT, gpt_oss_120b(), "mxfp4", device=card(140, compute_capability=capability)))]
    assert [r.kind for r in found] == ["format"]


@pytest.mark.parametrize("quantization", ["int8", "w8a16"])
def test_its_pytorch_back_end_lists_no_int8(quantization):
    """Support matrices of its quantization page: FP4, FP8, W4A8 and W4A16 only, on every generation."""
    for capability in (8.0, 9.0, 10.0):
        asked = replace(case(TRT, dense(), device=card(80, compute_capability=capability)), quantization=find_quantization(quantization))
        assert [r.hard for r in TRT.refusals(asked)] == [True]
