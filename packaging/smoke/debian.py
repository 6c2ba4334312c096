#!/usr/bin/env python3
"""Installs the .deb on a fresh Debian 12 and uses it, end to end. As root: `python3 packaging/smoke/debian.py [DEB]`.

In a root made by debootstrap: apt installs the package with what it needs; the headless command answers without a display; the
self-test passes; the app starts from its .desktop entry under Xvfb with a window manager, as an ordinary user; keys alone lead to a
copied command, which is read back from the clipboard; the command line names the same command; apt removes everything but the
user's own data. Prints a line a step with its time; the pictures lie in dist/smoke. Needs root and Debian's archive.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from product import BUILD, DIST, ID, run, version

DESKTOP_TOOLS = ["xvfb", "openbox", "xdotool", "xclip", "scrot", "libglib2.0-bin", "x11-utils", "x11-apps", "procps", "fonts-noto-cjk"]
USER = "person"
SESSION = Path(__file__).resolve().parent / "session.sh"
START = time.monotonic()


def say(words: str) -> None:
    print(f"[{time.monotonic() - START:6.1f} s] {words}", flush=True)


def require(truth: object, words: str) -> None:
    if not truth:
        sys.exit(f"FAILED: {words}")


class Root:
    """A Debian tree that commands run in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        base = BUILD / "smoke" / "bookworm"
        if not (base / "etc" / "debian_version").exists():
            shutil.rmtree(base, ignore_errors=True)
            base.parent.mkdir(parents=True, exist_ok=True)
            run("debootstrap", "--variant=minbase", "bookworm", base, quiet=True)
        run("cp", "-a", base, self.folder)
        for name in ("resolv.conf", "hosts"):
            if Path("/etc", name).exists():
                shutil.copy(Path("/etc", name), self.folder / "etc" / name)
        for name in ("proc", "dev"):
            run("mount", "--rbind", f"/{name}", self.folder / name)
            run("mount", "--make-rslave", self.folder / name)

    def close(self, keep: bool) -> None:
        for name in ("proc", "dev"):
            subprocess.run(["umount", "-R", "-l", str(self.folder / name)], check=False)
        if not keep:
            require(not os.path.ismount(self.folder / "dev"), "the root's /dev is still mounted")
            shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, *command: str, user: str = "", status: int = 0, timeout: float = 900, alone: bool = False) -> str:
        """What a command in the root prints. Stops when its exit status is another. `alone`: without other processes and any network."""
        words = ["chroot", *([f"--userspec={user}"] if user else []), str(self.folder), *command]
        if alone:
            own_proc = f'mount -t proc proc "{self.folder}/proc" && exec "$@"'
            words = ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--net", "sh", "-c", own_proc, "sh", *words]
        home = f"/home/{user}" if user else "/root"
        surroundings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False, timeout=timeout)
        require(done.returncode == status, f"{' '.join(command)} gave {done.returncode}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done.stdout

    def files(self) -> set[str]:
        """Every path of the root but what the system itself writes down (package lists, logs, caches, dpkg's state)."""
        noise = ("/proc", "/dev", "/tmp", "/var/lib/apt", "/var/cache", "/var/log", "/var/lib/dpkg", "/run", "/sys")
        found = self.ask("find", "/", "-xdev", "-not", "-type", "d")
        return {path for path in found.splitlines() if not path.startswith(noise)}


def install(root: Root, deb: Path) -> None:
    shutil.copy(deb, root.folder / "tmp" / deb.name)
    root.ask("apt-get", "update", "-q")
    before = time.monotonic()
    root.ask("apt-get", "install", "-y", "-q", f"/tmp/{deb.name}")
    size = root.ask("du", "-sk", f"/usr/lib/{ID}").split()[0]
    say(f"apt installed {deb.name} with what it needs in {time.monotonic() - before:.0f} s; /usr/lib/{ID} holds {int(size) / 1024:.0f} MiB")


def without_display(root: Root) -> None:
    require(root.ask("advisor", "--version").strip() == f"advisor {version()}", "another version answers")
    recommend = ("advisor", "recommend", "--task", "chat", "--users", "1", "--device", "RTX 4090", "--os", "linux", "--interface", "cli",
                 "--json")
    answer = json.loads(root.ask(*recommend))
    require(answer["recommendations"][0]["commands"][0]["text"], "no command was recommended")
    times = []
    for _ in range(5):
        before = time.monotonic()
        root.ask(*recommend)
        times.append(time.monotonic() - before)
    say(f"advisor recommend answers without a display: {answer['recommendations'][0]['title']}; "
        f"{min(times):.2f} s at best, {sorted(times)[2]:.2f} s in the middle of 5")
    root.ask("advisor", status=2)
    print(root.ask("advisor", "self-test"), flush=True)
    say("self-test passed")


def with_display(root: Root) -> None:
    root.ask("apt-get", "install", "-y", "-q", "--no-install-recommends", *DESKTOP_TOOLS)
    root.ask("useradd", "-m", USER)
    shutil.copy(SESSION, root.folder / "tmp" / "session.sh")
    say("Xvfb, a window manager and a user are there")
    printed = root.ask("bash", "/tmp/session.sh", user=USER, timeout=420, alone=True)
    facts = dict(line.split("=", 1) for line in printed.splitlines() if "=" in line and line.split("=", 1)[0].isidentifier())
    pictures = DIST / "smoke"
    pictures.mkdir(parents=True, exist_ok=True)
    for picture in (root.folder / "tmp").glob("*.png"):
        shutil.copy(picture, pictures / picture.name)
    for name in ("cold_s", "warm_s", "cpu_s", "load", "rss_mib", "title"):
        require(facts.get(name), f"the session told no {name}:\n{printed}")
    copied = (root.folder / "tmp" / "clipboard.txt").read_text("utf-8").strip()
    say(f"from the .desktop entry to the first paint {facts['cold_s']} s cold, {facts['warm_s']} s warm "
        f"({facts['cpu_s']} s of processor time; load {facts['load']}); at rest {facts['rss_mib']} MiB")
    require(copied, f"the keys led to no copied command:\n{printed}")
    answer = json.loads(root.ask("advisor", "recommend", "--task", "chat", "--users", "1", "--os", "linux", "--interface", "cli", "--json"))
    offered = [c["text"].strip() for r in answer["recommendations"] for c in r["commands"]]
    require(copied in offered, f"the copied command is none that the command line names: {copied!r}\n{offered}")
    say(f"keys alone copied: {copied.splitlines()[0]}")
    require(facts.get("session_file") == "yes", "the closed window kept no session")


def removed(root: Root, before: set[str]) -> None:
    root.ask("apt-get", "remove", "-y", "-q", ID)
    listed = [path for path in root.files() - before if ID in path or path.endswith(("/advisor", "/advisor.1.gz"))]
    kept = [path for path in listed if not path.startswith(f"/home/{USER}/")]
    require(not kept, f"apt remove left: {kept}")
    require(listed, "the user's own data is gone")
    root.ask("dpkg-query", "-W", ID, status=1)      # dpkg keeps no rest of it either
    say(f"apt remove left nothing but the user's own data: {', '.join(sorted(listed))}")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("deb", nargs="?", type=Path)
    asked.add_argument("--root", type=Path, default=BUILD / "smoke" / "root", help="where the Debian tree is made (must not exist)")
    asked.add_argument("--keep", action="store_true", help="leave the tree for a look")
    options = asked.parse_args()
    require(os.geteuid() == 0, "debootstrap and chroot need root")
    if not shutil.which("debootstrap"):
        run("apt-get", "install", "-y", "-q", "debootstrap", quiet=True)
    deb = options.deb or next(iter(sorted(DIST.glob(f"{ID}_{version()}_*.deb"))), None)
    require(deb and deb.exists(), "no .deb in dist: python3 packaging/build.py deb")
    require(not options.root.exists(), f"{options.root} exists already")
    root = Root(options.root)
    try:
        root.make()
        say("a fresh Debian 12 is there")
        before = root.files()
        install(root, deb)
        without_display(root)
        with_display(root)
        removed(root, before)
    finally:
        root.close(options.keep)
    say("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
