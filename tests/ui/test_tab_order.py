"""Tab goes through the wizard as it is read, also after its cards were made anew; by real key presses."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from advisor.ui.guide.paragraph import Paragraph
from advisor.ui.widgets.panel import Panel
from advisor.ui.wizard.card import RecommendationCard
from advisor.ui.wizard.recommendation import OptionRow


def walk(window, start, most=150):
    """Where Tab goes from `start` until it comes round."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    found = [start]
    for _ in range(most):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        if here is None or (here is start and len(set(found)) > 1):     # the links of a paragraph come one after the other
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


def panel_of(widget):
    """The panel a stop is on, itself where it is on none."""
    while widget is not None and not isinstance(widget, Panel):
        widget = widget.parentWidget()
    return widget


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_tab_goes_through_the_calculators_panels_as_they_are_read(make_window, settled, qtbot, size):
    window = make_window("calculator", size=size)
    view = window.views["calculator"]
    settled(window)
    qtbot.waitUntil(lambda: view.tabbed.isVisible() or view.roofline.plot is not None, timeout=10_000)
    view._draw_unseen()
    qtbot.wait(120)
    stops = [stop for stop in walk(window, view.memory.pin, 300) if view.results.content.isAncestorOf(stop)]
    panels = [panel_of(stop) for stop in stops]
    groups = [panel for panel, before in zip(panels, [None, *panels], strict=False) if panel is not before and panel is not None]
    assert len(groups) == len(set(groups)) >= 3, "each panel is gone through once"
    tops = [(panel.mapTo(view.results.content, QPoint()).y(), panel.mapTo(view.results.content, QPoint()).x()) for panel in groups]
    assert tops == sorted(tops)
    for panel in groups:
        plot = getattr(panel, "plot", None)
        if plot is not None:
            own = [stop for stop in stops if panel.isAncestorOf(stop)]
            assert own.index(plot) > own.index(panel.save)


@pytest.mark.parametrize("size", [(960, 540), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_tab_reads_the_guide_from_top_to_bottom(make_window, settled, size):
    window = make_window("guide", size=size)
    view = window.views["guide"]
    for chapter in ("acts", "eight"):
        view.go(chapter)
        settled(window)
        first = next(stop for block in view.blocks.values() for stop in block.findChildren(Paragraph)
                     if stop.isVisible() and stop.focusPolicy() & Qt.FocusPolicy.TabFocus)
        stops = list(dict.fromkeys(walk(window, first, 200)))
        text = [stop for stop in stops if view.page.content.isAncestorOf(stop)]
        heights = [stop.mapTo(view.page.content, QPoint(0, stop.height() // 2)).y() for stop in text]
        assert len(text) > 4 and all(b > a - 40 for a, b in pairwise(heights)), chapter
        at = {id(stop): place for place, stop in enumerate(stops)}
        assert at[id(text[-1])] < at[id(view.next)] or view.inline
