"""The clock that the plots follow: play, pause, scrub, speed."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal

FRAME_MS = 33
SPEEDS = (1, 5, 20, 60, 300, 3600)
SHOW_S = 15.0       # a run's first speed plays it in about so long


class Clock(QObject):
    """`moved(seconds)` at most 30 times a second while it plays; `changed` when playing, speed or length are different."""

    moved = Signal(float)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = 0.0
        self.end = 0.0
        self.head = 0.0
        self.speed = SPEEDS[2]
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def at_end(self) -> bool:
        return self.now >= self.end

    def set_length(self, end: float, head: float) -> None:
        """How long the run is and how far it has been worked out. Another length starts over: at its end, everything shown."""
        if end != self.end:
            was_at_end = self.at_end
            self.end, self.head = end, head
            self.speed = next((s for s in SPEEDS if end / s <= SHOW_S), SPEEDS[-1])
            if was_at_end or self.now > end:
                self.now = end
            self.changed.emit()
            self.moved.emit(self.now)
        self.head = head

    def play(self) -> None:
        """From here on; from the start where it stands at the end."""
        if self.end <= 0 or self.playing:
            return
        if self.at_end:
            self.now = 0.0
        self._last = time.monotonic()
        self._timer.start()
        self.changed.emit()

    def pause(self) -> None:
        if self.playing:
            self._timer.stop()
            self.changed.emit()

    def toggle(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def seek(self, moment: float) -> None:
        """To a moment; what plays goes on from there."""
        self.now = min(max(0.0, moment), self.end)
        self.moved.emit(self.now)

    def set_speed(self, speed: int) -> None:
        if speed in SPEEDS and speed != self.speed:
            self.speed = speed
            self.changed.emit()

    def faster(self, steps: int) -> None:
        """So many steps up the list of speeds (down where negative)."""
        here = SPEEDS.index(self.speed) + steps
        self.set_speed(SPEEDS[min(max(here, 0), len(SPEEDS) - 1)])

    def _tick(self) -> None:
        now = time.monotonic()
        passed, self._last = now - self._last, now
        self.now = min(self.now + passed * self.speed, self.end, max(self.head, self.now))
        if self.at_end:
            self._timer.stop()
            self.changed.emit()
        self.moved.emit(self.now)
