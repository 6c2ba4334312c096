"""What can stand on a plot. Each item keeps its values, knows roles instead of colours and draws again on `restyle()`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter

from advisor.ui import theme

if TYPE_CHECKING:
    from advisor.ui.plots.plot import Plot

SYMBOLS = {"disc": "o", "square": "s", "triangle": "t1", "cross": "x"}
BAND_ALPHA, ZONE_ALPHA = 0.22, 0.09
_PARTS = {"kv", "compute", "state", "weights", "graphs", "runtime"}


def colour(role: str, alpha: float = 1.0) -> QColor:
    """A role of the theme, a memory part's colour, or `does_not_fit`, `fits`, `tight` of the verdicts."""
    here = theme.current()
    if role in _PARTS:
        found = QColor(here.part(role))
    elif role in theme.VERDICTS:
        found = QColor(here.verdict(role))
    else:
        found = theme.colour(role)
    found.setAlphaF(alpha)
    return found


def pen(role: str, width: float, ratio: float, dash: tuple[float, float] | None = None) -> Any:
    """A pen of `width` logical pixels on a target of `ratio` device pixels each; `dash` in logical pixels."""
    return _pen(colour(role).rgba(), width, ratio, dash)


@lru_cache(maxsize=256)
def _pen(rgba: int, width: float, ratio: float, dash: tuple[float, float] | None) -> Any:
    """The same object for the same pen: pyqtgraph keeps a picture of a point for every pen and brush that it was ever given."""
    made = pg.mkPen(QColor.fromRgba(rgba), width=width * ratio)
    if dash:
        made.setStyle(Qt.PenStyle.CustomDashLine)
        made.setDashPattern([d / width for d in dash])
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


def brush(role: str) -> QBrush:
    """A full colour to fill points with."""
    return _brush(colour(role).rgba())


@lru_cache(maxsize=64)
def _brush(rgba: int) -> QBrush:
    return QBrush(QColor.fromRgba(rgba))


class Item:
    """The common part: whose plot, and nothing to tell."""

    hidden_by_curtain = False

    def __init__(self, plot: Plot) -> None:
        self.plot = plot

    def restyle(self) -> None:
        """Puts the theme's pens, brushes and fonts."""

    def placed(self) -> None:
        """The plot's range has changed."""

    def set_visible(self, visible: bool) -> None:
        """For series only: hidden while the picture behind the curtain is drawn."""

    def rows(self) -> list[tuple[str, float, float]]:
        return []

    def _put(self, thing: Any, above: float = 0.0) -> Any:
        thing.setZValue(above)
        self.plot.getPlotItem().addItem(thing, ignoreBounds=True)
        return thing


class _Series(Item):
    """Values by x; a curtain hides those after the clock."""

    hidden_by_curtain = True

    def __init__(self, plot: Plot, role: str, name: str) -> None:
        super().__init__(plot)
        self.role, self.name = role, name
        self.x: Any = np.empty(0)
        self.y: Any = np.empty(0)
        self._shape: Any = None

    def set(self, x: Any, y: Any) -> None:
        """New values; nan leaves a gap."""
        self.x, self.y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
        self._draw(self.plot.x_axis.map(self.x), self.plot.y_axis.map(self.y))
        self.plot.invalidate(series_only=True)

    def set_visible(self, visible: bool) -> None:
        self._shape.setVisible(visible)

    def _draw(self, x: Any, y: Any) -> None:
        raise NotImplementedError

    def rows(self) -> list[tuple[str, float, float]]:
        return [(self.name, float(a), float(b)) for a, b in zip(self.x, self.y, strict=True)]


class Line(_Series):
    def __init__(self, plot: Plot, role: str, name: str, dash: tuple[float, float] | None, fill: bool) -> None:
        super().__init__(plot, role, name)
        self._dash, self._fill = dash, fill
        self._shape = self._put(pg.PlotCurveItem(connect="finite", antialias=True), 10)

    def set_role(self, role: str, dash: tuple[float, float] | None = None) -> None:
        if (role, dash) != (self.role, self._dash):
            self.role, self._dash = role, dash
            self.restyle()
            self.plot.invalidate(series_only=True)

    def restyle(self) -> None:
        self._shape.setPen(pen(self.role, 2, self.plot.pen_ratio, self._dash))
        if self._fill:
            self._shape.setFillLevel(self.plot.range_[2])
            self._shape.setBrush(colour(self.role, BAND_ALPHA))

    def placed(self) -> None:
        if self._fill:
            self._shape.setFillLevel(self.plot.range_[2])

    def _draw(self, x: Any, y: Any) -> None:
        self._shape.setData(x, y)


