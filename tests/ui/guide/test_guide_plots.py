"""The guide's plots are saved as pictures and tables and copied, as the other plots are."""

import csv
import io
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from advisor.ui import theme
from advisor.ui.guide.plot_panels import ActsPlot, LoadsPlot, PeoplePlot, WeightsPlot
from advisor.ui.guide.plots import Painted
from advisor.ui.guide.text import guide

PLACES = {block.show: chapter.id for chapter in guide().chapters for block in chapter.blocks if block.kind == "plot"}
KINDS = {"acts": ActsPlot, "weights": WeightsPlot, "loads": LoadsPlot, "people": PeoplePlot}


@pytest.fixture(params=sorted(KINDS))
def plot(request, make_window, settled):
    window = make_window("guide")
    view = window.views["guide"]
    view.go(PLACES[request.param])
    settled(window)
    panel = next(w for w in view.findChildren(KINDS[request.param]) if w.isVisible())
    return window, panel, panel.findChild(Painted), request.param


def series(text, separator):
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    return rows[0], rows[1:]


def test_saved_by_a_click_and_read_back(plot, tmp_path, monkeypatch):
    window, panel, painted, name = plot
    for ending in ("png", "svg", "csv"):
        target = tmp_path / f"{name}.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, at=target: (str(at), ""))
        QTest.mouseClick(panel.save, Qt.MouseButton.LeftButton)
        assert f"{name}.{ending}" in window.status.message.toolTip() + window.status.message.accessibleName()
    image = QImage(str(tmp_path / f"{name}.png"))
    assert (image.width(), image.height()) == (2 * painted.width(), 2 * painted.height())
    ground = theme.colour("panel").rgb()
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 3)}
    assert ground in colours and len(colours) > 3
    drawing = ElementTree.parse(tmp_path / f"{name}.svg").getroot()
    assert drawing.tag.endswith("svg") and any(element.tag.endswith("text") for element in drawing.iter())
    head, rows = series((tmp_path / f"{name}.csv").read_text(), ",")
    assert head[0] == "series" and len(rows) >= 4 and all(float(row[2]) > 0 for row in rows)


def test_copied_with_the_keyboard_and_from_the_menu(plot, qtbot):
    _, _, painted, _ = plot
    painted.setFocus()
    QTest.keyClick(painted, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    tabs = QGuiApplication.clipboard().text()
    assert "\t" in tabs and tabs.startswith("series")
    painted.customContextMenuRequested.emit(painted.rect().center())
    menu = next(m for m in painted.findChildren(QMenu) if m.isVisible())
    menu.actions()[1].trigger()
    menu.close()
    assert series(QGuiApplication.clipboard().text(), ",") == series(tabs, "\t")


def test_the_table_holds_what_is_drawn(make_window, settled):
    window = make_window("guide")
    view = window.views["guide"]
    view.go(PLACES["loads"])
    settled(window)
    panel = next(w for w in view.findChildren(LoadsPlot) if w.isVisible())
    rows = panel.lines.rows()
    people, now, _ = panel.lines.point
    assert ("now", people, pytest.approx(now)) in rows and panel.lines.y_unit == "KV GB"
    slopes = {line.name: line.slope for line in panel.lines.lines}
    assert all(y == pytest.approx(slopes[name] * x) for name, x, y in rows if name in slopes)
