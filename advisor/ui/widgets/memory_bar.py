"""What fills one device: a segment a part, the wall where the engine must stop, hatches for what is free or too much."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from advisor.answer import DeviceMemory, Memory
from advisor.ui import numbers, theme
from advisor.ui.language import labelled, tr
from advisor.ui.style import box, hatch

BAR = 34
TOP, AXIS = 24, 20


def part_word(part: str) -> str:
    return {"weights": tr("Weights"), "kv": tr("KV cache"), "state": tr("State"), "compute": tr("Compute"),
            "graphs": tr("Graphs"), "runtime": tr("Runtime"), "headroom": tr("headroom"), "over": tr("over")}[part]


def quantity_of(part: str) -> str:
    """The derivation's name of a part."""
    return {"graphs": "graph_bytes", "headroom": "headroom_bytes", "over": "total_bytes"}.get(part, part + "_bytes")


@dataclass(frozen=True, slots=True)
class Filling:
    """One device: (part, bytes) in the fixed order, what the engine may use, what the device has."""

    parts: tuple[tuple[str, int], ...]
    usable: int | None
    whole: int | None

    @property
    def total(self) -> int:
        return sum(size for _, size in self.parts)


def filling_of(memory: Memory | DeviceMemory, whole: int | None = None) -> Filling:
    """The bar's parts in bytes, empty ones left out; `whole`: the device's own memory, told where it is more than is usable."""
    values = (("weights", memory.weights_bytes), ("kv", memory.kv_bytes), ("state", memory.state_bytes),
              ("compute", memory.compute_bytes), ("graphs", memory.graph_bytes), ("runtime", memory.runtime_bytes))
    return Filling(tuple((part, size) for part, size in values if size), memory.usable_bytes, whole)


