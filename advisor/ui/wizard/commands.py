"""The commands of the present scenario: install, fetch, launch, check, call, stop, in the form asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from advisor.answer import Command
from advisor.engines import Plan
from advisor.errors import CannotAnswer
from advisor.plan import plan_of as planned
from advisor.ui import language
from advisor.ui.language import Spoken, tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.command_block import CommandBlock
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import Page, clear
from advisor.ui.widgets.tabs import Tabs
from advisor.ui.wizard.check_here import CheckHere, may_run
from advisor.ui.wizard.choice import Radios

FORMS = (("docker", "Docker"), ("compose", "Compose"), ("systemd", "systemd"), ("kubernetes", "Kubernetes"), ("python", "Python"))
_SYSTEMS = {"systemd": ("linux",), "python": ("linux", "macos", "windows")}
DEFAULT_MIRROR = "https://hf-mirror.com"    # where Preferences name no other


class CommandsPane(Spoken, QWidget):
    """Tabs of forms over a list of blocks, each with its copy button and what to look for."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._shown: Any = None
        self._inline = False
        self._rows: list[CommandRow] = []
        self._commands: list[Command] = []
        self.title = Label("", "page")
        self.copy_all = CopyButton(self._everything, lambda: tr("all commands"), lambda: tr("Copy all"))
        self.tabs = Tabs(tr("Form of the commands"), {"Kubernetes": "K8s"})
        self.page = Page((16, 10, 16, 12), 10)
        head = QHBoxLayout()
        head.setContentsMargins(16, 14, 16, 4)
        head.addWidget(self.title, 1)
        head.addWidget(self.copy_all)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(16, 0, 16, 0)
        tabs.addWidget(self.tabs)
        self.source = Radios(lambda: {"huggingface": tr("Hugging Face"), "mirror": tr("A mirror of it"), "modelscope": tr("ModelScope")})
        self.source.picked.connect(lambda key: store.ask_task(source=key))
        self.blocks = QVBoxLayout()
        self.blocks.setSpacing(10)
        self.source_label = Label("", "section", "text2")
        self.note = Label("", "small", "text2", wraps=True)
        self.page.column.addLayout(self.blocks)
        self.page.column.addSpacing(6)
        self.page.column.addWidget(self.source_label)
        self.page.column.addWidget(self.source)
        self.page.column.addWidget(self.note)
        self.save = QPushButton()
        self.save.clicked.connect(self._save)
        keep = QHBoxLayout()
        keep.addWidget(self.save)
        keep.addStretch(1)
        self.page.column.addLayout(keep)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(tabs)
        column.addWidget(self.page, 1)
        self.tabs.picked.connect(lambda _: self.draw())
        self.words(self._speak)

    def _speak(self) -> None:
        self.title.setText(tr("Commands"))
        self.source_label.setText(tr("Fetch the model from"))
        self.note.setText(tr("Nothing is installed or started from here; you paste it where it is to run."))
        self.save.setText(tr("Save as script…"))
        self.tabs.bar.setAccessibleName(tr("Form of the commands"))
        self._shown = None

    def draw(self) -> None:
        store, task = self.store, self.store.state.task
        shells = [("powershell", "PowerShell"), ("cmd", "cmd")] if task.os == "windows" else [("bash", "bash")]
        forms = [f for f in FORMS if task.os in _SYSTEMS.get(f[0], ("linux", "windows"))]
        self.tabs.set_tabs([*shells, *forms])
        self.source.choose(task.source)
        form = self.tabs.current()
        key = (store.scenario, task.os, task.source, task.kind, form, language.code(), store.error, store.preferences.mirror,
               store.estimate is None, store.state.machine_source, store.machine is None)
        if key == self._shown:
            return
        self._shown = key
        plan = plan_of(store)
        try:
            self._commands = commands_of(plan, form) if plan else []
        except CannotAnswer as error:
            self._commands = []
            self._refuse(error)
        else:
            self._show_commands()
        self.copy_all.setEnabled(bool(self._commands))
        self.save.setEnabled(bool(self._commands))

    def _refuse(self, error: CannotAnswer) -> None:
        clear(self.blocks)
        self._rows = []
        self.blocks.addWidget(Label(translated(error.why), wraps=True))
        if error.mend:
            self.blocks.addWidget(Label(translated(error.mend), "body", "text2", wraps=True))

    def _show_commands(self) -> None:
        """Blocks of the same titles stay and take the new text, so that focus and place are kept."""
        titles = [_heading(command) for command in self._commands]
        if titles != [row.heading for row in self._rows] or not self._rows:
            clear(self.blocks)
            self._rows = [CommandRow(command) for command in self._commands]
            for row in self._rows:
                self.blocks.addWidget(row)
            self._order_keys()
        for row, command in zip(self._rows, self._commands, strict=True):
            row.block.set_command(command.text.rstrip("\n"), translated(command.verifies))
            row.offer_check(self.store, command)

    def _order_keys(self) -> None:
        """Tab goes from the forms through the commands: blocks made later would otherwise come after everything else."""
        before: QWidget = self.tabs.bar
        for row in self._rows:
            for widget in row.findChildren(QWidget):
                if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    QWidget.setTabOrder(before, widget)
                    before = widget

    def set_inline(self, inline: bool) -> None:
        """Inside a page that scrolls itself, the commands take the height they need."""
        self._inline = inline
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if inline else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.page.setVerticalScrollBarPolicy(policy)
        if not inline:
            self.page.setMinimumHeight(0)
            self.page.setMaximumHeight(16777215)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._inline:
            height = self.page.content.minimumSizeHint().height()
            if height != self.page.height():
                self.page.setFixedHeight(height)
        return super().event(event)

    def _save(self) -> None:
        """All commands as one file, each under its title."""
        from advisor.ui.dialogs import ask_save
        from advisor.ui.preferences import write_text
        form = self.tabs.current()
        ending = {"bash": "sh", "powershell": "ps1", "cmd": "cmd"}.get(form, "txt")
        path = ask_save(self.window(), f"deploy.{ending}", tr("Commands (*.{ending})", ending=ending))
        if path:
            mark = "rem" if form == "cmd" else "#"
            text = "\n\n".join(f"{mark} {_heading(c)}\n{pasted(c, mark)}" for c in self._commands) + "\n"
            why = write_text(Path(path), text)
            self.store.told.emit(tr("Saved {path}", path=path) if not why
                                 else tr("{path} could not be written: {why}", path=path, why=why))

    def _everything(self) -> str:
        mark = "rem" if self.tabs.current() == "cmd" else "#"
        return "\n\n".join(pasted(command, mark) for command in self._commands) + "\n"


