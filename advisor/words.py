"""Sentences for people, made below the window and translated in it.

`say("holds {n} of {m} at once", n=1, m=8)` is a plain English `str` that remembers its template and values, so that the
window can look the template up in Qt's translation files and fill it in again. The template must be a literal: the
translation script collects them from the source.
"""

from __future__ import annotations

from typing import Any


class Text(str):
    """An English sentence that knows its template and its values (strings, numbers or Texts)."""

    __slots__ = ("template", "values")

    template: str
    values: dict[str, Any]


def say(template: str, /, **values: Any) -> Text:
    """The sentence; `values` are usually formatted already (see units), numbers are shown with thousands separators."""
    shown = {k: f"{v:,}" if isinstance(v, int) and not isinstance(v, bool) else v for k, v in values.items()}
    text = Text(template.format(**shown) if values else template)
    text.template = template
    text.values = values
    return text


def from_data(text: str) -> Text:
    """A sentence that stands in the catalog's data; the translation script collects those as well."""
    found = Text(text)
    found.template, found.values = text, {}
    return found
