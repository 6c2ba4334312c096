"""The widgets of a chapter's blocks. Each has `draw(live)`; links and figures come out of `followed(target)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from advisor import calibration
from advisor.engines import engines
from advisor.ui import language, theme
from advisor.ui.guide.live import Live
from advisor.ui.guide.paragraph import Paragraph
from advisor.ui.guide.plot_panels import PLOTS
from advisor.ui.guide.question import QuestionPanel, said
from advisor.ui.guide.tables import SHOWS
from advisor.ui.guide.text import Block, TryLink, guide, spans
from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.style import box
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Rule

Follow = Callable[[str], None]
WIDEST_WORD = 200
STYLES = {"text": ("guide", "text"), "note": ("body", "text2"), "formula": ("guide", "text"), "caption": ("small", "text2")}


class TextBlock(QWidget):
    """Paragraph, heading or note; a formula has a line for each line of its text, on sunken ground."""

    def __init__(self, block: Block, follow: Follow, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block, self.kind = block, kind or block.kind
        style, role = STYLES[self.kind]
        self.lines = [Paragraph(style, role) for _ in said(block.words).split("\n")]
        column = QVBoxLayout(self)
        column.setContentsMargins(*((16, 8, 16, 10) if self.kind == "formula" else (0, 0, 0, 0)))
        column.setSpacing(2)
        for line in self.lines:
            column.addWidget(line)
            line.followed.connect(follow)

    def draw(self, live: Live) -> None:
        for line, text in zip(self.lines, said(self.block.words).split("\n"), strict=True):
            line.set_text(text, live)

    def mark(self, words: str) -> bool:
        return sum(line.mark(words) for line in self.lines) > 0       # every line, so that older marks go

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.kind == "formula":
            here, painter = theme.current(), QPainter(self)
            box(painter, self.rect(), QColor(here.sunken), QColor(here.line), theme.RADIUS_CONTROL)
            painter.fillRect(QRectF(0, 6, 3, self.height() - 12), QColor(here.accent))


class Heading(QWidget):
    def __init__(self, block: Block, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block, self.label = block, Label("", "guide heading", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.addWidget(self.label)

    def draw(self, live: Live) -> None:
        self.label.setText(said(self.block.words))


class RowsBlock(QWidget):
    """A table of words: wrapped cells, hairlines between rows."""

    def __init__(self, block: Block, follow: Follow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block = block
        self.cells: list[tuple[Paragraph, object]] = []
        self._worded: object = None
        self.grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        columns = len(block.head)
        for column, words in enumerate(block.head):
            self._add(grid, Paragraph("small", "text2"), words, 0, column, follow)
        grid.addWidget(Rule(role="border"), 1, 0, 1, columns)
        for index, row in enumerate(block.rows):
            for column, words in enumerate(row):
                self._add(grid, Paragraph("strong" if column == 0 else "body"), words, 2 + 2 * index, column, follow)
            grid.addWidget(Rule(), 3 + 2 * index, 0, 1, columns)
        for column in range(columns):
            longest = max(len(bare(said(row[column]))) for row in (block.head, *block.rows))
            grid.setColumnStretch(column, max(14, min(60, longest)))

    def _add(self, grid: QGridLayout, paragraph: Paragraph, words: object, row: int, column: int, follow: Follow) -> None:
        paragraph.followed.connect(follow)
        self.cells.append((paragraph, words))
        grid.addWidget(paragraph, row, column, Qt.AlignmentFlag.AlignTop)

    def draw(self, live: Live) -> None:
        for paragraph, words in self.cells:
            paragraph.set_text(said(words), live)  # type: ignore[arg-type]
        self._keep_words_whole()

    def _keep_words_whole(self) -> None:
        """A column is at least as wide as its longest word (an option's name, say), within reason."""
        key = (language.code(), theme.font("strong").key())
        if key == self._worded:
            return
        self._worded = key
        metrics = QFontMetrics(theme.font("strong"))
        for column in range(len(self.block.head)):
            texts = (paragraph.document().toPlainText() for paragraph, _ in self.cells[column::len(self.block.head)])
            widest = max(metrics.horizontalAdvance(word) for text in texts for word in text.split() or [""])
            self.grid.setColumnMinimumWidth(column, min(WIDEST_WORD, widest + 2))

    def mark(self, words: str) -> bool:
        return sum(paragraph.mark(words) for paragraph, _ in self.cells) > 0


class TryBlock(QWidget):
    """Buttons that load the paragraph's numbers and step to another view."""

    def __init__(self, block: Block, take: Callable[[TryLink], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.block = block
        self.buttons = [QPushButton() for _ in block.links]
        flow = Flow(gap=8, line_gap=8)
        for button, link in zip(self.buttons, block.links, strict=True):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _=False, link=link: take(link))
            flow.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setLayout(flow)

    def draw(self, live: Live) -> None:
        for button, link in zip(self.buttons, self.block.links, strict=True):
            button.setText(f"{said(link.words)}  ›")
            button.setAccessibleName(said(link.words))
            button.setToolTip(tr("Loads these numbers into the scenario; Undo brings yours back."))


class LiveBlock(QWidget):
    """A live table or plot with its caption."""

    def __init__(self, block: Block, store: Store, follow: Follow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kinds: Mapping[str, Callable[[Store], QWidget]] = PLOTS if block.kind == "plot" else SHOWS
        self.shown = kinds[block.show](store)
        self.caption = TextBlock(block, follow, "caption") if block.words else None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.shown)
        if self.caption is not None:
            column.addWidget(self.caption)

    def draw(self, live: Live) -> None:
        self.shown.draw()       # type: ignore[attr-defined]
        if self.caption is not None:
            self.caption.draw(live)


def block_widget(block: Block, store: Store, follow: Follow, take: Callable[[TryLink], None]) -> QWidget:
    """The widget of a block, by its kind."""
    if block.question is not None:
        return QuestionPanel(block.question)
    if block.kind == "heading":
        return Heading(block)
    if block.kind == "rows":
        return RowsBlock(block, follow)
    if block.kind == "try":
        return TryBlock(block, take)
    if block.kind in ("table", "plot"):
        return LiveBlock(block, store, follow)
    return TextBlock(block, follow)


class SourcesBlock(QWidget):
    """The texts' sources by number, and those of the data that the present figures rest on, with dates."""

    def __init__(self, follow: Follow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data_title, self.data_note = Label("", "guide heading", wraps=True), Label("", "body", "text2", wraps=True)
        self.texts_title = Label("", "guide heading", wraps=True)
        self.data = [Paragraph("body") for _ in range(6)]
        self.items = {s.id: Paragraph("body") for s in guide().sources}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.data_title)
        column.addWidget(self.data_note)
        for paragraph in self.data:
            column.addWidget(paragraph)
        column.addSpacing(8)
        column.addWidget(self.texts_title)
        for paragraph in self.items.values():
            column.addWidget(paragraph)
            paragraph.followed.connect(follow)

    def draw(self, live: Live) -> None:
        self.data_title.setText(tr("Behind the present figures"))
        self.data_note.setText(tr("Rows of the catalog that this scenario uses, and when each was looked at."))
        self.texts_title.setText(tr("Behind the texts"))
        for paragraph, text in zip(self.data, data_sources(live) + [""] * len(self.data), strict=False):
            paragraph.setVisible(bool(text))
            paragraph.set_text(_literal(text), live)
        for number, source in enumerate(guide().sources, 1):
            line = tr("{title}: {what}. Checked {date}.", title=_literal(source.title), what=said(source.what), date=source.date)
            self.items[source.id].set_text(f"**{number}**  {line} [{source.url}](open:{source.id})", live)


def data_sources(live: Live) -> list[str]:
    """A line for each row of the catalog behind the present answer: what, from where, of when."""
    case = live.answer.case
    data = engines()[case.engine.id].data
    rows = [(tr("Model"), case.model.name, case.model.source, case.model.date),
            (tr("Quantization"), case.quantization.name, case.quantization.source, case.quantization.date),
            (tr("Engine"), f"{case.engine.name} {case.version}", str(data.get("source", "")), str(data.get("date", "")))]
    if live.device is not None:
        rows.append((tr("Device"), live.device.name, live.device.source, live.device.date))
    fit = calibration.data()
    rows.append((tr("Speed"), "", str(fit.get("source", "")), str(fit.get("date", ""))))
    said_rows = [(what, name, translated(source), date) for what, name, source, date in rows if source]
    return [tr("{what}: {name}. {source} ({date})", what=what, name=name, source=source, date=date) if name
            else tr("{what}: {source} ({date})", what=what, source=source, date=date) for what, name, source, date in said_rows]


def bare(text: str) -> str:
    """A text without its marks; figures leave the room they usually take."""
    return "".join("0.00 GB" if s.figure else s.text for s in spans(text))


def _literal(text: str) -> str:
    """Words of others with the marks of our texts taken out of them."""
    return text.replace("**", "").replace("{", "(").replace("}", ")").replace("[", "(").replace("]", ")")
