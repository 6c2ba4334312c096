"""The event loop: requests come, a scheduler decides, the clock says how long a step takes.

The stepped loop takes one step after the other and is the reference; the leaping one takes many equal decode steps at
once, between two decisions, and comes to the same events.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf

from advisor.simulator.arrivals import Workload
from advisor.simulator.base import Batch, Quiet, Scheduler
from advisor.simulator.clock import StepClock, chunk_pairs
from advisor.simulator.fast_lane import Lane, settle
from advisor.simulator.limits import (
    COMPLETED,
    FAILED,
    FELL_BACK,
    LIVE,
    NO_LIMITS,
    OVER_QUOTA,
    REJECTED,
    TIMED_OUT,
    TOO_LONG,
    Limits,
)
from advisor.simulator.record import Record
from advisor.simulator.requests import Request
from advisor.simulator.router import Router
from advisor.simulator.schedulers.vllm import Vllm

CHECK_EVERY = 256
SAME_MOMENT_S = 1e-9        # equal engines end together but for the last bit of their sums


class Replica:
    """One engine: its scheduler, its clock, the steps under way and its own time.

    `inside` counts who is in it, `live` who is in it as the router knows: who will end with the step under way is still there.
    """

    def __init__(self, scheduler: Scheduler, clock: StepClock, record: Record, limits: Limits, leap: bool, number: int = 0) -> None:
        self.number = number
        self.scheduler = scheduler
        self.clock = clock
        self.record = record
        self.limits = limits
        self.leap = leap
        self.now = 0.0
        self.device_free = 0.0
        self.pending: deque[tuple[Batch, float]] = deque()
        self.deadlines: list[tuple[float, int, bool, Request]] = []
        self.live = self.inside = 0
        self.blocked = False
        self.ended: list[Request] = []
        self._calm: Quiet | None = None     # what `quiet` says, as long as nothing has moved since

    @property
    def busy(self) -> bool:
        return bool(self.pending) or self.scheduler.busy

    def offer(self, request: Request, time: float) -> None:
        """A request that passed the limits arrives; an idle engine's time is moved on to it."""
        if not self.busy:
            self.now = max(self.now, time)
        self._calm = None
        self.scheduler.add(request)
        self.live += 1
        self.inside += 1
        for timeout, waiting in ((self.limits.queue_timeout_s, True), (self.limits.request_timeout_s, False)):
            if timeout is not None:
                heappush(self.deadlines, (request.arrival + timeout, request.index, waiting, request))

    def advance(self, limit: float) -> bool:
        """One step, or one leap that ends at the first step boundary at or after `limit`. False where nothing can run."""
        if self.deadlines:
            self._drop_late()
            if self.ended:      # who of them asks again may come before `limit`
                return True
            limit = min(limit, self.next_deadline())
        if self.leap and len(self.pending) == self.scheduler.asynchronous and self._leap(limit):
            return True
        self._calm = None
        batch = self.scheduler.schedule()
        self.blocked = self.scheduler.waiting_count() > 0
        for request in self.scheduler.take_failed():
            self._end(request, FAILED, self.now)
        if batch.preempted:
            self.record.preemptions += len(batch.preempted)
            self.record.timeline.bin(self.now)[7] += len(batch.preempted)
        runs = bool(batch.scheduled or batch.crowd[0])
        if runs:
            self._start(batch)
        if self.pending and (len(self.pending) > self.scheduler.asynchronous or not runs):
            self._finish(*self.pending.popleft())
            return True
        return runs

    # ------------------------------------------------------------------------------------------------ a step

    def _start(self, batch: Batch) -> None:
        sequences, context, tokens, pairs = batch.padding
        crowd, read, _step = batch.crowd
        sequences += crowd
        context += read
        scheduler = self.scheduler
        for request, count in batch.scheduled.items():
            if count == 1:
                sequences += 1
                context += request.computed
            else:
                tokens += count
                pairs += chunk_pairs(request.computed - count, count)
        begin = self.now if self.now > self.device_free else self.device_free
        end = begin + self.clock.mixed(sequences, context, tokens, pairs)
        record = self.record
        for request in batch.admitted:
            if request.scheduled < 0:
                request.scheduled = record.scheduled[request.index] = begin
        for request in batch.resumed:
            record.recomputed_tokens += request.known - batch.hits.get(request, 0)
        for hit in batch.hits.values():
            record.hit_tokens += hit
        record.prefill_tokens += tokens
        record.busy_s += end - begin
        used = scheduler.used_tokens()
        if used > record.kv_peak_tokens:
            record.kv_peak_tokens = used
        record.timeline.add(begin, end, len(batch.tokens) + crowd, tokens, scheduler.running_count(), scheduler.waiting_count(), used, used)
        self.device_free = end
        self.pending.append((batch, end))

    def _finish(self, batch: Batch, end: float) -> None:
        if end > self.now:
            self.now = end
        ended = self.scheduler.update(batch)
        for request in batch.tokens:
            if request.first < 0 and request.generated > 0:
                request.first = self.record.first[request.index] = end
        for request in ended:
            self._end(request, COMPLETED, end)

    def _end(self, request: Request, state: int, time: float) -> None:
        record, i = self.record, request.index
        request.finish = time
        record.finish[i] = time
        record.generated[i] = request.generated
        record.state[i] = state
        self.inside -= 1
        self.ended.append(request)

    def _leap(self, limit: float) -> bool:
        scheduler = self.scheduler
        quiet, sequences, context, live = self._quiet()
        if quiet < 1:
            return False
        waiting = scheduler.waiting_count()
        self.blocked = waiting > 0
        clock, lag = self.clock, scheduler.asynchronous
        begin = self.pending[0][1] if lag else self.now
        steps = quiet
        if limit - begin < inf:
            first = 1 if lag else 0
            steps = min(steps, first + clock.until((limit - begin), sequences, context, steps)) if limit > begin else 1
        end = begin + clock.decodes(steps, sequences, context)
        used = scheduler.used_tokens()
        scheduler.skip(steps)
        self._calm = Quiet(quiet - steps, sequences, context + steps * sequences, live) if steps < quiet else None
        used_end = scheduler.used_tokens()
        record = self.record
        record.busy_s += end - begin
        if used_end > record.kv_peak_tokens:
            record.kv_peak_tokens = used_end
        record.timeline.add(begin, end, steps * live, 0, scheduler.running_count(), waiting, (used + used_end) / 2, used_end)
        self.device_free = end
        if lag:
            batch, _end = self.pending.popleft()
            back = begin + clock.decodes(steps - 1, sequences, context) if steps > 1 else begin
            self.now = max(self.now, back)
            for request in batch.tokens:
                if request.first < 0 and not request.done:
                    request.first = record.first[request.index] = begin
            self.pending.append((batch, end))
        else:
            self.now = back = end
        for request in scheduler.through():
            self._end(request, COMPLETED, back)
        return True

    def _quiet(self) -> Quiet:
        if self._calm is None:
            self._calm = self.scheduler.quiet()
        return self._calm

    def ends_after(self) -> float:
        """Nobody's end is known before that time, or comes before it."""
        steps, sequences, context, _live = self._quiet()
        lag = self.scheduler.asynchronous
        if steps < 1 or len(self.pending) != lag:
            return self.now
        begin = self.pending[0][1] if lag else self.now
        return min(begin + self.clock.decodes(steps - lag, sequences, context), self.next_deadline())

    # ------------------------------------------------------------------------------------------------ limits

    def next_deadline(self) -> float:
        """When the next one gives up or is given up."""
        heap = self.deadlines
        while heap and (heap[0][3].done or (heap[0][2] and heap[0][3].scheduled >= 0)):
            heappop(heap)
        return heap[0][0] if heap else inf

    def _drop_late(self) -> None:
        while self.next_deadline() <= self.now:
            request = heappop(self.deadlines)[3]
            self._calm = None
            self.scheduler.cancel(request)
            self._end(request, TIMED_OUT, self.now)


