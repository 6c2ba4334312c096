"""What the model's licence says of a company's use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor import catalog
from advisor.answer import Estimate
from advisor.recommend.question import Question
from advisor.words import say


def licence(answer: Estimate, question: Question) -> str | None:
    """What is likely to be a company's use must be allowed: the licence's word on commercial use. Of one's own code only that it is
    forbidden."""
    model = answer.case.model
    if not question.for_work:
        return None
    terms = catalog.licence_terms(model)
    commercial, served = terms.get("commercial"), question.serves_others
    told = {"model": model.name, "licence": model.licence or "", "source": terms.get("source", "")}
    if commercial == "no" and served:
        return say("The licence of {model} ({licence}) forbids commercial use: for a company's service ask its maker, or take another "
                   "model. ({source})", **told)
    if commercial == "no":
        return say("The licence of {model} ({licence}) forbids commercial use: for a company's own work ask its maker, or take another "
                   "model. ({source})", **told)
    if commercial == "yes" or (question.task == "code" and not served):
        return None
    if commercial == "limits":
        return say("The licence of {model} ({licence}) sets limits to commercial use. {limits} ({source})", limits=_limits(terms), **told)
    if not model.licence or model.licence == "other":
        return say("The licence of {model} is not known here: read on its page whether it allows a service for others.", model=model.name) \
            if served else say("The licence of {model} is not known here: read on its page whether it allows commercial use.",
                               model=model.name)
    if served:
        return say("{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows a service for "
                   "others.", model=model.name, licence=model.licence)
    return say("{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows commercial use.",
               model=model.name, licence=model.licence)


def _limits(terms: Mapping[str, Any]) -> str:
    millions = terms.get("millions", 0)
    return {
        "users": say("With more than {millions} million users a month you need an agreement with its maker.", millions=millions),
        "revenue": say("A company with more than {millions} million US dollars of revenue a year needs a paid licence.", millions=millions),
        "registration": say("It is free after a registration with its maker."),
        "name_shown": say("With more than {millions} million users, or 20 million US dollars of revenue, a month you must show the model's "
                          "name.", millions=millions),
    }[terms["limit"]]
