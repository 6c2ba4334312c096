"""llama.cpp's server: slots, one batch for all of them, each slot's own last content as its prefix cache.

Sources of the rules: the server's update_slots and its prompt cache; schedules recorded from a real server are a test.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Any

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.crowd import Crowd
from advisor.simulator.requests import Content, Request, common_prefix

LEAST_KEPT_TO_LOAD = 0.25
LEAST_KEPT_TO_STAY = 0.5


class Slot:
    """One slot: the request in it, or what the last one left behind.

    `first`: whose token stands at its beginning; `saved`: the number under which the host's cache has kept all of it.
    """

    __slots__ = ("content", "first", "number", "request", "saved", "tokens")

    def __init__(self, number: int) -> None:
        self.number = number
        self.request: Request | None = None
        self.hold(None, 0)

    def hold(self, content: Content | None, tokens: int) -> None:
        if not tokens:      # cancelled before its prompt had a turn
            content = None
        self.content, self.tokens, self.saved = content, tokens, 0
        self.first: Hashable = content.source(0) if content is not None else None


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
        self._in_slots = 0
        self._unread = 0        # in slots, their prompts not through
        self._buffer = 0        # tokens in all slots
        self._idle: dict[Slot, None] = dict.fromkeys(reversed(self.slots))      # the one to take first, first
        self.crowd: Crowd | None = None
        self.failed: list[Request] = []

    def will_leap(self) -> None:
        """Who decodes is a crowd then, as long as the slots' buffers are apart and every step has room for all of them."""
        if not self.unified and self.continuous and self.most_running <= self.n_batch:
            self.crowd = Crowd()

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
        return self._buffer

    # ---------------------------------------------------------------------------------------------- one step

    def schedule(self) -> Batch:
        batch = Batch()
        while self.tasks:
            self._start(self.tasks.popleft(), batch)
        if self.unified:
            self._make_room()
        left = self.n_batch
        crowd = self.crowd
        if crowd is not None:
            left -= crowd.count
            if crowd.count:
                self._crowd_grows(crowd, 1)
                batch.crowd = crowd.count, crowd.context, crowd.done
        else:
            for slot in self.slots:
                request = slot.request
                if request and request.computed >= request.prompt_tokens and left > 0:
                    left -= 1
                    self._take(batch, request, 1)
        if self._unread and (self.continuous or not batch.scheduled):
            for slot in self.slots:
                request = slot.request
                if request and request.computed < request.prompt_tokens and left > 0:
                    chunk = min(request.prompt_tokens - request.computed, left)
                    left -= chunk
                    self._take(batch, request, chunk)
                    self._unread -= request.computed == request.prompt_tokens
        return batch

    def _crowd_grows(self, crowd: Crowd, steps: int) -> None:
        crowd.advance(steps)
        self._buffer += steps * crowd.count

    def _take(self, batch: Batch, request: Request, chunk: int) -> None:
        batch.scheduled[request] = chunk
        request.computed += chunk
        self._buffer += chunk
        if request.computed == request.prompt_tokens + request.generated:
            batch.tokens.append(request)

    def update(self, batch: Batch) -> list[Request]:
        crowd, told = self.crowd, batch.tokens
        if crowd is not None and batch.crowd[0]:
            told = told + crowd.through(crowd.done)
        finished: list[Request] = []
        for request in sorted(told, key=_slot_number) if len(told) > 1 else told:
            if crowd is None or request not in crowd:
                request.generated += 1
                left = min(request.last - request.generated, self.context - request.known)
                if left > 0:
                    if crowd is not None:
                        crowd.join(request, left)
                    continue
            self._finishes(request, finished)
        return finished

    def _finishes(self, request: Request, finished: list[Request]) -> None:
        request.done = True
        finished.append(request)
        self._release(self.slots[request.slot])

    def quiet(self) -> Quiet:
        count, crowd = self._in_slots, self.crowd
        if self.tasks or self._unread or not count or count > self.n_batch:
            return NOT_QUIET
        if crowd is not None:
            return Quiet(crowd.first_end() - crowd.done, count, crowd.context + count, count)
        steps, context, longest = 1 << 40, count, self.context
        for slot in self.slots:
            request = slot.request
            if request is not None:
                generated = request.generated
                steps = min(steps, request.last - generated, longest - request.prompt_tokens - generated)
                context += request.computed
        if self.unified:
            steps = min(steps, (longest - self._buffer) // count)
        return Quiet(steps, count, context, count)

    def skip(self, steps: int) -> None:
        if self.crowd is not None:
            self._crowd_grows(self.crowd, steps)
            return
        self._buffer += steps * self._in_slots
        for slot in self.slots:
            request = slot.request
            if request is not None:
                request.computed += steps
                request.generated += steps

    def through(self) -> list[Request]:
        crowd = self.crowd
        finished: list[Request] = []
        if crowd is not None:
            ended = sorted(crowd.through(crowd.done), key=_slot_number)
        else:
            ended = [request for request in self.running if request.generated >= request.last or request.known >= self.context]
        for request in ended:
            self._finishes(request, finished)
        return finished

    def take_failed(self) -> list[Request]:
        failed, self.failed = self.failed, []
        return failed

    # ------------------------------------------------------------------------------------------------ slots

    def _make_room(self) -> None:
        """One buffer for all can run out: contents of idle slots go first, then who runs is given up."""
        wanted = min(sum(1 if r.generated else r.prompt_tokens - r.computed for r in self.running), self.n_batch)
        for slot in self.slots:
            if self._buffer + wanted <= self.context:
                return
            if slot.request is None:
                self._empty(slot)
        if self._buffer + wanted > self.context:
            for slot in self.slots:
                if slot.request:
                    slot.request.done = True
                    self.failed.append(slot.request)
                    self._release(slot)
                    self._empty(slot)

    def _empty(self, slot: Slot) -> None:
        self._buffer -= slot.tokens
        slot.hold(None, 0)

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
        del self._idle[slot]
        self._in_slots += 1
        self._unread += 1
        self._buffer += request.computed - slot.tokens
        request.running = True
        slot.request = request
        batch.admitted.append(request)
        batch.hits[request] = request.computed
        cache = self.host_cache
        if cache is not None:
            for other in self.slots:
                if other.request is None and other.content is not None and other.saved not in cache.saved:
                    other.saved = cache.save(other.content, other.tokens)
                    if self.unified:
                        self._empty(other)

    def _choose(self, request: Request) -> Slot | None:
        """The idle slot most like the request, else the one released longest ago (never used before all, the last first)."""
        if not self._idle:
            return None
        best, common, by_likeness = next(iter(self._idle)), 0, False
        share, first = self.similarity, request.content.source(0)
        for slot in self.slots if self.similarity > 0 else ():
            if slot.first == first and slot.request is None and slot.content is not None:
                tokens = common_prefix(slot.content, slot.tokens, request.content, request.prompt_tokens)
                if tokens / request.prompt_tokens > share:
                    best, common, share, by_likeness = slot, tokens, tokens / request.prompt_tokens, True
        if self.host_cache is not None and (not by_likeness or common / best.tokens < LEAST_KEPT_TO_STAY):
            if best.content is not None:
                self.host_cache.save(best.content, best.tokens)
            before = best.tokens
            self.host_cache.load(best, request)
            self._buffer += best.tokens - before
        return best

    def _release(self, slot: Slot) -> None:
        request = slot.request
        assert request is not None
        if self.crowd is not None and request in self.crowd:
            self.crowd.leave(request)
        self._unread -= request.computed < request.prompt_tokens
        slot.hold(request.content, request.computed)
        slot.request = None
        self._idle[slot] = None
        self._in_slots -= 1
        request.running = False
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

    def save(self, content: Content, tokens: int) -> int:
        """Keeps a content, unless one that is kept begins with it; those that it begins with are dropped.

        The number of the one that holds it now: as long as that is kept, saving it again changes nothing.
        """
        for number in list(self._alike.get(content.source(0), ())):
            other, length = self.saved[number]
            same = common_prefix(other, length, content, tokens)
            if same == tokens:
                return number
            if same == length:
                self._drop(number)
        self._number += 1
        self.saved[self._number] = (content, tokens)
        self._alike.setdefault(content.source(0), []).append(self._number)
        self.tokens += tokens
        while self.limit is not None and self.tokens > self.limit and len(self.saved) > 1:
            self._drop(next(iter(self.saved)))
        return self._number

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
            slot.hold(*self._drop(best))


def _slot_number(request: Request) -> int:
    return request.slot
