"""A layout that sets its items in lines like words and takes as many lines as the width asks for."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QSizePolicy, QWidget


class Flow(QLayout):
    """Items from left to right, `gap` apart (up to `widest`, where one line has room for all); with `last_right` the last one stands
    at the right end where its line has room."""

    def __init__(self, gap: int = 16, line_gap: int = 4, last_right: bool = False, widest: int = 0) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap, self._last_right, self._widest = gap, line_gap, last_right, max(gap, widest)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = [i.sizeHint() for i in self._items if not i.isEmpty()]
        return QSize(sum(s.width() for s in shown) + self._gap * max(0, len(shown) - 1), max((s.height() for s in shown), default=0))

    def minimumSize(self) -> QSize:
        shown = [i.sizeHint() for i in self._items if not i.isEmpty()]
        return QSize(max((s.width() for s in shown), default=0), max((s.height() for s in shown), default=0))

    def _place(self, rect: QRect, move: bool) -> int:
        x, y = rect.x(), rect.y()
        line: list[tuple[QLayoutItem, int, QSize]] = []
        shown = [i for i in self._items if not i.isEmpty()]
        spare = (rect.width() - sum(i.sizeHint().width() for i in shown)) // max(1, len(shown) - 1)
        gap = min(self._widest, max(self._gap, spare))
        for item in shown:
            size = item.sizeHint()
            if line and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + self._level(line, y, move) + self._line_gap, []
            if self._last_right and item is shown[-1]:
                x = max(x, rect.right() + 1 - size.width())
            line.append((item, x, size))
            x += size.width() + gap
        return y + self._level(line, y, move) - rect.y()

    @staticmethod
    def _level(line: list[tuple[QLayoutItem, int, QSize]], y: int, move: bool) -> int:
        """Sets a line's items on one middle; how high it is."""
        high = max((size.height() for _, _, size in line), default=0)
        if move:
            for item, x, size in line:
                item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
        return high


def together(*widgets: QWidget, gap: int = 6) -> QWidget:
    """Widgets that stay on one line."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(gap)
    for widget in widgets:
        row.addWidget(widget)
    group.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return group
