"""Preferences and session: atomic, hostile until parsed, damaged files put aside."""

import json
import os

import pytest

from advisor.ui import files, preferences
from advisor.ui.preferences import Preferences


def test_round_trip():
    wanted = Preferences(language="zh_CN", theme="dark", binary_units=True, mirror="https://hf-mirror.com", recent=("/a.json",))
    assert preferences.save(wanted) == ""
    assert preferences.load() == (wanted, "")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"language": ', "\x00\x01", "[" * 100_000])
def test_a_damaged_file_is_put_aside_and_told(own_folder, text):
    own_folder.mkdir()
    (own_folder / "preferences.json").write_text(text)
    found, aside = preferences.load()
    assert found == Preferences()
    assert aside.endswith(".damaged") and os.path.exists(aside)
    assert preferences.load() == (Preferences(), "")


def test_wrong_kinds_keep_their_defaults():
    found = preferences.from_data({"language": "xx", "theme": 3, "binary_units": "yes", "power_price_usd_per_kwh": -1,
                                   "busy_fraction": True, "recent": [1], "mirror": 5, "drawer_width": 300.7, "else": 1})
    assert found == Preferences(drawer_width=300)


def test_a_full_disk_leaves_the_old_file(own_folder, monkeypatch):
    preferences.save(Preferences(theme="dark"))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("advisor.ui.preferences.os.fsync", full)
    assert preferences.save(Preferences(theme="light")) == "No space left on device"
    monkeypatch.undo()
    os.environ["ADVISOR_CONFIG"] = str(own_folder)
    assert preferences.load()[0].theme == "dark"
    assert sorted(os.listdir(own_folder)) == ["preferences.json"]


def test_session_round_trip(seed_scenario):
    from advisor.ui.store import State, Task
    state = State(seed_scenario, Task("code", priority="pace", os="windows"), follows=True, path="/x.json", machine_source="pasted")
    assert files.save_session(state) == ""
    assert files.load_session() == (state, "")


def test_a_session_with_nonsense_starts_fresh(own_folder):
    own_folder.mkdir()
    (own_folder / "session.json").write_text(json.dumps({"workload": {"concurrency": -4}, "session": 3}))
    assert files.load_session()[0].scenario.workload.concurrency == 1


def test_the_folder_is_the_one_of_platformdirs(monkeypatch):
    import platformdirs
    monkeypatch.delenv("ADVISOR_CONFIG")
    assert str(preferences.config_folder()) == platformdirs.user_config_dir("llm-deployment-advisor", appauthor=False)


def test_the_dialog_shows_shares_in_per_cent_and_numbers_of_one_height(make_window):
    from advisor.ui import theme
    from advisor.ui.dialogs import PreferencesDialog
    window = make_window("calculator", busy_fraction=0.2)
    dialog = PreferencesDialog(window)
    dialog.show()
    assert dialog.busy.text() == "20 %" and dialog.years.text() == "3.0"
    dialog.busy.setValue(35)
    assert window.preferences.busy_fraction == 0.35
    dialog.years.setValue(4.5)
    assert window.preferences.years_of_use == 4.5
    fields = (dialog.language, dialog.theme, dialog.power, dialog.busy, dialog.price, dialog.rent, dialog.years, dialog.mirror)
    assert {field.height() for field in fields} == {theme.CONTROL}
    dialog.close()


@pytest.mark.parametrize("kept", [None, 7, "x", [1, None], [{"number": True}], [{"number": 99, "scenario": {}}],
                                  [{"number": 1, "scenario": 5}],
                                  [{"number": 1, "scenario": {"settings": {"context": -4}}, "traffic": []}]])
def test_damaged_kept_runs_of_a_session_are_left_out(kept):
    assert files.save_session(files.first_state()) == ""
    path = files.config_folder() / "session.json"
    data = json.loads(path.read_text())
    data["session"]["kept"] = kept
    path.write_text(json.dumps(data))
    assert files.load_session()[0].kept == ()
