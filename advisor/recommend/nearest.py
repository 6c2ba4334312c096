"""The nearest changes that would make a question fit, each with its estimate: shorter, fewer, 8-bit KV, smaller, more cards, another
engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from advisor import catalog
from advisor.answer import Estimate
from advisor.engines import Engine, engine
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, estimate, holds_at_once
from advisor.formula.parameters import components
from advisor.recommend.formats import obtainable
from advisor.recommend.models import has_gguf
from advisor.recommend.plans import takes_cache_type
from advisor.scenario import Model, Quantization, Scenario, Settings
from advisor.words import say

MOST = 6
SMALLEST_CONTEXT = 1024
SMALLER_MODELS, ALL_SIZES, ONE_SIZE, WEIGHT_SHARE = 3, 40, 0.97, 0.85
MOST_CARDS = 16
FOUR_BIT = "q4_k_m"
USUAL_SHARE = 0.9
"""Of a card that the engine has to itself: what vLLM and SGLang take unasked lies about here."""
FITTING = ("fits", "tight")
STEPS_DOWN = {
    "gguf_mix": ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_xs", "q3_k_m", "iq3_xxs"),
    "mlx": ("mlx-8bit", "mlx-6bit", "mlx-4bit"),
    "gpu": ("fp8", "awq"),
    "plain": ("fp8", "int8", "awq"),
}


Variant = tuple[str, str, Scenario]     # kind, words, the changed scenario


@dataclass(frozen=True, slots=True)
class Change:
    """One change in words, the changed scenario and what it gives."""

    kind: str
    title: str
    estimate: Estimate

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "title": self.title,
            "scenario": self.estimate.scenario.model_dump(mode="json"),
            "estimate": self.estimate.json(),
        }


def nearest_changes(answer: Estimate) -> list[Change]:
    """Changes to an answer that does not fit (or queues, or off-loads) after which it does; the gentlest first.

    Of each kind the gentlest that fits; then what runs with a part in main memory where nothing ran. Only where there is none of
    these, changes after which more are held at once than before.
    """
    if answer.verdict in ("fits", "unknown"):
        return []
    found: list[Change] = []
    for variants in _changes(answer):
        nearer = _nearer(variants, answer)
        if nearer is not None:
            found.append(nearer)
        if sum(change.estimate.verdict in FITTING for change in found) == MOST:
            break
    if not found:       # the caches of so many take what the next smaller models would leave: go on down to one that fits
        further = (_nearer(_as_formats(answer, model), answer) for model in _smaller_models(answer, ALL_SIZES)[SMALLER_MODELS:])
        found = list(islice((change for change in further if change is not None), 1))
    found.sort(key=_order)
    return [change for change in found if (change.estimate.verdict == "queues") == (found[0].estimate.verdict == "queues")][:MOST]


def _nearer(variants: Iterable[Variant], answer: Estimate) -> Change | None:
    """The first of these that fits, else the nearest of those that are better than the answer; None where none is."""
    nearer: Change | None = None
    for kind, title, scenario in variants:
        changed = _tried(scenario, answer)
        if changed is not None and _better(changed, answer):
            nearer = min(nearer or Change(kind, title, changed), Change(kind, title, changed), key=_order)
            if changed.verdict in FITTING:
                break
    return nearer


def _order(change: Change) -> int:
    verdict = change.estimate.verdict
    return 0 if verdict in FITTING else 1 if verdict == "offload" else 2


def _better(changed: Estimate, before: Estimate) -> bool:
    if changed.verdict in FITTING:
        return VERDICTS.index(changed.verdict) < VERDICTS.index(before.verdict)
    if changed.verdict == "offload":
        return before.verdict == "does_not_fit"
    holds, held = (holds_at_once(a.case, a.memory) or 0 for a in (changed, before))
    return changed.verdict == "queues" and before.verdict in ("queues", "does_not_fit") and holds > held


def _changes(answer: Estimate) -> Iterator[Iterable[Variant]]:
    """The kinds of change, the gentlest first, each with its variants, the gentlest first."""
    people, slots = answer.case.concurrency, answer.memory.slots
    if answer.case.engine.reserves_pool or slots is None or slots >= people:
        if slots is not None and slots > people and not answer.case.engine.reserves_pool and not answer.case.settings.kv_unified:
            yield [("slots", say("Keep no more slots than ask at once: {n}.", n=people), answer.scenario.with_(settings__parallel=people))]
        yield from _changes_to(answer)
        return
    title = say("Give each of the {n} a slot.", n=people)
    with_slots = _tried(answer.scenario.with_(settings__parallel=people, settings__kv_unified=None), answer)
    if with_slots is None or with_slots.memory.slots != people:     # this engine has one slot for this model
        yield from _changes_to(answer)
        return
    yield [("slots", title, with_slots.scenario)]
    if with_slots.verdict in FITTING:
        return
    for variants in _changes_to(with_slots):
        yield [(kind, change if kind == "concurrency" else say("{change} {other}", change=change, other=title), scenario)
               for kind, change, scenario in variants]


def _changes_to(answer: Estimate) -> Iterator[Iterable[Variant]]:
    asked, case, memory = answer.scenario, answer.case, answer.memory
    people, context = case.concurrency, case.settings.context or 0
    yield _more_of_the_card(answer)
    short = _longest_on_devices(answer) // 256 * 256
    if SMALLEST_CONTEXT <= short < context:
        yield [("context", say("Shorten the context to {tokens} tokens per request.", tokens=short), asked.with_(settings__context=short))]
    holds = int(memory.max_concurrency or 0) if case.engine.reserves_pool else _most_slots(answer)
    if 1 <= holds < people:
        changes: dict[str, Any] = {"workload__concurrency": holds}
        if not case.engine.reserves_pool:
            changes["settings__parallel"] = holds
        yield [("concurrency", say("Let at most {holds} ask at once; the others wait at the gateway.", holds=holds),
                asked.with_(**changes))]
    eight = _eight_bit_cache(answer)
    if eight:
        yield [("kv_cache_dtype", say("Keep the KV cache in 8 bit ({dtype}).", dtype=eight), asked.with_(settings__kv_cache_dtype=eight))]
        if SMALLEST_CONTEXT <= short < context:
            half = min(context, 2 * short)
            yield [("kv_and_context", say("KV cache in 8 bit and a context of {tokens} tokens.", tokens=half),
                    asked.with_(settings__kv_cache_dtype=eight, settings__context=half))]
    smaller = [("quantization", say("Take a smaller quantization: {name}.", name=q.name), asked.with_(quantization=q.id))
               for q in _fewer_bits(case.engine, case.model, case.quantization)]
    yield _with_small_cache(smaller, eight)
    yield _with_small_cache(_more_cards(answer), eight)
    for model in _smaller_models(answer):
        yield _with_small_cache(_as_formats(answer, model), eight)
    yield _with_small_cache(_other_engine(answer), engine("llama.cpp").data["traits"]["kv_8_bit"])


def _more_of_the_card(answer: Estimate) -> Iterator[Variant]:
    """A larger share of the device for the engine, where nobody else uses it: what it takes by itself, then what it can be given."""
    case, share = answer.case, answer.case.settings.gpu_memory_utilization
    most, device = case.engine.data.get("traits", {}).get("full_share"), case.device
    if not most or share is None or (device is not None and device.in_main_memory) or any(slot.used_bytes for slot in case.machine.slots):
        return
    for more in (USUAL_SHARE, float(most)):
        if more > share:
            yield ("share", say("Give the engine {share} of the card.", share=f"{more:g}"),
                   answer.scenario.with_(settings__gpu_memory_utilization=more))


def _eight_bit_cache(answer: Estimate) -> str | None:
    """The engine's 8-bit type of the cache where that is not taken yet and the device has the arithmetic."""
    case = answer.case
    eight = case.engine.data.get("traits", {}).get("kv_8_bit")
    if not eight or case.settings.kv_cache_dtype not in ("auto", "f16", "fp16", "bf16"):
        return None
    return str(eight) if takes_cache_type(case.engine, case.machine, eight) else None


