"""What pydantic finds wrong with a value, in words for people: which field, and what it must be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.words import say

if TYPE_CHECKING:
    from pydantic import ValidationError


class Fault(NamedTuple):
    """The first fault of a value: its field (`settings.context`), what that must be ("must be at least 1"), and what was given."""

    field: str
    must: str
    given: str


def first_fault(error: ValidationError) -> Fault:
    """What to say of it; a rule that no words stand for here is told in pydantic's own (English)."""
    found = error.errors(include_url=False)[0]
    return Fault(".".join(map(str, found["loc"])), _must(found["type"], found.get("ctx", {}), found["msg"]), str(found["input"])[:60])


def _must(rule: str, limits: Mapping[str, Any], words: str) -> str:
    """Words for a rule of pydantic's (docs.pydantic.dev/latest/errors/validation_errors) with its limits."""
    match rule:
        case "greater_than":
            return say("must be more than {limit}", limit=_number(limits["gt"]))
        case "greater_than_equal":
            return say("must be at least {limit}", limit=_number(limits["ge"]))
        case "less_than":
            return say("must be less than {limit}", limit=_number(limits["lt"]))
        case "less_than_equal":
            return say("must be at most {limit}", limit=_number(limits["le"]))
        case "int_type" | "int_parsing" | "int_from_float" | "int_parsing_size":
            return say("must be a whole number")
        case "float_type" | "float_parsing" | "finite_number":
            return say("must be a number")
        case "bool_type" | "bool_parsing":
            return say("must be true or false")
        case "string_type":
            return say("must be a text")
        case "string_too_long":
            return say("must have at most {limit} characters", limit=limits["max_length"])
        case "tuple_type" | "list_type":
            return say("must be a list")
        case "model_type" | "dict_type":
            return say("must be a JSON object")
        case "literal_error":
            return say("must be one of {known}", known=str(limits["expected"]))
        case "missing":
            return say("must be given")
    return words[:1].lower() + words[1:]


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"
