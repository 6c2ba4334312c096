"""Runs a scheduler without time on a recorded schedule's configuration and requests."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from inspect import signature
from typing import Any

from advisor.errors import CannotAnswer
from advisor.simulator.base import Batch, Scheduler
from advisor.simulator.requests import Content, Request
from advisor.simulator.schedulers.llamacpp import LlamaCpp
from advisor.simulator.schedulers.vllm import Vllm

MAX_REQUESTS = 100_000
MAX_STEPS = 2_000_000
MAX_SETTING = 100_000_000
ENGINES: dict[str, type[Scheduler]] = {"vllm": Vllm, "llama.cpp": LlamaCpp}


def schedule(recorded: Mapping[str, Any], details: bool = False) -> dict[str, Any]:
    """{"steps": [{"scheduled": {id: tokens}, "preempted": [id], "finished": [id]}, …]}, from step 0, idle steps included.

    `details` adds new, resumed, hits, slots, running, waiting, free and free_end. Raises CannotAnswer for a file that is
    not such a record.
    """
    if not isinstance(recorded, Mapping):
        raise CannotAnswer("A recorded schedule is a JSON object with `engine`, `config` and `requests`.")
    scheduler = _scheduler(recorded)
    entries = _requests(recorded)
    steps: list[dict[str, Any]] = []
    before: Batch | None = None
    living: set[Request] = set()
    upcoming = sorted(entries, key=lambda e: e[1])[::-1]
    leaving = sorted(((e[2], e[0]) for e in entries if e[2] is not None), key=lambda e: e[0])[::-1]
    while len(steps) < MAX_STEPS:
        now = len(steps)
        if scheduler.waits_when_idle and not scheduler.busy and upcoming:
            now = max(now, upcoming[-1][1])
        while upcoming and upcoming[-1][1] <= now:
            request = upcoming.pop()[0]
            if not scheduler.refuses(request):
                living.add(request)
                scheduler.add(request)
        while leaving and leaving[-1][0] <= now:
            request = leaving.pop()[1]
            if not request.done and request in living:
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
    kind = ENGINES.get(str(engine))
    if kind is None:
        raise CannotAnswer(f"No recorded schedules of {str(engine)[:60]!r} are known.", f"Known: {', '.join(ENGINES)}.", "engine")
    known = signature(kind).parameters
    for name, value in config.items():
        if name not in known:
            raise CannotAnswer(f"`config` has the setting {str(name)[:60]!r}, which this scheduler does not know.",
                               f"Known: {', '.join(known)}.", "config")
        if isinstance(value, (int, float)) and not -1 <= value <= MAX_SETTING:
            raise CannotAnswer(f"`config.{name}` is out of range.", field="config")
        if isinstance(value, (list, dict)) or (value is None and known[name].default is not None):
            raise CannotAnswer(f"`config.{name}` must be a number, a word or true or false.", field="config")
    for name in ("num_blocks", "block_size", "max_num_batched_tokens", "max_num_seqs", "n_parallel", "n_batch", "n_ctx_slot"):
        if name in config and (isinstance(config[name], bool) or not isinstance(config[name], int) or config[name] < 1):
            raise CannotAnswer(f"`config.{name}` must be a whole number from 1 on.", field="config")
    try:
        return kind(**config)
    except TypeError as error:
        raise CannotAnswer(f"`config` is not complete: {error}.", field="config") from None


def _requests(recorded: Mapping[str, Any]) -> list[tuple[Request, int, int | None]]:
    """Each request with the step of its arrival and of its client's leaving."""
    listed = recorded.get("requests")
    if not isinstance(listed, list) or len(listed) > MAX_REQUESTS:
        raise CannotAnswer(f"The recorded schedule needs a list of at most {MAX_REQUESTS:,} `requests`.", field="requests")
    contents: dict[str, Content] = {}
    out = []
    for i, entry in enumerate(listed):
        if not isinstance(entry, Mapping):
            raise CannotAnswer(f"Request {i + 1} is not a JSON object.", field="requests")
        name, parent, group = str(entry.get("id", i))[:200], entry.get("parent"), entry.get("prefix_group")
        prompt, output = _count(entry, i, "prompt_tokens", 1), _count(entry, i, "output_tokens", 1)
        shared = _count(entry, i, "shared_prefix_tokens", 0, 0)
        content = Content(name)
        if parent is not None:
            if parent not in contents:
                raise CannotAnswer(f"Request {i + 1} goes on from {str(parent)[:60]!r}, which is not listed before it.",
                                   field="requests")
            content = contents[parent].continued(name, shared)
        elif group is not None and shared:
            content = Content(name, [shared], [("group", str(group))])
        if name in contents:
            raise CannotAnswer(f"Two requests are called {name[:60]!r}.", "Give each its own id.", "requests")
        contents[name] = content
        request = Request(i, prompt, output, _count(entry, i, "max_tokens", 1, output), name=name, content=content,
                          priority=_count(entry, i, "priority", -MAX_SETTING, 0))
        leaves = None if entry.get("abort_step") is None else _count(entry, i, "abort_step", 0)
        out.append((request, _count(entry, i, "arrival_step", 0, 0), leaves))
    return out


def _count(entry: Mapping[str, Any], i: int, name: str, least: int, default: int | None = None) -> int:
    value = entry.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_SETTING:
        raise CannotAnswer(f"`{name}` of request {i + 1} must be a whole number from {least} on, at most {MAX_SETTING:,}.",
                           field="requests")
    return value


def main() -> int:
    """`python -m advisor.simulator.schedule FILE`: the same without the rest of the program."""
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump(schedule(json.load(file)), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
