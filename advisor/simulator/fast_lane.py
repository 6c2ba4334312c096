"""vLLM's schedule at full speed, for the plain case: first come first served, no limits, and nothing shared but a beginning that
all of a group have. One engine by itself (`run_fast`), or several behind a router, a `Lane` each.

The same decisions as `schedulers.vllm`, which the tests hold it against, but all that decode are one quantity: how many,
how many tokens of context, and on which residue of the block size each of them will want its next block. What happens to
a request is then only its arrival, its prompt's chunks and its finish; between those, decode steps are taken in one go.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Generator
from heapq import heappop, heappush
from math import inf, sqrt
from typing import Any, NamedTuple, TypeGuard

from advisor.simulator.arrivals import ClosedLoop, Workload
from advisor.simulator.clock import StepClock
from advisor.simulator.limits import COMPLETED, LIVE, TOO_LONG
from advisor.simulator.record import Record
from advisor.simulator.requests import Request
from advisor.simulator.schedulers.vllm import Vllm

CHECK_EVERY = 4096


def takes(scheduler: Any, workload: Workload) -> TypeGuard[Vllm]:
    """Whether this case is plain enough."""
    return (type(scheduler) is Vllm and not scheduler.by_priority and scheduler.chunked and not scheduler.threshold
            and scheduler.interval <= 1 and scheduler.most_running <= scheduler.budget
            and (workload.content is None or workload.prefix_tokens > 0) and workload.max_tokens is None
            and _all_fit(scheduler, workload))


def _all_fit(scheduler: Vllm, workload: Workload) -> bool:
    """Whether the pool holds the longest request by itself."""
    import numpy as np
    if not workload.count:
        return False
    if workload.prefix_tokens and int(np.frombuffer(workload.prompt, dtype=np.int32).min()) <= workload.prefix_tokens:
        return False
    whole = np.frombuffer(workload.prompt, dtype=np.int32).astype(np.int64) + np.frombuffer(workload.output, dtype=np.int32)
    positions = min(int(whole.max()), scheduler.max_model_len) - 1
    return -(-positions // scheduler.block_size) <= scheduler.pool.blocks


class Piece(NamedTuple):
    """Blocks low..high-1 of a request as they stand in the line: block b at place + high - 1 - b."""

    low: int
    high: int
    place: int


class FreeList:
    """The order of free blocks, kept only for one question: how much of a preempted request's own cache is still there.

    Blocks without a hash are used first (`plain`); hashed ones stand at places `head`..`tail` of a line, tail blocks of a
    request first. `holes` are stretches of the line that hits took out again. `copies`: what a preempted request left in the
    line, in the order of registration.
    """

    __slots__ = ("copies", "found", "head", "holes", "plain", "tail")

    def __init__(self, blocks: int) -> None:
        self.plain = blocks
        self.head = 0
        self.tail = 0
        self.holes: list[tuple[int, int]] = []
        self.copies: dict[int, list[Piece]] = {}
        self.found: list[tuple[int, int, int]] = []

    def take(self, count: int) -> None:
        plain = min(count, self.plain)
        self.plain -= plain
        self.head += count - plain
        while self.holes and self.holes[0][0] < self.head:
            start, end = self.holes.pop(0)
            self.head += end - start

    def release(self, hashed: int, plain: int) -> None:
        self.plain += plain
        self.tail += hashed

    def remember(self, request: int, hashed: int, plain: int, hits: int, low: int = 0) -> None:
        """Releases the blocks of a preempted request from `low` on, which may come back for them; those before `hits` are older
        copies than others that it may have left here."""
        pieces = self.copies.setdefault(request, [])
        hashed, hits = max(hashed, low), max(hits, low)
        if not pieces:
            pieces.append(Piece(low, hashed, self.tail))
        else:
            pieces.insert(0, Piece(low, hits, self.tail + hashed - hits))
            pieces.append(Piece(hits, hashed, self.tail))
        self.release(hashed - low, plain)

    def hits(self, request: int, most: int, low: int = 0) -> int:
        """Up to which block, from `low` on and at most `most`, its own can be found without a gap; of several copies the one
        registered first."""
        pieces = [Piece(p.low, high, p.place + p.high - high) for p in self.copies.get(request, ())
                  if p.low < (high := min(p.high, p.place + p.high - self.head))]
        self.copies[request] = pieces
        self.found = []
        at = low
        while at < most:
            k = next((k for k, p in enumerate(pieces) if p.low <= at < p.high), None)
            if k is None:
                break
            end = min(pieces[k].high, most, *(p.low for p in pieces[:k] if p.low > at))
            self.found.append((k, at, end))
            at = end
        return at

    def hold(self, request: int) -> None:
        """The blocks that `hits` has just found leave the line."""
        left: list[Piece] = []
        for k, (low, high, place) in enumerate(self.copies[request]):
            for start, end in [(start, end) for where, start, end in self.found if where == k]:
                insort(self.holes, (place + high - end, place + high - start))
                if low < start:
                    left.append(Piece(low, start, place + high - start))
                low = end
            if low < high:
                left.append(Piece(low, high, place))
        self.copies[request] = left


class Prefixes:
    """What all requests of a group begin with, in whole blocks: `made` of them are registered, `users` requests hold them; without
    users they stand in the line at `place`, from where they are taken tail first like any others."""

    __slots__ = ("blocks", "group", "line", "made", "place", "users")

    def __init__(self, line: FreeList, blocks: int, group: Any) -> None:
        self.line = line
        self.blocks = blocks
        self.group = group
        self.made: dict[int, int] = {}
        self.users: dict[int, int] = {}
        self.place: dict[int, int] = {}

    def found(self, i: int) -> tuple[int, int]:
        """How many of a request's beginning blocks are there, and how many of these nobody holds."""
        g = self.group(i)
        made = self.made.get(g, 0)
        if self.users.get(g, 0) or not made:
            return made, 0
        kept = max(min(made, self.place[g] + made - self.line.head), 0)
        self.place[g] += made - kept
        self.made[g] = kept
        return kept, kept

    def enter(self, i: int, idle: int, covered: int) -> None:
        """A request holds its group's beginning, of which `covered` blocks are scheduled now."""
        g = self.group(i)
        if idle:
            insort(self.line.holes, (self.place[g], self.place[g] + idle))
        self.users[g] = self.users.get(g, 0) + 1
        self.made[g] = max(self.made.get(g, 0), min(covered, self.blocks))

    def goes_on(self, i: int, covered: int) -> None:
        g = self.group(i)
        self.made[g] = max(self.made[g], min(covered, self.blocks))

    def leave(self, i: int, hashed: int) -> tuple[int, int]:
        """(blocks of the beginning that it held, how many of them nobody holds any more). Its own blocks are in the line already."""
        g = self.group(i)
        self.users[g] -= 1
        shared = min(hashed, self.blocks)
        if self.users[g]:
            return shared, 0
        self.place[g] = self.line.tail
        self.line.tail += self.made[g]
        return shared, self.made[g]


