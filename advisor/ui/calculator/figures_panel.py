"""Figures side by side: first token, pace, all together, longest context, most at once; in a wide window the cost too."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from advisor.answer import Estimate
from advisor.speed import lengths, load_of
from advisor.ui import numbers, theme
from advisor.ui.calculator.money import dollars, money
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.range_bar import RangeBar
from advisor.ui.wizard.card import set_range_figure
from advisor.ui.words import ceiling_words, drafts

_LEFT, _RIGHT = 14, 12      # beside a figure, pixels


class Tile(QWidget):
    """A label, a figure, its range bar and one line below; a link in its place where something must be entered first."""

    def __init__(self, quantity: str, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.label, self.figure, self.bar = Label("", "small", "text2"), Figure(), RangeBar()
        self.line = Label("", "small", "text2", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 8, _RIGHT, 8)
        column.setSpacing(2)
        for widget in (self.label, self.figure, self.bar, self.line):
            column.addWidget(widget)
        self.link = Link()
        self.link.hide()
        column.addWidget(self.link)
        column.addStretch(1)
        self.figure.quantity = quantity
        self.figure.clicked.connect(lambda: store.ask_why(self.quantity))
        self.last = False

    @property
    def quantity(self) -> str:
        return self.figure.quantity

    @property
    def needs(self) -> int:
        """The width in pixels at which label and figure are whole; the line below them wraps."""
        return max(self.label.sizeHint().width(), self.figure.sizeHint().width()) + _LEFT + _RIGHT

    @property
    def wishes(self) -> int:
        """The width at which the line below them does not wrap."""
        return self.line.fontMetrics().horizontalAdvance(self.line.text()) + 2 + _LEFT + _RIGHT

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        if self._store.why == self.quantity:
            painter.fillRect(self.rect(), QColor(here.select))
            painter.setPen(QPen(QColor(here.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        elif not self.last:
            painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(here.line))


_LEAST = {6: 1300, 5: 860, 3: 520, 2: 0}      # figures in a row, and the width from which on
_SLACK = 24         # pixels to spare before more stand in a row again: a figure that grows and shrinks moves nothing to and fro


class FiguresPanel(Panel):
    """Six in one row where there is much room, five where there is some (the cost has its own panel below), else three over two:
    as many as are whole beside each other."""

    QUANTITIES = ("ttft_s", "decode_tokens_per_s", "output_tokens_per_s", "max_context_tokens", "max_concurrency", "cost_own")

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(1, 1, 1, 1))
        self.store = store
        self.tiles = {q: Tile(q, store) for q in self.QUANTITIES}
        self.grid = QGridLayout()
        self.grid.setSpacing(0)
        self.body.addLayout(self.grid)
        self._columns = 0
        self.set_columns(5)
        for quantity in ("ttft_s", "decode_tokens_per_s", "output_tokens_per_s"):
            self.tiles[quantity].link.clicked.connect(
                lambda: getattr(self.window(), "go_to_field", lambda field: None)("hardware.bandwidth_gb_per_s"))
        self.tiles["cost_own"].link.clicked.connect(lambda: getattr(self.window(), "show_preferences", lambda: None)())

    def set_columns(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        self.tiles["cost_own"].setVisible(columns > 5)
        for quantity in ("max_context_tokens", "max_concurrency"):      # no range; beside those that have one, their lines stay level
            self.tiles[quantity].bar.setVisible(columns > 4)
        for index, tile in enumerate(self.tiles.values()):
            row, column = divmod(index, columns)
            self.grid.addWidget(tile, row, column)
            tile.last = column == columns - 1 or index == min(columns, len(self.tiles)) - 1
        for column in range(6):
            self.grid.setColumnStretch(column, (5 if column in (3, 4) else 7) if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """As many in a row as the width is for and as their words have room for."""
        width, needs = self.width() - 2, [tile.needs for tile in self.tiles.values()]
        for columns, least in _LEAST.items():
            shown = needs[:columns if columns > 5 else 5]
            needed = sum(max(shown[column::columns]) for column in range(columns)) + (_SLACK if columns > self._columns else 0)
            if self.width() >= least and needed <= width:
                break
        else:
            columns = 1
        self.set_columns(columns)
        wishes = [max(need, tile.wishes) for need, tile in zip(needs, self.tiles.values(), strict=True)][:columns if columns > 5 else 5]
        widths = [max(wishes[column::columns]) for column in range(columns)]
        for column in range(6):     # where all lines can be whole, they are
            least = widths[column] if column < columns and sum(widths) <= width else 0
            if least != self.grid.columnMinimumWidth(column):
                self.grid.setColumnMinimumWidth(column, least)

    def draw(self) -> None:
        answer = self.store.estimate
        self.setAccessibleName(tr("Figures"))
        if answer is None:
            return
        self.set_state("stale" if self.store.error is not None else "")
        self._draw_speed(answer)
        self._draw_limits(answer)
        if self.width() >= _LEAST[6]:
            self._draw_cost(answer)
        self._arrange()
        for tile in self.tiles.values():
            tile.update()

    def _draw_speed(self, answer: Estimate) -> None:
        speed, people = answer.speed, answer.case.concurrency
        prompt, _ = lengths(answer.case.workload, answer.case.settings.context)
        first, pace, total = (self.tiles[q] for q in self.QUANTITIES[:3])
        first.label.setText(tr("First token, {n} prompt", n=prompt))
        set_range_figure(first.figure, first.label.text(), speed.ttft_s, "seconds")
        first.bar.set_range(speed.ttft_s)
        first.line.setText(tr("on average with {n} at once", n=people) if people > 1 else tr("one request alone"))
        pace.label.setText(tr("Pace, one stream"))
        set_range_figure(pace.figure, pace.label.text(), speed.decode_tokens_per_s, "rate")
        ceiling = speed.decode_ceiling_tokens_per_s
        pace.bar.set_range(speed.decode_tokens_per_s, None if drafts(answer) else ceiling)
        bound = {"memory": tr("memory-bound"), "compute": tr("compute-bound"), "host": tr("bound by main memory"),
                 "interconnect": tr("bound by the links"), "overhead": tr("bound by fixed costs")}.get(speed.bound or "", "")
        parts = [ceiling_words(answer, numbers.amount_and_unit(ceiling, "rate")[0])] if ceiling else []
        pace.line.setText(" · ".join([*parts, *([bound] if bound and people == 1 else [])]))
        total.label.setText(tr("All {n} together", n=people) if people > 1 else tr("One request after another"))
        set_range_figure(total.figure, total.label.text(), speed.output_tokens_per_s, "rate")
        total.bar.set_range(speed.output_tokens_per_s)
        each = speed.each(people)
        if each is not None and people == 1:
            total.line.setText(tr("reading each prompt included"))
        elif each is not None:
            pace_each, running = numbers.amount_and_unit(each.typical, "rate")[0], run_at_once(answer)
            if running < people:
                total.line.setText(tr("{pace} tok/s each, {n} at a time", pace=pace_each, n=running))
            else:
                total.line.setText(tr("{pace} tok/s each", pace=pace_each) + numbers.brackets(numbers.span(each, "rate")))
        else:
            total.line.setText(self._unknown_reason(answer))
        lacking = asks_bandwidth(answer)
        for tile, value in ((first, speed.ttft_s), (pace, speed.decode_tokens_per_s), (total, speed.output_tokens_per_s)):
            if value is None:
                tile.line.setText(self._unknown_reason(answer))
            tile.link.setText(tr("Enter it"))
            tile.link.setVisible(value is None and lacking)

    @staticmethod
    def _unknown_reason(answer: Estimate) -> str:
        if not answer.memory.starts:
            return tr("it would not start")
        if asks_bandwidth(answer):
            return tr("the memory bandwidth is not known")
        return tr("the device's rates are not known") if answer.case.machine.slots else tr("name the processor under Machine")

    def _draw_limits(self, answer: Estimate) -> None:
        memory, people, context = answer.memory, answer.case.concurrency, answer.case.settings.context or 0
        longest, most = self.tiles["max_context_tokens"], self.tiles["max_concurrency"]
        longest.label.setText(tr("Longest context at {n}", n=people))
        value = memory.max_context_tokens
        words = f"{value:,}" if value is not None else tr("unknown")
        unit = "tok" if value is not None else ""
        longest.figure.set_figure(words, unit, sentence=f"{longest.label.text()}: {words} {unit}".strip(), unknown=value is None)
        longest.line.setText(tr("per request; you ask {n}", n=context))
        most.label.setText(tr("Most at once at {context}", context=numbers.context_name(context)))
        holds = most_at_once(answer)
        words = f"{holds:,}" if holds is not None else tr("unknown")
        most.figure.set_figure(words, sentence=f"{most.label.text()}: {words}", unknown=holds is None)
        slots = memory.slots if memory.slots is not None and memory.slots == holds else 0
        most.line.setText(tr("slots set: {slots}; you ask {n}", slots=slots, n=people) if slots else tr("you ask {n}", n=people))

    def _draw_cost(self, answer: Estimate) -> None:
        """What a million answer tokens cost on the own device, else rented, else from an API; how to say it where none is known."""
        tile = self.tiles["cost_own"]
        found = money(answer, self.store.preferences)
        line = next((line for line in found.lines if line.usd is not None), found.own)
        tile.figure.quantity = line.way
        tile.label.setText(tr("1M answer tokens with their prompts"))
        priceless = line.usd is None and answer.speed.output_tokens_per_s is not None
        tile.link.setVisible(priceless)
        tile.line.setVisible(not priceless)
        tile.bar.set_range(line.usd if line.usd is not None and line.usd.low != line.usd.high else None)
        if line.usd is None:
            tile.figure.set_figure(tr("unknown"), sentence=f"{tile.label.text()}: {tr('unknown')}, {line.basis}", unknown=True)
            tile.line.setText(self._unknown_reason(answer))
            tile.link.setText(tr("Enter a price…"))
            tile.link.setAccessibleName(tr("Prices in Preferences"))
            tile.link.setToolTip(line.basis)
            tile.link.updateGeometry()
            return
        span = f"{dollars(line.usd.low)[1:]}–{dollars(line.usd.high)[1:]}" if line.usd.low != line.usd.high else ""
        text = dollars(line.usd.typical)
        tile.figure.set_figure(text, "", numbers.brackets(span) if span else "", f"{tile.label.text()}, {line.name}: {text} {span}")
        busy = tr("{share} of the time busy", share=f"{self.store.preferences.busy_fraction * 100:.0f} %")
        tile.line.setText(line.name if line.way == "cost_api" else tr("{way}, {busy}", way=line.name, busy=busy))


def run_at_once(answer: Estimate) -> int:
    """How many of the people are answered at the same moment at the load's own lengths: what the speeds are of."""
    load = load_of(answer.case, answer.memory, 0.0)
    return answer.case.concurrency if load.running >= load.people else int(load.running * load.replicas)


def most_at_once(answer: Estimate) -> int | None:
    """How many full-length requests the cache holds at once."""
    found = answer.memory.max_concurrency
    return None if found is None else int(found)


def asks_bandwidth(answer: Estimate) -> bool:
    """Whether speed is unknown for want of the bandwidth of a card that is described by its memory."""
    asked = answer.scenario.hardware
    return answer.memory.starts and asked.described and asked.bandwidth_gb_per_s is None
