"""Beside the results: where a figure comes from. Figure, plain sentence, formula with its numbers, constants and sources, how far
such predictions were from measurements, what would change it, the guide; live with every change."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from advisor.answer import Derivation, Estimate
from advisor.ui import language, numbers, theme
from advisor.ui.advice import plain
from advisor.ui.calculator.changes_panel import Changes, Offer
from advisor.ui.language import Spoken, labelled, sentences, tr, translated
from advisor.ui.scenario_bar import IconButton
from advisor.ui.store import Store
from advisor.ui.why.accuracy import FIGURES, accuracy
from advisor.ui.why.accuracy import sentence as accuracy_sentence
from advisor.ui.why.constants import BESIDES, constant, filled, functions_told, values_told, where
from advisor.ui.why.parts import ErrorBar, Formula, Rows
from advisor.ui.why.quantities import number_text, sentence, title, value_text
from advisor.ui.why.rules import Told, made_of, related, told
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.range_bar import RangeBar
from advisor.ui.widgets.scroll import Page
from advisor.ui.words import ceiling_words, drafts

MOST_RELATED, MOST_OFFERS = 8, 4
HEAD_GAP = 8        # above a heading, beside the space between any two parts


class WhyDrawer(Spoken, QWidget):
    """Shows `store.why`; Esc closes, Alt+← goes back; the pin keeps it while views change."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.changes = Changes.of(store)
        self._past: list[str] = []
        self._quantity = ""
        self._view = store.view
        self._key: object = None
        self._offers: list[Offer] = []
        self._related: list[str] = []
        self.setMinimumWidth(300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build_head()
        self._build_body()
        store.changed.connect(self._changed)
        self.changes.shown.connect(self._draw_offers)
        self.words(self._speak)
        self._changed()

    # ------------------------------------------------------------------------------------------ building

    def _build_head(self) -> None:
        self.heading = Label("", "title", wraps=True)
        self.copy = CopyButton(self.markdown, lambda: tr("Copy this explanation"))
        self.back = IconButton("back", lambda: tr("Back"))
        self.pin = IconButton("pin", lambda: tr("Keep open when the view changes"))
        self.pin.setCheckable(True)
        self.close_button = IconButton("close", lambda: tr("Close"))
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 8, 8)
        head.setSpacing(4)
        head.addWidget(self.back)
        head.addWidget(self.heading, 1)
        for widget in (self.copy, self.pin, self.close_button):
            head.addWidget(widget)
        self.page = Page((16, 12, 16, 16), 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Rule())
        column.addWidget(self.page, 1)
        self.close_button.clicked.connect(lambda: self.store.ask_why(None))
        self.back.clicked.connect(self.go_back)

    def _build_body(self) -> None:
        column = self.page.column
        self.value, self.span, self.bar = Label("", "figure"), Label("", "body", "text2"), RangeBar()
        row = QHBoxLayout()
        row.addWidget(self.value)
        row.addWidget(self.span, 1, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(row)
        column.addWidget(self.bar)
        self.plain = Label("", "body", "text2", wraps=True)
        self.formula_head, self.formula = Label("", "section", "text2", wraps=True), Formula()
        self.parts_head = Label("", "section", "text2", wraps=True)
        self.parts = [Link() for _ in range(MOST_RELATED)]
        self.constants_head = Label("", "section", "text2", wraps=True)
        self.constants = Rows((("body", "text", False), ("chosen", "text", True), ("small", "text2", False)))
        self.constants.grid.setColumnStretch(0, 5)
        self.constants.grid.setColumnStretch(2, 4)
        self.source = Label("", "small", "text2", wraps=True)
        self.errors_head, self.errors = Label("", "section", "text2", wraps=True), ErrorBar()
        self.errors_words = Label("", "small", "text2", wraps=True)
        self.offers_head = Label("", "section", "text2", wraps=True)
        self.offers = [(Label("", wraps=True), Label("", "small", "text2", wraps=True), Link()) for _ in range(MOST_OFFERS)]
        self.notes = Label("", "small", "text2", wraps=True)
        self.guide, self.hint = Link(), Label("", "small", "text2")
        for head in (self.formula_head, self.parts_head, self.constants_head, self.errors_head, self.offers_head):
            head.setContentsMargins(0, HEAD_GAP, 0, 0)
        for widget in (self.plain, self.formula_head, self.formula, self.parts_head):
            column.addWidget(widget)
        made_of = QVBoxLayout()
        made_of.setSpacing(0)
        column.addLayout(made_of)
        for index, link in enumerate(self.parts):
            made_of.addWidget(link)
            link.clicked.connect(lambda _=False, i=index: self.store.ask_why(self._related[i]))
        rest: tuple[QWidget, ...] = (self.constants_head, self.constants, self.source, self.errors_head, self.errors, self.errors_words,
                                     self.offers_head)
        for piece in rest:
            column.addWidget(piece)
        for index, (words, what, take) in enumerate(self.offers):
            lines = QGridLayout()     # what it gives below what is done: side by side both would be columns of single words
            lines.setHorizontalSpacing(12)
            lines.setVerticalSpacing(0)
            lines.setColumnStretch(0, 1)
            lines.addWidget(words, 0, 0)
            lines.addWidget(what, 1, 0)
            lines.addWidget(take, 0, 1, Qt.AlignmentFlag.AlignTop)
            column.addLayout(lines)
            take.clicked.connect(lambda _=False, i=index: self._take(i))
        column.addWidget(self.notes)
        column.addStretch(1)
        column.addWidget(Rule())
        column.addWidget(self.guide)
        column.addWidget(self.hint)
        self.guide.clicked.connect(lambda: self.store.read_about(self._quantity))

    def _speak(self) -> None:
        self.setAccessibleName(tr("Where the figure comes from"))
        self.formula_head.setText(tr("Formula, then the same with your numbers"))
        self.constants_head.setText(tr("Constants and where they come from"))
        self.errors_head.setText(tr("How far such predictions were from measurements"))
        self.offers_head.setText(tr("What would change it"))
        self.hint.setText(tr("Esc closes · Alt+← previous"))
        self._key = None
        if self._quantity:
            self._changed()

    # ------------------------------------------------------------------------------------------ what is asked

    def _changed(self) -> None:
        if self.store.view != self._view:
            self._view = self.store.view
            if self.store.why == self._quantity and not self.pin.isChecked():
                self.store.ask_why(None)
        quantity = self.store.why
        if quantity is None:
            return
        if quantity != self._quantity:
            if self._quantity and (not self._past or self._past[-1] != quantity):
                self._past.append(self._quantity)
            self._quantity = quantity
            self.page.verticalScrollBar().setValue(0)
        key = (quantity, id(self.store.estimate), self.store.preferences)
        if key != self._key:
            self._key = key
            self._draw()
        self.back.setVisible(bool(self._past))

    def go_back(self) -> None:
        if self._past:
            previous = self._past.pop()
            self._quantity = ""
            self.store.ask_why(previous)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.store.ask_why(None)
        elif event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.fillRect(0, 0, 1, self.height(), theme.colour("border"))

    # ------------------------------------------------------------------------------------------ drawing

    def _draw(self) -> None:
        answer, quantity = self.store.estimate, self._quantity
        if answer is None:
            self.heading.setText(title(quantity))
            self._draw_nothing()
            return
        found = told(answer, quantity, self.store.preferences)
        together = numbers.unbroken(found.text).replace("/", "\u2060/\u2060")      # a unit is not broken over two lines
        self.heading.setText(tr("{name}: why {value}?", name=title(quantity), value=together))
        self.value.setText(found.text)
        ceiling = f" · {ceiling_words(answer, round(found.ceiling))}" if found.ceiling else ""
        self.span.setText(numbers.brackets(found.span).strip() + ceiling if found.span else "")
        self.bar.setVisible(found.range is not None)
        self.bar.set_range(found.range, None if drafts(answer) else found.ceiling)
        self.plain.setText(sentence(quantity))
        self.plain.setVisible(bool(self.plain.text()))
        self._draw_rules(answer, found)
        self._draw_parts(answer)
        self._draw_errors(answer, found)
        self._draw_offers()
        self.notes.setText("\n".join(translated(note) for note in answer.notes))
        self.notes.setVisible(bool(answer.notes))
        self._draw_guide_link()

    def _draw_nothing(self) -> None:
        self.value.setText("")
        self.span.setText("")
        self.plain.setText(tr("There is no figure yet."))
        for widget in (self.bar, self.formula_head, self.formula, self.parts_head, *self.parts, self.constants_head, self.constants,
                       self.source, self.errors_head, self.errors, self.errors_words, self.offers_head, self.notes, self.guide):
            widget.hide()
        for row in self.offers:
            for part in row:
                part.hide()

    def _draw_rules(self, answer: Estimate, found: Told) -> None:
        blocks, rows, parts = [], [], related(answer, self._quantity)
        for rule in found.rules:
            blocks.append(formula_text(rule, rule.quantity != self._quantity))
            for name, value in rule.values.items():
                if name not in BESIDES and name not in parts and value is not None:
                    about = constant(answer, rule, name)
                    rows.append((about.words, number_text(name, value), about.source))
        rows = list(dict.fromkeys(rows))
        self.formula.setText(numbers.unbroken("\n\n".join(blocks)) or tr("It follows from the other figures; ask one of them."))
        self.formula.show()
        self.formula_head.setVisible(bool(blocks))
        self.constants.set_rows(rows)
        self.constants_head.setVisible(bool(rows))
        sources = [line for rule in found.rules for line in functions_told(rule)]
        sources += [tr("Rule: {source}", source=translated(rule.source)) for rule in found.rules]
        sources += [line for rule in found.rules for line in where(answer, rule)]
        self.source.setText("\n".join(dict.fromkeys(sources)))
        self.source.setVisible(bool(sources))

    def _draw_parts(self, answer: Estimate) -> None:
        self._related = related(answer, self._quantity)[:MOST_RELATED]
        self.parts_head.setText(tr("Made of") if made_of(answer, self._quantity) else tr("See also"))
        self.parts_head.setVisible(bool(self._related))
        for index, link in enumerate(self.parts):
            link.setVisible(index < len(self._related))
            if index < len(self._related):
                other = self._related[index]
                link.setText(f"{title(other)}  {value_text(answer, other)[0]}")
                link.setAccessibleName(tr("Why {what}?", what=link.text()))
                link.updateGeometry()

    def _draw_errors(self, answer: Estimate, found: Told) -> None:
        known = accuracy(answer, self._quantity)
        self.errors.set_accuracy(known)
        lines = []
        if known is not None:
            lines = [accuracy_sentence(known), known.words]
        if found.range is not None and found.range.why:
            lines.append(tr("This range: {why}.", why=translated(found.range.why)))
        elif self._quantity in FIGURES and known is None:
            lines.append(tr("No measurement to compare with."))
        self.errors_words.setText(numbers.unbroken(sentences(lines)))
        self.errors_head.setVisible(bool(lines))
        self.errors_words.setVisible(bool(lines))

    def _draw_offers(self) -> None:
        """Changes that bear on this figure: those that would make it fit for memory, those that speed it up for the rest."""
        if self.store.why is None or self.store.estimate is None:
            return
        self.changes.draw()
        have, speed = self.changes.have, self._quantity in FIGURES or self._quantity.startswith(("decode", "cost"))
        self._offers = [*(have.faster if speed else have.fits)][:MOST_OFFERS]
        self.offers_head.setVisible(bool(self._offers))
        for index, (words, what, take) in enumerate(self.offers):
            shown = index < len(self._offers)
            for widget in (words, what, take):
                widget.setVisible(shown)
            if not shown:
                continue
            offer = self._offers[index]
            words.setText(translated(offer.title).rstrip(".。"))
            what.setText(offer.words())
            take.setText(tr("Take"))
            take.setAccessibleName(tr("Take: {what}", what=words.text()))
            take.setVisible(offer.answer is not None)
            take.updateGeometry()

    def _take(self, index: int) -> None:
        answer = self._offers[index].answer if index < len(self._offers) else None
        if answer is not None:
            self.store.take(plain(answer))

    def _draw_guide_link(self) -> None:
        """To the guide's paragraph on this figure, where there is one."""
        from advisor.ui.guide.text import guide
        place = guide().about(self._quantity)
        chapter = guide().chapter(place[0]) if place else None
        self.guide.setVisible(chapter is not None)
        if chapter is not None:
            self.guide.setText(tr("In the guide: {title}", title=chapter.title.get(language.code(), chapter.title["en"])))
            self.guide.updateGeometry()

    # ------------------------------------------------------------------------------------------ copying

    def markdown(self) -> str:
        """The explanation as Markdown, for the clipboard."""
        answer = self.store.estimate
        return "" if answer is None else explanation(answer, self._quantity, self.store)


def formula_text(rule: Derivation, named: bool = False) -> str:
    """Formula, the same with numbers, and what comes out, each on its line; `named` for a part: its name stands first."""
    with_numbers, value = filled(rule), number_text(rule.quantity, rule.value, rule.unit)
    first = f"{rule.quantity} = {translated(rule.formula)}" if named else translated(rule.formula)
    return "\n".join([first, *([f"= {with_numbers}"] if with_numbers not in ("", value, rule.formula) else []), f"= {value}"])


def explanation(answer: Estimate, quantity: str, store: Store) -> str:
    """One figure's derivation as Markdown: what the drawer shows, in its order."""
    found = told(answer, quantity, store.preferences)
    figure = found.text + (numbers.brackets(found.span) if found.span else "")
    lines = [f"## {labelled(title(quantity), figure)}", "", sentence(quantity), ""]
    for rule in found.rules:
        lines += ["```", formula_text(rule, rule.quantity != quantity), "```", ""]
        lines += [f"- {line}" for line in (*functions_told(rule), *values_told(answer, rule))]
        lines += ["", tr("Rule: {source}", source=translated(rule.source)), *where(answer, rule), ""]
    known = accuracy(answer, quantity)
    if known is not None:
        lines += [sentences((accuracy_sentence(known), known.words)), ""]
    if found.range is not None and found.range.why:
        lines += [tr("This range: {why}.", why=translated(found.range.why)), ""]
    return "\n".join(lines)
