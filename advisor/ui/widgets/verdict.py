"""A verdict is never colour alone: its shape, its word, its one line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from advisor.advice import too_long
from advisor.estimate import holds_at_once, unserved
from advisor.ui import numbers, theme
from advisor.ui.language import tr

if TYPE_CHECKING:
    from advisor.answer import Estimate


def verdict_word(verdict: str) -> str:
    return {"fits": tr("Fits"), "tight": tr("Tight"), "queues": tr("Queues"), "offload": tr("Offload"),
            "does_not_fit": tr("Does not fit")}.get(verdict, tr("Unknown"))


class Headline(NamedTuple):
    """A verdict's shape, its word and its one line."""

    verdict: str
    word: str
    line: str


def headline(answer: Estimate) -> Headline:
    """What is said of a scenario first. The verdict is on requests of the context's length: where the requests are longer, that goes
    before it, unless not even the shorter ones fit."""
    if answer.verdict == "does_not_fit" or too_long(answer.case) is None:
        return Headline(answer.verdict, verdict_word(answer.verdict), verdict_line(answer))
    line = tr("{length} tokens a request, context {context}", length=answer.case.request_tokens,
              context=answer.case.settings.context or 0)
    return Headline("tight", tr("Too long"), line)


def verdict_line(answer: Estimate | None) -> str:
    """`headroom 8.7 GB of 25.3 GB`, `over by 36.4 GB`, `holds 1 of 8 at once`."""
    if answer is None:
        return ""
    memory, verdict = answer.memory, answer.verdict
    if memory.total_bytes is None or memory.usable_bytes is None:
        return tr("the memory is not known")
    holds = holds_at_once(answer.case, memory)
    if verdict == "queues" and holds is not None:
        return tr("holds {n} of {m} at once", n=holds, m=answer.case.concurrency)
    if verdict == "offload":
        return tr("{size} in main memory", size=numbers.size(memory.host_bytes, 1))
    over = memory.total_bytes - memory.usable_bytes
    if verdict == "does_not_fit":
        if over > 0:
            return tr("over by {size} (usable {usable})", size=numbers.size(over, 1), usable=numbers.size(memory.usable_bytes, 1))
        if unserved(answer.case):
            return tr("the model was made for {tokens} tokens", tokens=answer.case.model.max_position_embeddings or 0)
        if not memory.starts and (memory.max_concurrency or 0) >= 1:
            return tr("it would not start: see Why?")
        if not memory.starts and memory.host_bytes:
            return tr("it would need {size} of main memory", size=numbers.size(memory.host_bytes, 1))
        return tr("not one request of {tokens} tokens fits", tokens=answer.scenario.settings.context or 0)
    return tr("headroom {size} of {usable}", size=numbers.size(max(0, -over), 1), usable=numbers.size(memory.usable_bytes, 1))


def paint_verdict(painter: QPainter, rect: QRectF, verdict: str, inner: QColor | None = None) -> None:
    """The shape on its 16-unit grid inside `rect`; `inner` is the colour of the mark (the ground it stands on)."""
    ink, mark = QColor(theme.current().verdict(verdict)), inner or theme.colour("panel")
    unit = min(rect.width(), rect.height()) / 16
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center().x() - 8 * unit, rect.center().y() - 8 * unit)
    painter.scale(unit, unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    _SHAPES[verdict](painter, ink, mark)
    painter.restore()


def verdict_pixmap(verdict: str, side: int, ground: str, ratio: float) -> QPixmap:
    """The shape as a picture, for tables that draw it many times."""
    return _pixmap(verdict, side, ground, ratio, theme.current().name)


@lru_cache(maxsize=128)
def _pixmap(verdict: str, side: int, ground: str, ratio: float, theme_name: str) -> QPixmap:
    image = QPixmap(round(side * ratio), round(side * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_verdict(painter, QRectF(0, 0, side, side), verdict, QColor(ground))
    painter.end()
    return image


def _stroke(painter: QPainter, colour: QColor, width: float, *lines: list[tuple[float, float]]) -> None:
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in lines:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line]))


