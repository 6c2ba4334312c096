"""The page that a chapter is read on: as wide as text may be, at a place that is held while tables above it fill."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from advisor.ui.guide.paragraph import text_width
from advisor.ui.widgets.scroll import Page


class ReadingPage(Page):
    """`column` of `sheet` takes the blocks; `places` are those that can be gone to, by id, in order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((0, 0, 0, 0), 0, parent)
        self.places: Mapping[str, QWidget] = {}
        self.target: str | None = None
        self.sheet = QWidget()
        self.text = QVBoxLayout(self.sheet)
        self.text.setContentsMargins(0, 28, 0, 32)
        self.text.setSpacing(14)
        row = QHBoxLayout()     # an item with an alignment would be asked for its height at the page's width, not its own
        row.addStretch(1)
        row.addWidget(self.sheet)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addStretch(1)
        self.viewport().setAutoFillBackground(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.content.installEventFilter(self)
        self.verticalScrollBar().actionTriggered.connect(lambda _: self.let_go())
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def fit(self, margin: int) -> None:
        """The sheet as wide as text may be, or as the page has beside its margins."""
        self.sheet.setFixedWidth(max(240, min(text_width(), self.viewport().width() - 2 * margin)))

    def top(self) -> str:
        """The block at the top (or the one that was just asked for), "" at the beginning."""
        if self.target is not None:
            return self.target
        top = self.verticalScrollBar().value()
        if top < 60:
            return ""
        return next((id_ for id_, widget in self.places.items() if self.sheet.isAncestorOf(widget)
                     and widget.mapTo(self.content, QPoint(0, widget.height())).y() > top + 4), "")

    def hold(self, place: str) -> None:
        """Scrolls to a block once the layout has settled, and stays there until the reader moves."""
        self.target = place
        QTimer.singleShot(0, self, self._reach)

    def let_go(self) -> None:
        """The reader moves: the place that was asked for is no longer held."""
        self.target = None

    def scroll_by_key(self, key: int) -> bool:
        """Scrolls as that key says; False for keys that do not scroll."""
        bar = self.verticalScrollBar()
        line, page = bar.singleStep() * 3, bar.pageStep()
        steps = {Qt.Key.Key_Down: line, Qt.Key.Key_Up: -line, Qt.Key.Key_PageDown: page, Qt.Key.Key_PageUp: -page,
                 Qt.Key.Key_Space: page, Qt.Key.Key_Home: -bar.maximum(), Qt.Key.Key_End: bar.maximum()}
        if key not in steps:
            return False
        self.let_go()
        bar.setValue(bar.value() + steps[Qt.Key(key)])
        return True

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.sheet.isAncestorOf(new):
            self.let_go()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.content and event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._reach)     # tables above it have got their rows
        return super().eventFilter(watched, event)

    def _reach(self) -> None:
        if self.target is None:
            return
        widget = self.places.get(self.target)
        if widget is None or self.sheet.isAncestorOf(widget):
            self.verticalScrollBar().setValue(widget.mapTo(self.content, QPoint(0, 0)).y() - 14 if widget is not None else 0)
