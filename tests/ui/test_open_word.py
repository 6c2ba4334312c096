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
