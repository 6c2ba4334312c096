"""The guide: contents at the left, one chapter as a page, its plots and question beside it where there is room."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QWidget

from advisor.ui.guide.blocks import SourcesBlock, block_widget
from advisor.ui.guide.contents import FINAL, SOURCES, Contents, chapter_titles
from advisor.ui.guide.live import Live, changed_scenario
from advisor.ui.guide.progress import Progress
from advisor.ui.guide.question import FinalQuestions, QuestionPanel
from advisor.ui.guide.reading import ReadingPage
from advisor.ui.guide.text import TryLink, guide
from advisor.ui.language import tr
from advisor.ui.store import Store
from advisor.ui.view import View
from advisor.ui.widgets.flow import Flow
from advisor.ui.widgets.label import Label, Link, Rule
from advisor.ui.widgets.scroll import Page, clear
from advisor.ui.widgets.tab_order import arrange

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
        self._fresh = True
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(8)
        self._rest.timeout.connect(self._draw_rest)
        self._past: list[tuple[str, str]] = []
        self._future: list[tuple[str, str]] = []
        self.contents = Contents()
        self.page, self.side = ReadingPage(), Page((20, 30, 20, 16), 12)
        self.over, self.title = Label("", "small", "text2"), Label("", "guide title", wraps=True)
        self.stand_in = Label("", "body", "text2", wraps=True)
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
        fresh, self._fresh = self._fresh, False
        for block in self.blocks.values():
            if fresh or not block.visibleRegion().isEmpty():
                self._draw_block(block, live)
        if not fresh:
            self._rest.start()

    def _draw_rest(self) -> None:
        """What is not in view follows after the frame."""
        live = Live.of(self.store)
        for block in self.blocks.values():
            if block.visibleRegion().isEmpty():
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
        self._fresh = True
        clear(self.page.text)
        clear(self.side.column)
        self.blocks = {}
        for kept in (self.over, self.title, self.stand_in):
            self.page.text.addWidget(kept)
            kept.setVisible(kept is not self.stand_in)
        places: dict[str, QWidget] = {}
        chapter = guide().chapter(self.progress.chapter)
        if chapter is not None:
            for block in chapter.blocks:
                aside = block.kind in ("plot", "question")
                widget = block_widget(block, self.store, self.follow, self.try_out)
                if isinstance(widget, QuestionPanel):
                    widget.answered.connect(self._answered)
                self._add(block.id, widget, aside)
        elif self.progress.chapter == SOURCES:
            sources = SourcesBlock(self.follow)
            self._add(SOURCES, sources, False)
            places.update(sources.items)
        else:
            final = FinalQuestions(guide().final, guide().to_pass)
            final.answered.connect(self._answered)
            final.checked.connect(lambda: self._check(True))
            final.again.connect(lambda: self._check(False))
            self._add(FINAL, final, False)
        beside = not self.inline and chapter is not None
        self.side.setVisible(beside)
        self.side.column.addStretch(1)
        (self.side.column if beside else self.page.text).addWidget(self.foot)
        if not beside:
            self.page.text.addStretch(1)
        self.foot.show()
        self.page.places = {**self.blocks, **places}
        self._fit()
        margin = [block for block in self.blocks.values() if self.side.isAncestorOf(block)]
        arrange([self.contents, *(block for block in self.blocks.values() if block not in margin), *margin, self.foot])

    def _add(self, id_: str, widget: QWidget, aside: bool) -> None:
        self.blocks[id_] = widget
        (self.side.column if aside and not self.inline else self.page.text).addWidget(widget)

    # ------------------------------------------------------------------------------------------ going

    def go(self, chapter: str, block: str = "", words: str = "", remember: bool = True) -> None:
        """Opens a chapter at a block (where it was left, without one) and marks `words` there."""
        if remember:
            self._past.append((self.progress.chapter, self.page.top()))
            self._future.clear()
        self._keep_place()
        live = Live.of(self.store)
        if chapter != self.progress.chapter or not self.blocks:
            self.progress.chapter = chapter
            self._build(live)
        self._stale = False
        self.draw()
        self.page.hold(block or self.progress.places.get(chapter, ""))
        widget = self.page.places.get(block)
        if widget is not None and self.side.isAncestorOf(widget):
            self.side.ensureWidgetVisible(widget)
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
            to.append((self.progress.chapter, self.page.top()))
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

    def _keep_place(self) -> None:
        if self.blocks and self.isVisible():
            self.progress.places[self.progress.chapter] = self.page.top()

    def _save(self) -> None:
        why = self.progress.save()
        if why:
            self.store.told.emit(tr("The place in the guide could not be kept: {why}", why=why))

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
            here = self.page.top()
            self._build(Live.of(self.store))
            self.draw()
            self.page.hold(here)

    def _fit(self) -> None:
        self.page.fit(24 if self.size_class in ("compact", "narrow") else MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange) and self.blocks:
            here = self.page.top()
            self._build(Live.of(self.store))
            self.page.hold(here)
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.progress.places[self.progress.chapter] = self.page.top()
        self._save()
        super().hideEvent(event)

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if self.page.target is None:
            self.page.hold(self.progress.places.get(self.progress.chapter, ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if alt and event.key() == Qt.Key.Key_Left:
            self._travel(self._past, self._future)
        elif alt and event.key() == Qt.Key.Key_Right:
            self._travel(self._future, self._past)
        elif not self.page.scroll_by_key(event.key()):
            super().keyPressEvent(event)

    def find_here(self) -> bool:
        """Ctrl+F: the search field."""
        self.contents.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.contents.field.selectAll()
        return True

    def regions(self) -> list[QWidget]:
        first = next((w for w in self.findChildren(QWidget) if self.page.sheet.isAncestorOf(w) and w.isVisible()
                      and w.focusPolicy() != Qt.FocusPolicy.NoFocus), None)
        beside = next((w for w in self.side.findChildren(QWidget) if w.isVisible() and w.focusPolicy() != Qt.FocusPolicy.NoFocus
                       and self.side.content.isAncestorOf(w)), None) if self.side.isVisible() else None
        return [w for w in (self.contents.field, first, beside) if w is not None]
