"""Colours, fonts and spaces: one frozen table a theme; no colour literal stands anywhere else.

Contrast (WCAG 2) of these pairs is checked by tests/ui/test_theme.py.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

ROW_GAP, PANEL_SIDE = 8, 14
RADIUS_PANEL, RADIUS_CONTROL, RADIUS_CELL = 6, 4, 2
CONTROL, SMALL_BUTTON, TABLE_ROW, HEAT_CELL, BAR_HEIGHT, STATUS = 28, 24, 25, 27, 56, 24

PARTS = ("weights", "kv", "state", "compute", "graphs", "runtime")
VERDICTS = ("fits", "tight", "queues", "offload", "does_not_fit", "unknown")


class Theme(NamedTuple):
    """The roles of one theme. `parts`, `verdicts` and `tints` follow PARTS and VERDICTS."""

    name: str
    window: str
    panel: str
    sunken: str
    hover: str
    select: str
    line: str
    grid: str
    border: str
    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    parts: tuple[str, ...]
    on_part: str
    headroom: str
    over: str
    verdicts: tuple[str, ...]
    tints: tuple[str, ...]

    def part(self, name: str) -> str:
        return self.parts[PARTS.index(name)]

    def verdict(self, name: str) -> str:
        return self.verdicts[VERDICTS.index(name)]

    def tint(self, name: str) -> str:
        return self.tints[VERDICTS.index(name)]


LIGHT = Theme(
    name="light", window="#F2F4F6", panel="#FFFFFF", sunken="#F7F8FA", hover="#E9EDF1", select="#DFEBF8", line="#DBE0E5",
    grid="#E9ECF0", border="#7F8994", text="#1A1F25", text2="#4C5661", text3="#8A939D", accent="#145FAF", on_accent="#FFFFFF",
    parts=("#1F5AC4", "#AC6213", "#8E2A80", "#1D7E7B", "#5E5606", "#46505A"), on_part="#FFFFFF", headroom="#7F8994",
    over="#C2322B", verdicts=("#14744F", "#8A6100", "#8A6100", "#6B4BA3", "#971710", "#4C5661"),
    tints=("#E4F4EC", "#FAE8B4", "#FAE8B4", "#DDD2F1", "#F3BDB7", "#FFFFFF"))

DARK = Theme(
    name="dark", window="#14171A", panel="#1C2024", sunken="#111417", hover="#282D33", select="#1F3550", line="#333A41",
    grid="#262C31", border="#737E89", text="#E7EAED", text2="#A8B1BB", text3="#66707A", accent="#78B2F0", on_accent="#0C1620",
    parts=("#9CC3F2", "#F2B060", "#B679D4", "#62DCC2", "#A3A023", "#8A96A1"), on_part="#0C1620", headroom="#737E89",
    over="#FF7566", verdicts=("#5CC896", "#E8B64A", "#E8B64A", "#B89BEB", "#FF8A7C", "#A8B1BB"),
    tints=("#142B21", "#3D3111", "#3D3111", "#3C3160", "#6B2B28", "#1C2024"))

THEMES = {"light": LIGHT, "dark": DARK}

_SANS_LINUX = ["Inter", "Noto Sans", "Ubuntu", "DejaVu Sans", "Noto Sans CJK SC"]
_MONO = ["Cascadia Mono", "SF Mono", "Menlo", "JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC"]

# style: Latin pt, CJK pt, weight; sizes are for a body of 9.75 pt and follow the user's own size
_STYLES = {
    "tick": (8.25, 8.25, 400), "small": (9.0, 9.5, 400), "body": (9.75, 10.5, 400), "chosen": (9.75, 10.5, 550),
    "strong": (9.75, 10.5, 600), "title": (10.25, 11.0, 600), "section": (9.0, 9.5, 600), "verdict": (12.0, 12.5, 650),
    "card": (12.0, 12.5, 600), "page": (13.5, 14.0, 600), "figure": (16.5, 16.5, 600), "card figure": (15.0, 15.0, 600),
    "guide": (11.25, 11.25, 400), "guide heading": (13.5, 13.5, 650), "guide title": (18.75, 18.75, 650),
    "mono": (9.0, 9.0, 400),
}


class _Current:
    theme: Theme = LIGHT
    body: float = 9.75
    family: str = ""
    cjk: bool = False


@contextlib.contextmanager
def on_paper() -> Iterator[None]:
    """The light theme while something is drawn for paper; widgets on the screen are not told."""
    before = _Current.theme
    _Current.theme = LIGHT
    try:
        yield
    finally:
        _Current.theme = before


def current() -> Theme:
    """The theme in force."""
    return _Current.theme


def colour(role: str) -> QColor:
    """A role of the current theme (`text2`, `accent`, …) as a colour."""
    return QColor(getattr(_Current.theme, role))


def system_theme() -> str:
    """`light` or `dark` as the desktop asks for; light where it says nothing."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return "dark" if scheme == Qt.ColorScheme.Dark else "light"


