"""The simulator as a person uses it: real events on the whole window."""

import gzip
import time

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from advisor.scenario import Hardware, Scenario, Settings, Workload
from advisor.ui.simulator.run_card import RunCard
from advisor.whatif.traffic import Traffic


@pytest.fixture
def busy_team():
    """vLLM on one 4090, requests at random."""
    return Scenario(model="qwen2.5-14b-instruct", quantization="awq", engine="vllm",
                    hardware=Hardware(device="RTX 4090", host_memory_gib=32), settings=Settings(context=4096),
                    workload=Workload(concurrency=8, prompt_tokens=1024, output_tokens=128, requests_per_s=0.5))


def view_of(window):
    return window.views["simulator"]


def ran(qtbot, window):
    """Waits for the runs, not for the sweep after them."""
    simulation = view_of(window).simulation
    qtbot.waitUntil(lambda: not simulation.running and simulation.asked == simulation.answered, timeout=20_000)


def pick(choice, key):
    """Takes an item of a combo by keyboard."""
    keys = [choice.itemData(i) for i in range(choice.count())]
    choice.setFocus()
    for _ in range(choice.count()):
        if choice.currentData() == key:
            break
        down = keys.index(key) > choice.currentIndex()
        QTest.keyClick(choice, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
    assert choice.currentData() == key


def test_continuous_beats_serial_on_the_same_people(make_window, qtbot):
    window = make_window("simulator")
    serial, own = view_of(window).simulation.runs
    assert (serial.scheduler, own.scheduler, own.name) == ("serial", "continuous", "ollama")
    assert own.summary["output_tokens_per_s"] > 2 * serial.summary["output_tokens_per_s"]
    cards = view_of(window).cards
    assert all(card.isVisible() for card in cards)
    assert "tok/s" in cards[1].stats["throughput"].accessibleName()
    assert cards[1].running.y.max() == pytest.approx(8, abs=0.01) and cards[0].running.y.max() == pytest.approx(1, abs=0.01)
    assert cards[0].tracks["tokens"].plot.range_ == cards[1].tracks["tokens"].plot.range_       # one scale for both


def test_curves_are_short_however_long_the_run(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team.with_(workload__requests_per_s=2.0))
    window.store.ask_traffic(shape="day", seconds=86_400, scenario={"workload__requests_per_s": 0.3})
    ran(qtbot, window)
    for run in view_of(window).simulation.runs:
        assert len(run.time) <= 2000 and len(run.first) <= 2000 and run.summary["requests"] > 20_000
    assert view_of(window).clock.end == 86_400


def test_play_pause_scrub_and_speed_by_keyboard(make_window, qtbot):
    window = make_window("simulator")
    view, clock = view_of(window), view_of(window).clock
    view.setFocus()
    assert clock.at_end and not clock.playing and clock.end == 240
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert clock.playing and clock.now < 2
    qtbot.waitUntil(lambda: clock.now > 2, timeout=5000)
    card = view.cards[1]
    assert card.tracks["kv"].plot._curtain == pytest.approx(clock.now, abs=4)
    QTest.keyClick(view, Qt.Key.Key_Space)
    paused = clock.now
    qtbot.wait(120)
    assert clock.now == paused and not clock.playing
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert clock.now == pytest.approx(paused + 1)
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert clock.now == pytest.approx(paused)
    before = clock.speed
    QTest.keyClick(view, Qt.Key.Key_BracketRight)
    assert clock.speed > before and view.transport.speed.currentData() == clock.speed
    QTest.keyClick(view, Qt.Key.Key_BracketLeft)
    assert clock.speed == before


def test_the_keyboard_is_on_play_when_the_view_comes(make_window, qtbot):
    window = make_window("calculator")
    window.activateWindow()
    window.views["calculator"].inputs.count.setFocus()
    QTest.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    ran(qtbot, window)
    view = view_of(window)
    assert QApplication.focusWidget() is view.transport.play
    QTest.keyClick(view.transport.play, Qt.Key.Key_Space)
    assert view.clock.playing
    QTest.keyClick(view.transport.play, Qt.Key.Key_Space)
    at = view.clock.now
    QTest.keyClick(view.transport.play, Qt.Key.Key_Right)
    assert view.clock.now == pytest.approx(at + 1) and QApplication.focusWidget() is view.transport.play
    plot = view.cards[1].tracks["kv"].plot
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    QTest.keyClick(plot, Qt.Key.Key_Space)
    assert view.clock.now == pytest.approx(at, abs=0.5) and view.clock.playing


def test_the_engine_alone(make_window, qtbot):
    window = make_window("simulator")
    view = view_of(window)
    pick(view.transport.against, "none")
    view.transport.against.activated.emit(view.transport.against.currentIndex())
    ran(qtbot, window)
    assert not view.cards[0].isVisible() and view.cards[1].isVisible() and len(view.simulation.runs) == 1
    assert view.cards[1].run.scheduler == "continuous"
    window.store.ask_traffic(against="static")
    ran(qtbot, window)
    assert view.cards[0].isVisible() and view.cards[0].name.text() == "Static"


def test_the_plots_are_scrubbed_by_mouse(make_window, qtbot):
    window = make_window("simulator")
    view = view_of(window)
    plot = view.cards[1].tracks["tokens"].plot
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(plot._pixel(60)), 20))
    assert view.clock.now == pytest.approx(60, abs=1)
    assert view.transport.time.text == "1:00"
    run = view.simulation.runs[1]
    assert view.cards[1].tracks["tokens"].value.text == f"{run.tokens[run.at(view.clock.now)]:,.0f}"
    QTest.mouseClick(view.transport.start, Qt.MouseButton.LeftButton)
    assert view.clock.now == 0.0


