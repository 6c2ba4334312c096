"""What is worth saying of the pace, the wait for the first token and the cost."""

from __future__ import annotations

from advisor import units
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.formula.parameters import components
from advisor.recommend.question import Question
from advisor.scenario import Speculative
from advisor.speculation import drafts_itself
from advisor.words import say

LONG_PROMPT = 8192
LARGE_DENSE = 20e9
"""Parameters from which a dense model is slow in shared memory of a few hundred GB/s (NVIDIA/dgx-spark-playbooks#91: 70 B at 4 tok/s)."""
SLOW_PACE = 7.0
"""Tokens a second that most people read at most: of adults who read English silently most stay under 300 words a minute (Brysbaert 2019,
doi.org/10.1016/j.jml.2019.104047, 238 on average), at four tokens for three words."""
LATE = 10.0
"""Seconds to the first token after which people look for something else to do (Nielsen's limit of attention)."""

WORTH_TELLING = 1.1
"""How many times faster drafts must be to be spoken of."""


def pace(answer: Estimate, question: Question) -> str | None:
    rate = answer.speed.decode_tokens_per_s
    device = answer.case.device or answer.case.machine.cpu
    if rate is None or device is None or device.bandwidth_bytes_per_s is None:
        return None
    return say(
        "One stream gives about {rate} ({low}–{high}): each token reads the weights at this machine's {bandwidth} GB/s of bandwidth.",
        rate=units.rate(rate.typical),
        low=f"{rate.low:.0f}",
        high=f"{rate.high:.0f}",
        bandwidth=f"{device.bandwidth_bytes_per_s / 1e9:,.0f}",
    )


def pace_each(answer: Estimate, question: Question) -> float | None:
    """Tokens a second that each person sees: with several at once what is left of the pace; of a batch, where nobody reads along, that
    of one stream. None unknown."""
    found = answer.speed.each(question.users if question.task != "batch" else 1)
    return found.typical if found else None


def slow(answer: Estimate, question: Question) -> str | None:
    rate = pace_each(answer, question)
    if rate is None or rate >= SLOW_PACE:
        return None
    if question.users > 1 and question.task != "batch":
        return say("With {users} at once each gets about {rate}: slower than most people read.", users=question.users,
                   rate=units.rate(rate))
    said = say("At about {rate} it is slower than most people read.", rate=units.rate(rate))
    device, counted = answer.case.device, components(answer.case.model)
    if answer.case.model.moe is not None or device is None or not device.in_main_memory or counted.total < LARGE_DENSE:
        return said
    return say("{said} All {size} B parameters are read for each token; a mixture of experts reads its active ones alone, and shared memory"
               " has room for a large one.", said=said, size=f"{counted.total / 1e9:.0f}")


def long_prompts(answer: Estimate, question: Question) -> str | None:
    ttft, rate, device = answer.speed.ttft_s, answer.speed.prefill_tokens_per_s, answer.case.device
    slow = device is None or device.vendor == "apple" or bool(device.unified_memory)
    late = ttft is not None and ttft.typical >= LATE
    if ttft is None or not (question.prompt_tokens >= LONG_PROMPT or slow or late):
        return None
    alone = question.prompt_tokens / rate.typical if rate else ttft.typical
    if question.users > 1 and ttft.typical > 1.5 * alone:
        return say(
            "With {users} at once the first token comes after about {ttft}: reading a prompt of {prompt} tokens takes {alone}, and it "
            "waits for those before it. Where all ask at the same moment, the last wait longer.",
            users=question.users,
            ttft=units.seconds(ttft.typical),
            prompt=question.prompt_tokens,
            alone=units.seconds(alone),
        )
    return say(
        "Reading a prompt of {prompt} tokens (prefill) takes about {ttft} before the first token.",
        prompt=question.prompt_tokens,
        ttft=units.seconds(ttft.typical),
    )


def money(answer: Estimate, question: Question) -> str | None:
    rate = answer.speed.output_tokens_per_s
    if question.priority != "cost" or rate is None:
        return None
    return say(
        "Cost per token falls with the batch: {rate} from one machine, so every million output tokens takes {minutes} of it.",
        rate=units.rate(rate.typical),
        minutes=units.seconds(1e6 / rate.typical),
    )


def latency(answer: Estimate, question: Question) -> str | None:
    tpot, ttft = answer.speed.tpot_s, answer.speed.ttft_s
    if question.priority not in ("pace", "first-token") or tpot is None or ttft is None:
        return None
    return say(
        "Latency at {users} at once: first token {ttft}, then {tpot} per token.",
        users=question.users,
        ttft=units.seconds(ttft.typical),
        tpot=units.seconds(tpot.typical),
    )


def drafts(answer: Estimate, question: Question) -> str | None:
    """What speculative decoding with the model's own layers gains where the pace is the aim; nothing where it gains little or the rest
    would no longer fit."""
    case = answer.case
    if question.priority != "pace" or case.settings.speculative is not None or not drafts_itself(case.model):
        return None
    try:
        other = estimate(answer.scenario.with_(settings__speculative=Speculative()), os=question.os)
    except CannotAnswer:
        return None
    now, then = pace_each(answer, question), pace_each(other, question)
    if now is None or then is None or then < WORTH_TELLING * now or other.verdict != answer.verdict:
        return None
    return say("Speculative decoding with the draft layers that it brings (MTP) gives each about {then} instead of {now}: set "
               "`speculative`. It gains most with few people at once and text that is easy to guess, such as code.",
               then=units.rate(then), now=units.rate(now))


def passed_over(abler: Estimate, question: Question) -> str | None:
    """An abler model that fits too: what it was passed over for, so that who would rather wait can name it."""
    rate, first = pace_each(abler, question), abler.speed.ttft_s
    if rate is None or first is None:
        return None
    told = {"model": abler.case.model.name, "rate": units.rate(rate), "first": units.seconds(first.typical)}
    if question.users > 1 and question.task != "batch":
        return say("{model} is abler by its scores and fits too, but with {users} at once each would get about {rate}, the first token "
                   "after {first}: name it where that is fast enough.", users=question.users, **told)
    return say("{model} is abler by its scores and fits too, but gives about {rate}, the first token after {first}: name it where that "
               "is fast enough.", **told)
