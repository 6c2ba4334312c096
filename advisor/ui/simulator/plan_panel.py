"""What to set so that the promise holds: cap, queue, timeouts, quota, retreat, and the gateway files that say so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from advisor.answer import Command
from advisor.errors import CannotAnswer
from advisor.plan import limited
from advisor.ui import engine_levers, language
from advisor.ui.language import labelled, sentences, told, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.scroll import Page, clear
from advisor.ui.widgets.tabs import Tabs
from advisor.ui.wizard.commands import CommandRow, commands_of, plan_of
from advisor.whatif import guard

if TYPE_CHECKING:
    from advisor.guardrails import Limits
    from advisor.ui.simulator.simulation import Simulation

FORMS = (("litellm", "LiteLLM"), ("nginx", "nginx"), ("prometheus", "Prometheus"))


class LimitRow(QWidget):
    """A name, its value, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.value, self.why = Label("", "body"), Label("", "strong"), Label("", "small", "text2", wraps=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(0)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.value, 0, 1)
        grid.addWidget(self.why, 1, 0, 1, 2)
        grid.addWidget(Rule(), 2, 0, 1, 2, Qt.AlignmentFlag.AlignBottom)
        grid.setRowMinimumHeight(2, 4)
        grid.setColumnStretch(0, 1)

    def put(self, name: str, value: str, why: str, explained: bool) -> None:
        """`why` is read below where there is room (`explained`), else it is the tooltip."""
        self.name.setText(name)
        self.value.setText(value)
        self.why.setText(why)
        self.why.setVisible(bool(why) and explained)
        self.setToolTip("" if explained else why)
        self.setAccessibleName(labelled(name, f"{value}. {why}"))


class PlanPanel(Panel):
    """`open_asked(form)` for the commands of a form, `close_asked` back to the runs."""

    open_asked = Signal(str)
    close_asked = Signal()
    save_asked = Signal(str, str)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.limits: Limits | None = None
        self.back = self.add_action(Link("", "small"))
        self.back.clicked.connect(self.close_asked)
        self.rows = [LimitRow() for _ in range(5)]
        self.make, self.litellm, self.nginx = QPushButton(), QPushButton(), QPushButton()
        self.make.setProperty("primary", True)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        for button in (self.make, self.litellm, self.nginx):
            self.buttons.addWidget(button)
        self.buttons.addStretch(1)
        self.done = Label("", "small", "text2", wraps=True)
        self.done.hide()
        self.files = FilesPane(store)
        self.files.hide()
        self.files.save_asked.connect(self.save_asked)
        self.body.setSpacing(6)
        for row in self.rows:
            self.body.addWidget(row)
        self.body.addStretch(1)
        self.body.addWidget(self.done)
        self.body.addLayout(self.buttons)
        self.body.addWidget(self.files, 100)
        self.make.clicked.connect(self._make)
        self.litellm.clicked.connect(lambda: self.open_asked.emit("litellm"))
        self.nginx.clicked.connect(lambda: self.open_asked.emit("nginx"))

    def show_files(self, shown: bool, form: str = "") -> None:
        """With the commands below the limits, or the limits alone."""
        self.files.setVisible(shown)
        if form:
            self.files.show_form(form)

    def _make(self) -> None:
        """The limits become the scenario's settings and the gateway's: one step to undo."""
        found = self.limits
        if found is None:
            return
        levers = {lever.field for lever in engine_levers.levers_of(self.store.filled.engine)}
        changes: dict[str, Any] = {"settings__parallel": found.concurrency} if "parallel" in levers else {}
        why = self.store.ask_traffic("", changes, queue=found.queue, wait_s=found.queue_timeout_s, request_s=found.request_timeout_s)
        self.done.setText(translated(why.why) if why else tr("Set here, and in the files below. Ctrl+Z takes it back."))
        self.done.show()
        self.open_asked.emit("litellm")

    def draw(self, simulation: Simulation, files: bool) -> None:
        store = self.store
        held = simulation.held if simulation.held is not None and simulation.held.done else None
        if held is None:
            basis = tr("from the estimate, until the sweep is done")
        else:
            basis = tr("so that the promise holds") if held.people else tr("no load holds the promise: from the estimate")
        self.set_title(tr("What to set"), basis)
        self.back.setText(tr("Back to the runs"))
        self.back.setVisible(files and self.back.isEnabled())
        self.back.updateGeometry()
        self.make.setText(tr("Make this my plan"))
        self.litellm.setText(tr("LiteLLM config"))
        self.nginx.setText("nginx")
        self.litellm.setVisible(not files)
        self.nginx.setVisible(not files)
        self.nginx.setAccessibleName(tr("nginx config"))
        if store.estimate is None or store.error is not None:
            self.limits = None
        else:
            self.limits = guard.learned(store.estimate, store.state.task.traffic, held)
        self.make.setEnabled(self.limits is not None and simulation.error is None)
        self._draw_rows(files)
        if self.files.isVisible():
            self.files.draw(self.limits)

    def _draw_rows(self, explained: bool) -> None:
        found = self.limits
        for row in self.rows:
            row.setVisible(found is not None)
        if found is None:
            return
        lever = next((x.name for x in engine_levers.levers_of(self.store.filled.engine) if x.field == "parallel"), "")
        cap, queue, quota = (translated(text) for text in found.reasons)
        rows = ((tr("Concurrency cap"), f"{found.concurrency:,}", sentences(part for part in (cap, lever) if part)),
                (tr("Queue, then 429"), f"{found.queue:,}", queue),
                (tr("Give up waiting, give up a request"),
                 tr("after {wait} s, after {whole} s", wait=found.queue_timeout_s, whole=found.request_timeout_s),
                 tr("The slowest in a hundred, with room, and the wait before it.")),
                (tr("Quota for one key"), tr("{n} a minute", n=found.requests_per_minute), quota),
                (tr("When it is full"), tr("shorten, smaller, API"), "\n".join(translated(step) for step in found.retreat)))
        for row, (name, value, why) in zip(self.rows, rows, strict=True):
            row.put(name, value, why, explained)



