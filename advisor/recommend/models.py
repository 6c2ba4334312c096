"""Which model, where the person names none: as able as possible, fitting with the context, at a pace that can be read."""

from __future__ import annotations

import math

from advisor import catalog
from advisor.formula.parameters import model_parameters
from advisor.recommend.question import Question
from advisor.scenario import Machine, Model

MOST = 6
# Bits a parameter of a 4-bit file with its scales and 16-bit parts, and the share of memory left for KV and buffers.
BITS_OF_4_BIT, WEIGHT_SHARE = 4.9, 0.85
GAIN_A_YEAR = 0.55
ABLE = {"code": "code", "agents": "tools"}


def candidates(question: Question, machine: Machine, memory_bytes: int) -> list[Model]:
    """Catalog models that fit at 4 bit, the most able first; `memory_bytes` is what all devices together may fill."""
    cap = WEIGHT_SHARE * memory_bytes * 8 / BITS_OF_4_BIT
    fitting = [model for model in catalog.general_models() if model_parameters(model).total <= cap]
    return sorted(fitting, key=lambda model: -ability(model, question))[:MOST]


def ability(model: Model, question: Question) -> float:
    """A rough rank: the catalog's score where it has one, else from effective size and age.

    Effective size of a mixture is the geometric mean of total and active parameters, the field's rule of thumb; a year of
    progress counts as GAIN_A_YEAR doublings.
    """
    counted = model_parameters(model)
    size = math.log2(math.sqrt(counted.total * counted.active) / 1e9)
    year = float(model.release_date[:4]) + float(model.release_date[5:7] or 6) / 12 if model.release_date else 2023.0
    rank = size + GAIN_A_YEAR * (year - 2023.0)
    wanted = ABLE.get(question.task)
    if wanted and wanted in model.capabilities:
        rank += 0.5
    return rank
