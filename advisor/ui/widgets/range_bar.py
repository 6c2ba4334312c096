"""A range on its scale: band from low to high, tick at the typical value, tick at the ceiling."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from advisor.answer import Range
from advisor.ui import theme


class RangeBar(QWidget):
    """10 px high; the scale runs from 0 to a little beyond the largest of high and ceiling."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._range: Range | None = None
        self._ceiling: float | None = None

    def set_range(self, value: Range | None, ceiling: float | None = None) -> None:
        self._range, self._ceiling = value, ceiling
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._range is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        low, typical, high = self._range[:3]
        scale = self.width() / (max(high, self._ceiling or 0) * 1.12 or 1)
        painter.setBrush(theme.colour("line"))
        painter.drawRoundedRect(QRectF(0, 4, self.width(), 2), 1, 1)
        band = theme.colour("accent")
        band.setAlphaF(0.38)
        painter.setBrush(band)
        painter.drawRoundedRect(QRectF(low * scale, 2, max(2.0, (high - low) * scale), 6), 1, 1)
        painter.setBrush(theme.colour("accent"))
        painter.drawRect(QRectF(typical * scale - 1.25, 0, 2.5, 10))
        if self._ceiling:
            painter.setBrush(theme.colour("text"))
            painter.drawRect(QRectF(self._ceiling * scale - 0.75, 0, 1.5, 10))
