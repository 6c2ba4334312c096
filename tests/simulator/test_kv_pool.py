"""The pool of runs against one that knows every block by itself: the same hits, the same free blocks, whatever happens."""

from collections import OrderedDict

from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.simulator.kv_pool import BlockPool
from advisor.simulator.requests import Content, Request

SIZE = 4
PROMPT = 60


class Blocks:
    """The rule itself, block by block: free ones without content first, then the cached ones, oldest first, tails before heads."""

    def __init__(self, count):
        self.plain, self.idle, self.copies, self.users, self.key = count, OrderedDict(), {}, {}, {}
        self.number = 0

    @property
    def free(self):
        return self.plain + len(self.idle)

    def lookup(self, keys):
        found = []
        for key in keys:
            if not self.copies.get(key):
                break
            found.append(self.copies[key][0])
        return found

    def hold(self, blocks):
        for block in blocks:
            self.idle.pop(block, None)
            self.users[block] += 1

    def grow(self, count):
        made = []
        for _ in range(count):
            if self.plain:
                self.plain -= 1
            else:
                old, _none = self.idle.popitem(last=False)
                self.copies[self.key.pop(old)].remove(old)
            self.number += 1
            self.users[self.number] = 1
            made.append(self.number)
        return made

    def register(self, block, key):
        self.key[block] = key
        self.copies.setdefault(key, []).append(block)

    def release(self, blocks):
        for block in reversed(blocks):
            self.users[block] -= 1
            if not self.users[block]:
                if block in self.key:
                    self.idle[block] = None
                else:
                    self.plain += 1


def content_of(i, shape):
    """Beginnings in common of different lengths, some that end inside a block."""
    family, first, second = shape
    ends = [e for e in (first, first + second) if e]
    return Content(("own", i), sorted(set(ends)), [(family, e) for e in sorted(set(ends))])


SHAPES = st.tuples(st.integers(0, 1), st.sampled_from([0, 3, 8, 21]), st.sampled_from([0, 8, 17, 32]))
STEPS = st.lists(st.tuples(st.integers(0, 2), SHAPES, st.integers(1, 6), st.integers(0, 7)), min_size=4, max_size=60)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(STEPS)
def test_runs_are_blocks(steps):
    pool, blocks = BlockPool(24), Blocks(24)
    alive, seen = [], set()
    for number, (what, shape, count, which) in enumerate(steps):
        if what == 0:
            request = Request(number, PROMPT, 10, content=content_of(number, shape))
            hits = pool.lookup(request.content, (PROMPT - 1) // SIZE, SIZE)
            keys = [(request.content.source((i + 1) * SIZE - 1), i) for i in range(PROMPT // SIZE + 3)]
            found = blocks.lookup(keys[:(PROMPT - 1) // SIZE])
            assert (hits.count, hits.idle) == (len(found), sum(not blocks.users[b] for b in found))
            pool.hold(request, hits)
            blocks.hold(found)
            alive.append((request, found, keys))
            seen.add(len(found))
        elif alive and what == 1:
            request, held, keys = alive[which % len(alive)]
            count = min(count, len(keys) - request.held)
            if 0 < count <= pool.free:
                pool.grow(request, count)
                held += blocks.grow(count)
                first, end = request.registered, request.held - which % 2
                if end > first:
                    pool.register(request, first, end, SIZE)
                    for i in range(first, end):
                        blocks.register(held[i], keys[i])
                    request.registered = end
        elif alive:
            request, held, _keys = alive.pop(which % len(alive))
            pool.release(request)
            blocks.release(held)
        assert (pool.free, pool.plain) == (blocks.free, blocks.plain)
    for request, held, _keys in alive:
        pool.release(request)
        blocks.release(held)
    assert pool.free == blocks.free == 24
