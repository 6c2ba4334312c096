"""Block formats of ggml: how many elements one block holds and how many bytes it takes.

Source: GGML_QUANT_SIZES of the `gguf` package 0.19.0 (MIT), the format's own constants.
"""

from __future__ import annotations

BLOCKS: dict[str, tuple[int, int]] = {
    "F64": (1, 8), "F32": (1, 4), "F16": (1, 2), "BF16": (1, 2), "I64": (1, 8), "I32": (1, 4), "I16": (1, 2), "I8": (1, 1),
    "Q4_0": (32, 18), "Q4_1": (32, 20), "Q5_0": (32, 22), "Q5_1": (32, 24), "Q8_0": (32, 34), "Q8_1": (32, 40),
    "Q2_K": (256, 84), "Q3_K": (256, 110), "Q4_K": (256, 144), "Q5_K": (256, 176), "Q6_K": (256, 210), "Q8_K": (256, 292),
    "IQ1_S": (256, 50), "IQ1_M": (256, 56), "IQ2_XXS": (256, 66), "IQ2_XS": (256, 74), "IQ2_S": (256, 82),
    "IQ3_XXS": (256, 98), "IQ3_S": (256, 110), "IQ4_NL": (32, 18), "IQ4_XS": (256, 136),
    "TQ1_0": (256, 54), "TQ2_0": (256, 66), "MXFP4": (32, 17), "NVFP4": (64, 36), "Q1_0": (128, 18),
}

ALIGNMENT = 32


def tensor_bytes(shape: tuple[int, ...], type_name: str, alignment: int = ALIGNMENT) -> int:
    """Bytes of a tensor (innermost dimension first) as it lies in a buffer: its blocks, rounded up to `alignment`."""
    block, size = BLOCKS[type_name]
    elements = 1
    for dimension in shape:
        elements *= dimension
    return -(-(elements // block * size) // alignment) * alignment
