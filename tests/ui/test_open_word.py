"""What a desktop entry hands over: paths, file:// addresses with escapes, links."""

import json
from pathlib import Path

import pytest


@pytest.mark.parametrize("as_address", [True, False])
def test_a_scenario_by_path_and_by_address(make_window, tmp_path: Path, as_address: bool) -> None:
    from advisor.ui.files import scenario_data
    window = make_window(view="calculator")
    changed = window.store.scenario.with_(settings__context=2048)
    path = tmp_path / "my plan.advisor.json"
    path.write_text(json.dumps(scenario_data(changed)), "utf-8")
    window.documents.open_word(path.as_uri() if as_address else str(path))
    assert window.store.scenario.settings.context == 2048
    assert window.store.state.path == str(path)


def test_what_was_opened_is_told_in_place_of_what_was_told_before(make_window, tmp_path: Path, shared) -> None:
    from advisor.ui.files import link_of, scenario_data
    window = make_window(view="calculator")
    said = window.status.message
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(scenario_data(window.store.scenario.with_(model="qwen2.5-7b-instruct"))), "utf-8")
    window.tell("Model from /another/config.json")
    window.documents.open_word(str(path))
    assert window.store.scenario.model == "qwen2.5-7b-instruct" and said.accessibleName() == f"Opened {path}"
    window.documents.open_word(link_of(window.store.scenario, window.store.state.task))
    assert said.accessibleName() == "The scenario comes from the link."
    window.documents.paste_text(path.read_text("utf-8"))
    assert said.accessibleName() == "The scenario comes from the pasted text."
    window.documents.new_scenario()
    assert said.accessibleName() == "A new scenario"
