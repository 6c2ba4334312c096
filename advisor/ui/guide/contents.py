"""The guide's contents: chapters with ticks, search over all texts, and the same as a menu where there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from advisor.ui import theme
from advisor.ui.guide.live import Live
from advisor.ui.guide.paragraph import plain
from advisor.ui.guide.question import said
from advisor.ui.guide.text import guide, texts
from advisor.ui.language import Spoken, labelled, tr
from advisor.ui.style import box
from advisor.ui.widgets.label import Label

MOST_FOUND = 30
SOURCES, FINAL = "sources", "final"
_TITLE, _END = 34, 6        # where a chapter's title begins, and what is left free after it


def chapter_titles() -> list[tuple[str, str]]:
    """(id, title) of everything in the list, in order."""
    return [*((c.id, said(c.title)) for c in guide().chapters), (SOURCES, tr("Where the figures come from")), (FINAL, tr("Five questions"))]


class ChapterButton(QAbstractButton):
    """A number, or a tick where the chapter's question was answered rightly, and the title."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.ticked = number, False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_chapter(self, title: str, ticked: bool) -> None:
        self.ticked = ticked
        if title != self.text():
            self.setText(title)
            self.updateGeometry()
        self.setAccessibleName(tr("Chapter {n}, {title}", n=self.number, title=title))
        self.setAccessibleDescription(tr("its question is answered") if ticked else "")
        self.update()

    def heightForWidth(self, width: int) -> int:
        room = max(60, width - _TITLE - _END)
        text = QFontMetrics(theme.font("body")).boundingRect(0, 0, room, 500, int(Qt.TextFlag.TextWordWrap), self.text())
        return max(38, text.height() + 16)

    def sizeHint(self) -> QSize:
        return QSize(180, self.heightForWidth(self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else 180))

    def minimumSizeHint(self) -> QSize:
        return QSize(140, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()       # the title breaks elsewhere

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        if self.isChecked() or self.underMouse():
            box(painter, self.rect(), QColor(here.select if self.isChecked() else here.hover), None, theme.RADIUS_CONTROL)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.ticked:
            painter.setPen(QPen(QColor(here.verdict("fits")), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            y = self.height() / 2
            painter.drawPolyline(QPolygonF([QPointF(11, y), QPointF(15, y + 4), QPointF(22, y - 5)]))
        else:
            painter.setFont(theme.font("body"))
            painter.setPen(QColor(here.text2))
            painter.drawText(QRectF(0, 0, _TITLE, self.height()), Qt.AlignmentFlag.AlignCenter, str(self.number))
        painter.setPen(QColor(here.text))
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(_TITLE, 0, self.width() - _TITLE - _END, self.height()), flags, self.text())


@dataclass(frozen=True, slots=True)
class Found:
    """A place that holds the words looked for."""

    chapter: str
    block: str
    line: str


def search(words: str, live: Live) -> list[Found]:
    """Places whose text, figures included, holds the words; upper and lower case are the same."""
    wanted, found = words.strip().casefold(), []
    if not wanted:
        return []
    for chapter in guide().chapters:
        seen = set()
        for block, text in texts(chapter):
            shown = plain(said(text), live)
            at = shown.casefold().find(wanted)
            if at >= 0 and block not in seen:
                seen.add(block)
                found.append(Found(chapter.id, block, _around(shown, at, len(wanted))))
    for source in guide().sources:
        shown = labelled(source.title, said(source.what))
        if wanted in shown.casefold():
            found.append(Found(SOURCES, source.id, _around(shown, shown.casefold().find(wanted), len(wanted))))
    return found[:MOST_FOUND]


def _around(text: str, at: int, length: int) -> str:
    start, end = max(0, at - 24), at + length + 36
    return ("…" if start else "") + text[start:end].replace("\n", " ") + ("…" if end < len(text) else "")


class Contents(Spoken, QWidget):
    """`picked(chapter)` and `found(chapter, block, words)`; a column, or (`set_menu`) a combo beside the search field."""

    picked = Signal(str)
    found = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.results = QLineEdit(), QListWidget()
        self.menu = QComboBox()
        self._live: Live | None = None
        self._hits: Sequence[Found] = ()
        self._group = QButtonGroup(self)
        self.buttons = {id_: ChapterButton(n) for n, (id_, _) in enumerate(chapter_titles(), 1)}
        self.note = Label("", "small", "text2", wraps=True)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(10, 12, 10, 12)
        self.column.setSpacing(2)
        self.head = QHBoxLayout()
        self.head.setSpacing(8)
        self.head.addWidget(self.menu, 1)
        self.head.addWidget(self.field, 1)
        self.column.addLayout(self.head)
        self.column.addWidget(self.results, 1)
        self.column.addSpacing(6)
        for id_, button in self.buttons.items():
            self._group.addButton(button)
            self.column.addWidget(button)
            button.clicked.connect(lambda _=False, i=id_: self.picked.emit(i))
        self.column.addStretch(1)
        self.column.addWidget(self.note)
        self.results.setFrameShape(QFrame.Shape.NoFrame)
        self.results.setWordWrap(True)
        self.results.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.results.hide()
        self.menu.hide()
        self.field.setTextMargins(4, 0, 4, 0)
        self.field.textChanged.connect(self._look)
        self.field.returnPressed.connect(lambda: self._open(0))
        self.results.itemActivated.connect(lambda item: self._open(self.results.row(item)))
        self.results.itemClicked.connect(lambda item: self._open(self.results.row(item)))
        self.menu.activated.connect(lambda index: self.picked.emit(self.menu.itemData(index)))
        self.words(self._speak)

    def _speak(self) -> None:
        self.field.setPlaceholderText(tr("Find in the guide"))
        self.field.setAccessibleName(tr("Find in the guide"))
        self.results.setAccessibleName(tr("Places found"))
        self.menu.setAccessibleName(tr("Chapter"))
        self.note.setText(tr("All figures are worked out anew for the scenario above."))

    def set_menu(self, menu: bool) -> None:
        """Chapters in a combo, over a page that has no room beside it."""
        self.menu.setVisible(menu)
        self.column.setContentsMargins(10, 8 if menu else 12, 10, 2 if menu else 12)
        self.note.setVisible(not menu)
        self.results.setMaximumHeight(160 if menu else 16777215)
        for button in self.buttons.values():
            button.setVisible(not menu and not self.results.isVisibleTo(self))

    @property
    def as_menu(self) -> bool:
        return self.menu.isVisibleTo(self)

    def draw(self, live: Live, current: str, ticked: set[str]) -> None:
        self._live = live
        titles = chapter_titles()
        if [(self.menu.itemData(i), self.menu.itemText(i)) for i in range(self.menu.count())] != titles:
            self.menu.clear()
            for id_, title in titles:
                self.menu.addItem(title, id_)
        for index, (id_, title) in enumerate(titles):
            self.buttons[id_].show_chapter(title, id_ in ticked)
            if id_ == current:
                self.buttons[id_].setChecked(True)
                self.menu.setCurrentIndex(index)

    # ------------------------------------------------------------------------------------------ search

    def _look(self, text: str) -> None:
        self._hits = search(text, self._live) if self._live is not None else ()
        self.results.clear()
        titles = dict(chapter_titles())
        for hit in self._hits:
            item = QListWidgetItem(f"{titles[hit.chapter]}\n{hit.line}")
            self.results.addItem(item)
        looking = bool(text.strip())
        if looking and not self._hits:
            nothing = QListWidgetItem(tr("Nothing found"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.results.addItem(nothing)
        self.results.setVisible(looking)
        for button in self.buttons.values():
            button.setVisible(not looking and not self.as_menu)

    def _open(self, row: int) -> None:
        if 0 <= row < len(self._hits):
            hit = self._hits[row]
            self.found.emit(hit.chapter, hit.block, self.field.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus() and self._hits:
            self.results.setFocus()
            self.results.setCurrentRow(0)
        else:
            super().keyPressEvent(event)
