"""The nearest changes that make a question fit."""

import pytest
from asking import ask

from advisor.estimate import estimate
from advisor.recommend import nearest
from advisor.scenario import parse_scenario


def test_smaller_models_are_of_different_sizes_and_can_the_same():
    answer = estimate(parse_scenario({"model": "qwen2.5-72b-instruct", "quantization": "bf16", "engine": "vllm",
                                      "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}}))
    found = [model.id for model in nearest._smaller_models(answer)]
    assert found == ["qwen2.5-7b-instruct", "qwen2.5-3b-instruct", "qwen2.5-1.5b-instruct"]
    llama = estimate(parse_scenario({"model": "Llama-3.3-70B-Instruct", "quantization": "q4_k_m", "engine": "ollama",
                                     "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}}))
    assert "llama-3.1-8b-instruct" in [model.id for model in nearest._smaller_models(llama)]


LLAMA = {"model": "meta-llama/Llama-3.3-70B-Instruct", "quantization": "bf16", "engine": "vllm",
         "hardware": {"device": "RTX 4090", "host_memory_gib": 64}}


@pytest.mark.parametrize(("context", "people"), [(32768, 8), (4096, 1)])
def test_what_would_make_it_fit_fits_and_stands_first(context, people):
    """70B in 16 bit on one 24 GB card: more cards in 4 bit, a smaller model in a format that fits, another engine with main memory."""
    answer = estimate(parse_scenario({**LLAMA, "settings": {"context": context}, "workload": {"concurrency": people}}))
    found = nearest.nearest_changes(answer)
    verdicts = [change.estimate.verdict for change in found]
    assert {change.kind for change in found} == {"cards", "model", "engine"} and verdicts == sorted(verdicts, key=lambda v: v == "offload")
    assert set(verdicts) <= {"fits", "tight", "offload"} and verdicts[0] in ("fits", "tight")
    for change in found:
        again = estimate(change.estimate.scenario)
        assert again.verdict == change.estimate.verdict
        assert (again.scenario.workload.concurrency, again.scenario.settings.context) == (people, context)


def test_another_quantization_of_the_same_model_comes_before_another_model():
    answer = estimate(parse_scenario({"model": "qwen3-8b", "quantization": "bf16", "engine": "vllm", "hardware": {"device": "RTX 3060"},
                                      "settings": {"context": 8192}, "workload": {"concurrency": 4}}))
    kinds = [change.kind for change in nearest.nearest_changes(answer)]
    assert kinds[0] == "quantization" and kinds.index("cards") < kinds.index("model") < kinds.index("engine")


def test_people_without_slots_are_given_slots_first():
    asked = parse_scenario({"model": "qwen3-8b", "quantization": "q4_k_m", "engine": "ollama", "hardware": {"device": "RTX 4090"},
                            "settings": {"context": 8192}, "workload": {"concurrency": 4}})
    found = nearest.nearest_changes(estimate(asked))
    assert [change.kind for change in found] == ["slots"] and found[0].estimate.verdict == "fits"
    assert found[0].estimate.scenario.settings.parallel == 4
    large = nearest.nearest_changes(estimate(asked.with_(model="Llama-3.3-70B-Instruct")))
    assert large and all(change.estimate.memory.slots == 4 and change.estimate.verdict in ("fits", "tight") for change in large)


def test_a_no_for_many_comes_with_a_model_whose_caches_fit() -> None:
    """The three next smaller models fit by their weights, not with the caches of sixteen."""
    answer = ask("Jetson Orin Nano 8GB", task="batch", users=16, model="gpt-oss-20b")
    assert not answer.recommendations
    change, = answer.nearest
    assert change.kind == "model" and change.estimate.verdict in ("fits", "tight")


def test_a_low_share_of_a_free_card_is_raised_before_anything_else() -> None:
    asked = {"model": "llama-3.1-8b-instruct", "engine": "vllm", "quantization": "bf16",
             "settings": {"context": 8192, "gpu_memory_utilization": 0.6}}
    found = estimate(parse_scenario({**asked, "hardware": {"device": "RTX 4090"}}))
    first = nearest.nearest_changes(found)[0]
    assert found.verdict == "does_not_fit"
    assert (first.kind, first.title, first.estimate.verdict) == ("share", "Give the engine 0.9 of the card.", "fits")
    busy = {**asked, "hardware": {"device": "DGX Spark", "host_memory_gib": 20}}
    assert not any(change.kind == "share" for change in nearest.nearest_changes(estimate(parse_scenario(busy))))
