"""A Hugging Face config.json -> Model: nested text parts, class defaults, per-layer lists, every attention kind.

What a model class always does stands as data in resources/catalog/architectures.json; here is only how keys are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from typing import Any

from pydantic import ValidationError

from advisor import resources
from advisor.readers import config_layers as layers_
from advisor.readers.config_quantization import native_quantization
from advisor.readers.config_values import MAX_LAYERS, Values, consistent, positive
from advisor.readers.files import odd_config, unsupported
from advisor.scenario import Model
from advisor.validation import first_fault
from advisor.words import Text, from_data, say

TEXT_PARTS = ("text_config", "llm_config", "language_config", "thinker_config")


@cache
def architectures() -> dict[str, dict[str, Any]]:
    """Rows of resources/catalog/architectures.json by model_type."""
    return dict(resources.catalog_data("architectures.json")["model_types"])


def text_part(config: Mapping[str, Any]) -> dict[str, Any]:
    """The language model's own keys: nested parts laid over the outer ones that describe all of it."""
    part: Mapping[str, Any] = config
    for _ in range(3):
        inner = next((part[key] for key in TEXT_PARTS if isinstance(part.get(key), Mapping)), None)
        if inner is None:
            break
        outer = {k: part[k] for k in ("tie_word_embeddings", "dtype", "torch_dtype", "quantization_config") if k in part}
        part = {**outer, **{k: v for k, v in inner.items() if v is not None}}
        if "tie_word_embeddings" in outer:
            part["tie_word_embeddings"] = outer["tie_word_embeddings"]
    flat = dict(part)
    for key in ("attn_config", "ffn_config"):
        if isinstance(flat.get(key), Mapping):
            flat.update(flat.pop(key))
    return flat


def model_from_config(config: object, id: str, name: str | None = None, family: str | None = None, **given: Any) -> Model:
    """The model that a parsed config.json describes; `given` overrides fields.

    Raises CannotAnswer in one sentence for what is no language model's config, or one that is not supported.
    """
    if not isinstance(config, Mapping):
        raise odd_config(say("A config.json holds a JSON object; this one does not."))
    text = text_part(config)
    kind = str(text.get("model_type") or config.get("model_type") or "")
    row = architectures().get(kind) or architectures().get(kind.removesuffix("_text")) or {}
    if row.get("refused"):
        raise unsupported(say("The architecture {architecture} is not supported: {refused}.", architecture=kind,
                              refused=from_data(row["refused"])))
    nested = row.get("nested", {}) if any(isinstance(config.get(key), Mapping) for key in TEXT_PARTS) else {}
    values = Values(text, {**nested, **row.get("defaults", {})})
    found = {**_basics(values, kind), **row.get("fields", {})}
    notes: list[Text] = []
    if not row:
        notes.append(say("The architecture {architecture} is not known to this version; it was read as a plain decoder of the usual kind.",
                         architecture=kind[:60]) if kind else
                     say("The config names no model_type; it was read as a plain decoder of the usual kind."))
    count = found["num_hidden_layers"]
    if "learned_positions" in row:
        found["position_embeddings"] = (found["max_position_embeddings"] or 0) + row["learned_positions"]
    found |= layers_.attention(values, count, row, found)
    found |= layers_.mixers(values, row, found)
    found |= layers_.mlps(values, count, row, found)
    found |= _odd_ones(values, count, found)
    if any(isinstance(config.get(key), Mapping) for key in ("vision_config", "audio_config")):
        notes.append(say("Its vision or audio part is not counted from the config."))
    quantization = native_quantization(text.get("quantization_config") or config.get("quantization_config")
                                       or text.get("compression_config"), text)
    names = config.get("architectures")
    found |= {"architecture": str(names[0])[:100] if isinstance(names, list) and names else None,
              "gguf_architecture": row.get("gguf"), "native_quantization": quantization,
              "parameters_note": reduce(_both, notes) if notes else None}
    found |= given
    if found.get("moe") is not None and found["gguf_architecture"] == "nemotron_h":
        found["gguf_architecture"] = "nemotron_h_moe"
    try:
        return consistent(Model(id=id, name=name or id, family=family or kind or "unknown", **found))
    except ValidationError as error:
        where, must, _ = first_fault(error)
        raise odd_config(say("The config's {where} is not right: {lower}.", where=where[:80], lower=must)) from None


def _both(first: Text, second: Text) -> Text:
    return say("{sentence} {next}", sentence=first, next=second)


