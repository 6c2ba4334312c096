"""quantization_config of a checkpoint -> NativeQuantization with the catalog's id of the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.scenario import NativeQuantization

MAX_IGNORED = 20_000


def native_quantization(config: object, text: Mapping[str, Any]) -> NativeQuantization | None:
    """What the checkpoint's own quantization_config says, None where it has none.

    Methods: fp8, awq, gptq, nf4, mxfp4, nvfp4, int8; one that is not known stands under its own name.
    """
    if not isinstance(config, Mapping):
        return None
    ignored: list[object] = next((config[k] for k in ("ignore", "modules_to_not_convert", "exclude_modules", "llm_int8_skip_modules")
                    if isinstance(config.get(k), list)), [])
    cache = config.get("kv_cache_scheme") or config.get("kv_cache_quant_algo")
    fp8_cache = (isinstance(cache, str) and cache.upper() == "FP8") or (isinstance(cache, Mapping) and cache.get("num_bits") == 8)
    method, group = _method(config)
    experts = "mxfp4" if method == "fp8" and "fp4" in (text.get("expert_dtype"), config.get("expert_dtype")) else None
    return NativeQuantization(method=method, group_size=group, expert_method=experts, kv_cache_dtype="fp8" if fp8_cache else None,
                              ignored_modules=tuple(str(m)[:200] for m in ignored[:MAX_IGNORED]))


def _method(config: Mapping[str, Any]) -> tuple[str, int | None]:
    """The catalog's id and the group size."""
    group = config.get("group_size")
    name = str(config.get("quant_method") or config.get("quant_type") or "").lower()
    algorithm = str(config.get("quant_algo") or config.get("moe_quant_algo") or "").upper()
    block = config.get("weight_block_size")
    if algorithm == "MIXED_PRECISION" or "NVFP4" in algorithm:
        return ("nvfp4", 16) if _has(config, bits=4) or "NVFP4" in algorithm else ("fp8", None)
    if name == "fp8" or algorithm.startswith("FP8"):
        return "fp8", block[0] if isinstance(block, list) and block and isinstance(block[0], int) else None
    if name in ("compressed-tensors", "modelopt", "") and isinstance(config.get("config_groups"), Mapping):
        return _from_groups(config)
    if name in ("bitsandbytes", "nf4"):
        return ("int8", None) if config.get("load_in_8bit") else ("nf4_double" if config.get("bnb_4bit_use_double_quant") else "nf4", 64)
    if name in ("awq", "gptq"):
        bits = config.get("bits", config.get("w_bit", 4))
        group = group if group is not None else config.get("q_group_size")
        form = name if bits == 4 else "w8a16" if bits == 8 else f"{name}-{bits}bit"
        return form, group if isinstance(group, int) and group > 0 else None
    return name or "unknown", group if isinstance(group, int) and group > 0 else None


def _has(config: Mapping[str, Any], bits: int) -> bool:
    groups = config.get("config_groups")
    return isinstance(groups, Mapping) and any(_weights(g).get("num_bits") == bits for g in groups.values())


def _weights(group: object) -> Mapping[str, Any]:
    weights = group.get("weights") if isinstance(group, Mapping) else None
    return weights if isinstance(weights, Mapping) else {}


def _from_groups(config: Mapping[str, Any]) -> tuple[str, int | None]:
    """The group with the fewest bits gives the format its name: compressed-tensors' and modelopt's schemes."""
    schemes = [_weights(g) for g in config["config_groups"].values()]
    schemes = [s for s in schemes if isinstance(s.get("num_bits"), int)]
    if not schemes:
        return "unknown", None
    least = min(schemes, key=lambda s: s["num_bits"])
    group = least.get("group_size") if isinstance(least.get("group_size"), int) else None
    bits, real = least["num_bits"], least.get("type") == "float"
    packing = str(config.get("format") or "") + " ".join(str(g.get("format") or "") for g in config["config_groups"].values()
                                                         if isinstance(g, Mapping))
    activations = any(isinstance(g, Mapping) and g.get("input_activations") for g in config["config_groups"].values())
    if bits == 8:
        return ("fp8" if real else "int8" if activations else "w8a16"), group
    if "mxfp4" in packing:
        return "mxfp4", group or 32
    if bits == 4 and real:
        return "nvfp4", group or 16
    return ("int4_g32" if group == 32 else "w4a16") if bits == 4 else f"gptq-{bits}bit", group
