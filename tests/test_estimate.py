"""What an estimate refuses, and what it says with it."""

from __future__ import annotations

import pytest

from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario
from advisor.words import Text


def test_a_field_that_was_left_out_is_told_with_the_refusal_too() -> None:
    with pytest.raises(CannotAnswer) as refused:
        estimate(parse_scenario({"model": "qwen3-8b", "engine": "vllm", "hardwre": {"device": "RTX 4090"}}))
    assert str(refused.value).endswith("This version does not know the field hardwre (did you mean hardware?); it was left out. "
                                       + refused.value.mend)
    assert isinstance(refused.value.why, Text) and refused.value.mend


def test_a_refusal_without_such_fields_is_as_it_was_raised() -> None:
    with pytest.raises(CannotAnswer, match=r"^The scenario names no model\. Set"):
        estimate(parse_scenario({}))
