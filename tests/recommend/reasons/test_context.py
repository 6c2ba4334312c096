"""What is said of a context beyond the model's own."""

from asking import ask


def test_a_context_asked_for_that_the_model_was_not_made_for_is_cut_and_said() -> None:
    cut = ask(task="chat", users=1, model="qwen3-8b", context=1_000_000).recommendations[0]
    assert cut.estimate.scenario.settings.context == 40960
    assert any("You asked for a context of 1,000,000 tokens" in caution and "40,960" in caution for caution in cut.cautions)
    kept = ask(task="chat", users=1, model="qwen3-8b", context=32768).recommendations[0]
    assert not any("You asked for a context" in caution for caution in kept.cautions)
