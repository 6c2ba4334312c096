"""The window: menu, scenario bar, rail, one of four views, the drawer that answers "why?", status bar.

Built in two steps so that the first paint comes early: the frame needs nothing but Qt; `attach` brings store and views.
"""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from advisor.errors import CannotAnswer
from advisor.ui import language, numbers, theme
from advisor.ui.language import told, tr
from advisor.ui.preferences import Preferences, save
from advisor.ui.rail import Rail
from advisor.ui.scenario_bar import ScenarioBar
from advisor.ui.status_bar import StatusBar
from advisor.ui.widgets.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent

    from advisor.ui.actions import Actions
    from advisor.ui.store import Store
    from advisor.ui.view import View
    from advisor.ui.widgets.notice import Notice

_VIEWS = {"wizard": "WizardView", "calculator": "CalculatorView", "simulator": "SimulatorView", "guide": "GuideView"}


class MainWindow(QMainWindow):
    """`attach(store)` once after the first paint. `painted` is emitted after that first paint."""

    painted = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.store: Store | None = None
        self.views: dict[str, View] = {}
        self._first_paint = True
        self.bar, self.rail, self.status = ScenarioBar(), Rail(), StatusBar()
        self.drawer: QWidget | None = None
        self.notice: Notice | None = None       # made with the first problem
        self._told_of: object = None
        self.actions_: Actions | None = None
        self._middle = middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addStretch(1)
        house = QWidget()
        column = self._column = QVBoxLayout(house)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addLayout(middle, 1)
        column.addWidget(self.status)
        self.setCentralWidget(house)
        self.file_label = Label("", "small", "text2")
        self.file_label.setContentsMargins(0, 0, 14, 0)
        for part in (self.menuBar(), self.file_label):      # their words on one line
            part.setFixedHeight(28)
        self.rail.picked.connect(self.show_view)
        self.rail.show_current("wizard")
        self.bar.field_asked.connect(self.go_to_field)
        self.bar.undo.clicked.connect(self.undo)
        self.bar.redo.clicked.connect(self.redo)
        self.bar.verdict.clicked.connect(lambda: self.ask_why("total_bytes"))
        self.status.language_asked.connect(self.next_language)
        self.status.units_asked.connect(lambda: self.prefer(binary_units=not self.preferences.binary_units))
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 540)
        self._draw_frame()

    # ------------------------------------------------------------------------------------------ life

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._first_paint:
            self._first_paint = False
            QTimer.singleShot(0, self.painted.emit)

    def attach(self, store: Store) -> None:
        """Gives the window its store, its menus and the first view."""
        from PySide6.QtWidgets import QSplitter, QStackedWidget

        from advisor.ui.actions import Actions
        from advisor.ui.documents import Documents
        self.store = store
        self.documents = Documents(self, store)
        self.actions_ = Actions(self)
        self.stack = QStackedWidget()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.stack)
        self.splitter.setChildrenCollapsible(False)
        self._middle.takeAt(1)
        self._middle.addWidget(self.splitter, 1)
        store.changed.connect(self._changed)
        store.told.connect(self.tell)
        self._changed()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.store is not None:
            from advisor.ui.files import save_session
            self.store.jobs.close()
            why = save_session(self.store.state)
            if why:
                logging.getLogger("advisor").warning("the session could not be saved: %s", why)
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.store is not None:
            if self.actions_ is not None:
                self.actions_.speak()
            self._draw_frame()
        elif event.type() == QEvent.Type.ThemeChange and self.preferences.theme == "system":
            self.apply_preferences()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        compact = self.width() < 1000
        self.rail.set_compact(compact)
        self.bar.set_compact(compact)

    # ------------------------------------------------------------------------------------------ drawing

    def _changed(self) -> None:
        assert self.store is not None
        if self.notice is not None and self.store.scenario != self._told_of:     # something else was done meanwhile
            self.notice.hide()
        self._draw_frame()
        self._show(self.store.view)
        self._show_drawer()

    def _draw_frame(self) -> None:
        store = self.store
        self.bar.draw(store)
        if self.actions_ is not None:
            self.actions_.draw()
        self.status.draw(self.preferences)
        name = ""
        if store is not None:
            name = store.state.path.replace("\\", "/").rpartition("/")[2] if store.state.path else tr("untitled")
            name += "" if store.is_saved else " •"
            self.rail.show_current(store.view)
        if name:
            self.file_label.setText(name)
            self.file_label.setMinimumWidth(self.file_label.sizeHint().width())
            self.menuBar().setCornerWidget(self.file_label, Qt.Corner.TopRightCorner)
            self.file_label.show()
        title = tr("LLM Deployment Advisor")
        self.setWindowTitle(f"{name} – {title}" if name else title)

    def _show(self, name: str) -> None:
        view = self.views.get(name)
        if view is None:
            assert self.store is not None
            module = importlib.import_module(f"advisor.ui.{name}")
            view = getattr(module, _VIEWS[name])(self.store)
            self.views[name] = view
            self.stack.addWidget(view)
        if self.stack.currentWidget() is not view:
            self.stack.setCurrentWidget(view)

    def _show_drawer(self) -> None:
        assert self.store is not None
        if self.store.why is None:
            if self.drawer is not None and not self.drawer.isHidden():
                self.drawer.hide()
            return
        if self.drawer is None:
            from advisor.ui.why import WhyDrawer
            self.drawer = WhyDrawer(self.store)
            self.drawer.hide()      # else the splitter shows it at once, at a width of its own
            self.splitter.addWidget(self.drawer)
            self.splitter.setStretchFactor(0, 1)
            self.splitter.setStretchFactor(1, 0)
        if self.drawer.isHidden() or self.splitter.sizes()[-1] == 0:
            self.drawer.show()
            self._size_drawer()
            QTimer.singleShot(0, self._size_drawer)     # once more when a window just made has its size

    def _size_drawer(self) -> None:
        wide = min(self.preferences.drawer_width, max(300, self.splitter.width() // 2))
        self.splitter.setSizes([self.splitter.width() - wide, wide])

    def tell(self, text: str) -> None:
        """One line in the status bar, for what just happened."""
        self.status.tell(text)

    # ------------------------------------------------------------------------------------------ commands

    def undo(self) -> None:
        if self.store:
            self.store.undo()

    def redo(self) -> None:
        if self.store:
            self.store.redo()

    def show_view(self, view: str) -> None:
        if self.store:
            self.store.show(view)

    def ask_why(self, quantity: str) -> None:
        if self.store:
            self.store.ask_why(quantity)

    def go_to_field(self, field: str) -> None:
        """To the control of a scenario field: in this view, else in the calculator, else in the wizard (a machine of many kinds)."""
        if self.store is None or self.views[self.store.view].focus_field(field):
            return
        for view in ("calculator", "wizard"):
            self.store.show(view)
            if self.views[view].focus_field(field):
                return

    def fold_inputs(self) -> None:
        if self.store:
            self.views[self.store.view].fold_inputs()

    def find_model(self) -> None:
        """Ctrl+F: the view's own search, else the models of the catalog."""
        if self.store and not self.views[self.store.view].find_here():
            self.go_to_field("model")

    def next_region(self, step: int) -> None:
        """F6: bar, inputs, results, drawer, round and round."""
        if self.store is None:
            return
        stops: list[QWidget] = [self.bar.segments[-1], *self.views[self.store.view].regions()]
        if self.drawer is not None and self.drawer.isVisible():
            stops.append(self.drawer)
        focus, here = QApplication.focusWidget(), 0
        if focus is not None:
            for index, stop in enumerate(stops):
                if stop is focus or stop.isAncestorOf(focus) or (stop.parentWidget() or stop).isAncestorOf(focus):
                    here = index
        stops[(here + step) % len(stops)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_calculator_page(self, name: str) -> None:
        """`models`, `machines` or `compare` in place of the calculator's figures; `pin` pins the present scenario first."""
        if self.store is None:
            return
        self.store.show("calculator")
        view: Any = self.views["calculator"]
        if name == "pin":
            view.pin()
        else:
            view.show_page(name)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def engine_defaults(self) -> None:
        """Every lever of the engine back to its own default; context and load stay."""
        if self.store:
            from advisor.scenario import Settings
            self.store.edit("defaults", settings=Settings(context=self.store.scenario.settings.context))

    # ------------------------------------------------------------------------------------------ preferences

    def prefer(self, **changes: Any) -> None:
        """Changes preferences, applies and stores them at once."""
        changed = self.preferences._replace(**changes)
        if changed == self.preferences:
            return
        self.preferences = changed
        self.apply_preferences()
        why = save(changed)
        if why:
            self.tell(tr("The preferences could not be saved: {why}", why=why))

    def apply_preferences(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply(app, self.preferences)
        self._draw_frame()
        if self.store:
            self.store.prefer(self.preferences)
            self.store.changed.emit()

    def next_language(self) -> None:
        self.prefer(language="zh_CN" if language.code() == "en" else "en")

    # ------------------------------------------------------------------------------------------ machine

    def detect_machine(self) -> None:
        """Looks at this computer in a worker; the store takes it for the scenario if nothing else was chosen."""
        if self.store is None:
            return
        store = self.store

        def work(job: Any) -> Any:
            from advisor.machine.detect import detect
            return detect()

        store.jobs.run("detect", work, store.recognised, lambda error: self.tell(told(error)))

    def use_this_machine(self) -> None:
        if self.store is None:
            return
        if self.store.machine is None:
            self.detect_machine()
            return
        from advisor.machine.hardware import hardware_of
        self.store.use_machine(hardware_of(self.store.machine), "recognised", self.store.machine.os)

    # ------------------------------------------------------------------------------------------ dropped things

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.store is None:
            return
        urls = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if urls:
            self.documents.open_file(urls[0])
        elif event.mimeData().hasText():
            self.documents.paste_text(event.mimeData().text())

    # ------------------------------------------------------------------------------------------ dialogs

    def show_problem(self, error: CannotAnswer) -> None:
        """Why a file, a link or pasted text could not be taken: over the view until it is closed, another is taken or the scenario
        changes."""
        if self.notice is None:
            from advisor.ui.widgets.notice import Notice
            self.notice = Notice()
            self._column.insertWidget(1, self.notice)
        self._told_of = self.store.scenario if self.store is not None else None
        self.notice.tell(lambda: told(error))
        self.tell(told(error))

    def tell_done(self, text: str) -> None:
        """One line for a file, a link or pasted text that was taken or written: what went wrong before it is over."""
        if self.notice is not None:
            self.notice.hide()
        self.tell(text)

    def export_report(self) -> None:
        from advisor.ui.dialogs import export_report
        export_report(self)

    def show_preferences(self) -> None:
        from advisor.ui.dialogs import PreferencesDialog
        PreferencesDialog(self).exec()

    def show_guide(self) -> None:
        """F1: the guide, at the figure that has the keyboard or whose derivation is open."""
        if self.store is None:
            return
        widget, quantity = QApplication.focusWidget(), ""
        while widget is not None and not quantity:
            quantity, widget = str(getattr(widget, "quantity", "") or ""), widget.parentWidget()
        self.store.read_about(quantity or self.store.why)

    def show_keys(self) -> None:
        from advisor.ui.dialogs import show_keys
        show_keys(self)

    def open_log_folder(self) -> None:
        from advisor.ui.dialogs import open_log_folder
        open_log_folder(self)

    def show_about(self) -> None:
        from advisor.ui.about import AboutDialog
        AboutDialog(self).exec()

    def look_for_update(self) -> None:
        from advisor.ui.about import UpdateDialog
        UpdateDialog(self).exec()


def apply(app: QApplication, preferences: Preferences) -> None:
    """Language, theme and units in force for the whole program."""
    wanted = preferences.language if preferences.language != "system" else language.system_language()
    chosen = preferences.theme if preferences.theme != "system" else theme.system_theme()
    numbers.use_binary(preferences.binary_units)
    theme.use(app, chosen, wanted.startswith("zh"))
    if wanted != language.code():
        language.use(app, wanted)
    app.setApplicationDisplayName(tr("LLM Deployment Advisor"))     # Qt adds it to a title that does not end with it
