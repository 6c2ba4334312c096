"""What glibc's allocator is told, so that memory that is free goes back to the system. Nothing happens where the C library is another."""

from __future__ import annotations

import contextlib
import ctypes
import gc
from collections.abc import Callable
from functools import cache
from typing import cast

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8        # malloc.h
LARGE_BYTES = 128 * 1024


@cache
def _glibc(name: str) -> Callable[..., int] | None:
    """A function of glibc's allocator; None where the C library has none."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        return cast(Callable[..., int], getattr(ctypes.CDLL(None), name))
    return None


def thrifty() -> None:
    """glibc's allocator, told before the first thread: large blocks (images, arrays) lie in mappings of their own and go back when
    they are freed (by itself it raises that limit to 32 MB), and threads share one heap instead of a heap each."""
    tell = _glibc("mallopt")
    if tell is not None:
        tell(_M_MMAP_THRESHOLD, LARGE_BYTES)
        tell(_M_ARENA_MAX, 1)


def collect() -> None:
    """Garbage out. glibc would keep what is free between what is held (a third of the heap after an hour of use), so it is asked to
    give it back."""
    gc.collect()
    trim = _glibc("malloc_trim")
    if trim is not None:
        trim(0)
