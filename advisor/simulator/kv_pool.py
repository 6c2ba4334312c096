"""The paged KV cache: blocks, the prefix cache over them, and the order in which they are used again.

Blocks are kept in runs: neighbouring blocks of one content that were registered, held and freed together, so that the work is
per stretch of a prompt and not per block.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from advisor.simulator.requests import Content, Request


class Run:
    """Blocks low..high-1 of one source, cached; `users` requests hold them. `rest` is what was split off its end; `line` the
    place in the free list where it waits to be used again."""

    __slots__ = ("high", "line", "low", "rest", "source", "users")

    def __init__(self, source: Hashable, low: int, high: int, users: int) -> None:
        self.source = source
        self.low = low
        self.high = high
        self.users = users
        self.rest: Run | None = None
        self.line: list[Run] | None = None


class Hits(NamedTuple):
    """The first `blocks` blocks of a content are cached, `idle` of them held by nobody; `pieces` says where: (run, low, high)."""

    blocks: int = 0
    idle: int = 0
    pieces: tuple[tuple[Run, int, int], ...] = ()


NO_HITS = Hits()


class CountingPool:
    """A pool without a cache: how many blocks are free is all there is to know."""

    __slots__ = ("blocks", "free")

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.free = blocks

    def lookup(self, content: Content, most: int, size: int) -> Hits:
        return NO_HITS

    def hold(self, request: Request, hits: Hits) -> None:
        request.held = request.registered = 0

    def grow(self, request: Request, count: int) -> None:
        """`count` more blocks for a request; so many must be free."""
        self.free -= count
        request.held += count

    def register(self, request: Request, first: int, end: int, size: int) -> None:
        pass

    def release(self, request: Request) -> None:
        self.free += request.held
        request.held = 0


class BlockPool:
    """`blocks` can be handed out. Free ones that hold nothing known are used first, then the cached ones, oldest first.

    That is vLLM's one free list: what is freed without a hash goes to its front, with one to its tail. A request's `blocks` are
    pairs of a run and how many blocks from its beginning on are meant.
    """

    __slots__ = ("blocks", "cached", "free", "lines", "plain")

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.free = blocks
        self.plain = blocks
        self.lines: deque[list[Run]] = deque()
        self.cached: dict[Hashable, list[Run]] = {}

    def lookup(self, content: Content, most: int, size: int) -> Hits:
        """The longest beginning of a content, `most` blocks at most, that is cached; of several copies the one registered first."""
        pieces: list[tuple[Run, int, int]] = []
        at = idle = 0
        cached = self.cached
        segment = 0
        while at < most:
            segment, source, stop = _segment(content, at, size, segment)
            found = cached.get(source)
            if found is None:
                break
            stop = min(stop, most)
            run, end = _first_covering(found, at, stop)
            if run is None:
                break
            pieces.append((run, at, end))
            if not run.users:
                idle += end - at
            at = end
        return Hits(at, idle, tuple(pieces)) if pieces else NO_HITS

    def hold(self, request: Request, hits: Hits) -> None:
        """A request enters with the cached blocks that it hits; the free ones among them leave the free list."""
        held = []
        for run, low, high in reversed(hits.pieces):
            if low > run.low:
                run = self._split(run, low)
            if high < run.high:
                self._split(run, high)
            if run.line is not None:
                run.line.remove(run)
                run.line = None
            run.users += 1
            held.append((run, high - low))
        held.reverse()
        self.free -= hits.idle
        request.blocks = held
        request.held = request.registered = hits.blocks

    def grow(self, request: Request, count: int) -> None:
        """`count` more blocks for a request; so many must be free. Cached ones that are taken are forgotten."""
        request.held += count
        self.free -= count
        plain = min(count, self.plain)
        self.plain -= plain
        count -= plain
        lines = self.lines
        while count:
            line = lines[0]
            if not line:
                lines.popleft()
                continue
            run = line[-1]
            taken = run.high - run.low
            if taken > count:
                run.high -= count
                return
            count -= taken
            line.pop()
            self._forget(run)

    def register(self, request: Request, first: int, end: int, size: int) -> None:
        """Blocks first..end-1 of a request, `size` tokens each, can be found from now on."""
        cached, blocks, content = self.cached, request.blocks, request.content
        segment = 0
        while first < end:
            segment, source, stop = _segment(content, first, size, segment)
            stop = min(stop, end)
            known = cached.get(source)
            last = blocks[-1][0] if blocks else None
            if known is None:
                run = Run(source, first, stop, 1)
                cached[source] = [run]
                blocks.append((run, stop - first))
            elif last is known[0] and len(known) == 1 and last.users == 1 and last.high == first:
                last.high = stop
                blocks[-1] = (last, stop - last.low)
            else:
                run = Run(source, first, stop, 1)
                known.append(run)
                blocks.append((run, stop - first))
            first = stop

    def release(self, request: Request) -> None:
        """One user less for a request's blocks, the tail first, so that the tail is used again first."""
        self.plain += request.held - request.registered
        self.free += request.held - request.registered
        for run, count in reversed(request.blocks):
            if count == run.high - run.low:
                self._leave(run)
                continue
            parts = []
            part: Run | None = run
            while count > 0:
                assert part is not None
                parts.append(part)
                count -= part.high - part.low
                part = part.rest
            for part in reversed(parts):
                self._leave(part)
        request.blocks = []
        request.held = 0

    def _leave(self, run: Run) -> None:
        run.users -= 1
        if not run.users:
            run.rest = None
            run.line = [run]
            self.lines.append(run.line)
            self.free += run.high - run.low

    def _split(self, run: Run, at: int) -> Run:
        """The run's blocks from `at` on as a run of their own, in the same places."""
        upper = Run(run.source, at, run.high, run.users)
        run.high = at
        known = self.cached[run.source]
        known.insert(known.index(run) + 1, upper)
        if run.line is not None:
            run.line.insert(run.line.index(run) + 1, upper)
            upper.line = run.line
        else:
            upper.rest, run.rest = run.rest, upper
        return upper

    def _forget(self, run: Run) -> None:
        known = self.cached[run.source]
        if len(known) == 1:
            del self.cached[run.source]
        else:
            known.remove(run)


