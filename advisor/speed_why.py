"""How the speed figures came about: the step model's own terms with this case's numbers, down to bytes, rates and shares.

`overlap(read, arithmetic)` in a formula is `formula.roofline.overlapped`: the longer of the two, up to 19 % more where they are
equal. Times in seconds.
"""

from __future__ import annotations

import math
from typing import Any

from advisor import calibration
from advisor.answer import Trace
from advisor.calibration import Setup
from advisor.formula import roofline, serving, speculative
from advisor.formula.interconnect import pipelined, tensor_speedup
from advisor.formula.step_time import ALL_ON_DEVICE, StepModel, attention_pairs, prefill_compute
from advisor.speed_case import Figures, Prepared, Round
from advisor.words import say

DRAFTS = say("paired measurements with and without drafts (packaging/calibration/speculative.jsonl)")


def explain(p: Prepared, trace: Trace, found: Figures, ceiling: float, source: str) -> None:
    """The derivations of every figure, with this case's numbers."""
    rests = {f: _rests_on(p.setup, f) for f in ("decode", "prefill", "tpot", "ttft", "batch")}
    trace.add("decode_ceiling_tokens_per_s", "bandwidth_bytes_per_s × devices ÷ active_weight_bytes", ceiling, "tokens/s",
              say("roofline (Williams et al. 2009)"), bandwidth_bytes_per_s=p.rates.bandwidth, devices=round(p.rates.devices),
              active_weight_bytes=round(p.rates.bandwidth * p.rates.devices / ceiling))
    _alone(p, trace, found, source, rests["decode"])
    _prompt(p, trace, found, source, rests["prefill"])
    _pace(p, trace, found, source, rests["decode" if p.load.running <= 1 else "tpot"])
    _first(p, trace, found, source, rests["ttft"])
    load = p.load
    trace.add("output_tokens_per_s", f"replicas × running × output_tokens ÷ ({_prompt_name(p)} + output_tokens × pace_s)", found.together,
              "tokens/s", source, replicas=load.replicas, running=_count(load.running), output_tokens=_count(load.output),
              **{_prompt_name(p): _own_prompt(p, found)}, pace_s=found.pace, **rests["batch"])


def explain_drafts(p: Prepared, trace: Trace, found: Figures, ceiling: float, source: str, rounds: tuple[Round | None, Round | None],
                   rate: float) -> None:
    """The derivations with drafts: those without, under names of their own, times what a round gains (of one stream, of all)."""
    plain = Trace()
    explain(p, plain, found, ceiling, source)
    names = {"decode_tokens_per_s": "undrafted_tokens_per_s", "tpot_s": "undrafted_tpot_s",
             "output_tokens_per_s": "undrafted_output_tokens_per_s"}
    values = {"decode_tokens_per_s": (found.alone, rounds[0]), "tpot_s": (found.pace, rounds[1]),
              "output_tokens_per_s": (found.together, rounds[1])}
    for step in plain.derivations:
        if step.quantity not in names:
            trace.derivations.append(step)
            continue
        name, (value, made) = names[step.quantity], values[step.quantity]
        gain = f"{'' if made is rounds[0] else 'joint_'}draft_gain"
        won = made.gain(rate) if made is not None else 1.0
        trace.add(step.quantity, f"{name} {'÷' if step.quantity == 'tpot_s' else '×'} {gain}",
                  value / won if step.quantity == "tpot_s" else value * won, step.unit, source, **{name: value, gain: won})
        trace.derivations.append(step._replace(quantity=name))
    for made, prefix in dict.fromkeys(((rounds[0], ""), (rounds[1], "joint_" if rounds[1] is not rounds[0] else ""))):
        if made is None:
            trace.add(f"{prefix}draft_gain", "1", 1.0, "", DRAFTS)
            continue
        won = float(speculative.tokens_per_round(rate, made.tokens))
        trace.add(f"{prefix}draft_gain", f"tokens_a_round × {prefix}plain_step_s ÷ {prefix}round_s", made.gain(rate), "", DRAFTS,
                  tokens_a_round=won, **{f"{prefix}plain_step_s": made.plain_s, f"{prefix}round_s": made.whole_s})
        trace.add(f"{prefix}round_s", f"draft_tokens × {prefix}draft_s + {prefix}check_s + {prefix}beside_s", made.whole_s, "s", DRAFTS,
                  draft_tokens=_count(made.tokens), **{f"{prefix}draft_s": made.draft_s, f"{prefix}check_s": made.check_s,
                                                       f"{prefix}beside_s": made.beside_s})
        if prefix and rounds[0] is not None:
            continue        # as many as of one stream
        trace.add("tokens_a_round", "(1 − acceptance_rate ^ (draft_tokens + 1)) ÷ (1 − acceptance_rate)", won, "tokens",
                  say("speculative sampling (Leviathan et al. 2023)"), acceptance_rate=rate, draft_tokens=_count(made.tokens))


