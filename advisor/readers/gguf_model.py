"""A GGUF header -> Model: what the metadata says, and where it is silent what the tensors show.

Which layers are attention, recurrent, dense or sparse is read from the tensors, so that architectures that this version
has no name for still come out right; only sliding windows need llama.cpp's own table (resources/catalog/architectures.json).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from advisor import resources
from advisor.errors import CannotAnswer
from advisor.readers.config_values import consistent
from advisor.readers.files import damaged, unsupported
from advisor.readers.gguf import Gguf, Skipped, read_gguf
from advisor.scenario import LayerType, LinearAttention, Mamba, Mla, MlpType, Model, Moe
from advisor.words import from_data, say

FILE_TYPES = {0: "fp32", 1: "fp16", 2: "q4_0", 3: "q4_1", 7: "q8_0", 8: "q5_0", 9: "q5_1", 10: "q2_k", 11: "q3_k_s", 12: "q3_k_m",
              13: "q3_k_l", 14: "q4_k_s", 15: "q4_k_m", 16: "q5_k_s", 17: "q5_k_m", 18: "q6_k", 19: "iq2_xxs", 20: "iq2_xs",
              21: "q2_k_s", 22: "iq3_xs", 23: "iq3_xxs", 24: "iq1_s", 25: "iq4_nl", 26: "iq3_s", 27: "iq3_m", 28: "iq2_s",
              29: "iq2_m", 30: "iq4_xs", 31: "iq1_m", 32: "bf16", 36: "tq1_0", 37: "tq2_0", 38: "mxfp4_moe", 40: "q1_0"}
BY_TYPE = {"F32": "fp32", "F16": "fp16", "Q2_K": "q2_k", "Q3_K": "q3_k_m", "Q4_K": "q4_k_m", "Q5_K": "q5_k_m", "MXFP4": "mxfp4_moe",
           "IQ3_S": "iq3_m", "IQ2_S": "iq2_m"}
BLOCK = re.compile(r"^blk\.(\d{1,6})\.(.+)$")
Tensors = dict[str, tuple[int, ...]]


@cache
def _tables() -> dict[str, Any]:
    return dict(resources.catalog_data("architectures.json")["gguf"])


class Metadata:
    """The keys of one architecture, with bounds; raises CannotAnswer on nonsense."""

    def __init__(self, gguf: Gguf) -> None:
        self.all = gguf.metadata
        self.architecture = str(self.all.get("general.architecture", ""))[:64]

    def get(self, key: str) -> Any:
        return self.all.get(f"{self.architecture}.{key}")

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.get(key)
        if isinstance(value, tuple):
            value = max(value) if value else None
        if value is None:
            if default is None:
                raise damaged(say("The GGUF file does not say its {architecture}.{key}.", architecture=self.architecture, key=key))
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 2**32:
            raise damaged(say("The GGUF file's {architecture}.{key} is {value}: it is damaged.", architecture=self.architecture, key=key,
                              value=str(value)[:40]))
        return value

    def each(self, key: str, count: int, default: int | None = None) -> tuple[int, ...]:
        """One value a layer; a single number stands for all."""
        value = self.get(key)
        if isinstance(value, tuple) and len(value) >= count and all(isinstance(v, int) and v >= 0 for v in value):
            return tuple(int(v) for v in value[:count])
        if isinstance(value, tuple):
            raise damaged(say("The GGUF file's {architecture}.{key} has {value} entries for {count} layers.",
                              architecture=self.architecture, key=key, value=len(value), count=count))
        return (self.whole(key, default),) * count


def model_from_gguf(path: Path) -> tuple[Model, str | None]:
    """The model in a .gguf file and the catalog id of its mix (None where neither file nor tensors tell).

    Raises CannotAnswer in one sentence for damaged files and for what is no language model.
    """
    gguf = read_gguf(path)
    return model_of(gguf), quantization_of(gguf)


def model_of(gguf: Gguf) -> Model:
    """The model that the header describes, with every tensor's shape, type and bytes."""
    meta = Metadata(gguf)
    _refuse_other_kinds(gguf)
    if not meta.architecture:
        raise CannotAnswer(
            say("{name} does not say its architecture.", name=gguf.path.name[:100]), say("It is no model, or damaged."), "model"
        )
    if not gguf.tensors:
        raise CannotAnswer(say("{name} holds a vocabulary only: no tensors, so nothing to run.", name=gguf.path.name[:100]),
                           say("Name the model's own file."), "model")
    refused = _tables()["refused"].get(meta.architecture)
    if refused:
        raise unsupported(say("The architecture {architecture} is not supported: {refused}.", architecture=meta.architecture,
                              refused=from_data(refused)))
    blocks, outer = _by_layer(gguf)
    mtp = meta.whole("nextn_predict_layers", 0)
    count = meta.whole("block_count") - mtp
    if not 0 < count <= 10_000:
        raise damaged(say("The GGUF file claims {count} layers: it is damaged.", count=count))
    if "token_embd.weight" not in outer:
        raise CannotAnswer(say("{name} has no token embedding: it is a part of a model.", name=gguf.path.name[:100]),
                           say("Name the first part of the model itself."), "model")
    layers = [blocks.get(i, {}) for i in range(count)]
    found = {**_attention(meta, layers, count), **_mlps(meta, layers, count), **_recurrent(meta, layers)}
    found |= _outer(meta, outer, layers)
    name = str(gguf.metadata.get("general.name") or gguf.path.stem)[:200]
    return consistent(Model(id=gguf.path.stem[:200], name=name, family=meta.architecture, gguf_architecture=meta.architecture,
                            num_hidden_layers=count, mtp_layers=mtp, gguf_tensors=gguf.tensors, source=str(gguf.path),
                            max_position_embeddings=meta.whole("context_length", 0) or None, **found))


