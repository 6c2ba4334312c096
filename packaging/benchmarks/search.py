"""How long a search over the whole catalog takes, as the window asks it: models for a machine, machines for a model.

    python packaging/benchmarks/search.py

Prints the first (cold) and a later (warm) time, elapsed and of the processor, in ms; a script for people, not a test.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from advisor import catalog
from advisor.recommend.search import Match, each_device, each_model

DEVICES = ("RTX 3060 12GB", "RTX 4090", "H100 SXM 80GB", "M3 Max (40-core GPU)")
MODELS = ("qwen2.5-14b-instruct", "gpt-oss-20b", "Llama-3.3-70B-Instruct", "DeepSeek-R1")


def timed(work: Callable[[], list[Match]]) -> tuple[float, float, int]:
    start, used = time.perf_counter(), time.thread_time()
    rows = len(work())
    return (time.perf_counter() - start) * 1e3, (time.thread_time() - used) * 1e3, rows


def main() -> None:
    questions: list[tuple[str, Callable[[], list[Match]]]] = []
    for users in (1, 8):
        questions += [(f"models for {d}, {users} at once",
                       lambda d=d, u=users: list(each_model(catalog.find_device(d), 1, 8192, u))) for d in DEVICES]
        questions += [(f"machines for {m}, {users} at once",
                       lambda m=m, u=users: list(each_device(catalog.find_model(m), m, 8192, u, None))) for m in MODELS]
    for name, work in questions:
        cold, warm = timed(work), timed(work)
        print(f"{name}: {warm[2]} rows; first {cold[0]:.0f} ms ({cold[1]:.0f} of the processor), "
              f"again {warm[0]:.0f} ms ({warm[1]:.0f} of the processor)")


if __name__ == "__main__":
    main()
