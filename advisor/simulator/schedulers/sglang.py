"""SGLang: a step is either a prefill batch, which goes first, or a decode of all who run; admission counts on answers ending
early (the new-token ratio), and who was counted on wrongly is retracted.

Rules: SGLang 0.5.23's scheduler, schedule policy, schedule batch and radix cache.
"""

from __future__ import annotations

from typing import Literal

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.crowd import Crowd
from advisor.simulator.kv_pool import decode_steps_within
from advisor.simulator.radix import Node, RadixTree
from advisor.simulator.requests import Request

LPM_MOST_WAITING = 128


class SgLang(Scheduler):
    """Levers by the engine's own names. A request's own tokens are those beyond its node of the tree, in whole pages."""

    def __init__(self, *, max_total_num_tokens: int, page_size: int = 1, max_running_requests: int = 1 << 30,
                 max_prefill_tokens: int = 16384, chunked_prefill_size: int | None = 8192, context_length: int = 1 << 40,
                 schedule_policy: Literal["fcfs", "lpm"] = "fcfs", schedule_conservativeness: float = 1.0,
                 enable_mixed_chunk: bool = False, disable_radix_cache: bool = False, disable_overlap_schedule: bool = False,
                 ignore_eos: bool = False, init_new_token_ratio: float = 0.7, min_new_token_ratio_factor: float = 0.14,
                 new_token_ratio_decay_steps: int = 600, retract_decode_steps: int = 20, clip_max_new_tokens: int = 4096) -> None:
        self.total = max_total_num_tokens // page_size * page_size
        self.page = page_size
        self.most_running = max_running_requests
        self.max_prefill = max_prefill_tokens
        self.chunk = chunked_prefill_size if chunked_prefill_size and chunked_prefill_size > 0 else None
        self.context_length = context_length
        self.by_match = schedule_policy == "lpm"
        self.mixed = enable_mixed_chunk
        self.tree = None if disable_radix_cache else RadixTree(page_size)
        self.asynchronous = not disable_overlap_schedule
        self.ignore_eos = ignore_eos
        self.waiting: list[Request] = []
        self.running: list[Request] = []
        self.part: Request | None = None
        self.full = False
        self._init = min(init_new_token_ratio * schedule_conservativeness, 1.0)
        self._least = min_new_token_ratio_factor * self._init
        self._decay = (self._init - self._least) / new_token_ratio_decay_steps
        self._retract_steps = retract_decode_steps
        self._clip = clip_max_new_tokens
        self._ratio_from, self._decays = self._init, 0
        self._own = 0
        self._nodes: dict[Request, Node] = {}
        self._failed: list[Request] = []
        self.crowd: Crowd | None = None
        self._sent = Batch()
        self._unborn: set[Request] = set()
        self._owed: dict[Request, int] = {}
        self._owed_sum = 0
        self._most_asked = 0

    def nothing_shared(self) -> None:
        """Who decodes is a crowd then, until one has to be retracted."""
        if not self.mixed:
            self.crowd = Crowd(self.page)

    # ------------------------------------------------------------------------------------------ coming and going

    def refuses(self, request: Request) -> bool:
        return self._longest_answer(request) < 1

    def _longest_answer(self, request: Request) -> int:
        """What the engine cuts `max_new_tokens` to as a request comes (init_req_max_new_tokens): in whole pages prompt, answer and one
        more have to be fewer than the pool's tokens, or it would never be let in, nor anybody behind it. One page is kept beside that,
        for who comes back retracted from the middle of a page."""
        room = self.total - self._pages(request.prompt_tokens) - self.page - 1 - (self.page - 1)
        return min(room, self.context_length - request.prompt_tokens)

    def add(self, request: Request) -> None:
        if not self.busy:
            self._ratio_from, self._decays = self._init, 0
        request.max_tokens = min(request.max_tokens, self._longest_answer(request))
        request.last = min(request.last, request.max_tokens)
        self._most_asked = max(self._most_asked, request.max_tokens)
        self.waiting.append(request)

    def cancel(self, request: Request) -> None:
        request.done = True
        if request is self.part:
            self.part = None
        elif request.running:
            self._stops_running(request)
        else:
            self.waiting.remove(request)
        self._drop(request)
        self.full = False

    def take_failed(self) -> list[Request]:
        failed, self._failed = self._failed, []
        return failed

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.running or self.part) or (self.crowd is not None and self.crowd.count > 0)

    def _decoding(self) -> int:
        return len(self.running) + (self.crowd.count if self.crowd is not None else 0)

    def running_count(self) -> int:
        return self._decoding() + (self.part is not None)

    def waiting_count(self) -> int:
        return len(self.waiting)

    def used_tokens(self) -> int:
        return self._own + (self.tree.locked if self.tree else 0)

    @property
    def ratio(self) -> float:
        """The share of their max_tokens that running requests are expected to use."""
        return max(self._ratio_from - self._decays * self._decay, self._least)

    # ------------------------------------------------------------------------------------------------ a step

    def schedule(self) -> Batch:
        batch = Batch()
        if self.part or (self.waiting and not self.full):
            self._prefill(batch)
        if not batch.scheduled or self.mixed:
            self._decode(batch)
        self._sent = batch
        return batch

    def _prefill(self, batch: Batch) -> None:
        charged = 1.0 if self.ignore_eos else self.ratio
        total = self._available() - (sum(min(r.max_tokens - r.generated, self._clip) for r in self.running) + self._crowd_owes()) * charged
        mixed = len(self.running) if self.mixed else 0
        budget = self.max_prefill - mixed
        chunk = None if self.chunk is None else self.chunk - mixed
        admitted = 0
        if self.part:
            request = self.part
            need = request.known - request.computed
            part = need if chunk is None or need <= chunk else chunk // self.page * self.page
            if part <= 0:
                return
            admitted += 1
            final = part == need
            total -= self._pages(part) + (min(request.max_tokens, self._clip) if final else 0)
            budget -= part
            chunk = None if chunk is None else chunk - part
            self._take(batch, request, part)
            if final:
                self.part = None
                self._runs(request)
        if self.by_match and self.tree and len(self.waiting) <= LPM_MOST_WAITING:
            self.waiting.sort(key=lambda r: -self._matched(r).end)
        before = self._decoding() - (admitted if not self.part else 0)
        while self.waiting and total > 0 and budget > 0 and (chunk is None or chunk > 0) and not self.full:
            request = self.waiting[0]
            if before + admitted >= self.most_running:
                self.full = True
                break
            step = self._admission(request, total, budget, chunk, admitted)
            if step is None:
                break
            part, cost = step
            self.waiting.pop(0)
            admitted += 1
            total -= cost
            budget -= part
            chunk = None if chunk is None else chunk - part
            batch.hits[request] = request.computed
            (batch.resumed if request.preemptions else batch.admitted).append(request)
            request.running = True
            whole = part == request.known - request.computed
            self._take(batch, request, part)
            if whole:
                self._runs(request)
            else:
                self.part = request

    def _admission(self, request: Request, total: float, budget: int, chunk: int | None, admitted: int) -> tuple[int, float] | None:
        """(tokens to compute now, what that takes from the total), the prefix pinned; None where it must wait."""
        pinned = 0
        if self.tree and self.crowd is not None:
            node = self.tree.fresh()
        else:
            node = self._matched(request)
            if self.tree:
                before = self.tree.locked
                self.tree.lock(node)
                pinned = self.tree.locked - before
        extend = request.known - node.end
        answer = min(request.max_tokens - request.generated, self._clip)
        part = extend if chunk is None or extend <= chunk else chunk // self.page * self.page
        fits = self._pages(extend) + answer + self.page < total - pinned
        if not fits or part <= 0 or (chunk is None and admitted and extend > budget):
            if self.tree:
                self.tree.unlock(node)
            if not fits:
                self.full = bool(self._decoding() or admitted or self.part)
            return None
        self._nodes[request] = node
        request.computed = node.end
        cost = self._pages(part) + (min(request.max_tokens, self._clip) if part == extend else 0) + pinned
        return part, cost

    # -------------------------------------------------------------------------------------------------- the crowd

    def _runs(self, request: Request) -> None:
        """Its prompt is through: it decodes from now on."""
        if self.crowd is None:
            self.running.append(request)
            return
        step = self.crowd.join(request, min(request.last - request.generated, self.context_length - request.known) - 1)
        self._unborn.add(request)
        self._owed[request] = request.max_tokens - request.generated - 1 + step
        self._owed_sum += self._owed[request]

    def _stops_running(self, request: Request) -> None:
        if self.crowd is None or request not in self.crowd:
            self.running.remove(request)
            return
        self.crowd.leave(request)
        self._unborn.discard(request)
        self._owed_sum -= self._owed.pop(request)

    def _crowd_owes(self) -> int:
        """Tokens that its members may yet ask for, each clipped."""
        crowd = self.crowd
        if crowd is None or not crowd.count:
            return 0
        if self._most_asked > self._clip:
            return sum(min(request.max_tokens - generated, self._clip) for request, generated in crowd.generated())
        return self._owed_sum - crowd.count * crowd.back + len(self._unborn)

    def _crowd_decodes(self, batch: Batch) -> bool:
        """One step of all; False where there are too few pages, and all are one by one again."""
        crowd = self.crowd
        assert crowd is not None
        if crowd.pages(1) * self.page > self._available():
            self._disband()
            return False
        self._crowd_grows(1)
        self._decays += 1
        batch.crowd = crowd.count, crowd.context, crowd.done
        return True

    def _crowd_grows(self, steps: int) -> None:
        assert self.crowd is not None
        grown = self.crowd.pages(steps) * self.page
        if self.tree:
            free = self.total - self._own - self.tree.total
            if grown > free:
                self.tree.evict(grown - free)
        self._own += grown
        self.crowd.advance(steps)

    def _disband(self) -> None:
        """Every request by itself, for good; the step under way is told whose it is."""
        crowd, sent = self.crowd, self._sent
        assert crowd is not None
        for request, step in crowd.disband():
            self.running.append(request)
            request.flying = request.computed - request.known + 1 if self.asynchronous else 0
            if sent.crowd[0] and step < sent.crowd[2]:
                sent.scheduled[request] = 1
                sent.tokens.append(request)
        sent.crowd = (0, 0, 0)
        self.crowd = None

    def _decode(self, batch: Batch) -> None:
        if self.crowd is not None and (not self.crowd.count or self._crowd_decodes(batch)):
            return
        running = [request for request in self.running if request not in batch.scheduled]
        if not running:
            return
        retracted = False
        while self._new_pages(running) > self._available():
            retracted = True
            victim = min(running, key=lambda r: (r.generated, -r.prompt_tokens, -r.index))
            running.remove(victim)
            self.running.remove(victim)
            self._drop(victim)
            self.full = False
            victim.running = False
            if not running and not batch.scheduled:
                victim.done = True
                self._failed.append(victim)
                return
            victim.computed = victim.flying = 0
            victim.preemptions += 1
            self.waiting.append(victim)
            batch.preempted.append(victim)
        if retracted:
            made = sum(r.generated for r in self.running) + self._retract_steps * len(self.running)
            self._ratio_from, self._decays = min(1.0, made / (sum(r.max_tokens for r in self.running) + 1)), 0
        elif not batch.scheduled:
            self._decays += 1
        for request in running:
            self._take(batch, request, 1)

    def _take(self, batch: Batch, request: Request, count: int) -> None:
        if self.page == 1:
            request.computed += count
            grown = count
        else:
            before = self._own_pages(request)
            request.computed += count
            grown = self._own_pages(request) - before
        free = self.total - self._own - (self.tree.total if self.tree else 0)
        if grown > free and self.tree:
            self.tree.evict(grown - free)
        self._own += grown
        batch.scheduled[request] = count
        if request.computed < request.prompt_tokens + 1 or count > 1:
            batch.inserts.append((request, request.computed))
        if request.computed == request.known + request.flying:
            request.flying += 1
            batch.tokens.append(request)

    def update(self, batch: Batch) -> list[Request]:
        finished = []
        if self.tree:
            for request, tokens in batch.inserts:
                if not request.done and request in self._nodes:
                    self._keep(request, min(tokens, request.computed))
        if self.crowd is not None and batch.crowd[0]:
            finished = self.through(batch.crowd[2])
        for request in batch.tokens:
            if request.done:
                continue
            self._unborn.discard(request)
            request.generated += 1
            request.flying = max(request.flying - 1, 0)
            if request.generated >= request.last or request.known >= self.context_length:
                request.done = True
                finished.append(request)
                self._leave(request)
        return finished

    def _leave(self, request: Request) -> None:
        if request.running:
            self._stops_running(request)
            if self.tree:
                self._keep(request, request.known - 1)
        else:
            self.waiting.remove(request)
        request.running = False
        self._drop(request)
        self.full = False

    # ------------------------------------------------------------------------------------------------ leaping

    def quiet(self) -> Quiet:
        if self.crowd is not None:
            return self._quiet_crowd(self.crowd)
        flying, running = int(self.asynchronous), self.running
        if not running or self.part or (self.waiting and not self.full):
            return NOT_QUIET
        steps, context = 1 << 40, len(running)
        for request in running:
            if request.flying != flying or request.generated + flying == 0 or request.computed < request.prompt_tokens:
                return NOT_QUIET
            steps = min(steps, request.last - request.generated - 1, self.context_length - 1 - request.known)
            context += request.computed
        if flying and any(not request.generated for request in running):
            return NOT_QUIET
        own = (request.computed - self._kept(request) for request in running)
        steps = decode_steps_within(steps, self._available() // self.page, self.page, len(running), own)
        return Quiet(steps, len(running), context, len(running))

    def _quiet_crowd(self, crowd: Crowd) -> Quiet:
        if not crowd.count or self.part or (self.waiting and not self.full) or self._unborn:
            return NOT_QUIET
        if self.asynchronous and not self._sent.crowd[0]:
            return NOT_QUIET
        steps = crowd.steps_within(self._available() // self.page, crowd.first_end() - crowd.back)
        return Quiet(steps, crowd.count, crowd.context + crowd.count, crowd.count)

    def through(self, back: int | None = None) -> list[Request]:
        crowd = self.crowd
        if crowd is None:
            return []
        if back is None:
            back = crowd.back if self.asynchronous else crowd.done
        finished = crowd.through(back)
        for request in finished:
            self._leave(request)
            request.done = True
        return finished

    def skip(self, steps: int) -> None:
        self._decays += steps
        if self.crowd is not None:
            self._crowd_grows(steps)
            if self.asynchronous:
                self.crowd.back += steps
                self._sent.crowd = self.crowd.count, self.crowd.context, self.crowd.done
            return
        grown = 0
        for request in self.running:
            before = self._own_pages(request)
            request.computed += steps
            request.generated += steps
            grown += self._own_pages(request) - before
        free = self.total - self._own - (self.tree.total if self.tree else 0)
        if grown > free and self.tree:
            self.tree.evict(grown - free)
        self._own += grown

    # ------------------------------------------------------------------------------------------------ tokens

    def _pages(self, tokens: int) -> int:
        return -(-tokens // self.page) * self.page

    def _kept(self, request: Request) -> int:
        node = self._nodes.get(request)
        return node.end if node else 0

    def _own_pages(self, request: Request) -> int:
        node = self._nodes.get(request)
        own = request.computed - node.end if node else request.computed
        return -(-own // self.page) * self.page if own > 0 else 0

    def _available(self) -> int:
        """Free tokens and those of the tree that nobody uses."""
        return self.total - self._own - (self.tree.locked if self.tree else 0)

    def _new_pages(self, running: list[Request]) -> int:
        return sum(self.page for request in running if (request.computed - self._kept(request)) % self.page == 0)

    def _matched(self, request: Request) -> Node:
        return self.tree.match(request.content, request.known - 1) if self.tree else _NOWHERE

    def _keep(self, request: Request, tokens: int) -> None:
        """Hands the first `tokens` tokens of a request over to the tree; it goes on holding them."""
        assert self.tree is not None
        old = self._nodes[request]
        if tokens <= old.end:
            return
        if self.crowd is not None and self.page == 1:
            self._nodes[request] = self.tree.grow(old, request.content, tokens)
            self._own -= tokens - old.end
            return
        before = self._own_pages(request)
        if self.crowd is not None:      # nothing is shared and nobody was retracted: it alone has its tokens
            node = self.tree.grow(old, request.content, tokens)
        else:
            node, _new = self.tree.insert(request.content, tokens)
            self.tree.lock(node)
            self.tree.unlock(old)
        self._nodes[request] = node
        self._own += self._own_pages(request) - before

    def _drop(self, request: Request) -> None:
        self._own -= self._own_pages(request)
        node = self._nodes.pop(request, None)
        if node and self.tree:
            self.tree.unlock(node)
        request.computed = 0


_NOWHERE = RadixTree().root
