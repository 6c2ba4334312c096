"""Renders the program's icon for every system: PNGs of all sizes, an .ico and an .icns. `python icons.py SVG OUT_FOLDER SIZE…`"""

import os
import struct
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_KINDS = {128: b"ic07", 256: b"ic08", 512: b"ic09"}


def render(svg: str, side: int, target: Path) -> None:
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(svg).render(painter, QRectF(0, 0, side, side))
    painter.end()
    if not image.save(str(target), "PNG"):
        sys.exit(f"{target} could not be written")


def ico(pictures: dict[int, bytes]) -> bytes:
    """Windows' icon file: a directory of PNGs (a side of 256 is written as 0)."""
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for side, data in pictures.items():
        place = 6 + 16 * len(pictures) + len(body)
        head += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(data), place)
        body += data
    return head + body


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Apple's icon file: tagged PNGs, lengths big-endian with their 8 bytes of head."""
    body = b"".join(kind + struct.pack(">I", len(data) + 8) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    svg, out, sizes = sys.argv[1], Path(sys.argv[2]), [int(word) for word in sys.argv[3:]]
    app = QGuiApplication([])
    out.mkdir(parents=True, exist_ok=True)
    for side in sizes:
        render(svg, side, out / f"{side}.png")
    read = {side: (out / f"{side}.png").read_bytes() for side in sizes}
    (out / "advisor.ico").write_bytes(ico({side: read[side] for side in ICO_SIZES}))
    (out / "advisor.icns").write_bytes(icns({kind: read[side] for side, kind in ICNS_KINDS.items()}))
    del app


main()
