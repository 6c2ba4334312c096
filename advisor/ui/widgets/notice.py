"""What went wrong with a file, a link or pasted text, over the view until it is closed or something else is done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from advisor.ui.language import Spoken, tr
from advisor.ui.scenario_bar import IconButton
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.panel import Panel


class Notice(Spoken, QWidget):
    """`tell(said)` shows it, in the window's language as that changes; the button at its end and Esc close it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel, self.text = Panel(titled=False, margins=(14, 6, 8, 6)), Label("", wraps=True)
        self.panel.set_state("error")
        self.copy = CopyButton(self.text.text, lambda: tr("what went wrong"))
        self.close_ = IconButton("close", lambda: tr("Close"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.copy)
        row.addWidget(self.close_)
        self.panel.body.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 4)
        column.addWidget(self.panel)
        self.close_.clicked.connect(self.hide)
        self._said: Callable[[], str] = str
        self.words(self._speak)

    def _speak(self) -> None:
        self.text.setText(self._said())
        self.setAccessibleName(self.text.text())

    def tell(self, said: Callable[[], str]) -> None:
        self._said = said
        self._speak()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
