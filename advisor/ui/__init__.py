"""The window (Qt only here)."""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401 - puts its own function in the place of `import`

# PySide wraps `import` to look for `from __feature__ import …`, reading the source of every module that comes in. Nothing here uses
# such features, and without the wrapper an import costs less than half, at the start and in each function that imports late.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
