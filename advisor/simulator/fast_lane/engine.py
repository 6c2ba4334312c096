"""The turns of one engine in the fast lane: a step with a decision in it, or as many equal decode steps as there may be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from heapq import heappop, heappush
from math import inf, sqrt
from typing import TYPE_CHECKING

from advisor.simulator.arrivals import ClosedLoop, Workload
from advisor.simulator.clock import StepClock
from advisor.simulator.fast_lane.blocks import Blocks
from advisor.simulator.fast_lane.decoders import NEVER, Decoders
from advisor.simulator.fast_lane.ledger import Ledger
from advisor.simulator.kv_pool import steps_within
from advisor.simulator.record import Record
from advisor.simulator.schedulers.vllm import Vllm

if TYPE_CHECKING:
    from advisor.simulator.fast_lane.lane import Lane

CHECK_EVERY = 4096
NOBODY: list[int] = []


class Prompt:
    """A prompt that is under way: of its `known` tokens so many are `computed`, in `held` blocks."""

    __slots__ = ("computed", "held", "known", "request")

    def __init__(self, request: int, known: int, computed: int, held: int) -> None:
        self.request = request
        self.known = known
        self.computed = computed
        self.held = held


class Engine:
    """One engine and who is in it, by their numbers.

    `running` holds who was let in, in that order, with the origin of those that decode (`Decoders`). `before`: tokens that a request
    had made when it was pushed out, which are computed again with its prompt. `blocked`: who waits first goes on waiting until
    somebody leaves. `due`: when the next one comes, or the run is over (s). `lag`: a step is scheduled while the one before is still
    under way (async scheduling).
    """

    def __init__(self, workload: Workload, scheduler: Vllm, clock: StepClock, record: Record, *, seconds: float = inf,
                 stop: Callable[[Record, float], bool] | None = None, lane: Lane | None = None) -> None:
        self.workload = workload
        self.clock = clock
        self.record = record
        self.seconds = seconds
        self.stop = stop
        self.lane = lane
        self.budget = scheduler.budget
        self.cap = scheduler.most_running
        self.watermark = scheduler.reserve
        self.gate = scheduler.gate
        self.lag = scheduler.asynchronous
        self.longest = scheduler.max_model_len
        self.closed = isinstance(workload, ClosedLoop) and lane is None
        record.timeline.expect(min(workload.span, seconds))
        self.running: dict[int, int] = {}
        self.blocks = Blocks(scheduler, workload, self.running)
        self.decoders = Decoders(scheduler.block_size, workload.count)
        self.waiting: deque[int] = deque() if lane is None else lane.waiting
        self.before: dict[int, int] = {}
        self.blocked = False
        self.due = min(workload.next_time(), seconds)

    def turns(self) -> Generator[None, float | None, None]:
        """All turns until the run is over. It only stops between them for a `lane`, which sends the time up to which nobody else
        comes (None: all is over).

        What happens at every turn stands here, on local names: a call for each phase costs a fifth of the speed. What happens now and
        then stands below. `now` is when the next step is decided (s), `begin` when it begins, `until` when the last of the turn's
        `steps` ends and `back` when that one begins. `free` blocks; `count` requests decode, over `context` tokens, after `done`
        steps; `part` is whose prompt is under way, `joining` are those whose prompts end with this step.
        """
        lane, lag, closed, seconds, stop, turn = self.lane, self.lag, self.closed, self.seconds, self.stop, 0
        workload, prompt, output, longest = self.workload, self.workload.prompt, self.workload.output, self.longest
        first, finish, before, waiting, running = self.record.first, self.record.finish, self.before, self.waiting, self.running
        arrival, come, requests, tells = workload.arrival, workload.taken, workload.count, closed or lane is not None
        blocks, release, leaving, size = self.blocks, self.blocks.release, self.blocks.leaving, self.blocks.size
        decoders, wanting, finishing, stale, bits = (self.decoders, self.decoders.wanting, self.decoders.finishing, self.decoders.stale,
                                                     self.decoders.bits)
        mask = (1 << bits) - 1
        clock, base, kv, windowed = self.clock, self.clock.table(min(self.cap, 256)), self.clock.kv, self.clock.window_kv != 0.0
        rows, pair, budget, cap, watermark, gate = clock.rows, clock.pair, self.budget, self.cap, self.watermark, self.gate
        record, prefixes, copies, scheduled = self.record, blocks.prefixes, blocks.line.copies, self.record.scheduled
        ledger = Ledger(self.record, blocks.whole, size)
        made, run_s, wait_s, free_s, edge = 0, 0.0, 0.0, 0.0, ledger.timeline.width
        now = begin = end = 0.0
        done = count = context = 0
        free = low = blocks.whole
        next_end = NEVER
        part: Prompt | None = None
        joining = NOBODY

        while True:
            if lane is not None:
                self._tell_lane(lane, now, begin, done, count, context, free, part is None)
                told = yield
                if told is None:
                    break
                self.due = told
                if lane.now > now:
                    ledger.idle_s += lane.now - now
                    now = lane.now
                    begin = max(begin, now)
            elif self.due <= now:
                due = self.due
                while due <= now and due < seconds:
                    if closed:
                        i = workload.take_index()
                        due = workload.next_time()
                    else:
                        i = come
                        come += 1
                        due = arrival[come] if come < requests else inf
                    if prompt[i] < longest:
                        waiting.append(i)
                    else:
                        due = self._turned_away(i, due)
                self.due = due if due < seconds else seconds
                if now >= seconds:
                    break
            if not running and (self.blocked or not waiting) and lane is None:
                if self.due >= seconds:
                    break
                if self.due > now:
                    ledger.idle_s += self.due - now
                    now = begin = self.due
                continue
            if stop:
                turn += 1
                if turn % CHECK_EVERY == 0 and stop(record, now):
                    break
            wanted = wanting[done % size]

            if part is not None or (waiting and not self.blocked) or wanted > free:
                # ------------------------------------------------------------- one step with a decision in it
                pushed_out = wanted > free
                if pushed_out:
                    wanted, free, count, context, part = self._retreat(now, wanted, free, done, count, context, part)
                    next_end = decoders.next_end()
                free -= wanted
                blocks.taken += wanted
                back, steps, left = begin, 1, budget - count
                sequences, depth, tokens, pairs, joining = count, context + count, 0, 0.0, []
                if part is not None and left > 0:
                    at = part.computed
                    free, chunk = self._goes_on(now, part, free, left)
                    left -= chunk
                    if chunk == 0:
                        part, pushed_out = None, True
                    elif chunk == 1:
                        sequences += 1
                        depth += at + 1
                    else:
                        tokens, pairs = chunk, chunk * (at + (chunk + 1.0) / 2.0)
                    if part is not None and part.computed == part.known:
                        joining.append(part.request)
                        part = None
                if pushed_out:
                    self.blocked = False
                else:
                    while waiting and left > 0 and len(running) < cap:
                        i = waiting[0]
                        known = prompt[i]
                        if before and i in before:
                            known += before[i]
                        hits = idle = idle_shared = 0
                        if prefixes is not None or (copies and i in copies):
                            hits, idle, idle_shared = blocks.find(i, known)
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
                        if prefixes is not None:
                            prefixes.enter(i, idle_shared, (computed + chunk) // size)
                        if hits:
                            blocks.hold(i, hits)
                            record.hit_tokens += computed
                        free -= needs + idle
                        blocks.taken += needs
                        left -= chunk
                        if scheduled[i] != scheduled[i]:
                            scheduled[i] = begin
                        else:
                            record.recomputed_tokens += known - computed
                        if chunk == 1:
                            sequences += 1
                            depth += computed + 1
                        else:
                            tokens += chunk
                            pairs += chunk * (computed + (chunk + 1.0) / 2.0)
                        if computed + chunk == known:
                            joining.append(i)
                        else:
                            part = Prompt(i, known, computed + chunk, needs + hits)
                    # who waits for room or a seat waits until somebody leaves; who waits for the token budget only a step
                    self.blocked = bool(waiting) and left > 0 and (gate or not (joining or part))
                    if len(running) >= len(base):
                        clock.table(2 * len(running))
                if tokens:
                    row = rows[sequences] if sequences in rows else clock.row(sequences, budget)
                    if row is None:
                        until = begin + clock.mixed(sequences, depth, tokens, pairs)
                    else:
                        until = begin + (row[tokens] + depth * kv + pairs * pair)
                    ledger.prompts += tokens
                elif not sequences:     # until the step under way is back, and who was through with it is gone
                    now = begin
                    free += self._leave()
                    continue
                elif windowed:
                    until = begin + clock.decodes(1, sequences, depth)
                else:
                    until = begin + base[sequences] + depth * kv
            elif not count:
                # ------------------------------------------------------------- nothing runs; the last step comes back
                now = begin
                free += self._leave()
                continue
            else:
                # ------------------------------------------------------------- as many equal decode steps as there may be
                steps, depth, tokens, back = next_end - done, context + count, 0, begin
                if leaving:
                    if waiting:
                        steps = 1
                    else:
                        # the first of the steps still finds their blocks held, the others do not
                        if free - wanted < low:
                            low = free - wanted
                        blocks.taken += wanted
                        free += blocks.free_leaving()
                        blocks.taken -= wanted
                if count * (steps // size + 1) > free:
                    steps = steps_within(steps, free, count, wanting, done)
                if windowed:
                    steps, until, back = self._windowed(begin, steps, count, depth)
                else:
                    each, growth = base[count] + depth * kv, count * kv
                    until = begin + steps * each + growth * (steps * (steps - 1) / 2)
                    if steps > 1 and until >= self.due:     # arrivals are seen by the first step that is scheduled after them
                        steps = min(steps, lag + steps_over(self.due - begin, each, growth)) if self.due > begin else 1
                        until = begin + steps * each + growth * (steps * (steps - 1) / 2)
                    if lag and steps > 1:
                        back = begin + ((steps - 1) * each + growth * ((steps - 1) * (steps - 2) / 2))
                if steps > 1:
                    rest = steps % size
                    wanted = steps // size * count
                    if rest:
                        at = done % size
                        to = at + rest
                        wanted += sum(wanting[at:to]) if to <= size else sum(wanting[at:]) + sum(wanting[:to - size])
                free -= wanted
                blocks.taken += wanted
                sequences = count

            # ------------------------------------------------------------------- the time passes
            end, new = until, steps * count
            if free < low:
                low = free
            if end < edge:
                took = end - begin
                made += new
                run_s += took * len(running)
                free_s += took * free
                if waiting:
                    wait_s += took * len(waiting)
            else:
                edge = ledger.crosses(begin, end, new, tokens, len(running), len(waiting), free, made, run_s, wait_s, free_s, low)
                made, run_s, wait_s, free_s, low = 0, 0.0, 0.0, 0.0, free
            context += new
            done += steps
            begin = end
            if lag:
                now = back
                if leaving:
                    free += blocks.free_leaving()
                    self.blocked = False
            else:
                now = end

            # ------------------------------------------------------------------- last and first tokens come
            while next_end <= done:
                i = heappop(finishing) & mask
                origin = running[i]
                wanting[origin % size] -= 1
                computed = done - origin
                count -= 1
                context -= computed
                finish[i] = end
                if tells or (before and i in before):
                    self._tell_over(i, end)
                free += release(i, (computed - lag) // size, -(-computed // size))
                if not lag:
                    self.blocked = False
                next_end = finishing[0] >> bits if finishing and not (stale and finishing[0] in stale) else decoders.next_end()
            if joining:
                for i in joining:
                    known, rest = prompt[i], output[i] - 1
                    if known + rest >= longest:
                        rest = longest - known - 1
                    made += 1
                    if before and i in before:
                        known += before[i]
                        rest -= before[i]
                    else:
                        first[i] = end
                    if rest > 0:
                        running[i] = origin = done - known
                        wanting[origin % size] += 1
                        count += 1
                        context += known
                        rest += done
                        heappush(finishing, rest << bits | i)
                        if rest < next_end:
                            next_end = rest
                    else:
                        finish[i] = end
                        if tells or (before and i in before):
                            self._tell_over(i, end)
                        free += release(i, known // size, -(-known // size))
                        if not lag:
                            self.blocked = False
                joining = NOBODY
        if not closed and lane is None:
            workload.taken = come
        ledger.close(now, end, made, run_s, wait_s, free_s, low)

    # ------------------------------------------------------------------------------------------ coming and going

    def _turned_away(self, i: int, due: float) -> float:
        """A request asks for more than the model allows. Returns when the next one comes, which was `due` if nobody asks again."""
        self.record.timeline.bin(self.workload.arrival[i])[8] += 1
        self.workload.ended(i, self.workload.arrival[i])
        return self.workload.next_time() if self.closed else due

    def _tell_over(self, i: int, end: float) -> None:
        """A request has had its last token, and somebody wants to know."""
        if i in self.before:
            del self.before[i]
            self.blocks.forget(i)
        if self.closed:
            self.workload.ended(i, end)
            self.due = min(self.workload.next_time(), self.seconds)
        elif self.lane is not None:
            self.lane.over(i, end)

    def _leave(self) -> int:
        """The step after the last one of some has been scheduled: these leave. Returns how many blocks are free now that were not."""
        self.blocked = False
        return self.blocks.free_leaving()

    # ------------------------------------------------------------------------------------------------ steps

    def _windowed(self, begin: float, steps: int, count: int, depth: int) -> tuple[int, float, float]:
        """A leap of at most `steps` where some layers read only a window of the context. Returns how many it takes, when the last of
        them ends and, with async scheduling, when it begins (s)."""
        clock, due = self.clock, self.due
        if steps > 1 and begin + clock.decodes(steps, count, depth) >= due:
            steps = min(steps, self.lag + clock.until(due - begin, count, depth, steps)) if due > begin else 1
        back = begin + clock.decodes(steps - 1, count, depth) if self.lag and steps > 1 else begin
        return steps, begin + clock.decodes(steps, count, depth), back

    def _goes_on(self, now: float, part: Prompt, free: int, left: int) -> tuple[int, int]:
        """The prompt under way goes on by at most `left` tokens. Returns the blocks that are free then and by how many tokens; 0 where
        there are no blocks for them, so that it is pushed out."""
        blocks = self.blocks
        chunk = min(part.known - part.computed, left)
        needs = -(-(part.computed + chunk) // blocks.size) - part.held
        if needs > free:
            blocks.tell_line()
            del self.running[part.request]
            return free + self._push_out(now, part.request, part.computed, part.held), 0
        blocks.taken += needs
        part.held += needs
        part.computed += chunk
        if blocks.prefixes is not None:
            blocks.prefixes.goes_on(part.request, part.computed // blocks.size)
        return free - needs, chunk

    def _retreat(self, now: float, wanted: int, free: int, done: int, count: int, context: int,
                 part: Prompt | None) -> tuple[int, int, int, int, Prompt | None]:
        """The earlier ones take what is free, then the last that was let in is pushed out and makes room, until all `wanted` blocks are
        there. Returns how many of them are still to be taken, free blocks, how many decode and over which context."""
        blocks, decoders, longest = self.blocks, self.decoders, self.longest
        while wanted > free:
            blocks.taken += free
            blocks.tell_line()
            wanted -= free
            victim, origin = self.running.popitem()
            if part is not None and part.request == victim:
                free = self._push_out(now, victim, part.computed, part.held)
                part = None
            elif victim in blocks.leaving:      # it is through, and only counts as pushed out
                self._count_preemption(now)
                blocks.hits.pop(victim, None)
                free = blocks.free_now(victim, *blocks.leaving.pop(victim))
            else:
                prompt, output, computed = self.workload.prompt[victim], self.workload.output[victim], done - origin
                decoders.push_out(victim, origin, origin + prompt + min(output, longest - prompt) - 1)
                count -= 1
                context -= computed
                if computed % decoders.size == 0:       # it was one of those who want a block now
                    wanted -= 1
                covered = max(computed - 1, prompt + self.before.get(victim, 0)) if self.lag else computed
                self.before[victim] = computed + 1 - prompt
                free = self._push_out(now, victim, covered, -(-computed // decoders.size))
        return wanted, free, count, context, part

    def _push_out(self, now: float, i: int, covered: int, held: int) -> int:
        """A request waits again, first of all; `covered` of its tokens are in the `held` blocks that it gives back. Returns how many
        are free now that were not."""
        self._count_preemption(now)
        self.waiting.appendleft(i)
        return self.blocks.push_out(i, covered, held)

    def _count_preemption(self, now: float) -> None:
        self.record.preemptions += 1
        self.record.timeline.bin(now)[7] += 1

    # ------------------------------------------------------------------------------------------ behind a router

    def _tell_lane(self, lane: Lane, now: float, begin: float, done: int, count: int, context: int, free: int,
                   whole: bool) -> None:
        """What the router asks: the engine's time, whether anybody is in it, and before when nobody's end comes."""
        lane.now, lane.busy = now, bool(self.running or self.waiting)
        if not self.workload.asks_again:
            return
        decoders, blocks = self.decoders, self.blocks
        lane.ahead = begin
        if count and whole and decoders.wanting[done % decoders.size] <= free \
                and not (self.waiting and (blocks.leaving or not self.blocked)):
            steps = steps_within(decoders.next_end() - done, free, count, decoders.wanting, done)
            lane.ahead += self.clock.decodes(steps, count, context + count)


def steps_over(seconds: float, each: float, growth: float) -> int:
    """The fewest steps that take at least `seconds` (> 0), of which the first takes `each` seconds and every other `growth` more than
    the one before."""
    if seconds <= each:
        return 1
    half = each - growth / 2
    steps = int(2 * seconds / (half + sqrt(half * half + 2 * growth * seconds)))
    while steps * each + growth * (steps * (steps - 1) / 2) < seconds:
        steps += 1
    while (steps - 1) * each + growth * ((steps - 1) * (steps - 2) / 2) >= seconds:
        steps -= 1
    return steps
