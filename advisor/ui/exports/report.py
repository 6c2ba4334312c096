"""The report of a scenario: verdict, figures, tables, plots, how every figure came about, commands, the scenario itself.

Its blocks are the source of all three forms (exports/paper.py).
"""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from advisor import __version__, insight
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.ui import numbers, theme, words
from advisor.ui.calculator.money import dollars, money
from advisor.ui.exports import paper
from advisor.ui.exports.files import write_whole
from advisor.ui.exports.paper import Block, Bullets, Code, Heading, Picture, Table, Text
from advisor.ui.files import link_of, scenario_text
from advisor.ui.language import labelled, sentences, tr, translated
from advisor.ui.store import Store
from advisor.ui.why.accuracy import accuracy
from advisor.ui.why.accuracy import sentence as accuracy_sentence
from advisor.ui.why.constants import functions_told, values_told, words_of
from advisor.ui.why.drawer import formula_text
from advisor.ui.why.quantities import number_text, title
from advisor.ui.widgets.memory_bar import filling_of, part_word
from advisor.ui.widgets.verdict import headline

if TYPE_CHECKING:
    from advisor.ui.calculator.plot_panels import PlotPanel

PLOT_SIZE = (680, 300)
KEY_LEFT_OUT = "your-own-key-goes-here"


def blocks(store: Store) -> list[Block]:
    """The whole report."""
    answer = store.estimate
    if answer is None or store.error is not None:
        return [Heading(tr("LLM Deployment Advisor"), 1), Text(tr("There is no figure yet."))]
    case = answer.case
    asked = case.workload
    lengths = tr("{prompt} and {answer} tokens", prompt=_tokens(asked.prompt_tokens), answer=_tokens(asked.output_tokens))
    first = headline(answer)
    made: list[Block] = [Heading(_title(answer), 1), Text(labelled(f"**{first.word}**", first.line)),
                         Bullets([labelled(tr("Machine"), words.machine(case.machine)), labelled(tr("Load"), words.load(answer.scenario)),
                                  labelled(tr("Prompt and answer"), lengths)])]
    made += [Text(translated(note), "note") for note in answer.notes]
    made += _memory(answer) + _figures(answer) + _prompts(answer) + _people(answer) + _roofline(answer)
    made += _costs(answer, store) + _commands(store) + _derivations(answer) + _scenario(store)
    return [*made, Text(tr("Made by LLM Deployment Advisor {version} on {date}. Ranges hold the measured value about four times in five.",
                           version=__version__, date=date.today().isoformat()), "source")]


def _title(answer: Estimate) -> str:
    case = answer.case
    return f"{case.model.name}, {case.quantization.name}, {case.engine.name} {case.version}"


def _tokens(value: int | None) -> str:
    return f"{value:,}" if value is not None else tr("unknown")


def _memory(answer: Estimate) -> list[Block]:
    memory = answer.memory
    rows = [[tr("Part"), numbers.unit_name(), "bytes"]]
    rows += [[part_word(part), numbers.bare_size(size, 2), f"{size:,}"] for part, size in filling_of(memory).parts]
    for name, value in ((tr("total").capitalize(), memory.total_bytes), (tr("Usable memory"), memory.usable_bytes),
                        (tr("Headroom"), memory.headroom_bytes), (tr("In main memory"), memory.host_bytes)):
        if value is not None:
            rows.append([name, numbers.bare_size(value, 2), f"{value:,}"])
    return [Heading(tr("Memory")), Table(rows)]