class Band(Item):
    def __init__(self, plot: Plot, role: str, name: str) -> None:
        super().__init__(plot)
        self.role, self.name = role, name
        self._low, self._high = pg.PlotCurveItem(), pg.PlotCurveItem()
        self._fill = self._put(pg.FillBetweenItem(self._low, self._high), 2)
        self._values: tuple[Any, Any, Any] = ((), (), ())

    def set(self, x: Any, low: Any, high: Any) -> None:
        x, low, high = (np.asarray(v, dtype=float) for v in (x, low, high))
        self._values = x, low, high
        along, a, b = self.plot.x_axis.map(x), self.plot.y_axis.map(low), self.plot.y_axis.map(high)
        good = np.isfinite(a) & np.isfinite(b)
        self._low.setData(along[good], a[good])
        self._high.setData(along[good], b[good])
        self.plot.invalidate()

    def restyle(self) -> None:
        self._fill.setBrush(colour(self.role, BAND_ALPHA))

    def rows(self) -> list[tuple[str, float, float]]:
        x, low, high = self._values
        return [(f"{self.name} {word}", float(a), float(b)) for word, values in (("low", low), ("high", high))
                for a, b in zip(x, values, strict=True)]


class Points(_Series):
    def __init__(self, plot: Plot, role: str, symbol: str, name: str, size: float) -> None:
        super().__init__(plot, role, name)
        self._shape = self._put(pg.ScatterPlotItem(size=size, symbol=SYMBOLS[symbol], pxMode=True), 11)
        self._shape.setPen(None)

    def set_role(self, role: str) -> None:
        if role != self.role:
            self.role = role
            self.restyle()
            self.plot.invalidate(series_only=True)

    def restyle(self) -> None:
        self._shape.setBrush(brush(self.role))

    def _draw(self, x: Any, y: Any) -> None:
        good = np.isfinite(x) & np.isfinite(y)
        self._shape.setData(x[good], y[good])


_RIM = [QPointF(x, y) for x, y in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1.4, -1.4), (1.4, -1.4), (-1.4, 1.4), (1.4, 1.4))]


class _HaloText(pg.TextItem):
    """Text with a rim in the panel's colour around its letters: read over whatever lies below, without hiding it.

    The rim is the text itself, shifted all around: that costs a third of a millisecond, an outline of its letters three.
    """

    def __init__(self) -> None:
        super().__init__("", anchor=(0, 1))

    def paint(self, painter: QPainter, *args: Any) -> None:
        super().paint(painter, *args)       # brings the transform up to date
        words, font, margin = self.textItem.toPlainText(), self.textItem.font(), self.textItem.document().documentMargin()
        start = self.textItem.pos() + QPointF(margin, margin + QFontMetricsF(font).ascent())
        painter.setFont(font)
        painter.setPen(colour("panel"))
        for shift in _RIM:
            painter.drawText(start + shift, words)


class Words(Item):
    """Text at a place in values; `anchor` (0..1, 0..1) is the point of the text that stands there."""

    def __init__(self, plot: Plot, role: str) -> None:
        super().__init__(plot)
        self.role = role
        self.text = ""
        self._values: tuple[str, float, float, tuple[float, float]] = ("", 0.0, 0.0, (0.0, 1.0))
        self._item = self._put(_HaloText(), 20)
        self._item.hide()

    def set(self, text: str, x: float = 0.0, y: float = 0.0, anchor: tuple[float, float] = (0.0, 1.0)) -> None:
        if (text, x, y, anchor) == self._values:
            return
        self.text, self._values = text, (text, x, y, anchor)
        self._item.setVisible(bool(text))
        if text:
            self._item.setAnchor(anchor)
            self._item.setText(text)
            self._item.setColor(colour(self.role))
            self._item.setPos(float(self.plot.x_axis.map(x)), float(self.plot.y_axis.map(y)))
        self.plot.invalidate()

    def set_role(self, role: str) -> None:
        self.role = role
        self.restyle()

    def restyle(self) -> None:
        self._item.setFont(theme.font("tick"))
        self._item.setColor(colour(self.role))


