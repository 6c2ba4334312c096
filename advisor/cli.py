"""The command line: the headless contract's commands, from the same functions as the window.

Exit status: 0 answered (also "does not fit"), 2 the question cannot be answered (one line on stderr), 70 a fault of the program
(one line too), 130 interrupted.
Every import that costs time is made where it is used: an answer is there within half a second of the start.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

from advisor import __version__
from advisor.errors import CannotAnswer

MAX_FILE_BYTES = 16 * 2**20
MAX_LINE_BYTES = 2**20
MOST_PIXELS = 16_000
FAULT = 70
TASKS = ("chat", "code", "rag", "agents", "batch", "team-service", "max-throughput")


def main(arguments: list[str] | None = None) -> int:
    """The `advisor` command. Returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):     # a name that is no text, a console without the sign
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        if words == ["--worker"]:
            from advisor.worker import serve
            serve()
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            if words:
                check_opens(words[0])
            return open_window(words)
        options = parser().parse_args(words)
        status = int(options.run(options) or 0)
        tell_warnings()
        return status
    except CannotAnswer as error:
        print(f"advisor: {' '.join(str(error).splitlines())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        print(f"advisor: {fault(error)}", file=sys.stderr)
        return FAULT


def check_opens(word: str) -> None:
    """Raises CannotAnswer for a word that is no command and nothing that the window opens either: a slip of the hand."""
    if not re.fullmatch(r"[\w-]+", word) or Path(word).exists():    # a path, a link, a file
        return
    from difflib import get_close_matches
    near = get_close_matches(word.lower(), COMMANDS, 1)
    raise CannotAnswer(f"No command is called {shown(word)}, and there is no file of that name.",
                       f"Did you mean `{command_name()} {near[0]}`?" if near else f"See `{command_name()} --help`.")


def fault(error: Exception) -> str:
    """A fault of the program itself in a sentence. ADVISOR_DEBUG=1 raises it instead, for the traceback."""
    if os.environ.get("ADVISOR_DEBUG"):
        raise error
    return f"A fault of the program ({type(error).__name__}: {error}). Please report it with the scenario; ADVISOR_DEBUG=1 shows where."


def tell_warnings() -> None:
    """What is wrong with the user's own catalog entries goes to stderr; the answer stands without them."""
    catalog = sys.modules.get("advisor.catalog")
    for warning in catalog.warnings() if catalog else ():
        print(f"advisor: {warning}", file=sys.stderr)


def window() -> int:
    """The windowed entry point (no console)."""
    return open_window(sys.argv[1:])


def open_window(words: list[str]) -> int:
    """Opens the window, with a file where one is named. Without a display: says so and names the headless command."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
                                                 or os.environ.get("QT_QPA_PLATFORM")):
        raise CannotAnswer("There is no display here, so the window cannot open.",
                           f"The same recommendation without it: {command_name()} recommend --task chat --users 1 --os linux "
                           "--interface cli")
    from advisor.ui.app import run
    return run(words)


def command_name() -> str:
    """What the user types to reach this program: as the starter of a checkout says, the module, or the installed command."""
    started = os.environ.get("ADVISOR_STARTED_AS")
    if started:
        return started
    program = Path(sys.argv[0])
    return f"{sys.executable} -m advisor" if program.name == "__main__.py" and program.parent.name == "advisor" else "advisor"


class Parser(argparse.ArgumentParser):
    """A wrong word is told in one line like every other question that cannot be answered."""

    def error(self, message: str) -> NoReturn:
        raise CannotAnswer(f"{message[:1].upper()}{message[1:].rstrip('.')}.", f"See `{self.prog} --help`.")


def parser() -> argparse.ArgumentParser:
    """The commands of COMMANDS with their options; each knows --json."""
    top = Parser(prog=command_name(), description="Which engine, model, quantization and settings for your task on your "
                                  "machine. Without a command it opens the window.")
    top.add_argument("--version", action="version", version=f"advisor {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for name, (words, define, run) in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=words)
        define(command)
        command.add_argument("--json", action="store_true", help="one JSON object instead of text")
        command.set_defaults(run=run)
    return top


# ---------------------------------------------------------------------------------------------- reading what is asked

def read_text(name: str) -> str:
    """The text of a file or, for `-`, of standard input. Raises CannotAnswer on what cannot be read or is too large."""
    try:
        raw = sys.stdin.buffer.read(MAX_FILE_BYTES + 1) if name == "-" else _read_bytes(Path(name))
    except OSError as error:
        raise CannotAnswer(f"{name[-200:]} cannot be read: {error.strerror or error}.") from None
    if len(raw) > MAX_FILE_BYTES:
        raise CannotAnswer(f"{name[-200:]} is larger than {MAX_FILE_BYTES // 2**20} MiB.", "A scenario is a few hundred bytes.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CannotAnswer(f"{name[-200:]} is not UTF-8 text.") from None


def _read_bytes(path: Path) -> bytes:
    from advisor.readers.files import ordinary
    with ordinary(path, pipe=True).open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def read_scenario(name: str) -> Any:
    """One scenario from a JSON file. Raises CannotAnswer."""
    from advisor.scenario import parse_scenario
    return parse_scenario(parse_json(read_text(name), name))


def parse_json(text: str, name: str) -> Any:
    """What the text of that file or stream holds. Raises CannotAnswer naming it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CannotAnswer(f"{name[-200:]} is not JSON: {error}.") from None


def lines_of(stream: TextIO) -> Iterator[str]:
    """Lines that say something; one that is too long comes cut at MAX_LINE_BYTES + 1 characters, by which it is known."""
    while line := stream.readline(MAX_LINE_BYTES + 1):
        if line.strip():
            yield line


def show(options: argparse.Namespace, answer: dict[str, Any], text: str) -> int:
    """Prints an answer in the form asked for; the exit status."""
    print(json.dumps(answer, ensure_ascii=False) if options.json else text)
    return 0


# -------------------------------------------------------------------------------------------------------- the commands
# Each prints its answer to the parsed options and returns the exit status. Raises CannotAnswer.

def run_estimate(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.estimate import estimate
    if options.file != "-":
        text = read_text(options.file)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if data is not None or "\n" not in text.strip():
            from advisor.scenario import parse_scenario
            answer = estimate(parse_scenario(parse_json(text, options.file)), any_build=True)
            return show(options, answer.json(), console.estimate_text(answer))
        return _answer_lines(iter(text.splitlines()))
    return _answer_lines(_documents(sys.stdin))


def _answer_lines(lines: Iterator[str]) -> int:
    """JSON Lines: an answer or an error for each, so that one bad line does not end the others."""
    from advisor.estimate import estimate_json
    for line in lines:
        if not line.strip():
            continue
        if len(line) > MAX_LINE_BYTES:
            answer_line: dict[str, Any] = {"error": "A line is longer than 1 MiB."}
        else:
            try:
                answer_line = estimate_json(json.loads(line))
            except (ValueError, RecursionError) as error:
                answer_line = {"error": f"Not JSON: {error}."}
            except Exception as error:
                answer_line = {"error": fault(error)}
        sys.stdout.write(json.dumps(answer_line, ensure_ascii=False) + "\n")
    return 0


def _documents(stream: TextIO) -> Iterator[str]:
    """Lines of standard input; a pretty-printed single object is taken as one document."""
    first = stream.readline(MAX_LINE_BYTES + 1)
    if first.strip() in ("{", ""):
        text = first + stream.read(MAX_FILE_BYTES)
        try:
            yield json.dumps(json.loads(text))
        except (ValueError, RecursionError):
            yield from text.splitlines()
        return
    yield first
    yield from lines_of(stream)


def run_recommend(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.recommend import Question, recommend
    scenario = read_scenario(options.scenario) if options.scenario else None
    answer = recommend(Question.from_options(vars(options), scenario))
    return show(options, answer.json(), console.recommendation_text(answer))


def run_catalog(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.catalog import listing
    rows = listing(options.what)
    return show(options, {options.what: rows}, console.table(rows, console.CATALOG[options.what]))


def run_inspect(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.readers.inspect import inspect
    answer = inspect(options.path)
    return show(options, answer, console.pairs_text(answer))


def run_detect(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.machine.detect import detect_json
    from advisor.machine.paste import paste_json
    answer = paste_json(read_text(options.paste)) if options.paste else detect_json()
    return show(options, answer, console.machine_text(answer))


def run_command(options: argparse.Namespace) -> int:
    from advisor.deploy import plain_text, render
    from advisor.estimate import estimate
    from advisor.plan import plan_of
    scenario = read_scenario(options.scenario)
    if options.version:
        scenario = scenario.with_(engine_version=options.version)
    answer = estimate(scenario)
    source = options.source or ("mirror" if options.mirror else "huggingface")
    if options.mirror and source != "mirror":
        raise CannotAnswer(f"--mirror goes with --source mirror, not {source}.", "Leave one of them out.")
    windows = options.shell in ("powershell", "cmd")
    plan = plan_of(answer, answer.case.machine.os or ("windows" if windows else "linux"), options.task, source, options.mirror)
    commands = render(plan, options.form, options.shell)
    if options.json:
        print(json.dumps({"commands": [c.json() for c in commands]}, ensure_ascii=False))
    else:
        print(plain_text(commands, options.form, options.shell).rstrip("\n"))
    return 0


def run_simulate(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.simulator.simulate import simulate
    answer = simulate(read_scenario(options.scenario), trace=options.trace, scheduler=options.scheduler, seconds=options.seconds,
                      requests=options.requests, seed=options.seed, requests_csv=options.requests_csv,
                      timeline_csv=options.timeline_csv)
    return show(options, answer, console.simulation_text(answer))


def run_schedule(options: argparse.Namespace) -> int:
    from advisor.simulator.schedule import schedule
    print(json.dumps(schedule(parse_json(read_text(options.file), options.file))))
    return 0


def run_sweep(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.simulator.sweep import parse_slo, sweep
    answer = sweep(read_scenario(options.scenario), parse_slo(options.slo), scheduler_address=options.scheduler_address)
    return show(options, answer, console.sweep_text(answer))


def run_measure(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.machine.measure import measure
    answer = measure(options.url, options.model, options.prompt_tokens, options.output_tokens, options.concurrency, options.api_key)
    answer["predicted"] = None
    if options.scenario:
        from advisor.estimate import estimate
        scenario = read_scenario(options.scenario).with_(
            workload__concurrency=options.concurrency, workload__prompt_tokens=answer["prompt_tokens"] or options.prompt_tokens,
            workload__output_tokens=options.output_tokens)
        answer["predicted"] = estimate(scenario).speed.json()
    return show(options, answer, console.pairs_text(answer))


def run_fit(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.recommend.search import models_for_device
    notes: list[str] = []
    rows = models_for_device(options.device, options.count, options.context, options.users, options.host_memory_gib, notes,
                             options.memory_gib)
    return show(options, {"models": rows, "notes": notes}, console.found_text(rows, console.FIT, notes))


def run_hardware(options: argparse.Namespace) -> int:
    from advisor import console
    from advisor.recommend.search import devices_for_model
    notes: list[str] = []
    rows = devices_for_model(options.model, options.context, options.users, options.quantization, options.host_memory_gib, notes)
    return show(options, {"devices": rows, "notes": notes}, console.found_text(rows, console.HARDWARE, notes))


def run_screenshot(options: argparse.Namespace) -> int:
    size = re.fullmatch(r"(\d{3,4})x(\d{3,4})", options.size)
    width, height = map(int, size.groups()) if size else (0, 0)
    if not (200 <= width <= 8000 and 200 <= height <= 8000):
        raise CannotAnswer(f"--size {shown(options.size)} is not a size.", "Write it as 1440x900, 200 to 8000 each way.")
    if max(width, height) * options.scale > MOST_PIXELS:
        raise CannotAnswer(f"The picture would be more than {MOST_PIXELS:,} pixels wide or high.", "Take a smaller --size or --scale.")
    scenario = read_scenario(options.scenario) if options.scenario else None
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if options.scale != 1:
        os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    from advisor.ui.screenshot import screenshot
    screenshot(options.out, view=options.view, scenario=scenario, language=options.language, theme=options.theme,
               size=(width, height))
    return 0


def run_self_test(options: argparse.Namespace) -> int:
    from advisor.self_test import self_test
    return self_test()


# ---------------------------------------------------------------------------------------------- what each one can be told

def number(text: str) -> int | float:
    """A number; `4k` and `4,096` are understood."""
    word = text.strip().lower().replace(",", "").replace("_", "")
    try:
        value = float(word.removesuffix("k")) * (1024 if word.endswith("k") else 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number") from None
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")


def between(least: float, most: float, read: Callable[[str], Any] = number) -> Callable[[str], Any]:
    """A number within bounds."""
    def told(text: str) -> Any:
        value = read(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"it is {least:,} to {most:,}, not {shown(text)}")
        return value
    return told


def above(least: float, most: float) -> Callable[[str], Any]:
    """A number above one bound and below the other."""
    def told(text: str) -> Any:
        value = number(text)
        if not least < value < most:
            raise argparse.ArgumentTypeError(f"it is more than {least:,} and less than {most:,}, not {shown(text)}")
        return value
    return told


def whole(text: str) -> int:
    """A whole number."""
    value = number(text)
    if not isinstance(value, int):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number")
    return value


def of(where: str, read: Callable[[str], Any] = str) -> Callable[[str], Any]:
    """What that field of a scenario may be, checked as in a scenario file."""
    def told(text: str) -> Any:
        from advisor.scenario import parse_scenario
        part, _, field = where.rpartition(".")
        value = read(text)
        try:
            parse_scenario({part: {field: value}} if part else {field: value})
        except CannotAnswer as error:
            raise argparse.ArgumentTypeError(error.why.removeprefix(f"`{where}`: ").rstrip(".")) from None
        return value
    return told


COUNT = between(1, 100_000_000, whole)


def _estimate(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", help="a scenario (JSON), JSON Lines, or - for standard input")


def _recommend(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario", nargs="?", help="a scenario file that gives machine, model, engine or quantization")
    command.add_argument("--task", choices=TASKS, default="chat")
    command.add_argument("--users", type=of("workload.concurrency", whole), help="people at the same moment")
    command.add_argument("--device", type=of("hardware.device"))
    command.add_argument("--count", type=of("hardware.count", whole))
    command.add_argument("--memory-gib", type=of("hardware.memory_gib", number))
    command.add_argument("--host-memory-gib", type=of("hardware.host_memory_gib", number))
    command.add_argument("--model", type=of("model"))
    command.add_argument("--prompt-tokens", type=of("workload.prompt_tokens", COUNT))
    command.add_argument("--output-tokens", type=of("workload.output_tokens", COUNT))
    command.add_argument("--shared-prefix-tokens", type=of("workload.shared_prefix_tokens", whole))
    command.add_argument("--context", type=of("settings.context", whole))
    command.add_argument("--os", choices=("linux", "macos", "windows"))
    command.add_argument("--interface", choices=("cli", "gui", "api"))
    command.add_argument("--priority", choices=("first-token", "pace", "throughput", "cost", "quality"))


def _catalog(command: argparse.ArgumentParser) -> None:
    command.add_argument("what", choices=("models", "devices", "quantizations", "engines"))


def _inspect(command: argparse.ArgumentParser) -> None:
    command.add_argument("path", help="a config.json, a model folder, or a .gguf file")


def _detect(command: argparse.ArgumentParser) -> None:
    command.add_argument("--paste", metavar="FILE", help="read a tool's output (nvidia-smi, rocm-smi, …) instead; - for standard input")


def _command(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario")
    command.add_argument("--form", default="shell", help="shell, docker, compose, systemd, kubernetes, nginx, litellm, prometheus, python")
    command.add_argument("--shell", choices=("bash", "powershell", "cmd"), default="bash")
    command.add_argument("--task", choices=TASKS, help="what it is for: a batch of one's own listens to this machine only, "
                         "where several at once otherwise are other people, who need a key")
    command.add_argument("--version", type=of("engine_version"), help="the engine's version that the command is for")
    command.add_argument("--source", choices=("huggingface", "mirror", "modelscope", "ollama", "path"),
                         help="where the weights come from: huggingface unless said")
    command.add_argument("--mirror", help="the address of a Hugging Face mirror; it says --source mirror")


def _simulate(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario")
    command.add_argument("--trace")
    command.add_argument("--scheduler", choices=("serial", "static", "continuous"), default="continuous")
    command.add_argument("--seconds", type=above(0, 10**9))
    command.add_argument("--requests", type=COUNT)
    command.add_argument("--seed", type=between(0, 2**53 - 1, whole), default=1)
    command.add_argument("--requests-csv")
    command.add_argument("--timeline-csv")


def _schedule(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", help="a recorded schedule's config and requests")


def _sweep(command: argparse.ArgumentParser) -> None:
    command.add_argument("scenario")
    command.add_argument("--slo", default="ttft_p95=2.0,tpot_p95=0.05")
    command.add_argument("--scheduler-address", help="an existing Dask cluster")


def _measure(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", help="an OpenAI-compatible server, for example http://127.0.0.1:8000")
    command.add_argument("scenario", nargs="?", help="a scenario file: its prediction is shown beside the measurement")
    command.add_argument("--model", help="the model's name at the server (default: its first)")
    command.add_argument("--prompt-tokens", type=of("workload.prompt_tokens", COUNT), default=512)
    command.add_argument("--output-tokens", type=of("workload.output_tokens", COUNT), default=128)
    command.add_argument("--concurrency", type=between(1, 1000, whole), default=1)
    command.add_argument("--api-key")


def _fit(command: argparse.ArgumentParser) -> None:
    command.add_argument("--device", type=of("hardware.device"), required=True)
    command.add_argument("--count", type=of("hardware.count", whole), default=1)
    command.add_argument("--context", type=of("settings.context", whole), default=8192)
    command.add_argument("--memory-gib", type=of("hardware.memory_gib", number))
    command.add_argument("--host-memory-gib", type=of("hardware.host_memory_gib", number))
    command.add_argument("--users", type=of("workload.concurrency", whole), default=1)


def _hardware(command: argparse.ArgumentParser) -> None:
    command.add_argument("--model", type=of("model"), required=True)
    command.add_argument("--quantization", type=of("quantization"))
    command.add_argument("--context", type=of("settings.context", whole), default=8192)
    command.add_argument("--host-memory-gib", type=of("hardware.host_memory_gib", number))
    command.add_argument("--users", type=of("workload.concurrency", whole), default=1)


def _screenshot(command: argparse.ArgumentParser) -> None:
    command.add_argument("out")
    command.add_argument("--view", choices=("wizard", "calculator", "simulator", "guide"), default="wizard")
    command.add_argument("--scenario")
    command.add_argument("--language", choices=("en", "zh_CN"), default="en")
    command.add_argument("--theme", choices=("light", "dark"), default="light")
    command.add_argument("--size", default="1440x900")
    command.add_argument("--scale", type=between(0.5, 8), default=1.0)


def _nothing(command: argparse.ArgumentParser) -> None:
    del command


COMMANDS: dict[str, tuple[str, Any, Any]] = {
    "recommend": ("one recommendation for a task on a machine, with reasons and commands", _recommend, run_recommend),
    "estimate": ("memory and speed of a scenario, each figure with its derivation", _estimate, run_estimate),
    "command": ("the text to paste or save: shell, Docker, Compose, systemd, Kubernetes, gateways", _command, run_command),
    "simulate": ("what happens when many ask at once", _simulate, run_simulate),
    "schedule": ("a recorded schedule's decisions, without time", _schedule, run_schedule),
    "sweep": ("the highest load that holds a promise", _sweep, run_sweep),
    "inspect": ("what a model file says", _inspect, run_inspect),
    "detect": ("this machine, or one described by a tool's pasted output", _detect, run_detect),
    "catalog": ("the models, devices, quantizations or engines known", _catalog, run_catalog),
    "fit": ("which models a device runs", _fit, run_fit),
    "hardware": ("which devices run a model", _hardware, run_hardware),
    "measure": ("a short measurement of a running server beside the prediction", _measure, run_measure),
    "screenshot": ("a picture of the window in a state, without a display", _screenshot, run_screenshot),
    "self-test": ("checks this installation", _nothing, run_self_test),
}


if __name__ == "__main__":
    sys.exit(main())