def explain_reading(p: Prepared, trace: Trace, found: Figures, source: str) -> None:
    """The derivations of reading a prompt, for models that write nothing."""
    _prompt(p, trace, found, source, _rests_on(p.setup, "prefill"))


def _count(value: float) -> float:
    return round(value) if value == round(value) else value


def _prompt_name(p: Prepared) -> str:
    """A prompt partly in the cache takes less than the one that the reading pace is told of."""
    return "rest_of_prompt_s" if p.load.cached else "prompt_s"


def _own_prompt(p: Prepared, found: Figures) -> float:
    load = p.load
    if not load.cached:
        return found.prompt_s
    return float(serving.prompt_time(p.step, load.prompt, load.chunk, load.cached, load.stages, load.pipeline))


def _alone(p: Prepared, trace: Trace, found: Figures, source: str, rests: dict[str, Any]) -> None:
    """One stream: fixed time, the weights once, and the cache at its mean depth over the answer."""
    m, load = p.step, p.load
    depth = load.prompt + (load.output + 1) / 2
    read, arithmetic = m.dense_read_s + m.experts_read_s * m.expert_share, m.decode_flop_s
    weights = roofline.overlapped(read, arithmetic) + m.sequence_s + m.state_s + m.token_s
    trace.add("decode_tokens_per_s", "1 ÷ (fixed_s + weights_s + depth_tokens × kv_s_per_token)", found.alone, "tokens/s", source,
              fixed_s=m.fixed_s, weights_s=weights, depth_tokens=depth,
              kv_s_per_token=max(0.0, 1 / found.alone - m.fixed_s - weights) / depth, **rests)
    more = {"sequence_s": m.sequence_s, "state_s": m.state_s, "link_s": m.token_s}
    more = {name: value for name, value in more.items() if value}
    trace.add("weights_s", " + ".join(["overlap(weights_read_s, arithmetic_s)", *more]), weights, "s", source, weights_read_s=read,
              arithmetic_s=arithmetic, **more)
    if p.host is ALL_ON_DEVICE:
        e, work, rates = calibration.efficiency(p.setup), p.work, p.rates
        speedup = float(tensor_speedup(rates.devices, e.tensor_loss))
        quick = {"tensor_speedup": speedup} if speedup != 1 else {}
        by = " × tensor_speedup" if quick else ""
        trace.add("weights_read_s", f"read_bytes ÷ (bandwidth_bytes_per_s × reached_bandwidth{by}) + read_weights × unpack_operations ÷ "
                  + (f"(vector_operations_per_s{by})" if by else "vector_operations_per_s"), read, "s", source,
                  read_bytes=round(work.dense_bytes + work.experts_bytes * work.expert_share), bandwidth_bytes_per_s=rates.bandwidth,
                  reached_bandwidth=float(e.bandwidth), **quick,
                  read_weights=round(work.dense_params + work.experts_params * work.expert_share), unpack_operations=float(e.unpack),
                  vector_operations_per_s=rates.vector)


