"""Who asks of one replica, and for how much: a case's workload as the step model takes it."""

from __future__ import annotations

from advisor.answer import Memory
from advisor.engines.base import Case
from advisor.scenario import Workload
from advisor.speed_case import Load

PROMPT_TOKENS, OUTPUT_TOKENS = 512, 128
"""Taken where nothing was said."""
DEFAULT_CHUNK = 2048
"""Prompt tokens a step of an engine that names no number."""


def load_of(case: Case, memory: Memory, pipeline: float, concurrency: int | None = None) -> Load:
    """The workload on one replica: who runs at once is limited by slots and by what the cache holds at these lengths.

    `concurrency` stands for the workload's own where given.
    """
    s, w = case.settings, case.workload
    prompt, output = map(float, lengths(w, s.context))
    output = max(output, 1.0)
    replicas = max(1, s.data_parallel)
    people = max(1.0, (concurrency or case.concurrency) / replicas)
    limits = [people]
    if memory.slots:
        limits.append(float(memory.slots))
    if case.engine.reserves_pool and memory.kv_capacity_tokens:
        limits.append(memory.kv_capacity_tokens / replicas / (prompt + output))
    running = max(1.0, min(limits))
    chunk = float(s.ubatch or s.max_batched_tokens or DEFAULT_CHUNK)
    cached = float(min(w.shared_prefix_tokens, prompt)) if s.prefix_caching else 0.0
    used = len([d for d in memory.devices if d.weights_bytes]) or 1
    stages = max(s.pipeline_parallel, used // max(1, s.tensor_parallel * replicas), 1)
    lanes = float(stages) if case.engine.reserves_pool else 1.0
    busy = max(1, min(replicas, concurrency or case.concurrency))       # replicas that nobody asks give no tokens
    return Load(people, running, prompt, output, chunk, cached, busy, float(stages),
                min(1.0, pipeline) if stages > 1 else 0.0, lanes)


def lengths(workload: Workload, context: int | None) -> tuple[int, int]:
    """Tokens of a prompt and of its answer: as asked, else what is taken where nothing was said."""
    context = context or (PROMPT_TOKENS + OUTPUT_TOKENS)
    prompt, output = workload.prompt_tokens, workload.output_tokens
    return (min(PROMPT_TOKENS, max(1, context // 2)) if prompt is None else prompt,
            min(OUTPUT_TOKENS, max(1, context // 4)) if output is None else output)
