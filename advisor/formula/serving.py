"""What people feel: one prompt alone, one stream alone, and many at once in steady state, from the time of a step.

Prompts are cut into chunks of at most `chunk` tokens (micro-batches of llama.cpp, the token budget of vLLM).
Floats or numpy arrays alike; times in seconds, lengths in tokens.
"""

from __future__ import annotations

from typing import Any

from advisor.formula.interconnect import pipelined
from advisor.formula.roofline import greater, lesser
from advisor.formula.step_time import StepModel, attention_pairs, decode_steps_time, step_time

STEP_IN_PROMPT_TOKENS = 300.0
"""Prompt tokens worked off in the time of a decode step; between 200 and 400 published curves tell no difference."""


def prompt_time(m: StepModel, prompt: Any, chunk: Any, cached: Any = 0.0, stages: Any = 1.0, pipeline: Any = 0.0) -> Any:
    """Seconds to work through a prompt alone, `cached` tokens of it being in the cache already.

    Chunks of the same size: ceil(n / chunk) passes of n / passes tokens; over `stages` devices in a row the chunks overlap
    by `pipeline` (0..1).
    """
    new = greater(prompt - cached, 1.0)
    chunks = -(-new // chunk)
    size = new / chunks
    passes = pipelined(chunks, stages, pipeline)
    before = greater(prompt - new, 0.0)     # a prompt that is cached whole still computes its last token
    each = step_time(m, 0.0, 0.0, size, attention_pairs(new, before) / chunks) + m.host_chunk_s
    return passes * each


def stream_time(m: StepModel, prompt: Any, output: Any) -> Any:
    """Seconds from the first to the last token of one stream alone: output steps after its prompt, closed form."""
    return decode_steps_time(m, output, 1.0, prompt + 1.0)


def stream_rate(m: StepModel, prompt: Any, output: Any) -> Any:
    """Tokens per second of one stream alone, averaged over its output after its prompt."""
    return output / stream_time(m, prompt, output)


def batch_step(m: StepModel, running: Any, prompt: Any, output: Any) -> Any:
    """Seconds of a decode step of `running` sequences, at the mean depth prompt + output/2."""
    return step_time(m, running, running * (prompt + (output + 1.0) / 2.0))


def steady_pace(m: StepModel, running: Any, prompt: Any, output: Any, chunk: Any, cached: Any = 0.0) -> Any:
    """Seconds per output token with `running` sequences where whoever finishes is replaced at once.

    In the time of `output` steps each of the others' places sees one new prompt: (running - 1) * n prompt tokens are worked off beside
    decoding, in passes of at most `chunk` tokens (several short prompts share one). A pass with prompt tokens reads the weights once
    for both and computes both; where there is more than one such pass a step, their arithmetic adds up beside one reading. With one
    sequence there is nobody else and the pace is the single stream's.
    """
    new = greater(prompt - cached, 1.0)
    others = greater(running - 1.0, 0.0)
    depth = running * (prompt + (output + 1.0) / 2.0)
    steps = greater(output * 1.0, 1.0)
    size = lesser(chunk * 1.0, new * greater(others / steps, 1.0))
    passes = others * new / size / steps
    tokens = size * greater(passes, 1.0)
    alone = step_time(m, running, depth)
    return alone + lesser(passes, 1.0) * (step_time(m, running, depth, tokens, attention_pairs(new, cached) * tokens / new) - alone)


def first_token_time(m: StepModel, running: Any, prompt: Any, output: Any, chunk: Any, cached: Any = 0.0, stages: Any = 1.0,
                     pipeline: Any = 0.0) -> Any:
    """Mean seconds to the first token at a concurrency that fits: fixed part, taking in the text, own prompt, others' prompts.

    A share `together` of the requests comes at the same moment as everybody's (a run's first round, a meeting's start) and waits
    for half of the others' prompts. Published runs at 4 and at 8 people differ by 0.13 to 0.26 of two prompts, whatever the
    length of the answers, which steady arrivals cannot explain.

    Others' prompts keep the device busy for a share rho of the time and a prompt that arrives then waits for
    rho / (1 - rho) / 2 of a prompt's time (mean residual work, M/D/1), times the engine's own factor `wait`; and for half of
    the decode step under way. rho comes from the tokens alone, a decode step counted as STEP_IN_PROMPT_TOKENS, so that
    faster hardware never makes anyone wait longer: rho / (1 - rho) = (B-1) n / (n + output * that). Tokenizing and carrying the
    text takes `text_s` a token.
    """
    own = prompt_time(m, prompt, chunk, cached, stages, pipeline)
    decode = batch_step(m, running, prompt, output)
    others = greater(running - 1.0, 0.0)
    new = greater(prompt - cached, 1.0)
    met = others * new / (new + output * STEP_IN_PROMPT_TOKENS)
    return (m.first_s + prompt * m.text_s + own + m.together * others * own / 2.0
            + m.wait * (own * met / 2.0 + lesser(others, 1.0) * decode / 2.0))


def place_wait(people: Any, running: Any, visit_s: Any, pace_s: Any, output: Any) -> Any:
    """Seconds that a request waits for a place where more people ask than run: each place serves one after the other.

    (people - running) / running visits of first-token time plus output * pace; 0 where all run.
    """
    return greater(people - running, 0.0) / running * (visit_s + output * pace_s)


def throughput(running: Any, prompt_s: Any, pace_s: Any, output: Any) -> Any:
    """Output tokens per second of `running` places in steady state: each gives `output` tokens a visit, its prompt included."""
    return running * output / (prompt_s + output * pace_s)
