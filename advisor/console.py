"""Plain text for the terminal: the same answers as the JSON, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor import advice, units
from advisor.answer import Estimate, Range
from advisor.engines import Case, engines
from advisor.estimate import unserved

VERDICT_WORDS = {"fits": "Fits", "tight": "Tight", "queues": "Queues", "offload": "Offload", "does_not_fit": "Does not fit",
                 "unknown": "Unknown"}


def estimate_text(answer: Estimate) -> str:
    """Verdict, memory by part, speed with ranges, notes."""
    memory, speed, case = answer.memory, answer.speed, answer.case
    verdict, asked = VERDICT_WORDS[answer.verdict], f"{case.concurrency} at once x {units.tokens(case.settings.context)} tokens"
    too_long = _too_long(case)
    if not too_long:
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


def _too_long(case: Case) -> str:
    """Why the requests are not served as they are asked, "" where they are: whatever fits, a simulation of them says the same."""
    return advice.too_long(case) or unserved(case)


def _named(case: Case) -> str:
    return f"{case.model.name}, {case.quantization.name}, {case.engine.name} {case.version}"


def _headline(answer: Estimate) -> str:
    return "Requests too long" if _too_long(answer.case) else VERDICT_WORDS[answer.verdict]


def range_text(value: Range | None, how: Any) -> str:
    """`83 tok/s (71–96)`, all three in one unit."""
    if value is None:
        return "unknown"
    typical = how(value.typical)
    return f"{typical} ({units.edges(value.low, value.high, typical)})"


def pace_text(answer: Estimate) -> str:
    """`pace 46 tok/s (40–53)`; of several at once what each of them sees and what all get together."""
    speed, people = answer.speed, answer.case.concurrency
    each = range_text(speed.each(people), units.rate)
    return f"pace {each}" if people == 1 else f"each {each}, together {range_text(speed.output_tokens_per_s, units.rate)}"


def recommendation_text(answer: Any) -> str:
    """The ranked recommendations with reasons and commands, then the engines that lost, then what would make it fit."""
    lines: list[str] = []
    for place, item in enumerate(answer.recommendations, 1):
        memory, speed = item.estimate.memory, item.estimate.speed
        lines += [f"{place}. {item.title}  [{_headline(item.estimate)}]",
                  f"   {units.gigabytes(memory.total_bytes)} of {units.gigabytes(memory.usable_bytes)}, first token "
                  f"{range_text(speed.ttft_s, units.seconds)}, {pace_text(item.estimate)}"]
        lines += [f"   + {reason}" for reason in item.reasons]
        lines += [f"   ! {caution}" for caution in item.cautions]
        if place == 1:
            for command in item.commands:
                lines += ["", f"   {command.title} ({command.shell})", *(f"     {row}" for row in command.text.splitlines())]
                if command.verifies:
                    lines.append(f"     -> {command.verifies}")
        lines.append("")
    if answer.rejected:
        lines += ["Not recommended:", *(f"   {engines()[entry.engine].name}: {entry.reason}" for entry in answer.rejected), ""]
    if answer.nearest:
        lines += ["What would make it fit:", *(f"   {change.title}" for change in answer.nearest)]
    return "\n".join(lines).rstrip()


def machine_text(answer: Mapping[str, Any]) -> str:
    """The facts that are known, what is not of those that decide, then every note: in an engine's log or error the notes are the answer.
    The JSON has every field."""
    facts = known({key: value for key, value in answer.items() if key != "notes"})
    open_ = [heading(key) for key in ("os", "driver", "host_memory_bytes") if key in answer and answer[key] is None]
    missing = [f"Not known from this: {', '.join(open_)}."] if facts.get("gpus") and open_ else []
    return "\n".join([pairs_text(facts, said={key: heading(key) for key in facts}), *missing, *answer.get("notes", ())])


def known(value: Mapping[str, Any]) -> dict[str, Any]:
    """Without what says nothing: nulls, empty lists and noes, also within; of a list of things the fields that any of them has."""
    found: dict[str, Any] = {}
    for key, each in value.items():
        if isinstance(each, Mapping):
            each = known(each)
        elif isinstance(each, (list, tuple)) and each and isinstance(each[0], Mapping):
            rows = [known(row) for row in each]
            names = [name for name in each[0] if any(name in row for row in rows)]
            each = [{name: row.get(name) for name in names} for row in rows]
        empty = all(item is None for item in each) if isinstance(each, (list, tuple)) else each is None or each is False or each in ("", {})
        if not empty:
            found[key] = each
    return found


SAID = {
    "rules": "rules of", "rejected": "refused", "timed_out": "timed out", "turned_away": "refused for", "seen_as": "clients see",
    "too_long": "too long", "over_quota": "over their quota", "fell_back": "sent to an API", "recomputed_tokens": "tokens computed again",
    "makespan_s": "took", "output_tokens": "answer tokens", "output_tokens_per_s": "all together", "requests_per_s": "requests served",
    "ttft_s": "first token", "tpot_s": "time per token", "e2e_s": "whole answer", "kv_peak_tokens": "tokens in the KV cache",
    "kv_peak_bytes": "KV cache at most", "kv_peak_fraction": "share of the KV cache", "prefix_hit_fraction": "prompts from the cache",
    "busy_fraction": "engine busy", "goodput_fraction": "within the promise", "goodput_tokens_per_s": "answers within it",
    "slo_s": "promise", "requests_a_run": "requests a run", "request_rate_per_s": "highest request rate",
    "concurrency": "most people at once", "knee_requests_per_s": "waits grow from",
    **{f"{measure}_{statistic}": f"{words} {statistic}" for statistic in ("mean", "p50", "p95", "p99")
       for measure, words in (("ttft", "first token"), ("tpot", "time per token"), ("e2e", "whole answer"))},
}
"""The fields of a simulation and a sweep in words; levers keep the engine's own names."""


