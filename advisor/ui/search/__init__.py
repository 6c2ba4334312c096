"""Search both ways over the whole catalog: which models a machine runs, which machines run a model."""

from advisor.ui.search.view import SearchPage

__all__ = ["SearchPage"]
