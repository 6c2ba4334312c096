"""Which model, where the person names none: as able as possible, fitting with the context, at a pace that can be read."""

from __future__ import annotations

import math
from collections.abc import Callable

from advisor import catalog
from advisor.formula.parameters import components
from advisor.recommend.question import Question
from advisor.scenario import Machine, Model

ENOUGH, MOST, LOOKED_AT = 6, 32, 64
# Bits a parameter of a 4-bit file with its scales and 16-bit parts, and the share of memory left for KV and buffers.
BITS_OF_4_BIT, WEIGHT_SHARE = 4.9, 0.85
GAIN_A_YEAR = 0.55
# Tokens a second that people want by what matters most to them; a pace of half that costs PACE_WEIGHT doublings of ability.
WISHED_PACE: dict[str | None, float] = {"pace": 40.0, "first-token": 30.0, "quality": 8.0, None: 20.0}
PACE_WEIGHT, ROUGH_EFFICIENCY = 1.6, 0.6
# In doublings: a model trained for the task; GGUF files that are known; weights that an engine can fetch as its commands say.
FOR_THE_TASK, KNOWN_GGUF, READY_MADE = 1.0, 1.0, 3.0
ABLE = {"code": "code", "agents": "tools"}


def candidates(question: Question, machine: Machine, memory_bytes: int, ready: Callable[[Model], bool] | None = None) -> list[Model]:
    """Catalog models that fit at 4 bit, the worthiest first: ENOUGH to choose among, and some more for where those do not do.
    `memory_bytes` is what all devices together may fill, `ready` whether the engine finds weights ready made that fit.

    Worth is ability less what a pace under the wished one costs, with the pace taken roughly from the active bytes: a
    mixture of experts wins where bandwidth is short. The engine's own estimate decides among the few that are returned.
    """
    cap = WEIGHT_SHARE * memory_bytes * 8 / BITS_OF_4_BIT
    bandwidth = _bandwidth(machine)
    fitting = [model for model in catalog.general_models() if components(model).total <= cap and _holds(model, question)]

    def worth(model: Model) -> float:
        read = components(model).active_without_embedding * BITS_OF_4_BIT / 8
        rough = ROUGH_EFFICIENCY * bandwidth / read if bandwidth else WISHED_PACE[None]
        return ability(model, question, False) - too_slow(rough, question)

    best = sorted(fitting, key=worth, reverse=True)[:LOOKED_AT]
    return sorted(best, key=lambda model: worth(model) + READY_MADE * (ready or has_gguf)(model), reverse=True)[:MOST]


def has_gguf(model: Model) -> bool:
    """Whether the catalog knows GGUF files of it."""
    return bool(model.ollama_tag or model.gguf_repository)


def too_slow(tokens_per_s: float, question: Question) -> float:
    """What a pace below the wished one costs, in doublings of ability."""
    wished = WISHED_PACE.get(question.priority, WISHED_PACE[None])
    return PACE_WEIGHT * max(0.0, math.log2(wished / max(tokens_per_s, 0.01)))


def _holds(model: Model, question: Question) -> bool:
    return model.max_position_embeddings is None or model.max_position_embeddings >= question.prompt_tokens + question.output_tokens


def _bandwidth(machine: Machine) -> float | None:
    devices = [slot.device for slot in machine.slots if slot.device] or ([machine.cpu] if machine.cpu else [])
    known = [device.bandwidth_bytes_per_s for device in devices if device.bandwidth_bytes_per_s]
    return min(known) if known else None


def ability(model: Model, question: Question, ready: bool | None = None) -> float:
    """A rough rank, from effective size and age, the task, and whether its weights are `ready` to download (None: as GGUF).

    Effective size of a mixture is the geometric mean of total and active parameters, the field's rule of thumb; a year of
    progress counts as GAIN_A_YEAR doublings.
    """
    counted = components(model)
    size = math.log2(math.sqrt(counted.total * counted.active) / 1e9)
    year = float(model.release_date[:4]) + float(model.release_date[5:7] or 6) / 12 if model.release_date else 2023.0
    rank = size + GAIN_A_YEAR * (year - 2023.0)
    wanted = ABLE.get(question.task)
    if wanted and any(capability.startswith(wanted) for capability in model.capabilities):
        rank += FOR_THE_TASK
    if ready is None:
        return rank + KNOWN_GGUF * has_gguf(model)
    return rank + READY_MADE * ready