def test_a_lever_of_the_engine_edits_the_scenario_and_the_answer_follows(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = view_of(window), window.store
    lever = view.levers.levers["parallel"]
    assert lever.name.text() == "max_num_seqs" and lever.field.number.toolTip() == "--max-num-seqs"
    assert {view.levers.levers[f].name.text() for f in ("gpu_memory_utilization", "max_batched_tokens")} == {
        "gpu_memory_utilization", "max_num_batched_tokens"}
    before = view.simulation.runs[1].summary["ttft_s"]["p95"]
    field = lever.field.number
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert store.scenario.settings.parallel == 1
    ran(qtbot, window)
    assert view.simulation.runs[1].summary["ttft_s"]["p95"] > before
    assert view.simulation.runs[1].running.max() <= 1.01
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert store.scenario.settings.parallel is None


def test_ollama_has_its_own_names(make_window):
    window = make_window("simulator")
    shown = [lever.name.text() for lever in view_of(window).levers.levers.values() if lever.isVisibleTo(window)]
    assert shown == ["OLLAMA_NUM_PARALLEL", "OLLAMA_CONTEXT_LENGTH"]


@pytest.mark.parametrize("key,shape", [("8x4", "people"), ("code", "poisson"), ("day", "day")])
def test_presets(make_window, qtbot, busy_team, key, shape):
    window = make_window("simulator", scenario=busy_team)
    view, store = view_of(window), window.store
    pick(view.levers.preset, key)
    ran(qtbot, window)
    assert store.state.task.traffic.shape_for(store.scenario.workload.requests_per_s) == shape
    assert view.levers.preset.currentData() == key and view.simulation.error is None
    if key == "code":
        assert view.simulation.runs[1].summary["prefix_hit_fraction"] > 0.2


def test_eight_people_with_32k_hit_the_wall(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view = view_of(window)
    pick(view.levers.preset, "8x4")
    ran(qtbot, window)
    short = view.simulation.runs[1]
    pick(view.levers.preset, "8x32")
    ran(qtbot, window)
    full = view.simulation.runs[1]
    assert short.waiting.max() < 8 and short.running.max() > 7
    assert full.running.max() <= 2.01 and full.waiting.max() >= 6       # the pool holds one or two of them
    assert window.bar.verdict.verdict == "queues"


def test_limits_turn_people_away(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team.with_(workload__requests_per_s=5.0, settings__parallel=2))
    view = view_of(window)
    field = view.levers.queue
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.store.state.task.traffic.queue == 3
    ran(qtbot, window)
    assert view.simulation.runs[1].summary["rejected"] > 0
    assert "turned away" in view.cards[1].line.text()


def test_a_scenario_that_does_not_fit_is_told_with_ways_out(make_window, qtbot, settled, seed_scenario):
    window = make_window("simulator", scenario=seed_scenario.with_(settings__context=32_768, workload__prompt_tokens=32_000))
    view = view_of(window)
    assert view.problem.isVisible() and view.problem.why.text() and not view.cards[1].isVisible()
    settled(window)
    takes = [w for w in view.problem.findChildren(type(view.sweep.save)) if w.isVisible()]
    assert takes
    QTest.mouseClick(takes[0], Qt.MouseButton.LeftButton)
    settled(window)
    assert not view.problem.isVisible() and view.cards[1].isVisible()


def test_before_a_model_is_chosen_it_says_what_will_be_here(make_window, settled):
    from advisor.ui.store import Task, first_state
    window = make_window("simulator", scenario=first_state().scenario, task=Task(), follows=True)
    view = view_of(window)
    assert view.problem.isVisible() and not view.sweep.isVisible()
    links = [w for w in view.problem.findChildren(type(view.sweep.save)) if w.isVisible()]
    QTest.mouseClick(links[0], Qt.MouseButton.LeftButton)
    assert window.store.view == "wizard"


def test_a_card_of_unknown_speed_leads_to_the_devices(make_window, settled, seed_scenario):
    window = make_window("simulator", scenario=seed_scenario.with_(hardware=Hardware(memory_gib=24)))
    window.activateWindow()
    view = view_of(window)
    assert view.problem.isVisible() and "bandwidth" in view.problem.why.text()
    links = [w for w in view.problem.findChildren(type(view.sweep.save)) if w.isVisible()]
    QTest.mouseClick(links[0], Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.view == "calculator"


def test_a_trace_that_is_gone_is_told_and_left(make_window, qtbot, settled, tmp_path, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view = view_of(window)
    window.store.ask_traffic(shape="trace", trace=str(tmp_path / "gone.csv"))
    ran(qtbot, window)
    assert view.problem.isVisible() and "gone.csv" in view.problem.why.text()
    links = [w for w in view.problem.findChildren(type(view.sweep.save)) if w.isVisible()]
    QTest.mouseClick(links[0], Qt.MouseButton.LeftButton)
    ran(qtbot, window)
    assert not view.problem.isVisible() and view.cards[1].isVisible()


def test_the_sweep_finds_a_load_and_the_plan_writes_it_down(make_window, qtbot, settled, tmp_path, monkeypatch):
    window = make_window("simulator")
    view, store = view_of(window), window.store
    settled(window)
    held = view.simulation.held
    assert held.done and held.kind == "people" and held.people == 8     # as many as there are slots
    assert "8" in view.sweep.said.text() and view.sweep.plot.accessibleDescription() == view.sweep.said.text()
    assert view.plan.limits.concurrency == 8
    QTest.mouseClick(view.plan.make, Qt.MouseButton.LeftButton)
    traffic = store.state.task.traffic
    assert traffic.queue == view.plan.limits.queue and traffic.wait_s == view.plan.limits.queue_timeout_s
    assert store.scenario.settings.parallel == 8
    settled(window)
    rows = view.plan.files.rows
    assert view.plan.files.isVisible() and rows
    assert f"max_parallel_requests: {view.plan.limits.concurrency + view.plan.limits.queue}" in rows[0].block.command
    QTest.mouseClick(rows[0].block.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == rows[0].block.command
    target = tmp_path / "litellm.yaml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    links = [w for w in rows[0].findChildren(type(view.sweep.save)) if "litellm.yaml" in w.text()]
    QTest.mouseClick(links[0], Qt.MouseButton.LeftButton)
    assert target.read_text() == rows[0].block.command + "\n"
    view.plan.files.tabs.set_current("nginx")
    assert any("limit_conn cap" in row.block.command for row in view.plan.files.rows)
    QTest.mouseClick(view.plan.back, Qt.MouseButton.LeftButton)
    assert view.cards[1].isVisible()
    store.undo()
    assert store.state.task.traffic == Traffic()


def test_a_long_run_streams_and_can_be_stopped(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view, store = view_of(window), window.store
    ran(qtbot, window)
    store.ask_traffic(shape="day", seconds=86_400, queue=1000, scenario={"workload__requests_per_s": 20.0})
    simulation = view.simulation
    qtbot.waitUntil(lambda: bool(simulation.runs) and not simulation.runs[-1].done, timeout=20_000)
    assert view.transport.stop.isVisible() and simulation.runs[-1].head < 86_400
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not simulation.running and simulation.stopped
    qtbot.waitUntil(lambda: not store.jobs.any_busy(), timeout=5000)
    assert view.transport.stop.isVisible() and simulation.runs


def test_a_slider_that_moves_is_answered_by_the_newest_question(make_window, qtbot, busy_team):
    window = make_window("simulator", scenario=busy_team)
    view = view_of(window)
    slider = view.levers.rate.slider
    slider.setFocus()
    for _ in range(12):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    ran(qtbot, window)
    assert view.simulation.answered.scenario == window.store.scenario
    assert window.store.scenario.workload.requests_per_s > 0.5


def drop(window, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                                                   Qt.KeyboardModifier.NoModifier))
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                                              Qt.KeyboardModifier.NoModifier))


def test_a_trace_dropped_on_the_window(make_window, qtbot, tmp_path, busy_team):
    window = make_window("calculator", scenario=busy_team)
    trace = tmp_path / "mine.csv.gz"
    rows = "".join(f"{i * 2.0},{500 + i},{40}\n" for i in range(60))
    trace.write_bytes(gzip.compress(("arrival_s,input_tokens,output_tokens\n" + rows).encode()))
    drop(window, trace)
    assert window.store.view == "simulator"
    ran(qtbot, window)
    view = view_of(window)
    assert view.simulation.runs[1].summary["requests"] == 60
    assert view.levers.shape.currentText() == "mine.csv.gz" and view.clock.end == pytest.approx(118 * 1.02)
    QTest.mouseClick(view.levers.no_trace, Qt.MouseButton.LeftButton)
    assert window.store.state.task.traffic.trace is None


def test_a_bad_trace_is_told_with_its_line(make_window, tmp_path, busy_team):
    window = make_window("simulator", scenario=busy_team)
    trace = tmp_path / "bad.csv"
    trace.write_text("arrival_s,input_tokens,output_tokens\n0,100,10\n1,-5,10\n")
    drop(window, trace)     # told at once
    assert "3" in window.status.message.accessibleName() and window.store.state.task.traffic.trace is None


@pytest.mark.parametrize("size,shown", [((960, 540), 1), ((1280, 720), 2), ((1440, 900), 2), ((1920, 1080), 2)])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_width_shows_its_panels(make_window, qtbot, size, shown, language):
    window = make_window("simulator", size, language=language)
    view = view_of(window)
    assert sum(card.isVisible() for card in view.cards) == shown
    tabbed = size[0] < 1400
    assert view.tabs.isVisible() == tabbed
    assert view.sweep.isVisible() != tabbed
    if tabbed:
        view.tabs.bar.setFocus()
        for _ in range(view.tabs.bar.count()):
            QTest.keyClick(view.tabs.bar, Qt.Key.Key_Right)
        assert view.plan.isVisible() and not view.cards[1].isVisible()
        assert view.plan.files.isVisible() and view.plan.files.rows


def test_language_and_theme_with_the_simulator_open(make_window, qtbot, settled):
    window = make_window("simulator")
    window.prefer(language="zh_CN", theme="dark")
    settled(window)
    view = view_of(window)
    assert view.cards[0].name.text() != "Serial" and view.cards[0].tracks["kv"].plot.accessibleDescription()
    assert all(card.tracks["kv"].plot.accessibleName() for card in view.cards)
    window.prefer(language="en", theme="light")
    settled(window)
    assert view.cards[0].name.text() == "Serial"


@pytest.mark.parametrize("name,chosen,head", [("t.csv", "Timeline (*.csv)", b"time_s,"), ("r.csv", "Requests (*.csv)", b"arrival_s,"),
                                              ("p.png", "Picture (*.png)", b"\x89PNG")])
def test_a_run_is_saved(make_window, settled, monkeypatch, tmp_path, name, chosen, head):
    window = make_window("simulator")
    target, told = tmp_path / name, []
    window.store.told.connect(told.append)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), chosen))
    QTest.mouseClick(view_of(window).cards[0].save, Qt.MouseButton.LeftButton)
    settled(window)
    assert target.read_bytes().startswith(head) and str(target) in told[-1]


