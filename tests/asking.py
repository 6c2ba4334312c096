"""Questions put to the whole recommendation, and what its answers say."""

from typing import Any

from advisor.recommend import Question, Recommendations, recommend
from advisor.scenario import parse_scenario


def ask(device: str | None = "RTX 4090", count: int = 1, scenario: dict[str, Any] | None = None, **options: Any) -> Recommendations:
    options = {"device": device, "count": count, "os": "linux", "interface": "cli", **options}
    return recommend(Question.from_options(options, parse_scenario(scenario) if scenario else None))


def words(answer: Recommendations) -> str:
    first = answer.recommendations[0]
    return " ".join([*first.reasons, *first.cautions, *(r.reason for r in answer.rejected)]).lower()


def reason(answer: Recommendations, engine: str) -> str:
    return next(r.reason for r in answer.rejected if r.engine == engine)


def figure(found: Any, name: str) -> float:
    return float(getattr(found.estimate.speed, name).typical)
