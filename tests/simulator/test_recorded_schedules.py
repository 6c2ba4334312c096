"""What real schedulers decided, decision for decision (shared schedules), and small schedules that need no file."""

import gzip
import json
from pathlib import Path

import pytest

from advisor.errors import CannotAnswer
from advisor.simulator.schedule import schedule

MUST = ("scheduled", "preempted", "finished")
ALSO = ("new", "resumed", "hits", "slots", "free")


def differences(golden, steps):
    """The first step that differs, with what was wanted and what came."""
    for i in range(max(len(golden), len(steps))):
        want, got = golden[i] if i < len(golden) else {}, steps[i] if i < len(steps) else {}
        for name in MUST:
            a, b = want.get(name) or [], got.get(name) or []
            if (sorted(a) != sorted(b)) if name == "finished" else ((a or {}) != (b or {}) if name == "scheduled" else a != b):
                return i, name, a, b
        for name in ALSO:
            if name in want and name in got and want[name] != got[name]:
                return i, name, want[name], got[name]
    return None


@pytest.mark.shared
@pytest.mark.parametrize("engine", ["vllm", "llamacpp"])
def test_every_recorded_decision(shared, engine):
    files = sorted((shared / "accuracy" / "schedules" / engine).glob("*.json.gz"))
    assert files
    wrong = {}
    for path in files:
        recorded = json.loads(gzip.decompress(path.read_bytes()))
        golden = recorded.pop("steps")
        found = differences(golden, schedule(recorded, details=True)["steps"])
        if found:
            wrong[path.name] = found
    assert not wrong


def recorded_here(engine):
    return [json.loads(line) for line in (Path(__file__).parent / f"recorded_{engine}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("recorded", recorded_here("vllm"), ids=lambda d: f"{d['kind']}-{d['seed']}")
def test_decisions_of_vllm_under_settings_of_every_kind(recorded):
    """Recorded here from the scheduler of vLLM 0.33.0 with made-up tokens: block sizes from 1 on, intervals, limits, priorities."""
    golden = [{"new": [], "resumed": [], "hits": {}, **step} for step in recorded.pop("steps")]
    assert differences(golden, schedule(recorded, details=True)["steps"]) is None


@pytest.mark.parametrize("recorded", recorded_here("llamacpp"), ids=lambda d: f"{d['kind']}-{d['seed']}")
def test_decisions_of_llama_cpp_under_settings_of_every_kind(recorded):
    """Read here from the log of a real server (xllamacpp 2026.10.11549, tiny model, several clients at once)."""
    assert differences(recorded.pop("steps"), schedule(recorded)["steps"]) is None


def vllm(requests, **config):
    base = {"num_blocks": 100, "block_size": 16, "max_num_batched_tokens": 64, "max_num_seqs": 8, "max_model_len": 1000,
            "enable_prefix_caching": False}
    return schedule({"engine": "vllm", "config": {**base, **config}, "requests": [
        {"id": f"r{i}", "arrival_step": 0, "max_tokens": r["output_tokens"], **r} for i, r in enumerate(requests)]})["steps"]


def test_a_prompt_is_cut_to_the_budget_and_decodes_come_first():
    steps = vllm([{"prompt_tokens": 10, "output_tokens": 3}, {"prompt_tokens": 100, "output_tokens": 1}])
    assert [s["scheduled"] for s in steps] == [{"r0": 10, "r1": 54}, {"r0": 1, "r1": 46}, {"r0": 1}]
    assert [s["finished"] for s in steps] == [[], ["r1"], ["r0"]]


def test_the_last_is_preempted_and_computed_again():
    steps = vllm([{"prompt_tokens": 16, "output_tokens": 20}, {"prompt_tokens": 16, "output_tokens": 20}], num_blocks=4)
    first = next(i for i, s in enumerate(steps) if s["preempted"])
    assert steps[first]["preempted"] == ["r1"] and steps[first]["scheduled"] == {"r0": 1}
    again = next(s for s in steps[first + 1:] if "r1" in s["scheduled"])
    assert again["scheduled"]["r1"] > 16


def test_async_burns_one_step_for_whoever_stops_by_itself():
    stops = vllm([{"prompt_tokens": 4, "output_tokens": 2, "max_tokens": 9}], async_scheduling=True)
    capped = vllm([{"prompt_tokens": 4, "output_tokens": 2}], async_scheduling=True)
    assert sum(len(s["scheduled"]) for s in stops) == sum(len(s["scheduled"]) for s in capped) + 1


def test_llama_cpp_starts_deferred_tasks_in_reverse_order_of_release():
    config = {"n_parallel": 2, "n_ctx_slot": 512, "n_batch": 64, "host_prompt_cache": False}
    requests = [{"id": f"r{i}", "arrival_step": 0, "prompt_tokens": 8, "output_tokens": 2, "max_tokens": 2} for i in range(4)]
    steps = schedule({"engine": "llama.cpp", "config": config, "requests": requests}, details=True)["steps"]
    assert steps[0]["slots"] == {"r0": 1, "r1": 0}
    restart = next(s for s in steps[1:] if s["new"])
    assert restart["new"] == ["r3", "r2"]


@pytest.mark.parametrize("damage", [
    {"engine": "other"}, {"config": None}, {"config": {"num_blocks": -1}}, {"config": {"num_blocks": 1e30}}, {"config": {"nonsense": 1}},
    {"config": {"num_blocks": []}}, {"config": {"num_blocks": True}}, {"config": {}}, {"requests": {}}, {"requests": [1]},
    {"requests": [{"id": "a", "prompt_tokens": -3, "output_tokens": 1}]}, {"requests": [{"id": "a", "prompt_tokens": 1e99}]},
    {"requests": [{"id": "a", "prompt_tokens": 3, "output_tokens": 1, "parent": "nobody"}]},
    {"requests": [{"id": "a", "prompt_tokens": 3, "output_tokens": 1}] * 2},
])
def test_a_damaged_record_is_refused_in_a_sentence(damage):
    record = {"engine": "vllm", "config": {"num_blocks": 10}, "requests": [], **damage}
    with pytest.raises(CannotAnswer) as refused:
        schedule(record)
    assert len(str(refused.value)) < 900 and "\n" not in str(refused.value)
