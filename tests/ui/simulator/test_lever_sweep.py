"""A sweep over one lever and the runs that are kept to compare with: in the worker, and in the window by real events."""

import csv

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.ui.simulator import comparison, swept_levers
from advisor.whatif import lever_sweep, runs, sweeps
from advisor.whatif.question import Lever, question
from advisor.whatif.traffic import Traffic, parse_traffic, said
from advisor.worker import Job


@pytest.fixture
def busy_team():
    return Scenario(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm",
                    hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096),
                    workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=128, requests_per_s=0.8))


@pytest.fixture(autouse=True)
def no_rest(monkeypatch):
    monkeypatch.setattr(sweeps, "REST_S", 0.0)


def job(told=None):
    return Job("test", 1, lambda share, partial: told.append((share, partial)) if told is not None else None)


def lever(key, values, present, field):
    return Lever(key, key, values, tuple(map(str, values)), tuple(((field, v),) for v in values), present)


def slots(*values, present):
    return lever("parallel", values, present, "settings__parallel")


# ------------------------------------------------------------------------------------------------ in the worker

@pytest.mark.parametrize("traffic", [Traffic(), Traffic(shape="people", queue=3), Traffic(shape="burst", spread="log_normal", wait_s=5)])
def test_the_present_value_has_the_figures_of_the_run(busy_team, traffic):
    asked = question(busy_team.with_(settings__parallel=16), traffic)
    run = runs.answer(asked, job())[-1].summary
    found = lever_sweep.swept(asked, slots(1, 4, 16, present=16), job())
    here = found.figures[2]
    assert found.done and found.lever.here(found.values) == 2
    for name in ("ttft_s", "tpot_s", "output_tokens_per_s", "goodput_fraction", "goodput_tokens_per_s", "preemptions", "rejected"):
        assert here[name] == run[name]
    assert found.figures[0]["ttft_s"]["p95"] > here["ttft_s"]["p95"]        # one at a time waits longer


def test_what_the_engine_does_not_take_is_left_out_and_what_does_not_fit_says_so(busy_team):
    asked = question(busy_team, Traffic())
    kinds = lever("kv", ("auto", "q4_0", "fp8"), "auto", "settings__kv_cache_dtype")
    assert lever_sweep.swept(asked, kinds, job()).values == ("auto", "fp8")
    formats = lever("quantization", ("awq", "bf16"), "awq", "quantization")
    found = lever_sweep.swept(asked, formats, job())
    assert found.values == ("awq", "bf16") and found.figures[1] is None and "fit" in str(found.reasons[1].why)


def test_a_stopped_sweep_over_a_lever_says_nothing(busy_team):
    stopped = job()
    stopped.cancel()
    assert lever_sweep.swept(question(busy_team, Traffic()), slots(1, 2, present=2), stopped) is None


def test_what_is_looked_at_changes_no_question_and_is_stored(busy_team):
    assert question(busy_team, Traffic(over="parallel")) == question(busy_team, Traffic())
    assert parse_traffic(said(Traffic(over="kv"))) == Traffic(over="kv")
    assert parse_traffic({"over": "nonsense"}) == Traffic() and parse_traffic({"over": 3}) == Traffic()


def test_differences_are_ratios_where_they_can_be():
    waits = comparison.Figure("x", lambda s: s["x"], str)
    assert comparison.difference(waits, 0.5, 1.0) == "−50 %" and comparison.difference(waits, 1.2, 1.0) == "+20 %"
    assert comparison.difference(waits, 30.0, 1.0) == "×30" and comparison.difference(waits, 2.5, 1.0) == "×2.5"
    assert comparison.difference(waits, 1.001, 1.0) == "" and comparison.difference(waits, None, 1.0) == ""
    counts = comparison.Figure("x", lambda s: s["x"], str, ratio=False)
    assert comparison.difference(counts, 3, 10) == "−7" and comparison.difference(counts, 3, 3) == ""


