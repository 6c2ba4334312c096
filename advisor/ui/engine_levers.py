"""Which levers the engine in force has, by its own names: read from its launch data. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from advisor.engines import engines
from advisor.engines.launch import launch_data
from advisor.ui.language import tr

FIELDS = ("parallel", "gpu_memory_utilization", "max_batched_tokens", "ubatch", "context")
FLAG_OF = {"max_batched_tokens": ("max_batched_tokens", "batch")}


@dataclass(frozen=True, slots=True)
class Lever:
    """`field` of the scenario's settings, the engine's `name` for it as shown, and the `flag` as typed."""

    field: str
    name: str
    flag: str


def levers_of(engine_id: str | None) -> list[Lever]:
    """In the order of FIELDS; none for an engine that is not known."""
    engine = engines().get(engine_id or "")
    if engine is None:
        return []
    flags = {field: flag_of(engine.id, field) for field in FIELDS}
    return [Lever(field, plain(flag), flag) for field, flag in flags.items() if flag]


@lru_cache(maxsize=128)
def flag_of(engine_id: str, field: str) -> str:
    """The engine's own variable or flag for a field of the settings, as typed; "" where it has none or is not known."""
    engine = engines().get(engine_id)
    data = launch_data(engine) if engine is not None else {}
    flags = data.get("flags", {})
    return str(data.get("variables", {}).get(field)
               or next((flags[key]["name"] for key in FLAG_OF.get(field, (field,)) if key in flags), ""))


def queue_name(engine_id: str | None) -> str:
    """The engine's own word for the length of its queue, "" where it has none."""
    engine = engines().get(engine_id or "")
    data = launch_data(engine) if engine is not None else {}
    return data.get("variables", {}).get("max_queue") or data.get("flags", {}).get("max_queue", {}).get("name", "")


def plain(flag: str) -> str:
    """`--max-num-seqs` as `max_num_seqs`; short flags and variables stay as they are."""
    return flag[2:].replace("-", "_") if flag.startswith("--") else flag


def words() -> dict[str, str]:
    """What each lever does, in a few words."""
    return {"parallel": tr("running at most"), "gpu_memory_utilization": tr("share of the card"),
            "max_batched_tokens": tr("tokens a step"), "ubatch": tr("tokens a pass"), "context": tr("tokens a request")}