def _basics(values: Values, kind: str) -> dict[str, Any]:
    """Width, depth, vocabulary, positions, norms and heads of the output."""
    pattern = values.get("hybrid_override_pattern") or values.get("layers_block_type") or values.get("block_configs")
    count = values.whole("num_hidden_layers", len(pattern) if isinstance(pattern, str | list) and pattern else None, least=1)
    if count > MAX_LAYERS:
        raise odd_config(say("The config has {count} layers; more than {max_layers} cannot be right.", count=count, max_layers=MAX_LAYERS))
    hidden = values.whole("hidden_size", least=1)
    bias = values.flag("use_bias") or values.flag("add_bias_linear")
    found: dict[str, Any] = {
        "hidden_size": hidden, "num_hidden_layers": count, "vocab_size": values.whole("vocab_size", least=1),
        "max_position_embeddings": values.optional("max_position_embeddings"),
        "tie_word_embeddings": values.flag("tie_word_embeddings"), "lm_head_bias": values.flag("lm_head_bias"),
        "activation": str(values.get("activation"))[:40] if values.get("activation") else None,
        "dtype": str(values.get("dtype", "bfloat16")).removeprefix("torch.")[:20],
        "mlp_bias": values.flag("mlp_bias") or bias, "mtp_layers": values.whole("mtp_layers", 0),
    }
    if bias or any(values.flag(key) for key in ("attention_bias", "add_qkv_bias", "use_qkv_bias", "qkv_bias")):
        found["qkv_bias"] = True
    if bias:
        found["o_bias"] = True
    if values.flag("use_qk_norm") and kind not in ("llama4_text", "minimax_m2", "minimax_m3"):
        found["qk_norm"] = "head"
    per_layer = values.whole("hidden_size_per_layer_input", 0)
    if per_layer:
        found |= {"hidden_size_per_layer_input": per_layer,
                  "vocab_size_per_layer_input": values.whole("vocab_size_per_layer_input", found["vocab_size"]),
                  "altup_num_inputs": values.whole("altup_num_inputs", 0), "laurel_rank": values.whole("laurel_rank", 0)}
    return found


def _odd_ones(values: Values, count: int, found: dict[str, Any]) -> dict[str, Any]:
    """Rotary tables and caches with rates: what only a few architectures have."""
    extra: dict[str, Any] = {}
    scaling = values.get("rope_scaling") or values.get("rope_parameters")
    nested = scaling.get("partial_rotary_factor") if isinstance(scaling, Mapping) else None
    share = values.fraction("partial_rotary_factor", positive(nested, 1.0))
    rotary = values.optional("rotary_dim") or int(found["head_dim"] * share)
    if found.get("mla") is not None:
        rotary = found["mla"].qk_rope_head_dim
    extra["rotary_dim"] = int(rotary)
    if isinstance(scaling, Mapping):
        kind = scaling.get("rope_type") or scaling.get("type")
        if kind == "llama3":
            extra["rope_freqs"] = int(rotary) // 2
        if isinstance(scaling.get("long_factor"), list):
            extra["longrope_factors"] = int(rotary) // 2
        factor = scaling.get("factor")
        if kind == "linear" and isinstance(factor, int | float) and 1 < factor <= 1000 and found.get("max_position_embeddings"):
            extra["rotary_rows"] = int(found["max_position_embeddings"] * factor)
    if values.get("rope_local_base_freq"):
        positions = found.get("max_position_embeddings") or 0
        extra["rotary_rows"] = extra.get("rotary_rows", positions) + positions
    ratios = values.numbers("compress_ratios", count)
    if ratios is not None:
        extra["compressed_kv"] = {
            "head_dim": found["head_dim"], "rope_head_dim": values.whole("qk_rope_head_dim"),
            "sliding_window": values.whole("sliding_window"), "ratios": ratios,
            "q_lora_rank": values.whole("q_lora_rank"), "o_lora_rank": values.whole("o_lora_rank"),
            "o_groups": values.whole("o_groups", 1, least=1), "index_n_heads": values.whole("index_n_heads", 0),
            "index_head_dim": values.whole("index_head_dim", 0), "index_topk": values.whole("index_topk", 0),
            "hc_mult": values.whole("hc_mult", 0), "num_hash_layers": values.whole("num_hash_layers", 0)}
        extra["layer_types"] = tuple("full_attention" if r else "sliding_attention" for r in ratios)
    return extra