def test_a_sweep_that_ends_unseen_is_shown_on_return(make_window, settled):
    window = make_window("simulator")
    window.show_view("calculator")
    settled(window)
    window.store.edit(workload__prompt_tokens=700)
    window.show_view("simulator")
    window.show_view("calculator")
    settled(window)
    window.show_view("simulator")
    view = view_of(window)
    settled(window)
    assert view.simulation.held.done and view.sweep.said.text() == view.sweep.plot.accessibleDescription()


def test_nothing_moves_while_paused(make_window, qtbot, settled):
    window = make_window("simulator")
    settled(window)
    view = view_of(window)
    assert not view.clock.playing and not window.store.jobs.any_busy()
    painted = []
    view.clock.moved.connect(painted.append)
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        qtbot.wait(20)
    assert not painted


def test_the_clock_stops_when_another_view_is_shown(make_window, qtbot):
    window = make_window("simulator")
    view = view_of(window)
    view.clock.play()
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert not view.clock.playing


def test_a_scenario_with_an_error_still_has_a_heading_over_the_engines_levers(make_window, settled):
    window = make_window("simulator", scenario=Scenario(model="qwen2.5-14b-instruct", hardware=Hardware(device="FooBar 9")))
    settled(window)
    assert window.store.error is not None
    assert view_of(window).levers.heads["engine"].text() == "Engine's own settings"


