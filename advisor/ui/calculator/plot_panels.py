"""Two plots of the present scenario: the roofline with its points, and what each of many users gets.

The plotting library is loaded when such a panel is first seen. Plots follow the figures a moment later, at most 25 times a second.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from advisor.answer import Estimate
from advisor.estimate import holds_at_once
from advisor.speed import load_of
from advisor.ui import numbers
from advisor.ui.language import sentences, tr
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.tab_order import arrange

if TYPE_CHECKING:
    from advisor.insight import Roof, UsersPoint
    from advisor.ui.plots.plot import Plot

FRAME_MS = 40
HEIGHT = 190
NEAR = 9        # pixels from a mark to its name
USERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class PlotPanel(Panel):
    """A panel with one plot, made when it is first seen. Subclasses say what is on it (`build`) and put values (`fill`)."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.plot: Plot | None = None
        self.words_below = Label("", "small", "text2", wraps=True)
        self.body.addWidget(self.words_below)
        self.body.addStretch(1)
        self._drawn: Any = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._follow)
        self.save = self.add_action(Link())
        self.save.clicked.connect(self._save)
        self.why = self.add_action(Link())

    def build(self, plot: Plot) -> None:
        raise NotImplementedError

    def fill(self, answer: Estimate) -> bool:
        """Puts the values; False where there are none to show, with the reason in `words_below`."""
        raise NotImplementedError

    def speak(self) -> None:
        """Title and other words."""
        raise NotImplementedError

    def draw(self) -> None:
        self.save.setText(tr("Save…"))
        self.save.setAccessibleName(tr("Save this plot"))
        self.save.updateGeometry()
        self.speak()
        self.set_state("stale" if self.store.error is not None else "")
        if not self._timer.isActive():
            self._timer.start(FRAME_MS)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._timer.isActive():
            self._timer.start(FRAME_MS)

    def _follow(self) -> None:
        if not self.isVisible():
            return
        plot = self.plot or self._make()
        answer = self.store.estimate
        key = (answer, id(answer), numbers.unit_name(), tr("Save…"))
        if answer is not None and key != self._drawn:
            self._drawn = key
            shown = self.fill(answer)
            for part in (plot, self.save, self.why):        # without values nothing to save and nothing to ask about
                part.setVisible(shown)
            plot.setAccessibleName(self.title.text())

    def _make(self) -> Plot:
        from advisor.ui.exports.tables import offer_copies
        from advisor.ui.plots.export import tsv
        from advisor.ui.plots.plot import Plot
        plot = Plot("", x="log", y="log", parent=self)
        plot.setFixedHeight(HEIGHT)
        self.plot = plot
        self.build(plot)
        self.body.insertWidget(0, plot)
        arrange([self])
        offer_copies(plot, lambda: tsv(plot), self.title.text)
        return plot

    def ready(self) -> Plot | None:
        """The plot with the present values, made now where it was not seen yet; None where there is nothing to show."""
        if self.store.estimate is None:
            return None
        plot = self.plot or self._make()
        return plot if self.fill(self.store.estimate) else None

    def _save(self) -> None:
        from advisor.ui.exports.files import save_plot
        if self.plot is not None:
            save_plot(self.window(), self.plot, self.title.text())


