"""Where llama.cpp puts layers, caches and buffers: bytes on each device and on the host for a split, and the best split.

Layers lie in order: the first on the host, the rest over the devices, the output head with the last. `edges[j]` is the
first layer of device j, `edges[-1]` the number of layers. `cpu_moe` layers from the first on keep their routed experts on
the host.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from advisor.engines.llama_cache import Cache, layers_between
from advisor.engines.llama_profile import Profile
from advisor.formula import compute_buffer as buffer
from advisor.formula.integers import largest_near


class Parts(NamedTuple):
    """Bytes on one device or on the host."""

    weights: int
    kv: int
    state: int
    compute: int

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.state + self.compute


class Split(NamedTuple):
    """Which layers lie where; `gpu_layers` counts the output head as llama.cpp's -ngl does. `shares` > 1 cuts every layer
    over that many devices instead (--split-mode tensor). `idle`: no device is used at all."""

    gpu_layers: int
    cpu_moe: int
    edges: tuple[int, ...]
    shares: int = 1
    idle: bool = False


def device_parts(profile: Profile, cache: Cache, split: Split, j: int, whole_file: bool = False, copies: int = 1) -> Parts:
    """Bytes on device j. `whole_file`: the backend maps the embedding too. `copies`: input copies of a pipeline."""
    if split.shares > 1:
        return _share(profile, cache, split.shares)
    a, b = split.edges[j], split.edges[j + 1]
    if split.idle or (a == b and 0 < j < len(split.edges) - 2):
        return Parts(0, 0, 0, 0)
    weights = profile.dense_before[b] - profile.dense_before[a]
    kept = min(max(a, split.cpu_moe), b)
    weights += profile.experts_before[b] - profile.experts_before[kept]
    if has_head(split, j):
        weights += _head(profile, whole_file)
    kv, state = layers_between(profile, cache, 0 if cache.kv_on_device and j == 0 and split.gpu_layers else a, b)
    kv += cache.draft_kv if has_head(split, j) else 0
    return Parts(weights, kv, state, _graph(profile, cache, split, j, copies))


def has_head(split: Split, j: int) -> bool:
    """Whether the output head, and with it what drafts, lies on device j of a split by layers."""
    return j == len(split.edges) - 2 and split.gpu_layers > 0


def _head(profile: Profile, whole_file: bool) -> int:
    return profile.weights.file - profile.dense_before[-1] - profile.experts_before[-1] if whole_file else profile.weights.output


def _graph(profile: Profile, cache: Cache, split: Split, j: int, copies: int) -> int:
    """Bytes of the compute graph on device j."""
    compute = cache.output_compute if has_head(split, j) else cache.layer_compute
    if j == 0:
        compute = max(compute, cache.layer_compute + largest_on_host(profile, split))
    return compute + (cache.draft_compute if has_head(split, j) else 0) + _copied(profile, cache, copies)


def _copied(profile: Profile, cache: Cache, copies: int) -> int:
    """Bytes of the pipeline's further copies of the inputs."""
    return (copies - 1) * (cache.mask + buffer.F32 * cache.ub * profile.hidden_size)


def _between(profile: Profile, cache: Cache, copies: int) -> int:
    """`_graph` of a device that is neither the first nor the last."""
    return cache.layer_compute + _copied(profile, cache, copies)


def bytes_before(profile: Profile, cache: Cache, cpu_moe: int) -> Callable[[int], int]:
    """f(i): what the layers before i take on a device, so that layers a..b-1 take f(b) - f(a): `device_parts` without its graph
    and head, in a fifth of the time, for the searches."""
    sized = [(group.before, size) for group, size in zip(profile.groups, cache.group_bytes, strict=True)]
    dense, experts, states = profile.dense_before, profile.experts_before, profile.state_before
    unit, moe = cache.state_unit, min(cpu_moe, profile.blocks)

    def before(i: int) -> int:
        total = dense[i] + experts[i if i > moe else moe] + states[i] * unit
        for counts, size in sized:
            total += counts[i] * size
        return total

    return before


def largest_on_host(profile: Profile, split: Split) -> int:
    """The largest tensor on the host: for batches of 32 tokens and more the first device works on a copy of it."""
    moe = min(split.cpu_moe, profile.blocks)
    return max(profile.largest_before[split.edges[0]], profile.largest_expert_before[max(split.edges[0], moe)])


