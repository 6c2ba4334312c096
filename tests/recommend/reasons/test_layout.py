"""What is said of cards and machines."""

from asking import ask, words

from advisor.recommend import Question, recommend
from advisor.scenario import Hardware


def test_nvlink_is_a_matter_of_the_board_and_of_how_many() -> None:
    four = words(ask("RTX 3090", 4, task="batch", users=64, model="meta-llama/Llama-3.3-70B-Instruct", interface="api"))
    assert "linked by nvlink" not in four and "pcie" in four
    assert "linked by nvlink" in words(ask("H100 SXM", 4, task="team-service", users=8, model="meta-llama/Llama-3.3-70B-Instruct",
                                           interface="api"))


def test_links_are_called_by_their_maker_s_name() -> None:
    answer = ask("MI300X", 8, task="team-service", users=30, interface="api", model="deepseek-v3")
    assert "nvlink" not in words(answer)
    split = next(r for r in answer.recommendations if r.estimate.scenario.settings.tensor_parallel > 1)
    assert any("Infinity Fabric" in reason for reason in split.reasons)


def test_a_rack_of_trays_is_served_whole_and_told_as_machines_of_four():
    answer = recommend(Question(task="team-service", users=20, hardware=Hardware(device="GB300", count=8)))
    best = answer.recommendations[0]
    assert best.estimate.scenario.settings.tensor_parallel == 8
    assert any("2 machines (nodes) of 4 cards in one rack" in reason for reason in best.reasons)
    alone = recommend(Question(task="team-service", users=2, hardware=Hardware(device="GB300", count=8)))
    slots = next(r for r in alone.recommendations if r.engine == "llama.cpp")
    assert slots.estimate.scenario.hardware.count == 4
    assert any("it holds 4 of the 8 GB300" in text for text in (*slots.reasons, *slots.cautions))


def test_layers_over_several_cards_are_not_said_to_fit_where_they_do_not() -> None:
    for users, verdict in ((1, "fits"), (100, "offload")):
        answer = ask("RX 6600", 2, task="batch", users=users, model="qwen3-8b", interface="api", context=32768 if users > 1 else None)
        found = next(r for r in answer.recommendations if r.engine == "llama.cpp")
        assert found.estimate.verdict == verdict
        said = next(reason for reason in found.reasons if reason.startswith("The layers are split over 2 cards"))
        assert ("it fits" in said) == (verdict == "fits")