def _refuse_other_kinds(gguf: Gguf) -> None:
    """Raises CannotAnswer for GGUF files that hold something else (general.type; gguf-py constants.py, GGUFType)."""
    kind, name = gguf.metadata.get("general.type"), gguf.path.name[:100]
    if kind == "imatrix":
        raise CannotAnswer(say("{name} is no model: it is an importance matrix, what a quantizer weighs tensors with.", name=name),
                           say("Name the model's own file."), "model")
    if kind == "adapter":
        raise CannotAnswer(say("{name} is no model: it is an adapter (LoRA) for a base model.", name=name),
                           say("Name the base model; llama-server takes both: -m BASE --lora ADAPTER."), "model")
    if kind == "mmproj":
        raise CannotAnswer(say("{name} is no model: it is the vision or audio part of one (projector).", name=name),
                           say("Name the text model's file; llama-server takes both: -m MODEL --mmproj PROJECTOR."), "model")


def quantization_of(gguf: Gguf) -> str | None:
    """The mix: the file's own statement, else its name, else the type that most of its bytes have."""
    stated = FILE_TYPES.get(gguf.metadata.get("general.file_type", -1))
    if stated:
        return stated
    match = re.search(r"[-._](ud-)?((?:i?q\d|tq\d|mxfp4)[a-z0-9_]*|bf16|f16|f32)(?:-\d{5}-of-\d{5})?\.gguf$", gguf.path.name.lower())
    if match:
        word = match[2].replace("f16", "fp16").replace("bfp16", "bf16").replace("f32", "fp32")
        return (match[1] or "") + word
    sizes: Counter[str] = Counter()
    for tensor in gguf.tensors:
        sizes[tensor.type] += tensor.bytes
    most = sizes.most_common(1)[0][0] if sizes else ""
    return BY_TYPE.get(most, most.lower() or None)


def _by_layer(gguf: Gguf) -> tuple[dict[int, Tensors], Tensors]:
    """Tensor shapes by block number and name, and those outside blocks."""
    blocks: dict[int, Tensors] = defaultdict(dict)
    outer: Tensors = {}
    for name, shape, _, _ in gguf.tensors:
        match = BLOCK.match(name)
        if match:
            blocks[int(match[1])][match[2]] = shape
        else:
            outer[name] = shape
    return blocks, outer


def _has_attention(layer: Tensors) -> bool:
    if any(name.startswith(("ssm_", "shortconv")) for name in layer):
        return "ssm_in.weight" in layer and "attn_k.weight" in layer
    return any(name in layer for name in ("attn_q.weight", "attn_k.weight", "attn_qkv.weight", "attn_kv_a_mqa.weight", "attn_q_b.weight"))


