"""TensorRT-LLM: first who may live (capacity), then who runs in this step (micro-batch).

Rules: its capacity and micro-batch schedulers (GUARANTEED_NO_EVICT reserves blocks for prompt and max_tokens, so that
nobody is ever pushed out; MAX_UTILIZATION takes what the next step needs and pauses the last started; STATIC_BATCH).
"""

from __future__ import annotations

from bisect import insort
from typing import Literal

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.crowd import Crowd
from advisor.simulator.kv_pool import NO_HITS, BlockPool, CountingPool, Hits, decode_steps_within
from advisor.simulator.requests import Request

Policy = Literal["GUARANTEED_NO_EVICT", "MAX_UTILIZATION", "STATIC_BATCH"]
Chunking = Literal["FIRST_COME_FIRST_SERVED", "EQUAL_PROGRESS"]


class TensorRt(Scheduler):
    """Levers by the engine's own names; `num_blocks` blocks of `tokens_per_block` tokens can be used."""

    def __init__(self, *, num_blocks: int, tokens_per_block: int = 32, max_batch_size: int = 2048, max_num_tokens: int = 8192,
                 max_seq_len: int = 1 << 40, enable_chunked_context: bool = False, chunk_unit: int = 64,
                 enable_block_reuse: bool = True, capacity_scheduler_policy: Policy = "GUARANTEED_NO_EVICT",
                 context_chunking_policy: Chunking = "FIRST_COME_FIRST_SERVED") -> None:
        self.size = tokens_per_block
        self.most_running = max_batch_size
        self.max_num_tokens = max_num_tokens
        self.max_seq_len = max_seq_len
        self.chunked = enable_chunked_context
        self.even = context_chunking_policy == "EQUAL_PROGRESS"
        self.chunk_unit = chunk_unit
        self.policy = capacity_scheduler_policy
        self.reuse = enable_block_reuse
        self.pool: BlockPool | CountingPool = (BlockPool if enable_block_reuse else CountingPool)(num_blocks)
        self.waiting: list[Request] = []
        self.running: list[Request] = []
        self._settled = False
        self.crowd: Crowd | None = None
        self._reserved = 0

    def nothing_shared(self) -> None:
        """Where nobody is ever paused, blocks need only be counted then, and who decodes is a crowd."""
        if self.policy != "MAX_UTILIZATION" and not self.even and self.most_running <= self.max_num_tokens:
            self.pool, self.reuse = CountingPool(self.pool.blocks), False
            self.crowd = Crowd(self.size)

    def refuses(self, request: Request) -> bool:
        whole = request.prompt_tokens + request.max_tokens
        return (request.prompt_tokens >= self.max_seq_len or self._blocks(min(whole, self.max_seq_len)) > self.pool.blocks
                or (not self.chunked and request.prompt_tokens > self.max_num_tokens))

    def add(self, request: Request) -> None:
        self.waiting.append(request)
        self._settled = False

    def cancel(self, request: Request) -> None:
        if self.crowd is not None and request in self.crowd:
            self._uncrowd(request)
        else:
            (self.running if request.running else self.waiting).remove(request)
        if request.running:
            self._reserved -= self._whole(request)
        request.done, request.running = True, False
        self._free(request)
        self._settled = False

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.running) or (self.crowd is not None and self.crowd.count > 0)

    def running_count(self) -> int:
        return len(self.running) + (self.crowd.count if self.crowd is not None else 0)

    def waiting_count(self) -> int:
        return len(self.waiting)

    def used_tokens(self) -> int:
        return (self.pool.blocks - self.pool.free) * self.size

    # ------------------------------------------------------------------------------------------------ a step

    def schedule(self) -> Batch:
        batch = Batch()
        self._settled = True
        if self.policy == "MAX_UTILIZATION":
            living = self._max_utilization(batch)
        else:
            living = self._no_evict(batch)
        self._micro_batch(batch, living)
        return batch

    def _whole(self, request: Request) -> int:
        return self._blocks(min(request.prompt_tokens + request.max_tokens, self.max_seq_len))

    def _no_evict(self, batch: Batch) -> list[Request]:
        if not self.waiting or (self.policy == "STATIC_BATCH" and self.running_count()):
            return self.running
        if self.crowd is not None:
            room = self.pool.blocks - self._reserved
        else:
            room = self.pool.free - sum(self._whole(request) - request.held for request in self.running)
        producing = self._being_made(self.running)
        for request in list(self.waiting):
            if self.running_count() >= self.most_running:
                break
            hits = self._reusable(request)
            if self._deferred(request, hits.blocks, producing):
                self._settled = False
                continue
            needed = self._whole(request) - hits.blocks + hits.idle
            if needed > room:
                break
            room -= needed
            self._admit(request, hits, batch)
            producing |= self._being_made([request])
        return self.running

    def _max_utilization(self, batch: Batch) -> list[Request]:
        """Walks all in the order of arrival; `end` is where the walk stops: at the last one paused."""
        order = sorted([*self.running, *self.waiting], key=_by_arrival)
        living: list[Request] = []
        promised, i, end = 0, 0, len(order)
        while i < end and len(living) < self.most_running:
            request = order[i]
            hits = NO_HITS if request.running else self._reusable(request)
            known = request.prompt_tokens + request.generated
            needed = self._blocks(known) - (request.held or hits.blocks) + hits.idle
            if promised + needed <= self.pool.free:
                if not request.running:
                    self._admit(request, hits, batch)
                    needed -= hits.idle
                promised += max(needed, 0)
                living.append(request)
                i += 1
                continue
            victim = next((j for j in range(end - 1, i - 1, -1) if order[j].running), None)
            if victim is None:
                break
            self._pause(order[victim], batch)
            end = victim
        return living

    def _micro_batch(self, batch: Batch, living: list[Request]) -> None:
        """Whose next tokens fit into this step; contexts that do not all fit are cut into chunks, or stop the scan."""
        left = self.max_num_tokens
        if self.crowd is not None and self.crowd.count:
            left -= self._crowd_step(batch)
        chosen: list[tuple[Request, int]] = []
        for request in living:
            need = request.known - request.computed
            if len(chosen) + batch.crowd[0] >= self.most_running or (need > left and not self.chunked):
                break
            if need > 1 and self.chunked:
                chosen.append((request, 0))
            elif left > 0:
                chosen.append((request, need))
                left -= need
        parts = self._chunks([request for request, tokens in chosen if not tokens], left)
        for request, tokens in chosen:
            count = tokens or parts.get(request, 0)
            if count:
                self._take(batch, request, count)

    def _crowd_step(self, batch: Batch) -> int:
        """All who decode take a step; how many they are."""
        crowd = self.crowd
        assert crowd is not None
        self.pool.free -= crowd.pages(1)
        crowd.advance(1)
        batch.crowd = crowd.count, crowd.context, crowd.done
        return crowd.count

    def _chunks(self, contexts: list[Request], left: int) -> dict[Request, int]:
        """How the tokens that are left are shared out: to each in turn all it needs, or one unit after the other to all."""
        parts: dict[Request, int] = {}
        if self.even:
            while contexts and left > 0:
                before = left
                for request in contexts:
                    unit = min(self.chunk_unit, request.known - request.computed - parts.get(request, 0), left)
                    parts[request] = parts.get(request, 0) + unit
                    left -= unit
                if left == before:
                    break
            return parts
        for request in contexts:
            need = request.known - request.computed
            parts[request] = need if need <= left else left // self.chunk_unit * self.chunk_unit
            left -= parts[request]
        return parts

    def _take(self, batch: Batch, request: Request, count: int) -> None:
        missing = self._blocks(request.computed + count) - request.held
        if missing > 0:
            self.pool.grow(request, missing)
        if request.scheduled < 0 and not request.generated and not request.preemptions and request.computed == request.hits:
            batch.admitted.append(request)
        request.computed += count
        batch.scheduled[request] = count
        if request.computed == request.known:
            batch.tokens.append(request)

    def _admit(self, request: Request, hits: Hits, batch: Batch) -> None:
        self.waiting.remove(request)
        self.running.append(request)
        request.running = True
        self._reserved += self._whole(request)
        self._settled = False
        self.pool.hold(request, hits)
        request.computed = request.hits = hits.blocks * self.size
        batch.hits[request] = request.computed
        if request.preemptions:
            batch.resumed.append(request)

    def _pause(self, request: Request, batch: Batch) -> None:
        self.running.remove(request)
        self._free(request)
        request.running = False
        request.computed = 0
        request.preemptions += 1
        self._settled = False
        insort(self.waiting, request, key=_by_arrival)
        batch.preempted.append(request)

    def update(self, batch: Batch) -> list[Request]:
        finished = []
        if self.reuse:
            for request in batch.scheduled:
                self._register(request)
        for request in batch.tokens:
            if request.done:
                continue
            request.generated += 1
            if request.generated >= request.last or request.known >= self.max_seq_len:
                request.done, request.running = True, False
                self._free(request)
                finished.append(request)
                self._reserved -= self._whole(request)
        if finished:
            self._settled = False
            self.running = [request for request in self.running if request.running]
        if self.crowd is not None:
            finished = self.through() + finished
            for request in batch.tokens:
                if request.running:
                    self._crowd_in(request)
        return finished

    # -------------------------------------------------------------------------------------------------- the crowd

    def _crowd_in(self, request: Request) -> None:
        assert self.crowd is not None
        self.running.remove(request)
        self.crowd.join(request, min(request.last - request.generated, self.max_seq_len - request.known))

    def _uncrowd(self, request: Request) -> None:
        assert self.crowd is not None
        self.crowd.leave(request)
        request.held = self._blocks(request.computed)

    def through(self) -> list[Request]:
        if self.crowd is None:
            return []
        finished = self.crowd.through(self.crowd.done)
        for request in finished:
            self._uncrowd(request)
            self._reserved -= self._whole(request)
            request.done, request.running = True, False
            self._free(request)
        if finished:
            self._settled = False
        return finished

    # ------------------------------------------------------------------------------------------------ leaping

    def quiet(self) -> Quiet:
        running, crowd = self.running, self.crowd
        count = self.running_count()
        if not count or count > self.max_num_tokens:
            return NOT_QUIET
        if self.waiting and not (self._settled or count >= self.most_running):
            return NOT_QUIET
        if crowd is not None:
            return NOT_QUIET if running else Quiet(crowd.first_end() - crowd.done, count, crowd.context + count, count)
        steps, context = 1 << 40, len(running)
        owns = {request.content.own for request in running}
        if any(request.content.ends and not owns.isdisjoint(request.content.sources) for request in self.waiting):
            return NOT_QUIET
        for request in running:
            if request.known - request.computed != 1 or not request.generated:
                return NOT_QUIET
            steps = min(steps, request.last - request.generated - 1, self.max_seq_len - 1 - request.known)
            context += request.computed
        if self.policy == "MAX_UTILIZATION":
            steps = decode_steps_within(steps, self.pool.free, self.size, len(running), (request.computed for request in running))
        return Quiet(steps, len(running), context, len(running))

    def skip(self, steps: int) -> None:
        if self.crowd is not None:
            self.pool.free -= self.crowd.pages(steps)
            self.crowd.advance(steps)
            return
        for request in self.running:
            request.computed += steps
            request.generated += steps
            missing = self._blocks(request.computed) - request.held
            if missing > 0:
                self.pool.grow(request, missing)
            self._register(request)

    # ------------------------------------------------------------------------------------------------ blocks

    def _blocks(self, tokens: int) -> int:
        return -(-tokens // self.size)

    def _key(self, request: Request, i: int) -> tuple[object, int]:
        return request.content.source((i + 1) * self.size - 1), i

    def _reusable(self, request: Request) -> Hits:
        if not request.content.ends and not request.preemptions:
            return NO_HITS
        return self.pool.lookup(request.content, (request.known - 1) // self.size, self.size)

    def _being_made(self, requests: list[Request]) -> set[tuple[object, int]]:
        """The first block that each prompt under way will register: who would need that one waits a step, then hits it."""
        if not self.reuse:
            return set()
        return {self._key(request, request.registered) for request in requests
                if request.computed < request.prompt_tokens and request.content.ends
                and (request.registered + 1) * self.size <= request.content.shared}

    def _deferred(self, request: Request, hits: int, producing: set[tuple[object, int]]) -> bool:
        return bool(producing) and (hits + 1) * self.size <= request.content.shared and self._key(request, hits) in producing

    def _register(self, request: Request) -> None:
        if self.reuse and request.running:
            full = min(request.computed, request.known) // self.size
            if full > request.registered:
                self.pool.register(request, request.registered, full, self.size)
                request.registered = full

    def _free(self, request: Request) -> None:
        self.pool.release(request)
        request.registered = 0


def _by_arrival(request: Request) -> int:
    return request.index
