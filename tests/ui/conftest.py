"""A whole window on a fixed scenario, with its own folder for preferences and no detection of this computer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent

from advisor.scenario import Hardware, Scenario, Settings, Workload


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("ADVISOR_CONFIG", str(folder))
    return folder


@pytest.fixture
def seed_scenario() -> Scenario:
    """The worked case: 14B at 4 bit, one RTX 4090, eight people."""
    return Scenario(model="qwen2.5-14b-instruct", quantization="q4_k_m", engine="ollama",
                    hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096, parallel=8),
                    workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=256))


@pytest.fixture
def make_window(qapp: Any, qtbot: Any, seed_scenario: Scenario) -> Iterator[Callable[..., Any]]:
    from advisor.ui.app import dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.store import State, Store, Task
    made = []

    def make(view: str = "calculator", size: tuple[int, int] = (1440, 900), follows: bool = False,
             scenario: Scenario | None = None, task: Any = None, **preferences: Any) -> Any:
        chosen = Preferences(**{"language": "en", "theme": "light", **preferences})
        dress(qapp, chosen)
        window = MainWindow(chosen)
        store = Store(State(scenario or seed_scenario, task or Task("team-service", model="qwen2.5-14b-instruct"), follows=follows,
                            machine_source="chosen"), chosen, window)
        store.view = view
        window.resize(*size)
        window.show()
        window.attach(store)
        if view == "wizard":
            store.start_advising()
        window.activateWindow()
        settle(qtbot, window)
        qtbot.waitUntil(window.isActiveWindow, timeout=5000)
        made.append(window)
        return window

    yield make
    for window in made:
        window.store.jobs.close()
        window.close()
        window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    dress(qapp, Preferences(language="en", theme="light"))
    qapp.processEvents()


def settle(qtbot: Any, window: Any, timeout: int = 20_000) -> None:
    """Waits until no job runs, none is begun by what was shown, and layouts are done."""
    quiet = 0

    def still() -> bool:
        nonlocal quiet
        quiet = 0 if window.store.jobs.any_busy() or window.store.neighbours.pending else quiet + 1
        return quiet > 2

    qtbot.waitUntil(still, timeout=timeout)
    for _ in range(4):
        qtbot.wait(5)


@pytest.fixture
def settled(qtbot: Any) -> Callable[[Any], None]:
    return lambda window: settle(qtbot, window)