# ------------------------------------------------------------------------------------------------ in the window

def ran(qtbot, window):
    simulation = window.views["simulator"].simulation
    qtbot.waitUntil(lambda: not simulation.running and simulation.asked == simulation.answered and bool(simulation.runs), timeout=20_000)


def pick(choice, key):
    keys = [choice.itemData(i) for i in range(choice.count())]
    choice.setFocus()
    while choice.currentData() != key:
        down = keys.index(key) > choice.currentIndex()
        QTest.keyClick(choice, Qt.Key.Key_Down if down else Qt.Key.Key_Up)


@pytest.fixture
def swept(make_window, settled, busy_team):
    """The window with a sweep over max_num_seqs."""
    window = make_window("simulator", scenario=busy_team)
    view = window.views["simulator"]
    names = [view.sweep.over.itemText(i) for i in range(view.sweep.over.count())]
    assert {"the load", "max_num_seqs", "max_num_batched_tokens", "prompt length", "requests a second", "KV cache type"} <= set(names)
    pick(view.sweep.over, "parallel")
    settled(window)
    return window


def press(plots, track, place):
    plot = plots.tracks[track].plot
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(plot._pixel(place)), plot.height() // 2))


def test_a_lever_is_swept_beside_the_runs(swept):
    view = swept.views["simulator"]
    found, plots = view.simulation.swept, view.sweep.levers
    assert swept.store.state.task.traffic.over == "parallel" and found.done and found.lever.name == "max_num_seqs"
    assert plots.isVisible() and not view.sweep.plot.isVisible()
    here = found.values.index(256)
    assert plots.most["first"].y[here] == pytest.approx(view.simulation.runs[1].summary["ttft_s"]["p95"])
    assert all("max_num_seqs" in track.plot.accessibleDescription() for track in plots.tracks.values())
    assert view.simulation.held.done        # the load's sweep comes after it, for the plan
    assert swept.store.can_undo             # what is swept over is a step like any other
    swept.store.undo()
    assert view.sweep.over.currentData() == "load" and view.sweep.plot.isVisible()


def test_a_press_takes_a_value_and_undo_gives_it_back(swept, settled):
    view, store = swept.views["simulator"], swept.store
    found = view.simulation.swept
    place = found.values.index(64)
    press(view.sweep.levers, "tokens", place)
    assert store.scenario.settings.parallel == 64
    settled(swept)
    assert view.simulation.swept.values == found.values       # the axis stays where it is
    assert view.simulation.swept.lever.present == 64 and view.levers.levers["parallel"].field.number.value() == 64
    store.undo()
    assert store.scenario.settings.parallel is None
    press(view.sweep.levers, "first", found.values.index(256))      # the value in force already
    assert not store.can_redo or store.scenario.settings.parallel is None


def test_up_and_down_take_the_next_value(swept, settled):
    view, store = swept.views["simulator"], swept.store
    plot = view.sweep.levers.tracks["pace"].plot
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Down)
    assert store.scenario.settings.parallel == 128
    settled(swept)
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Up)
    assert store.scenario.settings.parallel == 256


def test_the_pointer_reads_the_values(swept):
    view = swept.views["simulator"]
    plots = view.sweep.levers
    plots.tracks["first"].plot.hovered.emit(0.2)
    assert plots.tracks["tokens"].value.text and "in time" in plots.tracks["tokens"].value.text
    plots.tracks["first"].plot.hovered.emit(float("nan"))
    assert plots.tracks["tokens"].value.text == ""


