"""Rows of a moment ago: the scenario has changed and the new answers are being worked out."""

import pytest

from advisor.ui.guide.tables import EnginesTable, RetreatTable


@pytest.mark.parametrize(("kind", "key"), [(EnginesTable, "ollama"), (RetreatTable, "99")])
def test_a_row_that_is_no_more_takes_nothing(make_window, qtbot, kind, key):
    window = make_window("guide")
    panel = kind(window.store)
    qtbot.addWidget(panel)
    before = window.store.state
    panel._have = {}        # nothing of the present scenario has been worked out
    panel.table.taken.emit(key)
    assert window.store.state == before
