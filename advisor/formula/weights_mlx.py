"""Bytes of a model in MLX's format: matrices in groups of a row with a 16-bit scale and bias each, the rest in 16 bit."""

from __future__ import annotations

import re
from math import prod

from advisor.formula.gguf_tensors import Tensor, block_key, block_tensors, outside_tensors
from advisor.formula.per_model import per_model
from advisor.scenario import Model

KEPT_16_BIT = re.compile(r"norm|conv|ssm_a$|ssm_d$|sinks|position_embd|rope_f|bias$")


@per_model
def mlx_elements(model: Model, group_size: int | None) -> tuple[int, int]:
    """(elements in groups, elements in 16 bit): vectors, convolutions and rows that are no multiple of `group_size` stay in 16 bit.

    `group_size` None: all of them. A tied embedding is held once. Rule of mlx.nn.quantize as mlx-lm's convert calls it.
    """
    def counted(tensors: list[Tensor]) -> tuple[int, int]:
        grouped = plain = 0
        for t in tensors:
            if group_size is None or len(t.shape) < 2 or t.shape[0] % group_size or KEPT_16_BIT.search(t.name):
                plain += prod(t.shape)
            else:
                grouped += prod(t.shape)
        return grouped, plain

    kinds: dict[object, tuple[int, int]] = {}
    grouped, plain = counted(outside_tensors(model, {"drops_tied_head": True}))
    for i in range(model.num_hidden_layers):
        key = block_key(model, i)
        if key not in kinds:
            kinds[key] = counted(block_tensors(model, i, {}))
        grouped, plain = grouped + kinds[key][0], plain + kinds[key][1]
    return grouped, plain


def mlx_weights_bytes(model: Model, bits_per_weight: float, group_size: int | None) -> int:
    """Grouped elements × bits_per_weight ÷ 8 (scale and bias of each group counted in it, 4.5 for 4 bit in groups of 64), and
    2 bytes for each of the others."""
    grouped, plain = mlx_elements(model, group_size)
    return round(grouped * bits_per_weight / 8 + plain * 2)
