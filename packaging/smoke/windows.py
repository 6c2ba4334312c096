#!/usr/bin/env python3
"""Checks setup.exe file by file without Windows. `python3 packaging/smoke/windows.py [SETUP]`; needs 7z (Debian: p7zip-full).

Unpacks the installer; every file must be the staged one, byte for byte, and nothing may be missing or more; every DLL that an
.exe, .dll or .pyd imports must be in the package or Windows' own; Python's executables must carry their publisher's signature
(osslsigncode); the starters must name a Python that is there; the Python sources must compile. Says what was not proved.
"""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from product import BUILD, DIST, ID, ROOT, megabytes, version

# What Windows 10 brings itself (System32), as far as the package's files ask for it.
SYSTEM = frozenset("""
    advapi32 authz bcrypt bcryptprimitives cfgmgr32 comctl32 comdlg32 crypt32 d2d1 d3d9 d3d11 d3d12 dcomp dnsapi dwmapi dwrite dxgi gdi32
    icu icuin icuuc imm32 iphlpapi kernel32 mpr msvcrt ncrypt netapi32 ntdll ole32 oleaut32 opengl32 pdh powrprof propsys psapi rpcrt4
    rstrtmgr secur32 setupapi shcore shell32 shlwapi uiautomationcore ucrtbase user32 userenv uxtheme version winhttp winmm
    wintrust ws2_32 wtsapi32
""".split())  # noqa: SIM905


def require(truth: object, words: str) -> None:
    if not truth:
        sys.exit(f"FAILED: {words}")


