"""What is worth saying of the format of the weights: who made it, what the device computes in."""

from __future__ import annotations

from advisor import catalog, units
from advisor.answer import Estimate
from advisor.engines.checkpoints import published_type
from advisor.engines.launch import launch_data
from advisor.formula.weights_gpu import checkpoint_bytes
from advisor.recommend.formats import computed_in, obtainable
from advisor.recommend.question import Question
from advisor.words import say


def native_format(answer: Estimate, question: Question) -> str | None:
    native = answer.case.model.native_quantization
    if native is None or native.method != answer.case.quantization.id:
        return None
    return say(
        "{format} is the format that it was published in: converting it again gains nothing.", format=answer.case.quantization.name
    )


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
    return say("You asked for {asked}; {chosen} serves this better here.", asked=asked.name, chosen=answer.case.quantization.name)
