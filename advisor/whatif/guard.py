"""What was learned in a simulation as limits that a gateway enforces: the estimate's limits, sharpened. Pure, no Qt."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from advisor.answer import Estimate
from advisor.guardrails import PATIENCE_S, Limits, limits, quota_reason
from advisor.units import seconds
from advisor.whatif.question import Held
from advisor.whatif.traffic import Traffic
from advisor.words import say

ROOM = 1.5


def learned(answer: Estimate, traffic: Traffic, held: Held | None) -> Limits:
    """Limits for this scenario.

    Cap: the most at once for whom the promise held with these lengths, at most the slots. Queue: what is served within the
    patience at that pace; timeout of a request: 1.5 x p99 of its time at the cap, and the patience; quota: twice an even share.
    Without a finished sweep, or where no load holds the promise, they are the estimate's alone.
    """
    patience = float(traffic.wait_s or PATIENCE_S)
    plain = limits(answer.case, answer.memory, answer.speed, patience)
    best = held.best if held is not None else None
    if held is None or not held.people or best is None or not best.get("requests_per_s"):
        return plain
    cap, pace = min(held.people, answer.memory.slots or held.people), float(best["requests_per_s"])
    whole = best["e2e_s"]["p99"] or plain.request_timeout_s / 2
    queue = traffic.queue if traffic.queue is not None else max(1, int(pace * patience))
    people = max(answer.case.concurrency, 1)
    quota = max(1, round(2 * 60 * pace / people))
    length = plain.tokens_per_minute // max(1, plain.requests_per_minute)
    simulated = say("{n} at once: the most for whom the first token stays under {promise} (p95), as simulated.", n=cap,
                    promise=seconds(held.promise_s))
    reasons = (simulated if cap == held.people else say("{n} at once: as many as it has slots.", n=cap),
               say("{n} may wait: about {wait} of work at that pace.", n=queue, wait=seconds(queue / pace)),
               quota_reason(quota, people))
    first, tpot = best["ttft_s"]["p95"], best["tpot_s"]["p95"]
    return replace(plain, concurrency=cap, queue=queue, request_timeout_s=max(10, traffic.request_s or ceil(ROOM * whole + patience)),
                   requests_per_minute=quota, tokens_per_minute=quota * length, first_token_s=first,
                   tokens_per_s=1.0 / tpot if tpot else plain.tokens_per_s, reasons=reasons)
