"""Copy, and say that it was copied: on the button for 1.6 s, and in the status bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from advisor.ui import icons, theme
from advisor.ui.language import Spoken, tr
from advisor.ui.style import box


def to_clipboard(text: str) -> bool:
    """Puts text on the clipboard and reads it back: whether it is really there."""
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(text)
    return bool(clipboard.text() == text)


class CopyButton(Spoken, QAbstractButton):
    """Copies what `source()` gives at that moment; `what()` names it ("the report"). `copied(bool)`: whether it was taken."""

    copied = Signal(bool)

    def __init__(self, source: Callable[[], str], what: Callable[[], str], label: Callable[[], str] | None = None,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source, self._what, self._label = source, what, label
        self._outcome: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(1600)
        self._timer.timeout.connect(self._rest)
        self.clicked.connect(self._copy)
        self.words(self._rest)

    def _texts(self) -> tuple[str, str, str]:
        return (self._label() if self._label else tr("Copy"), tr("Copied"), tr("Failed"))

    def _copy(self) -> None:
        self._outcome = to_clipboard(self._source())
        self._timer.start()
        self.update()
        self.setAccessibleName(self._texts()[1 if self._outcome else 2])
        self.copied.emit(self._outcome)
        self._tell(self._outcome)

    def _tell(self, good: bool) -> None:
        window = self.window()
        tell = getattr(window, "tell", None)
        if tell:
            tell(tr("Copied: {what}", what=self._what()) if good else tr("Not copied: the clipboard refused."))

    def _rest(self) -> None:
        self._outcome = None
        self.setAccessibleName(tr("Copy {what}", what=self._what()))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(max(metrics.horizontalAdvance(t) for t in self._texts()) + 34, max(theme.SMALL_BUTTON, metrics.height() + 6))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        here, painter = theme.current(), QPainter(self)
        index = 0 if self._outcome is None else 1 if self._outcome else 2
        ink = (here.text, here.verdict("fits"), here.verdict("does_not_fit"))[index]
        outline = here.border if index == 0 else ink
        fill = here.select if self.isDown() else here.hover if self.underMouse() and index == 0 else here.panel
        if not self.isEnabled():
            ink, outline, fill = here.text3, here.line, here.window
        box(painter, self.rect(), QColor(fill), QColor(outline))
        text = self._texts()[index]
        width = self.fontMetrics().horizontalAdvance(text) + 20
        left = (self.width() - width) / 2
        icons.paint(painter, QRectF(left, self.height() / 2 - 7, 14, 14), ("copy", "tick", "cross")[index], QColor(ink))
        painter.setPen(QColor(ink))
        painter.drawText(QRectF(left + 20, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
