"""Runs a scheduler without time on a recorded schedule's configuration and requests."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from advisor.errors import CannotAnswer
from advisor.simulator.base import Batch, Scheduler
from advisor.simulator.requests import Content, Request
from advisor.simulator.schedulers.llamacpp import LlamaCpp
from advisor.simulator.schedulers.vllm import Vllm

MAX_REQUESTS = 100_000
MAX_STEPS = 5_000_000


def schedule(recorded: Mapping[str, Any], details: bool = False) -> dict[str, Any]:
    """{"steps": [{"scheduled": {id: tokens}, "preempted": [id], "finished": [id]}, …]}, from step 0, idle steps included.

    `details` adds new, resumed, hits, slots, running, waiting, free and free_end. Raises CannotAnswer for a file that is
    not such a record.
    """
    scheduler = _scheduler(recorded)
    entries = [(request, entry["arrival_step"], entry.get("abort_step")) for request, entry in _requests(recorded)]
    steps: list[dict[str, Any]] = []
    before: Batch | None = None
    upcoming = sorted(entries, key=lambda e: e[1])[::-1]
    leaving = sorted((e for e in entries if e[2] is not None), key=lambda e: e[2])[::-1]
    while len(steps) < MAX_STEPS:
        now = len(steps)
        if scheduler.waits_when_idle and not scheduler.busy and upcoming:
            now = max(now, upcoming[-1][1])
        while upcoming and upcoming[-1][1] <= now:
            request = upcoming.pop()[0]
            if not scheduler.refuses(request):
                scheduler.add(request)
        while leaving and leaving[-1][2] <= now:
            request = leaving.pop()[0]
            if not request.done:
                scheduler.cancel(request)
        batch = scheduler.schedule()
        if not batch.scheduled and not before and not upcoming and not leaving:
            break
        step = _step(batch, scheduler if details else None)
        back = before if scheduler.asynchronous else batch
        before = batch if scheduler.asynchronous and batch.scheduled else None
        step["finished"] = [request.name for request in scheduler.update(back)] if back else []
        if details and hasattr(scheduler, "pool"):
            step["free_end"] = scheduler.pool.free
        steps.append(step)
    return {"steps": steps}


def _step(batch: Batch, scheduler: Any) -> dict[str, Any]:
    step: dict[str, Any] = {"scheduled": {request.name: tokens for request, tokens in batch.scheduled.items()},
                            "preempted": [request.name for request in batch.preempted]}
    if scheduler is not None:
        step["new"] = [request.name for request in batch.admitted]
        step["resumed"] = [request.name for request in batch.resumed]
        step["hits"] = {request.name: tokens for request, tokens in batch.hits.items() if tokens}
        if not hasattr(scheduler, "slots"):
            step["running"] = [request.name for request in scheduler.running]
        step["waiting"] = [request.name for request in scheduler.waiting]
        if hasattr(scheduler, "pool"):
            step["free"] = scheduler.pool.free
        if hasattr(scheduler, "slots"):
            step["slots"] = {request.name: request.slot for request in batch.admitted}
    return step


def _scheduler(recorded: Mapping[str, Any]) -> Scheduler:
    engine, config = recorded.get("engine"), recorded.get("config")
    if not isinstance(config, Mapping):
        raise CannotAnswer("The recorded schedule has no `config`.", field="config")
    known = {"vllm": Vllm, "llama.cpp": LlamaCpp}.get(str(engine))
    if known is None:
        raise CannotAnswer(f"No recorded schedules of {str(engine)[:60]!r} are known.", field="engine")
    return known(**config)


def _requests(recorded: Mapping[str, Any]) -> list[tuple[Request, Mapping[str, Any]]]:
    listed = recorded.get("requests")
    if not isinstance(listed, list) or len(listed) > MAX_REQUESTS:
        raise CannotAnswer(f"The recorded schedule needs a list of at most {MAX_REQUESTS:,} `requests`.", field="requests")
    contents: dict[str, Content] = {}
    out = []
    for i, entry in enumerate(listed):
        name, shared = entry["id"], entry.get("shared_prefix_tokens", 0)
        parent, group = entry.get("parent"), entry.get("prefix_group")
        content = Content(name)
        if parent is not None:
            content = contents[parent].continued(name, shared)
        elif group is not None and shared:
            content = Content(name, [shared], [("group", group)])
        contents[name] = content
        out.append((Request(i, entry["prompt_tokens"], entry["output_tokens"], entry["max_tokens"], name=name,
                            priority=entry.get("priority", 0), content=content), entry))
    return out


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump(schedule(json.load(file), "--details" in sys.argv), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
