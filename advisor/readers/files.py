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


def is_pointer(beginning: bytes) -> bool:
    """Whether a file begins as a Git LFS pointer does: what a clone without LFS leaves in a large file's place (git-lfs spec v1)."""
    return beginning.startswith(b"version https://git-lfs")


def pointer(name: str) -> CannotAnswer:
    """The refusal of a Git LFS pointer."""
    return CannotAnswer(say("{name} is a Git LFS pointer, a few lines in place of the file.", name=name[:100]),
                        say("Run git lfs pull in its folder, or download the file itself."), "model")


def damaged(why: str) -> CannotAnswer:
    """The refusal of a model's file that is cut off or holds nonsense."""
    return CannotAnswer(why, say("Download it again, or name another file."), "model")


def odd_config(why: str) -> CannotAnswer:
    """The refusal of a config.json that says too little, or what cannot be."""
    return CannotAnswer(why, say("Take the config.json as it lies in the model's repository, or give the model's name."), "model")


def unsupported(why: str) -> CannotAnswer:
    """The refusal of a kind of model that is not counted here."""
    return CannotAnswer(why, say("`advisor catalog models` lists what is known."), "model")
