"""Hand-made models, formats and machines for the tests of engines with a reserved pool."""

from __future__ import annotations

from typing import Any

from advisor.answer import Memory, Trace
from advisor.engines.base import Case, Engine
from advisor.scenario import (
    Device,
    LinearAttention,
    Machine,
    Mla,
    Model,
    Moe,
    NativeQuantization,
    Quantization,
    Settings,
    Slot,
    Workload,
)

GIB = 2**30


def dense(**changes: Any) -> Model:
    """The shapes of Llama-3.1-8B."""
    layers = changes.pop("layers", 32)
    shape: dict[str, Any] = {
        "id": "m", "name": "M", "family": "f", "hidden_size": 4096, "num_hidden_layers": layers, "vocab_size": 128256,
        "max_position_embeddings": 131072, "layer_types": ("full_attention",) * layers, "mlp_layer_types": ("dense",) * layers,
        "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 14336}
    return Model(**{**shape, **changes})


def qwen_14b() -> Model:
    """The shapes of Qwen2.5-14B."""
    return dense(layers=48, hidden_size=5120, vocab_size=152064, max_position_embeddings=32768, num_attention_heads=40,
                 intermediate_size=13824, qkv_bias=True)


def sliding() -> Model:
    """The shapes of gemma-3-27b's text part."""
    kinds = tuple("full_attention" if i % 6 == 5 else "sliding_attention" for i in range(62))
    return dense(layers=62, hidden_size=5376, vocab_size=262208, num_attention_heads=32, num_key_value_heads=16,
                 intermediate_size=21504, layer_types=kinds, sliding_window=1024, tie_word_embeddings=True, norms_per_layer=4)


def latent() -> Model:
    """A small mixture of experts with latent attention (Kimi-VL's text part)."""
    return dense(layers=27, hidden_size=2048, vocab_size=163840, num_attention_heads=16, num_key_value_heads=16, head_dim=192,
                 intermediate_size=11264, mlp_layer_types=("dense",) + ("sparse",) * 26,
                 mla=Mla(kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128),
                 moe=Moe(num_experts=64, num_experts_per_tok=6, moe_intermediate_size=1408, num_shared_experts=2))


def hybrid() -> Model:
    """The shapes of Qwen3.5-27B: three gated delta nets to an attention layer."""
    kinds = tuple("full_attention" if i % 4 == 3 else "linear_attention" for i in range(64))
    return dense(layers=64, hidden_size=5120, vocab_size=248320, max_position_embeddings=262144, num_attention_heads=24,
                 num_key_value_heads=4, head_dim=256, intermediate_size=17408, layer_types=kinds,
                 linear_attention=LinearAttention(num_key_heads=16, num_value_heads=48, key_head_dim=128, value_head_dim=128))


def ignoring(*modules: str) -> NativeQuantization:
    return NativeQuantization(method="nvfp4", group_size=16, ignored_modules=modules)


_KEEP = ("embeddings", "lm_head", "norms", "router")
FORMATS = {
    "fp32": Quantization(id="fp32", name="FP32", kind="plain", bits_per_weight=32, bit_class="32"),
    "bf16": Quantization(id="bf16", name="BF16", kind="plain", bits_per_weight=16),
    "fp16": Quantization(id="fp16", name="FP16", kind="plain", bits_per_weight=16),
    "fp8": Quantization(id="fp8", name="FP8", kind="gpu", bits_per_weight=8, bit_class="8", keeps_16_bit=_KEEP),
    "int8": Quantization(id="int8", name="INT8", kind="gpu", bits_per_weight=8, bit_class="8", keeps_16_bit=_KEEP),
    "awq": Quantization(id="awq", name="AWQ", kind="gpu", bits_per_weight=4.15625, bit_class="4", group_size=128, scale_bits=0.125,
                        zero_point_bits=0.03125, keeps_16_bit=_KEEP),
    "nvfp4": Quantization(id="nvfp4", name="NVFP4", kind="gpu", bits_per_weight=4.5, bit_class="4", group_size=16, scale_bits=0.5,
                          keeps_16_bit=_KEEP),
    "mxfp4": Quantization(id="mxfp4", name="MXFP4", kind="gpu", bits_per_weight=4.25, bit_class="4", group_size=32, scale_bits=0.25,
                          keeps_16_bit=("attention", *_KEEP)),
    "q4_k_m": Quantization(id="q4_k_m", name="Q4_K_M", kind="gguf_mix", bits_per_weight=4.85, bit_class="4"),
    "mlx-4bit": Quantization(id="mlx-4bit", name="MLX 4 bit", kind="mlx", bits_per_weight=4.5, bit_class="4"),
    "int4": Quantization(id="int4", name="Textbook half byte", kind="textbook", bits_per_weight=4, bit_class="4"),
}


def card(memory_gib: float, **changes: Any) -> Device:
    size = round(memory_gib * GIB)
    given: dict[str, Any] = {"id": "card", "name": "Card", "vendor": "nvidia", "kind": "consumer", "usable_bytes": size,
                             "memory_bytes": size, "compute_capability": 8.9, "device_class": "nvidia-ada-geforce"}
    return Device(**{**given, **changes})


def case(engine: Engine, model: Model, quantization: str = "bf16", device: Device | None = None, count: int = 1,
         version: str | None = None, memory_gib: float | None = 79.19, used_gib: float = 0, os: str = "linux", concurrency: int = 1,
         **settings: Any) -> Case:
    """A case as estimate() makes it, not yet filled; `memory_gib` is what a program sees where no device is given."""
    slot = Slot(device=device, memory_bytes=device.usable_bytes if device else round((memory_gib or 0) * GIB) or None,
                used_bytes=round(used_gib * GIB))
    return Case(model=model, quantization=FORMATS[quantization], machine=Machine(slots=(slot,) * count, os=os), engine=engine,
                version=version or str(engine.data["version"]), settings=Settings(**settings), workload=Workload(concurrency=concurrency))


def memory(engine: Engine, model: Model, quantization: str = "bf16", **given: Any) -> Memory:
    """The filled case's memory."""
    trace = Trace()
    return engine.memory(engine.fill(case(engine, model, quantization, **given), trace), trace)


def told(engine: Engine, model: Model, quantization: str = "bf16", **given: Any) -> tuple[Memory, Trace]:
    trace = Trace()
    return engine.memory(engine.fill(case(engine, model, quantization, **given), trace), trace), trace
