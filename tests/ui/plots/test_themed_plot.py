import sys

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest

from advisor.ui import theme


@pytest.fixture
def plot(qapp, qtbot):
    from advisor.ui.app import dress
    from advisor.ui.plots.plot import Plot
    from advisor.ui.preferences import Preferences
    dress(qapp, Preferences(language="en", theme="light"))
    made = Plot("A plot", x="clock", y="log")
    made.resize(400, 200)
    made.set_range((0, 100), (0.1, 100))
    with qtbot.waitExposed(made):
        made.show()
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()
    dress(qapp, Preferences(language="en", theme="light"))
    qapp.processEvents()


def count(image: QImage, colour: str, left: int = 0, right: int | None = None) -> int:
    """Pixels close to a colour between two columns."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)[:, left:right or image.width()]
    want = QColor(colour)
    return int((np.abs(data[..., :3].astype(int) - [want.blue(), want.green(), want.red()]).sum(axis=2) < 12).sum())


def test_the_curtain_hides_what_is_to_come(plot, qapp):
    plot.line("kv", "waiting").set([0, 50, 100], [1, 1, 1])
    middle = round(plot._pixel(50))
    assert count(plot.grab().toImage(), theme.LIGHT.part("kv"), middle + 5) > 50
    plot.set_clock(50.0)
    shown = plot.grab().toImage()
    assert count(shown, theme.LIGHT.part("kv"), 0, middle - 2) > 50
    assert count(shown, theme.LIGHT.part("kv"), middle + 5) == 0
    assert count(shown, theme.LIGHT.accent, middle - 1, middle + 2) > 50
    plot.set_clock(None)
    assert count(plot.grab().toImage(), theme.LIGHT.part("kv"), middle + 5) > 50


def test_points_drawn_in_two_themes_are_kept_once_each(plot, qapp):
    points = plot.points("accent", "disc")
    points.set([10, 50], [1, 2])
    plot.grab()
    for round_ in range(12):
        theme.use(qapp, "light" if round_ % 2 else "dark")
        qapp.processEvents()
        plot.grab()
    assert len(points._shape.fragmentAtlas) <= 3        # pyqtgraph keeps a picture for every brush object


def test_it_follows_the_theme(plot, qapp):
    plot.line("accent").set([0, 100], [1, 1])
    before = plot.grab().toImage()
    theme.use(qapp, "dark")
    qapp.processEvents()
    after = plot.grab().toImage()
    assert count(before, theme.LIGHT.panel) > 10_000 and count(before, theme.DARK.panel) == 0
    assert count(after, theme.DARK.panel) > 10_000 and count(after, theme.LIGHT.panel) == 0
    assert count(after, theme.DARK.accent) > 100


def test_values_stand_where_the_logarithm_says(plot):
    plot.level("wall").set(10.0, "wall")
    image = plot.grab().toImage()
    box = plot.getPlotItem().getViewBox().sceneBoundingRect()
    row = round(box.top() + box.height() / 3)
    want = QColor(theme.LIGHT.text)
    near = [y for y in range(image.height()) if QColor(image.pixel(round(box.left()) + 30, y)).lightness() - want.lightness() < 25]
    assert near and min(abs(y - row) for y in near) <= 1


def test_a_press_tells_the_place_and_the_pointer_is_followed(plot):
    found, hovered = [], []
    plot.clicked.connect(found.append)
    plot.hovered.connect(hovered.append)
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(plot._pixel(25)), 60))
    QTest.mouseMove(plot.viewport(), QPoint(round(plot._pixel(75)), 60))
    assert found and abs(found[0] - 25) < 1
    assert any(abs(x - 75) < 1 for x in hovered)


def test_saved_as_png_svg_and_csv(plot, tmp_path):
    from advisor.errors import CannotAnswer
    from advisor.ui.plots.export import save
    plot.set_units("s", "tok/s")
    plot.points("accent", name="first token").set([1, 2], [0.5, float("nan")])
    for ending in ("png", "svg", "csv"):
        save(plot, str(tmp_path / f"plot.{ending}"))
    image = QImage(str(tmp_path / "plot.png"))
    assert (image.width(), image.height()) == (800, 400)
    assert "<svg" in (tmp_path / "plot.svg").read_text()
    assert (tmp_path / "plot.csv").read_text() == "series,s,tok/s\nfirst token,1,0.5\nfirst token,2,\n"
    with pytest.raises(CannotAnswer):
        save(plot, str(tmp_path / "missing" / "plot.png"))
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("series\ts\ttok/s\n")


def test_3000_frames_of_a_moving_clock_leave_none_alone(plot, qapp):
    plot.line("accent").set(np.linspace(0, 100, 400), np.linspace(1, 50, 400))
    for step in range(50):
        plot.set_clock(step % 100)
        qapp.processEvents()
    before = sys.getrefcount(None)
    for step in range(3000):
        plot.set_clock(step % 100)
        qapp.processEvents()
    assert abs(sys.getrefcount(None) - before) < 100


def test_importing_the_window_does_not_load_pyqtgraph():
    import subprocess
    code = "import sys, advisor.ui.main_window, advisor.ui.store; sys.exit('pyqtgraph' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("height", [90, 200, 400])
def test_room_above_the_highest_value_is_in_pixels(qapp, qtbot, height):
    from advisor.ui.plots.plot import Plot
    made = Plot("A plot")
    qtbot.addWidget(made)
    made.set_range((0, 10), (0, 100), 20)
    made.resize(400, height)
    made.show()
    qapp.processEvents()
    box = made.getPlotItem().getViewBox()
    free = 100 * box.sceneBoundingRect().height() * (made.range_[3] / 100 - 1) / made.range_[3]
    assert free == pytest.approx(20, abs=2.5), (made.range_, free)
