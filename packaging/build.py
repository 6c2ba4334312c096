#!/usr/bin/env python3
"""Builds what people install. `python3 packaging/build.py [deb] [portable] [windows] [macos]`; without a word, all that can be built here.

Linux: .deb and a portable .tar.gz. Windows' setup.exe is made on Linux too (nsis, wheels, python.org's embeddable Python).
macOS' .dmg is made on macOS only. Says what it cannot build where it runs, and why. Needs Python >= 3.11 and the package index;
makes its own environment in build/ from packaging/lock. The results lie in dist/; one commit gives one list of files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import environment
from product import BUILD, DIST, ICON_SIZES, ID, ROOT, TITLE, epoch, megabytes, run, same_times, version

sys.path.insert(0, str(ROOT))

LOCKS = (ROOT / "packaging" / "lock" / "runtime.txt", ROOT / "packaging" / "lock" / "build.txt")
SYSTEM_FOLDERS = ("/lib/", "/usr/lib/", "/lib64/")
NOTICE = f"""{TITLE} is under the MIT licence (LICENSE).

It uses Qt and PySide6 (Qt for Python) under the GNU Lesser General Public License, version 3 (LGPL-3.txt, which adds to
GPL-3.txt). They are the unchanged wheels PySide6_Essentials and shiboken6 in the versions listed below; their source is at
https://download.qt.io/official_releases/. Qt's libraries lie as separate shared files in PySide6/ and may be replaced by
your own build of the same version. Third-party code inside Qt is listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.

The other parts and their licences lie in the folders beside this file:
"""


# ---------------------------------------------------------------------------------------------- environment

def building_python() -> str:
    """The Python that is frozen: on Debian the system's own (its shared library is small and stripped), else the one that runs this."""
    system = Path("/usr/bin/python3")
    if sys.platform.startswith("linux") and system.exists() and Path("/etc/debian_version").exists():
        found = run(system, "-c", "import sys; print('%d.%d' % sys.version_info[:2])", quiet=True).strip()
        if tuple(map(int, found.split("."))) >= environment.OLDEST_PYTHON:
            if not environment_has(found):
                environment.install_packages([f"libpython{found}", "python3-venv"], "freezing the program")
            if environment_has(found):
                return str(system)
    return sys.executable


def environment_has(found: str) -> bool:
    """Whether Debian's shared library of that Python and its ensurepip are here."""
    library = any(Path(folder).glob(f"libpython{found}.so.1.0") for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"))
    return library and Path(f"/usr/lib/python{found}/ensurepip/__init__.py").exists()


def build_environment() -> Path:
    """The Python of build/environment, with exactly what the locks name."""
    environment.check_python()
    folder = Path(os.environ.get("ADVISOR_BUILD_ENVIRONMENT", BUILD / "environment"))
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "locks.sha256"
    digest = hashlib.sha256(b"".join(lock.read_bytes() for lock in LOCKS)).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == digest:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    run(building_python(), "-m", "venv", folder)
    for lock in LOCKS:
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lock)
    stamp.write_text(digest)
    return python


# ---------------------------------------------------------------------------------------------- freezing

def resources_copy() -> Path:
    """build/resources: what the program reads, without translators' sources, with the list that self-test compares."""
    from advisor.self_test import MANIFEST, manifest
    target = BUILD / "resources"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "resources", target, ignore=shutil.ignore_patterns("*.ts", ".*", "__pycache__"))
    (target / MANIFEST).write_text(json.dumps(manifest(target), indent=1) + "\n", "utf-8")
    return target


def icons(python: Path) -> Path:
    """build/icons: the program's icon rendered in all sizes and kinds."""
    target = BUILD / "icons"
    run(python, ROOT / "packaging" / "pyinstaller" / "icons.py", ROOT / "resources" / "icons" / "advisor.svg", target, *ICON_SIZES)
    return target


