"""Five figures side by side: first token, pace, all together, longest context, most at once."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from advisor.answer import Estimate
from advisor.ui import numbers, theme
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.range_bar import RangeBar
from advisor.ui.wizard.card import set_range_figure


class Tile(QWidget):
    """A label, a figure, its range bar and one line below."""

    def __init__(self, quantity: str, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.quantity, self._store = quantity, store
        self.label, self.figure, self.bar, self.line = Label("", "small", "text2"), Figure(), RangeBar(), Label("", "small", "text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 12, 8)
        column.setSpacing(2)
        for widget in (self.label, self.figure, self.bar, self.line):
            column.addWidget(widget)
        self.figure.quantity = quantity
        self.figure.clicked.connect(lambda: store.ask_why(quantity))
        self.last = False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        if self._store.why == self.quantity:
            painter.fillRect(self.rect(), QColor(here.select))
            painter.setPen(QPen(QColor(here.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        elif not self.last:
            painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(here.line))


class FiguresPanel(Panel):
    """Five in one row where there is room, else three over two."""

    QUANTITIES = ("ttft_s", "decode_tokens_per_s", "output_tokens_per_s", "max_context_tokens", "max_concurrency")

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(1, 1, 1, 1))
        self.store = store
        self.tiles = {q: Tile(q, store) for q in self.QUANTITIES}
        self.grid = QGridLayout()
        self.grid.setSpacing(0)
        self.body.addLayout(self.grid)
        self._columns = 0
        self.set_columns(5)

    def set_columns(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for index, tile in enumerate(self.tiles.values()):
            row, column = divmod(index, columns)
            self.grid.addWidget(tile, row, column)
            tile.last = column == columns - 1 or index == len(self.tiles) - 1
        for column in range(6):
            self.grid.setColumnStretch(column, (7 if column < 3 else 5) if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_columns(5 if self.width() >= 860 else 3 if self.width() >= 520 else 2)

    def draw(self) -> None:
        answer = self.store.estimate
        self.setAccessibleName(tr("Figures"))
        if answer is None:
            return
        self.set_state("stale" if self.store.error is not None else "")
        self._draw_speed(answer)
        self._draw_limits(answer)
        for tile in self.tiles.values():
            tile.update()

    def _draw_speed(self, answer: Estimate) -> None:
        speed, people = answer.speed, answer.case.concurrency
        prompt = answer.scenario.workload.prompt_tokens or 0
        first, pace, total = (self.tiles[q] for q in self.QUANTITIES[:3])
        first.label.setText(tr("First token, {n} prompt", n=prompt))
        set_range_figure(first.figure, first.label.text(), speed.ttft_s, "seconds")
        first.bar.set_range(speed.ttft_s)
        first.line.setText(tr("on average with {n} at once", n=people) if people > 1 else tr("one request alone"))
        pace.label.setText(tr("Pace, one stream"))
        set_range_figure(pace.figure, pace.label.text(), speed.decode_tokens_per_s, "rate")
        ceiling = speed.decode_ceiling_tokens_per_s
        pace.bar.set_range(speed.decode_tokens_per_s, ceiling)
        bound = {"memory": tr("memory-bound"), "compute": tr("compute-bound")}.get(speed.bound or "", speed.bound or "")
        parts = [tr("ceiling {n}", n=round(ceiling))] if ceiling else []
        pace.line.setText(" · ".join([*parts, *([bound] if bound and people == 1 else [])]))
        total.label.setText(tr("All {n} together", n=people))
        set_range_figure(total.figure, total.label.text(), speed.output_tokens_per_s, "rate")
        total.bar.set_range(speed.output_tokens_per_s)
        each = speed.tpot_s
        if each is not None and each.typical > 0:
            total.line.setText(tr("{pace} tok/s each", pace=f"{1 / each.typical:,.0f}") + numbers.brackets(
                f"{1 / max(each.high, 1e-9):,.0f}–{1 / max(each.low, 1e-9):,.0f}"))
        else:
            total.line.setText(self._unknown_reason(answer))
        for tile, value in ((first, speed.ttft_s), (pace, speed.decode_tokens_per_s)):
            if value is None:
                tile.line.setText(self._unknown_reason(answer))

    @staticmethod
    def _unknown_reason(answer: Estimate) -> str:
        return tr("it would not start") if not answer.memory.starts else tr("the device's rates are not known")

    def _draw_limits(self, answer: Estimate) -> None:
        memory, people, context = answer.memory, answer.case.concurrency, answer.case.settings.context or 0
        longest, most = self.tiles["max_context_tokens"], self.tiles["max_concurrency"]
        longest.label.setText(tr("Longest context at {n}", n=people))
        value = memory.max_context_tokens
        words = f"{value:,}" if value is not None else tr("unknown")
        longest.figure.set_figure(words, "tok" if value is not None else "",
                                  sentence=f"{longest.label.text()}: {words}", unknown=value is None)
        longest.line.setText(tr("per request; you ask {n}", n=context))
        most.label.setText(tr("Most at once at {context}", context=numbers.context_name(context)))
        holds = most_at_once(answer)
        words = f"{holds:,}" if holds is not None else tr("unknown")
        most.figure.set_figure(words, sentence=f"{most.label.text()}: {words}", unknown=holds is None)
        most.line.setText(tr("you ask {n}", n=people))


def most_at_once(answer: Estimate) -> int | None:
    """How many full-length requests the cache holds at once."""
    found = answer.memory.max_concurrency
    return None if found is None else int(found)
