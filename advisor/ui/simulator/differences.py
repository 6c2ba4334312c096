"""What sets a kept run apart from the present scenario, in the words of the levers."""

from __future__ import annotations

from typing import Any

from advisor.scenario import Scenario, Speculative
from advisor.ui import engine_levers, words
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.whatif.question import Kept
from advisor.whatif.traffic import Traffic


def of_kept(kept: Kept, store: Store) -> str:
    """`max_num_seqs 16 · prompt length 3,000`: the kept run's values where they are not the present ones."""
    parts = [*_scenario(kept.filled, store.filled), *_traffic(kept.asked.traffic, store.state.task.traffic)]
    return " · ".join(parts) if parts else tr("the same settings as now")


def take(kept: Kept, store: Store) -> None:
    """The scenario and traffic of a kept run become the present ones: one step to undo."""
    asked, traffic = kept.asked.scenario, kept.asked.traffic
    changes = {name: getattr(asked, name) for name in type(asked).model_fields}
    here = store.state.task.traffic
    store.ask_traffic(f"take kept {kept.number}", changes, **{name: getattr(traffic, name) for name in Traffic.__dataclass_fields__
                                      if name not in ("against", "over") and getattr(traffic, name) != getattr(here, name)})


def _scenario(then: Scenario, now: Scenario) -> list[str]:
    found = []
    if then.model != now.model:
        found.append(str(then.model))
    if then.quantization != now.quantization:
        found.append(str(then.quantization))
    if then.engine != now.engine or then.engine_version != now.engine_version:
        found.append(" ".join(x for x in (then.engine, then.engine_version) if x))
    if then.hardware != now.hardware:
        found.append(words.hardware(then.hardware))
    named = {lever.field: lever.name for lever in engine_levers.levers_of(then.engine)}
    for part, known in (("workload", _workload()), ("settings", {**_settings(), **named})):
        a, b = getattr(then, part), getattr(now, part)
        for field in type(a).model_fields:
            if getattr(a, field) != getattr(b, field):
                found.append(f"{known.get(field, field)} {_value(getattr(a, field))}")
    return found


def _workload() -> dict[str, str]:
    return {"concurrency": tr("people at once"), "requests_per_s": tr("requests a second"), "prompt_tokens": tr("prompt length"),
            "output_tokens": tr("answer length"), "shared_prefix_tokens": tr("shared prefix")}


def _settings() -> dict[str, str]:
    return {"kv_cache_dtype": tr("KV cache type"), "prefix_caching": tr("prefix cache"),
            "speculative": tr("Drafted tokens (MTP)")}


def _traffic(then: Traffic, now: Traffic) -> list[str]:
    named: dict[str, str] = {
        "shape": tr("shape"), "seconds": tr("run for"), "think_s": tr("pause to think"), "spread": tr("spread"), "seed": tr("seed"),
        "first_token_s": tr("promised first token"), "pace": tr("promised pace"), "queue": tr("queue length"), "wait_s": tr("wait at most"),
        "request_s": tr("timeout"), "per_user": tr("quota a user"), "watermark": tr("fall back"), "trace": tr("trace")}
    units = {"seconds": " s", "think_s": " s", "wait_s": " s", "request_s": " s", "first_token_s": " s", "pace": " tok/s"}
    found = []
    for field, word in named.items():
        value = getattr(then, field)
        if value != getattr(now, field):
            found.append(f"{word} {_value(value)}{units.get(field, '') if value is not None else ''}")
    return found


def _value(value: Any) -> str:
    if value is None:
        return tr("off")
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, Speculative):
        return str(value.num_speculative_tokens)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("\\", "/").rpartition("/")[2]
