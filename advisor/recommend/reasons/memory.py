"""What is worth saying of the memory: what is held, what is left, who waits, what lies on the host."""

from __future__ import annotations

from advisor import units
from advisor.answer import Estimate
from advisor.estimate import holds_at_once
from advisor.recommend.question import Question
from advisor.words import say


def memory_share(answer: Estimate, question: Question) -> str | None:
    memory = answer.memory
    if (
        memory.total_bytes is None
        or memory.kv_bytes is None
        or memory.headroom_bytes is None
        or answer.verdict not in ("fits", "tight")
    ):
        return None
    if answer.case.engine.reserves_pool:
        pooled = {"weights": units.gigabytes(memory.weights_bytes), "pool": units.gigabytes(memory.kv_bytes),
                  "tokens": units.tokens(memory.kv_capacity_tokens), "holds": _one_decimal(memory.max_concurrency),
                  "context": answer.case.settings.context or question.context}
        if len(answer.case.machine.slots) == 1:
            return say("Weights {weights} leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at once.",
                       **pooled)
        return say("Weights {weights} a card leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at "
                   "once.", **pooled)
    rest = memory.total_bytes - (memory.weights_bytes or 0) - memory.kv_bytes
    told = {"weights": units.gigabytes(memory.weights_bytes), "kv": units.gigabytes(memory.kv_bytes), "rest": units.gigabytes(max(0, rest)),
            "users": question.users, "context": answer.case.settings.context or question.context,
            "headroom": units.gigabytes(memory.headroom_bytes)}
    if sum(1 for device in memory.devices if device.weights_bytes) > 1:
        return say("On the fullest card: weights {weights}, KV cache {kv} for {users} x {context} tokens, buffers and the like {rest}; "
                   "{headroom} stay free.", **told)
    return say("Weights {weights}, KV cache {kv} for {users} x {context} tokens, buffers and the like {rest}: {headroom} stay free.",
               **told)


def memory_unknown(answer: Estimate, question: Question) -> str | None:
    """Boards and Macs are sold with several sizes: whether it fits is for the reader to see."""
    memory = answer.memory
    if answer.verdict != "unknown" or memory.total_bytes is None:
        return None
    return say(
        "How much memory this machine has is not known here, and this takes about {needed}: say how much there is, or compare before you "
        "load it.",
        needed=units.gigabytes(memory.total_bytes),
    )


def small_kv(answer: Estimate, question: Question) -> str | None:
    if answer.case.settings.kv_cache_dtype in ("auto", "f16", "fp16", "bf16"):
        return None
    told = {"dtype": answer.case.settings.kv_cache_dtype, "users": question.users,
            "context": answer.case.settings.context or question.context}
    if answer.verdict not in ("fits", "tight"):
        return say("The KV cache is kept in 8 bit ({dtype}) so that more of the {users} x {context} tokens find room beside the weights.",
                   **told)
    if answer.case.engine.reserves_pool:
        return say("The KV cache is kept in 8 bit ({dtype}) so that {users} x {context} tokens fit beside the weights.", **told)
    return say("The KV cache is kept in 8 bit ({dtype}, with flash attention) so that {users} x {context} tokens fit beside the weights.",
               **told)


def on_the_host(answer: Estimate, question: Question) -> str | None:
    memory = answer.memory
    if answer.verdict != "offload":
        return None
    return say(
        "It does not fit on the card: {host} stay in system memory and are computed on the CPU (offload), so the speed drops. "
        "A smaller model that fits whole, or more memory, is faster.",
        host=units.gigabytes(memory.host_bytes),
    )


def waiting(answer: Estimate, question: Question) -> str | None:
    holds = holds_at_once(answer.case, answer.memory)
    if answer.verdict != "queues" or holds is None:
        return None
    return say(
        "The KV cache holds only {holds} of {users} requests of {context} tokens at once; the others wait in the queue. Cap the "
        "concurrency, shorten the context, or take a model with less KV.",
        holds=holds,
        users=question.users,
        context=answer.case.settings.context or question.context,
    )


def _one_decimal(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.1f}"
