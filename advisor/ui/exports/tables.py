"""Tables to the clipboard as TSV or CSV, from the menu of the right button or of the menu key."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from advisor.ui.language import tr
from advisor.ui.widgets.copy_button import to_clipboard


def as_csv(tsv: str) -> str:
    """The same table with commas, quoted where it must be."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(line.split("\t") for line in tsv.rstrip("\n").split("\n"))
    return out.getvalue()


def offer_copies(widget: QWidget, tsv: Callable[[], str], what: Callable[[], str]) -> None:
    """Gives a table or plot a menu that copies it either way and says so."""
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    widget.customContextMenuRequested.connect(lambda place: copy_menu(widget, tsv, what).popup(widget.mapToGlobal(_near(widget, place))))


def _near(widget: QWidget, place: QPoint) -> QPoint:
    return place if widget.rect().contains(place) else widget.rect().center()


def copy_menu(widget: QWidget, tsv: Callable[[], str], what: Callable[[], str]) -> QMenu:
    """A menu that copies what `tsv` gives; `what` names it in the status line. Goes with its closing."""
    menu = QMenu(widget)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def copy(text: str) -> None:
        good = to_clipboard(text)
        tell = getattr(widget.window(), "tell", None)
        if tell:
            tell(tr("Copied: {what}", what=what()) if good else tr("Not copied: the clipboard refused."))

    menu.addAction(tr("Copy as TSV (tabs)"), lambda: copy(tsv()))
    menu.addAction(tr("Copy as CSV (commas)"), lambda: copy(as_csv(tsv())))
    return menu
