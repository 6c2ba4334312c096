"""A picture of the window in a given state, without a display (`advisor screenshot`)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from advisor.errors import CannotAnswer
from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.ui.app import application, dress
from advisor.ui.main_window import MainWindow
from advisor.ui.preferences import Preferences
from advisor.ui.store import VIEWS, State, Store, Task
from advisor.words import say

WAIT_MS = 20_000


def example(follows: bool) -> State:
    """The worked case of the README: a 14B model at 4 bit on one RTX 4090, eight people; the wizard takes what it recommends."""
    scenario = Scenario(model="qwen2.5-14b-instruct", quantization="q4_k_m", engine="ollama",
                        hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096, parallel=8),
                        workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=256))
    return State(scenario, Task("team-service", model="qwen2.5-14b-instruct"), follows=follows, machine_source="chosen")


def screenshot(out: str, view: str = "wizard", scenario: Scenario | None = None, language: str = "en", theme: str = "light",
               size: tuple[int, int] = (1440, 900), why: str | None = None, step: int | None = None) -> None:
    """Writes a PNG of `size` logical pixels. Raises CannotAnswer when the view is not known or the file cannot be written."""
    if view not in VIEWS:
        raise CannotAnswer(say("No view is called {view}.", view=view), say("Known: {known}.", known=", ".join(VIEWS)), "view")
    app = application([])
    preferences = Preferences(language=language, theme=theme)
    dress(app, preferences)
    state = example(view == "wizard")
    if scenario is not None:        # as a file is opened: its model is the wizard's wish
        state = State(scenario, Task(model=scenario.model), follows=scenario.model is None, machine_source="chosen")
    window = MainWindow(preferences)
    store = Store(state, preferences, window)
    store.view = view
    store.api_key = "sk-the-key-of-your-server"
    window.resize(QSize(*size))
    window.show()
    window.attach(store)
    if view == "wizard":
        store.start_advising()
    if why:
        store.ask_why(why)
    settle(app, store)
    if step is not None and view == "wizard":
        window.views["wizard"].show_step(step)  # type: ignore[attr-defined]
        settle(app, store)
    picture = window.grab()
    store.jobs.close()
    window.store = None
    window.close()
    target = Path(out)
    if not target.parent.is_dir() or not picture.save(str(target), "PNG"):
        raise CannotAnswer(say("{path} could not be written.", path=out))


def settle(app: QApplication, store: Store) -> None:
    """Lets layouts and running jobs come to rest."""
    deadline = QDeadlineTimer(WAIT_MS)
    quiet = 0
    while quiet < 6 and not deadline.hasExpired():
        QGuiApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        quiet = 0 if store.jobs.any_busy() or store.neighbours.pending else quiet + 1
    del app
