"""A box for the text that other programs print."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from advisor.readers.pasted import LONGEST_TEXT
from advisor.ui.language import sentences, tr

LONGEST_LINE = 20_000     # laying out one line takes the square of its length: 0.05 s here, most of a minute at a million


class PasteBox(QPlainTextEdit):
    """What is too long to be shown, or to be a tool's output, is not put in: `refused` says why. A dropped file is the window's."""

    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return super().canInsertFromMimeData(source) and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        why = self._why_not(source.text())
        if why:
            self.refused.emit(why)
        else:
            super().insertFromMimeData(source)

    def _why_not(self, text: str) -> str:
        """Why `text` cannot join what stands here; "" where it can."""
        if self.document().characterCount() + len(text) > LONGEST_TEXT:
            why = tr("The pasted text is longer than {limit} characters.", limit=LONGEST_TEXT)
        elif self.textCursor().block().length() + max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
            why = tr("One line of the pasted text is longer than {limit} characters.", limit=LONGEST_LINE)
        else:
            return ""
        return sentences((why, tr("Paste only what the tool printed.")))
