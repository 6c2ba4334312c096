"""SGLang's prefix cache: a tree whose edges are stretches of tokens; unused leaves go, the least recently used first."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush

from advisor.simulator.requests import Content, common_prefix


class Node:
    """Tokens start..end of a content, below those of its parent. `locks`: running requests that need it."""

    __slots__ = ("children", "content", "end", "locks", "parent", "start", "used")

    def __init__(self, content: Content, start: int, end: int, parent: Node | None) -> None:
        self.content = content
        self.start = start
        self.end = end
        self.parent = parent
        self.children: dict[Hashable, Node] = {}
        self.locks = 0
        self.used = 0


class RadixTree:
    """`total` tokens are held, `locked` of them by running requests. Lengths are cut to whole pages."""

    def __init__(self, page: int = 1) -> None:
        self.page = page
        self.root = Node(Content(None), 0, 0, None)
        self.total = 0
        self.locked = 0
        self._tick = 0
        self._leaves: list[tuple[int, int, Node]] = []
        self._pushed = 0

    def match(self, content: Content, tokens: int) -> Node:
        """The node that ends the longest stretch in common with the first `tokens` tokens; it ends there (it is split)."""
        tokens = tokens // self.page * self.page
        self._tick += 1
        node = self.root
        while node.end < tokens:
            child = node.children.get(self._key(content, node.end))
            if child is None:
                break
            same = min(common_prefix(child.content, child.end, content, tokens), child.end) // self.page * self.page
            if same <= node.end:
                break
            if same < child.end:
                child = self._split(child, same)
            self._touch(child)
            node = child
        return node

    def insert(self, content: Content, tokens: int) -> tuple[Node, int]:
        """Adds the first `tokens` tokens; the node that ends them, and how many of them were new."""
        tokens = tokens // self.page * self.page
        node = self.match(content, tokens)
        if node.end >= tokens:
            return node, 0
        leaf = Node(content, node.end, tokens, node)
        node.children[self._key(content, node.end)] = leaf
        self.total += tokens - node.end
        self._touch(leaf)
        return leaf, tokens - node.end

    def fresh(self) -> Node:
        """The same as match, for a content of which nothing can be there."""
        self._tick += 1
        return self.root

    def grow(self, node: Node, content: Content, tokens: int) -> Node:
        """The same as insert, lock and unlock of `node`, by one who holds it and whose content nobody else has: it is the longest
        stretch that is there."""
        tokens = tokens // self.page * self.page
        self._tick += 1
        up: Node | None = node
        while up is not None and up.parent is not None:
            up.used = self._tick
            up = up.parent
        if tokens <= node.end:
            return node
        leaf = Node(content, node.end, tokens, node)
        leaf.used, leaf.locks = self._tick, 1
        node.children[self._key(content, node.end)] = leaf
        self.total += tokens - node.end
        self.locked += tokens - node.end
        return leaf

    def lock(self, node: Node) -> None:
        up: Node | None = node
        while up is not None and up.parent is not None:
            if up.locks == 0:
                self.locked += up.end - up.start
            up.locks += 1
            up = up.parent

    def unlock(self, node: Node) -> None:
        up: Node | None = node
        while up is not None and up.parent is not None:
            up.locks -= 1
            if up.locks == 0:
                self.locked -= up.end - up.start
                self._offer(up)
            up = up.parent

    def evict(self, tokens: int) -> None:
        """Forgets whole leaves until `tokens` tokens at least are gone, or no unused one is left."""
        gone = 0
        while gone < tokens and self._leaves:
            used, _, leaf = heappop(self._leaves)
            if leaf.used != used or leaf.locks or leaf.children or leaf.parent is None:
                continue
            gone += leaf.end - leaf.start
            self.total -= leaf.end - leaf.start
            parent, leaf.parent = leaf.parent, None
            del parent.children[self._key(leaf.content, leaf.start)]
            self._offer(parent)

    def _key(self, content: Content, at: int) -> Hashable:
        """What the first page after `at` holds."""
        return content.source(at + self.page - 1) if content.ends else content.own

    def _split(self, child: Node, at: int) -> Node:
        parent = child.parent
        assert parent is not None
        upper = Node(child.content, child.start, at, parent)
        upper.locks, upper.used = child.locks, child.used
        parent.children[self._key(child.content, child.start)] = upper
        upper.children[self._key(child.content, at)] = child
        child.start, child.parent = at, upper
        return upper

    def _touch(self, node: Node) -> None:
        node.used = self._tick
        self._offer(node)

    def _offer(self, node: Node) -> None:
        if not node.children and not node.locks and node.parent is not None:
            self._pushed += 1
            heappush(self._leaves, (node.used, self._pushed, node))
