"""The layers of a config.json: attention of every kind, recurrent mixers, feed-forward parts and experts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.readers.config_values import Values, positive
from advisor.readers.files import odd_config, unsupported
from advisor.scenario import LayerType, LinearAttention, Mamba, Mla, MlpType, Moe
from advisor.words import say

KINDS: dict[str, LayerType] = {
    "full_attention": "full_attention", "attention": "full_attention", "global": "full_attention", "hybrid": "full_attention",
    "sliding_attention": "sliding_attention", "local": "sliding_attention", "chunked_attention": "chunked_attention",
    "deepseek_sparse_attention": "full_attention", "indexed_attention": "full_attention",
    "sparse_attention": "full_attention", "linear_attention": "linear_attention", "kda": "linear_attention",
    "mamba": "mamba", "mamba2": "mamba", "conv": "conv",
    "moe": "none", "mlp": "none", "G": "full_attention", "L": "sliding_attention", "*": "full_attention", "M": "mamba",
    "-": "none", "E": "none"}
MLP_KINDS: dict[str, MlpType] = {"-": "dense", "mlp": "dense", "E": "sparse", "moe": "sparse"}
ATTENTION = ("full_attention", "sliding_attention", "chunked_attention")


def hybrid_pattern(values: Values, count: int) -> list[Any] | None:
    """One mark a layer where layers are either a mixer or a feed-forward part (Nemotron-H), else None."""
    pattern = values.get("hybrid_override_pattern")
    marks = list(pattern) if isinstance(pattern, str) else values.each("layers_block_type", count)
    if marks is not None and len(marks) != count:
        raise odd_config(say("The config's layer pattern has {marks} entries for {count} layers.", marks=len(marks), count=count))
    return marks


def attention(values: Values, count: int, row: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """Heads, their sizes, windows and which layers have which kind of attention."""
    hidden = found["hidden_size"]
    heads = values.whole("num_attention_heads", 0)
    if values.flag("multi_query_attention") and values.get("multi_query_group_num") is not None:
        groups: int | tuple[int, ...] = values.whole("multi_query_group_num")
    elif values.flag("multi_query") and not values.flag("new_decoder_architecture"):
        groups = 1      # whatever num_kv_heads says: Falcon-7B's file has 71 there (FalconConfig, GPTBigCodeConfig)
    else:
        groups = values.numbers("num_key_value_heads", count) or values.whole("num_key_value_heads", heads)
    head_dim = values.whole("head_dim", hidden // heads if heads else 0)
    types, window = layer_types(values, count, row)
    result: dict[str, Any] = {
        "num_attention_heads": heads, "num_key_value_heads": groups, "head_dim": head_dim, "sliding_window": window,
        "layer_types": types, "v_head_dim": values.optional("v_head_dim"), "global_head_dim": values.optional("global_head_dim"),
        "global_num_key_value_heads": values.optional("num_global_key_value_heads"), "k_eq_v": values.flag("attention_k_eq_v"),
        "num_kv_shared_layers": values.whole("num_kv_shared_layers", 0)}
    if values.get("kv_lora_rank") is not None:
        result |= mla(values, count)
    each = values.numbers("num_attention_heads_per_layer", count)
    if each and heads:
        short = {h for h, t in zip(each, types, strict=True) if t == "sliding_attention"}
        full_heads = {h for h, t in zip(each, types, strict=True) if t != "sliding_attention"}
        if len(short) > 1 or len(full_heads) > 1:
            raise unsupported(say("Layers of one kind with different numbers of heads are not supported."))
        result |= {"num_attention_heads": next(iter(full_heads or short)), "sliding_num_attention_heads": next(iter(short), None)}
    if values.get("swa_num_key_value_heads") is not None:
        other = values.whole("swa_num_key_value_heads")
        result["num_key_value_heads"] = tuple(other if t == "sliding_attention" else groups for t in types)
    if values.flag("attn_output_gate") or values.flag("attention_output_gate"):
        result["attention_output_gate"] = True
    if values.flag("add_swa_attention_sink_bias"):
        result["attention_sinks"] = True
    crossing = values.get("cross_attention_layers")
    if isinstance(crossing, list):
        result["cross_attention_layers"] = tuple(int(i) for i in crossing if isinstance(i, int) and 0 <= i < count)
        result["layer_types"] = tuple("none" if i in crossing else t for i, t in enumerate(types))
    blocks = values.each("block_configs", count)
    return result if blocks is None else result | searched_blocks(blocks, heads, hidden)


def layer_types(values: Values, count: int, row: Mapping[str, Any]) -> tuple[tuple[LayerType, ...], int | None]:
    """The kind of every layer and the window in tokens, None where no layer has one."""
    window = values.optional("sliding_window")
    positions = values.optional("max_position_embeddings")
    if values.get("use_sliding_window") is False or (window and positions and window >= positions):
        window = None
    chunk = values.optional("attention_chunk_size")
    marks = hybrid_pattern(values, count) or values.each("layer_types", count) or _pattern_marks(values, count)
    if marks is None:
        marks = _regular(values, count, row, window, chunk if row.get("gguf") == "llama4" else None)
    types = []
    for mark in marks:
        kind = KINDS.get(str(mark))
        if kind is None:
            raise unsupported(say("The layer type {mark} is not supported.", mark=repr(str(mark)[:40])))
        types.append("full_attention" if kind == "sliding_attention" and not window else kind)
    if "chunked_attention" in types:
        window = chunk or 8192
    return tuple(types), window if any(t in ("sliding_attention", "chunked_attention") for t in types) else None


def _pattern_marks(values: Values, count: int) -> list[Any] | None:
    """Marks from the keys that other makers use: a letter string, 0/1 lists, lists of the full layers, periods."""
    letters = values.get("sliding_window_pattern")
    if isinstance(letters, str) and letters:
        return [letters[i % len(letters)] for i in range(count)]
    hybrid = values.each("hybrid_layer_pattern", count)
    if hybrid is not None:
        return ["sliding_attention" if v else "full_attention" for v in hybrid]
    linear = values.get("linear_attn_config")
    if isinstance(linear, Mapping) and isinstance(linear.get("full_attn_layers"), list):
        full = {i - 1 for i in linear["full_attn_layers"] if isinstance(i, int)}
        return ["full_attention" if i in full else "linear_attention" for i in range(count)]
    mixers = values.each("attn_type_list", count)
    if mixers is not None:
        return ["full_attention" if v else "linear_attention" for v in mixers]
    full_at = values.get("full_attn_idxs")
    if isinstance(full_at, list):
        return ["full_attention" if i in full_at else "conv" for i in range(count)]
    if values.get("attn_layer_period") is not None:
        period, offset = values.whole("attn_layer_period", least=1), values.whole("attn_layer_offset", 0)
        return ["full_attention" if i % period == offset else "mamba" for i in range(count)]
    if values.get("layer_group_size") is not None and values.get("kv_lora_rank") is not None:
        size = values.whole("layer_group_size", least=1)
        whole = count // size * size
        return ["full_attention" if (i + 1) % size == 0 or i >= whole else "linear_attention" for i in range(count)]
    if values.get("full_attention_interval") is not None:
        every = values.whole("full_attention_interval", least=1)
        return ["full_attention" if (i + 1) % every == 0 else "linear_attention" for i in range(count)]
    return None


def _regular(values: Values, count: int, row: Mapping[str, Any], window: int | None, chunk: int | None) -> list[str]:
    """Every n-th layer full and the others with the window, by the config or its class; else all alike."""
    if row.get("gguf") in ("mamba", "mamba2"):
        return ["mamba"] * count
    short = "chunked_attention" if chunk else "sliding_attention"
    if not window and not chunk:
        return ["full_attention"] * count
    every = values.get("sliding_window_pattern") or values.get("_sliding_window_pattern") or row.get("every")
    if isinstance(every, int) and every > 0:
        return ["full_attention" if (i + 1) % every == 0 else short for i in range(count)]
    first = values.whole("max_window_layers", 0) if values.get("use_sliding_window") else 0
    return ["full_attention" if i < first else short for i in range(count)]


def mla(values: Values, count: int) -> dict[str, Any]:
    """Latent attention, with its indexer where the attention is sparse."""
    rope, nope = values.whole("qk_rope_head_dim"), values.whole("qk_nope_head_dim")
    kinds = values.each("indexer_types", count)
    has_index = values.get("index_n_heads") is not None
    found = Mla(q_lora_rank=values.optional("q_lora_rank"), kv_lora_rank=values.whole("kv_lora_rank"), qk_nope_head_dim=nope,
                qk_rope_head_dim=rope, v_head_dim=values.whole("v_head_dim"), index_n_heads=values.optional("index_n_heads"),
                index_head_dim=values.optional("index_head_dim"),
                index_layers=(kinds.count("full") if kinds else count) if has_index else None,
                index_pool=values.whole("index_kpool", 1, least=1), output_gate=values.flag("mla_use_output_gate"))
    return {"mla": found, "head_dim": rope + nope, "v_head_dim": found.v_head_dim}


def searched_blocks(blocks: list[Any], heads: int, hidden: int) -> dict[str, Any]:
    """Layers of a searched architecture (Nemotron NAS): some without attention, each with its own feed-forward width."""
    groups, types, widths, mlps = [], [], [], []
    for block in blocks:
        mixer, ffn = (block.get("attention"), block.get("ffn")) if isinstance(block, Mapping) else (None, None)
        if not isinstance(mixer, Mapping) or not isinstance(ffn, Mapping):
            raise odd_config(say("The config's `block_configs` has an entry without its attention or ffn part."))
        if mixer.get("replace_with_linear") or ffn.get("replace_with_linear"):
            raise unsupported(say("Layers replaced by a linear map are not supported."))
        none = bool(mixer.get("no_op"))
        per_group = mixer.get("n_heads_in_group") or 1
        groups.append(0 if none else heads // per_group if isinstance(per_group, int) and per_group > 0 else heads)
        types.append("none" if none else "full_attention")
        width = 0 if ffn.get("no_op") else int(2 * positive(ffn.get("ffn_mult"), 0) * hidden / 3)
        widths.append(-(-width // 256) * 256)
        mlps.append("dense" if width else "none")
    return {"num_key_value_heads": tuple(groups), "layer_types": tuple(types), "intermediate_size": tuple(widths),
            "mlp_layer_types": tuple(mlps)}


def mixers(values: Values, row: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """Linear attention, state space and short convolution layers, where the layer types name them."""
    types, hidden = found["layer_types"], found["hidden_size"]
    result: dict[str, Any] = {}
    if "linear_attention" in types:
        result["linear_attention"] = _linear(values, found)
    if "mamba" in types or found.get("mamba_beside_attention"):
        result["mamba"] = _mamba(values, hidden, row)
    if "conv" in types:
        result["conv_kernel"] = values.whole("conv_L_cache", 3)
    return result


def _linear(values: Values, found: Mapping[str, Any]) -> LinearAttention:
    delta = values.get("linear_attn_config")
    if isinstance(delta, Mapping):
        part = Values(delta, {})
        heads, dim = part.whole("num_heads", least=1), part.whole("head_dim", least=1)
        return LinearAttention(num_key_heads=heads, num_value_heads=heads, key_head_dim=dim, value_head_dim=dim,
                               conv_kernel=part.whole("short_conv_kernel_size", 4), kind="kimi_delta",
                               full_rank_gate=part.flag("use_full_rank_gate"))
    if values.get("linear_num_value_heads") is not None:
        return LinearAttention(num_key_heads=values.whole("linear_num_key_heads", least=1),
                               num_value_heads=values.whole("linear_num_value_heads", least=1),
                               key_head_dim=values.whole("linear_key_head_dim", least=1),
                               value_head_dim=values.whole("linear_value_head_dim", least=1),
                               conv_kernel=values.whole("linear_conv_kernel_dim", 4))
    heads, dim = found["num_attention_heads"], found["head_dim"]
    if values.get("no_kda_lora") is not None:
        full = values.flag("no_kda_lora")
        dim = values.whole("head_dim", 128, least=1)
        return LinearAttention(num_key_heads=heads, num_value_heads=heads, key_head_dim=dim, value_head_dim=dim,
                               conv_kernel=values.whole("short_conv_kernel_size", 4), kind="kimi_delta", full_rank_gate=full,
                               full_rank_decay=full)
    return LinearAttention(num_key_heads=heads, num_value_heads=heads, key_head_dim=dim, value_head_dim=dim, conv_kernel=0,
                           kind="lightning")


def _mamba(values: Values, hidden: int, row: Mapping[str, Any]) -> Mamba:
    state, conv = values.whole("mamba_state", 16), values.whole("mamba_conv", 4)
    biases = {"conv_bias": values.flag("use_conv_bias", values.flag("mamba_conv_bias", True)),
              "proj_bias": values.flag("mamba_proj_bias")}
    heads = values.optional("mamba_heads")
    if heads:
        inner = values.optional("mamba_inner") or heads * values.whole("mamba_head_dim", 64)
        norm = values.flag("mamba_rms_norm", row.get("gguf") != "falcon-h1")
        return Mamba(version=2, d_inner=inner, d_state=state, d_conv=conv, num_heads=heads,
                     n_groups=values.whole("mamba_groups", 1, least=1), norm=norm, **biases)
    inner = values.optional("mamba_inner") or values.whole("mamba_expand", 2) * hidden
    rank = values.get("mamba_dt_rank", values.get("time_step_rank"))
    return Mamba(version=1, d_inner=inner, d_state=state, d_conv=conv, norm=row.get("gguf") == "jamba",
                 dt_rank=rank if isinstance(rank, int) else -(-hidden // 16), **biases)


def mlps(values: Values, count: int, row: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """Feed-forward parts: which layers are dense, which have experts, and how wide each is."""
    if "intermediate_size" in found and "mlp_layer_types" in found:
        return {}
    marks = hybrid_pattern(values, count)
    experts = values.whole("num_experts", 0)
    if not values.flag("enable_moe_block", True):
        experts = 0
    if row.get("gguf") in ("mamba", "mamba2"):
        return {"mlp_layer_types": ("none",) * count, "intermediate_size": 0}
    if marks is not None and any(str(m) in MLP_KINDS for m in marks):
        types: list[MlpType] = [MLP_KINDS.get(str(m), "none") for m in marks]
    else:
        types = sparse_layers(values, count) if experts else ["dense"] * count
    result: dict[str, Any] = {"mlp_layer_types": tuple(types), "intermediate_size": _dense_width(values, count, row, found)}
    if "sparse" in types:
        result["moe"] = _moe(values, row, experts)
    return result


def _dense_width(values: Values, count: int, row: Mapping[str, Any], found: Mapping[str, Any]) -> int | tuple[int, ...]:
    for key in ("intermediate_size_mlp", "dense_intermediate_size"):
        if values.get(key) is not None:
            return values.whole(key)
    each = values.numbers("intermediate_size", count)
    if each is not None:
        return each
    width = values.whole("intermediate_size", 0 if values.get("moe_intermediate_size") is not None else 4 * found["hidden_size"])
    if row.get("gate_and_up"):
        width //= 2
    if values.flag("block_auto_adjust_ff_dim"):
        width = int(2 * width / 3 * values.fraction("block_ffn_dim_multiplier", 1.0))
        step = values.whole("block_multiple_of", 256, least=1)
        width = -(-width // step) * step
    if row.get("gguf") == "granitehybrid":
        width = values.whole("shared_intermediate_size", width)
    if values.flag("use_double_wide_mlp") and found["num_kv_shared_layers"]:
        last = min(count, found["num_kv_shared_layers"])
        return (width,) * (count - last) + (2 * width,) * last
    return width


def sparse_layers(values: Values, count: int) -> list[MlpType]:
    """dense or sparse by mlp_layer_types, moe_layer_freq (a number or a list), steps, periods and leading dense layers."""
    kinds = values.each("mlp_layer_types", count)
    if kinds is not None:
        return ["sparse" if k == "sparse" else "dense" for k in kinds]
    marks = values.each("moe_layer_freq", count)
    if marks is not None:
        return ["sparse" if m else "dense" for m in marks]
    first = values.whole("first_dense_layers", 0)
    frequency = values.whole("moe_layer_freq", 1, least=1)
    step = values.whole("interleave_moe_layer_step", values.whole("decoder_sparse_step", 1, least=1), least=1)
    period, offset = values.whole("expert_layer_period", 1, least=1), values.whole("expert_layer_offset", 0)
    dense = values.get("mlp_only_layers")
    only = set(dense) if isinstance(dense, list) and all(isinstance(i, int) for i in dense) else set()
    return ["sparse" if i >= first and i % frequency == 0 and (i + 1) % step == 0 and i % period == offset % period
            and i not in only else "dense" for i in range(count)]


def _moe(values: Values, row: Mapping[str, Any], experts: int) -> Moe:
    width = values.whole("moe_intermediate_size", values.whole("intermediate_size", 0))
    shared = values.whole("num_shared_experts", 0)
    shared_width = values.optional("shared_expert_intermediate_size")
    if row.get("gguf") == "llama4":
        shared = 1
    if row.get("gguf") == "qwen2moe" and shared_width is None:
        shared_width = values.whole("intermediate_size")
    if shared_width and not shared:
        shared = 1
    extra = dict(row.get("moe", {}))
    if values.flag("use_moe_router_bias") or values.flag("use_routing_bias"):
        extra["router_bias"] = True
    return Moe(num_experts=experts, num_experts_per_tok=values.whole("num_experts_per_tok", least=1), moe_intermediate_size=width,
               num_shared_experts=shared, shared_expert_intermediate_size=shared_width or None,
               latent_size=values.optional("latent_size"), **extra)
