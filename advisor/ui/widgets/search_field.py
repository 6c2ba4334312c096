"""Search over a catalog by any part of a name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from advisor.ui import theme
from advisor.ui.language import tr
from advisor.ui.style import chevron
from advisor.ui.widgets.label import as_written


class _Tall(QStyledItemDelegate):
    """Rows that are high enough to be hit."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        found = super().sizeHint(option, index)
        return QSize(found.width() + 8, max(26, found.height()))


class SearchField(QLineEdit):
    """A name found by typing any part of it. `search(text)` gives (id, shown line) rows, best first.

    `chosen(str)` carries the id of a picked row, or the text as typed where Enter is pressed on no row.
    """

    chosen = Signal(str)

    def __init__(self, search: Callable[[str], list[tuple[str, str]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self.setTextMargins(4, 0, 18, 0)
        self._rows: list[tuple[str, str]] = []
        self._settled = ""
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(12)
        completer.activated[QModelIndex].connect(self._activated)  # type: ignore[index]
        popup = completer.popup()
        assert popup is not None
        popup.setAccessibleName(tr("Found names"))
        popup.setItemDelegate(_Tall(popup))
        self._completer, self._popup = completer, popup
        completer.setWidget(self)
        self.textEdited.connect(self._look)
        self.returnPressed.connect(self._enter)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        chevron(QPainter(self), QRect(self.width() - 22, 0, 16, self.height()), theme.colour("text2"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.position().x() > self.width() - 24:
            self.open_list()

    def set_settled(self, text: str) -> None:
        """The present choice; typing is not disturbed while the person is at it."""
        if text != self._settled or not self.isModified():
            self._settled = text
            if not (self.hasFocus() and self.isModified()):
                self._fit()
                self.setToolTip(as_written(text))

    def _fit(self) -> None:
        """The present choice, without its beginning (the maker, where there is one) where it is longer than the field: the end of a
        name tells most. It is whole while the person is at it, and in the tooltip."""
        margins, metrics, shown = self.textMargins(), self.fontMetrics(), self._settled
        room = self.width() - margins.left() - margins.right() - 12
        if not self.hasFocus() and metrics.horizontalAdvance(shown) > room:
            _, slash, name = shown.partition("/")
            shown = metrics.elidedText(f"…/{name}" if slash else shown, Qt.TextElideMode.ElideLeft, room)
        if shown != self.text():
            self.setText(shown)
        self.setCursorPosition(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.isModified():
            self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.isModified():
            self._fit()

    def _look(self, text: str) -> None:
        self._rows = self._search(text)
        self._names.setStringList([line for _, line in self._rows])
        if self._rows:
            self._completer.complete()
            self._popup.setMinimumWidth(max(self.width(), 260))
        else:
            self._popup.hide()

    def open_list(self) -> None:
        """Shows everything there is to choose from."""
        self._look("")

    def _activated(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self._rows):
            self._take(self._rows[index.row()][0])

    def _enter(self) -> None:
        if self._popup.isVisible() and self._popup.currentIndex().isValid():
            return
        self._popup.hide()
        text = self.text().strip()
        if text and text != self._settled:
            self._take(text)

    def _take(self, name: str) -> None:
        self.setModified(False)
        self._settled = ""
        self.chosen.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not self._popup.isVisible():
            self.open_list()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.setModified(False)
            self._fit()
