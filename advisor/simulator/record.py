"""What a run leaves behind: a few numbers a request in flat arrays, and a timeline of bins."""

from __future__ import annotations

from array import array
from math import nan

from advisor.simulator.limits import ARRIVING


class Record:
    """One entry a request, by index. Times in seconds, nan where it never came to that."""

    __slots__ = ("busy_s", "count", "end_s", "engines", "finish", "first", "generated", "hit_tokens", "kv_peak_tokens", "kv_tokens",
                 "preemptions", "prefill_tokens", "recomputed_tokens", "scheduled", "state", "timeline")

    def __init__(self, count: int, kv_tokens: int, timeline: Timeline | None = None) -> None:
        self.count = count
        self.kv_tokens = kv_tokens
        self.scheduled = array("d", [nan]) * count
        self.first = array("d", [nan]) * count
        self.finish = array("d", [nan]) * count
        self.generated = array("i", [0]) * count
        self.state = bytearray([ARRIVING]) * count
        self.timeline = timeline or Timeline()
        self.engines = 1
        self.preemptions = 0
        self.recomputed_tokens = 0
        self.prefill_tokens = 0
        self.hit_tokens = 0
        self.kv_peak_tokens = 0
        self.busy_s = 0.0
        self.end_s = 0.0


class Timeline:
    """Sums over bins of time; when time outgrows `most` bins, neighbours are merged and the bins are twice as wide.

    Of each bin: output tokens, prompt tokens, integrals of running, waiting and KV tokens over time, busy seconds, the
    highest KV, preemptions and requests turned away.
    """

    FIELDS = ("output_tokens", "prompt_tokens", "running", "waiting", "kv_tokens", "busy_s", "kv_peak", "preemptions", "turned_away")
    __slots__ = ("bins", "most", "width")

    def __init__(self, width: float = 0.0625, most: int = 4096) -> None:
        self.width = width
        self.most = most
        self.bins: list[list[float]] = []

    def expect(self, seconds: float) -> None:
        """Bins as wide as a run of at least that long will end with; spares the merging. No effect once there are bins."""
        while not self.bins and seconds / self.width >= self.most:
            self.width *= 2

    def bin(self, time: float) -> list[float]:
        i = int(time / self.width)
        while i >= self.most:
            self._merge()
            i = int(time / self.width)
        while i >= len(self.bins):
            self.bins.append([0.0] * len(self.FIELDS))
        return self.bins[i]

    def add(self, start: float, end: float, tokens: float, prompt: float, running: int, waiting: int, kv: float, kv_end: float) -> None:
        """A busy stretch of time; what was made in it is spread evenly over it."""
        bins, width = self.bins, self.width
        last = int(end / width)
        if last >= len(bins):
            self.bin(end)
            bins, width = self.bins, self.width
            last = int(end / width)
        peak = max(kv, kv_end)
        for i in range(int(start / width), last):       # by number: an edge divided by the width may round to the bin before
            edge = min((i + 1) * width, end)
            share = (edge - start) / (end - start)
            if share > 0:
                _sum(bins[i], edge - start, tokens * share, prompt * share, running, waiting, kv, peak)
                tokens, prompt = tokens * (1 - share), prompt * (1 - share)
                start = edge
        row, span = bins[last], end - start     # most stretches lie in one bin: spelled out
        row[0] += tokens
        row[1] += prompt
        row[2] += running * span
        row[3] += waiting * span
        row[4] += kv * span
        row[5] += span
        if peak > row[6]:
            row[6] = peak

    def _merge(self) -> None:
        self.width *= 2
        if len(self.bins) % 2:
            self.bins.append([0.0] * len(self.FIELDS))
        peak = self.FIELDS.index("kv_peak")
        merged = []
        for a, b in zip(self.bins[::2], self.bins[1::2], strict=True):
            both = [x + y for x, y in zip(a, b, strict=True)]
            both[peak] = max(a[peak], b[peak])
            merged.append(both)
        self.bins = merged


def _sum(row: list[float], span: float, tokens: float, prompt: float, running: int, waiting: int, kv: float, peak: float) -> None:
    row[0] += tokens
    row[1] += prompt
    row[2] += running * span
    row[3] += waiting * span
    row[4] += kv * span
    row[5] += span
    if peak > row[6]:
        row[6] = peak
