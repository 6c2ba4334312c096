"""Which model, where the person names none: as able as possible, fitting with the context, at a pace that can be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from advisor import catalog
from advisor.formula.kv_layout import request_bytes
from advisor.formula.parameters import Components, components
from advisor.formula.roofline import experts_touched
from advisor.recommend.question import Question
from advisor.scenario import Machine, Model

ENOUGH, MOST, LOOKED_AT = 6, 32, 64
ENOUGH_FOR_SPEED = 12       # to choose among by speed: the faster ones are further down
# Bits a parameter of a 4-bit file with its scales and 16-bit parts, and the share of memory left for KV and buffers.
BITS_OF_4_BIT, WEIGHT_SHARE = 4.9, 0.85
LEAST_KV_BYTES = 1.0        # a number of the cache in 8 bit: the least that servers make of it
# Tokens a second that people want by what matters most to them; a pace of half that costs PACE_WEIGHT doublings of ability.
WISHED_PACE: dict[str | None, float] = {"pace": 60.0, "first-token": 30.0, "quality": 8.0, None: 20.0}
PACE_WEIGHT, ROUGH_EFFICIENCY, ROUGH_COMPUTE, ROUGH_INDEPENDENCE = 2.5, 0.6, 0.5, 0.5
# Who puts the pace or the first token first gains by what is better than wished too, up to MOST_FASTER doublings of it: nobody
# reads faster, and a less able model is no gain then.
FASTER_WEIGHT, MOST_FASTER = 2.0, 1.0
# Seconds to the first token that people wait gladly, likewise; twice that costs FIRST_WEIGHT doublings.
WISHED_FIRST: dict[str | None, float] = {"first-token": 1.5, "quality": 15.0, "throughput": 30.0, "cost": 30.0, None: 5.0}
FIRST_WEIGHT: dict[str | None, float] = {"first-token": 3.0, None: 1.2}
# Doublings of ability that twice the tokens a second of all together are worth, where they are the aim (the cost of a token is the
# machine's by them); to a batch somewhat, which ends so much earlier.
OUTPUT_WEIGHT: dict[str | None, float] = {"throughput": 4.0, "cost": 4.0}
# Where people read what is written while it comes, an abler model is worth more than to a program that works through a queue.
READ_ALONG, READERS_WEIGHT = ("chat", "rag", "team-service"), 2.0
BATCH_WEIGHT = 1.1
# Doublings by which a model may stay behind the worthiest and still be good enough to be chosen for its speed.
GOOD_ENOUGH = 2.9
# In doublings: a model trained for the task; GGUF files that are known; weights that an engine can fetch as its commands say; caches
# of all the people that do not fit beside the weights, or a context asked for that it was not made for.
FOR_THE_TASK, KNOWN_GGUF, READY_MADE, CROWDED = 1.0, 2.0, 8.0, 8.0
FORBIDDEN = 3.0     # in doublings: a licence that forbids commercial use, where that is likely and who asks named no model
# A model of which no published score is known is taken for less able by this share of how far models stand apart.
UNMEASURED = 1.0
ABLE = {"code": "code", "agents": "tools"}


def candidates(question: Question, machine: Machine, memory_bytes: int, ready: Callable[[Model], bool] | None = None) -> list[Model]:
    """Catalog models that fit at 4 bit, the worthiest first: ENOUGH to choose among, and some more for where those do not do.
    `memory_bytes` is what all devices together may fill, `ready` whether the engine finds weights ready made that fit.

    Worth is ability less what a pace under the wished one costs, with the pace taken roughly from the active bytes: a
    mixture of experts wins where bandwidth is short. The engine's own estimate decides among the few that are returned.
    """
    best = _worthiest(question, machine, memory_bytes, catalog.generation())
    return [model for _, model in sorted(best, key=lambda pair: pair[0] + READY_MADE * (ready or has_gguf)(pair[1]), reverse=True)[:MOST]]


def ablest(question: Question, machine: Machine, memory_bytes: int) -> float:
    """How able the worthiest model is, whichever engine runs it: what is good enough is measured by it."""
    best = _worthiest(question, machine, memory_bytes, catalog.generation())
    return ability(best[0][1], question, True) if best else 0.0


@lru_cache(maxsize=4)
def _worthiest(question: Question, machine: Machine, memory_bytes: int, generation: int) -> list[tuple[float, Model]]:
    """The LOOKED_AT worthiest models, wherever their weights come from, with their worth: one list for all the engines."""
    cap = WEIGHT_SHARE * memory_bytes
    found = []
    for model in catalog.general_models():
        counted = components(model)
        weights = counted.total * BITS_OF_4_BIT / 8
        if weights > cap or not _holds(model, question):
            continue
        rough = _rough_pace(counted, question, machine) or WISHED_PACE[None]
        short = question.context_asked and (model.max_position_embeddings or question.context) < question.context
        held = weights + question.users * request_bytes(model, LEAST_KV_BYTES, question.context)
        worth = ability(model, question, False) - too_slow(rough, question) - forbidden(model, question)
        found.append((worth - CROWDED * ((held > cap) + short), model))
    return sorted(found, key=lambda pair: pair[0], reverse=True)[:LOOKED_AT]


def forbidden(model: Model, question: Question) -> float:
    """What a licence that forbids commercial use costs where the answers are likely to be a company's, in doublings of ability."""
    return FORBIDDEN if question.for_work and catalog.licence_terms(model).get("commercial") == "no" else 0.0


