"""Fields of the levers column: real numbers with a slider, a count that may be off, labels in the engine's own words."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from advisor.ui.language import tr
from advisor.ui.widgets.fields import FIELD_WIDTH, Message, NumberField, RealField, SliderField
from advisor.ui.widgets.label import Label


class RealSlider(QWidget):
    """Label, number and slider; `logarithmic` for rates, else even steps. `picked(float)` on every move."""

    picked = Signal(float)

    def __init__(self, least: float, most: float, decimals: int = 2, logarithmic: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least, self._most, self._log = least, most, logarithmic
        self._steps = round(math.log2(most / least) * 6) if logarithmic else round((most - least) * 10 ** decimals)
        self.label = Label("", wraps=True)
        self.number = RealField(least, most, decimals)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, self._steps)
        self.slider.setPageStep(10)
        self.message = Message()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(self.label, 0, 0)
        grid.addWidget(self.number, 0, 1)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        grid.addWidget(self.message, 2, 0, 1, 2)
        self.label.setBuddy(self.number)
        self.slider.valueChanged.connect(lambda step: self._pick(self._value(step)))
        self.number.valueChanged.connect(self._pick)

    def set_label(self, text: str) -> None:
        self.label.setText(text)
        self.number.setAccessibleName(text)
        self.slider.setAccessibleName(text)

    def set_value(self, value: float) -> None:
        with QSignalBlocker(self.slider), QSignalBlocker(self.number):
            if not self.slider.isSliderDown():
                self.slider.setValue(self._step(value))
            self.number.setValue(value)

    def _value(self, step: int) -> float:
        share = step / self._steps
        if self._log:
            return round(self._least * (self._most / self._least) ** share, self.number.decimals())
        return round(self._least + (self._most - self._least) * share, self.number.decimals())

    def _step(self, value: float) -> int:
        value = min(max(value, self._least), self._most)
        share = math.log(value / self._least) / math.log(self._most / self._least) if self._log \
            else (value - self._least) / (self._most - self._least)
        return round(share * self._steps)

    def _pick(self, value: float) -> None:
        self.set_value(value)
        self.picked.emit(value)


class OptionalCount(NumberField):
    """A whole number, or off (written so) at the bottom of its range. `picked(int or None)`."""

    picked = Signal(object)

    def __init__(self, most: int, suffix: str = "", off: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(off, most, parent)
        self._off = off
        self.setSuffix(suffix)
        self.setFixedWidth(FIELD_WIDTH)
        self.valueChanged.connect(lambda value: self.picked.emit(None if value == self._off else value))

    def speak(self) -> None:
        self.setSpecialValueText(tr("off"))

    def put(self, value: int | None) -> None:
        with QSignalBlocker(self):
            self.setValue(self._off if value is None else value)


class Row(QWidget):
    """Label and field side by side, a message below."""

    def __init__(self, field: QWidget, stretches: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.label, self.message = field, Label(""), Message()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.label, 0 if stretches else 1)
        row.addWidget(field, 1 if stretches else 0)
        if stretches:
            self.label.setFixedWidth(62)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.message)
        self.label.setBuddy(field)

    def set_label(self, text: str, tip: str = "") -> None:
        self.label.setText(text)
        self.field.setAccessibleName(text)
        self.label.setToolTip(tip)
        self.field.setToolTip(tip)
        self.field.setAccessibleDescription(tip)


class Named(QWidget):
    """A slider field under the engine's own name for it."""

    def __init__(self, field: SliderField | RealSlider, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.name = field, Label("", "mono")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(self.name)
        column.addWidget(field)

    def set_label(self, text: str, name: str, flag: str) -> None:
        """Both are read out; the flag as typed is the tooltip."""
        self.name.setText(name)
        self.field.set_label(text)
        for part in (self.field.number, self.field.slider):
            part.setAccessibleName(f"{name}: {text}")
            part.setToolTip(flag)
