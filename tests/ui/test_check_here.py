"""The one command that may be run from the window: a check of this computer, after a click."""

import sys
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from advisor.answer import Command
from advisor.errors import CannotAnswer
from advisor.scenario import Hardware, Machine
from advisor.ui.store import State, Store, Task
from advisor.ui.wizard import check_here
from advisor.ui.wizard.check_here import CheckHere, may_run, run_check

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="runs bash")
OWN = "macos" if sys.platform == "darwin" else "linux"


@pytest.fixture
def store(qapp, seed_scenario):
    made = Store(State(seed_scenario.with_(hardware=Hardware(device="cpu", host_memory_gib=32)), Task(os=OWN), follows=False,
                       machine_source="recognised"))
    made.machine = Machine(host_memory_bytes=32 * 2**30, os=OWN)
    yield made
    made.jobs.close()


def command(text="echo fine", kind="check", shell="bash"):
    return Command(kind, "Check", shell, text)


def test_only_checks_of_this_computer(store):
    assert may_run(command(), store)
    assert may_run(command("curl -fsS http://127.0.0.1:8000/v1/models"), store)
    assert not may_run(command("curl -fsS http://10.0.0.7:8000/v1/models"), store)
    assert not may_run(command("curl http://127.0.0.1@evil.example/"), store)
    for kind in ("install", "fetch", "launch", "call", "stop"):
        assert not may_run(command(kind=kind), store)
    assert not may_run(command(shell="powershell"), store)


@pytest.mark.parametrize("source", ["chosen", "pasted", "unknown"])
def test_never_for_another_machine(store, source):
    from dataclasses import replace
    store._state = replace(store.state, machine_source=source)
    assert not may_run(command(), store)


def test_output_and_status():
    assert run_check("echo one; echo two >&2; exit 3", "bash") == ("one\ntwo", 3)
    assert len(run_check("yes | head -c 100000", "bash")[0]) <= check_here.MOST_CHARACTERS
    assert run_check("cat", "bash") == ("", 0)      # nothing to read from


def test_what_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setattr(check_here, "WAIT_S", 0.3)
    start = time.monotonic()
    with pytest.raises(CannotAnswer, match="did not end"):
        run_check("sleep 60 & sleep 60", "bash")
    assert time.monotonic() - start < 10


def test_a_click_runs_it_and_shows_what_it_printed(store, qtbot):
    row = CheckHere(store, command("echo it answers"))
    qtbot.addWidget(row)
    row.show()
    assert not row.outcome.isVisible()
    QTest.mouseClick(row.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not store.jobs.any_busy(), timeout=10_000)
    assert row.outcome.text() == "It worked." and row._printed.command == "it answers"
    row.set_command(command("echo another"))
    assert not row.outcome.isVisible() and not row._printed.isVisible()


def test_the_wizard_offers_it_only_for_this_computer(make_window, settled, seed_scenario):
    window = make_window("wizard")
    pane = window.views["wizard"].commands
    assert all(row.check is None for row in pane._rows)
    window.store.machine = Machine(host_memory_bytes=32 * 2**30, os="linux")
    window.store.use_machine(seed_scenario.hardware, "recognised", OWN)
    settled(window)
    if OWN == "linux":
        assert [row.check is not None for row in pane._rows].count(True) >= 1
    window.store.use_machine(seed_scenario.hardware, "chosen", OWN)
    settled(window)
    assert all(row.check is None or not row.check.isVisible() for row in pane._rows)
