"""Text in one of the theme's styles, and text that acts (a link)."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from advisor.ui import theme
from advisor.ui.language import Spoken

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

_CODE = re.compile(r"`([^`\n]+)`")
_ROLES = {"text": QPalette.ColorRole.WindowText, "text2": QPalette.ColorRole.PlaceholderText, "accent": QPalette.ColorRole.Link}


def as_written(text: str) -> str:
    """A tooltip's text that shows names from outside as they are: Qt reads tags in it, and would load what they name."""
    if not GuiQt.mightBeRichText(text):
        return text
    lines = "<br>".join(html.escape(line, quote=False) for line in text.split("\n"))
    return f"<span>{lines}</span>"


class Label(Spoken, QLabel):
    """A label in a text style (`body`, `small`, `title`, …) and a colour role. `wraps` lets it take several lines."""

    def __init__(self, text: str = "", style: str = "body", role: str = "text", wraps: bool = False,
                 parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._style = style
        self.setTextFormat(Qt.TextFormat.PlainText)
        Label.setText(self, text)
        self.setForegroundRole(_ROLES[role])
        self.setWordWrap(wraps)
        if wraps:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        self.words(lambda: self.setFont(theme.font(self._style)))

    def setText(self, text: str) -> None:
        """Names of fields and programs, which come between backticks, stand in quotation marks: a label has one font."""
        super().setText(_CODE.sub("“\\1”", text) if "`" in text else text)

    def set_role(self, role: str) -> None:
        self.setForegroundRole(_ROLES[role])


class ElidedLabel(Label):
    """A single line that may end in … (model names, file names, long paths); the whole stands in the tooltip."""

    def __init__(self, text: str = "", style: str = "body", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__("", style, role, parent=parent)
        self._full = text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        self._full = text
        self.setAccessibleName(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def _fit(self) -> None:
        shown = QFontMetrics(self.font()).elidedText(self._full, Qt.TextElideMode.ElideRight, max(20, self.width()))
        super().setText(shown)
        self.setToolTip(as_written(self._full) if shown != self._full else "")


class Link(QAbstractButton):
    """Text in the accent colour that acts like a button; underlined while the pointer is over it."""

    def __init__(self, text: str = "", style: str = "body", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self.setText(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font(style))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.setFont(theme.font(self._style))
            self.updateGeometry()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, max(theme.SMALL_BUTTON, self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self.font()
        font.setUnderline(self.underMouse() and self.isEnabled())
        painter.setFont(font)
        painter.setPen(theme.colour("accent" if self.isEnabled() else "text3"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


class Rule(QWidget):
    """A hairline."""

    def __init__(self, parent: QWidget | None = None, role: str = "line") -> None:
        super().__init__(parent)
        self._role = role
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.colour(self._role))
