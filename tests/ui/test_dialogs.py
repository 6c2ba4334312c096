"""The modal windows: every word is whole, in both languages, however narrow the screen."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QDialogButtonBox, QLabel

from advisor.ui.dialogs import key_rows


def with_dialog(qtbot, opens, look) -> None:
    seen = []

    def go() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        qtbot.wait(30)
        try:
            seen.append(look(dialog) or True)
        finally:
            dialog.reject()

    QTimer.singleShot(50, go)
    opens()
    assert len(seen) == 1


def cut(dialog: QDialog) -> list[str]:
    found = []
    for widget in dialog.findChildren(QLabel) + dialog.findChildren(QAbstractButton) + dialog.findChildren(QComboBox):
        if not widget.isVisible():
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            if widget.heightForWidth(widget.width()) > widget.height():
                found.append(widget.text())
        elif widget.sizeHint().width() > widget.width():
            found.append(widget.currentText() if isinstance(widget, QComboBox) else widget.text())
    return found


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("name", ["show_preferences", "show_keys", "show_about", "look_for_update"])
def test_no_word_of_a_dialog_is_cut(make_window, qtbot, name, language):
    window = make_window(language=language)

    def look(dialog: QDialog) -> None:
        dialog.resize(100, 100)
        qtbot.wait(20)
        assert cut(dialog) == [] and dialog.page.verticalScrollBar().maximum() == 0

    with_dialog(qtbot, getattr(window, name), look)


@pytest.mark.parametrize("name", ["show_preferences", "show_keys", "show_about"])
def test_a_dialog_taller_than_the_screen_scrolls_above_its_button(make_window, qtbot, monkeypatch, name):
    window = make_window(language="zh_CN")
    monkeypatch.setattr("advisor.ui.dialogs.AROUND", window.screen().availableGeometry().height() - 340)  # 340 are left

    def look(dialog: QDialog) -> None:
        close = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
        assert dialog.height() < 420 and close.isVisible() and close.visibleRegion().boundingRect() == close.rect()
        assert dialog.page.verticalScrollBar().maximum() > 0 and cut(dialog) == []

    with_dialog(qtbot, getattr(window, name), look)


def test_the_keys_tell_all_that_they_do(make_window):
    make_window()
    rows = dict(key_rows())
    assert "run" in rows["Esc"] and "guide" in rows["Ctrl+F"]
    assert "drawer" in rows["Alt+←"] and "guide" in rows["Alt+←"] and "guide" in rows["Alt+→"]
