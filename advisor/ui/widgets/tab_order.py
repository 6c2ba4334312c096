"""Tab order that follows the eye: layouts are walked as they are read, and what was made last no longer comes last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QGridLayout,
    QLayout,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QWidget,
)

_ALONE = (QAbstractButton, QAbstractScrollArea, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar)     # one stop with all inside


def stops(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a layout that Tab stops at, in reading order; those inside others (and in nested layouts) too."""
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        grid: Any = layout
        places.sort(key=grid.getItemPosition)
    for place in places:
        item = layout.itemAt(place)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield from _of(widget)
        elif inner is not None:
            yield from stops(inner)


def _of(widget: QWidget) -> Iterator[QWidget]:
    """The widget itself and what is in it: by its layout, or by place where it sets its children itself."""
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield widget
    held = widget.widget() if isinstance(widget, QScrollArea) else widget
    within = held.layout() if held is not None else None
    if within is not None:
        yield from stops(within)
    elif not isinstance(widget, _ALONE):
        children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        for child in sorted(children, key=lambda c: (c.y(), c.x())):
            yield from _of(child)


def follow(first: QWidget, *layouts: QLayout) -> None:
    """Puts the stops of the layouts behind `first`, one after the other; what came after it comes after them."""
    _chain(chain([first], *map(stops, layouts)))


def arrange(layout: QLayout) -> None:
    """The stops of a layout one after the other, from where the first of them stands."""
    _chain(stops(layout))


def _chain(widgets: Iterator[QWidget]) -> None:
    for before, after in pairwise(widgets):
        if before is not after and before.window() is after.window():
            QWidget.setTabOrder(before, after)
