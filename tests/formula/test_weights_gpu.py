"""Weights on a rank against what vLLM printed at load, and what must hold for any shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pooled_shapes import FORMATS, dense, hybrid, ignoring, latent, sliding

from advisor.formula.weights_gpu import (
    bits_with_scales,
    element_bits,
    experts_on_rank,
    kept_parts,
    replicated_kv_elements,
    rotary_bytes,
    stage_layers,
    stages,
)

GIB = 2**30
MODELS = {"dense": dense(), "sliding": sliding(), "latent": latent(), "hybrid": hybrid()}


def rank(model, quantization="bf16", tp=1, pp=1, experts=None, whole=False, padding=(0, 0)):
    return stages(model, FORMATS[quantization], None, tp, pp, experts or tp, whole, padding)


@pytest.mark.parametrize(("quantization", "tp", "printed"), [
    ("bf16", 1, 14.99), ("fp16", 1, 14.99), ("fp32", 1, 29.98), ("fp8", 1, 8.49), ("int8", 1, 8.49), ("bf16", 2, 7.51), ("bf16", 4, 3.77)])
def test_llama_3_1_8b_as_loaded(quantization, tp, printed):
    assert rank(dense(), quantization, tp)[0].weights_bytes / GIB == pytest.approx(printed, rel=0.003)


@pytest.mark.parametrize(("pp", "printed"), [(2, 7.51), (4, 4.26)])
def test_the_fullest_pipeline_stage_holds_the_embedding_or_the_head(pp, printed):
    found = rank(dense(), pp=pp)
    assert max(s.weights_bytes for s in found) / GIB == pytest.approx(printed, rel=0.003)
    assert [s.embedding for s in found] == [True] + [False] * (pp - 1)
    assert [s.head for s in found] == [False] * (pp - 1) + [True]


def test_a_tied_head_is_copied_to_the_last_stage():
    model = dense(tie_word_embeddings=True)
    assert rank(model, pp=2)[1].weights_bytes >= rank(dense(), pp=2)[1].weights_bytes
    assert rank(model)[0].weights_bytes < rank(dense())[0].weights_bytes


def test_layers_of_pipeline_stages():
    assert stage_layers(32, 4) == [(0, 8), (8, 16), (16, 24), (24, 32)]
    assert stage_layers(5, 3) == [(0, 1), (1, 3), (3, 5)] or stage_layers(5, 3) == [(0, 2), (2, 4), (4, 5)]
    assert sum(b - a for a, b in stage_layers(61, 8)) == 61


def test_formats_with_their_scales():
    assert bits_with_scales(4, 128, 16, 4) == 4.15625
    assert element_bits(FORMATS["awq"]) == 4.15625
    assert element_bits(FORMATS["awq"], 32) == 4 + 20 / 32
    assert element_bits(FORMATS["nvfp4"], 16) == 4.5
    assert rotary_bytes(131072, 128) == 131072 * 256


def test_kv_heads_are_copied_when_ranks_outnumber_them():
    assert replicated_kv_elements(4096, 8, 128, 128, 8) == 0
    assert replicated_kv_elements(4096, 8, 128, 128, 16) == 4096 * 256 * 0.5


def test_whole_experts_under_expert_parallelism():
    assert experts_on_rank(64, 8) == 8
    assert list(experts_on_rank(np.array([64, 65]), 8)) == [8, 9]
    model = latent()
    assert rank(model, tp=4, whole=True)[0].weights_bytes == pytest.approx(rank(model, tp=4)[0].weights_bytes, rel=0.01)


def test_padding_enlarges_experts_only():
    model = latent()
    plain, padded = rank(model), rank(model, padding=(3072, 0))
    assert padded[0].weights_bytes > plain[0].weights_bytes
    assert rank(dense(), padding=(3072, 0)) == rank(dense())


def test_parts_that_a_checkpoint_keeps_in_16_bit():
    everywhere, single = kept_parts((*(f"model.layers.{i}.self_attn*" for i in range(4)), "lm_head", "model.visual*"), 4)
    assert everywhere == {"attention", "head"}
    assert single == {}
    everywhere, single = kept_parts(("model.layers.0.*", "model.layers.1.mlp.shared_experts*", "model.layers.2.mlp.gate",
                                     "*.ffn.shared_experts.*", "model.layers.3.input_layernorm"), 40)
    assert everywhere == {"shared_experts"}
    assert single["attention"] == {0}
    assert single["dense_mlp"] == {0}
    whole = rank(dense(), "nvfp4")[0].weights_bytes
    partly = rank(dense(native_quantization=ignoring("model.layers.*.self_attn", "lm_head")), "nvfp4")[0].weights_bytes
    assert partly - whole == pytest.approx(32 * (2 * 4096 * 4096 + 2 * 4096 * 1024) * (16 - 4.5) / 8)


def test_the_textbook_half_byte_keeps_nothing():
    model = dense(max_position_embeddings=None)
    assert rank(model, "int4")[0].weights_bytes == pytest.approx(8.03e9 / 2, rel=0.001)


@given(st.sampled_from(sorted(MODELS)), st.sampled_from(["bf16", "fp8", "awq", "nvfp4"]), st.sampled_from([1, 2, 4]),
       st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_more_ranks_never_make_a_rank_larger(name, quantization, tp, pp):
    model = MODELS[name]
    here = max(s.weights_bytes for s in rank(model, quantization, tp, pp))
    assert max(s.weights_bytes for s in rank(model, quantization, tp * 2, pp)) <= here
    assert here <= rank(model, quantization, tp)[0].weights_bytes


@given(st.sampled_from(sorted(MODELS)), st.integers(1, 8))
@settings(max_examples=30, deadline=None)
def test_more_bits_and_more_layers_never_take_less(name, tp):
    sizes = [rank(MODELS[name], q, tp)[0].weights_bytes for q in ("awq", "nvfp4", "fp8", "bf16", "fp32")]
    assert sizes == sorted(sizes)
    assert rank(dense(layers=16), tp=tp)[0].weights_bytes < rank(dense(layers=17), tp=tp)[0].weights_bytes
