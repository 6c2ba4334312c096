"""Both ways over the whole catalog: which models a device runs well, and which devices run a model.

A row is one answer: the format with the least loss that fits, else what comes nearest. Rows come one by one, so that a
window can draw them as they are made. Formats that cannot fit by their bytes alone are not asked, and what a first try
says of caches and buffers tells which others cannot; so a row takes one or two tries instead of one a format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from advisor import catalog, speed
from advisor.answer import Memory, Speed, Trace
from advisor.engines import Case, Engine, engine
from advisor.engines.checkpoints import KEEPS_EXPERTS, usual_mix
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, judge
from advisor.formula.parameters import components
from advisor.machine.build import machine_from_hardware
from advisor.recommend.formats import GGUF_DEFAULT, GGUF_QUALITY, UNSLOTHS, server_formats
from advisor.recommend.layouts import one_machine
from advisor.recommend.models import ability, too_slow
from advisor.recommend.question import Question
from advisor.scenario import Device, Hardware, Machine, Model, Quantization, Scenario, Settings, Slot, Workload
from advisor.units import gigabytes
from advisor.words import say

SLOT_ENGINE, SERVER_ENGINE, SERVER_FROM = "llama.cpp", "vllm", 5
READERS = {"gguf_mix": SLOT_ENGINE, "gpu": SERVER_ENGINE, "mlx": "mlx-lm"}
"""Who reads a format of that kind at all; the others do by the load."""
BOTH_READ = ("mxfp4",)
CARD_COUNTS = (1, 2, 4, 8)
DEFAULT_CONTEXT = 8192
LOSS_WEIGHT = 0.15
GGUF_LADDER = tuple(name for name in GGUF_QUALITY if name not in ("q2_k", "iq2_xxs", "iq1_s"))
USUAL_GGUF = min(GGUF_DEFAULT, key=lambda name: GGUF_DEFAULT[name])


class Place(NamedTuple):
    """So many of one device, as the questions name it and as a machine."""

    device: Device
    hardware: Hardware
    machine: Machine


class Load(NamedTuple):
    """So many people at once, each with a context of so many tokens; lengths of prompt and answer where they are known."""

    context: int
    users: int
    prompt_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One model in one format on one machine: what it takes (not its longest context), how fast it goes. `scenario` asks for exactly
    that."""

    scenario: Scenario
    case: Case
    memory: Memory
    verdict: str
    speed: Speed

    def figures(self) -> dict[str, Any]:
        rate, ttft = self.speed.decode_tokens_per_s, self.speed.ttft_s
        return {"engine": self.case.engine.id, "quantization": self.case.quantization.id, "verdict": self.verdict,
                "total_bytes": self.memory.total_bytes, "usable_bytes": self.memory.usable_bytes,
                "decode_tokens_per_s": round(rate.typical, 2) if rate else None, "decode_low": round(rate.low, 2) if rate else None,
                "decode_high": round(rate.high, 2) if rate else None, "ttft_s": round(ttft.typical, 3) if ttft else None,
                "max_context_tokens": self.case.engine.memory(self.case, Trace(explains=False)).max_context_tokens}

    @property
    def cards(self) -> int:
        return self.scenario.hardware.count

    def why_not(self) -> str | None:
        """Why it does not fit, None where it does."""
        case, m = self.case, self.memory
        if self.verdict != "does_not_fit" or m.total_bytes is None or m.usable_bytes is None:
            return None
        if m.total_bytes > m.usable_bytes:
            return say("It needs {need} a device, {usable} are usable.", need=gigabytes(m.total_bytes), usable=gigabytes(m.usable_bytes))
        if case.engine.reserves_pool:
            return say("Beside the weights there is room for {held} tokens, not for one request of {context}.",
                       held=m.kv_capacity_tokens or 0, context=case.settings.context or 0)
        device, ram = case.device, case.machine.host_memory_bytes
        if device is not None and device.unified_memory:
            return say("The GPU's {gpu} and the host's {host} are more than the {all} that they share.", gpu=gigabytes(m.total_bytes),
                       host=gigabytes(m.host_bytes), all=gigabytes(ram))
        return say("What is left for main memory is {need}, and it has {usable}.", need=gigabytes(m.host_bytes), usable=gigabytes(ram))

    def worth(self) -> float:
        """Ability less what the format loses and what a pace under the wished one costs, in doublings of size."""
        question = Question(users=self.case.concurrency, context=self.case.settings.context or 0)
        rate = self.speed.decode_tokens_per_s
        loss = GGUF_QUALITY.get(self.case.quantization.id, 1.0)
        return ability(self.case.model, question) - LOSS_WEIGHT * loss - (too_slow(rate.typical, question) if rate else 0.0)


