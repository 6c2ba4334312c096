"""Who asks when, and for how much: open arrivals (a rate, a trace) or a closed loop of users who think between answers."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

from advisor.simulator.draws import Draws, Lengths, arrival_times, burst_gaps, day_times, poisson_gaps
from advisor.simulator.requests import Content, Request

ARRIVALS, PROMPTS, OUTPUTS, THINKING, GROUPS, USERS, FIRST_SHARE = range(7)


class Workload:
    """`count` requests with their lengths in flat arrays; times are known beforehand (`arrival` in order).

    `content(i)` says what the tokens of request i are, None where nothing is shared. `users` numbers who asks. Where all that is
    shared is a beginning of `prefix_tokens`, the same for all of a group, that is said too (`share_prefix`).
    """

    asks_again = False      # an end makes somebody come

    def __init__(self, arrival: Sequence[float], prompt: Sequence[int], output: Sequence[int], *,
                 content: Callable[[int], Content] | None = None, users: Sequence[int] | None = None,
                 max_tokens: Sequence[int] | None = None, priority: Sequence[int] | None = None) -> None:
        self.arrival = arrival if isinstance(arrival, array) else array("d", arrival)
        self.prompt = prompt if isinstance(prompt, array) else array("i", prompt)
        self.output = output if isinstance(output, array) else array("i", output)
        self.content = content
        self.users = users
        self.max_tokens = max_tokens
        self.priority = priority
        self.count = len(self.prompt)
        self.taken = 0
        self.prefix_tokens = 0
        self.prefix_groups: Sequence[int] | None = None

    @property
    def span(self) -> float:
        """When the last one comes, as far as that is known beforehand (0 in a closed loop)."""
        return self.arrival[self.count - 1] if self.count else 0.0

    def share_prefix(self, tokens: int, groups: int, seed: int) -> None:
        """Every request begins with the same `tokens` tokens as all others of its group (one system prompt a group)."""
        self.content = shared_prefix(tokens, groups, seed, self.count)
        self.prefix_tokens = tokens
        self.prefix_groups = prefix_groups(groups, seed, self.count) if groups > 1 else None

    def close_after(self, seconds: float) -> None:
        """Nobody comes later than that."""
        if seconds < inf:
            self.count = bisect_right(self.arrival, seconds)

    def next_time(self) -> float:
        """When the next request comes, inf where nobody is expected."""
        return self.arrival[self.taken] if self.taken < self.count else inf

    def take_index(self) -> int:
        """That request's number; it counts as come."""
        self.taken += 1
        return self.taken - 1

    def take(self) -> Request:
        """That request."""
        i = self.take_index()
        return self._request(i, self.arrival[i])

    def ended(self, index: int, time: float) -> None:
        """Request `index` is over, in whatever way."""

    def _request(self, i: int, arrival: float) -> Request:
        return Request(i, self.prompt[i], self.output[i], self.max_tokens[i] if self.max_tokens else None, arrival=arrival,
                       content=self.content(i) if self.content else None, user=self.users[i] if self.users else i,
                       priority=self.priority[i] if self.priority else 0)


class ClosedLoop(Workload):
    """`users` people; each asks, waits for the answer, thinks `think[i]` seconds after request i's end, and asks again."""

    asks_again = True

    def __init__(self, users: int, think: Sequence[float], prompt: Sequence[int], output: Sequence[int], *,
                 start: Sequence[float] | None = None, content: Callable[[int], Content] | None = None) -> None:
        super().__init__(array("d", [0.0]) * len(prompt), prompt, output, content=content)
        self.think = think
        self._close = inf
        self._due = [(start[u] if start is not None else 0.0, u) for u in range(users)]
        heapify(self._due)
        self._who = array("i", [0]) * self.count
        self.users = self._who

    def close_after(self, seconds: float) -> None:
        self._close = seconds

    def next_time(self) -> float:
        due = self._due[0][0] if self._due and self.taken < self.count else inf
        return due if due <= self._close else inf

    def take_index(self) -> int:
        time, user = heappop(self._due)
        i = self.taken
        self.taken += 1
        self.arrival[i] = time
        self._who[i] = user
        return i

    def ended(self, index: int, time: float) -> None:
        heappush(self._due, (time + self.think[index], self._who[index]))


