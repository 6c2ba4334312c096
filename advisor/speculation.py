"""Speculative decoding with a model's own layers for multi-token prediction: where it goes, and what it gains.

A round proposes tokens one after another with those layers and the head, and one step of the model checks them all
(formula/speculative.py). How often a token is taken, and what a round costs besides (kernels for few rows, sampling, the way back to
the host), is data: resources/catalog/speculative.json, from paired measurements (packaging/calibration/speculative.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from advisor import resources
from advisor.engines.base import Case
from advisor.engines.versions import at_least
from advisor.errors import CannotAnswer
from advisor.formula import roofline
from advisor.formula.parameters import components
from advisor.formula.step_time import step_time
from advisor.scenario import Model
from advisor.speed_case import Prepared, Round
from advisor.words import say


class Gain(NamedTuple):
    """How many times faster: with tokens that are hard to guess (prose), as published in the middle, with easy ones (code)."""

    low: float
    typical: float
    high: float


NO_GAIN = Gain(1.0, 1.0, 1.0)


@cache
def data() -> Mapping[str, Any]:
    """What is measured of it."""
    return dict(resources.catalog_data("speculative.json"))


def drafts_itself(model: Model) -> bool:
    """Whether the model brings layers that predict further tokens."""
    return bool(model.mtp_layers or model.mtp_parameters) and model.job == "text"


def possible(case: Case) -> bool:
    """Whether that engine in that version drafts with that model's own layers, at this split."""
    since = case.engine.data.get("traits", {}).get("drafts", {}).get("mtp")
    return since is not None and drafts_itself(case.model) and at_least(case.version, since) and not _kept_from_stages(case)


def _kept_from_stages(case: Case) -> bool:
    """Whether the layers lie in pipeline stages, over which that engine in that version does not draft."""
    if case.settings.pipeline_parallel == 1 or not case.engine.reserves_pool:
        return False
    since = case.engine.data["traits"]["drafts"].get("pipeline")
    return since is None or not at_least(case.version, since)


def refuse(case: Case) -> None:
    """Raises CannotAnswer where drafts are asked for that the model or the engine does not make."""
    if case.settings.speculative is None:
        return
    field = "settings.speculative"
    if not drafts_itself(case.model):
        raise CannotAnswer(say("{model} has no layers for multi-token prediction (MTP) that are known here.", model=case.model.name),
                           say("Leave `speculative` out, or take a model that has them (Qwen3.5 and later, GLM-4.5 and later, "
                               "DeepSeek-V3 and later)."), field)
    since = case.engine.data.get("traits", {}).get("drafts", {}).get("mtp")
    if since is None:
        raise CannotAnswer(say("Drafts by the model's own layers (MTP) are not written here for {engine}.", engine=case.engine.name),
                           say("Take llama.cpp, vLLM, SGLang or TensorRT-LLM, or leave `speculative` out."), field)
    if not at_least(case.version, since):
        raise CannotAnswer(say("Drafts by the model's own layers (MTP) came with {engine} {since}.", engine=case.engine.name, since=since),
                           say("Take that version or a newer one, or leave `speculative` out."), field)
    if _kept_from_stages(case):
        raise CannotAnswer(say("{engine} {version} does not start with drafts by the model's own layers (MTP) over pipeline stages.",
                               engine=case.engine.name, version=case.version or ""),
                           say("Set pipeline parallel to 1, or leave `speculative` out."), field)


def draft_time(model: Model, prepared: Prepared, sequences: float) -> float:
    """Seconds of one proposal for so many sequences: a layer like the others, the projection of two hidden states, and the head."""
    m, asked, parts = prepared.step, prepared.work, components(model)
    own = parts.mtp / max(model.mtp_layers, 1)
    experts = max((kind.routed_experts for kind in parts.kinds), default=0)
    sparse = model.moe is not None and own > experts > 0
    read = (own - (experts if sparse else 0) + parts.head_read) / max(asked.dense_params, 1.0) * m.dense_read_s
    if sparse:
        read += m.experts_read_s * experts / max(asked.experts_params, 1.0) * roofline.experts_touched(m.expert_share, sequences,
                                                                                                       m.independence)
    return float(read + m.fixed_s / max(asked.layers, 1.0))


def round_cost(prepared: Prepared) -> float:
    """What a proposed token costs besides its own reading and checking, as a share of a plain step of one sequence."""
    costs = data()["cost_a_token"]
    own = costs.get(prepared.setup.engine, costs["any"])
    return float(own.get(prepared.setup.device_class, own.get(prepared.setup.vendor, own["any"])))


def round_of(case: Case, prepared: Prepared, sequences: float, depth: float) -> Round | None:
    """A round of so many sequences at once, each `depth` tokens deep; None where no drafts are asked for, or they gain nothing then."""
    asked = case.settings.speculative
    if asked is None or (sequences > 1 and prepared.setup.engine in data()["alone_only"]):
        return None
    m, tokens, context = prepared.step, float(asked.num_speculative_tokens), sequences * depth
    return Round(tokens, float(step_time(m, sequences, context)), draft_time(case.model, prepared, sequences),
                 float(step_time(m, sequences * (tokens + 1.0), context)),
                 tokens * round_cost(prepared) * float(step_time(m, 1.0, depth)))


def gain(case: Case, found: Round | None) -> Gain:
    """What a round gains, with what is known or asked of how often a token is taken."""
    asked = case.settings.speculative
    return NO_GAIN if asked is None or found is None else Gain(*(found.gain(rate) for rate in rates(asked.acceptance_rate)))


def rates(asked: float | None) -> tuple[float, float, float]:
    """The chance that a proposed token is taken: low, typical, high as published; the asked one alone where one is given."""
    if asked is not None:
        return asked, asked, asked
    low, typical, high = data()["acceptance"]
    return float(low), float(typical), float(high)
