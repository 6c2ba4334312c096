"""The guide's live tables: the present scenario and its neighbours, by the same functions as the calculator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from advisor.answer import Estimate, Range
from advisor.engines import engines
from advisor.errors import CannotAnswer
from advisor.estimate import holds_at_once
from advisor.recommend.nearest import STEPS_DOWN
from advisor.scenario import Scenario, Settings
from advisor.ui import numbers, words
from advisor.ui.calculator.inputs import formats_of
from advisor.ui.calculator.tables import NeighbourPanel, PrecisionPanel
from advisor.ui.exports.tables import offer_copies
from advisor.ui.guide.live import Live, at_load
from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.widgets.label import Label
from advisor.ui.widgets.scroll import clear
from advisor.ui.widgets.table import Cell, Column, DataTable
from advisor.ui.widgets.verdict import verdict_word
from advisor.ui.wizard.commands import CommandRow, commands_of, plan_of

ROW = 30
PROMPTS = (512, 2048, 8192, 30000)
LOADS = ((1, 4096), (8, 4096), (8, 8192), (8, 16384), (8, 32768))
ALIKE = {"gpu": {"2": "awq", "4": "awq", "8": "fp8", "16": "bf16"},
         "mlx": {"2": "mlx-4bit", "4": "mlx-4bit", "8": "mlx-8bit", "16": "bf16"},
         "gguf": {"2": "iq2_m", "4": "q4_k_m", "8": "q8_0", "16": "bf16"}}
"""The format of about the same size that the engines of each kind of file take."""


def fit(table: DataTable) -> None:
    """A table in a text: as high as its rows, with the guide's row height."""
    table.verticalHeader().setDefaultSectionSize(ROW)
    table.setFixedHeight(table.horizontalHeader().sizeHint().height() + len(table.rows.rows) * ROW + 4)


def bare_rate(value: Range | None) -> str:
    """The typical tokens per second without their unit; a dash where they are not known."""
    return "—" if value is None else numbers.amount_and_unit(value.typical, "rate")[0]


class LivePanel(NeighbourPanel):
    """A panel of neighbours of the scenario, or of the worked example while the scenario has no answer."""

    @property
    def live(self) -> Live:
        return Live.of(self.store)

    def draw(self) -> None:
        wanted = self.scenarios()
        if wanted == self._asked and self._have:
            self.show_results()
        elif wanted != self._asked:
            self._asked = wanted
            self.store.neighbours.ask(f"{self.lane} {id(self)}", wanted, self._done)

    def _done(self, found: Any) -> None:
        if not isValid(self):       # another chapter was opened meanwhile
            return
        self._have = found
        if self.isVisible():
            self._asked = self.scenarios()
            if all(s in found for s in self._asked):
                self.show_results()
            else:
                self._asked = ()
                self.draw()


