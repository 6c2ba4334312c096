"""Memory: one bar a device (the fullest first), the legend with every part as a figure, the total in GB and GiB."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from advisor import units
from advisor.answer import DeviceMemory, Estimate
from advisor.ui import numbers, theme
from advisor.ui.language import labelled, tr, translated
from advisor.ui.store import Store
from advisor.ui.style import box
from advisor.ui.widgets.copy_button import to_clipboard
from advisor.ui.widgets.figure import Figure
from advisor.ui.widgets.flow import Flow, together
from advisor.ui.widgets.label import Label, Link, as_written
from advisor.ui.widgets.memory_bar import MemoryBar, filling_of, part_word, quantity_of
from advisor.ui.widgets.panel import Panel
from advisor.ui.words import short_device

MOST_BARS = 4


class Swatch(QWidget):
    """The colour of a part beside its name."""

    def __init__(self, part: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        self.setFixedSize(10, 10)

    def sizeHint(self) -> QSize:
        return QSize(10, 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        box(QPainter(self), QRectF(self.rect()), QColor(theme.current().part(self._part)), None, 2)


class MemoryPanel(Panel):
    """Draws `store.estimate`; dashed outline while the scenario has an error and the bar shows the last valid one."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.pin = self.add_action(Link())
        self.why, self.table = self.add_action(Link("", "body")), self.add_action(Link("", "body"))
        self.bars = [MemoryBar() for _ in range(MOST_BARS)]
        self.names = [Label("", "small", "text2") for _ in range(MOST_BARS)]
        for name, bar in zip(self.names, self.bars, strict=True):
            name.setContentsMargins(0, 4 if bar is self.bars[0] else 12, 0, 0)     # nearer to its own bar than to the one above
            self.body.addWidget(name)
            self.body.addWidget(bar)
            bar.asked.connect(store.ask_why)
        self.body.setSpacing(2)
        legend = Flow(last_right=True)
        self.parts: dict[str, tuple[QWidget, Label, Figure]] = {}
        for part in theme.PARTS:
            swatch, word, figure = Swatch(part), Label(""), Figure("chosen")
            figure.quantity = quantity_of(part)
            figure.clicked.connect(lambda _=False, p=part: store.ask_why(quantity_of(p)))
            group = together(swatch, word, figure)
            legend.addWidget(group)
            self.parts[part] = (group, word, figure)
        self.total_word, self.total, self.other = Label("", "body", "text2"), Figure("strong"), Label("", "body", "text2")
        legend.addWidget(together(self.total_word, self.total, self.other))
        self.total.quantity = "total_bytes"
        self.total.clicked.connect(lambda: store.ask_why("total_bytes"))
        self.body.addLayout(legend)
        self.host = Label("", "small", "text2", wraps=True)
        self.body.addWidget(self.host)
        self.why.clicked.connect(lambda: store.ask_why("total_bytes"))
        self.table.clicked.connect(self._copy)

    def draw(self) -> None:
        answer = self.store.estimate
        self.why.setText(tr("Why?"))
        self.table.setText(tr("Copy as table"))
        self.pin.setText(tr("Pin to compare"))
        for link, name in ((self.pin, tr("Pin this scenario to compare it")),
                           (self.why, tr("Why is the memory filled so?")), (self.table, tr("Copy the memory table"))):
            link.setAccessibleName(name)
            link.updateGeometry()
        if answer is None:
            self.set_title(tr("Memory"), tr("waiting for a machine"))
            return
        stale = self.store.error is not None
        self.set_state("stale" if stale else "")
        subtitle = asked_for(answer)
        several, on_cards = len(answer.memory.devices) > 1, bool(answer.case.machine.slots)
        self.set_title(tr("Memory of the fullest device") if several and not self._different(answer) else tr("Memory of each device")
                       if several else tr("Memory on the device") if on_cards else tr("Main memory"),
                       tr("last valid figures; mend the marked field") if stale else subtitle)
        self._draw_bars(answer)
        self._draw_legend(answer)
        host = answer.memory.host_bytes if on_cards else 0      # else the bar shows it
        self.host.setText(tr("In main memory: {size}", size=numbers.size(host)) if host else "")
        self.host.setVisible(bool(host))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is no room beside the links the subtitle steps back and the title is short; both stand in the title's tooltip."""
        self.title.setText(self.accessibleName())
        room = self.width() - 2 * theme.PANEL_SIDE - self.title.sizeHint().width() - 20
        room -= sum(link.sizeHint().width() + 12 for link in (self.pin, self.why, self.table))
        self.subtitle.setVisible(self.subtitle.fontMetrics().horizontalAdvance(self.subtitle.text()) + 2 <= room)
        hidden = [] if self.subtitle.isVisible() else [self.subtitle.text()]
        if room < -10:      # without the subtitle there is one gap less
            self.title.setText(tr("Memory"))
            hidden.insert(0, self.accessibleName())
        self.title.setToolTip(as_written("\n".join(hidden)))

    @staticmethod
    def _fullest_first(answer: Estimate) -> list[DeviceMemory]:
        """Devices by the share of their memory that is filled."""
        if len(answer.memory.devices) < 2:
            return []
        return sorted(answer.memory.devices, key=lambda d: -d.total_bytes / (d.usable_bytes or d.total_bytes or 1))[:MOST_BARS]

    def _different(self, answer: Estimate) -> bool:
        return len({(d.total_bytes, d.usable_bytes) for d in self._fullest_first(answer)}) > 1

    def _draw_bars(self, answer: Estimate) -> None:
        devices, different = self._fullest_first(answer), self._different(answer)
        slots = answer.case.machine.slots
        whole = slots[0].memory_bytes if slots else answer.case.machine.host_memory_bytes
        shown = [(d.name, filling_of(d, d.total_memory_bytes)) for d in devices] if different else [("", filling_of(answer.memory, whole))]
        scale = max(max(f.total, f.usable or 0, f.whole or 0) for _, f in shown) * 1.015 or 1
        for index, (bar, name) in enumerate(zip(self.bars, self.names, strict=True)):
            bar.setVisible(index < len(shown))
            name.setVisible(index < len(shown) and different)
            if index < len(shown):
                name.setText(translated(shown[index][0]))
                bar.set_filling(shown[index][1], scale)

    def _draw_legend(self, answer: Estimate) -> None:
        sizes = dict(filling_of(answer.memory).parts)
        for part, widgets in self.parts.items():
            size = sizes.get(part, 0)
            widgets[0].setVisible(size > 0)
            if size:
                widgets[1].setText(part_word(part))
                text = numbers.bare_size(size, 2)
                widgets[2].set_figure(text, sentence=labelled(part_word(part), f"{text} {numbers.unit_name()}"))
                widgets[2].setToolTip(numbers.both_sizes(size))
        total = answer.memory.total_bytes
        devices = answer.memory.devices
        named = next((d.name for d in devices if d.total_bytes == total), "") if len({d.name for d in devices}) > 1 else ""
        self.total_word.setText(tr("total on the fullest, {device}", device=short_device(named)) if named else
                                tr("total on the fullest") if self._different(answer) else tr("total"))
        words = numbers.size(total, 2)
        self.total.set_figure(words, sentence=tr("Memory in all: {size}", size=words), unknown=total is None)
        if total is not None:
            other = f"{total / units.GB:,.2f} GB" if numbers.is_binary() else f"{total / units.GIB:,.2f} GiB"
            self.other.setText(f"= {other}")

    def _copy(self) -> None:
        answer = self.store.estimate
        if answer is None:
            return
        rows = [("", numbers.unit_name(), "bytes")]
        rows += [(part_word(p), numbers.bare_size(s, 2), str(s)) for p, s in filling_of(answer.memory).parts]
        good = to_clipboard("\n".join("\t".join(row) for row in rows) + "\n")
        self.store.told.emit(tr("Copied: the memory table") if good else tr("Not copied: the clipboard refused."))


def asked_for(answer: Estimate) -> str:
    """What the engine reserves, in people's words: slots of the context, or one pool and how many requests it holds."""
    memory, context, engine = answer.memory, answer.case.settings.context or 0, answer.case.engine
    if engine.reserves_pool and memory.kv_capacity_tokens == 0:
        return tr("{engine} would not start: nothing is left for its cache", engine=engine.name)
    if engine.reserves_pool and memory.kv_capacity_tokens is not None:
        return tr("{engine} keeps a pool of {n} tokens; it holds {requests} requests of {context}", engine=engine.name,
                  n=memory.kv_capacity_tokens, requests=f"{memory.max_concurrency or 0:,.1f}", context=context)
    slots = memory.slots or answer.case.concurrency
    if answer.case.settings.kv_unified and slots > 1:
        return tr("what {engine} asks for: {context} tokens that {slots} slots share", engine=engine.name, slots=slots, context=context)
    return tr("what {engine} asks for: {slots} × {context} tokens", engine=engine.name, slots=slots, context=context)
