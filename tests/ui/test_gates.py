"""What every screen must hold: names for screen readers, no text cut off, no key twice."""

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QTabBar,
    QWidget,
)

from advisor.scenario import parse_scenario
from advisor.ui.store import VIEWS
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.label import ElidedLabel, Label, Link

STATES = [(view, None) for view in VIEWS] + [("wizard", 0), ("wizard", 1)]
SIZES = [(960, 540), (1100, 700), (1200, 800), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]


def shown(window, kind=QWidget):
    return [w for w in window.findChildren(kind) if w.isVisible() and w.window() is window]


def go(window, step, settled):
    if step is not None:
        window.views["wizard"].show_step(step)
        settled(window)


@pytest.mark.parametrize("view,step", STATES)
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_everything_focusable_has_a_name(make_window, settled, view, step, language):
    window = make_window(view, language=language)
    go(window, step, settled)
    window.ask_why("total_bytes")
    settled(window)
    nameless = []
    for widget in shown(window):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget, QScrollBar):
            continue
        if widget.objectName().startswith("qt_") or widget.focusProxy() is not None:
            continue
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or text):
            nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert not nameless


def cut(widget: QWidget) -> str:
    """What of a widget's text does not fit into it, "" where all does."""
    if isinstance(widget, ElidedLabel):
        return ""
    if isinstance(widget, QLabel):
        text = widget.text()
        if widget.wordWrap():
            need = widget.heightForWidth(widget.width())
            longest = max((QFontMetrics(widget.font()).horizontalAdvance(word) for word in text.split()), default=0)
            long_word = longest > widget.width() + 1 and text.isascii()
            return text if need > widget.height() + 2 or long_word else ""
        return text if widget.sizeHint().width() > widget.width() + 1 else ""
    if isinstance(widget, (QPushButton, Link, Figure)):
        return (widget.text() or widget.accessibleName()) if widget.sizeHint().width() > widget.width() + 1 else ""
    if isinstance(widget, QTabBar):
        return "tabs" if widget.sizeHint().width() > widget.width() + 1 else ""
    if isinstance(widget, QPlainTextEdit) and widget.isReadOnly() and widget.verticalScrollBar().maximum() > 0:
        return widget.toPlainText()[:60] if widget.blockCount() < 14 else ""
    return ""


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("view,step", STATES)
def test_no_text_is_cut_off(make_window, settled, view, step, language):
    """At every size class; 960×540 is a Full HD screen at 200 %."""
    window = make_window(view, SIZES[0], language=language, follows=view == "wizard")
    go(window, step, settled)
    found = []
    for size in SIZES:
        window.resize(*size)
        settled(window)
        found += [f"{size}: {type(w).__name__}: {cut(w)!r} {w.width()}x{w.height()} needs {w.sizeHint().width()}"
                  for w in shown(window) if cut(w)]
    assert not found


AWKWARD = {
    "eight cards": {"model": "deepseek-r1", "quantization": "fp8", "engine": "vllm",
                    "hardware": {"device": "H200 SXM 141GB", "count": 8, "host_memory_gib": 1024},
                    "settings": {"context": 32768, "tensor_parallel": 8},
                    "workload": {"concurrency": 64, "prompt_tokens": 8192, "output_tokens": 1024}},
    "mixed cards": {"model": "llama-3.3-70b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "settings": {"context": 8192},
                    "hardware": {"devices": [{"device": "RTX 4090"}, {"device": "RTX 3060 12 GB", "count": 3}], "host_memory_gib": 128}},
    "spills over": {"model": "llama-3.3-70b-instruct", "quantization": "q4_k_m", "engine": "llama.cpp", "settings": {"context": 8192},
                    "hardware": {"device": "RTX 4090", "host_memory_gib": 64}},
    "too long": {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "ollama", "settings": {"context": 4096},
                 "hardware": {"device": "RTX 4090", "host_memory_gib": 64}, "workload": {"prompt_tokens": 100000, "output_tokens": 256}},
    "unknown speed": {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "ollama", "settings": {"context": 4096},
                      "hardware": {"memory_gib": 48, "host_memory_gib": 64}},
}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("view", ["calculator", "wizard", "simulator"])
def test_no_text_of_an_awkward_scenario_is_cut_off(make_window, settled, name, language, view):
    window = make_window(view, (1000, 620), language=language, scenario=parse_scenario(AWKWARD[name]))
    found = []
    for why in (None, "ttft_s") if view != "wizard" else (None,):
        window.store.ask_why(why)
        for size in ((1000, 620), (1100, 700), (1280, 720), (1366, 768)):
            window.resize(*size)
            settled(window)
            found += [f"{size} {why}: {type(w).__name__}: {cut(w)!r} {w.width()}x{w.height()} needs {w.sizeHint().width()}"
                      for w in shown(window) if cut(w)]
    assert not found


class Windows(QObject):
    """Remembers every widget that was shown as a window of its own."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(type(watched).__name__)
        return False


@pytest.mark.parametrize("view,step", STATES)
def test_nothing_flashes_up_as_a_window_of_its_own(make_window, settled, qapp, view, step):
    watch = Windows()
    qapp.installEventFilter(watch)
    try:
        window = make_window(view)
        go(window, step, settled)
        window.store.edit(settings__context=8192)
        window.ask_why("total_bytes")
        settled(window)
    finally:
        qapp.removeEventFilter(watch)
    assert watch.seen == ["MainWindow"]


@pytest.mark.parametrize("size", [(960, 540), (1366, 768)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_no_text_is_cut_off_in_the_widest_font(make_window, settled, monkeypatch, size):
    from advisor.ui import theme
    monkeypatch.setattr(theme, "_SANS_LINUX", ["DejaVu Sans", "Noto Sans CJK SC"])
    theme._font.cache_clear()
    try:
        window = make_window("calculator", size)
        found = [f"{type(w).__name__}: {cut(w)!r} {w.width()} needs {w.sizeHint().width()}" for w in shown(window) if cut(w)]
    finally:
        monkeypatch.undo()
        theme._font.cache_clear()
    assert not found


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_wider_than_the_window(make_window, view):
    window = make_window(view, (960, 540))
    assert window.width() == 960
    for widget in shown(window, Label):
        right = widget.mapTo(window, widget.rect().topRight()).x()
        assert right <= window.width(), widget.text()


def actions(window):
    found = []
    for action in window.findChildren(QAction):
        found += [sequence.toString() for sequence in action.shortcuts() if not sequence.isEmpty()]
    return found


def test_no_key_is_given_twice(make_window):
    window = make_window()
    twice = [key for key, count in Counter(actions(window)).items() if count > 1]
    assert not twice
    for key in ("Ctrl+1", "Ctrl+4", "Ctrl+Z", "Ctrl+Y", "Ctrl+L", "F4", "F6", "Shift+F6", "F1", "F11", "Ctrl+Q", "Ctrl+E", "Ctrl+,"):
        assert key in actions(window), key


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_mnemonics_do_not_clash_inside_a_menu(make_window, language):
    window = make_window(language=language)
    menus = [window.menuBar(), *window.findChildren(QMenu)]
    for menu in menus:
        letters = [a.text()[a.text().index("&") + 1].lower() for a in menu.actions() if "&" in a.text()]
        assert len(letters) == len(set(letters)), [a.text() for a in menu.actions()]


def test_tables_describe_themselves(make_window):
    window = make_window()
    for table in shown(window, QAbstractItemView):
        if isinstance(table, QHeaderView):
            continue
        assert table.accessibleName() and table.accessibleDescription(), type(table).__name__
