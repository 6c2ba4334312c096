"""What goes with the whole program: focus ring, files handed over by the desktop, errors nobody foresaw."""

from __future__ import annotations

import logging
import sys
import traceback
from logging.handlers import RotatingFileHandler
from types import TracebackType
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget
from shiboken6 import isValid

from advisor.ui.main_window import MainWindow

LOG = logging.getLogger("advisor")
LOG_BYTES = 500_000


class FocusRing(QObject):
    """The ring around whatever has the keyboard, only when it came there by keyboard."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._frame: QFocusFrame | None = None
        app.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._frame is not None and not isValid(self._frame):
            self._frame = None      # Qt hangs the frame beside its widget; it went with the widget's parent
        if self._frame is not None:
            self._frame.setWidget(None)  # type: ignore[arg-type]
        if new is None or not new.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            return
        if new.property("own_ring"):    # it fills its place, which would cut a ring around it
            return
        if self._frame is None:
            self._frame = QFocusFrame(new.window())
        self._frame.setWidget(new)


class FileOpener(QObject):
    """Files that the desktop hands to the running program (macOS)."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen:
            QTimer.singleShot(0, lambda: self._window.documents.open_file(event.file()))  # type: ignore[attr-defined]
            return True
        return False


class CrashReporter(QObject):
    """Shows an error nobody foresaw with a report to copy, writes it to the log, and lets the window live on."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._showing = False

    def install(self) -> None:
        """From now on exceptions that reach the event loop come here."""
        from advisor.ui.dialogs import log_folder
        try:
            log_folder().mkdir(parents=True, exist_ok=True)
            handler: logging.Handler = RotatingFileHandler(log_folder() / "advisor.log", maxBytes=LOG_BYTES, backupCount=2, delay=True)
        except OSError:
            handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        LOG.addHandler(handler)
        sys.excepthook = self.report

    def report(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> Any:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, where)
            return
        text = "".join(traceback.format_exception(kind, error, where))
        LOG.error(text)
        if self._showing:
            return
        from advisor.ui.dialogs import about_text, show_crash
        self._showing = True
        try:
            show_crash(self._window, f"{about_text()}\n\n{text}")
        finally:
            self._showing = False
