"""The program as it starts: a file as argument, a link, damaged settings, the session of the last time. In a process of its own."""

import json
import os
import subprocess
import sys

import pytest

CODE = """
import json, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from advisor.ui import app as program
from advisor.ui.main_window import MainWindow

def look():
    window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    if window.store is None or window.store.jobs.any_busy() or window.store.estimate is None:
        return
    timer.stop()
    print(json.dumps({"title": window.windowTitle(), "told": window.status.message.accessibleName(), "state": window.store.state.path,
                      "scenario": window.store.scenario.model_dump(mode="json", exclude_defaults=True),
                      "wish": window.store.state.task.model}))
    window.close()

application = program.application([])
timer = QTimer()
timer.setInterval(50)
timer.timeout.connect(look)
timer.start()
QTimer.singleShot(50_000, application.quit)
sys.exit(program.run(sys.argv[1:]))
"""


@pytest.fixture
def start(tmp_path):
    folder = tmp_path / "settings"

    def begin(*words):
        env = {**os.environ, "ADVISOR_CONFIG": str(folder), "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run([sys.executable, "-c", CODE, *words], env=env, capture_output=True, text=True, timeout=90, check=False)
        assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
        return json.loads(done.stdout)

    begin.folder = folder
    return begin


def test_a_file_by_argument_then_the_session_then_damage(start, tmp_path, seed_scenario):
    from advisor.ui.files import scenario_text
    path = tmp_path / "mine.json"
    path.write_text(scenario_text(seed_scenario), encoding="utf-8")
    opened = start(str(path))
    assert opened["title"].startswith("mine.json") and opened["state"] == str(path)
    assert opened["scenario"]["model"] == opened["wish"] == seed_scenario.model
    again = start()
    assert again["scenario"] == opened["scenario"] and again["state"] == str(path)
    for name in ("preferences.json", "session.json"):
        (start.folder / name).write_text("{ damaged")
    fresh = start()
    assert "preferences.json.damaged" in fresh["told"] and "session.json.damaged" in fresh["told"]
    assert fresh["state"] is None and fresh["wish"] is None


def test_a_link_by_argument(start, seed_scenario):
    from advisor.ui.files import link_of
    opened = start(link_of(seed_scenario.with_(settings__context=2048)))
    assert opened["scenario"]["settings"]["context"] == 2048 and opened["wish"] == seed_scenario.model
