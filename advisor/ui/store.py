"""The one state of the window and the only way to change it.

`Store` holds a frozen `State`, emits one `changed`, and offers intents (`edit`, `ask_task`, `take`, `undo`, …). Widgets call
intents and draw what the store holds; they never write to each other. Undo is the list of states. Work over 10 ms goes
through `store.jobs`, on frozen snapshots.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal

from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import Hardware, Machine, Scenario, Settings, Workload, refused
from advisor.ui.jobs import Jobs
from advisor.ui.neighbours import Neighbours
from advisor.ui.preferences import Preferences
from advisor.validation import first_fault
from advisor.whatif.traffic import Traffic

VIEWS = ("wizard", "calculator", "simulator", "guide")
MERGE_SECONDS = 0.8
UNDO_LIMIT = 500
CACHE_LIMIT = 512       # 12 kB each; the tables of a screen need some 300
DEVICE_LIMIT = 8_192    # of them all together: a machine of thousands makes large answers
MOST_PINS = 3
ANSWER_LIMIT = 8        # recommendations to come back to by undo, 90 kB each; one more takes a quarter of a second
MOST_KEPT = 2
NO_TRAFFIC = Traffic()


@dataclass(frozen=True, slots=True)
class Task:
    """What the wizard asks beside load and machine (those live in the scenario). `model` is a wish, None leaves it open.
    `traffic` is what the simulator asks."""

    kind: str = "chat"
    priority: str | None = None
    interface: str = "cli"
    os: str = "linux"
    model: str | None = None
    context: int | None = None
    source: str = "huggingface"
    traffic: Traffic = NO_TRAFFIC


@dataclass(frozen=True, slots=True)
class KeptRun:
    """What was asked of a run that is kept to compare with; the run itself comes of it again. `number` is its name."""

    number: int
    scenario: Scenario
    traffic: Traffic


@dataclass(frozen=True, slots=True)
class State:
    """What undo brings back. `follows`: the scenario takes over the first recommendation when the question changes."""

    scenario: Scenario
    task: Task = Task()
    follows: bool = True
    path: str | None = None
    machine_source: Literal["unknown", "recognised", "chosen", "pasted"] = "unknown"
    pins: tuple[Scenario, ...] = ()     # kept beside the present one, to compare
    kept: tuple[KeptRun, ...] = ()      # the simulator's


class Store(QObject):
    """See the module. `estimate` is the last valid answer; `error` says why the present scenario has none (else None)."""

    changed = Signal()
    told = Signal(str)

    def __init__(self, state: State, preferences: Preferences | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs = Jobs(self)
        self.neighbours = Neighbours(self)
        self.preferences = preferences or Preferences()
        self.view: str = "wizard"
        self.why: str | None = None
        self.topic: str | None = None     # a quantity that the guide is to explain when it is shown next
        self.machine: Machine | None = None
        self.estimate: Estimate | None = None
        self.error: CannotAnswer | None = None
        self.recommendation: Any = None
        self.recommendation_error: CannotAnswer | None = None
        self.advises = False
        self.api_key = "sk-" + secrets.token_urlsafe(24)    # one for all commands of this run, so that they match
        self.saved_state: State | None = state
        self._past: list[State] = []
        self._future: list[State] = []
        self._state = state
        self._step: tuple[str, float] = ("", 0.0)
        self._estimates: OrderedDict[Scenario, Estimate | CannotAnswer] = OrderedDict()
        self._devices = 0       # in the remembered estimates
        self._answers: OrderedDict[Any, Any] = OrderedDict()
        self._answer()

    # ------------------------------------------------------------------------------------------ reading

    @property
    def state(self) -> State:
        return self._state

    @property
    def scenario(self) -> Scenario:
        return self._state.scenario

    @property
    def pins(self) -> tuple[Scenario, ...]:
        return self._state.pins

    @property
    def filled(self) -> Scenario:
        """The scenario with the engine's defaults written in, as last answered; the plain one before any answer."""
        return self.estimate.scenario if self.estimate is not None and self.error is None else self._state.scenario

    def filled_of(self, scenario: Scenario) -> Scenario:
        """Any scenario with the engine's defaults written in; as it is where it has no answer."""
        found = self.estimate_of(scenario)
        return scenario if isinstance(found, CannotAnswer) else found.scenario

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def is_saved(self) -> bool:
        return self.saved_state is not None and self.saved_state.scenario == self._state.scenario

    def estimate_of(self, scenario: Scenario) -> Estimate | CannotAnswer:
        """The estimate, or the reason there is none; remembered for as many scenarios as a screen's tables need."""
        found = self._estimates.get(scenario)
        if found is None:
            try:
                found = estimate(scenario)
            except CannotAnswer as error:
                found = error
                found.__traceback__ = found.__context__ = None      # they would keep every frame, and the widgets in them
            self._estimates[scenario] = found
            self._devices += _devices_in(found)
            while len(self._estimates) > CACHE_LIMIT or (self._devices > DEVICE_LIMIT and len(self._estimates) > 1):
                self._devices -= _devices_in(self._estimates.popitem(last=False)[1])
        return found

    # ------------------------------------------------------------------------------------------ intents

    def edit(self, step: str | None = None, wizard: bool = False, **changes: Any) -> CannotAnswer | None:
        """Changes fields of the scenario (`settings__context=8192`). Quick edits of one `step` are one undo.

        Returns the reason where a value cannot be taken; then nothing changes.
        """
        scenario = _changed(self.scenario, changes)
        if isinstance(scenario, CannotAnswer):
            return scenario
        follows = wizard or (self._state.follows and scenario == self.scenario)
        self._go(replace(self._state, scenario=scenario, follows=follows), step or "+".join(sorted(changes)))
        return None

    def ask_task(self, workload: dict[str, Any] | None = None, **changes: Any) -> None:
        """Changes the task (and, with it, the load); the scenario follows the recommendation again."""
        scenario = self.scenario
        if workload:
            scenario = scenario.with_(**{f"workload__{k}": v for k, v in workload.items()})
        task = replace(self._state.task, **changes)
        self._go(replace(self._state, scenario=scenario, task=task, follows=True), "task " + " ".join(sorted(changes)))

    def ask_traffic(self, step: str | None = None, scenario: dict[str, Any] | None = None, **changes: Any) -> CannotAnswer | None:
        """Changes what the simulator asks and, with it, fields of the scenario: one step to undo.

        Returns the reason where a value cannot be taken; then nothing changes.
        """
        asked = _changed(self.scenario, scenario or {})
        if isinstance(asked, CannotAnswer):
            return asked
        task = replace(self._state.task, traffic=replace(self._state.task.traffic, **changes))
        follows = self._state.follows and asked == self.scenario
        self._go(replace(self._state, scenario=asked, task=task, follows=follows), step or "traffic " + "+".join(sorted(changes)))
        return None

    def use_machine(self, hardware: Hardware, source: str, os: str | None = None) -> None:
        """Another machine, recognised, chosen or pasted; the scenario follows the recommendation again."""
        task = replace(self._state.task, os=os) if os else self._state.task
        scenario = self.scenario.with_(hardware=hardware, settings=Settings(context=self.scenario.settings.context))
        self._go(replace(self._state, scenario=scenario, task=task, follows=True, machine_source=source), "")  # type: ignore[arg-type]

    def take(self, scenario: Scenario) -> None:
        """A scenario offered somewhere (an alternative, a change that would fit): one step to undo."""
        self._go(replace(self._state, scenario=scenario, follows=False), "")

    def use_model(self, model: str) -> None:
        """A model brought in from outside: the scenario takes it, and the wizard is asked for it."""
        scenario = self.scenario.with_(model=model, quantization=None)
        self._go(replace(self._state, scenario=scenario, task=replace(self._state.task, model=model), follows=False), "")

    def open(self, scenario: Scenario, path: str | None = None, task: Task | None = None) -> None:
        """A scenario from a file, a link or nowhere; undo leads back.

        The model it names is what the wizard is asked for; only one that names none takes over the recommendation.
        """
        task = replace(task or self._state.task, model=scenario.model or (task.model if task else None))
        state = State(scenario, task, follows=scenario.model is None, path=path, machine_source="chosen", pins=self.pins,
                      kept=self._state.kept)
        self._go(state, "")
        self.saved_state = state
        self.changed.emit()

    def mark_saved(self, path: str) -> None:
        self._state = replace(self._state, path=path)
        self.saved_state = self._state
        self.changed.emit()

    def undo(self) -> None:
        if self._past:
            self._future.append(self._state)
            self._set(self._past.pop())

    def redo(self) -> None:
        if self._future:
            self._past.append(self._state)
            self._set(self._future.pop())

    def show(self, view: str) -> None:
        """Another of the four views."""
        if view in VIEWS and view != self.view:
            self.view = view
            self.changed.emit()

    def ask_why(self, quantity: str | None) -> None:
        """Opens the derivation of a figure, None closes it."""
        if quantity != self.why:
            self.why = quantity
            self.changed.emit()

    def read_about(self, quantity: str | None) -> None:
        """Shows the guide, at its paragraph on that quantity."""
        self.topic = quantity
        self.view = "guide"
        self.changed.emit()

    def pin(self) -> bool:
        """Keeps the present scenario for comparison; False where there is no answer or no room."""
        if self.error is not None or self.estimate is None or (len(self.pins) >= MOST_PINS and self.scenario not in self.pins):
            return False
        if self.scenario not in self.pins:
            self._go(replace(self._state, pins=(*self.pins, self.scenario)), "")
        return True

    def unpin(self, scenario: Scenario) -> None:
        self._go(replace(self._state, pins=tuple(s for s in self.pins if s != scenario)), "")

    def keep_run(self, scenario: Scenario, traffic: Traffic) -> KeptRun | None:
        """Keeps what a run was asked, to compare with; None where there is no room. One step to undo."""
        kept = self._state.kept
        if len(kept) >= MOST_KEPT:
            return None
        made = KeptRun(kept[-1].number % 9 + 1 if kept else 1, scenario, traffic)
        self._go(replace(self._state, kept=(*kept, made)), "")
        return made

    def drop_runs(self, *numbers: int) -> None:
        """Runs that are kept no longer: one step to undo."""
        self._go(replace(self._state, kept=tuple(k for k in self._state.kept if k.number not in numbers)), "")

    def prefer(self, preferences: Preferences) -> None:
        if preferences != self.preferences:
            self.preferences = preferences
            self.changed.emit()

    def recognised(self, machine: Machine) -> None:
        """This computer as detected; taken for the scenario while no other machine was chosen."""
        from advisor.machine.hardware import hardware_of
        self.machine = machine
        if self._state.machine_source == "unknown":
            self._replace(replace(self._state, scenario=self.scenario.with_(hardware=hardware_of(machine)),
                                  task=replace(self._state.task, os=machine.os or self._state.task.os),
                                  machine_source="recognised"))
            self.saved_state = self._state
            self._recommend()
        self.changed.emit()

    # ------------------------------------------------------------------------------------------ recommending

    def start_advising(self) -> None:
        """From now on every change of the question is answered by a recommendation (the wizard asks for it when shown)."""
        if not self.advises:
            self.advises = True
            self._recommend()

    def _question(self) -> dict[str, Any]:
        task, scenario = self._state.task, self.scenario
        load, hardware = scenario.workload, scenario.hardware
        return {"task": task.kind, "users": load.concurrency or 1, "model": task.model, "prompt_tokens": load.prompt_tokens,
                "output_tokens": load.output_tokens, "shared_prefix_tokens": load.shared_prefix_tokens or None,
                "context": task.context, "os": task.os, "interface": task.interface, "priority": task.priority,
                "hardware": hardware}

    def _recommend(self) -> None:
        if not self.advises or self._state.machine_source == "unknown":
            return
        question = self._question()
        key = tuple(question.values())
        if key in self._answers:
            self.jobs.cancel("recommend")
            self._recommended(key, self._answers[key])
            return

        def work(job: Any) -> Any:
            from advisor.ui.advice import answer_question
            return answer_question(question, lambda: job.cancelled)

        self.jobs.run("recommend", work, lambda result: self._recommended(key, result),
                      lambda error: self._recommended(key, error))

    def _recommended(self, key: Any, result: Any) -> None:
        self._answers[key] = result
        while len(self._answers) > ANSWER_LIMIT:
            self._answers.popitem(last=False)
        if isinstance(result, CannotAnswer):
            self.recommendation_error = result
        else:
            self.recommendation, self.recommendation_error = result, None
            found = result.recommendations
            if self._state.follows and found and found[0].scenario != self.scenario:
                saved = self.is_saved
                self._replace(replace(self._state, scenario=found[0].scenario))
                if saved:
                    self.saved_state = self._state
        self.changed.emit()

    # ------------------------------------------------------------------------------------------ inside

    def _go(self, state: State, step: str) -> None:
        if state == self._state:
            return
        now = time.monotonic()
        merges = bool(step) and step == self._step[0] and now - self._step[1] < MERGE_SECONDS and bool(self._past)
        self._step = (step, now)
        if not merges:
            self._past.append(self._state)
            del self._past[:-UNDO_LIMIT]
        self._future.clear()
        self._set(state, step)

    def _set(self, state: State, step: str = "") -> None:
        if not step:
            self._step = ("", 0.0)
        self._replace(state)
        self.changed.emit()
        self._recommend()

    def _replace(self, state: State) -> None:
        self._state = state
        self._answer()

    def _answer(self) -> None:
        if self.scenario.model is None and self._state.follows:     # the recommendation will name one
            self.estimate, self.error = None, None
            return
        found = self.estimate_of(self.scenario)
        if isinstance(found, CannotAnswer):
            self.error = found
        else:
            self.estimate, self.error = found, None


def _changed(scenario: Scenario, changes: dict[str, Any]) -> Scenario | CannotAnswer:
    """The scenario with these changes, or why one of them cannot be taken."""
    try:
        return scenario.with_(**changes)
    except ValidationError as error:
        field = first_fault(error).field
        return refused(error, next((part for part, _, name in (key.rpartition("__") for key in changes) if name == field), ""))


def _devices_in(answer: Estimate | CannotAnswer) -> int:
    return len(answer.case.machine.slots) if isinstance(answer, Estimate) else 0


def first_state() -> State:
    """Where a first start begins: one person chatting; the machine is recognised a moment later."""
    return State(Scenario(workload=Workload(concurrency=1, prompt_tokens=1024, output_tokens=256)))
