"""The nearest changes that would make a question fit, each with its estimate: shorter, fewer, 8-bit KV, smaller, one more card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from advisor import catalog
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, estimate, holds_at_once
from advisor.formula.parameters import components
from advisor.recommend.models import has_gguf
from advisor.scenario import Model, Scenario
from advisor.words import say

MOST = 6
SMALLEST_CONTEXT = 1024
SMALLER_MODELS, ONE_SIZE, WEIGHT_SHARE = 3, 0.97, 0.85
STEPS_DOWN = {
    "gguf_mix": ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_xs", "q3_k_m", "iq3_xxs"),
    "mlx": ("mlx-8bit", "mlx-6bit", "mlx-4bit"),
    "gpu": ("fp8", "awq"),
    "plain": ("fp8", "int8", "awq"),
}


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

    A change that still queues is kept only when it holds more at once than before.
    """
    if answer.verdict in ("fits", "unknown"):
        return []
    found: list[Change] = []
    for kind, title, scenario in _changes(answer):
        try:
            changed = estimate(scenario)
        except CannotAnswer:
            continue
        if _better(changed, answer):
            found.append(Change(kind, title, changed))
        if len(found) == MOST:
            break
    return found


def _better(changed: Estimate, before: Estimate) -> bool:
    if changed.verdict in ("fits", "tight"):
        return VERDICTS.index(changed.verdict) < VERDICTS.index(before.verdict)
    holds, held = (holds_at_once(a.case, a.memory) or 0 for a in (changed, before))
    return changed.verdict == "queues" and before.verdict in ("queues", "does_not_fit") and holds > held


def _changes(answer: Estimate) -> Iterator[tuple[str, str, Scenario]]:
    asked, case, memory = answer.scenario, answer.case, answer.memory
    people, context = case.concurrency, case.settings.context or 0
    reset = {"settings__parallel": None} if not case.engine.reserves_pool else {}
    longest = _longest_on_devices(answer)
    short = longest // 256 * 256
    if SMALLEST_CONTEXT <= short < context:
        yield (
            "context",
            say("Shorten the context to {tokens} tokens per request.", tokens=short),
            asked.with_(settings__context=short),
        )
    holds = int(memory.max_concurrency or 0) if case.engine.reserves_pool else _most_slots(answer)
    if 1 <= holds < people:
        changes: dict[str, Any] = {"workload__concurrency": holds}
        if reset:
            changes["settings__parallel"] = holds
        yield (
            "concurrency",
            say("Let at most {holds} ask at once; the others wait at the gateway.", holds=holds),
            asked.with_(**changes),
        )
    eight = case.engine.data.get("traits", {}).get("kv_8_bit")
    if eight and case.settings.kv_cache_dtype in ("auto", "f16", "fp16", "bf16"):
        yield (
            "kv_cache_dtype",
            say("Keep the KV cache in 8 bit ({dtype}).", dtype=eight),
            asked.with_(settings__kv_cache_dtype=eight),
        )
        if SMALLEST_CONTEXT <= short < context:
            half = min(context, 2 * short)
            yield (
                "kv_and_context",
                say("KV cache in 8 bit and a context of {tokens} tokens.", tokens=half),
                asked.with_(settings__kv_cache_dtype=eight, settings__context=half),
            )
    for name in _fewer_bits(answer):
        quantization = catalog.find_quantization(name)
        yield (
            "quantization",
            say("Take a smaller quantization: {name}.", name=quantization.name),
            asked.with_(quantization=quantization.id),
        )
    yield from _more_cards(answer)
    for model in _smaller_models(answer):
        yield ("model", say("Take a smaller model: {name}.", name=model.name), asked.with_(model=model.id, quantization=_kept(answer)))


def _longest_on_devices(answer: Estimate) -> int:
    """The longest context at this number of requests; where parts lie on the host, that with everything on the devices."""
    memory, case = answer.memory, answer.case
    if case.engine.reserves_pool or (memory.starts and not (memory.host_weights_bytes or memory.host_kv_bytes)):
        return memory.max_context_tokens or 0
    shortest = _tried(answer.scenario.with_(settings__context=SMALLEST_CONTEXT))
    return (shortest.memory.max_context_tokens or 0) if shortest is not None and shortest.verdict in ("fits", "tight") else 0


def _most_slots(answer: Estimate) -> int:
    """The most slots of this context that lie on the devices as a whole, 0 where not one does."""
    low, high = 0, answer.case.concurrency
    while high - low > 1:
        middle = (low + high) // 2
        found = _tried(answer.scenario.with_(workload__concurrency=middle, settings__parallel=middle))
        if found is not None and found.verdict in ("fits", "tight"):
            low = middle
        else:
            high = middle
    return low


def _tried(scenario: Scenario) -> Estimate | None:
    try:
        return estimate(scenario)
    except CannotAnswer:
        return None


def _smaller_models(answer: Estimate) -> list[Model]:
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
        elif len(sizes) == SMALLER_MODELS:
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
        return None if case.quantization.kind != "gguf_mix" else "q4_k_m"
    return case.quantization.id


def _fewer_bits(answer: Estimate) -> list[str]:
    case = answer.case
    ladder = STEPS_DOWN.get(case.quantization.kind, ())
    bits = case.quantization.bits_per_weight or 16.0
    return [name for name in ladder if (catalog.find_quantization(name).bits_per_weight or 99) < bits - 0.2][:3]


def _more_cards(answer: Estimate) -> Iterator[tuple[str, str, Scenario]]:
    asked, case = answer.scenario, answer.case
    device, count = case.device, len(case.machine.slots)
    if device is None or device.unified_memory or asked.hardware.devices or count > 8:
        return
    for more in (2, 4):
        if count * more > 16:
            return
        settings = case.settings
        changes: dict[str, Any] = {"hardware__count": count * more}
        if case.engine.reserves_pool:
            changes["settings__tensor_parallel"] = settings.tensor_parallel * more
        yield ("cards", say("Use {count} such cards.", count=count * more), asked.with_(**changes))