def simulation_text(answer: Mapping[str, Any]) -> str:
    """What to mind first, then every figure in words; what did not happen (nobody refused) is left out. What the calculator says
    otherwise comes last."""
    apart = answer.get("told_apart")
    return "\n".join([*(f"! {note}" for note in answer.get("notes") or ()), pairs_text(_promised(answer), said=SAID),
                      *(["", apart] if apart else [])])


def _promised(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The figures without notes and curves, the promise under a name that tells its unit."""
    left_out = {"notes", "calculator", "told_apart", *(key for key in ("turned_away", "seen_as") if not answer.get(key)),
                *(key for key, value in answer.items() if isinstance(value, Mapping) and set(value.values()) == {None})}
    return {"slo_s" if key == "slo" else key: value for key, value in answer.items() if key not in left_out and not key.endswith("curve")}


def sweep_text(answer: Mapping[str, Any]) -> str:
    """What was found, then the curves by rate and by people: one load a line."""
    people = [{"people": point["load"], **point} for point in answer.get("concurrency_curve") or ()]
    curves = [table(rows, columns) for rows, columns in ((answer["curve"], CURVE), (people, ("people", *CURVE))) if rows]
    return "\n\n".join([simulation_text(answer), *curves])


FIT = ("model", "engine", "quantization", "verdict", "total_bytes", "usable_bytes", "decode_tokens_per_s", "ttft_s",
       "max_context_tokens", "licence")
HARDWARE = ("name", "cards", "engine", "quantization", "verdict", "total_bytes", "usable_bytes", "decode_tokens_per_s", "ttft_s",
            "price_usd")
CURVE = ("requests_per_s", "holds", "ttft_s.p50", "ttft_s.p95", "tpot_s.p50", "tpot_s.p95", "output_tokens_per_s", "kv_peak_fraction",
         "preemptions")
CATALOG = {
    "models": ("id", "repository", "parameters", "active_parameters", "layers", "context", "licence", "release_date"),
    "devices": ("id", "name", "vendor", "kind", "memory_bytes", "memory_type", "bandwidth_bytes_per_s", "fp16_flops", "tdp_watts"),
    "quantizations": ("id", "name", "kind", "bits_per_weight", "group_size", "compute_dtype", "aliases"),
    "engines": ("id", "name", "version", "date", "source"),
}
"""What people see of a list's rows; `a.b` is b inside a. The JSON has everything."""

UNITS = ("_bytes_per_s", "_tokens_per_s", "_per_s", "_bytes", "_gib", "_s", "_flops", "_ops", "_usd", "_watts", "_fraction", "_tokens")
WIDEST = 48


def shown(name: str, value: Any) -> str:
    """A value in the unit that its name carries as suffix, rounded for reading."""
    if value is None or value == "":
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)) and len(value) > 1 and all(item == value[0] for item in value):
        return f"{len(value)} × {shown(name, value[0])}"
    if isinstance(value, (list, tuple, Mapping)):
        return ", ".join(shown(name, item) for item in value) or "none"
    if not isinstance(value, (int, float)):
        return str(value)
    unit = unit_of(name)
    if unit == "_bytes":
        return units.gigabytes(value, binary=name.endswith("memory_bytes")) if value >= 10 * units.MB or not value else f"{value:,} bytes"
    if unit == "_s":
        return units.seconds(value)
    if unit == "_tokens_per_s":
        return units.rate(value)
    scale, text = {"_bytes_per_s": (1e9, "{} GB/s"), "_flops": (1e12, "{} TFLOPS"), "_ops": (1e12, "{} TOPS"), "_per_s": (1, "{}/s"),
                   "_usd": (1, "${}"), "_watts": (1, "{} W"), "_fraction": (0.01, "{} %"), "_gib": (1, "{} GiB")}.get(unit, (1, "{}"))
    if name.endswith("parameters"):
        scale, text = 1e9, "{} B"
    amount = value / scale if scale != 1 else value
    return text.format(f"{amount:,.0f}" if isinstance(amount, int) or abs(amount) >= 1000 else f"{amount:.3g}")


