"""A document as blocks, and the three forms that it is written in: Markdown, HTML and PDF.

In a block's text, `ticks` are names and **stars** are strong; everything else is plain.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from string import Template
from typing import Any, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QTextTable,
)

from advisor import __version__
from advisor.ui import theme
from advisor.ui.language import code as language

PICTURE_WIDTH = 640
SIDE, TOP, FOOT = 60, 56, 64
"""Margins of a page in 1/96 inch; the number of the page stands in the lower one."""
DOTS = 96.0
MOST_BREAKS = 60
LITTLE = .3
"""Share of a page up to which what stands under a heading is kept whole."""


class Heading(NamedTuple):
    text: str
    level: int = 2


class Text(NamedTuple):
    text: str
    kind: str = "text"
    """`text`, `note` (a remark on the figures) or `source` (small)."""


class Bullets(NamedTuple):
    items: list[str]
    kind: str = "list"
    """`list`, or `values` (small)."""


class Table(NamedTuple):
    rows: list[list[str]]
    """The first one is the head."""
    right: int = 1
    """Columns from here on hold numbers."""


class Code(NamedTuple):
    text: str
    language: str = ""


class Picture(NamedTuple):
    name: str
    title: str


Block = Heading | Text | Bullets | Table | Code | Picture


# ------------------------------------------------------------------------------------------------ Markdown

def markdown(blocks: Iterable[Block], address: Callable[[str], str] | None = None) -> str:
    """`address(name)` gives where a picture lies; without it there are none."""
    return "\n".join(line for block in blocks for line in _markdown(block, address))


def _markdown(block: Block, address: Callable[[str], str] | None) -> list[str]:
    match block:
        case Heading(text, level):
            return [f"{'#' * level} {text}", ""]
        case Text(text, kind):
            return [f"> {text}" if kind == "note" else text, ""]
        case Bullets(items):
            return [*(f"- {item}" for item in items), ""]
        case Table(rows, right):
            head, *rest = [[cell.replace("|", "\\|") for cell in row] for row in rows]
            rule = ["---" if index < right else "---:" for index in range(len(head))]
            return [*(f"| {' | '.join(row)} |" for row in (head, rule, *rest)), ""]
        case Code(text, shell):
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
            return [f"{fence}{shell}", text.rstrip("\n"), fence, ""]
        case Picture(name, title):
            return [f"![{title}]({address(name)})", ""] if address else []


# ------------------------------------------------------------------------------------------------ HTML

def page(blocks: Iterable[Block], title: str, address: Callable[[str], str] | None, paper: bool = False) -> str:
    """One page of HTML, whole in itself; for `paper` in the few rules of style that Qt's own layout knows."""
    body = "\n".join(_html(block, address, paper) for block in blocks)
    return (f'<!DOCTYPE html>\n<html lang="{language().replace("_", "-")}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
            f"<style>\n{_style(paper)}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n")


def _html(block: Block, address: Callable[[str], str] | None, paper: bool) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Text(text, kind):
            return f'<p class="{kind}">{_inline(text)}</p>'
        case Bullets(items, kind):
            return f'<ul class="{kind}">{"".join(f"<li>{_inline(item)}</li>" for item in items)}</ul>'
        case Table(rows, right):
            sides = ["left" if i < right else "right" for i in range(len(rows[0]))]
            head, *rest = ["".join(f"<{tag} align={side}>{_inline(cell)}</{tag}>" for side, cell in zip(sides, row, strict=True))
                           for tag, row in zip(["th"] + ["td"] * (len(rows) - 1), rows, strict=True)]
            lines = f'<tr>{"</tr><tr>".join(rest)}</tr>' if rest else ""
            return (f'<table{" cellspacing=0 cellpadding=4" if paper else ""}><thead><tr>{head}</tr></thead>'
                    f"<tbody>{lines}</tbody></table>")
        case Code(text):
            return f"<pre>{html.escape(text.rstrip(chr(10)))}</pre>"
        case Picture(name, title):
            if address is None:
                return ""
            return f'<p><img src="{address(name)}" width="{PICTURE_WIDTH}" alt="{html.escape(title)}"></p>'


def _inline(text: str) -> str:
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", escaped)


def _style(paper: bool) -> str:
    fonts = ", ".join(f"'{family}'" for family in theme.font("mono").families())
    return Template(PAPER if paper else SCREEN).substitute({**theme.LIGHT._asdict(), "mono": f"{fonts}, monospace"})


