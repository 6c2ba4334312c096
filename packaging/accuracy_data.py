#!/usr/bin/env python3
"""Makes resources/catalog/accuracy.json, what the window says of "how far such predictions were from measurements".

`python packaging/accuracy_data.py` reads the calibration's report (speed, each card left out in turn) and the README's accuracy
table (memory). Run it after either has been written anew; a test compares.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "packaging" / "calibration" / "report.md"
README = ROOT / "README.md"
TARGET = ROOT / "resources" / "catalog" / "accuracy.json"
GGUF = ["llama.cpp", "ollama", "lmstudio"]
MEMORY = (
    ("llama.cpp KV cache and state, to the byte", GGUF, ["kv_bytes", "state_bytes", "kv_bytes_per_token"]),
    ("llama.cpp weights by name", GGUF, ["weights_bytes"]),
    ("llama.cpp compute buffer", GGUF, ["compute_bytes"]),
    ("vLLM weights", ["vllm"], ["weights_bytes"]),
    ("vLLM KV pool, tokens, concurrency", ["vllm"], ["kv_bytes", "kv_capacity_tokens", "max_concurrency", "max_context_tokens"]),
    ("SGLang KV pool", ["sglang"], ["kv_bytes", "kv_capacity_tokens", "max_concurrency", "max_context_tokens"]),
)


def cells(line: str) -> list[str]:
    return [cell.strip().strip("*") for cell in line.strip().strip("|").split("|")]


def share(text: str) -> float:
    """`8.8%` as 0.088."""
    return round(float(text.strip().rstrip("%")) / 100, 4)


def pair(text: str) -> list[float]:
    """`8.8% / 30.2%` as [0.088, 0.302]."""
    return [share(part) for part in text.split("/")]


def report_rows(title: str) -> list[list[str]]:
    """The cells of a table of the calibration's report (`All`, `The given measurements`, `Gathered besides`), its head first."""
    part = next(p for p in REPORT.read_text("utf-8").split("\n## ") if p.startswith(title))
    return [cells(line) for line in part.splitlines() if line.startswith("|")]


def speed_rows() -> list[dict[str, Any]]:
    """The report's groups of all measurements: figure, then engine, vendor and kind where the group has them."""
    found = []
    for row in report_rows("All"):
        match = re.fullmatch(r"(batch|decode|prefill|tpot|ttft)(?:, all| (\S+) (\S+) (dense|moe))", row[0])
        if match:
            figure, engine, vendor, kind = match.groups()
            found.append({"figure": figure, "engine": engine, "vendor": vendor, "kind": kind, "measurements": int(row[1]),
                          "in_sample": pair(row[2]), "card_left_out": pair(row[4])})
    return found


def memory_rows() -> list[dict[str, Any]]:
    """The README's lines on memory."""
    table = {cells(line)[0]: cells(line) for line in README.read_text("utf-8").splitlines() if line.startswith("|")}
    return [{"engines": engines, "quantities": quantities, "measurements": int(table[name][1].replace(",", "")),
             "error": [share(table[name][2]), share(table[name][3])]} for name, engines, quantities in MEMORY]


def made() -> str:
    data = {"about": "relative errors, [half within, nine in ten within]", "source": "packaging/calibration/report.md and README.md",
            "speed": speed_rows(), "memory": memory_rows()}
    return json.dumps(data, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(made(), encoding="utf-8")