def _figures(answer: Estimate) -> list[Block]:
    memory, speed = answer.memory, answer.speed
    rows = [[tr("Figure"), tr("typical (low–high)"), tr("rests on")]]
    for name, value, kind in (("ttft_s", speed.ttft_s, "seconds"), ("decode_tokens_per_s", speed.decode_tokens_per_s, "rate"),
                              ("output_tokens_per_s", speed.output_tokens_per_s, "rate"), ("tpot_s", speed.tpot_s, "seconds"),
                              ("prefill_tokens_per_s", speed.prefill_tokens_per_s, "rate")):
        rows.append([title(name), numbers.ranged(value, kind), translated(value.why) if value is not None and value.why else "—"])
    for name, count in (("max_context_tokens", memory.max_context_tokens), ("kv_capacity_tokens", memory.kv_capacity_tokens)):
        rows.append([title(name), _tokens(count), "—"])
    holds = memory.max_concurrency
    rows.append([title("max_concurrency"), tr("unknown") if holds is None else f"{holds:,.1f}", "—"])
    return [Heading(tr("Figures")), Table(rows, 9)]


def _prompts(answer: Estimate) -> list[Block]:
    found = insight.by_prompt(answer) if answer.memory.starts else []
    if not found:
        return []
    rows = [[tr("Prompt"), tr("First token"), tr("Pace, one stream"), tr("How it feels")]]
    rows += [[f"{r.prompt_tokens:,}", numbers.ranged(r.ttft_s, "seconds"), numbers.ranged(r.decode_tokens_per_s, "rate"),
              words.feel(r.ttft_s.typical)] for r in found]
    return [Heading(tr("Time to first token")), Table(rows, 9)]


def _people(answer: Estimate) -> list[Block]:
    found = insight.by_users(answer) if answer.memory.starts else []
    if not found:
        return []
    rows = [[tr("At once"), tr("each, tok/s"), tr("all together, tok/s"), tr("First token")]]
    rows += [[f"{p.users:,}", numbers.span(p.tokens_per_s_each, "rate"), numbers.span(p.tokens_per_s_together, "rate"),
              numbers.ranged(p.ttft_s, "seconds")] for p in found]
    name = tr("Pace by number of people")
    return [Heading(name), Table(rows, 9), Picture("people", name)]


def _roofline(answer: Estimate) -> list[Block]:
    roof = insight.roof(answer) if answer.memory.starts else None
    if roof is None:
        return []
    names = {"decode, alone": tr("decode, 1 stream"), "decode, together": tr("decode, all streams"), "prefill": tr("prefill")}
    rows = [[tr("Step"), tr("FLOP per byte read"), "TFLOP/s", tr("roof there")]]
    rows += [[names[p.name], f"{p.intensity:,.1f}", f"{p.flops / 1e12:,.2f}", f"{p.roof_flops / 1e12:,.2f}"] for p in roof.points]
    return [Heading(tr("Roofline")), Text(f"{roof.bandwidth_bytes_per_s / 1e9:,.0f} GB/s, {roof.peak_flops / 1e12:,.0f} TFLOP/s"),
            Table(rows), Picture("roofline", tr("Roofline"))]


def _costs(answer: Estimate, store: Store) -> list[Block]:
    found = money(answer, store.preferences)
    rows = [[tr("Way"), tr("rests on"), tr("$ per 1M answer tokens, prompts included"), tr("low–high")]]
    for line in found.lines:
        known = line.usd
        span = f"{dollars(known.low)}–{dollars(known.high)}" if known and known.low != known.high else "—"
        rows.append([line.name, line.basis, dollars(known.typical) if known else tr("unknown"), span if known else "—"])
    return [Heading(tr("Cost")), Table(rows, 2)]


def _commands(store: Store) -> list[Block]:
    from advisor.ui.wizard.commands import commands_of, plan_of
    plan = plan_of(store)
    if plan is None:
        return []
    made: list[Block] = [Heading(tr("Commands"))]
    if plan.api_key:
        plan = replace(plan, api_key=KEY_LEFT_OUT)
        made.append(Text(tr("A report is for passing on, so that the key is left out: put one of your own where {word} stands.",
                            word=KEY_LEFT_OUT)))
    try:
        found = commands_of(plan, "powershell" if plan.os == "windows" else "bash")
    except CannotAnswer as error:
        return [*made, Text(translated(error.why))]
    for command in found:
        made += [Heading(translated(command.title), 3), Code(command.text, command.shell), Text(translated(command.verifies), "source")]
    return made