def models_for_device(device: str, count: int = 1, context: int = DEFAULT_CONTEXT, users: int = 1, host_memory_gib: float | None = None,
                      notes: list[str] | None = None, memory_gib: float | None = None) -> list[dict[str, Any]]:
    """Every general model of the catalog on `count` of this device; the most able that fit come first.

    What was assumed, what the figures are of and what is left out is appended to `notes`.
    Raises CannotAnswer when the device is not known.
    """
    hardware = Hardware(device=device, count=count, memory_gib=memory_gib, host_memory_gib=host_memory_gib)
    load = Load(context, users)
    machine = machine_from_hardware(hardware, catalog.find_device)
    place = Place((machine.slots[0].device if machine.slots else machine.cpu) or catalog.find_device(device), hardware, machine)
    rows = [_model_row(match) for match in each_model_on(place, load)]
    rows.sort(key=lambda row: (row["verdict"] not in ("fits", "tight"), VERDICTS.index(row["verdict"]), -row["rank"]))
    if notes is not None:
        notes += [*machine.notes, *_of_one_machine(place, load), *_left_out(place, load, bool(rows))]
    return rows


def devices_for_model(model: str, context: int = DEFAULT_CONTEXT, users: int = 1, quantization: str | None = None,
                      host_memory_gib: float | None = None, notes: list[str] | None = None) -> list[dict[str, Any]]:
    """Every device of the catalog, with the fewest cards (1, 2, 4, 8) that hold the model; the fastest first.

    `host_memory_gib` is that of machines whose GPU has memory of its own, and of memory systems. Why nothing was found is appended to
    `notes`. Raises CannotAnswer when the model or quantization is not known.
    """
    found, implied = catalog.resolve_model(model)
    load, asked = Load(context, users), quantization or implied
    rows = [_device_row(match) for match in each_device_at(found, model, load, asked, host_memory_gib)]
    rows.sort(key=lambda row: (VERDICTS.index(row["verdict"]) > 1, row["cards"], -(row["decode_tokens_per_s"] or 0)))
    if notes is not None and not rows:
        told = Counter(_refused(found, _place(device, 1), load, asked) for device in catalog.devices().values())
        notes += [reason for reason, _ in told.most_common(1) if reason]
    return rows


def _of_one_machine(place: Place, load: Load) -> list[str]:
    """That the figures are of one machine where several were asked about."""
    if place.machine.single or _many(place.device, load):
        return []
    alone, _ = one_machine(place.hardware, place.machine)
    return [say("These are the figures of one of the {count} machines, with {cards} of the {all} {device}: {engine} is written here for "
                "one machine. A server on each serves more people.", count=place.machine.machines, cards=len(alone.slots),
                all=len(place.machine.slots), device=place.device.name, engine=engine(SLOT_ENGINE).name)]


def _left_out(place: Place, load: Load, any_row: bool) -> list[str]:
    """Why nothing, or not all, is listed."""
    general = catalog.general_models()
    short = sum(1 for model in general if model.max_position_embeddings and load.context > model.max_position_embeddings)
    told: list[str] = []
    if short and (load.context > DEFAULT_CONTEXT or short == len(general)):
        told.append(say("{n} of {all} models were made for less than {context} tokens and are left out.", n=short, all=len(general),
                        context=load.context))
    if any_row or short == len(general):
        return told
    if not place.machine.slots and place.machine.host_memory_bytes is None:
        return [*told, say("How much memory this machine has is not known, so nothing can be said to fit: set `host_memory_gib`.")]
    model = next(model for model in general if load.context <= (model.max_position_embeddings or load.context))
    refused = [_refused(model, place, load, asked) for asked in ("q4_k_m", "fp8")]      # one for each engine
    return [*told, *dict.fromkeys(reason for reason in refused if reason)]


def _refused(model: Model, place: Place, load: Load, asked: str | None) -> str:
    """Why the engine that would be tried there takes no format of the model, "" where it takes one."""
    wanted, formats = _formats(model, place.device, load, asked)
    try:
        _, case = _filled(model, model.id, place, load, formats[-1], wanted, Trace(explains=False, searches=False))
    except CannotAnswer as error:
        return error.sentence
    hard = next((refusal for refusal in wanted.refusals(case) if refusal.hard), None)
    return say("{reason} {mend}", reason=hard.reason, mend=hard.mend) if hard else wanted.not_served(case)


def _model_row(match: Match) -> dict[str, Any]:
    model = match.case.model
    counted = components(model)
    return {"model": model.id, "name": model.name, "rank": round(match.worth(), 2), **match.figures(), "parameters": counted.total,
            "active_parameters": counted.active, "release_date": model.release_date, "licence": model.licence, "reason": match.why_not()}


