"""The question's types and their parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import CannotAnswer
from advisor.scenario import Scenario, parse_scenario

SEED = {
    "model": "qwen2.5-14b-instruct",
    "quantization": "q4_k_m",
    "engine": "ollama",
    "hardware": {"device": "RTX 4090", "count": 1, "host_memory_gib": 64},
    "settings": {"context": 4096, "parallel": 1, "tensor_parallel": None},
    "workload": {"concurrency": 8},
}


def test_reads_the_contract_s_scenario() -> None:
    scenario = parse_scenario(SEED)
    assert scenario.hardware.device == "RTX 4090"
    assert scenario.settings.context == 4096
    assert scenario.settings.tensor_parallel == 1, "null means the default"
    assert scenario.workload.concurrency == 8


def test_round_trips_through_json() -> None:
    scenario = parse_scenario(SEED)
    assert parse_scenario(scenario.model_dump(mode="json")) == scenario


def test_names_unknown_fields_with_the_nearest_known_one() -> None:
    scenario = parse_scenario({**SEED, "settings": {"contxt": 1}, "extra": 2})
    assert scenario.unknown_fields == ("extra", "settings.contxt (did you mean settings.context?)")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ([], "object"),
        ({"settings": 3}, "settings"),
        ({"settings": {"context": 0}}, "settings.context"),
        ({"settings": {"context": 10**12}}, "settings.context"),
        ({"hardware": {"count": "many"}}, "hardware.count"),
        ({"hardware": {"memory_gib": float("nan")}}, "memory_gib"),
        ({"model": "x" * 10_000}, "model"),
        ({"hardware": {"devices": [{"device": "a"}] * 100}}, "devices"),
    ],
)
def test_says_in_one_line_what_is_wrong(data: object, word: str) -> None:
    with pytest.raises(CannotAnswer, match=word) as caught:
        parse_scenario(data)
    assert "\n" not in str(caught.value)


def test_changes_reach_into_parts_and_are_validated() -> None:
    scenario = parse_scenario(SEED).with_(settings__context=8192, workload__concurrency=2, quantization="q8_0")
    assert (scenario.settings.context, scenario.workload.concurrency, scenario.quantization) == (8192, 2, "q8_0")
    assert scenario.settings.parallel == 1
    with pytest.raises(ValueError, match="context"):
        scenario.with_(settings__context=-1)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=20) | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["model", "hardware", "settings", "workload", "context", "device", "devices", "x"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_anything_else_is_answered_or_refused(data: object) -> None:
    try:
        assert isinstance(parse_scenario(data), Scenario)
    except CannotAnswer as error:
        assert "\n" not in str(error)