def _with_small_cache(variants: Iterable[Variant], eight: str | None) -> Iterator[Variant]:
    """Each variant, and after it the same with the cache in 8 bit."""
    for kind, title, scenario in variants:
        yield kind, title, scenario
        if eight:
            yield kind, say("{change} KV cache in 8 bit.", change=title), scenario.with_(settings__kv_cache_dtype=eight)


def _longest_on_devices(answer: Estimate) -> int:
    """The longest context at this number of requests; where parts lie on the host, that with everything on the devices."""
    memory, case = answer.memory, answer.case
    if case.engine.reserves_pool or (memory.starts and not (memory.host_weights_bytes or memory.host_kv_bytes)):
        return memory.max_context_tokens or 0
    shortest = _tried(answer.scenario.with_(settings__context=SMALLEST_CONTEXT), answer)
    return (shortest.memory.max_context_tokens or 0) if shortest is not None and shortest.verdict in FITTING else 0


def _most_slots(answer: Estimate) -> int:
    """The most slots of this context that lie on the devices as a whole, 0 where not one does."""
    low, high = 0, answer.case.concurrency
    while high - low > 1:
        middle = (low + high) // 2
        found = _tried(answer.scenario.with_(workload__concurrency=middle, settings__parallel=middle), answer)
        if found is not None and found.verdict in FITTING:
            low = middle
        else:
            high = middle
    return low


