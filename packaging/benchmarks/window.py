"""How fast the window is: a control's change to repainted figures, and the first paint beside a bare QWidget's.

    python packaging/benchmarks/window.py [--changes 200] [--starts 7]

Prints times in ms; a script for people, not a test. Runs offscreen unless QT_QPA_PLATFORM says otherwise.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

BARE = """
import time; t, u = time.perf_counter(), time.process_time()
from PySide6.QtWidgets import QApplication, QWidget
class W(QWidget):
    def paintEvent(self, event):
        print((time.perf_counter() - t) * 1e3, (time.process_time() - u) * 1e3); QApplication.exit()
app = QApplication([]); w = W(); w.resize(1440, 900); w.show(); app.exec()
"""

OURS = """
import time; t, u = time.perf_counter(), time.process_time()
from advisor.ui import app as a
from advisor.ui.preferences import load
app = a.application([]); preferences, _ = load(); a.apply(app, preferences)
w = a.MainWindow(preferences); w.resize(1440, 900)
w.painted.connect(lambda: (print((time.perf_counter() - t) * 1e3, (time.process_time() - u) * 1e3), app.quit())); w.show(); app.exec()
"""


READY = """
import time; t, u = time.perf_counter(), time.process_time()
from PySide6.QtCore import QTimer
from advisor.ui import app as a
from advisor.ui.preferences import load
app = a.application([]); preferences, _ = load(); a.apply(app, preferences)
w = a.MainWindow(preferences); w.resize(1440, 900)
def look():
    if w.store is None or w.store.estimate is None or w.store.jobs.any_busy():
        return
    timer.stop()
    print((time.perf_counter() - t) * 1e3, (time.process_time() - u) * 1e3, flush=True)
    QTimer.singleShot(4000, rest)
def rest():
    used = time.process_time()
    QTimer.singleShot(8000, lambda: (print(round((time.process_time() - used) * 1e3, 1), flush=True), app.quit()))
timer = QTimer(); timer.setInterval(20); timer.timeout.connect(look); timer.start()
w.painted.connect(lambda: a.fill(app, w, [])); w.show(); app.exec(); w.store.jobs.close()
"""


def starts(codes: tuple[str, ...], count: int) -> dict[str, list[list[float]]]:
    """What each program prints as numbers (elapsed ms, processor ms, …) in `count` warm starts, the programs taken in turn."""
    found: dict[str, list[list[float]]] = {code: [] for code in codes}
    with tempfile.TemporaryDirectory() as folder:
        compiled = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        compiled |= {"ADVISOR_CONFIG": folder, "PYTHONPYCACHEPREFIX": folder}      # as installed: modules compiled once
        for turn in range(count + 1):
            for code in codes:
                run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=compiled)
                if turn:
                    found[code].append([float(word) for word in run.stdout.split()])
    return found


def medians(rows: list[list[float]]) -> list[float]:
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def changes(count: int) -> dict[str, list[tuple[float, float]]]:
    """Per view: (elapsed, processor time of the window's thread) in ms from an edit of the context to the repainted window.

    Tables worked out in the pool are not waited for. On a busy machine only the processor time says something.
    """
    from advisor.ui.app import SWITCH_S, application, dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.screenshot import example, settle
    from advisor.ui.store import Store
    sys.setswitchinterval(SWITCH_S)
    app = application([])
    preferences = Preferences(language="en", theme="light")
    dress(app, preferences)
    window = MainWindow(preferences)
    store = Store(example(False), preferences, window)
    window.resize(1440, 900)
    window.show()
    window.attach(store)
    found: dict[str, list[tuple[float, float]]] = {}
    for view in ("calculator", "wizard", "simulator", "guide"):
        store.show(view)
        settle(app, store)
        times = []
        for step in range(count):
            start, used = time.perf_counter(), time.thread_time()
            store.edit(settings__context=2048 + 64 * (step % 97) + step)
            app.sendPostedEvents()
            app.processEvents()
            times.append(((time.perf_counter() - start) * 1e3, (time.thread_time() - used) * 1e3))
            deadline = time.perf_counter() + 0.03
            while time.perf_counter() < deadline:
                app.processEvents()
        found[view] = times
    store.jobs.close()
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--changes", type=int, default=200)
    options.add_argument("--starts", type=int, default=7)
    asked = options.parse_args()
    found = starts((BARE, OURS), asked.starts)
    bare, ours = medians(found[BARE]), medians(found[OURS])
    for name, column in (("elapsed", 0), ("processor", 1)):
        print(f"first paint, {name}: bare QWidget {bare[column]:.0f} ms, ours {ours[column]:.0f} ms, "
              f"ratio {ours[column] / bare[column]:.2f}", flush=True)
    ready = medians(starts((READY,), 2)[READY])
    print(f"ready with the first recommendation: elapsed {ready[0]:.0f} ms, processor {ready[1]:.0f} ms; then {ready[2]:.1f} ms of "
          "processor time in 8 s at rest", flush=True)
    for view, times in changes(asked.changes).items():
        for name, column in (("elapsed", 0), ("processor", 1)):
            row = sorted(pair[column] for pair in times)
            print(f"{view}: change to repaint, {name}: median {statistics.median(row):.1f} ms, "
                  f"p95 {row[int(len(row) * 0.95)]:.1f} ms, longest {row[-1]:.1f} ms")


if __name__ == "__main__":
    main()
