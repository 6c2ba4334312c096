"""config.json of every architecture: shapes, class defaults, nested parts, hostile values."""

import copy
import csv
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.errors import CannotAnswer
from advisor.formula.parameters import components
from advisor.readers.hf_config import model_from_config, text_part
from advisor.words import Text

PLAIN = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
         "intermediate_size": 128}
GEMMA = {"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 5376, "num_hidden_layers": 62,
                                                 "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 128,
                                                 "intermediate_size": 21504, "sliding_window": 1024}}


def read(config: object):
    return model_from_config(config, "test")


def test_missing_head_dim_and_key_value_heads_come_from_hidden_size_and_heads():
    model = read(PLAIN)
    assert (model.head_dim, model.num_key_value_heads) == (16, 4)
    assert read({**PLAIN, "head_dim": None}).head_dim == 16
    assert read({**PLAIN, "head_dim": 32}).head_dim == 32


def test_sparse_gemma_3_takes_vocabulary_context_and_pattern_from_its_class():
    model = read(GEMMA)
    assert model.vocab_size == 262208
    assert model.max_position_embeddings == 131072
    assert model.layer_types.count("full_attention") == 10
    assert model.layer_types[5] == "full_attention"
    assert model.tie_word_embeddings


def test_nested_parts_are_found_under_every_name():
    for key in ("text_config", "llm_config", "language_config"):
        assert text_part({"model_type": "x", key: PLAIN})["hidden_size"] == 64
    assert read({"model_type": "x", "tie_word_embeddings": True, "text_config": PLAIN}).tie_word_embeddings


def test_unused_sliding_window_is_no_window():
    qwen = {**PLAIN, "model_type": "qwen2", "sliding_window": 32, "max_position_embeddings": 64}
    assert read({**qwen, "use_sliding_window": False}).sliding_window is None
    assert read({**qwen, "use_sliding_window": True, "max_window_layers": 1}).layer_types == ("full_attention", "sliding_attention")
    assert read({**PLAIN, "model_type": "mistral", "sliding_window": 64, "max_position_embeddings": 64}).sliding_window is None


def test_per_layer_lists():
    model = read({**PLAIN, "num_key_value_heads": [2, 4], "layer_types": ["full_attention", "sliding_attention"], "sliding_window": 8})
    assert model.num_key_value_heads == (2, 4)
    assert model.layer_types == ("full_attention", "sliding_attention")
    with pytest.raises(CannotAnswer, match="entries for 2 layers"):
        read({**PLAIN, "layer_types": ["full_attention"]})


def test_nemotron_pattern_gives_mixers_and_feed_forward_layers_of_their_own():
    config = {**PLAIN, "model_type": "nemotron_h", "hybrid_override_pattern": "M*-E", "num_hidden_layers": 4, "mamba_num_heads": 4,
              "mamba_head_dim": 16, "n_groups": 1, "ssm_state_size": 16, "conv_kernel": 4, "n_routed_experts": 8, "num_experts_per_tok": 2,
              "moe_intermediate_size": 32}
    model = read(config)
    assert model.layer_types == ("mamba", "full_attention", "none", "none")
    assert model.mlp_layer_types == ("none", "none", "dense", "sparse")
    assert model.gguf_architecture == "nemotron_h_moe"


def test_quantized_checkpoints_say_their_format():
    groups = {"config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "int", "group_size": 32, "strategy": "group"}}},
              "quant_method": "compressed-tensors", "ignore": ["lm_head"]}
    assert read({**PLAIN, "quantization_config": groups}).native_quantization.method == "int4_g32"
    assert read({**PLAIN, "quantization_config": {"quant_method": "awq", "bits": 4}}).native_quantization.method == "awq"
    assert read({**PLAIN, "quantization_config": {"quant_method": "mxfp4"}}).native_quantization.method == "mxfp4"
    assert read(PLAIN).native_quantization is None


@pytest.mark.parametrize(("config", "words"), [
    ([], "JSON object"), ({}, "no `hidden_size`|no `num_hidden_layers`"), ({**PLAIN, "hidden_size": "big"}, "hidden_size"),
    ({**PLAIN, "hidden_size": -1}, "hidden_size"), ({**PLAIN, "num_hidden_layers": 10**9}, "layers"),
    ({**PLAIN, "model_type": "bert"}, "not supported"), ({**PLAIN, "layer_types": ["odd", "odd"]}, "not supported")])
def test_what_is_no_language_model_gives_one_sentence(config, words):
    with pytest.raises(CannotAnswer, match=words) as raised:
        read(config)
    assert "\n" not in str(raised.value) and isinstance(raised.value.mend, Text)


