"""The simulator's dialogs that open and save files. Each tells in the status bar what came of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from advisor.errors import CannotAnswer
from advisor.ui.language import told, tr
from advisor.ui.simulator.comparison import ComparisonPanel
from advisor.ui.simulator.run_card import RunCard
from advisor.ui.simulator.sweep_panel import SweepPanel
from advisor.ui.store import Store
from advisor.whatif.question import Question


def save_text(home: QWidget, store: Store, name: str, text: str, kinds: str = "") -> None:
    """Asks where to and writes; tells both in the status line."""
    from advisor.ui.preferences import write_text
    path = QFileDialog.getSaveFileName(home, tr("Save as"), name, kinds)[0]
    if path:
        why = write_text(Path(path), text)
        tell(store, path, CannotAnswer(tr("{path} could not be written: {why}", path=path, why=why)) if why else None)


def save_comparison(home: QWidget, store: Store, panel: ComparisonPanel) -> None:
    save_text(home, store, "comparison.csv", panel.csv_text(), tr("Table (*.csv)"))


def save_sweep(home: QWidget, store: Store, panel: SweepPanel, kind: str) -> None:
    """The sweep as it is shown: `kind` png (or SVG, by the name) or csv."""
    kinds = tr("Plot (*.png *.svg)") if kind == "png" else tr("Table (*.csv)")
    path = QFileDialog.getSaveFileName(home, tr("Save as"), f"sweep.{kind}", kinds)[0]
    if not path:
        return
    try:
        panel.save_to(path)
    except CannotAnswer as error:
        tell(store, path, error)
    else:
        tell(store, path)


def save_run(home: QWidget, store: Store, card: RunCard, asked: Question | None) -> None:
    """A run's timeline or requests as CSV, or its picture."""
    kinds = {tr("Timeline (*.csv)"): "timeline", tr("Requests (*.csv)"): "requests", tr("Picture (*.png)"): "picture"}
    path, chosen = QFileDialog.getSaveFileName(home, tr("Save as"), "timeline.csv", ";;".join(kinds))
    run = card.run
    if not path or asked is None or run is None:
        return
    kind = "picture" if path.lower().endswith(".png") else kinds.get(chosen, "timeline")
    if kind == "picture":
        good = card.grab().save(path if path.lower().endswith(".png") else path + ".png")
        tell(store, path, None if good else CannotAnswer(tr("{path} could not be written.", path=path)))
        return
    store.jobs.run_away("write", "advisor.whatif.runs:write", (path, asked, run.scheduler, kind), lambda _: tell(store, path),
                        lambda error: tell(store, path, error))


def ask_trace(home: QWidget) -> str:
    """The path of a trace that a person chose, "" for none."""
    return QFileDialog.getOpenFileName(home, tr("Open a trace"), "", tr("Traces (*.csv *.jsonl *.gz)"))[0]


def tell(store: Store, path: str, error: CannotAnswer | None = None) -> None:
    store.told.emit(told(error) if error else tr("Saved {path}", path=path))
