"""What comes into the window and goes out of it: scenario files, models, traces, links, pasted text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from advisor.errors import CannotAnswer
from advisor.machine.hardware import hardware_of
from advisor.scenario import Scenario
from advisor.ui.advice import pasted_machine
from advisor.ui.files import SCHEME, dropped_kind, link_of, parse_link, parse_text, read_scenario_file, scenario_text
from advisor.ui.language import tr
from advisor.ui.preferences import write_text
from advisor.ui.store import Store, Task, first_state
from advisor.ui.widgets.copy_button import to_clipboard

if TYPE_CHECKING:
    from advisor.ui.main_window import MainWindow


TOOLS_JSON = re.compile(r'"(?:card\d+|SP(?:Displays|Hardware)DataType)"\s*:')     # rocm-smi's and system_profiler's, not a scenario


class Documents:
    """The commands of the File and Edit menus that bring scenarios in and out; errors are told by the window."""

    def __init__(self, window: MainWindow, store: Store) -> None:
        self._window, self._store = window, store

    def new_scenario(self) -> None:
        fresh = first_state().scenario
        if self._store.machine is not None:
            fresh = fresh.with_(hardware=hardware_of(self._store.machine))
        else:
            fresh = fresh.with_(hardware=self._store.scenario.hardware)
        self._store.open(fresh, None, Task(os=self._store.state.task.os))
        self._window.tell_done(tr("A new scenario"))
        self._store.show("wizard")

    def open_dialog(self) -> None:
        from advisor.ui.dialogs import ask_open
        path = ask_open(self._window)
        if path:
            self.open_file(path)

    def open_word(self, word: str) -> None:
        """A link or a file, as named on a command line."""
        if word.startswith("advisor://"):
            self.paste_text(word)
        elif word.startswith("file://"):    # a file manager names files this way
            from PySide6.QtCore import QUrl
            self.open_file(QUrl(word).toLocalFile())
        else:
            self.open_file(word)

    def open_file(self, path: str) -> None:
        """A scenario, a model file, a model folder or a trace."""
        kind = dropped_kind(path)
        try:
            if kind == "model":
                self._use_model(path)
            elif kind == "trace":
                self._open_trace(path)
            else:
                scenario, task = read_scenario_file(path)
                self._store.open(scenario, path, task)
                self._tell_opened(tr("Opened {path}", path=path), scenario)
                self._window.prefer(recent=self._window.preferences.with_recent(path).recent)
        except CannotAnswer as error:
            self._window.show_problem(error)

    def _tell_opened(self, said: str, scenario: Scenario) -> None:
        """That another scenario stands here, or what of it was left out because this version does not know it."""
        if scenario.unknown_fields:
            said = tr("Not known here and left out: {fields}", fields=", ".join(scenario.unknown_fields))
        self._window.tell_done(said)

    def _use_model(self, path: str) -> None:
        from advisor.catalog import resolve_model
        resolve_model(path)
        self._store.use_model(path)
        self._window.tell_done(tr("Model from {path}", path=path))

    def _open_trace(self, path: str) -> None:
        self._store.show("simulator")
        view: Any = self._window.views["simulator"]
        view.open_trace(path)
        self._window.tell_done(tr("Requests from {name}", name=Path(path).name))

    def save(self) -> None:
        if self._store.state.path is None:
            self.save_as()
        else:
            self._write(self._store.state.path)

    def save_as(self) -> None:
        from advisor.ui.dialogs import ask_save
        path = ask_save(self._window, "scenario.json", tr("Scenario (*.json)"))
        if path:
            self._write(path)

    def _write(self, path: str) -> None:
        why = write_text(Path(path), scenario_text(self._store.scenario, self._store.state.task))
        if why:
            self._window.show_problem(CannotAnswer(tr("{path} could not be written: {why}", path=path, why=why)))
            return
        self._store.mark_saved(path)
        self._window.prefer(recent=self._window.preferences.with_recent(path).recent)
        self._window.tell_done(tr("Saved {path}", path=path))

    def copy_link(self) -> None:
        good = to_clipboard(link_of(self._store.scenario, self._store.state.task))
        self._window.tell(tr("Copied: the scenario as a link") if good else tr("Not copied: the clipboard refused."))

    def paste(self) -> None:
        self.paste_text(QApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """A link, a scenario's JSON, or the text of a vendor's tool."""
        try:
            if text.strip().startswith(SCHEME.partition("//")[0] + "//"):
                scenario, task = parse_link(text)
                self._store.open(scenario, None, task)
                self._tell_opened(tr("The scenario comes from the link."), scenario)
            elif text.strip().startswith("{") and not TOOLS_JSON.search(text[:4000]):
                scenario, task = parse_text(text, tr("The pasted text"))
                self._store.open(scenario, None, task)
                self._tell_opened(tr("The scenario comes from the pasted text."), scenario)
            else:
                hardware, os, _ = pasted_machine(text)
                self._store.use_machine(hardware, "pasted", os)
                self._window.tell_done(tr("The machine comes from the pasted text."))
        except CannotAnswer as error:
            self._window.show_problem(error)

