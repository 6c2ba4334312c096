"""The small base that every engine's file builds on: one engine, one file, found by its module's `ENGINE`.

An engine says what differs about it: defaults by version, memory policy, what it runs on, scheduler, launch commands.
A new engine is a new file here (or in a folder of the user's) plus its data in resources/catalog/engines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from advisor import resources
from advisor.answer import Command, Memory, Speed, Trace
from advisor.scenario import Device, Machine, Model, Quantization, Settings, Workload
from advisor.shell import Secret
from advisor.words import say

if TYPE_CHECKING:
    from advisor.engines.launch import Launch

MOST_DEVICES_SHOWN = 64     # of a machine of thousands: the first


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario with names resolved and every default filled in: what formulas and engines work on.

    `settings.context`, `settings.parallel` and the other levers that the engine knows are never None here.
    `version` is the engine's version the rules are applied for; not `dated` where it stands for any build, as in a published
    measurement that names none. `concurrency` is the workload's, 1 where it said nothing.
    """

    model: Model
    quantization: Quantization
    machine: Machine
    engine: Engine
    version: str
    settings: Settings
    workload: Workload
    backend: str | None = None
    model_reference: str = ""
    model_path: str | None = None
    dated: bool = True

    @property
    def concurrency(self) -> int:
        return self.workload.concurrency or 1

    @property
    def request_tokens(self) -> int:
        """Tokens that one request holds when it is done: prompt and answer, the text alone where the model only reads."""
        return self.workload.request_tokens if self.model.job == "text" else self.workload.prompt_tokens or 0

    @property
    def device(self) -> Device | None:
        """The first device (all of them where they are equal), None where only its memory is known or there is none."""
        return self.machine.slots[0].device if self.machine.slots else None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an engine cannot or should not take a case. `hard`: it cannot work there at all. Kind `unproven`: nobody is known to have
    seen it work, so it is not recommended beside what is known to."""

    kind: Literal["os", "hardware", "format", "architecture", "length", "unproven", "concurrency", "interface", "not_fit", "complexity"]
    reason: str
    hard: bool = True
    mend: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a launch command is made from: the case and where and how it will run.

    `source` is huggingface, mirror, modelscope, ollama or path; `serve` True binds beyond loopback (then with a key). Of several
    machines `rank` is the one that is started (0 the head) and `head` where the others find it; where a file is filled in on each, both
    are names of its variables. `load_mode` is llama.cpp's way to read a file (mmap, mlock, none, dio). `max_queue` may wait before the
    engine refuses; `limits` (guardrails.Limits) and `speed` are those of its case once they are known.
    """

    case: Case
    memory: Memory
    os: Literal["linux", "macos", "windows"] = "linux"
    source: str = "huggingface"
    mirror: str | None = None
    serve: bool = False
    api_key: str | None = None
    port: int | None = None
    replicas: int = 1
    nodes: int = 1
    rank: int | Secret = 0
    head: Secret | None = None
    load_mode: str | None = None
    max_queue: int | None = None
    limits: object | None = None
    speed: Speed | None = None


PARTS = ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes")


def tell_sums(memory: Memory, source: str, trace: Trace, held_bytes: int = 0) -> None:
    """How total, usable memory and headroom of the fullest device follow from their parts. `held_bytes` is what others hold."""
    if not trace.explains:
        return
    total, usable = memory.total_bytes, memory.usable_bytes
    held = {name: getattr(memory, name) for name in PARTS if getattr(memory, name)}
    if total is not None and sum(held.values()) == total and held:
        trace.add("total_bytes", " + ".join(held), total, "bytes", source, **held)
    if usable is None:
        return
    trace.add("usable_bytes", "memory_bytes − held_bytes" if held_bytes else "memory_bytes", usable, "bytes", source,
              memory_bytes=usable + held_bytes, **{"held_bytes": held_bytes} if held_bytes else {})
    if total is not None and memory.headroom_bytes == usable - total:
        trace.add("headroom_bytes", "usable_bytes − total_bytes", memory.headroom_bytes, "bytes", source, usable_bytes=usable,
                  total_bytes=total)


class Engine:
    """What an engine must say of itself. Subclasses override; the base refuses nothing and knows nothing."""

    id: str = ""
    name: str = ""
    reserves_pool: bool = False
    """True where the KV pool is reserved at the start and requests share it (vLLM, SGLang, TensorRT-LLM)."""

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Its versions, defaults and limits: resources/catalog/engines, by its id."""
        return dict(resources.catalog_data("engines", f"{self.id}.json"))

    def fill(self, case: Case, trace: Trace) -> Case:
        """The case with every null setting replaced by this version's own default for that machine.

        Raises CannotAnswer where settings contradict each other or the machine.
        """
        raise NotImplementedError

    def memory(self, case: Case, trace: Trace) -> Memory:
        """The engine's memory policy applied to a filled case, each figure with its derivation."""
        raise NotImplementedError

    def refusals(self, case: Case) -> list[Refusal]:
        """Why this engine cannot take this model, format, device or operating system; empty when it can."""
        return []

    def one_machine(self, case: Case) -> list[Refusal]:
        """What an engine that works inside one machine says of devices that are machines of their own."""
        if case.machine.single or case.device is None:
            return []
        if case.machine.most_together > 1:
            reason = say("A machine holds {most} {device}: {count} of them are {machines} machines, and {engine} is written here for one.",
                         most=case.machine.most_together, device=case.device.name, count=len(case.machine.slots),
                         machines=case.machine.machines, engine=self.name)
            return [Refusal("hardware", reason, mend=say("Ask for {most} of them; a server on each machine serves more people.",
                                                         most=case.machine.most_together))]
        return [Refusal("hardware", say("{device} is a whole machine: {count} of them are {count} machines, and {engine} is written here "
                                        "for one.", device=case.device.name, count=len(case.machine.slots), engine=self.name),
                        mend=say("Ask for one of them; a server on each serves more people."))]

    def not_served(self, case: Case) -> str:
        """Why requests of the filled case's context get no answer though the engine starts; "" where they do."""
        return ""

    def loads(self, model: Model) -> bool:
        """Whether its present release is known to load models of that architecture."""
        return True

    def default_quantization(self, model: Model, machine: Machine) -> str:
        """The catalog id that the engine would use for a model asked for by name only."""
        raise NotImplementedError

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        """The simulator's scheduler for this engine and its levers by the engine's own names."""
        raise NotImplementedError

    def copy_ranks(self, case: Case) -> int:
        """Devices of a pipeline stage that hold one whole copy of the model between them: replicas that share the experts count."""
        return case.settings.tensor_parallel

    def unmeasured(self, case: Case) -> bool:
        """Whether nothing that is known of speed says anything of that device in this engine."""
        return False

    def servers(self, case: Case) -> int:
        """Servers of their own that the case's replicas are: 1 where one server runs them all."""
        return 1

    def file_bytes(self, case: Case) -> int:
        """What the weights' file or files weigh on disk."""
        raise NotImplementedError

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """The server's process as words and environment, as it runs on the machine or (`container`) in its image.

        Raises CannotAnswer where that engine, machine or name cannot be launched so.
        """
        raise NotImplementedError

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        """Install, fetch, launch, check, call and stop, for `bash`, `powershell` or `cmd`."""
        raise NotImplementedError
