"""Searches over the catalog and the comparison, by real events; no text cut, everything named."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollBar, QWidget

from advisor.ui import files
from advisor.ui.preferences import config_folder
from advisor.ui.widgets.label import ElidedLabel, Link


@pytest.fixture
def pages(make_window, settled):
    window = make_window("calculator")
    view = window.views["calculator"]

    def show(name):
        view.show_page(name)
        settled(window)
        return window, view, view.pages.currentWidget()

    return show


def test_models_for_this_machine_take_a_row_by_keyboard(pages, settled):
    window, _, page = pages("models")
    assert page.filter.hasFocus()
    rows = page.table.rows.rows
    assert len(rows) > 250 and rows[0][1][1].verdict in ("fits", "tight")
    QTest.keyClicks(page.filter, "qwen3 8b")
    names = [cells[0].text for _, cells in page.table.rows.rows]
    assert names and all("qwen3" in n.lower() and "8b" in n.lower() for n in names)
    QTest.keyClick(page.filter, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    settled(window)
    assert window.store.estimate.case.model.name == names[0]
    assert window.store.scenario.hardware.device == "RTX 4090" and window.store.scenario.workload.prompt_tokens == 1024
    window.undo()
    assert window.store.scenario.model == "qwen2.5-14b-instruct"


def test_only_what_fits_and_sorting(pages):
    _, _, page = pages("models")
    everything = len(page.table.rows.rows)
    QTest.keyClick(page.fits, Qt.Key.Key_Space)
    kept = page.table.rows.rows
    assert 0 < len(kept) < everything and all(cells[1].verdict in ("fits", "tight") for _, cells in kept)
    page.table._sort_by(3)
    page.table._sort_by(3)
    paces = [cells[3].value for _, cells in page.table.rows.rows if cells[3].value is not None]
    assert paces == sorted(paces, reverse=True)


def test_machines_for_this_model_take_one(pages, settled):
    window, view, page = pages("machines")
    key, cells = next((k, c) for k, c in page.table.rows.rows if "RTX 3090" in c[0].text and " × " not in c[0].text)
    page.table.taken.emit(key)
    settled(window)
    assert window.store.estimate.case.device.name in cells[0].text and window.store.estimate.verdict == cells[1].verdict
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.pages.currentWidget() is view.results


def test_a_row_says_what_the_calculator_says(pages, settled):
    window, _, page = pages("machines")
    key, cells = page.table.rows.rows[0]
    page.table.taken.emit(key)
    settled(window)
    answer = window.store.estimate
    # with eight at once the column is what each of them sees (it was one stream's pace alone, which nobody would have)
    assert cells[6].value == answer.memory.total_bytes and cells[3].value == 1 / answer.speed.tpot_s.typical
    assert "tok/s each" in [page.table.rows.headerData(n, Qt.Orientation.Horizontal) for n in range(page.table.rows.columnCount())]


def test_models_are_told_apart_by_their_weights(pages, settled):
    """A pool takes the same share of the card whatever the model."""
    window, _, _ = pages("figures")
    window.store.edit(engine="vllm", quantization="awq", hardware__device="H100 SXM")
    _, _, page = pages("models")
    cells = next(c for _, c in page.table.rows.rows if c[0].text == "Qwen2.5-14B-Instruct")
    heads = [page.table.rows.headerData(n, Qt.Orientation.Horizontal) for n in range(page.table.rows.columnCount())]
    assert heads[6] == "Weights GB"
    found = {c[6].text for _, c in page.table.rows.rows[:60]}
    assert len(found) > 20 and cells[6].value < 40e9


def test_the_search_follows_the_scenario(pages, settled):
    window, _, page = pages("models")
    before = [c[1].verdict for _, c in page.table.rows.rows]
    window.store.edit(hardware__device="RTX 3060 12GB")
    settled(window)
    assert [c[1].verdict for _, c in page.table.rows.rows] != before and "3060" in page.panel.title.text()


def test_a_row_of_before_can_be_taken_while_a_new_search_runs(pages, settled, monkeypatch):
    window, _, page = pages("models")
    key, cells = page.table.rows.rows[3]
    with monkeypatch.context() as held:
        held.setattr(window.store.jobs, "run", lambda *_, **__: None)     # the new search has found nothing yet
        window.store.edit(workload__concurrency=3)
        page.table.taken.emit(key)
    settled(window)
    assert window.store.estimate.case.model.name == cells[0].text


def test_names_have_room_in_a_small_window(make_window, settled):
    window = make_window("calculator", (960, 540))
    view = window.views["calculator"]
    view.show_page("models")
    settled(window)
    page = view.pages.currentWidget()
    assert page.table.rows.columnCount() == 5 and page.table.columnWidth(0) > 150
    window.resize(1440, 900)
    settled(window)
    assert page.table.rows.columnCount() == 10 and page.table.columnWidth(0) > 150


def test_two_pinned_scenarios_stand_side_by_side(pages, settled):
    window, view, _ = pages("figures")
    view.pin()
    window.store.edit(quantization="q8_0")
    view.pin()
    settled(window)
    page = view.pages.currentWidget()
    assert len(window.store.pins) == 2
    text = page.tsv().split("\n")
    assert text[2].split("\t")[1:] == ["Q4_K_M", "Q8_0"]
    labels = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    assert sum("best" in label for label in labels) >= 3
    take = next(link for link in page.findChildren(Link) if link.text() == "Take" and link.isVisible())
    QTest.mouseClick(take, Qt.MouseButton.LeftButton)
    assert window.store.scenario.quantization == "q4_k_m"
    settled(window)
    out = next(link for link in page.findChildren(Link) if link.text() == "Unpin" and link.isVisible())
    QTest.mouseClick(out, Qt.MouseButton.LeftButton)
    assert len(window.store.pins) == 1


def test_pins_are_undone_and_are_there_after_a_restart(pages, settled):
    window, view, _ = pages("figures")
    first = window.store.scenario
    view.pin()
    window.store.edit(quantization="q8_0")
    view.pin()
    window.undo()
    assert window.store.pins == (first,)
    window.redo()
    assert window.store.pins == (first, window.store.scenario)
    assert files.save_session(window.store.state) == ""
    assert files.load_session()[0].pins == window.store.pins
    window.undo()
    window.undo()
    window.undo()
    assert window.store.pins == () and window.store.scenario == first


def test_pins_that_cannot_be_read_are_left_out(pages, settled):
    window, view, _ = pages("figures")
    view.pin()
    files.save_session(window.store.state)
    path = config_folder() / "session.json"
    data = json.loads(path.read_text("utf-8"))
    good = data["session"]["pins"][0]
    data["session"]["pins"] = [{"model": 7}, "x", good, good]
    path.write_text(json.dumps(data), "utf-8")
    assert files.load_session()[0].pins == (window.store.scenario,)
    data["session"]["pins"] = {"a": 1}
    path.write_text(json.dumps(data), "utf-8")
    assert files.load_session()[0].pins == ()


def test_a_fourth_pin_is_refused_in_words(pages, settled):
    window, view, _ = pages("figures")
    for context in (2048, 4096, 8192, 1024):
        window.store.edit(settings__context=context)
        view.pin()
    assert len(window.store.pins) == 3
    assert "Three" in window.status.message.toolTip() + window.status.message.accessibleName()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("page", ["models", "machines", "compare"])
def test_pages_are_named_and_nothing_is_cut(make_window, settled, page, language):
    window = make_window("calculator", (960, 540), language=language)
    view = window.views["calculator"]
    window.store.pin()
    window.store.edit(quantization="q8_0")
    window.store.pin()
    view.show_page(page)
    bad = []
    for size in ((960, 540), (1280, 720), (1440, 900), (1920, 1080)):
        window.resize(*size)
        settled(window)
        for widget in view.pages.currentWidget().findChildren(QWidget):
            if not widget.isVisible():
                continue
            if isinstance(widget, (QLabel, Link)) and not isinstance(widget, ElidedLabel) and widget.text():
                wraps = isinstance(widget, QLabel) and widget.wordWrap()
                short = widget.heightForWidth(widget.width()) > widget.height() + 2 if wraps \
                    else widget.sizeHint().width() > widget.width() + 1
                if short:
                    bad.append((size, widget.text()))
            named = isinstance(widget, (QAbstractButton, QLineEdit)) and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            if named and not isinstance(widget, QScrollBar) and not (widget.accessibleName() or getattr(widget, "text", str)()) \
                    and not widget.objectName().startswith("qt_") and not isinstance(widget.parent(), QLineEdit):
                bad.append((size, type(widget).__name__))
    assert not bad


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_no_tab_cuts_its_text(make_window, settled, size, language):
    window = make_window("calculator", size, language=language)
    view = window.views["calculator"]
    bad = []
    for index in range(view.tabbed.tabs.bar.count()):
        view.tabbed.tabs.bar.setCurrentIndex(index)
        settled(window)
        for widget in view.tabbed.findChildren(QLabel):
            if widget.isVisible() and widget.text():
                short = widget.heightForWidth(widget.width()) > widget.height() + 2 if widget.wordWrap() \
                    else widget.sizeHint().width() > widget.width() + 1
                if short:
                    bad.append((index, widget.text()))
    assert not bad
