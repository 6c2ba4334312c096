"""Beside the results: where a figure comes from. Figure, plain sentence, formula, numbers, source; live with every change."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from advisor.answer import Derivation, Estimate
from advisor.ui import language, theme
from advisor.ui.language import Spoken, tr, translated
from advisor.ui.scenario_bar import IconButton
from advisor.ui.store import Store
from advisor.ui.why.quantities import number_text, sentence, title, value_text
from advisor.ui.widgets.command_block import CommandBlock
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.scroll import Page, clear

_MEMORY = ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "usable_bytes")


class WhyDrawer(Spoken, QWidget):
    """Shows `store.why`; Esc closes, Alt+← goes back, the pin keeps it while views change."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._past: list[str] = []
        self._quantity = ""
        self._key: object = None
        self.setMinimumWidth(300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.heading = Label("", "title")
        self.copy = CopyButton(self.markdown, lambda: tr("this explanation"))
        self.back = IconButton("back", lambda: tr("Back"))
        self.close_button = IconButton("close", lambda: tr("Close"))
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 8, 8)
        head.addWidget(self.back)
        head.addWidget(self.heading, 1)
        head.addWidget(self.copy)
        head.addWidget(self.close_button)
        self.page = Page((16, 12, 16, 16), 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Rule())
        column.addWidget(self.page, 1)
        self.close_button.clicked.connect(lambda: store.ask_why(None))
        self.back.clicked.connect(self.go_back)
        store.changed.connect(self._changed)
        self.words(self._speak)
        self._changed()

    def _speak(self) -> None:
        self.setAccessibleName(tr("Where the figure comes from"))
        self._key = None
        if self._quantity:
            self._changed()

    def _changed(self) -> None:
        quantity = self.store.why
        if quantity is None:
            return
        if quantity != self._quantity:
            if self._quantity and (not self._past or self._past[-1] != quantity):
                self._past.append(self._quantity)
            self._quantity = quantity
        key = (quantity, self.store.estimate, id(self.store.estimate))
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

    def derivations(self, answer: Estimate) -> list[Derivation]:
        """The rule of the asked quantity first, then those of what it is made from."""
        wanted = [self._quantity]
        if self._quantity in ("total_bytes", "headroom_bytes"):
            wanted += _MEMORY
        own = [d for d in answer.derivation if d.quantity == self._quantity]
        rest = [d for d in answer.derivation if d.quantity != self._quantity
                and (d.quantity in wanted or d.quantity.startswith(self._quantity))]
        return own + rest

    def _draw(self) -> None:
        clear(self.page.column)
        answer = self.store.estimate
        self.heading.setText(tr("Why {what}?", what=title(self._quantity).lower() if self._quantity else ""))
        if answer is None:
            self.page.column.addWidget(Label(tr("There is no figure yet."), wraps=True))
            self.page.column.addStretch(1)
            return
        text, span = value_text(answer, self._quantity)
        row = QHBoxLayout()
        row.addWidget(Label(text, "figure"))
        if span:
            row.addWidget(Label(f"({span})", "body", "text2"), 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        self.page.column.addLayout(row)
        if sentence(self._quantity):
            self.page.column.addWidget(Label(sentence(self._quantity), "body", "text2", wraps=True))
        found = self.derivations(answer)
        if not found:
            self.page.column.addWidget(Label(tr("It follows from the other figures; ask one of them."), wraps=True))
        for derivation in found:
            self._draw_rule(derivation)
        for note in answer.notes:
            self.page.column.addWidget(Label(translated(note), "small", "text2", wraps=True))
        self._draw_guide_link()
        self.page.column.addStretch(1)

    def _draw_guide_link(self) -> None:
        """To the guide's paragraph on this figure, where there is one."""
        from advisor.ui.guide.text import guide
        place = guide().about(self._quantity)
        chapter = guide().chapter(place[0]) if place else None
        if chapter is not None:
            link = Link(tr("In the guide: {title}", title=chapter.title.get(language.code(), chapter.title["en"])))
            link.clicked.connect(lambda _=False, q=self._quantity: self.store.read_about(q))
            self.page.column.addWidget(link)

    def _draw_rule(self, rule: Derivation) -> None:
        column = self.page.column
        column.addWidget(Rule())
        column.addWidget(Label(f"{title(rule.quantity)} = {number_text(rule.quantity, rule.value, rule.unit)}", "strong", wraps=True))
        column.addWidget(CommandBlock(rule.formula, tr("Formula"), "", 8))
        if rule.values:
            grid = QGridLayout()
            grid.setHorizontalSpacing(12)
            grid.setVerticalSpacing(2)
            for index, (name, value) in enumerate(rule.values.items()):
                grid.addWidget(Label(name, "mono", "text2", wraps=True), index, 0)
                number = Label(number_text(name, value))
                number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                grid.addWidget(number, index, 1)
            grid.setColumnStretch(0, 1)
            column.addLayout(grid)
        column.addWidget(Label(translated(rule.source), "small", "text2", wraps=True))

    def markdown(self) -> str:
        """The explanation as Markdown, for the clipboard."""
        answer = self.store.estimate
        if answer is None:
            return ""
        text, span = value_text(answer, self._quantity)
        lines = [f"## {title(self._quantity)}: {text}" + (f" ({span})" if span else ""), "", sentence(self._quantity), ""]
        for rule in self.derivations(answer):
            lines += [f"**{rule.quantity}** = {number_text(rule.quantity, rule.value, rule.unit)}", "", f"    {rule.formula}", ""]
            lines += [f"- `{name}` = {number_text(name, value)}" for name, value in rule.values.items()]
            lines += ["", f"Source: {translated(rule.source)}", ""]
        return "\n".join(lines)
