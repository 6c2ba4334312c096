"""A figure that can be asked "why?": value, unit, range; click, Enter or Space opens its derivation."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.widgets.verdict import paint_verdict


class Figure(QAbstractButton):
    """`style` is `figure` for tiles, `card figure` in cards, `strong` or `chosen` inside a line of text. F1 looks up `quantity`."""

    quantity: str = ""

    def __init__(self, style: str = "figure", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self._value, self._unit, self._range = "", "", ""
        self._unknown = self._marked = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_figure(self, value: str, unit: str = "", range_: str = "", sentence: str = "", unknown: bool = False) -> None:
        """`sentence` is read to those who do not see: "Pace, one stream: 83 tokens per second, 71 to 96"."""
        if (value, unit, range_, unknown) != (self._value, self._unit, self._range, self._unknown):
            self._value, self._unit, self._range, self._unknown = value, unit, range_, unknown
            self.updateGeometry()
            self.update()
        self.setAccessibleName(sentence or f"{value} {unit}{range_}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_W) and not event.modifiers():
            self.click()
        else:
            super().keyPressEvent(event)

    def _parts(self) -> list[tuple[str, str, str]]:
        big = self._style in ("figure", "card figure")
        parts = [(self._value, self._style, "text2" if self._unknown else "text")]
        if self._unit:
            parts.append((self._unit, "chosen" if big else self._style, "text"))
        if self._range:
            parts.append((self._range.strip(), "body", "text2"))
        return parts

    def sizeHint(self) -> QSize:
        width = 22.0 if self._unknown else 0.0
        for text, style, _ in self._parts():
            width += QFontMetricsF(theme.font(style)).horizontalAdvance(text) + 5
        return QSize(round(width), round(QFontMetricsF(theme.font(self._style)).height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = QFontMetricsF(theme.font(self._style))
        base = (self.height() - metrics.height()) / 2 + metrics.ascent()
        x = 0.0
        if self._unknown:
            paint_verdict(painter, QRectF(0, self.height() / 2 - 8, 16, 16), "unknown")
            x = 22.0
        start = x
        parts = self._parts()
        for index, (text, style, role) in enumerate(parts):
            painter.setFont(theme.font(style))
            painter.setPen(theme.colour(role))
            painter.drawText(QPointF(x, base), text)
            width = QFontMetricsF(theme.font(style)).horizontalAdvance(text)
            if index == 0 and not self._unknown:
                hot = self.underMouse()
                pen = QPen(theme.colour("accent" if hot else "border"), 1, Qt.PenStyle.SolidLine if hot else Qt.PenStyle.DotLine)
                painter.setPen(pen)
                under = round(base + metrics.descent() * 0.7) + 0.5
                painter.drawLine(QPointF(start, under), QPointF(x + width, under))
            x += width + 5
            if index + 1 < len(parts) and parts[index + 1][0].startswith("（"):
                x -= 9      # the full-width bracket brings its own space
