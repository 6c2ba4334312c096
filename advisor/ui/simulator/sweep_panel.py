"""The sweep: how the first token's wait grows with the load, where the promise breaks and where the knee and the wall are."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QWidget

from advisor import units
from advisor.ui import language
from advisor.ui.calculator.inputs import Choice
from advisor.ui.language import is_cjk, told, tr
from advisor.ui.simulator.lever_plots import LeverPlots
from advisor.ui.simulator.lever_plots import sentence as swept_sentence
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.whatif.question import OWN, Curve, Held, Lever

if TYPE_CHECKING:
    from advisor.ui.simulator.simulation import Simulation


HEAD = 18       # pixels free over the highest point, for its curve's name
WORD = 34       # pixels between two curves' ends from which on a name stands between them


class SweepPanel(Panel):
    """Over the load, or over a lever: `over_picked(key)`. `value_picked(place)`: a lever's value that is to be taken.

    `stop_asked` while a lever's sweep takes longer; `save_asked` and `csv_asked` from the links in its title row. The plots are made by
    `furnish()`.
    """

    save_asked = Signal()
    csv_asked = Signal()
    over_picked = Signal(str)
    value_picked = Signal(int)
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.over = Choice()
        self.over.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.over.activated.connect(lambda i: self.over_picked.emit(self.over.itemData(i)))
        self.add_beside_title(self.over)
        self.halt, self.save, self.csv = (self.add_action(Link("", "small")) for _ in range(3))
        self.halt.hide()
        self.halt.clicked.connect(self.stop_asked)
        self.said = Label("", "body", "text", wraps=True)
        self.levers = LeverPlots()
        self.levers.hide()
        self.levers.picked.connect(self.value_picked)
        self.made = False
        self.body.setSpacing(2)
        self.body.addWidget(self.said)
        self.body.addWidget(self.levers, 1)
        self.save.clicked.connect(self.save_asked)
        self.csv.clicked.connect(self.csv_asked)
        self._shown: tuple[Held, str] | None = None
        self._here: int | None = None

    def furnish(self) -> None:
        """Makes the plot of the load's sweep."""
        if self.made:
            return
        from advisor.ui.plots.plot import Plot
        self.made = True
        self.plot = Plot("sweep", x="plain", y="log", parent=self)
        self.plot.setMinimumHeight(110)
        self.own, self.base = self.plot.line("accent", "continuous"), self.plot.line("kv", "serial", (6, 3))
        self.own_dots, self.base_dots = self.plot.points("accent", "disc", "continuous", 6), self.plot.points("kv", "square", "serial", 6)
        self.own_band, self.base_band = self.plot.band("accent", "continuous"), self.plot.band("kv", "serial")
        self.own_words, self.base_words = self.plot.words("text"), self.plot.words("text")
        self.promise, self.mark, self.ring, self.zone = (self.plot.level("promise", left=True), self.plot.moment(), self.plot.ring(),
                                                         self.plot.zone())
        self.mark_words, self.knee, self.knee_words = self.plot.words("text"), self.plot.points("text", "triangle", "knee", 9), \
            self.plot.words("text2")
        self.body.insertWidget(1, self.plot, 1)

    def draw(self, simulation: Simulation, options: Sequence[tuple[str, str]], over: str) -> None:
        """`options`: what can be swept over, key and words; `over` is what is."""
        lever = simulation.lever
        self.over.set_options(options, over)
        self.over.setAccessibleName(tr("Sweep over"))
        self.set_title(tr("Sweep over"), self._progress(simulation))
        self.save.setText(tr("Save plot"))
        self.halt.setText(tr("Stop"))
        self.halt.setAccessibleName(tr("Stop the sweep"))
        self.halt.setVisible(lever is not None and simulation.sweeping and simulation.lever_share > 0)
        self.csv.setText("CSV")
        self.csv.setAccessibleName(tr("Save the sweep as CSV"))
        self.save.setAccessibleName(tr("Save the plot of the sweep"))
        full = simulation.swept is not None if lever is not None else simulation.held is not None and bool(simulation.held.curves)
        for link in (self.halt, self.save, self.csv):
            link.updateGeometry()
        for link in (self.save, self.csv):
            link.setEnabled(full)
        if lever is None:
            self._draw_load(simulation)
        else:
            self._draw_lever(simulation, lever)

    def _progress(self, simulation: Simulation) -> str:
        if not simulation.sweeping:
            return ""
        if simulation.lever is not None:
            return tr("{n} % of the values tried", n=round(100 * simulation.lever_share))
        if simulation.held is None:
            return tr("looking for the load")
        return tr("{n} % of the loads tried", n=round(100 * simulation.sweep_share))

    def _draw_load(self, simulation: Simulation) -> None:
        held = simulation.held
        self.levers.hide()
        if simulation.sweep_error is not None:
            self.said.setText(told(simulation.sweep_error))
        else:
            self.said.setText(sentence(held))
        if not self.made:
            return
        self.plot.show()
        self.plot.setAccessibleName(tr("Sweep: first token by load"))
        if held is not None and held.curves and (held, language.code()) != self._shown:
            self._shown = held, language.code()
            self._plot(held)
        elif held is None and self._shown is not None:      # the old curves stay until there are new ones, what they found does not
            self._shown = None
            self._unmark()

    def _draw_lever(self, simulation: Simulation, lever: Lever) -> None:
        swept = simulation.swept
        if self.made:
            self.plot.hide()
        error = simulation.lever_error
        self._here = lever.here(swept.values) if swept is not None else None
        if error is not None:
            self.said.setText(told(error))
        else:
            self.said.setText(swept_sentence(swept, self._here) or tr("Each value of {lever} is tried under this load.", lever=lever.name))
        if swept is not None and self.made:
            self.levers.draw(swept, self._here)
        self.levers.setVisible(swept is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down on the plots of a lever take the next value."""
        swept, step = self.levers.swept, {int(Qt.Key.Key_Up): 1, int(Qt.Key.Key_Down): -1}.get(event.key(), 0)
        if step and self._here is not None and swept is not None and self.levers.isVisible() and not self.over.hasFocus():
            place = self._here + step
            if 0 <= place < len(swept.values):
                self.value_picked.emit(place)
        else:
            super().keyPressEvent(event)

    def save_to(self, path: str) -> None:
        """What is shown, as .png, .svg or .csv. Raises CannotAnswer where the file cannot be written."""
        if self.levers.isHidden():
            from advisor.ui.plots.export import save
            save(self.plot, path)
        else:
            self.levers.save(path)

    def _plot(self, held: Held) -> None:
        loads = [p.load for curve in held.curves for p in curve.points]
        waits = [w for curve in held.curves for p in curve.points for w in (p.low, p.high) if isfinite(w) and w > 0]
        if not waits:
            return
        right = max(loads) * 1.04
        low, high = floor(log10(min([*waits, held.promise_s])) * 2) / 2, ceil(log10(max([*waits, held.promise_s])) * 2) / 2 + 0.5
        self.plot.set_units(x=tr("people at once") if held.kind == "people" else tr("requests per second"),
                            y=tr("p95 of first token, s (log); band: several seeds"))
        self.plot.set_range((0.0, right), (10.0 ** low, 10.0 ** high), head=HEAD)
        found = {curve.scheduler: curve for curve in held.curves}
        self._curve(found.get(OWN), self.own, self.own_dots, self.own_band, self.own_words, tr("continuous"),
                    below=_near(held, self._decade()))
        base = next((c for c in held.curves if c.scheduler != OWN), None)
        names = {"serial": tr("serial"), "static": tr("static")}
        self._curve(base, self.base, self.base_dots, self.base_band, self.base_words, names.get(base.scheduler, "") if base else "")
        self.promise.set(held.promise_s, tr("promise {time}", time=units.seconds(held.promise_s)))
        mine = found.get(OWN)
        self.knee.set([held.knee] if held.knee and mine else [], [_between(mine, held.knee)] if held.knee and mine else [])
        if held.knee and mine:
            turn = _between(mine, held.knee)
            beside = (0.0, 1.4) if held.knee < right / 10 else (1.15, 1.0)
            if held.promise_s / 2 < turn < 2 * held.promise_s:      # off the promise's line and its words
                beside = (beside[0], -0.6 if turn < held.promise_s else 1.8)
            self.knee_words.set(tr("knee"), held.knee, turn, beside)
        else:
            self.knee_words.set("")
        self.zone.set(held.wall_from, right, tr("KV at the wall") if held.wall_from else "")
        self._mark(held, mine)
        self.plot.describe(sentence(held))

    def _decade(self) -> float:
        """How many pixels a factor of ten takes."""
        _, _, low, high = self.plot.range_
        return self.plot.height() / max(high - low, 1e-9)

    @staticmethod
    def _curve(curve: Curve | None, line, dots, band, words, name: str, below: bool = False) -> None:  # type: ignore[no-untyped-def]
        points = [p for p in curve.points if isfinite(p.typical) and p.typical > 0] if curve else []
        x = [p.load for p in points]
        line.set(x, [p.typical for p in points])
        dots.set(x, [p.typical for p in points])
        band.set(x, [p.low for p in points], [p.high for p in points])
        if points:
            words.set(name, points[-1].load, points[-1].typical, (1.0, -0.25 if below else 1.2))
        else:
            words.set("")

    def _unmark(self) -> None:
        self.mark.set(None)
        self.ring.set(None)
        self.mark_words.set("")

    def _mark(self, held: Held, curve: Curve | None) -> None:
        if held.load is None or curve is None or not curve.points:
            self._unmark()
            return
        self.mark.set(held.load)
        self.ring.set(held.load, _between(curve, held.load))
        left = held.load < max(p.load for p in curve.points) * 0.6
        top = 10.0 ** (self.plot.range_[3])
        self.mark_words.set(short(held), held.load, top, (-0.04, 0.0) if left else (1.04, 0.0))


def _near(held: Held, decade: float) -> bool:
    """Whether the curves end so near each other that one word goes below. `decade`: the pixels of a factor of ten."""
    ends = [curve.points[-1].typical for curve in held.curves if curve.points and curve.points[-1].typical > 0]
    return len(ends) > 1 and log10(max(ends) / min(ends)) * decade < WORD


def _between(curve: Curve, load: float) -> float:
    """The curve's wait at a load, straight between its points on the logarithmic axis."""
    points = sorted(p for p in ((q.load, q.typical) for q in curve.points) if isfinite(p[1]) and p[1] > 0)
    before = [p for p in points if p[0] <= load] or points[:1]
    after = [p for p in points if p[0] >= load] or points[-1:]
    (x0, y0), (x1, y1) = before[-1], after[0]
    share = 0.0 if x1 == x0 else (load - x0) / (x1 - x0)
    return float(y0 * (y1 / y0) ** share)


def short(held: Held) -> str:
    """`holds 0.30 req/s`."""
    if held.load is None:
        return ""
    return tr("holds {n} people", n=round(held.load)) if held.kind == "people" else tr("holds {n} req/s", n=f"{held.load:.2f}")


def sentence(held: Held | None) -> str:
    """What the sweep found, in one sentence."""
    if held is None:
        return tr("The load that still holds the promise is shown here.")
    promise, pace = units.seconds(held.promise_s), units.rate(held.pace)
    if held.load is None:
        if held.breaks == "pace":
            return tr("No load holds the promise: the pace is under {pace} even at a trickle.", pace=pace)
        return tr("No load holds the promise: p95 of the first token is over {promise} even at a trickle.", promise=promise)
    if held.kind == "people":
        kept = tr("Holds {n} people at once: p95 of the first token stays under {promise}.", n=round(held.load), promise=promise)
    else:
        kept = tr("Holds {n} requests per second: p95 of the first token stays under {promise}.", n=f"{held.load:.2f}", promise=promise)
    if held.breaks != "pace":
        return kept
    return kept + ("" if is_cjk() else " ") + tr("Beyond that, the pace falls under {pace}.", pace=pace)
