"""Case + Memory -> Speed: composes what the model asks (speed_work), what the devices give (speed_rates), who asks (speed_load) and the
calibrated constants, with ranges.

The time of a step comes from formula/step_time.py, the same function that the simulator calls (`step_model(case, memory)`).
"""

from __future__ import annotations

import math

from advisor import calibration, speculation
from advisor.answer import Memory, Range, Speed, Trace
from advisor.calibration import Setup
from advisor.engines.base import Case
from advisor.formula import roofline, serving
from advisor.formula.parameters import components
from advisor.formula.step_time import ALL_ON_DEVICE, StepModel, prepare
from advisor.speed_case import Figures, Prepared, Round
from advisor.speed_load import OUTPUT_TOKENS, PROMPT_TOKENS, lengths, load_of
from advisor.speed_rates import (
    SERVER_BANDWIDTH,
    SERVER_WIDTH,
    assumed_host_bandwidth,
    computing_device,
    host_part,
    on_processor,
    rates_of,
    setup_of,
    shared_bandwidth,
)
from advisor.speed_why import explain, explain_drafts, explain_reading
from advisor.speed_work import case_work, weight_bytes
from advisor.units import gigabytes
from advisor.words import say

__all__ = ["OUTPUT_TOKENS", "PROMPT_TOKENS", "Figures", "ceiling_rate", "decode_limits", "faster", "figures", "lengths", "load_of",
           "predict", "prepare_case", "ranged", "rounds", "step_model", "under", "weight_bytes"]

HOST_WIDTH = 0.3
"""Added where a part lies in main memory: with it four in five of the offload lines (packaging/calibration/offload.py) are held."""
NETWORK_WIDTH = 0.4
"""Added where ranks of one layer exchange over a network whose rate nobody named: half as much again either way."""
SOURCE = say("step model, calibrated on published measurements (packaging/calibration/report.md)")


def predict(case: Case, memory: Memory, trace: Trace) -> Speed:
    """The contract's speed, each figure with its range and reason; all None where the device's rates are not known."""
    prepared = prepare_case(case, memory)
    if prepared is None and case.engine.unmeasured(case) and not on_processor(case, memory):
        return Speed()      # the engine's advice says why
    if prepared is None:
        trace.note(say("Speed is unknown: the memory bandwidth of what would compute is not known."))
        return Speed()
    load, setup = prepared.load, prepared.setup
    if case.model.job == "text" and (case.workload.prompt_tokens is None or case.workload.output_tokens is None):
        trace.note(say("Speed is for prompts of {prompt} and answers of {output} tokens, taken because nothing was said.",
                       prompt=int(load.prompt), output=int(load.output)))
    if prepared.host is not ALL_ON_DEVICE:
        _tell_host(case, trace)
    if not case.dated and setup.engine in calibration.data()["dated"]:
        trace.note(say("No version of {engine} is named: its speed is as published for builds of all ages. `engine_version` {known} "
                       "is the newest known.", engine=case.engine.name, known=case.version))
    if setup.moved > 1:
        trace.note(say("This build has no product of {format} weights on {backend}: it converts them at every step, which moves {times} "
                       "times their bytes. Take a newer build or another format.", format=case.quantization.name, backend=setup.backend,
                       times=f"{setup.moved:g}"))
    if case.model.job != "text":
        return _reading(case, prepared, trace, host_width(case, prepared))
    found = figures(prepared)
    ceiling = ceiling_rate(case, prepared)
    more = host_width(case, prepared) + network_width(case, trace)
    if case.settings.speculative is not None:
        return _drafted(case, prepared, found, ceiling, more, trace)
    limits = decode_limits(prepared)
    if trace.explains:
        explain(prepared, trace, found, ceiling, SOURCE)
    return Speed(
        ttft_s=ranged(found.first, setup, "ttft", more),
        prefill_tokens_per_s=ranged(load.prompt / found.prompt_s, setup, "prefill", more) if load.prompt else None,
        decode_tokens_per_s=(alone := under(ranged(found.alone, setup, "decode", more), ceiling)),
        decode_ceiling_tokens_per_s=ceiling,
        tpot_s=ranged(found.pace, setup, "tpot", more) if load.running > 1 else Range(1 / alone.high, found.pace, 1 / alone.low, alone.why),
        output_tokens_per_s=ranged(found.together, setup, "batch", more),
        bound=max(limits, key=lambda part: limits[part]),
    )


