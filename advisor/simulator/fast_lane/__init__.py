"""vLLM's schedule at full speed, for the plain case: first come first served, no limits, and nothing shared but a beginning that
all of a group have. One engine by itself (`run_fast`), or several behind a router, a `Lane` each.

The same decisions as `schedulers.vllm`, which the tests hold it against, but all that decode are one quantity: how many,
how many tokens of context, and on which residue of the block size each of them will want its next block. What happens to
a request is then only its arrival, its prompt's chunks and its finish; between those, decode steps are taken in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeGuard

from advisor.simulator.arrivals import Workload
from advisor.simulator.clock import StepClock
from advisor.simulator.fast_lane.engine import Engine
from advisor.simulator.fast_lane.lane import Lane
from advisor.simulator.limits import COMPLETED, LIVE, TOO_LONG
from advisor.simulator.record import Record
from advisor.simulator.schedulers.vllm import Vllm

__all__ = ["Lane", "run_fast", "settle", "takes"]


def takes(scheduler: Any, workload: Workload) -> TypeGuard[Vllm]:
    """Whether this case is plain enough."""
    return (type(scheduler) is Vllm and not scheduler.by_priority and scheduler.chunked and not scheduler.threshold
            and scheduler.interval <= 1 and scheduler.most_running <= scheduler.budget
            and (workload.content is None or workload.prefix_tokens > 0) and workload.max_tokens is None
            and _all_fit(scheduler, workload))


def _all_fit(scheduler: Vllm, workload: Workload) -> bool:
    """Whether the pool holds the longest request by itself."""
    import numpy as np
    if not workload.count:
        return False
    if workload.prefix_tokens and int(np.frombuffer(workload.prompt, dtype=np.int32).min()) <= workload.prefix_tokens:
        return False
    whole = np.frombuffer(workload.prompt, dtype=np.int32).astype(np.int64) + np.frombuffer(workload.output, dtype=np.int32)
    positions = min(int(whole.max()), scheduler.max_model_len) - 1
    return -(-positions // scheduler.block_size) <= scheduler.pool.blocks


def run_fast(workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, *, seconds: float = inf,
             stop: Callable[[Record, float], bool] | None = None) -> Record:
    """Fills `record` with what `run` would."""
    for _ in Engine(workload, scheduler, clock, record, seconds=seconds, stop=stop).turns():
        pass
    settle(record, workload, scheduler.max_model_len)
    return record


def settle(record: Record, workload: Workload, longest: int) -> None:
    """States and lengths of all that came, at once."""
    import numpy as np
    came = workload.taken
    prompt = np.frombuffer(workload.prompt, dtype=np.int32)[:came].astype(np.int64)
    output = np.frombuffer(workload.output, dtype=np.int32)[:came]
    over = ~np.isnan(np.frombuffer(record.finish)[:came])
    states = np.where(over, COMPLETED, np.where(prompt >= longest, TOO_LONG, LIVE))
    record.state[:came] = states.astype(np.uint8).tobytes()
    tokens = np.where(over, np.minimum(output, np.maximum(longest - prompt, 1)), 0).astype(np.int32)
    np.frombuffer(record.generated, dtype=np.int32)[:came] = tokens