def _segment(content: Content, block: int, size: int, segment: int) -> tuple[int, Hashable, int]:
    """(number, source, block after the last) of the stretch that the last token of a block lies in; from `segment` on."""
    ends = content.ends
    last = (block + 1) * size - 1
    if segment < len(ends) and last >= ends[segment]:
        segment = bisect_right(ends, last, segment)
    if segment >= len(ends):
        return segment, content.own, 1 << 60
    return segment, content.sources[segment], ends[segment] // size


def _first_covering(runs: list[Run], at: int, stop: int) -> tuple[Run | None, int]:
    """The run registered first that has block `at`, and up to where it is that one."""
    for run in runs:
        if run.low <= at < run.high:
            stop = min(stop, run.high)
            return run, stop
        if at < run.low < stop:
            stop = run.low
    return None, at


def steps_within(steps: int, free: int, count: int, wanting: Sequence[int], at: int = 0) -> int:
    """How many of the next `steps` decode steps of `count` requests find all the blocks that they want among `free`.

    `wanting[k]` of them want one at the steps k, k + size, k + 2 size, ... (`size`: tokens a block), and the next step is number `at`.
    """
    size = len(wanting)
    if count * (steps // size + 1) <= free:
        return steps
    fit, left = free // count * size, free % count
    for k in range(size):
        left -= wanting[(at + k) % size]
        if left < 0:
            break
        fit += 1
    return min(steps, fit)


def decode_steps_within(steps: int, free: int, size: int, count: int, computed: Iterable[int]) -> int:
    """The same for `count` requests with so many `computed` tokens each, in blocks of `size` tokens."""
    if count * (steps // size + 1) <= free:
        return steps
    wanting = [0] * size
    for tokens in computed:
        wanting[-tokens % size] += 1
    return steps_within(steps, free, count, wanting)
