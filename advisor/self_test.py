"""Checks an installation: every resource, the seed's case, a recommendation, the window and a plot without a display.

`advisor self-test` prints one line a check and exits with 0 or 1. The installers' tests call it after an installation.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from advisor import __version__, resources

MANIFEST = "manifest.json"
ICONS = ("advisor", "wizard", "calculator", "simulator", "guide", "copy", "tick", "cross", "undo", "redo", "open", "search", "close")


class SkippedError(Exception):
    """A check that this machine cannot make; its words say why."""


def self_test() -> int:
    """Runs every check, prints a line for each, returns 0 when none failed, else 1."""
    print(f"advisor {__version__}, Python {sys.version.split()[0]}", flush=True)
    failed = 0
    for name, check in CHECKS:
        try:
            words = f"ok       {name}: {check()}"
        except SkippedError as reason:
            words = f"skipped  {name}: {reason}"
        except Exception as error:  # whatever is wrong with an installation must become a line here, not a traceback
            failed += 1
            words = f"FAILED   {name}: {' '.join(f'{type(error).__name__}: {error}'.split())}"
        print(words, flush=True)
    print("all checks passed" if not failed else f"{failed} of {len(CHECKS)} checks failed", flush=True)
    return 1 if failed else 0


def require(truth: object, words: str) -> None:
    """Raises ValueError with `words` unless `truth` holds (assert would vanish under -O)."""
    if not truth:
        raise ValueError(words)


# ---------------------------------------------------------------------------------------------- resources

def manifest(folder: Path) -> dict[str, str]:
    """Every file under `folder` but the manifest itself -> SHA-256 in hex, by sorted relative path."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.name != MANIFEST)
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def check_files() -> str:
    """What the package's list of resources names is there, unchanged. A checkout has no such list."""
    folder = resources.folder()
    listed = folder / MANIFEST
    if not listed.exists():
        if getattr(sys, "frozen", False):
            raise ValueError(f"{MANIFEST} is missing")
        raise SkippedError(f"no {MANIFEST} in {folder} (a checkout has none)")
    wanted = json.loads(listed.read_text("utf-8"))
    found = manifest(folder)
    missing = sorted(set(wanted) - set(found))
    changed = sorted(name for name in set(wanted) & set(found) if wanted[name] != found[name])
    require(not missing, f"missing: {', '.join(missing)}")
    require(not changed, f"changed: {', '.join(changed)}")
    return f"{len(wanted)} files as shipped"


def check_catalog() -> str:
    """Every row reads back as itself, and the tables beside them are there."""
    from advisor import calibration, catalog
    tables: dict[str, Any] = {"models": catalog.models(), "devices": catalog.devices(), "quantizations": catalog.quantizations()}
    for name, table in tables.items():
        require(len(table) > 0, f"no {name}")
        for id_ in table:
            require(table[id_].id == id_, f"{name}: {id_} reads back as another row")
    for name, data in (("prices", catalog.prices()), ("calibration", calibration.data())):
        require(data, f"no {name}")
    for file in ("architectures.json", "checkpoints.json", "repositories.json", "speculative.json"):
        require(resources.catalog_data(file), f"{file} is empty")
    return ", ".join(f"{len(table)} {name}" for name, table in tables.items()) + ", prices, calibration"


def check_engines() -> str:
    """Each engine has its module, its data and its launch data, and nothing lies there without the other."""
    from advisor import catalog
    from advisor.engines import engines
    known = engines()
    for folder in ("engines", "launch"):
        described = {path.stem for path in resources.path("catalog", folder).glob("*.json")}
        odd = described ^ set(known)
        require(not odd, f"code and catalog/{folder} differ: {', '.join(sorted(odd))}")
        for id_ in sorted(described):
            require(resources.catalog_data(folder, f"{id_}.json"), f"{folder}/{id_}.json is empty")
    return ", ".join(f"{known[id_].name} {catalog.engine_data(id_)['version']}" for id_ in known)


def check_guide() -> str:
    """Every chapter is readable text, and both languages have the same number of files where they are told apart."""
    files = [p for p in sorted(resources.path("guide").rglob("*")) if p.is_file()]
    require(files, "no chapters")
    for file in files:
        require(file.read_text("utf-8").strip(), f"{file.name} is empty")
    return f"{len(files)} files"


