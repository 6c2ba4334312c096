"""Starts the window: frame first, then everything that costs time."""

from __future__ import annotations

import sys
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget

from advisor.ui import preferences as stored
from advisor.ui.main_window import MainWindow, apply
from advisor.ui.style import Style


class FocusRing(QObject):
    """The ring around whatever has the keyboard, only when it came there by keyboard."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._frame: QFocusFrame | None = None
        app.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._frame is not None:
            self._frame.setWidget(None)  # type: ignore[arg-type]
        if new is None or not new.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            return
        if self._frame is None or self._frame.parent() is None:
            self._frame = QFocusFrame(new.window())
        self._frame.setWidget(new)


def application(argv: list[str]) -> QApplication:
    """The QApplication with our style, made once."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication([sys.argv[0] if sys.argv else "advisor", *argv])
    app.setApplicationName("llm-deployment-advisor")
    app.setApplicationDisplayName("LLM Deployment Advisor")
    app.setDesktopFileName("llm-deployment-advisor")
    return app


def dress(app: QApplication, preferences: stored.Preferences) -> None:
    """Style, theme, language."""
    if not isinstance(app.style(), Style):
        app.setStyle(Style())
    apply(app, preferences)


def run(argv: list[str]) -> int:
    """Opens the window, with the file or link named on the command line; returns the exit status."""
    sys.setswitchinterval(0.001)    # the window goes before what the pool works out
    app = application([])
    preferences, aside = stored.load()
    dress(app, preferences)
    window = MainWindow(preferences)
    window.resize(_first_size())
    ring = FocusRing(app)
    window.painted.connect(lambda: fill(window, argv, aside))
    opener = FileOpener(window)
    app.installEventFilter(opener)
    window.show()
    status = app.exec()
    del ring
    return status


def _first_size() -> Any:
    from PySide6.QtCore import QSize
    available = QGuiApplication.primaryScreen().availableSize()
    return QSize(1440, 900).boundedTo(available)


def fill(window: MainWindow, argv: list[str], aside: str = "") -> None:
    """After the first paint: store, session, first view, this computer, and the file asked for."""
    from advisor.ui.files import load_session
    from advisor.ui.language import tr
    from advisor.ui.store import Store
    state, session_aside = load_session()
    store = Store(state, window.preferences, window)
    window.attach(store)
    store.start_advising()
    window.detect_machine()
    for path in (aside, session_aside):
        if path:
            window.tell(tr("A damaged file was put aside: {path}", path=path))
    for word in argv[:1]:
        if word.startswith("advisor://"):
            window.paste_text(word)
        else:
            window.open_file(word)


class FileOpener(QObject):
    """Files that the desktop hands to the running program (macOS)."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen:
            QTimer.singleShot(0, lambda: self._window.open_file(event.file()))  # type: ignore[attr-defined]
            return True
        return False
