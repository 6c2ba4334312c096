"""Collects the words to translate from the source and keeps resources/i18n up to date.

    python packaging/translations.py update     words into advisor_zh_CN.ts (finished translations stay)
    python packaging/translations.py release    .ts -> .qm with Qt's lrelease
    python packaging/translations.py check      exit 1 when words are missing, unfinished or their placeholders differ

Two contexts: "window" holds the literals of `tr("…")` in advisor/ui, "core" those of `say("…")` anywhere (and the `…_words` of the
engines' data, what their rules rest on, and why architectures are refused). Qt's lupdate does
not know these two functions (they fill in named values), so the source is read by its syntax tree instead; the file format,
lrelease and the loading are Qt's own.
"""

from __future__ import annotations

import ast
import json
import os
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "advisor"
FOLDER = ROOT / "resources" / "i18n"
LANGUAGES = ("zh_CN",)
FUNCTIONS = {"tr": "window", "say": "core"}

Words = dict[tuple[str, str], str]      # (context, English) -> translation, "" where unfinished


def collected() -> list[tuple[str, str]]:
    """(context, template) of every call in the source, sorted. Calls whose template is no literal are told."""
    found = set()
    for path in sorted(SOURCE.rglob("*.py")):
        found.update(literals(path))
    for path in sorted((ROOT / "resources" / "catalog" / "engines").glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        found.update(("core", template) for template in (*in_data(data), *sources(data)))
    architectures = json.loads((ROOT / "resources" / "catalog" / "architectures.json").read_text("utf-8"))
    found.update(("core", template) for template in refusals(architectures))
    return sorted(found)


def in_data(value: object, words: bool = False) -> Iterator[str]:
    """Sentences in an engine's data: the texts under keys that end in `_words`."""
    if isinstance(value, str) and words:
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from in_data(inner, words or str(key).endswith("_words"))
    elif isinstance(value, list):
        for inner in value:
            yield from in_data(inner, words)


def sources(data: dict[str, Any]) -> Iterator[str]:
    """What an engine's rules rest on: its own, those of its back ends, those of its part for MLX."""
    for row in (data, *data.get("backends", {}).values(), data.get("mlx", {})):
        if isinstance(row, dict) and "source" in row:
            yield row["source"]


def refusals(architectures: dict[str, Any]) -> Iterator[str]:
    """Why architectures are not counted, by the names that configs and GGUF files give them."""
    yield from (row["refused"] for row in architectures["model_types"].values() if "refused" in row)
    yield from architectures["gguf"]["refused"].values()


def literals(path: Path) -> Iterator[tuple[str, str]]:
    """The templates in one file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield FUNCTIONS[node.func.id], first.value
            else:
                print(f"{path.relative_to(ROOT)}:{node.lineno}: {node.func.id}() of no literal: not translated", file=sys.stderr)


def file_of(language: str) -> Path:
    return FOLDER / f"advisor_{language}.ts"


def read(path: Path) -> Words:
    """The translations in a .ts file; unfinished ones are empty."""
    words: Words = {}
    if not path.exists():
        return words
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") is None
            words[name, message.findtext("source") or ""] = (translation.text or "") if done and translation is not None else ""
    return words


def write(path: Path, language: str, words: Words) -> None:
    """The .ts file, sorted, so that its changes read well."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}" sourcelanguage="en">']
    for context in sorted({context for context, _ in words}):
        lines += ["<context>", f"    <name>{context}</name>"]
        for (where, source), translation in sorted(words.items()):
            if where == context:
                state = "" if translation else ' type="unfinished"'
                lines += ["    <message>", f"        <source>{escape(source)}</source>",
                          f"        <translation{state}>{escape(translation)}</translation>", "    </message>"]
        lines.append("</context>")
    lines.append("</TS>")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def update() -> None:
    for language in LANGUAGES:
        known = read(file_of(language))
        words = {key: known.get(key, "") for key in collected()}
        write(file_of(language), language, words)
        print(f"{language}: {len(words)} texts, {sum(not t for t in words.values())} unfinished")


def lrelease() -> list[str]:
    """The command of Qt's own tool, from PySide6."""
    beside = Path(sys.executable).with_name("pyside6-lrelease")
    return [str(beside if beside.exists() else beside.with_suffix(".exe"))]


def release(folder: Path = FOLDER) -> None:
    """Writes the .qm files."""
    for language in LANGUAGES:
        target = folder / f"advisor_{language}.qm"
        fresh = target.with_suffix(".qm.new")   # a running window has the old file mapped: it must not shrink under it
        subprocess.run([*lrelease(), str(file_of(language)), "-qm", str(fresh)], check=True, stdout=subprocess.DEVNULL)
        os.replace(fresh, target)


def placeholders(template: str) -> set[str]:
    """The names in braces of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def problems() -> list[str]:
    """What is missing, unfinished, left over, or has other placeholders than the English."""
    found = []
    for language in LANGUAGES:
        words, wanted = read(file_of(language)), set(collected())
        found += [f"{language}: not collected yet: {source!r}" for _, source in sorted(wanted - set(words))]
        found += [f"{language}: no longer used: {source!r}" for _, source in sorted(set(words) - wanted)]
        for (_, source), translation in sorted(words.items()):
            if not translation:
                found.append(f"{language}: unfinished: {source!r}")
            elif placeholders(source) != placeholders(translation):
                found.append(f"{language}: other placeholders: {source!r}")
    return found


def main(arguments: list[str]) -> int:
    action = arguments[0] if arguments else ""
    if action == "update":
        update()
    elif action == "release":
        release()
    elif action == "check":
        found = problems()
        print("\n".join(found))
        return 1 if found else 0
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
