"""Each view against its stored picture. packaging/pictures_of_views.py remakes them after a change that is meant."""

import pytest
import view_pictures as pictures
from PySide6.QtGui import QColor, QFontDatabase, QPainter


@pytest.fixture
def fonts(qapp):
    missing = [family for family in pictures.FONTS if family not in QFontDatabase.families()]
    if missing:
        pytest.skip(f"needs the fonts {', '.join(missing)} (fonts-dejavu-core, fonts-noto-cjk)")


@pytest.fixture
def as_before(qapp):
    yield
    from advisor.ui.app import dress
    from advisor.ui.preferences import Preferences
    dress(qapp, Preferences(language="en", theme="light"))


@pytest.mark.parametrize("case", pictures.CASES, ids=lambda case: case.name)
def test_the_view_looks_as_stored(fonts, as_before, case, tmp_path):
    kept = pictures.stored(case)
    assert kept is not None, f"python packaging/pictures_of_views.py {case.name}"
    image = pictures.grab(case)
    far = pictures.difference(kept, image)
    if far > pictures.TOLERANCE:
        image.save(str(tmp_path / f"{case.name}.png"), "PNG")
    assert far <= pictures.TOLERANCE, f"{case.name} differs by {far:.3f}: look at {tmp_path}/{case.name}.png"


def test_what_differs_is_seen(qapp):
    by_name = {case.name: pictures.stored(case) for case in pictures.CASES}
    light, why = by_name["calculator-light-en"], by_name["calculator-why-light-zh_CN"]
    assert pictures.difference(light, light) == 0
    assert pictures.difference(light, by_name["calculator-dark-zh_CN"]) > 10 * pictures.TOLERANCE
    assert pictures.difference(light, why) > 2 * pictures.TOLERANCE
    assert pictures.difference(light, by_name["guide-light-en"]) > 2 * pictures.TOLERANCE
    holed = light.copy()
    painter = QPainter(holed)
    painter.fillRect(90, 40, 220, 30, QColor("#F2F4F6"))       # the memory panel gone
    painter.end()
    assert pictures.difference(light, holed) > pictures.TOLERANCE
