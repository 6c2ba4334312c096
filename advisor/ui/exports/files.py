"""Saving plots and tables: asks where, writes so that the old file or the new one is there whole, says what happened."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from advisor.errors import CannotAnswer
from advisor.ui.language import tr, translated
from advisor.words import say

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from advisor.ui.plots.export import Plot


def write_whole(path: Path, write: Callable[[str], Any]) -> None:
    """`write(name)` fills a file of that ending beside `path`, which then takes its place. Raises CannotAnswer: full, forbidden."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix="." + path.stem + ".", suffix=path.suffix)
        os.close(handle)
        write(temporary)
        with open(temporary, "rb+") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise OSError(0, say("nothing was written; the disk may be full"))
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise CannotAnswer(say("{path} could not be written: {why}.", path=str(path), why=error.strerror or str(error))) from None
    except CannotAnswer:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise CannotAnswer(say("{path} could not be written: {why}.", path=str(path), why=say("the disk may be full"))) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_plot(path: Path, plot: Plot) -> None:
    """PNG, SVG or CSV by the ending. Raises CannotAnswer where it cannot be written."""
    from advisor.ui.plots import export
    write_whole(path, lambda name: export.save(plot, name))


def save_plot(window: QWidget, plot: Plot, title: str) -> None:
    """Asks for a place and writes the plot there."""
    from PySide6.QtWidgets import QFileDialog
    name = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-") or "plot"
    path = QFileDialog.getSaveFileName(window, tr("Save as"), name + ".png", tr("Picture or table (*.png *.svg *.csv)"))[0]
    if not path:
        return
    tell = getattr(window, "tell", lambda text: None)
    try:
        write_plot(Path(path), plot)
    except CannotAnswer as error:
        tell(translated(error.why))
        return
    tell(tr("Saved {path}", path=path))
