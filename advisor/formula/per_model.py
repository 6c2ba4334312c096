"""A cache for what depends on a model alone (and a short key), by the model object itself: hashing one is slow."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from advisor.scenario import Model

T = TypeVar("T")
ENTRIES = 4096


def per_model(function: Callable[..., T]) -> Callable[..., T]:
    """Remembers `function(model, *key)`. The model is kept alive with its result, so an id is never met twice.

    What is given by name is no part of the key: it follows from the model (a row of data about its architecture).
    """
    held: dict[tuple[Hashable, ...], tuple[Model, T]] = {}

    @wraps(function)
    def wrapper(model: Model, *key: Hashable, **given: Any) -> T:
        found = held.get((id(model), *key))
        if found is None:
            if len(held) >= ENTRIES:
                held.clear()
            found = held[(id(model), *key)] = (model, function(model, *key, **given))
        return found[1]

    return wrapper