class FilesPane(QWidget):
    """Tabs of gateway forms over their files and commands, each to copy and to save."""

    save_asked = Signal(str, str)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._key: Any = None
        self._limits: Limits | None = None
        self.rows: list[CommandRow] = []
        self.tabs = Tabs("")
        self.page = Page((0, 8, 8, 8), 10)
        self.blocks = QVBoxLayout()
        self.blocks.setSpacing(10)
        self.page.column.addLayout(self.blocks)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.page, 1)
        self.page.setMinimumHeight(160)
        self.tabs.picked.connect(lambda _: self.draw(self._limits))

    def show_form(self, form: str) -> None:
        self._tabs()
        self.tabs.set_current(form)

    def _tabs(self) -> None:
        self.tabs.bar.setAccessibleName(tr("Form of the limits"))
        self.tabs.set_tabs([*FORMS, ("engine", tr("Engine"))])

    def draw(self, limits: Limits | None) -> None:
        self._limits = limits
        self._tabs()
        form = self.tabs.current() or "litellm"
        key = (limits, form, self.store.scenario, self.store.state.task, language.code(), self.store.preferences.mirror)
        if key == self._key:
            return
        self._key = key
        try:
            commands = commands_for(self.store, limits, form)
        except CannotAnswer as error:
            clear(self.blocks)
            self.rows = []
            self.blocks.addWidget(Label(told(error), wraps=True))
            return
        titles = [f"{translated(c.title)} · {c.filename}" if c.filename else translated(c.title) for c in commands]
        if titles == [row.heading for row in self.rows]:
            for row, command in zip(self.rows, commands, strict=True):
                row.block.set_command(command.text.rstrip("\n"), translated(command.verifies))
            return
        clear(self.blocks)
        self.rows = [CommandRow(command) for command in commands]
        for row, command in zip(self.rows, commands, strict=True):
            self.blocks.addWidget(row)
            if command.filename:
                self._add_save(row, command)

    def _add_save(self, row: CommandRow, command: Command) -> None:
        link = Link(tr("Save {name}…", name=command.filename), "small", row)
        name = Path(command.filename or "").name
        link.clicked.connect(lambda _=False: self.save_asked.emit(name, row.block.command + "\n"))
        layout = row.layout()
        if layout is not None:
            layout.addWidget(link)


def commands_for(store: Store, limits: Limits | None, form: str) -> list[Command]:
    """The gateway's files with these limits, or the engine's own launch. Raises CannotAnswer where a form cannot carry the plan."""
    plan = plan_of(store)
    if plan is None or limits is None:
        return []
    shell = "powershell" if plan.os == "windows" else "bash"
    return commands_of(limited(plan, limits), shell if form == "engine" else form)