def _prompt(p: Prepared, trace: Trace, found: Figures, source: str, rests: dict[str, Any]) -> None:
    """A prompt alone: its passes, each with its fixed time, the weights against the arithmetic, and attention."""
    m, load = p.step, p.load
    trace.add("prefill_tokens_per_s", "prompt_tokens ÷ prompt_s", load.prompt / found.prompt_s, "tokens/s", source,
              prompt_tokens=_count(load.prompt), prompt_s=found.prompt_s, **rests)
    new = max(load.prompt, 1.0)
    chunks = -(-new // load.chunk)
    size, pairs = new / chunks, attention_pairs(new) / chunks
    trace.add("prompt_s", "passes × (pass_fixed_s + overlap(pass_read_s, pass_arithmetic_s) + pass_attention_s)", found.prompt_s, "s",
              source, passes=_count(float(pipelined(chunks, load.stages, load.pipeline))),
              pass_fixed_s=m.fixed_s + size * m.token_s + m.host_chunk_s, pass_read_s=_read(m, size),
              pass_arithmetic_s=float(prefill_compute(m, size)),
              pass_attention_s=float(pairs * m.pair_s + min(pairs, size * m.window) * m.window_pair_s))


    if load.stages <= 1:
        trace.add("passes", "ceil(prompt_tokens ÷ chunk_tokens)", chunks, "passes", source, prompt_tokens=_count(new),
                  chunk_tokens=_count(load.chunk))


def _read(m: StepModel, tokens: float) -> float:
    return float(m.dense_read_s + m.experts_read_s * roofline.experts_touched(m.expert_share, tokens, m.independence))


def _pace(p: Prepared, trace: Trace, found: Figures, source: str, rests: dict[str, Any]) -> None:
    """A step of all that run, and the prompts of those who join meanwhile."""
    m, load = p.step, p.load
    running = max(1.0, load.running / load.lanes)
    step = float(serving.batch_step(m, running, load.prompt, load.output))
    joining = {"joining_s": found.pace - step} if running > 1 else {}
    trace.add("tpot_s", " + ".join(["step_s", *joining]), found.pace, "s", source, step_s=step, **joining, **rests)
    depth = load.prompt + (load.output + 1) / 2
    trace.add("step_s", "step_fixed_s + overlap(step_read_s, running × arithmetic_s) + running × depth_tokens × cache_s_per_token", step,
              "s", source, step_fixed_s=m.fixed_s + running * (m.sequence_s + m.state_s + m.token_s), step_read_s=_read(m, running),
              running=_count(running), arithmetic_s=m.decode_flop_s, depth_tokens=depth,
              cache_s_per_token=float(m.kv_s + min(depth, m.window) * m.window_kv_s / depth))
    if joining:
        new = max(load.prompt - load.cached, 1.0)
        size = min(load.chunk, new * max((running - 1) / load.output, 1.0))
        passes = (running - 1) * new / size / load.output
        trace.add("joining_s", "(running − 1) × new_tokens ÷ (joining_tokens × output_tokens) × joining_pass_s", found.pace - step, "s",
                  source, running=_count(running), new_tokens=_count(new), joining_tokens=_count(size), output_tokens=_count(load.output),
                  joining_pass_s=(found.pace - step) / passes)


def _first(p: Prepared, trace: Trace, found: Figures, source: str, rests: dict[str, Any]) -> None:
    """Fixed part, the own prompt, and waiting: for others' prompts on the way, and for a place where more ask than run."""
    m, load, name, own = p.step, p.load, _prompt_name(p), _own_prompt(p, found)
    waiting = max(0.0, found.first - m.first_s - load.prompt * m.text_s - own)
    waits = {"waiting_s": waiting} if load.people > 1 else {}
    trace.add("ttft_s", " + ".join(["first_fixed_s", "prompt_tokens × text_s", name, *waits]), found.first, "s", source,
              first_fixed_s=m.first_s, prompt_tokens=_count(load.prompt), text_s=m.text_s, **{name: own}, **waits, **rests)
    if not waits:
        return
    terms, values = [], {}
    others, new = max(load.running - 1.0, 0.0), max(load.prompt - load.cached, 1.0)
    if others:
        met = others * new / (new + load.output * serving.STEP_IN_PROMPT_TOKENS)
        terms.append(f"together_share × (running − 1) × {name} ÷ 2")
        terms.append(f"wait_factor × ({name} × met_prompts + min(running − 1, 1) × met_step_s) ÷ 2")
        values = {"together_share": m.together, "wait_factor": m.wait, name: own, "met_prompts": met, "running": _count(load.running),
                  "met_step_s": float(serving.batch_step(m, load.running, load.prompt, load.output))}
    if load.people > load.running:
        visit = float(serving.first_token_time(m, load.running, load.prompt, load.output, load.chunk, load.cached, load.stages,
                                               load.pipeline))
        terms.append("(people − running) ÷ running × (visit_s + output_tokens × pace_s)")
        values |= {"people": _count(load.people), "running": _count(load.running), "visit_s": visit, "output_tokens": _count(load.output),
                   "pace_s": found.pace}
    trace.add("waiting_s", " + ".join(terms), waiting, "s", say("{source}; others' prompts met as in M/D/1", source=source), **values)
    if others:
        trace.add("met_prompts", f"(running − 1) × new_tokens ÷ (new_tokens + {serving.STEP_IN_PROMPT_TOKENS:.0f} × output_tokens)", met,
                  "prompts", source, running=_count(load.running), new_tokens=_count(new), output_tokens=_count(load.output))


def _rests_on(setup: Setup, figure: str) -> dict[str, Any]:
    """How many measurements a figure rests on, and the factor within which four in five of them lay."""
    spread = calibration.spread(setup, figure)
    return {"measurements": spread.measurements, "four_in_five_within_factor": round(math.exp(spread.width), 3)}
