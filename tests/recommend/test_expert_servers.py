"""Servers and teams: questions with the answer that an experienced practitioner accepts, written before the app was asked.

`expert_servers.jsonl` has the fields of the shared expert questions; sources and the arithmetic of each figure stand beside it."""

import json
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from advisor.recommend import Question, recommend
from advisor.scenario import parse_scenario

QUESTIONS = [json.loads(line) for line in Path(__file__).with_name("expert_servers.jsonl").read_text("utf-8").splitlines()]
NUMBERS = ("users", "count", "prompt_tokens", "output_tokens", "context")
SLACK = 0.005


def answered(question: dict[str, Any]) -> dict[str, Any]:
    given = question["args"]
    options = {flag[2:].replace("-", "_"): value for flag, value in zip(given[::2], given[1::2], strict=True)}
    options |= {name: int(options[name]) for name in NUMBERS if name in options}
    scenario = parse_scenario(question["scenario"]) if "scenario" in question else None
    return recommend(Question.from_options(options, scenario)).json()


def is_one(value: Any, wanted: list[Any]) -> bool:
    return any(fnmatchcase(str(value), w) if isinstance(w, str) else value == w for w in wanted)


def keeps(value: Any, rule: dict[str, Any]) -> bool:
    return ("any_of" not in rule or is_one(value, rule["any_of"])) and not is_one(value, rule.get("not", [])) \
        and ("min" not in rule or value >= rule["min"])


def figure(estimate: dict[str, Any], path: str) -> float:
    for name in path.split("."):
        estimate = estimate[name]
    return estimate["typical"] if isinstance(estimate, dict) else estimate


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["id"] for question in QUESTIONS])
def test_the_answer_is_what_an_expert_accepts(question: dict[str, Any]) -> None:
    answer = answered(question)
    first, engines = answer["recommendations"][0], [r["engine"] for r in answer["recommendations"]]
    estimate = first["estimate"]
    filled = estimate["scenario"]
    settings = filled["settings"]
    if question["engine_any_of"]:
        assert first["engine"] in question["engine_any_of"]
    for other in question["engine_not"]:
        assert other["engine"] not in (engines if other.get("hard") else engines[:1])
    if question["quantization_any_of"]:
        assert is_one(filled["quantization"], question["quantization_any_of"])
    if question["must_fit"]:
        assert estimate["verdict"] in ("fits", "tight")
    for name, rule in question["settings"].items():
        if name == "any":
            assert any(all(is_one(settings[key], wanted) for key, wanted in way.items()) for way in rule), settings
        elif name == "nearest_nonempty":
            assert bool(answer["nearest"]) is rule
        else:
            assert keeps(settings[name], rule), (name, settings[name])
    said = json.dumps([first["reasons"], first["cautions"], estimate["notes"], answer["rejected"],
                       [change["title"] for change in answer["nearest"]]]).lower()
    for idea in question["must_say"]:
        assert any(word in said for word in idea), idea
    for wanted in question["figures"]:
        when = wanted.get("when", {})
        held = {"quantization": filled["quantization"], "kv_cache_dtype": settings["kv_cache_dtype"], **settings}
        if all(is_one(held[key], values) for key, values in (when | when.get("settings", {})).items() if key != "settings"):
            value = figure(estimate, wanted["path"])
            assert wanted["min"] * (1 - SLACK) <= value <= wanted["max"] * (1 + SLACK), (wanted, value)
