import pytest

from advisor.engines import engine
from advisor.engines.versions import at_least, rules_of, version_key

DATA = {"version": "2.0", "versions": [{"since": "0", "a": 1, "b": 1}, {"since": "1.5", "a": 2}, {"since": "3", "a": 3}]}


@pytest.mark.parametrize(("text", "key"), [
    ("0.19.0", (0, 19, 0)), ("0.10 development (Jul 2025)", (0, 10, 0)), ("v1.2.1", (1, 2, 1)), ("git ebaf86d", None),
    ("0.0.0.dev1+g5f55db35e", None), ("", None), (None, None)])
def test_versions_as_people_and_logs_write_them(text, key):
    assert version_key(text) == key


def test_later_entries_lie_over_earlier_ones_up_to_the_version():
    assert rules_of(DATA, "1.4")["a"] == 1
    assert rules_of(DATA, "1.5.2")["a"] == 2
    assert rules_of(DATA, "99")["b"] == 1
    assert rules_of(DATA, "git abc")["a"] == rules_of(DATA, "2.0")["a"] == 2


@pytest.mark.parametrize(("version", "share", "inside"), [
    ("0.19.0", 0.9, []), ("0.20.0", 0.92, ["nvidia"]), ("0.26.0", 0.92, ["nvidia"]), ("0.33.0", 0.92, ["nvidia", "amd"])])
def test_vllm_by_version(version, share, inside):
    rules = engine("vllm").rules(version)
    assert (rules["gpu_memory_utilization"], rules["graphs_in_budget"]) == (share, inside)


@pytest.mark.parametrize("tag", ["gpt-oss-dev", "nightly", "main"])
def test_builds_without_a_number_are_known_by_their_tag(tag: str) -> None:
    from advisor.estimate import estimate
    from advisor.scenario import parse_scenario
    asked = {"model": "openai/gpt-oss-120b", "engine": "tensorrt-llm", "engine_version": tag, "hardware": {"device": "B200"}}
    assert estimate(parse_scenario(asked)).speed.decode_tokens_per_s


@pytest.mark.parametrize("name", ["vllm", "sglang", "tensorrt-llm"])
def test_what_does_not_fit_is_not_promised_to_start(name):
    """The launch step says that it would stop, not which log line comes at the end; and no note speaks of requests that wait."""
    from advisor.engines.base import Plan
    from advisor.estimate import estimate
    from advisor.scenario import parse_scenario
    answer = estimate(parse_scenario({"model": "llama-3.3-70b-instruct", "quantization": "fp8", "engine": name,
                                      "hardware": {"device": "RTX 4090"}, "settings": {"context": 8192}, "workload": {"concurrency": 8}}))
    assert not answer.memory.starts and not any("at once" in note for note in answer.notes)
    launch = next(c for c in answer.case.engine.commands(Plan(answer.case, answer.memory), "bash") if c.kind == "launch")
    assert "would stop while starting" in launch.verifies


@pytest.mark.parametrize("name", ["ollama", "lmstudio", "llama.cpp", "vllm", "sglang", "tensorrt-llm", "mlx-lm"])
@pytest.mark.parametrize("version", ["0.0.1", "0.1", "b1", "v0.19.2"])
def test_what_is_older_than_all_that_is_known_gets_the_oldest_rules(name, version):
    from advisor.estimate import estimate
    from advisor.scenario import parse_scenario
    device = "Apple M2 Max" if name == "mlx-lm" else "RTX 4090"
    asked = {"model": "meta-llama/Llama-3.1-8B-Instruct", "engine": name, "engine_version": version, "hardware": {"device": device}}
    assert estimate(parse_scenario(asked)).memory.total_bytes


@pytest.mark.parametrize(("version", "expected"), [
    ("0.11.2", ("blocks", 1.0, False, False, 36.5)), ("0.12.0", ("blocks", 1.25, False, False, 36.5)),
    ("0.18.0", ("blocks", 1.5, False, False, 12.5)), ("0.20.2", ("blocks", 1.5, False, False, 12.5)),
    ("0.21.0", ("concurrency", 1.5, False, False, 12.5)), ("0.25.1", ("concurrency", 1.5, False, False, 12.5)),
    ("0.26.0", ("concurrency", 1.5, True, True, 12.5)), (None, ("concurrency", 1.5, True, True, 12.5))])
def test_how_vllm_counts_by_version(version, expected):
    """As the sources of those releases have it."""
    rules = engine("vllm").rules(version)
    names = ("token_line", "group_spread", "hybrid_prefix_caching", "async_in_flight", "logit_bytes")
    assert tuple(rules[name] for name in names) == expected


@pytest.mark.parametrize(("version", "share"), [("0.4.6", 0.85), ("0.4.9", 0.796), ("0.5.4", 0.744)])
def test_sglangs_share_by_version(version, share):
    """Of four 16-GiB-class cards: by ranks, by the card, by chunk and graphs (server_args.py of those releases)."""
    from pooled_shapes import card, case, dense

    from advisor.answer import Trace
    sglang = engine("sglang")
    asked = case(sglang, dense(), device=card(15.7), count=4, version=version, tensor_parallel=4)
    assert sglang.fill(asked, Trace()).settings.gpu_memory_utilization == pytest.approx(share, abs=0.001)


def test_versions_compare_as_numbers():
    assert at_least("b11434", "b6325") and not at_least("b6325", "b11434")
    assert at_least("0.33.0", "0.9.0")
    assert not at_least("b6324", "b6325")
    assert at_least("main", "99")
    assert at_least("1.3.0", "1.3.0rc9") and not at_least("1.3.0rc9", "1.3.0")
