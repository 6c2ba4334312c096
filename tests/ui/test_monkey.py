"""Random real events over all views, from a seed: no exception, no Qt warning, no control out of step with the store.

ADVISOR_MONKEY sets how many (a few hundred by default; 20,000 by hand before a release).
"""

import os
import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QApplication, QComboBox, QDialog, QLineEdit, QWidget

from advisor.ui.store import VIEWS

EVENTS = int(os.environ.get("ADVISOR_MONKEY", "250"))
SEED = int(os.environ.get("ADVISOR_MONKEY_SEED", "20260"))
KEYS = [Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space,
        Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_W, Qt.Key.Key_Home, Qt.Key.Key_End]
TYPED = ["4k", "0", "999999999", "4090", "qwen", "-1", "  ", "１２", "\u202e", "'; rm -rf /"]
SIZES = [(960, 540), (1280, 720), (1440, 900), (1920, 1080)]


@pytest.fixture
def no_dialogs(monkeypatch):
    """Modal windows would wait for a person."""
    monkeypatch.setattr(QDialog, "exec", lambda self: 0)
    for name in ("ask_open", "ask_save"):
        monkeypatch.setattr(f"advisor.ui.dialogs.{name}", lambda *_: "")
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda *_: True)
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_, **__: ("", ""))
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_, **__: ("", ""))


def step(window, chance):
    widgets = [w for w in window.findChildren(QWidget) if w.isVisible() and w.isEnabled() and w.window() is window]
    what = chance.random()
    if what < 0.05:
        window.show_view(chance.choice(VIEWS))
    elif what < 0.08:
        chance.choice([window.undo, window.redo, window.fold_inputs, window.next_language, window.documents.copy_link])()
    elif what < 0.10:
        window.resize(*chance.choice(SIZES))
    elif what < 0.12:
        window.prefer(theme=chance.choice(["light", "dark"]), binary_units=chance.random() < 0.5)
    elif what < 0.40:
        QTest.keyClick(QApplication.focusWidget() or window, chance.choice(KEYS))
    elif what < 0.55:
        fields = [w for w in widgets if isinstance(w, QLineEdit)]
        if fields:
            field = chance.choice(fields)
            field.setFocus()
            field.selectAll()
            field.insert(chance.choice(TYPED))
            field.textEdited.emit(field.text())
            QTest.keyClick(field, Qt.Key.Key_Return)
    elif what < 0.70:
        sliders = [w for w in widgets if isinstance(w, QAbstractSlider)]
        if sliders:
            slider = chance.choice(sliders)
            QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(chance.randrange(max(1, slider.width())), slider.height() // 2))
    elif what < 0.76:
        combos = [w for w in widgets if isinstance(w, QComboBox) and w.count()]
        if combos:
            combo = chance.choice(combos)
            index = chance.randrange(combo.count())
            combo.setCurrentIndex(index)
            combo.activated.emit(index)
    else:
        buttons = [w for w in widgets if isinstance(w, QAbstractButton)]
        if buttons:
            QTest.mouseClick(chance.choice(buttons), Qt.MouseButton.LeftButton)


def test_random_events(make_window, settled, no_dialogs, qtbot):
    chance = random.Random(SEED)
    window = make_window("wizard", follows=True)
    for number in range(EVENTS):
        step(window, chance)
        if number % 25 == 0:
            qtbot.wait(10)
    settled(window)
    for view in VIEWS:
        window.show_view(view)
        settled(window)
        window.grab()
    inputs = window.views["calculator"].inputs
    window.show_view("calculator")
    settled(window)
    assert inputs.people.number.value() == (window.store.scenario.workload.concurrency or 1)
    if window.store.error is None and window.store.estimate is not None:
        assert window.bar.verdict.verdict == window.store.estimate.verdict
