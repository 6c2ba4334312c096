"""The figures of a card: memory, bandwidth and 16-bit rate, of one that the catalog lacks or where they differ from the catalog's."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from advisor import catalog
from advisor.errors import CannotAnswer
from advisor.scenario import Hardware
from advisor.ui.catalog_search import named_device
from advisor.ui.language import tr
from advisor.ui.widgets.fields import RealField
from advisor.ui.widgets.label import Label

NOTHING = "—"
QWIDGETSIZE_MAX = 16777215


class Figure(NamedTuple):
    """One of the card's figures: the scenario's field, the largest value, its unit and decimals."""

    field: str
    most: float
    unit: str
    decimals: int = 0


FIGURES = (Figure("memory_gib", 100_000, " GiB"), Figure("bandwidth_gb_per_s", 1_000_000, " GB/s"),
           Figure("fp16_tflops", 1_000_000, " TFLOPS", 1))


class _Short(RealField):
    """`165`, not `165.0`: data sheets print one or the other."""

    def textFromValue(self, value: float) -> str:
        return super().textFromValue(value).removesuffix(".0")


class CardFields:
    """Label and field of each figure, for the view to place; `change(Hardware)` is the machine with what was typed. Empty (—) is the
    catalog's own, and of a card that it lacks not known."""

    def __init__(self, asked: Callable[[], Hardware], change: Callable[[Hardware], object], labels: tuple[str, str]) -> None:
        """`labels`: the labels' style and colour."""
        self._asked, self._change = asked, change
        self.rows: dict[str, tuple[Label, RealField]] = {}
        for figure in FIGURES:
            label, field = Label("", *labels), _Short(0.0, figure.most, figure.decimals)
            field.setSuffix(figure.unit)
            field.setSpecialValueText(NOTHING)
            field.setMinimumWidth(0)
            field.setMaximumWidth(QWIDGETSIZE_MAX)
            label.setBuddy(field)
            field.valueChanged.connect(lambda value, name=figure.field: self._pick(name, value))
            self.rows[figure.field] = label, field

    def _pick(self, name: str, value: float) -> None:
        self._change(with_figures(self._asked(), **{name: value or None}))

    def speak(self) -> None:
        words = {"memory_gib": tr("GPU memory"), "bandwidth_gb_per_s": tr("Bandwidth"), "fp16_tflops": tr("16-bit rate")}
        for name, (label, field) in self.rows.items():
            label.setText(words[name])
            field.setAccessibleName(words[name])

    def draw(self) -> None:
        asked = self._asked()
        for name, (_, field) in self.rows.items():
            field.put(getattr(asked, name) or 0.0)

    def show(self, shown: bool) -> None:
        for row in self.rows.values():
            for part in row:
                part.setVisible(shown)


def with_figures(asked: Hardware, **figures: float | None) -> Hardware:
    """The machine with other figures of its card. A name that the catalog lacks becomes what the described card is called."""
    named = {"device": None, "name": asked.device} if asked.device is not None and lacks(asked.device) else {}
    return Hardware.model_validate({**asked.__dict__, **named, **figures})


def described(asked: Hardware, name: str) -> Hardware:
    """A machine whose card the catalog lacks and that is described by its figures; those of a described one so far are kept."""
    kept = asked if asked.described else Hardware(count=asked.count, host_memory_gib=asked.host_memory_gib)
    return Hardware.model_validate({**kept.__dict__, "name": " ".join(name.split())[:200] or None})


def lacks(name: str) -> bool:
    """Whether no device of the catalog has that name."""
    return _lacks(name, catalog.generation())


@lru_cache(maxsize=64)
def _lacks(name: str, generation: int) -> bool:
    try:
        named_device(name)
    except CannotAnswer:
        return True
    return False


def has_own_figures(asked: Hardware) -> bool:
    """Whether the machine's card is described, cannot be found, or has figures of its own: then its fields are shown."""
    if asked.devices:
        return False
    return asked.described or bool(asked.memory_gib or asked.bandwidth_gb_per_s or asked.fp16_tflops) or (
        asked.device is not None and lacks(asked.device))


def lacking_bandwidth(asked: Hardware, fields: CardFields) -> tuple[Any, ...]:
    """What a described card lacks for its speed, with a link to that field, as Message.tell takes it; `("",)` where it lacks nothing."""
    if not asked.described or asked.bandwidth_gb_per_s is not None or asked.memory_gib is None:
        return ("",)
    return (tr("Without its memory bandwidth the memory is answered, speed is not."),
            (tr("Enter it"), fields.rows["bandwidth_gb_per_s"][1].setFocus))
