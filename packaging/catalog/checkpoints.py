"""Adds published quantized checkpoints to resources/catalog/checkpoints.json: python packaging/catalog/checkpoints.py

checkpoints_seen.tsv lists repositories of the Hugging Face hub that public code, documentation or published measurements
name, each with where it was seen. A name is taken for a catalog model's checkpoint when it is the model's own name with a
format's usual ending, from a publisher of PUBLISHERS or the model's maker. Of several the first publisher is taken; rows
that are already there and were not made here are kept.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from advisor import catalog

HERE = Path(__file__).resolve().parent
ROWS = HERE.parents[1] / "resources" / "catalog" / "checkpoints.json"
MADE = "seen in "
DATE = "2026-11-29"
# (catalog id, ending of the name, format of the row)
ENDINGS = [
    ("awq", r"[-_]awq(?:-int4|-4bit)?", ""), ("gptq", r"[-_]gptq(?:-int4)?", ""), ("w8a16", r"[-_]gptq-int8", ""),
    ("int8", r"-quantized\.w8a8", ""), ("w4a16", r"-quantized\.w4a16|-int4-autoround", ""), ("fp8", r"-fp8(?:-dynamic|-block)?", ""),
    ("nvfp4", r"-(?:nv)?fp4", ""), ("mlx-{}", r"(?:-mlx)?-([34568]bit)", "mlx"), ("*", r"-gguf", "gguf_tagged"),
]
PUBLISHERS = {
    "": ("MAKER", "RedHatAI", "nvidia", "Intel", "hugging-quants", "QuantTrio", "casperhansen", "cyankiwi", "cpatonn", "JunHowie",
         "TechxGenus", "MaziyarPanahi", "solidrust", "unsloth", "cognitivecomputations", "TheBloke", "neuralmagic"),
    "mlx": ("mlx-community", "MAKER", "lmstudio-community"),
    "gguf_tagged": ("unsloth", "bartowski", "lmstudio-community", "MAKER", "mradermacher", "TheBloke"),
}
NAMED_SO_TOO = ("meta-llama-3.1", "llama-3.1")
# Makers whose FP8 checkpoints are scaled in blocks of so many weights (their model cards; the ending -FP8-block says so too).
# Ling 3.0: block-wise E4M3, 128 x 128 (sgl-project/sglang's cookbook for Ling-3.0-tiny; #38527; jundot/omlx#2526).
FP8_BLOCKS = {"Qwen": 128, "inclusionAI": 128}
# Checkpoints whose name says another format than they have (their configs, the engines' pull requests: see their rows).
KEPT_OUT = ("inclusionAI/Ling-3.0-flash-fp4",)


def models() -> dict[str, str]:
    """Name in lower case -> repository, for every row that is not itself somebody's checkpoint."""
    found = {}
    for model in catalog.models().values():
        if model.base is None and model.repository:
            name = model.repository.split("/")[1].lower()
            found[name] = model.repository
            found.setdefault(name.replace(NAMED_SO_TOO[1], NAMED_SO_TOO[0]), model.repository)
    return found


def rank(owner: str, maker: str, format_: str) -> int | None:
    order = PUBLISHERS[format_]
    ranks = [order.index("MAKER")] if owner == maker else []
    ranks += [order.index(owner)] if owner in order else []
    return min(ranks, default=None)


def seen_rows(known: dict[str, str]) -> dict[tuple[str, str, str], dict[str, Any]]:
    best: dict[tuple[str, str, str], tuple[tuple[int, bool], dict[str, Any]]] = {}
    for line in (HERE / "checkpoints_seen.tsv").read_text("utf-8").splitlines():
        repository, source = line.split("\t")
        if repository in KEPT_OUT:
            continue
        owner, name = repository.split("/")
        for kind, ending, format_ in ENDINGS:
            match = re.fullmatch(rf"(.+?)(?:{ending})", name.lower())
            model = known.get(match[1]) if match else None
            if not match or model is None:
                continue
            maker, own_name = model.split("/")
            publisher = rank(owner, maker, format_)
            if publisher is None:
                continue
            place = (publisher, not name.startswith(own_name))
            quantization = kind.format(match[2]) if "{}" in kind else kind
            row: dict[str, Any] = {"model": model, "quantization": quantization, "repository": repository}
            block = 128 if name.lower().endswith("-fp8-block") else FP8_BLOCKS.get(owner)
            row |= {"block": block} if quantization == "fp8" and block else {}
            row |= {"format": format_} if format_ else {}
            key = (model, quantization, format_)
            if key not in best or place < best[key][0]:
                best[key] = (place, row | {"source": MADE + source, "date": DATE})
            break
    return {key: row for key, (_, row) in best.items()}


def main() -> int:
    data = json.loads(ROWS.read_text("utf-8"))
    kept = [row for row in data["rows"] if not row["source"].startswith(MADE)]
    taken = {(row["model"], row["quantization"], row.get("format", "")) for row in kept}
    made = seen_rows(models())
    rows = kept + [row for key, row in made.items() if key not in taken]
    rows.sort(key=lambda row: (row["model"].lower(), row.get("format", ""), row["quantization"]))
    text = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    head = json.dumps({"date": data["date"], "note": data["note"]}, ensure_ascii=False, separators=(",", ":"))[:-1]
    ROWS.write_text(f'{head},"rows":[\n{text}\n]}}\n', "utf-8")
    print(f"{len(rows)} rows for {len({row['model'] for row in rows})} models, {len(rows) - len(kept)} of them from the list")
    return 0


if __name__ == "__main__":
    sys.exit(main())
