"""Bytes of GGUF files by name, against published files."""

import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import catalog
from advisor.engines import engine
from advisor.formula.gguf_mix import BASE, Recipe, recipe, tensor_types
from advisor.formula.gguf_tensors import block_count, gguf_tensors
from advisor.formula.gguf_types import tensor_bytes
from advisor.formula.weights import by_place, layout, quantizer_shape, weights_by_bits, weights_in, weights_of

ARCHITECTURES = engine("llama.cpp").data["architectures"]
UNTIL_2024 = {("phi-2", "Q4_K_S"), ("Phi-3.1-mini-4k-instruct", "Q4_K_M"), ("StarCoder 15B", "Q4_0")}


def named(name, **changes):
    return catalog.find_model(name).model_copy(update=changes)


def like(name):
    """Models of 2023 that the catalog leaves out: the shape they share with one it has."""
    seven, full, dense = "Llama-2-7b-hf", ("full_attention",), ("dense",)
    shapes = {
        "Starling-LM-7B-beta": ("Mistral-7B-Instruct-v0.1", {"vocab_size": 32002}),
        "Nous-Hermes-2-Mistral-7B-DPO": ("Mistral-7B-Instruct-v0.1", {"vocab_size": 32032}),
        "stablelm-zephyr-3b": ("stablelm-3b-4e1t", {}),
        "Orca-2-7B": (seven, {"vocab_size": 32003}), "Orca-2-13B": ("Llama-2-13b-hf", {"vocab_size": 32003}),
        "WizardLM-13B-V1.2": ("Llama-2-13b-hf", {}), "Phi-3.1-mini-4k-instruct": ("Phi-3-mini-4k-instruct", {}),
        "StarCoder 15B": (seven, {
            "gguf_architecture": "starcoder", "hidden_size": 6144, "num_hidden_layers": 40, "vocab_size": 49152,
            "layer_types": full * 40, "mlp_layer_types": dense * 40, "num_attention_heads": 48, "num_key_value_heads": 1,
            "head_dim": 128, "intermediate_size": 24576, "mlp_gated": False, "mlp_bias": True, "qkv_bias": True, "o_bias": True,
            "norm_bias": True, "position_embeddings": 8192}),
        "Falcon-7B (GPT4All Falcon)": (seven, {
            "gguf_architecture": "falcon", "hidden_size": 4544, "vocab_size": 65024, "num_attention_heads": 71,
            "num_key_value_heads": 1, "head_dim": 64, "intermediate_size": 18176, "mlp_gated": False, "norm_bias": True,
            "norms_per_layer": 1}),
        "MPT-7B-chat": (seven, {"gguf_architecture": "mpt", "vocab_size": 50432, "intermediate_size": 16384, "mlp_gated": False,
                                "tie_word_embeddings": True}),
    }
    base, changes = shapes.get(name, (name, {}))
    return named(base, **changes)


def size(model, mix, until_2024=False):
    made = recipe(mix.lower(), until_2024)
    assert made is not None
    return weights_of(layout(model, ARCHITECTURES.get(model.gguf_architecture or "", {}), until_2024), made).file


