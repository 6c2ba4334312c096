"""Speculative decoding: a draft proposes k tokens, one step of the model checks them all.

With acceptance a (independent per token) a round yields (1 - a**(k+1)) / (1 - a) tokens on average, the model's own
next token included (Leviathan et al. 2023, equation 1). Floats or arrays alike.
"""

from __future__ import annotations

from typing import Any

from advisor.formula.step_time import StepModel, step_time


def tokens_per_round(acceptance: Any, draft_tokens: Any) -> Any:
    """Mean tokens won in a round of `draft_tokens` proposals; acceptance 0..1 (below 1)."""
    return (1.0 - acceptance ** (draft_tokens + 1.0)) / (1.0 - acceptance)


def round_time(m: StepModel, draft_step_s: Any, sequences: Any, context: Any, draft_tokens: Any) -> Any:
    """Seconds of a round: k draft steps, then one step that checks k + 1 tokens of each sequence over the same KV cache."""
    return draft_tokens * draft_step_s + step_time(m, sequences * (draft_tokens + 1.0), context)


def speedup(m: StepModel, draft_step_s: Any, sequences: Any, context: Any, draft_tokens: Any, acceptance: Any) -> Any:
    """How many times faster than plain decoding; below 1 where checking many tokens costs more than it wins."""
    plain = step_time(m, sequences, context)
    return tokens_per_round(acceptance, draft_tokens) * plain / round_time(m, draft_step_s, sequences, context, draft_tokens)
