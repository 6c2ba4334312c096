"""Contrast of every pair that carries information, in both themes."""

import pytest
from PySide6.QtGui import QColor

from advisor.ui.theme import DARK, LIGHT, PARTS, THEMES, VERDICTS, palette


def luminance(colour: str) -> float:
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in QColor(colour).getRgbF()[:3]]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_text_reads_on_every_ground(theme):
    for ground in (theme.window, theme.panel, theme.sunken, theme.hover, theme.select):
        for ink in (theme.text, theme.text2, theme.accent):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(theme.on_accent, theme.accent) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_outlines_are_seen(theme):
    for ground in (theme.panel, theme.window):
        assert contrast(theme.border, ground) >= 3.0
        assert contrast(theme.headroom, theme.panel) >= 3.0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_parts_and_verdicts(theme):
    for part in PARTS:
        assert contrast(theme.part(part), theme.panel) >= 4.5
        assert contrast(theme.on_part, theme.part(part)) >= 4.5
    for verdict in VERDICTS:
        assert contrast(theme.verdict(verdict), theme.panel) >= 4.5
        assert contrast(theme.text, theme.tint(verdict)) >= 7
        assert contrast(theme.verdict(verdict), theme.tint(verdict)) >= 4.5


def test_light_tints_darken_as_it_gets_worse():
    shades = [luminance(LIGHT.tint(v)) for v in ("fits", "tight", "offload", "does_not_fit")]
    assert shades == sorted(shades, reverse=True)


def test_palette_has_the_theme_in_it(qapp):
    for theme in THEMES.values():
        made = palette(theme)
        assert made.color(made.ColorRole.Window).name().upper() == theme.window
        assert made.color(made.ColorGroup.Disabled, made.ColorRole.Text).name().upper() == theme.text3
