"""The answer's types: figures, ranges and how each figure came about. Plain slotted classes: an estimate is made in
well under a millisecond, thousands of them fill a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Range(NamedTuple):
    """low..high holds the measured value 8 times in 10; `why` says in words what the width rests on."""

    low: float
    typical: float
    high: float
    why: str = ""

    def json(self) -> dict[str, float]:
        return {"low": self.low, "typical": self.typical, "high": self.high}


class Derivation(NamedTuple):
    """How one figure was made: the formula, the numbers that went in, what came out, and the rule's source."""

    quantity: str
    formula: str
    values: dict[str, Any]
    value: Any
    unit: str
    source: str

    def json(self) -> dict[str, Any]:
        return {"quantity": self.quantity, "formula": self.formula, "with": self.values, "value": self.value,
                "unit": self.unit, "source": self.source}


class Trace:
    """Collects derivations and notes where the numbers are made; handed down by whoever asks. With `explains` False it keeps notes
    only: whoever works out thousands of cases for their figures spares the explanations, and rules may skip making them. With
    `searches` False, figures that take a search of their own and decide nothing (the longest context) may stay unknown."""

    __slots__ = ("derivations", "explains", "notes", "searches", "warnings")

    def __init__(self, explains: bool = True, searches: bool = True) -> None:
        self.explains, self.searches = explains, searches
        self.derivations: list[Derivation] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def add(self, quantity: str, formula: str, value: Any, unit: str, source: str, **values: Any) -> Any:
        """Records and returns `value`, so that a rule can end with `return trace.add(…)`."""
        if not self.explains:
            return value
        self.derivations.append(Derivation(quantity, formula, values, value, unit, source))
        return value

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def warn(self, text: str) -> None:
        """A note that whoever is recommended this must hear too."""
        self.note(text)
        if text not in self.warnings:
            self.warnings.append(text)


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """The parts of one device, bytes. `usable_bytes` is what the engine may fill there."""

    name: str
    weights_bytes: int = 0
    kv_bytes: int = 0
    state_bytes: int = 0
    compute_bytes: int = 0
    graph_bytes: int = 0
    runtime_bytes: int = 0
    usable_bytes: int | None = None
    total_memory_bytes: int | None = None
    layers: int | None = None

    @property
    def total_bytes(self) -> int:
        return (self.weights_bytes + self.kv_bytes + self.state_bytes + self.compute_bytes + self.graph_bytes
                + self.runtime_bytes)


_MEMORY_JSON = ("weights_bytes", "kv_bytes", "state_bytes", "compute_bytes", "graph_bytes", "runtime_bytes", "total_bytes",
                "usable_bytes", "headroom_bytes", "host_bytes", "gpu_layers", "layers", "kv_bytes_per_token",
                "kv_capacity_tokens", "max_concurrency", "max_context_tokens")


@dataclass(frozen=True, slots=True)
class Memory:
    """The contract's `memory`: of the fullest single device; capacity and concurrency are of the whole deployment.

    `host_weights_bytes` and `host_kv_bytes` are the parts that a step reads from host memory (they cost speed);
    `host_expert_bytes` of `host_weights_bytes` are routed experts, of which a token's step reads only its chosen ones, in the
    `cpu_moe_layers` first layers. `host_bytes` is all that the host must hold. `needed_bytes` is what this workload would need
    at least on the fullest device for a verdict, where a pool (`kv_bytes`) is reserved up front. None is unknown.
    """

    weights_bytes: int | None = None
    kv_bytes: int | None = None
    state_bytes: int | None = None
    compute_bytes: int | None = None
    graph_bytes: int | None = None
    runtime_bytes: int | None = None
    total_bytes: int | None = None
    usable_bytes: int | None = None
    headroom_bytes: int | None = None
    host_bytes: int | None = None
    gpu_layers: int | None = None
    layers: int | None = None
    kv_bytes_per_token: int | None = None
    kv_capacity_tokens: int | None = None
    max_concurrency: float | None = None
    max_context_tokens: int | None = None
    starts: bool = True
    slots: int | None = None
    host_weights_bytes: int = 0
    host_kv_bytes: int = 0
    host_expert_bytes: int = 0
    cpu_moe_layers: int | None = None
    devices: tuple[DeviceMemory, ...] = ()

    def json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _MEMORY_JSON}


@dataclass(frozen=True, slots=True)
class Speed:
    """The contract's `speed`. All None where the device's rates are not known."""

    ttft_s: Range | None = None
    prefill_tokens_per_s: Range | None = None
    decode_tokens_per_s: Range | None = None
    decode_ceiling_tokens_per_s: float | None = None
    tpot_s: Range | None = None
    output_tokens_per_s: Range | None = None
    bound: str | None = None

    def each(self, people: int) -> Range | None:
        """Tokens a second that each of so many at once sees: one stream's pace where nobody else is there. None unknown."""
        found = self.tpot_s
        if people == 1:
            return self.decode_tokens_per_s
        return None if found is None or not found.low else Range(1 / found.high, 1 / found.typical, 1 / found.low, found.why)

    def json(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name in ("ttft_s", "prefill_tokens_per_s", "decode_tokens_per_s", "decode_ceiling_tokens_per_s", "tpot_s",
                     "output_tokens_per_s", "bound"):
            value = getattr(self, name)
            out[name] = value.json() if isinstance(value, Range) else value
        return out


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to paste or save. `kind` is install, fetch, launch, check, call or stop; `verifies` is what to see."""

    kind: str
    title: str
    shell: str
    text: str
    verifies: str = ""
    filename: str | None = None

    def json(self) -> dict[str, Any]:
        return {"kind": self.kind, "title": self.title, "shell": self.shell, "text": self.text, "verifies": self.verifies,
                "filename": self.filename}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What `advisor estimate` answers: the scenario with every default filled in, verdict, memory, speed, why.

    `explain` runs the same rules once more, told to explain; `derivation` asks it the first time that somebody wants to know, so
    that thousands of estimates in tables cost nothing for it. `warnings` are those of the notes without which what was estimated does
    not come about.
    """

    scenario: Any
    case: Any
    verdict: str
    memory: Memory
    speed: Speed
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    explain: Callable[[], Iterable[Derivation]] = field(default=tuple, compare=False, repr=False)
    _told: tuple[Derivation, ...] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def derivation(self) -> tuple[Derivation, ...]:
        if self._told is None:
            object.__setattr__(self, "_told", tuple(self.explain()))
        return self._told or ()

    def json(self) -> dict[str, Any]:
        return {"scenario": self.scenario.model_dump(mode="json"), "verdict": self.verdict, "memory": self.memory.json(),
                "speed": self.speed.json(), "notes": list(self.notes), "derivation": [d.json() for d in self.derivation]}
