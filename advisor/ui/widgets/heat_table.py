"""Concurrency × context: what the KV cache would need, tinted and marked by verdict; Enter takes a load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QStyledItemDelegate, QTableView, QWidget

from advisor.ui import numbers, theme
from advisor.ui.language import tr
from advisor.ui.widgets.copy_button import to_clipboard
from advisor.ui.widgets.table import RIGHT
from advisor.ui.widgets.verdict import verdict_pixmap, verdict_word

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class Heat:
    """One load: KV bytes asked for and the verdict; None bytes is unknown."""

    bytes: int | None
    verdict: str


class Heats(QAbstractTableModel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.people: list[int] = []
        self.contexts: list[int] = []
        self.cells: dict[tuple[int, int], Heat] = {}
        self.current: tuple[int, int] = (0, 0)
        self.scale = numbers.table_scale(())

    def set_cells(self, people: list[int], contexts: list[int], cells: dict[tuple[int, int], Heat], current: tuple[int, int]) -> None:
        same = people == self.people and contexts == self.contexts
        scale = numbers.table_scale(heat.bytes or 0 for heat in cells.values())
        same, self.scale = same and scale == self.scale, scale
        if same and cells == self.cells and current == self.current:
            return
        if not same:
            self.beginResetModel()
        self.people, self.contexts, self.cells, self.current = people, contexts, cells, current
        if same and people:
            self.dataChanged.emit(self.index(0, 0), self.index(len(people) - 1, len(contexts) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(contexts) - 1)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(people) - 1)
        elif not same:
            self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.people)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.contexts)

    def load(self, index: Index) -> tuple[int, int]:
        return self.people[index.row()], self.contexts[index.column()]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        people, context = self.load(index)
        heat = self.cells.get((people, context))
        if role == Qt.ItemDataRole.DisplayRole:
            return "…" if heat is None else "?" if heat.bytes is None else self.scale.text(heat.bytes)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole) and heat is not None:
            return tr("{n} at once × {context}: {size}, {verdict}", n=people, context=numbers.context_name(context),
                      size=numbers.size(heat.bytes), verdict=verdict_word(heat.verdict))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return numbers.context_name(self.contexts[section]) if section < len(self.contexts) else None
        return tr("{n} at once", n=self.people[section]) if section < len(self.people) else None

    def tsv(self) -> str:
        head = [f"KV {self.scale.unit}", *[numbers.context_name(c) for c in self.contexts]]
        rows = [[str(p), *[str(self.data(self.index(r, c))) for c in range(len(self.contexts))]] for r, p in enumerate(self.people)]
        return "\n".join("\t".join(row) for row in [head, *rows]) + "\n"


MARK, GAP = 11, 2
EDGES, LEAST_EDGES = (6, 9), (2, 4)     # what is kept free at the left of the mark and at the right of the figure


class _Delegate(QStyledItemDelegate):
    @staticmethod
    def fitted(rect: QRectF, words: str, style: str) -> tuple[str, tuple[int, int]]:
        """(text style, edges) with which a figure stays clear of its mark: long ones take room from the edges, then get smaller."""
        for tried, edges in ((style, EDGES), (style, LEAST_EDGES)):
            if QFontMetricsF(theme.font(tried)).horizontalAdvance(words) <= rect.width() - sum(edges) - MARK - GAP:
                return tried, edges
        return "small", LEAST_EDGES

    def paint(self, painter: QPainter, option: Any, index: Index) -> None:
        model = index.model()
        assert isinstance(model, Heats)
        here, rect = theme.current(), QRectF(option.rect).adjusted(1, 1, -1, -1)
        load = model.load(index)
        heat = model.cells.get(load)
        chosen = load == model.current
        tint = here.tint(heat.verdict) if heat else here.sunken
        painter.fillRect(rect, QColor(tint))
        marked = heat is not None and rect.width() >= 52
        words, style, edges = str(model.data(index)), "strong" if chosen else "body", EDGES
        if marked:
            style, edges = self.fitted(rect, words, style)
        if heat is not None and marked:
            device = painter.device()
            glyph = verdict_pixmap(heat.verdict, MARK, tint, device.devicePixelRatio() if device else 1.0)
            painter.drawPixmap(QPointF(rect.left() + edges[0], round(rect.center().y() - 5.5)), glyph)
        painter.setPen(QColor(here.text))
        painter.setFont(theme.font(style))
        painter.drawText(rect.adjusted(4, 0, -edges[1], 0), RIGHT, words)
        view = option.widget
        focused = view is not None and view.hasFocus() and view.currentIndex() == index
        if chosen or focused:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(here.accent), 2, Qt.PenStyle.SolidLine if chosen else Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.RADIUS_CELL, theme.RADIUS_CELL)
            painter.restore()


class _Heading(QHeaderView):
    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        model = self.model()
        assert isinstance(model, Heats)
        across = self.orientation() == Qt.Orientation.Horizontal
        values = model.contexts if across else model.people
        chosen = section < len(values) and values[section] == model.current[1 if across else 0]
        painter.save()
        painter.setFont(theme.font("strong" if chosen else "body"))
        painter.setPen(theme.colour("text" if chosen else "text2"))
        side = Qt.AlignmentFlag.AlignRight if across else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect.adjusted(4, 0, -10, 0), int(side | Qt.AlignmentFlag.AlignVCenter),
                         str(model.headerData(section, self.orientation()) or ""))
        painter.restore()

    def sectionSizeFromContents(self, section: int) -> QSize:
        from PySide6.QtGui import QFontMetrics
        text = str(self.model().headerData(section, self.orientation()) or "")
        return QSize(QFontMetrics(theme.font("strong")).horizontalAdvance(text) + 18, theme.HEAT_CELL)


class HeatTable(QTableView):
    """`taken(people, context)` when a cell is clicked or Enter pressed on it."""

    taken = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heats = Heats(self)
        self.setModel(self.heats)
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalHeader(_Heading(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_Heading(Qt.Orientation.Vertical, self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(40)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme.HEAT_CELL)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setHighlightSections(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(tr("KV cache by load"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._take)

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.taken.emit(*self.heats.load(index))

    def set_cells(self, people: list[int], contexts: list[int], cells: dict[tuple[int, int], Heat], current: tuple[int, int],
                  sentence: str = "") -> None:
        self.heats.set_cells(people, contexts, cells, current)
        self.setAccessibleName(tr("KV cache by load"))
        self.setAccessibleDescription(sentence)
        height = self.horizontalHeader().sizeHint().height() + len(people) * theme.HEAT_CELL + 2
        if self.height() != height:
            self.setFixedHeight(height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            to_clipboard(self.heats.tsv())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 4 * theme.HEAT_CELL)
