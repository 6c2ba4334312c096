"""Tab goes through the wizard as it is read, also after its cards were made anew; by real key presses."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from advisor.ui.wizard.card import RecommendationCard
from advisor.ui.wizard.recommendation import OptionRow


def walk(window, start, most=150):
    """Where Tab goes from `start` until it comes round."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    found = [start]
    for _ in range(most):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        if here is start or here is None:
            break
        found.append(here)
    return found


def read(widget, page):
    """Its place on the page, from the top and then from the left, by whole panels of a line."""
    corner = widget.mapTo(page.content, QPoint(0, widget.height() // 2))
    return corner.y(), corner.x()


def assert_reading_order(window):
    step = window.views["wizard"].recommendation
    stops = [stop for stop in walk(window, step.calculator) if stop is step.calculator or step.content.isAncestorOf(stop)]
    inside = [stop for stop in stops if step.holder.isAncestorOf(stop)]
    assert any(isinstance(stop, QPushButton) for stop in inside) and len(inside) >= 6
    assert stops[0] is step.calculator and stops[1] in inside
    tops = [read(stop, step) for stop in inside]
    for (above, left), (below, right) in pairwise(tops):
        assert below > above - 12 and (below > above + 12 or right > left), (tops, [s.accessibleName() for s in inside])
    after = stops.index(inside[-1]) + 1
    assert all(stop not in inside for stop in stops[after:])
    if not step.grow.isHidden():
        assert step.grow.heat in stops[after:]


@pytest.fixture
def wizard(make_window, settled):
    window = make_window("wizard", size=(1440, 900), follows=True)
    settled(window)
    return window


def test_tab_follows_the_eye_from_the_start(wizard):
    assert_reading_order(wizard)


def test_tab_follows_the_eye_after_cards_were_made_anew(wizard, settled):
    step = wizard.views["wizard"].recommendation
    old = step.holder.findChildren(RecommendationCard)
    row = step.holder.findChildren(OptionRow)[0]
    button = row.findChild(QPushButton)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    settled(wizard)
    new = step.holder.findChildren(RecommendationCard)
    assert new and not set(new) & set(old)
    here = QApplication.focusWidget()
    assert here is not None and step.holder.isAncestorOf(here), "the keyboard stays where it was"
    assert_reading_order(wizard)
    wizard.undo()
    settled(wizard)
    assert_reading_order(wizard)