class TextTable(LivePanel):
    """A live table between paragraphs: no outline, as wide as the text."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)
        self.table = DataTable(sortable=False)
        offer_copies(self.table, self.table.tsv, self.table.accessibleName)
        self.body.addWidget(self.table)

    def put(self, columns: Sequence[Column], rows: Sequence[tuple[str, Sequence[Cell]]], marked: str, name: str) -> None:
        self.table.set_rows(columns, rows, marked, tr("{n} rows", n=len(rows)), name)
        fit(self.table)

    def paintEvent(self, event: QPaintEvent) -> None:
        return


def prompt_scenarios(live: Live, prompts: Sequence[int]) -> list[Scenario]:
    """One request alone with those prompt lengths; the context grows where it must."""
    context = live.answer.case.settings.context or 4096
    slots = {} if live.scenario.settings.parallel is None else {"settings__parallel": 1}
    output = live.answer.case.workload.output_tokens or 256
    return [live.scenario.with_(workload__concurrency=1, workload__prompt_tokens=p, settings__context=max(context, p + output), **slots)
            for p in prompts]


class PromptsTable(TextTable):
    """The two acts by prompt length: wait, pace, and how the wait feels."""

    lane = "guide prompts"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.table.taken.connect(lambda key: store.edit(workload__prompt_tokens=int(key)))

    def _prompts(self) -> list[int]:
        most = self.live.answer.case.model.max_position_embeddings or max(PROMPTS)
        now = self.live.answer.case.workload.prompt_tokens or 1024
        return sorted({p for p in (*PROMPTS, now) if p < most or p == now})

    def scenarios(self) -> list[Scenario]:
        return prompt_scenarios(self.live, self._prompts())

    def show_results(self) -> None:
        self.set_title(tr("The two acts by prompt length"), tr("one request alone"))
        columns = [Column(tr("Prompt"), right=True), Column(tr("First token"), right=True), Column(tr("Pace after it, tok/s"), right=True),
                   Column(tr("How it feels"), stretch=True)]
        rows = []
        for prompt, scenario in zip(self._prompts(), self._asked, strict=True):
            found = self.result(scenario)
            first, pace = (getattr(getattr(found, "speed", None), q, None) for q in ("ttft_s", "decode_tokens_per_s"))
            rows.append((str(prompt), [
                Cell(f"{prompt:,}", prompt), Cell(numbers.ranged(first, "seconds"), strong=True) if first else Cell(tr("unknown")),
                Cell(f"{numbers.amount_and_unit(pace.typical, 'rate')[0]}{numbers.brackets(numbers.span(pace, 'rate'))}") if pace
                else Cell(tr("unknown")), Cell(words.feel(first.typical) if first else "—")]))
        self.put(columns, rows, str(self.live.answer.case.workload.prompt_tokens or 1024), tr("The two acts by prompt length"))


class FormatsTable(PrecisionPanel):
    """The calculator's precision table, without its outline."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)

    def draw(self) -> None:
        self.setVisible(self.store.estimate is not None)
        super().draw()

    def _done(self, found: Any) -> None:
        if isValid(self):
            super()._done(found)

    def show_results(self) -> None:
        super().show_results()
        fit(self.table)

    def paintEvent(self, event: QPaintEvent) -> None:
        return


class LoadsTable(TextTable):
    """KV demand and verdict of a few loads, the present one marked."""

    lane = "guide loads"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.table.taken.connect(self._take)

    def _loads(self) -> list[tuple[int, int]]:
        case = self.live.answer.case
        return sorted({*LOADS, (case.concurrency, case.settings.context or 4096)}, key=lambda x: (x[0] * x[1], x))

    def scenarios(self) -> list[Scenario]:
        return [at_load(self.live.scenario, p, c) for p, c in self._loads()]

    def show_results(self) -> None:
        live, unit = self.live, numbers.unit_name()
        self.set_title(tr("KV cache by load"), tr("{unit} asked for at that load", unit=unit))
        columns = [Column(tr("Load")), Column(tr("KV {unit}", unit=unit), right=True), Column(tr("Of the budget"), right=True),
                   Column(tr("Verdict"), stretch=True)]
        rows, budget = [], live.budget()
        for (people, context), scenario in zip(self._loads(), self._asked, strict=True):
            found = self.result(scenario)
            size, verdict = live.kv_at(people, context), found.verdict if isinstance(found, Estimate) else "unknown"
            share = f"{size / budget:,.0%}" if size is not None and budget else "—"
            rows.append((f"{people} {context}", [
                Cell(tr("{n} at once × {context}", n=people, context=numbers.context_name(context))),
                Cell(tr("unknown") if size is None else numbers.bare_size(size, 2), size, strong=True), Cell(share, weak=True),
                Cell(verdict_word(verdict), verdict=verdict)]))
        case = live.answer.case
        self.put(columns, rows, f"{case.concurrency} {case.settings.context or 4096}", tr("KV cache by load"))

    def _take(self, key: str) -> None:
        people, context = map(int, key.split())
        at = at_load(self.live.scenario, people, context)
        self.store.edit("load", workload=at.workload, settings=at.settings)