def test_an_unknown_architecture_is_read_with_a_note():
    assert "not known" in read({**PLAIN, "model_type": "brand_new"}).parameters_note


def test_every_reference_config_counts_as_published(shared: Path):
    folder = shared / "reference"
    wrong = []
    for row in csv.DictReader((folder / "models.csv").read_text("utf-8").splitlines()):
        if row["config_file"] and row["params_computed_b"]:
            config = json.loads((folder / "configs" / row["config_file"]).read_text("utf-8"))
            total = components(read(config)).total / 1e9
            if abs(total - float(row["params_computed_b"])) > max(0.005 * total, 0.0006):
                wrong.append((row["name"], total, row["params_computed_b"]))
    assert wrong == []


def test_every_reference_config_gives_a_model_of_sense(shared: Path):
    files = sorted((shared / "reference" / "configs").glob("*.json"))
    assert len(files) >= 179
    for file in files:
        model = read(json.loads(file.read_text("utf-8")))
        assert len(model.layer_types) == len(model.mlp_layer_types) == model.num_hidden_layers, file.name
        assert model.parameters_note is None or "not known" not in model.parameters_note, file.name
        assert 1e8 < components(model).total < 3e12, file.name


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-2**70, 2**70), st.floats(), st.text(max_size=8),
                   st.lists(st.one_of(st.integers(-5, 5), st.none(), st.text(max_size=3), st.lists(st.integers(), max_size=2)),
                            max_size=70),
                   st.dictionaries(st.text(max_size=4), st.integers(), max_size=2))
KEYS = ("hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "head_dim", "vocab_size", "intermediate_size",
        "layer_types", "sliding_window", "sliding_window_pattern", "num_experts", "num_experts_per_tok", "moe_layer_freq", "rope_scaling",
        "mlp_only_layers", "kv_lora_rank", "hybrid_override_pattern", "layers_block_type", "block_configs", "cross_attention_layers",
        "linear_attn_config", "compress_ratios", "quantization_config", "text_config", "attn_layer_period", "partial_rotary_factor",
        "full_attn_idxs", "block_auto_adjust_ff_dim", "indexer_types", "index_n_heads", "rotary_dim", "model_type", "architectures",
        "max_position_embeddings", "hybrid_layer_pattern", "attn_config", "dtype", "mamba_num_heads", "num_kv_shared_layers")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1, max_size=4),
       st.sampled_from(["llama", "qwen3_next", "gemma3_text", "nemotron_h", "deepseek_v4", "nope"]))
def test_hostile_values_give_a_model_or_one_sentence(changes, kind):
    config = copy.deepcopy({**PLAIN, "model_type": kind, **changes})
    try:
        components(read(config))
    except CannotAnswer as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(("change", "said"), [
    ({"num_experts_per_tok": 500}, "`num_experts_per_tok` is 500, more than the 128 of `num_experts`"),
    ({"num_key_value_heads": 64}, "`num_key_value_heads` is 64, more than the 32 of `num_attention_heads`")])
def test_what_no_model_can_have_is_refused_by_name(change, said):
    config = {"model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 32, "num_key_value_heads": 4,
              "head_dim": 128, "vocab_size": 1000, "intermediate_size": 6144, "num_experts": 128, "num_experts_per_tok": 8,
              "moe_intermediate_size": 768}
    assert model_from_config(config, "made").moe.num_experts == 128
    with pytest.raises(CannotAnswer, match=said):
        model_from_config({**config, **change}, "made")