@pytest.mark.parametrize("name,head", [("s.png", b"\x89PNG"), ("s.svg", b"<?xml"), ("s.csv", b"parallel,ttft_mean_s")])
def test_the_sweep_over_a_lever_is_saved(swept, monkeypatch, tmp_path, name, head):
    view, target = swept.views["simulator"], tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    link = view.sweep.csv if name.endswith("csv") else view.sweep.save
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert target.read_bytes().startswith(head)
    if name.endswith("csv"):
        rows = list(csv.DictReader(target.read_text().splitlines()))
        assert [int(r["parallel"]) for r in rows] == list(view.simulation.swept.values)
        assert float(rows[-1]["ttft_p95_s"]) == pytest.approx(view.simulation.swept.figures[-1]["ttft_s"]["p95"], rel=1e-4)


def test_every_lever_that_is_offered_can_be_swept(make_window, busy_team, settled):
    window = make_window("simulator", scenario=busy_team)
    for engine, quantization in (("vllm", "awq"), ("llama.cpp", "q4_k_m"), ("sglang", "awq"), ("ollama", "q4_k_m")):
        window.store.edit(engine=engine, quantization=quantization)
        for key in swept_levers.names(window.store):
            made = swept_levers.lever(window.store, key)
            if key == "load":
                assert made is None
            elif made is not None:
                assert made.present in made.values and len(made.values) == len(made.words) == len(made.changes) <= 10
                place = made.values.index(made.present)
                assert window.store.scenario.with_(**dict(made.changes[place])) is not None
        settled(window)


