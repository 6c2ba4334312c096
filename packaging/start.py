#!/usr/bin/env python3
"""Opens the app from a checkout: makes its environment first. `python3 packaging/start.py [advisor's arguments]`."""

import os
import subprocess
import sys

from environment import ROOT, install_packages, make, missing_libraries


def main() -> int:
    python = make("runtime")
    install_packages(missing_libraries(), "the window")
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_STARTED_AS": f"python3 {sys.argv[0]}"}
    return subprocess.run([str(python), "-m", "advisor", *sys.argv[1:]], env=surroundings, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