def _device_row(match: Match) -> dict[str, Any]:
    device = catalog.devices()[match.scenario.hardware.device or ""]
    return {"device": device.id, "name": device.name, "vendor": device.vendor, "cards": match.cards, **match.figures(),
            "device_memory_bytes": device.memory_bytes, "price_usd": device.price_usd, "tdp_watts": device.tdp_watts,
            "reason": match.why_not()}


def each_model(device: Device, count: int, context: int, users: int) -> Iterator[Match]:
    """Every general model whose context is long enough, in the catalog's order."""
    return each_model_on(_place(device, count), Load(context, users))


def each_model_on(place: Place, load: Load) -> Iterator[Match]:
    """The same on a machine as it is: mixed cards, memory set by hand, what others hold."""
    if not place.machine.single and not _many(place.device, load):      # the slot engine works inside one machine
        machine, hardware = one_machine(place.hardware, place.machine)
        place = Place(place.device, hardware, machine)
    for model in catalog.general_models():
        if model.max_position_embeddings and load.context > model.max_position_embeddings:
            continue
        match = _best(model, model.id, place, load, None)
        if match is not None:
            yield match


def each_device(model: Model, reference: str, context: int, users: int, quantization: str | None) -> Iterator[Match]:
    """Every device, with the fewest cards that hold the model, in the catalog's order; one card where eight would not."""
    return each_device_at(model, reference, Load(context, users), quantization)


def each_device_at(model: Model, reference: str, load: Load, quantization: str | None,
                   host_memory_gib: float | None = None) -> Iterator[Match]:
    """The same for a load whose lengths are known, and main memory of that size beside cards or for a memory system."""
    caches = 0.0
    for device in catalog.devices().values():
        alone = device.unified_memory or device.most_in_one_machine == 1 or device.kind == "cpu"
        together = device.most_in_one_machine if _formats(model, device, load, quantization)[0].id == SLOT_ENGINE else device.nvlink_domain
        counts: tuple[int, ...] = (1,) if alone else tuple(n for n in CARD_COUNTS if n <= (together or device.most_in_one_machine or n))
        best: Match | None = None
        if device.memory_bytes and device.kind != "cpu":
            least = _least(model, device, load, quantization)
            counts = tuple(count for count in counts if least <= count * device.memory_bytes) or counts[:1]
        for count in counts:
            best = _best(model, reference, _place(device, count, host_memory_gib), load, quantization, caches) or best
            if best is not None and best.verdict in ("fits", "tight"):
                break
        if best is not None:
            if best.case.engine.id == SLOT_ENGINE:
                caches = _caches(best.memory)
            yield best


@cache
def _ladder(names: tuple[str, ...]) -> tuple[Quantization, ...]:
    return tuple(catalog.find_quantization(name) for name in names)


def _place(device: Device, count: int, host_memory_gib: float | None = None) -> Place:
    own = device.unified_memory and device.kind != "cpu"        # memory that it is sold with
    hardware = Hardware(device=device.id, count=count, host_memory_gib=None if own else host_memory_gib)
    return Place(device, hardware, machine_from_hardware(hardware, lambda name, notes=None: device))


def _many(device: Device, load: Load) -> bool:
    """Whether so many people are better served by a server's engine, and it runs there."""
    return load.users >= SERVER_FROM and device.vendor in ("nvidia", "amd") and (device.compute_capability or 9.0) >= 7.5


def _formats(model: Model, device: Device, load: Load, asked: str | None) -> tuple[Engine, tuple[Quantization, ...]]:
    """The engine, and the formats worth trying in it, the least loss first. A format that was asked for chooses an engine that reads
    it, for one person too."""
    by_load = SERVER_ENGINE if _many(device, load) else SLOT_ENGINE
    native = model.native_quantization.method if model.native_quantization else None
    if asked:
        formats = _ladder((asked,))
        return engine(by_load if formats[0].id in BOTH_READ else READERS.get(formats[0].kind, by_load)), formats
    if by_load == SERVER_ENGINE:
        return engine(by_load), _ladder(tuple(server_formats(native, Machine(slots=(Slot(device=device),)), False)))
    usual = usual_mix(model)
    if usual == KEEPS_EXPERTS:
        return engine(by_load), _ladder(tuple(UNSLOTHS[name] for name in GGUF_LADDER if name in UNSLOTHS))
    return engine(by_load), _ladder(("mxfp4",) if usual == "mxfp4" else GGUF_LADDER)


def _weights(model: Model, quantization: Quantization, wanted: Engine) -> float:
    """Bytes that the weights take at least, wherever they lie."""
    return sum(speed.weight_bytes(model, quantization, as_gguf=wanted.id == SLOT_ENGINE and quantization.kind != "textbook"))


