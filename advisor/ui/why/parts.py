"""Pieces of the drawer: the formula on its sunken ground, a bar of errors, a grid whose rows are used again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.style import box
from advisor.ui.why.accuracy import Accuracy, percent
from advisor.ui.widgets.label import Label


class Formula(Label):
    """Text in the fixed-width font on the sunken ground; wraps, can be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "mono", wraps=True, parent=parent)
        self.setContentsMargins(10, 8, 10, 8)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        box(painter, self.rect(), QColor(here.sunken), QColor(here.line))
        painter.end()
        super().paintEvent(event)


class ErrorBar(QWidget):
    """Predicted over measured: the share within which half of the errors lie and that of nine in ten, around 100 %."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Accuracy | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_accuracy(self, found: Accuracy | None) -> None:
        self._found = found
        self.setVisible(found is not None and found.most >= 0.01)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 46)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 46)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._found is None:
            return
        painter, here = QPainter(self), theme.current()
        low, high = 1 / (1 + self._found.most), 1 + self._found.most
        left, right = min(0.6, low - 0.1), max(1.4, high + 0.1)
        scale = self.width() / (right - left)

        def x(value: float) -> float:
            return (value - left) * scale

        wide, narrow = QColor(here.accent), QColor(here.accent)
        wide.setAlphaF(0.18)
        narrow.setAlphaF(0.45)
        painter.fillRect(QRectF(x(low), 4, x(high) - x(low), 22), wide)
        half = self._found.half
        painter.fillRect(QRectF(x(1 / (1 + half)), 4, x(1 + half) - x(1 / (1 + half)), 22), narrow)
        painter.fillRect(QRectF(x(1) - 1, 2, 2, 26), QColor(here.text))
        painter.fillRect(QRectF(0, 28, self.width(), 1), QColor(here.border))
        painter.setFont(theme.font("tick"))
        painter.setPen(QColor(here.text2))
        for value in (low, 1.0, high):
            if value == 1.0 or abs(x(value) - x(1)) > 44:
                place = QRectF(min(max(x(value) - 30, 0), self.width() - 60), 30, 60, 16)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, percent(value))


class Rows(QWidget):
    """Rows of labels in columns; rows once made are used again, so that a live drawer does not blink."""

    def __init__(self, styles: Sequence[tuple[str, str, bool]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._styles = styles
        self._rows: list[list[Label]] = []
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(10)
        self.grid.setVerticalSpacing(7)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A hairline between any two rows."""
        painter, line = QPainter(self), theme.colour("line")
        for labels in self._rows[1:]:
            if labels[0].isVisible():
                painter.fillRect(0, labels[0].y() - self.grid.verticalSpacing() // 2 - 1, self.width(), 1, line)

    def set_rows(self, rows: Sequence[Sequence[str]]) -> None:
        while len(self._rows) < len(rows):
            made = []
            for column, (style, role, right) in enumerate(self._styles):
                label = Label("", style, role, wraps=not right)
                side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
                label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                self.grid.addWidget(label, len(self._rows), column)
                made.append(label)
            self._rows.append(made)
        for index, labels in enumerate(self._rows):
            shown = index < len(rows)
            for column, label in enumerate(labels):
                if shown and label.text() != rows[index][column]:
                    label.setText(rows[index][column])
                label.setVisible(shown)
        self.setVisible(bool(rows))
