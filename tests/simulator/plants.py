"""Step models and workloads small enough to know what must come out."""

from array import array

from advisor.formula.step_time import StepModel
from advisor.simulator.arrivals import Workload
from advisor.simulator.clock import StepClock
from advisor.simulator.record import Record
from advisor.simulator.requests import Content


def step_model(fixed=0.01, prompt=0.0, sequence=0.0, context=0.0):
    """step = fixed + prompt * prompt tokens + sequence * sequences + context * context tokens, seconds."""
    zero = dict.fromkeys(StepModel._fields, 0.0)
    return StepModel(**{**zero, "fixed_s": fixed, "prefill_flop_s": prompt, "sequence_s": sequence, "kv_s": context, "expert_rows": 1.0,
                         "independence": 1.0})


def clock(**coefficients):
    return StepClock(step_model(**coefficients))


def fresh(workload):
    """The same requests again, unused."""
    return Workload(array("d", workload.arrival), workload.prompt, workload.output, content=workload.content, users=workload.users,
                    max_tokens=workload.max_tokens, priority=workload.priority)


def compare(a: Record, b: Record, also=()):
    """The first event in which two runs differ: tokens exactly, times by more than a nanosecond; None where they are equal."""
    for name in ("scheduled", "first", "finish"):
        for i, (x, y) in enumerate(zip(getattr(a, name), getattr(b, name), strict=True)):
            if (x == x or y == y) and not abs(x - y) < 1e-9:
                return name, i, x, y
    for name in ("generated", "state", "preemptions", "recomputed_tokens", "hit_tokens", "prefill_tokens", "kv_peak_tokens", *also):
        if getattr(a, name) != getattr(b, name):
            return name, getattr(a, name), getattr(b, name)
    return None


__all__ = ["Content", "clock", "compare", "fresh", "step_model"]
