"""What pydantic refuses is told in words of our own, with the field and what it must be."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from advisor.errors import CannotAnswer
from advisor.scenario import Scenario, Settings, parse_scenario
from advisor.validation import first_fault
from advisor.words import Text


@pytest.mark.parametrize(("part", "field", "value", "must"), [
    ("settings", "context", 0, "must be at least 1"),
    ("settings", "context", "x", "must be a whole number"),
    ("settings", "context", 1.5, "must be a whole number"),
    ("settings", "gpu_memory_utilization", 0, "must be more than 0"),
    ("settings", "gpu_memory_utilization", 1.5, "must be at most 1"),
    ("settings", "flash_attention", "maybe", "must be true or false"),
    ("hardware", "count", 10**9, "must be at most 100,000"),
    ("hardware", "memory_gib", float("nan"), "must be a number"),
    ("hardware", "devices", 3, "must be a list"),
])
def test_a_value_that_is_refused(part: str, field: str, value: Any, must: str) -> None:
    with pytest.raises(CannotAnswer) as refused:
        parse_scenario({part: {field: value}})
    assert refused.value.why == f"`{part}.{field}`: {must}, not {str(value)!r}."
    assert refused.value.field == f"{part}.{field}"
    assert isinstance(refused.value.why, Text) and isinstance(refused.value.why.values["lower"], Text), "the window translates both"


@pytest.mark.parametrize(("data", "field", "must"), [
    ({"model": 3}, "model", "must be a text"),
    ({"model": "x" * 5000}, "model", "must have at most 4,096 characters"),
    ({"hardware": {"devices": [{}]}}, "hardware.devices.0.device", "must be given"),
    ({"hardware": {"devices": [3]}}, "hardware.devices.0", "must be a JSON object"),
])
def test_what_is_no_value_at_all(data: dict[str, Any], field: str, must: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Scenario.model_validate(data)
    assert first_fault(refused.value)[:2] == (field, must)


def test_what_no_words_stand_for_is_told_in_pydantic_s_own() -> None:
    with pytest.raises(ValidationError) as refused:
        Settings.model_validate(3, strict=True)
    assert first_fault(refused.value).must
