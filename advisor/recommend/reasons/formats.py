"""What is worth saying of the format of the weights: who made it, what the device computes in."""

from __future__ import annotations

from advisor import catalog, units
from advisor.answer import Estimate
from advisor.engines.checkpoints import published_type
from advisor.engines.launch import launch_data
from advisor.formula.parameters import components
from advisor.formula.weights_gpu import checkpoint_bytes
from advisor.recommend.formats import computed_in, obtainable
from advisor.recommend.question import Question
from advisor.words import say

USUAL = "q4_k_m"
"""The mix that llama.cpp's family is mostly run in."""
LEAST_BITS = 4.0
"""Bits a weight below which the loss shows in the answers."""


def native_format(answer: Estimate, question: Question) -> str | None:
    native = answer.case.model.native_quantization
    if native is None or native.method != answer.case.quantization.id:
        return None
    return say(
        "{format} is the format that it was published in: converting it again gains nothing.", format=answer.case.quantization.name
    )


def quality_kept(answer: Estimate, question: Question) -> str | None:
    """What putting quality first chose: how much nearer the format stays to the 16-bit weights than the usual one."""
    chosen, usual = answer.case.quantization, catalog.find_quantization(USUAL)
    native = answer.case.model.native_quantization
    if question.priority != "quality" or question.quantization or (native and native.method == chosen.id):
        return None
    if chosen.quality_loss is not None and usual.quality_loss is not None:
        return None if chosen.quality_loss >= usual.quality_loss else say(
            "Quality first, so {format} instead of the usual {usual}: its mean KL divergence from the 16-bit weights is {loss} against "
            "{other}.", format=chosen.name, usual=usual.name, loss=f"{chosen.quality_loss:.4f}", other=f"{usual.quality_loss:.4f}",
        )
    if (chosen.bits_per_weight or 0.0) < 2 * LEAST_BITS - 0.5:
        return None
    return say("Quality first, so {format}: it stays nearer to the 16-bit weights than 4 bit.", format=chosen.name) \
        if chosen.bits_per_weight != 16.0 else say("Quality first: the weights stay in 16 bit.")


def few_bits(answer: Estimate, question: Question) -> str | None:
    """A model that was asked for and comes in fewer than four bits: what that loses, and the other way. (KLD: llama.cpp's perplexity
    README, of Llama 3 8B.)"""
    chosen, usual = answer.case.quantization, catalog.find_quantization(USUAL)
    few = chosen.kind in ("gguf_mix", "mlx") and (chosen.bits_per_weight or LEAST_BITS) < LEAST_BITS
    if not question.model or question.quantization or not few:
        return None
    if chosen.quality_loss is None or usual.quality_loss is None:
        return say("Under 4 bit a model loses visibly: {format} is what fits here. A smaller model at 4 bit often answers as well, and "
                   "faster: compare the two.", format=chosen.name)
    return say("Under 4 bit a model loses visibly: {format} is what fits here, with {times} times the divergence of {usual} (measured on "
               "an 8B, larger ones lose less). A smaller model at 4 bit often answers as well, and faster: compare the two.",
               format=chosen.name, times=f"{chosen.quality_loss / usual.quality_loss:.0f}", usual=usual.name)


def own_arithmetic(answer: Estimate, question: Question) -> str | None:
    """A format under 16 bit that the device multiplies in as it is: less to read and less to compute."""
    device, quantization = answer.case.device, answer.case.quantization
    if device is None or answer.case.engine.data.get("traits", {}).get("formats") != "gpu" or quantization.id not in computed_in(device):
        return None
    if quantization.id == "int8" and not device.int8_ops:
        return None
    return say("{device} computes in {format} natively: a weight takes half the bytes of 16 bit or fewer, and prompts are read "
               "faster too.",
               device=device.name, format=quantization.name)


def weight_only(answer: Estimate, question: Question) -> str | None:
    """A format that this device stores but cannot compute in."""
    device, quantization = answer.case.device, answer.case.quantization
    if device is None or device.vendor != "nvidia" or answer.case.engine.data.get("traits", {}).get("formats") != "gpu":
        return None
    if quantization.id.startswith("fp8") and not device.fp8_flops:
        return say(
            "{device} (compute capability {cc}) has no native FP8: the weights are unpacked to 16 bit (weight-only, Marlin), which saves "
            "memory but not compute; INT8 (W8A8) is its own 8-bit arithmetic.",
            device=device.name,
            cc=device.compute_capability,
        )
    if quantization.id in ("nvfp4", "mxfp4") and not device.fp4_flops:
        return say(
            "{device} has no FP4 units (those came with Blackwell): the weights are unpacked (weight-only), which saves memory but is no "
            "speed-up.",
            device=device.name,
        )
    return None


def no_bfloat16(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or device.vendor != "nvidia" or (device.compute_capability or 8.0) >= 8.0:
        return None
    if "dtype" not in launch_data(answer.case.engine)["flags"]:     # quantized blocks are unpacked to what the card has
        return None
    if answer.case.quantization.bit_class == "32":
        return None
    return say(
        "{device} (compute capability {cc}) has no BF16: FP16 (--dtype half) is used.",
        device=device.name,
        cc=device.compute_capability,
    )


def unmade(answer: Estimate, question: Question) -> str | None:
    """A format in which nobody is known to have published the model and which the engine cannot make while loading."""
    case = answer.case
    if case.model_path or obtainable(case.engine, case.model, case.quantization.id):
        return None
    if case.quantization.kind == "gguf_mix":
        own = case.model.safetensors_bytes or checkpoint_bytes(case.model, catalog.find_quantization(published_type(case.model)))
        return say("No {format} file of {model} is known to be published: the commands fetch its own weights, {size}, and convert them. "
                   "Look for one first.", format=case.quantization.name, model=case.model.name, size=units.gigabytes(own))
    return say("No {format} weights of {model} are known to be published: look for them before you buy or rent anything for it.",
               format=case.quantization.name, model=case.model.name)


def gguf_elsewhere(answer: Estimate, question: Question) -> str | None:
    """A wished format that the chosen engine cannot take."""
    if not question.quantization:
        return None
    asked = catalog.find_quantization(question.quantization)
    if asked.id == answer.case.quantization.id:
        return None
    if asked.kind == "gguf_mix" and answer.case.quantization.kind != "gguf_mix":
        return say(
            "A GGUF file ({asked}) is for the llama.cpp family; this engine takes safetensors checkpoints such as AWQ, GPTQ or FP8.",
            asked=asked.name,
        )
    usable, weights = _all_usable(answer), (asked.bits_per_weight or 0.0) / 8 * components(answer.case.model).total
    if weights > usable > 0:
        return say("You asked for {asked}: its weights alone are about {size}, more than the {usable} that are usable here, so {chosen}.",
                   asked=asked.name, size=units.gigabytes(round(weights)), usable=units.gigabytes(usable),
                   chosen=answer.case.quantization.name)
    return say("You asked for {asked}; {chosen} serves this better here.", asked=asked.name, chosen=answer.case.quantization.name)


def _all_usable(answer: Estimate) -> int:
    """Bytes that a plan may take of all its devices together, 0 unknown."""
    return (answer.memory.usable_bytes or 0) * max(1, len(answer.case.machine.slots))
