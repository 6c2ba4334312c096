"""One window a person and screen: a second start hands what it was asked to open to the first, and ends.

A local socket (a named pipe on Windows) carries one JSON list of file names and links; no network. A first window that does
not answer within two seconds counts as gone. Without Qt's network module, which the packages leave out.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
import threading
import zlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from advisor.ui.preferences import config_folder

MOST_BYTES = 64 * 1024
MOST_WORDS = 8
WAIT_S = 2.0
LONGEST = 60        # a socket's whole path may have 104 bytes
TAKEN = b"taken"


def address() -> str:
    """Where the first window of this person, screen and settings folder listens."""
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    mark = f"{zlib.crc32(f'{config_folder()} {display}'.encode()):08x}"
    if sys.platform == "win32":
        return rf"\\.\pipe\llm-deployment-advisor-{os.environ.get('USERNAME', '')}-{mark}"
    return str(_folder() / f"{mark}.socket")


def _folder() -> Path:
    """A folder that only this person can enter."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and len(runtime) < LONGEST and Path(runtime).is_dir():
        return Path(runtime) / "llm-deployment-advisor"
    import tempfile
    return Path(tempfile.gettempdir()) / f"llm-deployment-advisor-{os.getuid()}"


def whole(word: str) -> str:
    """A file name that means the same in another process; links stay."""
    return word if word.startswith("advisor://") else os.path.abspath(word)


def hand_over(words: list[str]) -> bool:
    """Gives `words` to a window that is open already; whether it took them."""
    where = address()
    if sys.platform != "win32" and not os.path.exists(where):
        return False
    from multiprocessing.connection import Client
    with contextlib.suppress(OSError, EOFError, ValueError), Client(where) as line:
        line.send_bytes(json.dumps([whole(word) for word in words[:MOST_WORDS]]).encode())
        return line.poll(WAIT_S) and line.recv_bytes(len(TAKEN)) == TAKEN
    return False


class Instance(QObject):
    """Listens in a thread that sleeps until somebody calls; `asked(list of str)` comes on the window's thread."""

    asked = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._where = address()
        self._listener = self._listen()
        self._closed = False
        if self._listener is not None:
            threading.Thread(target=self._serve, name="instance", daemon=True).start()

    def _listen(self):  # type: ignore[no-untyped-def]  # Listener is imported late
        from multiprocessing.connection import Listener
        try:
            if sys.platform != "win32":
                folder = Path(self._where).parent
                folder.mkdir(mode=0o700, exist_ok=True)
                kept = folder.lstat()
                if not stat.S_ISDIR(kept.st_mode) or kept.st_uid != os.getuid() or kept.st_mode & 0o077:
                    return None     # somebody else's: every start opens a window of its own
                Path(self._where).unlink(missing_ok=True)
            return Listener(self._where)
        except OSError:
            return None

    def _serve(self) -> None:
        while not self._closed:
            with contextlib.suppress(OSError, EOFError, ValueError), self._listener.accept() as line:
                if self._closed or not line.poll(WAIT_S):
                    continue
                words = parse(line.recv_bytes(MOST_BYTES))
                line.send_bytes(TAKEN)
                self.asked.emit(words)

    def close(self) -> None:
        """No later start finds this window."""
        if self._listener is None or self._closed:
            return
        self._closed = True
        from multiprocessing.connection import Client
        with contextlib.suppress(OSError, EOFError):
            Client(self._where).close()     # wakes the thread
        self._listener.close()


def parse(raw: bytes) -> list[str]:
    """The words another start sent; what is no list of short texts is none."""
    try:
        words = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return []
    if not isinstance(words, list):
        return []
    return [word for word in words[:MOST_WORDS] if isinstance(word, str) and 0 < len(word) < 32_768 and "\0" not in word]
