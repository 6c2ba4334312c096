"""Tables of the scenario's neighbours: loads, prompt lengths, precisions. Worked out in the pool, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from advisor.errors import CannotAnswer
from advisor.scenario import Scenario
from advisor.ui import numbers, words
from advisor.ui.calculator.inputs import formats_of
from advisor.ui.engine_levers import flag_of
from advisor.ui.exports.tables import offer_copies
from advisor.ui.language import tr
from advisor.ui.neighbours import Results
from advisor.ui.store import Store
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.heat_table import Heat, HeatTable
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.panel import Panel
from advisor.ui.widgets.table import Cell, Column, DataTable
from advisor.ui.widgets.verdict import VerdictMark, verdict_word

CONTEXTS = (2048, 4096, 8192, 12288, 16384, 24576, 32768, 65536, 131072)
PEOPLE = (1, 2, 4, 6, 8, 16, 32, 64, 128, 256)
PROMPTS = (512, 1024, 4096, 8192, 16384, 32768)


class NeighbourPanel(Panel):
    """A panel whose rows are other scenarios. `scenarios()` says which; `show_results()` draws what has been worked out."""

    lane = ""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._asked: Sequence[Scenario] = ()
        self._have: Results = {}

    def scenarios(self) -> list[Scenario]:
        raise NotImplementedError

    def show_results(self) -> None:
        raise NotImplementedError

    def result(self, scenario: Scenario) -> Any:
        """The estimate, the CannotAnswer, or None while it is being worked out."""
        return self._have.get(scenario)

    def draw(self) -> None:
        """Shows again what is there; asks for what is not. The old rows stay until the new ones are worked out."""
        if self.store.estimate is None or self.store.error is not None:
            self.set_state("stale" if self.store.error is not None else "")
            return
        self.set_state("")
        wanted = self.scenarios()
        if wanted == self._asked and self._have:
            self.show_results()
        elif wanted != self._asked:
            self._asked = wanted
            self.store.neighbours.ask(f"{self.lane} {id(self)}", wanted, self._done)

    def _done(self, found: Results) -> None:
        self._have = found
        if self.isVisible() and self.store.error is None and self.store.estimate is not None:
            self._asked = self.scenarios()
            if all(s in found for s in self._asked):
                self.show_results()
            else:
                self._asked = ()
                self.draw()


def around(values: Sequence[int], current: int, count: int) -> list[int]:
    """`count` of the values with the current one among them, the window following it."""
    options = sorted({*values, current})
    start = max(0, min(options.index(current) - count + 2, len(options) - count))
    return options[start:start + count]


class LoadPanel(NeighbourPanel):
    """Concurrency × context, coloured by verdict."""

    lane = "load table"

    def __init__(self, store: Store, parent: QWidget | None = None, people: int = 6, contexts: int = 7) -> None:
        super().__init__(store, parent)
        self._counts = (people, contexts)
        self.heat = HeatTable()
        offer_copies(self.heat, self.heat.heats.tsv, self.title.text)
        self.marks = {v: VerdictMark(v, "small") for v in ("fits", "tight", "queues", "offload", "does_not_fit")}
        legend = Flow(gap=10)
        for mark in self.marks.values():
            legend.addWidget(mark)
        self.slots = Label("", "small", "text2", wraps=True)
        self.body.addWidget(self.heat)
        self.body.addLayout(legend)
        self.body.addWidget(self.slots)
        self.body.addStretch(1)
        self.heat.taken.connect(self._take)

    def _axes(self) -> tuple[list[int], list[int]]:
        filled = self.store.filled
        people = around(PEOPLE, filled.workload.concurrency or 1, self._counts[0])
        most = (self.store.estimate.case.model.max_position_embeddings if self.store.estimate else None) or CONTEXTS[-1]
        contexts = [c for c in CONTEXTS if c <= most]
        return people, around(contexts, filled.settings.context or 4096, self._counts[1])

    def _at(self, people: int, context: int) -> Scenario:
        """The scenario at that load. Where the cache is made for slots, or slots were set to the people, there is a slot for each."""
        scenario = self.store.scenario
        changes: dict[str, Any] = {"workload__concurrency": people, "settings__context": context}
        if self._slots_are_memory():
            changes.update(settings__parallel=people, settings__kv_unified=None)
        elif scenario.settings.parallel is not None and scenario.settings.parallel == (scenario.workload.concurrency or 1):
            changes["settings__parallel"] = people
        return scenario.with_(**changes)

    def _slots_are_memory(self) -> bool:
        """The engine takes memory for each slot that it is given, instead of a pool that all requests share."""
        return self.store.estimate is not None and not self.store.estimate.case.engine.reserves_pool

    def scenarios(self) -> list[Scenario]:
        people, contexts = self._axes()
        return [self._at(p, c) for p in people for c in contexts]

    def show_results(self) -> None:
        people, contexts = self._axes()
        loads = [(p, c) for p in people for c in contexts]
        cells: dict[tuple[int, int], Heat] = {}
        for load, scenario in zip(loads, self._asked, strict=True):
            found = self.result(scenario)
            if isinstance(found, CannotAnswer):
                cells[load] = Heat(None, "unknown")
            elif found is not None:
                cells[load] = Heat(kv_demand(found), found.verdict)
        filled = self.store.filled
        current = (filled.workload.concurrency or 1, filled.settings.context or 4096)
        self.heat.set_cells(people, contexts, cells, current, tr("Now: {load}", load=words.load(filled)))
        self.set_title(tr("KV cache by load"), self._said())
        flag = flag_of(filled.engine or "", "parallel")
        self.slots.setVisible(self._slots_are_memory())
        self.slots.setText(tr("Each row has a slot for each of its people ({flag}).", flag=flag) if flag else
                           tr("Each row has a slot for each of its people."))
        for mark in self.marks.values():
            mark.set_verdict(mark._verdict)

    def _said(self) -> str:
        """What the figures are: unit, of what budget, on how many cards."""
        answer, unit = self.store.estimate, self.heat.heats.scale.unit
        budget = kv_budget(answer)
        if not budget:
            return tr("{unit} asked for at that load", unit=unit)
        size, cards = numbers.size(budget, 1), cards_of(answer)
        return (tr("{unit} over all {n} cards, of a budget of {size}", unit=unit, n=cards, size=size) if cards > 1 else
                tr("{unit}, of a budget of {size}", unit=unit, size=size))

    def _take(self, people: int, context: int) -> None:
        at = self._at(people, context)
        self.store.edit("load", workload=at.workload, settings=at.settings)


def cards_of(answer: Any) -> int:
    """The devices that hold a part of the cache."""
    settings = answer.case.settings
    if answer.case.engine.reserves_pool:
        return int(settings.tensor_parallel * settings.pipeline_parallel * settings.data_parallel)
    return max(1, len(answer.memory.devices))


def kv_budget(answer: Any) -> int | None:
    """Bytes that all devices together have for the cache: the pools where the engine reserves them, else what the other parts leave."""
    memory = answer.memory if answer is not None else None
    if memory is None or memory.kv_bytes is None:
        return None
    if answer.case.engine.reserves_pool:
        return int(memory.kv_bytes) * cards_of(answer)
    parts = (memory.weights_bytes, memory.state_bytes, memory.compute_bytes, memory.graph_bytes, memory.runtime_bytes)
    devices = [d for d in memory.devices if d.usable_bytes is not None]
    if devices:
        return max(0, sum(d.usable_bytes - d.total_bytes + d.kv_bytes for d in devices) - memory.host_weights_bytes)
    return None if memory.usable_bytes is None else max(0, memory.usable_bytes - sum(p or 0 for p in parts))


def kv_demand(answer: Any) -> int | None:
    """KV bytes on all devices together for all requests at full length, also where the engine reserves pools of another size.

    A prefix that all share is held once in every copy of the model, as the verdict counts it.
    """
    memory, settings, context = answer.memory, answer.case.settings, answer.case.settings.context
    if not answer.case.engine.reserves_pool or memory.kv_bytes_per_token is None or not context:
        held = sum(d.kv_bytes for d in memory.devices) if memory.devices else memory.kv_bytes
        return None if held is None else int(held + memory.host_kv_bytes)
    people, copies = answer.case.concurrency, settings.data_parallel
    shared = min(answer.case.workload.shared_prefix_tokens, context - 1) if settings.prefix_caching is not False else 0
    tokens = people * context - shared * (people - min(people, copies))
    return int(memory.kv_bytes_per_token * tokens * cards_of(answer) // copies)


class FirstTokenPanel(NeighbourPanel):
    """How long until the first word, by prompt length, and how it feels."""

    lane = "first token"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.why = self.add_action(Link())
        self.table = DataTable(sortable=False)
        offer_copies(self.table, self.table.tsv, self.title.text)
        self.body.addWidget(self.table)
        self.body.addStretch(1)
        self.why.clicked.connect(lambda: store.ask_why("ttft_s"))
        self.table.taken.connect(lambda key: store.edit(workload__prompt_tokens=int(key)))

    def _prompts(self) -> list[int]:
        most = self._most()
        now = self.store.filled.workload.prompt_tokens or 1024
        return sorted({p for p in (*PROMPTS, now) if p <= max(most, now)})[-8:]

    def scenarios(self) -> list[Scenario]:
        context = self.store.filled.settings.context or 4096
        most = self._most()
        return [self.store.scenario.with_(workload__concurrency=1, workload__prompt_tokens=p, workload__output_tokens=1,
                                          settings__parallel=1, settings__context=min(max(context, p + 1), max(most, p)))
                for p in self._prompts()]

    def _most(self) -> int:
        """The longest prompt that the model reads."""
        answer = self.store.estimate
        return (answer.case.model.max_position_embeddings if answer else None) or max(PROMPTS)

    def show_results(self) -> None:
        self.why.setText(tr("Why?"))
        self.why.setAccessibleName(tr("Why does the first token take so long?"))
        self.why.updateGeometry()
        self.set_title(tr("Time to first token"), tr("one request alone"))
        columns = [Column(tr("Prompt"), right=True), Column(tr("First token"), right=True), Column(tr("low–high"), right=True),
                   Column(tr("How it feels"), stretch=True)]
        rows = []
        for prompt, scenario in zip(self._prompts(), self._asked, strict=True):
            found = self.result(scenario)
            value = getattr(getattr(found, "speed", None), "ttft_s", None)
            if value is None:
                cells = [Cell(f"{prompt:,}", prompt), Cell("—"), Cell("—", weak=True), Cell("")]
            else:
                amount, unit = numbers.amount_and_unit(value.typical, "seconds")
                cells = [Cell(f"{prompt:,}", prompt), Cell(f"{amount} {unit}", value.typical, strong=True),
                         Cell(numbers.span(value, "seconds"), value.low, weak=True), Cell(words.feel(value.typical))]
            rows.append((str(prompt), cells))
        now = str(self.store.filled.workload.prompt_tokens or 1024)
        self.table.set_rows(columns, rows, now, tr("{n} prompt lengths", n=len(rows)), tr("Time to first token by prompt length"))
        self.table.fit_height()


class PrecisionPanel(NeighbourPanel):
    """The same load on the same machine in the other formats that this engine runs."""

    lane = "precision"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.why = self.add_action(Link())
        self.table = DataTable(sortable=True)
        offer_copies(self.table, self.table.tsv, self.title.text)
        self.body.addWidget(self.table)
        self.body.addStretch(1)
        self.why.clicked.connect(lambda: store.ask_why("weights_bytes"))
        self.table.taken.connect(lambda key: store.edit(quantization=key))

    def _formats(self) -> list[Any]:
        from advisor import catalog
        from advisor.recommend.nearest import STEPS_DOWN
        kinds = formats_of(self.store.filled.engine or "", self.store.estimate)
        ids = ["bf16", *STEPS_DOWN.get(kinds[0], ())]
        now = self.store.filled.quantization
        if now and now not in ids:
            ids.append(now)
        table = catalog.quantizations()
        found = [table[i] for i in ids if i in table]
        return sorted(found, key=lambda q: -(q.bits_per_weight or 0))

    def scenarios(self) -> list[Scenario]:
        return [self.store.scenario.with_(quantization=q.id) for q in self._formats()]

    def show_results(self) -> None:
        self.why.setText(tr("Why?"))
        self.why.setAccessibleName(tr("Why are the weights so large?"))
        self.why.updateGeometry()
        self.set_title(tr("Precision"), tr("same load, same machine"))
        unit = numbers.unit_name()
        columns = [Column(tr("Quantization")), Column(tr("Weights {unit}", unit=unit), right=True), Column(tr("Verdict")),
                   Column(words.pace_name(self.store.filled.workload.concurrency or 1), right=True), Column(tr("low–high"), right=True),
                   Column(tr("Quality"), stretch=True)]
        rows = []
        for found, scenario in zip(self._formats(), self._asked, strict=True):
            answer = self.result(scenario)
            if answer is None or isinstance(answer, CannotAnswer):
                why = str(answer) if answer is not None else ""
                rows.append((found.id, [Cell(found.name), Cell("—"), Cell("" if answer is None else verdict_word("unknown")), Cell("—"),
                                        Cell("—", weak=True), Cell("", tip=why)]))
                continue
            pace, stored = answer.speed.each(answer.case.concurrency), words.stored_bytes(answer)
            rows.append((found.id, [
                Cell(found.name, found.bits_per_weight), Cell(numbers.bare_size(stored, 2), stored),
                Cell(verdict_word(answer.verdict), verdict=answer.verdict),
                Cell(numbers.amount_and_unit(pace.typical, "rate")[0] if pace else "—", pace.typical if pace else None, strong=True),
                Cell(numbers.span(pace, "rate") if pace else "—", weak=True), Cell(quality_words(found), tip=found.quality_note or "")]))
        self.table.set_rows(columns, rows, self.store.filled.quantization or "", tr("{n} formats", n=len(rows)),
                            tr("Precision table of this model"))
        self.table.fit_height()


def quality_words(found: Any) -> str:
    """How much quality the format costs, in words, from the catalog's number (KL divergence against 16 bit)."""
    loss = found.quality_loss
    if found.id in ("bf16", "fp16", "fp32"):
        return tr("reference")
    if loss is None:
        return tr("not measured")
    words_by_loss = ((0.003, tr("no loss seen")), (0.012, tr("very small loss")), (0.04, tr("small loss")),
                     (0.12, tr("loss you notice")))
    for limit, word in words_by_loss:
        if loss < limit:
            return word
    return tr("large loss")
