"""How smooth the simulator is: frames while the clock runs at 60 simulated seconds a second, and a slider's new answer.

    python packaging/benchmarks/simulator_view.py [--frames 300] [--changes 40] [--engine vllm]

A frame is the time that the window's thread is busy with one tick of the clock, repaint included; the gap is what lies between two
ticks' ends. An answer is the time from a slider's move to the repainted figures of both runs, on the wall and as CPU of this process
(which holds on a machine that others use as well). Prints ms; a script for people, not a test. Runs offscreen unless QT_QPA_PLATFORM
says otherwise.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

QUANTIZATION = {"vllm": "awq", "sglang": "awq", "tensorrt-llm": "awq"}


def window_on(engine: str) -> Any:
    """The whole window on the simulator: a 14B model on one RTX 4090, requests at random."""
    from advisor.scenario import Hardware, Scenario, Settings, Workload
    from advisor.ui.app import application, dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.screenshot import settle
    from advisor.ui.store import State, Store
    app = application([])
    sys.setswitchinterval(0.001)        # as the program does
    preferences = Preferences(language="en", theme="dark")
    dress(app, preferences)
    scenario = Scenario(model="qwen2.5-14b-instruct", quantization=QUANTIZATION.get(engine, "q4_k_m"), engine=engine,
                        hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096, parallel=8),
                        workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=256, requests_per_s=0.6))
    window = MainWindow(preferences)
    store = Store(State(scenario, follows=False, machine_source="chosen"), preferences, window)
    store.view = "simulator"
    window.resize(1440, 900)
    window.show()
    began = time.perf_counter()
    window.attach(store)
    app.processEvents()
    print(f"first shown after {(time.perf_counter() - began) * 1e3:.0f} ms (pyqtgraph loaded with it)")
    settle(app, store)
    return app, window, store


def frames(app: Any, window: Any, count: int) -> tuple[list[float], list[float]]:
    """(busy, gap) ms of `count` frames at 60 simulated seconds a second, a fresh day's hour under it."""
    view, times, gaps = window.views["simulator"], [], []
    view.clock.set_speed(60)
    view.clock.play()
    last = time.perf_counter()
    while len(times) < count:
        if not view.clock.playing:
            view.clock.play()
        before = view.clock.now
        began = time.perf_counter()
        app.processEvents()
        if view.clock.now != before:
            ended = time.perf_counter()
            times.append((ended - began) * 1e3)
            gaps.append((ended - last) * 1e3)
            last = ended
        else:
            time.sleep(0.001)
    view.clock.pause()
    return sorted(times), sorted(gaps)


def answers(app: Any, window: Any, count: int, playing: bool) -> tuple[list[float], list[float]]:
    """(wall, CPU) ms from a slider's move to the figures of both runs on the screen."""
    view, found, used = window.views["simulator"], [], []
    slider = view.levers.rate.slider
    start = slider.value()
    if playing:
        view.clock.play()
    for step in range(count):
        began, cpu = time.perf_counter(), time.process_time()
        slider.setValue(start + (step % 7) - 3)
        while True:
            app.processEvents()
            simulation = view.simulation
            if not simulation.running and simulation.answered is not None and simulation.answered.scenario == window.store.scenario:
                app.processEvents()
                break
            time.sleep(0.0005)
        if step % 7 or step == 0:
            found.append((time.perf_counter() - began) * 1e3)
            used.append((time.process_time() - cpu) * 1e3)
        deadline = time.perf_counter() + 0.15
        while time.perf_counter() < deadline:
            app.processEvents()
            time.sleep(0.001)
    view.clock.pause()
    return sorted(found), sorted(used)


def told(name: str, times: list[float]) -> None:
    print(f"{name}: median {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms, longest {times[-1]:.1f} ms")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--frames", type=int, default=300)
    options.add_argument("--changes", type=int, default=40)
    options.add_argument("--engine", default="vllm")
    asked = options.parse_args()
    app, window, store = window_on(asked.engine)
    busy, gaps = frames(app, window, asked.frames)
    told("frame, busy", busy)
    told("frame to frame (the timer's own 33 ms in it)", gaps)
    for playing in (False, True):
        wall, cpu = answers(app, window, asked.changes, playing)
        state = "playing" if playing else "paused"
        told(f"slider to new answer, {state}", wall)
        told(f"slider to new answer, {state}, CPU", cpu)
    store.jobs.close()


if __name__ == "__main__":
    main()
