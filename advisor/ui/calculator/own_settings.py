"""The engine's own levers, folded away while they are its defaults; each under the engine's or the field's own name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QVBoxLayout, QWidget

from advisor import speculation
from advisor.answer import Estimate
from advisor.scenario import Settings, Speculative
from advisor.ui import engine_levers, theme
from advisor.ui.language import Spoken, tr
from advisor.ui.store import Store
from advisor.ui.style import chevron
from advisor.ui.widgets.fields import FIELD_WIDTH, NumberField
from advisor.ui.widgets.label import ElidedLabel


@dataclass(frozen=True)
class Lever:
    """A field of Settings, its largest value; `pooled`: for engines that reserve a pool (None: all)."""

    field: str
    most: int
    pooled: bool | None = None
    percent: bool = False

    def number(self, settings: Settings) -> int:
        """What its field shows; 0 is the default."""
        value = getattr(settings, self.field)
        return 0 if value is None else round(value * 100) if self.percent else value

    def value(self, settings: Settings, number: int) -> Any:
        """What a number stands for: of 0 the default, None or 1 where the field counts devices."""
        return _FIELDS[self.field].default if number == 0 else number / 100 if self.percent else number

    def shown(self, settings: Settings, answer: Estimate | None) -> bool:
        return self.pooled is None or answer is None or self.pooled == answer.case.engine.reserves_pool

    def name(self, answer: Estimate | None) -> str:
        return own_name(answer.case.engine.id, self.field) if answer is not None else self.field

    def hint(self, answer: Estimate | None) -> str:
        in_force = getattr(answer.case.settings, self.field) if answer is not None else None
        return tr("In force: {value}", value=str(in_force)) if in_force is not None else ""


class Drafted(Lever):
    """So many tokens drafted a round by the model's own layers, where it has them and the engine drafts with them."""

    def number(self, settings: Settings) -> int:
        return settings.speculative.num_speculative_tokens if settings.speculative is not None else 0

    def value(self, settings: Settings, number: int) -> Any:
        return (settings.speculative or Speculative()).model_copy(update={"num_speculative_tokens": number}) if number else None

    def shown(self, settings: Settings, answer: Estimate | None) -> bool:
        return settings.speculative is not None or (answer is not None and speculation.possible(answer.case))

    def name(self, answer: Estimate | None) -> str:
        return tr("Drafted tokens (MTP)")

    def hint(self, answer: Estimate | None) -> str:
        return tr("The model's own layers for multi-token prediction guess so many tokens ahead; one step checks them. "
                  "Two to four suit most cards.")


LEVERS = (Lever("parallel", 100_000, None), Lever("tensor_parallel", 4096),
          Lever("pipeline_parallel", 4096, True), Lever("data_parallel", 4096, True),
          Lever("gpu_memory_utilization", 100, True, True),
          Lever("max_batched_tokens", 1_000_000), Lever("ubatch", 100_000, False),
          Lever("gpu_layers", 10_000, False), Lever("cpu_moe_layers", 10_000, False), Drafted("speculative", 16))
_FIELDS = Settings.model_fields


def own_name(engine_id: str, field: str) -> str:
    """What the engine calls the lever: `max_num_seqs`, `parallel (-np)`, `OLLAMA_NUM_PARALLEL`; the field's name where it has no word."""
    found = engine_levers.plain(engine_levers.flag_of(engine_id, field))
    if found.startswith("-"):       # one letter or two say little alone; llama.cpp's -sm is no number
        return f"{field} ({found})" if field != "tensor_parallel" else field
    return found or field


class Fold(QAbstractButton):
    """A line with a chevron that opens and closes what stands below; `short` are its words where there is no room for them and `note`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.short, self.note = "", ""

    def shown(self) -> str:
        """The words before the note."""
        whole = self.fontMetrics().horizontalAdvance(f"{self.text()} {self.note}")
        return self.text() if whole <= self.width() - 20 else self.short

    def sizeHint(self) -> QSize:
        return QSize(200, max(theme.SMALL_BUTTON, self.fontMetrics().height() + 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        chevron(painter, QRect(0, 0, 14, self.height()), theme.colour("text2"), down=self.isChecked())
        painter.setPen(theme.colour("text"))
        rect = self.rect().adjusted(20, 0, 0, 0)
        words = self.shown()
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setPen(theme.colour("text2"))
        left = self.fontMetrics().horizontalAdvance(words + " ")
        painter.drawText(rect.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.note)


class OwnSettings(Spoken, QWidget):
    """A field a lever; empty (—) is the engine's own default, which stands in its tooltip."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.fold = Fold()
        self.box = QWidget()
        grid = QGridLayout(self.box)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        self.fields: dict[str, tuple[ElidedLabel, NumberField]] = {}
        for row, lever in enumerate(LEVERS):
            label, field = ElidedLabel(lever.field, "small"), NumberField(0, lever.most)
            field.setSpecialValueText("—")
            field.setAccessibleName(lever.field)
            field.setFixedWidth(FIELD_WIDTH)
            if lever.percent:
                field.setSuffix(" %")
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            field.valueChanged.connect(lambda value, lever=lever: self._pick(lever, value))
            self.fields[lever.field] = (label, field)
        grid.setColumnStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.fold)
        column.addWidget(self.box)
        self.box.hide()
        self.fold.toggled.connect(self.box.setVisible)
        self.words(self.draw)

    def _pick(self, lever: Lever, value: int) -> None:
        self.store.edit(**{f"settings__{lever.field}": lever.value(self.store.scenario.settings, value)})

    def draw(self) -> None:
        settings, answer = self.store.scenario.settings, self.store.estimate
        engine = answer.case.engine if answer is not None else None
        changed = [lever for lever in LEVERS if getattr(settings, lever.field) != _FIELDS[lever.field].default]
        self.fold.setText(tr("{engine}'s own settings", engine=engine.name if engine else tr("Engine")))
        self.fold.short = tr("Own settings")
        self.fold.note = "· " + (tr("default") if not changed else tr("{n} set", n=len(changed)))
        self.fold.setAccessibleName(f"{self.fold.text()} {self.fold.note}")
        self.fold.update()
        for lever in LEVERS:
            label, field = self.fields[lever.field]
            shown, name = lever.shown(settings, answer), lever.name(answer)
            label.setVisible(shown)
            field.setVisible(shown)
            label.setText(name)
            field.setAccessibleName(name)
            field.blockSignals(True)
            field.setValue(lever.number(settings))
            field.blockSignals(False)
            field.setToolTip(lever.hint(answer))