def plan_of(store: Store) -> Plan | None:
    """The launch plan of the present scenario; None while it has no estimate."""
    task, answer = store.state.task, store.estimate
    if store.error is not None or answer is None:
        return None
    mirror = store.preferences.mirror or (DEFAULT_MIRROR if task.source == "mirror" else None)
    return planned(answer, task.os, task.kind, task.source, mirror, store.api_key)  # type: ignore[arg-type]


def commands_of(plan: Plan, form: str) -> list[Command]:
    """The commands in a shell's words or as files. Raises CannotAnswer where that form cannot carry this plan."""
    if form in ("bash", "powershell", "cmd"):
        return list(plan.case.engine.commands(plan, form))
    from advisor.deploy import render
    return list(render(plan, form, "powershell" if plan.os == "windows" else "bash"))


def pasted(command: Command, mark: str) -> str:
    """A command among others: an address to open is no command, so that it stands there as a remark."""
    text = command.text.rstrip("\n")
    return f"{mark} {text}" if text.startswith(("https://", "http://")) else text


def _heading(command: Command) -> str:
    title = translated(command.title)
    return f"{title} · {command.filename}" if command.filename else title


class CommandRow(QWidget):
    """A command's title over its block."""

    def __init__(self, command: Command, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = _heading(command)
        self.block = CommandBlock(command.text.rstrip("\n"), translated(command.title), translated(command.verifies), 40)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        title = translated(command.title)
        column.addWidget(Label(title if (command.filename or "") in title else self.heading, "chosen", wraps=True))
        column.addWidget(self.block)
        self._column = column
        self.check: CheckHere | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def offer_check(self, store: Store, command: Command) -> None:
        """A check of this very computer may be run from here."""
        if not may_run(command, store):
            if self.check is not None:
                self.check.hide()
            return
        if self.check is None:
            self.check = CheckHere(store, command)
            self._column.addWidget(self.check)
        self.check.set_command(command)
        self.check.show()
