"""Remakes the small pictures that tests/ui/test_pictures.py compares every view with: python packaging/pictures_of_views.py [NAME …]

Look at each changed picture before it is committed (git diff --stat tests/ui/pictures).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parent.parent


def main(names: list[str]) -> int:
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "ui")]
    os.environ["ADVISOR_CONFIG"] = tempfile.mkdtemp()
    import view_pictures as pictures
    pictures.FOLDER.mkdir(exist_ok=True)
    for case in pictures.CASES:
        if names and case.name not in names:
            continue
        image = pictures.grab(case)
        old = pictures.stored(case)
        far = pictures.difference(old, image) if old is not None else None
        if far is not None and far <= pictures.TOLERANCE / 4:
            print(f"{case.name}: as it was")
            continue
        image.save(str(case.path), "PNG")
        print(f"{case.name}: {'new' if far is None else f'differed by {far:.4f}'}, {case.path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
