"""Sentences that remember how they were made."""

from advisor.words import Text, say


def test_a_sentence_is_plain_text_with_its_template() -> None:
    text = say("holds {n} of {m} at once", n=1, m=8000)
    assert text == "holds 1 of 8,000 at once"
    assert isinstance(text, Text)
    assert text.template == "holds {n} of {m} at once"
    assert text.values == {"n": 1, "m": 8000}


def test_braces_stay_without_values() -> None:
    assert say("a {b}") == "a {b}"
