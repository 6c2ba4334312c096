#!/usr/bin/env python3
"""Catalog x formats x engines x contexts: every estimate is answered or refused in a sentence, and no figure is negative or NaN.

Prints counts, the time, and its ratio to a bare loop over as many JSON round trips of one answer (so that runs on different
machines compare). `python packaging/benchmarks/catalog_sweep.py [least number of answers]`.
"""

import json
import math
import random
import sys
import time
from collections import Counter

from advisor import catalog
from advisor.answer import Range
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, estimate
from advisor.scenario import Hardware, Scenario, Settings, Workload

DEVICES = {"gguf": ("rtx-4090", "a100-sxm4-80gb", "apple-m4-max", "rx-7900-xtx"), "gpu": ("h100-sxm", "rtx-4090", "mi300x", "b200"),
           "mlx": ("apple-m4-max", "apple-m3-ultra")}
ENGINES = {"ollama": "gguf", "lmstudio": "gguf", "llama.cpp": "gguf",
           "vllm": "gpu", "sglang": "gpu", "tensorrt-llm": "gpu", "mlx-lm": "mlx"}
CONTEXTS = (4096, 32768, 131072)


def scenarios() -> list[Scenario]:
    found = []
    kinds = {"gguf": ("gguf_mix",), "gpu": ("gpu", "plain"), "mlx": ("mlx",)}
    names = {part: [q.id for q in catalog.quantizations().values() if q.kind in kinds[part]] for part in kinds}
    devices = {part: [catalog.find_device(name).id for name in DEVICES[part]] for part in DEVICES}
    turn = random.Random(1)
    for model in catalog.models():
        for engine, part in ENGINES.items():
            for quantization in names[part]:
                for context in CONTEXTS:
                    hardware = Hardware(device=turn.choice(devices[part]), count=turn.choice((1, 1, 2, 8)), host_memory_gib=256)
                    settings = Settings(context=context, tensor_parallel=hardware.count if part == "gpu" else 1)
                    found.append(Scenario(model=model, quantization=quantization, engine=engine, hardware=hardware, settings=settings,
                                          workload=Workload(concurrency=turn.choice((1, 8)), prompt_tokens=512, output_tokens=256)))
    return found


def wrong(answer: object) -> str | None:
    """The name of a figure that is negative, NaN or infinite; None when all is well."""
    for part in (answer.memory, answer.speed):  # type: ignore[attr-defined]
        for name in type(part).__slots__:
            value = getattr(part, name)
            numbers = value[:3] if isinstance(value, Range) else (value,) if isinstance(value, int | float) else ()
            if name != "headroom_bytes" and any(not math.isfinite(n) or n < 0 for n in numbers):
                return f"{name} = {value}"
            if isinstance(value, Range) and not value.low <= value.typical <= value.high:
                return f"{name} = {value}"
    return None if answer.verdict in (*VERDICTS, "unknown") else f"verdict {answer.verdict}"  # type: ignore[attr-defined]


def main() -> int:
    least = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    asked = scenarios()
    places = sorted(random.Random(2).sample(range(len(asked)), min(len(asked), int(least * 1.03) + 100)))
    asked = [asked[place] for place in places]
    verdicts: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    start = time.process_time()
    sample = None
    for scenario in asked:
        try:
            answer = estimate(scenario)
        except CannotAnswer as error:
            refused[str(error)[:60]] += 1
            continue
        verdicts[answer.verdict] += 1
        sample = sample or answer.json()
        fault = wrong(answer)
        if fault:
            faults[f"{scenario.engine} {scenario.model} {scenario.quantization}: {fault}"] += 1
        if sum(verdicts.values()) >= least:
            break
    took = time.process_time() - start
    count = sum(verdicts.values())
    start = time.process_time()
    for _ in range(2000):
        json.loads(json.dumps(sample))
    round_trip = (time.process_time() - start) / 2000
    print(f"{count:,} answered of {len(asked):,} asked, {sum(refused.values()):,} refused in a sentence, in {took:.1f} s of CPU: "
          f"{took / count * 1e3:.3f} ms each, {took / count / round_trip:.1f} x a JSON round trip of one answer")
    print("verdicts", dict(verdicts))
    for words, n in refused.most_common(8):
        print(f"  refused {n:6}  {words}")
    for words, n in faults.most_common(20):
        print(f"  FAULT   {n:6}  {words}")
    return 1 if faults or count < least else 0


if __name__ == "__main__":
    sys.exit(main())
