"""A plot in the theme's colours: two thin axes, a quiet grid, items that know roles instead of colours.

    plot = Plot("First token", x="clock", y="log")
    line = plot.line("accent"); line.set(times, values)
    plot.set_range((0, 240), (0.1, 100)); plot.wall(60_500, "wall: 60,500 tokens")

Values are given as they are; a logarithmic axis (`"log"`) takes their logarithms itself. Colours, fonts and pens are put again when
theme or language change. The scene is drawn once into a picture and shown from there, so that a moving clock (`set_clock`, `set_curtain`)
and the pointer's line cost next to nothing: right of the curtain the picture without its series is shown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.plots import items, ticks
from advisor.ui.plots.turns import TURNS
from advisor.ui.style import box as outline

Scale = Literal["plain", "whole", "clock", "log"]
Values = Any
_MOST_HEAD = 0.58       # of the values' height at most stays free above them
_TICKS = {"plain": ticks.plain, "whole": ticks.whole, "clock": ticks.clock, "log": ticks.logarithmic}


class Axis(pg.AxisItem):
    """Ticks by `ticks`, numbers in the small font, grid lines in the grid's own colour."""

    def __init__(self, side: str, scale: Scale) -> None:
        super().__init__(side)
        self.kind: Scale = scale
        self.most = ticks.MOST
        self.enableAutoSIPrefix(False)
        self.setStyle(tickLength=0, tickAlpha=255, autoExpandTextSpace=False, hideOverlappingLabels=False)
        self.setGrid(255)
        self._words: dict[float, str] = {}
        self._places: list[str] = []
        self._marked = 0

    def set_places(self, words: Sequence[str], marked: int | None) -> None:
        """The axis is a row of named places 0, 1, 2, … instead of a scale; where room is short, the `marked` one keeps its name."""
        if (list(words), marked or 0) != (self._places, self._marked):
            self._places, self._marked = list(words), marked or 0
            self.picture = None
            self.update()

    def _named(self, size: float) -> list[tuple[float, str]]:
        metrics = QFontMetricsF(theme.font("tick"))
        widest = max(metrics.horizontalAdvance(word) for word in self._places) + 14
        stride = max(1, -(-int(widest * len(self._places)) // max(1, int(size))))
        return [(float(i), word) for i, word in enumerate(self._places) if (i - self._marked) % stride == 0]

    def boundingRect(self) -> QRectF:
        """With room for the numbers at both ends, which pyqtgraph drops where there is a grid."""
        return super().boundingRect().adjusted(-30, -10, 30, 10)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N803 (pyqtgraph's names)
        room = QFontMetricsF(theme.font("tick"))
        each = room.height() * 1.5 if self.orientation in ("left", "right") else room.horizontalAdvance("0:00:00") * 1.7
        found = self._named(size) if self._places else _TICKS[self.kind](minVal, maxVal, max(1, min(self.most, int(size / each))))
        self._words = dict(found)
        return [(1.0, [place for place, _ in found])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str | None]:
        return [self._words.get(value, "") for value in values]

    def map(self, values: Values) -> Any:
        """Values as the view's coordinates; what has no logarithm becomes nan."""
        if self.kind != "log":
            return np.asarray(values, dtype=float)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log10(np.asarray(values, dtype=float))
        return np.where(np.isfinite(found), found, np.nan)

    def unmap(self, place: float) -> float:
        return 10.0 ** place if self.kind == "log" else place


class Plot(pg.PlotWidget):
    """`hovered(x)` with the value under the pointer, nan when it leaves; `clicked(x)` on a press of the left button."""

    hovered = Signal(float)
    clicked = Signal(float)

    def __init__(self, name: str = "", x: Scale = "plain", y: Scale = "plain", parent: QWidget | None = None) -> None:
        self.x_axis, self.y_axis = Axis("bottom", x), Axis("left", y)
        self._items: list[items.Item] = []
        self._full: QPixmap | None = None
        self._bare: QPixmap | None = None
        self._stale = self._bare_stale = False
        self._curtain: float | None = None
        self._clock: float | None = None
        self._pointer: float | None = None
        self.pen_ratio = 1.0
        self._asked = (0.0, 1.0, 0.0, 1.0), 0
        super().__init__(parent, axisItems={"bottom": self.x_axis, "left": self.y_axis}, enableMenu=False)
        self.setAccessibleName(name)
        self.x_unit, self.y_unit = "", ""
        self.numbers_below = True
        self._top = 6
        for axis in (self.x_axis, self.y_axis):
            axis.setZValue(-1000)
        box = self.getPlotItem()
        box.hideButtons()
        box.setMouseEnabled(False, False)
        box.disableAutoRange()
        box.setContentsMargins(0, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("own_ring", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 40)
        self.setFrameShape(self.Shape.NoFrame)
        self.restyle()

    # ------------------------------------------------------------------------------------------ what is on it

    def line(self, role: str, name: str = "", dash: tuple[float, float] | None = None, fill: bool = False) -> items.Line:
        """A 2 px line; `fill` tints the area below it."""
        return self._add(items.Line(self, role, name, dash, fill))

    def band(self, role: str, name: str = "") -> items.Band:
        """The area between low and high."""
        return self._add(items.Band(self, role, name))

    def points(self, role: str, symbol: str = "disc", name: str = "", size: float = 6) -> items.Points:
        """`symbol` is disc, square, triangle or cross."""
        return self._add(items.Points(self, role, symbol, name, size))

    def level(self, kind: str, left: bool = False) -> items.Level:
        """A line right across, with its words: `wall` (2 px, text colour) or `promise` (dashed)."""
        return self._add(items.Level(self, kind, left))

    def moment(self) -> items.Moment:
        """A line from bottom to top at a place worth marking."""
        return self._add(items.Moment(self))

    def zone(self) -> items.Zone:
        """A tinted stretch of x beyond a wall, with words at its bottom."""
        return self._add(items.Zone(self))

    def ring(self) -> items.Ring:
        """A ring on a curve, such as its knee."""
        return self._add(items.Ring(self))

    def words(self, role: str = "text2") -> items.Words:
        """A direct label at a place."""
        return self._add(items.Words(self, role))

    def _add(self, item: Any) -> Any:
        self._items.append(item)
        item.restyle()
        return item

    def set_range(self, x: tuple[float, float], y: tuple[float, float], head: int = 0) -> None:
        """From and to on both axes, in values; `head` pixels stay free over the highest, for words on a line there."""
        low, high = (float(v) for v in self.x_axis.map(x))
        below, above = (float(v) for v in self.y_axis.map(y))
        self._asked = (low, high if high > low else low + 1, below, above if above > below else below + 1), head
        self._apply_range()

    def _apply_range(self) -> None:
        (low, high, below, above), head = self._asked
        room = self.height() - self._top - self.x_axis.height()
        above += (above - below) * min(_MOST_HEAD, head / max(1.0, room - head)) if head else 0.0
        wanted = (low, high, below, above)
        if wanted != self.__dict__.get("_range"):
            self._range = wanted
            self.getPlotItem().setRange(xRange=wanted[:2], yRange=wanted[2:], padding=0)
            for item in self._items:
                item.placed()
            self.invalidate()

    @property
    def range_(self) -> tuple[float, float, float, float]:
        """x from, x to, y from, y to in the view's coordinates (logarithms on logarithmic axes)."""
        return self.__dict__.get("_range", (0.0, 1.0, 0.0, 1.0))

    def show_numbers_below(self, shown: bool) -> None:
        """Whether the x axis has its numbers (of plots in a column only the last one needs them)."""
        if shown == self.numbers_below:
            return
        self.numbers_below = shown
        self.x_axis.setStyle(showValues=shown)
        self.restyle()

    def set_places(self, words: Sequence[str], marked: int | None = None) -> None:
        """The x axis names the places 0, 1, 2, …: for values that are no scale."""
        self.x_axis.set_places(words, marked)
        self.invalidate()

    def set_units(self, x: str = "", y: str = "", top: int | None = None) -> None:
        """`y` stands over its axis, `x` under its end. `top` is the room above the plot in pixels."""
        wanted = (x, y, top if top is not None else (20 if y else 6))
        if wanted != (self.x_unit, self.y_unit, self._top):
            self.x_unit, self.y_unit, self._top = wanted
            self.restyle()

    def describe(self, sentence: str) -> None:
        """What the plot shows, in one sentence, for those who do not see it."""
        self.setAccessibleDescription(sentence)

    def rows(self) -> list[tuple[str, float, float]]:
        """(series, x, y) of all lines and points, in values: what Ctrl+C and the CSV hold."""
        return [row for item in self._items for row in item.rows()]

    # ------------------------------------------------------------------------------------------ looks

    def restyle(self) -> None:
        """Pens, brushes and fonts of the theme in force."""
        here, tick = theme.current(), theme.font("tick")
        self.setBackground(here.panel)
        metrics = QFontMetricsF(tick)
        for axis in (self.x_axis, self.y_axis):
            axis.setPen(pg.mkPen(here.border))
            axis.setTickPen(pg.mkPen(here.grid))
            axis.setTextPen(pg.mkPen(here.text2))
            axis.setStyle(tickFont=tick, tickTextOffset=5)
        self.y_axis.setWidth(round(metrics.horizontalAdvance("10,000") + 8))
        self.x_axis.setHeight(round(metrics.height() * (2.1 if self.x_unit else 1.0) + 6) if self.numbers_below else 8)
        self.getPlotItem().layout.setContentsMargins(0, self._top, 16, 0)
        for item in self._items:
            item.restyle()
        self._full = self._bare = None      # nothing of the old colours is shown any more
        self.invalidate()

    def draw_for(self, ratio: float) -> None:
        """Pens as wide as a target of so many device pixels a logical one needs them (pyqtgraph's are in device pixels)."""
        if ratio != self.pen_ratio:
            self.pen_ratio = ratio
            self.restyle()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.LanguageChange, QEvent.Type.FontChange) and hasattr(self, "_top") \
                and not self.closed:
            self.restyle()

    # ------------------------------------------------------------------------------------------ drawing

    def invalidate(self, series_only: bool = False) -> None:
        """Something on the plot has changed: it is drawn anew with the next frame."""
        self._stale = True
        if not series_only:
            self._bare_stale = True
        self.viewport().update()

    def grab(self, *area: Any) -> QPixmap:
        """A picture of the plot as it is now, whether its turn has come or not."""
        self._freshen(now=True)
        return super().grab(*area)

    def _freshen(self, now: bool = False) -> None:
        """The pictures as they are to be shown; those of before for a turn more where others have taken all of this one."""
        bare = self._curtain is not None
        there = (self._full, self._bare) if bare else (self._full,)
        ratio = self.devicePixelRatioF()
        usable = all(p is not None and p.deviceIndependentSize().toSize() == self.size() and p.devicePixelRatio() == ratio for p in there)
        if usable and not self._stale and not (bare and self._bare_stale):
            return
        if usable and not now and TURNS.full():
            TURNS.wait(self.viewport())
            return
        began = time.perf_counter()
        if self._stale or not usable:
            self._full, self._stale = self._drawn(), False
        if bare and (self._bare_stale or not usable):
            self._bare, self._bare_stale = self._without_series(), False
        TURNS.spend(time.perf_counter() - began)

    def set_clock(self, value: float | None, curtain: bool = True) -> None:
        """Where the clock's line stands; with `curtain`, what lies after it is not shown yet."""
        before, hidden = self._clock, self._curtain
        self._clock, self._curtain = value, value if curtain else None
        if before is None or value is None or (hidden is None) != (self._curtain is None):
            self.viewport().update()
        elif before != value:
            a, b = sorted((self._pixel(before), self._pixel(value)))
            self.viewport().update(QRect(int(a) - 2, 0, int(b - a) + 5, self.height()))

    def set_pointer(self, value: float | None) -> None:
        """A thin line at the pointer's place, here or in a plot beside it; None takes it away."""
        for place in (self._pointer, value):
            if place is not None and place == place:
                self.viewport().update(QRect(int(self._pixel(place)) - 2, 0, 5, self.height()))
        self._pointer = value

    def _pixel(self, value: float) -> float:
        low, high, _, _ = self.range_
        rect = self.getPlotItem().getViewBox().sceneBoundingRect()
        share = (float(self.x_axis.map(value)) - low) / (high - low)
        return float(rect.left() + min(max(share, -1.0), 2.0) * rect.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        self._freshen()
        assert self._full is not None
        painter = QPainter(self.viewport())
        box = self.getPlotItem().getViewBox().sceneBoundingRect()
        if self._curtain is None:
            painter.drawPixmap(0, 0, self._full)
        else:
            assert self._bare is not None
            edge = self._pixel(self._curtain)
            painter.drawPixmap(0, 0, self._bare)
            painter.setClipRect(QRectF(0, 0, edge, self.height()), Qt.ClipOperation.IntersectClip)
            painter.drawPixmap(0, 0, self._full)
            painter.setClipping(False)
        for value, role in ((self._pointer, "border"), (self._clock, "accent")):
            if value is not None and value == value and box.left() - 1 <= self._pixel(value) <= box.right() + 1:
                painter.fillRect(QRectF(round(self._pixel(value)), box.top(), 1, box.height()), theme.colour(role))
        if self.hasFocus() and self.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            outline(painter, QRectF(self.viewport().rect()), None, theme.colour("accent"), theme.RADIUS_CONTROL, 2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        self.draw_for(ratio)
        made = QPixmap(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
        made.setDevicePixelRatio(ratio)
        painter = QPainter(made)
        self.picture(painter)
        painter.end()
        return made

    def _without_series(self) -> QPixmap:
        shown = [item for item in self._items if item.hidden_by_curtain]
        for item in shown:
            item.set_visible(False)
        try:
            return self._drawn()
        finally:
            for item in shown:
                item.set_visible(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_top"):
            if self._asked[1]:
                self._apply_range()
            self.invalidate()

    def _paint_units(self, painter: QPainter) -> None:
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.colour("text2"))
        metrics = QFontMetricsF(theme.font("tick"))
        if self.y_unit:
            painter.drawText(QPointF(2, metrics.ascent() + 1), self.y_unit)
        if self.x_unit:
            left = self.y_axis.width()
            rect = QRectF(left, self.height() - metrics.height() - 1, self.width() - left - 16, metrics.height())
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter), self.x_unit)

    def picture(self, painter: QPainter) -> None:
        """Draws the whole plot onto a painter, from (0, 0) to the widget's size (screen, PNG, SVG)."""
        area = QRectF(0, 0, self.width(), self.height())
        painter.fillRect(area, theme.colour("panel"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.scene().prepareForPaint()
        self.scene().render(painter, area, area)
        self._paint_units(painter)

    # ------------------------------------------------------------------------------------------ events

    def value_at(self, x: float) -> float:
        """The x value under a pixel of the widget, nan outside the plot."""
        box = self.getPlotItem().getViewBox()
        rect = box.sceneBoundingRect()
        if not rect.left() <= x <= rect.right():
            return float("nan")
        return float(self.x_axis.unmap(box.mapSceneToView(QPointF(x, rect.center().y())).x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.value_at(event.position().x()))
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._click(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._click(event)

    def _click(self, event: QMouseEvent) -> None:
        found = self.value_at(event.position().x())
        if found == found:
            self.clicked.emit(found)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()      # the page scrolls

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(float("nan"))
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            from advisor.ui.plots.export import tsv
            from advisor.ui.widgets.copy_button import to_clipboard
            to_clipboard(tsv(self))
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(300, 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 40)
