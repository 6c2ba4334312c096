"""A sweep over one lever: first token, time per token and throughput at each of its values, the present one marked."""

from __future__ import annotations

import csv
import io
from math import ceil, floor, isfinite, log10
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from advisor import units
from advisor.errors import CannotAnswer
from advisor.ui import language, theme
from advisor.ui.language import clauses, labelled, tr, translated
from advisor.ui.simulator.track import Track
from advisor.whatif.question import Swept
from advisor.words import say

WIDE = 1.5          # wider than so many times its height: the plots stand beside each other
RATIO = 2.0
SAME = 1.01
NAME_GAP = 12       # pixels around the name at a line's end
FIGURES = ("completed", "rejected", "timed_out", "preemptions", "output_tokens_per_s", "goodput_tokens_per_s", "goodput_fraction",
           "kv_peak_fraction", "busy_fraction")
STATISTICS = ("mean", "p50", "p95", "p99")


class LeverPlots(QWidget):
    """`picked(place)`: a press on one of the plots, by the place of the value that is nearest."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tracks = {"first": Track("first", "plain", "log"), "pace": Track("pace", "plain", "log"), "tokens": Track("tokens", "plain")}
        self.swept: Swept | None = None
        self._beside: bool | None = None
        self._made = False
        self._here: int | None = None
        self._shown: tuple[Any, ...] = ()
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(6)
        self.grid.setVerticalSpacing(4)
        self._place(True)

    def _make(self) -> None:
        if self._made:
            return
        self._made = True
        self.half: dict[str, Any] = {}
        self.most: dict[str, Any] = {}
        self.dots: dict[str, Any] = {}
        self.none: dict[str, Any] = {}
        self.words: dict[str, tuple[Any, Any]] = {}
        self.now: dict[str, Any] = {}
        self.now_words: dict[str, Any] = {}
        self.promise: dict[str, Any] = {}
        for name, track in self.tracks.items():
            plot = track.make()
            plot.setMinimumHeight(64)
            second, first = ("in time", "all") if name == "tokens" else ("p50", "p95")
            self.now[name] = plot.moment()
            self.half[name] = plot.line("compute" if name == "tokens" else "text2", second, (7, 3) if name == "tokens" else (6, 3))
            self.most[name] = plot.line("accent", first)
            self.dots[name] = plot.points("accent", "disc", first, 7)
            self.none[name] = plot.points("does_not_fit", "cross", "no answer", 8)
            self.words[name] = plot.words("text2"), plot.words("text2")
            self.now_words[name] = plot.words("text")
            if name != "tokens":
                self.promise[name] = plot.level("promise")
            plot.viewport().installEventFilter(self)
            plot.hovered.connect(self._hover)

    # ------------------------------------------------------------------------------------------ drawing

    def draw(self, swept: Swept, here: int | None) -> None:
        """`here`: the place of the present value, None where it is not among them."""
        self._make()
        for name, title in self._titles().items():
            self.tracks[name].title.setText(title)
        key = (id(swept), here, language.code())
        if key == self._shown:
            return
        self._shown, self.swept, self._here = key, swept, here
        series = {name: self._series(name) for name in self.tracks}
        for name, track in self.tracks.items():
            self._draw(name, track, *series[name], here)
        self._hover(float("nan"))

    @staticmethod
    def _titles() -> dict[str, str]:
        return {"first": tr("First token, s (log)"), "pace": tr("Time per token, ms (log)"), "tokens": tr("Tokens per second")}

    def _series(self, name: str) -> tuple[list[float], list[float]]:
        """(the usual, the slow end) of each value, or (in time, all); nan where there is none."""
        assert self.swept is not None
        nan = float("nan")
        found: list[tuple[float | None, float | None]] = []
        for figures in self.swept.figures:
            if figures is None:
                found.append((None, None))
            elif name == "tokens":
                found.append((figures["goodput_tokens_per_s"], figures["output_tokens_per_s"]))
            else:
                values, scale = (figures["ttft_s"], 1.0) if name == "first" else (figures["tpot_s"], 1e3)
                found.append(tuple(None if values[p] is None else values[p] * scale for p in ("p50", "p95")))   # type: ignore[arg-type]
        return [nan if a is None else a for a, _ in found], [nan if b is None else b for _, b in found]

    def _draw(self, name: str, track: Track, low: list[float], high: list[float], here: int | None) -> None:
        swept, plot = self.swept, track.plot
        assert swept is not None
        places = list(range(len(swept.values)))
        plot.set_places(swept.words, here)
        promise = {"first": swept.promise_s, "pace": 1e3 / swept.pace}.get(name)
        below, above = _range([*low, *high, *([promise] if promise else [])], name != "tokens")
        plot.set_range((-0.4, len(places) - 0.6 + self._room(track, len(places) - 0.2)), (below, above))
        self.half[name].set(places, low)
        self.most[name].set(places, high)
        self.dots[name].set(places, high)
        failed = [i for i in places if swept.reasons[i] is not None or (swept.figures[i] or {}).get("completed") == 0]
        self.none[name].set(failed, [below * 1.15 if name != "tokens" else above * 0.05] * len(failed))
        if promise is not None:
            words = tr("promise {time}", time=units.seconds(promise if name == "first" else promise / 1e3))
            self.promise[name].set(promise, words, _clear_at_left(promise, low, high, here))
        self.now[name].set(here)
        near_end = here is not None and here > len(places) * 0.7
        self.now_words[name].set(tr("now") if here is not None else "", here or 0, above, (1.1 if near_end else -0.1, 0.0))
        self._label(name, low, high)
        plot.setAccessibleName(track.title.text())
        plot.setToolTip(tr("A press takes a value, ↑ and ↓ take the next one."))
        plot.describe(self._said(name, low, high))

    @staticmethod
    def _room(track: Track, span: float) -> float:
        """How much longer than `span` the axis must be for the names of the lines beyond their ends."""
        metrics = QFontMetricsF(theme.font("tick"))
        names = metrics.horizontalAdvance(max(tr("in time"), tr("all"), "p95", key=len)) + NAME_GAP
        inner = max(track.plot.width() - metrics.horizontalAdvance("10,000") - 30, 2 * names)
        return span * names / (inner - names)

    def _label(self, name: str, low: list[float], high: list[float]) -> None:
        """The names of the lines at their ends, one above, one below."""
        slow, usual = (tr("all"), tr("in time")) if name == "tokens" else ("p95", "p50")
        ends = [i for i, value in enumerate(high) if isfinite(value)]
        if not ends:
            for words in self.words[name]:
                words.set("")
            return
        last, (_, _, below, above) = ends[-1], self.tracks[name].plot.range_
        known = isfinite(low[last]) and (low[last] > 0 or name == "tokens")
        apart = 1.0
        if known:
            top, bottom = (float(v) for v in self.tracks[name].plot.y_axis.map([high[last], low[last]]))
            apart = (top - bottom) / (above - below)
        near = apart < 0.16     # one above the other where the lines end together
        low_down = known and (bottom - below) / (above - below) < 0.1
        away = 0.0 - NAME_GAP / 60
        self.words[name][0].set(slow, last, high[last], (away, 0.95 if near and known else 0.5))
        under = 1.0 if low_down else 0.05 if near else 0.5
        self.words[name][1].set(usual if known else "", last, low[last] if known else 1.0, (away, under))

    def _said(self, name: str, low: list[float], high: list[float]) -> str:
        assert self.swept is not None
        words = [labelled(word, self._reading(name, a, b)) for word, a, b in zip(self.swept.words, low, high, strict=True) if isfinite(b)]
        return f"{self.tracks[name].title.text()}. " + labelled(self.swept.lever.name, clauses(words))

    @staticmethod
    def _reading(name: str, low: float, high: float) -> str:
        if name == "tokens":
            return tr("{all}, {good} in time", all=f"{high:,.0f}", good=f"{low:,.0f}" if isfinite(low) else "0")
        scale = 1.0 if name == "first" else 1e-3
        return f"{units.seconds(low * scale)}, p95 {units.seconds(high * scale)}"

    def _hover(self, x: float) -> None:
        """The readings at the pointer in the title rows; none where it is away."""
        place = self.place_at(x)
        for name, track in self.tracks.items():
            if place is None or self.swept is None:
                self._read(track, "")
                track.plot.set_pointer(None)
                continue
            track.plot.set_pointer(float(place))
            low, high = self._series(name)
            reason = self.swept.reasons[place]
            nobody = (self.swept.figures[place] or {}).get("completed") == 0
            words = self._reading(name, low[place], high[place]) if isfinite(high[place]) and not nobody else tr("nobody is served")
            if self.swept.figures[place] is None:
                words = tr("does not fit") if reason is not None else "…"
            self._read(track, labelled(self.swept.words[place], words) if name == "first" else words)
            if reason is not None:
                words = translated(reason.why)
            track.plot.setToolTip(labelled(f"{self.swept.lever.name} {self.swept.words[place]}", words))

    @staticmethod
    def _read(track: Track, words: str) -> None:
        """A reading in the title row; where both have no room, the title makes room."""
        track.value.set_text(words)
        room = track.width() - track.title.sizeHint().width() - 32
        track.title.setVisible(QFontMetricsF(theme.font("strong")).horizontalAdvance(words) <= room)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press takes a value; what is dragged on does not, for the axis may move below the pointer."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            plot = next((t.plot for t in self.tracks.values() if t.plot.viewport() is watched), None)
            place = self.place_at(plot.value_at(event.position().x())) if plot is not None else None
            if place is not None:
                self.picked.emit(place)
        return super().eventFilter(watched, event)

    def place_at(self, x: float) -> int | None:
        """The nearest value's place, None away from the plots."""
        if self.swept is None or x != x:
            return None
        return min(max(round(x), 0), len(self.swept.values) - 1)

    # ------------------------------------------------------------------------------------------ layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width() > WIDE * self.height())
        if self.swept is not None:
            here = self._here
            self._shown = ()
            self.draw(self.swept, here)

    def _place(self, beside: bool) -> None:
        if beside == self._beside:
            return
        self._beside = beside
        for i, track in enumerate(self.tracks.values()):
            self.grid.addWidget(track, 0 if beside else i, i if beside else 0)
        for i in range(3):
            self.grid.setColumnStretch(i, 1 if beside or i == 0 else 0)
            self.grid.setRowStretch(i, 1 if not beside or i == 0 else 0)

    def sizeHint(self) -> QSize:
        return QSize(400, 110)

    # ------------------------------------------------------------------------------------------ files

    def save(self, path: str) -> None:
        """The plots as .png or .svg, the figures of every value as .csv. Raises CannotAnswer where the file cannot be written."""
        ending = path.rpartition(".")[2].lower()
        if ending == "csv":
            from advisor.ui.preferences import write_text
            good = not write_text(Path(path), self.table())
        elif ending == "svg":
            good = self._svg(path)
        else:
            image = QImage(round(self.width() * RATIO), round(self.height() * RATIO), QImage.Format.Format_ARGB32)
            image.setDevicePixelRatio(RATIO)
            image.fill(theme.colour("panel"))
            painter = QPainter(image)
            self._paint(painter, RATIO)
            painter.end()
            good = image.save(path)
        if not good:
            raise CannotAnswer(say("{path} could not be written.", path=path))

    def _svg(self, path: str) -> bool:
        from PySide6.QtSvg import QSvgGenerator
        made = QSvgGenerator()
        made.setFileName(path)
        made.setSize(self.size())
        made.setViewBox(QRectF(0, 0, self.width(), self.height()))
        made.setTitle(tr("Sweep over {lever}", lever=self.swept.lever.name if self.swept else ""))
        painter = QPainter()
        if not painter.begin(made):
            return False
        self._paint(painter, 1.0)
        return painter.end()

    def _paint(self, painter: QPainter, ratio: float) -> None:
        """The tracks where they stand, each under its title."""
        for track in self.tracks.values():
            painter.save()
            painter.translate(QPointF(track.mapTo(self, track.title.pos())))
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(0, QFontMetricsF(theme.font("small")).ascent() + 2), track.title.text())
            painter.restore()
            painter.save()
            painter.translate(QPointF(track.mapTo(self, track.plot.pos())))
            track.plot.draw_for(ratio)
            track.plot.picture(painter)
            painter.restore()

    def table(self, separator: str = ",") -> str:
        """A line a value with its figures; what is not known is empty."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=separator, lineterminator="\n")
        measures = [(m, s) for m in ("ttft_s", "tpot_s", "e2e_s") for s in STATISTICS]
        swept = self.swept
        writer.writerow((swept.lever.key if swept else "value", *(f"{m[:-2]}_{s}_s" for m, s in measures), *FIGURES, "error"))
        for value, figures, reason in zip(swept.values, swept.figures, swept.reasons, strict=True) if swept else ():
            numbers = [figures[m][s] for m, s in measures] + [figures[f] for f in FIGURES] if figures else [None] * (12 + len(FIGURES))
            writer.writerow((value, *("" if n is None else f"{n:.6g}" for n in numbers), str(reason.why) if reason else ""))
        return out.getvalue()


def _clear_at_left(promise: float, low: list[float], high: list[float], here: int | None) -> bool:
    """Whether the promise's words stand at the left end: where the lines come less near to it, else away from the present value."""
    def nearest(values: list[float]) -> float:
        return min((abs(log10(v / promise)) for v in values if isfinite(v) and v > 0), default=9.0)
    if min(nearest(low), nearest(high)) > 0.35:
        return here is None or here >= len(high) / 2
    third = max(1, len(high) // 3)
    return nearest([*low[:third], *high[:third]]) > nearest([*low[-third:], *high[-third:]])


def _range(values: list[float], logarithmic: bool) -> tuple[float, float]:
    """Bounds that hold the values, with room for words above."""
    known = [v for v in values if isfinite(v) and (v > 0 or not logarithmic)]
    if not logarithmic:
        return 0.0, (max(known, default=1.0) or 1.0) * 1.25
    low, high = min(known, default=0.1), max(known, default=1.0)
    return 10.0 ** (floor(log10(low * 0.5) * 2) / 2), 10.0 ** (ceil(log10(high * 1.6) * 2) / 2)


def sentence(swept: Swept | None, here: int | None) -> str:
    """Which value brings most tokens within the promise, and what the present one brings."""
    if swept is None:
        return ""
    good = [(f["goodput_tokens_per_s"] or 0.0) if f else 0.0 for f in swept.figures]
    name = swept.lever.name
    if swept.done and not any(good):
        return tr("The promise is broken at every value of {lever} tried.", lever=name)
    best = max(range(len(good)), key=good.__getitem__)
    if here is not None and good[best] <= good[here] * SAME:
        return tr("As good as any tried: {lever} {value}, {n} tok/s in time. A press takes a value.", lever=name,
                  value=swept.words[here], n=f"{good[here]:,.0f}")
    what = {"lever": name, "value": swept.words[best], "n": f"{good[best]:,.0f}"}
    if here is None or not swept.figures[here]:
        return tr("Most in time with {lever} {value}: {n} tok/s. A press takes a value.", **what)
    return tr("Most in time with {lever} {value}: {n} tok/s, now {now}. A press takes a value.", now=f"{good[here]:,.0f}", **what)