def shared_prefix(tokens: int, groups: int, seed: int, count: int) -> Callable[[int], Content]:
    """Every request begins with the same `tokens` tokens as all others of its group (one system prompt a group)."""
    chosen = prefix_groups(groups, seed, count) if groups > 1 else None
    ends = [tokens]

    def content(i: int) -> Content:
        return Content(i, ends, [("shared", chosen[i] if chosen else 0)])
    return content


def prefix_groups(groups: int, seed: int, count: int) -> list[int]:
    """Which group each request belongs to, each as likely."""
    return [int(group) for group in (Draws(seed, GROUPS).uniform(count) * groups).astype(int).tolist()]


def open_workload(kind: str, rate: float, count: int, prompt: Lengths, output: Lengths, seed: int, *, cv: float = 3.0,
                  shared_tokens: int = 0, groups: int = 1, users: int | None = None) -> Workload:
    """Requests at `rate` per second: poisson, burst (gamma gaps of `cv`), day (a day's curve), even."""
    import numpy as np
    draws = Draws(seed, ARRIVALS)
    if kind == "day":
        times: Any = day_times(draws, rate, count)
    elif kind == "burst":
        times = arrival_times(burst_gaps(draws, rate, count, cv))
    elif kind == "even":
        times = arrival_times(np.full(count, 1.0 / rate))
    else:
        times = arrival_times(poisson_gaps(draws, rate, count))
    made = Workload(_doubles(times), *_lengths(prompt, output, seed, count, shared_tokens),
                    users=(Draws(seed, USERS).uniform(count) * users).astype(int).tolist() if users else None)
    if shared_tokens:
        made.share_prefix(shared_tokens, groups, seed)
    return made


def closed_workload(users: int, think_s: float, count: int, prompt: Lengths, output: Lengths, seed: int, *,
                    shared_tokens: int = 0, groups: int = 1, mid_life: bool = False) -> ClosedLoop:
    """`users` people who think `think_s` seconds in the mean (exponential) between answer and question.

    `mid_life`: they do not start in step: each one's first answer is cut to a random share, as if met in the middle of it.
    Otherwise equal lengths would keep all of them asking at the same moment for ever.
    """
    import numpy as np
    draws = Draws(seed, THINKING)
    think = np.round(draws.exponential(count) * think_s, 9)
    start = None if think_s == 0 else np.round(draws.exponential(users) * think_s, 9).tolist()
    prompts, outputs = _lengths(prompt, output, seed, count, shared_tokens)
    if mid_life:
        for i, share in enumerate(Draws(seed, FIRST_SHARE).uniform(min(users, count)).tolist()):
            outputs[i] = max(1, int(outputs[i] * share + 0.5))
    made = ClosedLoop(users, think.tolist(), prompts, outputs, start=start)
    if shared_tokens:
        made.share_prefix(shared_tokens, groups, seed)
    return made


def _lengths(prompt: Lengths, output: Lengths, seed: int, count: int, shared: int) -> tuple[array[int], array[int]]:
    prompts = prompt.draw(Draws(seed, PROMPTS), count)
    if shared:
        prompts = prompts.clip(min=shared + 1)
    return _integers(prompts), _integers(output.draw(Draws(seed, OUTPUTS), count))


def _integers(values: Any) -> array[int]:
    import numpy as np
    out = array("i")
    out.frombytes(np.ascontiguousarray(values, dtype=np.int32).tobytes())
    return out


def _doubles(values: Any) -> array[float]:
    import numpy as np
    out = array("d")
    out.frombytes(np.ascontiguousarray(values, dtype=np.float64).tobytes())
    return out
