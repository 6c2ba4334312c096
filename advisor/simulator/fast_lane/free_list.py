"""The order of free blocks, as far as it matters: what of an earlier computation is still there when it is asked for again."""

from __future__ import annotations

from bisect import insort
from typing import Any, NamedTuple


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
