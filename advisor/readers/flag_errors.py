"""Flags that a server does not know: gone, written another way, or another engine's. The names are the catalog's. See engine_errors."""

from __future__ import annotations

import re
from typing import Any

from advisor import resources
from advisor.words import Text, say

ENGINES = {"vllm": ("vLLM", r"\bvllm\b|api_server"), "sglang": ("SGLang", r"sglang|launch_server"),
           "tensorrt-llm": ("TensorRT-LLM", r"trtllm"), "llama.cpp": ("llama.cpp", r"llama-(?:server|cli)|invalid argument")}
EXPLAINED = ("--enable-reasoning", "--mmap", "--no-mmap", "--mlock", "-fa")
"""Flags with an answer of their own in engine_errors."""


def _launch(engine: str) -> dict[str, Any]:
    return dict(resources.catalog_data("launch", f"{engine}.json"))


def _names(engine: str) -> dict[str, str]:
    """What an engine's flags stand for, by their names."""
    return {str(flag["name"]): key for key, flag in _launch(engine)["flags"].items() if str(flag.get("name", "")).startswith("-")}


def unknown_flag(match: re.Match[str], text: str) -> list[Text]:
    """sgl-project/sglang#12818, #7082; vllm-project/vllm#10537; what is gone by the option lists of the releases."""
    flag = match[1].split("=")[0]
    engine = next((e for e, (_, words) in ENGINES.items() if re.search(words, text, re.I)), None)
    if engine is None:
        engine = next((e for e in ENGINES if flag in _launch(e).get("gone", {})), None)
    if engine is None or flag in EXPLAINED:
        return []
    name, launch = ENGINES[engine][0], _launch(engine)
    instead = launch.get("gone", {}).get(flag)
    if instead:
        return [say("{flag} is gone from {engine}: take {instead} instead.", flag=flag, engine=name, instead=instead)]
    if instead == "":
        return [say("{flag} is gone from {engine}, and nothing stands for it: leave it out.", flag=flag, engine=name)]
    underscores = launch.get("underscores", False)
    right = flag[:2] + (flag[2:].replace("-", "_") if underscores else flag[2:].replace("_", "-"))
    if right != flag:
        return [say("{engine} writes its flags with underscores: {right}.", engine=name, right=right) if underscores else
                say("{engine} writes its flags with hyphens: {right}.", engine=name, right=right)]
    return _of_another(flag, engine, name, launch)


def _of_another(flag: str, engine: str, name: str, launch: dict[str, Any]) -> list[Text]:
    for other in ENGINES:
        key = _names(other).get(flag) if other != engine else None
        if key is None:
            continue
        with_it = _launch(other)["flags"][key].get("goes_with", key)
        own = launch["flags"].get(with_it, {}).get("name")
        if own:
            return [say("{flag} is {other}'s flag: {engine} takes {own} alone.", flag=flag, other=ENGINES[other][0], engine=name, own=own)]
        return [say("{flag} is {other}'s flag; {engine} has none for it.", flag=flag, other=ENGINES[other][0], engine=name)]
    return [say("This release of {engine} does not know {flag}: it is newer or older than the release, or misspelt. {engine}'s --help lists"
                " what it knows.", engine=name, flag=flag)]


FLAG_ERRORS = ((r"(?:unrecognized arguments?|invalid argument|no such option|unknown (?:option|argument))[: ]{1,3}(--?[\w=-]{1,60})",
                unknown_flag),)
