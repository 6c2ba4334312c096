"""What the packages say of themselves fits together, and one commit gives one archive."""

import gzip
import re
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
sys.path.insert(0, str(PACKAGING))

import product  # noqa: E402
from linux import debian  # noqa: E402
from windows import setup  # noqa: E402

import build  # noqa: E402
from advisor import __version__  # noqa: E402
from advisor.cli import COMMANDS  # noqa: E402


@pytest.fixture(autouse=True)
def fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")


def test_the_version_comes_from_one_place() -> None:
    assert product.version() == __version__
    assert (LINUX / "changelog").read_text().splitlines()[0] == __version__
    kinds = (".nsi", ".spec", ".desktop", ".xml", ".1", ".ps1")
    others = [path for path in PACKAGING.rglob("*") if path.suffix in kinds]
    assert others
    assert [path.name for path in others if __version__ in path.read_text("utf-8")] == []


def test_the_desktop_entry_names_what_the_package_brings() -> None:
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str     # type: ignore[assignment, method-assign]
    entry.read(LINUX / f"{product.ID}.desktop", "utf-8")
    section = entry["Desktop Entry"]
    assert section["Exec"].split()[0] == section["TryExec"] == "advisor"
    assert section["Icon"] == product.ID
    assert section["StartupWMClass"] == product.ID
    offered = set(section["MimeType"].rstrip(";").split(";"))
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    described = {kind.get("type") for kind in ElementTree.parse(LINUX / f"{product.ID}.xml").findall("m:mime-type", space)}
    assert offered - described == {"x-scheme-handler/advisor"}
    component = ElementTree.fromstring(debian.filled(f"{product.ID}.metainfo.xml"))
    assert {kind.text for kind in component.findall("provides/mediatype")} == described
    assert component.findtext("launchable") == f"{product.ID}.desktop"
    assert component.find("releases/release").attrib == {"version": __version__, "date": "2023-11-14"}     # type: ignore[union-attr]
    assert component.findtext("id") == debian.COMPONENT


def test_the_window_calls_itself_as_the_desktop_entry() -> None:
    """Wayland finds the entry (and so the icon) by this name."""
    assert f'setDesktopFileName("{product.ID}")' in (ROOT / "advisor" / "ui" / "app.py").read_text("utf-8")


def test_the_man_page_has_every_command() -> None:
    page = debian.filled("advisor.1")
    assert "@" not in page
    for name in COMMANDS:
        assert f".B advisor {name.replace('-', chr(92) + '-')}\n" in page


def test_the_changelog_is_debian_s(monkeypatch: pytest.MonkeyPatch) -> None:
    text = debian.changelog()
    assert text.startswith(f"{product.ID} ({__version__}) unstable; urgency=medium\n\n  * ")
    assert text.endswith("  Tue, 14 Nov 2023 22:13:20 +0000\n")
    assert max(len(line) for line in text.splitlines() if line.startswith("  ")) <= 80
    monkeypatch.setattr(debian, "version", lambda: "99.0")
    with pytest.raises(SystemExit, match=r"the version is 99\.0"):
        debian.changelog()


@pytest.mark.parametrize("lock", ["runtime", "development", "build", "windows"])
def test_everything_locked_has_a_hash(lock: str) -> None:
    text = (PACKAGING / "lock" / f"{lock}.txt").read_text("utf-8")
    names = re.findall(r"^[A-Za-z0-9_.-]+==[^\s;]+", text, re.M)
    assert names
    for block in re.split(r"^(?=[A-Za-z0-9_.-]+==)", text, flags=re.M)[1:]:
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize(("name", "kept"), [
    ("PySide6/QtCore.pyd", True), ("PySide6/Qt6Core.dll", True), ("PySide6/QtQuick.pyd", False), ("PySide6/Qt6Quick.dll", False),
    ("PySide6/plugins/platforms/qwindows.dll", True), ("PySide6/plugins/platforms/qoffscreen.dll", True),
    ("PySide6/plugins/platforms/qdirect2d.dll", False), ("PySide6/plugins/sqldrivers/qsqlite.dll", False),
    ("PySide6/translations/qtbase_zh_CN.qm", True), ("PySide6/translations/qtbase_de.qm", False), ("PySide6/opengl32sw.dll", False),
    ("PySide6/__init__.py", True), ("PySide6/QtCore.pyi", False), ("shiboken6/Shiboken.pyd", True), ("shiboken6/vcamp140.dll", False),
    ("numpy/_core/_multiarray_umath.cp313-win_amd64.pyd", True), ("numpy/_core/tests/test_abc.py", False),
    ("pydantic_core/__init__.py", True), ("pydantic-2.14.4.dist-info/licenses/LICENSE", True), ("pydantic-2.14.4.dist-info/RECORD", False),
    ("pyqtgraph/examples/Plotting.py", False), ("../outside.py", False), ("a/", False),
])
def test_only_what_is_needed_goes_to_windows(name: str, kept: bool) -> None:
    assert setup.wanted(name) is kept


def test_one_folder_gives_one_archive(tmp_path: Path) -> None:
    made = []
    for number in (1, 2):
        folder = tmp_path / str(number) / "advisor"
        (folder / "lib").mkdir(parents=True)
        for name in (("b", "a") if number == 1 else ("a", "b")):
            (folder / "lib" / name).write_text(name)
        (folder / "start").symlink_to("lib/a")
        (folder / "lib" / "a").chmod(0o700 if number == 1 else 0o755)
        product.same_times(folder)
        made.append(build.tar_gz(folder, tmp_path / f"{number}.tar.gz"))
    assert made[0].read_bytes() == made[1].read_bytes()
    with tarfile.open(made[0]) as archive:
        assert archive.getnames() == ["advisor", "advisor/lib", "advisor/lib/a", "advisor/lib/b", "advisor/start"]
        assert {entry.mtime for entry in archive} == {1700000000}
    assert gzip.decompress(made[0].read_bytes())


def test_what_cannot_be_built_here_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(build.sys, "platform", "linux")
    monkeypatch.setattr(build.environment, "install_packages", lambda names, what_for: None)
    monkeypatch.setattr(build.sys, "argv", ["build.py", "macos"])
    assert build.main() == 1
    assert "not built: macos: an .app and .dmg need macOS" in capsys.readouterr().out
    monkeypatch.setattr(build.sys, "platform", "darwin")
    assert build.cannot("macos") == ""
    assert "dpkg-deb" in build.cannot("deb")


def test_the_icon_comes_in_every_size(tmp_path: Path) -> None:
    from PySide6.QtGui import QImage
    svg = ROOT / "resources" / "icons" / "advisor.svg"
    command = [sys.executable, str(PACKAGING / "pyinstaller" / "icons.py"), str(svg), str(tmp_path), *map(str, product.ICON_SIZES)]
    subprocess.run(command, check=True, timeout=60)
    for side in product.ICON_SIZES:
        image = QImage(str(tmp_path / f"{side}.png"))
        assert (image.width(), image.height()) == (side, side)
        assert image.pixelColor(side // 2, side // 2).alpha() == 255
    ico = (tmp_path / "advisor.ico").read_bytes()
    assert ico[:6] == b"\0\0\1\0\6\0"
    assert ico.count(b"\x89PNG\r\n") == 6
    icns = (tmp_path / "advisor.icns").read_bytes()
    assert icns[:4] == b"icns"
    assert int.from_bytes(icns[4:8], "big") == len(icns)
