"""What may be opened: ordinary files. A device gives bytes without end, a pipe keeps whoever opens it waiting."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from advisor.errors import CannotAnswer
from advisor.words import say


def ordinary(path: Path, pipe: bool = False, field: str | None = None) -> Path:
    """The path, where an ordinary file lies there; `pipe`: what a shell pipes in will do too (its reader bounds it).

    Raises CannotAnswer for a device, a folder, a socket; OSError where there is nothing.
    """
    try:
        mode = path.stat().st_mode
    except ValueError:      # a NUL in it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    if stat.S_ISREG(mode) or (pipe and stat.S_ISFIFO(mode)):
        return path
    raise CannotAnswer(say("{name} is no ordinary file.", name=repr(str(path)[:200])), say("Name a file."), field)
