"""简体中文 is complete, its placeholders agree, and the shipped .qm is fresh."""

import importlib.util
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QTranslator

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_is_missing_unfinished_or_left_over(tool):
    assert tool.problems() == []


def test_the_qm_is_fresh(tool, tmp_path):
    tool.release(tmp_path)
    for language in tool.LANGUAGES:
        name = f"advisor_{language}.qm"
        assert (tmp_path / name).read_bytes() == (ROOT / "resources" / "i18n" / name).read_bytes()


def test_the_collector_sees_both_functions(tool):
    words = tool.collected()
    assert ("window", "Copy") in words and any(context == "core" for context, _ in words)
    assert ("core", "one process") in words     # what a rule of an engine rests on stands in its data
    assert ("core", "it is an encoder-decoder") in words        # and why an architecture is refused


def test_unlike_placeholders_are_told(tool, tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    words = {key: key[1] for key in tool.collected()}
    words["window", "Saved {path}"] = "已保存 {pfad}"
    tool.write(tool.file_of("zh_CN"), "zh_CN", words)
    assert tool.problems() == ["zh_CN: other placeholders: 'Saved {path}'"]


def test_core_sentences_are_translated_and_filled(qapp):
    from advisor.ui import language
    from advisor.words import say
    try:
        language.use(qapp, "zh_CN")
        text = say("The scenario names no model.")
        assert language.tr("Copy") == "复制"
        assert language.tr("{n} at once", n=8) == "8 人"
        assert language.translated("plain text") == "plain text"
        assert language.translated(say("never seen {n}", n=4096)) == "never seen 4,096"
        assert isinstance(language.translated(text), str)
    finally:
        language.use(qapp, "en")


def test_switching_back_and_forth_keeps_no_old_translators(qapp):
    from advisor.ui import language
    before = len(qapp.findChildren(QTranslator))
    try:
        for _ in range(5):
            language.use(qapp, "zh_CN")
            language.use(qapp, "en")
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert len(qapp.findChildren(QTranslator)) <= before
    finally:
        language.use(qapp, "en")