def run(workload: Workload, schedulers: Sequence[Scheduler], clocks: Sequence[StepClock], *, limits: Limits = NO_LIMITS,
        leap: bool = True, seconds: float = inf, router: str = "round_robin", kv_tokens: int = 0, record: Record | None = None,
        stop: Callable[[Record, float], bool] | None = None) -> Record:
    """Lets a workload run through one engine, or several equal ones behind a router, until all is done or `seconds` are over.

    `stop` is asked now and then and ends the run where it says True. Requests that were not done keep the state unfinished.
    """
    record = record or Record(workload.count, kv_tokens)
    replicas = [Replica(s, c, record, limits, leap, i) for i, (s, c) in enumerate(zip(schedulers, clocks, strict=True))]
    record.timeline.expect(min(workload.span, seconds))
    for scheduler in schedulers if leap else ():
        scheduler.will_leap()
        if workload.content is None:
            scheduler.nothing_shared()
    _drive(workload, replicas, record, limits, leap, seconds, router, kv_tokens, stop)
    return record


def run_lanes(workload: Workload, schedulers: Sequence[Vllm], clocks: Sequence[StepClock], record: Record, *, seconds: float = inf,
              router: str = "round_robin", stop: Callable[[Record, float], bool] | None = None) -> Record:
    """The same as `run` for several engines that `fast_lane.takes`, without limits."""
    lanes = [Lane(workload, s, c, record, i) for i, (s, c) in enumerate(zip(schedulers, clocks, strict=True))]
    _drive(workload, lanes, record, NO_LIMITS, True, seconds, router, 0, stop)
    for lane in lanes:
        lane.close()
    settle(record, workload, schedulers[0].max_model_len)
    return record


