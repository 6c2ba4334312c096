"""Starts the window: frame first, then everything that costs time."""

from __future__ import annotations

import sys
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from advisor.ui import preferences as stored
from advisor.ui.main_window import MainWindow, apply

SWITCH_S = 0.001
"""How long the pool's threads keep the interpreter while the window wants it (Python's own is 0.005): the window goes first."""


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
    """Icons, style, theme, language: all that the first paint can do without."""
    from advisor.allocator import thrifty
    from advisor.ui import icons
    from advisor.ui.style import Style
    thrifty()
    icons.start()
    if not isinstance(app.style(), Style):
        app.setStyle(Style())
    apply(app, preferences)


def run(argv: list[str]) -> int:
    """Opens the window, with the files or links named on the command line, or gives them to the one that is open already.

    Returns the exit status.
    """
    from advisor.ui import instance
    if instance.hand_over(argv):
        return 0
    sys.setswitchinterval(SWITCH_S)
    app = application([])
    preferences, aside = stored.load()
    apply(app, preferences)
    window = MainWindow(preferences)
    window.resize(_first_size())
    window.painted.connect(lambda: fill(app, window, argv, aside))
    window.show()
    return app.exec()


def _first_size() -> Any:
    from PySide6.QtCore import QSize
    available = QGuiApplication.primaryScreen().availableSize()
    return QSize(1440, 900).boundedTo(available - QSize(8, 40))     # less what the desktop puts around a window


def fill(app: QApplication, window: MainWindow, argv: list[str], aside: str = "") -> None:
    """After the first paint: style, store, session, first view, this computer, and the file asked for."""
    from advisor import catalog
    from advisor.ui.desktop import CrashReporter, FileOpener, FocusRing
    from advisor.ui.files import load_session
    from advisor.ui.icons import application_icon
    from advisor.ui.instance import MOST_WORDS, Instance
    from advisor.ui.language import tr, translated
    from advisor.ui.store import Store
    app.setWindowIcon(application_icon())
    dress(app, window.preferences)
    CrashReporter(window).install()
    app.installEventFilter(FileOpener(window))
    FocusRing(app)
    state, session_aside = load_session()
    store = Store(state, window.preferences, window)
    window.attach(store)
    store.start_advising()
    window.detect_machine()
    damaged = ", ".join(path for path in (aside, session_aside) if path)
    if damaged:
        window.tell(tr("A damaged file was put aside: {path}", path=damaged))
    for warning in catalog.warnings():      # a person's own entry that could not be taken
        window.tell(translated(warning))
    for word in argv[:MOST_WORDS]:
        window.documents.open_word(word)
    listener = Instance(window)
    listener.asked.connect(lambda words: taken_over(window, words))
    app.aboutToQuit.connect(listener.close)


def taken_over(window: MainWindow, words: list[str]) -> None:
    """A second start: this window comes to the front and opens what that one was asked for."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
    for word in words:
        window.documents.open_word(word)
