"""Types per tensor by the quantizer's rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.formula.gguf_mix import (
    BASE,
    Shape,
    fitting,
    more_bits,
    nearest_recipe,
    part_type,
    parts,
    recipe,
    same_type_index,
    tensor_types,
)
from advisor.formula.gguf_tensors import Tensor
from advisor.formula.gguf_types import BLOCKS, tensor_bytes

PLAIN = Shape(layers=32, heads_per_kv_head=4, experts=0, has_output=True)


def block(i: int, row: int = 4096) -> list[Tensor]:
    names = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]
    return [Tensor(f"blk.{i}.{n}.weight", (row, 4096), i) for n in names] + [Tensor(f"blk.{i}.attn_norm.weight", (4096,), i)]


def types(mix: str, shape: Shape = PLAIN, row: int = 4096, imatrix: bool | None = None) -> dict[str, str]:
    tensors = [Tensor("token_embd.weight", (4096, 32000), -1), Tensor("output.weight", (4096, 32000), -1)]
    for i in range(shape.layers):
        tensors += block(i, row)
    made = recipe(mix, imatrix=imatrix)
    assert made is not None
    return dict(zip([t.name for t in tensors], tensor_types(made, tensors, shape), strict=True))


def test_q4_k_m_lifts_the_ends_and_every_third_between():
    found = types("q4_k_m")
    lifted = [i for i in range(32) if found[f"blk.{i}.ffn_down.weight"] == "Q6_K"]
    assert lifted == [i for i in range(32) if i < 4 or i >= 28 or (i - 4) % 3 == 2]
    assert found["output.weight"] == "Q6_K" and found["token_embd.weight"] == "Q4_K"
    assert found["blk.0.attn_norm.weight"] == "F32"


def test_two_bit_mixes_give_values_four_bits_where_heads_are_shared():
    assert types("iq2_xs")["blk.5.attn_v.weight"] == "Q4_K"
    assert types("iq2_xs", PLAIN._replace(heads_per_kv_head=1))["blk.5.attn_v.weight"] == "Q2_K"
    assert types("iq2_xs")["output.weight"] == "Q5_K" and types("iq2_xs")["token_embd.weight"] == "Q2_K"


def test_eight_experts_have_rules_of_their_own():
    found = types("q4_k_m", PLAIN._replace(experts=8))
    assert found["blk.3.attn_v.weight"] == found["blk.3.attn_k.weight"] == "Q8_0"
    assert found["blk.3.attn_output.weight"] == "Q5_K"


def test_a_70b_lifts_values_that_would_be_three_or_four_bits():
    found = types("q4_k_m", PLAIN._replace(layers=80, class_70b=True))
    assert {found[f"blk.{i}.attn_v.weight"] for i in range(80)} == {"Q5_K", "Q6_K"}


def test_rows_that_are_no_multiple_fall_back():
    found = types("q4_k_m", row=896)
    assert found["blk.9.attn_q.weight"] == "Q5_0" and found["blk.0.attn_v.weight"] == "Q8_0"
    assert fitting("IQ4_XS", 2880) == "IQ4_NL" and fitting("Q3_K", 48) == "F16" and fitting("Q4_K", 512) == "Q4_K"


def test_an_importance_matrix_changes_the_first_eighth():
    assert types("q4_0")["blk.0.ffn_down.weight"] == "Q4_0"
    assert types("q4_0", imatrix=True)["blk.0.ffn_down.weight"] == "Q4_1"
    assert types("iq4_xs")["blk.0.ffn_down.weight"] == "Q5_K"
    assert types("iq4_xs", imatrix=True)["blk.0.ffn_down.weight"] == "IQ4_XS"


def test_publishers_large_ends():
    found = types("q6_k_l")
    assert found["output.weight"] == found["token_embd.weight"] == "Q8_0"


@pytest.mark.parametrize(("name", "stock"), [("ud-q4_k_xl", "q4_k_m"), ("ud-q2_k_xl", "q2_k"), ("ud-iq2_m", "iq2_m"),
                                             ("ud-q8_k_xl", "q8_0"), ("ud-q6_k_xl", "q6_k"), ("awq", None)])
def test_unsloth_mixes_start_from_a_stock_one(name, stock):
    assert nearest_recipe(name) == stock
    assert recipe(name) is None


@pytest.mark.parametrize("mix", sorted(BASE))
def test_every_mix_gives_known_types_that_fit_their_rows(mix):
    for shape in (PLAIN, PLAIN._replace(experts=8), PLAIN._replace(experts=64, has_output=False)):
        for row in (4096, 896, 2880, 100):
            for name, kind in types(mix, shape, row).items():
                length = 4096 if "token_embd" in name or name == "output.weight" else row
                assert kind in BLOCKS
                assert "norm" in name or length % BLOCKS[kind][0] == 0


@pytest.mark.parametrize("mix", sorted(BASE))
def test_numbers_of_one_kind_of_place_get_one_type(mix):
    made = recipe(mix)
    assert made is not None
    for layers in (3, 16, 32, 80):
        for shape in (PLAIN._replace(layers=layers), PLAIN._replace(layers=layers, experts=8, heads_per_kv_head=1)):
            tensors = [t for i in range(layers) for t in block(i)]
            for part, t in zip(parts(tensors, shape.experts), tensors, strict=True):
                alike = part._replace(i=same_type_index(part.i, layers))
                assert part_type(made, part, t.shape[0], shape, layers) == part_type(made, alike, t.shape[0], shape, layers)


@given(st.integers(1, 200))
def test_more_bits_takes_about_half(n):
    chosen = sum(more_bits(i, n) for i in range(n))
    assert n // 4 <= chosen <= n


def test_bytes_of_blocks():
    assert tensor_bytes((896, 3), "Q8_0") == -(-896 * 3 // 32 * 34 // 32) * 32