# ---------------------------------------------------------------------------------------------- answers

def seed_case(**changes: Any) -> Any:
    """The seed page's scenario, with changes to its fields."""
    from advisor.scenario import parse_scenario
    case = {"model": "qwen2.5-14b-instruct", "quantization": "q4_k_m", "engine": "ollama",
            "hardware": {"device": "RTX 4090", "count": 1}, "settings": {"context": 4096, "parallel": 1}}
    return parse_scenario({**case, **changes})


def check_seed() -> str:
    """The seed page's figures: 9.0 GB file, 196,608 bytes of KV a token, 10 to 12 GB in all; 136 tokens/s at half a byte."""
    from advisor.estimate import estimate
    answer = estimate(seed_case())
    memory = answer.memory
    whole = (memory.total_bytes or 0) + (memory.host_bytes or 0)
    weights = (memory.weights_bytes or 0) / 1e9
    require(answer.verdict == "fits", f"the verdict is {answer.verdict}, not fits")
    token = memory.kv_bytes_per_token or 0
    require(token == 196_608, f"a token's KV is {token} bytes, not 196,608")
    require(8.4 <= weights <= 9.1, f"the weights are {weights:.2f} GB, not about 9")
    require(9.5e9 <= whole <= 12e9, f"it takes {whole / 1e9:.2f} GB, not 10 to 12")
    speed = answer.speed.decode_tokens_per_s
    pace = speed.typical if speed else 0.0
    require(70 <= pace <= 110, f"its pace is {pace:.0f}, not 70 to 110 tokens/s")
    textbook = estimate(seed_case(quantization="int4")).speed.decode_ceiling_tokens_per_s or 0
    require(round(textbook) == 136, f"the textbook ceiling is {textbook:.1f}, not 136 tokens/s")
    crowd = 8 * 32_768 * token / 1e9
    return f"{whole / 1e9:.1f} GB, {pace:.0f} tokens/s, ceiling {textbook:.0f}; 8 people at 32K: {crowd:.1f} GB of KV"


def check_recommendation() -> str:
    """A chat on a well-known card is recommended something, with commands that say something."""
    from advisor.recommend import Question, recommend
    from advisor.scenario import Hardware
    answer = recommend(Question(hardware=Hardware(device="RTX 4090", count=1)))
    require(answer.recommendations, "nothing was recommended for a chat on an RTX 4090")
    first = answer.recommendations[0]
    require(first.commands and all(c.text.strip() for c in first.commands), "the recommendation has no commands")
    scenario = first.estimate.scenario
    return f"chat on an RTX 4090: {scenario.engine}, {scenario.model} {scenario.quantization}, {len(first.commands)} commands"


def check_simulation() -> str:
    """Eight people on the seed's case, simulated in the second process as the window does it."""
    from advisor.whatif.question import question
    from advisor.whatif.traffic import Traffic
    from advisor.worker import WORKERS, Job
    asked = question(seed_case(workload={"concurrency": 8, "prompt_tokens": 512, "output_tokens": 64}), Traffic(seconds=30, against="none"))
    try:
        runs = WORKERS.call("advisor.whatif.runs:answer", (asked,), Job("self-test", 1, lambda share, partial: None))
        apart = WORKERS.memory_bytes() > 0
    finally:
        WORKERS.end()
    served = runs[0].summary["completed"]
    require(served > 0, "nobody was served")
    if not apart:
        raise SkippedError("no second process can be started here: it was worked out in this one")
    return f"{served} requests served, in a second process"


# ---------------------------------------------------------------------------------------------- window

def qt() -> Any:
    """The QApplication on the offscreen platform. Raises SkippedError where Qt's system libraries are missing."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from PySide6 import QtGui, QtWidgets  # noqa: F401
    except ImportError as error:
        if "cannot open shared object file" in str(error) and "PySide6" not in str(error):
            raise SkippedError(f"a system library of Qt is not installed: {error}") from None
        raise
    from advisor.ui.app import application
    return application([])


def check_icons() -> str:
    """Every icon draws something: Qt's SVG plugin is there."""
    qt()
    from advisor.ui.icons import application_icon, pixmap
    names = sorted({*ICONS, *(p.stem for p in resources.path("icons").glob("*.svg"))})
    for name in names:
        require(drawn_colours(pixmap(name, "#145faf", 24, 2.0).toImage()) > 1, f"icons/{name}.svg draws nothing")
    require(not application_icon().pixmap(48, 48).isNull(), "the application icon draws nothing (is Qt's SVG plugin there?)")
    return f"{len(names)} drawn"


