"""What a sweep may go over besides the load: one lever of the scenario, at values around the present one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from advisor.engines import engines
from advisor.engines.launch import launch_data
from advisor.scenario import Scenario
from advisor.speed import OUTPUT_TOKENS, PROMPT_TOKENS
from advisor.ui import engine_levers, numbers
from advisor.ui.calculator.inputs import KV_TYPES, quantizations
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.whatif.question import Lever

MOST = 9
_PEOPLE = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
_TOKENS = tuple(2 ** n for n in range(5, 21))
_SHARES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
_RATES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
_GRIDS: dict[str, tuple[float, ...]] = {
    "people": _PEOPLE, "prompt": _TOKENS, "answer": _TOKENS, "parallel": _PEOPLE, "max_batched_tokens": _TOKENS[3:12],
    "ubatch": _TOKENS[1:9], "gpu_memory_utilization": _SHARES, "context": _TOKENS[5:], "cards": (1, 2, 4, 8)}
_FIELDS = {"prompt": "workload__prompt_tokens", "answer": "workload__output_tokens", "rate": "workload__requests_per_s",
           "kv": "settings__kv_cache_dtype", "quantization": "quantization"}


def people_changes(scenario: Scenario, people: int) -> dict[str, Any]:
    """Another number of people; where the slots were set to it, they stay so."""
    changes: dict[str, Any] = {"workload__concurrency": people}
    if scenario.settings.parallel is not None and scenario.settings.parallel == (scenario.workload.concurrency or 1):
        changes["settings__parallel"] = people
    return changes


def cards_changes(scenario: Scenario, cards: int) -> dict[str, Any]:
    """Another number of equal cards. Where all of them work on one model now, all of them do then, split as the engine's data says."""
    settings = scenario.settings
    engine = engines().get(scenario.engine or "")
    split = engine is not None and engine.reserves_pool and "tensor_parallel" in launch_data(engine).get("flags", {})
    whole = settings.tensor_parallel * settings.pipeline_parallel * settings.data_parallel == scenario.hardware.count
    changes: dict[str, Any] = {"hardware__count": cards}
    if split and whole:
        changes |= {"settings__tensor_parallel": cards, "settings__pipeline_parallel": 1, "settings__data_parallel": 1}
    return changes


def names(store: Store) -> dict[str, str]:
    """What can be swept here, in order: key and words, the engine's own levers under the engine's names."""
    traffic, workload = store.state.task.traffic, store.scenario.workload
    shape = traffic.shape_for(workload.requests_per_s)
    found = {"load": tr("the load")}
    if shape == "people":
        found["people"] = tr("people at once")
    elif shape != "trace":
        found["rate"] = tr("requests a second")
    if shape != "trace":
        found |= {"prompt": tr("prompt length"), "answer": tr("answer length")}
    found |= {lever.field: lever.name for lever in engine_levers.levers_of(store.filled.engine)}
    found |= {"kv": tr("KV cache type"), "quantization": tr("quantization")}
    if store.scenario.hardware.device and not store.scenario.hardware.devices:
        found["cards"] = tr("cards")
    return found


def lever(store: Store, key: str, before: Lever | None = None) -> Lever | None:
    """The lever with its values, None for the load, and where the present scenario has no such lever.

    The values stay those of `before` while the present one is between them, so that taking one does not move the axis.
    """
    named = names(store)
    if key == "load" or key not in named or store.estimate is None or store.error is not None:
        return None
    here, words = present(store, key), _words(store, key)
    if here is None:
        return None
    values = _values(store, key, here)
    if before is not None and before.key == key and key in _GRIDS and before.values[0] < here < before.values[-1] \
            and here in before.values:
        values = before.values
    return Lever(key, named[key], values, tuple(words(v) for v in values),
                 tuple(tuple(changes(store.scenario, key, v).items()) for v in values), here)


def changes(scenario: Scenario, key: str, value: Any) -> dict[str, Any]:
    """What taking a value changes in the scenario."""
    if key == "people":
        return people_changes(scenario, value)
    if key == "cards":
        return cards_changes(scenario, value)
    return {_FIELDS.get(key, f"settings__{key}"): value}


def present(store: Store, key: str) -> Any:
    """The value in force, the engine's default where none is asked."""
    filled = store.filled
    found = {"people": filled.workload.concurrency or 1, "rate": filled.workload.requests_per_s,
             "prompt": filled.workload.prompt_tokens or PROMPT_TOKENS, "answer": filled.workload.output_tokens or OUTPUT_TOKENS,
             "kv": store.scenario.settings.kv_cache_dtype, "quantization": filled.quantization, "cards": filled.hardware.count}
    return found[key] if key in found else getattr(filled.settings, key)


def _words(store: Store, key: str) -> Callable[[Any], str]:
    if key == "quantization":
        named = dict(quantizations(store, False))
        return lambda value: named.get(value, str(value))
    if key in ("gpu_memory_utilization", "rate"):
        return lambda value: f"{value:,.2f}"
    if key in ("prompt", "answer", "max_batched_tokens", "ubatch", "context"):
        return lambda value: numbers.context_name(value)
    return lambda value: f"{value:,}" if isinstance(value, int) else str(value)


def _values(store: Store, key: str, present: Any) -> tuple[Any, ...]:
    if key == "kv":
        return tuple(dict.fromkeys((*KV_TYPES, present)))
    if key == "quantization":
        return _formats(store, present)
    if key == "rate":
        return tuple(sorted({*(round(present * share, 4) for share in _RATES), present}))
    grid = _GRIDS[key]
    near = sorted(grid, key=lambda value: abs(_steps(value, present)))[:MOST - (present not in grid)]
    return tuple(sorted({*near, present}))


def _steps(value: float, present: float) -> float:
    """How far a value is from the present one: in ratios, one that is less counting a little less."""
    from math import log2
    return log2(value / present) * (1.0 if value > present else 0.98)


def _formats(store: Store, present: Any) -> tuple[Any, ...]:
    """Formats of the engine from the smallest to the largest, at most MOST of them, evenly chosen, the present one always."""
    from advisor import catalog
    bits = {found.id: found.bits_per_weight for found in catalog.quantizations().values()}
    known = sorted((f for f, _ in quantizations(store, False) if bits.get(f) is not None), key=lambda f: (bits[f], f))
    if present not in known:
        return (present,)
    here, stride = known.index(present), max(1, -(-len(known) // (MOST - 1)))
    return tuple(f for i, f in enumerate(known) if (i - here) % stride == 0)