class EnginesTable(TextTable):
    """The same question to every engine: its format, verdict and pace, or why it does not take it."""

    lane = "guide engines"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self._reasons: list[str] = []
        self._notes = QVBoxLayout()
        self._notes.setSpacing(2)
        self.body.addLayout(self._notes)
        self.table.taken.connect(self._take)

    def _asks(self) -> list[tuple[str, Scenario]]:
        live = self.live
        settings = Settings(context=live.answer.case.settings.context, parallel=live.scenario.settings.parallel,
                            tensor_parallel=live.scenario.settings.tensor_parallel)
        asked = live.scenario.with_(settings=settings, engine_version=None)
        now, found = live.answer.case.quantization, []
        for id_, other in engines().items():
            like = ALIKE.get(other.data.get("traits", {}).get("formats", ""), {}).get(now.bit_class)
            found += [(id_, asked.with_(engine=id_, quantization=q)) for q in dict.fromkeys((now.id, like, None))]
        return found

    def scenarios(self) -> list[Scenario]:
        return [scenario for _, scenario in self._asks()]

    def _chosen(self) -> dict[str, tuple[Scenario, Estimate | None, str]]:
        """By engine: the scenario that it takes and its answer, else why not."""
        found: dict[str, tuple[Scenario, Estimate | None, str]] = {}
        for id_, scenario in self._asks():
            answer = self.result(scenario)
            if id_ in found and found[id_][1] is not None:
                continue
            if isinstance(answer, CannotAnswer):
                found[id_] = scenario, None, translated(answer.why)
            elif answer is not None:
                why = next((translated(r.reason) for r in answer.case.engine.refusals(answer.case) if r.hard), "") \
                    or translated(answer.case.engine.not_served(answer.case))
                found[id_] = scenario, None if why else answer, why
        return found

    def show_results(self) -> None:
        self.set_title(tr("Every engine on this machine"), tr("same model, same load"))
        columns = [Column(tr("Engine")), Column(tr("Format")), Column(tr("Verdict")), Column(tr("One stream, tok/s"), right=True),
                   Column(tr("All together, tok/s"), right=True, stretch=True)]
        rows = []
        for id_, (_, answer, why) in self._chosen().items():
            name = engines()[id_].name
            if answer is None:
                rows.append((id_, [Cell(name), Cell("—"), Cell(tr("not here"), verdict="unknown", tip=why), Cell("—", weak=True),
                                   Cell("—", weak=True, tip=why)]))
                continue
            form = answer.case.quantization.name.partition(" (")[0]
            pace, total = answer.speed.decode_tokens_per_s, answer.speed.output_tokens_per_s
            rows.append((id_, [
                Cell(name), Cell(form), Cell(verdict_word(answer.verdict), verdict=answer.verdict),
                Cell(bare_rate(pace), strong=True), Cell(bare_rate(total))]))
        self.put(columns, rows, self.live.answer.case.engine.id, tr("Every engine on this machine"))
        names = {id_: engines()[id_].name for id_ in engines()}
        reasons = [why if why.startswith(names[id_]) else tr("{engine}: {why}", engine=names[id_], why=why)
                   for id_, (_, _, why) in self._chosen().items() if why]
        if reasons != self._reasons:
            self._reasons = reasons
            clear(self._notes)
            for reason in reasons:
                self._notes.addWidget(Label(reason, "small", "text2", wraps=True))

    def _take(self, id_: str) -> None:
        found = self._chosen().get(id_)     # None: the rows are of a moment ago, the new ones are being worked out
        if found is not None and found[1] is not None:
            self.store.take(found[0])