def freeze(python: Path) -> Path:
    """build/frozen/advisor, the program with its own Python in one folder."""
    pictures = icons(python)
    kind = {"win32": "advisor.ico", "darwin": "advisor.icns"}.get(sys.platform)
    surroundings = {"ADVISOR_ROOT": str(ROOT), "ADVISOR_RESOURCES": str(resources_copy()), "ADVISOR_VERSION": version(),
                    "ADVISOR_ICON": str(pictures / kind) if kind else "", "SOURCE_DATE_EPOCH": str(epoch()), "PYTHONHASHSEED": "1",
                    "PYTHONPATH": str(ROOT)}
    run(python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR", "--distpath", BUILD / "frozen",
        "--workpath", BUILD / "pyinstaller", ROOT / "packaging" / "pyinstaller" / "advisor.spec", env=surroundings)
    folder = BUILD / "frozen" / "advisor"
    add_licences(python, folder / "lib" / "licences")
    if sys.platform.startswith("linux"):
        drop_unneeded(folder)
    return folder


def add_licences(python: Path, target: Path) -> None:
    """The notice, our licence, the LGPL's and GPL's texts, and each distribution's own licence files."""
    listing = json.loads(run(python, "-m", "pip", "list", "--format", "json", quiet=True))
    versions = {row["name"].lower().replace("_", "-"): row["version"] for row in listing}
    locked = {line.split("==")[0] for line in LOCKS[0].read_text("utf-8").splitlines() if "==" in line}
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", quiet=True).strip())
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    lines = []
    for name in sorted(locked & set(versions)):
        lines.append(f"  {name} {versions[name]}")
        for info in sorted(site.glob("*.dist-info")):
            if info.name.rpartition("-")[0].lower().replace("_", "-") == f"{name}-{versions[name]}".rpartition("-")[0]:
                copy_licences(info, target / name)
    for text in ("LGPL-3.txt", "GPL-3.txt"):
        shutil.copyfile(ROOT / "packaging" / "licences" / text, target / text)
    shutil.copyfile(ROOT / "packaging" / "LICENSE", target / "LICENSE")
    stdlib = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])", quiet=True).strip())
    for own in (stdlib / "LICENSE.txt", Path("/usr/share/doc") / stdlib.name / "copyright"):
        if own.exists():
            shutil.copyfile(own, target / "PYTHON.txt")
    (target / "NOTICE.txt").write_text(NOTICE + "\n".join(lines) + "\n", "utf-8")


def copy_licences(info: Path, target: Path) -> None:
    for path in sorted(info.rglob("*")):
        if path.is_file() and any(word in path.name.upper() for word in ("LICEN", "COPYING", "NOTICE")):
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / "-".join(path.relative_to(info).parts).removeprefix("licenses-"))


def drop_unneeded(folder: Path) -> None:
    """Removes system libraries that nothing left in the bundle needs (those of plugins that did not stay)."""
    lib = folder / "lib"
    removed = True
    while removed:
        removed = []
        needed = {name for path in elf_files(folder) for name in needed_libraries(path)}
        for path in sorted(lib.glob("*.so*")):
            if path.name not in needed and not path.name.startswith("libpython"):
                path.unlink()
                removed.append(path.name)


def elf_files(folder: Path) -> list[Path]:
    def is_elf(path: Path) -> bool:
        with path.open("rb") as file:
            return file.read(4) == b"\x7fELF"
    return [p for p in sorted(folder.rglob("*")) if p.is_file() and not p.is_symlink() and is_elf(p)]


def missing_wayland() -> list[str]:
    """Debian packages of the libraries that only Qt's Wayland plugin needs."""
    from ctypes.util import find_library
    packages = {"wayland-client": "libwayland-client0", "wayland-cursor": "libwayland-cursor0", "xcb-util": "libxcb-util1"}
    return [package for library, package in packages.items() if find_library(library) is None]


def needed_libraries(path: Path) -> list[str]:
    """The shared libraries that an ELF file names as needed."""
    import subprocess
    printed = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=False).stdout
    return [line.split()[1] for line in printed.splitlines() if line.strip().startswith("NEEDED")]


def pictures(frozen: Path) -> None:
    """dist/pictures: the window as the frozen program draws it, for the software centres' pages."""
    target = DIST / "pictures"
    target.mkdir(parents=True, exist_ok=True)
    for view in ("wizard", "calculator"):
        run(frozen / "advisor", "screenshot", target / f"{view}.png", "--view", view, env={"QT_QPA_PLATFORM": "offscreen"})


