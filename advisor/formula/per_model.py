"""A cache for what depends on a model alone (and a short key), by the model object itself: hashing one is slow."""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from advisor.scenario import Model

T = TypeVar("T")
ENTRIES = 2048      # a search over the whole catalog needs some 1,200 of the largest kind, 3 kB each
_MISSING = object()


def per_model(function: Callable[..., T], entries: int = ENTRIES) -> Callable[..., T]:
    """Remembers `function(model, *key)` as long as that model lives (a file's can be large), so many answers in all.

    What is given by name is no part of the key: it follows from the model (a row of data about its architecture).
    """
    held: dict[int, dict[tuple[Hashable, ...], T]] = {}
    count = 0

    @wraps(function)
    def wrapper(model: Model, *key: Hashable, **given: Any) -> T:
        nonlocal count
        known = held.get(id(model))
        found: Any = _MISSING if known is None else known.get(key, _MISSING)     # one step: another thread may clear in between
        if found is not _MISSING:
            return cast(T, found)
        made = function(model, *key, **given)
        if count >= entries:
            for each in list(held.values()):    # a copy: other threads may add
                each.clear()
            count = 0
        known = held.get(id(model))
        if known is None:
            known = held[id(model)] = {}
            weakref.finalize(model, held.pop, id(model), None).atexit = False
        known[key] = made
        count += 1
        return made

    return wrapper


def packed(values: Sequence[int]) -> Sequence[int]:
    """The same whole numbers in 8 bytes each, where they go into that: what is kept for a thousand models should be small."""
    try:
        return array("q", values)
    except OverflowError:
        return values
