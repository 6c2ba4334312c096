"""Bytes of a GGUF model's weights, by where they lie: each layer, its experts, the output head, the embedding table.

From a file the tensors' own bytes; by name the converter's tensor list with the quantizer's types. Every tensor is rounded
up to 32 bytes, as in llama.cpp's buffers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from advisor.formula.gguf_mix import Shape, recipe, tensor_types
from advisor.formula.gguf_tensors import Tensor, gguf_tensors, kv_heads
from advisor.formula.gguf_types import ALIGNMENT, tensor_bytes
from advisor.scenario import Model

INPUT_TABLES = ("token_embd.weight", "per_layer_token_embd.weight", "position_embd.weight", "token_types.weight")
EXPERT = re.compile(r"ffn_(up|down|gate|gate_up)_exps|ffn_(up|down|gate)\.\d+\.")


class GgufWeights(NamedTuple):
    """Bytes by place. `layers[i]` is layer i without its routed experts, `experts[i]` those (MTP blocks come last).

    `output` is the head with its norm; a tied model uploads a copy of the embedding for it (`copied`). `tables` (the
    embedding and other looked-up tables) stay in host memory. `file` is the sum of all tensors as stored.
    """

    layers: tuple[int, ...]
    experts: tuple[int, ...]
    output: int
    tables: int
    file: int
    copied: int

    @property
    def device(self) -> int:
        """What all layers and the head take on devices when everything is offloaded."""
        return sum(self.layers) + sum(self.experts) + self.output


def by_place(tensors: Iterable[tuple[str, int]], blocks: int) -> GgufWeights:
    """Sorts (name, bytes) of tensors into their places; `blocks` is the number of layers, MTP blocks included."""
    layers, experts = [0] * blocks, [0] * blocks
    output = tables = head = total = embedding = 0
    for name, size in tensors:
        size = -(-size // ALIGNMENT) * ALIGNMENT
        total += size
        if name.startswith("blk."):
            number = name[4:name.index(".", 4)]
            i = min(int(number) if number.isdigit() else 0, blocks - 1)
            if EXPERT.search(name):
                experts[i] += size
            else:
                layers[i] += size
        elif name in INPUT_TABLES:
            tables += size
            embedding = size if name == "token_embd.weight" else embedding
        else:
            output += size
            head += size if name == "output.weight" else 0
    copied = 0 if head else embedding
    return GgufWeights(tuple(layers), tuple(experts), output + copied, tables, total, copied)


def weights_of_file(model: Model) -> GgufWeights:
    """Exact bytes of a GGUF model's own tensors."""
    assert model.gguf_tensors is not None
    numbers = [int(n[4:n.index(".", 4)]) for n, *_ in model.gguf_tensors if n.startswith("blk.") and n[4:n.index(".", 4)].isdigit()]
    blocks = max([model.num_hidden_layers, *(n + 1 for n in numbers if n < 100_000)])
    return by_place(((t.name, t.bytes) for t in model.gguf_tensors), blocks)


def quantizer_shape(model: Model, traits: Mapping[str, Any]) -> Shape:
    """What of the model the quantizer's rules look at."""
    kv = 1 if model.mla else kv_heads(model, 0)
    if traits.get("kv_heads_by_layer") and model.layer_types[0] not in ("full_attention", "sliding_attention"):
        kv = 0
    return Shape(layers=model.num_hidden_layers, heads_per_kv_head=model.num_attention_heads // kv if kv else 0,
                 experts=model.moe.num_experts if model.moe else 0,
                 has_output=not model.tie_word_embeddings or model.stored_tied_head,
                 class_70b=model.num_hidden_layers == traits.get("class_70b_layers"))


def weights_by_name(model: Model, quantization: str, traits: Mapping[str, Any], until_2024: bool = False,
                    imatrix: bool | None = None) -> GgufWeights | None:
    """What a file of that mix would hold; None where no rule tells (then only bits a weight are known).

    `quantization` is a catalog id such as q4_k_m; `traits` are those of the model's gguf_architecture. `until_2024`: files of
    2023 and early 2024, with one tensor an expert (which missed the rules for ffn_down) and the old rule for a fused attn_qkv.
    """
    found = recipe(quantization)
    if found is None:
        return None
    mix, large_ends = found
    tensors = gguf_tensors(model, traits, until_2024)
    types = tensor_types(mix, tensors, quantizer_shape(model, traits), imatrix, large_ends, until_2024)
    return by_place(((t.name, tensor_bytes(t.shape, kind)) for t, kind in zip(tensors, types, strict=True)), _blocks(tensors, model))


def weights_by_bits(model: Model, bits_per_weight: float, traits: Mapping[str, Any]) -> GgufWeights:
    """A flat rate on every matrix, vectors in F32: for mixes that follow no table, and for the textbook's half byte."""
    tensors = gguf_tensors(model, traits)
    sizes = []
    for t in tensors:
        elements = 1
        for dimension in t.shape:
            elements *= dimension
        sizes.append((t.name, round(elements * (bits_per_weight / 8 if len(t.shape) > 1 else 4))))
    return by_place(sizes, _blocks(tensors, model))


def _blocks(tensors: list[Tensor], model: Model) -> int:
    return max(model.num_hidden_layers, 1 + max(t.layer for t in tensors))