OLDER = [   # name, config, elements of the published checkpoint, bytes of cache a token in 16 bit
    ("pythia-6.9b", {"model_type": "gpt_neox", "hidden_size": 4096, "intermediate_size": 16384, "num_attention_heads": 32,
                     "num_hidden_layers": 32, "vocab_size": 50432}, 6_857_302_016, 524_288),
    ("gpt-j-6b", {"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_layer": 28, "n_positions": 2048, "vocab_size": 50400},
     6_050_882_784, 458_752),
    ("opt-6.7b", {"model_type": "opt", "hidden_size": 4096, "ffn_dim": 16384, "num_attention_heads": 32, "num_hidden_layers": 32,
                  "vocab_size": 50272, "max_position_embeddings": 2048}, 6_658_473_984, 524_288),
    ("bloom", {"model_type": "bloom", "n_embed": 14336, "n_layer": 70, "num_attention_heads": 112, "vocab_size": 250880},
     176_247_271_424, 4_014_080),
    ("mpt-7b", {"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4, "vocab_size": 50432,
                "max_seq_len": 2048}, 6_649_286_656, 524_288),
    ("falcon-7b", {"model_type": "falcon", "hidden_size": 4544, "multi_query": True, "num_attention_heads": 71, "num_hidden_layers": 32,
                   "num_kv_heads": 71, "vocab_size": 65024}, 6_921_720_704, 8_192),
    ("falcon-40b", {"model_type": "RefinedWeb", "hidden_size": 8192, "n_head": 128, "n_head_kv": 8, "n_layer": 60, "vocab_size": 65024},
     41_303_293_952, 122_880),
    ("starcoder", {"model_type": "gpt_bigcode", "n_embd": 6144, "n_head": 48, "n_inner": 24576, "n_layer": 40, "n_positions": 8192,
                   "vocab_size": 49152}, 15_517_456_384, 20_480),
    ("qwen-7b", {"model_type": "qwen", "hidden_size": 4096, "intermediate_size": 22016, "num_attention_heads": 32,
                 "num_hidden_layers": 32, "kv_channels": 128, "vocab_size": 151936}, 7_721_324_544, 524_288),
    ("nemotron-mini-4b", {"model_type": "nemotron", "hidden_size": 3072, "intermediate_size": 9216, "num_attention_heads": 24,
                          "num_hidden_layers": 32, "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 256000},
     4_190_000_000, 131_072),
    ("olmoe-1b-7b", {"model_type": "olmoe", "hidden_size": 2048, "intermediate_size": 1024, "num_attention_heads": 16,
                     "num_hidden_layers": 16, "num_experts": 64, "num_experts_per_tok": 8, "vocab_size": 50304}, 6_919_161_856, 131_072),
    ("phi-3-small", {"model_type": "phi3small", "hidden_size": 4096, "ff_intermediate_size": 14336, "num_attention_heads": 32,
                     "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 100352}, 7_392_272_384, 131_072),
    ("gpt2-xl", {"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "n_positions": 1024, "vocab_size": 50257},
     1_557_611_200, 307_200),
]


@pytest.mark.parametrize(("name", "config", "elements", "cache"), OLDER, ids=[row[0] for row in OLDER])
def test_older_architectures_are_counted_as_published(name, config, elements, cache):
    """Names of the keys, class defaults and what has no gate, from transformers 4.57; counts of the published checkpoints."""
    model = read(config)
    assert model.parameters_note is None
    assert components(model).total == pytest.approx(elements, rel=3e-4)
    assert len(model.layer_types) * 2 * model.num_key_value_heads * model.head_dim * 2 == cache


def test_a_nested_part_takes_its_classes_defaults_and_a_plain_config_does_not():
    """llava-1.5-7b-hf: its text_config says the vocabulary and positions alone (alvarobartt/hf-mem#26)."""
    inner = {"model_type": "llama", "max_position_embeddings": 4096, "vocab_size": 32064}
    model = read({"model_type": "llava", "text_config": inner})
    assert (model.hidden_size, model.num_hidden_layers, model.num_key_value_heads, model.head_dim) == (4096, 32, 32, 128)
    assert components(model).total == pytest.approx(6.739e9, rel=1e-3)
    with pytest.raises(CannotAnswer, match="no `num_hidden_layers`"):
        read(inner)


@pytest.mark.parametrize("kind", ["recurrent_gemma", "zamba2"])
def test_what_would_be_counted_wrongly_is_refused(kind):
    with pytest.raises(CannotAnswer, match="not counted by this version"):
        read({**PLAIN, "model_type": kind})


def test_double_quantized_scales_are_read():
    config = {**PLAIN, "quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}}
    assert read(config).native_quantization.method == "nf4"
    config["quantization_config"]["bnb_4bit_use_double_quant"] = True
    assert read(config).native_quantization.method == "nf4_double"


def test_what_is_said_of_a_config_can_be_said_in_another_language():
    odd = read({**PLAIN, "model_type": "neverheardof", "vision_config": {"hidden_size": 8}}).parameters_note
    assert isinstance(odd, Text) and all(isinstance(part, Text) for part in odd.values.values())
    assert odd.values["sentence"].values == {"architecture": "neverheardof"} and "vision" in odd.values["next"].template
    assert read(PLAIN).parameters_note is None
    for kind in ("bert", "t5"):
        with pytest.raises(CannotAnswer) as found:
            read({**PLAIN, "model_type": kind})
        assert found.value.why.values["refused"].template in str(found.value.why)