def test_per_cent_is_written_one_way(make_window, settled, busy_team):
    window = make_window("simulator", scenario=busy_team)
    settled(window)
    marks = view_of(window).levers.watermark
    assert [marks.itemText(i) for i in range(marks.count())] == ["off", "80 %", "90 %", "95 %"]


def test_counts_have_whole_numbers_and_the_pool_is_seen_up_to_its_wall(make_window, settled, seed_scenario):
    window = make_window("simulator", size=(1366, 768), scenario=seed_scenario.with_(workload__concurrency=1, settings__parallel=1))
    card = view_of(window).cards[1]
    window.grab()       # ticks are placed when they are drawn
    count, pool = card.tracks["count"].plot.y_axis, card.tracks["kv"].plot
    assert list(count._words.values()) == ["0", "1"]
    assert list(pool.y_axis._words.values()) == ["0", "50", "100"] and 100 < pool.range_[3] < 120


@pytest.mark.parametrize("size,short", [((1366, 768), False), ((1100, 700), False), ((1000, 620), False)])
def test_how_many_run_and_wait_is_said_in_words_where_there_is_room(make_window, settled, size, short):
    window = make_window("simulator", size=size)
    reading = next(card for card in view_of(window).cards if card.isVisible()).tracks["count"].value
    assert "running" in reading.shown() and "waiting" in reading.shown()
    reading.resize(60, reading.height())
    assert "running" not in reading.shown() and "·" in reading.shown()


