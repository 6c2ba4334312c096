"""One change and what it does: what would make it fit, and what would make it faster; each can be taken and undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.ui import language, numbers, theme, words
from advisor.ui.advice import plain
from advisor.ui.language import labelled, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.verdict import VerdictMark, verdict_line, verdict_word

MOST, WAYS = 7, 4
LANE = "changes"
WAIT_MS = 120


@dataclass(frozen=True, slots=True)
class Offer:
    """A change in words and what it gives (None where the engine's levers cannot say it: then it cannot be taken)."""

    title: str
    answer: Estimate | None
    factor: float | None = None
    together: bool = False

    def words(self) -> str:
        """How much faster it is (all together, where several ask at once), else the pace that it gives."""
        if self.factor is not None:
            factor = f"{self.factor:.2f}" if self.factor < 10 else f"{self.factor:,.0f}"
            return tr("{factor} × as fast, all together", factor=factor) if self.together else tr("{factor} × as fast", factor=factor)
        return words.pace(self.answer) if self.answer is not None else ""


@dataclass(frozen=True, slots=True)
class Offers:
    """`fits`: the nearest changes that would make it fit; `faster`: those that speed it up."""

    fits: tuple[Offer, ...] = ()
    faster: tuple[Offer, ...] = ()


def offers(answer: Estimate, estimate_of: Any) -> Offers:
    """Both lists. `estimate_of` answers a scenario, or gives the reason why not."""
    from advisor import insight
    from advisor.recommend.nearest import nearest_changes
    fits = tuple(Offer(c.title, c.estimate) for c in nearest_changes(answer)[:WAYS])
    faster = []
    for found in insight.improvements(answer)[:MOST]:
        other = estimate_of(found.scenario) if found.scenario is not None else None
        if isinstance(other, CannotAnswer):
            continue
        faster.append(Offer(found.change, other, found.factor, found.figure == "output_tokens_per_s"))
    return Offers(fits, tuple(faster))


class Changes(QObject):
    """Works the offers out in the pool, one at a time, the newest answer next. One for a store: `Changes.of(store)`."""

    shown = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.store = store
        self.have = Offers()
        self._of: Estimate | None = None
        self._running = False
        self._timer = QTimer(self)      # figures come first, and a dragged slider is not worth a question at each step
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self._ask)

    @classmethod
    def of(cls, store: Store) -> Changes:
        return store.findChild(cls) or cls(store)

    def draw(self) -> None:
        """Asks for the present answer's offers unless they are there; the old ones stay until then. `shown` tells of new ones."""
        if self.store.estimate is not self._of and not self._timer.isActive():
            self._timer.start()

    def _ask(self) -> None:
        answer = self.store.estimate
        if answer is None or self.store.error is not None:
            return
        if answer is not self._of and not self._running:
            self._running = True
            store = self.store

            def work(job: Any) -> tuple[Estimate, Offers]:
                return answer, offers(answer, store.estimate_of)

            store.jobs.run(LANE, work, self._done, self._failed)

    def _done(self, found: tuple[Estimate, Offers]) -> None:
        self._running = False
        self._of, self.have = found
        self.shown.emit()
        if self._of is not self.store.estimate:
            self.draw()

    def _failed(self, error: CannotAnswer) -> None:
        self._running = False
        self.have = Offers()
        self.shown.emit()


