"""The window used by keyboard alone under a real X server and window manager, from a first start to a copied command.

    python packaging/checks/keyboard.py [--pictures FOLDER] [--size 1366x768]

Needs Xvfb, openbox and xdotool. Starts all of them itself on a display of its own, with settings of its own; chooses another task
in the wizard, looks at every view, opens and closes the derivation of a figure, changes theme and language and back, undoes and
redoes, copies a command, and reads the clipboard back with a program of its own: it must be a command that `advisor recommend`
names for the same question. Prints one line a step; exit status 1 with the reason where a step fails.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TITLE = "LLM Deployment Advisor"
CLIPBOARD = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
QTimer.singleShot(400, lambda: (sys.stdout.write(app.clipboard().text()), app.quit()))
app.exec()
"""


class Failed(Exception):
    pass


class Desk:
    """A display with a window manager, the program on it, and keys."""

    def __init__(self, folder: Path, size: str, pictures: Path | None) -> None:
        self.folder, self.pictures = folder, pictures
        self.children: list[subprocess.Popen[bytes]] = []
        self.display = f":{200 + os.getpid() % 5000}"
        self.start("Xvfb", self.display, "-screen", "0", f"{size}x24", "-nolisten", "tcp")
        (folder / "run").mkdir(mode=0o700)
        self.env = {**os.environ, "DISPLAY": self.display, "ADVISOR_CONFIG": str(folder / "config"), "XDG_RUNTIME_DIR": str(folder / "run"),
                    "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
        self.env.pop("WAYLAND_DISPLAY", None)
        end = time.monotonic() + 20
        while not self.tool("getdisplaygeometry") and time.monotonic() < end:
            time.sleep(0.1)
        self.start("openbox", env=self.env)
        time.sleep(0.5)
        with open(folder / "stderr.txt", "wb") as errors:
            self.app = self.start(sys.executable, "-m", "advisor", env=self.env, cwd=ROOT, stderr=errors)
        self.window = ""

    def start(self, *command: str, **options: object) -> subprocess.Popen[bytes]:
        options.setdefault("stderr", subprocess.DEVNULL)
        made = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)  # type: ignore[call-overload]
        self.children.append(made)
        return made  # type: ignore[no-any-return]

    def close(self) -> None:
        for child in reversed(self.children):
            if child.poll() is None:
                child.terminate()
                child.wait(20)

    def tool(self, *words: str) -> str:
        return subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True, check=False).stdout.strip()

    def find(self) -> None:
        """Waits for the window and gives it the keyboard."""
        end = time.monotonic() + 60
        while time.monotonic() < end and self.app.poll() is None:
            found = self.tool("search", "--onlyvisible", "--name", TITLE).split()
            if found:
                self.window = found[0]
                self.tool("windowactivate", "--sync", self.window)
                return
            time.sleep(0.1)
        raise Failed(f"no window came up: {(self.folder / 'stderr.txt').read_text()[-2000:]}")

    def keys(self, *names: str, pause: float = 0.25) -> None:
        for name in names:
            self.tool("key", "--clearmodifiers", name)
            time.sleep(pause)
        self.rest()

    def rest(self, most_s: float = 60) -> None:
        """Until the program has used next to no processor time for 0.6 s."""
        end, before = time.monotonic() + most_s, -1
        while time.monotonic() < end:
            if self.app.poll() is not None:
                raise Failed(f"the program ended with {self.app.returncode}: {(self.folder / 'stderr.txt').read_text()[-2000:]}")
            parts = Path(f"/proc/{self.app.pid}/stat").read_text().rsplit(")", 1)[1].split()
            used = int(parts[11]) + int(parts[12])
            if used - before <= 1:
                return
            before = used
            time.sleep(0.6)

    def title(self) -> str:
        return self.tool("getwindowname", self.window)

    def clipboard(self) -> str:
        done = subprocess.run([sys.executable, "-c", CLIPBOARD], env=self.env, capture_output=True, text=True, check=True, timeout=60)
        return done.stdout

    def session(self) -> dict[str, object]:
        return json.loads((self.folder / "config" / "session.json").read_text("utf-8"))  # type: ignore[no-any-return]

    def preferences(self) -> dict[str, object]:
        path = self.folder / "config" / "preferences.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def picture(self, name: str) -> None:
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            subprocess.run(["scrot", "-o", str(self.pictures / f"{name}.png")], env=self.env, check=False)