def test_thirty_one_published_files_differ_by_their_metadata_only(shared):
    with (shared / "reference" / "gguf_sizes.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["precision"] == "exact"]
    assert len(rows) == 31
    for row in rows:
        model = like(row["model"])
        metadata = int(row["bytes"]) - size(model, row["type"], (row["model"], row["type"]) in UNTIL_2024)
        assert 500_000 < metadata < 70 * model.vocab_size < 20_000_000, row


def test_mixtral_by_todays_rule_and_by_the_2023_files():
    mixtral = named("mixtral-8x7b-instruct-v0.1")
    assert size(mixtral, "q4_k_m") == pytest.approx(28_443_420_917, rel=0.001)
    assert size(mixtral, "q4_k_m", until_2024=True) == pytest.approx(24.62 * 2**30, rel=0.003)
    assert size(named("mixtral-8x22b-instruct-v0.1"), "q4_k_m") == pytest.approx(85.58e9, rel=0.001)


def test_places_of_tied_and_untied_models():
    tied, by_rule = weights_in(named("llama-3.2-1b-instruct"), "q4_k_m", None, traits={})
    assert by_rule and tied.copied == tied.tables and tied.device == tied.file
    untied, by_rule = weights_in(named("qwen2.5-14b-instruct"), "q4_k_m", None, traits={})
    assert by_rule and untied.copied == 0 and untied.device == untied.file - untied.tables


def test_by_place_sorts_names():
    found = by_place([("token_embd.weight", 100), ("output.weight", 64), ("blk.0.attn_q.weight", 33), ("blk.1.ffn_up_exps.weight", 32),
                      ("blk.1.ffn_down_shexp.weight", 1), ("per_layer_token_embd.weight", 32)], 2)
    assert found.layers == (64, 32) and found.experts == (0, 32)
    assert found.tables == 128 + 32 and found.output == 64 and found.file == 128 + 64 + 64 + 32 + 32 + 32


@settings(max_examples=30)
@given(st.sampled_from(["qwen2.5-14b-instruct", "qwen3-30b-a3b", "gemma-3-4b-it"]), st.floats(1, 16), st.floats(1, 16))
def test_more_bits_never_take_less(name, a, b):
    low, high = sorted((a, b))
    assert weights_by_bits(named(name), low, {}).file <= weights_by_bits(named(name), high, {}).file


def test_every_catalog_model_has_a_size_in_every_mix():
    for model in catalog.models().values():
        if model.gguf_architecture is None:
            continue
        traits = ARCHITECTURES.get(model.gguf_architecture, {})
        laid = layout(model, traits)
        q2, q4, q8, plain = (weights_of(laid, Recipe(mix)).file for mix in ("q2_k", "q4_k_m", "q8_0", "bf16"))
        assert 0 < q2 < q4 < q8 < plain, model.id


def test_the_short_way_equals_the_tensor_by_tensor_one():
    for name in ("qwen3-30b-a3b", "gemma-3-4b-it", "deepseek-v3", "nvidia-nemotron-3-nano-30b-a3b-bf16", "mixtral-8x7b-instruct-v0.1"):
        model = named(name)
        traits = ARCHITECTURES.get(model.gguf_architecture or "", {})
        for mix in sorted(BASE):
            made = recipe(mix)
            assert made is not None
            tensors = gguf_tensors(model, traits)
            types = tensor_types(made, tensors, quantizer_shape(model, traits))
            one_by_one = by_place(((t.name, tensor_bytes(t.shape, kind)) for t, kind in zip(tensors, types, strict=True)),
                                  block_count(model, traits))
            assert weights_of(layout(model, traits), made) == one_by_one, (name, mix)


def file_of(model, mix):
    found = catalog.find_model(model)
    traits = engine("llama.cpp").data["architectures"].get(found.gguf_architecture, {})
    return weights_in(found, mix, None, traits=traits)[0].file


@pytest.mark.parametrize(("model", "mix", "published", "within"), [
    ("kimi-k2.5", "q8_0", 583_710_875_200, 2e-5), ("kimi-k2.5", "iq4_xs", 547_605_634_464, 1e-3),
    ("kimi-k2.5", "q4_k_m", 580_355_550_784, 5e-3),
    ("gpt-oss-20b", "ud-q4_k_xl", 11_859_338_496, .03), ("gpt-oss-120b", "ud-q4_k_xl", 63_003_287_808, .01),
    ("deepseek-v4-flash", "ud-q4_k_xl", 155_095_240_320, .03), ("deepseek-v4-flash", "ud-q8_k_xl", 161_869_614_720, .05)])
def test_experts_that_come_in_4_bits_stay_so(model, mix, published, within):
    """Sizes of bartowski's (Kimi) and Unsloth's files; Kimi's differ by their metadata where nothing else was chosen by hand."""
    assert file_of(model, mix) == pytest.approx(published, rel=within)


def test_a_stock_mix_quantizes_mxfp4_experts_anew():
    """ggfox00000/gpt-oss-20b-GGUF Q4_K_M holds 15,805,136,480 bytes, 13 MB of them metadata."""
    assert file_of("gpt-oss-20b", "q4_k_m") == pytest.approx(15_805_136_480 - 13_010_000, rel=1e-5)
    assert file_of("gpt-oss-20b", "mxfp4_bf16") == 11_463_085_056 + 2_316_545_280      # Unsloth's F16 and the Ollama library's file


@pytest.mark.parametrize(("model", "mix", "published"), [
    ("qwen3.5-9b", "ud-q4_k_xl", 5_966_095_584), ("qwen3.5-35b-a3b", "ud-q6_k_xl", 32_071_842_432),
    ("qwen3.5-4b", "ud-q8_k_xl", 5_952_048_288), ("glm-5.2", "ud-iq4_xs", 365_313_223_776), ("qwen3.5-27b", "ud-q5_k_xl", 20_171_253_664)])
def test_unsloths_mixes_weigh_what_theirs_do_over_the_stock_one(model, mix, published):
    found = catalog.find_model(model)
    weights, by_rule = weights_in(found, mix, None, traits={})
    assert not by_rule and weights.file == pytest.approx(published, rel=.05)
    assert weights.file == pytest.approx(sum(weights.layers) + sum(weights.experts) + weights.output + weights.tables - weights.copied)


@pytest.mark.parametrize(("model", "mix", "published"), [
    ("qwen3-0.6b", "q4_k_m", 396_705_472), ("qwen3-0.6b", "q4_k_s", 383_270_592), ("qwen3-0.6b", "q8_0", 639_447_744),
    ("qwen3-1.7b", "q4_k_m", 1_107_409_472), ("qwen3-1.7b", "q8_0", 1_834_426_016)])
def test_a_stored_head_of_a_tied_qwen3_is_not_in_the_file(model, mix, published):
    """Unsloth's files, and Qwen's own Q8_0 of the 1.7B: 5.96 MB of tokenizer beside the tensors."""
    assert published - file_of(model, mix) == pytest.approx(5_960_000, abs=20_000)
