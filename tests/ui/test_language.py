"""Words put together: sentences, values in Chinese sentences, punctuation, and what is said otherwise in a window."""

import pytest

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
    assert "type its memory in the wizard's step Machine" in said
    assert ("RTX 4090 or RTX A400 or RTX A4000" if near else "Choose one from the list.") in said


def test_a_sentence_of_the_catalogs_data_is_its_own_template(qapp):
    assert translated(from_data("one process")) == "one process"
    assert told(CannotAnswer(say("No engine is called {id}.", id="x"), "")) == "No engine is called x."