class RooflinePanel(PlotPanel):
    """What bandwidth and arithmetic allow at each operations-per-byte, and where this scenario's steps lie under it."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.why.clicked.connect(lambda: store.ask_why("decode_ceiling_tokens_per_s"))

    def speak(self) -> None:
        self.set_title(tr("Roofline"), tr("log axes"))
        self.why.setText(tr("Why?"))
        self.why.setAccessibleName(tr("Why does the roof look so?"))
        self.why.updateGeometry()

    def build(self, plot: Plot) -> None:
        self._roof = plot.line("text", "roof")
        self._marks = [plot.points("accent", "disc", "decode alone", 9), plot.points("kv", "square", "decode together", 9),
                       plot.points("compute", "triangle", "prefill", 10)]
        self._names = [plot.words("text") for _ in range(3)]
        self._slope, self._flat = plot.words("text2"), plot.words("text2")

    def fill(self, answer: Estimate) -> bool:
        from advisor import insight
        roof = insight.roof(answer) if answer.memory.starts else None
        if roof is None:
            self.words_below.setText(tr("It would not start, so there is nothing to place.") if not answer.memory.starts
                                     else tr("The device's rates are not known."))
            return False
        self.words_below.setText(self._sentence(roof))
        self._place(roof)
        return True

    def _place(self, roof: Roof) -> None:
        plot = self.plot
        assert plot is not None
        plot.set_units(tr("FLOP per byte read"), "TFLOP/s")
        tera = 1e12
        peak, ridge = roof.peak_flops / tera, roof.peak_flops / roof.bandwidth_bytes_per_s
        right = max([ridge * 8, *(p.intensity * 2.5 for p in roof.points)]) * 1.3
        low = min([roof.bandwidth_bytes_per_s / tera, *(p.flops / tera for p in roof.points)])
        bottom, roof_at = math.floor(math.log10(low)), math.log10(peak)
        top = max(math.ceil(math.log10(peak * 1.4)), roof_at + (roof_at - bottom) / 4)      # room for words over the roof
        plot.set_range((1, right), (10 ** bottom, 10 ** top))
        self._roof.set([1, ridge, right], [roof.bandwidth_bytes_per_s / tera, peak, peak])
        points = {self._kind(p.name): p for p in roof.points}
        words = {0: tr("decode, 1 stream"), 1: tr("decode, {n} streams", n=round(self._running())), 2: tr("prefill")}
        for index, mark in enumerate(self._marks):
            point = points.get(index)
            mark.set([point.intensity] if point else [], [point.flops / tera] if point else [])
            near_end = point is not None and math.log10(point.intensity) > 0.55 * math.log10(right)
            if point:
                below_roof = point.flops > 0.4 * min(roof.peak_flops, point.intensity * roof.bandwidth_bytes_per_s)
                level = 0.1 if below_roof and near_end else 0.5     # clear of the roof's line
                beside = (1.0 + NEAR / (6 * len(words[index])), level) if near_end else (-NEAR / (6 * len(words[index])), 0.5)
                self._names[index].set(words[index], point.intensity, point.flops / tera, beside)
            else:
                self._names[index].set("")
        self._flat.set(f"{peak:,.0f} TFLOP/s" if peak >= 10 else f"{peak:.2g} TFLOP/s", right, peak, (1.0, 1.2))
        middle = max(1.3, ridge ** 0.55)
        left_of_it = math.log10(middle) > 0.25 * math.log10(right)      # else its words would lie over the axis
        self._slope.set(f"{roof.bandwidth_bytes_per_s / 1e9:,.0f} GB/s", middle, roof.bandwidth_bytes_per_s / tera * middle,
                        (1.1, 1.1) if left_of_it else (-0.1, -1.2))
        plot.describe(self.words_below.text())

    def _running(self) -> float:
        answer = self.store.estimate
        from advisor import speed
        ready = speed.prepare_case(answer.case, answer.memory) if answer else None
        return ready.load.running if ready else 1.0

    @staticmethod
    def _kind(name: str) -> int:
        return {"decode, alone": 0, "decode, together": 1, "prefill": 2}[name]

    def _sentence(self, roof: Roof) -> str:
        alone, prefill = roof.points[0], roof.points[-1]
        return tr("One stream does {a} operations per byte read, a prompt {b}; arithmetic sets the limit from {ridge} on.",
                  a=f"{alone.intensity:,.1f}", b=f"{prefill.intensity:,.0f}", ridge=f"{roof.peak_flops / roof.bandwidth_bytes_per_s:,.0f}")


class UsersPanel(PlotPanel):
    """Pace for each and tokens per second of all against the number of people."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.why.clicked.connect(lambda: store.ask_why("output_tokens_per_s"))

    def speak(self) -> None:
        self.set_title(tr("Pace by number of people"), tr("log axes"))
        self.why.setText(tr("Why?"))
        self.why.setAccessibleName(tr("Why does the pace fall with more people?"))
        self.why.updateGeometry()

    def build(self, plot: Plot) -> None:
        self._band = plot.band("accent", "each")
        self._each, self._all = plot.line("accent", "each"), plot.line("kv", "together", (6, 3))
        self._each_words, self._all_words = plot.words("text"), plot.words("text")
        self._ring, self._turn = plot.ring(), plot.moment()
        self._turn_words = plot.words("text2")
        plot.clicked.connect(self._take)

    def _take(self, users: float) -> None:
        self.store.edit("people", workload__concurrency=max(1, min(100_000, round(users))))

    def fill(self, answer: Estimate) -> bool:
        from advisor import insight
        most = max(USERS[-1], answer.case.concurrency)
        counts = sorted({*USERS, answer.case.concurrency})
        points = insight.by_users(answer, [c for c in counts if c <= most]) if answer.memory.starts else []
        if not points:
            self.words_below.setText(tr("It would not start, so there is nothing to place.") if not answer.memory.starts
                                     else tr("The device's rates are not known."))
            return False
        self._place(answer, points, insight.compute_bound_batch(answer))
        return True

    def _place(self, answer: Estimate, points: list[UsersPoint], turn: float | None) -> None:
        plot = self.plot
        assert plot is not None
        plot.set_units(tr("people at once"), "tok/s")
        users = [p.users for p in points]
        each, together = [p.tokens_per_s_each.typical for p in points], [p.tokens_per_s_together.typical for p in points]
        lows, highs = [p.tokens_per_s_each.low for p in points], [p.tokens_per_s_each.high for p in points]
        slots = together[-1] < each[-1]     # one after the other: one alone has more than all have
        bottom, top = max(min([*lows, *together]), 1e-3) / (5 if slots else 2), max([*highs, *together])
        plot.set_range((1, users[-1]), (bottom, top * max(3.0, (top / bottom) ** 0.4)))     # room for a name over the upper line
        self._band.set(users, lows, highs)
        self._each.set(users, each)
        self._all.set(users, together)
        share = together[-1] / max(each[-1], 1e-9)      # one name above its line, the other below where the lines meet
        self._each_words.set(tr("each"), users[-1], each[-1], (1.1, -0.6 if 1 <= share < 1.5 else 1.6))
        self._all_words.set(tr("all together"), users[-1], together[-1], (1.1, -0.6 if share < 1 else 1.4))
        here = next(p for p in points if p.users == answer.case.concurrency)
        self._ring.set(here.users, here.tokens_per_s_each.typical)
        shown = turn if turn is not None and 1 < turn < users[-1] else None
        self._turn.set(shown)
        self._turn_words.set("")
        parts = [tr("At {n}: {each} tok/s each, {all} together.", n=here.users,
                    each=numbers.amount_and_unit(here.tokens_per_s_each.typical, "rate")[0],
                    all=numbers.amount_and_unit(here.tokens_per_s_together.typical, "rate")[0])]
        parts.append(self._waits(answer, next((int(p.running) for p in points if p.running < p.users), None)))
        if shown is not None:
            parts.append(tr("From about {n} streams on, arithmetic limits instead of memory (the upright line).", n=round(shown)))
        self.words_below.setText(sentences([part for part in parts if part]))
        plot.describe(self.words_below.text())

    @staticmethod
    def _waits(answer: Estimate, running: int | None) -> str:
        """How many run at once of the load's own length, which the plot is of, and of the full context, which the verdict is of.

        `running` None: as many as are drawn.
        """
        load, context = load_of(answer.case, answer.memory, 0.0), answer.case.settings.context or 0
        holds, length = holds_at_once(answer.case, answer.memory), round(load.prompt + load.output)
        if holds is not None and (running is None or running > holds) and length < context:
            full = numbers.context_name(context)
            if running is not None:
                return tr("{n} run at once at {length} tokens each, more wait; at the full {context} it is {holds}.", n=running,
                          length=length, context=full, holds=holds)
            if holds < answer.case.concurrency:
                return tr("All run at once at {length} tokens each; at the full {context} it is {holds}.", length=length, context=full,
                          holds=holds)
        return "" if running is None else tr("{n} run at once, more wait.", n=f"{running:,}")
