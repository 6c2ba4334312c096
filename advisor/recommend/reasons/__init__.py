"""What is worth saying of a plan: facts of this model on this machine with this load, each a small named function in the file of its
subject."""

from __future__ import annotations

from collections.abc import Callable

from advisor.answer import Estimate
from advisor.recommend.question import Question
from advisor.recommend.reasons import context, device, formats, layout, licence, memory, model, speed

Fact = Callable[[Estimate, Question], str | None]

REASONS: tuple[Fact, ...] = (
    memory.memory_share, speed.pace, model.scores_texts, model.scores, model.tool_calls, model.experts, model.latent, model.hybrid,
    model.windowed, model.compressed, model.pictures, formats.native_format, formats.quality_kept, formats.own_arithmetic, layout.cards,
    layout.interconnect, layout.all_reduce, layout.undivided_heads, layout.nodes,
    device.unified, device.backend, memory.small_kv, speed.money, speed.latency, speed.drafts, formats.gguf_elsewhere,
)
CAUTIONS: tuple[Fact, ...] = (
    layout.one_of_several, context.shorter_context, context.stretch, licence.licence, memory.memory_unknown, memory.on_the_host,
    memory.waiting, model.no_tool_parser, model.runs_own_code, formats.unmade, formats.few_bits, model.unscored,
    formats.weight_only, formats.no_bfloat16, device.old_card, device.windows_spill, device.windows_split, speed.long_prompts,
    speed.slow,
)


def facts(of: tuple[Fact, ...], answer: Estimate, question: Question) -> list[str]:
    """The facts that apply, in order."""
    return [said for fact in of if (said := fact(answer, question)) is not None]