def test_a_long_sweep_tells_of_itself_and_is_stopped_and_tried_again(make_window, qtbot, settled, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    store.ask_traffic(shape="day", seconds=86_400, scenario={"workload__requests_per_s": 0.5})
    ran(qtbot, window)
    store.ask_traffic(over="prompt")
    qtbot.waitUntil(view.sweep.halt.isVisible, timeout=20_000)
    part = view.simulation.swept
    assert not part.done and any(part.figures) and not all(part.figures) and "%" in view.sweep.subtitle.text()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.simulation.sweeping and view.simulation.swept is not None and not view.sweep.halt.isVisible()
    store.ask_traffic(seconds=60, shape="poisson")
    settled(window)
    assert view.simulation.swept.done
    view.simulation.swept = part
    view.sweep.over_picked.emit("prompt")
    assert view.simulation.sweeping
    settled(window)
    assert view.simulation.swept.done


def keep(window, qtbot):
    ran(qtbot, window)
    card = window.views["simulator"].cards[1]
    assert card.keep.isEnabled()
    QTest.mouseClick(card.keep, Qt.MouseButton.LeftButton)


def test_a_kept_run_stands_beside_the_present_one(make_window, qtbot, settled, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    keep(window, qtbot)
    store.edit(settings__parallel=2)
    ran(qtbot, window)
    kept = view.kept_cards[0]
    assert [c.isVisible() for c in (*view.cards, kept)] == [True] * 3
    assert kept.below.text() == "max_num_seqs 256" and kept.run is view.simulation.kept[0].run
    assert kept.tracks["tokens"].plot.range_ == view.cards[1].tracks["tokens"].plot.range_
    table = view.comparison.table
    assert view.comparison.isVisible() and [key for key, _ in table.rows.rows] == ["0", "1", "2"]
    first = table.rows.rows[1][1][2]
    assert first.value == kept.run.summary["ttft_s"]["p95"] and "−" in first.text
    view.clock.seek(60)
    assert kept.tracks["kv"].plot._clock == view.cards[1].tracks["kv"].plot._clock == 60       # one clock for all


def test_two_are_kept_at_most_and_the_baseline_makes_room(make_window, qtbot, settled, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    for slots_ in (2, 4):
        keep(window, qtbot)
        store.edit(settings__parallel=slots_)
    ran(qtbot, window)
    assert not view.cards[1].keep.isEnabled() and not view.cards[0].isVisible()
    assert [k.name.text() for k in view.kept_cards] == ["Kept 1", "Kept 2"] and all(k.isVisible() for k in view.kept_cards)
    QTest.mouseClick(view.kept_cards[0].drop, Qt.MouseButton.LeftButton)
    assert len(view.simulation.kept) == 1 and view.cards[0].isVisible() and view.kept_cards[0].name.text() == "Kept 2"
    QTest.mouseClick(view.comparison.clear, Qt.MouseButton.LeftButton)
    assert not view.simulation.kept and not view.comparison.isVisible() and view.sweep.isVisible()


def test_a_kept_run_is_taken_as_one_step(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    store.ask_traffic(queue=5)
    keep(window, qtbot)
    store.edit(settings__parallel=2, workload__prompt_tokens=2000)
    store.ask_traffic(queue=50, seconds=60)
    ran(qtbot, window)
    assert view.kept_cards[0].below.text() == "prompt length 1,024 · max_num_seqs 256 · run for 240 s · queue length 5"
    there = store.state
    QTest.mouseClick(view.kept_cards[0].take, Qt.MouseButton.LeftButton)
    assert store.scenario == busy_team and store.state.task.traffic == Traffic(queue=5)
    ran(qtbot, window)
    assert view.kept_cards[0].below.text() == "the same settings as now"
    store.undo()
    assert store.state == there


def test_keeping_and_removing_a_run_are_steps_to_undo(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    keep(window, qtbot)
    store.edit(settings__parallel=2)
    ran(qtbot, window)
    first = view.simulation.kept[0].run
    QTest.mouseClick(view.comparison.clear, Qt.MouseButton.LeftButton)
    assert not view.kept_cards[0].isVisible()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert view.kept_cards[0].isVisible() and view.simulation.kept[0].run is first
    store.undo()
    assert store.scenario == busy_team and view.kept_cards[0].isVisible()
    store.undo()
    assert not store.state.kept and not view.kept_cards[0].isVisible()
    store.redo()
    assert view.kept_cards[0].isVisible()


def test_a_restored_session_runs_what_was_kept_again(make_window, qtbot, busy_team):
    from dataclasses import replace

    from advisor.ui import files
    from advisor.ui.store import KeptRun
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    kept = (KeptRun(3, busy_team.with_(settings__parallel=2), Traffic(seed=5)), KeptRun(4, busy_team, Traffic()))
    assert files.save_session(replace(store.state, kept=kept)) == ""
    assert files.load_session()[0].kept == kept
    store._set(files.load_session()[0])
    qtbot.waitUntil(lambda: len(view.simulation.kept) == 2, timeout=20_000)
    assert [card.name.text() for card in view.kept_cards] == ["Kept 3", "Kept 4"] and all(c.isVisible() for c in view.kept_cards)
    assert view.kept_cards[0].below.text().startswith("max_num_seqs 2 · seed 5")


def test_stopping_gives_up_running_a_kept_one_again(make_window, qtbot, busy_team):
    from dataclasses import replace

    from advisor.ui.store import KeptRun
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    ran(qtbot, window)
    long = Traffic(seconds=3600.0, seed=9)
    store._set(replace(store.state, kept=(KeptRun(1, busy_team.with_(workload__requests_per_s=50.0), long),)))
    assert store.jobs.busy("kept")
    view.simulation.stop()
    assert not store.jobs.busy("kept")
    store.edit(settings__parallel=3)
    ran(qtbot, window)
    assert not store.jobs.busy("kept") and not view.simulation.kept


def test_a_kept_run_whose_trace_is_gone_goes_too(make_window, qtbot, busy_team):
    from dataclasses import replace

    from advisor.ui.store import KeptRun
    window = make_window("simulator", scenario=busy_team)
    view, store = window.views["simulator"], window.store
    ran(qtbot, window)
    store._set(replace(store.state, kept=(KeptRun(1, busy_team, Traffic(shape="trace", trace="/nowhere/trace.csv")),)))
    qtbot.waitUntil(lambda: not store.state.kept, timeout=20_000)
    assert not view.simulation.kept and view.simulation.runs


def test_runs_stand_behind_tabs_where_three_have_no_room(make_window, qtbot, settled, busy_team):
    window = make_window("simulator", (1280, 720), scenario=busy_team)
    view = window.views["simulator"]
    keep(window, qtbot)
    window.store.edit(settings__parallel=2)
    ran(qtbot, window)
    assert sum(c.isVisible() for c in (*view.cards, *view.kept_cards)) == 3
    window.resize(1000, 720)
    settled(window)
    assert [c.isVisible() for c in (*view.cards, *view.kept_cards)] == [False, True, False]
    view.tabs.set_current("kept0")
    assert view.kept_cards[0].isVisible() and not view.cards[1].isVisible()
    window.resize(1280, 720)
    settled(window)
    assert sum(c.isVisible() for c in (*view.cards, *view.kept_cards)) == 3


def test_the_comparison_is_copied_and_saved(make_window, qtbot, busy_team, monkeypatch, tmp_path):
    window = make_window("simulator", scenario=busy_team)
    view = window.views["simulator"]
    keep(window, qtbot)
    window.store.edit(settings__parallel=2)
    ran(qtbot, window)
    QTest.mouseClick(view.comparison.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().splitlines()[0].startswith("Run\tFirst token p50")
    target = tmp_path / "c.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    QTest.mouseClick(view.comparison.csv, Qt.MouseButton.LeftButton)
    rows = list(csv.DictReader(target.read_text().splitlines()))
    assert [r["run"] for r in rows] == ["Serial", "Kept 1", "Continuous"]
    assert float(rows[2]["output_tokens_per_s"]) == pytest.approx(view.simulation.runs[1].summary["output_tokens_per_s"], rel=1e-4)
    target = tmp_path / "r.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "Requests (*.csv)"))
    QTest.mouseClick(view.kept_cards[0].save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.store.jobs.busy("write"), timeout=5000)
    assert target.read_text().startswith("arrival_s")


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_nothing_is_cut_with_kept_runs_and_a_lever_swept(make_window, qtbot, settled, busy_team, size, language):
    from PySide6.QtWidgets import QLabel
    window = make_window("simulator", size, scenario=busy_team, language=language)
    view = window.views["simulator"]
    ran(qtbot, window)
    assert view.simulation.keep()
    window.store.edit(settings__parallel=4)
    window.store.ask_traffic(over="parallel")
    settled(window)
    places = [view.tabs] if view.tabs.isVisible() else [view.places.lower]
    for tabs in places:
        for key in list(tabs._keys):
            tabs.set_current(key)
            settled(window)
            for label in view.findChildren(QLabel):
                if label.isVisible() and not label.wordWrap():
                    assert label.sizeHint().width() <= label.width() + 1, (key, label.text())
            assert view.results.content.width() <= view.results.viewport().width()


# ------------------------------------------------------------------------------------------------ the first paint

def test_the_view_is_seen_before_its_plots_are_made(make_window, qtbot, busy_team):
    window = make_window("guide", scenario=busy_team)
    window.show_view("simulator")
    view = window.views["simulator"]
    assert not view.furnished and not any(track.made for card in view.cards for track in card.tracks.values())
    assert view.levers.isVisible() and view.transport.isVisible() and all(card.isVisible() for card in view.cards)
    qtbot.waitUntil(lambda: view.furnished and bool(view.simulation.runs), timeout=20_000)
    assert all(card.tracks["tokens"].made for card in view.cards)


def test_plots_that_are_not_shown_are_not_made(make_window, qtbot):
    window = make_window("simulator", (1280, 720))
    view = window.views["simulator"]
    assert [name for name, track in view.cards[1].tracks.items() if track.made] == ["count", "kv"]
    view.tabs.set_current("tokens")
    tracks = view.cards[1].tracks
    assert all(track.made for track in tracks.values())
    assert len(view.cards[1].tokens.x) == len(view.simulation.runs[1].time)     # made later, it shows the run all the same
