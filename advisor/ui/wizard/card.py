"""One recommendation on a card: what, three figures, its bar, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from advisor.answer import Estimate, Range
from advisor.ui import numbers, theme
from advisor.ui.language import labelled, tr, translated
from advisor.ui.style import box
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.memory_bar import MemoryBar, filling_of
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.verdict import VerdictMark, headline

MOST_LINES = 5
FIGURE_WIDTH = 120      # at least, so that those of cards below each other stand in columns


class Rank(QWidget):
    """The number in its accent square."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = str(number) if number else "–"
        self.setFixedSize(22, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        box(painter, self.rect(), QColor(here.accent), None, 3)
        painter.setFont(theme.font("chosen"))
        painter.setPen(QColor(here.on_accent))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self._number)


def set_range_figure(figure: Figure, label: str, value: Range | None, kind: str, suffix: str = "") -> None:
    """Fills a figure from a range, with the sentence that is read aloud."""
    if value is None:
        figure.set_figure(tr("unknown"), sentence=labelled(label, tr("unknown")), unknown=True)
        return
    amount, unit = numbers.amount_and_unit(value.typical, kind)
    span = numbers.span(value, kind)
    figure.set_figure(amount, unit + suffix, numbers.brackets(span), labelled(label, f"{amount} {unit}{suffix}, {span}"))


class Lines(QWidget):
    """A small heading over sentences."""

    def __init__(self, title: str, lines: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(Label(title, "section", "text2"))
        for line in lines[:MOST_LINES]:
            column.addWidget(Label(translated(line), wraps=True))
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)


class RecommendationCard(Panel):
    """`asked(quantity)` when a figure is to be explained, `freed` when the model is to be the advisor's choice again.

    `wish`: whether the model was asked for.
    """

    asked = Signal(str)
    freed = Signal()

    def __init__(self, rank: int, answer: Estimate, blocks: Sequence[tuple[str, Sequence[str]]], columns: int,
                 tag: str = "", wish: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(18, 14, 18, 14))
        self.set_state("chosen")
        case = answer.case
        head = QHBoxLayout()
        head.setSpacing(10)
        if tag:
            self.body.addWidget(Label(tag, "section", "accent"))
        if rank:
            head.addWidget(Rank(rank), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(Label(case.engine.name, "page"), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(Label(tr("{model}, {quantization}, context {context}", model=case.model.name, quantization=case.quantization.name,
                                context=case.settings.context or 0), wraps=True), 1)
        first = headline(answer)
        head.addWidget(VerdictMark(first.verdict, "strong", True, first.word))
        self.body.addLayout(head)
        self._add_model_choice(wish, own=bool(tag))
        self._add_figures(answer)
        shown = [(title, lines) for title, lines in blocks if lines]
        if shown:
            self.body.addSpacing(4)
            self.body.addWidget(Rule())
            grid = QGridLayout()
            grid.setHorizontalSpacing(22)
            grid.setVerticalSpacing(10)
            for index, (title, lines) in enumerate(shown):
                grid.addWidget(Lines(title, lines), index // columns, index % columns)
                grid.setColumnStretch(index % columns, 1)
            self.body.addLayout(grid)

    def _add_model_choice(self, wish: bool, own: bool) -> None:
        """What the choice of the model rests on, and the way to leave it to the advisor."""
        if own and not wish:
            return
        row = QHBoxLayout()
        row.setSpacing(10)
        said = tr("You asked for this model.") if wish else tr("The advisor chose the model: the best that suits task and machine.")
        row.addWidget(Label(said, "small", "text2", wraps=not wish), 0 if wish else 1)
        if wish:
            free = Link(tr("Let the advisor choose"), "small")
            free.setAccessibleName(tr("Let the advisor choose the model"))
            free.clicked.connect(self.freed)
            row.addWidget(free)
            row.addStretch(1)
        self.body.addLayout(row)

    def _add_figures(self, answer: Estimate) -> None:
        row = Flow(gap=14, line_gap=6, widest=40)
        memory, speed = answer.memory, answer.speed
        total = Figure("card figure")
        held = tr("Memory") if answer.case.machine.slots else tr("Main memory")
        if memory.total_bytes is None:
            total.set_figure(tr("unknown"), unknown=True, sentence=labelled(held, tr("unknown")))
        else:
            usable = tr("of {size}", size=numbers.bare_size(memory.usable_bytes)) if memory.usable_bytes else ""
            total.set_figure(numbers.bare_size(memory.total_bytes), numbers.unit_name(), usable,
                             labelled(held, f"{numbers.size(memory.total_bytes)} {usable}"))
        first, pace = Figure("card figure"), Figure("card figure")
        set_range_figure(first, tr("First token"), speed.ttft_s, "seconds")
        people = answer.case.concurrency
        many, each = people > 1, speed.each(people)
        named = tr("Pace")
        if many:
            amount = numbers.amount_and_unit(each.typical, "rate")[0] if each else ""
            named = tr("All together, {pace} tok/s each", pace=amount) if each else tr("All together")
        set_range_figure(pace, named, speed.output_tokens_per_s if many else speed.decode_tokens_per_s, "rate")
        for label, figure, quantity in ((held, total, "total_bytes"), (tr("First token"), first, "ttft_s"),
                                        (named, pace,
                                         "output_tokens_per_s" if many else "decode_tokens_per_s")):
            named_figure = QWidget()
            named_figure.setMinimumWidth(FIGURE_WIDTH)
            column = QVBoxLayout(named_figure)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(1)
            column.addWidget(Label(label, "small", "text2"))
            column.addWidget(figure)
            row.addWidget(named_figure)
            figure.clicked.connect(lambda _=False, q=quantity: self.asked.emit(q))
        bar = MemoryBar(small=True)
        bar.set_filling(filling_of(memory))
        self.body.addLayout(row)
        self.body.addWidget(bar)

