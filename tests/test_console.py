"""Text for people: units with the values, few digits, lists as columns; the JSON keeps every digit."""

import json
import re

import pytest

from advisor import cli, console

RAW = re.compile(r"\d{7,}|\d+\.\d{5,}|\d{6,}\.\d")


@pytest.mark.parametrize("words", [["fit", "--device", "RTX 4090"], ["hardware", "--model", "qwen3-8b"], ["catalog", "models"],
                                   ["catalog", "devices"], ["catalog", "quantizations"], ["catalog", "engines"]])
def test_lists_are_columns_with_units_and_the_json_has_all_digits(words, capsys):
    assert cli.main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    for line in lines[1:]:
        assert not RAW.search(re.sub(r"[\w.-]+/[\w.-]+|[\w-]*[a-z][\w.-]*", "", line)), line
    assert "False" not in "".join(lines) and "_bytes" not in lines[0] and max(map(len, lines)) < 260
    assert cli.main([*words, "--json"]) == 0
    rows = next(iter(json.loads(capsys.readouterr().out).values()))
    assert len(rows) == len(lines) - 1
    if words[0] == "fit":
        assert f"{rows[0]['total_bytes'] / 1e9:.1f} GB" in lines[1] and isinstance(rows[0]["total_bytes"], int)


def test_a_sweep_is_a_table(tmp_path, capsys):
    point = {"load": 0.0198555344205015, "holds": True, "requests_per_s": 0.020121288019389227, "output_tokens_per_s": 5.151049732963642,
             "ttft_s": {"p50": 0.09559144538798137, "p95": 0.12428547902070684}, "tpot_s": {"p50": 0.0199, "p95": 0.02021394898571784},
             "kv_peak_fraction": 0.07019927536231885, "preemptions": 0}
    text = console.sweep_text({"request_rate_per_s": 4.815080782675893, "concurrency": 58, "curve": [point] * 20,
                               "concurrency_curve": [{**point, "load": 4}]})
    lines = text.splitlines()
    assert "highest request rate       4.82/s" in lines and not RAW.search(text)
    assert sum("0.0201/s  yes" in line and "96 ms    0.12 s" in line and "7.02 %" in line for line in lines) == 21
    assert [line.split()[0] for line in lines if line.startswith(("requests", "people"))] == ["requests", "people"]


SEED = {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "ollama",
        "hardware": {"device": "RTX 4090", "host_memory_gib": 32}, "settings": {"context": 4096, "parallel": 8}}


def simulated(tmp_path, capsys, prompt, *words):
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps({**SEED, "workload": {"concurrency": 8, "prompt_tokens": prompt, "output_tokens": 256}}))
    status = cli.main([words[0] if words else "simulate", str(file), "--seconds", "30", *words[1:]])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_simulation_is_told_in_words_with_units(tmp_path, capsys):
    status, text, _ = simulated(tmp_path, capsys, 1024)
    own = re.sub(r"levers\n(  .*\n)*", "", text)      # the engine's own names stay
    assert status == 0 and "_" not in own and not RAW.search(text)
    assert "  first token p95            2.0 s\n" in text and "  time per token p95         50 ms" in text
    assert "none" not in own and not text.startswith("!")
    _, answer, _ = simulated(tmp_path, capsys, 1024, "simulate", "--json")
    assert {"makespan_s", "turned_away", "seen_as", "slo"} <= json.loads(answer).keys()
    assert text.splitlines()[-1] == json.loads(answer)["told_apart"] and " in the calculator. " in text.splitlines()[-1]


def test_what_never_happened_is_left_out_of_the_words():
    """Answers of one token have no time per token; a cache of two megabytes is not 0.00 GB."""
    text = console.simulation_text({"requests": 2, "tpot_s": dict.fromkeys(("mean", "p50")), "ttft_s": {"mean": 0.1, "p50": None},
                                    "kv_peak_bytes": 2_097_152})
    assert "time per token" not in text and "unknown" in text and "2,097,152 bytes" in text


