"""One scenario, one command: the recommendation's, the command line's and the window's are the same text."""

import json
import re

import pytest

from advisor import cli
from advisor.deploy import render
from advisor.estimate import estimate
from advisor.guardrails import limits
from advisor.plan import limited, plan_of
from advisor.recommend import Question, recommend
from advisor.scenario import parse_scenario

KEY = re.compile(r"sk-[A-Za-z0-9_-]{43}")


def recommended(task, users, device, count=1, model=None, os="linux"):
    scenario = parse_scenario({"hardware": {"device": device, "count": count, "host_memory_gib": 64}, "model": model})
    return recommend(Question.from_options({"task": task, "users": users, "os": os, "interface": "api"}, scenario)).recommendations


@pytest.mark.parametrize(("task", "users", "device", "count", "model"), [
    ("rag", 8, "RTX 3090", 2, "qwen2.5-14b-instruct"), ("batch", 32, "RTX 4090", 1, "qwen2.5-7b-instruct"),
    ("team-service", 20, "H100", 1, "qwen3-8b"), ("chat", 1, "RTX 4090", 1, "qwen3-8b"), ("team-service", 64, "H200", 16, None)])
def test_command_and_recommend_write_the_same_commands(task, users, device, count, model):
    for found in recommended(task, users, device, count, model)[:3]:
        plan = plan_of(estimate(found.estimate.scenario), "linux", task)
        said, told = (KEY.sub("KEY", "\n".join(c.text + c.verifies for c in made)) for made in (found.commands, render(plan, "shell")))
        assert said == told, found.engine


def test_a_batch_listens_to_this_machine_only(tmp_path, capsys):
    file = tmp_path / "scenario.json"
    file.write_text('{"model": "qwen3-8b", "engine": "vllm", "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096}, '
                    '"workload": {"concurrency": 16}}')
    assert cli.main(["command", str(file)]) == 0
    served = capsys.readouterr().out
    assert cli.main(["command", str(file), "--task", "batch"]) == 0
    alone = capsys.readouterr().out
    assert "--host 0.0.0.0" in served and "VLLM_API_KEY" in served and "--max-num-queued-reqs" in served
    assert "--host 127.0.0.1" in alone and "VLLM_API_KEY" not in alone and "queued" not in alone


def test_the_text_says_what_was_added(tmp_path, capsys):
    file = tmp_path / "scenario.json"
    file.write_text('{"model": "qwen3-8b", "engine": "vllm", "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096}, '
                    '"workload": {"concurrency": 16}}')
    for shell, mark in (("bash", "# "), ("powershell", "# "), ("cmd", "rem ")):
        assert cli.main(["command", str(file), "--shell", shell]) == 0
        lines = capsys.readouterr().out.splitlines()
        said = " ".join(line.removeprefix(mark) for line in lines if line.startswith(mark))
        assert "Others reach port" in said and "is refused at once" in said, shell


def test_a_mirror_alone_says_where_the_weights_come_from(tmp_path, capsys):
    file = tmp_path / "scenario.json"
    file.write_text('{"model": "qwen3-8b", "engine": "vllm", "hardware": {"device": "RTX 4090"}, "settings": {"context": 4096}}')
    mirror = "https://hf-mirror.com"
    for words in (["--mirror", mirror], ["--mirror", mirror, "--source", "mirror"]):
        assert cli.main(["command", str(file), *words]) == 0
        assert f"HF_ENDPOINT={mirror} hf download" in capsys.readouterr().out
    assert cli.main(["command", str(file), "--mirror", mirror, "--source", "modelscope"]) == 2
    assert "--mirror goes with --source mirror" in capsys.readouterr().err
    assert cli.main(["command", str(file), "--source", "mirror"]) == 2
    assert cli.main(["command", str(file)]) == 0
    assert "HF_ENDPOINT" not in capsys.readouterr().out.replace("# ", "")


def test_a_source_that_an_engine_or_a_name_does_not_have_is_refused(tmp_path, capsys):
    file = tmp_path / "scenario.json"
    for source, engine, word in (("ollama", "vllm", "Ollama's library"), ("path", "vllm", "not by a path"), ("ollama", "ollama", "")):
        file.write_text(json.dumps({"model": "qwen3-8b", "engine": engine, "hardware": {"device": "RTX 4090"},
                                    "settings": {"context": 4096}}))
        assert cli.main(["command", str(file), "--source", source]) == (2 if word else 0)
        assert word in capsys.readouterr().err


def test_a_path_is_a_source_of_its_own(shared, tmp_path, capsys):
    file, folder = tmp_path / "scenario.json", tmp_path / "weights"
    folder.mkdir()
    (folder / "config.json").write_text(next((shared / "reference" / "configs").glob("*SmolLM-135M.json")).read_text())
    file.write_text(json.dumps({"model": str(folder / "config.json"), "engine": "vllm", "quantization": "bf16",
                                "hardware": {"device": "RTX 4090"}, "settings": {"context": 2048}}))
    assert cli.main(["command", str(file), "--source", "path"]) == 0
    assert f"vllm serve {folder}" in capsys.readouterr().out


@pytest.mark.parametrize(("device", "engine", "tool"), [
    ("RTX 4090", "vllm", "; nvidia-smi shows it"), ("M4 Max", "mlx-lm", "; Activity Monitor shows it"),
    ("RX 7900 XTX", "llama.cpp", "; rocm-smi shows it"), ("cpu", "llama.cpp", "The memory is free again.")])
def test_who_shows_that_the_memory_is_free(device, engine, tool):
    answer = estimate(parse_scenario({"model": "qwen3-8b", "engine": engine, "hardware": {"device": device, "host_memory_gib": 64},
                                      "settings": {"context": 4096}}))
    stop = next(c for c in render(plan_of(answer, answer.case.machine.os or "linux"), "shell") if c.kind == "stop")
    assert tool in stop.verifies and ("nvidia" in stop.verifies) == (device == "RTX 4090")


def test_limits_learned_later_replace_the_estimates_everywhere():
    answer = estimate(parse_scenario({"model": "qwen3-8b", "engine": "vllm", "hardware": {"device": "RTX 4090"},
                                      "settings": {"context": 4096}, "workload": {"concurrency": 16}}))
    plan = plan_of(answer, "linux")
    other = limits(answer.case, answer.memory, answer.speed, 400.0)
    assert plan.max_queue == plan.limits.queue != other.queue
    assert limited(plan, other).max_queue == other.queue