def _drive(workload: Workload, replicas: Sequence[Replica | Lane], record: Record, limits: Limits, leap: bool, seconds: float,
           router: str, kv_tokens: int, stop: Callable[[Record, float], bool] | None) -> None:
    """Whoever is earliest moves: the next to arrive, or a replica."""
    record.engines = len(replicas)
    gate = _Gate(limits, record, workload, kv_tokens)
    route = Router(router, len(replicas))
    fleet = _Fleet(replicas)
    turns, alone = 0, replicas[0] if len(replicas) == 1 else None
    next_time = workload.next_time
    while True:
        arrival = next_time()
        replica: Replica | Lane | None
        if alone is None:
            replica = fleet.earliest()
        else:
            replica = alone if alone.busy else None
        if replica is None or replica.now >= arrival:
            if arrival >= seconds or arrival == inf:
                if replica is None or replica.now >= seconds:
                    break
            else:
                request = workload.take()
                if alone is None:
                    fleet.left_by(arrival)
                chosen = alone or replicas[route.choose(request, replicas)]
                if gate.passes(request, chosen):
                    chosen.offer(request, arrival)
                    fleet.moved(chosen)
                else:
                    workload.ended(request.index, arrival)
                continue
        if replica.now >= seconds:
            break
        before = replica.now
        until = arrival if arrival < seconds else seconds
        if leap and alone is None and workload.asks_again:
            until = min(until, fleet.others_end_after(replica))
        moved = replica.advance(until)
        fleet.moved(replica)
        ended = bool(replica.ended)
        if ended:
            for request in replica.ended:
                gate.ended(request)
                workload.ended(request.index, request.finish)
                if alone is None:
                    fleet.ended(replica, request.finish)
            replica.ended.clear()
        if not moved and not ended and replica.now == before and not replica.pending:
            following = min(arrival, replica.next_deadline(), seconds)
            if following == inf or following <= replica.now:
                break
            replica.now = following
            fleet.moved(replica)
        turns += 1
        if stop and turns % CHECK_EVERY == 0 and stop(record, replica.now):
            break
    record.end_s = max(replica.now for replica in replicas)