def check_translations() -> str:
    """The window's words in Chinese, and Qt's own (on dialog buttons)."""
    app = qt()
    from PySide6.QtCore import QCoreApplication

    from advisor.ui import language
    english = {"window": "Preferences", "QPlatformTheme": "Cancel"}
    try:
        language.use(app, "zh_CN")
        for context, word in english.items():
            require(QCoreApplication.translate(context, word) != word, f"{word!r} ({context}) has no Chinese: a .qm file is missing")
    finally:
        language.use(app, "en")
    return "zh_CN, with Qt's own words"


def check_window() -> str:
    """The main window on the seed's case: each of the four views draws, and nothing goes wrong while it does."""
    app = qt()
    check_icons()   # an error inside a paint event may end the process
    from advisor.ui.app import dress
    from advisor.ui.main_window import MainWindow
    from advisor.ui.preferences import Preferences
    from advisor.ui.screenshot import settle
    from advisor.ui.store import VIEWS, State, Store
    preferences = Preferences(language="en", theme="light")
    with no_traces() as errors:
        dress(app, preferences)
        window = MainWindow(preferences)
        store = Store(State(seed_case(), follows=False, machine_source="chosen"), preferences, window)
        window.resize(1280, 800)
        window.show()
        window.attach(store)
        colours = []
        for view in VIEWS:
            store.show(view)
            settle(app, store)
            colours.append(drawn_colours(window.grab().toImage()))
            require(colours[-1] > 16, f"the {view} view is blank")
        store.jobs.close()
        window.store = None
        window.close()
        app.processEvents()
    require(not errors, f"while drawing: {'; '.join(errors[:3])}")
    return f"{', '.join(VIEWS)} drawn offscreen"


def check_plot() -> str:
    """A curve is drawn and its colour found in the picture."""
    app = qt()
    import numpy as np
    import pyqtgraph
    with no_traces() as errors:
        plot = pyqtgraph.PlotWidget(background="#ffffff")
        plot.resize(320, 200)
        plot.plot(np.arange(100.0), np.arange(100.0) ** 0.5, pen=pyqtgraph.mkPen("#ff00ff", width=3))
        plot.show()
        app.processEvents()
        image = plot.grab().toImage()
        plot.close()
    require(not errors, f"while plotting: {'; '.join(errors[:3])}")
    curve = sum(image.pixelColor(x, y).name() == "#ff00ff" for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))
    require(curve > 20, "the curve is not in the picture")
    return f"pyqtgraph {pyqtgraph.__version__}, {curve} points of the curve found"


def drawn_colours(image: Any) -> int:
    """How many colours a coarse grid over the image meets."""
    step = max(1, min(image.width(), image.height()) // 160)
    return len({image.pixel(x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step)})


@contextmanager
def no_traces() -> Iterator[list[str]]:
    """The person's own settings and session stay untouched; what goes wrong inside Qt's calls is collected, not only printed."""
    errors: list[str] = []
    before, hook, threads = os.environ.get("ADVISOR_CONFIG"), sys.excepthook, threading.excepthook

    def collect(kind: type[BaseException], error: BaseException | None, trace: Any) -> None:
        errors.append(f"{kind.__name__}: {error}")

    with tempfile.TemporaryDirectory(prefix="advisor-self-test-") as folder:
        os.environ["ADVISOR_CONFIG"] = folder
        sys.excepthook = collect
        threading.excepthook = lambda args: collect(args.exc_type, args.exc_value, args.exc_traceback)
        try:
            yield errors
        finally:
            sys.excepthook, threading.excepthook = hook, threads
            if before is None:
                del os.environ["ADVISOR_CONFIG"]
            else:
                os.environ["ADVISOR_CONFIG"] = before


CHECKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("files", check_files), ("catalog", check_catalog), ("engines", check_engines), ("guide", check_guide),
    ("seed's case", check_seed), ("recommendation", check_recommendation), ("simulation", check_simulation),
    ("icons", check_icons),
    ("translations", check_translations), ("window", check_window), ("plot", check_plot),
)
