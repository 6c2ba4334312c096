"""The list of published checkpoints: known models and formats, one row each, names that the hub could carry."""

import json
import re

import pytest
from launch_plans import plan

from advisor import catalog, resources
from advisor.engines.checkpoints import published

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
