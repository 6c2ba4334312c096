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

    def register(self, request: Request, first: int, end: int, size: int) -> None:
        pass

    def release(self, request: Request) -> None:
        self.free += request.held
        request.held = 0


class BlockPool:
    """`blocks` can be handed out. Free ones that hold nothing known are used first, then the cached ones, oldest first.

    That is vLLM's one free list: what is freed without a hash goes to its front, with one to its tail.
    """

    __slots__ = ("blocks", "cached", "copies", "idle", "plain")

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self.plain = blocks
        self.idle: OrderedDict[Block, None] = OrderedDict()
        self.cached: dict[Key, Block] = {}
        self.copies: dict[Key, list[Block]] = {}

    @property
    def free(self) -> int:
        return self.plain + len(self.idle)

    def find(self, key: Key) -> Block | None:
        """The block with that content, of several copies the one registered first."""
        return self.cached.get(key)

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
        blocks = [Block() for _ in range(plain)]
        idle, cached, copies = self.idle, self.cached, self.copies
        for _ in range(count - plain):
            block, _none = idle.popitem(last=False)
            key = block.key
            assert key is not None
            if key in copies:
                self._forget_copy(block, key)
            else:
                del cached[key]
            block.key = None
            block.users = 1
            blocks.append(block)
        request.blocks += blocks
        request.held += count

    def register(self, request: Request, first: int, end: int, size: int) -> None:
        """Blocks first..end-1 of a request, `size` tokens each, can be found from now on."""
        cached, blocks, content = self.cached, request.blocks, request.content
        own, shared = content.own, content.shared
        for i in range(first, end):
            last = (i + 1) * size - 1
            key = (own if last >= shared else content.source(last), i)
            blocks[i].key = key
            if key in cached:
                self.copies.setdefault(key, []).append(blocks[i])
            else:
                cached[key] = blocks[i]

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

    def _forget_copy(self, block: Block, key: Key) -> None:
        """Of several blocks with the same content one goes; the next registered is found in its place."""
        copies = self.copies[key]
        if self.cached[key] is block:
            self.cached[key] = copies.pop(0)
        else:
            copies.remove(block)
        if not copies:
            del self.copies[key]
