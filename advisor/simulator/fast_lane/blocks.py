"""The KV blocks of one engine in the fast lane: who finds what in the free ones, and who gives how many back."""

from __future__ import annotations

from advisor.simulator.arrivals import Workload
from advisor.simulator.fast_lane.free_list import FreeList, Prefixes
from advisor.simulator.schedulers.vllm import Vllm


class Blocks:
    """`whole` blocks of `size` tokens each; how many of them are free is counted by `Engine`.

    `running`: who was let in, kept by `Engine`; who is gone is taken out here. `taken`: blocks that have been used since the line of
    free ones was last told; it is told only before somebody looks into it. `hits`: how many blocks a request that had been pushed out
    found again. `leaving`: (hashed, held) blocks of requests that are through, while the step after their last has not been scheduled
    (`late`: async scheduling).
    """

    __slots__ = ("caching", "hits", "late", "leaving", "line", "prefixes", "running", "shared", "size", "taken", "whole")

    def __init__(self, scheduler: Vllm, workload: Workload, running: dict[int, int]) -> None:
        self.running = running
        self.late = scheduler.asynchronous
        self.size = scheduler.block_size
        self.caching = scheduler.caching
        self.whole = scheduler.pool.blocks
        self.taken = 0
        self.line = FreeList(self.whole)
        self.shared = workload.prefix_tokens // self.size if self.caching and workload.content is not None else 0
        groups = workload.prefix_groups
        self.prefixes = Prefixes(self.line, self.shared, groups.__getitem__ if groups else lambda i: 0) if self.shared else None
        self.hits: dict[int, int] = {}
        self.leaving: dict[int, tuple[int, int]] = {}

    def tell_line(self) -> None:
        """The line hears what has been taken from it."""
        self.line.take(self.taken)
        self.taken = 0

    def find(self, i: int, known: int) -> tuple[int, int, int]:
        """What a waiting request of `known` tokens would find: (blocks, how many of them nobody holds, how many of these are its
        group's beginning). At least one token is left to compute."""
        self.tell_line()
        line, most = self.line, (known - 1) // self.size
        if self.prefixes is None:
            hits = line.hits(i, most)
            return hits, hits, 0
        hits, idle = self.prefixes.found(i)
        line.found = []
        if hits < self.shared or i not in line.copies:
            return hits, idle, idle
        own = line.hits(i, most, self.shared)
        return own, idle + own - hits, idle

    def hold(self, i: int, hits: int) -> None:
        """A request that is let in holds what `find` found of its own."""
        if i in self.line.copies:
            self.line.hold(i)
            self.hits[i] = hits

    def release(self, i: int, hashed: int, held: int) -> int:
        """A request is through; of its `held` blocks the first `hashed` can be found again. Returns how many are free now that were
        not."""
        if self.late:
            self.leaving[i] = hashed, held
            return 0
        del self.running[i]
        return self.free_now(i, hashed, held) if self.caching else held

    def free_leaving(self) -> int:
        """The step after the last one of those who are through has been scheduled: they are gone. Returns how many blocks are free now
        that were not."""
        freed = 0
        for i, (hashed, held) in self.leaving.items():
            del self.running[i]
            freed += self.free_now(i, hashed, held)
        self.leaving.clear()
        return freed

    def free_now(self, i: int, hashed: int, held: int) -> int:
        """The blocks of a request that is gone go back to the line."""
        if not self.caching:
            return held
        line, taken = self.line, self.taken
        if taken > line.plain:
            line.take(taken)
            taken = 0
        line.plain += held - hashed - taken
        line.tail += hashed - self.shared
        self.taken = 0
        if self.prefixes is None:
            return held
        shared, idle = self.prefixes.leave(i, hashed)
        return held + idle - shared

    def push_out(self, i: int, covered: int, held: int) -> int:
        """A request gives `held` blocks back and has to compute again what of its first `covered` tokens it does not find then.
        Returns how many blocks are free now that were not."""
        hits = self.hits.pop(i, 0)
        if not self.caching:
            return held
        hashed = covered // self.size
        self.line.remember(i, hashed, held - hashed, hits, self.shared)
        if self.prefixes is None:
            return held
        shared, idle = self.prefixes.leave(i, hashed)
        return held + idle - shared

    def forget(self, i: int) -> None:
        """A request that had been pushed out is over: nobody asks for its copies any more."""
        self.hits.pop(i, None)
        self.line.copies.pop(i, None)
