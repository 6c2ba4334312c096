"""The guide: contents at the left, one chapter as a page, its plots and question beside it where there is room."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from advisor.ui.guide.blocks import Heading, LiveBlock, RowsBlock, SourcesBlock, TextBlock, TryBlock
from advisor.ui.guide.contents import FINAL, SOURCES, Contents, chapter_titles
from advisor.ui.guide.live import EXAMPLE, Live, at_load
from advisor.ui.guide.paragraph import text_width
from advisor.ui.guide.progress import Progress
from advisor.ui.guide.question import FinalQuestions, QuestionPanel
from advisor.ui.guide.text import Block, TryLink, guide
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.scroll import Page, clear

CONTENTS = {"compact": 0, "narrow": 200, "regular": 236, "wide": 236}
SIDE = 452
MARGIN = 46


class GuideView(View):
    """One chapter at a time; `go` opens a place, `look_up` the paragraph about a quantity."""

    input_width = CONTENTS["regular"]

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, parent)
        self.progress = Progress.load()
        if self.progress.chapter not in dict(chapter_titles()):
            self.progress.chapter = "acts"
        self.blocks: dict[str, QWidget] = {}
        self._past: list[tuple[str, str]] = []
        self._future: list[tuple[str, str]] = []
        self._target: tuple[str, str] | None = None
        self.contents = Contents()
        self.page, self.side = Page((0, 0, 0, 0), 0), Page((20, 30, 20, 16), 12)
        for page in (self.page, self.side):
            page.viewport().setAutoFillBackground(page is self.page)
        self.page.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.sheet = QWidget()
        self.column = QVBoxLayout(self.sheet)
        self.column.setContentsMargins(0, 28, 0, 32)
        self.column.setSpacing(16)
        self.over, self.title = Label("", "small", "text2"), Label("", "guide title", wraps=True)
        self.stand_in = Label("", "body", "text2", wraps=True)
        self.page.column.addWidget(self.sheet, 0, Qt.AlignmentFlag.AlignHCenter)
        self.page.column.addStretch(1)
        self.back, self.next = Link(), QPushButton()
        self.next.setProperty("primary", True)
        self.foot = QWidget()
        foot = Flow(gap=16, line_gap=8, last_right=True)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        self.foot.setLayout(foot)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.foot.setSizePolicy(policy)
        self.line = Rule()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for widget in (self.contents, self.line, self.page, self.side):
            self._row.addWidget(widget, 1 if widget is self.page else 0)
        self.contents.picked.connect(lambda id_: self.go(id_))
        self.contents.found.connect(self.go)
        self.back.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        self.side.setFixedWidth(SIDE)
        self.page.content.installEventFilter(self)
        self.page.verticalScrollBar().actionTriggered.connect(lambda _: self._let_go())
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    # ------------------------------------------------------------------------------------------ drawing

    @property
    def inline(self) -> bool:
        """Plots and questions stand in the text where there is no room beside it."""
        return self.size_class in ("compact", "narrow", "")

    def draw(self) -> None:
        topic, self.store.topic = self.store.topic, None
        if topic:
            self.look_up(topic)
        live = Live.of(self.store)
        if not self.blocks:
            self._build(live)
        self.contents.draw(live, self.progress.chapter, self._ticked())
        self._draw_head(live)
        for block in self.blocks.values():
            self._draw_block(block, live)

    def _draw_block(self, block: QWidget, live: Live) -> None:
        if isinstance(block, QuestionPanel):
            block.draw(live, self.progress.answers, True)
        elif isinstance(block, FinalQuestions):
            block.draw(live, self.progress.answers, self.progress.done)
        else:
            block.draw(live)        # type: ignore[attr-defined]

    def _draw_head(self, live: Live) -> None:
        titles = chapter_titles()
        index = [id_ for id_, _ in titles].index(self.progress.chapter)
        chapter = guide().chapter(self.progress.chapter)
        minutes = chapter.minutes if chapter else 0
        self.over.setText(tr("Chapter {n}, about {minutes} minutes", n=index + 1, minutes=minutes) if minutes
                          else tr("Chapter {n}", n=index + 1))
        self.title.setText(titles[index][1])
        self.stand_in.setVisible(live.example or self.store.error is not None)
        self.stand_in.setText(tr("The scenario has no answer yet: the figures are those of the worked case.") if live.example
                              else tr("The scenario has an error: the figures are the last valid ones."))
        self.back.setVisible(index > 0)
        if index > 0:
            self.back.setText(f"← {titles[index - 1][1]}")
            self.back.setAccessibleName(tr("Previous chapter: {title}", title=titles[index - 1][1]))
            self.back.updateGeometry()
        self.next.setVisible(index + 1 < len(titles))
        if index + 1 < len(titles):
            self.next.setText(tr("Next: {title}", title=titles[index + 1][1]))

    def _ticked(self) -> set[str]:
        """Chapters whose question was answered rightly; the final one where it was passed."""
        answers = self.progress.answers
        found = {c.id for c in guide().chapters if c.question is not None and answers.get(c.question.id) == c.question.answer}
        right = sum(answers.get(q.id) == q.answer for q in guide().final)
        return found | ({FINAL} if self.progress.done and right >= guide().to_pass else set())

    def _build(self, live: Live) -> None:
        """The present chapter's widgets, in the text or beside it."""
        for kept in (self.over, self.title, self.stand_in, self.foot):
            kept.setParent(self)
            kept.hide()
        clear(self.column)
        clear(self.side.column)
        self.blocks = {}
        for kept in (self.over, self.title, self.stand_in):
            self.column.addWidget(kept)
            kept.setVisible(kept is not self.stand_in)
        self.column.setSpacing(14)
        chapter = guide().chapter(self.progress.chapter)
        if chapter is not None:
            for block in chapter.blocks:
                self._place(block)
        elif self.progress.chapter == SOURCES:
            self._add(SOURCES, SourcesBlock(self.follow), False)
        else:
            final = FinalQuestions(guide().final, guide().to_pass)
            final.answered.connect(self._answered)
            final.checked.connect(lambda: self._check(True))
            final.again.connect(lambda: self._check(False))
            self._add(FINAL, final, False)
        beside = not self.inline and chapter is not None
        self.side.setVisible(beside)
        self.side.column.addStretch(1)
        (self.side.column if beside else self.column).addWidget(self.foot)
        if not beside:
            self.column.addStretch(1)
        self.foot.show()
        self._fit()

    def _place(self, block: Block) -> None:
        if block.kind == "question":
            assert block.question is not None
            panel = QuestionPanel(block.question)
            panel.answered.connect(self._answered)
            self._add(block.id, panel, True)
        elif block.kind == "heading":
            self._add(block.id, Heading(block), False)
        elif block.kind == "rows":
            self._add(block.id, RowsBlock(block, self.follow), False)
        elif block.kind == "try":
            self._add(block.id, TryBlock(block, self.try_out), False)
        elif block.kind in ("table", "plot"):
            self._add(block.id, LiveBlock(block, self.store, self.follow), block.kind == "plot")
        else:
            self._add(block.id, TextBlock(block, self.follow), False)

    def _add(self, id_: str, widget: QWidget, aside: bool) -> None:
        self.blocks[id_] = widget
        (self.side.column if aside and not self.inline else self.column).addWidget(widget)

    # ------------------------------------------------------------------------------------------ going

    def go(self, chapter: str, block: str = "", words: str = "", remember: bool = True) -> None:
        """Opens a chapter at a block (where it was left, without one) and marks `words` there."""
        if remember:
            self._past.append((self.progress.chapter, self._top_block()))
            self._future.clear()
        self._keep_place()
        live = Live.of(self.store)
        if chapter != self.progress.chapter or not self.blocks:
            self.progress.chapter = chapter
            self._build(live)
        self._stale = False
        self.draw()
        self._scroll_to(block or ("" if block else self.progress.places.get(chapter, "")))
        widget = self.blocks.get(block)
        if words and widget is not None and hasattr(widget, "mark"):
            widget.mark(words)
        self._save()

    def look_up(self, quantity: str) -> None:
        """The paragraph about a quantity; the guide as it was where there is none."""
        found = guide().about(quantity)
        if found is not None:
            self.go(*found)

    def follow(self, target: str) -> None:
        """A link of a text: why:quantity, chapter:id, source:id, open:source."""
        kind, _, what = target.partition(":")
        if kind == "why":
            self.store.ask_why(what)
        elif kind == "chapter":
            self.go(what)
        elif kind == "source":
            self.go(SOURCES, what)
        elif kind == "open":
            url = next(s.url for s in guide().sources if s.id == what)
            if QDesktopServices.openUrl(QUrl(url)):
                self.store.told.emit(tr("Opened in your browser: {url}", url=url))

    def try_out(self, link: TryLink) -> None:
        """Loads a link's numbers (one step to undo) and shows the view it names."""
        scenario = changed_scenario(Live.of(self.store), link.changes)
        if scenario != self.store.scenario:
            self.store.take(scenario)
            self.store.told.emit(tr("Loaded from the guide; Undo brings your scenario back."))
        self.store.show(link.view)

    def _step(self, step: int) -> None:
        ids = [id_ for id_, _ in chapter_titles()]
        index = ids.index(self.progress.chapter) + step
        if 0 <= index < len(ids):
            self.progress.places.pop(ids[index], None)
            self.go(ids[index])

    def _travel(self, from_: list[tuple[str, str]], to: list[tuple[str, str]]) -> None:
        if from_:
            to.append((self.progress.chapter, self._top_block()))
            chapter, block = from_.pop()
            self.go(chapter, block, remember=False)

    # ------------------------------------------------------------------------------------------ answers

    def _answered(self, question: str, option: int) -> None:
        self.progress.answers[question] = option
        self._save()
        self.draw()

    def _check(self, done: bool) -> None:
        self.progress.done = done
        if not done:
            for question in guide().final:
                self.progress.answers.pop(question.id, None)
        self._save()
        self.draw()
        final = self.blocks.get(FINAL)
        if isinstance(final, FinalQuestions):
            (final.retry if done else final.panels[0].options[0]).setFocus()

    # ------------------------------------------------------------------------------------------ place

    def _top_block(self) -> str:
        """The block at the top of the page (or the one that was just asked for), "" at the beginning."""
        if self._target is not None and self._target[0] == self.progress.chapter:
            return self._target[1]
        if self.page.verticalScrollBar().value() < 60:
            return ""
        top = self.page.verticalScrollBar().value()
        for id_, widget in self.blocks.items():
            if self.sheet.isAncestorOf(widget) and widget.mapTo(self.page.content, QPoint(0, widget.height())).y() > top + 4:
                return id_
        return ""

    def _keep_place(self) -> None:
        if self.blocks and self.isVisible():
            self.progress.places[self.progress.chapter] = self._top_block()

    def _save(self) -> None:
        why = self.progress.save()
        if why:
            self.store.told.emit(tr("The place in the guide could not be kept: {why}", why=why))

    def _scroll_to(self, block: str) -> None:
        """Once the layout has settled (heights of wrapped texts come with their widths)."""
        self._target = (self.progress.chapter, block)
        QTimer.singleShot(0, self, self._reach)

    def _let_go(self) -> None:
        """The reader moves: the place that was asked for is no longer held."""
        self._target = None

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.sheet.isAncestorOf(new):
            self._let_go()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._reach)     # tables above it have got their rows
        return super().eventFilter(watched, event)

    def _reach(self) -> None:
        if self._target is None or self._target[0] != self.progress.chapter:
            return
        id_ = self._target[1]
        widget = self.blocks.get(id_) or self._source(id_)
        bar = self.page.verticalScrollBar()
        if widget is None:
            bar.setValue(0)
        elif self.side.isAncestorOf(widget):
            self.side.ensureWidgetVisible(widget)
        else:
            bar.setValue(widget.mapTo(self.page.content, QPoint(0, 0)).y() - 14)

    def _source(self, id_: str) -> QWidget | None:
        found = self.blocks.get(SOURCES)
        return found.items.get(id_) if isinstance(found, SourcesBlock) else None

    # ------------------------------------------------------------------------------------------ layout and events

    def relayout(self, size_class: str) -> None:
        compact = size_class == "compact"
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if compact else QBoxLayout.Direction.LeftToRight)
        self.contents.set_menu(compact)
        self.contents.setMinimumWidth(0 if compact else CONTENTS[size_class])
        self.contents.setMaximumWidth(16777215 if compact else CONTENTS[size_class])
        self.line.setFixedSize(16777215 if compact else 1, 1 if compact else 16777215)
        self.line.setMinimumSize(1, 1)
        if self.blocks:
            here = self._top_block()
            self._build(Live.of(self.store))
            self.draw()
            self._scroll_to(here)

    def _fit(self) -> None:
        """The sheet as wide as text may be, or as the page has."""
        room = self.page.viewport().width() - 2 * (MARGIN if self.size_class not in ("compact", "narrow") else 24)
        self.sheet.setFixedWidth(max(240, min(text_width(), room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange) and self.blocks:
            here = self._top_block()
            self._build(Live.of(self.store))
            self._scroll_to(here)
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.progress.places[self.progress.chapter] = self._top_block()
        self._save()
        super().hideEvent(event)

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if self._target is None:
            self._scroll_to(self.progress.places.get(self.progress.chapter, ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.page.verticalScrollBar(), event.key()
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        steps = {Qt.Key.Key_Down: bar.singleStep() * 3, Qt.Key.Key_Up: -bar.singleStep() * 3, Qt.Key.Key_PageDown: bar.pageStep(),
                 Qt.Key.Key_PageUp: -bar.pageStep(), Qt.Key.Key_Space: bar.pageStep()}
        if alt and key == Qt.Key.Key_Left:
            self._travel(self._past, self._future)
        elif alt and key == Qt.Key.Key_Right:
            self._travel(self._future, self._past)
        elif key == Qt.Key.Key_Home:
            self._let_go()
            bar.setValue(bar.minimum())
        elif key == Qt.Key.Key_End:
            self._let_go()
            bar.setValue(bar.maximum())
        elif key in steps:
            self._let_go()
            bar.setValue(bar.value() + steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def find_here(self) -> bool:
        """Ctrl+F: the search field."""
        self.contents.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.contents.field.selectAll()
        return True

    def regions(self) -> list[QWidget]:
        first = next((w for w in self.findChildren(QWidget) if self.sheet.isAncestorOf(w) and w.isVisible()
                      and w.focusPolicy() != Qt.FocusPolicy.NoFocus), None)
        beside = next((w for w in self.side.findChildren(QWidget) if w.isVisible() and w.focusPolicy() != Qt.FocusPolicy.NoFocus
                       and self.side.content.isAncestorOf(w)), None) if self.side.isVisible() else None
        return [w for w in (self.contents.field, first, beside) if w is not None]


def changed_scenario(live: Live, changes: Any) -> Any:
    """A try-link's scenario: `example` starts from the worked case, `load` is people and context, `times` multiplies the
    people, `shared` is the share of the prompt that all have in common; the rest are fields of the scenario."""
    fields = dict(changes)
    scenario = EXAMPLE if fields.pop("example", False) else live.scenario
    load = fields.pop("load", None)
    times, shared = fields.pop("times", None), fields.pop("shared", None)
    case = live.answer.case
    if load is not None:
        scenario = at_load(scenario, int(load[0]), int(load[1]))
    if times is not None:
        scenario = at_load(scenario, case.concurrency * int(times), case.settings.context or 4096)
    if shared is not None:
        fields["workload__shared_prefix_tokens"] = int((case.workload.prompt_tokens or 1024) * float(shared))
    return scenario.with_(**fields)
