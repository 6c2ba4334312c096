"""Drafts by a model's own layers: who takes them, what they cost in memory, what they gain."""

import json
import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import insight, speculation
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.scenario import parse_scenario
from advisor.simulator.simulate import simulate

LINES = Path(__file__).resolve().parent.parent / "packaging" / "calibration" / "speculative.jsonl"


def asked(tokens=2, engine="llama.cpp", people=1, device="RTX 5090", rate=None, model="Qwen/Qwen3.8-27B", count=1, quantization=None,
          context=8192):
    drafts = {"method": "mtp", "num_speculative_tokens": tokens, "acceptance_rate": rate} if tokens else None
    return parse_scenario({
        "model": model, "engine": engine, "quantization": quantization or ("q4_k_m" if engine == "llama.cpp" else None),
        "hardware": {"device": device, "count": count, "host_memory_gib": 128},
        "settings": {"context": context, "parallel": people, "tensor_parallel": count, "speculative": drafts},
        "workload": {"concurrency": people, "prompt_tokens": 512, "output_tokens": 512}})


def test_a_model_without_such_layers_and_an_engine_that_is_not_written_are_refused():
    with pytest.raises(CannotAnswer, match="no layers for multi-token prediction") as error:
        estimate(asked(model="qwen2.5-14b-instruct"))
    assert error.value.field == "settings.speculative"
    with pytest.raises(CannotAnswer, match="not written here for Ollama"):
        estimate(asked(engine="ollama", quantization="q4_k_m"))
    with pytest.raises(CannotAnswer, match=r"came with llama\.cpp b9330"):
        estimate(asked().with_(engine_version="b9000"))


@pytest.mark.parametrize("wrong", [{"method": "medusa"}, {"num_speculative_tokens": 0}, {"num_speculative_tokens": 17},
                                   {"acceptance_rate": 1.0}, {"acceptance_rate": 0}, "mtp", ["mtp"]])
def test_what_it_cannot_be_is_refused_by_name(wrong):
    with pytest.raises(CannotAnswer, match=r"settings\.speculative"):
        parse_scenario({"model": "x", "settings": {"speculative": wrong}})


def test_a_field_that_it_does_not_have_is_told():
    scenario = parse_scenario({"model": "x", "settings": {"speculative": {"tokens": 3}}})
    assert scenario.unknown_fields == ("settings.speculative.tokens",)


def test_the_filled_scenario_keeps_it():
    answer = estimate(asked(3)).json()
    assert answer["scenario"]["settings"]["speculative"] == {"method": "mtp", "num_speculative_tokens": 3, "acceptance_rate": None}
    assert estimate(asked(0)).json()["scenario"]["settings"]["speculative"] is None


def test_llama_cpp_takes_the_layers_a_cache_of_theirs_and_every_state_once_more_a_token():
    plain, two, four = (estimate(asked(n, model="Qwen/Qwen3.6-27B", context=131072)).memory for n in (0, 2, 4))
    assert two.state_bytes == 3 * plain.state_bytes
    assert four.state_bytes == 5 * plain.state_bytes
    assert two.kv_bytes - plain.kv_bytes == 131072 * 2 * 4 * 256 * 2      # K and V of 4 heads of 256 in 16 bit, in one layer
    assert four.kv_bytes == two.kv_bytes
    assert 200 < (two.weights_bytes - plain.weights_bytes) / 2**20 < 350      # some 0.42 B parameters in 4 to 6 bit


def test_in_a_server_with_a_pool_the_layer_takes_weights_and_a_share_of_every_token():
    answers = [estimate(asked(n, "vllm", device="NVIDIA H200", model="Qwen/Qwen3.6-27B")) for n in (0, 2)]
    plain, drafted = (answer.memory for answer in answers)
    counted = plain.weights_bytes / 27e9
    assert 0.3e9 * counted < drafted.weights_bytes - plain.weights_bytes < 0.6e9 * counted     # a layer of 64, of some 0.42 B parameters
    blocks = [next(rule.value for rule in answer.derivation if rule.quantity == "block_bytes") for answer in answers]
    assert blocks[1] / blocks[0] == pytest.approx(17 / 16, rel=0.03)      # 16 of its layers attend
    assert drafted.kv_capacity_tokens / plain.kv_capacity_tokens < 16 / 17       # and each state is kept twice more


@pytest.mark.parametrize(("engine", "model", "count"), [("vllm", "deepseek-ai/DeepSeek-V3.1", 8), ("sglang", "zai-org/GLM-4.5-Air", 4),
                                                        ("tensorrt-llm", "deepseek-ai/DeepSeek-V3.1", 8),
                                                        ("vllm", "deepseek-ai/DeepSeek-V4-Flash", 8),
                                                        ("sglang", "stepfun-ai/Step-3.5-Flash", 8),
                                                        ("vllm", "Qwen/Qwen3.8-Flash-Next", 8), ("vllm", "XiaomiMiMo/MiMo-7B-RL", 1)])
