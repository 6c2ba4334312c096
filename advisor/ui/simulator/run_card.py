"""One run: who serves, four figures, and four plots over one clock (tokens, running and waiting, first token, KV pool)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from advisor import units
from advisor.ui import language, numbers, theme
from advisor.ui.language import tr, translated
from advisor.ui.plots.items import colour
from advisor.ui.plots.plot import Plot
from advisor.ui.plots.ticks import clock_words
from advisor.ui.simulator.runs import OWN, Curves
from advisor.ui.simulator.transport import Reading
from advisor.ui.style import box
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel

TRACKS = ("tokens", "count", "first", "kv")
WALL_ROOM = 1.58        # the KV plot's top, so that the wall's words stand above it
DASH = (6.0, 3.0)


@dataclass(frozen=True, slots=True)
class Axes:
    """What both runs share: seconds, tokens per second, requests, and the exponents between which first tokens lie."""

    seconds: float
    tokens: float
    count: float
    first: tuple[int, int]


def axes_of(runs: list[Curves], promise: float) -> Axes:
    """Ranges that hold all of the runs, rounded so that they seldom change."""
    seconds = max((run.seconds for run in runs), default=1.0)
    tokens = max((float(run.tokens.max()) for run in runs if len(run.tokens)), default=0.0)
    count = max((float(max(run.running.max(), run.waiting.max())) for run in runs if len(run.running)), default=0.0)
    waits = [w for run in runs if len(run.first) for w in (float(run.first.min()), float(run.first.max()))]
    low = floor(log10(max(1e-3, min([*waits, promise]))))
    high = ceil(log10(max([*waits, promise]) * 1.05))
    return Axes(seconds, _round_up(tokens), _round_up(count), (low, max(high, low + 1)))


def _round_up(value: float) -> float:
    if value <= 0:
        return 1.0
    scale = 10.0 ** floor(log10(value))
    return next(s * scale for s in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if s * scale >= value)


class Track(QWidget):
    """A plot under its title; the value at the clock stands at the right end."""

    def __init__(self, name: str, y: Any = "plain", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.value = Label("", "small", "text2"), Reading("strong")
        self.legend = QHBoxLayout()
        self.legend.setSpacing(10)
        self.plot = Plot(name, x="clock", y=y)
        self.plot.setMinimumHeight(44)
        self.plot.y_axis.most = 4 if y == "log" else 3
        head = QHBoxLayout()
        head.setSpacing(8)
        head.setContentsMargins(0, 0, 16, 0)
        head.addWidget(self.title)
        head.addLayout(self.legend)
        head.addWidget(self.value, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.plot, 1)


class Key(QWidget):
    """A short piece of a line beside its word."""

    def __init__(self, dashed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role, self._dashed = "accent", dashed
        self.setFixedSize(22, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pen = QPen(colour(self.role), 2)
        if self._dashed:
            pen.setDashPattern([d / 2 for d in DASH])
        painter.setPen(pen)
        painter.drawLine(0, 6, 22, 6)


class Swatch(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role = "accent"
        self.setFixedSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        box(QPainter(self), QRectF(self.rect()), colour(self.role), None, 2)


class Stat(QWidget):
    """A label over a value with its unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self._value, self._unit = Label("", "small", "text2"), "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.label)
        column.addSpacing(round(self._height()))

    @staticmethod
    def _height() -> float:
        from PySide6.QtGui import QFontMetricsF
        return QFontMetricsF(theme.font("card figure")).height() + 2

    def put(self, label: str, value: str, unit: str = "") -> None:
        self.label.setText(label)
        self._value, self._unit = value, unit
        self.setAccessibleName(f"{label}: {value} {unit}".strip())
        self.setToolTip(self.accessibleName())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(84, self.label.sizeHint().height() + round(self._height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        from PySide6.QtGui import QFontMetricsF
        painter, big = QPainter(self), theme.font("card figure")
        painter.setFont(big)
        painter.setPen(theme.colour("text"))
        base = self.height() - QFontMetricsF(big).descent() - 1
        painter.drawText(0, round(base), self._value)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(round(QFontMetricsF(big).horizontalAdvance(self._value)) + 5, round(base), self._unit)


class RunCard(Panel):
    """`set_run` gives it a run and the axes; `set_clock` moves the line and the readings.

    A press on a plot is `picked(seconds)`, the link in the title row `save_asked(scheduler)`.
    """

    picked = Signal(float)
    save_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(14, 10, 2, 4))
        self.run: Curves | None = None
        self._key: tuple[Any, ...] = ()
        self.own = True
        self.swatch, self.name, self.what = Swatch(), Label("", "title"), Label("", "small", "text2")
        self.stats = {key: Stat() for key in ("throughput", "first", "kept", "kv")}
        self.line = Label("", "small", "text2", wraps=True)
        self.tracks = {"tokens": Track("tokens"), "count": Track("count"), "first": Track("first", "log"), "kv": Track("kv")}
        self._shown: tuple[str, ...] = TRACKS
        self._build()
        for track in self.tracks.values():
            track.plot.clicked.connect(self.picked)
            track.plot.hovered.connect(self._point)
        self._make_items()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.swatch)
        head.addWidget(self.name)
        head.addWidget(self.what, 1)
        self.save = Link("", "small")
        self.save.clicked.connect(lambda: self.save_asked.emit(self.run.scheduler if self.run else OWN))
        head.addWidget(self.save)
        head.addSpacing(10)
        self.body.setSpacing(3)
        self.body.addLayout(head)
        row = QGridLayout()
        row.setHorizontalSpacing(8)
        row.setContentsMargins(0, 2, 12, 2)
        for column, stat in enumerate(self.stats.values()):
            row.addWidget(stat, 0, column)
            row.setColumnStretch(column, 1)
        self.body.addLayout(row)
        self.body.addWidget(self.line)
        keys = {"running": Key(False), "waiting": Key(True)}
        self.keys = keys
        self.key_words = {name: Label("", "small", "text2") for name in keys}
        for name, key in keys.items():
            pair = QHBoxLayout()
            pair.setSpacing(5)
            pair.addWidget(key)
            pair.addWidget(self.key_words[name])
            self.tracks["count"].legend.addLayout(pair)
        self.tracks["count"].title.hide()
        for name in TRACKS:
            self.body.addWidget(self.tracks[name], 5 if name in ("first", "kv") else 4)

    def _make_items(self) -> None:
        plots = {name: track.plot for name, track in self.tracks.items()}
        self.tokens = plots["tokens"].line("accent", "tok/s")
        self.running = plots["count"].line("accent", "running")
        self.waiting = plots["count"].line("tight", "waiting", DASH)
        self.kept = plots["first"].points("accent", "disc", "first token, kept", 5)
        self.broken = plots["first"].points("does_not_fit", "cross", "first token, too late", 7)
        self.promise = plots["first"].level("promise")
        self.kv = plots["kv"].line("accent", "KV pool, %", fill=True)
        self.wall = plots["kv"].level("wall")
        self.pushed = plots["kv"].points("does_not_fit", "disc", "pushed out", 7)
        self.pushed_words = plots["kv"].words("does_not_fit")

    # ------------------------------------------------------------------------------------------ what it shows

    def show_tracks(self, shown: tuple[str, ...], least: int = 44) -> None:
        """Which of the plots, in their order, at least so high; the last one has the numbers of the clock."""
        self._shown = shown
        for name, track in self.tracks.items():
            track.setVisible(name in shown)
            track.plot.setMinimumHeight(least + (14 if name == shown[-1] else 0))
            track.plot.show_numbers_below(name == shown[-1])

    def speak(self, engine: str) -> None:
        """Words that do not depend on the run; `engine` is its name and version."""
        words = {"serial": (tr("Serial"), tr("one request at a time")), "static": (tr("Static"), tr("one batch after the other"))}
        scheduler = self.run.scheduler if self.run else OWN
        self.own = scheduler == OWN
        name, what = words.get(scheduler, (tr("Continuous"), tr("{engine}, same arrivals", engine=engine)))
        self.name.setText(name)
        self.what.setText(what)
        self.setAccessibleName(f"{name}: {what}")
        self.save.setText(tr("Save…"))
        self.save.setAccessibleName(tr("Save this run: {name}", name=name))
        self.save.updateGeometry()
        self.tracks["tokens"].title.setText(tr("Tokens per second, all requests"))
        self.tracks["count"].title.setText(tr("running and waiting"))
        self.tracks["first"].title.setText(tr("First token of each request, s (log)"))
        self.tracks["kv"].title.setText(tr("KV pool in use, %"))
        self.key_words["running"].setText(tr("running"))
        self.key_words["waiting"].setText(tr("waiting"))
        for track in self.tracks.values():
            track.plot.setAccessibleName(f"{name}: {track.title.text()}")
        role = "accent" if self.own else "kv"
        self.swatch.role = self.keys["running"].role = role
        self.keys["waiting"].role = "tight"
        for item in (self.tokens, self.running, self.kept, self.kv):
            item.set_role(role)
        for widget in (self.swatch, *self.keys.values()):
            widget.update()

    def set_run(self, run: Curves, axes: Axes, promise: float, engine: str) -> None:
        key = (id(run), axes, promise, engine, language.code(), numbers.is_binary())
        if key == self._key:
            return
        self.run, self._key = run, key
        self.speak(engine)
        x = (0.0, axes.seconds)
        plots = {name: track.plot for name, track in self.tracks.items()}
        plots["tokens"].set_range(x, (0.0, axes.tokens))
        plots["count"].set_range(x, (0.0, axes.count * 1.08))
        plots["first"].set_range(x, (10.0 ** axes.first[0], 10.0 ** axes.first[1]))
        plots["kv"].set_range(x, (0.0, 100.0 * WALL_ROOM))
        self.tokens.set(run.time, run.tokens)
        self.running.set(run.time, run.running)
        self.waiting.set(run.time, run.waiting)
        self.kept.set(run.first_at[run.kept], run.first[run.kept])
        self.broken.set(run.first_at[~run.kept], run.first[~run.kept])
        self.promise.set(promise, tr("promise {time}", time=units.seconds(promise)))
        self._set_pool(run)
        self._set_stats(run)
        self._describe(run)

    def _set_pool(self, run: Curves) -> None:
        known = len(run.kv) > 0
        self.kv.set(run.time if known else [], 100.0 * run.kv if known else [])
        words = ""
        if known:
            size = f", {numbers.size(run.kv_tokens * run.kv_bytes, 1)}" if run.kv_bytes else ""
            words = tr("wall: {n} tokens{size}", n=run.kv_tokens, size=size)
        self.wall.set(100.0 if known else None, words)
        pushed = run.summary.get("preemptions") or len(run.pushed_out)
        self.pushed.set(run.pushed_out, [100.0] * len(run.pushed_out))
        first = float(run.pushed_out[0]) if len(run.pushed_out) else 0.0
        left = first < run.seconds * 0.4
        self.pushed_words.set(tr("pushed out: {n}", n=pushed) if pushed else "", first, 100.0, (-0.05 if left else 1.05, 1.0))
        if known and pushed:        # one line of words above the wall, not two over each other
            self.wall.set(100.0, "" if not left else words)

    def _set_stats(self, run: Curves) -> None:
        found = run.summary
        if not found:
            for stat, label in zip(self.stats.values(), self._labels(), strict=True):
                stat.put(label, "…")
            self.line.setText(tr("{n} requests so far", n=len(run.came)))
            return
        labels = self._labels()
        pace, first = found["output_tokens_per_s"], found["ttft_s"]["p95"]
        share = found["goodput_fraction"]
        self.stats["throughput"].put(labels[0], *(units.rate(pace, "tok/s").split(" ", 1) if pace else ("—", "")))
        self.stats["first"].put(labels[1], *(units.seconds(first).split(" ", 1) if first is not None else ("—", "")))
        self.stats["kept"].put(labels[2], f"{100 * share:.0f}" if share is not None else "—", "%" if share is not None else "")
        peak = found["kv_peak_fraction"]
        self.stats["kv"].put(labels[3], f"{100 * min(peak, 1.0):.0f}" if peak is not None else tr("unknown"),
                             "%" if peak is not None else "")
        self.line.setText(self._story(run))
        self.line.setToolTip("\n".join(translated(seen) for seen in found["seen_as"].values()))

    @staticmethod
    def _labels() -> tuple[str, str, str, str]:
        return tr("Throughput"), tr("First token p95"), tr("Promise kept"), tr("KV peak")

    @staticmethod
    def _story(run: Curves) -> str:
        """What became of all who came, in one line."""
        found = run.summary
        parts = [tr("{n} requests", n=found["requests"])]
        if found["rejected"]:
            parts.append(tr("{n} turned away", n=found["rejected"]))
        if found["timed_out"]:
            parts.append(tr("{n} timed out", n=found["timed_out"]))
        if found["preemptions"]:
            parts.append(tr("{n} pushed out", n=found["preemptions"]))
        if found["prefix_hit_fraction"]:
            parts.append(tr("{n} % of prompts from the prefix cache", n=round(100 * found["prefix_hit_fraction"])))
        if found["makespan_s"] and found["makespan_s"] > run.seconds * 1.02:
            parts.append(tr("last answer at {time}", time=clock_words(found["makespan_s"])))
        if run.every > 1:
            parts.append(tr("one dot in {n}", n=run.every))
        return " · ".join(parts)

    def _describe(self, run: Curves) -> None:
        found = run.summary
        highest = float(run.tokens.max()) if len(run.tokens) else 0.0
        most = round(float(run.waiting.max())) if len(run.waiting) else 0
        plots = {name: track.plot for name, track in self.tracks.items()}
        plots["tokens"].describe(tr("Tokens per second over {time}, highest {n}.", time=clock_words(run.seconds), n=round(highest)))
        plots["count"].describe(tr("Requests running and waiting over time; at most {n} wait.", n=most))
        late = int((~run.kept).sum())
        plots["first"].describe(tr("Seconds to the first token of each request; {n} of {all} later than promised.", n=late,
                                        all=len(run.kept)))
        peak = found.get("kv_peak_fraction") if found else None
        plots["kv"].describe(tr("Share of the KV pool in use; peak {n} %.", n=round(100 * peak)) if peak is not None
                             else tr("The size of the KV pool is not known."))

    def set_clock(self, now: float, whole: bool) -> None:
        """`whole`: the clock stands at the end, so all is shown and no line is needed."""
        for name in self._shown:
            self.tracks[name].plot.set_clock(None if whole else now)
        run = self.run
        index = run.at(now) if run else None
        if run is None or index is None:
            for track in self.tracks.values():
                track.value.set_text("")
            return
        self.tracks["tokens"].value.set_text(f"{run.tokens[index]:,.0f}")
        self.tracks["count"].value.set_text(tr("{running} running, {waiting} waiting", running=round(float(run.running[index])),
                                               waiting=round(float(run.waiting[index]))))
        place = int(run.first_at.searchsorted(now, side="right")) - 1
        self.tracks["first"].value.set_text(units.seconds(float(run.first[place])) if place >= 0 else "")
        self.tracks["kv"].value.set_text(f"{100 * run.kv[index]:.0f} %" if len(run.kv) else tr("unknown"))

    def _point(self, x: float) -> None:
        """One pointer line through all plots of the card."""
        for track in self.tracks.values():
            track.plot.set_pointer(x if x == x else None)