class ChangesPanel(Panel):
    """A row each: the change, verdict, headroom, pace, Take."""

    def __init__(self, store: Store, changes: Changes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store, self.changes = store, changes
        changes.shown.connect(lambda: self.show_offers(changes.have))
        self.none = Label("", "body", "text2", wraps=True)
        self.body.addWidget(self.none)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        self.rows = [(Label("", wraps=True), VerdictMark("unknown", "small"), Label(""), Link()) for _ in range(MOST)]
        for index, (title, mark, pace, take) in enumerate(self.rows):
            for column, widget in enumerate((title, mark, pace, take)):
                grid.addWidget(widget, index, column)
            pace.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            take.clicked.connect(lambda _=False, i=index: self._take(i))
            title.setMinimumHeight(theme.SMALL_BUTTON)
        grid.setColumnStretch(0, 1)
        self.body.addLayout(grid)
        self.body.addStretch(1)
        self._shown: list[Offer] = []
        self._key: object = None

    def draw(self) -> None:
        self.set_title(tr("One change"), tr("what it would do at this load"))
        self.set_state("stale" if self.store.error is not None else "")
        self.none.setText(tr("No single change that is known would help."))
        self.show_offers(self.changes.have)
        self.changes.draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.changes.draw()

    def show_offers(self, have: Offers) -> None:
        key = (id(have), language.code(), numbers.unit_name())
        if key == self._key:
            return
        self._key = key
        self._shown = [*have.fits, *have.faster][:MOST]
        self.none.setVisible(not self._shown)
        for index, (title, mark, pace, take) in enumerate(self.rows):
            here = index < len(self._shown)
            for widget in (title, mark, pace, take):
                widget.setVisible(here)
            if not here:
                continue
            offer = self._shown[index]
            title.setText(translated(offer.title).rstrip(".。"))
            mark.setVisible(offer.answer is not None)
            if offer.answer is not None:
                mark.set_verdict(offer.answer.verdict)
            pace.setText(offer.words())
            take.setVisible(offer.answer is not None)
            take.setText(tr("Take"))
            take.setAccessibleName(tr("Take: {what}", what=title.text()))
            take.updateGeometry()

    def _take(self, index: int) -> None:
        answer = self._shown[index].answer if index < len(self._shown) else None
        if answer is not None:
            self.store.take(plain(answer))


class Way(QWidget):
    """One change that would make it fit: what to change, the load it then holds, its verdict, its pace."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.take = Label("", "strong", wraps=True), Link()
        self.mark, self.load = VerdictMark("unknown", "small"), Label("", "small", "text2", wraps=True)
        self.line, self.pace = Label("", "small", "text2", wraps=True), Label("", "small", "text2")
        self.last = False
        head = QHBoxLayout()
        self.title.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.title.setContentsMargins(0, 3, 0, 0)       # level with the link's words
        head.addWidget(self.title, 1)
        head.addWidget(self.take, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 12, 8)
        column.setSpacing(2)
        column.addLayout(head)
        for widget in (self.mark, self.load, self.line, self.pace):
            column.addWidget(widget)
        column.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.last:
            QPainter(self).fillRect(self.width() - 1, 0, 1, self.height(), theme.colour("line"))


class NearestPanel(Panel):
    """Stands in place of the figures where it does not fit: the nearest changes after which it does."""

    def __init__(self, store: Store, changes: Changes, parent: QWidget | None = None) -> None:
        super().__init__(parent, margins=(1, 6, 1, 1))
        self.store, self.changes = store, changes
        changes.shown.connect(lambda: self.show_offers(changes.have))
        self.title.setContentsMargins(13, 0, 0, 0)
        self.ways = [Way() for _ in range(WAYS)]
        self.grid = QGridLayout()
        self.grid.setSpacing(0)
        self.body.addLayout(self.grid)
        self._shown: tuple[Offer, ...] = ()
        self._key: object = None
        self._columns = 0
        self.set_columns(WAYS)
        for index, way in enumerate(self.ways):
            way.take.clicked.connect(lambda _=False, i=index: self._take(i))

    def set_columns(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for index, way in enumerate(self.ways):
            self.grid.addWidget(way, index // columns, index % columns)
        self._end()
        for column in range(WAYS):
            self.grid.setColumnStretch(column, 1 if column < columns else 0)

    def _end(self) -> None:
        """Hairlines between the ways, none after the last of a line."""
        shown = len(self._shown)
        for index, way in enumerate(self.ways):
            way.last = index % self._columns == self._columns - 1 or index == shown - 1
            way.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.set_columns(max(1, min(WAYS, len(self._shown))) if self.width() >= 860 else 2)
        self._level()

    def _level(self) -> None:
        """Titles of one or two lines take the same height, so that what stands below them is level."""
        for way in self.ways:
            way.title.setMinimumHeight(0)
        shown = self.ways[:len(self._shown)]
        wide = self.width() // self._columns - 26       # less the margins
        most = max((way.title.heightForWidth(wide - way.take.sizeHint().width() - 8) for way in shown), default=0)
        most = max(0, most)     # -1: not laid out yet
        for way in self.ways:
            way.title.setMinimumHeight(most)

    def draw(self) -> None:
        self.set_title(tr("What would make it fit"), tr("the smallest changes; each can be undone"))
        self.show_offers(self.changes.have)
        self.changes.draw()

    def show_offers(self, have: Offers) -> None:
        key = (id(have), language.code(), numbers.unit_name())
        if key == self._key:
            return
        self._key = key
        self._shown = have.fits
        for index, way in enumerate(self.ways):
            way.setVisible(index < len(self._shown))
            if index >= len(self._shown):
                continue
            offer = self._shown[index]
            answer = offer.answer
            assert answer is not None
            way.title.setText(translated(offer.title).rstrip(".。"))
            way.take.setText(tr("Take"))
            way.take.setAccessibleName(tr("Take: {what}", what=way.title.text()))
            way.take.updateGeometry()
            way.load.setText(words.load(answer.scenario))
            way.mark.set_verdict(answer.verdict)
            way.line.setText(verdict_line(answer))
            way.pace.setText(offer.words())
            way.setAccessibleName(labelled(way.title.text(), f"{way.load.text()}, {verdict_word(answer.verdict)}"))
        self._end()
        self._arrange()

    def _take(self, index: int) -> None:
        answer = self._shown[index].answer if index < len(self._shown) else None
        if answer is not None:
            self.store.take(plain(answer))
