"""Cases for the tests of the llama.cpp family: a catalog model on so many GiB of device memory, filled by its engine."""

from __future__ import annotations

from typing import Any

from advisor import catalog
from advisor.answer import Memory, Trace
from advisor.engines import Case, engine
from advisor.scenario import Device, Machine, Settings, Slot, Workload

GIB = 2**30


def case(model: str = "qwen2.5-14b-instruct", mix: str = "q4_k_m", on: str = "llama.cpp", gib: float | None = 24, cards: int = 1,
         host: float | None = 64, version: str = "", device: Device | None = None, concurrency: int | None = None,
         **settings: Any) -> Case:
    """A filled case; `gib` None is a machine without a GPU."""
    wanted = engine(on)
    slots = () if gib is None else tuple(Slot(device=device, memory_bytes=round(gib * GIB), name=f"card {j}") for j in range(cards))
    machine = Machine(slots=slots, host_memory_bytes=None if host is None else round(host * GIB))
    asked = Case(model=catalog.find_model(model), quantization=catalog.find_quantization(mix), machine=machine, engine=wanted,
                 version=version or str(wanted.data["version"]), settings=Settings(**settings),
                 workload=Workload(concurrency=concurrency))
    return wanted.fill(asked, Trace())


def memory(asked: Case) -> Memory:
    return asked.engine.memory(asked, Trace())


def notes(asked: Case) -> list[str]:
    trace = Trace()
    asked.engine.memory(asked, trace)
    return trace.notes
