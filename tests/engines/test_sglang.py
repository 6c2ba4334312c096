import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pooled_shapes import GIB, card, case, dense, hybrid, latent, memory, sliding, told

from advisor.answer import Trace
from advisor.engines import engine
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
