"""One request on its way through a scheduler, and what its tokens are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from typing import Any

FOREVER = 1 << 62


class Content:
    """Whose tokens stand where: token p belongs to `sources[i]` for the first i with p < ends[i]; beyond, to `own`.

    Two contents hold the same token at p exactly when they name the same source there, and sources nest, so that the
    source of a block's last token and the block's number name the whole chain of blocks up to it.
    """

    __slots__ = ("ends", "own", "sources")

    def __init__(self, own: Hashable, ends: Sequence[int] = (), sources: Sequence[Hashable] = ()) -> None:
        self.own = own
        self.ends = ends
        self.sources = sources

    def continued(self, own: Hashable, tokens: int) -> Content:
        """A content that begins with the first `tokens` tokens of this one and goes on with its own."""
        ends: list[int] = []
        sources: list[Hashable] = []
        for end, source in (*zip(self.ends, self.sources, strict=True), (FOREVER, self.own)):
            if ends and ends[-1] >= tokens:
                break
            ends.append(min(end, tokens))
            sources.append(source)
        return Content(own, ends, sources) if tokens > 0 else Content(own)

    def source(self, position: int) -> Hashable:
        i = bisect_right(self.ends, position)
        return self.sources[i] if i < len(self.sources) else self.own

    @property
    def shared(self) -> int:
        """Tokens at the start that others may have too."""
        return self.ends[-1] if self.ends else 0


def common_prefix(a: Content, a_tokens: int, b: Content, b_tokens: int) -> int:
    """Equal tokens at the start of two contents of these lengths."""
    limit = min(a_tokens, b_tokens)
    if not a.ends and not b.ends:
        return limit if a.own == b.own else 0
    i = j = at = 0
    while at < limit:
        a_end, a_source = (a.ends[i], a.sources[i]) if i < len(a.ends) else (FOREVER, a.own)
        b_end, b_source = (b.ends[j], b.sources[j]) if j < len(b.ends) else (FOREVER, b.own)
        if a_source != b_source:
            return at
        at = min(a_end, b_end)
        i += a_end == at
        j += b_end == at
    return limit


class Request:
    """What was asked (first line) and where it stands. The engine knows `max_tokens`, only the simulation `output_tokens`.

    `computed`: positions whose KV is written or being written; `generated`: tokens handed back; `flying`: tokens of steps
    that were scheduled and are not back; `prefilling`: its latest step left known tokens uncomputed; `last`: how many output
    tokens it ends with, the context aside. `index` is the place in the order of arrival.
    """

    __slots__ = ("arrival", "blocks", "computed", "content", "done", "finish", "first", "flying", "generated", "held", "hits",
                 "index", "last", "max_tokens", "name", "output_tokens", "preemptions", "prefilling", "priority", "prompt_tokens",
                 "registered", "running", "scheduled", "slot", "user")

    def __init__(self, index: int, prompt_tokens: int, output_tokens: int, max_tokens: int | None = None, *, name: str = "",
                 arrival: float = 0.0, priority: int = 0, content: Content | None = None, user: int = 0) -> None:
        self.index = index
        self.name = name
        self.arrival = arrival
        self.prompt_tokens = prompt_tokens
        self.output_tokens = output_tokens
        self.max_tokens = output_tokens if max_tokens is None else max_tokens
        self.last = min(output_tokens, self.max_tokens)
        self.priority = priority
        self.content = content or Content(index)
        self.user = user
        self.computed = 0
        self.generated = 0
        self.flying = 0
        self.hits = 0
        self.preemptions = 0
        self.prefilling = False
        self.registered = 0
        self.running = False
        self.done = False
        self.blocks: list[Any] = []
        self.held = 0
        self.slot = -1
        self.scheduled = -1.0
        self.first = -1.0
        self.finish = -1.0

    @property
    def known(self) -> int:
        """Prompt and the tokens handed back."""
        return self.prompt_tokens + self.generated

