"""The runs that are shown side by side as a table: a row a run, each figure with its difference from the present run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from advisor import units
from advisor.ui.language import clauses, labelled, listed, tr
from advisor.ui.simulator.lever_plots import FIGURES
from advisor.ui.simulator.run_card import Who
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.table import Cell, Column, DataTable
from advisor.whatif.question import Curves

Value = Callable[[dict[str, Any]], float | None]
NEAR = 0.005        # a difference under half a percent is none


class Figure(NamedTuple):
    """A column: its heading, the number, its words, and whether its difference is a ratio (in %) or a plain one."""

    title: str
    value: Value
    text: Callable[[float | None], str]
    ratio: bool = True


def figures() -> list[Figure]:
    def count(value: float | None) -> str:
        return "—" if value is None else f"{round(value):,}"

    def share(value: float | None) -> str:
        return "—" if value is None else f"{100 * value:.0f} %"

    def seconds(value: float | None) -> str:
        return "—" if value is None else units.seconds(value)

    return [Figure(tr("First token p50"), lambda s: s["ttft_s"]["p50"], seconds),
            Figure(tr("First token p95"), lambda s: s["ttft_s"]["p95"], seconds),
            Figure(tr("Time per token p95"), lambda s: s["tpot_s"]["p95"], seconds),
            Figure(tr("tok/s"), lambda s: s["output_tokens_per_s"], count),
            Figure(tr("tok/s in time"), lambda s: s["goodput_tokens_per_s"], count),
            Figure(tr("Promise kept"), lambda s: s["goodput_fraction"], share, False),
            Figure(tr("Pushed out"), lambda s: s["preemptions"], count, False)]


def difference(figure: Figure, value: float | None, now: float | None) -> str:
    """`+12 %`, `−3`, "" where it is (nearly) none or not known."""
    if value is None or now is None or value == now:
        return ""
    if figure.ratio:
        if now == 0 or abs(value / now - 1) < NEAR:
            return ""
        ratio = value / now
        return f"×{ratio:,.{0 if ratio >= 9.95 else 1}f}" if ratio >= 2 else f"{_signed(round(100 * (ratio - 1)))} %"
    if figure.title == tr("Promise kept"):
        return f"{_signed(round(100 * (value - now)))}" if round(100 * (value - now)) else ""
    return _signed(round(value - now))


def _signed(value: int) -> str:
    return f"+{value:,}" if value >= 0 else f"−{-value:,}"


class ComparisonPanel(Panel):
    """`taken(place)` when a row is taken by Enter or double-click; `clear_asked` and `save_asked` by links in the title row."""

    taken = Signal(int)
    clear_asked = Signal()
    save_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: list[tuple[Who, Curves]] = []
        self.upright = False
        self.csv = self.add_action(Link("", "small"))
        self.clear = self.add_action(Link("", "small"))
        self.table = DataTable(sortable=False)
        self.copy = CopyButton(self.table.tsv, lambda: tr("the table"), lambda: tr("Copy as table"))
        self.add_to_title(self.copy)
        self.body.addWidget(self.table)
        self.body.addStretch(1)
        self.csv.clicked.connect(self.save_asked)
        self.clear.clicked.connect(self.clear_asked)
        self.table.taken.connect(self._take)

    def draw(self, shown: Sequence[tuple[Who, Curves]], upright: bool = False) -> None:
        """`shown`: the runs in their order, the present one last; `upright`: a column a run, where width is short."""
        self.set_title(tr("Comparison"), tr("differences from the present run"))
        self.csv.setText("CSV")
        self.csv.setAccessibleName(tr("Save the comparison as CSV"))
        self.clear.setText(tr("Remove the kept runs"))
        for link in (self.csv, self.clear):
            link.updateGeometry()
        self.shown, self.upright = list(shown), upright
        now = shown[-1][1].summary if shown else {}
        found, last = figures(), len(shown) - 1
        cells = [[self._cell(f, run.summary, now, place == last) for f in found] for place, (_, run) in enumerate(shown)]
        if upright:
            columns = [Column("", stretch=True), *(Column(who.name, right=True) for who, _ in shown)]
            rows = [(str(i), [Cell(f.title), *(run[i] for run in cells)]) for i, f in enumerate(found)]
        else:
            columns = [Column(tr("Run"), stretch=True), *(Column(f.title, right=True) for f in found)]
            names = [Cell(f"{who.name} · {who.what}" if who.kind == "kept" else who.name, strong=i == last, tip=who.what)
                     for i, (who, _) in enumerate(shown)]
            rows = [(str(i), [name, *run]) for i, (name, run) in enumerate(zip(names, cells, strict=True))]
        sentence = clauses(labelled(who.name, listed(f"{f.title} {c.text}" for f, c in zip(found, run, strict=True)))
                           for (who, _), run in zip(shown, cells, strict=True))
        self.table.set_rows(columns, rows, "" if upright else str(last), sentence, tr("Comparison of the runs"))
        self.table.fit_height()

    def _take(self, key: str) -> None:
        place = self.table.currentIndex().column() - 1 if self.upright else int(key)
        if place >= 0:
            self.taken.emit(place)

    def csv_text(self) -> str:
        """All figures of the runs as plain numbers, a line a run."""
        import csv
        import io
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        measures = [(m, s) for m in ("ttft_s", "tpot_s", "e2e_s") for s in ("mean", "p50", "p95", "p99")]
        writer.writerow(("run", "settings", *(f"{m[:-2]}_{s}_s" for m, s in measures), *FIGURES))
        for who, run in self.shown:
            found = run.summary
            numbers = [found[m][s] for m, s in measures] + [found[f] for f in FIGURES] if found else []
            writer.writerow((who.name, who.what, *("" if n is None else f"{n:.6g}" for n in numbers)))
        return out.getvalue()

    @staticmethod
    def _cell(figure: Figure, summary: dict[str, Any], now: dict[str, Any], last: bool) -> Cell:
        if not summary:
            return Cell("…", weak=True)
        value = figure.value(summary)
        apart = "" if last or not now else difference(figure, value, figure.value(now))
        return Cell(f"{figure.text(value)}  {apart}".rstrip(), value, strong=last)
