"""Bytes of a model in MLX's format: matrices in groups of a row with a 16-bit scale and bias each, the rest in 16 bit."""

from __future__ import annotations

import re
from math import prod

from advisor.formula.gguf_tensors import Tensor, block_key, block_tensors, outside_tensors
from advisor.formula.per_model import per_model
from advisor.scenario import Model

KEPT_16_BIT = re.compile(r"norm|conv|ssm_a$|ssm_d$|sinks|position_embd|rope_f|bias$")


@per_model
def mlx_weights_bytes(model: Model, bits_per_weight: float, group_size: int | None) -> int:
    """Sum over tensors of elements × bits_per_weight ÷ 8 (scale and bias of each group counted in it, 4.5 for 4 bit in groups
    of 64), 2 bytes an element for vectors, convolutions and rows that are no multiple of `group_size`.

    `group_size` None: plain 16 bit. A tied embedding is held once. Rule of mlx.nn.quantize as mlx-lm's convert calls it.
    """
    def size(tensors: list[Tensor]) -> float:
        total = 0.0
        for t in tensors:
            plain = group_size is None or len(t.shape) < 2 or t.shape[0] % group_size or KEPT_16_BIT.search(t.name)
            total += prod(t.shape) * (2 if plain else bits_per_weight / 8)
        return total

    kinds: dict[object, float] = {}
    total = size(outside_tensors(model, {}))
    for i in range(model.num_hidden_layers):
        key = block_key(model, i)
        if key not in kinds:
            kinds[key] = size(block_tensors(model, i, {}))
        total += kinds[key]
    return round(total)
