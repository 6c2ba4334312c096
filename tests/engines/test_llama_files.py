"""What llama.cpp allocated for real files: headers true to the shapes and types, read by the product's own reader."""

import gzip
import json
from collections import defaultdict
from dataclasses import replace

from llama_cases import case, memory

from advisor import catalog
from advisor.answer import Trace


def test_measured_allocations_by_file(shared, tmp_path):
    sizes = json.loads((shared / "gguf" / "manifest.json").read_text(encoding="utf-8"))
    by_model = defaultdict(list)
    with (shared / "accuracy" / "llamacpp.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["scenario"]["model"].startswith("@gguf/"):
                by_model[row["scenario"]["model"][6:]].append(row)
    assert len(by_model) == 51
    compute, wrong = [], []
    for name, rows in by_model.items():
        path = tmp_path / f"{name}.gguf"
        with path.open("wb") as out:
            out.write(gzip.decompress((shared / "gguf" / "headers" / f"{name}.gguf.gz").read_bytes()))
            out.truncate(sizes[name]["file_bytes"])
        model, implied = catalog.resolve_model(str(path))
        for row in rows[:: 3] if len(rows) > 6 else rows:
            levers = {k: v for k, v in row["scenario"]["settings"].items() if v is not None}
            asked = replace(case(gib=4096, version="b11434", **levers), model=model)
            mix = catalog.find_quantization(implied or asked.engine.default_quantization(model, asked.machine))
            asked = asked.engine.fill(replace(asked, quantization=mix), Trace())
            figure, want = row["expect"]["path"].partition(".")[2], row["expect"]["value"]
            got = getattr(memory(asked), figure)
            if figure == "compute_bytes":
                compute.append(abs(got / want - 1))
            elif got != want:
                wrong.append((row["id"], figure, got, want))
    assert wrong == []
    assert sum(error <= 0.05 for error in compute) >= 0.95 * len(compute) and max(compute) < 0.15
