"""Plots as PNG, SVG and CSV; tables as TSV and CSV."""

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from advisor.errors import CannotAnswer
from advisor.ui.exports.files import save_plot, write_plot
from advisor.ui.exports.tables import as_csv, copy_menu


@pytest.fixture
def roofline(make_window, qtbot):
    window = make_window("calculator")
    panel = window.views["calculator"].roofline
    qtbot.waitUntil(lambda: panel.plot is not None and panel.plot.isVisible(), timeout=10_000)
    return window, panel


def test_a_plot_as_picture_drawing_and_table(roofline, tmp_path):
    _, panel = roofline
    for ending in ("png", "svg", "csv"):
        write_plot(tmp_path / f"roof.{ending}", panel.plot)
    image = QImage(str(tmp_path / "roof.png"))
    assert image.width() >= 2 * panel.plot.width() - 2
    assert ElementTree.parse(tmp_path / "roof.svg").getroot().tag.endswith("svg")
    rows = list(csv.reader(io.StringIO((tmp_path / "roof.csv").read_text())))
    assert {row[0] for row in rows[1:]} == {"roof", "decode alone", "decode together", "prefill"}
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix != "") == ["roof.csv", "roof.png", "roof.svg"]


def test_save_asks_for_a_place_and_says_so(roofline, tmp_path, monkeypatch):
    window, panel = roofline
    target = tmp_path / "here.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(target), ""))
    save_plot(window, panel.plot, "Roofline")
    assert target.exists() and "here.svg" in window.status.message.toolTip() + window.status.message.accessibleName()


def test_a_plot_that_cannot_be_written_is_told(roofline):
    _, panel = roofline
    with pytest.raises(CannotAnswer, match="/proc/nothing"):
        write_plot(Path("/proc/nothing/roof.png"), panel.plot)


def test_tables_as_csv_and_tsv_on_the_clipboard(make_window, qtbot):
    window = make_window("calculator")
    panel = window.views["calculator"].precision
    menu = copy_menu(panel.table, panel.table.tsv, panel.title.text)
    tabs, commas = menu.actions()
    tabs.trigger()
    plain = QGuiApplication.clipboard().text()
    commas.trigger()
    quoted = QGuiApplication.clipboard().text()
    assert [line.split("\t") for line in plain.rstrip("\n").split("\n")] == list(csv.reader(io.StringIO(quoted)))
    assert "Q4_K_M" in plain and len(plain.splitlines()) > 5


def test_commas_inside_a_cell_are_quoted():
    assert as_csv("a\tb\n1,024\tx\n") == 'a,b\n"1,024",x\n'
