"""The guide."""

from advisor.ui.guide.view import GuideView

__all__ = ["GuideView"]
