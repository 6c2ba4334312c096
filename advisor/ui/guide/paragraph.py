"""A paragraph of the guide: text with live figures that can be asked "why?", links, and marks of sources."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from advisor.ui import theme
from advisor.ui.guide.live import Live
from advisor.ui.guide.text import Span, guide, spans
from advisor.ui.language import is_cjk, tr

LINE_LATIN, LINE_CJK = 1.6, 1.78
LATIN_CHARACTERS, CJK_CHARACTERS, WIDEST = 72, 40, 640
_UNIT = re.compile(r"(?<=\d) (?=(?:GB|GiB|MB|tok/s|%|bits?|s)\b|%)")
_SAMPLE = "The weights are loaded once and shared by everyone who asks at the same moment."


def text_width() -> int:
    """The widest that running text may be: 72 Latin or 40 CJK characters, and 640 pixels at the usual size."""
    metrics = QFontMetricsF(theme.font("guide"))
    if is_cjk():
        return round(metrics.horizontalAdvance("字") * CJK_CHARACTERS)
    return round(metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE) * LATIN_CHARACTERS)


class Paragraph(QTextBrowser):
    """As high as its text. `followed(target)` for a link or a figure, with the text module's targets."""

    followed = Signal(str)

    def __init__(self, style: str = "guide", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style, self._role = style, role
        self._shown: object = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.anchorClicked.connect(lambda url: self.followed.emit(url.toString().removeprefix("advisor:")))

    def set_text(self, text: str, live: Live) -> None:
        """Shows `text` with its figures as `live` has them; only writes where something changed."""
        pieces = [(s, live.figure(s.figure, *s.arguments) if s.figure else None) for s in spans(text)]
        key = (text, tuple(shown for _, shown in pieces), theme.current().name, theme.font(self._style).key())
        if key == self._shown:
            return
        self._shown = key
        self.clear()
        cursor = self.textCursor()
        cursor.setBlockFormat(self._block_format())
        focusable = False
        for at, (span, shown) in enumerate(pieces):
            target = span.target or (f"why:{shown.quantity}" if shown and shown.quantity else "")
            focusable = focusable or bool(target)
            words = _words(span, shown.text if shown else None)
            if words.endswith(" ") and at + 1 < len(pieces) and pieces[at + 1][0].note:
                words = words[:-1] + "\u00a0"       # a source's mark stays with its word
            cursor.insertText(_unbroken(words) if shown else words, self._format(span, target, shown is not None))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if focusable else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(plain(text, live))
        self.setAccessibleDescription(tr("Tab moves through its figures and links.") if focusable else "")
        self._fit()

    def _block_format(self) -> QTextBlockFormat:
        made = QTextBlockFormat()
        size = QFontInfo(theme.font(self._style)).pixelSize()
        factor = (LINE_CJK if is_cjk() else LINE_LATIN) if self._style == "guide" else 1.5
        made.setLineHeight(round(size * factor), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return made

    def _format(self, span: Span, target: str, figure: bool) -> QTextCharFormat:
        made = QTextCharFormat()
        font = theme.font(self._style)
        made.setForeground(theme.colour(self._role))
        if span.strong or figure:
            font.setWeight(QFont.Weight(600))
        made.setFont(font)
        if target:
            made.setAnchor(True)
            made.setAnchorHref(f"advisor:{target}")
            if figure:
                made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                made.setUnderlineColor(theme.colour("border"))
            else:
                made.setForeground(theme.colour("accent"))
            if span.note:
                made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        return made

    def mark(self, words: str) -> bool:
        """Marks the first place where `words` stand; False where they do not."""
        found = self.document().find(words) if words else QTextCursor()
        self.setTextCursor(found if not found.isNull() else QTextCursor(self.document()))
        return not found.isNull()

    # ------------------------------------------------------------------------------------------ size and events

    def _fit(self) -> None:
        self.document().setTextWidth(max(60, self.viewport().width()))
        height = round(self.document().size().height()) + 1
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 10)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()      # the page scrolls, not the paragraph

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that scroll go to the page; the rest (Enter on a link, copy) stays here."""
        if event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.SelectAll) or \
                event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_W and not event.modifiers() and self.textCursor().charFormat().isAnchor():
            self.anchorClicked.emit(QUrl(self.textCursor().charFormat().anchorHref()))
        else:
            event.ignore()


def _words(span: Span, figure: str | None) -> str:
    if span.note:
        return str(guide().source_number(span.note))
    if figure is None:
        return _UNIT.sub("\u00a0", span.text)
    return figure


def _unbroken(text: str) -> str:
    """A figure that keeps its unit on its line: no-break spaces, and joiners around the stroke of GB/s."""
    return text.replace(" ", "\u00a0").replace("/", "\u2060/\u2060")


def plain(text: str, live: Live) -> str:
    """A text without marks, its figures filled in (for tables, search and screen readers)."""
    parts: Sequence[str] = [_words(s, live.figure(s.figure, *s.arguments).text if s.figure else None) for s in spans(text)]
    return "".join(parts).replace("\u00a0", " ")
