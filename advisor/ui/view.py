"""What the four views have in common: they get the store, draw when it changed and they are seen, and know their width class."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from advisor.ui.language import Spoken
from advisor.ui.store import Store

CLASSES = ("compact", "narrow", "regular", "wide")
CRAMPED = 520       # pixels for the results beside the controls: with less, an open drawer folds those away


def class_of(width: int, height: int) -> str:
    """The layout class for results of that size (logical pixels, without inputs and drawer)."""
    if width < 700:
        return "compact"
    if width < 1060 or height < 780:
        return "narrow"
    return "regular" if width <= 1500 else "wide"


class View(Spoken, QWidget):
    """Subclasses build their widgets in `__init__`, fill them in `draw()` and re-parent them in `relayout(class)`.

    `draw` is called on every change of the store while the view is seen (at once when shown after a change) and after a
    change of language. Nothing in it may take longer than a frame: slower work goes through `store.jobs`.
    """

    input_width = 0     # what the view itself takes from its width for inputs
    _folded = _unwanted = _cramped = False      # the inputs: hidden, hidden by F4, no room for them

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.size_class = ""
        self._stale = True
        store.changed.connect(self._changed)

    def draw(self) -> None:
        """Shows the store's present state."""
        raise NotImplementedError

    def relayout(self, size_class: str) -> None:
        """Moves the panels to where this width class has them; called only when the class changes."""

    def regions(self) -> list[QWidget]:
        """Where F6 stops, in order: one focusable widget of each region."""
        return []

    def focus_field(self, field: str) -> bool:
        """Puts the keyboard on the control of a scenario field (`model`, `settings.context`, …), if it is here."""
        del field
        return False

    def find_here(self) -> bool:
        """Ctrl+F: puts the keyboard on the view's own search field, if it has one."""
        return False

    def input_column(self) -> tuple[QWidget, int] | None:
        """The column of inputs and its least width, where the view has one."""
        return None

    def fold_inputs(self) -> None:
        """F4: hides or shows the inputs, where the view has any."""
        column = self.input_column()
        if column is not None:
            self._folded = self._unwanted = not self._folded
            column[0].setVisible(not self._folded)
            self.update_class()

    def make_room(self) -> None:
        """Beside an open drawer a small window has no room for the inputs; F4 brings them. Without it they are as F4 left them."""
        column = self.input_column()
        cramped = column is not None and self.store.why is not None and self.width() - column[1] - 1 < CRAMPED
        if column is not None and cramped != self._cramped:
            self._cramped = cramped
            self._folded = cramped or self._unwanted
            column[0].setVisible(not self._folded)
            self.update_class()

    def _changed(self) -> None:
        if self.isVisible():
            self._stale = False
            self.make_room()
            self.draw()
        else:
            self._stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.make_room()
            self.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.make_room()
        super().resizeEvent(event)
        self.update_class()

    def update_class(self) -> None:
        found = class_of(self.width() - self.input_width, self.height())
        if found != self.size_class:
            self.size_class = found
            self.relayout(found)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._stale = True
            if self.isVisible():
                self._changed()