def _tried(scenario: Scenario, answer: Estimate) -> Estimate | None:
    """The changed scenario on the system of that answer, None where it cannot be answered."""
    try:
        return estimate(scenario, os=answer.case.machine.os)
    except CannotAnswer:
        return None


def _smaller_models(answer: Estimate, most: int = SMALLER_MODELS) -> list[Model]:
    """Smaller models that read as long a context and whose weights alone would fit, the largest first, the same family before others.

    One of a size: the maker's own before what others trained from it, one that can the same, a known download before none, the newest.
    """
    case, usable = answer.case, answer.memory.usable_bytes or 0
    bits = min(case.quantization.bits_per_weight or 16.0, 16.0)
    room = WEIGHT_SHARE * usable * max(1, len(case.machine.slots)) * 8 / bits
    context = case.settings.context or 0
    maker, can, family = _maker(case.model), set(case.model.capabilities), case.model.family
    sizes: list[list[Model]] = []
    for model in catalog.smaller_models(case.model, 400):
        total = components(model).total
        if total > room or (model.max_position_embeddings or context) < context:
            continue
        if sizes and (sizes[-1][0].family.startswith(family) == model.family.startswith(family)
                      and total > ONE_SIZE * components(sizes[-1][0]).total):
            sizes[-1].append(model)
        elif len(sizes) == most:
            break
        else:
            sizes.append([model])

    def liking(model: Model) -> tuple[bool, int, bool, str]:
        return _maker(model) == maker, -len(can ^ set(model.capabilities)), has_gguf(model), model.release_date or ""

    return [max(alike, key=liking) for alike in sizes]


def _maker(model: Model) -> str:
    return (model.repository or "").partition("/")[0]


def _kept(answer: Estimate) -> str | None:
    """The same kind of format for another model; a checkpoint's own format is not carried over."""
    case = answer.case
    native = case.model.native_quantization
    if native and native.method == case.quantization.id:
        return None if case.quantization.kind != "gguf_mix" else FOUR_BIT
    return case.quantization.id


def _fewer_bits(engine: Engine, model: Model, now: Quantization) -> list[Quantization]:
    """Formats of the same kind with fewer bits, the most bits first; those whose weights are to be had before the others."""
    below = [catalog.find_quantization(name) for name in STEPS_DOWN.get(now.kind, ())]
    below = [q for q in below if (q.bits_per_weight or 99) < (now.bits_per_weight or 16.0) - 0.2]
    return sorted(below, key=lambda q: not obtainable(engine, model, q.id))


def _as_formats(answer: Estimate, model: Model) -> Iterator[Variant]:
    """Another model in the same kind of format, then in smaller ones."""
    engine, kept = answer.case.engine, _kept(answer)
    asked = answer.scenario.with_(model=model.id, quantization=kept)
    yield "model", say("Take a smaller model: {name}.", name=model.name), asked
    now = catalog.find_quantization(kept or engine.default_quantization(model, answer.case.machine))
    for smaller in _fewer_bits(engine, model, now):
        yield "model", say("Take a smaller model: {name} in {format}.", name=model.name, format=smaller.name), asked.with_(
            quantization=smaller.id)


def _more_cards(answer: Estimate) -> Iterator[Variant]:
    """More of the same card, as few as will do; the same number in a smaller format before more of them."""
    asked, case = answer.scenario, answer.case
    device, count = case.device, len(case.machine.slots)
    if device is None or device.most_in_one_machine == 1 or device.unified_memory or asked.hardware.devices:
        return
    for more in (2, 4, 8):
        if count * more > MOST_CARDS:
            return
        changes: dict[str, Any] = {"hardware__count": count * more}
        if case.engine.reserves_pool:
            changes["settings__tensor_parallel"] = case.settings.tensor_parallel * more
        yield "cards", say("Use {count} such cards.", count=count * more), asked.with_(**changes)
        for smaller in _fewer_bits(case.engine, case.model, case.quantization):
            yield ("cards", say("Use {count} such cards and a smaller quantization: {name}.", count=count * more, name=smaller.name),
                   asked.with_(quantization=smaller.id, **changes))


def _other_engine(answer: Estimate) -> Iterator[Variant]:
    """llama.cpp in place of another engine: it has formats of 4 bit and slots, and main memory takes what the cards do not."""
    case, asked, other = answer.case, answer.scenario, engine("llama.cpp")
    if case.engine.id == other.id or not has_gguf(case.model):
        return
    kept = case.quantization if case.quantization.kind == "gguf_mix" else catalog.find_quantization(FOUR_BIT)
    settings = Settings(context=case.settings.context, parallel=case.concurrency)
    yield ("engine", say("Serve it with {engine} in {format}.", engine=other.name, format=kept.name),
           asked.with_(engine=other.id, engine_version=None, quantization=kept.id, settings=settings))
