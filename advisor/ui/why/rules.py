"""What the drawer tells of a quantity: its figure, the rules it was made by, what it is made of."""

from __future__ import annotations

from typing import NamedTuple

from advisor.answer import Derivation, Estimate, Range
from advisor.ui.calculator.money import dollars, money
from advisor.ui.language import tr
from advisor.ui.preferences import Preferences
from advisor.ui.why.quantities import title, value_text

RELATED = {
    "total_bytes": ("usable_bytes", "host_bytes"), "headroom_bytes": ("total_bytes", "usable_bytes"),
    "kv_bytes": ("kv_bytes_per_token", "kv_capacity_tokens"), "ttft_s": ("prefill_tokens_per_s", "tpot_s"),
    "decode_tokens_per_s": ("decode_ceiling_tokens_per_s", "tpot_s"), "output_tokens_per_s": ("tpot_s", "prefill_tokens_per_s"),
    "tpot_s": ("decode_tokens_per_s",), "max_context_tokens": ("kv_bytes", "usable_bytes", "weights_bytes"),
    "max_concurrency": ("kv_capacity_tokens", "kv_bytes"), "kv_capacity_tokens": ("kv_bytes",),
    "cost_own": ("output_tokens_per_s",), "cost_rent": ("output_tokens_per_s",),
}


class Told(NamedTuple):
    """A figure in words, its range, and the ceiling over it; `rules` the own first."""

    text: str
    span: str
    range: Range | None
    ceiling: float | None
    rules: list[Derivation]


def told(answer: Estimate, quantity: str, preferences: Preferences) -> Told:
    """Everything known of one figure."""
    if quantity.startswith("cost_"):
        line = next(line for line in money(answer, preferences).lines if line.way == quantity)
        if line.usd is None:
            return Told(tr("unknown"), line.basis, None, None, [])
        known = line.usd.low != line.usd.high
        span = f"{dollars(line.usd.low)[1:]}–{dollars(line.usd.high)[1:]}" if known else ""
        rules = [line.derivation] if line.derivation else []
        said = tr("{price} per 1M answer tokens, prompts included", price=dollars(line.usd.typical))
        return Told(said, span, line.usd if known else None, None, rules)
    text, span = value_text(answer, quantity)
    value = getattr(answer.speed, quantity, None)
    ceiling = answer.speed.decode_ceiling_tokens_per_s if quantity == "decode_tokens_per_s" else None
    return Told(text, span, value if isinstance(value, Range) else None, ceiling, rules_of(answer, quantity))


def rules_of(answer: Estimate, quantity: str) -> list[Derivation]:
    """The figure's own rule, then those of the names in it that have one and are no figures themselves, and so on down."""
    rules = {rule.quantity: rule for rule in answer.derivation}
    found: list[Derivation] = []
    waiting = [quantity]
    while waiting:
        rule = rules.get(waiting.pop(0))
        if rule is None or rule in found:
            continue
        found.append(rule)
        waiting += [name for name in rule.values if not _is_figure(name)]
    return found


def _is_figure(name: str) -> bool:
    """Whether a name is asked about on its own; then it is a link, not a part of this explanation."""
    return title(name) != name


def made_of(answer: Estimate, quantity: str) -> list[str]:
    """The figures in its own formula."""
    return [name for rule in rules_of(answer, quantity) for name in rule.values if _is_figure(name)]


def related(answer: Estimate, quantity: str) -> list[str]:
    """The quantities that this one is made of and that have a figure of their own, then those that stand beside it."""
    found = []
    for other in dict.fromkeys([*made_of(answer, quantity), *RELATED.get(quantity, ())]):
        value = getattr(answer.memory, other, None)
        value = getattr(answer.speed, other, None) if value is None else value
        if value is not None and value != 0 and other != quantity:
            found.append(other)
    return found
