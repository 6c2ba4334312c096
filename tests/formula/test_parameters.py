"""Parameters by part: known totals, arrays as well as numbers, active ones, MTP and vision apart."""

import numpy as np
import pytest

from advisor.formula import parameters as p
from advisor.scenario import Model, Moe

QWEN = Model(id="q", name="q", family="q", hidden_size=5120, num_hidden_layers=48, vocab_size=152064, num_attention_heads=40,
             num_key_value_heads=8, head_dim=128, intermediate_size=13824, qkv_bias=True, layer_types=("full_attention",) * 48,
             mlp_layer_types=("dense",) * 48)


def test_qwen_2_5_14b_to_the_element():
    counted = p.components(QWEN)
    assert counted.total == 14_770_033_664
    assert counted.embedding == counted.head == 152064 * 5120
    assert counted.active == counted.total
    assert counted.active_without_embedding == counted.total - counted.embedding
    assert len(counted.kinds) == 1
    assert counted.kinds[0].dense_mlp == 3 * 5120 * 13824


def test_a_tied_head_is_counted_once_and_read():
    tied = p.components(QWEN.model_copy(update={"tie_word_embeddings": True}))
    assert tied.head == 0
    assert tied.head_read == tied.embedding
    stored = p.components(QWEN.model_copy(update={"tie_word_embeddings": True, "stored_tied_head": True}))
    assert stored.total == tied.total + tied.embedding


def test_experts_are_all_held_and_few_read():
    moe = Moe(num_experts=128, num_experts_per_tok=8, moe_intermediate_size=768)
    model = QWEN.model_copy(update={"moe": moe, "mlp_layer_types": ("dense",) + ("sparse",) * 47})
    counted = p.components(model)
    dense, sparse = counted.kinds
    assert (len(dense.layers), len(sparse.layers)) == (1, 47)
    assert sparse.routed_experts == 128 * 3 * 5120 * 768
    assert sparse.active_experts * 16 == sparse.routed_experts
    assert counted.total - counted.active == 47 * (sparse.routed_experts - sparse.active_experts)


def test_mtp_and_vision_are_apart():
    model = QWEN.model_copy(update={"mtp_layers": 1, "vision_parameters": 5})
    counted = p.components(model)
    assert counted.total == p.components(QWEN).total
    assert counted.vision == 5
    assert counted.mtp == counted.kinds[0].total + 2 * 5120**2 + 3 * 5120
    assert p.components(model.model_copy(update={"mtp_parameters": 7})).mtp == 7


def test_layers_without_keys_of_their_own():
    model = QWEN.model_copy(update={"num_kv_shared_layers": 8, "qkv_bias": False})
    own, shared = p.components(model).kinds
    assert len(shared.layers) == 8
    assert own.attention - shared.attention == 2 * 5120 * 8 * 128


@pytest.mark.parametrize(("function", "arguments"), [
    (p.attention, (5120, 40, 8, 128)), (p.latent_attention, (7168, 128, 1536, 512, 128, 64, 128)), (p.mlp, (5120, 13824)),
    (p.latent_attention, (2048, 16, 0, 512, 128, 64, 128)), (p.gated_delta_net, (5120, 16, 128, 48, 128)), (p.kimi_delta, (2304, 32, 128)),
    (p.mamba2, (4096, 8192, 128, 1, 128)), (p.mamba1, (2560, 5120, 16, 160)), (p.experts, (128, 2048, 768)),
    (p.compressed_attention, (4096, 64, 512, 1024, 1024, 8)), (p.indexer, (7168, 1536, 64, 128)), (p.short_convolution, (2048,)),
    (p.lightning, (6144, 64, 128)), (p.embedding, (152064, 5120))])
def test_arrays_and_numbers_give_the_same(function, arguments):
    arrays = [np.array([a, 2 * a], dtype=np.int64) for a in arguments]
    expected = [function(*arguments), function(*(2 * a for a in arguments))]
    assert function(*arrays).tolist() == expected


def test_latent_attention_without_a_query_rank():
    assert p.latent_attention(2048, 16, 0, 512, 128, 64, 128) == (
        2048 * 16 * 192 + 2048 * 576 + 512 * 16 * 256 + 16 * 128 * 2048)


def test_components_are_cached():
    assert p.components(QWEN) is p.components(QWEN)
