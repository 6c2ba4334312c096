"""The headless contract as a script meets it: real processes, exit status, one line on stderr, no traceback."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from advisor import cli

ROOT = Path(__file__).resolve().parent.parent
SEED = {
    "model": "qwen2.5-14b-instruct",
    "quantization": "q4_k_m",
    "engine": "ollama",
    "hardware": {"device": "RTX 4090"},
    "settings": {"context": 4096},
    "workload": {"concurrency": 1},
}


def advisor(*words: str, stdin: str | bytes = "", **surroundings: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "advisor", *words],
        input=data,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        env={**environment, **surroundings},
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_estimate_reads_a_file_and_says_everything_in_json(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(SEED))
    done = advisor("estimate", str(file), "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and done.stderr == ""
    assert set(answer) == {"scenario", "verdict", "memory", "speed", "notes", "derivation"}
    assert answer["verdict"] == "fits"
    assert answer["scenario"]["settings"]["parallel"] == 1
    assert answer["memory"]["kv_bytes"] == 805_306_368
    assert {"low", "typical", "high"} == set(answer["speed"]["ttft_s"])
    assert answer["derivation"] and set(answer["derivation"][0]) == {"quantity", "formula", "with", "value", "unit", "source"}


def test_estimate_answers_line_by_line_and_goes_on_after_a_bad_one() -> None:
    lines = [json.dumps(SEED), "{nonsense", json.dumps({**SEED, "model": "no such model"}), json.dumps(SEED)]
    done = advisor("estimate", "-", "--json", stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [("error" in a) for a in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_text_for_people_names_units() -> None:
    done = advisor("estimate", "-", stdin=json.dumps(SEED))
    assert done.returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("estimate", "/no/such/file"),
        ("recommend", "--device", "no such card"),
        ("inspect", "/no/such/model"),
        ("recommend", "--model", "no such model", "--device", "RTX 4090"),
        ("catalog",),
        ("nonsense",),
        ("estimate",),
        ("recommend", "--users", "0"),
        ("command", "/no/such/file"),
        ("simulate", "/no/such/file"),
    ],
)
def test_what_cannot_be_answered_exits_with_two_and_no_traceback(words: tuple[str, ...]) -> None:
    done = advisor(*words)
    assert done.returncode == 2
    assert done.stderr.strip() and "Traceback" not in done.stderr
    if not done.stderr.startswith("usage"):
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"[]", b"null", b'{"settings": 1}', b"[" * 100_000, b'{"model": "' + b"x" * 9999 + b'"}']
)
def test_hostile_scenarios_get_one_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "scenario.json"
    file.write_bytes(data)
    done = advisor("estimate", str(file), "--json")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_recommend_gives_commands_with_what_to_look_for() -> None:
    done = advisor(
        "recommend",
        "--task",
        "team-service",
        "--users",
        "8",
        "--model",
        "qwen2.5-14b-instruct",
        "--device",
        "RTX 4090",
        "--prompt-tokens",
        "2048",
        "--output-tokens",
        "512",
        "--os",
        "linux",
        "--json",
    )
    answer = json.loads(done.stdout)
    assert set(answer) == {"recommendations", "rejected", "nearest"}
    first = answer["recommendations"][0]
    assert {"engine", "scenario", "estimate", "reasons", "cautions", "commands"} <= set(first)
    assert all({"title", "shell", "text", "verifies"} <= set(command) for command in first["commands"])
    assert any(command["verifies"] for command in first["commands"])


@pytest.mark.parametrize("what", ["models", "devices", "quantizations", "engines"])
def test_catalog_lists(what: str) -> None:
    rows = json.loads(advisor("catalog", what, "--json").stdout)[what]
    assert len(rows) >= {"models": 240, "devices": 200, "quantizations": 40, "engines": 7}[what]
    assert len({row["id"] for row in rows}) == len(rows)


def test_without_a_display_the_window_says_so_and_names_the_headless_command() -> None:
    done = advisor()
    assert done.returncode == 2
    assert "no display" in done.stderr and "advisor recommend" in done.stderr


@pytest.mark.parametrize(("word", "mend"), [("recomend", "Did you mean `advisor recommend`?"), ("xyzzy", "See `advisor --help`.")])
def test_a_slip_of_the_hand_opens_no_window(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str,
                                            mend: str) -> None:
    monkeypatch.setattr(cli, "open_window", lambda words: pytest.fail("it opened"))
    monkeypatch.setattr(cli, "command_name", lambda: "advisor")
    assert cli.main([word, "--task", "chat"]) == 2
    assert capsys.readouterr().err == f"advisor: No command is called '{word}', and there is no file of that name. {mend}\n"


@pytest.mark.parametrize("word", ["scenario.json", "advisor://x", "file:///a", "models/here", "kept"])
def test_files_and_links_open_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").write_text("{}")
    monkeypatch.setattr(cli, "open_window", lambda words: 7)
    assert cli.main([word]) == 7


def test_the_command_line_never_imports_qt_or_numpy() -> None:
    code = (
        "import sys, io; from advisor.cli import main; sys.stdout = io.StringIO(); "
        "main(['recommend', '--task', 'chat', '--device', 'RTX 4090', '--os', 'linux', '--json']); "
        "found = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'pyqtgraph', 'numpy')]; sys.exit(str(found) if found else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_version() -> None:
    from advisor import __version__

    assert advisor("--version").stdout.strip() == f"advisor {__version__}"


def test_own_entries_are_merged_in_and_a_bad_one_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "llm-deployment-advisor"
    folder.mkdir()
    good = {
        "id": "my-card",
        "name": "My Card",
        "vendor": "nvidia",
        "kind": "consumer",
        "memory_bytes": 32 * 2**30,
        "bandwidth_bytes_per_s": 1e12,
        "fp16_flops": 1e14,
    }
    (folder / "devices.json").write_text(json.dumps([good, {"id": "bad", "name": 3}]))
    scenario = {**SEED, "hardware": {"device": "my card"}}
    done = advisor("estimate", "-", "--json", stdin=json.dumps(scenario) + "\n", XDG_DATA_HOME=str(tmp_path))
    assert json.loads(done.stdout)["verdict"] == "fits"
    assert done.returncode == 0
    assert "bad" in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_own_device_needs_its_memory_and_bandwidth_only(tmp_path: Path) -> None:
    folder = tmp_path / "llm-deployment-advisor"
    folder.mkdir()
    (folder / "devices.json").write_text(json.dumps([{"id": "昇腾910B", "memory_bytes": 64 * 2**30, "bandwidth_bytes_per_s": 1.6e12}]))
    scenario = {**SEED, "engine": None, "quantization": None, "hardware": {"device": "昇腾910B"}}
    done = advisor("estimate", "-", "--json", stdin=json.dumps(scenario) + "\n", XDG_DATA_HOME=str(tmp_path))
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and not done.stderr
    assert answer["memory"]["usable_bytes"] > 50 * 2**30 and answer["speed"]["decode_tokens_per_s"]["typical"] > 10


def test_a_fault_of_the_program_costs_one_line_and_is_told_in_a_sentence(monkeypatch, capsys, tmp_path):
    from advisor import cli, estimate

    def faulty(data):
        if data == 2:
            raise KeyError("cache_bits")
        return {"answer": data}

    monkeypatch.setattr(estimate, "estimate_json", faulty)
    file = tmp_path / "lines.jsonl"
    file.write_text("1\n2\n3\n")
    assert cli.main(["estimate", str(file), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("answer") for line in lines] == [1, None, 3] and "cache_bits" in lines[1]["error"]
    parsed = cli.parser().parse_args(["estimate", str(file)])
    monkeypatch.setattr(cli, "parser", lambda: type("", (), {"parse_args": lambda self, words: parsed})())
    parsed.run = lambda options: faulty(2)
    assert cli.main(["estimate", str(file)]) == cli.FAULT
    told = capsys.readouterr().err
    assert "Please report it" in told and "Traceback" not in told
    monkeypatch.setenv("ADVISOR_DEBUG", "1")
    with pytest.raises(KeyError):
        cli.main(["estimate", str(file)])


@pytest.mark.parametrize(("engine", "said"), [("vllm", "is refused or its answer stops early"), ("ollama", "is cut off without an error")])
def test_requests_longer_than_the_context_do_not_read_as_fits(engine, said, tmp_path, capsys):
    from advisor import cli

    file = tmp_path / "scenario.json"
    scenario = {**SEED, "engine": engine, "quantization": None, "model": "qwen3-8b", "hardware": {"device": "RTX 4090"}}
    file.write_text(json.dumps({**scenario, "workload": {"concurrency": 1, "prompt_tokens": 100_000, "output_tokens": 100}}))
    assert cli.main(["estimate", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Requests too long: ") and said in lines[1] and not any(line.startswith("Fits") for line in lines)
    assert sum(said in line for line in lines) == 1
    assert cli.main(["estimate", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "fits" and said in answer["notes"][0]
    assert cli.main(["simulate", str(file)]) != 0
    assert ("Requests too long: " if engine == "ollama" else "No request would be served: ") in capsys.readouterr().err
    file.write_text(json.dumps({**scenario, "workload": {"concurrency": 1, "prompt_tokens": 3000, "output_tokens": 1096}}))
    assert cli.main(["estimate", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Fits: ")


def test_requests_longer_than_the_model_was_made_for_read_alike_in_estimate_and_simulate(tmp_path, capsys):
    """llama-server starts, and cuts its slots: no memory is short."""
    from advisor import cli

    file = tmp_path / "scenario.json"
    file.write_text(json.dumps({"model": "qwen3-8b", "quantization": "q4_k_m", "engine": "llama.cpp", "hardware": {"device": "RTX 4090"},
                                "settings": {"context": 65536, "parallel": 1},
                                "workload": {"concurrency": 1, "prompt_tokens": 60_000, "output_tokens": 500}}))
    assert cli.main(["estimate", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Requests too long: ") and lines[1].startswith("! llama-server cuts each slot to the 40,960 tokens")
    assert cli.main(["simulate", str(file)]) != 0
    assert lines[1].removeprefix("! ") in capsys.readouterr().err


def test_a_recommendation_for_requests_that_are_too_long_does_not_read_as_fits(capsys):
    from advisor import cli

    assert cli.main(["recommend", "--device", "RTX 4090", "--model", "gpt2", "--task", "code", "--os", "linux"]) == 0
    assert "[Requests too long]" in capsys.readouterr().out.splitlines()[0]


WRONG = ("", " ", "-5", "0", "-0.5", "nan", "inf", "1e300", "1e-300", "100000000", "99999", "2.5", "4k", "k", "٣", "²", "9" * 5000,
         "x" * 5000, "\0", "\udc80", "-", "/dev/zero", "a\nb", "ttft_p95=1e-300", "1000x900", "99999x1",
         "~nobody/x.json", "~nobody/x.safetensors", "~nobody/x.gguf", "http://[bad", "http://127.0.0.1:port", "http://127.0.0.1:99999999")
BASE = {
    "recommend": ("--device", "RTX 4090", "--os", "linux", "--model", "qwen3-8b"),
    "estimate": ("{file}",),
    "command": ("{file}",),
    "simulate": ("{file}", "--requests", "3"),
    "schedule": ("{file}",),
    "sweep": ("{file}",),
    "inspect": ("{file}",),
    "detect": (),
    "catalog": ("engines",),
    "fit": ("--device", "RTX 4090"),
    "hardware": ("--model", "qwen3-8b"),
    "measure": ("http://127.0.0.1:9",),
    "screenshot": ("{folder}/picture.png",),
}


def options_of(command: str) -> list[str]:
    """The options of a command that take free text or numbers, and `` for its first plain word."""
    from advisor.cli import parser

    below = next(action for action in parser()._actions if action.choices and not action.option_strings)
    chosen = below.choices[command]._actions
    named = [a.option_strings[0] for a in chosen if a.option_strings and a.nargs != 0 and not a.choices]
    return named + ["" for a in chosen[:2] if not a.option_strings and not a.choices]


@pytest.mark.parametrize(("command", "option"), [(command, option) for command in BASE for option in options_of(command)])
def test_no_wrong_word_is_a_fault_of_the_program(command, option, tmp_path, monkeypatch, capsys):
    from advisor import cli

    file = tmp_path / "scenario.json"
    file.write_text(json.dumps({**SEED, "workload": {"concurrency": 1, "prompt_tokens": 64, "output_tokens": 4}}))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    monkeypatch.chdir(tmp_path)
    import advisor.simulator.sweep as sweeps
    import advisor.ui.screenshot as pictures

    monkeypatch.setattr(pictures, "screenshot", lambda *_, **__: None)
    monkeypatch.setattr(sweeps, "sweep", lambda scenario, slo, **_: {"slo": str(slo), "curve": []})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    base = [word.format(file=file, folder=tmp_path) for word in BASE[command]]
    for wrong in WRONG:
        if option == "--scheduler-address" or (not option and wrong.startswith("-")):
            continue
        words = [f"{option}={wrong}", *base] if option else [wrong, *base[1:]]
        status = cli.main([command, *words])
        said = capsys.readouterr()
        assert status in (0, 2), (words, said.err)
        assert status == 0 or len(said.err.strip().splitlines()) == 1, (words, said.err)
        if status == 2:
            assert said.err.startswith("advisor: ") and len(said.err) < 700, (words, said.err)


@pytest.mark.parametrize("option", ["--host-memory-gib", "--memory-gib"])
@pytest.mark.parametrize("value", ["-5", "nan", "1e300", "0", "many"])
def test_an_option_is_checked_as_the_scenario_s_field(option, value, capsys):
    from advisor import cli

    assert cli.main(["recommend", "--device", "RTX 4090", "--os", "linux", f"{option}={value}"]) == 2
    said = capsys.readouterr().err
    assert option in said and "fault" not in said and len(said.splitlines()) == 1


def test_an_empty_device_is_not_this_machine(capsys):
    from advisor import cli

    assert cli.main(["recommend", "--os", "linux", "--device", ""]) == 2
    assert "No device is called ''" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("inspect", "/dev/zero"), ("estimate", "/dev/zero"), ("inspect", "/dev/zero/config.json")])
def test_only_ordinary_files_are_read(words):
    done = advisor(*words)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr


def test_a_pipe_is_read_like_standard_input(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["sh", "-c", f"echo '{json.dumps(SEED)}' > {pipe}"])
    done = advisor("estimate", str(pipe), "--json")
    writer.wait()
    assert done.returncode == 0 and json.loads(done.stdout)["verdict"] == "fits"


def test_a_picture_of_absurd_size_is_refused_before_it_is_drawn(capsys):
    from advisor import cli

    for words in (["--scale", "1000"], ["--scale", "nan"], ["--scale", "8", "--size", "8000x8000"], ["--size", "²²²x900"]):
        assert cli.main(["screenshot", "/nonexistent/x.png", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_duration_of_nothing_is_told_what_is_taken(capsys, tmp_path):
    assert cli.main(["simulate", str(tmp_path / "any.json"), "--seconds", "0"]) == 2
    told = capsys.readouterr().err
    assert "more than 0 and less than 1,000,000,000," in told and ".0" not in told


@pytest.mark.parametrize("program, started, word", [
    ("/usr/bin/advisor", None, "advisor"), ("/opt/checkout/advisor/__main__.py", None, f"{sys.executable} -m advisor"),
    ("/opt/checkout/advisor/__main__.py", "python3 packaging/start.py", "python3 packaging/start.py")])
def test_the_command_is_named_as_it_was_started(monkeypatch, program, started, word):
    monkeypatch.setattr(sys, "argv", [program])
    if started:
        monkeypatch.setenv("ADVISOR_STARTED_AS", started)
    else:
        monkeypatch.delenv("ADVISOR_STARTED_AS", raising=False)
    assert cli.command_name() == word
