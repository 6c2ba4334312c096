"""The report of a scenario: figures, how they came about, what to type. Markdown; HTML and PDF are made from it by Qt."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QTextDocument

from advisor.errors import CannotAnswer
from advisor.ui import numbers, words
from advisor.ui.language import tr, translated
from advisor.ui.preferences import write_text
from advisor.ui.store import Store
from advisor.ui.why.quantities import number_text, title
from advisor.ui.widgets.memory_bar import filling_of, part_word
from advisor.ui.widgets.verdict import verdict_line, verdict_word


def markdown(store: Store) -> str:
    """The whole report as Markdown."""
    answer = store.estimate
    if answer is None or store.error is not None:
        return f"# {tr('LLM Deployment Advisor')}\n\n{tr('There is no figure yet.')}\n"
    case, memory, speed = answer.case, answer.memory, answer.speed
    lines = [f"# {case.model.name}, {case.quantization.name}, {case.engine.name} {case.version}", "",
             f"**{verdict_word(answer.verdict)}**: {verdict_line(answer)}", "",
             f"- {tr('Machine')}: {words.machine(case.machine)}", f"- {tr('Load')}: {words.load(answer.scenario)}", "",
             f"## {tr('Memory')}", "", f"| | {numbers.unit_name()} | bytes |", "|---|---:|---:|"]
    lines += [f"| {part_word(part)} | {numbers.bare_size(size, 2)} | {size} |" for part, size in filling_of(memory).parts]
    lines += [f"| {tr('total')} | {numbers.bare_size(memory.total_bytes or 0, 2)} | {memory.total_bytes} |", "",
              f"## {tr('Figures')}", ""]
    for name, value, kind in (("ttft_s", speed.ttft_s, "seconds"), ("decode_tokens_per_s", speed.decode_tokens_per_s, "rate"),
                              ("output_tokens_per_s", speed.output_tokens_per_s, "rate"), ("tpot_s", speed.tpot_s, "seconds"),
                              ("prefill_tokens_per_s", speed.prefill_tokens_per_s, "rate")):
        lines.append(f"- {title(name)}: {numbers.ranged(value, kind)}")
    lines += ["", f"## {tr('Commands')}", ""]
    lines += _commands(store)
    lines += [f"## {tr('Where the figure comes from')}", ""]
    for rule in answer.derivation:
        lines += [f"### {title(rule.quantity)}: {number_text(rule.quantity, rule.value, rule.unit)}", "", f"    {rule.formula}", ""]
        lines += [f"- `{name}` = {number_text(name, value)}" for name, value in rule.values.items()]
        lines += ["", translated(rule.source), ""]
    lines += [f"> {translated(note)}\n" for note in answer.notes]
    return "\n".join(lines)


def _commands(store: Store) -> list[str]:
    from advisor.ui.wizard.commands import commands_of, plan_of
    plan = plan_of(store)
    if plan is None:
        return []
    try:
        found = commands_of(plan, "powershell" if plan.os == "windows" else "bash")
    except CannotAnswer as error:
        return [translated(error.why), ""]
    lines = []
    for command in found:
        lines += [f"**{translated(command.title)}**", "", f"```{command.shell}", command.text.rstrip("\n"), "```", "",
                  translated(command.verifies), ""]
    return lines


def write_report(path: str, store: Store) -> str:
    """Writes the report in the form that the file's ending asks for; returns "" or why it failed."""
    text, ending = markdown(store), Path(path).suffix.lower()
    if ending not in (".html", ".htm", ".pdf"):
        return write_text(Path(path), text)
    document = QTextDocument()
    document.setMarkdown(text)
    if ending != ".pdf":
        return write_text(Path(path), document.toHtml())
    return _write_pdf(Path(path), document)


def _write_pdf(path: Path, document: QTextDocument) -> str:
    from PySide6.QtGui import QPageSize, QPdfWriter
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        return error.strerror or str(error)
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setTitle("LLM Deployment Advisor")
    document.print_(writer)
    del writer
    return "" if path.stat().st_size else tr("nothing was written")