def _room(machine: Machine) -> float | None:
    """Bytes of all devices together, None where one of them is not known (or the processor works alone)."""
    sizes = [slot.memory_bytes for slot in machine.slots]
    return sum(size for size in sizes if size) if sizes and all(sizes) else None


def _least(model: Model, device: Device, load: Load, asked: str | None) -> float:
    """Bytes of the weights in the smallest format that is tried on that device."""
    wanted, formats = _formats(model, device, load, asked)
    return min(_weights(model, q, wanted) for q in formats)


def _best(model: Model, reference: str, place: Place, load: Load, asked: str | None, caches: float = 0.0) -> Match | None:
    """The format with the least loss that fits; else the least bad verdict. Smaller weights never give a worse one.

    `caches`: bytes that the model's caches take at that load in the slot engine, on any machine, where that is known.
    """
    wanted, formats = _formats(model, place.device, load, asked)
    slots, finer = wanted.id == SLOT_ENGINE, () if asked else GGUF_LADDER[:GGUF_LADDER.index(USUAL_GGUF)]
    room, rest = _room(place.machine), caches if slots else 0.0
    best: tuple[Scenario, Case, Memory, str] | None = None
    for quantization in formats:
        if room is not None and quantization is not formats[-1] and _weights(model, quantization, wanted) + rest > room:
            continue
        found = _tried(model, reference, place, load, quantization, wanted)
        if found is None:
            if not slots:
                continue
            break       # what stands against one mix stands against all
        if quantization.id in finer and wanted.unmeasured(found[1]):
            continue        # it may crawl: no finer than the usual format, as recommended (`finish.finer`)
        if best is None or VERDICTS.index(found[3]) < VERDICTS.index(best[3]):
            best = found
        if found[3] == "fits":
            break
        if slots:
            rest, room = _beside(found[2]), _usable(found[2]) or room
    if best is None:
        return None
    scenario, case, memory, verdict = best
    pace = speed.predict(case, memory, Trace(explains=False)) if memory.starts else Speed()
    return Match(scenario, case, memory, verdict, pace)


def _beside(memory: Memory) -> float:
    """Bytes of caches, states and buffers on devices and host: what any format of that model needs beside its weights."""
    return float(sum(d.total_bytes - d.weights_bytes for d in memory.devices) + memory.host_kv_bytes)


def _caches(memory: Memory) -> float:
    """Bytes of KV cache and state, wherever they lie."""
    return float(sum(d.kv_bytes + d.state_bytes for d in memory.devices) + memory.host_kv_bytes)


def _usable(memory: Memory) -> float | None:
    """What the engine may fill on all devices together, None where one of them is not known."""
    sizes = [d.usable_bytes for d in memory.devices]
    return float(sum(size for size in sizes if size)) if sizes and all(sizes) else None


@lru_cache(maxsize=64)
def _asked(load: Load, sharing: int | None) -> tuple[Settings, Workload]:
    """What every row of a table asks alike, once: `sharing` devices in tensor parallel for a server, None for slots."""
    settings = Settings(context=load.context, parallel=load.users if sharing is None else None, tensor_parallel=sharing or 1)
    return settings, Workload(concurrency=load.users, prompt_tokens=load.prompt_tokens, output_tokens=load.output_tokens)


def _tried(model: Model, reference: str, place: Place, load: Load, quantization: Quantization,
           wanted: Engine) -> tuple[Scenario, Case, Memory, str] | None:
    """One format there: the question, the filled case, its memory and verdict. None where it cannot be run or told."""
    trace = Trace(explains=False, searches=False)
    try:
        scenario, case = _filled(model, reference, place, load, quantization, wanted, trace)
        if any(refusal.hard for refusal in wanted.refusals(case)) or wanted.not_served(case):
            return None
        memory = wanted.memory(case, trace)
    except CannotAnswer:
        return None
    verdict = judge(case, memory, trace)
    return None if verdict == "unknown" else (scenario, case, memory, verdict)


def _filled(model: Model, reference: str, place: Place, load: Load, quantization: Quantization, wanted: Engine,
            trace: Trace) -> tuple[Scenario, Case]:
    """The question in that format, and its filled case. Raises CannotAnswer where the engine cannot take it."""
    settings, workload = _asked(load, max(1, len(place.machine.slots)) if wanted.reserves_pool else None)
    scenario = Scenario(model=reference, quantization=quantization.id, engine=wanted.id, hardware=place.hardware, settings=settings,
                        workload=workload)
    return scenario, wanted.fill(Case(model=model, quantization=quantization, machine=place.machine, engine=wanted,
                                      version=str(wanted.data.get("version", "")), settings=settings, workload=workload,
                                      model_reference=reference), trace)
