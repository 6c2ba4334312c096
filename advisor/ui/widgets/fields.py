"""Fields: whole and real numbers typed as people type them, a slider beside them, a message under them, search over a catalog."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QSlider, QSpinBox, QVBoxLayout, QWidget

from advisor.scenario import MAX_TOKENS
from advisor.ui import theme
from advisor.ui.widgets.label import Label, Link
from advisor.ui.widgets.verdict import paint_verdict

FIELD_WIDTH = 76
_REAL = re.compile(r"\s*[\d,]*\.?\d*\s*")
"""The same in every country, as `textFromValue` writes it."""
_NUMBER = re.compile(r"\s*([\d.,_ ]+)\s*([kKmM]?)\s*$")


def parse_count(text: str) -> int | None:
    """`4k`, `4096`, `4,096` as a whole number; None for anything else."""
    match = _NUMBER.match(text)
    if not match:
        return None
    digits = re.sub(r"[,_ ](?=\d{3}\b)|[_ ]", "", match[1])
    try:
        value = float(digits) * {"": 1, "k": 1024, "m": 1024 * 1024}[match[2].lower()]
    except ValueError:
        return None
    return int(value) if math.isfinite(value) else None


def bare(box: QSpinBox | QDoubleSpinBox, text: str) -> str:
    """What was typed, without the prefix and the suffix that Qt hands over with it."""
    return text.removeprefix(box.prefix()).removesuffix(box.suffix())


def written_over(box: QSpinBox | QDoubleSpinBox, text: str, position: int) -> tuple[str, int]:
    """What is typed beside the sign that stands for nothing (—) takes its place, wherever the click has put the cursor."""
    sign = box.specialValueText()
    if not sign or sign not in text or text == sign:
        return text, position
    at = text.index(sign)
    rest = box.prefix() + text[:at].removeprefix(box.prefix()) + text[at + len(sign):].removesuffix(box.suffix()) + box.suffix()
    return rest, len(rest) - len(box.suffix())


class NumberField(QSpinBox):
    """A whole number; arrows step, `4k` is understood, nothing is lost while typing."""

    def __init__(self, least: int = 1, most: int = MAX_TOKENS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(least, most)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setKeyboardTracking(False)
        self.setMinimumWidth(72)

    def textFromValue(self, value: int) -> str:
        return f"{value:,}"

    def valueFromText(self, text: str) -> int:
        found = parse_count(bare(self, text))
        return self.value() if found is None else min(max(found, self.minimum()), self.maximum())

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        text, position = written_over(self, text, position)
        typed = bare(self, text)
        found = parse_count(typed)
        if found is not None and self.minimum() <= found <= self.maximum():
            return QValidator.State.Acceptable, text, position
        good = re.fullmatch(r"[\d.,_ ]*[kKmM]?", typed) is not None
        return (QValidator.State.Intermediate if good else QValidator.State.Invalid), text, position

    def fixup(self, text: str) -> str:
        """A number beyond the range becomes the end of the range, not the value before."""
        return self.prefix() + self.textFromValue(self.valueFromText(text)) + self.suffix()


class RealField(QDoubleSpinBox):
    """A real number typed as people type it."""

    def __init__(self, least: float, most: float, decimals: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(decimals)
        self.setRange(least, most)
        self.setSingleStep(10.0 ** -decimals if decimals else 1.0)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setKeyboardTracking(False)
        self.setFixedWidth(FIELD_WIDTH)

    def textFromValue(self, value: float) -> str:
        return f"{value:,.{self.decimals()}f}"

    def valueFromText(self, text: str) -> float:
        try:
            return min(max(float(bare(self, text).replace(",", "")), self.minimum()), self.maximum())
        except ValueError:
            return self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        text, position = written_over(self, text, position)
        typed = bare(self, text)
        if _REAL.fullmatch(typed) is None:
            return QValidator.State.Invalid, text, position
        try:
            inside = self.minimum() <= float(typed.replace(",", "")) <= self.maximum()
        except ValueError:
            inside = False
        return (QValidator.State.Acceptable if inside else QValidator.State.Intermediate), text, position

    def fixup(self, text: str) -> str:
        """A number beyond the range becomes the end of the range, not the value before."""
        return self.prefix() + self.textFromValue(self.valueFromText(text)) + self.suffix()

    def put(self, value: float) -> None:
        with QSignalBlocker(self):
            self.setValue(value)


class SliderField(QWidget):
    """Label, number and a slider on a logarithmic scale. `picked(int)` on every move; the slider is a whole stop itself.

    `most` ends the slider, `limit` what may be typed."""

    picked = Signal(int)

    def __init__(self, least: int, most: int, steps_per_doubling: int = 8, grid: int = 1, parent: QWidget | None = None,
                 limit: int = MAX_TOKENS) -> None:
        super().__init__(parent)
        self._least, self._per, self._grid = least, steps_per_doubling, grid
        self.label, self.number = Label("", wraps=True), NumberField(1, limit)
        self.number.setFixedWidth(FIELD_WIDTH)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setPageStep(10)
        self.message = Message()
        self.set_most(most)
        grid_layout = QGridLayout(self)
        grid_layout.setContentsMargins(0, 0, 0, 0)
        grid_layout.setVerticalSpacing(2)
        grid_layout.addWidget(self.label, 0, 0)
        grid_layout.addWidget(self.number, 0, 1)
        grid_layout.addWidget(self.slider, 1, 0, 1, 2)
        grid_layout.addWidget(self.message, 2, 0, 1, 2)
        self.label.setBuddy(self.number)
        self.slider.valueChanged.connect(lambda step: self._pick(self._value(step)))
        self.number.valueChanged.connect(self._pick)

    def set_most(self, most: int) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(1, round(math.log2(max(2, most / self._least)) * self._per)))

    def set_label(self, text: str) -> None:
        self.label.setText(text)
        self.number.setAccessibleName(text)
        self.slider.setAccessibleName(text)

    def set_value(self, value: int) -> None:
        with QSignalBlocker(self.slider), QSignalBlocker(self.number):
            if not self.slider.isSliderDown():
                self.slider.setValue(round(math.log2(max(1, value) / self._least) * self._per))
            if self.number.value() != value:
                self.number.setValue(value)

    def _value(self, step: int) -> int:
        raw = self._least * 2 ** (step / self._per)
        grid = self._grid if raw > self._grid * 4 else 1
        return max(1, round(raw / grid) * grid)

    def _pick(self, value: int) -> None:
        self.set_value(value)
        self.picked.emit(value)


class Message(QWidget):
    """What is wrong with the field above, and what to do about it as links. Hidden while all is well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = "does_not_fit"
        self._said: tuple[str, tuple[str, ...], str] = ("", (), "")
        self._mends: list[Link] = []
        self._text = Label("", "small", wraps=True)
        self._links = QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 2, 0, 2)
        column.setSpacing(0)
        column.addWidget(self._text)
        column.addLayout(self._links)
        self._links.addStretch(1)
        self.hide()

    def tell(self, text: str, *mends: tuple[str, Callable[[], object]], verdict: str = "does_not_fit") -> None:
        """Shows `text` with links; an empty text hides the message. `verdict` is the shape before it: `tight` for a warning."""
        said = (text, tuple(words for words, _ in mends), verdict)
        if said == self._said:
            return
        self._said, self._verdict = said, verdict
        self.update()
        self._text.setText(text)
        for link in self._mends:
            self._links.removeWidget(link)
            link.deleteLater()
        self._mends.clear()
        for words, act in mends:
            link = Link(words, "small")
            link.clicked.connect(lambda _=False, act=act: act())
            self._links.insertWidget(self._links.count() - 1, link)
            self._mends.append(link)
        self.setVisible(bool(text))

    def text(self) -> str:
        return self._text.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_verdict(QPainter(self), QRectF(1, 4, 14, 14), self._verdict, theme.colour("window"))


def mark_wrong(widget: QWidget, wrong: bool) -> None:
    """The error outline around a field."""
    if bool(widget.property("wrong")) != wrong:
        widget.setProperty("wrong", wrong)
        widget.update()