def unit_of(name: str) -> str:
    """The suffix of a name that is its unit, "" where it has none."""
    return next((unit for unit in UNITS if name.endswith(unit)), "")


def heading(name: str) -> str:
    """A column's name in words; its unit stands with the values."""
    words = (part.removesuffix(unit_of(part)) or part for part in name.split("."))
    return " ".join(words).replace("_", " ")


def pairs_text(answer: Mapping[str, Any], indent: int = 0, within: str = "", said: Mapping[str, str] = {}) -> str:
    """Nested names and values, one a line; a list of things is a table. `within`: what the values are, where the names are statistics.
    `said`: names in words, as far as there are any.
    """
    lines = []
    pad = " " * indent
    for key, value in answer.items():
        if isinstance(value, Mapping) and value:
            lines += [f"{pad}{said.get(key, key)}", pairs_text(value, indent + 2, key if unit_of(key) else "", said)]
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], Mapping):
            lines += [f"{pad}{key} ({len(value)})", *(f"{pad}  {line}" for line in table(value).splitlines())]
        else:
            lines.append(f"{pad}{said.get(key, key):<26} {shown(within or key, value)}")
    return "\n".join(lines)


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Those columns, else all plain values that any row has; numbers to the right."""
    if not rows:
        return "Nothing found."
    names = list(columns) or [name for name in rows[0] if any(row.get(name) is not None for row in rows)
                              and not isinstance(rows[0][name], Mapping)]
    cells = [[_cell(row, name) for name in names] for row in rows]
    heads = [heading(name) for name in names]
    twice = {head for head in heads if heads.count(head) > 1}
    heads = [f"{head} share" if head in twice and name.endswith("_fraction") else head for head, name in zip(heads, names, strict=True)]
    widths = [max(len(head), *(len(line[i]) for line in cells)) for i, head in enumerate(heads)]
    right = [any(isinstance(_at(row, name), (int, float)) and not isinstance(_at(row, name), bool) for row in rows) for name in names]
    return "\n".join("  ".join(cell.rjust(width) if to_right else cell.ljust(width)
                               for cell, width, to_right in zip(line, widths, right, strict=True)).rstrip() for line in [heads, *cells])


def found_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], notes: Sequence[str]) -> str:
    """A search's rows, why those that do not fit do not, and what to know of all."""
    reasons = ("reason",) if any(row["reason"] for row in rows) else ()
    return "\n".join([table(rows, [*columns, *reasons]), *([""] if notes else []), *(f"- {note}" for note in notes)])


def _at(row: Mapping[str, Any], name: str) -> Any:
    whole, _, part = name.partition(".")
    value = row.get(whole)
    return value.get(part) if part and isinstance(value, Mapping) else value


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = _at(row, name)
    text = "—" if value is None or value == "" or value == [] else shown(name.partition(".")[0], value)
    return text if len(text) <= WIDEST or name == "reason" else text[:WIDEST - 1] + "…"
