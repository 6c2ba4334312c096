"""Plots that change together are drawn one after the other, in turns of the event loop."""

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from advisor.ui.plots import turns


@pytest.fixture
def plots(qapp, qtbot, monkeypatch):
    from advisor.ui.app import dress
    from advisor.ui.plots.plot import Plot
    from advisor.ui.preferences import Preferences
    dress(qapp, Preferences(language="en", theme="light"))
    drawn: list[Plot] = []
    draw = Plot._drawn
    monkeypatch.setattr(Plot, "_drawn", lambda self: drawn.append(self) or draw(self))
    window = QWidget()
    column = QVBoxLayout(window)
    made = [Plot(f"plot {n}") for n in range(5)]
    lines = [plot.line("accent") for plot in made]
    for plot in made:
        column.addWidget(plot)
    window.resize(400, 800)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: set(drawn) == set(made))
    qtbot.wait(20)
    drawn.clear()
    return window, made, lines, drawn


def test_each_turn_draws_what_its_budget_allows(plots, qapp, qtbot, monkeypatch):
    _, made, lines, drawn = plots
    monkeypatch.setattr(turns, "BUDGET_S", 1e-9)
    for line in lines:
        line.set([0, 1], [0, 1])
    most = 0
    for _ in range(100):
        before = len(drawn)
        qapp.processEvents()
        most = max(most, len(drawn) - before)
        if len(drawn) == len(made):
            break
    assert sorted(map(id, drawn)) == sorted(map(id, made)) and most == 1


def test_a_plot_without_a_picture_of_its_size_is_drawn_at_once(plots, qapp, monkeypatch):
    window, made, _, drawn = plots
    monkeypatch.setattr(turns, "BUDGET_S", 1e-9)
    window.resize(420, 900)
    window.grab()
    assert set(drawn) == set(made)


def test_a_plot_that_was_closed_while_it_waited_is_left_alone(qapp, plots, qtbot, monkeypatch):
    window, _, lines, _ = plots
    monkeypatch.setattr(turns, "BUDGET_S", 1e-9)
    for line in lines:
        line.set([0, 1], [1, 0])
    window.repaint()
    window.close()
    qtbot.wait(20)
    assert not turns.TURNS.full()


def test_a_plot_that_is_asked_for_its_picture_does_not_wait(plots, monkeypatch):
    _, made, lines, drawn = plots
    monkeypatch.setattr(turns, "BUDGET_S", 1e-9)
    turns.TURNS.spend(1.0)      # others have taken all of this turn
    lines[0].set([0, 1], [0, 1])
    made[0].grab()
    assert drawn == [made[0]]
