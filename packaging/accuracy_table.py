#!/usr/bin/env python3
"""Puts the table of errors against published measurements into the README.

`python packaging/accuracy_table.py SUMMARY.json` reads what `score.py --json SUMMARY.json --by group` wrote.
"""

import json
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
MARK = re.compile(r"<!-- accuracy table.*?-->.*?(?=\n## )", re.S)
ROWS = (
    ("llama.cpp KV cache and state, to the byte", r"llama.cpp bytes (kv|state)_bytes"),
    ("llama.cpp weights from the file", r"llama.cpp bytes weights_bytes \(file\)"),
    ("llama.cpp weights by name", r"llama.cpp bytes weights_bytes \(name\)"),
    ("llama.cpp compute buffer", r"llama.cpp bytes compute_bytes"),
    ("vLLM weights", r"vllm weights_gib"),
    ("vLLM KV pool, tokens, concurrency", r"vllm (kv_gib|kv_tokens|max_concurrency)"),
    ("SGLang KV pool", r"sglang kv_"),
    ("pace of one stream, NVIDIA dense (llama.cpp)", r"decode llama.cpp nvidia dense"),
    ("pace of one stream, Apple", r"decode .* apple"),
    ("pace of one stream, AMD", r"decode llama.cpp amd"),
    ("pace of one stream, Intel", r"decode llama.cpp intel"),
    ("reading a prompt alone, NVIDIA and Apple", r"prefill .* (nvidia|apple)"),
    ("reading a prompt alone, AMD", r"prefill .* amd"),
    ("time per token at a concurrency", r"tpot "),
    ("throughput of a batch, NVIDIA", r"batch .* nvidia"),
    ("first token at a concurrency", r"ttft "),
)


def main() -> int:
    groups = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    lines = ["<!-- accuracy table: packaging/accuracy_table.py -->", "",
             "| figure | measurements | median error | nine in ten within | inside low..high |", "| --- | ---: | ---: | ---: | ---: |"]
    for title, pattern in ROWS:
        found = [group for name, group in groups.items() if re.match(pattern, name) and group["median"] is not None]
        if not found:
            continue
        count = sum(group["n"] for group in found)

        def mean(key: str, found: list[dict[str, float]] = found) -> float | None:
            held = [(group[key], group["n"]) for group in found if group[key] is not None]
            return sum(value * n for value, n in held) / sum(n for _, n in held) if held else None

        band = mean("in_band")
        lines.append(f"| {title} | {count:,} | {mean('median'):.1%} | {mean('p90'):.1%} | {'exact' if band is None else f'{band:.0%}'} |")
    lines += ["", "Groups of several engines are averaged by their counts. The fit's own report, with each card and each report left out in "
              "turn, lies in `packaging/calibration/report.md`.", ""]
    README.write_text(MARK.sub("\n".join(lines), README.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