def _attention(meta: Metadata, layers: list[Tensors], count: int) -> dict[str, Any]:
    """Heads, sizes, windows and layer types."""
    hidden = meta.whole("embedding_length")
    heads = meta.whole("attention.head_count", 0)
    kv = meta.each("attention.head_count_kv", count, heads)
    head_dim = meta.whole("attention.key_length", hidden // heads if heads else 0)
    values = meta.whole("attention.value_length", head_dim)
    window, pattern = _window(meta, count)
    types = tuple(_layer_type(layer, windowed and bool(window), meta) for layer, windowed in zip(layers, pattern, strict=True))
    short = any(t in ("sliding_attention", "chunked_attention") for t in types)
    found: dict[str, Any] = {"hidden_size": hidden, "num_attention_heads": heads, "head_dim": head_dim, "layer_types": types,
                             "num_key_value_heads": kv[0] if len(set(kv)) == 1 else kv,
                             "sliding_window": window if short else None,
                             "v_head_dim": values if values != head_dim else None,
                             "rotary_dim": meta.whole("rope.dimension_count", head_dim),
                             "num_kv_shared_layers": meta.whole("attention.shared_kv_layers", 0)}
    from_start = _tables()["kv_from_start"].get(meta.architecture)
    if from_start:
        found |= {"num_kv_shared_layers": max(0, count - from_start), "kv_weights_in_shared_layers": True}
    swa_dim = meta.whole("attention.key_length_swa", 0)
    if swa_dim and swa_dim != head_dim:
        found |= {"head_dim": swa_dim, "global_head_dim": head_dim, "v_head_dim": None}
    if meta.get("attention.kv_lora_rank") is not None and meta.whole("attention.kv_lora_rank"):
        found |= _mla(meta, head_dim)
    if meta.get("attention.compress_ratios") is not None:
        found |= _compressed(meta, head_dim, count)
    return found | _attention_parts(layers, found)


def _compressed(meta: Metadata, head_dim: int, count: int) -> dict[str, Any]:
    """DeepSeek-V4's compressed attention, by the keys that llama.cpp b11434 reads."""
    ratios = meta.each("attention.compress_ratios", count)
    compressed = {"head_dim": head_dim, "rope_head_dim": meta.whole("rope.dimension_count", head_dim),
                  "sliding_window": meta.whole("attention.sliding_window"), "ratios": ratios,
                  "q_lora_rank": meta.whole("attention.q_lora_rank"), "o_lora_rank": meta.whole("attention.output_lora_rank"),
                  "o_groups": max(1, meta.whole("attention.output_group_count", 1)),
                  "index_n_heads": meta.whole("attention.indexer.head_count", 0),
                  "index_head_dim": meta.whole("attention.indexer.key_length", 0),
                  "index_topk": meta.whole("attention.indexer.top_k", 0), "hc_mult": meta.whole("hyper_connection.count", 0),
                  "num_hash_layers": meta.whole("hash_layer_count", 0)}
    return {"compressed_kv": compressed, "sliding_window": compressed["sliding_window"], "rotary_dim": head_dim,
            "layer_types": tuple("full_attention" if ratio else "sliding_attention" for ratio in ratios)}


def _attention_parts(layers: list[Tensors], found: dict[str, Any]) -> dict[str, Any]:
    """Biases, norms and sinks, from the first layer that has attention."""
    layer = next((t for t in layers if _has_attention(t)), {})
    norm = layer.get("attn_q_norm.weight")
    width = found["num_attention_heads"] * found["head_dim"]
    q = layer.get("attn_q.weight")
    norms = [n for n in (layers[0] if layers else {}) if n in (
        "attn_norm.weight", "ffn_norm.weight", "ffn_norm", "post_attention_norm.weight", "post_ffw_norm.weight", "attn_post_norm.weight")]
    qk_norm = "none" if norm is None else "full" if len(norm) == 1 and norm[0] == width and norm[0] != found["head_dim"] else "head"
    return {"qkv_bias": any(n in layer for n in ("attn_q.bias", "attn_qkv.bias")), "o_bias": "attn_output.bias" in layer,
            "attention_sinks": "attn_sinks.weight" in layer, "qk_norm": qk_norm, "norms_per_layer": len(norms),
            "norm_bias": "attn_norm.bias" in layer,
            "attention_output_gate": bool(q and found.get("mla") is None and "attn_gate.weight" not in layer
                                          and q[-1] == 2 * width and not found.get("global_head_dim"))}


def _mla(meta: Metadata, head_dim: int) -> dict[str, Any]:
    rope = meta.whole("rope.dimension_count")
    wide = meta.whole("attention.key_length_mla", head_dim)
    v = meta.whole("attention.value_length_mla", meta.whole("attention.value_length", wide))
    mla = Mla(q_lora_rank=meta.whole("attention.q_lora_rank", 0) or None, kv_lora_rank=meta.whole("attention.kv_lora_rank"),
              qk_nope_head_dim=max(0, wide - rope), qk_rope_head_dim=rope, v_head_dim=v,
              index_n_heads=meta.whole("attention.indexer.head_count", 0) or None,
              index_head_dim=meta.whole("attention.indexer.key_length", 0) or None)
    return {"mla": mla, "head_dim": wide, "v_head_dim": v, "rotary_dim": rope,
            "num_key_value_heads": meta.whole("attention.head_count")}


def _window(meta: Metadata, count: int) -> tuple[int | None, list[bool]]:
    """The window and, for every layer, whether it has one: by the file's pattern, else by llama.cpp's table."""
    table = _tables()["windows"].get(meta.architecture, {})
    window = meta.whole("attention.sliding_window", table.get("window", 0)) or None
    pattern = meta.get("attention.sliding_window_pattern")
    if isinstance(pattern, tuple) and len(pattern) >= count:
        return window, [bool(v) for v in pattern[:count]]
    every = pattern if isinstance(pattern, int) and not isinstance(pattern, bool) and pattern > 0 else table.get("every")
    if not every or not window:
        return None, [False] * count
    first = 0 if table.get("first") else 1
    return window, [(i + first) % every != 0 for i in range(count)]


def _layer_type(layer: Tensors, windowed: bool, meta: Metadata) -> LayerType:
    if _has_attention(layer):
        if not windowed:
            return "full_attention"
        return "chunked_attention" if _tables()["windows"].get(meta.architecture, {}).get("chunked") else "sliding_attention"
    if "shortconv.in_proj.weight" in layer or "shortconv.conv.weight" in layer:
        return "conv"
    if any(name in layer for name in ("ssm_beta.weight", "ssm_ba.weight", "ssm_alpha.weight", "ssm_f_a.weight", "ssm_beta_alpha.weight")):
        return "linear_attention"
    return "mamba" if "ssm_in.weight" in layer else "none"


def _mlps(meta: Metadata, layers: list[Tensors], count: int) -> dict[str, Any]:
    """Dense and sparse feed-forward parts, from the tensors."""
    widths = list(meta.each("feed_forward_length", count, 0))
    types: list[MlpType] = []
    gated = False
    beside = False
    for i, layer in enumerate(layers):
        sparse, up = "ffn_gate_inp.weight" in layer, layer.get("ffn_up.weight")
        fused = bool(up and widths[i] and up[-1] == 2 * widths[i])
        gated = gated or fused or any(n in layer for n in ("ffn_gate.weight", "ffn_gate_exps.weight", "ffn_gate_up_exps.weight"))
        beside = beside or bool(sparse and up)
        types.append("sparse" if sparse else "dense" if up or "ffn_down.weight" in layer else "none")
        if up and not fused:
            widths[i] = up[-1]
    found: dict[str, Any] = {"mlp_layer_types": tuple(types), "mlp_gated": gated or set(types) == {"none"},
                             "mlp_bias": any("ffn_up.bias" in t or "ffn_down.bias" in t for t in layers),
                             "intermediate_size": widths[0] if len(set(widths)) == 1 else tuple(widths)}
    if "sparse" in types:
        found["moe"] = _moe(meta, layers[types.index("sparse")], beside, widths[types.index("sparse")])
    return found


def _moe(meta: Metadata, layer: Tensors, beside: bool, width: int) -> Moe:
    up = layer.get("ffn_up_exps.weight") or layer.get("ffn_gate_exps.weight")
    inner = meta.whole("expert_feed_forward_length", up[1] if up and len(up) > 1 else width)
    shared = layer.get("ffn_up_shexp.weight")
    return Moe(num_experts=meta.whole("expert_count"), num_experts_per_tok=meta.whole("expert_used_count"),
               moe_intermediate_size=inner, num_shared_experts=max(1, meta.whole("expert_shared_count", 1)) if shared else 0,
               shared_expert_intermediate_size=shared[-1] if shared else None, shared_expert_gate="ffn_gate_inp_shexp.weight" in layer,
               router_bias="exp_probs_b.bias" in layer or "ffn_gate_inp.bias" in layer, expert_bias="ffn_up_exps.bias" in layer,
               latent_size=meta.whole("moe_latent_size", 0) or None, dense_beside=beside)


def _recurrent(meta: Metadata, layers: list[Tensors]) -> dict[str, Any]:
    """State space, delta net and convolution layers."""
    state = next((t for t in layers if any(n.startswith("ssm_") for n in t)), None)
    found: dict[str, Any] = {}
    if any("shortconv.conv.weight" in t for t in layers):
        found["conv_kernel"] = meta.whole("shortconv.l_cache", 3)
    if state is None:
        return found
    if meta.get("kda.head_dim") is not None:
        heads, dim = meta.whole("attention.head_count"), meta.whole("kda.head_dim")
        found["linear_attention"] = LinearAttention(num_key_heads=heads, num_value_heads=heads, key_head_dim=dim, value_head_dim=dim,
                                                    conv_kernel=meta.whole("ssm.conv_kernel", 4), kind="kimi_delta")
        return found
    conv, inner, size = meta.whole("ssm.conv_kernel"), meta.whole("ssm.inner_size"), meta.whole("ssm.state_size")
    rank, groups = meta.whole("ssm.time_step_rank", 0), meta.whole("ssm.group_count", 0)
    if "ssm_in.weight" not in state:
        found["linear_attention"] = LinearAttention(num_key_heads=groups, num_value_heads=rank, key_head_dim=size, value_head_dim=size,
                                                    conv_kernel=conv)
        return found
    first = "ssm_x.weight" in state
    found["mamba"] = Mamba(version=1 if first else 2, d_inner=inner, d_state=size, d_conv=conv, n_groups=0 if first else groups,
                           num_heads=None if first else rank, dt_rank=rank if first else None,
                           norm="ssm_norm.weight" in state or "ssm_dt_norm.weight" in state, conv_bias="ssm_conv1d.bias" in state)
    found["mamba_beside_attention"] = _has_attention(state)
    return found


def _outer(meta: Metadata, outer: Tensors, layers: list[Tensors]) -> dict[str, Any]:
    """Vocabulary, output layer, rotary tables and per-layer inputs."""
    table = outer["token_embd.weight"]
    tokens = meta.all.get("tokenizer.ggml.tokens")
    per_layer = outer.get("per_layer_token_embd.weight")
    inputs = meta.whole("embedding_length_per_layer_input", 0)
    long = outer.get("rope_factors_long.weight") or (layers[0] if layers else {}).get("rope_factors_long.weight")
    freqs = outer.get("rope_freqs.weight") or (layers[0] if layers else {}).get("rope_freqs.weight")
    laurel = (layers[0] if layers else {}).get("laurel_l.weight")
    vocabulary = table[1] if len(table) > 1 else tokens.length if isinstance(tokens, Skipped) else meta.whole("vocab_size")
    return {"vocab_size": vocabulary, "tie_word_embeddings": "output.weight" not in outer, "lm_head_bias": "output.bias" in outer,
            "rope_freqs": freqs[0] if freqs else 0, "longrope_factors": long[0] if long else 0,
            "position_embeddings": outer["position_embd.weight"][-1] if "position_embd.weight" in outer else 0,
            "altup_num_inputs": meta.whole("altup.num_inputs", 0), "laurel_rank": laurel[-1] if laurel else 0,
            "hidden_size_per_layer_input": inputs, "vocab_size_per_layer_input": per_layer[-1] if per_layer else 0}
