"""Our own line icons (resources/icons/*.svg, 16 px grid), drawn in the colour and size asked for."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from advisor.resources import path


class _Started:
    now = False


def start() -> None:
    """From now on icons are painted: Qt's SVG part is loaded with the first one."""
    _Started.now = True


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return path("icons", name + ".svg").read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """Icon `name` in `colour` (#rrggbb), `size` logical pixels wide, for a screen of that pixel ratio."""
    from PySide6.QtSvg import QSvgRenderer
    source = QByteArray(_source(name).replace("currentColor", colour).encode())    # before any painter: a missing file must not crash Qt
    side = round(size * ratio)
    image = QPixmap(side, side)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(source).render(painter, QRectF(0, 0, side, side))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def paint(painter: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Draws the icon centred in `rect`, as large as its height or width allows. Before `start` nothing, so that the frame comes early."""
    if not _Started.now:
        return
    side = int(min(rect.width(), rect.height()))
    device = painter.device()
    image = pixmap(name, colour.name(), side, device.devicePixelRatio() if device else 1.0)
    place = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    painter.drawPixmap(place, image, QRectF(image.rect()))


def application_icon() -> QIcon:
    """The program's icon, which keeps its own colours."""
    return QIcon(str(path("icons", "advisor.svg")))
