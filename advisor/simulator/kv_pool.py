"""The paged KV cache: blocks, the prefix cache over them, and the order in which they are used again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from advisor.simulator.requests import Request

Key = tuple[Hashable, int]


class Block:
    """One block in use or cached; `key` names its content once it is registered."""

    __slots__ = ("key", "users")

    def __init__(self) -> None:
        self.key: Key | None = None
        self.users = 1


class CountingPool:
    """A pool without a cache: how many blocks are free is all there is to know."""

    __slots__ = ("blocks", "free")

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.free = blocks

    def find(self, key: Key) -> Block | None:
        return None

    def hold(self, blocks: Sequence[Block]) -> None:
        pass

    def grow(self, request: Request, count: int) -> None:
        """`count` more blocks for a request; so many must be free."""
        self.free -= count
        request.held += count

    def register(self, block: Block, key: Key) -> None:
        pass

    def release(self, request: Request) -> None:
        self.free += request.held
        request.held = 0


class BlockPool:
    """`blocks` can be handed out. Free ones that hold nothing known are used first, then the cached ones, oldest first.

    That is vLLM's one free list: what is freed without a hash goes to its front, with one to its tail.
    """

    __slots__ = ("blocks", "cached", "idle", "plain")

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.plain = blocks
        self.idle: OrderedDict[Block, None] = OrderedDict()
        self.cached: dict[Key, dict[Block, None]] = {}

    @property
    def free(self) -> int:
        return self.plain + len(self.idle)

    def find(self, key: Key) -> Block | None:
        """The block with that content, of several copies the one registered first."""
        copies = self.cached.get(key)
        return next(iter(copies)) if copies else None

    def hold(self, blocks: Sequence[Block]) -> None:
        """Another user for cached blocks; the free ones among them leave the free list."""
        for block in blocks:
            if block.users == 0:
                del self.idle[block]
            block.users += 1

    def grow(self, request: Request, count: int) -> None:
        """`count` more blocks for a request; so many must be free. Cached ones that are taken are forgotten."""
        plain = min(count, self.plain)
        self.plain -= plain
        for _ in range(count - plain):
            block, _none = self.idle.popitem(last=False)
            self._forget(block)
        request.blocks += [Block() for _ in range(count)]
        request.held += count

    def register(self, block: Block, key: Key) -> None:
        block.key = key
        self.cached.setdefault(key, {})[block] = None

    def release(self, request: Request) -> None:
        """One user less for a request's blocks, the tail first, so that the tail is used again first."""
        for block in reversed(request.blocks):
            block.users -= 1
            if block.users == 0:
                if block.key is None:
                    self.plain += 1
                else:
                    self.idle[block] = None
        request.blocks = []
        request.held = 0

    def _forget(self, block: Block) -> None:
        key = block.key
        if key is not None:
            copies = self.cached[key]
            del copies[block]
            if not copies:
                del self.cached[key]
