"""Time of one forward pass, for any mix of prefill and decode: the one function that estimates and simulations share.

    step = fixed + sequences * per_sequence + tokens * per_token            launches, sampling, collectives
         + overlapped(weights read, arithmetic)                             weights touched, experts distinct
         + KV read at its depth + quadratic attention of the prefill + host part

`StepModel` holds the coefficients, in seconds, prepared once a case by `prepare`; `step_time` then only multiplies.
Shape of the law and its terms: published measurements fitted per engine and device class (see the calibration's report).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from advisor.formula.interconnect import layer_collectives, layer_collectives_per_token, tensor_speedup
from advisor.formula.roofline import experts_touched, lesser, overlapped


class Work(NamedTuple):
    """What a model asks of a device for a step, in plain numbers. Bytes and parameters of the whole model (before any split).

    `dense_*` is all but the routed experts and the input embedding (attention, dense MLPs, shared experts, router, head);
    `experts_*` all routed experts together; `expert_share` k/E, 1 where there are none. `kv_*_bytes` per token of
    context over all full or windowed layers; `pair_flops` of attention per (query, key) over those layers.
    `head_params` are multiplied for sampled tokens only.
    """

    dense_bytes: Any
    experts_bytes: Any
    dense_params: Any
    experts_params: Any
    head_params: Any
    expert_share: Any
    layers: Any
    hidden_size: Any
    kv_bytes: Any
    window_kv_bytes: Any
    window: Any
    state_bytes: Any
    pair_flops: Any
    window_pair_flops: Any
    group_size: Any


class Rates(NamedTuple):
    """What a device gives, per second: memory bytes, vector operations (FP32), matrix operations for the dense part, for
    the experts and for attention, link bytes per direction; `devices` in tensor parallel with log2 of it, KV shards;
    `link_hop_s` is what a hop over this kind of link takes more than the calibrated one, seconds; `boundaries` how often a step
    goes on from one device to the next where they hold the layers in a row."""

    bandwidth: Any
    vector: Any
    dense_flops: Any
    experts_flops: Any
    attention_flops: Any
    link: Any
    devices: Any
    log2_devices: Any
    kv_shards: Any
    link_hop_s: Any = 0.0
    boundaries: Any = 0.0


class Efficiency(NamedTuple):
    """Calibrated constants: shares of the rates (0..1), operations per parameter to unpack, and fixed times in seconds.

    `group_loss` is the exponent by which shared KV heads lower the rate of reading KV; `tensor_loss` and `prompt_loss` those by
    which a tensor-parallel group is worth less than its devices, in decode and in prompts (see `tensor_speedup`). `boundary_s` is
    for going on to the next device of a row, `text_s` for tokenizing and carrying a prompt token, `together` the share of
    requests that come at the same moment, `independence` how far tokens choose experts each on its own (`experts_touched`).
    """

    bandwidth: Any
    unpack: Any
    kv: Any
    group_loss: Any
    prefill: Any
    batch: Any
    attention: Any
    tensor_loss: Any
    prompt_loss: Any
    step_s: Any
    layer_s: Any
    sequence_s: Any
    hop_s: Any
    boundary_s: Any
    expert_rows: Any
    independence: Any
    first_s: Any
    text_s: Any
    wait: Any
    together: Any
    pipeline: Any


class HostPart(NamedTuple):
    """What a step does outside the device: seconds to read host weights in decode, and to move them over for a prefill chunk;
    shares of the dense weights and of the experts that stay on the device."""

    read_s: Any = 0.0
    experts_read_s: Any = 0.0
    chunk_s: Any = 0.0
    dense_share: Any = 1.0
    experts_share: Any = 1.0
    kv_s: Any = 0.0


ALL_ON_DEVICE = HostPart()


class StepModel(NamedTuple):
    """Coefficients of a step, seconds (per step, per token, per pair …); plain floats or arrays of one shape."""

    fixed_s: Any
    sequence_s: Any
    token_s: Any
    dense_read_s: Any
    experts_read_s: Any
    expert_share: Any
    independence: Any
    decode_flop_s: Any
    prefill_flop_s: Any
    expert_flop_s: Any
    expert_rows: Any
    kv_s: Any
    window_kv_s: Any
    window: Any
    state_s: Any
    pair_s: Any
    window_pair_s: Any
    host_chunk_s: Any
    first_s: Any
    text_s: Any
    wait: Any
    together: Any


def prepare(work: Work, rates: Rates, efficiency: Efficiency, host: HostPart = ALL_ON_DEVICE) -> StepModel:
    """The coefficients of a step from what the model asks, what the device gives and how much of it is reached.

    Reading weights costs bytes / (bandwidth * share) plus parameters * unpack / vector rate (turning stored values into
    factors and multiplying them is vector work, so that cards with few of these units fall behind their bandwidth);
    arithmetic 2 operations a parameter; KV bytes / (bandwidth * share * group**-loss). Tensor parallel divides by
    p**(1-loss) and adds two all-reduces a layer. Raises nothing; rates must be positive.
    """
    e = efficiency
    speedup = tensor_speedup(rates.devices, e.tensor_loss)
    prompt_speedup = tensor_speedup(rates.devices, e.prompt_loss)
    per_byte = 1.0 / (rates.bandwidth * e.bandwidth * speedup)
    per_param = e.unpack / (rates.vector * speedup)
    kv_share = 1.0 / (rates.bandwidth * e.kv * work.group_size ** -e.group_loss * rates.kv_shards)
    dense_flop = 2.0 / rates.dense_flops
    expert_flop = 2.0 * work.experts_params * work.expert_share / rates.experts_flops
    body = work.dense_params - work.head_params
    pair = 1.0 / (rates.attention_flops * e.attention * prompt_speedup)
    return StepModel(
        fixed_s=e.step_s + e.layer_s * work.layers + host.read_s
        + e.boundary_s * rates.boundaries + layer_collectives(work.layers, e.hop_s + rates.link_hop_s, rates.log2_devices),
        sequence_s=e.sequence_s,
        token_s=layer_collectives_per_token(work.layers, work.hidden_size, 2.0, rates.devices, rates.link),
        dense_read_s=(work.dense_bytes * per_byte + work.dense_params * per_param) * host.dense_share,
        experts_read_s=(work.experts_bytes * per_byte + work.experts_params * per_param) * host.experts_share
        + host.experts_read_s,
        expert_share=work.expert_share,
        independence=e.independence,
        decode_flop_s=(work.dense_params * dense_flop + expert_flop) / (e.batch * speedup),
        prefill_flop_s=body * dense_flop / (e.prefill * prompt_speedup),
        expert_flop_s=expert_flop / (e.prefill * prompt_speedup),
        expert_rows=e.expert_rows,
        kv_s=work.kv_bytes * kv_share + host.kv_s,
        window_kv_s=work.window_kv_bytes * kv_share,
        window=work.window,
        state_s=2.0 * work.state_bytes * per_byte,
        pair_s=work.pair_flops * pair,
        window_pair_s=work.window_pair_flops * pair,
        host_chunk_s=host.chunk_s,
        first_s=e.first_s,
        text_s=e.text_s,
        wait=e.wait,
        together=e.together,
    )


def step_time(m: StepModel, decode_sequences: Any, decode_context: Any, prefill_tokens: Any = 0.0,
              prefill_pairs: Any = 0.0) -> Any:
    """Seconds of one forward pass.

    `decode_sequences` sequences each add one token to contexts of `decode_context` tokens in all; `prefill_tokens` prompt
    tokens attend to `prefill_pairs` keys in all (`attention_pairs`). Numbers or arrays of one shape.
    """
    tokens = decode_sequences + prefill_tokens
    read = m.dense_read_s + m.experts_read_s * experts_touched(m.expert_share, tokens, m.independence)
    arithmetic = decode_sequences * m.decode_flop_s + prefill_compute(m, prefill_tokens)
    attention = (decode_context * m.kv_s + lesser(decode_context, decode_sequences * m.window) * m.window_kv_s
                 + prefill_pairs * m.pair_s + lesser(prefill_pairs, prefill_tokens * m.window) * m.window_pair_s)
    return (m.fixed_s + decode_sequences * (m.sequence_s + m.state_s) + tokens * m.token_s
            + overlapped(read, arithmetic) + attention)


def prefill_compute(m: StepModel, prefill_tokens: Any) -> Any:
    """Arithmetic of a chunk of prompt tokens, seconds. Experts work on few rows each, which fills their tiles badly:
    with r = tokens * k/E rows an expert the rate is r / (r + rows) of the dense one."""
    rows = prefill_tokens * m.expert_share
    return prefill_tokens * m.prefill_flop_s + prefill_tokens * m.expert_flop_s * (rows + m.expert_rows) / (rows + 1e-9)


def attention_pairs(tokens: Any, start: Any = 0.0) -> Any:
    """(query, key) pairs of `tokens` prompt tokens after `start` tokens that are there already: n * (start + (n+1)/2)."""
    return tokens * (start + (tokens + 1.0) / 2.0)


def decode_steps_time(m: StepModel, steps: Any, sequences: Any, context: Any) -> Any:
    """Seconds of `steps` decode steps in a row of the same sequences, in closed form.

    The first step reads `context` tokens in all, each later one `sequences` more. Equal to the sum of `step_time` (to
    rounding): only attention grows, linearly, and in windowed layers until the window is full.
    """
    grown = sequences * steps * (steps - 1.0) / 2.0
    first = step_time(m, sequences, context)
    full = lesser(context, sequences * m.window)
    room = (sequences * m.window - full) / (sequences + 1e-30)
    whole = lesser(_ceil(room), steps)
    windowed = sequences * whole * (whole - 1.0) / 2.0 + (steps - whole) * (sequences * m.window - full)
    return steps * first + grown * m.kv_s + windowed * m.window_kv_s


def _ceil(value: Any) -> Any:
    return -(-value // 1.0)