def _drafted(case: Case, prepared: Prepared, found: Figures, ceiling: float, more: float, trace: Trace) -> Speed:
    """The speed with drafts: prompts as without, the pace times what a round gains; the ends of the ranges with hard and easy texts."""
    load, setup, asked = prepared.load, prepared.setup, case.settings.speculative
    tokens, (low, typical, high) = asked.num_speculative_tokens if asked else 0, speculation.rates(asked.acceptance_rate if asked else None)
    single, several = rounds(case, prepared)
    if load.running > 1 and several is None:
        trace.note(say("With several at once drafts were measured to gain nothing in {engine}: their pace is told without.",
                       engine=case.engine.name))
    alone, crowd = speculation.gain(case, single), speculation.gain(case, several)
    if low == high:
        trace.note(say("With {tokens} drafted tokens a round, of which {share} are taken, each after the one before, one stream goes "
                       "{times} times as fast.", tokens=tokens, share=f"{typical * 100:.0f} %", times=f"{alone.typical:.1f}"))
    else:
        trace.note(say("With {tokens} drafted tokens a round one stream goes {low} to {high} times as fast: how well they are guessed "
                       "decides (prose {share}, code {other} of them taken, each after the one before).", tokens=tokens,
                       low=f"{alone.low:.1f}", high=f"{alone.high:.1f}", share=f"{low * 100:.0f} %", other=f"{high * 100:.0f} %"))
    if trace.explains:
        explain_drafts(prepared, trace, found, ceiling, SOURCE, (single, several), typical)
    stream = faster(ranged(found.alone, setup, "decode", more), alone)
    each = stream if load.running <= 1 else faster(_inverse(ranged(found.pace, setup, "tpot", more)), crowd)
    return Speed(
        ttft_s=ranged(found.first, setup, "ttft", more),
        prefill_tokens_per_s=ranged(load.prompt / found.prompt_s, setup, "prefill", more) if load.prompt else None,
        decode_tokens_per_s=stream, decode_ceiling_tokens_per_s=ceiling,
        tpot_s=_inverse(each),
        output_tokens_per_s=faster(ranged(found.together, setup, "batch", more), crowd),
        bound=max(limits := decode_limits(prepared), key=lambda part: limits[part]))


def _inverse(found: Range) -> Range:
    return Range(1 / found.high, 1 / found.typical, 1 / found.low, found.why)


def rounds(case: Case, prepared: Prepared) -> tuple[Round | None, Round | None]:
    """The round of one stream alone and of all that run; None where no drafts are asked for, or they gain nothing then."""
    load = prepared.load
    depth, together = load.prompt + load.output / 2, max(1.0, load.running / load.lanes) if load.running > 1 else 1.0
    return speculation.round_of(case, prepared, 1.0, depth), speculation.round_of(case, prepared, together, depth)


def faster(found: Range, gain: speculation.Gain) -> Range:
    """The range times a gain that has one of its own: its typical value, and ends as far apart as both are together, since
    the one does not follow the other."""
    if gain == speculation.NO_GAIN:
        return found
    low = math.hypot(math.log(found.typical / found.low), math.log(gain.typical / gain.low))
    high = math.hypot(math.log(found.high / found.typical), math.log(gain.high / gain.typical))
    typical = found.typical * gain.typical
    return Range(typical * math.exp(-low), typical, typical * math.exp(high), found.why)


def _reading(case: Case, prepared: Prepared, trace: Trace, more: float) -> Speed:
    """The speed of a model that reads texts and writes none: tokens read a second, and nothing of answers."""
    found, load = figures(prepared), prepared.load
    trace.note(say("It reads texts and writes none: prompt tokens a second are all its speed, and its cache is free again after each "
                   "text."))
    if not load.prompt:
        return Speed()
    if trace.explains:
        explain_reading(prepared, trace, found, SOURCE)
    return Speed(prefill_tokens_per_s=ranged(load.prompt / found.prompt_s, prepared.setup, "prefill", more))


def prepare_case(case: Case, memory: Memory) -> Prepared | None:
    """Everything the step model needs; None where a device's bandwidth is unknown, or nothing of its speed."""
    if case.engine.unmeasured(case) and not on_processor(case, memory):
        return None
    device = computing_device(case, memory)
    bandwidth = shared_bandwidth(case, memory, device) if device is not None else None
    if device is None or not bandwidth:
        return None
    setup = setup_of(case, device)
    asked = case_work(case)
    efficiency = calibration.efficiency(setup)
    host = host_part(case, memory, asked, device)
    load = load_of(case, memory, efficiency.pipeline)
    rates = rates_of(case, device, bandwidth)._replace(boundaries=load.stages - 1.0)
    return Prepared(prepare(asked, rates, efficiency, host), setup, asked, rates, host, load)


def step_model(case: Case, memory: Memory) -> StepModel | None:
    """The prepared coefficients of a case's step, for the simulator; None where the device's rates are unknown."""
    prepared = prepare_case(case, memory)
    return prepared.step if prepared else None


def figures(prepared: Prepared) -> Figures:
    """The typical value of every figure."""
    m, load = prepared.step, prepared.load
    cold = serving.prompt_time(m, load.prompt, load.chunk, 0.0, load.stages, load.pipeline)
    warm = cold if not load.cached else serving.prompt_time(m, load.prompt, load.chunk, load.cached, load.stages, load.pipeline)
    together = max(1.0, load.running / load.lanes)
    pace = serving.steady_pace(m, together, load.prompt, load.output, load.chunk, load.cached)
    visit = serving.first_token_time(m, load.running, load.prompt, load.output, load.chunk, load.cached, load.stages, load.pipeline)
    first = visit + serving.place_wait(load.people, load.running, visit, pace, load.output)
    return Figures(float(cold), float(serving.stream_rate(m, load.prompt, load.output)), float(pace), float(first),
                   float(load.replicas * serving.throughput(load.running, warm, pace, load.output)))


