"""One lever's values, each simulated under the present load, asked in a worker and told as they come. No Qt here."""

from __future__ import annotations

import time

from advisor.errors import CannotAnswer
from advisor.scenario import Scenario
from advisor.simulator.simulate import Load, Plant, prepared
from advisor.simulator.sweep import along
from advisor.whatif.question import Lever, Question, Swept
from advisor.whatif.runs import limits_of, load_of, made_scenario, slo_of, trace_of
from advisor.whatif.sweeps import Stopped, Tasks, rest
from advisor.whatif.traffic import MOST_REQUESTS
from advisor.worker import Job


def swept(asked: Question, lever: Lever, job: Job) -> Swept | None:
    """The figures at each value, those of the present one equal to the run's; None where it was stopped.

    Values that the engine does not take at all are left out; those that do not fit have a reason instead of figures.
    Raises CannotAnswer where the trace cannot be read.
    """
    if not rest(job):
        return None
    traffic = asked.traffic
    taken = [i for i, change in enumerate(lever.changes)
             if lever.values[i] == lever.present or _takes(asked.scenario.with_(**dict(change)))]
    values, words = tuple(lever.values[i] for i in taken), tuple(lever.words[i] for i in taken)
    trace = trace_of(traffic)
    figures: list[dict[str, object] | None] = [None] * len(taken)
    reasons: list[CannotAnswer | None] = [None] * len(taken)

    def load_at(scenario: Scenario, made: Plant) -> Load:
        return Load("trace", requests=MOST_REQUESTS) if trace is not None else load_of(made_scenario(scenario, made), traffic)

    def so_far(done: bool) -> Swept:
        return Swept(lever, values, words, tuple(figures), tuple(reasons), done, traffic.first_token_s, traffic.pace)

    found = along(asked.scenario, [dict(lever.changes[i]) for i in taken], load_at, slo_of(traffic), Tasks(job), traffic.seed,
                  limits=limits_of(traffic), trace=trace, warm_up=0, stopped=lambda: job.cancelled)
    told = time.monotonic()
    try:
        for place, outcome in found:
            if job.cancelled:
                return None
            if isinstance(outcome, CannotAnswer):
                reasons[place] = outcome
            else:
                figures[place] = outcome
            if time.monotonic() - told > 0.1:
                told = time.monotonic()
                job.progress((place + 1) / len(taken), so_far(False))
    except Stopped:
        return None
    return so_far(True)


def _takes(scenario: Scenario) -> bool:
    """Whether the engine takes it at all, fitting or not."""
    try:
        prepared(scenario)
    except CannotAnswer:
        return False
    return True
