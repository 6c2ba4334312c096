"""Scenario files and links: hostile until parsed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import CannotAnswer
from advisor.ui import files
from advisor.ui.store import Task


def test_file_round_trip(tmp_path, seed_scenario):
    path = tmp_path / "x.json"
    path.write_text(files.scenario_text(seed_scenario, Task("code")), encoding="utf-8")
    assert files.read_scenario_file(str(path)) == (seed_scenario, Task("code"))


def test_the_file_is_small_and_readable(seed_scenario):
    text = files.scenario_text(seed_scenario)
    assert len(text) < 600 and json.loads(text)["model"] == "qwen2.5-14b-instruct"
    assert "null" not in text


def test_link_round_trip(seed_scenario):
    link = files.link_of(seed_scenario, Task("rag", model="x"))
    assert link.startswith("advisor://") and len(link) < 700
    assert files.parse_link(" " + link + "\n") == (seed_scenario, Task("rag", model="x"))


@given(st.text(max_size=200))
def test_a_broken_link_is_one_sentence(text):
    with pytest.raises(CannotAnswer):
        files.parse_link("advisor://scenario/" + text)


def test_a_link_that_unpacks_to_very_much_is_refused():
    import base64
    import zlib
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()
    with pytest.raises(CannotAnswer):
        files.parse_link("advisor://scenario/" + bomb)


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff\xfe\x00", b'{"model": 3}', b'{"workload": {"concurrency": 0}}'])
def test_a_bad_file_is_one_sentence(tmp_path, raw):
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    with pytest.raises(CannotAnswer) as error:
        files.read_scenario_file(str(path))
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(CannotAnswer, match=r"nothing\.json"):
        files.read_scenario_file(str(tmp_path / "nothing.json"))


def test_a_task_with_nonsense_keeps_defaults():
    assert files.parse_task({"kind": "rm -rf", "os": 3, "context": True, "model": "m"}) == Task(model="m")
    assert files.parse_task([1]) is None
