"""The four views at the left edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui import icons, theme
from advisor.ui.language import Spoken, tr

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

VIEWS = ("wizard", "calculator", "simulator", "guide")


def view_word(view: str) -> str:
    return {"wizard": tr("Wizard"), "calculator": tr("Calculator"), "simulator": tr("Simulator"), "guide": tr("Guide")}[view]


class RailButton(Spoken, QAbstractButton):
    """Icon over its word; the current one has the accent mark at its left."""

    def __init__(self, view: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.compact = False
        self.setCheckable(True)
        self.setProperty("ring", {"h": -3, "v": 0})     # the rail ends with its buttons
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.words(self._name)

    def _name(self) -> None:
        self.setText(view_word(self.view))
        self.setAccessibleName(view_word(self.view))
        number = VIEWS.index(self.view) + 1
        self.setToolTip(f"{view_word(self.view)} (Ctrl+{number})")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(48, 44) if self.compact else QSize(76, 56)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ground = QRectF(self.rect()).adjusted(6, 0, -5, 0)
        if self.isChecked() or self.underMouse():
            painter.setBrush(QColor(here.select if self.isChecked() else here.hover))
            painter.drawRoundedRect(ground, 4, 4)
        if self.isChecked():
            painter.setBrush(QColor(here.accent))
            painter.drawRoundedRect(QRectF(0, 4, 3, self.height() - 8), 1.5, 1.5)
        ink = QColor(here.text if self.isChecked() else here.text2)
        if self.compact:
            icons.paint(painter, QRectF(0, self.height() / 2 - 10, self.width(), 20), self.view, ink)
            return
        icons.paint(painter, QRectF(0, 8, self.width(), 20), self.view, ink)
        painter.setFont(theme.font("small"))
        painter.setPen(ink)
        painter.drawText(QRectF(0, 31, self.width(), 20), Qt.AlignmentFlag.AlignCenter, self.text())


class Rail(QWidget):
    """`picked(view)` on click; 76 wide, 48 when compact."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 1, 8)
        column.setSpacing(4)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, RailButton] = {}
        for view in VIEWS:
            button = RailButton(view)
            self._group.addButton(button)
            self.buttons[view] = button
            button.clicked.connect(lambda _=False, v=view: self.picked.emit(v))
            column.addWidget(button)
        column.addStretch(1)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self.setFixedWidth(48 if compact else 76)
        for button in self.buttons.values():
            button.compact = compact
            button.updateGeometry()

    def show_current(self, view: str) -> None:
        self.buttons[view].setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.width() - 1, 0, 1, self.height(), theme.colour("line"))
