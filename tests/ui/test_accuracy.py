"""What the drawer says of errors is what the calibration's report and the README's table say."""

import sys
from pathlib import Path

import pytest

from advisor.estimate import estimate
from advisor.ui.why.accuracy import accuracy, sentence

ROOT = Path(__file__).resolve().parents[2]


def test_the_data_is_made_from_the_report():
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import accuracy_data
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    assert accuracy_data.TARGET.read_text("utf-8") == accuracy_data.made(), "run packaging/accuracy_data.py"


def test_a_figure_takes_the_errors_of_its_own_group(seed_scenario):
    answer = estimate(seed_scenario)
    found = accuracy(answer, "decode_tokens_per_s")
    assert found is not None and found.measurements >= 100 and 0 < found.half < found.most < 1
    assert "NVIDIA" in found.words and "llama.cpp" in found.words


def test_bytes_are_to_the_byte(seed_scenario):
    found = accuracy(estimate(seed_scenario), "kv_bytes")
    assert found is not None and found.most == 0 and "to the byte" in sentence(found)


def test_an_engine_never_measured_says_so(seed_scenario):
    answer = estimate(seed_scenario.with_(hardware__device="Arc Pro B60", engine="sglang", quantization="fp8"))
    found = accuracy(answer, "ttft_s")
    assert found is not None and "Little or nothing was measured" in found.words


def test_what_was_not_measured_of_a_figure_is_no_claim_about_another(seed_scenario):
    """First tokens of this engine were never measured there; the range rests on the prompts read, which were."""
    answer = estimate(seed_scenario)
    found = accuracy(answer, "ttft_s")
    assert found is not None and "of this figure" in found.words and "dense models" in found.words
    assert "they are of reading a prompt" in answer.speed.ttft_s.why
    assert "they are of" not in answer.speed.prefill_tokens_per_s.why


@pytest.mark.parametrize("quantity", ["headroom_bytes", "nonsense"])
def test_what_was_never_compared_has_no_errors(seed_scenario, quantity):
    assert accuracy(estimate(seed_scenario), quantity) is None
