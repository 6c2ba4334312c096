"""A wide grid of commands held against the engines' own option lists, on demand (about a minute a thousand).

Run: python packaging/checks/commands.py ../shared/engines/check_command.py [--least 2000]
Counts (model x quantization x machine x engine x settings x form) and every distinct shell command; prints what is refused.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from launch_plans import plan  # noqa: E402

from advisor.deploy import render  # noqa: E402
from advisor.errors import CannotAnswer  # noqa: E402

GGUF, POOLED = ("ollama", "llama.cpp", "lmstudio"), ("vllm", "sglang", "tensorrt-llm")
MODELS = ("Qwen/Qwen2.5-14B-Instruct", "Qwen/Qwen3-8B", "Qwen/Qwen3-30B-A3B", "openai/gpt-oss-120b", "meta-llama/Llama-3.3-70B-Instruct",
          "deepseek-ai/DeepSeek-V3.1", "google/gemma-3-27b-it", "mistralai/Mistral-Small-24B-Instruct-2501", "zai-org/GLM-4.5-Air",
          "Qwen/Qwen3-Next-80B-A3B-Instruct", "microsoft/phi-4")
MACHINES = (("RTX 3060", 1), ("RTX 4090", 1), ("RTX 4090", 2), ("RTX 5090", 1), ("NVIDIA H100 80GB HBM3", 1), ("NVIDIA H200", 8),
            ("NVIDIA B200", 1), ("Instinct MI300X", 1), ("Tesla T4", 1), ("Apple M4 Max", 1))
LEVERS: tuple[dict[str, Any], ...] = ({"context": 4096}, {"context": 16384, "parallel": 8},
                                      {"context": 8192, "parallel": 2, "kv_unified": True, "prefix_caching": False})


def questions() -> Iterator[tuple[dict[str, Any], str, str]]:
    for model, (device, count), lever in itertools.product(MODELS, MACHINES, LEVERS):
        for engine in (*GGUF, *POOLED, "mlx-lm"):
            apple = device.startswith("Apple")
            formats = ("q4_k_m", "q8_0") if engine in GGUF else ("mlx-4bit",) if engine == "mlx-lm" else ("awq", "fp8", "bf16")
            for quantization, kv in itertools.product(formats, ("auto", "q8_0" if engine in GGUF else "fp8")):
                settings = {**lever, "kv_cache_dtype": kv if engine != "mlx-lm" else "auto"}
                if engine in POOLED and count > 1:
                    settings["tensor_parallel"] = count
                arguments = {"model": model, "engine": engine, "quantization": quantization, "device": device, "count": count,
                             "settings": settings, "os": "macos" if apple else "linux"}
                for form, shell in (("shell", "bash"), ("docker", "bash"), ("shell", "powershell")):
                    yield arguments, form, shell


def checker(path: str) -> Callable[[str], tuple[str | None, list[str]]]:
    spec = importlib.util.spec_from_file_location("check_command", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    docs = module.load()

    def check(text: str) -> tuple[str | None, list[str]]:
        engine, faults, warnings = module.check(module.split(text), docs)
        return engine, faults + [w for w in warnings if "twice" not in w]
    return check


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("checker")
    options.add_argument("--least", type=int, default=2000)
    options.add_argument("--every", type=int, default=1, help="take one question of so many")
    chosen = options.parse_args()
    check = checker(chosen.checker)
    asked, passed, reasons = 0, Counter[str](), Counter[str]()
    faults = 0
    seen: dict[str, tuple[str | None, list[str]]] = {}
    for arguments, form, shell in itertools.islice(questions(), 0, None, chosen.every):
        asked += 1
        try:
            commands = render(plan(**arguments), form, shell)
        except CannotAnswer as error:
            reasons[str(error.why)[:100]] += 1
            continue
        for command in commands:
            if command.shell != shell:
                continue
            if command.text not in seen:
                seen[command.text] = check(command.text)
                engine, told = seen[command.text]
                if engine and told:
                    faults += 1
                    print("refused:", arguments, command.text, told)
            if seen[command.text][0] and command.kind == "launch":
                passed[arguments["engine"]] += 1
    known = sum(1 for engine, _ in seen.values() if engine)
    print(f"{asked} questions, {sum(passed.values())} launches ({dict(passed)}), {known} distinct engine commands, {faults} refused")
    for reason, count in reasons.most_common(12):
        print(f"  no command for {count}: {reason}")
    return int(faults > 0 or sum(passed.values()) < chosen.least)


if __name__ == "__main__":
    sys.exit(main())
