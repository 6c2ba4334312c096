"""In place of all figures while there are none: why, and where to go."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.panel import Panel


class NothingPanel(Panel):
    """Shown while the store has never had an answer: the scenario lacks something or names what nobody knows."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.why, self.mend = Label("", wraps=True), Label("", "body", "text2", wraps=True)
        self.go, self.ask = QPushButton(), QPushButton()
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        for button in (self.go, self.ask):
            row.addWidget(button)
        row.addStretch(1)
        self.body.addWidget(self.why)
        self.body.addWidget(self.mend)
        self.body.addLayout(row)
        self.go.clicked.connect(self._go)
        self.ask.clicked.connect(lambda: store.show("wizard"))

    def draw(self) -> None:
        error = self.store.error
        self.set_state("error" if error is not None else "")
        self.set_title(tr("No figures yet"))
        if error is not None:
            self.why.setText(translated(error.why))
            self.mend.setText(translated(error.mend))
        else:
            looking = self.store.state.machine_source == "unknown"
            self.why.setText(tr("Looking at this computer…") if looking else tr("Working it out…"))
            self.mend.setText(tr("With a model and a machine, memory, speed and cost stand here."))
        self.mend.setVisible(bool(self.mend.text()))
        self.go.setText(tr("To the field"))
        self.go.setVisible(error is not None and bool(error.field))
        self.ask.setText(tr("Let the wizard recommend"))

    def _go(self) -> None:
        error, go = self.store.error, getattr(self.window(), "go_to_field", None)
        if error is not None and error.field and go is not None:
            go("hardware.device" if error.field.startswith("hardware") else error.field)
