"""The wizard's steps: number, name, what was answered; every one can be gone to at any time."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QButtonGroup, QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.language import is_cjk, listed, tr
from advisor.ui.numbers import unbroken
from advisor.ui.style import box

_HAN = "[\u4e00-\u9fff]"
_WITHIN, _BESIDE = re.compile(f"(?<={_HAN})(?={_HAN})"), re.compile(f"(?<={_HAN}) (?=\\d)")
_COUNTED = re.compile(r"(?<=\d) (?=at once)|(?<=\d at) (?=once)|(?P<word>, [a-z]+) (?=\d)")     # "8 at once", "…, answer 256"


class StepButton(QAbstractButton):
    """A disc with the number, the title, and the answers so far in lines below it (left out when `chip`)."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number, self._title, self._lines = number, "", [""]
        self.chip = False
        self.changeable = True
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_texts(self, title: str, lines: list[str]) -> None:
        if (title, lines) != (self._title, self._lines):
            self._title, self._lines = title, lines
            self.setAccessibleName(tr("Step {n}, {title}", n=self._number, title=title))
            self.setAccessibleDescription(listed(lines))
            self.updateGeometry()
            self.update()

    def broken(self, line: str) -> str:
        """The line as it may break: at spaces, and in Chinese after a stop, not within a word or between a number and what it counts."""
        whole = unbroken(line)
        if is_cjk():
            return _WITHIN.sub("\u2060", _BESIDE.sub("\u00a0", whole))
        return _COUNTED.sub(lambda at: f"{at['word'] or ''}\u00a0", whole)

    def _heights(self, width: int) -> list[int]:
        metrics = QFontMetrics(theme.font("body"))
        return [metrics.boundingRect(0, 0, max(60, width - 57), 500, int(Qt.TextFlag.TextWordWrap), self.broken(line)).height() + 1
                for line in self._lines]

    def heightForWidth(self, width: int) -> int:
        return 40 if self.chip else 38 + sum(self._heights(width)) + 12

    def sizeHint(self) -> QSize:
        if self.chip:
            return QSize(QFontMetrics(theme.font("title")).horizontalAdvance(self._title) + 60, 40)
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(110, 40) if self.chip else QSize(180, self.heightForWidth(max(180, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()       # the lines break elsewhere

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        if self.isChecked() or self.underMouse():
            box(painter, self.rect(), QColor(here.panel if self.isChecked() else here.hover),
                QColor(here.line) if self.isChecked() else None, theme.RADIUS_PANEL)
        if self.isChecked():
            painter.fillRect(0, 10, 3, self.height() - 20, QColor(here.accent))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(24, 20)
        painter.setBrush(QColor(here.accent) if self.isChecked() else Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(here.accent if self.isChecked() else here.border))
        painter.drawEllipse(centre, 9.5, 9.5)
        painter.setFont(theme.font("small"))
        painter.setPen(QColor(here.on_accent if self.isChecked() else here.text))
        painter.drawText(QRectF(14, 10, 20, 20), Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.setFont(theme.font("title"))
        painter.setPen(QColor(here.text))
        painter.drawText(QRectF(43, 9, self.width() - 50, 22), Qt.AlignmentFlag.AlignVCenter, self._title)
        if self.chip:
            return
        if not self.isChecked() and self.changeable:
            painter.setFont(theme.font("body"))
            painter.setPen(QColor(here.accent))
            painter.drawText(QRectF(43, 9, self.width() - 57, 22),
                             Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, tr("Change"))
        painter.setFont(theme.font("body"))
        painter.setPen(QColor(here.text2))
        y = 38
        for line, height in zip(self._lines, self._heights(self.width()), strict=True):
            painter.drawText(QRectF(43, y, self.width() - 57, height), int(Qt.TextFlag.TextWordWrap), self.broken(line))
            y += height


class Steps(QWidget):
    """`picked(index)`; stands as a column, or as a row of chips."""

    picked = Signal(int)

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.setSpacing(8)
        self._group = QButtonGroup(self)
        self.buttons = [StepButton(n + 1) for n in range(count)]
        for index, button in enumerate(self.buttons):
            self._group.addButton(button)
            button.clicked.connect(lambda _=False, i=index: self.picked.emit(i))
            self._layout.addWidget(button)
        self._layout.addStretch(1)

    def set_chips(self, chips: bool) -> None:
        self._layout.setDirection(QBoxLayout.Direction.LeftToRight if chips else QBoxLayout.Direction.TopToBottom)
        for button in self.buttons:
            button.chip = chips
            button.updateGeometry()

    def show_current(self, index: int) -> None:
        self.buttons[index].setChecked(True)
