"""llama.cpp's compute buffer: the law's terms on shapes whose buffers were printed."""

import pytest

from advisor.formula import compute_buffer as buffer

MIB = 2**20


def eight_b(ub: int, cells: int, rows: int) -> float:
    """Llama-3-8B with flash attention: d 4096, ff 14336, vocabulary 128,256."""
    widest = max(ub * buffer.gated_mlp(4096, 14336), buffer.output_floats(rows, 128256, 4096, ub))
    return (buffer.mask_bytes(ub, cells, 0, True) + buffer.F32 * widest) / MIB


def test_output_rows_of_a_micro_batch_or_of_a_slot():
    assert eight_b(512, 32768, 1) == pytest.approx(148, rel=0.01)
    assert eight_b(512, 32768, 512) == pytest.approx(315, rel=0.02)
    assert eight_b(2048, 32768, 1) == pytest.approx(592, rel=0.01)
    assert eight_b(2048, 32768, 2048) == pytest.approx(1258, rel=0.02)


def test_scores_without_flash_attention():
    beside = buffer.attention_beside_scores(4096, 32, 8, 128)
    total = buffer.mask_bytes(512, 32768, 0, False) + 4 * 512 * (buffer.scores(32768, 32) + beside)
    assert total / 2**30 == pytest.approx(2.1, rel=0.03)


def test_mask_is_the_only_term_of_the_context():
    assert buffer.mask_bytes(512, 32768, 0, True) == 32 * MIB
    assert buffer.mask_bytes(512, 32768, 0, False) == 64 * MIB


def test_inputs_of_a_micro_batch():
    assert buffer.input_bytes(512, 1, True) == 14368
    assert buffer.input_bytes(512, 2, True) == 22560
    assert buffer.input_bytes(2048, 1, False) == 40992


def test_experts_take_the_wider_of_gathering_and_multiplying():
    assert buffer.experts(2048, 8, 768) == 2 * 8 * 2048 + 5 * 2048
    assert buffer.experts(2880, 4, 2880) == 3 * 4 * 2880 + 4 * 2880
    assert buffer.experts_weighted(4096, 10, 768) == 3 * 7680 + 14 * 4096


def test_mamba_moments_hold_copies_of_all_states():
    (before, one), (within, three) = buffer.mamba2(1024, 1536, 1, 128)
    assert (before, one) == (4 * 1024 + 5 * 1536 + 6 * 128, 1)
    assert (within, three) == (4 * 1024 + 3 * 1536 + 4 * 128, 3)
    assert buffer.mamba1(2560, 5120, 16, 160) == (4 * 2560 + 4 * 5120 + 2 * 176, 1)
