"""About and the question for a newer version: nothing is asked without a click."""

import io
import urllib.error
import urllib.request

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from advisor import __version__
from advisor.errors import CannotAnswer
from advisor.ui import about
from advisor.ui.widgets.label import Label


def texts(dialog):
    return "\n".join(label.text() for label in dialog.findChildren(Label))


def test_about_names_versions_dates_and_licences(make_window):
    dialog = about.AboutDialog(make_window())
    said = texts(dialog)
    for word in (__version__, "PySide6", "LGPL 3", "MIT", "vLLM", "Ollama"):
        assert word in said
    dates = [date for _, date in about.data_dates()]
    assert all(date[:3] == "202" for date in dates)
    assert all(date in said for date in dates)
    dialog.close()


def answer(monkeypatch, what):
    asked = []

    def urlopen(request, timeout):
        asked.append(request.full_url)
        if isinstance(what, Exception):
            raise what
        return io.BytesIO(what)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return asked


@pytest.mark.parametrize("what", [OSError("no route"), urllib.error.URLError("offline"), TimeoutError(), b"<html>", b"[]", b'{"info": {}}',
                                  b'{"info": {"version": "1; rm"}}', urllib.error.HTTPError("u", 404, "m", {}, None),
                                  urllib.error.HTTPError("u", 503, "m", {}, None)])
def test_what_is_no_answer_is_one_sentence(monkeypatch, what):
    answer(monkeypatch, what)
    with pytest.raises(CannotAnswer) as error:
        about.newest_version()
    assert "pypi.org" in str(error.value.why) and "\n" not in str(error.value)


@pytest.mark.parametrize("newest,newer", [("0.0.9", False), (__version__, False), ("0.10.0", True), ("1.0", True)])
def test_versions_are_compared_as_numbers(newest, newer):
    assert ("is out" in about.compared(newest, "0.2.0" if newest == "0.10.0" else __version__)) is newer


def test_asked_only_by_the_button(make_window, settled, monkeypatch):
    asked = answer(monkeypatch, b'{"info": {"version": "99.0"}}')
    window = make_window()
    dialog = about.UpdateDialog(window)
    dialog.show()
    settled(window)
    assert not asked and about.NEWEST in texts(dialog) and not window.preferences.network
    QTest.mouseClick(dialog.ask, Qt.MouseButton.LeftButton)
    settled(window)
    assert asked == [about.NEWEST] and window.preferences.network
    assert "99.0 is out" in dialog.answer.text()
    dialog.close()
