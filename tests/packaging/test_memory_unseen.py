"""The gathered lines about the servers' memory, and the script that holds the estimates against them."""

import importlib.util
from pathlib import Path
from statistics import median

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "calibration" / "memory_unseen.py"
_SPEC = importlib.util.spec_from_file_location("memory_unseen", SCRIPT)
assert _SPEC and _SPEC.loader
SCRIPTED = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(SCRIPTED)


def test_every_line_names_its_source_and_is_a_question():
    lines = SCRIPTED.lines()
    assert len(lines) >= 80
    assert len({line["id"] for line in lines}) == len(lines)
    assert all(line["source"] and line["expect"]["value"] > 0 for line in lines)


def test_the_estimates_are_near_what_the_engines_printed():
    found = [(line, SCRIPTED.error(line)) for line in SCRIPTED.lines()]
    told = [off for _, off in found if off is not None]
    assert len(told) > 0.95 * len(found)
    assert median(told) < 0.03
    weights = [off for line, off in found if off is not None and line["group"] == "vllm weights_gib"]
    assert median(weights) < 0.01
    assert sum(off <= 0.1 for off in told) > 0.7 * len(told)
