"""The list of published checkpoints: known models and formats, one row each, names that the hub could carry."""

import json
import re

import pytest
from launch_plans import plan

from advisor import catalog, resources
from advisor.engines.base import Plan
from advisor.engines.checkpoints import published
from advisor.estimate import estimate
from advisor.scenario import parse_scenario

ROWS = json.loads(resources.path("catalog", "checkpoints.json").read_text("utf-8"))["rows"]


def test_rows_are_of_catalog_models_and_formats():
    repositories = {model.repository for model in catalog.models().values()}
    for row in ROWS:
        assert row["model"] in repositories, row
        assert row["source"], row
        assert row["date"], row
        if row["quantization"] != "*":
            assert catalog.find_quantization(row["quantization"]).id == row["quantization"], row
        pattern = r"[a-z0-9.-]+(:[A-Za-z0-9._-]+)?" if row.get("format") == "ollama" else r"[\w.-]+/[\w.-]+"
        assert re.fullmatch(pattern, row["repository"]), row


def test_one_row_for_a_model_in_a_format():
    keys = [(row["model"], row["quantization"], row.get("format", "")) for row in ROWS]
    assert len(set(keys)) == len(keys)


def test_the_models_that_people_use_most_have_a_four_bit_checkpoint_for_servers():
    for name in ("qwen2.5-7b-instruct", "qwen2.5-14b-instruct", "qwen2.5-32b-instruct", "qwen2.5-72b-instruct", "qwen3-8b", "qwen3-14b",
                 "qwen3-32b", "qwen3-30b-a3b-instruct-2507", "llama-3.1-8b-instruct", "llama-3.3-70b-instruct", "gemma-3-12b-it",
                 "gemma-3-27b-it", "mistral-small-3.2-24b-instruct-2506", "phi-4", "qwen2.5-coder-32b-instruct"):
        model = catalog.models()[name]
        assert any(published(model, kind) for kind in ("awq", "gptq", "w4a16")), name


def test_the_seeds_checkpoint_is_its_makers():
    assert published(catalog.models()["qwen2.5-14b-instruct"], "awq") == "Qwen/Qwen2.5-14B-Instruct-AWQ"


@pytest.mark.parametrize("name", ["llama.cpp", "ollama", "lmstudio"])
def test_a_mix_that_few_publish_is_not_taken_for_granted(name):
    def told(mix):
        made = plan("qwen3-8b", name, mix)
        return any("Not every repository holds IQ3_XXS" in step.verifies for step in made.case.engine.commands(made, "bash"))

    assert told("iq3_xxs") and not told("q4_k_m")


@pytest.mark.parametrize(("repository", "format_"), [
    ("inclusionAI/Ling-3.0-flash-fp4", "mxfp4"), ("inclusionAI/Ling-3.0-flash-int4", "int4_g32"),
    ("inclusionAI/Ling-3.0-flash-fp8", "fp8"), ("nvidia/Qwen3-8B-NVFP4", "nvfp4")])
def test_a_listed_checkpoint_has_the_format_of_its_row_whatever_its_name_ends_in(repository, format_):
    assert catalog.find_model_and_quantization(repository)[1] == format_


def test_ling_in_four_bits_is_what_its_makers_publish():
    model = catalog.models()["ling-3.0-flash"]
    assert published(model, "mxfp4") == "inclusionAI/Ling-3.0-flash-fp4"
    assert published(model, "int4_g32") == "inclusionAI/Ling-3.0-flash-int4"
    assert published(model, "nvfp4") is None


@pytest.mark.parametrize(("model", "mix", "source"), [
    ("deepseek-v4-flash-0731", None, "unsloth/DeepSeek-V4-Flash-0731-GGUF:UD-Q4_K_XL"),
    ("kimi-k3", None, "unsloth/Kimi-K3-GGUF:UD-Q4_K_XL"), ("deepseek-v4-flash-0731", "q4_k_m", None),
    ("deepseek-v4-flash-0731", "ud-q6_k_xl", None),
    ("kimi-k2.5", "q8_0", "bartowski/moonshotai_Kimi-K2.5-GGUF:Q8_0"), ("kimi-k2.5", "ud-q2_k_xl", "unsloth/Kimi-K2.5-GGUF:UD-Q2_K_XL"),
    ("gpt-oss-20b", None, "ggml-org/gpt-oss-20b-GGUF"), ("qwen3-8b", None, "unsloth/Qwen3-8B-GGUF:Q4_K_M")])
def test_a_tag_is_fetched_where_it_is_published(model, mix, source):
    """Where a repository's tags are known, no other is asked of it; experts in MXFP4 are left so."""
    answer = estimate(parse_scenario({"model": model, "quantization": mix, "engine": "llama.cpp", "settings": {"context": 4096},
                                      "hardware": {"device": "B200", "count": 16, "host_memory_gib": 4096}}))
    words = [str(word) for word in answer.case.engine.launch(Plan(answer.case, answer.memory)).words]
    assert (words[words.index("-hf") + 1] if "-hf" in words else None) == source
