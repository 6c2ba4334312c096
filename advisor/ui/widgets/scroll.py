"""A page that scrolls up and down and never sideways."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import delete


class _Content(QWidget):
    """Yields to the page's width; asks for the height that its layout needs at that width."""

    def minimumSizeHint(self) -> QSize:
        layout, parent = self.layout(), self.parentWidget()
        if layout is None or parent is None:
            return QSize(1, 1)
        if layout.hasHeightForWidth():
            return QSize(1, layout.totalMinimumHeightForWidth(parent.width()))
        return QSize(1, layout.totalMinimumSize().height())


class Page(QScrollArea):
    """`column` is the layout of the content, `content` its widget."""

    def __init__(self, margins: tuple[int, int, int, int] = (16, 14, 16, 16), spacing: int = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.content = _Content()
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(*margins)
        self.column.setSpacing(spacing)
        self.setWidget(self.content)
        self.viewport().setAutoFillBackground(False)
        self.content.setAutoFillBackground(False)


def clear(layout: QLayout) -> None:
    """Takes everything out of a layout and deletes it: the widgets when the event loop comes round, their places in it at once."""
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            return
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
        delete(item)        # PySide leaves what takeAt gives away to nobody