def _derivations(answer: Estimate) -> list[Block]:
    """Every rule with its numbers; sources are numbered, each told once at the end."""
    made: list[Block] = [Heading(tr("Where the figures come from"))]
    sources: dict[str, int] = {}
    for rule in answer.derivation:
        number = sources.setdefault(translated(rule.source), len(sources) + 1)
        made += [Heading(labelled(words_of(rule.quantity), f"{number_text(rule.quantity, rule.value, rule.unit)} [{number}]"), 3),
                 Code(formula_text(rule))]
        values = [*functions_told(rule), *values_told(answer, rule)]
        if values:
            made.append(Bullets(values, "values"))
        missed = accuracy(answer, rule.quantity)
        if missed is not None:
            made.append(Text(sentences((accuracy_sentence(missed), missed.words)), "source"))
    return [*made, Heading(tr("Sources"), 3), *(Text(f"[{number}] {text}", "source") for text, number in sources.items())]


def _scenario(store: Store) -> list[Block]:
    return [Heading(tr("The scenario")), Code(scenario_text(store.filled), "json"), Text(f"`{link_of(store.scenario, store.state.task)}`")]


# ------------------------------------------------------------------------------------------------ pictures

def pictures(store: Store) -> dict[str, QImage]:
    """The plots of the present scenario in light colours, by name; those that have nothing to show are left out."""
    from advisor.ui.calculator.plot_panels import RooflinePanel, UsersPanel
    with theme.on_paper():
        kinds: tuple[tuple[str, type[PlotPanel]], ...] = (("roofline", RooflinePanel), ("people", UsersPanel))
        made = {name: _picture(kind(store)) for name, kind in kinds}
    return {name: image for name, image in made.items() if image is not None}


def _picture(panel: PlotPanel) -> QImage | None:
    from PySide6.QtCore import Qt

    from advisor.ui.plots.export import image
    panel.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    panel.speak()
    plot = panel.ready()
    if plot is not None:
        plot.setFixedSize(*PLOT_SIZE)
    panel.show()
    found = image(plot) if plot is not None else None
    panel.hide()
    panel.deleteLater()
    return found


def png(image: QImage) -> bytes:
    """The picture as a PNG file's bytes."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


# ------------------------------------------------------------------------------------------------ the three forms

def write_report(path: str, store: Store) -> str:
    """Writes the report in the form that the file's ending asks for; returns "" or why it failed."""
    target = Path(path)
    ending = target.suffix.lower()
    made, answer = blocks(store), store.estimate
    name = _title(answer) if answer is not None else tr("LLM Deployment Advisor")
    try:
        images = pictures(store) if answer is not None and store.error is None else {}
        made = [block for block in made if not isinstance(block, Picture) or block.name in images]
        if ending == ".pdf":
            _whole(target, paper.pdf(made, name, images))
        elif ending in (".html", ".htm"):
            _whole(target, paper.page(made, name, lambda picture: _inside(images[picture])).encode())
        else:
            for picture, image in images.items():
                _whole(_beside(target, picture), png(image))
            _whole(target, paper.markdown(made, lambda picture: _beside(target, picture).name).encode())
    except CannotAnswer as error:
        return translated(error.why)
    return ""


def _inside(image: QImage) -> str:
    return f"data:image/png;base64,{base64.b64encode(png(image)).decode()}"


def _beside(target: Path, name: str) -> Path:
    """Where a Markdown report's picture lies; no spaces, so that the link is one."""
    return target.with_name(re.sub(r"[^\w.-]", "-", f"{target.stem}-{name}.png"))


def _whole(path: Path, data: bytes) -> None:
    def write(name: str) -> None:
        with open(name, "wb") as file:
            file.write(data)

    write_whole(path, write)
