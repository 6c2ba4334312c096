"""Room for words and controls in the wizard's steps, in the table's columns and in lines of widgets."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics, QHelpEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QRadioButton, QStyleOptionViewItem, QToolTip, QWidget

from advisor.ui import theme
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.table import Cell, Column, DataTable

SIZES = [(960, 540), (1280, 720), (1440, 900), (1920, 1080)]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_steps_and_choices_of_the_wizard_are_whole(make_window, settled, size, language):
    window = make_window("wizard", size=size, follows=True, language=language)
    view = window.views["wizard"]
    for step in range(3):
        view.show_step(step)
        settled(window)
        shown = [*view.steps.buttons, *([view.next] if step < 2 else [])]
        for button in shown:
            assert button.isVisible() and button.visibleRegion().boundingRect() == button.rect(), (step, button.accessibleName())
            assert button.height() >= button.sizeHint().height() - 1 or view.size_class == "compact"
        places = [QRect(b.mapTo(window, QPoint()), b.size()) for b in shown]
        assert not any(a.intersects(b) for a in places for b in places if a is not b)
        for radio in view.pages[step].findChildren(QRadioButton):
            if radio.isVisible():
                assert radio.width() >= radio.minimumSizeHint().width(), radio.text()
                panel = radio.parentWidget()
                assert radio.geometry().right() <= panel.width(), radio.text()


def test_a_long_name_ends_in_dots_and_stands_in_the_tooltip(qtbot, monkeypatch):
    table = DataTable()
    qtbot.addWidget(table)
    table.set_rows([Column("Model", stretch=True), Column("GB", right=True)], [("a", [Cell("a-model-with-a-name-of-great-length"),
                                                                                  Cell("1.0")])])
    table.resize(180, 120)
    table.show()
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, *rest: told.append(text))
    for column, expected in ((0, ["a-model-with-a-name-of-great-length"]), (1, [])):
        index = table.rows.index(0, column)
        option = QStyleOptionViewItem()
        option.rect = table.visualRect(index)
        event = QHelpEvent(QHelpEvent.Type.ToolTip, option.rect.center(), QPoint(5, 5))
        told.clear()
        table.itemDelegate().helpEvent(event, table, option, index)
        assert told == expected


def test_a_line_of_widgets_stands_on_one_middle(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = Flow(gap=4)
    sizes = ((40, 28), (30, 16), (50, 24), (60, 20))
    labels = []
    for width, height in sizes:
        label = QLabel("x")
        label.setFixedSize(width, height)
        flow.addWidget(label)
        labels.append(label)
    holder.setLayout(flow)
    holder.resize(140, 200)
    holder.show()
    middles = [label.geometry().center().y() for label in labels]
    assert max(middles[:3]) - min(middles[:3]) <= 1 and labels[3].y() > 28
    assert flow.heightForWidth(140) == 28 + 4 + 20


def test_a_line_with_room_spreads_its_widgets_a_little(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = Flow(gap=10, widest=40)
    labels = [QLabel("x") for _ in range(3)]
    for label in labels:
        label.setFixedSize(50, 20)
        flow.addWidget(label)
    holder.setLayout(flow)
    holder.show()
    for width, places in ((170, [0, 60, 120]), (200, [0, 75, 150]), (600, [0, 90, 180]), (165, [0, 60, 0])):
        holder.resize(width, 100)
        flow.activate()
        assert [label.x() for label in labels] == places, width


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("width", [1024, 1280])
def test_the_machine_in_the_bar_is_read_whole(make_window, settled, width, language):
    window = make_window("calculator", size=(width, 700), language=language)
    bar = window.bar
    for segment in bar.segments[1:]:     # a long model name may end in dots
        assert segment.width() >= segment.sizeHint().width(), segment.accessibleName()
    assert bar.verdict.width() >= bar.verdict.sizeHint().width() and bar.verdict.geometry().right() < width


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_how_many_own_settings_are_set_is_never_left_out(make_window, settled, size, language):
    from advisor.engines import engines
    window = make_window("calculator", size=size, language=language)
    fold = window.views["calculator"].inputs.own.fold
    for engine in engines():
        window.store.edit(engine=engine, quantization=None)
        settled(window)
        whole = fold.fontMetrics().horizontalAdvance(f"{fold.shown()} {fold.note}")
        assert fold.note and fold.shown() and whole <= fold.width() - 20, (engine, fold.shown(), fold.note)


def test_a_number_is_not_parted_from_what_it_counts(make_window, settled):
    window = make_window("wizard", size=(1366, 768), language="zh_CN")
    button = window.views["wizard"].steps.buttons[0]
    metrics, width = QFontMetrics(theme.font("body")), button.width() - 57
    for line in window.views["wizard"].task.lines()[:2]:     # what the task is and for how many; the two lengths
        layout = QTextLayout(button.broken(line), theme.font("body"))
        layout.beginLayout()
        parts = []
        while (part := layout.createLine()).isValid():
            part.setLineWidth(width)
            parts.append(layout.text()[part.textStart():part.textStart() + part.textLength()])
        layout.endLayout()
        assert metrics.horizontalAdvance(line) <= width or len(parts) > 1
        assert all(part.endswith(("，", parts[-1])) for part in parts), parts


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_links_over_the_memory_bar_are_whole_beside_an_open_drawer(make_window, settled, language):
    window = make_window("calculator", size=(960, 540), language=language)
    window.store.ask_why("total_bytes")
    settled(window)
    panel = window.views["calculator"].memory
    links = [link for link in (panel.pin, panel.why, panel.table) if link.isVisible()]
    assert len(links) == 3
    for link in links:
        assert link.width() >= link.sizeHint().width() and link.geometry().right() <= panel.width() - 12, link.text()
    assert panel.title.width() >= panel.title.sizeHint().width() and panel.title.geometry().right() < panel.pin.x()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_how_requests_arrive_is_read_whole(make_window, settled, size, language):
    window = make_window("simulator", size=size, language=language)
    for choice in (window.views["simulator"].levers.preset, window.views["simulator"].levers.shape):
        assert choice.has_room(choice.currentText()), choice.currentText()


@pytest.mark.parametrize("width,commands", [(1076, True), (1180, True), (1280, True), (1000, False)])
def test_the_wizard_gives_its_steps_way_before_its_answer(make_window, settled, width, commands):
    """Between the smallest windows and those with room for three columns, the steps are chips and the commands stay beside."""
    window = make_window("wizard", size=(width, 720), follows=True)
    view = window.views["wizard"]
    assert view.side.isVisible() == commands
    assert view.middle.width() >= 560


def test_english_lines_of_a_step_keep_a_number_with_its_word(qtbot):
    from advisor.ui.widgets.steps import StepButton
    button = StepButton(1)
    qtbot.addWidget(button)
    assert button.broken("Chat for myself, 1 at once") == "Chat for myself, 1\u00a0at\u00a0once"
    assert button.broken("Prompt 1,024, answer 256") == "Prompt 1,024, answer\u00a0256"
    assert button.broken("Main memory 1024 GiB") == "Main memory 1024\u00a0GiB"


def test_memory_is_not_said_twice(make_window, settled, seed_scenario):
    from advisor.scenario import DeviceCount, Hardware
    window = make_window("wizard", scenario=seed_scenario.with_(
        engine="llama.cpp", hardware=Hardware(devices=(DeviceCount(device="RTX 4090"), DeviceCount(device="RTX 3060 12 GB", count=3)),
                                              host_memory_gib=128)))
    lines = window.views["wizard"].machine.lines()
    assert lines[0] == "RTX 4090 · 24 GiB + 3 × RTX 3060 12 GB" and lines[1] == "Main memory 128 GiB"
    window.store.edit(hardware=Hardware(device="cpu", host_memory_gib=23.54))
    settled(window)
    lines = window.views["wizard"].machine.lines()
    assert not any(line.startswith("Main memory") for line in lines) and "23.5 GiB" in lines[0]
