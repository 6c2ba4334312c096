"""Those that decode in the fast lane, as one crowd: when somebody of it has the last token, and when how many want a block."""

from __future__ import annotations

from heapq import heappop

NEVER = 1 << 62


class Decoders:
    """Time is counted in `done` steps of the engine, which `Engine` keeps, with how many decode and over how many tokens of context.

    Who decodes is known by the step at which the last token comes and by its `origin`, the step at which it would have computed
    nothing: its computed tokens are done - origin. `finishing`: a heap of (last step, number) packed in one integer; `stale`: those
    entries of it that were pushed out since. `wanting[k]`: how many want a block at the steps k, k + size, k + 2 size, ...
    """

    __slots__ = ("bits", "finishing", "size", "stale", "wanting")

    def __init__(self, size: int, requests: int) -> None:
        self.size = size
        self.bits = max(requests.bit_length(), 1)
        self.finishing: list[int] = []
        self.stale: set[int] = set()
        self.wanting = [0] * size

    def next_end(self) -> int:
        """The step with which somebody has the last token; NEVER where nobody decodes."""
        finishing, stale = self.finishing, self.stale
        while stale and finishing and finishing[0] in stale:
            stale.remove(heappop(finishing))
        return finishing[0] >> self.bits if finishing else NEVER

    def push_out(self, i: int, origin: int, last: int) -> None:
        """Request i decodes no more; its last token would have come with the step `last`."""
        self.wanting[origin % self.size] -= 1
        self.stale.add(last << self.bits | i)