class _Fleet:
    """Which of the busy replicas stands earliest in time, and before when no other one's request ends.

    Both are asked at every turn, of a hundred replicas too: what one of them says stands in a heap until that one moves.
    """

    def __init__(self, replicas: Sequence[Replica | Lane]) -> None:
        self._replicas = replicas
        self._leaving: list[tuple[float, int]] = []
        self._moves = [0] * len(replicas)
        self._times: list[tuple[float, int, int]] = []
        self._ends: list[tuple[float, int, int]] = []
        self._unasked: set[int] = set()

    def ended(self, replica: Replica | Lane, time: float) -> None:
        """A request of a replica is over then, which may be later than the next one arrives."""
        heappush(self._leaving, (time, replica.number))

    def left_by(self, time: float) -> None:
        """Brings `live` up to date: who was over by then has left."""
        leaving = self._leaving
        while leaving and leaving[0][0] <= time + SAME_MOMENT_S:
            self._replicas[heappop(leaving)[1]].live -= 1

    def moved(self, replica: Replica | Lane) -> None:
        """A replica has moved on, or has got a request."""
        if len(self._replicas) == 1:
            return
        i = replica.number
        self._moves[i] += 1
        self._unasked.add(i)
        if replica.busy:
            heappush(self._times, (replica.now, i, self._moves[i]))

    def earliest(self) -> Replica | Lane | None:
        """The busy replica whose time is least, the first of several; None where all are idle."""
        return self._replicas[self._times[0][1]] if self._tidy(self._times) else None

    def others_end_after(self, replica: Replica | Lane) -> float:
        """Nobody's end is known on another replica before that time, or comes before it. This one moves next."""
        for i in self._unasked:
            other = self._replicas[i]
            if other is not replica and other.busy:
                heappush(self._ends, (other.ends_after(), i, self._moves[i]))
        self._unasked.clear()
        while self._tidy(self._ends) and self._ends[0][1] == replica.number:
            heappop(self._ends)
        return self._ends[0][0] if self._ends else inf

    def _tidy(self, heap: list[tuple[float, int, int]]) -> bool:
        """Takes off what was said before a move; whether anything is left."""
        while heap and heap[0][2] != self._moves[heap[0][1]]:
            heappop(heap)
        return bool(heap)


class _Gate:
    """Says who is let in, by the limits, and counts per user."""

    def __init__(self, limits: Limits, record: Record, workload: Workload, kv_tokens: int) -> None:
        self.limits = limits
        self.record = record
        self.workload = workload
        self.kv_tokens = kv_tokens
        self.by_user: dict[int, int] = {}

    def passes(self, request: Request, replica: Replica | Lane) -> bool:
        state = self._state(request, replica)
        self.record.state[request.index] = state
        if state == LIVE:
            self.by_user[request.user] = self.by_user.get(request.user, 0) + 1
            return True
        self.record.timeline.bin(request.arrival)[8] += 1
        return False

    def _state(self, request: Request, replica: Replica | Lane) -> int:
        limits, scheduler = self.limits, replica.scheduler
        if limits.context_tokens is not None and request.prompt_tokens + request.last > limits.context_tokens:
            return TOO_LONG
        if scheduler.refuses(request):
            return TOO_LONG
        if limits.per_user is not None and self.by_user.get(request.user, 0) >= limits.per_user:
            return OVER_QUOTA
        if limits.in_system is not None and replica.inside >= limits.in_system:
            return REJECTED
        if limits.queue_length is not None:
            running = scheduler.running_count()
            seats = 0 if replica.blocked else max(scheduler.most_running - running, 0)
            if replica.inside - running >= limits.queue_length + seats:
                return REJECTED
        if limits.fall_back_watermark is not None and self.kv_tokens \
                and scheduler.used_tokens() >= limits.fall_back_watermark * self.kv_tokens:
            return FELL_BACK
        return LIVE

    def ended(self, request: Request) -> None:
        self.by_user[request.user] -= 1
