"""A command as it will be pasted: wrapped to be read whole, copied without an added break."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPalette, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.language import tr
from advisor.ui.style import box
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label


class _Text(QPlainTextEdit):
    """Read-only text that is as high as its wrapped lines."""

    def __init__(self, text: str, name: str, most_lines: int) -> None:
        super().__init__(text)
        self._most = most_lines
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse
                                     | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setFont(theme.font("mono"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._paint_ground()

    def _paint_ground(self) -> None:
        palette = self.palette()
        clear = theme.colour("sunken")
        if palette.color(QPalette.ColorRole.Base) != clear:
            palette.setColor(QPalette.ColorRole.Base, clear)
            self.setPalette(palette)

    def fit(self) -> None:
        """Takes the height of its lines at the present width."""
        lines, block = 0, self.document().begin()
        while block.isValid():
            self.blockBoundingRect(block)
            layout = block.layout()
            lines += max(1, layout.lineCount())
            block = block.next()
        height = min(lines, self._most) * QFontMetricsF(self.font()).lineSpacing() + 3
        if round(height) != self.height():
            self.setFixedHeight(round(height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.setFont(theme.font("mono"))
            self.fit()


class _Ground(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        here = theme.current()
        box(QPainter(self), self.rect(), QColor(here.sunken), QColor(here.line), theme.RADIUS_CONTROL)


class CommandBlock(QWidget):
    """The text on its sunken ground with a copy button, and below it what to look for."""

    def __init__(self, text: str, title: str, hint: str = "", most_lines: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command = text
        self.text = _Text(text, title, most_lines)
        self.copy = CopyButton(lambda: self.command, lambda: tr("the command “{title}”", title=title))
        self.copy.copied.connect(self._copied)
        ground = _Ground()
        row = QHBoxLayout(ground)
        row.setContentsMargins(10, 5, 5, 5)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(ground)
        self.hint = Label(hint, "small", "text2", wraps=True)
        column.addWidget(self.hint)
        self.hint.setVisible(bool(hint))    # only now: a widget shown without a parent is a window of its own

    def set_command(self, text: str, hint: str) -> None:
        """Another text under the same title."""
        if text != self.command:
            self.command = text
            self.text.setPlainText(text)
            self.text.fit()
        if hint != self.hint.text():
            self.hint.setText(hint)
            self.hint.setVisible(bool(hint))

    def _copied(self, good: bool) -> None:
        if not good:
            self.text.selectAll()
            self.text.setFocus()

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())
