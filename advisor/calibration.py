"""Calibrated constants of the step model: which apply to a case, and how far such predictions were from measurements.

resources/catalog/calibration.json holds, for every constant, a base and deviations (in logarithms) by level: engine and
backend, device class, both together, bit class, dense or mixture of experts … A level that was never measured adds nothing,
so that an unseen card falls back to its class, vendor and the generic value by itself. The file is written by
packaging/calibration/fit.py; its report lies beside that script.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from advisor import resources
from advisor.formula.roofline import attainable_share
from advisor.formula.step_time import Efficiency
from advisor.words import say

SHARES = {"bandwidth": 1.0, "prefill": .85, "batch": .85, "attention": 1.0, "pipeline": 1.0}
"""What a share of a rate can reach at most: no published prompt ran at more than 0.85 of a data sheet's matrix rate."""
BIG_PARAMETERS = 30e9
ENOUGH = 5
"""Measurements from which a group of its own is believed: a figure of an engine, a group's errors."""
MADE_OF = {"ttft": "prefill", "tpot": "decode", "batch": "decode"}
SPREAD_LEVELS = ("engine_class_moe", "engine_class", "engine_vendor_moe", "engine_vendor", "engine", "all")


class Setup(NamedTuple):
    """What decides which constants apply. `bits` is 16, 8, 4 or 2; `flash` False where it is switched off; None unknown.
    `build` is `old` or `new` (`build_age`); None where no version is known. `format` is the family of the stored type
    (`weight_format`), `memory` the kind of memory (hbm, gddr, unified); "" unknown. `ecc`: the device keeps its error correction
    among the data, `moved` bytes are moved for each stored byte of weights (`moved_bytes`; see `reached`). `mixer`: latent or
    recurrent where not all layers attend to whole keys, else ""."""

    engine: str
    backend: str
    vendor: str
    device_class: str
    bits: str
    moe: bool
    flash: bool | None = None
    build: Literal["old", "new"] | None = None
    big: bool = False
    program: str = ""
    format: str = ""
    memory: str = ""
    ecc: bool = False
    mixer: str = ""
    moved: float = 1.0


class Spread(NamedTuple):
    """Half-width of the band in logarithms, what it rests on in words, and how many measurements that are."""

    width: float
    why: str
    measurements: int


@cache
def data() -> Mapping[str, Any]:
    """The calibration file, read once. Raises CannotAnswer when it is missing."""
    return dict(resources.catalog_data("calibration.json"))


def bit_class(bits_per_weight: float | None) -> str:
    """16, 8, 4 or 2 for the arithmetic's sake: above 12 bits nothing is unpacked, below 4 tables and bit fields are."""
    if bits_per_weight is None or bits_per_weight >= 12:
        return "16"
    if bits_per_weight >= 7:
        return "8"
    return "4" if bits_per_weight >= 4 else "2"


def weight_format(quantization: str) -> str:
    """The family of stored types whose unpacking a recipe's name stands for: `ud-q4_k_xl` q4_k, `iq3_xxs` iq3, `bf16` itself."""
    found = re.match(r"(?:ud-)?(iq|q|tq)(\d)(_k|_0|_1)?", quantization)
    if found is None:
        return quantization.removesuffix("_moe")
    kind, bits, block = found.groups()
    if (kind, bits) == ("q", "8"):
        return "q8_0"
    return kind + bits + (block or "" if kind == "q" else "")


def build_age(engine: str, version: str | None, limits: Mapping[str, str]) -> Literal["old", "new"] | None:
    """Whether the version is older than the calibration's limit for that engine; a name without a number (main) is the newest.

    None without a version or a limit.
    """
    limit = limits.get(engine)
    if not version or not limit:
        return None
    try:
        numbers = tuple(int(n) for n in re.findall(r"\d+", version)[:3])
        bound = tuple(int(n) for n in re.findall(r"\d+", limit)[:3])
    except ValueError:
        return None
    return "old" if numbers and numbers < bound else "new"


def moved_bytes(engine: str, backend: str, stored: str, version: str | None, table: Mapping[str, Any]) -> float:
    """Bytes moved for each byte of weights read: 1, more for builds that know no product of that stored type and convert the weights to
    another one at every step. `table` has rows of `engine|backend`; without a version a build of today is meant."""
    row = table.get(f"{engine}|{backend}")
    if row is None or stored not in row["formats"] or build_age(engine, version, {engine: row["until"]}) != "old":
        return 1.0
    return float(row["moved"])


def engine_family(engine: str, like: Mapping[str, str], weights: str = "") -> str:
    """The engine whose measurements stand for this one: Ollama and LM Studio run llama.cpp, any engine with MLX weights
    mlx-lm. `weights` is the quantization's kind."""
    return like.get(weights) or like.get(engine, engine)


