"""Tabs in document style: words on a line, the current one underlined."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from advisor.ui import theme

_PADDING = 16       # what the style adds to a word, and a pixel for fonts whose words are wider than they say


class Tabs(QWidget):
    """`picked(key)`; tabs are (key, word) pairs, replaced only when they differ. `short`: shorter words for narrow places."""

    picked = Signal(str)

    def __init__(self, name: str = "", short: dict[str, str] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._short = short or {}
        self.bar = QTabBar()
        self.bar.setDrawBase(False)
        self.bar.setDocumentMode(True)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 1)
        column.addWidget(self.bar)
        self._keys: list[str] = []
        self._words: list[str] = []
        self.bar.currentChanged.connect(self._changed)

    def set_tabs(self, tabs: list[tuple[str, str]], current: str = "") -> None:
        keys = [key for key, _ in tabs]
        keep = current or self.current()
        self.bar.blockSignals(True)
        if keys != self._keys:
            while self.bar.count():
                self.bar.removeTab(0)
            for _ in keys:
                self.bar.addTab("")
            self._keys = keys
            if keep in keys:
                self.bar.setCurrentIndex(keys.index(keep))
        self._words = [word for _, word in tabs]
        self.bar.blockSignals(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Short words in the small style where the room is narrow, so that no tab hides behind an arrow."""
        body, small = theme.font("body"), theme.font("small")
        room = self.width() - len(self._words) * _PADDING
        narrow = sum(QFontMetrics(body).horizontalAdvance(w) for w in self._words) > room
        self.bar.setFont(small if narrow else body)
        tight = narrow and sum(QFontMetrics(small).horizontalAdvance(w) for w in self._words) > room
        for index, word in enumerate(self._words):
            self.bar.setTabText(index, self._short.get(word, word) if tight else word)
            self.bar.setTabToolTip(index, word if tight and word in self._short else "")

    def current(self) -> str:
        index = self.bar.currentIndex()
        return self._keys[index] if 0 <= index < len(self._keys) else ""

    def set_current(self, key: str) -> None:
        if key in self._keys:
            self.bar.setCurrentIndex(self._keys.index(key))

    def _changed(self, index: int) -> None:
        if 0 <= index < len(self._keys):
            self.picked.emit(self._keys[index])

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
