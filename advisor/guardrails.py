"""Limits learned from the estimate: how many at once, how long a queue, when to give up, how much for one key, and the
retreat. Gateways write them down (deploy.gateway); the simulator's results can sharpen them."""

from __future__ import annotations

from dataclasses import dataclass

from advisor import speed as pace_of
from advisor.answer import Memory, Speed, Trace
from advisor.engines.base import Case, Plan
from advisor.units import seconds
from advisor.words import say

PATIENCE_S = 30.0
UNKNOWN_REQUEST_S = 60.0
WAITING_EACH = 4
DEFAULT_OUTPUT_TOKENS = 512
UNKNOWN_TEXT_S = 1.0
TEXTS_A_CALL = 32
"""Texts that one call to an embedding or reranker server brings: the most that text-embeddings-inference takes by default
(--max-client-batch-size; huggingface.co/docs/text-embeddings-inference/cli_arguments). vLLM and SGLang make an engine request of each."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a gateway enforces. Requests beyond `concurrency` + `queue` are refused at once (429).

    Of a model that only reads, a request is one text: a gateway sees calls, which may bring a list of them.

    `requests_per_minute` and `tokens_per_minute` are one person's; those of all `people` together are the server's own, and what a
    key that they share needs.
    """

    concurrency: int
    queue: int
    queue_timeout_s: int
    request_timeout_s: int
    requests_per_minute: int
    tokens_per_minute: int
    first_token_s: float | None = None
    tokens_per_s: float | None = None
    reasons: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()
    people: int = 1

    @property
    def all_requests_per_minute(self) -> int:
        return self.people * self.requests_per_minute

    @property
    def all_tokens_per_minute(self) -> int:
        return self.people * self.tokens_per_minute


def limits(case: Case, memory: Memory, speed: Speed, patience_s: float = PATIENCE_S) -> Limits:
    """Limits for one deployment.

    concurrency = the full-length requests that slots and cache hold at once. One request takes
    ttft + (output - 1) x tpot, both at the slow end of their ranges; queue = what is served within `patience_s`
    (concurrency x patience / request time), at least one and as many as the planned people leave waiting, at most WAITING_EACH for
    each of them (more is no load of theirs but an attack or a loop); a key's quota is
    twice its even share of the requests a minute.
    """
    held = [int(n) for n in (memory.slots, memory.max_concurrency) if n is not None]
    at_once = max(1, min(held)) if held else max(1, case.settings.parallel or 1)
    if case.model.job != "text":
        return _reading(case, memory, speed, patience_s, at_once)
    output = case.workload.output_tokens or DEFAULT_OUTPUT_TOKENS
    takes = UNKNOWN_REQUEST_S
    if speed.ttft_s is not None and speed.tpot_s is not None:
        takes = speed.ttft_s.high + max(0, output - 1) * speed.tpot_s.high
    people = max(case.concurrency, 1)
    queue = max(1, min(int(at_once * patience_s / takes), WAITING_EACH * people), people - at_once)
    a_minute = 60.0 * at_once / takes
    quota = max(1, round(2 * a_minute / people))
    length = (case.workload.prompt_tokens or case.settings.context or 4096) + output
    reasons = (say("{n} at once: what its slots and KV cache hold at full length.", n=at_once),
               say("{n} may wait: about {wait} at {time} a request.", n=queue, wait=seconds(queue * takes / at_once),
                   time=seconds(takes)),
               quota_reason(quota, people))
    return Limits(at_once, queue, max(1, round(patience_s)), max(10, round(2 * takes + patience_s)), quota, quota * length,
                  speed.ttft_s.high if speed.ttft_s else None,
                  speed.output_tokens_per_s.typical if speed.output_tokens_per_s else None, reasons, retreat(case, memory),
                  people)


def _reading(case: Case, memory: Memory, speed: Speed, patience_s: float, at_once: int) -> Limits:
    """Limits where texts are read and none written.

    One text takes prompt / prefill (the slow end), whoever else is there: the prompts share the device's arithmetic. As many may wait
    as are read within `patience_s`, at least a call's list for each of the people; a key's quota is twice its even share.
    """
    length = case.workload.prompt_tokens or pace_of.PROMPT_TOKENS
    rate = speed.prefill_tokens_per_s
    text_s = length / rate.low if rate is not None and rate.low else UNKNOWN_TEXT_S
    people = max(case.concurrency, 1)
    lists = TEXTS_A_CALL * people
    queue = max(int(patience_s / text_s), lists)
    quota = max(1, round(2 * 60.0 / text_s / people))
    reasons = (say("{n} at once: what its slots and KV cache hold at full length.", n=at_once),
               say("{n} texts may wait: about {wait} at {time} a text. A call may bring a list, of which each text counts.", n=queue,
                   wait=seconds(queue * text_s), time=seconds(text_s)),
               quota_reason(quota, people))
    return Limits(at_once, queue, max(1, round(patience_s)), max(10, round(2 * lists * text_s + patience_s)), quota, quota * length,
                  reasons=reasons, retreat=retreat(case, memory), people=people)


def quota_reason(quota: int, people: int) -> str:
    """Why so many requests a minute for one key, and what a key would need that all `people` share."""
    if people == 1:
        return say("{n} requests a minute: twice what it serves of such requests.", n=quota)
    return say("{n} requests a minute for each person's own key: twice an even share among {people}. A key that all share needs {all}.",
               n=quota, people=people, all=quota * people)


def limits_of(plan: Plan) -> Limits:
    """The plan's limits: its own where they are known, else from the estimate of its case."""
    if isinstance(plan.limits, Limits):
        return plan.limits
    pace = plan.speed
    if pace is None:
        pace = pace_of.predict(plan.case, plan.memory, Trace()) if plan.memory.starts else Speed()
    return limits(plan.case, plan.memory, pace)


def retreat(case: Case, memory: Memory) -> tuple[str, ...]:
    """What to give up, in this order, when the limits are hit day after day."""
    steps: list[str] = []
    if memory.max_context_tokens and case.settings.context and memory.max_context_tokens < case.settings.context:
        steps.append(say("Shorten: {context} tokens a request let all {people} be held at once.",
                         context=memory.max_context_tokens, people=case.concurrency))
    else:
        steps.append(say("Shorten: halve the longest prompt, and the cache holds twice as many."))
    steps.append(say("Smaller: a smaller quantization or model leaves more room for the cache."))
    steps.append(say("Fall back: send what would wait longer than {seconds} s to an API.", seconds=str(round(PATIENCE_S))))
    return tuple(steps)
