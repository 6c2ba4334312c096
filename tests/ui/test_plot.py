"""A live plot must not eat references: PySide6 6.12 on Python 3.11 lost one to None on every call that returned it."""

import sys

import pytest


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_3000_updates_leave_none_alone(qapp):
    import pyqtgraph
    plot = pyqtgraph.PlotWidget()
    plot.resize(320, 200)
    curve = plot.plot([0.0, 1.0], [0.0, 1.0])
    plot.show()
    for step in range(50):
        curve.setData([0.0, 1.0, 2.0], [0.0, step % 7, 1.0])
        qapp.processEvents()
    before = sys.getrefcount(None)
    for _ in range(3000):
        plot.viewport().update()
        qapp.processEvents()
    repaints = sys.getrefcount(None) - before
    before = sys.getrefcount(None)
    for step in range(3000):
        curve.setData([0.0, 1.0, 2.0], [0.0, step % 7, 1.0])
        plot.repaint()
    updates = sys.getrefcount(None) - before
    plot.close()
    plot.deleteLater()
    qapp.processEvents()
    assert abs(repaints) < 100
    assert updates > -100       # setData of 6.11 keeps one more each time (harmless); a loss would end in an abort
