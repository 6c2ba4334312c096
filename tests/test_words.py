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


def test_an_errors_sentence_keeps_both_of_its_templates() -> None:
    from advisor.errors import CannotAnswer
    error = CannotAnswer(say("No {what}.", what="GPU"), say("Name one."))
    assert error.sentence == str(error) == "No GPU. Name one."
    assert isinstance(error.sentence, Text) and error.sentence.values["reason"].template == "No {what}."
    assert CannotAnswer(say("Nothing.")).sentence == "Nothing."


def test_a_machines_notes_and_a_models_reader_keep_their_templates() -> None:
    import pickle

    from advisor.scenario import Machine
    machine = Machine(notes=(say("{n} sockets", n=2),))
    for found in (machine, machine.model_copy(), pickle.loads(pickle.dumps(machine))):
        assert isinstance(found.notes[0], Text) and found.notes[0].template == "{n} sockets"
    assert Machine.model_validate_json(machine.model_dump_json()) == machine


def test_what_clients_see_can_be_translated() -> None:
    from advisor.simulator.limits import SEEN_AS
    assert all(isinstance(seen, Text) for seen in SEEN_AS.values())
