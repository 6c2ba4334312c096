"""A plot as PNG, SVG, CSV or TSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from advisor.errors import CannotAnswer
from advisor.words import say

RATIO = 2.0


class Plot(Protocol):
    """What can be saved and copied: a widget that draws itself onto a painter and tells its values."""

    x_unit: str
    y_unit: str

    def width(self) -> int: ...
    def height(self) -> int: ...
    def accessibleName(self) -> str: ...
    def accessibleDescription(self) -> str: ...
    def draw_for(self, ratio: float) -> None: ...
    def picture(self, painter: QPainter) -> None: ...
    def rows(self) -> Sequence[tuple[str, float | str, float]]: ...


def image(plot: Plot, ratio: float = RATIO) -> QImage:
    """The plot as it is seen, at `ratio` device pixels a logical one."""
    made = QImage(round(plot.width() * ratio), round(plot.height() * ratio), QImage.Format.Format_ARGB32)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    plot.draw_for(ratio)
    painter = QPainter(made)
    plot.picture(painter)
    painter.end()
    return made


def save(plot: Plot, path: str) -> None:
    """Writes .png, .svg or .csv by the name's ending. Raises CannotAnswer where the file cannot be written."""
    ending = path.rpartition(".")[2].lower()
    if ending == "csv":
        good = _write(path, table(plot, ","))
    elif ending == "svg":
        good = _svg(plot, path)
    else:
        good = image(plot).save(path)
    if not good:
        raise CannotAnswer(say("{path} could not be written.", path=path))


def _svg(plot: Plot, path: str) -> bool:
    from PySide6.QtSvg import QSvgGenerator
    made = QSvgGenerator()
    made.setFileName(path)
    made.setSize(QSize(plot.width(), plot.height()))
    made.setViewBox(QRectF(0, 0, plot.width(), plot.height()))
    made.setTitle(plot.accessibleName())
    made.setDescription(plot.accessibleDescription())
    plot.draw_for(1.0)
    painter = QPainter()
    if not painter.begin(made):
        return False
    plot.picture(painter)
    return painter.end()


def table(plot: Plot, separator: str = ",") -> str:
    """series, x, y; what is not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(("series", plot.x_unit or "x", plot.y_unit or "y"))
    for name, x, y in plot.rows():
        writer.writerow((name, x if isinstance(x, str) else f"{x:.6g}", f"{y:.6g}" if y == y else ""))
    return out.getvalue()


def tsv(plot: Plot) -> str:
    """The plot's values as a spreadsheet takes them from the clipboard."""
    return table(plot, "\t")


def _write(path: str, text: str) -> bool:
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError:
        return False
    return True
