"""About: versions, how old the data is, licences. And whether there is a newer version, asked only by a click."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QPushButton

from advisor import __version__
from advisor.errors import CannotAnswer
from advisor.ui.dialogs import Dialog, about_text
from advisor.ui.language import labelled, told, tr
from advisor.ui.widgets.copy_button import CopyButton
from advisor.ui.widgets.label import Label, Link
from advisor.words import say

if TYPE_CHECKING:
    from advisor.ui.main_window import MainWindow

NEWEST = "https://pypi.org/pypi/llm-deployment-advisor/json"
MOST_BYTES = 8 * 2**20
WAIT_S = 8
_DATE = re.compile(r'"(?:date|price_date)":\s?"(\d{4}-\d{2}(?:-\d{2})?)"')
_FOLDER_OF_DEBIAN = "/usr/share/doc/llm-deployment-advisor/licences"


def newest_date(path: Path) -> str:
    """The latest date that a data file's rows carry, "" where none does."""
    return max(_DATE.findall(path.read_text("utf-8")), default="")


def data_dates() -> list[tuple[str, str]]:
    """(what, newest date) of the catalog."""
    from advisor.resources import path
    files = {tr("Models"): "models.json", tr("Devices"): "devices.json", tr("Quantizations"): "quantizations.json",
             tr("Prices"): "prices.json", tr("Calibration"): "calibration.json", tr("Model scores"): "abilities.json"}
    return [(what, newest_date(path("catalog", name))) for what, name in files.items()]


def engine_versions() -> list[tuple[str, str]]:
    """(engine, version and date) whose defaults and limits the figures use."""
    from advisor.resources import folder
    rows = [json.loads(file.read_text("utf-8")) for file in sorted((folder() / "catalog" / "engines").glob("*.json"))]
    return [(row["name"], f"{row['version']} ({row['date']})") for row in rows]


def licence_folder() -> Path | None:
    """Where the packages put the licence texts; None in a checkout or a wheel."""
    places = [Path(getattr(sys, "_MEIPASS", "/nowhere")) / "licences", Path(_FOLDER_OF_DEBIAN)]
    return next((place for place in places if place.is_dir()), None)


class AboutDialog(Dialog):
    """Name, versions, the dates of the data, licences."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, tr("About"))
        self.column.addWidget(Label(tr("LLM Deployment Advisor"), "page"))
        self.column.addWidget(Label(tr("Which engine, model, quantization and settings for your task on your machine."), wraps=True))
        self.column.addWidget(Label(about_text().removeprefix("LLM Deployment Advisor "), "small", "text2"))
        row = QHBoxLayout()
        row.setSpacing(32)
        for title, rows in ((tr("Data"), data_dates()), (tr("Engines as of"), engine_versions())):
            form = QFormLayout()
            form.setVerticalSpacing(2)
            form.addRow(Label(title, "section", "text2"))
            for what, date in rows:
                form.addRow(Label(what, "small", "text2"), Label(date or tr("unknown"), "small"))
            row.addLayout(form)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addWidget(Label(tr("Scores of models as their makers publish them, and as measured by Artificial Analysis "
                                       "(artificialanalysis.ai) and the Open LLM Leaderboard."), "small", "text2", wraps=True))
        self.column.addWidget(Label(tr("Licences"), "section", "text2"))
        self.column.addWidget(Label(tr("This program is under the MIT licence. It uses Qt and PySide6 under the LGPL 3, as libraries of "
                                       "their own that you may replace by your own build of the same version; their source is at "
                                       "code.qt.io. pyqtgraph and pydantic are under the MIT licence, NumPy and psutil under BSD "
                                       "licences, Python under the PSF licence."), "small", "text2", wraps=True))
        buttons = QHBoxLayout()
        folder = licence_folder()
        texts = Link(tr("Open the licence texts"), "small")
        target = QUrl.fromLocalFile(str(folder)) if folder else QUrl("https://www.gnu.org/licenses/lgpl-3.0.html")
        texts.setToolTip(target.toDisplayString())
        texts.clicked.connect(lambda: QDesktopServices.openUrl(target))
        buttons.addWidget(texts)
        buttons.addStretch(1)
        buttons.addWidget(CopyButton(versions_text, lambda: tr("the versions")))
        self.column.addLayout(buttons)
        self.add_buttons()
        self.column.addStrut(480)


def versions_text() -> str:
    """Versions and dates, for a report."""
    rows = [*data_dates(), *engine_versions()]
    return about_text() + "\n" + "\n".join(labelled(what, when) for what, when in rows) + "\n"


def newest_version(address: str = NEWEST) -> str:
    """The newest published version's number. Raises CannotAnswer, offline in one sentence."""
    import urllib.error
    import urllib.request
    request = urllib.request.Request(address, headers={"Accept": "application/json", "User-Agent": "llm-deployment-advisor"})
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            data = json.loads(answer.read(MOST_BYTES))
        version = data["info"]["version"]
        if not isinstance(version, str) or not re.fullmatch(r"[0-9A-Za-z.+!-]{1,40}", version):
            raise ValueError
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 404:
            raise CannotAnswer(say("pypi.org lists no release of this program yet.")) from None
        raise CannotAnswer(say("pypi.org answered with the error {code}.", code=error.code)) from None
    except OSError:
        raise CannotAnswer(say("pypi.org cannot be reached from here."), say("Look again when there is a network.")) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CannotAnswer(say("pypi.org answered something that names no version.")) from None
    return version


def compared(newest: str, own: str = __version__) -> str:
    """What the newest version means for this one."""
    def numbers(version: str) -> list[int]:
        return [int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:4]]
    if numbers(newest) > numbers(own):
        return tr("Version {newest} is out; this is {own}.", newest=newest, own=own)
    return tr("This is the newest version, {own}.", own=own)


class UpdateDialog(Dialog):
    """Says what is asked and where; asks after one more click, in a worker."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, tr("Newer version?"))
        self._window = window
        self.column.addWidget(Label(tr("This is version {version}.", version=__version__), "strong"))
        self.column.addWidget(Label(tr("The button asks pypi.org which version is the newest, once. Nothing about you, this computer or "
                                       "your scenario is sent; like every server, pypi.org sees your network address."), wraps=True))
        self.column.addWidget(Label(NEWEST, "mono", "text2"))
        self.answer = Label("", "strong", wraps=True)
        self.ask = QPushButton(tr("Ask pypi.org") if window.preferences.network else tr("Allow the network and ask pypi.org"))
        self.ask.clicked.connect(self._ask)
        row = QHBoxLayout()
        row.addWidget(self.ask)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addWidget(self.answer)
        self.add_buttons()
        self.column.addStrut(420)

    def _ask(self) -> None:
        store = self._window.store
        if store is None:
            return
        self._window.prefer(network=True)
        self.ask.setEnabled(False)
        self.answer.setText(tr("Asking…"))

        def work(job: Any) -> str:
            return newest_version()

        store.jobs.run("update", work, lambda version: self._tell(compared(version)),
                       lambda error: self._tell(told(error)))

    def _tell(self, text: str) -> None:
        from shiboken6 import isValid
        if isValid(self):
            self.ask.setEnabled(True)
            self.answer.setText(text)
            self.fit()
