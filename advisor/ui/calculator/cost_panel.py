"""What a million answer tokens cost: own, rent, API; and from when on owning pays."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from advisor.ui.calculator.money import Money, dollars, money, offer_for
from advisor.ui.language import sentences, tr
from advisor.ui.numbers import brackets, unbroken
from advisor.ui.store import Store
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.panel import Panel


class CostPanel(Panel):
    """Three rows of figures, each of which can be asked; prices come from Preferences or the catalog."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.prices = self.add_action(Link())
        self.prices.clicked.connect(lambda: getattr(self.window(), "show_preferences", lambda: None)())
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(3)
        self.heads = [Label("", "small", "text2"), Label("", "small", "text2")]
        grid.addWidget(self.heads[0], 0, 0)
        grid.addWidget(self.heads[1], 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(Rule(role="border"), 1, 0, 1, 2)
        self.names = [Label("", wraps=True) for _ in range(3)]
        self.bases = [Label("", "small", "text2", wraps=True) for _ in range(3)]
        self.figures = [Figure("strong") for _ in range(3)]
        for index, way in enumerate(("cost_own", "cost_rent", "cost_api")):
            row = 2 + 3 * index
            grid.addWidget(self.names[index], row, 0)
            grid.addWidget(self.figures[index], row, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self.bases[index], row + 1, 0, 1, 2)
            grid.addWidget(Rule(), row + 2, 0, 1, 2)
            self.figures[index].quantity = way
            self.figures[index].clicked.connect(lambda _=False, w=way: store.ask_why(w))
        grid.setColumnStretch(0, 1)
        self.body.addLayout(grid)
        self.pays = Label("", "small", "text2", wraps=True)
        self.body.addWidget(self.pays)
        self.body.addStretch(1)

    def draw(self) -> None:
        self.prices.setText(tr("Prices…"))
        self.prices.setAccessibleName(tr("Prices in Preferences"))
        self.prices.updateGeometry()
        self.set_title(tr("Cost"), tr("prompts included"))
        answer, preferences = self.store.estimate, self.store.preferences
        self.set_state("stale" if self.store.error is not None else "")
        self.heads[0].setText(tr("{share} of the time busy", share=f"{preferences.busy_fraction * 100:.0f} %"))
        self.heads[1].setText(tr("$ per 1M answer tokens"))
        if answer is None:
            return
        found = money(answer, preferences)
        for line, name, basis, figure in zip(found.lines, self.names, self.bases, self.figures, strict=True):
            name.setText(line.name)
            basis.setText(line.basis)
            if line.usd is None:
                figure.set_figure(tr("unknown"), sentence=f"{line.name}: {tr('unknown')}", unknown=True)
            else:
                span = f"{dollars(line.usd.low)[1:]}–{dollars(line.usd.high)[1:]}" if line.usd.low != line.usd.high else ""
                text = dollars(line.usd.typical)
                figure.set_figure(text, "", brackets(span) if span else "", f"{line.name}: {text} {span}")
        self.pays.setText(unbroken(sentences(self._pays(found))))

    def _pays(self, found: Money) -> list[str]:
        from advisor import insight
        answer = self.store.estimate
        assert answer is not None
        said = []
        if found.own.usd is not None:
            said += [self._beats(tr("renting for the busy hours alone"), found.beats_rent, found.rent.usd is not None),
                     self._beats(tr("this API"), found.beats_api, found.api.usd is not None)]
        offer = offer_for(answer.case.model)
        if offer is not None:
            cached = dollars(offer.cached) if offer.cached is not None else tr("not offered")
            said.append(tr("This API asks for 1M tokens: input {input}, cached input {cached}, output {output}.",
                           input=dollars(offer.input), cached=cached, output=dollars(offer.output)))
        drawn = insight.power(answer)
        if drawn is not None:
            said.append(tr("About {watts} W while busy: {rate} tokens per joule.", watts=round(drawn.watts),
                           rate=f"{drawn.tokens_per_joule:.2f}"))
        return [s for s in said if s]

    @staticmethod
    def _beats(what: str, share: float | None, known: bool) -> str:
        if not known:
            return ""
        if share is None:
            return tr("Owning never beats {what} at this load.", what=what)
        return tr("Owning beats {what} from {share} of the time busy.", what=what, share=f"{ceil(share * 100)} %")