def test_requests_longer_than_the_context_are_one_sentence(tmp_path, capsys):
    status, text, _ = simulated(tmp_path, capsys, 4000)
    assert status == 0 and text.startswith("! Answers end early") and "4,256" in text.splitlines()[0]
    status, text, error = simulated(tmp_path, capsys, 5000)
    assert status == 2 and not text and error.count("\n") == 1 and "5,000" in error and "4,096" in error


def test_engines_not_recommended_are_told_by_name(capsys):
    assert cli.main(["recommend", "--task", "chat", "--users", "8", "--device", "RTX 4090", "--os", "linux", "--interface", "api"]) == 0
    text = capsys.readouterr().out
    assert "   LM Studio: " in text and "lmstudio:" not in text


@pytest.mark.parametrize(("name", "value", "text"), [
    ("total_bytes", 7220953120, "7.22 GB"), ("memory_bytes", 24 * 2**30, "24.0 GiB"), ("header_bytes", 512, "512 bytes"),
    ("fp16_flops", 2450000000000.0, "2.45 TFLOPS"), ("bandwidth_bytes_per_s", 1008000000000.0, "1,008 GB/s"), ("unified", False, "no"),
    ("ttft_s", 0.0123, "12 ms"), ("kv_peak_fraction", 0.2509057971014493, "25.1 %"), ("layers", 48, "48"),
    ("active_parameters", 3_300_000_000, "3.3 B"), ("tdp_watts", 450.0, "450 W"), ("anything", None, "unknown"), ("sizes", [], "none"),
    ("price_usd", 1599, "$1,599")])
def test_a_value_is_written_in_the_unit_of_its_name(name, value, text):
    assert console.shown(name, value) == text


def test_of_several_people_the_pace_of_each_is_told(capsys):
    machine = ["--device", "RTX 4090", "--os", "linux", "--interface", "api"]
    assert cli.main(["recommend", "--task", "team-service", "--users", "16", *machine]) == 0
    several = capsys.readouterr().out.splitlines()[1]
    assert cli.main(["recommend", "--task", "chat", "--users", "1", *machine]) == 0
    alone = capsys.readouterr().out.splitlines()[1]
    assert ", each " in several and "together" in several and "pace" not in several
    assert ", pace " in alone and "together" not in alone


def test_two_columns_of_one_name_are_told_apart():
    head = console.table([{"name": "a", "used_bytes": 10**9, "used_fraction": 0.5}]).splitlines()[0].split("  ")
    assert [part.strip() for part in head if part.strip()] == ["name", "used", "used share"]


def test_a_machine_is_told_without_what_is_not_known_of_it():
    answer = {"tool": "words", "driver": None, "os": None, "wsl": False, "processes": [], "host_memory_bytes": 128 << 30,
              "gpus": [{"name": "rtx 3090", "count": 2, "device_memory_bytes": 24 << 30, "used_bytes": [None, None], "broken": False},
                       {"name": "rtx 3060", "count": 1, "device_memory_bytes": 12 << 30, "used_bytes": [1 << 30], "broken": False}],
              "partitions": {"a": None}, "notes": ["A note."]}
    lines = console.machine_text(answer).splitlines()
    assert not any("unknown" in line or "processes" in line or "wsl" in line or "partitions" in line or "broken" in line for line in lines)
    assert lines[0].split() == ["tool", "words"]
    assert any(line.split() == ["host", "memory", "128.0", "GiB"] for line in lines)
    assert any("rtx 3060" in line and "1.07 GB" in line for line in lines)
    assert lines[-2:] == ["Not known from this: os, driver.", "A note."]


def test_equal_values_are_told_once():
    assert console.shown("used_fraction", [0.5, 0.5]) == "2 × 50 %"
    assert console.shown("used_fraction", [0.5, 0.25]) == "50 %, 25 %"
