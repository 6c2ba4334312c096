"""Random real events over all views, from a seed: keys, typed text, clicks, drags, sizes, themes, languages, undo.

    python packaging/checks/monkey.py [--events 20000] [--seed 1]

Exit status 1, with the seed and the number of the event, when an exception reaches the event loop, Qt warns, a control is out of
step with the store, or memory has grown by more than 30 MB since the first tenth. Runs offscreen unless QT_QPA_PLATFORM says
otherwise. tests/ui/test_monkey.py plays a shorter round.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from typing import Any
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QPoint, Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QDialog, QLineEdit, QMenu, QSlider, QWidget
from shiboken6 import isValid

from advisor.allocator import collect
from advisor.ui.store import VIEWS
from advisor.ui.widgets.verdict import headline
from advisor.worker import WORKERS

MOST_GROWTH_MB = 30
KEYS = [Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space,
        Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_W, Qt.Key.Key_Home, Qt.Key.Key_End,
        Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Delete]
CHORDS = [(Qt.Key.Key_Z, "c"), (Qt.Key.Key_Y, "c"), (Qt.Key.Key_L, "c"), (Qt.Key.Key_C, "cs"), (Qt.Key.Key_C, "c"), (Qt.Key.Key_F, "c"),
          (Qt.Key.Key_N, "c"), (Qt.Key.Key_F1, ""), (Qt.Key.Key_F4, ""), (Qt.Key.Key_F6, ""), (Qt.Key.Key_F6, "s"), (Qt.Key.Key_Comma, "c"),
          (Qt.Key.Key_Left, "a"), (Qt.Key.Key_Right, "a"), (Qt.Key.Key_E, "c"), (Qt.Key.Key_S, "c"), (Qt.Key.Key_O, "c")]
MODIFIERS = {"": Qt.KeyboardModifier.NoModifier, "c": Qt.KeyboardModifier.ControlModifier, "s": Qt.KeyboardModifier.ShiftModifier,
             "a": Qt.KeyboardModifier.AltModifier, "cs": Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier}
TYPED = ["4k", "0", "999999999", "4090", "qwen", "-1", "  ", "１２", "\u202e", "'; rm -rf /", "h100", "8", "7b", "0.9", "32768"]
KINDS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QSlider)
SIZES = [(960, 540), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]


class Monkey:
    """Plays on `window`. The widgets to hit are looked up anew every few events."""

    def __init__(self, window: Any, seed: int) -> None:
        self.window, self.chance = window, random.Random(seed)
        self.number = 0
        self.last = ""
        self._targets: list[QWidget] = []

    def play(self, events: int) -> None:
        for _ in range(events):
            if self.number % 8 == 0:
                # by kind: PySide keeps a wrapper for ever once it has made one for a widget of Qt's own (a viewport, a scroll bar)
                self._targets = [w for kind in KINDS for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled()]
            self.step()
            self.number += 1
            if self.number % 3 == 0:
                QApplication.processEvents()
                QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)     # as the program's own event loop does it

    def _one(self, *kinds: type) -> Any:
        found = [w for w in self._targets if isinstance(w, kinds) and isValid(w) and w.isVisible() and w.isEnabled()]
        return self.chance.choice(found) if found else None

    def step(self) -> None:
        what = self.chance.random()
        for share, act in ((0.05, self._view), (0.02, self._resize), (0.02, self._dress), (0.25, self._key), (0.06, self._chord),
                           (0.13, self._type), (0.14, self._slider), (0.05, self._combo), (0.04, self._table), (1, self._click)):
            if what < share:
                self.last = act.__name__
                act()
                return
            what -= share

    def _view(self) -> None:
        key = self.chance.choice([Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4])
        QTest.keyClick(self.window, key, Qt.KeyboardModifier.ControlModifier)
        self._targets = []

    def _resize(self) -> None:
        self.window.resize(*self.chance.choice(SIZES))

    def _dress(self) -> None:
        self.chance.choice([lambda: self.window.prefer(theme=self.chance.choice(["light", "dark"])), self.window.next_language,
                            lambda: self.window.prefer(binary_units=self.chance.random() < 0.5)])()

    def _key(self) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, self.chance.choice(KEYS))

    def _chord(self) -> None:
        key, held = self.chance.choice(CHORDS)
        QTest.keyClick(self.window, key, MODIFIERS[held])

    def _type(self) -> None:
        field = self._one(QLineEdit)
        if field is not None:
            field.setFocus()
            field.selectAll()
            text = self.chance.choice(TYPED)
            if text.isascii():
                QTest.keyClicks(field, text)
            else:       # QTest types Latin letters only
                QApplication.clipboard().setText(text)
                QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
            if isValid(field):
                QTest.keyClick(field, self.chance.choice([Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape]))

    def _slider(self) -> None:
        slider = self._one(QSlider)
        if slider is not None:
            start, end = (QPoint(self.chance.randrange(max(1, slider.width())), slider.height() // 2) for _ in range(2))
            QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
            if isValid(slider):
                QTest.mouseMove(slider, end)
                QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=end)

    def _combo(self) -> None:
        combo = self._one(QComboBox)
        if combo is not None:
            combo.setFocus()
            for _ in range(self.chance.randrange(1, 4)):
                if isValid(combo):
                    QTest.keyClick(combo, self.chance.choice([Qt.Key.Key_Down, Qt.Key.Key_Up]))

    def _table(self) -> None:
        table = self._one(QAbstractItemView)
        if table is not None and table.viewport().width() > 0:
            wide, high = table.viewport().width(), max(1, table.viewport().height())
            place = QPoint(self.chance.randrange(wide), self.chance.randrange(high))
            QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
            if isValid(table):
                QTest.keyClick(table, self.chance.choice([Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Right]))

    def _click(self) -> None:
        button = self._one(QAbstractButton)
        if button is not None:
            self.last = f"_click {type(button).__name__} {button.accessibleName() or button.text()!r}"
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@contextlib.contextmanager
def no_waiting() -> Iterator[None]:
    """Modal windows open and close again; what asks for a file gets none; nothing is opened outside or asked of the network."""
    def closes(dialog: QDialog) -> int:
        dialog.open()
        QApplication.processEvents()
        dialog.close()
        return 0

    def shuts(menu: QMenu, *_: Any, **__: Any) -> None:
        menu.popup(QPoint(0, 0))
        QApplication.processEvents()
        menu.close()

    nothing = ("", "")
    with contextlib.ExitStack() as stack:
        for target, answer in (("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_, **__: nothing),
                               ("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_, **__: nothing),
                               ("PySide6.QtGui.QDesktopServices.openUrl", lambda *_: True),
                               ("advisor.ui.about.newest_version", lambda *_: "0"),
                               ("advisor.ui.wizard.check_here.run_check", lambda *_: ("", 0)),
                               ("PySide6.QtWidgets.QMenu.exec", shuts)):
            stack.enter_context(mock.patch(target, answer))
        stack.enter_context(mock.patch.object(QDialog, "exec", closes))
        yield


def rest(window: Any, most_s: float = 10.0) -> None:
    """Waits for jobs; a long simulation is given up, as Esc does."""
    jobs, end = window.store.jobs, time.monotonic() + most_s
    while (jobs.any_busy() or window.store.neighbours.pending) and time.monotonic() < end:
        QTest.qWait(10)
    for lane in list(jobs._running):
        jobs.cancel(lane)
    QTest.qWait(30)


def out_of_step(window: Any) -> list[str]:
    """The controls that show something else than the store holds."""
    store, found = window.store, []

    def same(what: str, shown: Any, held: Any) -> None:
        if shown != held:
            found.append(f"{what} shows {shown!r}, the store holds {held!r}")

    def field(what: str, control: Any, held: int) -> None:
        number = control.number
        if not number.lineEdit().hasFocus():
            same(what, number.value(), min(max(held, number.minimum()), number.maximum()))

    for view in VIEWS:
        window.show_view(view)
        rest(window)
        same("stack", window.stack.currentWidget(), window.views[view])
        same("rail", window.rail.buttons[view].isChecked(), True)
        load = store.scenario.workload
        if view == "calculator":
            inputs = window.views[view].inputs
            field("people", inputs.people, load.concurrency or 1)
            field("prompt", inputs.prompt, load.prompt_tokens or 0)
            field("answer", inputs.answer, load.output_tokens or 0)
        if view == "wizard":
            task, asked = window.views[view].task, store.state.task
            window.views[view].show_step(0)
            rest(window)
            field("people", task.people, load.concurrency or 1)
            field("prompt", task.prompt, load.prompt_tokens or 0)
            field("answer", task.answer, load.output_tokens or 0)
            same("task", [k for k, t in task.tiles.tiles.items() if t.isChecked()], [asked.kind])
            for what, radios, held in (("priority", task.priority, asked.priority), ("interface", task.interface, asked.interface),
                                       ("system", task.system, asked.os)):
                same(what, [k for k, b in radios.buttons.items() if b.isChecked()], [held])
            same("model wish", task.one_model.isChecked(), bool(asked.model))
            window.views[view].show_step(2)
    same("undo", window.bar.undo.isEnabled(), store.can_undo)
    same("redo", window.bar.redo.isEnabled(), store.can_redo)
    if store.error is None and store.estimate is not None:
        same("verdict", window.bar.verdict.verdict, headline(store.estimate).verdict)
    return found


def rss_mb() -> float:
    import psutil
    return float(psutil.Process().memory_info().rss / 1e6)


def calm(window: Any) -> None:
    """One and the same state to be measured in: a language's files, a window's size and a view count as memory too."""
    window.prefer(language="en", theme="light")
    window.resize(1440, 900)
    window.show_view("wizard")
    for _ in range(3):      # what garbage held is deleted by the event loop, and may free more
        rest(window)
        collect()


def warm(window: Any) -> None:
    """What is made once and kept: every view, page, drawer and tab in both languages, themes and two sizes; and what is kept up to a
    bound: the models' sums in the formats that cards from 8 to 80 GB ask for, the store's estimates, each walked through the catalog."""
    from advisor import catalog
    from advisor.engines import engines
    from advisor.recommend.search import each_device, each_model
    from advisor.ui.store import CACHE_LIMIT
    model, store = catalog.find_model("qwen2.5-14b-instruct"), window.store
    for people in (1, 8):      # both engines
        for card in ("RTX 4060", "RTX 3060 12GB", "RTX 4080", "RTX 4090", "L40S", "H100 SXM 80GB"):
            for _ in each_model(catalog.find_device(card), 1, 4096, people):
                pass
        for _ in each_device(model, model.id, 4096, people, None):
            pass
    chance, models, devices, formats = random.Random(0), *map(list, (catalog.models(), catalog.devices(), catalog.quantizations()))
    for _ in range(4 * CACHE_LIMIT):
        store.estimate_of(store.scenario.with_(
            model=chance.choice(models), hardware__device=chance.choice(devices), hardware__count=chance.choice((1, 1, 2, 8)),
            quantization=chance.choice(formats), engine=chance.choice(list(engines())), workload__concurrency=chance.choice((1, 8, 64))))
    for language, theme, size in (("zh_CN", "dark", (960, 540)), ("en", "light", (1440, 900))):
        window.prefer(language=language, theme=theme)
        window.resize(*size)
        for view in VIEWS:
            window.show_view(view)
            rest(window)
        for page in ("models", "machines", "compare", "figures"):
            window.show_view("calculator")
            window.views["calculator"].show_page(page)
            rest(window)
        for figure in ("ttft_s", "decode_tokens_per_s", "kv_bytes", "weights_bytes", "max_concurrency"):
            store.ask_why(figure)
            rest(window)
        store.ask_why(None)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--events", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    os.environ["ADVISOR_CONFIG"] = tempfile.mkdtemp()
    from advisor.ui.app import application, dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.screenshot import example
    from advisor.ui.store import Store
    troubles: list[str] = []

    def told(*error: Any) -> None:
        troubles.append("".join(traceback.format_exception(*error)))
        print(troubles[-1], file=sys.stderr)

    sys.excepthook = told
    qInstallMessageHandler(lambda kind, _, text: None if "plugin does not support" in text else troubles.append(f"{kind.name}: {text}"))
    app, preferences = application([]), Preferences(language="en", theme="light")
    dress(app, preferences)
    window = MainWindow(preferences)
    store = Store(example(True), preferences, window)
    window.resize(1440, 900)
    window.show()
    window.attach(store)
    store.start_advising()
    monkey, before, part, start = Monkey(window, asked.seed), 0.0, max(1, asked.events // 10), time.monotonic()
    with no_waiting():
        warm(window)
        for tenth in range(10):
            for _ in range(part // 50):
                monkey.play(50)
                if troubles:
                    break
            troubles += out_of_step(window)
            calm(window)
            now = rss_mb()
            before = before or now
            print(f"{monkey.number} events, {time.monotonic() - start:.0f} s, {now:.0f} MB resident ({now - before:+.1f}); second "
                  f"processes {WORKERS.memory_bytes() / 1e6:.0f} MB", flush=True)
            if now - before > MOST_GROWTH_MB and tenth == 9:
                troubles.append(f"memory grew by {now - before:.1f} MB")
            if troubles:
                break
    store.jobs.close()
    window.close()
    for trouble in troubles[:5]:
        print(f"seed {asked.seed}, event {monkey.number}, last {monkey.last}: {trouble}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
