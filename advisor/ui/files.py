"""Scenario files, links and dropped files: what comes from outside is hostile until parsed."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import zlib
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from advisor.errors import CannotAnswer
from advisor.readers.files import ordinary
from advisor.scenario import Scenario, parse_scenario
from advisor.ui.preferences import config_folder, read_object, write_text
from advisor.ui.store import MOST_KEPT, MOST_PINS, KeptRun, State, Task, first_state
from advisor.whatif.traffic import Traffic, parse_traffic, said
from advisor.words import say

LIMIT = 2**20
SCHEME = "advisor://scenario/"
_TASK_CHOICES = {"kind": ("chat", "code", "rag", "agents", "team-service", "batch", "max-throughput"),
                 "interface": ("cli", "gui", "api"), "os": ("linux", "macos", "windows"),
                 "source": ("huggingface", "mirror", "modelscope"),
                 "priority": (None, "first-token", "pace", "throughput", "cost", "quality")}


def scenario_data(scenario: Scenario, task: Task | None = None) -> dict[str, Any]:
    """The scenario as JSON data, only what was said; the wizard's task beside it under `task`."""
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    if task is not None:
        data["task"] = {k: v for k, v in asdict(task).items() if v is not None and k != "traffic"}
        if task.traffic != Traffic():
            data["task"]["traffic"] = said(task.traffic)
    return data


def scenario_text(scenario: Scenario, task: Task | None = None) -> str:
    """What a scenario file holds, ready to be written; `task` where the wizard is to find its question again."""
    return json.dumps(scenario_data(scenario, task), ensure_ascii=False, indent=2) + "\n"


def parse_text(text: str, name: str) -> tuple[Scenario, Task | None]:
    """A scenario file's text. Raises CannotAnswer in one sentence."""
    if len(text) > LIMIT:
        raise CannotAnswer(say("{name} is larger than 1 MiB; a scenario is a few hundred bytes.", name=name))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise CannotAnswer(say("{name} is not JSON.", name=name)) from None
    task = parse_task(data.pop("task", None)) if isinstance(data, dict) else None
    return parse_scenario(data), task


def parse_task(data: object) -> Task | None:
    """The wizard's part of a file; what is not one of the known choices keeps its default."""
    if not isinstance(data, dict):
        return None
    kept: dict[str, Any] = {}
    for field in fields(Task):
        value = data.get(field.name)
        if field.name == "traffic":
            kept["traffic"] = parse_traffic(value)
            continue
        choices = _TASK_CHOICES.get(field.name)
        if choices is not None:
            good = field.name in data and value in choices
        elif field.name == "context":
            good = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 100_000_000
        else:
            good = isinstance(value, str) and len(value) < 4096
        if good:
            kept[field.name] = value
    return replace(Task(), **kept)


def read_scenario_file(path: str) -> tuple[Scenario, Task | None]:
    """Raises CannotAnswer when it cannot be read or is no scenario."""
    name = Path(path).name
    try:
        with ordinary(Path(path)).open("rb") as file:
            raw = file.read(LIMIT + 1)
        return parse_text(raw.decode("utf-8-sig"), name)
    except OSError as error:
        raise CannotAnswer(say("{name} cannot be read: {why}.", name=name, why=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise CannotAnswer(say("{name} is not UTF-8 text.", name=name)) from None


def link_of(scenario: Scenario, task: Task | None = None) -> str:
    """The scenario as a link that another window understands."""
    packed = zlib.compress(json.dumps(scenario_data(scenario, task), ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return SCHEME + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def parse_link(link: str) -> tuple[Scenario, Task | None]:
    """Raises CannotAnswer when it is not whole, or larger than any scenario is."""
    body = link.strip().removeprefix(SCHEME)
    try:
        raw = base64.urlsafe_b64decode(body[:20_000] + "=" * (-len(body) % 4))
        unpack = zlib.decompressobj()
        text = unpack.decompress(raw, 100_000)
        if not unpack.eof:
            raise ValueError
        return parse_text(text.decode("utf-8"), say("The link"))
    except (binascii.Error, zlib.error, ValueError):
        raise CannotAnswer(say("The link is not whole."), say("Copy it again, to its end.")) from None


def save_session(state: State) -> str:
    """Stores the present scenario for the next start; returns "" or why it failed."""
    data = scenario_data(state.scenario, state.task)
    data["session"] = {"follows": state.follows, "path": state.path, "machine_source": state.machine_source,
                       "pins": [scenario_data(pin) for pin in state.pins],
                       "kept": [{"number": kept.number, "scenario": scenario_data(kept.scenario), "traffic": said(kept.traffic)}
                                for kept in state.kept]}
    return write_text(config_folder() / "session.json", json.dumps(data, ensure_ascii=False))


def load_session() -> tuple[State, str]:
    """The last session and, where its file was damaged, the path it was put aside to (else "")."""
    data, aside = read_object(config_folder() / "session.json")
    if not data:
        return first_state(), aside
    session = data.pop("session", None)
    session = session if isinstance(session, dict) else {}
    task = parse_task(data.pop("task", None))
    try:
        scenario = parse_scenario(data)
    except CannotAnswer:
        return first_state(), aside
    source = session.get("machine_source")
    path = session.get("path")
    return State(scenario, task or Task(), follows=session.get("follows") is True,
                 path=path if isinstance(path, str) and len(path) < 4096 else None,
                 machine_source=source if source in ("unknown", "recognised", "chosen", "pasted") else "chosen",
                 pins=_pins(session.get("pins")), kept=_kept(session.get("kept"))), aside


def _pins(data: object) -> tuple[Scenario, ...]:
    """The pinned scenarios of a session; one that cannot be read is left out."""
    found = []
    for entry in data[:MOST_PINS] if isinstance(data, list) else []:
        with contextlib.suppress(CannotAnswer):
            found.append(parse_scenario(entry))
    return tuple(dict.fromkeys(found))


def _kept(data: object) -> tuple[KeptRun, ...]:
    """What the simulator's kept runs were asked; one that cannot be read is left out."""
    found: dict[int, KeptRun] = {}
    for entry in data[:MOST_KEPT] if isinstance(data, list) else []:
        number = entry.get("number") if isinstance(entry, dict) else None
        if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= 9 and number not in found:
            with contextlib.suppress(CannotAnswer):
                found[number] = KeptRun(number, parse_scenario(entry.get("scenario")), parse_traffic(entry.get("traffic")))
    return tuple(found.values())


def dropped_kind(path: str) -> str:
    """What a dropped file is by its name: `model`, `trace` or `scenario`."""
    name = Path(path).name.lower()
    if name.endswith(".gguf") or name == "config.json" or Path(path).is_dir():
        return "model"
    if name.endswith((".csv", ".jsonl", ".csv.gz", ".jsonl.gz")):
        return "trace"
    return "scenario"
