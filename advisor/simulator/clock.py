"""How long a step takes: the formula model's own step time, with tables for what a leap asks over and over."""

from __future__ import annotations

from array import array
from math import sqrt

from advisor.formula.step_time import StepModel, attention_pairs, step_time

ROW_PAYS = 48
MOST_CELLS = 1_500_000


class StepClock:
    """Seconds of steps by a prepared `StepModel` of plain numbers.

    A decode step of n sequences reading c tokens of context takes base[n] + c * kv + min(c, n * window) * window_kv, so that
    k of them in a row have a closed form. `ubatch`: the engine executes a batch in pieces of so many tokens.
    """

    __slots__ = ("base", "cells", "kv", "model", "pair", "rows", "ubatch", "uses", "window", "window_kv")

    def __init__(self, model: StepModel, ubatch: int | None = None) -> None:
        self.model = model
        self.ubatch = ubatch
        self.base: list[float] = [0.0]
        self.kv = float(model.kv_s)
        self.pair = float(model.pair_s)
        self.rows: dict[int, array[float]] = {}
        self.uses: dict[int, int] = {}
        self.cells = 0
        self.window_kv = float(model.window_kv_s)
        self.window = float(model.window)
        if self.window_kv == 0.0:
            self.window = 0.0

    def table(self, sequences: int) -> list[float]:
        """base[n] for n up to `sequences` at least: a decode step without any context, seconds."""
        base = self.base
        while len(base) <= sequences:
            base.append(self._pieces(len(base), 0.0, 0, 0.0))
        return base

    def decode(self, sequences: int, context: float) -> float:
        """One decode step of `sequences`, which read `context` tokens in all."""
        return self.decodes(1, sequences, context)

    def decodes(self, steps: int, sequences: int, context: float) -> float:
        """`steps` decode steps in a row; the first reads `context` tokens in all, each later one `sequences` more."""
        base = self.base
        if sequences >= len(base):
            base = self.table(sequences)
        grown = sequences * (steps * (steps - 1) / 2)
        time = steps * (base[sequences] + context * self.kv) + grown * self.kv
        if self.window_kv:
            time += self._windowed(steps, sequences, context) * self.window_kv
        return time

    def _windowed(self, steps: int, sequences: int, context: float) -> float:
        """Tokens of windowed layers read in all: the context grows until every window is full."""
        most = sequences * self.window
        if context >= most:
            return steps * most
        growing = min(int(-(-(most - context) // sequences)), steps)
        return growing * context + sequences * (growing * (growing - 1) / 2) + (steps - growing) * most

    def until(self, seconds: float, sequences: int, context: float, most: int) -> int:
        """The fewest decode steps (1..most) that take at least `seconds`; `most` where even that is shorter."""
        if most <= 1 or self.decodes(most, sequences, context) < seconds:
            return max(most, 1)
        low, high = 0, most
        if not self.window_kv:
            kv = self.kv
            each = self.base[sequences] + context * kv      # as `decodes` has it
            steps = int(2 * seconds / (each + sqrt(each * each + 2 * sequences * kv * seconds))) + 1
            for _ in range(4):
                if not 0 < steps < high:
                    break
                if steps * each + sequences * (steps * (steps - 1) / 2) * kv < seconds:
                    low = steps
                    steps += 1
                else:
                    high = steps
                    steps -= 1
                if high - low == 1:
                    return high
        while high - low > 1:
            middle = (low + high) // 2
            if self.decodes(middle, sequences, context) < seconds:
                low = middle
            else:
                high = middle
        return high

    def mixed(self, sequences: int, context: float, tokens: int, pairs: float) -> float:
        """A step of decodes and `tokens` prompt tokens that attend to `pairs` keys in all."""
        if tokens == 0:
            return self.decodes(1, sequences, context)
        return self._pieces(sequences, context, tokens, pairs)

    def row(self, sequences: int, most_tokens: int) -> array[float] | None:
        """A step of `sequences` decodes and p prompt tokens, without context and pairs, for p = 0..most_tokens, once that has
        been asked for often enough to pay; None before, and where windows or pieces make it more than a sum."""
        if sequences in self.rows:
            return self.rows[sequences]
        uses = self.uses[sequences] = self.uses.get(sequences, 0) + 1
        if uses < ROW_PAYS or self.cells + most_tokens > MOST_CELLS or self.window_kv or self.model.window_pair_s or self.ubatch:
            return None
        import numpy as np
        tokens = np.arange(most_tokens + 1, dtype=float)
        times = step_time(self.model, float(sequences), 0.0, tokens, 0.0) + self.model.host_chunk_s
        self.cells += most_tokens + 1
        row = self.rows[sequences] = array("d", np.ascontiguousarray(times, dtype=float).tobytes())
        return row

    def _pieces(self, sequences: int, context: float, tokens: int, pairs: float) -> float:
        size = self.ubatch
        if size is None or sequences + tokens <= size:
            time = float(step_time(self.model, sequences, context, tokens, pairs))
            return time + self.model.host_chunk_s if tokens else time
        total = 0.0
        left_sequences, left_tokens = sequences, tokens
        while left_sequences + left_tokens > 0:
            now = min(left_sequences, size)
            chunk = min(left_tokens, size - now)
            share = chunk / tokens if tokens else 0.0
            total += step_time(self.model, now, context * now / sequences if sequences else 0.0, chunk, pairs * share)
            total += self.model.host_chunk_s if chunk else 0.0
            left_sequences -= now
            left_tokens -= chunk
        return float(total)


def chunk_pairs(start: int, tokens: int) -> float:
    """Keys that a chunk of prompt tokens attends to, after `start` tokens that are there."""
    return float(attention_pairs(tokens, start))
