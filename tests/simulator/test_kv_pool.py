"""The pool of runs against one that knows every block by itself: the same hits, the same free blocks, whatever happens."""

from collections import OrderedDict
from random import Random

from advisor.simulator.kv_pool import BlockPool, decode_steps_within, steps_within
from advisor.simulator.requests import Content, Request

SIZE = 4
PROMPT = 60


class Blocks:
    """The rule itself, block by block: free ones without content first, then the cached ones, oldest first, tails before heads."""

    def __init__(self, count):
        self.plain, self.idle, self.copies, self.users, self.key = count, OrderedDict(), {}, {}, {}
        self.number = self.evicted = 0

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
                self.evicted += 1
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


def test_runs_are_blocks():
    hits = evicted = 0
    for seed in range(12):
        found, gone = compare(Random(seed), 1500)
        hits, evicted = hits + found, evicted + gone
    assert hits > 2000 and evicted > 5000


def compare(random, steps):
    """Requests come, grow, register and go at random; how many blocks were hit and evicted."""
    count = 40
    pool, blocks = BlockPool(count), Blocks(count)
    alive, hit = [], 0
    for number in range(steps):
        what = random.random()
        if what < 0.2:
            shape = random.randrange(2), random.choice([0, 3, 8, 21]), random.choice([0, 8, 17, 32])
            request = Request(number, PROMPT, 10, content=content_of(number, shape))
            hits = pool.lookup(request.content, (PROMPT - 1) // SIZE, SIZE)
            keys = [(request.content.source((i + 1) * SIZE - 1), i) for i in range(PROMPT // SIZE + 3)]
            found = blocks.lookup(keys[:(PROMPT - 1) // SIZE])
            assert (hits.blocks, hits.idle) == (len(found), sum(not blocks.users[b] for b in found))
            hit += len(found)
            pool.hold(request, hits)
            blocks.hold(found)
            alive.append((request, found, keys))
        elif alive and what < 0.8:
            request, held, keys = random.choice(alive)
            wanted = min(random.randint(1, 6), len(keys) - request.held, pool.free)
            if wanted > 0:
                pool.grow(request, wanted)
                held += blocks.grow(wanted)
                first, end = request.registered, request.held - random.randrange(2)
                if end > first:
                    pool.register(request, first, end, SIZE)
                    for i in range(first, end):
                        blocks.register(held[i], keys[i])
                    request.registered = end
        elif alive:
            request, held, _keys = alive.pop(random.randrange(len(alive)))
            pool.release(request)
            blocks.release(held)
        assert (pool.free, pool.plain) == (blocks.free, blocks.plain)
    for request, held, _keys in alive:
        pool.release(request)
        blocks.release(held)
    assert pool.free == blocks.free == count
    return hit, blocks.evicted


def test_steps_that_find_their_blocks():
    """Of three that decode two want a block at step 1 (and 5, 9, ...), one at step 2."""
    wanting = [0, 2, 1, 0]
    assert [steps_within(100, free, 3, wanting) for free in (0, 1, 2, 3, 4, 5, 6)] == [1, 1, 2, 5, 5, 6, 9]
    assert steps_within(4, 6, 3, wanting) == 4
    assert steps_within(100, 0, 3, wanting, at=2) == 0
    assert [decode_steps_within(100, free, 4, 3, [7, 3, 10]) for free in range(7)] == [1, 1, 2, 5, 5, 6, 9]
