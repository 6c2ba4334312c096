"""The simulated first token beside the calculator's: two means of two ways of coming, and in numbers what lies between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from advisor import speed, units
from advisor.answer import Memory
from advisor.engines import Case
from advisor.words import Text, say

if TYPE_CHECKING:
    from advisor.simulator.simulate import Load

WORTH_A_WORD = 0.1      # a difference that a person sees between two rounded figures
MANY_ROUNDS = 10            # requests a person after which the queue at the start no longer counts


def calculated(case: Case, memory: Memory) -> dict[str, float] | None:
    """The calculator's mean first token in seconds (`ttft_s`), the share (0..1) of requests that it counts as coming at the same moment
    as everybody's (`together_share`) and the part of the mean that is theirs (`together_s`); None where it knows no speed."""
    prepared = speed.prepare_case(case, memory)
    if prepared is None:
        return None
    step = prepared.step
    first = speed.figures(prepared).first
    apart = speed.figures(prepared._replace(step=step._replace(together=0.0))).first
    return {"ttft_s": first, "together_share": float(step.together), "together_s": first - apart}


def told_apart(found: Mapping[str, Any], told: Mapping[str, float] | None, load: Load) -> Text | None:
    """Why the mean of a run's figures differs from what the calculator told; None where they are near each other, or nobody was served."""
    mean = found["ttft_s"]["mean"]
    if told is None or mean is None or abs(told["ttft_s"] / mean - 1.0) < WORTH_A_WORD:
        return None
    both = {"mean": units.seconds(mean), "told": units.seconds(told["ttft_s"]), "people": load.users}
    if load.kind != "closed":
        return say("First token: {mean} on average here, {told} in the calculator. That is for {people} at once, never more or fewer; "
                   "here {rate} requests come a second, whoever is answered.", **both, rate=_rate(load.requests_per_s))
    if load.think_s:
        return say("First token: {mean} on average here, {told} in the calculator. That is for {people} at once, never more or fewer; "
                   "here each pauses for {pause} between two questions.", **both, pause=units.seconds(load.think_s))
    if told["ttft_s"] < mean:
        return None
    if told["together_s"] < (told["ttft_s"] - mean) / 2:        # who comes together is not what lies between them
        rounds = found["requests"] / load.users
        return None if rounds >= MANY_ROUNDS else say(
            "First token: {mean} on average here, {told} in the calculator. That is when the queue no longer grows; this run has only "
            "{rounds} requests a person. A longer one comes nearer.", mean=both["mean"], told=both["told"], rounds=f"{rounds:.1f}")
    return say("First token: {mean} on average here, {told} in the calculator. That counts {share} % of the requests as coming at the "
               "same moment as everybody's, as in the first round of published runs: {part} of it. Here everybody asks again when their "
               "own answer ends.", mean=both["mean"], told=both["told"], share=f"{100 * told['together_share']:.0f}",
               part=units.seconds(told["together_s"]))


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
