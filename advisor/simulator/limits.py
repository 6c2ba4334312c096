"""Limits before the engine and the retreat: who is turned away, and what the user then sees."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.words import say

ARRIVING, LIVE, COMPLETED, REJECTED, OVER_QUOTA, TOO_LONG, TIMED_OUT, FELL_BACK, FAILED = range(9)
STATES = ("unfinished", "unfinished", "completed", "rejected", "over_quota", "too_long", "timed_out", "fell_back", "failed")
SEEN_AS: dict[str, str] = {
    "rejected": say("HTTP 503, the queue is full"), "over_quota": say("HTTP 429, too many requests of this user"),
    "too_long": say("HTTP 400, the context is too long"), "timed_out": say("the client's or the gateway's timeout"),
    "fell_back": say("answered by the fall-back API"), "failed": say("HTTP 500, the engine's cache was full"),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """None is no limit. Times in seconds, counts of requests, `fall_back_watermark` a share (0..1) of the KV cache.

    `queue_length` counts requests waiting (not running); a request that comes while so many wait is turned away.
    `queue_timeout_s` is from arrival to being scheduled first, `request_timeout_s` from arrival to the last token.
    """

    queue_length: int | None = None
    in_system: int | None = None
    queue_timeout_s: float | None = None
    request_timeout_s: float | None = None
    per_user: int | None = None
    context_tokens: int | None = None
    fall_back_watermark: float | None = None

    @property
    def none(self) -> bool:
        return self == NO_LIMITS


NO_LIMITS = Limits()
