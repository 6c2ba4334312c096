"""Formats of the weights worth trying in an engine for a model, what each gives up, and whether its weights are to be had."""

from __future__ import annotations

from collections.abc import Mapping

from advisor import catalog
from advisor.engines import Engine
from advisor.engines.checkpoints import KEEPS_EXPERTS, own_gguf, published, usual_mix
from advisor.engines.launch import launch_data
from advisor.formula.parameters import components
from advisor.recommend.models import BITS_OF_4_BIT
from advisor.recommend.question import Question
from advisor.scenario import Device, Machine, Model

# GGUF mixes by loss (quants.csv, KLD against f16): what each step down costs, Q4_K_M being the engines' own default.
GGUF_DEFAULT = {
    "q4_k_m": 0.0,
    "q5_k_m": 1.0,
    "q6_k": 2.0,
    "q8_0": 3.0,
    "iq4_xs": 2.5,
    "q3_k_m": 7.0,
    "iq3_xxs": 10.0,
    "q2_k": 22.0,
    "iq2_xxs": 30.0,
    "iq1_s": 40.0,
}
GGUF_QUALITY = {
    "q8_0": 0.0,
    "q6_k": 0.5,
    "q5_k_m": 1.5,
    "q4_k_m": 3.0,
    "iq4_xs": 4.5,
    "q3_k_m": 9.0,
    "iq3_xxs": 12.0,
    "q2_k": 24.0,
    "iq2_xxs": 32.0,
    "iq1_s": 42.0,
}
UNSLOTHS = {"q8_0": "ud-q8_k_xl", "q4_k_m": KEEPS_EXPERTS, "iq4_xs": "ud-iq4_xs", "q3_k_m": "ud-q3_k_xl", "iq3_xxs": "ud-iq3_xxs",
            "q2_k": "ud-q2_k_xl", "iq2_xxs": "ud-iq2_xxs", "iq1_s": "ud-iq1_s"}
"""What stands for a stock mix where only Unsloth's files are published."""
MLX_DEFAULT = {"mlx-4bit": 0.0, "mlx-6bit": 1.0, "mlx-8bit": 2.0, "mlx-3bit": 8.0}
MLX_QUALITY = {"mlx-8bit": 0.0, "mlx-6bit": 0.5, "mlx-4bit": 2.5, "mlx-3bit": 10.0}
NO_CHECKPOINT_PENALTY = 12.0
"""As much as a queue: rather some wait than nobody starts before somebody has made the weights."""
STAND_INS = {"awq": ("w4a16", "int4_g32"), "nvfp4": ("mxfp4",)}
"""4-bit formats of the same arithmetic, tried where nobody is known to have published the usual one."""
EIGHT_BITS = 8.0
FOUR_BIT_FOR_QUALITY = 4.0
"""What 4 bit loses beyond its step where quality was asked for: more than any narrower split of the cards gives back. FP8 loses next to
nothing, INT8 1 to 3 %, 4 bit more on hard tasks (arXiv 2411.02355, half a million evaluations of Llama 3.1)."""
SMALL_MODEL = 2_500_000_000
ROOMY_SHARE = 0.7


def format_penalties(formats: str, model: Model, machine: Machine, question: Question) -> dict[str, float]:
    """Formats worth trying and what each gives up. A checkpoint that is published quantized keeps its own format first."""
    native = model.native_quantization.method if model.native_quantization else None
    first = question.priority == "quality"
    quality = first or wished_bits(question) >= EIGHT_BITS
    if formats == "gguf":
        found = dict(GGUF_QUALITY if quality or components(model).total < SMALL_MODEL else GGUF_DEFAULT)
        if usual_mix(model) == KEEPS_EXPERTS:
            found = {UNSLOTHS[name]: loss for name, loss in found.items() if name in UNSLOTHS}
        elif native == "mxfp4":
            found = {"mxfp4": 0.0, **{name: loss + 10 for name, loss in found.items()}}
    elif formats == "mlx":
        found = dict(MLX_QUALITY if quality or components(model).total < SMALL_MODEL else MLX_DEFAULT)
    else:
        found = server_formats(native, machine, first or wished_bits(question) >= 2 * EIGHT_BITS)
    wish = wished_format(formats, question)
    if wish:
        found = {wish: -8.0, **{name: loss for name, loss in found.items() if name != wish}}
    return found


def wished_bits(question: Question) -> float:
    """Bits a weight of the asked-for quantization, 0 where none was asked for: where it cannot be had, who asked for 8 or 16 bit wants
    the format that loses least, not the usual 4 bit."""
    return catalog.find_quantization(question.quantization).bits_per_weight or 0.0 if question.quantization else 0.0


