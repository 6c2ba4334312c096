"""The two searches over the catalog: the shortcuts change no answer that fits, and every row can be taken as a scenario."""

import time
from dataclasses import replace

import pytest
from asking import ask

from advisor import catalog
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, estimate
from advisor.recommend.search import GGUF_LADDER, devices_for_model, each_device, each_model, models_for_device

CARD = "RTX 3060 12GB"


def ladder_answers(match):
    """The verdict of every format of the ladder, asked one by one."""
    found = {}
    for name in GGUF_LADDER:
        try:
            found[name] = estimate(match.scenario.with_(quantization=name)).verdict
        except CannotAnswer:
            continue
    return found


def test_the_format_is_the_first_that_fits():
    matches = list(each_model(catalog.find_device(CARD), 1, 8192, 1))
    for match in matches[::17]:
        if match.case.quantization.id == "mxfp4":
            continue
        verdicts = ladder_answers(match)
        fitting = [name for name, verdict in verdicts.items() if verdict == "fits"]
        if fitting:
            assert (match.case.quantization.id, match.verdict) == (fitting[0], "fits")
        else:
            assert VERDICTS.index(match.verdict) == min(VERDICTS.index(v) for v in verdicts.values())


@pytest.mark.parametrize("users", [1, 8])
def test_a_row_is_the_estimate_of_its_scenario(users):
    for match in list(each_model(catalog.find_device("RTX 4090"), 1, 8192, users))[::40]:
        answer = estimate(match.scenario)
        longest = answer.memory.max_context_tokens      # a row works it out when it is asked for
        assert (answer.verdict, answer.speed) == (match.verdict, match.speed)
        assert answer.memory == replace(match.memory, max_context_tokens=longest)
        assert match.figures()["max_context_tokens"] == longest


def test_the_fewest_cards_that_hold_it():
    model = catalog.find_model("Llama-3.3-70B-Instruct")
    for match in list(each_device(model, model.id, 8192, 1, "q4_k_m"))[::29]:
        if match.verdict in ("fits", "tight") and match.cards > 1:
            fewer = estimate(match.scenario.with_(hardware__count=match.cards // 2))
            assert fewer.verdict not in ("fits", "tight")


def test_both_lists_begin_with_what_fits():
    models, devices = models_for_device(CARD), devices_for_model("qwen2.5-14b-instruct")
    assert models[0]["verdict"] in ("fits", "tight") and models[-1]["verdict"] not in ("fits", "tight")
    assert devices[0]["verdict"] in ("fits", "tight") and devices[0]["cards"] == 1
    assert len(models) > 200 and len(devices) > 200


def test_a_whole_catalog_in_a_moment():
    """0.3 s of the processor once warm; the limit here leaves room for busy machines."""
    models_for_device("RTX 4090")
    start = time.thread_time()
    models_for_device("RTX 4090")
    assert time.thread_time() - start < 0.8


@pytest.mark.parametrize(("model", "quantization", "engine"), [
    ("qwen3-32b", "fp8", "vllm"), ("qwen3-32b", "awq", "vllm"), ("qwen3-32b", "nvfp4", "vllm"), ("qwen3-32b", "mlx-4bit", "mlx-lm"),
    ("qwen3.6-27b-nvfp4", None, "vllm"), ("qwen3-32b", "q4_k_m", "llama.cpp"), ("qwen3-32b", "bf16", "llama.cpp")])
def test_a_format_asked_for_chooses_an_engine_that_reads_it(model, quantization, engine):
    rows = devices_for_model(model, users=1, quantization=quantization)
    assert rows and {row["engine"] for row in rows} == {engine}
    assert any(row["verdict"] == "fits" for row in rows)


def test_a_gguf_mix_asked_for_stays_one_for_many():
    assert {row["engine"] for row in devices_for_model("qwen3-8b", users=8, quantization="q4_k_m")} == {"llama.cpp"}


def test_devices_that_are_machines_are_not_added_up_for_an_engine_of_one():
    rows = models_for_device("DGX Spark", 2)
    assert rows and rows == models_for_device("DGX Spark", 1)


def test_more_trays_of_a_rack_are_one_server_and_no_machine_of_slots():
    rows = {(row["device"], row["engine"]): row for users in (1, 64) for row in devices_for_model("kimi-k3", users=users)}
    assert rows["gb300", "llama.cpp"]["cards"] <= 4
    assert rows["gb300", "vllm"]["cards"] == 8 and rows["gb300", "vllm"]["verdict"] == "fits"


def test_a_memory_system_is_searched_with_the_memory_that_is_named():
    notes = []
    assert models_for_device("12-channel-ddr5-6000-epyc-9005", notes=notes) == []
    assert any("host_memory_gib" in note for note in notes)
    notes.clear()
    rows = models_for_device("12-channel-ddr5-6000-epyc-9005", host_memory_gib=256, notes=notes)
    assert rows[0]["verdict"] == "fits" and not notes
    assert all(row["usable_bytes"] == 256 * 2**30 for row in rows)
    system = catalog.find_device("12-channel-ddr5-6000-epyc-9005").id
    systems = {row["device"]: row for row in devices_for_model("qwen3-32b", host_memory_gib=256)}
    assert systems[system]["verdict"] == "fits"
    without = {row["device"] for row in devices_for_model("qwen3-32b")}
    assert system not in without
    macs = [row for row in systems.values() if row["vendor"] == "apple"]
    assert macs and all(row["usable_bytes"] < row["device_memory_bytes"] for row in macs)     # theirs is their own


def test_a_device_that_no_engine_runs_on_says_why():
    notes = []
    assert models_for_device("Gaudi 3", notes=notes) == []
    assert any("no backend for Gaudi 3" in note for note in notes) and any("vllm-gaudi" in note for note in notes)


def test_several_machines_are_told_to_be_figures_of_one():
    notes = []
    models_for_device("DGX Spark", 2, notes=notes)
    assert any("one of the 2 machines, with 1 of the 2" in note for note in notes)
    notes.clear()
    models_for_device("GB300", 8, notes=notes)
    assert any("one of the 2 machines, with 4 of the 8 GB300" in note for note in notes)
    notes.clear()
    models_for_device("RTX 4090", 2, notes=notes)
    assert not any("machines" in note for note in notes)


def test_what_does_not_fit_says_why_and_what_fits_does_not():
    rows = devices_for_model("gpt-oss-120b", users=64)
    assert all(bool(row["reason"]) == (row["verdict"] == "does_not_fit") for row in rows)
    reasons = {row["reason"] for row in rows if row["reason"] and row["total_bytes"] <= row["usable_bytes"]}
    assert any("room for 0 tokens" in reason for reason in reasons) and any("that they share" in reason for reason in reasons)


def test_a_context_that_no_engine_serves_is_no_row_and_says_why():
    for model, engine in (("qwen3-8b", "llama-server"), ("gpt2", "llama-server")):
        notes = []
        assert devices_for_model(model, context=100_000, notes=notes) == []
        assert len(notes) == 1 and engine in notes[0]
    notes = []
    models_for_device("RTX 4090", context=100_000, notes=notes)
    assert any("were made for less than 100,000 tokens" in note for note in notes)


def test_a_device_of_which_no_speed_is_known_gets_the_format_that_is_recommended_for_it() -> None:
    first = ask("K80", task="chat", users=1).recommendations[0].estimate
    row = next(r for r in models_for_device("K80") if r["model"] == first.case.model.id)
    assert row["quantization"] == first.case.quantization.id == "q4_k_m"
    assert next(r for r in models_for_device("M40") if r["model"] == "qwen3-8b")["quantization"] == "q8_0"