def run_fast(workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, *, seconds: float = inf,
             stop: Callable[[Record, float], bool] | None = None) -> Record:
    """Fills `record` with what `run` would."""
    for _ in _turns(workload, scheduler, clock, record, seconds, stop, None):
        pass
    settle(record, workload, scheduler.max_model_len)
    return record


class Lane:
    """One of several engines behind a router, in the fast lane: to them what `run.Replica` is to the general loop.

    Its turns are taken one by one, as far as the next arrival that may come to it; `settle` tells the states of all at the end.
    """

    pending = False

    def __init__(self, workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, number: int) -> None:
        self.number = number
        self.scheduler = scheduler
        self.now = 0.0
        self.live = self.inside = 0
        self.busy = self.blocked = False
        self.ended: list[Request] = []
        self.waiting: deque[int] = deque()
        self.ahead = 0.0
        self._inside: dict[int, Request] = {}
        self._turns = _turns(workload, scheduler, clock, record, inf, None, self)
        next(self._turns)

    def offer(self, request: Request, time: float) -> None:
        """A request arrives; an idle engine's time is moved on to it."""
        if not self.busy:
            self.now = max(self.now, time)
        if not self.waiting:        # it may be let in at once, and be through with its prompt
            self.ahead = self.now
        self.busy = True
        self.waiting.append(request.index)
        self._inside[request.index] = request
        self.live += 1

    def advance(self, limit: float) -> bool:
        """One step, or one leap that ends at the first step boundary at or after `limit`."""
        self._turns.send(limit)
        return True

    def over(self, index: int, time: float) -> None:
        """A request has had its last token."""
        request = self._inside.pop(index)
        request.finish = time
        self.ended.append(request)

    def ends_after(self) -> float:
        """Nobody's end comes before that time, but those that are told already."""
        return self.ahead

    def next_deadline(self) -> float:
        """Nobody is given up in the fast lane."""
        return inf

    def close(self) -> None:
        """All is over: the sums go to the record."""
        next(self._turns, None)


