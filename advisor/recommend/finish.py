"""The best plan once more, where what is left over costs nothing: a longer context, a finer format."""

from __future__ import annotations

from dataclasses import replace

from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.recommend.formats import GGUF_QUALITY, MLX_QUALITY, obtainable
from advisor.recommend.models import too_late, too_slow
from advisor.recommend.plans import SPEED_FIRST, Best, cramped
from advisor.recommend.question import ROOMY_CONTEXT, Question
from advisor.units import GIB

UNNOTICED = 0.1
"""What a finer format may cost in pace or first token, in doublings of ability."""
WINDOWS_KEEPS = GIB
"""Bytes of a card that a finer format leaves to Windows, whose desktop and programs live there too: what does not fit spills unseen."""


def roomier(best: Best, question: Question) -> Best:
    """The same plan with a longer context where none was asked for, the task can use it and it costs nothing: all still fit."""
    answer, most = best.estimate, ROOMY_CONTEXT.get(question.task)
    if question.context_asked or most is None or answer.verdict != "fits" or answer.case.model.job != "text":
        return best
    most = min(most, answer.case.model.max_position_embeddings or most)
    while most > question.context:
        try:
            longer = estimate(answer.scenario.with_(settings__context=most), os=question.os)
        except CannotAnswer:
            return best
        if longer.verdict == "fits" and not cramped(longer):
            return replace(best, estimate=longer)
        most //= 2
    return best


def finer(best: Best, question: Question) -> Best:
    """The same plan in the format with the least loss that still fits with that context, as the search over the catalog chooses it,
    where none was asked for and neither pace nor first token falls behind what people want by it. Who wants speed first keeps the
    fast format, and who names a model gets the format that it is mostly run in, as the course page does, unless quality comes first."""
    answer = best.estimate
    ladder = {"gguf_mix": GGUF_QUALITY, "mlx": MLX_QUALITY}.get(answer.case.quantization.kind, {})
    now = answer.case.quantization.id
    named = question.model and question.priority != "quality"
    if answer.case.engine.unmeasured(answer.case):      # it may crawl: the smaller the better
        return best
    if question.quantization or named or question.priority in SPEED_FIRST or answer.verdict != "fits" or now not in ladder:
        return best
    for name in ladder:
        if name == now:
            break
        if not obtainable(answer.case.engine, answer.case.model, name):
            continue
        try:
            found = estimate(answer.scenario.with_(quantization=name), os=question.os)
        except CannotAnswer:
            continue
        if found.verdict != "fits" or cramped(found):
            continue
        if question.os == "windows" and (found.memory.headroom_bytes or 0) < WINDOWS_KEEPS:
            continue
        if not _behind(found, question, answer):
            return replace(best, estimate=found)
    return best


def _behind(finer: Estimate, question: Question, answer: Estimate) -> bool:
    """Whether each person's pace or the first token falls behind what is wished, or further behind it. False where they are not known."""
    def cost(of: Estimate) -> tuple[float, float]:
        pace, first = of.speed.each(question.users), of.speed.ttft_s
        return too_slow(pace.typical, question) if pace else 0.0, too_late(first.typical, question) if first else 0.0

    return any(now > before + UNNOTICED for now, before in zip(cost(finer), cost(answer), strict=True))
