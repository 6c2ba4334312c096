"""The pieces of a run's card: a plot under its title, a figure under its label, the keys of the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.language import labelled
from advisor.ui.simulator.transport import Reading
from advisor.ui.style import box
from advisor.ui.widgets.label import Label

if TYPE_CHECKING:
    from advisor.ui.plots.plot import Plot, Scale

DASH = (6.0, 3.0)


def colour(role: str) -> QColor:
    """The colour of a series: a role of the theme, a memory part that lends its own, or a verdict's."""
    here = theme.current()
    if role in theme.PARTS:
        return QColor(here.part(role))
    return QColor(here.verdict(role)) if role in theme.VERDICTS else theme.colour(role)


class Track(QWidget):
    """A plot under its title; the reading at the clock or the pointer stands at the right end.

    The plot is made by `make()`, which loads pyqtgraph: not before the view has been painted for the first time.
    """

    def __init__(self, name: str, x: Scale = "clock", y: Scale = "plain", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.value = Label("", "small", "text2"), Reading("strong")
        self.legend = QHBoxLayout()
        self.legend.setSpacing(10)
        self._name, self._x, self._y = name, x, y
        self._plot: Plot | None = None
        head = QHBoxLayout()
        head.setSpacing(8)
        head.setContentsMargins(0, 0, 16, 0)
        head.addWidget(self.title)
        head.addLayout(self.legend)
        head.addWidget(self.value, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(head)

    @property
    def made(self) -> bool:
        return self._plot is not None

    def make(self) -> Plot:
        if self._plot is None:
            from advisor.ui.plots.plot import Plot
            self._plot = Plot(self._name, x=self._x, y=self._y, parent=self)
            self._plot.setMinimumHeight(44)
            self._plot.y_axis.most = 4 if self._y == "log" else 5
            self._column.addWidget(self._plot, 1)
        return self._plot

    @property
    def plot(self) -> Plot:
        return self.make()


class Key(QWidget):
    """A short piece of a line beside its word."""

    def __init__(self, dashed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role, self._dashed = "accent", dashed
        self.setFixedSize(22, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pen = QPen(colour(self.role), 2)
        if self._dashed:
            pen.setDashPattern([d / 2 for d in DASH])
        painter.setPen(pen)
        painter.drawLine(0, 6, 22, 6)


class Swatch(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role = "accent"
        self.setFixedSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        box(QPainter(self), QRectF(self.rect()), colour(self.role), None, 2)


class Stat(QWidget):
    """A label over a value with its unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self._value, self._unit = Label("", "small", "text2"), "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.label)
        column.addSpacing(round(self._height()))

    @staticmethod
    def _height() -> float:
        return QFontMetricsF(theme.font("card figure")).height() + 2

    def put(self, label: str, value: str, unit: str = "") -> None:
        self.label.setText(label)
        self._value, self._unit = value, unit
        self.setAccessibleName(labelled(label, f"{value} {unit}".strip()))
        self.setToolTip(self.accessibleName())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(84, self.label.sizeHint().height() + round(self._height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, big = QPainter(self), theme.font("card figure")
        painter.setFont(big)
        painter.setPen(theme.colour("text"))
        base = self.height() - QFontMetricsF(big).descent() - 1
        painter.drawText(0, round(base), self._value)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(round(QFontMetricsF(big).horizontalAdvance(self._value)) + 5, round(base), self._unit)