def copied_link(desk: Desk) -> dict[str, object]:
    """The scenario as the window itself copies it (Ctrl+Shift+C)."""
    from advisor.ui.files import parse_link, scenario_data
    desk.keys("ctrl+shift+c")
    return scenario_data(*parse_link(desk.clipboard()))


def work(desk: Desk) -> None:
    def done(words: str) -> None:
        print(f"ok: {words}", flush=True)

    def require(truth: object, words: str) -> None:
        if not truth:
            desk.picture("failed")
            raise Failed(words)

    desk.find()
    desk.rest()
    desk.picture("1-first-start")
    first = copied_link(desk)
    require(first["task"]["kind"] == "chat" and first.get("model"), f"the first start recommends nothing: {first}")  # type: ignore[index]
    done(f"first start recommends {first['engine']} with {first['model']}")
    desk.keys("F6", "Up", "Up")                                 # the step list, up to the first step
    desk.keys("F6", "Right")                                    # its first control: the kinds of task
    second = copied_link(desk)
    require(second["task"]["kind"] == "code", f"arrows chose {second['task']}")  # type: ignore[index]
    desk.picture("2-task")
    done("another task by arrows")
    desk.keys("ctrl+z")
    require(copied_link(desk)["task"]["kind"] == "chat", "Ctrl+Z did not bring the first task back")  # type: ignore[index]
    desk.keys("ctrl+y")
    require(copied_link(desk) == second, "Ctrl+Y did not bring the second task back")
    done("undo and redo")
    for key, name in (("ctrl+2", "calculator"), ("ctrl+3", "simulator"), ("ctrl+4", "guide")):
        desk.keys(key)
        desk.picture(f"3-{name}")
    done("all views")
    desk.keys("ctrl+2", "alt+s", "w")
    desk.picture("4-why")
    desk.keys("Escape")
    desk.keys("alt+v", "t", "Up", "Return")
    require(desk.preferences().get("theme") == "dark", f"the menu did not choose the theme: {desk.preferences()}")
    desk.picture("5-dark")
    desk.keys("alt+v", "l", "Up", "Return")
    require(desk.preferences().get("language") == "zh_CN", f"the menu did not choose Chinese: {desk.preferences()}")
    desk.picture("6-chinese")
    desk.keys("alt+v", "l", "Down", "Return")
    require(desk.preferences().get("language") == "en", f"the menu did not choose English: {desk.preferences()}")
    desk.picture("7-english")
    done(f"theme and language by the menu: {desk.preferences().get('theme')}, {desk.preferences().get('language')}")
    desk.keys("ctrl+1", "shift+F6", "Down", "Down", "F6", "F6")  # to the last step, its list, the forms of commands
    desk.picture("8-recommendation")
    offered = commands_named()
    for _ in range(8):
        desk.keys("Tab", "space")
        copied = desk.clipboard().strip()
        if copied in offered:
            break
    require(copied in offered, f"no command of the recommendation on the clipboard, but {copied[:300]!r}; wanted one of {offered}")
    desk.picture("9-copied")
    done(f"copied: {copied.splitlines()[0]}")
    desk.tool("key", "--clearmodifiers", "ctrl+q")
    require(desk.app.wait(30) == 0, f"it ended with {desk.app.returncode}")
    require(desk.session()["task"]["kind"] == "code", "the session was not kept")  # type: ignore[index]
    errors = (desk.folder / "stderr.txt").read_text("utf-8", "replace").strip()
    require("Traceback" not in errors, errors)
    done("ended, the session kept" + (f"; it printed: {errors[-500:]}" if errors else ""))


def commands_named() -> set[str]:
    """The commands that the command line gives for the same question."""
    answer = subprocess.run([sys.executable, "-m", "advisor", "recommend", "--task", "code", "--users", "1", "--os", "linux",
                             "--interface", "cli", "--json"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return {command["text"].strip() for command in json.loads(answer)["recommendations"][0]["commands"]}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pictures", type=Path)
    options.add_argument("--size", default="1366x768")
    asked = options.parse_args()
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name), asked.size, asked.pictures)
        try:
            work(desk)
        except Failed as error:
            print(f"FAILED: {error}")
            return 1
        finally:
            desk.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
