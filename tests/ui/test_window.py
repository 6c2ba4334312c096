"""Flows on the whole window, with real events."""

import json

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QPushButton, QWidget

from advisor.scenario import Hardware, Machine
from advisor.ui.widgets.command_block import CommandBlock
from advisor.ui.wizard.recommendation import OptionRow


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def visible(window, kind):
    return [w for w in window.findChildren(kind) if w.isVisible()]


def test_from_first_start_to_a_copied_command(make_window, settled, qtbot):
    """Nothing known, this computer recognised, one recommendation, its launch command on the clipboard."""
    from advisor.ui.store import Task, first_state
    window = make_window("wizard", scenario=first_state().scenario, task=Task(), follows=True)
    window.store._state = first_state()
    window.store.recognised(Machine(host_memory_bytes=64 * 2**30, os="linux"))
    settled(window)
    store = window.store
    assert store.estimate is not None and store.scenario.model and store.scenario.engine
    assert store.recommendation.recommendations[0].scenario == store.scenario
    blocks = visible(window, CommandBlock)
    assert len(blocks) >= 3
    QTest.mouseClick(blocks[0].copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == blocks[0].command
    assert "Copied" in window.status.message.toolTip() + window.status.message.accessibleName()
    assert blocks[0].copy.accessibleName() == "Copied"
    qtbot.waitUntil(lambda: blocks[0].copy.accessibleName() != "Copied", timeout=3000)


def test_another_card_in_the_wizard_moves_the_calculator(make_window, settled):
    window = make_window("wizard", follows=True)
    window.views["wizard"].show_step(1)
    machine = window.views["wizard"].machine
    type_into(machine.devices[0], "RTX 3060 12GB")
    settled(window)
    assert "3060" in window.bar.segments[3].accessibleName()
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    settled(window)
    assert window.store.view == "calculator"
    assert "3060" in window.views["calculator"].inputs.device.text()
    total = window.store.estimate.memory.usable_bytes
    assert window.views["calculator"].memory.bars[0]._filling.usable == total < 13e9


def test_a_chat_of_several_people_is_not_for_oneself(make_window, settled):
    window = make_window("wizard", follows=True)
    view = window.views["wizard"]
    view.show_step(0)
    window.store.ask_task({"concurrency": 1}, kind="chat")
    settled(window)
    task = view.pages[0]
    assert "myself" in task.tiles.tiles["chat"].accessibleName() and "myself" in task.lines()[0]
    window.store.ask_task({"concurrency": 30})
    settled(window)
    assert "myself" not in task.tiles.tiles["chat"].accessibleName() and task.lines()[0] == "Chat, 30 at once"
    assert "One person" not in task.tiles.tiles["chat"].accessibleName()


def test_the_wizard_says_what_each_of_several_people_sees(make_window, settled):
    window = make_window("wizard", follows=True)
    window.store.ask_task({"concurrency": 8}, kind="team-service")
    window.views["wizard"].show_step(2)
    settled(window)
    found = window.store.recommendation.recommendations[0].estimate
    said = [label.text() for label in window.views["wizard"].pages[2].findChildren(QLabel)]
    assert f"All together, {1 / found.speed.tpot_s.typical:,.0f} tok/s each" in said, said


def test_an_unknown_device_is_told_beside_its_field(make_window, settled):
    window = make_window("wizard")
    window.views["wizard"].show_step(1)
    machine = window.views["wizard"].machine
    before = window.store.scenario
    type_into(machine.devices[0], "no such card")
    settled(window)
    assert machine.message.isVisible() and "no such card" in machine.message.text()
    assert window.store.scenario == before


def test_a_slider_moves_the_bar_and_the_verdict(make_window, settled):
    window = make_window("calculator")
    inputs = window.views["calculator"].inputs
    before = window.store.estimate.memory.kv_bytes
    inputs.context.slider.setFocus()
    for _ in range(16):
        QTest.keyClick(inputs.context.slider, Qt.Key.Key_Right)
    settled(window)
    assert window.store.scenario.settings.context == 4 * 4096
    memory = window.store.estimate.memory
    assert memory.kv_bytes + memory.host_kv_bytes == 4 * before
    assert window.bar.verdict.verdict == window.store.estimate.verdict != "fits"
    assert window.views["calculator"].load.heat.heats.current == (8, 16384)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.store.scenario.settings.context == 4096
    assert inputs.context.number.value() == 4096


def test_typed_numbers_are_understood(make_window):
    window = make_window("calculator")
    field = window.views["calculator"].inputs.context.number
    type_into(field.lineEdit(), "16k")
    assert window.store.scenario.settings.context == 16384


def test_undo_reaches_across_views(make_window, settled):
    window = make_window("wizard")
    window.store.edit(engine="llama.cpp")
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(window.bar.undo, Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.scenario.engine == "ollama" and not window.bar.undo.isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert window.store.scenario.engine == "llama.cpp"


def test_taking_an_alternative_and_back(make_window, settled):
    window = make_window("wizard", follows=True)
    rows = visible(window, OptionRow)
    assert rows
    first = window.store.scenario
    QTest.mouseClick(rows[0].findChild(QPushButton), Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.scenario != first and not window.store.state.follows
    window.store.undo()
    settled(window)
    assert window.store.scenario == first


def test_language_and_theme_switch_with_everything_open(make_window, settled):
    window = make_window("wizard")
    for number in (Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_1):
        QTest.keyClick(window, number, Qt.KeyboardModifier.ControlModifier)
        settled(window)
    window.ask_why("kv_bytes")
    QTest.mouseClick(window.status.language, Qt.MouseButton.LeftButton)
    settled(window)
    assert window.rail.buttons["guide"].text() == "指南"
    assert window.bar.segments[0].accessibleName().startswith("模型")
    assert window.views["wizard"].commands.title.text() == "命令"
    assert "文件" in window.menuBar().actions()[0].text()
    window.prefer(theme="dark")
    settled(window)
    ground = window.grab().toImage().pixelColor(400, 2).name().upper()
    assert ground == "#14171A"
    window.show_view("calculator")
    settled(window)
    assert window.views["calculator"].inputs.context.label.text() == "每个请求的上下文"
    window.prefer(language="en", theme="light")
    settled(window)
    assert window.rail.buttons["guide"].text() == "Guide"


def test_units_switch_everywhere(make_window, settled):
    window = make_window("calculator")
    QTest.mouseClick(window.status.units, Qt.MouseButton.LeftButton)
    settled(window)
    assert "GiB" in window.bar.verdict.line
    assert window.views["calculator"].memory.total.accessibleName().endswith("GiB")


def test_why_opens_beside_and_stays_live(make_window, settled):
    window = make_window("calculator")
    figure = window.views["calculator"].figures.tiles["decode_tokens_per_s"].figure
    figure.setFocus()
    QTest.keyClick(figure, Qt.Key.Key_W)
    assert window.drawer.isVisible() and window.store.why == "decode_tokens_per_s"
    before = window.drawer.markdown()
    assert "measurements" in before
    window.store.edit(quantization="q8_0")
    assert window.drawer.markdown() != before
    window.drawer.setFocus()
    QTest.keyClick(window.drawer, Qt.Key.Key_Escape)
    assert not window.drawer.isVisible()


def test_a_wrong_model_is_marked_and_the_last_figures_stay(make_window, settled):
    window = make_window("calculator")
    inputs = window.views["calculator"].inputs
    type_into(inputs.model, "no such model 123")
    settled(window)
    assert window.bar.verdict.verdict == "unknown"
    assert inputs.messages["model"].isVisible() and inputs.model.property("wrong")
    assert window.views["calculator"].memory.total.isVisible()
    window.store.undo()
    settled(window)
    assert not inputs.messages["model"].isVisible() and not inputs.model.property("wrong")


def test_pasting_nvidia_smi(make_window, settled, shared):
    window = make_window("wizard")
    window.views["wizard"].show_step(1)
    machine = window.views["wizard"].machine
    machine.text.setPlainText((shared / "cases" / "pastes" / "smi_535_4090x8.txt").read_text())
    QTest.mouseClick(machine.read, Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.state.machine_source == "pasted"
    assert window.store.scenario.hardware.count == 8 and "4090" in window.bar.segments[3].accessibleName()


def test_pasted_nonsense_is_told_beside_the_field(make_window, settled):
    window = make_window("wizard")
    window.views["wizard"].show_step(1)
    machine = window.views["wizard"].machine
    machine.text.setPlainText("the quick brown fox")
    QTest.mouseClick(machine.read, Qt.MouseButton.LeftButton)
    assert machine.paste_message.isVisible() and machine.paste_message.text()


def test_a_link_from_another_window(make_window, settled, seed_scenario):
    from advisor.ui.files import link_of
    window = make_window("calculator")
    QGuiApplication.clipboard().setText(link_of(seed_scenario.with_(settings__context=2048)))
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.store.scenario.settings.context == 2048
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == link_of(window.store.scenario, window.store.state.task)


def drop(window, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    enter = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, enter)
    event = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, event)


def test_dropping_a_scenario_a_config_and_rubbish(make_window, settled, tmp_path, seed_scenario, shared):
    from advisor.ui.files import scenario_text
    window = make_window("calculator")
    path = tmp_path / "mine.json"
    path.write_text(scenario_text(seed_scenario.with_(workload__concurrency=2)), encoding="utf-8")
    drop(window, path)
    assert window.store.scenario.workload.concurrency == 2 and window.store.state.path == str(path)
    assert window.preferences.recent == (str(path),)
    config = tmp_path / "config.json"
    config.write_text((shared / "reference" / "configs" / sorted(
        p.name for p in (shared / "reference" / "configs").iterdir() if "qwen2.5" in p.name.lower())[0]).read_text())
    drop(window, config)
    assert window.store.scenario.model == str(config)
    rubbish = tmp_path / "x.json"
    rubbish.write_text("not json")
    before = window.store.scenario
    drop(window, rubbish)
    assert window.store.scenario == before and "x.json" in window.status.message.accessibleName()
    assert window.notice.isVisible() and "x.json" in window.notice.text.text() and "x.json" in window.notice.accessibleName()
    QTest.mouseClick(window.notice.copy, Qt.MouseButton.LeftButton)
    assert "x.json" in QApplication.clipboard().text()
    QTest.keyClick(window.notice.close_, Qt.Key.Key_Escape)
    assert not window.notice.isVisible()
    window.documents.paste_text("rubbish")
    assert window.notice.isVisible()
    window.store.edit(settings__context=2048)       # something else was done
    assert not window.notice.isVisible()


def test_a_good_file_ends_what_was_told_of_a_bad_one(make_window, settled, tmp_path):
    """Though it holds the scenario that stands there already, or is one of requests and changes none."""
    from advisor.ui.files import scenario_text
    window = make_window("calculator")
    bad, good, trace = tmp_path / "bad.json", tmp_path / "good.json", tmp_path / "trace.csv"
    bad.write_text("not json")
    good.write_text(scenario_text(window.store.scenario), encoding="utf-8")
    trace.write_text("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,300,44\n2023-11-16 18:15:50,396,109\n")
    for path in (good, trace):
        drop(window, bad)
        assert window.notice.isVisible()
        before = window.store.scenario
        drop(window, path)
        assert not window.notice.isVisible() and window.store.scenario == before
    drop(window, bad)
    assert window.notice.isVisible()
    window.store.mark_saved(str(tmp_path / "mine.json"))
    window.documents.save()
    assert not window.notice.isVisible()


def test_what_went_wrong_is_told_in_the_language_that_is_switched_to(make_window, settled, tmp_path):
    window = make_window("calculator")
    bad = tmp_path / "bad.json"
    bad.write_text("not json")
    drop(window, bad)
    english, copy = window.notice.text.text(), window.notice.copy.accessibleName()
    QTest.mouseClick(window.status.language, Qt.MouseButton.LeftButton)
    settled(window)
    assert window.notice.isVisible() and window.notice.text.text() != english and window.notice.copy.accessibleName() != copy
    assert window.notice.accessibleName() == window.notice.text.text() and "bad.json" in window.notice.text.text()


@pytest.mark.parametrize("view", ["calculator", "simulator"])
def test_inputs_stay_as_they_were_left_after_a_drawer_that_took_their_room(make_window, settled, view):
    window = make_window(view, size=(1000, 620))
    column, _ = window.views[view].input_column()
    for folded in (False, True):
        assert column.isVisible() != folded
        window.store.ask_why("decode_tokens_per_s")
        settled(window)
        assert window.drawer.isVisible() and not column.isVisible()
        window.store.ask_why(None)
        settled(window)
        assert not window.drawer.isVisible() and column.isVisible() != folded
        QTest.keyClick(window, Qt.Key.Key_F4)
        settled(window)


def test_save_and_the_mark_of_unsaved_changes(make_window, tmp_path, monkeypatch):
    window = make_window("calculator")
    target = tmp_path / "saved.json"
    monkeypatch.setattr("advisor.ui.dialogs.ask_save", lambda *_: str(target))
    window.store.edit(workload__concurrency=3)
    assert window.file_label.text().endswith("•")
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert json.loads(target.read_text())["workload"]["concurrency"] == 3
    assert window.file_label.text() == "saved.json"


def test_a_folder_that_cannot_be_written_is_told(make_window, monkeypatch):
    window = make_window("calculator")
    monkeypatch.setattr("advisor.ui.dialogs.ask_save", lambda *_: "/proc/nothing/here.json")
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "could not be written" in window.status.message.accessibleName()


def test_session_comes_back(make_window, qapp):
    from advisor.ui.files import load_session
    window = make_window("calculator")
    window.store.edit(workload__concurrency=5)
    window.close()
    assert load_session()[0].scenario == window.store.scenario


def test_regions_go_round(make_window, settled):
    window = make_window("calculator")
    window.activateWindow()
    seen = []
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    assert all(seen) and len(set(seen)) == 3 and seen[3] is seen[0]


def test_segments_lead_to_their_fields(make_window, settled):
    window = make_window("guide")
    window.activateWindow()
    QTest.mouseClick(window.bar.segments[0], Qt.MouseButton.LeftButton)
    settled(window)
    assert window.store.view == "calculator"
    assert QApplication.focusWidget() is window.views["calculator"].inputs.model


def test_inputs_fold(make_window, settled):
    window = make_window("calculator", (1280, 720))
    view = window.views["calculator"]
    wide = view.results.width()
    QTest.keyClick(window, Qt.Key.Key_F4)
    settled(window)
    assert not view.inputs.isVisible() and view.results.width() > wide + 200
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert view.inputs.isVisible()


def test_the_load_table_takes_a_load(make_window, settled):
    window = make_window("calculator")
    heat = window.views["calculator"].load.heat
    index = heat.heats.index(heat.heats.people.index(2), heat.heats.contexts.index(8192))
    heat.setCurrentIndex(index)
    heat.setFocus()
    QTest.keyClick(heat, Qt.Key.Key_Return)
    settled(window)
    scenario = window.store.scenario
    assert (scenario.workload.concurrency, scenario.settings.context, scenario.settings.parallel) == (2, 8192, 2)
    QTest.keyClick(heat, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().count("\n") == len(heat.heats.people) + 1


def test_the_engines_own_formats_are_offered(make_window, settled):
    window = make_window("calculator")
    inputs = window.views["calculator"].inputs
    inputs._pick_engine("vllm")
    settled(window)
    assert window.store.error is None and window.store.filled.engine == "vllm"
    kinds = [inputs.quantization.itemData(i) for i in range(inputs.quantization.count())]
    assert "awq" in kinds and "q4_k_m" not in kinds


@pytest.mark.parametrize("hardware", [Hardware(device="cpu", host_memory_gib=64), Hardware(memory_gib=24),
                                      Hardware(device="RTX 4090", count=2, host_memory_gib=64)])
def test_other_machines_show_without_trouble(make_window, settled, seed_scenario, hardware):
    window = make_window("calculator", scenario=seed_scenario.with_(hardware=hardware))
    window.grab()
    if window.store.error is None and window.store.estimate.speed.decode_tokens_per_s is None:
        figure = window.views["calculator"].figures.tiles["decode_tokens_per_s"].figure
        assert "unknown" in figure.accessibleName()
    assert window.bar.verdict.verdict in ("fits", "tight", "queues", "offload", "does_not_fit", "unknown")


def test_keyboard_ring_only_by_keyboard(make_window, qapp):
    from advisor.ui.desktop import FocusRing
    window = make_window("calculator")
    window.activateWindow()
    ring = FocusRing(qapp)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    assert ring._frame is not None and ring._frame.widget() is QApplication.focusWidget()
    QTest.mouseClick(window.bar.segments[4], Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    holder = QWidget(window)
    button = QPushButton("x", holder)
    holder.show()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    holder.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QTest.keyClick(window, Qt.Key.Key_Tab)      # the ring went with the button and comes back
    assert ring._frame is not None and ring._frame.widget() is QApplication.focusWidget()
    qapp.focusChanged.disconnect(ring._moved)


@pytest.mark.parametrize("view,step", [("wizard", 0), ("wizard", 1), ("wizard", 2), ("calculator", None), ("simulator", None),
                                       ("guide", None)])
def test_the_keyboards_ring_is_whole_around_everything(make_window, settled, qapp, view, step):
    from advisor.ui.desktop import FocusRing
    window = make_window(view)
    if step is not None:
        window.views["wizard"].show_step(step)
        settled(window)
    ring, cut = FocusRing(qapp), []
    try:
        for _ in range(45):
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
            focus, frame = QApplication.focusWidget(), ring._frame
            if focus is None or frame is None or frame.widget() is not focus or not frame.isVisible():
                continue
            qapp.processEvents()
            seen = frame.visibleRegion().boundingRect()
            tall = isinstance(focus, QAbstractItemView) or focus.height() > 200      # scrolled to what of it is current
            if not tall and (seen.width() < frame.width() - 1 or seen.height() < frame.height() - 1):
                cut.append(f"{type(focus).__name__} {focus.accessibleName()}: {seen} of {frame.rect()}")
    finally:
        qapp.focusChanged.disconnect(ring._moved)
    assert not cut


def test_events_of_language_reach_every_view(make_window, settled, qapp):
    window = make_window("calculator")
    qapp.sendEvent(window, QEvent(QEvent.Type.LanguageChange))
    settled(window)
    assert window.views["calculator"].memory.title.text() == "Memory on the device"


def test_where_it_is_narrow_the_rest_of_the_scenario_is_in_a_menu(make_window, settled):
    window = make_window("guide", (960, 540))
    assert window.bar.more.isVisible() and not window.bar.segments[0].isVisible()
    menu = window.bar.rest_menu()
    assert [action.text() for action in menu.actions()] == [segment.accessibleName() for segment in window.bar.segments[:-1]]
    menu.actions()[0].trigger()
    settled(window)
    assert QApplication.focusWidget() is window.views["calculator"].inputs.model
    menu.close()
    window.resize(1280, 720)
    settled(window)
    assert not window.bar.more.isVisible() and window.bar.segments[0].isVisible()


def test_a_scenario_that_names_a_model_is_about_that_model(make_window, settled, tmp_path, seed_scenario):
    """The file's settings stay as they are, the wizard is asked for its model, and the advisor may be let choose again."""
    from advisor.ui.files import scenario_text
    from advisor.ui.store import Task
    from advisor.ui.wizard.card import RecommendationCard
    window = make_window("wizard", task=Task("chat"), follows=True)
    scenario = seed_scenario.with_(model="llama-3.1-8b-instruct", settings__context=2048)
    path = tmp_path / "mine.json"
    path.write_text(scenario_text(scenario, Task("code")), encoding="utf-8")
    window.documents.open_file(str(path))
    settled(window)
    store = window.store
    assert store.scenario == scenario and store.state.task == Task("code", model="llama-3.1-8b-instruct")
    assert {option.scenario.model for option in store.recommendation.recommendations} == {"llama-3.1-8b-instruct"}
    card = visible(window, RecommendationCard)[0]
    link = next(w for w in card.findChildren(QWidget) if w.accessibleName() == "Let the advisor choose the model")
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    settled(window)
    assert store.state.task.model is None and store.recommendation.recommendations[0].scenario == store.scenario
    store.undo()
    assert store.scenario == scenario


def test_a_full_disk_is_told_and_the_choice_still_holds(make_window, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    window = make_window("calculator")
    with monkeypatch.context() as disk:
        disk.setattr("advisor.ui.preferences.os.fsync", full)
        window.prefer(theme="dark")
        assert "No space left on device" in window.status.message.accessibleName() and window.preferences.theme == "dark"
        disk.setattr("advisor.ui.dialogs.ask_save", lambda *_: "scenario-on-a-full-disk.json")
        QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        assert "could not be written: No space left on device" in window.status.message.accessibleName()
        assert window.store.state.path is None
    window.prefer(theme="light")


def test_the_files_name_is_on_one_line_with_the_menus(make_window, settled):
    window = make_window("calculator")
    label, bar = window.file_label, window.menuBar()
    assert abs(label.mapTo(bar, label.rect().center()).y() - bar.rect().center().y()) <= 1


@pytest.mark.parametrize("view", ["wizard", "calculator", "simulator"])
def test_more_people_than_can_be_asked_about_are_the_most_that_can(make_window, settled, view):
    window = make_window(view, follows=view == "wizard")
    window.views[view].show_step(0) if view == "wizard" else None
    page = {"wizard": lambda v: v.pages[0], "calculator": lambda v: v.inputs, "simulator": lambda v: v.levers}[view](window.views[view])
    type_into(page.people.number, "100,000,000")
    assert window.store.scenario.workload.concurrency == 100_000
