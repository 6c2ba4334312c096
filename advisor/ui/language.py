"""Words of the window: English in the source, 简体中文 from resources/i18n, switched while everything is open.

`tr("literal {x}", x=…)` is for the window's own words (context "window"); `translated(text)` shows a sentence of the core
(advisor.words.Text, context "core"). packaging/translations.py collects both from the source.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent

LANGUAGES = {"en": "English", "zh_CN": "简体中文"}
_HAN = "\u3000-\u303f\u4e00-\u9fff\uff00-\uffef"     # characters and the punctuation between them
_GAPS = re.compile(rf"(?P<before>(?<=[{_HAN}]) )?(?P<slot>\{{(?P<name>\w+)[^{{}}]*\}})(?P<after> (?=[{_HAN}]))?")


class _Current:
    code: str = "en"
    installed: tuple[Any, ...] = ()


def tr(template: str, /, **values: Any) -> str:
    """The window's words in the current language, filled in."""
    text = QCoreApplication.translate("window", template)
    return _fill(text, {k: translated(v) for k, v in values.items()}) if values else text


def _fill(template: str, values: dict[str, Any]) -> str:
    """The sentence with its values. A Chinese one has a space on either side of a slot, which sets a number or a Latin word off from
    Han characters: it goes where the value itself is Han there, as between any two of them."""
    if is_cjk() and " " in template:
        def closed(slot: re.Match[str]) -> str:
            value = str(values.get(slot["name"], ""))
            before = "" if _is_han(value[:1]) else slot["before"] or ""
            return before + slot["slot"] + ("" if _is_han(value[-1:]) else slot["after"] or "")
        template = _GAPS.sub(closed, template)
    return template.format(**values)


def _is_han(character: str) -> bool:
    return re.match(f"[{_HAN}]", character) is not None


def translated(text: Any) -> str:
    """A sentence of the core in the current language; anything that is no Text comes back as it is."""
    template = getattr(text, "template", None)
    if template is None:
        return f"{text:,}" if isinstance(text, int) and not isinstance(text, bool) else str(text)
    if template in _ELSEWHERE:
        found, values = _ELSEWHERE[template](), text.values
    else:
        found, values = QCoreApplication.translate("core", template), text.values
    if not values:
        return found
    with contextlib.suppress(KeyError, IndexError, ValueError):
        return _fill(found, {k: v if isinstance(v, float) else translated(v) for k, v in values.items()})
    return str(text)


def told(error: Any) -> str:
    """Why a question has no answer and what to do about it (a CannotAnswer), in one line of the window."""
    return sentences(part for part in (translated(error.why), translated(error.mend)) if part)


# What the core says for those at a command line or with a scenario file, as it is said in a window.
_ELSEWHERE: dict[str, Callable[[], str]] = {
    "See `advisor catalog {what}s`.": lambda: tr("Choose one from the list."),
    "Set `model` to a name, a config.json or a .gguf file.": lambda: tr("Choose one, or drop a config.json or a .gguf file on the window."),
    "Set hardware.memory_gib.": lambda: tr("Choose another, or type its memory."),
    "Choose a device of the catalog, or give its hardware.bandwidth_gb_per_s.":
        lambda: tr("Choose a device of the list, or type its bandwidth."),
    "Lower one of them or raise hardware.count.": lambda: tr("Lower one of them, or have more devices."),
    "Set settings.context.": lambda: tr("Set the context per request."),
    "For another, describe it (no device, but memory_gib and bandwidth_gb_per_s), or list it with both in your own {file}.":
        lambda: tr("For another card, type its memory and bandwidth."),
    "Did you mean {near}? How many there are is given apart, as `count`.":
        lambda: tr("Did you mean {near}? How many there are has a field of its own."),
    "{device} is sold with {sizes} GB: set `host_memory_gib`.":
        lambda: tr("{device} is sold with {sizes} GB: type what yours has under Main memory."),
    "No version of {engine} is named: its speed is as published for builds of all ages. `engine_version` {known} is the newest known.":
        lambda: tr("No version of {engine} is named: its speed is as published for builds of all ages; {known} is the newest known."),
    "{device} is sold with {sizes} GB: taken as {size}. Set `memory_gib` for another.":
        lambda: tr("{device} is sold with {sizes} GB: taken as {size}. Type what yours has under Main memory."),
}


def code() -> str:
    """The current language's code, `en` or `zh_CN`."""
    return _Current.code


def is_cjk() -> bool:
    """Whether the language in use is written with full-width signs."""
    return _Current.code.startswith("zh")


def sentences(parts: Iterable[str]) -> str:
    """Sentences one after the other: a space between them, none after a full-width stop."""
    joined = ""
    for part in parts:
        joined += part if not joined or (is_cjk() and _is_han(joined[-1])) else f" {part}"
    return joined


def labelled(label: str, value: str) -> str:
    """`Machine: RTX 4090`, with the language's own colon."""
    return f"{label}：{value}" if is_cjk() else f"{label}: {value}"


def clauses(parts: Iterable[str]) -> str:
    """Parts of one sentence, parted by the language's own semicolon."""
    return ("；" if is_cjk() else "; ").join(parts)


def listed(parts: Iterable[str]) -> str:
    """Parts one after the other with the language's own comma."""
    return ("，" if is_cjk() else ", ").join(parts)


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
