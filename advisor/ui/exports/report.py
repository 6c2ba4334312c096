"""The report of a scenario: verdict, figures, tables, plots, how every figure came about, commands, the scenario itself.

One Markdown text is the source of all three forms; Qt makes HTML (pictures inside) and PDF from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QUrl
from PySide6.QtGui import QImage, QTextDocument

from advisor import __version__, insight
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.ui import numbers, theme, words
from advisor.ui.calculator.money import dollars, money
from advisor.ui.exports.files import write_whole
from advisor.ui.files import link_of, scenario_text
from advisor.ui.language import tr, translated
from advisor.ui.store import Store
from advisor.ui.why.accuracy import accuracy
from advisor.ui.why.accuracy import sentence as accuracy_sentence
from advisor.ui.why.constants import BESIDES, constant, words_of
from advisor.ui.why.drawer import formula_text
from advisor.ui.why.quantities import number_text, title
from advisor.ui.widgets.memory_bar import filling_of, part_word
from advisor.ui.widgets.verdict import verdict_line, verdict_word

if TYPE_CHECKING:
    from advisor.ui.calculator.plot_panels import PlotPanel

PLOT_SIZE = (680, 300)
Table = list[list[str]]


def markdown(store: Store, picture: Callable[[str], str] | None = None) -> str:
    """The whole report. `picture(name)` gives the address of a plot (`roofline`, `people`); without it there are none."""
    answer = store.estimate
    if answer is None or store.error is not None:
        return f"# {tr('LLM Deployment Advisor')}\n\n{tr('There is no figure yet.')}\n"
    case = answer.case
    lines = [f"# {case.model.name}, {case.quantization.name}, {case.engine.name} {case.version}", "",
             f"**{verdict_word(answer.verdict)}**: {verdict_line(answer)}", "",
             f"- {tr('Machine')}: {words.machine(case.machine)}", f"- {tr('Load')}: {words.load(answer.scenario)}", _lengths(answer), ""]
    lines += [f"> {translated(note)}\n" for note in answer.notes]
    lines += _memory(answer) + _figures(answer) + _prompts(answer) + _people(answer, picture) + _roofline(answer, picture)
    lines += _costs(answer, store) + _commands(store) + _derivations(answer) + _scenario(store)
    lines += [tr("Made by LLM Deployment Advisor {version} on {date}. Ranges hold the measured value about four times in five.",
                 version=__version__, date=date.today().isoformat()), ""]
    return "\n".join(lines)


def _lengths(answer: Estimate) -> str:
    asked = answer.case.workload
    lengths = tr("{prompt} and {answer} tokens", prompt=_tokens(asked.prompt_tokens), answer=_tokens(asked.output_tokens))
    return f"- {tr('Prompt and answer')}: {lengths}"


def _tokens(value: int | None) -> str:
    return f"{value:,}" if value is not None else tr("unknown")


def _table(rows: Table, right: int = 1) -> list[str]:
    """A Markdown table; columns from `right` on stand right."""
    head, *rest = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    rule = ["---" if index < right else "---:" for index in range(len(head))]
    return [*(f"| {' | '.join(row)} |" for row in (head, rule, *rest)), ""]


def _memory(answer: Estimate) -> list[str]:
    memory = answer.memory
    rows = [[tr("Part"), numbers.unit_name(), "bytes"]]
    rows += [[part_word(part), numbers.bare_size(size, 2), f"{size:,}"] for part, size in filling_of(memory).parts]
    for name, value in ((tr("total"), memory.total_bytes), (tr("Usable memory"), memory.usable_bytes),
                        (tr("Headroom"), memory.headroom_bytes), (tr("In main memory"), memory.host_bytes)):
        if value is not None:
            rows.append([name, numbers.bare_size(value, 2), f"{value:,}"])
    return [f"## {tr('Memory')}", "", *_table(rows)]


def _figures(answer: Estimate) -> list[str]:
    memory, speed = answer.memory, answer.speed
    lines = [f"## {tr('Figures')}", ""]
    for name, value, kind in (("ttft_s", speed.ttft_s, "seconds"), ("decode_tokens_per_s", speed.decode_tokens_per_s, "rate"),
                              ("output_tokens_per_s", speed.output_tokens_per_s, "rate"), ("tpot_s", speed.tpot_s, "seconds"),
                              ("prefill_tokens_per_s", speed.prefill_tokens_per_s, "rate")):
        why = f"; {translated(value.why)}" if value is not None and value.why else ""
        lines.append(f"- {title(name)}: {numbers.ranged(value, kind)}{why}")
    for name, count in (("max_context_tokens", memory.max_context_tokens), ("kv_capacity_tokens", memory.kv_capacity_tokens)):
        lines.append(f"- {title(name)}: {_tokens(count)}")
    holds = memory.max_concurrency
    lines.append(f"- {title('max_concurrency')}: {tr('unknown') if holds is None else f'{holds:,.1f}'}")
    return [*lines, ""]


def _prompts(answer: Estimate) -> list[str]:
    found = insight.by_prompt(answer) if answer.memory.starts else []
    if not found:
        return []
    rows = [[tr("Prompt"), tr("First token"), tr("Pace, one stream"), tr("How it feels")]]
    rows += [[f"{r.prompt_tokens:,}", numbers.ranged(r.ttft_s, "seconds"), numbers.ranged(r.decode_tokens_per_s, "rate"),
              words.feel(r.ttft_s.typical)] for r in found]
    return [f"## {tr('Time to first token')}", "", *_table(rows, 9)]


def _people(answer: Estimate, picture: Callable[[str], str] | None) -> list[str]:
    found = insight.by_users(answer) if answer.memory.starts else []
    if not found:
        return []
    rows = [[tr("At once"), tr("each, tok/s"), tr("all together, tok/s"), tr("First token")]]
    rows += [[f"{p.users:,}", numbers.span(p.tokens_per_s_each, "rate"), numbers.span(p.tokens_per_s_together, "rate"),
              numbers.ranged(p.ttft_s, "seconds")] for p in found]
    lines = [f"## {tr('Pace by number of people')}", "", *_table(rows, 9)]
    if picture:
        lines += [f"![{tr('Pace by number of people')}]({picture('people')})", ""]
    return lines


def _roofline(answer: Estimate, picture: Callable[[str], str] | None) -> list[str]:
    roof = insight.roof(answer) if answer.memory.starts else None
    if roof is None:
        return []
    names = {"decode, alone": tr("decode, 1 stream"), "decode, together": tr("decode, all streams"), "prefill": tr("prefill")}
    rows = [[tr("Step"), tr("FLOP per byte read"), "TFLOP/s", tr("roof there")]]
    rows += [[names[p.name], f"{p.intensity:,.1f}", f"{p.flops / 1e12:,.2f}", f"{p.roof_flops / 1e12:,.2f}"] for p in roof.points]
    lines = [f"## {tr('Roofline')}", "",
             f"{roof.bandwidth_bytes_per_s / 1e9:,.0f} GB/s, {roof.peak_flops / 1e12:,.0f} TFLOP/s", "", *_table(rows)]
    if picture:
        lines += [f"![{tr('Roofline')}]({picture('roofline')})", ""]
    return lines


def _costs(answer: Estimate, store: Store) -> list[str]:
    found = money(answer, store.preferences)
    rows = [[tr("Way"), tr("$ per 1M tokens"), tr("low–high"), tr("rests on")]]
    for line in found.lines:
        known = line.usd
        span = f"{dollars(known.low)}–{dollars(known.high)}" if known and known.low != known.high else "—"
        rows.append([line.name, dollars(known.typical) if known else tr("unknown"), span if known else "—", line.basis])
    return [f"## {tr('Cost')}", "", *_table(rows)]


def _commands(store: Store) -> list[str]:
    from advisor.ui.wizard.commands import commands_of, plan_of
    plan = plan_of(store)
    if plan is None:
        return []
    lines = [f"## {tr('Commands')}", ""]
    try:
        found = commands_of(plan, "powershell" if plan.os == "windows" else "bash")
    except CannotAnswer as error:
        return [*lines, translated(error.why), ""]
    for command in found:
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", command.text)), default=0))
        lines += [f"**{translated(command.title)}**", "", f"{fence}{command.shell}", command.text.rstrip("\n"), fence, "",
                  translated(command.verifies), ""]
    return lines


def _derivations(answer: Estimate) -> list[str]:
    lines = [f"## {tr('Where the figures come from')}", ""]
    for rule in answer.derivation:
        lines += [f"### {words_of(rule.quantity)}: {number_text(rule.quantity, rule.value, rule.unit)}", "", "```", formula_text(rule),
                  "```", ""]
        for name, value in rule.values.items():
            if name not in BESIDES and value is not None:
                about = constant(answer, rule, name)
                lines.append(f"- {about.words} (`{name}`) = {number_text(name, value)}; {about.source}")
        lines += ["", translated(rule.source), ""]
        known = accuracy(answer, rule.quantity)
        if known is not None:
            lines += [f"{accuracy_sentence(known)} {known.words}", ""]
    return lines


def _scenario(store: Store) -> list[str]:
    return [f"## {tr('The scenario')}", "", "```json", scenario_text(store.filled).rstrip("\n"), "```", "",
            f"`{link_of(store.scenario, store.state.task)}`", ""]


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
    try:
        made = pictures(store) if store.estimate is not None and store.error is None else {}
        if ending == ".pdf":
            _whole(target, _pdf(_document(store, made)))
        elif ending in (".html", ".htm"):
            _whole(target, _html(_document(store, made), made).encode())
        else:
            for name, image in made.items():
                _whole(_beside(target, name), png(image))
            _whole(target, markdown(store, lambda name: _beside(target, name).name).encode())
    except CannotAnswer as error:
        return translated(error.why)
    return ""


def _beside(target: Path, name: str) -> Path:
    """Where a Markdown report's picture lies; no spaces, so that the link is one."""
    return target.with_name(re.sub(r"[^\w.-]", "-", f"{target.stem}-{name}.png"))


def _whole(path: Path, data: bytes) -> None:
    def write(name: str) -> None:
        with open(name, "wb") as file:
            file.write(data)

    write_whole(path, write)


def _document(store: Store, made: dict[str, QImage]) -> QTextDocument:
    document = QTextDocument()
    document.setDefaultFont(theme.font("body"))
    for name, image in made.items():
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    document.setMarkdown(markdown(store, lambda name: name if name in made else ""))
    return document


def _html(document: QTextDocument, made: dict[str, QImage]) -> str:
    """With the pictures inside, and a page that says its character set and language."""
    import base64
    text = document.toHtml()
    for name, image in made.items():
        text = text.replace(f'src="{name}"', f'width="{PLOT_SIZE[0]}" src="data:image/png;base64,{base64.b64encode(png(image)).decode()}"')
    return text


def _pdf(document: QTextDocument) -> bytes:
    from PySide6.QtCore import QMarginsF
    from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter
    data: Any = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout.Unit.Millimeter)
    writer.setTitle("LLM Deployment Advisor")
    writer.setCreator(f"LLM Deployment Advisor {__version__}")
    document.print_(writer)
    del writer
    buffer.close()
    return bytes(data.data())