def test_every_kind_of_model_that_drafts_is_counted(engine, model, count):
    plain, drafted = (estimate(asked(n, engine, device="NVIDIA H200", count=count, model=model, context=4096)) for n in (0, 2))
    assert plain.memory.starts
    assert drafted.memory.weights_bytes > plain.memory.weights_bytes
    assert drafted.memory.kv_capacity_tokens < plain.memory.kv_capacity_tokens
    assert drafted.speed.decode_tokens_per_s.typical > plain.speed.decode_tokens_per_s.typical


def test_several_streams_in_llama_cpp_are_told_without_a_gain_and_the_simulator_says_that_it_drafts_nothing():
    plain, drafted = (estimate(asked(n, people=4)) for n in (0, 2))
    assert drafted.speed.output_tokens_per_s == plain.speed.output_tokens_per_s
    assert any("gain nothing in llama.cpp" in note for note in drafted.notes)
    assert any("draft nothing" in note for note in simulate(asked(2, people=4))["notes"])
    assert not any("draft nothing" in note for note in simulate(asked(0, people=4))["notes"])


def test_an_asked_rate_takes_the_place_of_the_published_ones_and_narrows_the_range():
    known, open_ = (estimate(asked(4, rate=rate)).speed.decode_tokens_per_s for rate in (.8, None))
    assert known.high / known.low < open_.high / open_.low
    assert estimate(asked(4, rate=.9)).speed.decode_tokens_per_s.typical > known.typical
    assert estimate(asked(4, rate=.05)).speed.decode_tokens_per_s.typical < estimate(asked(0)).speed.decode_tokens_per_s.typical


@given(tokens=st.integers(1, 16), people=st.sampled_from([1, 2, 8, 64]), rate=st.floats(.05, .95))
def test_gains_lie_between_a_loss_and_all_tokens_and_grow_with_the_rate(tokens, people, rate):
    answer = estimate(asked(tokens, "vllm", people, "NVIDIA H200", rate, "Qwen/Qwen3.6-27B"))
    less = estimate(asked(tokens, "vllm", people, "NVIDIA H200", rate * .9, "Qwen/Qwen3.6-27B"))
    plain = estimate(asked(0, "vllm", people, "NVIDIA H200", None, "Qwen/Qwen3.6-27B"))
    gain = answer.speed.output_tokens_per_s.typical / plain.speed.output_tokens_per_s.typical
    assert 0 < gain < tokens + 1
    assert answer.speed.output_tokens_per_s.typical > less.speed.output_tokens_per_s.typical
    assert answer.speed.ttft_s == plain.speed.ttft_s


def test_a_crowd_gains_less_than_one():
    def factor(people):
        with_drafts, without = (estimate(asked(n, "vllm", people, "NVIDIA H200", .8, "Qwen/Qwen3.6-27B")) for n in (3, 0))
        return with_drafts.speed.output_tokens_per_s.typical / without.speed.output_tokens_per_s.typical
    assert factor(1) > factor(64) > factor(512)


def test_it_is_offered_with_its_scenario_where_model_and_engine_have_it():
    found = [i for i in insight.improvements(estimate(asked(0))) if i.scenario is not None and i.scenario.settings.speculative is not None]
    assert len(found) == 1
    assert found[0].after == pytest.approx(estimate(found[0].scenario).speed.decode_tokens_per_s.typical)
    assert not any(i.scenario is not None and i.scenario.settings.speculative is not None for i in insight.improvements(estimate(asked(2))))
    plain = insight.improvements(estimate(asked(0, model="qwen2.5-14b-instruct")))
    assert all(i.scenario is None or i.scenario.settings.speculative is None for i in plain)


def test_ranges_hold_the_measured_paces_they_rest_on():
    inside, errors = [], []
    for line in map(json.loads, LINES.read_text("utf-8").splitlines()):
        scenario = parse_scenario(line["scenario"])
        pace, plain = (estimate(s).speed.decode_tokens_per_s for s in (scenario, scenario.with_(settings__speculative=None)))
        inside.append(pace.low <= line["drafted"] <= pace.high)
        errors.append(abs(pace.typical / plain.typical / (line["drafted"] / line["plain"]) - 1))
    assert sum(inside) / len(inside) >= 0.8
    assert statistics.median(errors) < 0.12


def test_the_data_says_where_it_is_from():
    told = speculation.data()
    assert told["source"]
    low, typical, high = told["acceptance"]
    assert 0 < low < typical < high < 1
    assert all(0 <= value < 1 for levels in told["cost_a_token"].values() for value in levels.values())


