#!/usr/bin/env python3
"""Runs the tests from a checkout: makes the environment first. `python3 packaging/test.py [pytest's arguments]`.

`--checks` runs lint, types and the import contract as well.
"""

import os
import subprocess
import sys

from environment import ROOT, TEST_LIBRARIES, install_packages, make, missing_libraries


def main() -> int:
    words = sys.argv[1:]
    checks = "--checks" in words
    words = [word for word in words if word != "--checks"]
    python = make("development")
    install_packages([*missing_libraries(), *missing_libraries(TEST_LIBRARIES), *missing_fonts()], "the tests")
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}

    def run(*command: str) -> int:
        print("+", " ".join(command), flush=True)
        return subprocess.run([str(python), "-m", *command], cwd=ROOT, env=surroundings, check=False).returncode

    failed = run("pytest", *(words or ["-n", "2"]))
    if checks:
        failed |= run("ruff", "check", "advisor", "tests", "packaging")
        failed |= run("mypy")
        lint = [str(python), "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
        print("+ lint-imports", flush=True)
        failed |= subprocess.run(lint, cwd=ROOT, env=surroundings, check=False).returncode
    return failed


def missing_fonts() -> list[str]:
    """Fonts that the pictures and the no-cut-text tests need: one Latin, one Chinese."""
    if not sys.platform.startswith("linux"):
        return []
    places = {"fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu", "fonts-noto-cjk": "/usr/share/fonts/opentype/noto"}
    return [package for package, folder in places.items() if not os.path.isdir(folder)]


if __name__ == "__main__":
    sys.exit(main())
