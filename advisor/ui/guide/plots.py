"""Small painted plots of the guide: bars with a wall, and lines of KV demand over people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.plots.export import tsv
from advisor.ui.widgets.copy_button import to_clipboard

SERIES = (("accent", ()), ("compute", (7.0, 3.0)), ("kv", (1.5, 2.5)), ("state", (6.0, 3.0)))
ROW, LABEL_GAP = 30, 10


def ink(role: str) -> QColor:
    """A role of the theme, or one of its memory parts."""
    return QColor(theme.current().part(role)) if role in theme.PARTS else theme.colour(role)


class Painted(QWidget):
    """A plot is one keyboard stop with a name and a sentence for those who do not see it; it can be saved and copied as the
    other plots can (advisor.ui.plots.export)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.x_unit, self.y_unit = "", ""
        self._rows: Sequence[tuple[str, float | str, float]] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def describe(self, name: str, sentence: str) -> None:
        self.setAccessibleName(name)
        self.setAccessibleDescription(sentence)

    def set_table(self, x_unit: str, y_unit: str, rows: Sequence[tuple[str, float | str, float]]) -> None:
        """(series, x, y) of what is drawn, in the units it is drawn in."""
        self.x_unit, self.y_unit, self._rows = x_unit, y_unit, rows

    def rows(self) -> Sequence[tuple[str, float | str, float]]:
        return self._rows

    def draw_for(self, ratio: float) -> None:
        """Nothing to do: pens and words are in logical pixels."""

    def picture(self, painter: QPainter) -> None:
        """The whole plot on its ground, from (0, 0) to the widget's size."""
        painter.fillRect(self.rect(), theme.colour("panel"))
        self.paint(painter)

    def paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint(painter)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            to_clipboard(tsv(self))
        else:
            super().keyPressEvent(event)


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: its label, its parts (value, role of the colour), the words at its end."""

    label: str
    parts: tuple[tuple[float, str], ...]
    words: str
    current: bool = False


class Bars(Painted):
    """Horizontal bars on one scale; `wall` is a value with a word that the bars are seen against."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: Sequence[Bar] = ()
        self.wall: tuple[float, str] | None = None

    def set_bars(self, bars: Sequence[Bar], wall: tuple[float, str] | None = None) -> None:
        if (list(bars), wall) != (list(self.bars), self.wall):
            self.bars, self.wall = bars, wall
            self.updateGeometry()
            self.setFixedHeight(self.sizeHint().height())
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, len(self.bars) * ROW + (22 if self.wall else 0) + 4)

    def paint(self, painter: QPainter) -> None:
        if not self.bars:
            return
        here = theme.current()
        body, strong = theme.font("body"), theme.font("strong")
        left = max(QFontMetricsF(strong).horizontalAdvance(b.label) for b in self.bars) + LABEL_GAP
        right = max(QFontMetricsF(body).horizontalAdvance(b.words) for b in self.bars) + LABEL_GAP
        top = 22.0 if self.wall else 0.0
        values = [sum(v for v, _ in b.parts) for b in self.bars]
        scale = max([*values, self.wall[0] if self.wall else 0.0]) or 1.0
        room = max(30.0, self.width() - left - right - 2)
        for index, bar in enumerate(self.bars):
            y = top + index * ROW
            painter.setPen(QColor(here.text))
            painter.setFont(strong if bar.current else body)
            painter.drawText(QRectF(0, y, left, ROW), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, bar.label)
            x = left
            for value, role in bar.parts:
                width = value / scale * room
                painter.fillRect(QRectF(x, y + 6, max(1.0, width - 2), ROW - 12), ink(role))
                x += width
            painter.setFont(body)
            painter.setPen(QColor(here.text2))
            place = QRectF(x + 6, y, self.width() - x - 6, ROW)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, bar.words)
        if self.wall:
            self._draw_wall(painter, left + self.wall[0] / scale * room)

    def _draw_wall(self, painter: QPainter, x: float) -> None:
        assert self.wall is not None
        painter.setPen(QPen(theme.colour("text"), 2))
        painter.drawLine(QPointF(x, 20), QPointF(x, self.height() - 3))
        painter.setFont(theme.font("small"))
        width = QFontMetricsF(theme.font("small")).horizontalAdvance(self.wall[1]) + 4
        place = QRectF(min(max(0.0, x - width / 2), self.width() - width), 0, width, 19)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.wall[1])


@dataclass(frozen=True, slots=True)
class Line:
    """Rises from 0 by `slope` a person; `name` stands at its end."""

    name: str
    slope: float


