"""One of several answers, as tiles or radio buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.language import Spoken
from advisor.ui.style import box


class Tile(QAbstractButton):
    """A title and a hint in a box that can be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._hint = "", ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_texts(self, title: str, hint: str) -> None:
        self._title, self._hint = title, hint
        self.setAccessibleName(title)
        self.setAccessibleDescription(hint)
        self.updateGeometry()
        self.update()

    def _room(self, width: int) -> int:
        return max(80, width - 24)

    def heightForWidth(self, width: int) -> int:
        flags = int(Qt.TextFlag.TextWordWrap)
        title = QFontMetrics(theme.font("strong")).boundingRect(0, 0, self._room(width), 400, flags, self._title).height()
        hint = QFontMetrics(theme.font("small")).boundingRect(0, 0, self._room(width), 400, flags, self._hint).height()
        return 10 + title + 3 + hint + 10

    def sizeHint(self) -> QSize:
        return QSize(170, self.heightForWidth(max(150, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(130, self.heightForWidth(max(150, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        chosen = self.isChecked()
        fill = here.select if chosen else here.hover if self.underMouse() else here.panel
        box(painter, self.rect(), QColor(fill), QColor(here.accent if chosen else here.border), theme.RADIUS_CONTROL, 2 if chosen else 1)
        flags = int(Qt.TextFlag.TextWordWrap)
        room = QRectF(12, 10, self.width() - 24, self.height() - 16)
        painter.setFont(theme.font("strong"))
        painter.setPen(QColor(here.text))
        height = painter.boundingRect(room, flags, self._title).height()
        painter.drawText(room, flags, self._title)
        painter.setFont(theme.font("small"))
        painter.setPen(QColor(here.text2))
        painter.drawText(room.adjusted(0, height + 3, 0, 0), flags, self._hint)


class Tiles(Spoken, QWidget):
    """Tiles in a grid, moved through by arrows; `picked(key)`."""

    picked = Signal(str)

    def __init__(self, texts: Callable[[], Mapping[str, str]], hints: Callable[[], Mapping[str, str]],
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._group = QButtonGroup(self)
        self.tiles = {key: Tile() for key in texts()}
        for key, tile in self.tiles.items():
            self._group.addButton(tile)
            tile.clicked.connect(lambda _=False, k=key: self.picked.emit(k))
        self._texts, self._hints = texts, hints
        self._columns = 0
        self.words(self.speak)
        self.set_columns(4)

    def speak(self) -> None:
        hints = self._hints()
        for key, text in self._texts().items():
            self.tiles[key].set_texts(text, hints.get(key, ""))
        if self._columns:
            self._level()

    def set_columns(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            for index, tile in enumerate(self.tiles.values()):
                self._grid.addWidget(tile, index // columns, index % columns)
            for column in range(8):
                self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def choose(self, key: str) -> None:
        if key in self.tiles:
            self.tiles[key].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_columns(4 if self.width() >= 640 else 3 if self.width() >= 470 else 2)
        self._level()

    def _level(self) -> None:
        """All tiles as high as the one with most to say."""
        width = (self.width() - 8 * (self._columns - 1)) // max(1, self._columns)
        height = max(tile.heightForWidth(width) for tile in self.tiles.values())
        for tile in self.tiles.values():
            tile.setFixedHeight(height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: self._columns, Qt.Key.Key_Up: -self._columns}.get(
            Qt.Key(event.key()), 0)
        keys = list(self.tiles)
        here = next((i for i, tile in enumerate(self.tiles.values()) if tile.hasFocus()), None)
        if step and here is not None:
            there = min(max(here + step, 0), len(keys) - 1)
            self.tiles[keys[there]].setFocus(Qt.FocusReason.TabFocusReason)
            self.tiles[keys[there]].click()
        else:
            super().keyPressEvent(event)


class Radios(Spoken, QWidget):
    """Radio buttons one below the other; `picked(key)`, None allowed as a key."""

    picked = Signal(object)

    def __init__(self, texts: Callable[[], Mapping[Any, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._group = QButtonGroup(self)
        self.buttons: dict[Any, QRadioButton] = {}
        for key in texts():
            button = QRadioButton()
            button.setMinimumHeight(theme.SMALL_BUTTON + 2)
            self.buttons[key] = button
            self._group.addButton(button)
            button.clicked.connect(lambda _=False, k=key: self.picked.emit(k))
            column.addWidget(button)
        column.addStretch(1)
        self._texts = texts
        self.words(self._speak)

    def _speak(self) -> None:
        for key, text in self._texts().items():
            self.buttons[key].setText(text)

    def choose(self, key: Any) -> None:
        if key in self.buttons:
            self.buttons[key].setChecked(True)
