"""The guide's plots of the present scenario, each a panel with a name and a sentence for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from advisor import insight
from advisor.scenario import Scenario
from advisor.ui import numbers, words
from advisor.ui.exports.files import save_plot
from advisor.ui.exports.tables import offer_copies
from advisor.ui.guide.live import Live, at_load
from advisor.ui.guide.plots import Bar, Bars, Line, Lines, Painted
from advisor.ui.guide.tables import PROMPTS, LivePanel, bare_rate, prompt_scenarios
from advisor.ui.language import clauses, labelled, tr
from advisor.ui.plots.export import tsv
from advisor.ui.store import Store
from advisor.ui.widgets.fields import SliderField
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel

USERS = (1, 2, 4, 8, 16, 32)


class ActsPlot(LivePanel):
    """How long one answer takes by prompt length: reading, then writing."""

    lane = "guide acts"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.bars = Bars()
        self.legend = Label("", "small", "text2", wraps=True)
        self.save = offer_saving(self, self.bars)
        self.body.addWidget(self.bars)
        self.body.addWidget(self.legend)

    def _prompts(self) -> list[int]:
        most = self.live.answer.case.model.max_position_embeddings or max(PROMPTS)
        return [p for p in PROMPTS if p < most]

    def scenarios(self) -> list[Scenario]:
        return prompt_scenarios(self.live, self._prompts())

    def show_results(self) -> None:
        output = self.live.answer.case.workload.output_tokens or 256
        bars, rows = [], []
        for prompt, scenario in zip(self._prompts(), self._asked, strict=True):
            speed = getattr(self.result(scenario), "speed", None)
            if speed is None or speed.ttft_s is None or speed.decode_tokens_per_s is None:
                continue
            read, write = speed.ttft_s.typical, output / speed.decode_tokens_per_s.typical
            text = " + ".join(" ".join(numbers.amount_and_unit(x, "seconds")) for x in (read, write))
            bars.append(Bar(f"{prompt:,}", ((read, "kv"), (write, "accent")), text))
            rows += [(tr("reading"), prompt, read), (tr("writing"), prompt, write)]
        self.set_title(tr("One answer on a clock"), tr("by prompt, alone"))
        self.bars.set_bars(bars)
        self.bars.set_table(tr("prompt tokens"), "s", rows)
        self.bars.setVisible(bool(bars))
        speak_save(self.save, bool(bars))
        self.legend.setText(tr("Orange: reading the prompt. Blue: writing {n} tokens.", n=output) if bars
                            else tr("The device's rates are not known, so neither are its times."))
        self.bars.describe(tr("One answer on a clock"), clauses(labelled(b.label, b.words) for b in bars))


class WeightsPlot(Panel):
    """The textbook's ladder and this scenario's own weights against what the device can use."""

    LADDER = (("FP32", "fp32"), ("BF16", "bf16"), ("FP8", "fp8"), ("INT4", "int4"))

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.bars, self.legend = Bars(), Label("", "small", "text2", wraps=True)
        self.save, self.why = offer_saving(self, self.bars), self.add_action(Link())
        self.body.addWidget(self.bars)
        self.body.addWidget(self.legend)
        self.why.clicked.connect(lambda: store.ask_why("weights_bytes"))

    def draw(self) -> None:
        live = Live.of(self.store)
        _speak_why(self.why, tr("Why are the weights so large?"))
        speak_save(self.save)
        self.set_title(tr("What fits"), tr("weights, {unit}", unit=numbers.unit_name()))
        ladder = [(name, live.book_weights(form)) for name, form in self.LADDER]
        bars = [Bar(name, ((size, "weights"),), numbers.bare_size(size, 1)) for name, size in ladder]
        own, usable = live.weights(), live.answer.memory.usable_bytes
        if own is not None:
            name = live.answer.case.quantization.name.partition(" (")[0]
            bars.append(Bar(name, ((float(own), "accent"),), numbers.bare_size(own, 2), current=True))
        unit = numbers.unit_bytes()
        self.bars.set_table(tr("format"), numbers.unit_name(), [
            *((tr("textbook"), name, size / unit) for name, size in ladder),
            *([(tr("this scenario"), bars[-1].label, own / unit)] if own is not None else []),
            *([(tr("usable"), "", usable / unit)] if usable else [])])
        self.bars.set_bars(bars, (float(usable), tr("usable {size}", size=numbers.size(usable, 1))) if usable else None)
        self.legend.setText(tr("The four upper bars by the textbook; the last one is the file of this scenario."))
        self.bars.describe(tr("Weights by precision"), clauses(labelled(b.label, b.words) for b in bars))


class LoadsPlot(Panel):
    """KV demand over people, for 4K, 8K, 32K and the present context; its slider moves the scenario."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.lines, self.people = Lines(), SliderField(1, 64)
        self.save, self.why = offer_saving(self, self.lines), self.add_action(Link())
        self.body.addWidget(self.lines)
        self.body.addWidget(self.people)
        self.why.clicked.connect(lambda: store.ask_why("kv_bytes"))
        self.people.picked.connect(self._take)

    def draw(self) -> None:
        live, unit = Live.of(self.store), numbers.unit_bytes()
        case = live.answer.case
        people, context = case.concurrency, case.settings.context or 4096
        _speak_why(self.why, tr("Why is the KV cache so large?"))
        speak_save(self.save)
        self.set_title(tr("Twice the people, twice the notes"))
        self.wrap_title()
        self.people.set_label(tr("People at once"))
        self.people.set_value(people)
        slopes = {c: live.kv_at(1, c) for c in (4096, 8192, 32768)}
        lines = [Line(numbers.context_name(c), s / unit) for c, s in slopes.items() if s]
        budget, now = live.budget(), live.kv_at(people, context)
        load = tr("{load}: {size}", load=words.load(live.answer.scenario), size=numbers.size(now)) if now else ""
        most = 16
        while most < people:
            most *= 2
        self.lines.set_lines(lines, (budget / unit, tr("KV budget {size}", size=numbers.size(budget, 1))) if budget else None,
                             (people, now / unit, load) if now else None, most,
                             (tr("people at once"), tr("KV {unit}", unit=numbers.unit_name())))
        self.lines.set_table(self.lines.axes[0], self.lines.axes[1], [
            *((line.name, n, line.slope * n) for line in lines for n in sorted({1, most // 4, most // 2, most})),
            *([(tr("KV budget"), "", budget / unit)] if budget else []), *([(tr("now"), people, now / unit)] if now else [])])
        self.lines.describe(tr("KV cache over people"), load)

    def _take(self, people: int) -> None:
        at = at_load(self.store.scenario, people, self.store.filled.settings.context or 4096)
        self.store.edit("people", workload=at.workload, settings__parallel=at.settings.parallel)


class PeoplePlot(Panel):
    """Throughput of all and pace of each over people."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.bars, self.legend = Bars(), Label("", "small", "text2", wraps=True)
        self.save, self.why = offer_saving(self, self.bars), self.add_action(Link())
        self.body.addWidget(self.bars)
        self.body.addWidget(self.legend)
        self.why.clicked.connect(lambda: store.ask_why("output_tokens_per_s"))

    def draw(self) -> None:
        answer = Live.of(self.store).answer
        _speak_why(self.why, tr("Why so many tokens together?"))
        self.set_title(tr("More people, more in all, less for each"))
        self.wrap_title()
        points = insight.by_users(answer, sorted({*USERS, answer.case.concurrency})) if answer.memory.starts else []
        bars = [Bar(f"{p.users:,}", ((p.tokens_per_s_together.typical, "accent"),),
                    f"{bare_rate(p.tokens_per_s_together)} · {bare_rate(p.tokens_per_s_each)}", p.users == answer.case.concurrency)
                for p in points]
        self.bars.set_bars(bars)
        self.bars.set_table(tr("people at once"), "tok/s", [
            row for p in points for row in ((tr("all together"), p.users, p.tokens_per_s_together.typical),
                                            (tr("each"), p.users, p.tokens_per_s_each.typical))])
        self.bars.setVisible(bool(bars))
        speak_save(self.save, bool(bars))
        self.legend.setText(tr("By people at once: tokens per second of all together · of each.") if bars
                            else tr("It would not start, or the device's rates are not known."))
        self.bars.describe(tr("Throughput over people"), clauses(labelled(b.label, b.words) for b in bars))


def offer_saving(panel: Panel, plot: Painted) -> Link:
    """Save as a picture or a table from the title row, copying from the plot's own menu, as with the other plots."""
    link = panel.add_action(Link())
    link.clicked.connect(lambda: save_plot(panel.window(), plot, panel.title.text()))
    offer_copies(plot, lambda: tsv(plot), panel.title.text)
    return link


def speak_save(link: Link, shown: bool = True) -> None:
    link.setText(tr("Save…"))
    link.setAccessibleName(tr("Save this plot"))
    link.setVisible(shown)
    link.updateGeometry()


def _speak_why(link: Link, name: str) -> None:
    link.setText(tr("Why?"))
    link.setAccessibleName(name)
    link.updateGeometry()


PLOTS: Mapping[str, Callable[[Store], QWidget]] = {"acts": ActsPlot, "weights": WeightsPlot, "loads": LoadsPlot, "people": PeoplePlot}
