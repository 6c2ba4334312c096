"""Play, pause, back to the start, the scrubbing slider, speed, and what is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QHBoxLayout, QSizePolicy, QSlider, QWidget

from advisor.ui import icons, theme
from advisor.ui.calculator.inputs import Choice
from advisor.ui.language import tr
from advisor.ui.plots.ticks import clock_words
from advisor.ui.simulator.clock import SPEEDS, Clock
from advisor.ui.style import box
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel

if TYPE_CHECKING:
    from advisor.ui.simulator.simulation import Simulation

STEPS = 10_000


class IconButton(QAbstractButton):
    """An icon on a 28 px button; `primary` fills it with the accent."""

    def __init__(self, icon: str, primary: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._primary = icon, primary
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: str, name: str) -> None:
        self._icon = icon
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()      # the view's own keys
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(34 if self._primary else 28, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        here, painter = theme.current(), QPainter(self)
        enabled = self.isEnabled()
        fill = here.select if self.isDown() else here.hover if self.underMouse() else here.panel
        if self._primary and enabled:
            fill = here.accent
        ink = here.text3 if not enabled else here.on_accent if self._primary else here.text
        box(painter, self.rect(), QColor(fill), QColor(here.accent if self._primary and enabled else here.border if enabled else here.line))
        icons.paint(painter, QRectF(self.rect()).adjusted(6, 6, -6, -6), self._icon, QColor(ink))


class Reading(QWidget):
    """A short text at one end of a fixed place, put anew many times a second without moving anything."""

    def __init__(self, style: str = "strong", room: str = "", right: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style, self._room, self._right = style, room, right
        self.text = self._short = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed if room else QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_room(self, longest: str) -> None:
        """The widest text that there is to be room for."""
        if len(longest) != len(self._room):
            self._room = longest
            self.updateGeometry()

    def set_text(self, text: str, short: str = "") -> None:
        """`short` stands in its place where there is no room for it."""
        if (text, short) != (self.text, self._short):
            self.text, self._short = text, short
            self.update()

    def shown(self) -> str:
        """What stands there."""
        fits = QFontMetrics(theme.font(self._style)).horizontalAdvance(self.text) <= self.width()
        return self.text if fits or not self._short else self._short

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.font(self._style))
        return QSize(metrics.horizontalAdvance(self._room) + 4 if self._room else 40, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme.font(self._style))
        painter.setPen(theme.colour("text"))
        side = Qt.AlignmentFlag.AlignRight if self._right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), int(side | Qt.AlignmentFlag.AlignVCenter), self.shown())


class Scrubber(QSlider):
    """The place on the clock; arrows move by a second of simulated time."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._clock = clock
        self.setRange(0, STEPS)
        self.setMinimumWidth(60)
        self.valueChanged.connect(lambda step: clock.seek(step / STEPS * clock.end))

    def follow(self) -> None:
        with QSignalBlocker(self):
            self.setValue(round(self._clock.now / self._clock.end * STEPS) if self._clock.end else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            event.ignore()      # the view's own keys
        else:
            super().keyPressEvent(event)


class Transport(Panel):
    """`against_picked(str)`: what the engine's own scheduler is compared with."""

    against_picked = Signal(str)

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(10, 6, 12, 6))
        self.clock = clock
        self.play, self.start = IconButton("play", primary=True), IconButton("start")
        self.time = Reading("verdict", "0:00")
        self.of = Label("", "small", "text2")
        self.scrub = Scrubber(clock)
        self.progress, self.stop = Label("", "small", "text2"), Link("", "small")
        self.speed_label, self.speed = Label("", "small", "text2"), Choice()
        self.against_label, self.against = Label("", "small", "text2"), Choice()
        for choice in (self.speed, self.against):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        row = QHBoxLayout()
        row.setSpacing(8)
        before: tuple[QWidget, ...] = (self.play, self.start, self.time, self.of)
        after: tuple[QWidget, ...] = (self.progress, self.stop, self.speed_label, self.speed, self.against_label, self.against)
        for widget in before:
            row.addWidget(widget)
        row.addWidget(self.scrub, 1)
        for widget in after:
            row.addWidget(widget)
        self.body.addLayout(row)
        self.play.clicked.connect(clock.toggle)
        self.start.clicked.connect(lambda: clock.seek(0.0))
        self.speed.activated.connect(lambda i: clock.set_speed(self.speed.itemData(i)))
        self.against.activated.connect(lambda i: self.against_picked.emit(self.against.itemData(i)))
        clock.moved.connect(self._moved)
        clock.changed.connect(self.draw)

    def set_dense(self, dense: bool) -> None:
        """Where width is short, the labels before the choices go."""
        self.speed_label.setVisible(not dense)
        self.against_label.setVisible(not dense)

    def draw_state(self, simulation: Simulation, against: str) -> None:
        """Progress, and what is compared."""
        if simulation.slow:
            self.progress.setText(tr("simulating, {n} %", n=round(100 * simulation.share)))
            self.stop.setText(tr("Stop"))
        elif simulation.stopped:
            self.progress.setText(tr("stopped"))
            self.stop.setText(tr("Run again"))
        shown = simulation.slow or simulation.stopped
        self.progress.setVisible(shown)
        self.stop.setVisible(shown)
        self.stop.updateGeometry()
        self.against.set_options([("serial", tr("Serial and continuous")), ("static", tr("Static and continuous")),
                                  ("none", tr("Continuous only"))], against)
        self.draw()

    def draw(self) -> None:
        clock = self.clock
        self.setAccessibleName(tr("Clock of the simulation"))
        self.play.set_icon("pause" if clock.playing else "play", tr("Pause (Space)") if clock.playing else tr("Play (Space)"))
        self.start.set_icon("start", tr("Back to the start"))
        self.start.setEnabled(clock.end > 0)
        self.scrub.setEnabled(clock.end > 0)
        self.speed_label.setText(tr("Speed"))
        self.against_label.setText(tr("Compare"))
        self.speed.setAccessibleName(tr("Speed of the clock"))
        self.against.setAccessibleName(tr("Compare"))
        self.stop.setAccessibleName(self.stop.text())
        self.scrub.setAccessibleName(tr("Moment of the simulation"))
        self.scrub.setToolTip(tr("← and → move by a second, [ and ] change the speed."))
        self.speed.set_options([(s, f"{s:,}×") for s in SPEEDS], clock.speed)
        self.time.set_room(clock_words(clock.end).replace("1", "0"))
        self.of.setText(tr("of {time}", time=clock_words(clock.end)))
        self._moved(clock.now)
        self.scrub.setAccessibleDescription(tr("{now} of {end}", now=clock_words(clock.now), end=clock_words(clock.end)))

    def _moved(self, now: float) -> None:
        self.time.set_text(clock_words(now))
        self.scrub.follow()
