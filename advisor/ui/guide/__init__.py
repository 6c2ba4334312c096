"""The guide. Its texts can be asked for (F1, the drawer's link) without building its view."""

from __future__ import annotations

from typing import Any

__all__ = ["GuideView"]


def __getattr__(name: str) -> Any:
    if name == "GuideView":
        from advisor.ui.guide.view import GuideView
        return GuideView
    raise AttributeError(name)