def _turns(workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, seconds: float,
           stop: Callable[[Record, float], bool] | None, lane: Lane | None) -> Generator[None, float | None, None]:
    """One long function on purpose: its local names are what makes it fast. It only stops between turns for a `lane`, which sends it
    the time up to which nobody else comes (None: all is over).

    `done` counts steps; a request that decodes is known by the count at which it finishes (`finish_at`) and the one at which
    it would have computed nothing (`origin`: its computed tokens are done - origin).
    """
    size, budget, cap, watermark, gate = (scheduler.block_size, scheduler.budget, scheduler.most_running, scheduler.reserve,
                                          scheduler.gate)
    caching, lag, longest = scheduler.caching, scheduler.asynchronous, scheduler.max_model_len
    closed = isinstance(workload, ClosedLoop) and lane is None
    arrival, prompt, output, requests = workload.arrival, workload.prompt, workload.output, workload.count
    first, finish, scheduled = record.first, record.finish, record.scheduled
    timeline, blocks = record.timeline, scheduler.pool.blocks
    timeline.expect(min(workload.span, seconds))
    free, line, taken = blocks, FreeList(blocks), 0
    base, kv, pair, rows, windowed = clock.table(min(cap, 4096) + 1), clock.kv, clock.pair, clock.rows, clock.window_kv != 0.0
    decodes, until, mixed = clock.decodes, clock.until, clock.mixed
    copies = line.copies
    groups = workload.prefix_groups
    shared_blocks = workload.prefix_tokens // size if caching and workload.content is not None else 0
    prefixes = Prefixes(line, shared_blocks, groups.__getitem__ if groups else lambda i: 0) if shared_blocks else None
    waiting: deque[int] = deque() if lane is None else lane.waiting
    running: dict[int, int] = {}
    before: dict[int, int] = {}
    hit_blocks: dict[int, int] = {}
    finishing: list[int] = []
    stale: set[int] = set()
    leaving: dict[int, tuple[int, int]] = {}
    wanting = [0] * size
    bits = max(requests.bit_length(), 1)
    mask = (1 << bits) - 1
    done = count = context = 0
    part, part_known, part_computed, part_held = -1, 0, 0, 0
    come = workload.taken
    now, flight_end, due, blocked = 0.0, -inf, workload.next_time(), False
    made, prompts, run_s, wait_s, free_s, idle_s, since, turns = 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0
    low = lowest_free = free
    idle_total, edge = 0.0, timeline.width
    prefilled, hit_tokens, preemptions, recomputed = 0, 0, 0, 0
    end = 0.0

    while True:
        if lane is not None:
            lane.now, lane.busy = now, bool(running or waiting)
            if workload.asks_again:
                lane.ahead = now if now > flight_end else flight_end
                if count and part < 0 and wanting[done % size] <= free and not (waiting and (leaving or not blocked)):
                    while stale and finishing[0] in stale:
                        stale.remove(heappop(finishing))
                    steps = (finishing[0] >> bits) - done
                    lane.ahead += decodes(_steps_until_full(steps, size, free, count, wanting, done), count, context + count)
            told = yield
            if told is None:
                break
            due = told
            if lane.now > now:
                idle_s += lane.now - now
                now = lane.now
        while lane is None and due <= now and due < seconds:
            if closed:
                i = workload.take_index()
            else:
                i = come
                come += 1
            if prompt[i] < longest:
                waiting.append(i)
            else:
                timeline.bin(due)[8] += 1
                if closed:
                    workload.ended(i, due)
            if closed:
                due = workload.next_time()
            else:
                due = arrival[come] if come < requests else inf
        if now >= seconds:
            break
        if lane is None and not running and (blocked or not waiting):
            if due >= seconds or due == inf:
                break
            if due > now:
                idle_s += due - now
                now = due
            continue
        if stop:
            turns += 1
            if turns % CHECK_EVERY == 0 and stop(record, now):
                break
        begin = now if now > flight_end else flight_end
        steps, tokens, pairs, extra, extra_context, joining, already = 1, 0, 0.0, 0, 0, None, 0
        wanted = wanting[done % size]

        if part >= 0 or (waiting and not blocked) or wanted > free:
            # ------------------------------------------------------------- one step with a decision in it
            pushed_out = False
            while wanted > free:
                # the earlier ones take what is free, then the last admitted is pushed out and makes room
                line.take(taken + free)
                taken, wanted, free = 0, wanted - free, 0
                victim, start = running.popitem()
                pushed_out = True
                preemptions += 1
                timeline.bin(now)[7] += 1
                hits = hit_blocks.pop(victim, 0)
                if victim == part:
                    covered, held = part_computed, part_held
                    part = -1
                elif victim in leaving:
                    hashed, held = leaving.pop(victim)
                    if prefixes:
                        line.release(hashed - min(hashed, shared_blocks), held - hashed)
                        shared, idle = prefixes.leave(victim, hashed)
                        held += idle - shared
                    else:
                        line.release(hashed, held - hashed)
                    free += held
                    continue
                else:
                    computed = done - start
                    held = -(-computed // size)
                    covered = max(computed - lag, prompt[victim] + before.get(victim, 0)) if lag else computed
                    before[victim] = computed + 1 - prompt[victim]
                    count -= 1
                    context -= computed
                    phase = start % size
                    wanting[phase] -= 1
                    if phase == done % size:
                        wanted -= 1
                    stale.add((start + prompt[victim] + min(output[victim], longest - prompt[victim]) - 1) << bits | victim)
                waiting.appendleft(victim)
                free += held
                if caching:
                    line.remember(victim, covered // size, held - covered // size, hits, shared_blocks)
                    if prefixes:
                        shared, idle = prefixes.leave(victim, covered // size)
                        free += idle - shared
            free -= wanted
            taken += wanted
            left = budget - count
            if part >= 0 and left > 0:
                chunk = part_known - part_computed
                if chunk > left:
                    chunk = left
                needs = -(-(part_computed + chunk) // size) - part_held
                if needs > free:
                    line.take(taken)
                    taken = 0
                    del running[part]
                    pushed_out = True
                    preemptions += 1
                    timeline.bin(now)[7] += 1
                    hits = hit_blocks.pop(part, 0)
                    waiting.appendleft(part)
                    free += part_held
                    if caching:
                        line.remember(part, part_computed // size, part_held - part_computed // size, hits, shared_blocks)
                        if prefixes:
                            shared, idle = prefixes.leave(part, part_computed // size)
                            free += idle - shared
                    part = -1
                else:
                    free -= needs
                    taken += needs
                    part_held += needs
                    left -= chunk
                    if chunk == 1:
                        extra, extra_context = 1, part_computed + 1
                    else:
                        tokens = chunk
                        pairs = chunk * (part_computed + (chunk + 1.0) / 2.0)
                    part_computed += chunk
                    if prefixes:
                        prefixes.goes_on(part, part_computed // size)
                    if part_computed == part_known:
                        joining = [part]
                        part = -1
            if pushed_out:
                blocked = False
            else:
                while waiting and left > 0 and len(running) < cap:
                    i = waiting[0]
                    known = prompt[i]
                    if before and i in before:
                        known += before[i]
                    hits = idle = 0
                    if prefixes:
                        line.take(taken)
                        taken = 0
                        hits, idle_shared = prefixes.found(i)
                        idle = idle_shared
                        line.found = []
                        if hits == shared_blocks and copies and i in copies:
                            hits = line.hits(i, (known - 1) // size, shared_blocks)
                            idle += hits - shared_blocks
                    elif caching and copies and i in copies:
                        line.take(taken)
                        taken = 0
                        hits = idle = line.hits(i, (known - 1) // size)
                    computed = hits * size
                    chunk = known - computed
                    if chunk > left:
                        chunk = left
                    room = free - idle - (watermark if running else 0)
                    needs = -(-(computed + chunk) // size) - hits
                    if needs > room or (gate and computed + chunk < known and -(-known // size) - hits > room):
                        break
                    waiting.popleft()
                    running[i] = 0
                    if prefixes:
                        prefixes.enter(i, idle_shared, (computed + chunk) // size)
                    if hits:
                        if i in copies:
                            line.hold(i)
                            hit_blocks[i] = hits
                        hit_tokens += computed
                    free -= needs + idle
                    taken += needs
                    left -= chunk
                    if not preemptions or scheduled[i] != scheduled[i]:
                        scheduled[i] = begin
                    else:
                        recomputed += known - computed
                    if chunk == 1:
                        extra += 1
                        extra_context += computed + 1
                    else:
                        tokens += chunk
                        pairs += chunk * (computed + (chunk + 1.0) / 2.0)
                    if computed + chunk == known:
                        if joining is None:
                            joining = [i]
                        else:
                            joining.append(i)
                    else:
                        part, part_known, part_computed, part_held = i, known, computed + chunk, needs + hits
                # who waits for room or a seat waits until somebody leaves; who waits for the token budget only a step
                blocked = bool(waiting) and left > 0 and (gate or (joining is None and part < 0))
            sequences = count + extra
            if not sequences and not tokens:
                if flight_end > now:
                    now = flight_end
                    if leaving:
                        free, taken = _free(leaving, running, line, prefixes, free, taken)
                        blocked = False
                continue
            depth = context + count + extra_context
            if tokens:
                row = rows[sequences] if sequences in rows else clock.row(sequences, budget)
                if row is None:
                    end = begin + mixed(sequences, depth, tokens, pairs)
                else:
                    end = begin + (row[tokens] + depth * kv + pairs * pair)
                prefilled += tokens
                prompts += tokens
            elif windowed:
                end = begin + decodes(1, sequences, depth)
            else:
                end = begin + base[sequences] + depth * kv
        elif not count:
            # ------------------------------------------------------------- nothing runs; the last step comes back
            now = flight_end if flight_end > now else now
            free, taken = _free(leaving, running, line, prefixes, free, taken)
            blocked = False
            continue
        else:
            # ------------------------------------------------------------- as many equal decode steps as there may be
            while stale and finishing[0] in stale:
                stale.remove(heappop(finishing))
            steps = (finishing[0] >> bits) - done
            depth = context + count
            if leaving:
                if waiting:
                    steps = 1
                else:
                    # the first of the steps still finds their blocks held, the others do not
                    free -= wanted
                    if free < low:
                        low = free
                    free, taken = _free(leaving, running, line, prefixes, free, taken + wanted)
                    already = wanted
            if count * (steps // size + 1) > free + already:
                steps = _steps_until_full(steps, size, free + already, count, wanting, done)
            # arrivals are seen by the first step that is scheduled after them
            visible = due if due < seconds else seconds
            if windowed:
                if steps > 1 and begin + decodes(steps, count, depth) >= visible:
                    steps = min(steps, lag + until(visible - begin, count, depth, steps)) if visible > begin else 1
                end = begin + decodes(steps, count, depth)
            else:
                each, growth = base[count] + depth * kv, count * kv
                end = begin + steps * each + growth * (steps * (steps - 1) / 2)
                if steps > 1 and end >= visible:
                    gap = visible - begin
                    if gap <= each:
                        steps = 1 + lag if gap > 0.0 and steps > lag else 1
                    else:
                        half = each - growth / 2
                        k = int(2 * gap / (half + sqrt(half * half + 2 * growth * gap)))
                        while k * each + growth * (k * (k - 1) / 2) < gap:
                            k += 1
                        while (k - 1) * each + growth * ((k - 1) * (k - 2) / 2) >= gap:
                            k -= 1
                        k += lag
                        if k < steps:
                            steps = k
                    end = begin + steps * each + growth * (steps * (steps - 1) / 2)
            if steps == 1:
                wanted -= already
                free -= wanted
                taken += wanted
            else:
                rest = steps % size
                wanted = (steps - rest) // size * count
                if rest:
                    at = done % size
                    to = at + rest
                    wanted += sum(wanting[at:to]) if to <= size else sum(wanting[at:]) + sum(wanting[:to - size])
                wanted -= already
                free -= wanted
                taken += wanted
            sequences = count

        # ------------------------------------------------------------------- the time passes
        if free < low:
            low = free
        took = end - begin
        if end < edge:
            made += steps * count
            run_s += took * len(running)
            free_s += took * free
            if waiting:
                wait_s += took * len(waiting)
        else:
            idle_total += idle_s
            if low < lowest_free:
                lowest_free = low
            _flush(timeline, since, begin, made, prompts - tokens, run_s, wait_s, (blocks * (begin - since - idle_s) - free_s) * size,
                   begin - since - idle_s, (blocks - low) * size)
            timeline.add(begin, end, steps * count, tokens, len(running), len(waiting), (blocks - free) * size, (blocks - free) * size)
            made = prompts = 0
            run_s = wait_s = free_s = idle_s = 0.0
            since, low = end, free
            edge = (int(end / timeline.width) + 1) * timeline.width
        context += steps * count
        done += steps
        if lag:
            if steps > 1:
                k = steps - 1
                now = begin + (decodes(k, count, depth) if windowed else k * each + growth * (k * (k - 1) / 2))
            elif flight_end > now:
                now = flight_end
            flight_end = end
            if leaving:
                free, taken = _free(leaving, running, line, prefixes, free, taken)
                blocked = False
        else:
            now = end

        # ------------------------------------------------------------------- tokens come
        while finishing and finishing[0] >> bits <= done:
            mark = heappop(finishing)
            if stale and mark in stale:
                stale.remove(mark)
                continue
            i = mark & mask
            start = running[i]
            wanting[start % size] -= 1
            computed = done - start
            count -= 1
            context -= computed
            finish[i] = end
            if lag:
                leaving[i] = (computed - 1) // size, -(-computed // size)
            else:
                del running[i]
                held = -(-computed // size)
                free += held
                if caching:
                    if taken > line.plain:
                        line.take(taken)
                        taken = 0
                    hashed = computed // size
                    line.plain += held - hashed - taken
                    line.tail += hashed - shared_blocks
                    taken = 0
                    if prefixes:
                        shared, idle = prefixes.leave(i, hashed)
                        free += idle - shared
                blocked = False
            if before and i in before:
                _forget(i, before, hit_blocks, line)
            if closed:
                workload.ended(i, end)
                due = workload.next_time()
            elif lane is not None:
                lane.over(i, end)
        if joining is not None:
            for i in joining:
                known = prompt[i]
                rest = output[i] - 1
                if known + rest >= longest:
                    rest = longest - known - 1
                made += 1
                if before and i in before:
                    known += before[i]
                    rest -= before[i]
                else:
                    first[i] = end
                if rest > 0:
                    running[i] = start = done - known
                    wanting[start % size] += 1
                    count += 1
                    context += known
                    heappush(finishing, (done + rest) << bits | i)
                    continue
                finish[i] = end
                if lag:
                    leaving[i] = known // size, -(-known // size)
                else:
                    del running[i]
                    held = -(-known // size)
                    free += held
                    line.take(taken)
                    taken = 0
                    line.release(known // size - shared_blocks, held - known // size)
                    if prefixes:
                        shared, idle = prefixes.leave(i, known // size)
                        free += idle - shared
                    blocked = False
                if before and i in before:
                    _forget(i, before, hit_blocks, line)
                if closed:
                    workload.ended(i, end)
                    due = workload.next_time()
                elif lane is not None:
                    lane.over(i, end)

    if not closed and lane is None:
        workload.taken = come
    lowest_free = min(lowest_free, low)
    if since < end:
        _flush(timeline, since, end, made, prompts, run_s, wait_s, (blocks * (end - since - idle_s) - free_s) * size, end - since - idle_s,
               (blocks - low) * size)
    elif made:
        timeline.bin(since)[0] += made
    record.busy_s += end - idle_total - idle_s
    record.prefill_tokens += prefilled
    record.hit_tokens += hit_tokens
    record.preemptions += preemptions
    record.recomputed_tokens += recomputed
    record.kv_peak_tokens = max(record.kv_peak_tokens, (blocks - lowest_free) * size)
    record.end_s = max(record.end_s, now)


def settle(record: Record, workload: Workload, longest: int) -> None:
    """States and lengths of all that came, at once."""
    import numpy as np
    came = workload.taken
    prompt = np.frombuffer(workload.prompt, dtype=np.int32)[:came].astype(np.int64)
    output = np.frombuffer(workload.output, dtype=np.int32)[:came]
    over = ~np.isnan(np.frombuffer(record.finish)[:came])
    states = np.where(over, COMPLETED, np.where(prompt >= longest, TOO_LONG, LIVE))
    record.state[:came] = states.astype(np.uint8).tobytes()
    tokens = np.where(over, np.minimum(output, np.maximum(longest - prompt, 1)), 0).astype(np.int32)
    np.frombuffer(record.generated, dtype=np.int32)[:came] = tokens


def _forget(i: int, before: dict[int, int], hit_blocks: dict[int, int], line: FreeList) -> None:
    """A request that had been preempted is over."""
    del before[i]
    hit_blocks.pop(i, None)
    line.copies.pop(i, None)


def _free(leaving: dict[int, tuple[int, int]], running: dict[int, int], line: FreeList, prefixes: Prefixes | None, free: int,
          taken: int) -> tuple[int, int]:
    """With async scheduling a finished request's blocks are free once the step after its last has been scheduled."""
    if taken <= line.plain:
        line.plain -= taken
    else:
        line.take(taken)
    for i, (hashed, held) in leaving.items():
        del running[i]
        line.plain += held - hashed
        free += held
        if prefixes:
            line.tail += hashed - min(hashed, prefixes.blocks)
            shared, idle = prefixes.leave(i, hashed)
            free += idle - shared
        else:
            line.tail += hashed
    leaving.clear()
    return free, 0


def _steps_until_full(steps: int, size: int, free: int, count: int, wanting: list[int], done: int) -> int:
    """So many decode steps find all the blocks they want."""
    fit, left = free // count * size, free % count
    for k in range(size):
        left -= wanting[(done + k) % size]
        if left < 0:
            break
        fit += 1
    return min(steps, fit)


def _flush(timeline: Any, since: float, end: float, made: float, prompts: float, run_s: float, wait_s: float, kv_s: float,
           busy_s: float, peak: float) -> None:
    """All that happened since the last edge; idle time in between may have crossed edges, what was done then is its first bin's."""
    row = timeline.bin(since)
    row[0] += made
    row[1] += prompts
    row[2] += run_s
    row[3] += wait_s
    row[4] += kv_s
    row[5] += busy_s
    row[6] = max(row[6], peak)
