"""Runs a check command on this computer, after a click, and shows what it printed. Nothing else is ever run from here."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from advisor.answer import Command
from advisor.errors import CannotAnswer
from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.command_block import CommandBlock
from advisor.ui.widgets.label import Label, Link
from advisor.words import say

WAIT_S = 20
MOST_CHARACTERS = 4000
SHELLS = {"bash": ["bash", "-c"], "powershell": ["powershell", "-NoProfile", "-NonInteractive", "-Command"]}
_HOST = re.compile(r"https?://(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:\s\"']+)")
_OURS = ("127.0.0.1", "localhost", "[::1]")


def own_shell() -> str:
    return "powershell" if sys.platform == "win32" else "bash"


def may_run(command: Command, store: Store) -> bool:
    """Whether a command only looks, and looks at this very computer: the plan must be for it, and so must every address."""
    here = store.machine
    return (command.kind == "check" and command.shell == own_shell() and here is not None
            and store.state.machine_source == "recognised" and store.state.task.os == here.os
            and all(host in _OURS for host in _HOST.findall(command.text)))


def run_check(text: str, shell: str) -> tuple[str, int]:
    """What the command printed (its end, when it is long) and its exit status. Raises CannotAnswer when it cannot run or end."""
    options: dict[str, Any] = {} if sys.platform == "win32" else {"start_new_session": True}
    try:
        started = subprocess.Popen([*SHELLS[shell], text], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   **options)
    except OSError as error:
        raise CannotAnswer(say("{shell} cannot be started: {why}.", shell=shell, why=error.strerror or str(error))) from None
    try:
        printed, _ = started.communicate(timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            started.kill()
        else:
            os.killpg(started.pid, signal.SIGKILL)
        started.communicate()
        raise CannotAnswer(say("The check did not end within {seconds} s and was stopped.", seconds=WAIT_S)) from None
    return printed.decode("utf-8", "replace")[-MOST_CHARACTERS:].replace("\0", "").strip("\r\n"), started.returncode


class CheckHere(QWidget):
    """A link that runs the check `command`, and below it the outcome."""

    def __init__(self, store: Store, command: Command, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._command = store, command
        self.run = Link(tr("Run this check here"), "small")
        self.run.setToolTip(tr("Runs this one command on this computer and shows what it prints."))
        self.run.clicked.connect(self._start)
        self.outcome = Label("", "small", "text2", wraps=True)
        self.outcome.hide()
        row = QHBoxLayout()
        row.addWidget(self.run)
        row.addWidget(self.outcome, 1)
        row.addStretch(0)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        self._printed: CommandBlock | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def set_command(self, command: Command) -> None:
        """Another command under the same title: what the old one printed no longer belongs here."""
        if command != self._command:
            self._command = command
            self.outcome.hide()
            if self._printed is not None:
                self._printed.hide()

    def _start(self) -> None:
        command = self._command
        if not may_run(command, self._store):
            return
        self.run.setEnabled(False)
        self._say(tr("Running…"))
        self._store.jobs.run(f"check {id(self)}", lambda job: run_check(command.text, command.shell), self._done, self._failed)

    def _say(self, text: str) -> None:
        self.outcome.setText(text)
        self.outcome.show()

    def _done(self, result: tuple[str, int]) -> None:
        if not isValid(self):
            return
        printed, status = result
        self.run.setEnabled(True)
        self._say(tr("It worked.") if status == 0 else tr("It failed with {status}.", status=status))
        if self._printed is None:
            self._printed = CommandBlock("", tr("What the check printed"))
            self._column.addWidget(self._printed)
        self._printed.set_command(printed or tr("(nothing printed)"), "")
        self._printed.show()

    def _failed(self, error: CannotAnswer) -> None:
        if isValid(self):
            self.run.setEnabled(True)
            self._say(translated(error.why))
