#!/usr/bin/env python3
"""Builds the .deb and tries it, in a few minutes. `python3 packaging/smoke/ci.py`; on a fresh clone, as root, with Python only.

The validators (desktop entry, AppStream, lintian) pass; apt finds everything it depends on; unpacked into an empty folder, with a bare
environment, the program tells its version, passes its self-test, and recommends; sizes and the time of an answer are within limits.
The whole way, from apt install to apt remove on a fresh Debian with a desktop, is packaging/smoke/debian.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import environment
from product import BUILD, DIST, ID, ROOT, megabytes, run, version

MAX_DEB_MB, MAX_INSTALLED_MB = 70, 200
VALIDATORS = {"desktop-file-validate": "desktop-file-utils", "appstreamcli": "appstream", "lintian": "lintian",
              "dpkg-shlibdeps": "dpkg-dev"}
RECOMMEND = ("recommend", "--task", "chat", "--users", "1", "--device", "RTX 4090", "--os", "linux", "--interface", "cli", "--json")


def require(truth: object, words: str) -> None:
    if not truth:
        sys.exit(f"FAILED: {words}")


def validators(deb: Path, root: Path) -> None:
    share = root / "usr" / "share"
    run("desktop-file-validate", share / "applications" / f"{ID}.desktop")
    run("appstreamcli", "validate", "--no-net", next((share / "metainfo").glob("*.metainfo.xml")))
    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", str(deb)], capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"lintian:\n{done.stdout}{done.stderr}")
    print("lintian: no errors", flush=True)
    simulated = subprocess.run(["apt-get", "install", "--simulate", "-q", str(deb)], capture_output=True, text=True, check=False)
    require(simulated.returncode == 0, f"apt cannot install it:\n{simulated.stdout}{simulated.stderr}")
    print("apt finds what it depends on", flush=True)


def ask(program: Path, home: Path, *words: str) -> str:
    """What the unpacked program prints in an environment that knows no checkout and no Python."""
    surroundings = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run([str(program), *words], env=surroundings, cwd=home, capture_output=True, text=True, check=False, timeout=300)
    require(done.returncode == 0, f"advisor {' '.join(words)} gave {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def program(deb: Path) -> None:
    place = Path(tempfile.mkdtemp(prefix="advisor-deb-"))
    try:
        run("dpkg-deb", "-x", deb, place)
        home = place / "home"
        home.mkdir()
        command = place / "usr" / "bin" / "advisor"
        require(ask(command, home, "--version").strip() == f"advisor {version()}", "another version answers")
        print(ask(command, home, "self-test"), flush=True)
        times = []
        for _ in range(5):
            before = time.monotonic()
            answer = json.loads(ask(command, home, *RECOMMEND))
            times.append(time.monotonic() - before)
        require(answer["recommendations"][0]["commands"][0]["text"], "no command was recommended")
        installed = megabytes(place)
        print(f"{answer['recommendations'][0]['title']}: {min(times):.2f} s; .deb {megabytes(deb):.1f} MB, "
              f"installed {installed:.0f} MB", flush=True)
        require(megabytes(deb) < MAX_DEB_MB and installed < MAX_INSTALLED_MB, "it is larger than it may be")
        require(not list(home.rglob("*advisor*")), "answering left files in the home folder")
    finally:
        shutil.rmtree(place)


def main() -> int:
    start = time.monotonic()
    require(os.geteuid() == 0 and shutil.which("apt-get"), "this needs Debian and root")
    missing = [package for tool, package in VALIDATORS.items() if not shutil.which(tool)]
    environment.install_packages(missing, "checking the package")
    still = [tool for tool in VALIDATORS if not shutil.which(tool)]
    require(not still, f"not installed: {', '.join(still)}")
    run(sys.executable, ROOT / "packaging" / "build.py", "deb")
    debs = sorted(DIST.glob(f"{ID}_{version()}_*.deb"))
    require(len(debs) == 1, f"{len(debs)} packages in dist")
    validators(debs[0], BUILD / "deb" / "root")
    program(debs[0])
    print(f"the .deb was built and tried in {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
