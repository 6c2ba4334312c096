"""Tab order that follows the eye: layouts are walked as they are read, and what was made last no longer comes last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QWidget


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
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            within = widget.layout()
            if within is not None:
                yield from stops(within)
        elif inner is not None:
            yield from stops(inner)


def follow(first: QWidget, *layouts: QLayout) -> None:
    """Puts the stops of the layouts behind `first`, one after the other; what came after it comes after them."""
    for before, after in pairwise([first, *(widget for layout in layouts for widget in stops(layout))]):
        QWidget.setTabOrder(before, after)
