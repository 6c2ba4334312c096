"""Labels and tooltips show names from outside as they are."""

import pytest
from PySide6.QtGui import QTextDocument

from advisor.scenario import Hardware
from advisor.ui.widgets.label import as_written


@pytest.mark.parametrize("text", ["RTX 4090", "a < b", "8 × Foo <b>X</b>\n& more", '<img src="file:///etc/passwd">', "Foo &lt;b&gt;",
                                  "two\n<b>lines</b>"])
def test_a_tooltip_is_read_as_it_was_written(qapp, text):
    document, shown = QTextDocument(), as_written(text)
    assert "<img" not in shown and "<b>" not in shown.partition("\n")[0]
    if shown == text:
        return
    document.setHtml(shown)
    assert document.toPlainText() == text


def test_a_card_with_tags_in_its_name_is_no_markup(make_window, settled):
    window = make_window("calculator")
    window.store.edit(hardware=Hardware(name='Foo <img src="file:///x">', memory_gib=48, count=8))
    settled(window)
    for widget in (window.views["calculator"].inputs.device, *window.bar.segments):
        assert "<img" not in widget.toolTip()
