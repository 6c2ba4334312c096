"""The checkout's own environment: made once, from locked versions, with the system libraries that Qt needs.

Used by start.py and test.py. Works with any Python >= 3.11 and nothing else; on Debian-like systems it installs missing
system packages when run as root, otherwise it names them.
"""

from __future__ import annotations

import ctypes.util
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"runtime": ROOT / "packaging" / "lock" / "runtime.txt", "development": ROOT / "packaging" / "lock" / "development.txt"}

# Library looked for -> Debian package that brings it (Qt 6's xcb platform and offscreen rendering).
QT_LIBRARIES = {
    "EGL": "libegl1", "GL": "libgl1", "xkbcommon": "libxkbcommon0", "xkbcommon-x11": "libxkbcommon-x11-0", "dbus-1": "libdbus-1-3",
    "fontconfig": "libfontconfig1", "glib-2.0": "libglib2.0-0", "xcb-cursor": "libxcb-cursor0", "xcb-icccm": "libxcb-icccm4",
    "xcb-keysyms": "libxcb-keysyms1", "xcb-image": "libxcb-image0", "xcb-render-util": "libxcb-render-util0",
    "xcb-shape": "libxcb-shape0", "xcb-randr": "libxcb-randr0", "xcb-xinerama": "libxcb-xinerama0",
}

# What the tests' real programs need beside it (the llama.cpp server's OpenMP).
TEST_LIBRARIES = {"gomp": "libgomp1"}


def stop(words: str) -> None:
    sys.exit(f"{words}")


def check_python() -> None:
    if tuple(sys.version_info[:2]) < OLDEST_PYTHON:
        stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. On Debian 12: apt install python3 python3-venv")


def install_packages(names: list[str], what_for: str) -> None:
    """Debian packages, installed when root, otherwise named (and the work goes on)."""
    if not names:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        surroundings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        print(f"Installing what {what_for} needs: {' '.join(names)}", flush=True)
        subprocess.run(["apt-get", "update"], **quiet, env=surroundings, check=False)
        if subprocess.run(command, **quiet, env=surroundings, check=False).returncode == 0:
            return
    print(f"Missing for {what_for}: {' '.join(names)}. Install them: sudo {' '.join(command)}", file=sys.stderr, flush=True)


def missing_libraries(wanted: dict[str, str] = QT_LIBRARIES) -> list[str]:
    """Debian packages of the libraries that are not here."""
    if not sys.platform.startswith("linux"):
        return []
    return sorted({package for name, package in wanted.items() if ctypes.util.find_library(name) is None})


def make(kind: str) -> Path:
    """The environment's Python, made or brought up to the lock where needed. `kind` is runtime or development."""
    check_python()
    folder = Path(os.environ.get("ADVISOR_VENV", ROOT / ".venv"))
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock = LOCKS[kind]
    stamp = folder / f"lock-{kind}.sha256"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == digest:
        return python
    if not python.exists():
        print(f"Making an environment in {folder}", flush=True)
        make_venv(folder)
    print(f"Installing the locked {kind} packages", flush=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", str(lock)]
    if subprocess.run(pip, check=False).returncode != 0:
        stop("The packages could not be installed: is the package index reachable?")
    stamp.write_text(digest)
    return python


def make_venv(folder: Path) -> None:
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        install_packages(["python3-venv"], "making an environment")
    if subprocess.run([sys.executable, "-m", "venv", str(folder)], check=False).returncode != 0:
        if not hasattr(venv, "create"):
            stop("Python's venv module is missing: apt install python3-venv")
        shutil.rmtree(folder, ignore_errors=True)
        stop("The environment could not be made. On Debian: apt install python3-venv, then run this again.")
