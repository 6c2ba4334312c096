"""What can stand in place of the calculator's figures: a search or the comparison."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from advisor.ui.language import Spoken
from advisor.ui.store import Store


class SidePage(Spoken, QWidget):
    """`back_asked` leads back to the figures."""

    back_asked = Signal()

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store

    def draw(self) -> None:
        """Shows the store's present state."""
        raise NotImplementedError

    def first_stop(self) -> QWidget:
        """Where the keyboard goes when the page opens and with F6."""
        raise NotImplementedError

    def find_here(self) -> bool:
        """Ctrl+F: puts the keyboard on the page's search field, if it has one."""
        return False
