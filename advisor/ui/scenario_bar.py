"""The scenario in one line and its verdict, above every view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget

from advisor.ui import icons, theme
from advisor.ui.language import Spoken, labelled, told, tr
from advisor.ui.widgets.label import as_written

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from advisor.ui.store import Store


INSIDE = {"h": -3, "v": -3}     # of the focus ring: these fill the bar, at its right end the window
MOST_OF_MACHINE = 204       # room for "2 × RTX 4090 · 24 GiB"


class IconButton(Spoken, QAbstractButton):
    """An icon that acts; its words are its tooltip and accessible name."""

    def __init__(self, icon: str, words: Callable[[], str], side: int = 28, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setFixedSize(side, side)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._named = words
        self.words(self._name)

    def _name(self) -> None:
        self.setToolTip(self._named())
        self.setAccessibleName(self._named())

    def set_icon(self, icon: str) -> None:
        self._icon = icon
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, here = QPainter(self), theme.current()
        if self.isEnabled() and (self.underMouse() or self.isDown() or self.isChecked()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(here.select if self.isDown() or self.isChecked() else here.hover))
            painter.drawRoundedRect(self.rect(), 4, 4)
        icons.paint(painter, QRectF(self.rect()).adjusted(6, 6, -6, -6), self._icon,
                    QColor(here.text2 if self.isEnabled() else here.text3))


class ScenarioSegment(QAbstractButton):
    """One part of the scenario: label over value; leads to its field."""

    def __init__(self, field: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._label, self._value = "", ""
        self.setProperty("ring", INSIDE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_texts(self, label: str, value: str) -> None:
        if (label, value) != (self._label, self._value):
            self._label, self._value = label, value
            self.setAccessibleName(labelled(label, value))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        wide = max(QFontMetrics(theme.font("small")).horizontalAdvance(self._label),
                   QFontMetrics(theme.font("chosen")).horizontalAdvance(self._value))
        return QSize(wide + 29, theme.BAR_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint().width()     # a model's name gives way and a machine of many parts, the rest is read whole
        return QSize(min(whole, {"model": 84, "hardware.device": MOST_OF_MACHINE}.get(self.field, whole)), theme.BAR_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.underMouse():
            painter.fillRect(self.rect(), theme.colour("hover"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.colour("line"))
        room = self.width() - 28
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QRectF(14, 8, room, 19), Qt.AlignmentFlag.AlignVCenter, self._label)
        painter.setFont(theme.font("chosen"))
        painter.setPen(theme.colour("text"))
        shown = painter.fontMetrics().elidedText(self._value, Qt.TextElideMode.ElideRight, room + 1)
        painter.drawText(QRectF(14, 26, room + 2, 21), Qt.AlignmentFlag.AlignVCenter, shown)
        self.setToolTip(as_written(self._value) if shown != self._value else "")


class VerdictBlock(QAbstractButton):
    """Shape, word and one line, always at the right end; pressing it explains the memory."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = self.line = self._given = ""     # empty until there is a store: the first paint does without
        self.setProperty("ring", INSIDE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_verdict(self, verdict: str, line: str, word: str = "") -> None:
        """`word` where it is not the verdict's own."""
        if (verdict, line, word) != (self.verdict, self.line, self._given):
            from advisor.ui.widgets.verdict import verdict_word
            self.verdict, self.line, self._given = verdict, line, word
            self._word = word or verdict_word(verdict)
            self.setAccessibleName(labelled(self._word, line))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        if not self.verdict:
            return QSize(216, theme.BAR_HEIGHT)
        wide = max(QFontMetrics(theme.font("verdict")).horizontalAdvance(self._word),
                   QFontMetrics(theme.font("small")).horizontalAdvance(self.line))
        return QSize(max(216, wide + 66), theme.BAR_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.underMouse():
            painter.fillRect(self.rect(), theme.colour("hover"))
        painter.fillRect(0, 0, 1, self.height(), theme.colour("line"))
        if not self.verdict:
            return
        from advisor.ui.widgets.verdict import paint_verdict
        paint_verdict(painter, QRectF(14, 15, 26, 26), self.verdict)
        painter.setFont(theme.font("verdict"))
        painter.setPen(QColor(theme.current().verdict(self.verdict)))
        painter.drawText(QRectF(50, 7, self.width() - 52, 23), Qt.AlignmentFlag.AlignVCenter, self._word)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QRectF(50, 28, self.width() - 52, 20), Qt.AlignmentFlag.AlignVCenter, self.line)


class ScenarioBar(QWidget):
    """`field_asked(field)` when a segment is pressed; undo and redo at the left."""

    field_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.BAR_HEIGHT)
        self.undo = IconButton("undo", lambda: tr("Undo"))
        self.redo = IconButton("redo", lambda: tr("Redo"))
        self.segments = [ScenarioSegment(f) for f in ("model", "quantization", "engine", "hardware.device", "workload.concurrency")]
        self.verdict = VerdictBlock()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        tools = QWidget()
        tools.setFixedWidth(75)
        inner = QHBoxLayout(tools)
        inner.setContentsMargins(8, 0, 8, 0)
        inner.setSpacing(2)
        inner.addWidget(self.undo)
        inner.addWidget(self.redo)
        row.addWidget(tools)
        for segment in self.segments:
            row.addWidget(segment)
            segment.clicked.connect(lambda _=False, f=segment.field: self.field_asked.emit(f))
        self.more = IconButton("more", lambda: tr("The rest of the scenario"))
        self.more.clicked.connect(self._show_rest)
        self.more.hide()
        row.addSpacing(8)
        row.addWidget(self.more)
        row.addStretch(1)
        row.addWidget(self.verdict)
        self.undo.setEnabled(False)
        self.redo.setEnabled(False)
        self._compact = False

    def set_compact(self, compact: bool) -> None:
        """Where it is narrow only the load and the verdict stay; the rest is in the menu behind "…"."""
        self._compact = compact
        for segment in self.segments[:-1]:
            segment.setVisible(not compact)
        self.more.setVisible(compact)

    def rest_menu(self) -> QMenu:
        """The hidden segments as entries that lead to their fields."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for segment in self.segments[:-1]:
            entry = menu.addAction(segment.accessibleName().replace("&", "&&"))
            entry.triggered.connect(lambda _=False, f=segment.field: self.field_asked.emit(f))
        return menu

    def _show_rest(self) -> None:
        self.rest_menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.fillRect(75, 0, 1, self.height(), theme.colour("line"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line"))

    def draw(self, store: Store | None) -> None:
        """The store's scenario in words; dashes while there is none."""
        values = scenario_words(store) if store else ("—",) * 5
        labels = (tr("Model"), tr("Quantization"), tr("Engine"), tr("Machine"), tr("Load"))
        for segment, label, value in zip(self.segments, labels, values, strict=True):
            segment.set_texts(label, value)
        if store is None:
            return
        from advisor.ui.widgets.verdict import headline
        self.undo.setEnabled(store.can_undo)
        self.redo.setEnabled(store.can_redo)
        if store.error is not None:
            self.verdict.set_verdict("unknown", tr("mend the marked field"))
            self.verdict.setToolTip(as_written(told(store.error)))
        elif store.estimate is None:
            self.verdict.set_verdict("unknown", self._why_none(store))
        else:
            first = headline(store.estimate)
            self.verdict.set_verdict(first.verdict, first.line, first.word)
            self.verdict.setToolTip(tr("How the memory adds up"))


    @staticmethod
    def _why_none(store: Store) -> str:
        """Why there is no verdict although nothing in the scenario is wrong."""
        if store.recommendation_error is not None:
            return tr("no recommendation")
        if store.recommendation is not None and not store.recommendation.recommendations:
            return tr("nothing runs this there")
        return tr("looking at this machine") if store.state.machine_source == "unknown" else tr("working it out…")


def scenario_words(store: Store) -> tuple[str, str, str, str, str]:
    """Model, quantization with its weights, engine, machine and load of the scenario, as a person would name them."""
    from advisor.ui import numbers, words
    scenario, answer = store.scenario, store.estimate if store.error is None else None
    if answer is None:
        return (*words.names(scenario), words.hardware(scenario.hardware), words.load(scenario))
    case = answer.case
    quantization = f"{case.quantization.name} · {numbers.size(words.stored_bytes(answer), 2)}"
    return case.model.name, quantization, case.engine.name, words.machine(case.machine), words.load(answer.scenario)