@pytest.mark.parametrize(("engine", "version"), [("vllm", "0.29.0"), ("sglang", None), ("tensorrt-llm", None)])
def test_over_pipeline_stages_they_are_refused_where_the_engine_does_not_start_and_not_advised(engine, version):
    scenario = asked(engine=engine, model="Qwen/Qwen3.6-27B", device="H200", count=2).with_(
        engine_version=version, settings__tensor_parallel=1, settings__pipeline_parallel=2)
    with pytest.raises(CannotAnswer, match="over pipeline stages") as error:
        estimate(scenario)
    assert error.value.field == "settings.speculative"
    plain = estimate(scenario.with_(settings__speculative=None))
    assert not any(i.scenario and i.scenario.settings.speculative for i in insight.improvements(plain))


@pytest.mark.parametrize("stages", [2, 4, 8])
def test_over_pipeline_stages_the_layers_that_draft_lie_with_the_head(stages):
    scenario = asked(engine="vllm", model="Qwen/Qwen3.6-27B", device="H200", count=8).with_(
        settings__tensor_parallel=1, settings__pipeline_parallel=stages)
    drafted, plain = estimate(scenario), estimate(scenario.with_(settings__speculative=None))
    *before, last = drafted.memory.devices
    *others, end = plain.memory.devices
    assert [d.weights_bytes for d in before] == [d.weights_bytes for d in others]
    assert last.weights_bytes > end.weights_bytes and last.layers == end.layers + 1
    assert drafted.memory.kv_capacity_tokens <= plain.memory.kv_capacity_tokens
    assert any("over pipeline stages" in note for note in drafted.notes)
    assert not any("over pipeline stages" in note for note in plain.notes)


def test_the_cache_of_the_layers_that_draft_is_told_of_the_device_that_has_it():
    """One layer on eight cards: the head lies on the last, and the first, which is shown, keeps nothing of the drafts."""
    answer = estimate(asked(1, model="zai-org/GLM-4.5", device="B200", count=8).with_(
        settings__tensor_parallel=1, settings__gpu_layers=1, hardware__host_memory_gib=2048))
    rules = {rule.quantity: rule for rule in answer.derivation}
    assert "drafting_layers" not in rules["kv_bytes"].values and answer.memory.kv_bytes == 0
    assert "drafts_graph_bytes" not in rules["compute_bytes"].values and rules["compute_bytes"].formula != "0"
    assert answer.memory.devices[-1].kv_bytes > 0


def test_a_given_share_is_told_as_the_one_that_it_is():
    told = [note for note in estimate(asked(2, rate=0.5)).notes if "drafted tokens a round" in note]
    assert len(told) == 1 and "of which 50 % are taken" in told[0] and "prose" not in told[0]
    assert any("prose" in note for note in estimate(asked(2)).notes)


@pytest.mark.parametrize(("engine", "model", "device"), [("vllm", "Qwen/Qwen3.6-27B", "H200"),
                                         ("llama.cpp", "Qwen/Qwen3.8-27B", "RTX 5090")])
@pytest.mark.parametrize("people", [1, 4])
def test_tables_and_curves_tell_the_pace_that_the_figure_tells(engine, model, device, people):
    answer = estimate(asked(2, engine=engine, model=model, device=device, people=people))
    point, = insight.by_users(answer, [people])
    assert point.tokens_per_s_together.typical == pytest.approx(answer.speed.output_tokens_per_s.typical)
    assert point.tokens_per_s_each.typical == pytest.approx(1 / answer.speed.tpot_s.typical)
    row, = insight.by_prompt(answer, [512])
    assert row.decode_tokens_per_s.typical == pytest.approx(answer.speed.decode_tokens_per_s.typical)


def test_the_time_per_token_of_several_has_the_ends_of_both_as_their_pace_has():
    found = estimate(asked(2, engine="vllm", model="Qwen/Qwen3.6-27B", device="H200", people=4))
    point, = insight.by_users(found, [4])
    assert found.speed.tpot_s.high == pytest.approx(1 / point.tokens_per_s_each.low)
    assert found.speed.tpot_s.low == pytest.approx(1 / point.tokens_per_s_each.high)


@pytest.mark.parametrize(("caching", "pages"), [(True, 2), (False, 1)])
def test_vllm_keeps_a_recurrent_state_more_for_each_drafted_token(caching, pages):
    """num_speculative_blocks of its MambaSpec: 2 + k pages a request where prefixes are cached, else 1 + k."""
    found = [estimate(asked(n, engine="vllm", model="Qwen/Qwen3.6-27B", device="H200").with_(settings__prefix_caching=caching))
             for n in (1, 3)]
    rules = [next(rule for rule in answer.derivation if rule.quantity == "blocks_per_request") for answer in found]
    assert [rule.values["state_pages"] for rule in rules] == [pages + 1, pages + 3]
    assert rules[1].value - rules[0].value == 2 * rules[0].values["state_groups"]
    assert found[1].memory.max_concurrency < found[0].memory.max_concurrency
