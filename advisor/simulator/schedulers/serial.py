"""The baselines to compare with: one request at a time, and static batches that wait for their longest answer."""

from __future__ import annotations

from collections import deque

from advisor.simulator.base import NOT_QUIET, Batch, Quiet, Scheduler
from advisor.simulator.clock import chunk_pairs
from advisor.simulator.requests import Request


class Static(Scheduler):
    """Takes up to `max_batch_size` waiting requests once the last batch is over; prompts are padded to the longest, all run
    until the last is done, and early finishers keep their place. `kv_tokens` bounds the padded lengths of a batch."""

    def __init__(self, *, max_batch_size: int = 8, kv_tokens: int = 1 << 60, max_model_len: int = 1 << 40) -> None:
        self.most_running = max_batch_size
        self.kv_tokens = kv_tokens
        self.max_model_len = max_model_len
        self.waiting: deque[Request] = deque()
        self.running: list[Request] = []
        self._longest = 0
        self._step = 0
        self._alive = 0

    def refuses(self, request: Request) -> bool:
        return request.prompt_tokens >= self.max_model_len or request.prompt_tokens + request.max_tokens > self.kv_tokens

    def add(self, request: Request) -> None:
        self.waiting.append(request)

    def cancel(self, request: Request) -> None:
        request.done = True
        if request.running:
            self._leave(request)
        else:
            self.waiting.remove(request)

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.running)

    def running_count(self) -> int:
        return len(self.running)

    def waiting_count(self) -> int:
        return len(self.waiting)

    def used_tokens(self) -> int:
        return len(self.running) * (self._longest + max(self._step - 1, 0))

    def schedule(self) -> Batch:
        batch = Batch()
        if not self.running:
            self._collect(batch)
            return batch
        alive = [request for request in self.running if not request.done]
        self._step += 1
        for request in alive:
            request.computed += 1
            batch.scheduled[request] = 1
            batch.tokens.append(request)
        count, depth = len(self.running), self._longest + self._step - 1
        batch.padding = (count - len(alive), count * depth - sum(request.computed for request in alive), 0, 0.0)
        return batch

    def _collect(self, batch: Batch) -> None:
        longest = answer = 0
        while self.waiting and len(self.running) < self.most_running:
            request = self.waiting[0]
            longest, answer = max(longest, request.prompt_tokens), max(answer, request.max_tokens)
            if self.running and (len(self.running) + 1) * (longest + answer) > self.kv_tokens:
                break
            self.waiting.popleft()
            self.running.append(request)
            self._longest = longest
            batch.admitted.append(request)
            batch.tokens.append(request)
            batch.scheduled[request] = request.computed = request.prompt_tokens
            request.running = True
        self._step = 1
        self._alive = len(self.running)
        spare = [self._longest - request.prompt_tokens for request in self.running]
        pairs = sum(chunk_pairs(0, self._longest) - chunk_pairs(0, r.prompt_tokens) for r in self.running if r.prompt_tokens > 1)
        batch.padding = (0, 0, sum(spare), pairs)

    def _leave(self, request: Request) -> None:
        request.running = False
        self._alive -= 1
        if not self._alive:
            self.running = []

    def update(self, batch: Batch) -> list[Request]:
        finished = []
        for request in batch.tokens:
            if request.done:
                continue
            request.generated += 1
            if request.generated >= request.last or request.known >= self.max_model_len:
                request.done = True
                finished.append(request)
                self._leave(request)
        return finished

    def quiet(self) -> Quiet:
        if not self.running:
            return NOT_QUIET
        steps = min(min(request.last - request.generated, self.max_model_len - request.known) - 1
                    for request in self.running if not request.done)
        return Quiet(steps, len(self.running), len(self.running) * (self._longest + self._step), self._alive)

    def skip(self, steps: int) -> None:
        self._step += steps
        for request in self.running:
            if not request.done:
                request.computed += steps
                request.generated += steps


class Serial(Static):
    """One request at a time, first come first served."""

    def __init__(self, *, kv_tokens: int = 1 << 60, max_model_len: int = 1 << 40) -> None:
        super().__init__(max_batch_size=1, kv_tokens=kv_tokens, max_model_len=max_model_len)
