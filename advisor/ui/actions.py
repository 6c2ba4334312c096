"""The menu bar: every command of the window once, with its key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from advisor.ui.language import LANGUAGES, tr
from advisor.ui.rail import VIEWS, view_word

if TYPE_CHECKING:
    from advisor.ui.main_window import MainWindow


class Actions:
    """Builds the menus of `window` and keeps the actions that change with the state. Texts are put again by `speak`."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._texts: list[tuple[QAction | QMenu, Callable[[], str]]] = []
        bar = window.menuBar()
        self.recent = QMenu(window)
        self._file(self._menu(lambda: tr("&File")))
        self._edit(self._menu(lambda: tr("&Edit")))
        self._view(self._menu(lambda: tr("&View")))
        self._scenario(self._menu(lambda: tr("&Scenario")))
        self._help(self._menu(lambda: tr("&Help")))
        bar.setAccessibleName(tr("Menu"))
        self.speak()

    def speak(self) -> None:
        for thing, text in self._texts:
            if isinstance(thing, QMenu):
                thing.setTitle(text())
            else:
                thing.setText(text())

    def _menu(self, text: Callable[[], str]) -> QMenu:
        menu: QMenu = self._window.menuBar().addMenu("")
        self._texts.append((menu, text))
        return menu

    def _add(self, menu: QMenu, text: Callable[[], str], act: Callable[[], object], key: str | None = None) -> QAction:
        action = QAction(self._window)
        action.triggered.connect(lambda _=False: act())
        if key:
            action.setShortcuts([QKeySequence(k) for k in key.split("|")])
        menu.addAction(action)
        self._texts.append((action, text))
        return action

    def _choices(self, menu: QMenu, title: Callable[[], str], options: list[tuple[str, Callable[[], str]]],
                 take: Callable[[str], object]) -> dict[str, QAction]:
        sub = menu.addMenu("")
        self._texts.append((sub, title))
        group, made = QActionGroup(self._window), {}
        for key, text in options:
            action = self._add(sub, text, partial(take, key))
            action.setCheckable(True)
            group.addAction(action)
            made[key] = action
        return made

    def _file(self, menu: QMenu) -> None:
        window = self._window
        self._add(menu, lambda: tr("&New"), window.documents.new_scenario, "Ctrl+N")
        self._add(menu, lambda: tr("&Open…"), window.documents.open_dialog, "Ctrl+O")
        menu.addMenu(self.recent)
        self._texts.append((self.recent, lambda: tr("Open &recent")))
        self._add(menu, lambda: tr("&Save"), window.documents.save, "Ctrl+S")
        self._add(menu, lambda: tr("Save &as…"), window.documents.save_as, "Ctrl+Shift+S")
        menu.addSeparator()
        self._add(menu, lambda: tr("&Export report…"), window.export_report, "Ctrl+E")
        menu.addSeparator()
        self._add(menu, lambda: tr("&Preferences…"), window.show_preferences, "Ctrl+,")
        self._add(menu, lambda: tr("&Quit"), window.close, "Ctrl+Q")

    def _edit(self, menu: QMenu) -> None:
        window = self._window
        self.undo = self._add(menu, lambda: tr("&Undo"), window.undo, "Ctrl+Z")
        self.redo = self._add(menu, lambda: tr("&Redo"), window.redo, "Ctrl+Shift+Z|Ctrl+Y")
        menu.addSeparator()
        self._add(menu, lambda: tr("Copy scenario as &link"), window.documents.copy_link, "Ctrl+Shift+C")
        self._add(menu, lambda: tr("&Paste a link or a tool's text"), window.documents.paste, "Ctrl+L")
        self._add(menu, lambda: tr("&Find"), window.find_model, "Ctrl+F")

    def _view(self, menu: QMenu) -> None:
        window = self._window
        self.views, one_of_them = {}, QActionGroup(window)
        for number, view in enumerate(VIEWS, 1):
            action = self._add(menu, partial(view_word, view), partial(window.show_view, view), f"Ctrl+{number}")
            action.setCheckable(True)
            one_of_them.addAction(action)
            self.views[view] = action
        menu.addSeparator()
        self._add(menu, lambda: tr("Fold the &inputs"), window.fold_inputs, "F4")
        self._add(menu, lambda: tr("Next &region"), lambda: window.next_region(1), "F6")
        self._add(menu, lambda: tr("Previous region"), lambda: window.next_region(-1), "Shift+F6")
        self.full_screen = self._add(menu, lambda: tr("F&ull screen"), window.toggle_full_screen, "F11")
        menu.addSeparator()
        self.themes = self._choices(menu, lambda: tr("&Theme"), [("system", lambda: tr("As the system")), ("light", lambda: tr("Light")),
                                                                 ("dark", lambda: tr("Dark"))], lambda k: window.prefer(theme=k))
        languages: list[tuple[str, Callable[[], str]]] = [("system", lambda: tr("As the system"))]
        languages += [(code, partial(str, name)) for code, name in LANGUAGES.items()]
        self.languages = self._choices(menu, lambda: tr("&Language"), languages, lambda k: window.prefer(language=k))
        self.units = self._choices(menu, lambda: tr("U&nits"), [("GB", lambda: tr("GB (10⁹ bytes)")),
                                                                ("GiB", lambda: tr("GiB (2³⁰ bytes)"))],
                                   lambda k: window.prefer(binary_units=k == "GiB"))

    def _scenario(self, menu: QMenu) -> None:
        window = self._window
        self._add(menu, lambda: tr("Use &this computer"), window.use_this_machine)
        self._add(menu, lambda: tr("&Look at this computer again"), window.detect_machine)
        self._add(menu, lambda: tr("Engine &defaults"), window.engine_defaults)
        menu.addSeparator()
        self._add(menu, lambda: tr("&Models for this machine"), partial(window.show_calculator_page, "models"))
        self._add(menu, lambda: tr("Machines for this m&odel"), partial(window.show_calculator_page, "machines"))
        self._add(menu, lambda: tr("&Pin to compare"), partial(window.show_calculator_page, "pin"))
        self._add(menu, lambda: tr("&Compare what is pinned"), partial(window.show_calculator_page, "compare"))
        menu.addSeparator()
        self._add(menu, lambda: tr("&Why does it (not) fit?"), lambda: window.ask_why("total_bytes"))

    def _help(self, menu: QMenu) -> None:
        window = self._window
        self._add(menu, lambda: tr("&Guide"), window.show_guide, "F1")
        self._add(menu, lambda: tr("&Keys"), window.show_keys)
        self._add(menu, lambda: tr("Open the &log folder"), window.open_log_folder)
        menu.addSeparator()
        self._add(menu, lambda: tr("Look for a &newer version…"), window.look_for_update)
        self._add(menu, lambda: tr("&About"), window.show_about)

    def draw(self) -> None:
        """Ticks and greys what the state says."""
        store, preferences = self._window.store, self._window.preferences
        self.undo.setEnabled(bool(store and store.can_undo))
        self.redo.setEnabled(bool(store and store.can_redo))
        for view, action in self.views.items():
            action.setChecked(bool(store) and store.view == view)  # type: ignore[union-attr]
        self.themes[preferences.theme].setChecked(True)
        self.languages[preferences.language].setChecked(True)
        self.units["GiB" if preferences.binary_units else "GB"].setChecked(True)
        self.recent.clear()
        for path in preferences.recent:
            self.recent.addAction(path, partial(self._window.documents.open_file, path))
        self.recent.setEnabled(bool(preferences.recent))
