"""The .deb: the frozen program in /usr/lib, one command in /usr/bin, and what a desktop wants to know about it.

System libraries are not taken along: dpkg-shlibdeps says which packages bring them, so their security fixes reach the program.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from product import AUTHORS, BUILD, DIST, ICON_SIZES, ID, PICTURES, ROOT, SUMMARY, epoch, megabytes, run, same_times, version

HERE = Path(__file__).resolve().parent
MAINTAINER = f"{AUTHORS} <packages@llm-deployment-advisor.invalid>"
COMPONENT = "org.llm_deployment_advisor.advisor"
HOME = f"usr/lib/{ID}"
DESCRIPTION = [
    "Answers, for a task and a machine, which engine, model, quantization and",
    "settings to take: with the commands to paste, the memory it takes, the pace",
    "it reaches, and for every figure the formula and source behind it.",
    ".",
    "The window needs a display; the command \"advisor recommend\" and its sisters",
    "give the same answers on a server. Nothing is sent over the network unless a",
    "button that says so is clicked.",
]


def build(frozen: Path, icons: Path) -> Path:
    """dist/….deb from the frozen program and the rendered icons."""
    root = BUILD / "deb" / "root"
    shutil.rmtree(root.parent, ignore_errors=True)
    program(frozen, root)
    desktop(icons, root)
    documents(root)
    control(root)
    same_times(root)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"{ID}_{version()}_{architecture()}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", root, target, env={"SOURCE_DATE_EPOCH": str(epoch())}, quiet=True)
    return target


def architecture() -> str:
    return run("dpkg", "--print-architecture", quiet=True).strip()


def program(frozen: Path, root: Path) -> None:
    home = root / HOME
    shutil.copytree(frozen, home, symlinks=True)
    for path in sorted((home / "lib").glob("*.so*")):
        if not path.is_symlink() and is_system_library(path.name):
            path.unlink()
    for path in sorted((home / "lib").rglob("*")):
        if path.is_symlink() and not path.exists():
            path.unlink()
        elif ".so" in path.suffixes and not path.is_symlink():
            path.chmod(0o644)
    shutil.rmtree(home / "lib" / "licences")    # Debian has them in /usr/share/doc
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / "advisor").symlink_to(f"../lib/{ID}/advisor")
    shutil.copytree(frozen / "lib" / "licences", root / "usr" / "share" / "doc" / ID / "licences")


def is_system_library(name: str) -> bool:
    """Whether Debian brings that library: everything beside the wheels' own files but Python itself (its version is one release's)."""
    return not name.startswith("libpython") and any((Path(folder) / name).exists() for folder in (
        "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu"))


def desktop(icons: Path, root: Path) -> None:
    share = root / "usr" / "share"
    places = {f"{ID}.desktop": f"applications/{ID}.desktop", f"{ID}.metainfo.xml": f"metainfo/{COMPONENT}.metainfo.xml",
              f"{ID}.xml": f"mime/packages/{ID}.xml"}
    for name, place in places.items():
        (share / place).parent.mkdir(parents=True)
        (share / place).write_text(filled(name), "utf-8")
    for side in ICON_SIZES:
        place = share / "icons" / "hicolor" / f"{side}x{side}" / "apps"
        place.mkdir(parents=True)
        shutil.copyfile(icons / f"{side}.png", place / f"{ID}.png")
    place = share / "icons" / "hicolor" / "scalable" / "apps"
    place.mkdir(parents=True)
    shutil.copyfile(ROOT / "resources" / "icons" / "advisor.svg", place / f"{ID}.svg")


def filled(name: str) -> str:
    """A template beside this file with its @WORDS@ filled in."""
    text = (HERE / name).read_text("utf-8")
    day = datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%d")
    words = {"@VERSION@": version(), "@DATE@": day, "@COMMANDS@": commands(), "@PICTURES@": PICTURES}
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def commands() -> str:
    """The man page's list of commands, from the command line itself."""
    from advisor.cli import COMMANDS
    return "\n".join(f".TP\n.B advisor {name.replace('-', chr(92) + '-')}\n{words[0].upper()}{words[1:]}."
                     for name, (words, _, _) in sorted(COMMANDS.items()))


def documents(root: Path) -> None:
    doc, man = root / "usr" / "share" / "doc" / ID, root / "usr" / "share" / "man" / "man1"
    man.mkdir(parents=True)
    packed(man / "advisor.1.gz", filled("advisor.1"))
    packed(doc / "changelog.gz", changelog())
    shutil.copyfile(HERE / "copyright", doc / "copyright")
    overrides = root / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(HERE / "lintian-overrides", overrides / ID)


def changelog() -> str:
    """Debian's form of packaging/linux/changelog, whose first line is the newest version and must be ours."""
    newest, _, _ = (HERE / "changelog").read_text("utf-8").partition("\n")
    if newest != version():
        sys.exit(f"packaging/linux/changelog begins with {newest}, the version is {version()}")
    entries: list[list[str]] = []
    lines = (HERE / "changelog").read_text("utf-8").splitlines()
    when = format_datetime(datetime.fromtimestamp(epoch(), UTC))
    for line in lines:
        if line and not line.startswith(" "):
            entries.append([f"{ID} ({line}) unstable; urgency=medium", ""])
        elif line:
            entries[-1] += textwrap.wrap(line.strip(), 76, initial_indent="  ", subsequent_indent="    ")
    return "\n".join("\n".join([*entry, "", f" -- {MAINTAINER}  {when}", ""]) for entry in entries)


def packed(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(text.encode("utf-8"))


def control(root: Path) -> None:
    sums = run("bash", "-c", "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum", cwd=root, quiet=True)
    fields = {"Package": ID, "Version": version(), "Architecture": architecture(), "Maintainer": MAINTAINER,
              "Installed-Size": str(round(megabytes(root) * 1e6 / 1024)), "Depends": dependencies(root),
              "Recommends": "fonts-dejavu-core | fonts-liberation2 | fonts-noto-core", "Suggests": "fonts-noto-cjk, xdg-desktop-portal",
              "Section": "science", "Priority": "optional", "Description": SUMMARY + "".join(f"\n {line}" for line in DESCRIPTION)}
    place = root / "DEBIAN"
    place.mkdir()
    (place / "control").write_text("".join(f"{key}: {value}\n" for key, value in fields.items()), "utf-8")
    (place / "md5sums").write_text(sums, "utf-8")


def dependencies(root: Path) -> str:
    """The packages whose libraries the program's files need, by dpkg-shlibdeps on each of them."""
    from build import elf_files
    files = elf_files(root)
    private = sorted({str(path.parent) for path in files})
    place = BUILD / "deb" / "shlibdeps"
    (place / "debian").mkdir(parents=True)
    (place / "debian" / "control").write_text(f"Source: {ID}\nMaintainer: {MAINTAINER}\n\nPackage: {ID}\nArchitecture: any\n", "utf-8")
    # Libraries of our own have no package to name; a library that is nowhere still is an error.
    command = ["dpkg-shlibdeps", "-O", "--warnings=0", "--ignore-missing-info"]
    command += [*(f"-l{folder}" for folder in private), *(f"-e{path}" for path in files)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    if done.returncode != 0:
        sys.exit(f"dpkg-shlibdeps: {done.stderr}")
    found = [part for line in done.stdout.splitlines() if line.startswith("shlibs:Depends=")
             for part in line.partition("=")[2].split(", ")]
    return ", ".join(sorted(found))
