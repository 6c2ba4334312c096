"""One run: who serves, four figures, and four plots over one clock (tokens, running and waiting, first token, KV pool)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from advisor import units
from advisor.ui import language, numbers
from advisor.ui.language import labelled, tr, translated
from advisor.ui.plots.ticks import clock_words
from advisor.ui.simulator.track import DASH, Key, Stat, Swatch, Track
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.whatif.question import Curves

if TYPE_CHECKING:
    from advisor.ui.plots.plot import Plot, Scale

TRACKS = ("tokens", "count", "first", "kv")
STATS = ("throughput", "first", "kept", "kv")
WALL_ROOM = 20      # pixels over the KV plot's wall, for its words
_SCALES: dict[str, Scale] = {"first": "log", "count": "whole"}


@dataclass(frozen=True, slots=True)
class Who:
    """Whose run a card shows. `kind` is base, own or kept; `role` colours its lines; `what` says more than the name."""

    kind: str
    role: str
    name: str
    what: str


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


class RunCard(Panel):
    """`set_run` gives it a run and the axes; `set_clock` moves the line and the readings.

    A press on a plot is `picked(seconds)`. Links in the title row, each with this card: `save_asked`, for the present run `keep_asked`,
    for a kept one `take_asked` and `drop_asked`. The plots are made by `furnish()`, those that are shown first.
    """

    picked = Signal(float)
    save_asked = Signal(object)
    keep_asked = Signal()
    take_asked = Signal(object)
    drop_asked = Signal(object)

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, titled=False, margins=(14, 10, 2, 4))
        self.kind = kind
        self.run: Curves | None = None
        self.who = Who(kind, "accent", "", "")
        self.furnished = False
        self._key: tuple[Any, ...] = ()
        self._spoken: tuple[Any, ...] = ()
        self._axes: Axes | None = None
        self._promise = 0.0
        self._dense = False
        self._least = 44
        self.swatch, self.name, self.what = Swatch(), Label("", "title"), Label("", "small", "text2", wraps=True)
        self.below = Label("", "small", "text2", wraps=True)
        self.stats = {key: Stat() for key in STATS}
        self.line = Label("", "small", "text2", wraps=True)
        self.line.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.tracks = {name: Track(name, y=_SCALES.get(name, "plain")) for name in TRACKS}
        self._shown: tuple[str, ...] = TRACKS
        self._build()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.swatch)
        head.addWidget(self.name)
        head.addWidget(self.what, 1)
        head.addStretch(0)
        self.keep, self.take, self.drop, self.save = (Link("", "small") for _ in range(4))
        self.keep.clicked.connect(lambda: self.keep_asked.emit())
        for link, asked in ((self.take, self.take_asked), (self.drop, self.drop_asked), (self.save, self.save_asked)):
            link.clicked.connect(lambda _=False, asked=asked: asked.emit(self))
        for link in (self.keep, self.take, self.drop, self.save):
            head.addWidget(link)
        for link, kind in ((self.keep, "own"), (self.take, "kept"), (self.drop, "kept")):
            if self.kind != kind:
                link.hide()
        head.addSpacing(10)
        self.body.setSpacing(3)
        self.body.addLayout(head)
        self.below.hide()
        self.body.addWidget(self.below)
        row = self._stats = QGridLayout()
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

    # ------------------------------------------------------------------------------------------ its plots

    def furnish(self) -> None:
        """From here on the shown tracks have their plots."""
        if not self.furnished:
            self.furnished = True
            self.show_tracks(self._shown, self._least)

    def _make(self, name: str) -> None:
        """A track's plot with its lines, showing the present run."""
        track = self.tracks[name]
        if track.made:
            return
        plot = track.make()
        plot.clicked.connect(self.picked)
        plot.hovered.connect(self._point)
        {"tokens": self._make_tokens, "count": self._make_count, "first": self._make_first, "kv": self._make_kv}[name](plot)
        if self.run is not None and self._axes is not None:
            self._put(name, self.run, self._axes)

    def _make_tokens(self, plot: Plot) -> None:
        self.tokens = plot.line(self.who.role, "tok/s")

    def _make_count(self, plot: Plot) -> None:
        self.running, self.waiting = plot.line(self.who.role, "running"), plot.line("tight", "waiting", DASH)

    def _make_first(self, plot: Plot) -> None:
        self.kept = plot.points(self.who.role, "disc", "first token, kept", 5)
        self.broken = plot.points("does_not_fit", "cross", "first token, too late", 7)
        self.promise = plot.level("promise")

    def _make_kv(self, plot: Plot) -> None:
        self.kv = plot.line(self.who.role, "KV pool, %", fill=True)
        self.wall = plot.level("wall")
        self.pushed = plot.points("does_not_fit", "disc", "pushed out", 7)
        self.pushed_words = plot.words("does_not_fit")

    def show_tracks(self, shown: tuple[str, ...], least: int = 44) -> None:
        """Which of the plots, in their order, at least so high; the last one has the numbers of the clock."""
        self._shown, self._least = shown, least
        for name, track in self.tracks.items():
            track.setVisible(name in shown)
            if not self.furnished or name not in shown:
                continue
            self._make(name)
            track.plot.setMinimumHeight(least + (14 if name == shown[-1] else 0))
            track.plot.show_numbers_below(name == shown[-1])

    def story_height(self, width: int) -> int:
        """How high the line below the figures is in a card of that width, pixels."""
        margins = self.body.contentsMargins()
        return max(0, self.line.heightForWidth(width - margins.left() - margins.right() - 2))

    def level(self, height: int) -> None:
        """The line takes at least so much, that of the card beside it: plots side by side are level."""
        self.line.setMinimumHeight(height)

    def set_dense(self, dense: bool) -> None:
        """Where three stand side by side: three figures, and what the name leaves open below it."""
        self._dense = dense
        self.stats["kv"].setHidden(dense)
        for column, narrow in enumerate((4, 5, 5, 0)):
            self._stats.setColumnStretch(column, narrow if dense else 1)
        self._put_what()

    # ------------------------------------------------------------------------------------------ what it shows

    def introduce(self, who: Who) -> None:
        """All words that do not depend on the run, where they are others than before."""
        if (who, language.code()) != self._spoken:
            self._spoken = who, language.code()
            self._set_who(who)
            self._speak()

    def _set_who(self, who: Who) -> None:
        self.who = who
        self.name.setText(who.name)
        self._put_what()
        self.setAccessibleName(labelled(who.name, who.what))
        self.swatch.role = self.keys["running"].role = who.role
        self.keys["waiting"].role = "tight"
        for widget in (self.swatch, *self.keys.values()):
            widget.update()
        for made, names in (("tokens", ("tokens",)), ("count", ("running",)), ("first", ("kept",)), ("kv", ("kv",))):
            for item in names if self.tracks[made].made else ():
                getattr(self, item).set_role(who.role)

    def _put_what(self) -> None:
        beside = not self._dense
        self.what.setText(self.who.what if beside else "")
        self.below.setText("" if beside else self.who.what)
        self.below.setVisible(not beside and bool(self.who.what))

    def _speak(self) -> None:
        name = self.who.name
        words = ((self.keep, tr("Keep"), tr("Keep this run to compare with")),
                 (self.take, tr("Take"), tr("Take the settings of {name}", name=name)),
                 (self.drop, tr("Remove"), tr("Remove {name}", name=name)),
                 (self.save, tr("Save…"), tr("Save this run: {name}", name=name)))
        for link, text, spoken in words:
            link.setText(text)
            link.setAccessibleName(spoken)
            link.setToolTip(spoken)
            link.updateGeometry()
        self.tracks["tokens"].title.setText(tr("Tokens per second, all requests"))
        self.tracks["count"].title.setText(tr("running and waiting"))
        self.tracks["first"].title.setText(tr("First token of each request, s (log)"))
        self.tracks["kv"].title.setText(tr("KV pool in use, %"))
        self.key_words["running"].setText(tr("running"))
        self.key_words["waiting"].setText(tr("waiting"))
        for label, stat in zip(self._labels(), self.stats.values(), strict=True):
            if self.run is None:
                stat.put(label, "…")
        for track in self.tracks.values():
            if track.made:
                track.plot.setAccessibleName(labelled(name, track.title.text()))

    def set_run(self, run: Curves, axes: Axes, promise: float, who: Who) -> None:
        key = (id(run), axes, promise, who, language.code(), numbers.is_binary())
        if key == self._key:
            return
        self.run, self._axes, self._promise, self._key = run, axes, promise, key
        self.introduce(who)
        for name, track in self.tracks.items():
            if track.made:
                self._put(name, run, axes)
        self._set_stats(run)

    def _put(self, name: str, run: Curves, axes: Axes) -> None:
        """A run on one of the plots."""
        plot, x = self.tracks[name].plot, (0.0, axes.seconds)
        plot.setAccessibleName(labelled(self.who.name, self.tracks[name].title.text()))
        if name == "tokens":
            plot.set_range(x, (0.0, axes.tokens))
            self.tokens.set(run.time, run.tokens)
        elif name == "count":
            plot.set_range(x, (0.0, axes.count * 1.08))
            self.running.set(run.time, run.running)
            self.waiting.set(run.time, run.waiting)
        elif name == "first":
            plot.set_range(x, (10.0 ** axes.first[0], 10.0 ** axes.first[1]))
            self.kept.set(run.first_at[run.kept], run.first[run.kept])
            self.broken.set(run.first_at[~run.kept], run.first[~run.kept])
            self.promise.set(self._promise, tr("promise {time}", time=units.seconds(self._promise)))
        else:
            plot.set_range(x, (0.0, 100.0), WALL_ROOM)
            self._set_pool(run)
        plot.describe(self._said(name, run))

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
        apart = [translated(found["told_apart"])] if found.get("told_apart") else []
        self.line.setToolTip("\n".join([*apart, *(translated(seen) for seen in found["seen_as"].values())]))
        self.stats["first"].setToolTip(apart[0] if apart else tr(
            "Here requests come as set on the left. The calculator's mean counts a share of them as coming at"
            " the same moment as everybody's, as in the first round of published runs, and is longer."))

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
        if found.get("told_apart"):
            parts.append(tr("first token {mean} on average, {told} in the calculator", mean=units.seconds(found["ttft_s"]["mean"]),
                            told=units.seconds(found["calculator"]["ttft_s"])))
        if run.every > 1:
            parts.append(tr("one dot in {n}", n=run.every))
        return "\u00a0· ".join(parts)        # a line that wraps ends with the dot, none begins with it

    @staticmethod
    def _said(name: str, run: Curves) -> str:
        """What one of the plots shows, in a sentence."""
        if name == "tokens":
            highest = float(run.tokens.max()) if len(run.tokens) else 0.0
            return tr("Tokens per second over {time}, highest {n}.", time=clock_words(run.seconds), n=round(highest))
        if name == "count":
            most = round(float(run.waiting.max())) if len(run.waiting) else 0
            return tr("Requests running and waiting over time; at most {n} wait.", n=most)
        if name == "first":
            late = int((~run.kept).sum())
            return tr("Seconds to the first token of each request; {n} of {all} later than promised.", n=late, all=len(run.kept))
        peak = run.summary.get("kv_peak_fraction") if run.summary else None
        return tr("Share of the KV pool in use; peak {n} %.", n=round(100 * peak)) if peak is not None \
            else tr("The size of the KV pool is not known.")

    def set_clock(self, now: float, whole: bool) -> None:
        """`whole`: the clock stands at the end, so all is shown and no line is needed."""
        if not self.furnished:
            return
        for name in self._shown:
            self.tracks[name].plot.set_clock(None if whole else now)
        run = self.run
        index = run.at(now) if run else None
        if run is None or index is None:
            for track in self.tracks.values():
                track.value.set_text("")
            return
        self.tracks["tokens"].value.set_text(f"{run.tokens[index]:,.0f}")
        running, waiting = round(float(run.running[index])), round(float(run.waiting[index]))
        self.tracks["count"].value.set_text(tr("{running} running, {waiting} waiting", running=running, waiting=waiting),
                                            f"{running:,} · {waiting:,}")
        place = int(run.first_at.searchsorted(now, side="right")) - 1
        self.tracks["first"].value.set_text(units.seconds(float(run.first[place])) if place >= 0 else "")
        self.tracks["kv"].value.set_text(f"{100 * run.kv[index]:.0f} %" if len(run.kv) else tr("unknown"))

    def _point(self, x: float) -> None:
        """One pointer line through all plots of the card."""
        for track in self.tracks.values():
            if track.made:
                track.plot.set_pointer(x if x == x else None)