def use(app: QApplication, name: str, cjk: bool = False) -> None:
    """Puts theme `name` and the fonts for Latin or CJK text in force; every widget gets a PaletteChange."""
    if not _Current.family:
        offscreen = QGuiApplication.platformName() in ("offscreen", "minimal")
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        _Current.family = system.family()
        _Current.body = 9.75 if offscreen else max(system.pointSizeF(), 7.0)
    fonts_change = cjk != _Current.cjk
    _Current.cjk = cjk
    _Current.theme = THEMES[name]
    if fonts_change:
        _font.cache_clear()
    app.setFont(font("body"))
    app.setPalette(palette(_Current.theme))


def palette(theme: Theme) -> QPalette:
    """The theme as a QPalette, each role as visual.md assigns it."""
    role, made = QPalette.ColorRole, QPalette()
    table = {
        role.Window: theme.window, role.Base: theme.panel, role.Button: theme.panel, role.AlternateBase: theme.sunken,
        role.Text: theme.text, role.WindowText: theme.text, role.ButtonText: theme.text, role.BrightText: theme.on_accent,
        role.PlaceholderText: theme.text2, role.Accent: theme.accent, role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent, role.Link: theme.accent, role.LinkVisited: theme.accent,
        role.ToolTipBase: theme.panel, role.ToolTipText: theme.text, role.Mid: theme.line, role.Midlight: theme.hover,
        role.Dark: theme.border, role.Light: theme.panel, role.Shadow: theme.border,
    }
    for which, value in table.items():
        made.setColor(which, QColor(value))
    for which in (role.Text, role.WindowText, role.ButtonText, role.PlaceholderText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.text3))
    made.setColor(QPalette.ColorGroup.Disabled, role.Base, QColor(theme.window))
    made.setColor(QPalette.ColorGroup.Disabled, role.Button, QColor(theme.window))
    return made


def font(style: str) -> QFont:
    """The font of a text style in the size the user's own font size and the language ask for."""
    return QFont(_font(style))


@lru_cache(maxsize=64)
def _font(style: str) -> QFont:
    latin, cjk, weight = _STYLES[style]
    made = QFont()
    made.setFamilies(_MONO if style == "mono" else _sans())
    made.setPointSizeF(_Current.body * (cjk if _Current.cjk else latin) / 9.75)
    made.setWeight(QFont.Weight(weight))
    if style == "mono":
        made.setStyleHint(QFont.StyleHint.Monospace)
    else:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def _sans() -> list[str]:
    if sys.platform == "win32":
        return ["Segoe UI", "Microsoft YaHei UI"]
    if sys.platform == "darwin":
        return [_Current.family, "PingFang SC"]
    if QGuiApplication.platformName() in ("offscreen", "minimal"):
        return list(_SANS_LINUX)
    return [_Current.family, *_SANS_LINUX]