class Level(Item):
    """A value right across the plot, None hides it. Its words stand at the right end, or at the left (`left`)."""

    def __init__(self, plot: Plot, kind: str, left: bool = False) -> None:
        super().__init__(plot)
        self.kind, self._left = kind, left
        self.value: float | None = None
        self._text = ""
        self._line = self._put(pg.InfiniteLine(angle=0), 5)
        self._line.hide()
        self._words = Words(plot, "text2")

    def set(self, value: float | None, text: str = "", left: bool | None = None) -> None:
        """`left` puts the words at the other end than they stood at."""
        side = self._left if left is None else left
        if (value, text, side) == (self.value, self._text, self._left):
            return
        self._left = side
        self.value, self._text = value, text
        self._line.setVisible(value is not None)
        if value is None:
            self._words.set("")
        else:
            self._line.setValue(float(self.plot.y_axis.map(value)))
            self.placed()
        self.plot.invalidate()

    def placed(self) -> None:
        if self.value is not None:
            end = self.plot.x_axis.unmap(self.plot.range_[0 if self._left else 1])
            self._words.set(self._text, end, self.value, (0.0 if self._left else 1.0, 1.1))     # clear of the line

    def restyle(self) -> None:
        self._line.setPen(pen("text", 2, self.plot.pen_ratio) if self.kind == "wall" \
            else pen("state", 1.5, self.plot.pen_ratio, (6, 4)))
        self._words.restyle()


class Moment(Item):
    """A place on the x axis, None hides it."""

    def __init__(self, plot: Plot) -> None:
        super().__init__(plot)
        self._line = self._put(pg.InfiniteLine(angle=90), 6)
        self._line.hide()

    def set(self, value: float | None) -> None:
        self._line.setVisible(value is not None)
        if value is not None:
            self._line.setValue(float(self.plot.x_axis.map(value)))
        self.plot.invalidate()

    def restyle(self) -> None:
        self._line.setPen(pen("text", 1.5, self.plot.pen_ratio))


class Zone(Item):
    """From one x to another, None hides it; its words stand at the bottom of its right end."""

    def __init__(self, plot: Plot) -> None:
        super().__init__(plot)
        self._area = self._put(pg.LinearRegionItem(movable=False), 1)
        for line in self._area.lines:
            line.hide()
        self._area.hide()
        self._words = Words(plot, "text2")
        self._values: tuple[float, float, str] | None = None

    def set(self, low: float | None, high: float = 0.0, text: str = "") -> None:
        self._values = None if low is None else (low, high, text)
        self._area.setVisible(low is not None)
        if low is None:
            self._words.set("")
            return
        self._area.setRegion((float(self.plot.x_axis.map(low)), float(self.plot.x_axis.map(high))))
        self.placed()

    def placed(self) -> None:
        if self._values is not None:
            _, high, text = self._values
            self._words.set(text, high, self.plot.y_axis.unmap(self.plot.range_[2]), (1.0, 1.0))

    def restyle(self) -> None:
        self._area.setBrush(colour("over", ZONE_ALPHA))
        self._words.restyle()


class Ring(Item):
    """A ring of 5 px radius at a point, None hides it."""

    def __init__(self, plot: Plot) -> None:
        super().__init__(plot)
        self._dot = self._put(pg.ScatterPlotItem(size=10, symbol="o", pxMode=True), 21)

    def set(self, x: float | None, y: float = 0.0) -> None:
        if x is None:
            self._dot.setData([], [])
        else:
            self._dot.setData([float(self.plot.x_axis.map(x))], [float(self.plot.y_axis.map(y))])
        self.plot.invalidate()

    def restyle(self) -> None:
        self._dot.setPen(pen("text", 2, self.plot.pen_ratio))
        self._dot.setBrush(brush("panel"))
