"""Step 1: what for, how many, how long, what matters, for whom."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from advisor.scenario import MAX_COUNT
from advisor.ui import words
from advisor.ui.catalog_search import line_of, search
from advisor.ui.language import Spoken, told, tr
from advisor.ui.store import Store
from advisor.ui.widgets.fields import Message, SliderField, mark_wrong
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.search_field import SearchField
from advisor.ui.widgets.tab_order import arrange
from advisor.ui.wizard.choice import Radios, Tiles

PEOPLE = {"team-service": 8, "batch": 16, "max-throughput": 64}


class TaskStep(Spoken, Page):
    """Every control asks the store at once; nothing is kept here."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.store = store
        self.kind_panel, self.load_panel, self.model_panel = Panel(), Panel(), Panel()
        self.tiles = Tiles(lambda: words.tasks(self._people()), lambda: words.task_hints(self._people()))
        self.kind_panel.body.addWidget(self.tiles)
        self._build_load()
        self._build_model()
        self.priority_panel, self.who_panel, self.system_panel = Panel(), Panel(), Panel()
        self.priority, self.interface, self.system = Radios(words.priorities), Radios(words.interfaces), Radios(words.systems)
        for panel, radios in ((self.priority_panel, self.priority), (self.who_panel, self.interface), (self.system_panel, self.system)):
            panel.body.addWidget(radios)
        self.choices = QGridLayout()
        self.choices.setSpacing(12)
        for panel in self._choice_panels():
            panel.wrap_title()      # three side by side are narrow where the font is wide
        self._abreast = 0
        self.column.addWidget(self.kind_panel)
        self.column.addWidget(self.load_panel)
        self.column.addLayout(self.choices)
        self.column.addWidget(self.model_panel)
        self.column.addStretch(1)
        self._arrange()
        self.tiles.picked.connect(self._pick_kind)
        self.priority.picked.connect(lambda key: store.ask_task(priority=key))
        self.interface.picked.connect(lambda key: store.ask_task(interface=key))
        self.system.picked.connect(lambda key: store.ask_task(os=key))
        self.words(self._speak)

    def _people(self) -> int:
        return self.store.scenario.workload.concurrency or 1

    def _choice_panels(self) -> tuple[Panel, Panel, Panel]:
        return self.priority_panel, self.who_panel, self.system_panel

    def _arrange(self) -> None:
        """Three choices abreast where their words have room, else two above the longest one."""
        place = self.choices.parentWidget()
        if place is None or place.window() is not self.window():
            return      # not yet in its place
        needed = sum(panel.minimumSizeHint().width() for panel in self._choice_panels()) + 2 * self.choices.spacing() + 32
        abreast = 3 if self.viewport().width() >= needed else 2
        if abreast == self._abreast:
            return
        self._abreast = abreast
        first, widest, last = self._choice_panels()
        places = ((first, 0, 0, 1), (widest, 0, 1, 1), (last, 0, 2, 1)) if abreast == 3 else (
            (first, 0, 0, 1), (last, 0, 1, 1), (widest, 1, 0, 2))
        for panel, row, column, span in places:
            self.choices.addWidget(panel, row, column, 1, span)
        for column in range(3):
            self.choices.setColumnStretch(column, 1 if column < abreast else 0)
        arrange([self.kind_panel, self.load_panel, *(panel for panel, *_ in places), self.model_panel])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _build_load(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(6)
        self.people = SliderField(1, 1024, 4, limit=MAX_COUNT)
        self.prompt = SliderField(64, 131072, 4, grid=64)
        self.answer = SliderField(16, 32768, 4, grid=16)
        self.shared = SliderField(64, 131072, 4, grid=64)
        self.shared.number.setMinimum(0)
        for index, (field, key) in enumerate(((self.people, "concurrency"), (self.prompt, "prompt_tokens"),
                                              (self.answer, "output_tokens"), (self.shared, "shared_prefix_tokens"))):
            grid.addWidget(field, index // 2, index % 2)
            field.picked.connect(lambda value, key=key: self.store.ask_task({key: value}))
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        self.load_panel.body.addLayout(grid)

    def _build_model(self) -> None:
        self.any_model, self.one_model = QRadioButton(), QRadioButton()
        self.model = SearchField(lambda text: search("models", text))
        self.model_message = Message()
        row = QHBoxLayout()
        row.addWidget(self.any_model)
        row.addSpacing(16)
        row.addWidget(self.one_model)
        row.addWidget(self.model, 1)
        column = QVBoxLayout()
        column.addLayout(row)
        column.addWidget(self.model_message)
        self.model_panel.body.addLayout(column)
        self.any_model.clicked.connect(lambda: self.store.ask_task(model=None))
        self.one_model.clicked.connect(self._one_model)
        self.model.chosen.connect(lambda name: self.store.ask_task(model=name))

    def _one_model(self) -> None:
        if self.store.state.task.model is None and self.store.scenario.model:
            self.store.ask_task(model=self.store.scenario.model)
        self.model.setFocus()

    def _pick_kind(self, kind: str) -> None:
        prompt, answer = self._usual(kind)
        now = self._people()
        people = PEOPLE.get(kind, 1) if (kind in PEOPLE and now == 1) or kind == "chat" else now
        self.store.ask_task({"concurrency": people, "prompt_tokens": prompt, "output_tokens": answer}, kind=kind)

    @staticmethod
    def _usual(kind: str) -> tuple[int, int]:
        """The lengths of a task, which the recommendation takes where none are asked."""
        from advisor.recommend.question import LENGTHS
        return LENGTHS.get(kind, LENGTHS["batch"])

    def _lengths(self) -> tuple[int, int]:
        """Prompt and answer as asked, else the task's own."""
        load = self.store.scenario.workload
        prompt, answer = self._usual(self.store.state.task.kind)
        return load.prompt_tokens or prompt, load.output_tokens or answer

    def _speak(self) -> None:
        self.kind_panel.set_title(tr("What is it for?"))
        self.load_panel.set_title(tr("How much at once?"), tr("in tokens, about three quarters of a word each"))
        self.priority_panel.set_title(tr("What matters most?"))
        self.who_panel.set_title(tr("Who runs it?"))
        self.system_panel.set_title(tr("On which system?"))
        self.model_panel.set_title(tr("Which model?"))
        self.people.set_label(tr("People at once"))
        self.prompt.set_label(tr("Prompt length"))
        self.answer.set_label(tr("Answer length"))
        self.shared.set_label(tr("Shared prefix"))
        self.any_model.setText(tr("The best that fits"))
        self.one_model.setText(tr("This one:"))
        self.model.setPlaceholderText(tr("type a name"))
        self.model.setAccessibleName(tr("Model"))
        self._arrange()

    def draw(self) -> None:
        task, load = self.store.state.task, self.store.scenario.workload
        self.tiles.speak()      # a chat is one person's or several people's
        self.tiles.choose(task.kind)
        self.priority.choose(task.priority)
        self.interface.choose(task.interface)
        self.system.choose(task.os)
        self.people.set_value(load.concurrency or 1)
        prompt, answer = self._lengths()
        self.prompt.set_value(prompt)
        self.answer.set_value(answer)
        self.shared.set_value(load.shared_prefix_tokens)
        (self.one_model if task.model else self.any_model).setChecked(True)
        self.model.set_settled(line_of("models", task.model) if task.model else "")
        error = self.store.recommendation_error
        wrong = error is not None and error.field == "model"
        mark_wrong(self.model, wrong)
        self.model_message.tell(told(error) if wrong and error else "")
        too_long = error is not None and error.field in ("context", "prompt_tokens")
        self.prompt.message.tell(told(error) if too_long and error else "")

    def lines(self) -> list[str]:
        """The answers in the step list."""
        task = self.store.state.task
        first = tr("{task}, {n} at once", task=words.tasks(self._people())[task.kind], n=self._people())
        prompt, answer = self._lengths()
        return [first, tr("Prompt {prompt}, answer {answer}", prompt=prompt, answer=answer), words.priorities()[task.priority],
                tr("{who}, {system}", who=words.interfaces()[task.interface], system=words.systems()[task.os])]


