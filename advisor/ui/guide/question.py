"""A question with its options: what was chosen, whether it is right, and why."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.guide.live import Live
from advisor.ui.guide.paragraph import Paragraph, plain
from advisor.ui.guide.text import Question, Words
from advisor.ui.language import code, tr
from advisor.ui.style import box
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.verdict import paint_verdict


def said(words: Words) -> str:
    """The text in the current language."""
    return words.get(code()) or words["en"]


class Option(QAbstractButton):
    """One answer in a box with a radio mark; `result` is "", `right` or `wrong`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.result = ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_result(self, result: str) -> None:
        if result != self.result:
            self.result = result
            self.update()
        word = {"right": tr("Right"), "wrong": tr("Not right")}.get(result, "")
        self.setAccessibleDescription(word)

    def set_words(self, text: str) -> None:
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        room = max(60, width - 34 - 12)
        text = QFontMetrics(theme.font("body")).boundingRect(0, 0, room, 2000, int(Qt.TextFlag.TextWordWrap), self.text())
        return max(36, text.height() + 16)

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(max(160, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        verdict = {"right": "fits", "wrong": "does_not_fit"}.get(self.result, "")
        fill = here.tint(verdict) if verdict else here.hover if self.underMouse() else here.panel
        box(painter, self.rect(), QColor(fill), QColor(here.verdict(verdict) if verdict else here.border), theme.RADIUS_CONTROL)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(19, self.height() / 2)
        if self.result:
            paint_verdict(painter, QRectF(11, middle.y() - 8, 16, 16), verdict, QColor(fill))
        else:
            painter.setPen(QPen(QColor(here.accent if self.isChecked() else here.border), 1.4))
            painter.setBrush(QColor(here.panel))
            painter.drawEllipse(middle, 7, 7)
            if self.isChecked():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(here.accent))
                painter.drawEllipse(middle, 3.6, 3.6)
        painter.setFont(theme.font("body"))
        painter.setPen(QColor(here.text))
        painter.drawText(QRectF(34, 8, self.width() - 46, self.height() - 16),
                         int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter), self.text())


class QuestionPanel(Panel):
    """`answered(id, option)` when one is picked. `reveal` shows at once whether it is right (a chapter's own question)."""

    answered = Signal(str, int)

    def __init__(self, question: Question, reveal: bool = True, number: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question, self.reveal, self.number = question, reveal, number
        self.ask = Paragraph("body")
        self.options = [Option() for _ in question.options]
        self.verdict, self.because = Label("", "strong"), Paragraph("body")
        self._group = QButtonGroup(self)
        self.body.addWidget(self.ask)
        for index, option in enumerate(self.options):
            self._group.addButton(option, index)
            self.body.addWidget(option)
        self._group.idClicked.connect(lambda index: self.answered.emit(question.id, index))
        self.body.addWidget(self.verdict)
        self.body.addWidget(self.because)

    def draw(self, live: Live, answers: Mapping[str, int], revealed: bool) -> None:
        """Shows the chosen option and, where `revealed`, what was right and why."""
        self.set_title(tr("Question {n}", n=self.number) if self.number else tr("Think it over"))
        self.ask.set_text(said(self.question.ask), live)
        chosen = answers.get(self.question.id, -1)
        for index, (option, words) in enumerate(zip(self.options, self.question.options, strict=True)):
            option.set_words(plain(said(words), live))
            if index == chosen:
                option.setChecked(True)
            right = index == self.question.answer
            option.show_result(("right" if right else "wrong" if index == chosen else "") if revealed and chosen >= 0 else "")
        if chosen < 0 and self._group.checkedButton() is not None:
            self._group.setExclusive(False)
            for option in self.options:
                option.setChecked(False)
            self._group.setExclusive(True)
        shown = revealed and chosen >= 0
        self.verdict.setVisible(shown)
        self.because.setVisible(shown)
        if shown:
            good = chosen == self.question.answer
            self.verdict.setText(tr("Right.") if good else tr("Not quite."))
            self.because.set_text(said(self.question.because), live)


class FinalQuestions(QWidget):
    """The five questions of the end. `answered(id, option)`, `checked()`, `again()`."""

    answered = Signal(str, int)
    checked = Signal()
    again = Signal()

    def __init__(self, questions: tuple[Question, ...], to_pass: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.to_pass = to_pass
        self.panels = [QuestionPanel(q, reveal=False, number=n) for n, q in enumerate(questions, 1)]
        self.result = Label("", "page", wraps=True)
        self.check, self.retry = QPushButton(), QPushButton()
        self.check.setProperty("primary", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.result)
        for panel in self.panels:
            column.addWidget(panel)
            panel.answered.connect(self.answered)
        row = QHBoxLayout()
        row.addWidget(self.check)
        row.addWidget(self.retry)
        row.addStretch(1)
        column.addLayout(row)
        self.check.clicked.connect(self.checked)
        self.retry.clicked.connect(self.again)

    def draw(self, live: Live, answers: Mapping[str, int], done: bool) -> None:
        for panel in self.panels:
            panel.draw(live, answers, done)
        given = sum(p.question.id in answers for p in self.panels)
        right = sum(answers.get(p.question.id) == p.question.answer for p in self.panels)
        self.check.setText(tr("Check the answers"))
        self.retry.setText(tr("Once more"))
        self.check.setVisible(not done)
        self.check.setEnabled(given == len(self.panels))
        self.retry.setVisible(done)
        if done:
            passed = right >= self.to_pass
            self.result.setText(tr("{right} of {all}: passed. You know what to ask before you promise anything.", right=right,
                                   all=len(self.panels)) if passed
                                else tr("{right} of {all}: {needed} are needed. The explanations say where to look.", right=right,
                                        all=len(self.panels), needed=self.to_pass))
        else:
            self.result.setText(tr("{given} of {all} answered; {needed} right ones pass.", given=given, all=len(self.panels),
                                   needed=self.to_pass))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