def wished_format(formats: str, question: Question) -> str | None:
    """The asked-for quantization where this kind of engine could take it at all."""
    if not question.quantization:
        return None
    quantization = catalog.find_quantization(question.quantization)
    kinds = {"gguf": ("gguf_mix", "plain"), "mlx": ("mlx",), "gpu": ("gpu", "plain")}[formats]
    return quantization.id if quantization.kind in kinds or quantization.id == "mxfp4" else None


def server_formats(native: str | None, machine: Machine, quality: bool) -> dict[str, float]:
    """FP8 first where the device computes in it, INT8 (on Intel cards FP8 weights) elsewhere, then 4 bit; 16 bit first for quality."""
    device = machine.slots[0].device if machine.slots else None
    if native and native not in ("bf16", "fp16"):
        made_for = {"nvfp4": 7.0} if has_fp4(device) and native != "nvfp4" else {}
        return {native: 0.0, "fp8": 3.0 if has_fp8(device) else 9.0, **made_for, "awq": 8.0}
    eight = "fp8" if has_fp8(device) or (device and device.vendor == "intel") else "int8"      # Intel's XPU: FP8 weights, no INT8
    sixteen = "bf16" if has_bf16(device) else "fp16"
    order = [sixteen, eight, "awq", "gptq"] if quality or not has_fp8(device) else [eight, sixteen, "awq", "gptq"]
    four = FOUR_BIT_FOR_QUALITY if quality else 0.0
    found = {name: step + (four if name in ("awq", "gptq") else 0.0) for step, name in enumerate(order)}
    if has_fp4(device):
        found["nvfp4"] = 1.5 + four
    return found


def ready_made(engine: Engine, model: Model, formats: Mapping[str, float]) -> dict[str, float]:
    """The same formats, dearer where nobody published that checkpoint and the engine cannot make it while loading.

    Where none is known but another 4-bit checkpoint of the same arithmetic, that one stands for it (STAND_INS).
    """
    ready = {name for name in formats if obtainable(engine, model, name)}
    found = {name: loss + (0.0 if name in ready else NO_CHECKPOINT_PENALTY) for name, loss in formats.items()}
    for wanted, others in STAND_INS.items():
        if wanted in found and wanted not in ready and not (wanted == "awq" and "gptq" in ready):
            found.update({name: formats[wanted] for name in others if name not in found and published(model, name)})
    return found


def obtainable(engine: Engine, model: Model, quantization: str) -> bool:
    """Whether the engine finds the weights in that format ready made: the model's own, published, or made while it loads."""
    kind = engine.data.get("traits", {}).get("formats", "gguf")
    native = model.native_quantization.method if model.native_quantization else None
    if catalog.find_quantization(quantization).kind == "mlx":
        return published(model, quantization, "mlx") is not None
    if kind == "gguf":
        library = engine.data.get("traits", {}).get("library") and model.ollama_tag
        pulled = library and quantization == engine.default_quantization(model, Machine())
        return bool(pulled or own_gguf(model) or any(published(model, quantization, part) for part in ("gguf", "gguf_tagged")))
    plain = native is None and catalog.find_quantization(quantization).kind == "plain"
    made = native is None and quantization in launch_data(engine)["online_quantization"]
    return plain or made or quantization == native or published(model, quantization) is not None


def has_weights(engine: Engine, model: Model, machine: Machine, question: Question, memory_bytes: int) -> bool:
    """Whether a format is obtainable whose weights leave room for the caches of several requests."""
    formats = format_penalties(engine.data.get("traits", {}).get("formats", "gguf"), model, machine, question)
    most = 8 * ROOMY_SHARE * memory_bytes / components(model).total
    fitting = [name for name in (*formats, *(other for wanted, others in STAND_INS.items() if wanted in formats for other in others))
               if (catalog.find_quantization(name).bits_per_weight or BITS_OF_4_BIT) <= most]
    return any(obtainable(engine, model, name) for name in fitting)


def computed_in(device: Device | None) -> tuple[str, ...]:
    """Formats under 16 bit that a server multiplies in as they are."""
    return (*(("nvfp4", "mxfp4") if has_fp4(device) else ()), "fp8" if has_fp8(device) else "int8")


def has_fp8(device: Device | None) -> bool:
    return bool(device and device.fp8_flops)


def has_fp4(device: Device | None) -> bool:
    return bool(device and device.fp4_flops and device.vendor == "nvidia")


def has_bf16(device: Device | None) -> bool:
    return not (device and device.vendor == "nvidia" and (device.compute_capability or 8.0) < 8.0)
