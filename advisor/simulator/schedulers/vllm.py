"""vLLM V1's scheduler (0.33), decision for decision: running first, one token budget, preemption by recomputing.

No prefill or decode phase: a request's `computed` tokens catch up with what is known of it. Sources of the rules: the
scheduler, KV cache manager and block pool of vLLM 0.33.0; schedules recorded from them are a test.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from typing import Literal

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.kv_pool import BlockPool, CountingPool, Hits, decode_steps_within
from advisor.simulator.requests import Request


class Vllm(Scheduler):
    """Levers by the engine's own names. `num_blocks` is the whole pool, of which one block is never handed out."""

    def __init__(self, *, num_blocks: int, block_size: int = 16, max_num_batched_tokens: int = 2048, max_num_seqs: int = 256,
                 max_model_len: int = 1 << 40, enable_prefix_caching: bool = True, enable_chunked_prefill: bool = True,
                 long_prefill_token_threshold: int = 0, long_prefill_token_threshold_adaptive: bool = False,
                 policy: Literal["fcfs", "priority"] = "fcfs", watermark: float = 0.0, scheduler_reserve_full_isl: bool = True,
                 prefill_schedule_interval: int = 1, max_num_active_seqs: int | None = None,
                 async_scheduling: bool = False) -> None:
        self.block_size = block_size
        self.budget = max_num_batched_tokens
        self.most_running = min(max_num_seqs, max_num_active_seqs or max_num_seqs)
        self.max_model_len = max_model_len
        self.caching = enable_prefix_caching
        self.chunked = enable_chunked_prefill
        self.threshold = long_prefill_token_threshold
        self.adaptive = long_prefill_token_threshold_adaptive
        self.by_priority = policy == "priority"
        self.reserve = int(watermark * num_blocks)
        self.gate = scheduler_reserve_full_isl
        self.interval = prefill_schedule_interval
        self.asynchronous = async_scheduling
        self.pool: BlockPool | CountingPool = (BlockPool if enable_prefix_caching else CountingPool)(num_blocks - 1)
        self.running: list[Request] = []
        self.waiting: deque[Request] | list[Request] = [] if self.by_priority else deque()
        self._hold_left = 0
        self._drained = True

    # ------------------------------------------------------------------------------------------ coming and going

    def refuses(self, request: Request) -> bool:
        """Longer than the model allows, or than the whole pool (the engine would not start with such a pool)."""
        positions = min(request.prompt_tokens + request.last, self.max_model_len) - 1
        return request.prompt_tokens >= self.max_model_len or self._blocks(positions) > self.pool.blocks

    def add(self, request: Request) -> None:
        self._enqueue(request, back=True)

    def cancel(self, request: Request) -> None:
        (self.running if request.running else self.waiting).remove(request)
        self._free(request)
        request.done, request.running = True, False

    @property
    def busy(self) -> bool:
        return bool(self.running or self.waiting)

    def running_count(self) -> int:
        return len(self.running)

    def waiting_count(self) -> int:
        return len(self.waiting)

    def used_tokens(self) -> int:
        return (self.pool.blocks - self.pool.free) * self.block_size

    def _enqueue(self, request: Request, back: bool) -> None:
        if isinstance(self.waiting, list):
            insort(self.waiting, request, key=_urgency)
        elif back:
            self.waiting.append(request)
        else:
            self.waiting.appendleft(request)

    # ---------------------------------------------------------------------------------------------- one step

    def schedule(self) -> Batch:
        batch = Batch()
        threshold = self._long_prefill_threshold()
        held = self._held()
        left, prefilled = self._schedule_running(batch, threshold, held)
        if not batch.preempted:
            prefilled |= self._schedule_waiting(batch, left, threshold, held)
            if not held:
                self._drained = not self.waiting
        if prefilled:
            self._hold_left = self.interval - 1
        elif batch.scheduled:
            self._hold_left = max(self._hold_left - 1, 0)
        return batch

    def _schedule_running(self, batch: Batch, threshold: int, held: bool) -> tuple[int, bool]:
        running, left, prefilled, i, size, steady = self.running, self.budget, False, 0, self.block_size, self.max_model_len - 1
        while i < len(running) and left > 0:
            request = running[i]
            i += 1
            flying, at = request.flying, request.computed
            known = request.prompt_tokens + request.generated + flying
            need = known - at
            if flying and request.generated + flying >= request.max_tokens:
                continue
            if need == 1 and not request.prefilling and at % size and (at + 1) % size and at < steady:
                # one more token in a block that it has and that this does not fill
                request.computed = known
                request.flying = flying + 1
                batch.scheduled[request] = 1
                batch.tokens.append(request)
                left -= 1
                continue
            if held and request.prefilling:
                continue
            chunk = min(threshold if 0 < threshold < need else need, left, self.max_model_len - 1 - request.computed)
            if chunk <= 0:
                continue
            fits = True
            while fits and not self._grow(request, request.computed + chunk):
                victim = max(running, key=_urgency) if self.by_priority else running[-1]
                at = running.index(victim) if self.by_priority else len(running) - 1
                del running[at]
                i -= at < i
                left += batch.scheduled.pop(victim, 0)
                self._preempt(victim, batch)
                fits = victim is not request
            if fits:
                left -= chunk
                prefilled |= request.prefilling  # and stays so where the request is preempted later in this step
                self._take(batch, request, chunk, known)
            elif not self.by_priority:
                break
        return left, prefilled

    def _schedule_waiting(self, batch: Batch, left: int, threshold: int, held: bool) -> bool:
        prefilled = False
        while self.waiting and left > 0 and len(self.running) < self.most_running:
            request = self.waiting[0]
            known = request.prompt_tokens + request.generated
            hits = self._cached_blocks(request, known)
            hit_tokens = hits.blocks * self.block_size
            need = known - hit_tokens
            if held and need > 1:
                break
            chunk = threshold if 0 < threshold < need else need
            if not self.chunked and chunk > left:
                break
            chunk = min(chunk, left)
            room = self.pool.free - (self.reserve if self.running else 0) - hits.idle
            if self.gate and self._blocks(known) - hits.blocks > room:
                break
            if self._blocks(hit_tokens + chunk) - hits.blocks > room:
                break
            self.waiting.popleft() if isinstance(self.waiting, deque) else self.waiting.pop(0)
            self.pool.hold(request, hits)
            request.computed = hit_tokens
            request.running = True
            self._grow(request, hit_tokens + chunk)
            self.running.append(request)
            left -= chunk
            prefilled |= need > 1
            (batch.resumed if request.preemptions else batch.admitted).append(request)
            batch.hits[request] = hit_tokens
            self._take(batch, request, chunk, known)
        return prefilled

    def _take(self, batch: Batch, request: Request, chunk: int, known: int) -> None:
        batch.scheduled[request] = chunk
        request.computed += chunk
        request.prefilling = request.computed < known
        self._register(request, min(request.computed, known - request.flying))
        if request.computed == known:
            request.flying += 1
            batch.tokens.append(request)

    def _preempt(self, victim: Request, batch: Batch) -> None:
        if victim in batch.tokens:
            batch.tokens.remove(victim)
        self._free(victim)
        victim.computed = victim.flying = 0
        victim.running = False
        victim.preemptions += 1
        self._enqueue(victim, back=False)
        batch.preempted.append(victim)

    def update(self, batch: Batch) -> list[Request]:
        finished = []
        for request in batch.tokens:
            if request.done:
                continue
            request.generated += 1
            request.flying = max(request.flying - 1, 0)
            if self.asynchronous and request.running:
                # what a step computed is known when its token is back, from a last step too
                self._register(request, request.computed - request.flying)
            if request.generated >= request.last or request.known >= self.max_model_len:
                if not request.running:
                    self.waiting.remove(request)
                self._free(request)
                request.done, request.running = True, False
                finished.append(request)
        if finished:
            self.running = [request for request in self.running if request.running]
        return finished

    # ------------------------------------------------------------------------------------------------ leaping

    def quiet(self) -> Quiet:
        running, flying = self.running, int(self.asynchronous)
        count = len(running)
        if not count or count > self.budget or not self._nobody_joins():
            return NOT_QUIET
        context, longest = count, self.max_model_len - 1
        steps = longest
        for request in running:
            computed, prompt, generated = request.computed, request.prompt_tokens, request.generated
            if request.prefilling or request.flying != flying or prompt + generated + flying - computed != 1 or computed < prompt:
                return NOT_QUIET
            context += computed
            until = request.last - generated - 1
            if request.max_tokens - generated - flying < until:
                until = request.max_tokens - generated - flying
            if longest - prompt - generated < until:
                until = longest - prompt - generated
            if until < steps:
                steps = until
        steps = decode_steps_within(steps, self.pool.free, self.block_size, count, (request.computed for request in running))
        return Quiet(steps, count, context, count)

    def _nobody_joins(self) -> bool:
        """Nobody waits, or who waits first goes on waiting while nobody leaves."""
        if not self.waiting:
            return True
        if self.interval > 1:
            return False
        if len(self.running) >= min(self.most_running, self.budget):
            return True
        head, left = self.waiting[0], self.budget - len(self.running)
        if head.content.ends and not {request.content.own for request in self.running}.isdisjoint(head.content.sources):
            return False
        known = head.prompt_tokens + head.generated
        hits = self._cached_blocks(head, known)
        need = known - hits.blocks * self.block_size
        threshold = self._long_prefill_threshold()
        chunk = threshold if 0 < threshold < need else need
        if not self.chunked and chunk > left:
            return True
        positions = known if self.gate else hits.blocks * self.block_size + min(chunk, left)
        return self._blocks(positions) - hits.blocks > self.pool.free - self.reserve - hits.idle

    def skip(self, steps: int) -> None:
        size, caching = self.block_size, self.caching
        for request in self.running:
            request.computed = computed = request.computed + steps
            request.generated += steps
            if computed > request.held * size:
                self._grow(request, computed)
            if caching and (computed - request.flying) // size > request.registered:
                self._register(request, computed - request.flying)
        if self.interval > 1:
            self._hold_left = max(self._hold_left - steps, 0)
            self._drained = True

    # ------------------------------------------------------------------------------------------ special levers

    def _long_prefill_threshold(self) -> int:
        if self.threshold and self.adaptive:
            return max(self.threshold, self.budget // max(len(self.running) + len(self.waiting), 1))
        return self.threshold if len(self.running) + len(self.waiting) > 1 else 0

    def _held(self) -> bool:
        """Between two prefills only decodes run, unless the queue was left waiting or nobody decodes."""
        if self.interval <= 1 or self._hold_left == 0 or not self._drained:
            return False
        return any(not request.prefilling for request in self.running)

    # ------------------------------------------------------------------------------------------------ blocks

    def _blocks(self, tokens: int) -> int:
        return -(-tokens // self.block_size)

    def _cached_blocks(self, request: Request, known: int) -> Hits:
        """The longest chain of cached blocks, at least one token left to compute."""
        return self.pool.lookup(request.content, (known - 1) // self.block_size, self.block_size)

    def _grow(self, request: Request, positions: int) -> bool:
        missing = self._blocks(positions) - request.held
        if missing > self.pool.free:
            return False
        if missing > 0:
            self.pool.grow(request, missing)
        return True

    def _register(self, request: Request, covered: int) -> None:
        """The full blocks among the first `covered` tokens can be found from now on."""
        if not self.caching:
            return
        full = covered // self.block_size
        if full > request.registered:
            self.pool.register(request, request.registered, full, self.block_size)
            request.registered = full

    def _free(self, request: Request) -> None:
        self.pool.release(request)
        request.registered = 0


def _urgency(request: Request) -> tuple[int, int]:
    """What sorts under the priority policy: less is more urgent, then who came first."""
    return request.priority, request.index