def test_the_first_token_stands_beside_the_calculators(make_window, busy_team):
    """Who saw the other figure in the calculator sees both here, and why, in numbers."""
    window = make_window("simulator", scenario=busy_team.with_(workload__requests_per_s=None))
    card = view_of(window).cards[1]
    told = window.store.estimate.speed.ttft_s.typical
    assert told > 1.1 * card.run.summary["ttft_s"]["mean"]
    assert "in the calculator" in card.line.text() and "same moment as everybody's" in card.stats["first"].toolTip()
    assert "in the calculator" not in view_of(window).cards[0].line.text()


def test_two_runs_side_by_side_are_equally_wide_and_level(make_window, qtbot, busy_team):
    window = make_window("simulator", size=(1440, 900), scenario=busy_team.with_(
        workload__concurrency=400, workload__requests_per_s=None, hardware__count=2, settings__data_parallel=2))
    ran(qtbot, window)
    qtbot.wait(50)
    cards = [card for card in window.findChildren(RunCard) if card.isVisible()]
    assert len(cards) == 2 and abs(cards[0].width() - cards[1].width()) <= 1
    for name in cards[0].tracks:
        assert len({card.tracks[name].y() for card in cards}) == 1
    assert "\u00a0·" in cards[1].line.text() and not any(" ·" in card.line.text() for card in cards)     # no line begins with it
