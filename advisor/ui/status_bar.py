"""The bottom line: what just happened, and what the figures rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from advisor.ui import language, theme
from advisor.ui.language import tr
from advisor.ui.preferences import Preferences
from advisor.ui.widgets.label import ElidedLabel, Link

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

TELL_MS = 6000


class StatusBar(QWidget):
    """`tell(text)` shows a line for six seconds; the rest says "Nothing is sent anywhere"."""

    language_asked = Signal()
    units_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.STATUS + 1)
        self.message = ElidedLabel("", "small", "text2")
        self.units, self.language = Link("", "small"), Link("", "small")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 12, 0)
        row.setSpacing(16)
        row.addWidget(self.message, 1)
        for link in (self.units, self.language):
            link.setProperty("ring", {"h": 4, "v": 0})      # the window ends below them
            row.addWidget(link)
        self.units.clicked.connect(self.units_asked)
        self.language.clicked.connect(self.language_asked)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._rest)
        self._network = False

    def tell(self, text: str) -> None:
        self.message.setText(text)
        self._timer.start(TELL_MS)

    def _rest(self) -> None:
        self.message.setText(tr("The network is on, asked for in Preferences.") if self._network else tr("Nothing is sent anywhere"))

    def draw(self, preferences: Preferences) -> None:
        self._network = preferences.network
        if not self._timer.isActive():
            self._rest()
        unit = "GiB (2³⁰)" if preferences.binary_units else "GB (10⁹)"
        self.units.setText(tr("Units: {unit}", unit=unit))
        self.language.setText(language.LANGUAGES[language.code()])
        other = next(name for code, name in language.LANGUAGES.items() if code != language.code())
        for link, text in ((self.units, tr("Show {unit} instead", unit="GB" if preferences.binary_units else "GiB")),
                           (self.language, tr("Switch to {language}", language=other))):
            link.setToolTip(text)
            link.setAccessibleName(link.text())
            link.setAccessibleDescription(text)
            link.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, theme.colour("line"))