def level_keys(setup: Setup) -> dict[str, str]:
    """The key of every level for a setup; levels that say nothing about it are absent.

    `servers` are the engines that batch continuously: they share kernels, so that one of them tells something of the others.
    `dated` are those whose largest tables are old and name no version, so that a new build is told apart from one unsaid.
    """
    engine = f"{setup.engine}|{setup.backend}"
    kind = "moe" if setup.moe else "dense"
    device_class = data()["one_class"].get(setup.vendor, setup.device_class)
    keys = {"engine": engine, "vendor": setup.vendor, "class": device_class, "bits": setup.bits,
            "engine_class": f"{engine}|{device_class}", "engine_bits": f"{engine}|{setup.bits}",
            "vendor_bits": f"{setup.vendor}|{setup.backend}|{setup.bits}", "engine_moe": f"{engine}|{kind}",
            "engine_class_moe": f"{engine}|{device_class}|{kind}", "engine_vendor": f"{engine}|{setup.vendor}",
            "engine_vendor_moe": f"{engine}|{setup.vendor}|{kind}", "all": "all",
            "kind": kind, "vendor_kind": f"{setup.vendor}|{kind}"}
    if setup.engine in data().get("servers", ()):
        keys |= {"servers": "servers", "servers_class": f"servers|{device_class}", "servers_bits": f"servers|{setup.bits}",
                 "servers_kind": f"servers|{kind}", "servers_kind_bits": f"servers|{kind}|{setup.bits}"}
    if setup.backend == "vulkan":   # its shaders choose their paths by vendor; other back ends are one vendor's anyway
        keys["vulkan_vendor"] = f"{engine}|{setup.vendor}"
    if setup.format:
        keys |= {"format": setup.format, "engine_format": f"{engine}|{setup.format}"}
    if setup.memory:
        keys |= {"memory": setup.memory, "engine_memory": f"{engine}|{setup.memory}"}
    if setup.flash is not None:
        how = f"{'with' if setup.flash else 'without'}|{setup.build or 'undated'}"
        keys |= {"flash_build": f"{engine}|{how}", "flash_build_class": f"{engine}|{device_class}|{how}"}
    if setup.flash is False:
        keys["flash"] = f"{setup.engine} without"
    if setup.build == "old":
        keys["build"] = f"old {setup.engine}"
    if setup.build and setup.engine in data()["dated"]:
        keys |= {"build_vendor": f"{engine}|{setup.vendor}|{setup.build}", "build_kind": f"{engine}|{setup.vendor}|{kind}|{setup.build}"}
    if setup.mixer and setup.engine not in data().get("servers", ()):
        keys |= {"mixer": f"{setup.engine}|{setup.mixer}", "engine_mixer": f"{engine}|{setup.mixer}"}
    if setup.big:
        keys |= {"size": "big", "size_bits": f"big|{setup.bits}"}
    if setup.program and setup.program != setup.engine:
        keys |= {"program": f"{setup.program}|{setup.backend}", "program_class": f"{setup.program}|{setup.backend}|{device_class}"}
    return keys


def combine(parameters: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, float]:
    """Each constant's value for these keys: exp(base + sum of the deviations that were measured)."""
    found = {}
    for name, parameter in parameters.items():
        total = parameter["base"]
        for level, effects in parameter["effects"].items():
            key = keys.get(level)
            if key is not None:
                total += effects.get(key, 0.0)
        found[name] = math.exp(total)
    return found


def reached(values: Mapping[str, Any], ecc: Any, moved: Any) -> dict[str, Any]:
    """The constants with shares of a rate below what can be reached. `ecc` is 1 for a device that reads its error correction
    between the data, so that a part of the bandwidth is lost to it, else 0; `moved` how many bytes are moved for each of the weights.
    Numbers or arrays of one shape."""
    found = {**values, **{share: attainable_share(values[share], most) for share, most in SHARES.items()}}
    left = 1.0 - ecc * (1.0 - data()["inline_ecc"]["share"])
    return {**found, "bandwidth": found["bandwidth"] * left / moved, "kv": found["kv"] * left}


@lru_cache(maxsize=1024)
def efficiency(setup: Setup) -> Efficiency:
    """The constants for a setup, shares of a rate below what can be reached."""
    return Efficiency(**reached(combine(data()["parameters"], level_keys(setup)), float(setup.ecc), setup.moved))


@lru_cache(maxsize=4096)
def spread(setup: Setup, figure: str) -> Spread:
    """How wide the band of a figure is for a setup: from the narrowest level that has measurements, with the reason.

    `figure` is decode, prefill, tpot, ttft or batch. Where fewer than ENOUGH lines tell of an engine in that figure, but some in
    the one that it is made of (first token: prefill; together: decode), that one's width stands in, a quarter wider.
    """
    level, found = _narrowest(setup, figure)
    if figure in MADE_OF and data()["spread"][figure]["engine"].get(level_keys(setup)["engine"], {"n": 0})["n"] < ENOUGH:
        near, instead = _narrowest(setup, MADE_OF[figure])
        if near != "all":
            of_what = say("reading a prompt") if MADE_OF[figure] == "prefill" else say("one stream's pace")
            why = say("{why}; they are of {part}, on which this figure rests", why=_why(near, int(instead["n"])), part=of_what)
            return Spread(1.25 * instead["width"], why, int(instead["n"]))
    return Spread(found["width"], _why(level, int(found["n"])), int(found["n"]))


def _narrowest(setup: Setup, figure: str) -> tuple[str, Mapping[str, float]]:
    table, keys = data()["spread"][figure], level_keys(setup)
    for level in SPREAD_LEVELS:
        found = table.get(level, {}).get(keys.get(level, ""))
        if found is not None:
            return level, found
    return "all", {"width": 1.0, "n": 0}


@cache
def _why(level: str, count: int) -> str:
    """What the width rests on, in words."""
    if level in ("engine_class_moe", "engine_class"):
        if count == 1:
            return say("from one measurement of this kind of device with this engine")
        return say("from {n} measurements of this kind of device with this engine", n=count)
    if level in ("engine_vendor_moe", "engine_vendor"):
        return say("no measurement of this device class with this engine; from {n} of the vendor's other devices", n=count)
    if level == "engine":
        return say("no measurement of this vendor's devices with this engine; from {n} with other devices", n=count)
    return say("no measurement of this engine or class: from the specification, as wide as {n} measurements elsewhere", n=count)
