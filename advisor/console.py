"""Plain text for the terminal: the same answers as the JSON, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor import advice, units
from advisor.answer import Estimate, Range
from advisor.engines import Case

VERDICT_WORDS = {"fits": "Fits", "tight": "Tight", "queues": "Queues", "offload": "Offload", "does_not_fit": "Does not fit",
                 "unknown": "Unknown"}


def estimate_text(answer: Estimate) -> str:
    """Verdict, memory by part, speed with ranges, notes."""
    memory, speed, case = answer.memory, answer.speed, answer.case
    verdict, asked = VERDICT_WORDS[answer.verdict], f"{case.concurrency} at once x {units.tokens(case.settings.context)} tokens"
    too_long = advice.too_long(case)
    if too_long is None:
        lines = [f"{verdict}: {_named(case)}", f"  {asked}", ""]
    else:   # the verdict is on requests of the context's length, and these are longer
        lines = [f"Requests too long: {_named(case)}", f"! {too_long}", f"  {asked}: {verdict.lower()}", ""]
    for name, title in (("weights_bytes", "weights"), ("kv_bytes", "KV cache"), ("state_bytes", "state"), ("compute_bytes", "compute"),
                        ("graph_bytes", "CUDA graphs"), ("runtime_bytes", "runtime"), ("total_bytes", "total"),
                        ("usable_bytes", "usable"), ("headroom_bytes", "headroom"), ("host_bytes", "on the host")):
        value = getattr(memory, name)
        if value or name in ("total_bytes", "usable_bytes", "headroom_bytes"):
            lines.append(f"  {title:<14}{units.gigabytes(value):>12}")
    lines.append(f"  {'longest':<14}{units.tokens(memory.max_context_tokens):>12} tokens of context each")
    if memory.max_concurrency is not None:
        lines.append(f"  {'holds':<14}{memory.max_concurrency:>12.2f} such requests at once")
    lines.append("")
    for title, value, how in (("first token", speed.ttft_s, units.seconds), ("pace alone", speed.decode_tokens_per_s, units.rate),
                              ("time per token", speed.tpot_s, units.seconds), ("all together", speed.output_tokens_per_s, units.rate),
                              ("prefill", speed.prefill_tokens_per_s, units.rate)):
        lines.append(f"  {title:<14}{range_text(value, how):>26}")
    if speed.bound:
        lines.append(f"  limited by {speed.bound}")
    notes = [note for note in answer.notes if note != too_long]
    return "\n".join([*lines, *([""] if notes else []), *(f"- {note}" for note in notes)])


def _named(case: Case) -> str:
    return f"{case.model.name}, {case.quantization.name}, {case.engine.name} {case.version}"


def range_text(value: Range | None, how: Any) -> str:
    """`83 tok/s (71–96)`, all three in one unit."""
    if value is None:
        return "unknown"
    typical = how(value.typical)
    return f"{typical} ({units.edges(value.low, value.high, typical)})"


def recommendation_text(answer: Any) -> str:
    """The ranked recommendations with reasons and commands, then the engines that lost, then what would make it fit."""
    lines: list[str] = []
    for place, item in enumerate(answer.recommendations, 1):
        memory, speed = item.estimate.memory, item.estimate.speed
        lines += [f"{place}. {item.title}  [{VERDICT_WORDS[item.estimate.verdict]}]",
                  f"   {units.gigabytes(memory.total_bytes)} of {units.gigabytes(memory.usable_bytes)}, first token "
                  f"{range_text(speed.ttft_s, units.seconds)}, pace {range_text(speed.decode_tokens_per_s, units.rate)}"]
        lines += [f"   + {reason}" for reason in item.reasons]
        lines += [f"   ! {caution}" for caution in item.cautions]
        if place == 1:
            for command in item.commands:
                lines += ["", f"   {command.title} ({command.shell})", *(f"     {row}" for row in command.text.splitlines())]
                if command.verifies:
                    lines.append(f"     -> {command.verifies}")
        lines.append("")
    if answer.rejected:
        lines += ["Not recommended:", *(f"   {entry.engine}: {entry.reason}" for entry in answer.rejected), ""]
    if answer.nearest:
        lines += ["What would make it fit:", *(f"   {change.title}" for change in answer.nearest)]
    return "\n".join(lines).rstrip()


def machine_text(answer: Mapping[str, Any]) -> str:
    """The facts, then every note as a line: in an engine's log or error the notes are the answer."""
    facts = {key: value for key, value in answer.items() if key != "notes"}
    return "\n".join([pairs_text(facts), *answer.get("notes", ())])


def inspect_text(answer: Mapping[str, Any]) -> str:
    return pairs_text(answer)


def pairs_text(answer: Mapping[str, Any], indent: int = 0) -> str:
    """Nested names and values, one a line; long lists are cut with their count."""
    lines = []
    for key, value in answer.items():
        pad = " " * indent
        if isinstance(value, Mapping):
            lines += [f"{pad}{key}", pairs_text(value, indent + 2)]
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], Mapping):
            lines.append(f"{pad}{key} ({len(value)})")
            lines += [pairs_text(item, indent + 2) + "\n" for item in value[:12]]
        else:
            shown = "unknown" if value is None else f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value
            lines.append(f"{pad}{key:<26} {shown}")
    return "\n".join(lines)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Columns of the first row's plain values, padded."""
    if not rows:
        return "Nothing found."
    names = [name for name, value in rows[0].items() if not isinstance(value, (list, dict, tuple))][:9]
    cells = [[("" if row.get(name) is None else str(row.get(name)))[:44] for name in names] for row in rows]
    widths = [max(len(name), *(len(line[i]) for line in cells)) for i, name in enumerate(names)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
                     for line in [names, *cells])
