"""A short round of packaging/checks/monkey.py: no exception, no Qt warning, no control out of step with the store.

ADVISOR_MONKEY sets how many events, ADVISOR_MONKEY_SEED which.
"""

import importlib.util
import os
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

EVENTS = int(os.environ.get("ADVISOR_MONKEY", "250"))
SEED = int(os.environ.get("ADVISOR_MONKEY_SEED", "20260"))


@pytest.fixture
def play():
    path = Path(__file__).resolve().parents[2] / "packaging" / "checks" / "monkey.py"
    made = importlib.util.spec_from_file_location("monkey", path)
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_random_events(make_window, play):
    window = make_window("wizard", follows=True)
    with play.no_waiting():
        play.Monkey(window, SEED).play(EVENTS)
        assert play.out_of_step(window) == []


def test_a_control_out_of_step_is_seen(make_window, play):
    window = make_window("calculator")
    number = window.views["calculator"].inputs.people.number
    window.views["calculator"].draw = lambda: None
    number.blockSignals(True)
    number.setValue(number.value() + 1)
    assert any("people" in line for line in play.out_of_step(window))
    QTest.qWait(1)
