"""The simulator: levers at the left, a clock over runs of the same arrivals, the sweep, what to set, and runs kept to compare."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.ui.language import told, tr
from advisor.ui.simulator import differences, saving, swept_levers
from advisor.ui.simulator.arrangement import Arrangement
from advisor.ui.simulator.clock import Clock
from advisor.ui.simulator.comparison import ComparisonPanel
from advisor.ui.simulator.levers import Levers
from advisor.ui.simulator.plan_panel import PlanPanel
from advisor.ui.simulator.problem import Problem
from advisor.ui.simulator.run_card import RunCard, Who, axes_of
from advisor.ui.simulator.simulation import Simulation
from advisor.ui.simulator.sweep_panel import SweepPanel
from advisor.ui.simulator.transport import Transport
from advisor.ui.store import MOST_KEPT, Store
from advisor.ui.view import View
from advisor.ui.widgets.label import Rule
from advisor.ui.widgets.scroll import Page
from advisor.whatif.question import OWN, Curves, Kept, question

_LEVERS = {"compact": 240, "narrow": 240, "regular": 252, "wide": 300}
_KEPT_ROLES = ("compute", "kv")     # the baseline, which is orange, gives way to the second kept run


class Results(Page):
    """A page that leaves the arrows to the clock."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


class SimulatorView(View):
    """The frame and the levers are there at once; the plots are made after the first paint, for they load pyqtgraph."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.clock, self.simulation = Clock(self), Simulation(store, self)
        self.levers, self.transport = Levers(store), Transport(self.clock)
        self.cards = [RunCard("base"), RunCard("own")]
        for card in self.cards:
            card.setObjectName(card.kind)
        self.kept_cards: list[RunCard] = []
        self.sweep, self.plan, self.problem, self.comparison = SweepPanel(), PlanPanel(store), Problem(store), ComparisonPanel()
        self.furnished = False
        self._furnishing = QTimer(self)
        self._furnishing.setSingleShot(True)
        self._furnishing.setInterval(0)
        self._furnishing.timeout.connect(self.furnish)
        self._build()
        self._connect()
        self.words(self._speak)

    def _build(self) -> None:
        self.results = Results()
        self.places = Arrangement(self.results.content, self.sweep, self.plan, self.comparison, self.problem)
        self.tabs = self.places.tabs
        for widget in (self.transport, self.tabs):
            self.results.column.addWidget(widget)
        self.results.column.addLayout(self.places.grid, 1)
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
        self.places.changed.connect(self._show)
        self.levers.trace_asked.connect(self._ask_trace)
        self.plan.open_asked.connect(self._open_plan)
        self.plan.close_asked.connect(lambda: self._open_plan(""))
        self.plan.save_asked.connect(lambda name, text: saving.save_text(self, self.store, name, text))
        self.sweep.save_asked.connect(lambda: saving.save_sweep(self, self.store, self.sweep, "png"))
        self.sweep.csv_asked.connect(lambda: saving.save_sweep(self, self.store, self.sweep, "csv"))
        self.sweep.over_picked.connect(self._sweep_over)
        self.sweep.stop_asked.connect(self.simulation.stop_sweep)
        self.sweep.value_picked.connect(self._take_value)
        self.comparison.clear_asked.connect(self._drop_all)
        self.comparison.save_asked.connect(lambda: saving.save_comparison(self, self.store, self.comparison))
        self.comparison.taken.connect(self._take_row)
        for card in self.cards:
            self._connect_card(card)

    def _connect_card(self, card: RunCard) -> None:
        card.picked.connect(self._seek)
        card.save_asked.connect(self._save_run)
        card.keep_asked.connect(self._keep)
        card.take_asked.connect(lambda c: self._on_kept(c, lambda kept: differences.take(kept, self.store)))
        card.drop_asked.connect(lambda c: self._on_kept(c, self.simulation.drop))

    def _speak(self) -> None:
        self.setAccessibleName(tr("Simulator"))
        self.places.speak()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.furnished:
            self._furnishing.start()

    def furnish(self) -> None:
        """Makes the plots, once the view has been seen."""
        if not self.furnished:
            self.furnished = True
            for card in (*self.cards, *self.kept_cards):
                card.furnish()
            self.sweep.furnish()
            self._show()

    # ------------------------------------------------------------------------------------------ drawing

    @property
    def input_width(self) -> int:  # type: ignore[override]
        return 0 if self._folded else self.levers.width() + 1

    def draw(self) -> None:
        store = self.store
        self.levers.draw()
        self.simulation.find_kept()
        if store.error is None and store.estimate is not None:
            traffic = store.state.task.traffic
            self.simulation.ask(question(store.scenario, traffic), swept_levers.lever(store, traffic.over, self.simulation.lever))
        self._show()

    def _show(self) -> None:
        """What the simulation has, on all panels."""
        simulation, traffic = self.simulation, self.store.state.task.traffic
        if not self.isVisible():
            self._stale = True
            return
        if simulation.runs and not self.furnished:
            self.furnish()
            return
        self.transport.draw_state(simulation, traffic.against)
        self._show_runs()
        self.problem.draw(self._trouble(), self.store.estimate is None and not simulation.runs)
        over = traffic.over if simulation.lever is not None else "load"
        self.sweep.draw(simulation, list(swept_levers.names(self.store).items()), over)
        self._arrange()
        self.plan.draw(simulation, self.places.planning)
        stale = "stale" if self.store.error is not None else ""
        for panel in (*self.cards, self.sweep):
            panel.set_state(stale)
        self._move(self.clock.now)

    def _show_runs(self) -> None:
        simulation, promise = self.simulation, self.store.state.task.traffic.first_token_s
        own, base = self.cards[1], self.cards[0]
        own.keep.setEnabled(simulation.can_keep)
        self._fit_kept()
        for card in self.cards:
            card.introduce(self._who(card.kind))
        runs = {run.scheduler == OWN: run for run in simulation.runs}
        shown: list[tuple[RunCard, Curves, Who]] = []
        if False in runs:
            shown.append((base, runs[False], self._who("base")))
        shown += [(card, kept.run, self._who_kept(place, kept))
                  for place, (card, kept) in enumerate(zip(self.kept_cards, simulation.kept, strict=False))]
        if True in runs:
            shown.append((own, runs[True], self._who("own")))
        if not runs:
            return
        axes = axes_of([run for card, run, _ in shown if card in self._wanted()], promise)
        for card, run, who in shown:
            card.set_run(run, axes, promise, who)
        unfinished = [run for _, run, _ in shown if not run.done]
        self.clock.set_length(axes.seconds, min((r.head for r in unfinished), default=axes.seconds))
        if simulation.kept:
            self.comparison.draw([(who, run) for card, run, who in shown if card in self._wanted()],
                                 self.size_class == "compact")

    def _fit_kept(self) -> None:
        """A card for each kept run."""
        while len(self.kept_cards) < len(self.simulation.kept):
            card = RunCard("kept", self.results.content)
            card.hide()
            card.setObjectName(f"kept{len(self.kept_cards)}")
            self._connect_card(card)
            self.kept_cards.append(card)
            if self.furnished:
                card.furnish()

    def _who(self, kind: str) -> Who:
        against = self.store.state.task.traffic.against
        if kind == "base":
            run = self.cards[0].run
            static = (run.scheduler if run is not None and against == "none" else against) == "static"
            return Who("base", "kv", tr("Static") if static else tr("Serial"),
                       tr("one batch after the other") if static else tr("one request at a time"))
        return Who("own", "accent", tr("Continuous"), tr("{engine}, same arrivals", engine=self._engine_words()))

    def _who_kept(self, place: int, kept: Kept) -> Who:
        return Who("kept", _KEPT_ROLES[place], tr("Kept {n}", n=kept.number), differences.of_kept(kept, self.store))

    def _wanted(self) -> list[RunCard]:
        """Who is seen: the engine's own always, the kept ones, and the baseline where there is one and room for it."""
        kept = self.kept_cards[:len(self.simulation.kept)]
        base = self.store.state.task.traffic.against != "none" and len(kept) < MOST_KEPT
        return [*([self.cards[0]] if base else []), *kept, self.cards[1]]

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
        for card in (*self.cards, *self.kept_cards):
            if card.isVisible():
                card.set_clock(now, whole)

    # ------------------------------------------------------------------------------------------ layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible() and self.simulation.runs:
            self._arrange()

    def relayout(self, size_class: str) -> None:
        self.levers.setFixedWidth(_LEVERS[size_class])
        self.transport.set_dense(size_class in ("compact", "narrow"))
        self._show()

    def _arrange(self) -> None:
        """Each card keeps its old run until the new one is there; before the first one the frames of those to come are seen."""
        seen = [card for card in self._wanted() if card.run is not None or not self.furnished or self.simulation.running]
        self.places.arrange(self.size_class, seen)

    # ------------------------------------------------------------------------------------------ intents

    def _open_plan(self, form: str) -> None:
        """The files of a form beside the limits, "" back to the runs."""
        if self.tabs.isVisible():
            self.tabs.set_current("plan" if form else self.tabs.current())
        else:
            self.places.planning = bool(form)
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

    def _sweep_over(self, key: str) -> None:
        """Something else to sweep over; the same again is tried once more where it was stopped."""
        if key == self.store.state.task.traffic.over:
            swept = self.simulation.swept
            if swept is None or not swept.done:
                self.simulation.sweep_again()
        else:
            self.store.ask_traffic(over=key)

    def _take_value(self, place: int) -> None:
        """A value of the swept lever becomes the scenario's."""
        swept = self.simulation.swept
        if swept is None or not 0 <= place < len(swept.values) or swept.values[place] == swept_levers.present(self.store, swept.lever.key):
            return
        self.store.edit(f"sweep {place}", **swept_levers.changes(self.store.scenario, swept.lever.key, swept.values[place]))
        self.store.told.emit(tr("{lever}: {value}. Ctrl+Z takes it back.", lever=swept.lever.name, value=swept.words[place]))

    def _keep(self) -> None:
        if self.simulation.keep():
            self.store.told.emit(tr("The run is kept. Change a lever and compare."))

    def _on_kept(self, card: RunCard, act: Callable[[Kept], object]) -> None:
        place = self.kept_cards.index(card)
        if place < len(self.simulation.kept):
            act(self.simulation.kept[place])

    def _take_row(self, place: int) -> None:
        """A row of the comparison that is a kept run: its settings become the present ones."""
        cards = self._wanted()
        if place < len(cards) and cards[place].kind == "kept":
            self._on_kept(cards[place], lambda kept: differences.take(kept, self.store))

    def _drop_all(self) -> None:
        self.simulation.drop(*self.simulation.kept)
        self.transport.play.setFocus()

    def _save_run(self, card: RunCard) -> None:
        asked = self.simulation.answered
        if card.kind == "kept":
            asked = self.simulation.kept[self.kept_cards.index(card)].asked
        saving.save_run(self, self.store, card, asked)

    def _tell(self) -> None:
        if self.clock.playing and self.simulation.runs:
            run = self.simulation.runs[-1]
            self.store.told.emit(tr("{n} requests, seed {seed}. Space pauses, Esc stops.", n=len(run.came),
                                    seed=str(self.store.state.task.traffic.seed)))

    def open_trace(self, path: str) -> None:
        """A trace dropped on the window or opened here: its requests are the arrivals. Raises CannotAnswer where it cannot be read."""
        from advisor.readers.trace import read_trace
        from advisor.whatif.traffic import MOST_REQUESTS
        read_trace(path, MOST_REQUESTS)     # to see that it can be read; the run itself reads it elsewhere
        self.store.ask_traffic(shape="trace", trace=path)
        self.store.told.emit(tr("Requests from {name}", name=Path(path).name))

    def _ask_trace(self) -> None:
        path = saving.ask_trace(self)
        if path:
            try:
                self.open_trace(path)
            except CannotAnswer as error:
                self.store.told.emit(told(error))

    def input_column(self) -> tuple[QWidget, int]:
        return self.levers, _LEVERS["narrow"]

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
        sweeps = self.sweep.halt.isVisible()
        if event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            event.ignore()
        elif key == Qt.Key.Key_Escape and (self.simulation.running or clock.playing):
            clock.pause()
            self.simulation.stop()
        elif key == Qt.Key.Key_Escape and sweeps:
            self.simulation.stop_sweep()
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
