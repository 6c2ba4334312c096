"""The guide's texts as data: chapters of blocks in resources/guide, each text in every language side by side.

Markup inside a text: `**strong**`, `[words](target)`, `[^source]`, and `{figure argument …}` for a live figure. Targets are
`why:quantity`, `chapter:id` and `source:id`. Everything else is plain text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from advisor import resources

Words = Mapping[str, str]       # language code -> text
_MARK = re.compile(r"\*\*(?P<strong>.+?)\*\*|\[\^(?P<note>[a-z0-9-]+)\]|\[(?P<words>[^\]]+)\]\((?P<target>[a-z]+:[\w.-]+)\)"
                   r"|\{(?P<figure>[a-z_]+)(?P<arguments>(?: [\w.-]+)*)\}")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text: plain, strong, a link (`target`), a note's mark (`target` of a source) or a live figure."""

    text: str = ""
    strong: bool = False
    target: str = ""
    note: str = ""
    figure: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TryLink:
    """A button that loads numbers into the scenario and steps to a view."""

    words: Words
    view: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One right answer; `because` explains it, whatever was answered."""

    id: str
    ask: Words
    options: tuple[Words, ...]
    answer: int
    because: Words


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, note, formula, table, plot, row of try-links or question. `about` names the quantities it explains."""

    id: str
    kind: str
    words: Words = field(default_factory=dict)
    show: str = ""
    about: tuple[str, ...] = ()
    head: tuple[Words, ...] = ()
    rows: tuple[tuple[Words, ...], ...] = ()
    links: tuple[TryLink, ...] = ()
    question: Question | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """`minutes` is the time to read it, 0 where that makes no sense (sources, final questions)."""

    id: str
    title: Words
    minutes: int
    blocks: tuple[Block, ...]

    @property
    def question(self) -> Question | None:
        return next((b.question for b in self.blocks if b.question is not None), None)


@dataclass(frozen=True, slots=True)
class Source:
    """Where facts of the texts come from, and when that was looked at."""

    id: str
    title: str
    what: Words
    url: str
    date: str


@dataclass(frozen=True, slots=True)
class Guide:
    chapters: tuple[Chapter, ...]
    final: tuple[Question, ...]
    to_pass: int
    sources: tuple[Source, ...]

    def chapter(self, id_: str) -> Chapter | None:
        return next((c for c in self.chapters if c.id == id_), None)

    def source_number(self, id_: str) -> int:
        """1-based, as the texts' marks count."""
        return [s.id for s in self.sources].index(id_) + 1

    def about(self, quantity: str) -> tuple[str, str] | None:
        """(chapter, block) that explains a quantity, the first in reading order."""
        for chapter in self.chapters:
            for block in chapter.blocks:
                if quantity in block.about:
                    return chapter.id, block.id
        return None


@cache
def guide() -> Guide:
    """All chapters in order, the final questions, the sources. Read once."""
    index = _read("guide.json")
    return Guide(tuple(_chapter(_read(f"{name}.json")) for name in index["chapters"]),
                 tuple(_question(q) for q in index["final"]), int(index["to_pass"]),
                 tuple(Source(**s) for s in index["sources"]))


def _read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resources.path("guide", name).read_text("utf-8"))
    return data


def _chapter(data: Mapping[str, Any]) -> Chapter:
    return Chapter(data["id"], data["title"], int(data["minutes"]), tuple(_block(b) for b in data["blocks"]))


def _block(data: Mapping[str, Any]) -> Block:
    return Block(
        id=data["id"], kind=data["kind"], words={k: v for k, v in data.items() if k in ("en", "zh_CN")}, show=data.get("show", ""),
        about=tuple(data.get("about", ())), head=tuple(data.get("head", ())), rows=tuple(tuple(r) for r in data.get("rows", ())),
        links=tuple(TryLink({k: v for k, v in x.items() if k in ("en", "zh_CN")}, x["view"], x["changes"]) for x in data.get("links", ())),
        question=_question(data["question"]) if "question" in data else None)


def _question(data: Mapping[str, Any]) -> Question:
    return Question(data["id"], data["ask"], tuple(data["options"]), int(data["answer"]), data["because"])


def spans(text: str) -> Iterator[Span]:
    """The text cut at its marks, in order."""
    at = 0
    for match in _MARK.finditer(text):
        if match.start() > at:
            yield Span(text[at:match.start()])
        at = match.end()
        if match["strong"]:
            yield from (Span(s.text, True, s.target, s.note, s.figure, s.arguments) for s in spans(match["strong"]))
        elif match["note"]:
            yield Span(note=match["note"], target=f"source:{match['note']}")
        elif match["words"]:
            yield Span(match["words"], target=match["target"])
        else:
            yield Span(figure=match["figure"], arguments=tuple(match["arguments"].split()))
    if at < len(text):
        yield Span(text[at:])


def texts(chapter: Chapter) -> Iterator[tuple[str, Words]]:
    """(block id, words) of every text of a chapter."""
    yield "title", chapter.title
    for block in chapter.blocks:
        if block.words:
            yield block.id, block.words
        for cell in (*block.head, *(c for row in block.rows for c in row), *(x.words for x in block.links)):
            yield block.id, cell
        if block.question is not None:
            yield from ((block.id, w) for w in question_texts(block.question))


def question_texts(question: Question) -> tuple[Words, ...]:
    return question.ask, *question.options, question.because
