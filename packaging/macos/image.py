"""The .dmg with the .app that PyInstaller's BUNDLE made. Runs on macOS only; has not been run anywhere yet.

Signed ad hoc unless ADVISOR_SIGN names a Developer ID; notarize the result by hand: xcrun notarytool submit … && xcrun stapler staple ….
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from product import BUILD, DIST, ID, TITLE, run, version


def build(app: Path) -> Path:
    """dist/….dmg holding the app and a link to /Applications."""
    identity = os.environ.get("ADVISOR_SIGN", "-")
    hardened = ["--options", "runtime", "--timestamp"] if identity != "-" else []
    run("codesign", "--force", "--deep", *hardened, "--sign", identity, app)
    run("codesign", "--verify", "--deep", "--strict", app)
    folder = BUILD / "macos"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("ditto", app, folder / app.name)
    (folder / "Applications").symlink_to("/Applications")
    DIST.mkdir(exist_ok=True)
    target = DIST / f"{ID}-{version()}-macos-{os.uname().machine}.dmg"
    run("hdiutil", "create", "-volname", TITLE, "-srcfolder", folder, "-ov", "-format", "ULMO", target)
    return target
