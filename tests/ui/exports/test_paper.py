"""Blocks as Markdown, HTML and pages: nothing is lost, nothing runs over the edge, nothing of a name becomes markup."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextCursor

from advisor.ui.exports import paper
from advisor.ui.exports.paper import Bullets, Code, Heading, Table, Text

SIZE = QSizeF(600, 800)
LONG = "curl -s http://127.0.0.1:11434/v1/chat/completions -d '" + "x" * 300 + "'"


def laid_out(blocks):
    return paper._laid_out(paper.page(blocks, "", None, paper=True), {}, SIZE)


def lines_of(document):
    block = document.begin()
    while block.isValid():
        for index in range(block.layout().lineCount()):
            yield block, block.layout().lineAt(index)
        block = block.next()


def test_a_long_command_is_wrapped_in_the_pages_and_whole_in_the_text(qapp):
    document = laid_out([Code(LONG)])
    assert all(line.naturalTextWidth() <= SIZE.width() for _, line in lines_of(document))
    assert document.toPlainText().replace("\n", "").rstrip() == LONG
    assert LONG in paper.markdown([Code(LONG, "bash")])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([*[(1, False)] * 6, (14, True), (2, True), (16, False), (6, True)])
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=25))
def test_no_heading_stands_alone_at_the_end_of_a_page_and_no_table_that_fits_is_torn(qapp, parts):
    blocks = []
    for count, as_table in parts:
        blocks.append(Heading("A heading"))
        blocks.append(Table([["a", "b"]] * min(count, 20)) if as_table else Text("words " * count))
    document = laid_out(blocks)
    layout = document.documentLayout()
    block = document.begin()
    while block.isValid():
        top, follows = layout.blockBoundingRect(block).top(), block.next()
        if block.blockFormat().headingLevel() and follows.isValid():
            table = QTextCursor(follows).currentTable()
            end = layout.frameBoundingRect(table).bottom() if table else layout.blockBoundingRect(follows).bottom()
            assert top // SIZE.height() == (end - 1) // SIZE.height()
        block = follows


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "<img src=x onerror=y>", "a & b", "`<b>`"])
def test_a_name_stays_a_name(qapp, hostile):
    blocks = [Heading(hostile), Text(hostile), Bullets([hostile]), Table([[hostile], [hostile]]), Code(hostile)]
    for for_paper in (False, True):
        page = paper.page(blocks, hostile, None, for_paper)
        assert "<script" not in page and "<img" not in page
    shown = laid_out(blocks).toPlainText()
    assert shown.count(hostile.replace("`", "")) >= 4
    assert page.count("<title>") == 1


def test_bars_in_a_cell_and_fences_in_code_keep_their_place(qapp):
    text = paper.markdown([Table([["a|b", "c"], ["d", "e"]]), Code("```\nx\n```", "json")])
    assert "| a\\|b | c |" in text and "````json\n```" in text


def test_pages_bear_their_numbers(qapp):
    data = paper.pdf([Heading("One", 1), *[Text("word " * 200)] * 30], "A title", {})
    assert data.startswith(b"%PDF") and data.count(b"/Type /Page\n") >= 2
