"""Small pictures of the views in fixed states, and how far two pictures are from each other.

Fonts are the two that any machine for tests has (DejaVu Sans, Noto Sans CJK SC). A picture is 1280×800 shrunk to a quarter, so
that hinting and a few other digits hardly show, while a missing panel, a wrong colour or a shifted layout does.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

FOLDER = Path(__file__).resolve().parent / "pictures"
SIZE, SMALL = (1280, 800), (320, 200)
TOLERANCE = 0.02        # another view is 0.08 to 0.10 away, a panel that is gone 0.07, another theme 0.78
FONTS = ["DejaVu Sans", "Noto Sans CJK SC"]


@dataclass(frozen=True)
class Case:
    view: str
    theme: str
    language: str
    why: str | None = None
    step: int | None = None

    @property
    def name(self) -> str:
        extra = ("-why" if self.why else "") + ("" if self.step is None else f"-step{self.step + 1}")
        return f"{self.view}{extra}-{self.theme}-{self.language}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.png"


CASES = [Case(view, theme, language) for view in ("wizard", "calculator", "simulator", "guide")
         for theme, language in (("light", "en"), ("dark", "zh_CN"))]
CASES += [Case("wizard", "light", "en", step=0), Case("wizard", "dark", "en", step=1), Case("calculator", "light", "zh_CN", why="kv_bytes")]


def grab(case: Case) -> QImage:
    """The view as it is now, small. The machine, the key and the recommendation's question are fixed."""
    from PySide6.QtCore import QEvent, QSize
    from PySide6.QtWidgets import QApplication

    from advisor.ui import theme
    from advisor.ui.app import application, dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.screenshot import example, settle
    from advisor.ui.store import Store
    app = application([])
    families = theme._SANS_LINUX
    theme._SANS_LINUX = FONTS
    theme._font.cache_clear()
    preferences = Preferences(language=case.language, theme=case.theme)
    try:
        dress(app, preferences)
        app.setFont(theme.font("body"))
        window = MainWindow(preferences)
        store = Store(example(case.view == "wizard"), preferences, window)
        store.view = case.view
        store.api_key = "sk-the-key-of-your-server"
        window.resize(QSize(*SIZE))
        window.show()
        window.attach(store)
        if case.view == "wizard":
            store.start_advising()
        if case.why:
            store.ask_why(case.why)
        settle(app, store)
        if case.step is not None:
            window.views["wizard"].show_step(case.step)
            settle(app, store)
        image = window.grab().toImage()
        store.jobs.close()
        window.store = None
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    finally:
        theme._SANS_LINUX = families
        theme._font.cache_clear()
    return image.scaled(*SMALL, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def stored(case: Case) -> QImage | None:
    image = QImage(str(case.path))
    return None if image.isNull() else image


def pixels(image: QImage) -> np.ndarray:
    """(height, width, 3) in 0..1."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, :plain.width() * 3].reshape(plain.height(), plain.width(), 3) / 255.0


def difference(first: QImage, second: QImage) -> float:
    """0 (the same) to 1: the root mean square of how far the mean colours of 8×8 blocks are apart."""
    if first.size() != second.size():
        return 1.0
    a, b = (pixels(image).reshape(SMALL[1] // 8, 8, SMALL[0] // 8, 8, 3).mean((1, 3)) for image in (first, second))
    return float(np.sqrt(((a - b) ** 2).mean()))