def has_gguf(model: Model) -> bool:
    """Whether the catalog knows GGUF files of it."""
    return bool(model.ollama_tag or model.gguf_repository)


def too_slow(tokens_per_s: float, question: Question) -> float:
    """What a pace below the wished one costs, in doublings of ability."""
    wished = WISHED_PACE.get(question.priority, WISHED_PACE[None])
    return PACE_WEIGHT * max(0.0, math.log2(wished / max(tokens_per_s, 0.01)))


def too_late(ttft_s: float, question: Question) -> float:
    """What a first token later than wished costs, in doublings of ability."""
    wished = WISHED_FIRST.get(question.priority, WISHED_FIRST[None])
    return FIRST_WEIGHT.get(question.priority, FIRST_WEIGHT[None]) * max(0.0, math.log2(max(ttft_s, 0.01) / wished))


def gain(tokens_per_s: float | None, all_tokens_per_s: float | None, ttft_s: float | None, question: Question) -> float:
    """What speed gives beyond being enough, in doublings of ability: the pace of each or the first token where it is put first, what all
    get together where that is the aim. 0 unknown."""
    if question.priority == "pace" and tokens_per_s:
        return FASTER_WEIGHT * min(MOST_FASTER, max(0.0, math.log2(tokens_per_s / WISHED_PACE["pace"])))
    if question.priority == "first-token" and ttft_s:
        return FASTER_WEIGHT * min(MOST_FASTER, max(0.0, math.log2(WISHED_FIRST["first-token"] / ttft_s)))
    weight = OUTPUT_WEIGHT.get(question.priority, BATCH_WEIGHT if question.task == "batch" and not question.priority else 0.0)
    if question.task in READ_ALONG:
        weight = min(weight, READERS_WEIGHT)
    return weight * math.log2(max(1.0, all_tokens_per_s or 1.0))


class Valued(NamedTuple):
    """What one model is worth, in doublings of ability: `worth` all told but for what its speed gives beyond being enough, `able` by its
    ability alone, `gained` by that speed."""

    worth: float = 0.0
    able: float = 0.0
    gained: float = 0.0


UNVALUED = Valued()


def with_gains(found: Sequence[Valued], usual: Valued) -> list[float]:
    """Worth of each with its speed, which counts among those good enough beside `usual`, the worthiest where nothing is put first: else
    the smallest model would come of asking for speed, as it is always the fastest."""
    enough = [each.worth >= usual.worth - GOOD_ENOUGH and each.able >= usual.able - GOOD_ENOUGH for each in found]
    slowest = min((each.gained for each, good in zip(found, enough, strict=True) if good), default=0.0)
    return [each.worth + (each.gained if good else min(each.gained, slowest)) for each, good in zip(found, enough, strict=True)]


def _holds(model: Model, question: Question) -> bool:
    return model.max_position_embeddings is None or model.max_position_embeddings >= question.prompt_tokens + question.output_tokens


def _rough_pace(counted: Components, question: Question, machine: Machine) -> float | None:
    """Tokens a second that each person sees, roughly: the active weights are read for each token, for several people more of the experts,
    and their own prompts are computed in between (of a batch, where nobody reads along, one stream counts). None unknown."""
    devices = [slot.device for slot in machine.slots if slot.device] or ([machine.cpu] if machine.cpu else [])
    bandwidth = min((device.bandwidth_bytes_per_s for device in devices if device.bandwidth_bytes_per_s), default=None)
    if not bandwidth:
        return None
    active, people = counted.active_without_embedding, 1 if question.task == "batch" else question.users
    size = BITS_OF_4_BIT / 8
    seconds = active * size / bandwidth
    if people > 1:
        read = counted.total * experts_touched(active / counted.total, people, ROUGH_INDEPENDENCE)
        seconds += max(0.0, read - active) * size / bandwidth / len(devices)
        flops = min((device.fp16_flops for device in devices if device.fp16_flops), default=None)
        tokens = people * (1 + question.prompt_tokens / max(1, question.output_tokens))
        seconds += tokens * 2 * active / (ROUGH_COMPUTE * flops * len(devices)) if flops else 0.0
    return ROUGH_EFFICIENCY / seconds


def size_and_age(model: Model) -> tuple[float, float]:
    """Doublings of 1e9 parameters and years since 2023 (0 where its date is not known). Of a mixture the geometric mean of total and
    active parameters counts, the field's rule of thumb."""
    counted = components(model)
    date = model.release_date or "2023-00"
    return math.log2(math.sqrt(counted.total * counted.active) / 1e9), float(date[:4]) + float(date[5:7] or 6) / 12 - 2023.0


def ability(model: Model, question: Question, ready: bool | None = None) -> float:
    """How able for the task, in doublings of size, and whether its weights are `ready` to download (None: as GGUF).

    By published scores where there are any (catalog.abilities); else by size and age, at the progress a year that the scored models
    made.
    """
    known = catalog.abilities()
    found = known["rows"].get(model.id)
    wanted = ABLE.get(question.task, "general")
    if found:
        rank = float(found.get(wanted, found["general"]))
    else:
        size, years = size_and_age(model)
        rank = size + known["progress_a_year"] * years - UNMEASURED * known["spread"]
    if not (found and wanted in found) and any(capability.startswith(wanted) for capability in model.capabilities):
        rank += FOR_THE_TASK
    if ready is None:
        return rank + KNOWN_GGUF * has_gguf(model)
    return rank + READY_MADE * ready