def digests(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


def imports(path: Path) -> list[str]:
    """The DLLs that a PE file names in its import and delay-import tables, in lower case."""
    data = path.read_bytes()
    pe = struct.unpack_from("<I", data, 0x3C)[0]
    require(data[:2] == b"MZ" and data[pe:pe + 4] == b"PE\0\0", f"{path.name} is no PE file")
    sections, optional = struct.unpack_from("<H", data, pe + 6)[0], struct.unpack_from("<H", data, pe + 20)[0]
    wide = struct.unpack_from("<H", data, pe + 24)[0] == 0x20B
    directories = pe + 24 + (112 if wide else 96)
    table = [struct.unpack_from("<IIII", data, pe + 24 + optional + 40 * i + 8) for i in range(sections)]

    def place(address: int) -> int:
        for size, start, raw, offset in table:
            if start <= address < start + max(size, raw):
                return address - start + offset
        return -1

    found = []
    for index, step, field in ((1, 20, 12), (13, 32, 4)):
        at = place(struct.unpack_from("<I", data, directories + 8 * index)[0])
        while at >= 0 and (name := struct.unpack_from("<I", data, at + field)[0]):
            begin = place(name)
            found.append(data[begin:data.index(b"\0", begin)].decode("ascii").lower())
            at += step
    return found


def check_content(setup: Path, stage: Path) -> Path:
    unpacked = BUILD / "smoke" / "windows"
    shutil.rmtree(unpacked, ignore_errors=True)
    done = subprocess.run(["7z", "x", "-y", f"-o{unpacked}", str(setup)], capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"7z cannot read the installer: {done.stdout[-500:]}{done.stderr[-500:]}")
    inside = {name: digest for name, digest in digests(unpacked).items() if not name.startswith("$PLUGINSDIR/") and name != "uninstall.exe"}
    staged = digests(stage)
    require(inside.keys() == staged.keys(), f"other files: {sorted(inside.keys() ^ staged.keys())[:10]}")
    require(inside == staged, f"other contents: {[n for n in staged if inside[n] != staged[n]][:10]}")
    print(f"ok  {len(inside)} files in the installer, each byte for byte the staged one; {megabytes(stage):.0f} MB unpacked")
    return unpacked


def check_libraries(folder: Path) -> None:
    binaries = [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in (".exe", ".dll", ".pyd") and "$PLUGINSDIR" not in p.parts]
    own = {p.name.lower() for p in binaries}
    missing, asked = {}, set()
    for path in binaries:
        for name in imports(path):
            asked.add(name)
            if name not in own and name.removesuffix(".dll").removesuffix(".drv") not in SYSTEM and not name.startswith("api-ms-"):
                missing.setdefault(name, path.name)
    require(not missing, f"libraries that nobody brings: {missing}")
    print(f"ok  {len(binaries)} executables and libraries ask for {len(asked)}: {len(asked & own)} in the package, the others Windows' own")


def check_signatures(folder: Path) -> None:
    if not shutil.which("osslsigncode"):
        print("not checked: signatures (osslsigncode is not here)")
        return
    authorities = "/etc/ssl/certs/ca-certificates.crt"
    for name in ("python.exe", "pythonw.exe", "python313.dll"):
        command = ["osslsigncode", "verify", "-CAfile", authorities, "-in", str(folder / "python" / name)]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        require("Python Software Foundation" in told, f"{name} is not signed by the Python Software Foundation")
        lines = [line for line in told.splitlines() if line.startswith(("Current message digest", "Calculated message digest"))]
        digest = [line.split()[-1] for line in lines]
        require(len(digest) == 2 and digest[0] == digest[1], f"{name}: the signed digest is not the file's:\n{told[-800:]}")
    print("ok  python.exe, pythonw.exe and python313.dll: signed by the Python Software Foundation, digests match "
          "(the chain's root, Microsoft's, is not among Debian's authorities)")


def check_program(folder: Path) -> None:
    for name in ("advisor.exe", "advisor-window.exe"):
        raw = (folder / name).read_bytes()
        line = raw[raw.rindex(b"#!<launcher_dir>"):].split(b"\r\n", 1)[0].decode("ascii")
        python = line.removeprefix("#!<launcher_dir>\\").replace("\\", "/")
        require((folder / python).exists(), f"{name} starts {python}, which is not there")
        with zipfile.ZipFile(folder / name) as archive:
            require(archive.namelist() == ["__main__.py"], f"{name} carries {archive.namelist()}")
    paths = (folder / "python" / "python313._pth").read_text("ascii").split()
    require(paths == ["python313.zip", ".", "..\\lib"], f"python313._pth names {paths}")
    sources = sorted((folder / "lib" / "advisor").rglob("*.py"))
    for path in sources:
        ast.parse(path.read_text("utf-8"), str(path))
    tracked = {p.relative_to(ROOT / "advisor").as_posix() for p in (ROOT / "advisor").rglob("*.py")}
    require({p.relative_to(folder / "lib" / "advisor").as_posix() for p in sources} == tracked, "other modules than the checkout's")
    resources = folder / "lib" / "advisor" / "_resources"
    listed = json.loads((resources / "manifest.json").read_text("utf-8"))
    found = {name: digest for name, digest in digests(resources).items() if name != "manifest.json"}
    require(listed == found, "the resources are not those of the manifest")
    for name in ("LICENSE.txt", "LGPL-3.txt", "GPL-3.txt", "NOTICE.txt", "PYTHON.txt"):
        require((folder / "licences" / name).stat().st_size > 500, f"licences/{name} is missing")
    print(f"ok  starters, {len(sources)} modules, {len(listed)} resources, licences")


def main() -> int:
    setup = Path(sys.argv[1]) if len(sys.argv) > 1 else DIST / f"{ID}-{version()}-setup.exe"
    require(setup.exists(), f"{setup} is not there: python3 packaging/build.py windows")
    require(shutil.which("7z"), "7z is missing (Debian: apt install p7zip-full)")
    require(megabytes(setup) < 50, f"setup.exe takes {megabytes(setup):.1f} MB")
    folder = check_content(setup, BUILD / "windows" / "stage")
    check_libraries(folder)
    check_signatures(folder)
    check_program(folder)
    print("not proved here: the window on a Windows desktop (packaging/smoke/wine.sh installs, starts as far as wine can, and uninstalls)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
