"""What every builder says of the product, in one place. Nothing but the standard library; no version but advisor/__init__.py's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD, DIST = ROOT / "build", ROOT / "dist"
ID = "llm-deployment-advisor"
TITLE = "LLM Deployment Advisor"
SUMMARY = "Choose engine, model and settings for serving an LLM"
AUTHORS = "the LLM Deployment Advisor authors"
# Where software centres fetch dist/pictures from. There is no site yet: whoever publishes sets it (.invalid never resolves).
PICTURES = os.environ.get("ADVISOR_PICTURES", "https://llm-deployment-advisor.invalid/pictures")
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def version() -> str:
    found = re.search(r'^__version__ = "([^"]+)"', (ROOT / "advisor" / "__init__.py").read_text("utf-8"), re.M)
    if not found:
        sys.exit("advisor/__init__.py names no version")
    return found[1]


def epoch() -> int:
    """The time that goes into everything built: SOURCE_DATE_EPOCH, else the commit's, so that one commit gives one result."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        sys.exit("The commit's time is unknown (no git here): set SOURCE_DATE_EPOCH.")


def run(*command: object, env: dict[str, str] | None = None, cwd: Path | None = None, quiet: bool = False) -> str:
    """Runs a program, loudly stops when it fails; returns what it printed where `quiet`."""
    words = [str(word) for word in command]
    print("+", " ".join(words), flush=True)
    done = subprocess.run(words, env={**os.environ, **(env or {})}, cwd=cwd, text=True, check=False,
                          stdout=subprocess.PIPE if quiet else None)
    if done.returncode != 0:
        sys.exit(f"{words[0]} failed with {done.returncode}\n{done.stdout or ''}")
    return done.stdout or ""


def same_times(folder: Path) -> None:
    """Every file and folder gets the commit's time and plain rights (755 or 644)."""
    when = epoch()
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)
    os.utime(folder, (when, when))


def megabytes(path: Path) -> float:
    """Size in MB (10^6 bytes) of a file, or of all files of a folder."""
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file() and not p.is_symlink()]
    return sum(p.stat().st_size for p in files) / 1e6
