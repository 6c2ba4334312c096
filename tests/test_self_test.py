"""`advisor self-test` passes on a whole installation and is loud when a resource is missing: each kind removed once."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from advisor import resources, self_test

ROOT = Path(__file__).resolve().parent.parent

# Kind of resource -> one file of it (the first match), and the check that must fail on it.
KINDS = {
    "models": ("catalog/models.json", "catalog"),
    "devices": ("catalog/devices.json", "catalog"),
    "quantizations": ("catalog/quantizations.json", "catalog"),
    "prices": ("catalog/prices.json", "catalog"),
    "calibration": ("catalog/calibration.json", "catalog"),
    "architectures": ("catalog/architectures.json", "catalog"),
    "checkpoints": ("catalog/checkpoints.json", "catalog"),
    "repositories": ("catalog/repositories.json", "catalog"),
    "engine": ("catalog/engines/ollama.json", "engines"),
    "launch": ("catalog/launch/vllm.json", "engines"),
    "icon": ("icons/copy.svg", "icons"),
    "application icon": ("icons/advisor.svg", "icons"),
    "translation": ("i18n/advisor_zh_CN.qm", "translations"),
    "guide": ("guide", "guide"),
}

# Forks one child per copy, so that the imports are paid once and no cache survives; a damaged copy gets the one check that it
# must fail (all of them would draw the window again and again).
CHILDREN = """
import json, os, sys
from advisor import resources, self_test
import advisor.catalog, advisor.engines, advisor.estimate, advisor.recommend
for copy, check in zip(sys.argv[1::2], sys.argv[2::2]):
    sys.stdout.flush()
    if os.fork() == 0:
        from pathlib import Path
        resources.folder.cache_clear()
        resources.folder = lambda: Path(copy)
        if check != "all":
            self_test.CHECKS = tuple(pair for pair in self_test.CHECKS if pair[0] == check)
        print("COPY", os.path.basename(copy), flush=True)
        code = self_test.self_test()
        print("EXIT", code, flush=True)
        os._exit(0)
    os.wait()
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, list[str]]]:
    """What the self-test says of a whole copy of the resources and of one with each kind removed."""
    place = tmp_path_factory.mktemp("resources")
    copies = []
    for kind in ("whole", "unlisted", *KINDS):
        copy = place / kind
        shutil.copytree(resources.folder(), copy, copy_function=os.link)
        (copy / "guide").mkdir(exist_ok=True)
        if not any((copy / "guide").rglob("*.*")):
            (copy / "guide" / "chapter.md").write_text("a chapter")
        if kind == "unlisted":
            (copy / self_test.MANIFEST).write_text(json.dumps(self_test.manifest(copy)))
            (copy / "icons" / "wizard.svg").unlink()
        elif kind != "whole":
            gone = copy / KINDS[kind][0]
            shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
        copies += [str(copy), {"whole": "all", "unlisted": "files"}.get(kind) or KINDS[kind][1]]
    done = subprocess.run([sys.executable, "-c", CHILDREN, *copies], capture_output=True, text=True, timeout=240, check=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"})
    found = {}
    for part in done.stdout.split("COPY ")[1:]:
        lines = part.splitlines()
        found[lines[0]] = (int(part.rpartition("EXIT ")[2].split()[0]), lines[1:-1])
    return found


def failed(lines: list[str]) -> list[str]:
    return [line.removeprefix("FAILED").strip() for line in lines if line.startswith("FAILED")]


def test_a_whole_installation_passes(answers: dict[str, tuple[int, list[str]]]) -> None:
    code, lines = answers["whole"]
    assert failed(lines) == []
    assert code == 0
    assert len(lines) == len(self_test.CHECKS) + 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_resource_is_loud(answers: dict[str, tuple[int, list[str]]], kind: str) -> None:
    code, lines = answers[kind]
    assert code == 1
    assert KINDS[kind][1] in [line.partition(":")[0] for line in failed(lines)]


def test_the_package_s_list_names_what_is_missing(answers: dict[str, tuple[int, list[str]]]) -> None:
    code, lines = answers["unlisted"]
    assert code == 1
    assert "files: ValueError: missing: icons/wizard.svg" in failed(lines)


def test_a_changed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("1")
    (tmp_path / self_test.MANIFEST).write_text(json.dumps(self_test.manifest(tmp_path)))
    monkeypatch.setattr(self_test.resources, "folder", lambda: tmp_path)
    assert self_test.check_files() == "1 files as shipped"
    (tmp_path / "a.json").write_text("2")
    with pytest.raises(ValueError, match=r"changed: a\.json"):
        self_test.check_files()


def test_without_qt_s_libraries_the_window_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, *rest: object, **named: object) -> object:
        if name == "PySide6":
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
        return real(name, *rest, **named)

    import builtins
    real = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", broken)
    with pytest.raises(self_test.SkippedError, match=r"libEGL\.so\.1"):
        self_test.qt()