class RetreatTable(TextTable):
    """What each step of the retreat does to the present scenario."""

    lane = "guide retreat"

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.table.taken.connect(self._take)

    def _steps(self) -> list[tuple[str, Scenario]]:
        live = self.live
        case, asked = live.answer.case, live.scenario
        context, prompt = case.settings.context or 4096, case.workload.prompt_tokens or 1024
        found = [(tr("As it is"), asked),
                 (tr("Half the context"), asked.with_(settings__context=max(1, context // 2))),
                 (tr("Half the prompt"), asked.with_(workload__prompt_tokens=prompt // 2)),
                 (tr("Half the people"), at_load(asked, max(1, case.concurrency // 2), context)),
                 (tr("Prompts share 3/4"), asked.with_(workload__shared_prefix_tokens=prompt * 3 // 4, settings__prefix_caching=True))]
        small = case.engine.data.get("traits", {}).get("kv_8_bit")
        if small and case.settings.kv_cache_dtype in ("auto", "f16", "bf16", "fp16"):
            found.append((tr("KV cache in 8 bit"), asked.with_(settings__kv_cache_dtype=small)))
        smaller = self._smaller()
        if smaller:
            found.append((tr("Weights in {name}", name=smaller.name.partition(" (")[0]), asked.with_(quantization=smaller.id)))
        return found

    def _smaller(self) -> Any:
        """The next format down that this engine runs."""
        from advisor import catalog
        answer = self.live.answer
        now, kinds = answer.case.quantization.bits_per_weight, formats_of(answer.case.engine.id, answer)
        if not now or self.live.answer.case.model.gguf_tensors is not None:
            return None
        table = catalog.quantizations()
        options = [table[i] for i in STEPS_DOWN.get(kinds[0], ()) if i in table] if kinds else []
        smaller = [q for q in options if q.bits_per_weight and q.bits_per_weight < 0.9 * now]
        return max(smaller, key=lambda q: q.bits_per_weight or 0.0, default=None)

    def scenarios(self) -> list[Scenario]:
        return [scenario for _, scenario in self._steps()]

    def show_results(self) -> None:
        self.set_title(tr("What each step would do"), tr("to the present scenario"))
        columns = [Column(tr("Step")), Column(tr("Holds at once"), right=True), Column(tr("First token"), right=True),
                   Column(tr("All together, tok/s"), right=True), Column(tr("Verdict"), stretch=True)]
        rows = []
        for index, (name, scenario) in enumerate(self._steps()):
            found = self.result(scenario)
            if not isinstance(found, Estimate):
                why = translated(found.why) if isinstance(found, CannotAnswer) else ""
                rows.append((str(index), [Cell(name), Cell("—"), Cell("—"), Cell("—"), Cell(tr("not here"), verdict="unknown", tip=why)]))
                continue
            holds, first, total = holds_at_once(found.case, found.memory), found.speed.ttft_s, found.speed.output_tokens_per_s
            rows.append((str(index), [
                Cell(name, strong=index == 0), Cell(tr("unknown") if holds is None else f"{holds:,}"),
                Cell(" ".join(numbers.amount_and_unit(first.typical, "seconds")) if first else "—"),
                Cell(bare_rate(total)), Cell(verdict_word(found.verdict), verdict=found.verdict)]))
        self.put(columns, rows, "0", tr("What each step would do"))

    def _take(self, key: str) -> None:
        steps = self._steps()
        if int(key) < len(steps) and steps[int(key)][1] != self.store.scenario:     # the rows may be of a moment ago
            self.store.take(steps[int(key)][1])


class CaseCommands(QWidget):
    """Launch, check and call of the present scenario, each with what to look for."""

    KINDS = ("launch", "check", "call")

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._shown: object = None
        self._rows: list[CommandRow] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(10)

    def draw(self) -> None:
        plan = plan_of(self.store)
        shell = "powershell" if self.store.state.task.os == "windows" else "bash"
        try:
            found = commands_of(plan, shell) if plan is not None else []
        except CannotAnswer as error:
            self._put((str(error),), [Label(translated(error.why), wraps=True)])
            return
        first = {c.kind: c for c in reversed(found)}
        shown = [first[k] for k in self.KINDS if k in first]
        if not shown:
            self._put(("",), [Label(tr("There are no commands before the scenario has an answer."), "body", "text2", wraps=True)])
        elif (titles := tuple(translated(c.title) for c in shown)) != self._shown:
            self._rows = [CommandRow(c) for c in shown]
            self._put(titles, self._rows)
        else:
            for row, command in zip(self._rows, shown, strict=True):
                row.block.set_command(command.text.rstrip("\n"), translated(command.verifies))

    def _put(self, key: object, widgets: Sequence[QWidget]) -> None:
        if key != self._shown:
            self._shown = key
            clear(self.column)
            for widget in widgets:
                self.column.addWidget(widget)


SHOWS: Mapping[str, Callable[[Store], QWidget]] = {
    "prompts": PromptsTable, "precision": FormatsTable, "engines": EnginesTable, "loads": LoadsTable, "retreat": RetreatTable,
    "commands": CaseCommands}
