"""Plots that change together are not all drawn in one turn of the event loop: a window that repaints ten of them at once stands still
for some frames under a dragged slider. A plot whose turn has not come shows its picture of before for a frame more."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

BUDGET_S = 0.006
"""What of a frame (16 ms) goes into plots; one is always drawn."""


class Turns:
    """How much of the present turn went into plots, and who waits for the next."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._waiting: list[QWidget] = []

    def full(self) -> bool:
        return self._spent >= BUDGET_S

    def spend(self, seconds: float) -> None:
        if self._spent == 0.0:
            QTimer.singleShot(0, self._next)
        self._spent += seconds

    def wait(self, widget: QWidget) -> None:
        """`widget` is updated in the next turn."""
        if widget not in self._waiting:
            self._waiting.append(widget)

    def _next(self) -> None:
        self._spent, waiting, self._waiting = 0.0, self._waiting, []
        for widget in waiting:
            if isValid(widget):
                widget.update()


TURNS = Turns()
