"""The figures of the source page (seed/figures.md), from the textbook inputs in its third column."""

import pytest

from advisor.formula import textbook

PARAMETERS = 14.8e9
CARD = 24e9
A_TOKEN = textbook.kv_bytes_per_token(48, 8, 128)


def test_the_source_page_weights_in_bf16_and_4_bit():
    assert textbook.weight_bytes(PARAMETERS, textbook.BYTES_A_PARAMETER["bf16"]) == pytest.approx(29.6e9)
    assert textbook.weight_bytes(PARAMETERS, textbook.BYTES_A_PARAMETER["int4"]) == pytest.approx(7.4e9)


def test_the_source_page_kv_of_a_token_and_of_people():
    assert A_TOKEN == 196_608
    assert textbook.kv_bytes(A_TOKEN, 4096) / 1e9 == pytest.approx(0.8, abs=0.01)
    assert textbook.kv_bytes(A_TOKEN, 32768, 8) / 1e9 == pytest.approx(51.5, abs=0.05)


def test_the_source_page_budget_of_a_24_gb_card():
    weights = textbook.weight_bytes(PARAMETERS, 0.5)
    assert textbook.usable_bytes(CARD) == pytest.approx(22.8e9)
    assert pytest.approx(1.7e9) == textbook.OVERHEAD_BYTES
    assert textbook.kv_budget(CARD, weights) == pytest.approx(13.7e9)


def test_the_source_page_eight_people_live_at_4k_and_die_at_32k():
    budget = textbook.kv_budget(CARD, textbook.weight_bytes(PARAMETERS, 0.5))
    assert textbook.kv_bytes(A_TOKEN, 4096, 8) / 1e9 == pytest.approx(6.4, abs=0.05)
    assert textbook.kv_bytes(A_TOKEN, 4096, 8) < budget < textbook.kv_bytes(A_TOKEN, 32768, 8)


def test_the_source_page_decode_ceilings():
    weights = textbook.weight_bytes(PARAMETERS, 0.5)
    assert textbook.decode_ceiling(1008e9, weights) == pytest.approx(136, abs=0.5)
    assert textbook.decode_ceiling(546e9, weights) == pytest.approx(74, abs=0.5)
