"""Words of the window: English in the source, 简体中文 from resources/i18n, switched while everything is open.

`tr("literal {x}", x=…)` is for the window's own words (context "window"); `translated(text)` shows a sentence of the core
(advisor.words.Text, context "core"). packaging/translations.py collects both from the source.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent

LANGUAGES = {"en": "English", "zh_CN": "简体中文"}


class _Current:
    code: str = "en"
    installed: tuple[Any, ...] = ()


def tr(template: str, /, **values: Any) -> str:
    """The window's words in the current language, filled in."""
    text = QCoreApplication.translate("window", template)
    return text.format(**{k: translated(v) for k, v in values.items()}) if values else text


def translated(text: Any) -> str:
    """A sentence of the core in the current language; anything that is no Text comes back as it is."""
    template = getattr(text, "template", None)
    if template is None:
        return f"{text:,}" if isinstance(text, int) and not isinstance(text, bool) else str(text)
    if template in _ELSEWHERE:
        return _ELSEWHERE[template]().format(**text.values)
    if _Current.code == "en":
        return str(text)
    found = QCoreApplication.translate("core", template)
    if not text.values:
        return found
    with contextlib.suppress(KeyError, IndexError, ValueError):
        return found.format(**{k: v if isinstance(v, float) else translated(v) for k, v in text.values.items()})
    return str(text)


def told(error: Any) -> str:
    """Why a question has no answer and what to do about it (a CannotAnswer), in one line of the window."""
    return sentences(part for part in (translated(error.why), translated(error.mend)) if part)


# What the core says for those at a command line or with a scenario file, as it is said in a window.
_ELSEWHERE: dict[str, Callable[[], str]] = {
    "See `advisor catalog {what}s`.": lambda: tr("Choose one from the list."),
    "Set `model` to a name, a config.json or a .gguf file.": lambda: tr("Choose one, or drop a config.json or a .gguf file on the window."),
    "Set hardware.memory_gib.": lambda: tr("Choose another, or type its memory in the wizard's step Machine."),
    "Lower one of them or raise hardware.count.": lambda: tr("Lower one of them, or have more devices."),
    "Set settings.context.": lambda: tr("Set the context per request."),
    "{device} is sold with {sizes} GB: taken as {size}. Set `memory_gib` for another.":
        lambda: tr("{device} is sold with {sizes} GB: taken as {size}. Type what yours has under Main memory."),
}


def code() -> str:
    """The current language's code, `en` or `zh_CN`."""
    return _Current.code


def is_cjk() -> bool:
    return _Current.code.startswith("zh")


def sentences(parts: Iterable[str]) -> str:
    """Sentences one after the other: a space between them, none after a full-width stop."""
    return ("" if is_cjk() else " ").join(parts)


def system_language() -> str:
    """The offered language nearest to the desktop's."""
    from PySide6.QtCore import QLocale
    return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def use(app: QCoreApplication, wanted: str) -> None:
    """Installs the translations of `wanted`; every widget gets a LanguageChange. Unknown codes mean English."""
    if wanted not in LANGUAGES:
        wanted = "en"
    for old in _Current.installed:
        app.removeTranslator(old)
        old.deleteLater()       # the application is its parent and would keep it, with its file, for ever
    _Current.installed = ()
    _Current.code = wanted
    from PySide6.QtCore import QLocale
    QLocale.setDefault(QLocale(wanted))
    if wanted == "en":
        return
    from PySide6.QtCore import QLibraryInfo, QTranslator

    from advisor.resources import folder
    places = [("advisor_" + wanted, str(folder() / "i18n")),
              ("qtbase_" + wanted, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))]
    for name, where in places:
        translator = QTranslator(app)
        if translator.load(name, where):
            app.installTranslator(translator)
            _Current.installed += (translator,)


class Spoken:
    """Mixed into a widget: `words(f)` runs f now and again whenever the language changes."""

    _words: list[Callable[[], None]]

    def words(self, put: Callable[[], None]) -> None:
        if "_words" not in self.__dict__:
            self._words = []
        self._words.append(put)
        put()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            for put in self.__dict__.get("_words", ()):
                put()
        super().changeEvent(event)  # type: ignore[misc]
