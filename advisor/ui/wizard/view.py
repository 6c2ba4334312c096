"""The wizard: three steps at the left, the current one in the middle, the commands at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from advisor.ui import theme
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.steps import Steps
from advisor.ui.wizard.commands import CommandsPane
from advisor.ui.wizard.machine import MachineStep
from advisor.ui.wizard.recommendation import RecommendationStep
from advisor.ui.wizard.task import TaskStep

# Widths of steps and commands; 0: the steps stand as chips over the rest, the commands below the answer.
_WIDTHS = {"compact": (0, 0), "snug": (0, 388), "narrow": (220, 388), "regular": (248, 446), "wide": (280, 560)}
_FROM = {"wide": 1741, "regular": 1330, "narrow": 1200, "snug": 1000}      # the least width of each class


class _Side(QWidget):
    """The commands' column with its hairline."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.fillRect(0, 0, 1, self.height(), theme.colour("line"))


class WizardView(View):
    """`show_step(0..2)`; starts at the recommendation, since every step has a working answer."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.steps = Steps(3)
        self.steps.buttons[2].changeable = False
        self.task, self.machine, self.recommendation = TaskStep(store), MachineStep(store), RecommendationStep(store)
        self.pages: list[Page] = [self.task, self.machine, self.recommendation]
        self.middle = QStackedWidget()
        for page in self.pages:
            self.middle.addWidget(page)
        self.note = Label("", "small", "text2", wraps=True)
        self.note.setContentsMargins(16, 8, 16, 12)
        self.next = QPushButton()
        self.next.setProperty("primary", True)
        self.left = QWidget()
        self._left_column = left = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.left)
        left.setContentsMargins(0, 8, 0, 0)
        left.addWidget(self.steps, 1)
        holder = QVBoxLayout()
        holder.setContentsMargins(16, 0, 16, 8)
        holder.addWidget(self.next, 0, Qt.AlignmentFlag.AlignVCenter)
        left.addLayout(holder)
        left.addWidget(self.note)
        self.commands = CommandsPane(store)
        self.side = _Side()
        self._side_column = side = QVBoxLayout(self.side)
        side.setContentsMargins(1, 0, 0, 0)
        side.addWidget(self.commands)
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(0)
        self.row.addWidget(self.left)
        answer = QHBoxLayout()
        answer.setSpacing(0)
        answer.addWidget(self.middle, 1)
        answer.addWidget(self.side)
        self.row.addLayout(answer, 1)
        self.steps.picked.connect(self.show_step)
        self.next.clicked.connect(lambda: self.show_step(min(2, self.middle.currentIndex() + 1)))
        self.recommendation.opened.connect(lambda: store.show("calculator"))
        self.machine.look_again.connect(self._look_again)
        self.words(lambda: self.note.setText(tr("Everything here runs on this computer. The figures come from formulas you can open.")))
        self.show_step(2)

    def _look_again(self) -> None:
        window = self.window()
        detect = getattr(window, "detect_machine", None)
        if detect:
            detect()
            self.machine.draw()

    def show_step(self, index: int) -> None:
        """Goes to a step: 0 task, 1 machine, 2 recommendation."""
        self.middle.setCurrentIndex(index)
        self.steps.show_current(index)
        self.next.setVisible(index < 2)
        if self.isVisible():
            self.draw()

    def draw(self) -> None:
        task, machine = self.task.lines(), self.machine.lines()
        self.steps.buttons[0].set_texts(tr("Task"), task)
        self.steps.buttons[1].set_texts(tr("Machine"), machine)
        advice = self.store.recommendation
        count = [tr("This question has no answer") if self.store.recommendation_error is not None else tr("Working it out…")]
        if advice and self.store.recommendation_error is None:
            count = [tr("{n} suitable, {m} not", n=len(advice.recommendations), m=len(advice.rejected))]
        self.steps.buttons[2].set_texts(tr("Recommendation"), count)
        self.next.setText(tr("Next: machine") if self.middle.currentIndex() == 0 else tr("Next: recommendation"))
        page = self.pages[self.middle.currentIndex()]
        page.draw()  # type: ignore[attr-defined]
        self.commands.draw()

    def relayout(self, size_class: str) -> None:
        left, right = _WIDTHS[size_class]
        chips, inline = not left, not right
        self.row.setDirection(QBoxLayout.Direction.TopToBottom if chips else QBoxLayout.Direction.LeftToRight)
        self._left_column.setDirection(QBoxLayout.Direction.LeftToRight if chips else QBoxLayout.Direction.TopToBottom)
        self.steps.set_chips(chips)
        self.note.setVisible(not chips)
        self.left.setMaximumHeight(76 if chips else 16777215)
        self.left.setFixedWidth(left) if left else self._free(self.left)
        self.side.setFixedWidth(right) if right else self._free(self.side)
        self.side.setVisible(not inline)
        self.commands.set_inline(inline)
        if inline:
            page = self.recommendation.column
            page.insertWidget(page.count() - 1, self.commands)
        else:
            self._side_column.addWidget(self.commands)
        self.recommendation.relayout(size_class)
        if self.isVisible():
            self.draw()

    def update_class(self) -> None:
        """The results here are the list: what steps and commands leave."""
        width = self.width()
        found = next((name for name, least in _FROM.items() if width >= least), "compact")
        if found != self.size_class:
            self.size_class = found
            self.relayout(found)

    @staticmethod
    def _free(widget: QWidget) -> None:
        widget.setMinimumWidth(0)
        widget.setMaximumWidth(16777215)

    def regions(self) -> list[QWidget]:
        page = self.pages[self.middle.currentIndex()]
        first = [w for w in page.content.findChildren(QWidget) if w.isVisible() and w.focusPolicy() & Qt.FocusPolicy.TabFocus][:1]
        return [self.steps.buttons[self.middle.currentIndex()], *first, self.commands.tabs.bar]

    def focus_field(self, field: str) -> bool:
        target = {"hardware.device": (1, self.machine.devices[0]), "workload.concurrency": (0, self.task.people.number),
                  "model": (0, self.task.model)}.get(field)
        if target is None:
            return False
        self.show_step(target[0])
        target[1].setFocus()
        return True
