"""The few windows that are modal: to open, to save, preferences, keys, about."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from advisor import __version__
from advisor.ui import theme
from advisor.ui.language import LANGUAGES, tr
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import Page

if TYPE_CHECKING:
    from advisor.ui.main_window import MainWindow


AROUND = 100        # pixels of a screen's height for a dialog's button, title and edges


def ask_open(window: MainWindow) -> str:
    kinds = tr("Scenarios, models and traces (*.json *.gguf *.csv *.jsonl *.gz);;All files (*)")
    return QFileDialog.getOpenFileName(window, tr("Open"), "", kinds)[0]


def ask_save(window: QWidget, name: str, kinds: str) -> str:
    return QFileDialog.getSaveFileName(window, tr("Save as"), name, kinds)[0]


def export_report(window: MainWindow) -> None:
    """The scenario's figures, their derivation and the commands as Markdown (HTML and PDF by the file's ending)."""
    if window.store is None:
        return
    from advisor.ui.exports.report import write_report
    path = ask_save(window, "report.md", tr("Report (*.md *.html *.pdf)"))
    if path:
        why = write_report(path, window.store)
        window.tell(tr("Saved {path}", path=path) if not why else tr("{path} could not be written: {why}", path=path, why=why))


def log_folder() -> Path:
    from advisor.resources import user_folder
    return user_folder("log")


def open_log_folder(window: MainWindow) -> None:
    folder = log_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        window.tell(tr("{path} could not be written: {why}", path=str(folder), why=error.strerror or str(error)))
        return
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        window.tell(str(folder))


class Dialog(QDialog):
    """A small window over `window` with a column to fill and a Close button: never narrower than its words; what is taller than the
    screen scrolls above the button. Destroyed when closed."""

    def __init__(self, window: MainWindow, title: str) -> None:
        super().__init__(window)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page = Page((20, 18, 20, 6), 12)
        self.column = self.page.column
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 16)
        self._outer.setSpacing(6)
        self._outer.addWidget(self.page)

    def fit(self) -> None:
        """Room for the whole column, as far as the screen has it."""
        column, bar = self.column, self.page.verticalScrollBar().sizeHint().width()
        width = column.totalMinimumSize().width()
        # as high as it is beside a scroll bar: else the bar, once there, would stay
        height = column.totalHeightForWidth(width - bar) if column.hasHeightForWidth() else column.totalMinimumSize().height()
        room = self.screen().availableGeometry().height() - AROUND
        self.page.setMinimumSize(width + (bar if height > room else 0), min(height, room))
        self.resize(self.minimumSizeHint())

    def showEvent(self, event: QShowEvent) -> None:
        self.fit()
        super().showEvent(event)

    def add_buttons(self) -> None:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.setContentsMargins(20, 0, 20, 0)
        box.rejected.connect(self.reject)
        close = box.button(QDialogButtonBox.StandardButton.Close)
        close.setText(tr("Close"))
        close.setAccessibleName(tr("Close"))
        self._outer.addWidget(box)


class PreferencesDialog(Dialog):
    """Every change is applied and stored at once; Close only closes."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, tr("Preferences"))
        self._window = window
        preferences = window.preferences
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(16)
        self.column.addLayout(form)
        self._heading(form, tr("Appearance"))
        system = tr("As the system")
        self.language = self._combo(form, tr("Language"), {"system": system, **LANGUAGES}, preferences.language, "language")
        self.theme = self._combo(form, tr("Theme"), {"system": system, "light": tr("Light"), "dark": tr("Dark")},
                                 preferences.theme, "theme")
        self.units = QCheckBox(tr("Show GiB instead of GB"))
        self.units.setChecked(preferences.binary_units)
        self.units.toggled.connect(lambda on: window.prefer(binary_units=on))
        form.addRow("", self.units)
        self._heading(form, tr("Costs"))
        self.power = self._number(form, tr("Electricity, $ per kWh"), preferences.power_price_usd_per_kwh, 10, "power_price_usd_per_kwh")
        self.busy = self._number(form, tr("Share of the time it is busy"), preferences.busy_fraction, 1, "busy_fraction", 100)
        self.busy.setSuffix(" %")
        self.busy.setDecimals(0)
        self.busy.setSingleStep(1)
        self.price = self._number(form, tr("Price of one device, $"), preferences.device_price_usd, 999_999,
                                  "device_price_usd")
        self.rent = self._number(form, tr("Rent of one, $ per hour"), preferences.rent_usd_per_hour, 9_999,
                                 "rent_usd_per_hour")
        for box in (self.price, self.rent):
            box.setSpecialValueText(tr("from the catalog"))
        self.years = self._number(form, tr("Years of use"), preferences.years_of_use, 30, "years_of_use")
        self.years.setDecimals(1)
        self.years.setSingleStep(0.5)
        self._heading(form, tr("Network"))
        self.mirror = QLineEdit(preferences.mirror)
        self.mirror.setTextMargins(4, 0, 4, 0)
        self.mirror.setPlaceholderText("https://hf-mirror.com")
        self.mirror.setAccessibleName(tr("Mirror of Hugging Face"))
        self.mirror.editingFinished.connect(lambda: window.prefer(mirror=self.mirror.text().strip()))
        form.addRow(tr("Mirror of Hugging Face"), self.mirror)
        self.network = QCheckBox(tr("Allow the network when a button asks for it"))
        self.network.setChecked(preferences.network)
        self.network.toggled.connect(lambda on: window.prefer(network=on))
        form.addRow("", self.network)
        self.column.addWidget(Label(tr("Nothing is sent without a click on a button that says what it asks and where."), "small",
                                    "text2", wraps=True))
        self.add_buttons()
        self.column.addStrut(460)

    def _combo(self, form: QFormLayout, label: str, options: dict[str, str], current: str, field: str) -> QComboBox:
        combo = QComboBox()
        for key, text in options.items():
            combo.addItem(text, key)
        combo.setCurrentIndex(max(0, combo.findData(current)))
        combo.setAccessibleName(label)
        combo.activated.connect(lambda index: self._window.prefer(**{field: combo.itemData(index)}))
        form.addRow(label, combo)
        return combo

    @staticmethod
    def _heading(form: QFormLayout, words: str) -> None:
        """A line of words over the fields that belong together."""
        heading = Label(words, "section", "text2")
        heading.setContentsMargins(0, 6 if form.rowCount() else 0, 0, 0)
        form.addRow(heading)

    def _number(self, form: QFormLayout, label: str, value: float, most: float, field: str, times: int = 1) -> QDoubleSpinBox:
        """`times`: what the field shows for 1 of the preference (100 for per cent)."""
        box = QDoubleSpinBox()
        box.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setMinimumWidth(150)
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.setRange(0, most * times)
        box.setSingleStep(0.05)
        box.setValue(value * times)
        box.setAccessibleName(label)
        box.valueChanged.connect(lambda v: self._window.prefer(**{field: v / times}))
        form.addRow(label, box)
        return box


