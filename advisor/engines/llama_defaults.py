"""Checks and defaults that llama.cpp and the engines built on it share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any

from advisor.engines.base import Case
from advisor.engines.llama_cache import cache_at
from advisor.engines.llama_memory import Policy, cpu_total, longest, prepare, spare
from advisor.engines.llama_placement import Split, proportional
from advisor.errors import CannotAnswer
from advisor.formula.gguf_mix import recipe
from advisor.scenario import Machine, Model
from advisor.words import say

CACHE_NAMES = {"auto": "f16", "fp16": "f16", "float16": "f16", "bfloat16": "bf16", "fp32": "f32", "float32": "f32", "q8": "q8_0",
               "q4": "q4_0", "q5": "q5_0"}
FILE_TYPES = {"Q4_K": "q4_k_m", "Q5_K": "q5_k_m", "Q6_K": "q6_k", "Q8_0": "q8_0", "Q3_K": "q3_k_m", "Q2_K": "q2_k", "F16": "fp16",
              "BF16": "bf16", "F32": "fp32", "MXFP4": "mxfp4"}


def runs(case: Case) -> bool:
    """Whether the case is a GGUF file, a mix with or without a table, or the textbook's flat rate."""
    if case.model.gguf_tensors is not None or recipe(case.quantization.id) is not None:
        return True
    return case.quantization.kind in ("gguf_mix", "plain", "textbook") and case.quantization.bits_per_weight is not None


def check(case: Case, data: Mapping[str, Any]) -> None:
    """Raises CannotAnswer for what the family cannot be asked: GPU formats, replicas, more shards than devices."""
    settings = case.settings
    if not runs(case):
        on_apple = case.device is not None and case.device.vendor == "apple"
        if on_apple and case.quantization.kind == "mlx" and case.engine.data.get("mlx_part"):
            raise CannotAnswer(say("{format} runs in {engine}'s MLX part; only its llama.cpp part is known here.",
                                   format=case.quantization.name, engine=case.engine.name),
                               say("Take MLX-LM, whose figures come close, or a GGUF mix such as q4_k_m."), "quantization")
        raise CannotAnswer(say("{name} reads GGUF files; {name2} is not a GGUF mix.", name=case.engine.name, name2=case.quantization.name),
                           say("Take a mix such as q4_k_m, or an engine such as vLLM."), "quantization")
    for name, value in (("data_parallel", settings.data_parallel), ("pipeline_parallel", settings.pipeline_parallel)):
        if value > max(1, len(case.machine.slots) if name == "pipeline_parallel" else 1):
            raise CannotAnswer(
                say(
                    "{name} has no `{name2}` of {value} here: it spreads layers over all devices by itself.",
                    name=case.engine.name,
                    name2=name,
                    value=value,
                ),
                say("Set it to 1."),
                f"settings.{name}",
            )
    if settings.tensor_parallel > max(1, len(case.machine.slots)):
        raise CannotAnswer(
            say(
                "`tensor_parallel` is {tensor_parallel} but the machine has {slots} device(s).",
                tensor_parallel=settings.tensor_parallel,
                slots=len(case.machine.slots),
            ),
            say("Lower it or add devices."),
            "settings.tensor_parallel",
        )
    if settings.backend is not None and settings.backend not in data["backends"]:
        raise CannotAnswer(
            say("{name} has no backend {backend}.", name=case.engine.name, backend=repr(settings.backend)),
            say("Known: {names}.", names=", ".join(data["backends"])),
            "settings.backend",
        )


def cache_type(asked: str, engine: str, known: Sequence[str]) -> str:
    """ggml's name of the cache type. Raises CannotAnswer with the engine's own ones."""
    name = CACHE_NAMES.get(asked.lower(), asked.lower())
    if name not in known:
        near = get_close_matches(name, known, 1, 0.5)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise CannotAnswer(
            say(
                "{engine} has no KV cache type {asked}: such a setting is refused or ignored, and f16 stays.",
                engine=engine,
                asked=repr(asked[:40]),
            ),
            say("Known: {names}.{meant} Types below 16 bit need flash attention.", names=", ".join(known), meant=meant),
            "settings.kv_cache_dtype",
        )
    return name


def backend_of(machine: Machine, data: Mapping[str, Any], own: Mapping[str, str]) -> str:
    """The backend that the vendor's prebuilt program uses (`own`: by vendor, where an engine brings another one); CUDA's rules where
    only the memory is known; Vulkan where cards are of several makers, which no other build drives together."""
    if not machine.slots:
        return "cpu"
    if len({slot.device.vendor for slot in machine.slots if slot.device}) > 1:
        return "vulkan"
    device = machine.slots[0].device
    if device and device.gfx in data["advice"]["not_in_rocm"]:
        return "vulkan"
    if device and (device.compute_capability or 99.0) < data["cuda_least_capability"]:
        return "vulkan"
    return str(own.get(device.vendor) or data["backend_of_vendor"][device.vendor]) if device else "cuda"


def fitted_context(case: Case, policy: Policy, most: int, floor: int) -> int:
    """The longest context up to `most` with everything on the devices (in RAM on a CPU), `floor` at least."""
    ready = prepare(case, policy)
    profile, search = ready.profile, ready.search
    layers = case.settings.gpu_layers
    offloaded = profile.blocks + 1 if layers is None else min(layers, profile.blocks + 1)

    def holds(context: int) -> bool:
        cache = cache_at(profile, ready.asked, context)
        if ready.on_cpu:
            return ready.host_room is None or cpu_total(profile, ready.asked, cache) + ready.projector <= ready.host_room
        return search.spread(profile, cache, offloaded, case.settings.cpu_moe_layers or 0) is not None

    if not policy.rules.get("fit", True):
        return most
    edges = (profile.blocks,) if ready.on_cpu else proportional(profile.blocks + 1 - offloaded, profile.blocks, search.budgets)
    split = Split(offloaded, case.settings.cpu_moe_layers or 0, edges)
    return max(floor, longest(holds, ready.asked, 0, most, partial(spare, ready, split)))


def mix_of_file(model: Model) -> str:
    """The mix whose base type holds most of a GGUF file's bytes."""
    held: Counter[str] = Counter()
    for tensor in model.gguf_tensors or ():
        held[tensor.type.upper()] += tensor.bytes
    kind = held.most_common(1)[0][0] if held else "Q4_K"
    return FILE_TYPES.get(kind, kind.lower())
