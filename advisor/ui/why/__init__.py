"""The drawer that answers "why?"."""

from advisor.ui.why.drawer import WhyDrawer

__all__ = ["WhyDrawer"]
