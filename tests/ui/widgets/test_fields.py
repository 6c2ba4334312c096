"""Number fields take what is typed, whatever stands before and behind the number; by real key presses."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QVBoxLayout, QWidget

from advisor.ui.simulator.fields import OptionalCount
from advisor.ui.widgets.fields import NumberField, RealField


def typed(field, keys, leave=Qt.Key.Key_Tab):
    """What the field holds after all of it was marked, as Tab does, and written over."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()
    QTest.keyClicks(field.lineEdit(), keys)
    QTest.keyClick(field.lineEdit(), leave)
    return field.value()


@pytest.fixture
def shown(qtbot):
    """A window of a field and something to go on to."""
    kept = []

    def show(field, prefix="", suffix="", special=""):
        field.setPrefix(prefix)
        field.setSuffix(suffix)
        field.setSpecialValueText(special)
        window = QWidget()
        column = QVBoxLayout(window)
        column.addWidget(field)
        column.addWidget(QLineEdit())
        qtbot.addWidget(window)
        kept.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return field

    yield show
    kept.clear()


@pytest.mark.parametrize("leave", [Qt.Key.Key_Tab, Qt.Key.Key_Return])
@pytest.mark.parametrize(("prefix", "suffix", "special"),
                         [("", "", ""), ("", " GiB", ""), ("≤ ", " s", ""), ("", " GiB", "—"), ("", "", "off")])
def test_a_whole_number_is_typed_over_the_old_one(shown, prefix, suffix, special, leave):
    field = shown(NumberField(0, 100_000), prefix, suffix, special)
    assert typed(field, "64", leave) == 64
    assert field.text() == f"{prefix}64{suffix}"
    assert typed(field, "4k", leave) == 4096
    assert typed(field, "12,288", leave) == 12_288
    assert typed(field, "999999999", leave) == 100_000
    field.setValue(7)
    assert typed(field, "x", leave) == 7


@pytest.mark.parametrize(("prefix", "suffix"), [("", ""), ("≤ ", " s"), ("≥ ", "")])
def test_a_real_number_is_typed_over_the_old_one(shown, prefix, suffix):
    field = shown(RealField(0.1, 10_000, 1), prefix, suffix)
    assert typed(field, "2.5") == 2.5
    assert typed(field, "1,250.5") == 1250.5
    assert typed(field, "-3") == 3          # the minus is not taken
    assert typed(field, "0") == 0.1
    assert typed(field, "99999") == 10_000
    field.setValue(4.5)
    assert typed(field, "s") == 4.5
    assert typed(field, ".") == 4.5


def test_a_count_that_is_off_can_be_typed(shown):
    field = shown(OptionalCount(3600), suffix=" s", special="off")
    told = []
    field.picked.connect(told.append)
    field.put(None)
    assert field.text() == "off"
    assert typed(field, "30") == 30 and told[-1] == 30
    assert typed(field, "0") == 0 and told[-1] is None and field.text() == "off"


@pytest.mark.parametrize("view", ["calculator", "simulator", "wizard"])
def test_every_number_of_a_view_can_be_typed(make_window, view):
    """Each visible field takes the number beside its own, so that nothing else of the scenario has to change."""
    window = make_window(view)
    fields = [f for f in window.views[view].findChildren(QAbstractSpinBox) if f.isVisible() and f.isEnabled() and not f.isReadOnly()]
    assert len(fields) >= {"calculator": 4, "simulator": 6, "wizard": 0}[view]
    for field in fields:
        step = field.singleStep()
        wanted = field.value() + step if field.value() + step <= field.maximum() else field.value() - step
        keys = field.textFromValue(wanted)
        field.setFocus(Qt.FocusReason.TabFocusReason)
        field.selectAll()
        QTest.keyClicks(field.lineEdit(), keys)
        QTest.keyClick(field.lineEdit(), Qt.Key.Key_Tab)
        QApplication.processEvents()
        assert field.value() == pytest.approx(wanted), (field.accessibleName(), keys, field.text())


@pytest.mark.parametrize("kind", [NumberField, RealField])
@pytest.mark.parametrize("suffix", ["", " GiB"])
def test_a_sign_for_nothing_gives_way_to_what_is_typed_beside_it(shown, kind, suffix):
    field = shown(kind(0, 1000), "", suffix)
    field.setSpecialValueText("—")
    for at in (0, 1):       # a click puts the cursor on either side of the sign
        field.setValue(0)
        field.setFocus()
        field.lineEdit().deselect()
        field.lineEdit().setCursorPosition(at)
        QTest.keyClicks(field.lineEdit(), "64")
        QTest.keyClick(field.lineEdit(), Qt.Key.Key_Tab)
        assert field.value() == 64 and "—" not in field.text()
