"""Runs a tool of this machine and takes what it prints."""

from __future__ import annotations

import os
import shutil
import subprocess

TIMEOUT_S = 4.0


def run(command: list[str], timeout: float = TIMEOUT_S) -> str | None:
    """What a tool prints, None where it is missing, fails or takes too long."""
    path = shutil.which(command[0])
    if path is None:
        return None
    try:
        done = subprocess.run([path, *command[1:]], capture_output=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL,
                              env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout[:1_000_000].decode("utf-8", "replace") if done.returncode == 0 else None
