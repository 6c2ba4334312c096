"""The simulator: levers at the left, a clock over runs of the same arrivals, the sweep, and what to set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QGridLayout, QHBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.ui.language import tr, translated
from advisor.ui.simulator.clock import Clock
from advisor.ui.simulator.levers import Levers
from advisor.ui.simulator.plan_panel import PlanPanel
from advisor.ui.simulator.problem import Problem
from advisor.ui.simulator.run_card import TRACKS, RunCard, axes_of
from advisor.ui.simulator.runs import OWN, question, write
from advisor.ui.simulator.simulation import Simulation, writing
from advisor.ui.simulator.sweep_panel import SweepPanel
from advisor.ui.simulator.transport import Transport
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Rule
from advisor.ui.widgets.scroll import Page
from advisor.ui.widgets.tabs import Tabs

_LEVERS = {"compact": 236, "narrow": 240, "regular": 252, "wide": 300}
_TABBED = {"queue": ("count", "kv"), "tokens": ("tokens", "first")}
COLUMNS = 12


class Results(Page):
    """A page that leaves the arrows to the clock."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


class SimulatorView(View):
    """`place` is what the tabs show where not all has room: a pair of plots, one run, the sweep, or what to set."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.clock, self.simulation = Clock(self), Simulation(store, self)
        self.levers, self.transport = Levers(store), Transport(self.clock)
        self.cards = [RunCard(), RunCard()]
        self.sweep, self.plan, self.problem = SweepPanel(), PlanPanel(store), Problem(store)
        self.tabs = Tabs("")
        self._folded = self._planning = False
        self._axes: Any = None
        self._build()
        self._connect()
        self.words(self._speak)

    def _build(self) -> None:
        self.results = Results()
        self.grid = QGridLayout()
        self.grid.setSpacing(12)
        for column in range(COLUMNS):
            self.grid.setColumnStretch(column, 1)
        for widget in (self.transport, self.tabs):
            self.results.column.addWidget(widget)
        self.results.column.addLayout(self.grid, 1)
        for panel in (*self.cards, self.sweep, self.plan, self.problem):
            panel.setParent(self.results.content)
            panel.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.levers)
        line = Rule()
        line.setFixedSize(1, 16777215)
        line.setMinimumHeight(0)
        row.addWidget(line)
        row.addWidget(self.results, 1)

    def _connect(self) -> None:
        self.simulation.changed.connect(self._show)
        self.clock.moved.connect(self._move)
        self.clock.changed.connect(self._tell)
        self.transport.against_picked.connect(lambda key: self.store.ask_traffic(against=key))
        self.transport.stop.clicked.connect(self._stop_or_again)
        self.tabs.picked.connect(lambda _: self._show())
        self.levers.trace_asked.connect(self._ask_trace)
        self.plan.open_asked.connect(self._open_plan)
        self.plan.close_asked.connect(lambda: self._open_plan(""))
        self.plan.save_asked.connect(self._save_text)
        self.sweep.save_asked.connect(lambda: self._save_plot("png"))
        self.sweep.csv_asked.connect(lambda: self._save_plot("csv"))
        for card in self.cards:
            card.picked.connect(self._seek)
            card.save_asked.connect(self._save_run)

    def _speak(self) -> None:
        self.setAccessibleName(tr("Simulator"))
        self.tabs.bar.setAccessibleName(tr("What is shown"))

    # ------------------------------------------------------------------------------------------ drawing

    @property
    def input_width(self) -> int:  # type: ignore[override]
        return 0 if self._folded else self.levers.width() + 1

    def draw(self) -> None:
        store = self.store
        self.levers.draw()
        if store.error is None and store.estimate is not None:
            self.simulation.ask(question(store.scenario, store.state.task.traffic))
        self._show()

    def _show(self) -> None:
        """What the simulation has, on all panels."""
        simulation, traffic = self.simulation, self.store.state.task.traffic
        if not self.isVisible():
            self._stale = True
            return
        self.transport.draw_state(simulation, traffic.against)
        runs = simulation.runs
        if runs:
            axes = axes_of(runs, traffic.first_token_s)
            for run in runs:
                self.cards[run.scheduler == OWN].set_run(run, axes, traffic.first_token_s, self._engine_words())
            unfinished = [run for run in runs if not run.done]
            self.clock.set_length(axes.seconds, min((r.head for r in unfinished), default=axes.seconds))
        self.problem.draw(self._trouble(), self.store.estimate is None and not runs)
        self.sweep.draw(simulation)
        self._arrange()
        self.plan.draw(simulation, self._planning)
        stale = "stale" if self.store.error is not None else ""
        for panel in (*self.cards, self.sweep):
            panel.set_state(stale)
        self._move(self.clock.now)

    def _trouble(self) -> CannotAnswer | None:
        """Why there is nothing to see; None while the field that is wrong says so itself beside the last valid runs."""
        wrong = self.store.error
        if wrong is None:
            return self.simulation.error
        told_there = self.levers.field(wrong.field or "") is not None
        return None if told_there and self.simulation.runs else wrong

    def _engine_words(self) -> str:
        answer = self.store.estimate
        return tr("{engine} {version} scheduler", engine=answer.case.engine.name, version=answer.case.version) if answer else ""

    def _move(self, now: float) -> None:
        whole = self.clock.at_end and not self.clock.playing
        for card in self.cards:
            if card.isVisible():
                card.set_clock(now, whole)

    # ------------------------------------------------------------------------------------------ layout

    def relayout(self, size_class: str) -> None:
        self.levers.setFixedWidth(_LEVERS[size_class])
        self.transport.set_dense(size_class in ("compact", "narrow"))
        self._show()

    def _arrange(self) -> None:
        """Who is seen and where, for this width, these tabs and what there is to see."""
        small = self.size_class in ("compact", "narrow")
        self.tabs.setVisible(small)
        if small:
            self.tabs.set_tabs(self._tab_words())
        place = self.tabs.current() if small else ""
        failed = self.problem.told
        runs = [] if failed else [card for card in self.cards if card.run is not None and self._wanted(card)]
        if not small:
            self._arrange_large(runs)
        elif self.size_class == "compact":
            chosen = [card for card in runs if place == ("own" if card.own else "base")]
            self._place(dict.fromkeys(chosen, (0, 0, 1, COLUMNS)), place)
            for card in chosen:
                card.show_tracks(TRACKS, 62)
        else:
            shown = runs if place in _TABBED else []
            width = COLUMNS // max(1, len(shown))
            self._place({card: (0, i * width, 1, width) for i, card in enumerate(shown)}, place)
            for card in shown:
                card.show_tracks(_TABBED[place])

    def _wanted(self, card: RunCard) -> bool:
        """The engine's own always, the baseline where there is one; each keeps its old run until the new one is there."""
        return card is self.cards[1] or self.store.state.task.traffic.against != "none"

    def _arrange_large(self, runs: list[RunCard]) -> None:
        for card in runs:
            card.show_tracks(TRACKS)
        places: dict[QWidget, tuple[int, int, int, int]] = {}
        if self._planning:
            places = {self.sweep: (0, 0, 2, 5), self.plan: (0, 5, 2, 7)}
        elif self.size_class == "wide":
            width = 8 // max(1, len(runs))
            places = {card: (0, i * width, 2, width) for i, card in enumerate(runs)}
            places |= {self.sweep: (0, 8, 1, 4), self.plan: (1, 8, 1, 4)}
        else:
            width = COLUMNS // max(1, len(runs))
            places = {card: (0, i * width, 1, width) for i, card in enumerate(runs)}
            places |= {self.sweep: (1, 0, 1, 8), self.plan: (1, 8, 1, 4)}
        if self.problem.told:
            places[self.problem] = (0, 0, 1, COLUMNS)
            places.pop(self.sweep, None)
            places.pop(self.plan, None)
        self.plan.show_files(self._planning)
        self._put(places)

    def _place(self, cards: dict[Any, tuple[int, int, int, int]], place: str) -> None:
        """Small windows: the cards, or the one panel that the tab names."""
        whole = (0, 0, 1, COLUMNS)
        if self.problem.told:
            self._put({self.problem: whole})
            return
        self.plan.back.setEnabled(False)
        self._planning = place == "plan"
        self.plan.show_files(self._planning)
        places: dict[QWidget, tuple[int, int, int, int]] = dict(cards)
        if place in ("sweep", "plan"):
            places[self.sweep if place == "sweep" else self.plan] = whole
        self._put(places)

    def _put(self, places: dict[QWidget, tuple[int, int, int, int]]) -> None:
        """Re-parents only what has moved."""
        for panel in (*self.cards, self.sweep, self.plan, self.problem):
            wanted = places.get(panel)
            if wanted is None:
                panel.hide()
                continue
            index = self.grid.indexOf(panel)
            if index < 0 or self.grid.getItemPosition(index) != wanted:
                self.grid.addWidget(panel, *wanted)
            panel.show()
        below = any(row > 0 for row, *_ in places.values())
        self.grid.setRowStretch(0, 2)
        self.grid.setRowStretch(1, int(below))

    def _tab_words(self) -> list[tuple[str, str]]:
        ends = [("sweep", tr("Sweep")), ("plan", tr("What to set"))]
        if self.size_class == "compact":
            base = {"serial": tr("Serial"), "static": tr("Static")}.get(self.store.state.task.traffic.against)
            return [("own", tr("Continuous")), *([("base", base)] if base else []), *ends]
        return [("queue", tr("Cache and queue")), ("tokens", tr("Tokens and first token")), *ends]

    # ------------------------------------------------------------------------------------------ intents

    def _open_plan(self, form: str) -> None:
        """The files of a form beside the limits, "" back to the runs."""
        if self.tabs.isVisible():
            self.tabs.set_current("plan" if form else self.tabs.current())
        else:
            self._planning = bool(form)
            self.plan.back.setEnabled(True)
        if form:
            self.plan.files.show_form(form)
        self._show()
        if form:
            self.plan.files.tabs.bar.setFocus()

    def _seek(self, moment: float) -> None:
        self.clock.seek(moment)

    def _stop_or_again(self) -> None:
        if self.simulation.stopped:
            self.simulation.again()
        else:
            self.simulation.stop()

    def _tell(self) -> None:
        if self.clock.playing and self.simulation.runs:
            run = self.simulation.runs[-1]
            self.store.told.emit(tr("{n} requests, seed {seed}. Space pauses, Esc stops.", n=len(run.came),
                                    seed=str(self.store.state.task.traffic.seed)))

    def open_trace(self, path: str) -> None:
        """A trace dropped on the window or opened here: its requests are the arrivals. Raises CannotAnswer where it cannot be read."""
        from advisor.ui.simulator.runs import trace_of
        from advisor.ui.traffic import Traffic
        trace_of(Traffic(shape="trace", trace=path))
        self.store.ask_traffic(shape="trace", trace=path)
        self.store.told.emit(tr("Requests from {name}", name=Path(path).name))

    def _ask_trace(self) -> None:
        path = QFileDialog.getOpenFileName(self, tr("Open a trace"), "", tr("Traces (*.csv *.jsonl *.gz)"))[0]
        if path:
            try:
                self.open_trace(path)
            except CannotAnswer as error:
                self.store.told.emit(f"{translated(error.why)} {translated(error.mend)}".strip())

    def _save_text(self, name: str, text: str) -> None:
        from advisor.ui.preferences import write_text
        path = QFileDialog.getSaveFileName(self, tr("Save as"), name)[0]
        if path:
            why = write_text(Path(path), text)
            self._saved(path, CannotAnswer(tr("{path} could not be written: {why}", path=path, why=why)) if why else None)

    def _save_plot(self, kind: str) -> None:
        from advisor.ui.plots.export import save
        kinds = tr("Plot (*.png *.svg)") if kind == "png" else tr("Table (*.csv)")
        path = QFileDialog.getSaveFileName(self, tr("Save as"), f"sweep.{kind}", kinds)[0]
        if not path:
            return
        try:
            save(self.sweep.plot, path)
        except CannotAnswer as error:
            self._saved(path, error)
        else:
            self._saved(path)

    def _save_run(self, scheduler: str) -> None:
        """A run's timeline or requests as CSV, or its picture."""
        asked = self.simulation.answered
        kinds = {tr("Timeline (*.csv)"): "timeline", tr("Requests (*.csv)"): "requests", tr("Picture (*.png)"): "picture"}
        path, chosen = QFileDialog.getSaveFileName(self, tr("Save as"), "timeline.csv", ";;".join(kinds))
        if not path or asked is None:
            return
        kind = "picture" if path.lower().endswith(".png") else kinds.get(chosen, "timeline")
        if kind == "picture":
            card = next(card for card in self.cards if card.run is not None and card.run.scheduler == scheduler)
            good = card.grab().save(path if path.lower().endswith(".png") else path + ".png")
            self._saved(path, None if good else CannotAnswer(tr("{path} could not be written.", path=path)))
            return
        writing(self.store, lambda: write(path, asked, scheduler, kind), lambda: self._saved(path), lambda error: self._saved(path, error))

    def _saved(self, path: str, error: CannotAnswer | None = None) -> None:
        self.store.told.emit(f"{translated(error.why)} {translated(error.mend)}".strip() if error else tr("Saved {path}", path=path))

    def fold_inputs(self) -> None:
        self._folded = not self._folded
        self.levers.setVisible(not self._folded)
        self.update_class()

    def regions(self) -> list[QWidget]:
        return [self.levers.preset, self.transport.play]

    def focus_field(self, field: str) -> bool:
        target = self.levers.field(field)
        if target is None:
            return False
        if self._folded:
            self.fold_inputs()
        target.setFocus()
        return True

    # ------------------------------------------------------------------------------------------ events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, clock = event.key(), self.clock
        step = max(1.0, clock.end / 240)
        acts = {Qt.Key.Key_Space: clock.toggle, Qt.Key.Key_Left: lambda: clock.seek(clock.now - step),
                Qt.Key.Key_Right: lambda: clock.seek(clock.now + step), Qt.Key.Key_BracketLeft: lambda: clock.faster(-1),
                Qt.Key.Key_BracketRight: lambda: clock.faster(1)}
        if event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            event.ignore()
        elif key == Qt.Key.Key_Escape and (self.simulation.running or clock.playing):
            clock.pause()
            self.simulation.stop()
        elif key in acts:
            acts[Qt.Key(key)]()
        else:
            event.ignore()

    def showEvent(self, event: QShowEvent) -> None:
        elsewhere = QApplication.focusWidget()
        if self.focusWidget() is None:      # Play is where the keyboard comes to when it was in the view before;
            self.transport.play.setFocus()
            if elsewhere is not None and elsewhere.isVisible():     # outside the views it stays where it is
                elsewhere.setFocus()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.clock.pause()
        super().hideEvent(event)