def _fits(painter: QPainter, ink: QColor, mark: QColor) -> None:
    painter.drawEllipse(QRectF(1, 1, 14, 14))
    _stroke(painter, mark, 1.9, [(4.6, 8.2), (7.1, 10.7), (11.4, 5.7)])


def _tight(painter: QPainter, ink: QColor, mark: QColor) -> None:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(8, 1.2), QPointF(15.4, 14.6), QPointF(0.6, 14.6)]))
    path.closeSubpath()
    painter.drawPath(path)
    _stroke(painter, mark, 1.8, [(8, 6.2), (8, 9.8)])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mark)
    painter.drawEllipse(QPointF(8, 12.3), 1, 1)


def _queues(painter: QPainter, ink: QColor, mark: QColor) -> None:
    painter.drawRoundedRect(QRectF(1, 2, 3.8, 12), 0.8, 0.8)
    painter.drawRoundedRect(QRectF(6.1, 2, 3.8, 12), 0.8, 0.8)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.3))
    painter.drawRoundedRect(QRectF(11.8, 2.7, 2.6, 10.6), 0.6, 0.6)


def _offload(painter: QPainter, ink: QColor, mark: QColor) -> None:
    painter.drawPolygon(QPolygonF([QPointF(1.5, 1.5), QPointF(14.5, 14.5), QPointF(1.5, 14.5)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.5))
    painter.drawRoundedRect(QRectF(1.75, 1.75, 12.5, 12.5), 1, 1)


def _does_not_fit(painter: QPainter, ink: QColor, mark: QColor) -> None:
    a, b = 4.9, 11.1
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in
                                   ((a, 0.8), (b, 0.8), (15.2, a), (15.2, b), (b, 15.2), (a, 15.2), (0.8, b), (0.8, a))]))
    _stroke(painter, mark, 1.9, [(5.2, 5.2), (10.8, 10.8)], [(10.8, 5.2), (5.2, 10.8)])


def _unknown(painter: QPainter, ink: QColor, mark: QColor) -> None:
    pen = QPen(ink, 1.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.2, 1.7])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.2, 1.2, 13.6, 13.6))
    path = QPainterPath(QPointF(5.9, 6.4))
    path.cubicTo(5.9, 3.6, 10.2, 3.7, 10.1, 6.4)
    path.cubicTo(10.0, 7.9, 8.0, 7.8, 8.0, 9.6)
    painter.setPen(QPen(ink, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)
    painter.drawPoint(QPointF(8, 12))


_SHAPES = {"fits": _fits, "tight": _tight, "queues": _queues, "offload": _offload, "does_not_fit": _does_not_fit,
           "unknown": _unknown}


class VerdictMark(QWidget):
    """Shape and word on one line, for cards, tables of text and legends."""

    def __init__(self, verdict: str = "unknown", style: str = "body", coloured: bool = False, word: str = "",
                 parent: QWidget | None = None) -> None:
        """`word` where it is not the verdict's own."""
        super().__init__(parent)
        self._verdict, self._style, self._coloured, self._given = verdict, style, coloured, word

    def set_verdict(self, verdict: str) -> None:
        self._verdict = verdict
        self.updateGeometry()
        self.update()

    def _word(self) -> str:
        return self._given or verdict_word(self._verdict)

    def sizeHint(self) -> QSize:
        self.setFont(theme.font(self._style))
        return QSize(22 + self.fontMetrics().horizontalAdvance(self._word()) + 2, max(18, self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.setAccessibleName(self._word())
        paint_verdict(painter, QRectF(1, self.height() / 2 - 7, 14, 14), self._verdict)
        painter.setFont(theme.font(self._style))
        painter.setPen(QColor(theme.current().verdict(self._verdict)) if self._coloured else theme.colour("text"))
        painter.drawText(self.rect().adjusted(21, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._word())
