"""What a run in the fast lane adds to its record: sums, which go to the timeline only where time crosses the edge of a bin."""

from __future__ import annotations

from advisor.simulator.record import Record


class Ledger:
    """What happened `since` the last edge: tokens of `prompts`, idle seconds; the engine itself sums what changes at every turn (tokens
    made, the integrals of running, waiting and free blocks over time) and hands it over at an edge.

    `lowest`: the fewest free blocks of the run up to the last edge.
    """

    __slots__ = ("blocks", "idle_before_s", "idle_s", "lowest", "prefilled", "prompts", "record", "since", "size", "timeline")

    def __init__(self, record: Record, blocks: int, size: int) -> None:
        self.record = record
        self.timeline = record.timeline
        self.blocks = self.lowest = blocks
        self.size = size
        self.prompts = self.prefilled = 0
        self.idle_s = self.idle_before_s = self.since = 0.0

    def crosses(self, begin: float, end: float, made: int, prompts: int, running: int, waiting: int, free: int,
                made_before: int, run_s: float, wait_s: float, free_s: float, low: int) -> float:
        """Steps from `begin` to `end` s cross the edge, with so many tokens and requests; `made_before`, the integrals and the fewest
        free blocks (`low`) are of what was before them. Returns the next edge."""
        self._flush(begin, made_before, self.prompts - prompts, run_s, wait_s, free_s, low)
        self.prefilled += self.prompts
        used, timeline = (self.blocks - free) * self.size, self.timeline
        timeline.add(begin, end, made, prompts, running, waiting, used, used)
        if low < self.lowest:
            self.lowest = low
        self.idle_before_s += self.idle_s
        self.prompts, self.idle_s, self.since = 0, 0.0, end
        return (int(end / timeline.width) + 1) * timeline.width

    def close(self, now: float, end: float, made: int, run_s: float, wait_s: float, free_s: float, low: int) -> None:
        """The run is over at `now` s, its last step at `end` s."""
        if self.since < end:
            self._flush(end, made, self.prompts, run_s, wait_s, free_s, low)
        elif made:
            self.timeline.bin(self.since)[0] += made
        record = self.record
        record.prefill_tokens += self.prefilled + self.prompts
        record.busy_s += end - self.idle_before_s - self.idle_s
        record.kv_peak_tokens = max(record.kv_peak_tokens, (self.blocks - min(self.lowest, low)) * self.size)
        record.end_s = max(record.end_s, now)

    def _flush(self, end: float, made: int, prompts: int, run_s: float, wait_s: float, free_s: float, low: int) -> None:
        """All since the last edge; idle time in between may have crossed edges, what was done then is its first bin's."""
        busy_s = end - self.since - self.idle_s
        row = self.timeline.bin(self.since)
        row[0] += made
        row[1] += prompts
        row[2] += run_s
        row[3] += wait_s
        row[4] += (self.blocks * busy_s - free_s) * self.size
        row[5] += busy_s
        peak = (self.blocks - low) * self.size
        if peak > row[6]:
            row[6] = peak