# ------------------------------------------------------------------------------------------------ ranges

def ranged(typical: float, setup: Setup, figure: str, more: float = 0.0) -> Range:
    """The typical value with the band that the calibration gives for that figure (`more`: added width, in logarithms)."""
    spread = calibration.spread(setup, figure)
    factor = math.exp(spread.width + more)
    return Range(typical / factor, typical, typical * factor, spread.why)


def under(found: Range, ceiling: float) -> Range:
    """The range without what lies above a ceiling that no measurement passes."""
    return found._replace(high=max(found.typical, min(found.high, ceiling)))


def host_width(case: Case, prepared: Prepared) -> float:
    """What the ranges are wider by, in logarithms, for a part in main memory."""
    if prepared.host is ALL_ON_DEVICE:
        return 0.0
    named = case.machine.cpu is not None and case.machine.cpu.bandwidth_bytes_per_s
    return HOST_WIDTH + (0.0 if named or assumed_host_bandwidth(case) != SERVER_BANDWIDTH else SERVER_WIDTH)


def network_width(case: Case, trace: Trace) -> float:
    """What the ranges are wider by, in logarithms, for ranks of one layer on several machines (tensor parallel reckoned like a PCIe
    bus, the way to experts elsewhere not at all), which is said."""
    s, most = case.settings, case.machine.most_together
    experts = case.engine.copy_ranks(case) > s.tensor_parallel and s.tensor_parallel * s.pipeline_parallel * s.data_parallel > most
    if not experts and s.tensor_parallel <= most:
        return 0.0
    if experts:
        trace.note(say("The experts lie over several machines: what goes over the network between them is not reckoned, so the speed is "
                       "a wide guess. It takes InfiniBand or RoCE; without, run one server a machine behind a proxy."))
    elif most > 1:
        trace.note(say("Tensor parallel {cards} reaches over several machines: its all-reduce goes over the network, reckoned like a PCIe "
                       "bus, so the speed is a wide guess. Keep it inside a machine.", cards=s.tensor_parallel))
    return NETWORK_WIDTH


# ------------------------------------------------------------------------------------------------ what limits, and why

def ceiling_rate(case: Case, prepared: Prepared) -> float:
    """The textbook ceiling: bandwidth of the devices that read together over the active weights' bytes."""
    parts = components(case.model)
    asked = prepared.work
    table = parts.embedding if parts.head else 0
    per_param = asked.dense_bytes / max(asked.dense_params, 1.0)
    active = asked.dense_bytes + asked.experts_bytes * asked.expert_share + table * per_param
    return float(roofline.decode_ceiling(prepared.rates.bandwidth * prepared.rates.devices, active))


def decode_limits(prepared: Prepared) -> dict[str, float]:
    """Seconds of a decode step at the load by what it waits for: memory, compute, host, interconnect, overhead."""
    m, load = prepared.step, prepared.load
    depth = load.running * (load.prompt + load.output / 2)
    touched = roofline.experts_touched(m.expert_share, load.running, m.independence)
    shared_link = load.running * m.token_s
    read = m.dense_read_s + m.experts_read_s * touched + depth * m.kv_s + min(depth, load.running * m.window) * m.window_kv_s
    host = prepared.host.read_s + prepared.host.experts_read_s * touched
    prefill = (load.running - 1) / load.output * load.prompt * m.prefill_flop_s
    return {"memory": float(read + load.running * m.state_s - prepared.host.experts_read_s * touched),
            "compute": float(load.running * m.decode_flop_s + prefill), "host": float(host), "interconnect": float(shared_link),
            "overhead": float(m.fixed_s - prepared.host.read_s + load.running * m.sequence_s)}


def _tell_host(case: Case, trace: Trace) -> None:
    """What reading part of the weights from host memory rests on."""
    cpu = case.machine.cpu
    if cpu is not None and cpu.bandwidth_bytes_per_s:
        trace.note(say("A part lies in host memory and is read from there at every token: {rate} a second at most.",
                       rate=gigabytes(cpu.bandwidth_bytes_per_s)))
    elif assumed_host_bandwidth(case) == SERVER_BANDWIDTH:
        trace.note(say("A part lies in host memory, whose bandwidth is not known: so much memory is a server's, and {rate} a second is "
                       "assumed (8 channels of DDR4-3200). Name its memory system as a device of its own beside the card.",
                       rate=gigabytes(SERVER_BANDWIDTH)))
    else:
        trace.note(say("A part lies in host memory, whose bandwidth is not known: {rate} a second is assumed.",
                       rate=gigabytes(assumed_host_bandwidth(case))))