def key_rows() -> list[tuple[str, str]]:
    """Every key and what it does (the menus show theirs as well)."""
    return [("Ctrl+1 … 4", tr("Wizard, calculator, simulator, guide")), ("F6, Shift+F6", tr("Next and previous region")),
            ("F4", tr("Fold the inputs")), ("W, Enter, Space", tr("On a figure: why?")),
            ("Esc", tr("Close the drawer or a page, stop a run")), ("Alt+←", tr("Back in the drawer and in the guide")),
            ("Alt+→", tr("Forward in the guide")),
            ("Ctrl+L", tr("Paste a link or the text of a vendor's tool")), ("Ctrl+Shift+C", tr("Copy the scenario as a link")),
            ("Ctrl+N, O, S, Shift+S", tr("New, open, save, save as")), ("Ctrl+Z, Ctrl+Shift+Z", tr("Undo, redo")),
            ("Ctrl+E", tr("Export the report")), ("Ctrl+,", tr("Preferences")), ("Ctrl+F", tr("Find a model; in the guide: find text")),
            ("Space, ←, →, [, ]", tr("In the simulator: play or pause, back, on, slower, faster")),
            ("Ctrl+C", tr("In a table: copy it")), ("F1, F11, Ctrl+Q", tr("Guide, full screen, quit"))]


def show_keys(window: MainWindow) -> None:
    dialog = Dialog(window, tr("Keys"))
    form = QFormLayout()
    form.setVerticalSpacing(2)      # many rows: they stand on a low screen as well
    for key, text in key_rows():
        form.addRow(Label(key, "chosen"), Label(text))
    dialog.column.addLayout(form)
    dialog.add_buttons()
    dialog.exec()


def about_text() -> str:
    """Versions, for a report."""
    import PySide6
    from PySide6.QtCore import qVersion
    return (f"LLM Deployment Advisor {__version__}\nPython {platform.python_version()}, Qt {qVersion()}, PySide6 {PySide6.__version__}\n"
            f"{platform.platform()}")


def show_crash(parent: QWidget | None, report: str) -> None:
    """An error nobody foresaw: what happened, and a report to copy."""
    from PySide6.QtWidgets import QPlainTextEdit
    dialog = QDialog(parent)
    dialog.setWindowTitle(tr("Something went wrong"))
    column = QVBoxLayout(dialog)
    column.setContentsMargins(20, 18, 20, 16)
    column.setSpacing(12)
    column.addWidget(Label(tr("The program made a mistake. Your scenario is kept. This report says where:"), wraps=True))
    text = QPlainTextEdit(report)
    text.setReadOnly(True)
    text.setAccessibleName(tr("Error report"))
    text.setFont(theme.font("mono"))
    column.addWidget(text)
    buttons, close = QHBoxLayout(), QPushButton(tr("Close"))
    close.clicked.connect(dialog.accept)
    buttons.addWidget(CopyButton(lambda: report, lambda: tr("the report")))
    buttons.addStretch(1)
    buttons.addWidget(close)
    column.addLayout(buttons)
    dialog.resize(640, 400)
    dialog.exec()
