"""Words put together: sentences, values in Chinese sentences, punctuation, and what is said otherwise in a window."""

import re

import pytest
from PySide6.QtWidgets import QApplication

from advisor.errors import CannotAnswer
from advisor.names import unknown_name
from advisor.ui import language
from advisor.ui.language import clauses, labelled, sentences, told, tr, translated, use
from advisor.words import from_data, say


@pytest.fixture
def chinese(qapp):
    use(qapp, "zh_CN")
    yield
    use(qapp, "en")


def test_a_chinese_sentence_has_no_gap_before_han_and_keeps_it_before_the_rest(chinese, monkeypatch):
    monkeypatch.setattr(language.QCoreApplication, "translate", staticmethod(lambda context, text: {
        "input {input}, output {output}.": "输入 {input}，输出 {output} 收费。"}.get(text, text)))
    assert tr("input {input}, output {output}.", input="$0.15", output="$0.30") == "输入 $0.15，输出 $0.30 收费。"
    assert tr("input {input}, output {output}.", input="不单独计价", output="（未知）") == "输入不单独计价，输出（未知）收费。"
    assert translated(say("input {input}, output {output}.", input="另计", output=3)) == "输入另计，输出 3 收费。"


def test_sentences_stand_close_after_a_full_width_stop_only(chinese):
    assert sentences(["共 218 个。", "放得下的在前。"]) == "共 218 个。放得下的在前。"
    assert sentences(["Still English.", "后一句。"]) == "Still English. 后一句。"
    assert labelled("机器", "RTX 4090") == "机器：RTX 4090" and clauses(["甲", "乙"]) == "甲；乙"


def test_english_has_its_own(qapp):
    assert sentences(["One.", "Two."]) == "One. Two."
    assert labelled("Machine", "RTX 4090") == "Machine: RTX 4090" and clauses(["a", "b"]) == "a; b"
    assert tr("{n} rows", n=1200) == "1,200 rows"


@pytest.mark.parametrize("near", [(), ("RTX 4090", "RTX A400", "RTX A4000")])
def test_an_unknown_device_has_an_answer_that_a_window_can_follow(qapp, near):
    error = unknown_name("device", "FooBar 9", near, "hardware.device")
    assert "memory_gib" in str(error)       # the command line keeps its own
    said = told(error)
    assert "advisor catalog" not in said and "memory_gib" not in said and ".json" not in said
    assert "type its memory and bandwidth" in said
    assert ("RTX 4090 or RTX A400 or RTX A4000" if near else "Choose one from the list.") in said


def test_a_sentence_of_the_catalogs_data_is_its_own_template(qapp):
    assert translated(from_data("one process")) == "one process"
    assert told(CannotAnswer(say("No engine is called {id}.", id="x"), "")) == "No engine is called x."


ENGLISH = re.compile(r"\b[A-Za-z][a-z']+(?:[ ,]+[a-z']{2,}){3,}")
BESIDE = ("GPU KV cache", "Maximum concurrency", "Application startup", "server is listening", "hf auth login", "huggingface_hub")


@pytest.mark.parametrize("hardware", [{"device": "cpu", "host_memory_gib": 32}, {"device": "RTX 4090", "host_memory_gib": 32}],
                         ids=["processor", "card"])
def test_no_sentence_of_the_wizard_stays_english_in_chinese(make_window, seed_scenario, hardware):
    """What a program prints stands in quotation marks and stays as it is."""
    from PySide6.QtWidgets import QLabel

    from advisor.scenario import Hardware
    window = make_window("wizard", follows=True, language="zh_CN", scenario=seed_scenario.with_(hardware=Hardware(**hardware)))
    view, found = window.views["wizard"], []
    for step in range(3):
        view.show_step(step)
        found += [w.text() for w in view.findChildren(QLabel) if w.isVisible() and ENGLISH.search(w.text())
                  and not any(word in w.text() for word in BESIDE)]
    assert not found
    assert window.windowTitle().endswith(QApplication.applicationDisplayName()) and "LLM" not in window.windowTitle()
