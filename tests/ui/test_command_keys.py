"""The keyboard goes from the forms of commands straight through the commands, also when they were made anew."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from advisor.ui.widgets.copy_button import CopyButton


def tabbed_after(widget: QWidget, count: int) -> list[QWidget]:
    """Where `count` presses of Tab go from a widget."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    found: list[QWidget] = []
    while len(found) < count:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        if here is None or here is widget:
            break
        found.append(here)
    return found


def test_tab_leads_from_the_forms_to_the_first_copy_button(make_window, settled) -> None:
    window = make_window(view="wizard", follows=True)
    window.views["wizard"].show_step(2)
    settled(window)
    commands = window.views["wizard"].commands
    assert len(commands._rows) > 2
    for _ in range(2):
        stops = tabbed_after(commands.tabs.bar, 2 * len(commands._rows))
        owners = [next(i for i, row in enumerate(commands._rows) if row.isAncestorOf(stop)) for stop in stops if commands.isAncestorOf(stop)
                  and any(row.isAncestorOf(stop) for row in commands._rows)]
        assert owners == sorted(owners)
        assert commands._rows[0].isAncestorOf(stops[0])
        assert any(isinstance(stop, CopyButton) and commands._rows[0].isAncestorOf(stop) for stop in stops[:2])
        window.store.ask_task(os="windows")     # other blocks, made anew
        settled(window)