SCREEN = """
:root { color-scheme: light; }
body { margin: 40px auto 80px; max-width: 860px; padding: 0 20px; color: $text; background: $panel;
       font: 15px/1.5 system-ui, 'Segoe UI', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', sans-serif;
       font-variant-numeric: tabular-nums; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 12px; }
h2 { font-size: 20px; margin: 40px 0 10px; padding-top: 12px; border-top: 1px solid $line; }
h3 { font-size: 15px; margin: 24px 0 4px; }
p { margin: 0 0 10px; }
ul { margin: 0 0 12px; padding-left: 22px; }
.note, .source, .values { color: $text2; font-size: 13px; }
.note { border-left: 3px solid $border; padding-left: 10px; }
pre, code { font-family: $mono; font-size: 13px; }
pre { background: $sunken; border: 1px solid $line; border-radius: 6px; padding: 8px 12px; margin: 6px 0 10px;
      white-space: pre-wrap; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 0 0 14px; }
th, td { border-bottom: 1px solid $line; padding: 5px 16px 5px 0; text-align: left; vertical-align: top; }
th { color: $text2; font-weight: 600; }
[align=right] { text-align: right; padding-left: 12px; }
img { max-width: 100%; height: auto; }
@media (min-width: 720px) { tr > :nth-child(-n+2) { white-space: nowrap; } }
@media print {
  body { margin: 0; max-width: none; }
  h2, h3 { break-after: avoid; }
  table, pre, img { break-inside: avoid; }
}
"""
PAPER = """
body { color: $text; font-size: 9pt; }
h1 { font-size: 17pt; margin-top: 0; margin-bottom: 8px; }
h2 { font-size: 12.5pt; margin-top: 24px; margin-bottom: 8px; }
h3 { font-size: 9.5pt; margin-top: 14px; margin-bottom: 3px; }
p { margin-top: 0; margin-bottom: 6px; }
p.note, p.source { color: $text2; font-size: 8pt; }
ul { margin-top: 2px; margin-bottom: 6px; }
ul.values { color: $text2; font-size: 8pt; }
pre { font-family: $mono; font-size: 8pt; background-color: $sunken; margin-top: 0; margin-bottom: 0; white-space: pre-wrap; }
code { font-family: $mono; font-size: 8pt; }
table { border-collapse: collapse; margin-top: 2px; margin-bottom: 8px; }
th, td { border-bottom: 1px solid $line; }
th { color: $text2; font-weight: 600; }
"""
"""The few rules that Qt's layout of text knows."""


# ------------------------------------------------------------------------------------------------ PDF

def pdf(blocks: Iterable[Block], title: str, pictures: dict[str, QImage]) -> bytes:
    """A4 pages with their numbers; no heading at a page's end, no table over two pages that fits on one."""
    data: Any = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    writer.setTitle(title)
    writer.setCreator(f"LLM Deployment Advisor {__version__}")
    scale = writer.resolution() / DOTS
    width, height = writer.width() / scale, writer.height() / scale
    document = _laid_out(page(blocks, title, lambda name: name, paper=True), pictures,
                         QSizeF(width - 2 * SIDE, height - TOP - FOOT))
    with theme.on_paper():
        _paint(document, writer, scale, title)
    buffer.close()
    return bytes(data.data())


def _laid_out(text: str, pictures: dict[str, QImage], size: QSizeF) -> QTextDocument:
    """The text in pages of `size`. After each break that is put in it is laid out anew: of tables that Qt moves a second time it
    can be a page wrong."""
    breaks: list[int] = []
    while True:
        document = _made(text, pictures)
        for number in breaks:
            block = document.findBlockByNumber(number)
            form = block.blockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)
        document.setPageSize(size)
        torn = _torn(document, size.height(), breaks[-1] + 1 if breaks else 0)
        if torn is None or len(breaks) == MOST_BREAKS:
            return document
        breaks.append(torn)


def _made(text: str, pictures: dict[str, QImage]) -> QTextDocument:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setUseDesignMetrics(True)
    document.setDocumentMargin(0)
    document.setIndentWidth(16)
    document.setDefaultFont(theme.font("body"))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    for name, image in pictures.items():
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    document.setHtml(text)
    return document


def _torn(document: QTextDocument, height: float, start: int) -> int | None:
    """The first block from `start` on that should begin a page: a heading torn from what it heads, or a text in two that fits on
    one page."""
    layout = document.documentLayout()
    block = document.findBlockByNumber(start)
    while block.isValid():
        table = QTextCursor(block).currentTable()
        top = layout.blockBoundingRect(block).top()
        bottom = _end(document, block)
        if table is None and int(top // height) != int((bottom - 1) // height) and bottom - top < height and top % height > 1:
            return block.blockNumber()
        block = table.lastCursorPosition().block().next() if table is not None else block.next()
    return None


def _end(document: QTextDocument, block: QTextBlock) -> float:
    """The lower edge of what should lie on one page with the start of `block`: a heading with all up to the next one where that is
    little, or with what follows it, at most a line and a table."""
    layout = document.documentLayout()
    table: QTextTable | None = QTextCursor(block).currentTable()
    if table is not None:
        return layout.frameBoundingRect(table).bottom()
    rect = layout.blockBoundingRect(block)
    if not block.blockFormat().headingLevel() or not block.next().isValid():
        return rect.bottom()
    part, whole = block.next(), rect.bottom()
    while part.isValid() and not part.blockFormat().headingLevel():
        whole, part = max(whole, _end(document, part)), part.next()
    if whole - rect.top() < document.pageSize().height() * LITTLE:
        return whole
    first, second = block.next(), block.next().next()
    return _end(document, second if second.isValid() and QTextCursor(second).currentTable() else first)


def _paint(document: QTextDocument, writer: QPdfWriter, scale: float, title: str) -> None:
    size, pages = document.pageSize(), document.pageCount()
    painter = QPainter(writer)
    painter.scale(scale, scale)
    small = theme.font("small")
    small.setPixelSize(11)
    for number in range(pages):
        if number:
            writer.newPage()
        painter.save()
        painter.translate(SIDE, TOP - number * size.height())
        document.drawContents(painter, QRectF(0, number * size.height(), size.width(), size.height()))
        painter.restore()
        painter.setFont(small)
        painter.setPen(theme.colour("text2"))
        foot = QRectF(SIDE, TOP + size.height() + FOOT / 4, size.width(), FOOT / 2)
        count = f"{number + 1} / {pages}"
        room = size.width() - QFontMetricsF(small).horizontalAdvance(count) - 24
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                         QFontMetricsF(small).elidedText(title, Qt.TextElideMode.ElideRight, room))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
    painter.end()
