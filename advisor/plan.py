"""How an estimate is to be launched: whom it serves, on how many machines, with which limits. One place decides for the command line,
the recommendation and the window, so that one scenario has one command everywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from advisor.answer import Estimate
from advisor.engines.base import Case, Plan
from advisor.engines.checkpoints import local_path
from advisor.engines.launch import settled
from advisor.errors import CannotAnswer
from advisor.guardrails import Limits, limits_of
from advisor.words import say

ALONE = ("batch", "max-throughput")
"""Tasks whose many requests come from this machine itself: nobody else is served."""


def plan_of(answer: Estimate, os: Literal["linux", "macos", "windows"], task: str | None = None, source: str = "huggingface",
            mirror: str | None = None, api_key: str | None = None) -> Plan:
    """The launch plan of an estimate. Several at once are other people, unless the task is one's own batch: then it listens to them,
    with a key and a limit of how many may wait.

    Raises CannotAnswer where the key is none, or the weights cannot come from there.
    """
    _check_source(answer.case, source)
    serve = answer.case.concurrency > 1 and task not in ALONE
    return prepared(Plan(case=answer.case, memory=answer.memory, os=os, source=source, mirror=mirror, serve=serve,
                         api_key=api_key if serve else None, speed=answer.speed))


def _check_source(case: Case, source: str) -> None:
    """A source that would be passed over in silence is refused."""
    if source == "ollama" and case.engine.id != "ollama":
        raise CannotAnswer(say("{engine} takes no weights from Ollama's library.", engine=case.engine.name),
                           say("Take another source, or Ollama as the engine."), "source")
    if source == "path" and local_path(case) is None:
        raise CannotAnswer(say("The scenario names {model} by its name, not by a path.", model=case.model.name),
                           say("Set `model` to the folder or the .gguf file, or take another source."), "source")


def prepared(plan: Plan) -> Plan:
    """The plan with its key, its machines and, where it serves others, its limits: the engine's own queue flag and the gateway agree."""
    plan = settled(plan)
    if not plan.serve or plan.limits is not None:
        return plan
    return limited(plan, limits_of(plan))


def limited(plan: Plan, limits: Limits) -> Plan:
    """The plan with these limits; an engine that serves others refuses by its own flag what the gateway would.

    Not where it only reads: one call's list of texts is as many requests of the engine, and it would refuse an ordinary list.
    """
    refuses = plan.serve and plan.case.model.job == "text"
    return replace(plan, limits=limits, max_queue=limits.queue if refuses else plan.max_queue)