def _share(profile: Profile, cache: Cache, shares: int) -> Parts:
    kv, state = layers_between(profile, cache, 0, profile.blocks)
    kv += cache.draft_kv
    whole = profile.dense_before[-1] + profile.experts_before[-1] + profile.weights.output
    return Parts(-(-whole // shares), -(-kv // shares), -(-state // shares), cache.output_compute + cache.draft_compute)


def host_parts(profile: Profile, cache: Cache, split: Split) -> tuple[Parts, int]:
    """Bytes on the host beside the devices, and how much of its weights are routed experts.

    Looked-up tables stay there always; a host graph needs its mask and 4 d floats a token even when all layers are away.
    """
    end = split.edges[0] if split.shares == 1 else 0
    experts = profile.experts_before[max(end, min(split.cpu_moe, profile.blocks))]
    weights = profile.dense_before[end] + experts
    if split.gpu_layers == 0:
        weights += profile.weights.output - profile.weights.copied
    kv, state = (0, 0) if cache.kv_on_device and split.gpu_layers else layers_between(profile, cache, 0, end)
    compute = cache.layer_compute if end else cache.mask + buffer.F32 * cache.ub * 4 * profile.hidden_size
    if split.gpu_layers == 0:
        kv, compute = kv + cache.draft_kv, compute + cache.draft_compute
    return Parts(weights, kv, state, compute), experts


class Search(NamedTuple):
    """What a split must fit into: bytes of each device that the model may fill (None: unlimited), runtime and margin taken off."""

    budgets: tuple[int | None, ...]
    whole_file: bool
    copies: int

    def input_copies(self, profile: Profile, split: Split) -> int:
        """Several devices work as a pipeline, with its copies of the inputs, only when nothing lies on the host."""
        on_host = profile.experts_before[min(split.cpu_moe, profile.blocks)] > 0
        pipeline = len(self.budgets) > 1 and split.gpu_layers > profile.blocks and split.shares == 1 and not on_host
        return self.copies if pipeline else 1

    def fits(self, profile: Profile, cache: Cache, split: Split) -> bool:
        """Whether every device holds its part."""
        copies = self.input_copies(profile, split)
        if split.shares > 1 or split.idle or cache.kv_on_device:
            return all(budget is None or device_parts(profile, cache, split, j, self.whole_file, copies).total <= budget
                       for j, budget in enumerate(self.budgets))
        before, a = bytes_before(profile, cache, split.cpu_moe), split.edges[0]
        at_a, last, between = before(a), len(self.budgets) - 1, _between(profile, cache, copies)
        for j, budget in enumerate(self.budgets):
            b = split.edges[j + 1]
            at_b = before(b)
            if budget is not None and (a < b or j in (0, last)):
                beside = between
                if j in (0, last):
                    head = _head(profile, self.whole_file) + cache.draft_kv if has_head(split, j) else 0
                    beside = head + _graph(profile, cache, split, j, copies)
                if at_b - at_a + beside > budget:
                    return False
            a, at_a = b, at_b
        return True

    def spread(self, profile: Profile, cache: Cache, gpu_layers: int, cpu_moe: int) -> Split | None:
        """Layers over the devices: by free memory as the engine does, else as many as fit on each in order; None if they don't."""
        start = profile.blocks + 1 - gpu_layers
        split = Split(gpu_layers, cpu_moe, proportional(start, profile.blocks, self.budgets))
        if self.fits(profile, cache, split):
            return split
        if len(self.budgets) < 2 or self._too_much(profile, cache, split):
            return None
        return self._greedy(profile, cache, gpu_layers, cpu_moe)

    def _too_much(self, profile: Profile, cache: Cache, split: Split) -> bool:
        """Whether the devices together could not hold it, however the layers are cut: a quick no."""
        if any(budget is None for budget in self.budgets):
            return False
        whole = device_parts(profile, cache, Split(split.gpu_layers, split.cpu_moe, (split.edges[0], split.edges[-1])), 0)
        return whole.total - cache.output_compute + cache.layer_compute * len(self.budgets) > sum(b for b in self.budgets if b is not None)

    def _greedy(self, profile: Profile, cache: Cache, gpu_layers: int, cpu_moe: int) -> Split | None:
        """As many layers as fit on each device in order. What else lies there does not depend on where it ends."""
        blocks, devices, before = profile.blocks, len(self.budgets), bytes_before(profile, cache, cpu_moe)
        edges = [min(blocks, blocks + 1 - gpu_layers)]
        first = Split(gpu_layers, cpu_moe, (edges[0], *[blocks] * devices))
        copies = self.input_copies(profile, first)
        beside = _graph(profile, cache, first, 0, copies)
        if cache.kv_on_device and gpu_layers:       # the whole cache lies on the first device
            beside += sum(layers_between(profile, cache, 0, blocks)) - sum(layers_between(profile, cache, edges[0], blocks))
        for budget in self.budgets[:-1]:
            a = edges[-1]
            edges.append(blocks if budget is None
                         else a + bisect_right(range(a + 1, blocks + 1), budget - beside + before(a), key=before))
            beside = _between(profile, cache, copies)
        split = Split(gpu_layers, cpu_moe, (*edges, blocks))
        return split if self.fits(profile, cache, split) else None


@lru_cache(maxsize=256)
def proportional(start: int, blocks: int, budgets: tuple[int | None, ...]) -> tuple[int, ...]:
    """llama.cpp's default: layer k of the offloaded ones (the head counted) goes where k ÷ count falls among the shares."""
    devices, start = len(budgets), max(0, min(start, blocks))
    if devices == 1:
        return start, blocks
    sizes = [float(max(0, b)) if b is not None else 1.0 for b in budgets]
    if any(b is None for b in budgets):
        sizes = [1.0] * devices
    whole = sum(sizes) or 1.0
    sums: list[float] = []
    for size in sizes:
        sums.append((sums[-1] if sums else 0.0) + size / whole)
    sums[-1] = 1.1
    count = blocks + 1 - start
    owners = [bisect_right(sums, k / count) for k in range(count - 1)]
    return (start, *(start + bisect_right(owners, j) for j in range(devices - 1)), blocks)


def best_split(profile: Profile, cache: Cache, search: Search, gpu_layers: int | None, cpu_moe: int | None) -> tuple[Split, bool]:
    """The split that keeps most on the devices, and whether it fits them.

    Everything if it fits; else for a mixture of experts all layers with as few layers' experts on the host as needed;
    else as many layers as fit (with all experts on the host for a mixture). What is given is kept as it is.
    """
    blocks, everything = profile.blocks, profile.blocks + 1
    sparse = profile.experts_before[-1] > 0
    moe = cpu_moe or 0
    if gpu_layers is not None:
        ngl = min(gpu_layers, everything)
        found = search.spread(profile, cache, ngl, moe)
        return found or Split(ngl, moe, proportional(everything - ngl, blocks, search.budgets)), found is not None
    found = search.spread(profile, cache, everything, moe)
    if found:
        return found, True
    # what all devices together could take of layers; a guess to begin the search from, since layers are not cut
    graphs = cache.output_compute + cache.layer_compute * (len(search.budgets) - 1)
    room = sum(b for b in search.budgets if b is not None) - _head(profile, search.whole_file) - graphs
    if sparse and cpu_moe is None:
        if search.spread(profile, cache, everything, blocks):
            before = bytes_before(profile, cache, blocks)
            moved = before(blocks) - before(0) + profile.experts_before[blocks] - room
            near = blocks - bisect_left(profile.experts_before, moved)
            moe = blocks - largest_near(lambda kept: search.spread(profile, cache, everything, blocks - kept), 0, blocks, near)
            return search.spread(profile, cache, everything, moe) or _nothing(profile, search), True
        moe = blocks
    before = bytes_before(profile, cache, moe)
    near = blocks + 1 - bisect_left(range(blocks + 1), before(blocks) - room, key=before)
    ngl = largest_near(lambda n: search.spread(profile, cache, n, moe), 0, blocks, near)
    return search.spread(profile, cache, ngl, moe) or _nothing(profile, search), True


def _nothing(profile: Profile, search: Search) -> Split:
    """Everything on the host, the devices left alone: not even the graph's buffers find room there."""
    return Split(0, 0, tuple([profile.blocks] * (len(search.budgets) + 1)), idle=True)
