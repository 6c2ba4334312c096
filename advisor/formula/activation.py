"""Peak of transient memory while an engine warms up: the sampler's tensors against the forward pass's. Bytes.

Laws fitted on 50 runs that vLLM 0.19 printed on H100 (llm-d-incubation/llm-d-planner#205) and checked on two that 0.10 and
0.16 printed; each term is a tensor that the engine holds then. Floats and numpy arrays alike.
"""

from __future__ import annotations

from typing import Any


def larger(a: Any, b: Any) -> Any:
    """max(a, b) element by element."""
    return (a + b + abs(a - b)) / 2


def hidden_states(tokens: Any, hidden_size: Any, dtype_bytes: Any) -> Any:
    """One tensor of hidden states: tokens * hidden_size * dtype_bytes."""
    return tokens * hidden_size * dtype_bytes


def sampler_peak(max_num_seqs: Any, vocab_size: Any, logit_bytes: Any, max_batched_tokens: Any, hidden_size: Any,
                 dtype_bytes: Any) -> Any:
    """The dummy sampler run: every sequence's logits with their sorted and filtered copies, beside the hidden states.

    max_num_seqs * vocab_size * (logit_bytes + dtype_bytes) + (max_batched_tokens + max_num_seqs) * hidden_size * dtype_bytes;
    logit_bytes by version (12.5 with the fused top-k/top-p kernel, 36.5 with the sorting one).
    """
    return (max_num_seqs * vocab_size * (logit_bytes + dtype_bytes)
            + hidden_states(max_batched_tokens + max_num_seqs, hidden_size, dtype_bytes))


def dense_forward_peak(max_batched_tokens: Any, intermediate_on_rank: Any, hidden_size: Any, dtype_bytes: Any, gated: Any = 1,
                       quantized_activation_bytes: Any = 0) -> Any:
    """The widest moment of a dense layer: gate and up projections with their product, and four hidden states.

    tokens * (dtype_bytes * ((2 + gated) * intermediate + 4 * hidden) + quantized_activation_bytes * intermediate)
    """
    return max_batched_tokens * (dtype_bytes * ((2 + gated) * intermediate_on_rank + 4 * hidden_size)
                                 + quantized_activation_bytes * intermediate_on_rank)


def expert_workspace(max_batched_tokens: Any, num_experts_per_tok: Any, intermediate_on_rank: Any, hidden_size: Any,
                     dtype_bytes: Any, gated: Any = 1) -> Any:
    """The two buffers that fused expert kernels keep: tokens * top_k * (max(g * ffn, hidden) + max(ffn, hidden)) * bytes.

    g is 2 for gated experts. They stay allocated during the sampler run, so they are added to it.
    """
    first = larger((1 + gated) * intermediate_on_rank, hidden_size)
    second = larger(intermediate_on_rank, hidden_size)
    return max_batched_tokens * num_experts_per_tok * (first + second) * dtype_bytes


def image_peak(patches: Any, vision_parameters: Any, layers: Any, dtype_bytes: Any, ranks: Any = 1) -> Any:
    """The widest moment of a vision tower over one image of so many patches: a plain layer's two widths of 4 hidden and four hidden
    states, patches * dtype_bytes * (8 / ranks + 4) * hidden, where hidden = sqrt(vision_parameters / (12 * layers)).

    With the outputs beside it within 6 % of what vLLM printed for Qwen3.5-4B (1.70 GiB over 65,536 patches, ovg-project/kvcached#448).
    """
    hidden = (vision_parameters / (12 * layers)) ** 0.5
    return patches * dtype_bytes * (8 / ranks + 4) * hidden


def per_layer_inputs(max_batched_tokens: Any, layers: Any, hidden_size_per_layer_input: Any, dtype_bytes: Any) -> Any:
    """Inputs that every layer gets of its own: looked up, projected from the hidden states, and their sum."""
    return 3 * hidden_states(max_batched_tokens, layers * hidden_size_per_layer_input, dtype_bytes)


def pipeline_buffers(max_batched_tokens: Any, hidden_size: Any, dtype_bytes: Any) -> Any:
    """What a stage that is not the last hands on: hidden states and residual."""
    return 2 * hidden_states(max_batched_tokens, hidden_size, dtype_bytes)