class Segment(QAbstractButton):
    """One part: a keyboard stop with its own name; asks why when pressed."""

    def __init__(self, part: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.part, self.size_bytes = part, 0
        self.beyond = 0.0       # from this share of its width on it lies beyond the wall
        self.over = 0           # what all parts together are too much, where this one says it
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_size(self, size: int, beyond: float) -> None:
        self.size_bytes, self.beyond = size, beyond
        name = labelled(part_word(self.part), numbers.size(size))
        self.setAccessibleName(name)
        self.setToolTip(labelled(part_word(self.part), numbers.both_sizes(size)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        here, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        ratio = self.devicePixelRatioF()
        inside = QRectF(rect.left(), rect.top(), rect.width() * self.beyond, rect.height())
        if self.part == "headroom":
            box(painter, rect, QColor(here.panel), None, theme.RADIUS_CELL)
            painter.fillRect(rect, hatch(1, 8, QColor(here.line), ratio))
            pen = QPen(QColor(here.headroom), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
            self._label(painter, rect, part_word("headroom"), QColor(here.text), QColor(here.panel))
            return
        if self.beyond < 1:
            painter.fillRect(rect, QColor(here.panel))
            painter.fillRect(rect, hatch(4, 9, QColor(here.over), ratio))
            painter.setPen(QPen(QColor(here.over), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
            if self.over:
                outside = QRectF(inside.right(), rect.top(), rect.right() - inside.right(), rect.height())
                self._label(painter, outside, part_word("over"), QColor(here.text), QColor(here.panel), self.over)
        if self.beyond > 0:
            box(painter, inside, QColor(here.part(self.part)), None, theme.RADIUS_CELL)
            self._label(painter, inside, part_word(self.part), QColor(here.on_part), None)

    def _label(self, painter: QPainter, rect: QRectF, word: str, ink: QColor, ground: QColor | None, size: int | None = None) -> None:
        size = self.size_bytes if size is None else size
        if self.height() < 20:
            return
        painter.setFont(theme.font("chosen"))
        metrics = QFontMetricsF(painter.font())
        for text in (f"{word} {numbers.size(size) if ground else numbers.bare_size(size, 2)}", word):
            width = metrics.horizontalAdvance(text)
            if width + 12 <= rect.width():
                if ground is not None:
                    painter.fillRect(QRectF(rect.center().x() - width / 2 - 7, rect.top() + 6, width + 14, rect.height() - 12), ground)
                painter.setPen(ink)
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
                return


class MemoryBar(QWidget):
    """`small` is the bare bar of a card. `asked(quantity)` says which part the person wants explained."""

    asked = Signal(str)

    def __init__(self, small: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._small = small
        self._filling = Filling((), None, None)
        self._scale_bytes = 0.0
        self._segments: dict[str, Segment] = {}
        if not small:
            for part in (*theme.PARTS, "headroom"):
                segment = Segment(part, self)
                segment.clicked.connect(lambda _=False, p=part: self.asked.emit(quantity_of(p)))
                self._segments[part] = segment
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(96, 10) if self._small else QSize(400, TOP + BAR + AXIS)

    def minimumSizeHint(self) -> QSize:
        return QSize(40 if self._small else 80, self.sizeHint().height())

    def set_filling(self, filling: Filling, scale_bytes: float | None = None) -> None:
        """`scale_bytes` is the right end of the axis, to draw several devices to one scale."""
        self._filling = filling
        ends = [filling.total, filling.usable or 0, filling.whole or 0]
        self._scale_bytes = scale_bytes or max(ends) * 1.015 or 1
        self.setAccessibleName(self._sentence())
        self._place()
        self.update()

    def _sentence(self) -> str:
        parts = ", ".join(f"{part_word(p)} {numbers.size(s)}" for p, s in self._filling.parts)
        usable = numbers.size(self._filling.usable)
        return tr("Memory: {parts}; in all {total} of {usable} usable", parts=parts, total=numbers.size(self._filling.total),
                  usable=usable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def _x(self, size: float) -> float:
        return size / self._scale_bytes * self.width() if self._scale_bytes else 0.0

    def _place(self) -> None:
        if self._small:
            return
        sizes = dict(self._filling.parts)
        usable = self._filling.usable
        free = (usable - self._filling.total) if usable is not None else 0
        if free > 0:
            sizes["headroom"] = free
        start = 0
        for part, segment in self._segments.items():
            size = sizes.get(part, 0)
            left, right = round(self._x(start)), round(self._x(start + size))
            wide = right - left - (2 if part != "headroom" else 0)
            if part != "headroom" and 2 <= right - left < 4:    # narrow parts keep two pixels: one is not seen
                wide = 2
            segment.setVisible(size > 0 and wide >= 1)
            segment.setGeometry(left, TOP, max(1, wide), BAR)
            beyond = 1.0
            if usable is not None and part != "headroom" and size:
                beyond = min(1.0, max(0.0, (usable - start) / size))
            segment.set_size(size, beyond)
            start += size
        widest = max(self._segments.values(), key=lambda s: s.size_bytes * (1 - s.beyond))
        for segment in self._segments.values():
            segment.over = max(0, -free) if segment is widest else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._small:
            self._paint_small(painter)
            return
        self._paint_axis(painter)
        self._paint_wall(painter)

    def _paint_axis(self, painter: QPainter) -> None:
        painter.setFont(theme.font("tick"))
        metrics = QFontMetricsF(painter.font())
        unit = numbers.unit_bytes()
        step = 1.0
        for candidate in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 16384, 65536):
            step = float(candidate)
            if self._scale_bytes / unit / step <= 8:
                break
        count, y = int(self._scale_bytes / unit / step), TOP + BAR
        for index in range(count + 1):
            x = self._x(index * step * unit)
            painter.setPen(theme.colour("border"))
            painter.drawLine(QPointF(x + 0.5, y + 2), QPointF(x + 0.5, y + 5))
            text = f"0 {numbers.unit_name()}" if index == 0 else f"{index * step:,.0f}"
            width = metrics.horizontalAdvance(text)
            place = 0 if index == 0 else min(x - width / 2, self.width() - width)
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(place, y + 6 + metrics.ascent()), text)

    def _paint_wall(self, painter: QPainter) -> None:
        usable, whole = self._filling.usable, self._filling.whole
        if usable is None:
            return
        x = min(self._x(usable), self.width() - 1.0)
        painter.fillRect(QRectF(x - 1, TOP - 8, 2, BAR + 14), theme.colour("text"))
        strong, plain = tr("usable {size}", size=numbers.size(usable, 1)), ""
        if whole and numbers.size(whole, 1) != numbers.size(usable, 1):
            plain = " · " + tr("device {size}", size=numbers.size(whole, 1))
            if abs(self._x(whole) - x) > 3:
                painter.setPen(theme.colour("border"))
                edge = min(self._x(whole), self.width() - 1)
                painter.drawLine(QPointF(edge, TOP - 3), QPointF(edge, TOP + BAR + 3))
        bold, small = theme.font("section"), theme.font("small")
        wide = QFontMetricsF(bold).horizontalAdvance(strong)
        all_wide = wide + QFontMetricsF(small).horizontalAdvance(plain)
        left = max(0.0, min(x - all_wide / 2, self.width() - all_wide))
        base = TOP - 10.0
        painter.setFont(bold)
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(left, base), strong)
        painter.setFont(small)
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(left + wide, base), plain)

    def _paint_small(self, painter: QPainter) -> None:
        here, start = theme.current(), 0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part, size in self._filling.parts:
            left, right = self._x(start), self._x(start + size)
            over = self._filling.usable is not None and start >= self._filling.usable
            painter.fillRect(QRectF(left, 0, max(1.0, right - left - 1), self.height()), QColor(here.over if over else here.part(part)))
            start += size
        if self._filling.usable is not None:
            wall = min(self._x(self._filling.usable), self.width() - 2.0)
            if wall > self._x(start):
                rest = QRectF(self._x(start), 0.5, wall - self._x(start), self.height() - 1)
                painter.fillRect(rest, hatch(1, 6, QColor(here.line), self.devicePixelRatioF()))
                painter.setPen(QPen(QColor(here.headroom), 1, Qt.PenStyle.DotLine))
                painter.drawRect(rest)
            painter.fillRect(QRectF(wall, -1, 2, self.height() + 2), QColor(here.text))