class Lines(Painted):
    """KV demand over people for several contexts, the budget as a wall, the present load as a point."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[Line] = ()
        self.wall: tuple[float, str] | None = None
        self.point: tuple[float, float, str] | None = None
        self.most = 16
        self.axes = ("", "")
        self.setFixedHeight(268)

    def set_lines(self, lines: Sequence[Line], wall: tuple[float, str] | None, point: tuple[float, float, str] | None, most: int,
                  axes: tuple[str, str]) -> None:
        """Slopes, wall and point are in the unit that `axes[1]` names."""
        fresh = (list(lines), wall, point, most, axes)
        if fresh != (list(self.lines), self.wall, self.point, self.most, self.axes):
            self.lines, self.wall, self.point, self.most, self.axes = lines, wall, point, most, axes
            self.update()

    def _top(self) -> float:
        """The end of the upright axis: twice the wall, so that it stands in the middle, or what the present load needs."""
        wanted = max(2.0 * self.wall[0] if self.wall else 0.0, 1.25 * self.point[1] if self.point else 0.0,
                     0.0 if self.wall else max((line.slope * self.most for line in self.lines), default=1.0))
        return _round_up(wanted or 1.0)

    def paint(self, painter: QPainter) -> None:
        here = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self._top()
        ticks = QFontMetricsF(theme.font("tick"))
        left = ticks.horizontalAdvance(f"{top:,.0f}") + 10
        area = QRectF(left, 22, self.width() - left - 12, self.height() - 22 - 40)

        def at(people: float, value: float) -> QPointF:
            return QPointF(area.left() + people / self.most * area.width(), area.bottom() - value / top * area.height())

        painter.setFont(theme.font("tick"))
        for step in range(5):
            value, y = top * step / 4, at(0, top * step / 4).y()
            painter.setPen(QColor(here.grid))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(here.text2))
            painter.drawText(QRectF(0, y - 9, left - 6, 18), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                             f"{value:,.0f}" if top >= 4 else f"{value:,.1f}")
            people = self.most * step / 4
            x = at(people, 0).x()
            painter.drawText(QRectF(x - 30, area.bottom() + 3, 60, 16), Qt.AlignmentFlag.AlignCenter, f"{people:,.0f}")
        painter.drawText(QRectF(0, 0, self.width(), 18), Qt.AlignmentFlag.AlignVCenter, self.axes[1])
        painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 18), Qt.AlignmentFlag.AlignCenter, self.axes[0])
        if self.wall and self.wall[0] < top:
            over = QColor(here.over)
            over.setAlphaF(0.09)
            painter.fillRect(QRectF(area.topLeft(), at(self.most, self.wall[0])), over)
        painter.setPen(QPen(QColor(here.border), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.topLeft(), area.bottomLeft())
        for index, line in enumerate(self.lines):
            self._draw_line(painter, line, index, area, at, top)
        self._draw_marks(painter, area, at, top)

    def _draw_line(self, painter: QPainter, line: Line, index: int, area: QRectF, at, top: float) -> None:  # type: ignore[no-untyped-def]
        role, dashes = SERIES[index % len(SERIES)]
        pen = QPen(ink(role), 2)
        if dashes:
            pen.setDashPattern(list(dashes))
        end = min(float(self.most), top / line.slope if line.slope else self.most)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([at(0, 0), at(end, end * line.slope)]))
        painter.setFont(theme.font("strong"))
        painter.setPen(ink(role))
        tip = at(end, end * line.slope)
        width = QFontMetricsF(theme.font("strong")).horizontalAdvance(line.name) + 6
        beside = end < self.most
        left = min(tip.x() + 4, area.right() - width) if beside else tip.x() - width - 6
        place = QRectF(left, max(area.top() + 1, tip.y() + (2 if beside else -14)), width, 16)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, line.name)

    def _draw_marks(self, painter: QPainter, area: QRectF, at, top: float) -> None:  # type: ignore[no-untyped-def]
        here = theme.current()
        painter.setFont(theme.font("strong"))
        if self.wall and self.wall[0] < top:
            y = at(0, self.wall[0]).y()
            painter.setPen(QPen(QColor(here.text), 2))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            width = QFontMetricsF(theme.font("strong")).horizontalAdvance(self.wall[1])
            _on_ground(painter, QRectF(area.left() + 8, y - 20, width + 6, 17), self.wall[1])
        if self.point:
            people, value, words = self.point
            place = at(min(people, self.most), min(value, top))
            painter.setPen(QPen(QColor(here.text), 2))
            painter.setBrush(QColor(here.panel))
            painter.drawEllipse(place, 5, 5)
            width = QFontMetricsF(theme.font("strong")).horizontalAdvance(words) + 6
            x = place.x() + 9 if place.x() + 9 + width < area.right() + 8 else place.x() - 9 - width
            _on_ground(painter, QRectF(max(area.left() + 2, x), min(place.y() + 6, area.bottom() - 19), width, 17), words)


def _on_ground(painter: QPainter, rect: QRectF, words: str) -> None:
    """Words over lines, on a little of the panel's own colour."""
    ground = theme.colour("panel")
    ground.setAlphaF(0.85)
    painter.fillRect(rect, ground)
    painter.setPen(theme.colour("text"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 8, 12, 20, 32 … that four grid steps divide well."""
    step = 1.0
    while step * 4 < value and step < 1e12:
        step = {1: 2.0, 2: 3.0, 3: 5.0, 5: 8.0}.get(int(step / 10 ** (len(str(int(step))) - 1)), 10.0) * 10 ** (len(str(int(step))) - 1)
    return step * 4 if value > 1 else 1.0
