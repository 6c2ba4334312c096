"""llama.cpp's server: slots, one batch for all of them, each slot's own last content as its prefix cache.

Sources of the rules: the server's update_slots and its prompt cache; schedules recorded from a real server are a test.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Any

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.requests import Content, Request, common_prefix

LEAST_KEPT_TO_LOAD = 0.25
LEAST_KEPT_TO_STAY = 0.5


class Slot:
    """One slot: the request in it, or what the last one left behind."""

    __slots__ = ("content", "number", "released", "request", "tokens")

    def __init__(self, number: int) -> None:
        self.number = number
        self.request: Request | None = None
        self.content: Content | None = None
        self.tokens = 0
        self.released = -1


class LlamaCpp(Scheduler):
    """`n_ctx_slot` is one slot's context; with `kv_unified` it is the one buffer that all share.

    `host_prompt_cache_tokens`: how much the host's prompt cache holds, None where it is never full; a bool switches it.
    """

    waits_when_idle = True

    def __init__(self, *, n_parallel: int = 4, n_ctx_slot: int = 1 << 40, n_batch: int = 2048, n_ubatch: int = 512,
                 kv_unified: bool = False, slot_prompt_similarity: float = 0.1, cache_prompt: bool = True,
                 continuous_batching: bool = True, host_prompt_cache: bool = True,
                 host_prompt_cache_tokens: int | None = None) -> None:
        self.most_running = n_parallel
        self.slots = [Slot(i) for i in range(n_parallel)]
        self.context = n_ctx_slot
        self.n_batch = n_batch
        self.n_ubatch = n_ubatch
        self.unified = kv_unified
        self.similarity = slot_prompt_similarity
        self.caching = cache_prompt
        self.continuous = continuous_batching
        self.host_cache: HostCache | None = HostCache(host_prompt_cache_tokens) if host_prompt_cache and cache_prompt else None
        self.tasks: deque[Request] = deque()
        self.waiting: deque[Request] = deque()
        self._releases = 0
        self._in_slots = 0
        self.failed: list[Request] = []

    # ------------------------------------------------------------------------------------------ coming and going

    def refuses(self, request: Request) -> bool:
        return request.prompt_tokens >= self.context

    def add(self, request: Request) -> None:
        self.tasks.append(request)

    def cancel(self, request: Request) -> None:
        request.done = True
        if request.running:
            self._release(self.slots[request.slot])
        elif request in self.tasks:
            self.tasks.remove(request)
        else:
            self.waiting.remove(request)

    @property
    def busy(self) -> bool:
        return bool(self._in_slots or self.tasks or self.waiting)

    @property
    def running(self) -> list[Request]:
        return [slot.request for slot in self.slots if slot.request]

    def running_count(self) -> int:
        return self._in_slots

    def waiting_count(self) -> int:
        return len(self.waiting) + len(self.tasks)

    def used_tokens(self) -> int:
        return self._in_buffer()

    # ---------------------------------------------------------------------------------------------- one step

    def schedule(self) -> Batch:
        batch = Batch()
        while self.tasks:
            self._start(self.tasks.popleft(), batch)
        if self.unified:
            self._make_room()
        left = self.n_batch
        for slot in self.slots:
            request = slot.request
            if request and request.computed >= request.prompt_tokens and left > 0:
                left -= 1
                self._take(batch, request, 1)
        if self.continuous or not batch.scheduled:
            for slot in self.slots:
                request = slot.request
                if request and request not in batch.scheduled and request.computed < request.prompt_tokens and left > 0:
                    chunk = min(request.prompt_tokens - request.computed, left)
                    left -= chunk
                    self._take(batch, request, chunk)
        return batch

    def _take(self, batch: Batch, request: Request, chunk: int) -> None:
        batch.scheduled[request] = chunk
        request.computed += chunk
        if request.computed == request.prompt_tokens + request.generated:
            batch.tokens.append(request)

    def update(self, batch: Batch) -> list[Request]:
        finished = []
        for request in sorted(batch.tokens, key=_slot_number):
            request.generated += 1
            if request.generated >= request.last or request.known >= self.context:
                request.done = True
                finished.append(request)
                self._release(self.slots[request.slot])
        return finished

    def quiet(self) -> Quiet:
        count = self._in_slots
        if self.tasks or not count or count > self.n_batch:
            return NOT_QUIET
        steps, context, longest = 1 << 40, count, self.context
        for slot in self.slots:
            request = slot.request
            if request is None:
                continue
            generated = request.generated
            if not generated:
                return NOT_QUIET
            left = request.last - generated
            if left < steps:
                steps = left
            left = longest - request.prompt_tokens - generated
            if left < steps:
                steps = left
            context += request.computed
        if self.unified:
            steps = min(steps, (longest - self._in_buffer()) // count)
        return Quiet(steps, count, context, count)

    def skip(self, steps: int) -> None:
        for slot in self.slots:
            request = slot.request
            if request is not None:
                request.computed += steps
                request.generated += steps

    def through(self) -> list[Request]:
        finished = [request for request in self.running if request.generated >= request.last or request.known >= self.context]
        for request in finished:
            request.done = True
            self._release(self.slots[request.slot])
        return finished

    def take_failed(self) -> list[Request]:
        failed, self.failed = self.failed, []
        return failed

    # ------------------------------------------------------------------------------------------------ slots

    def _in_buffer(self) -> int:
        return sum([slot.request.computed if slot.request else slot.tokens for slot in self.slots])

    def _make_room(self) -> None:
        """One buffer for all can run out: contents of idle slots go first, then who runs is given up."""
        wanted = min(sum(1 if r.generated else r.prompt_tokens - r.computed for r in self.running), self.n_batch)
        for slot in self.slots:
            if self._in_buffer() + wanted <= self.context:
                return
            if slot.request is None:
                slot.content, slot.tokens = None, 0
        if self._in_buffer() + wanted > self.context:
            for slot in self.slots:
                if slot.request:
                    slot.request.done = True
                    self.failed.append(slot.request)
                    self._release(slot)
                    slot.content, slot.tokens = None, 0

    def _start(self, request: Request, batch: Batch) -> None:
        slot = self._choose(request)
        if slot is None:
            self.waiting.append(request)
            return
        kept = common_prefix(slot.content, slot.tokens, request.content, request.prompt_tokens) if slot.content else 0
        if not self.caching:
            kept = 0
        request.computed = request.hits = min(kept, request.prompt_tokens - 1)
        request.slot = slot.number
        self._in_slots += 1
        request.running = True
        slot.request = request
        batch.admitted.append(request)
        batch.hits[request] = request.computed
        if self.host_cache:
            for other in self.slots:
                if other.request is None and other.content:
                    self.host_cache.save(other.content, other.tokens)
                    if self.unified:
                        other.content, other.tokens = None, 0

    def _choose(self, request: Request) -> Slot | None:
        """The idle slot most like the request, else the one released longest ago (never used before all, the last first)."""
        idle = [slot for slot in self.slots if slot.request is None]
        if not idle:
            return None
        best, common, by_likeness = max(idle, key=lambda slot: (-slot.released, slot.number)), 0, False
        share = self.similarity
        for slot in idle if self.similarity > 0 else ():
            if slot.content:
                tokens = common_prefix(slot.content, slot.tokens, request.content, request.prompt_tokens)
                if tokens / request.prompt_tokens > share:
                    best, common, share, by_likeness = slot, tokens, tokens / request.prompt_tokens, True
        if self.host_cache and (not by_likeness or common / best.tokens < LEAST_KEPT_TO_STAY):
            if best.content:
                self.host_cache.save(best.content, best.tokens)
            self.host_cache.load(best, request)
        return best

    def _release(self, slot: Slot) -> None:
        request = slot.request
        assert request is not None
        slot.content, slot.tokens = request.content, request.computed
        slot.request = None
        self._in_slots -= 1
        request.running = False
        self._releases += 1
        slot.released = self._releases
        if self.waiting:
            self.tasks.appendleft(self.waiting.popleft())


class Ollama(LlamaCpp):
    """Ollama in front of llama-server: as many permits as slots; who has none waits, first come first served, without end."""

    def __init__(self, *, num_parallel: int = 1, n_ctx_slot: int = 1 << 40, n_batch: int = 512, n_ubatch: int = 512,
                 **levers: Any) -> None:
        super().__init__(n_parallel=num_parallel, n_ctx_slot=n_ctx_slot, n_batch=n_batch, n_ubatch=n_ubatch, **levers)
        self.queue: deque[Request] = deque()

    def add(self, request: Request) -> None:
        self.queue.append(request)

    def cancel(self, request: Request) -> None:
        if request in self.queue:
            request.done = True
            self.queue.remove(request)
        else:
            super().cancel(request)

    @property
    def busy(self) -> bool:
        return bool(self.queue) or super().busy

    def waiting_count(self) -> int:
        return len(self.queue) + super().waiting_count()

    def schedule(self) -> Batch:
        permits = self.most_running - self._in_slots - len(self.tasks)
        while self.queue and permits > 0:
            permits -= 1
            self.tasks.append(self.queue.popleft())
        return super().schedule()

    def quiet(self) -> Quiet:
        if self.queue and self._in_slots < self.most_running:
            return NOT_QUIET
        return super().quiet()


class HostCache:
    """Contents of slots kept in host memory, oldest first; over its size the oldest go. Contents that begin alike (the same
    source of their first token) are found together, others have nothing in common."""

    def __init__(self, limit_tokens: int | None = None) -> None:
        self.limit = limit_tokens
        self.tokens = 0
        self._number = 0
        self.saved: dict[int, tuple[Content, int]] = {}
        self._alike: dict[Hashable, list[int]] = {}

    def save(self, content: Content, tokens: int) -> None:
        """Keeps a content, unless one that is kept begins with it; those that it begins with are dropped."""
        for number in list(self._alike.get(content.source(0), ())):
            other, length = self.saved[number]
            same = common_prefix(other, length, content, tokens)
            if same == tokens:
                return
            if same == length:
                self._drop(number)
        self._number += 1
        self.saved[self._number] = (content, tokens)
        self._alike.setdefault(content.source(0), []).append(self._number)
        self.tokens += tokens
        while self.limit is not None and self.tokens > self.limit and len(self.saved) > 1:
            self._drop(next(iter(self.saved)))

    def _drop(self, number: int) -> tuple[Content, int]:
        content, tokens = self.saved.pop(number)
        self.tokens -= tokens
        alike = self._alike[content.source(0)]
        alike.remove(number)
        if not alike:
            del self._alike[content.source(0)]
        return content, tokens

    def load(self, slot: Slot, request: Request) -> None:
        """Puts the kept content into the slot that beats the slot's own, and all others, in both shares in common."""
        prompt = request.prompt_tokens
        same = common_prefix(slot.content, slot.tokens, request.content, prompt) if slot.content else 0
        best_kept, best_share = (same / slot.tokens if slot.tokens else -1.0), same / prompt
        best = None
        for i in self._alike.get(request.content.source(0), ()):
            content, tokens = self.saved[i]
            same = common_prefix(content, tokens, request.content, prompt)
            kept, share = same / tokens, same / prompt
            if kept >= LEAST_KEPT_TO_LOAD and kept > best_kept and share > best_share:
                best, best_kept, best_share = i, kept, share
        if best is not None:
            slot.content, slot.tokens = self._drop(best)


def _slot_number(request: Request) -> int:
    return request.slot
