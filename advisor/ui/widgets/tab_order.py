"""Tab order that follows the eye: parts are put one after the other as they are read, whatever was made last.

Goes by children alone. Asking layouts for their items or the focus chain for its next widget binds Python's handles together, so
that one is taken apart with another (crashes, seen with PySide6 6.11).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

_ALONE = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar, QTextEdit)    # one stop with all inside


def stops(part: QWidget) -> Iterator[QWidget]:
    """What Tab stops at in a part, in the order in which it was put together: the part itself, and all that is inside."""
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
    if not isinstance(part, _ALONE):
        for child in part.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if not child.isWindow():
                yield from stops(child)


def arrange(parts: Iterable[QWidget]) -> None:
    """The parts one after the other; the first stays where it is, the others follow it."""
    for before, after in pairwise(chain.from_iterable(map(stops, parts))):
        if before.window() is after.window():
            QWidget.setTabOrder(before, after)
