"""Tables of figures: sorted by value, copied as TSV, hairlines between rows, the current row marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QStyledItemDelegate, QTableView, QToolTip, QWidget

from advisor.ui import theme
from advisor.ui.widgets.copy_button import to_clipboard
from advisor.ui.widgets.label import as_written
from advisor.ui.widgets.verdict import verdict_pixmap, verdict_word

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
# as numbers: joining two flags anew for every cell costs as much as drawing its text
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Cell:
    """`text` is shown, `value` sorted by. `verdict` puts the shape before the text; `weak` is text2, `strong` heavier."""

    text: str
    value: Any = None
    verdict: str = ""
    weak: bool = False
    strong: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading with its unit; numbers stand right, text left. `stretch` takes what width is left."""

    title: str
    right: bool = False
    stretch: bool = False


class Rows(QAbstractTableModel):
    """Rows of cells, each row with a key that names it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns: Sequence[Column] = ()
        self.rows: Sequence[tuple[str, Sequence[Cell]]] = ()
        self.marked = ""
        self._given: Sequence[tuple[str, Sequence[Cell]]] | None = None     # the rows before they were sorted
        self._order: tuple[int, Qt.SortOrder] | None = None

    def set_rows(self, columns: Sequence[Column], rows: Sequence[tuple[str, Sequence[Cell]]], marked: str = "") -> None:
        """Replaces everything; the same shape only repaints, so that selection and scroll stay."""
        if rows == self._given and marked == self.marked and columns == self.columns:
            return
        self._given = rows
        same = len(rows) == len(self.rows) and [c.title for c in columns] == [c.title for c in self.columns]
        if not same:
            self.beginResetModel()
        self.columns, self.rows, self.marked = columns, rows, marked
        if self._order:
            self._sort(*self._order)
        if same:
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))
        else:
            self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def cell(self, index: Index) -> Cell:
        return self.rows[index.row()][1][index.column()]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell = self.cell(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{verdict_word(cell.verdict)} {cell.text}" if cell.verdict else cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.tip or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[index.column()].right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[section].right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._order = (column, order) if column >= 0 else None
        if self._order:
            self._sort(column, order)
        self.layoutChanged.emit()

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        def key(row: tuple[str, Sequence[Cell]]) -> Any:
            value = row[1][column].value
            return row[1][column].text if value is None else value
        known = [r for r in self.rows if r[1][column].value is not None or r[1][column].text not in ("", "—")]
        unknown = [r for r in self.rows if r not in known]
        texts = any(isinstance(key(r), str) for r in known)
        known.sort(key=(lambda r: str(key(r)).lower()) if texts else key, reverse=order == Qt.SortOrder.DescendingOrder)
        self.rows = known + unknown

    def tsv(self) -> str:
        lines = ["\t".join(c.title for c in self.columns)]
        lines += ["\t".join(" ".join(filter(None, (verdict_word(c.verdict) if c.verdict else "", c.text))) for c in cells)
                  for _, cells in self.rows]
        return "\n".join(lines) + "\n"


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: Any, index: Index) -> None:
        model = index.model()
        assert isinstance(model, Rows)
        cell, here = model.cell(index), theme.current()
        rect = QRectF(option.rect)
        current = model.rows[index.row()][0] == model.marked
        if current:
            painter.fillRect(rect, theme.colour("select"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(option.rect.left(), option.rect.bottom() + 1, option.rect.right() + 1, option.rect.bottom() + 1)
        view = option.widget
        if view is not None and view.hasFocus() and view.currentIndex().row() == index.row():
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), theme.colour("accent"))
        text = rect.adjusted(6, 0, -6, 0)
        if cell.verdict:
            ground, device = here.select if current else here.panel, painter.device()
            glyph = verdict_pixmap(cell.verdict, 13, ground, device.devicePixelRatio() if device else 1.0)
            painter.drawPixmap(QPointF(text.left(), round(rect.center().y() - 6)), glyph)
            text.setLeft(text.left() + 18)
        painter.setFont(theme.font("strong" if cell.strong else "body"))
        painter.setPen(theme.colour("text2") if cell.weak else here.text)
        side = RIGHT if model.columns[index.column()].right else LEFT
        shown = QFontMetrics(painter.font()).elidedText(cell.text, Qt.TextElideMode.ElideRight, int(text.width()) + 1)
        painter.drawText(text, side, shown)

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: Any, index: Index) -> bool:
        """A text that does not fit its column stands whole in the tooltip."""
        model = index.model()
        if event.type() == QEvent.Type.ToolTip and isinstance(model, Rows) and not model.cell(index).tip \
                and self.sizeHint(option, index).width() > option.rect.width() + 2:
            QToolTip.showText(event.globalPos(), as_written(model.cell(index).text), view)
            return True
        return super().helpEvent(event, view, option, index)

    def sizeHint(self, option: Any, index: Index) -> QSize:
        model = index.model()
        assert isinstance(model, Rows)
        cell = model.cell(index)
        width = QFontMetrics(theme.font("strong" if cell.strong else "body")).horizontalAdvance(cell.text)
        return QSize(width + 14 + (18 if cell.verdict else 0), theme.TABLE_ROW)


class _Header(QHeaderView):
    """Small text over a rule, as quiet as the rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        model = self.model()
        text = model.headerData(section, Qt.Orientation.Horizontal) or ""
        side = model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            text = f"{text} {'↑' if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else '↓'}"
        painter.save()
        painter.fillRect(rect, theme.colour("panel"))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(rect.adjusted(6, 0, -6, 0), int(side or 0), text)
        painter.setPen(theme.colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def sectionSizeFromContents(self, section: int) -> QSize:
        text = self.model().headerData(section, Qt.Orientation.Horizontal) or ""
        return QSize(QFontMetrics(theme.font("small")).horizontalAdvance(text) + 26 - 8, theme.TABLE_ROW)


class DataTable(QTableView):
    """A read-only table over `Rows`. `taken(key)` when a row is double-clicked or Enter is pressed on it."""

    taken = Signal(str)

    def __init__(self, sortable: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalHeader(_Header(self))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.TABLE_ROW)
        self.verticalHeader().setMinimumSectionSize(20)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSortingEnabled(False)
        if sortable:
            self.horizontalHeader().setSortIndicatorShown(False)
            self.horizontalHeader().sectionClicked.connect(self._sort_by)
        self.doubleClicked.connect(lambda index: self.taken.emit(self.rows.rows[index.row()][0]))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _sort_by(self, section: int) -> None:
        header = self.horizontalHeader()
        again = header.isSortIndicatorShown() and header.sortIndicatorSection() == section
        order = Qt.SortOrder.DescendingOrder if again and header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder \
            else Qt.SortOrder.AscendingOrder
        header.setSortIndicatorShown(True)
        header.setSortIndicator(section, order)
        self.rows.sort(section, order)

    def set_rows(self, columns: Sequence[Column], rows: Sequence[tuple[str, Sequence[Cell]]], marked: str = "",
                 sentence: str = "", name: str = "") -> None:
        """`name` and `sentence` are the accessible name and description: what the table shows and where it stands."""
        fresh = [c.title for c in columns] != [c.title for c in self.rows.columns]
        self.rows.set_rows(columns, rows, marked)
        if name:
            self.setAccessibleName(name)
        self.setAccessibleDescription(sentence)
        header = self.horizontalHeader()
        for index, column in enumerate(columns):
            if fresh:
                header.setSectionResizeMode(index, QHeaderView.ResizeMode.Stretch if column.stretch
                                            else QHeaderView.ResizeMode.ResizeToContents)

    def fit_height(self) -> None:
        """As high as its rows, for tables that stand in a scrolling page."""
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + len(self.rows.rows) * theme.TABLE_ROW + 3)

    def tsv(self) -> str:
        return self.rows.tsv()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            to_clipboard(self.tsv())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.taken.emit(self.rows.rows[self.currentIndex().row()][0])
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 3 * theme.TABLE_ROW)
