"""The white sheet everything stands on: a title row with quiet actions, and a body."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.style import box
from advisor.ui.widgets.label import Label, Link


class Panel(QFrame):
    """`body` is the layout for the content. `state` may be `stale` (dashed outline), `error`, `warning` or `chosen`."""

    def __init__(self, parent: QWidget | None = None, titled: bool = True, margins: tuple[int, int, int, int] | None = None) -> None:
        super().__init__(parent)
        self._state = ""
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(margins or (theme.PANEL_SIDE, 8 if titled else 12, theme.PANEL_SIDE, 12)))
        outer.setSpacing(4)
        self.title, self.subtitle = Label("", "title"), Label("", "small", "text2", wraps=True)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(12)
        if titled:
            row = self._head = QHBoxLayout()
            row.setSpacing(10)
            row.addWidget(self.title)
            row.addWidget(self.subtitle, 1)
            row.addLayout(self._actions)
            self.title.setMinimumHeight(26)
            outer.addLayout(row)
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.ROW_GAP)
        outer.addLayout(self.body, 1)

    def set_title(self, title: str, subtitle: str = "") -> None:
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        self.setAccessibleName(title)

    def wrap_title(self) -> None:
        """A long title without a subtitle takes two lines beside the actions, where the panel is narrow."""
        alone = not self.subtitle.text()
        self.title.setWordWrap(alone)
        self.subtitle.setHidden(alone)      # empty it would take the title's room
        self._head.setStretchFactor(self.title, int(alone))

    def add_action(self, link: Link) -> Link:
        self._actions.addWidget(link)
        return link

    def add_beside_title(self, widget: QWidget) -> None:
        """A control that goes on from the title's words."""
        self._head.insertWidget(1, widget)

    def add_to_title(self, widget: QWidget) -> None:
        self._actions.addWidget(widget)

    def set_state(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        here, painter = theme.current(), QPainter(self)
        if self._state == "chosen":
            box(painter, self.rect(), QColor(here.panel), QColor(here.border), theme.RADIUS_PANEL)
            return
        if self._state == "stale":
            box(painter, self.rect(), QColor(here.panel), None, theme.RADIUS_PANEL)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(here.border), 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_PANEL, theme.RADIUS_PANEL)
            return
        box(painter, self.rect(), QColor(here.panel), QColor(here.line), theme.RADIUS_PANEL)
        if self._state in ("error", "warning"):
            verdict = "does_not_fit" if self._state == "error" else "tight"
            painter.setClipRect(0, 0, 3, self.height())
            box(painter, self.rect(), QColor(here.verdict(verdict)), None, theme.RADIUS_PANEL)