# ---------------------------------------------------------------------------------------------- results

def build_portable(python: Path, frozen: Path) -> Path:
    """dist/….tar.gz: unpack and run; settings lie in its own folder `settings` as long as the file `portable` is there."""
    name = f"{ID}-{version()}-linux-{os.uname().machine}"
    folder = BUILD / "portable" / name
    shutil.rmtree(folder.parent, ignore_errors=True)
    shutil.copytree(frozen, folder, symlinks=True)
    (folder / "portable").write_text("Settings, own catalog entries and logs lie in `settings` beside this file. "
                                     "Remove this file to keep them in your home folder instead.\n", "utf-8")
    (folder / "README.txt").write_text(f"{TITLE} {version()}\n\nStart ./advisor; on a server: ./advisor recommend --help\n"
                                       "Licences: lib/licences\n", "utf-8")
    same_times(folder)
    target = DIST / f"{name}.tar.gz"
    return tar_gz(folder, target)


def tar_gz(folder: Path, target: Path) -> Path:
    """A .tar.gz with sorted names, no owner and the commit's time."""
    import gzip
    target.parent.mkdir(exist_ok=True)

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch()
        return entry

    with target.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=epoch()) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(folder, folder.name, recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            archive.add(path, f"{folder.name}/{path.relative_to(folder).as_posix()}", recursive=False, filter=plain)
    return target


def build_deb(python: Path, frozen: Path) -> Path:
    from linux.debian import build
    pictures(frozen)
    return build(frozen, BUILD / "icons")


def build_windows(python: Path, frozen: Path | None) -> Path:
    from windows.setup import build
    return build(python, icons(python), resources_copy())


def build_macos(python: Path, frozen: Path) -> Path:
    from macos.image import build
    return build(BUILD / "frozen" / f"{TITLE}.app")


def cannot(target: str) -> str:
    """Why a target cannot be built here; empty when it can."""
    linux = sys.platform.startswith("linux")
    if target == "deb" and not (linux and shutil.which("dpkg-deb")):
        return "a .deb needs Debian's dpkg-deb"
    if target == "portable" and not linux:
        return "the portable archive is for Linux and is frozen there"
    if target == "macos" and sys.platform != "darwin":
        return "an .app and .dmg need macOS (hdiutil, codesign, Apple's loader); see packaging/macos/image.py"
    if target == "windows" and not shutil.which("makensis"):
        return "setup.exe needs makensis (Debian: apt install nsis; elsewhere: nsis.sourceforge.io)"
    return ""


TARGETS: dict[str, Callable[[Path, Path], Path]] = {"deb": build_deb, "portable": build_portable, "windows": build_windows,
                                                    "macos": build_macos}
FROZEN = ("deb", "portable", "macos")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("targets", nargs="*", metavar="deb|portable|windows|macos")
    words = asked.parse_args().targets
    unknown = [word for word in words if word not in TARGETS]
    if unknown:
        asked.error(f"unknown: {' '.join(unknown)}")
    wanted = words or list(TARGETS)
    if sys.platform.startswith("linux"):
        tools = {"deb": ("dpkg-shlibdeps", "dpkg-dev"), "portable": ("objdump", "binutils"), "windows": ("makensis", "nsis")}
        environment.install_packages([tools[t][1] for t in wanted if t in tools and not shutil.which(tools[t][0])], "building")
    refused = {target: why for target in wanted if (why := cannot(target))}
    for target, why in refused.items():
        print(f"not built: {target}: {why}", flush=True)
    wanted = [target for target in wanted if target not in refused]
    if wanted:
        if sys.platform.startswith("linux"):
            environment.install_packages([*environment.missing_libraries(), *missing_wayland()], "freezing Qt")
        python = build_environment()
        frozen = freeze(python) if set(wanted) & set(FROZEN) else None
        for target in wanted:
            result = TARGETS[target](python, frozen)  # type: ignore[arg-type]
            print(f"built: {result.relative_to(ROOT)} ({megabytes(result):.1f} MB)", flush=True)
    return 1 if words and refused else 0


if __name__ == "__main__":
    sys.exit(main())
