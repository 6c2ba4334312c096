"""Case + Memory -> Speed: composes what the model asks, what the devices give and the calibrated constants, with ranges.

The time of a step comes from formula/step_time.py, the same function that the simulator calls (`step_model(case, memory)`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from advisor import calibration, catalog, speculation
from advisor.answer import Memory, Range, Speed, Trace
from advisor.calibration import Setup
from advisor.engines.base import Case
from advisor.formula import roofline, serving
from advisor.formula.gguf_types import BLOCKS
from advisor.formula.parameters import components
from advisor.formula.per_model import per_model
from advisor.formula.step_time import ALL_ON_DEVICE, HostPart, Rates, StepModel, Work, prepare
from advisor.formula.weights import weights_in
from advisor.formula.weights_gpu import PARTS, format_of
from advisor.formula.work import mixer, shape, work
from advisor.scenario import Device, Model, Quantization, Workload
from advisor.speed_case import Figures, Load, Prepared
from advisor.speed_why import explain, explain_drafts, explain_reading
from advisor.units import GIB, gigabytes
from advisor.words import say

PROMPT_TOKENS, OUTPUT_TOKENS = 512, 128
HOST_WIDTH = 0.3
"""Added where a part lies in main memory: with it four in five of the offload lines (packaging/calibration/offload.py) are held."""
NETWORK_WIDTH = 0.4
"""Added where ranks of one layer exchange over a network whose rate nobody named: half as much again either way."""
SERVER_MEMORY_BYTES, SERVER_BANDWIDTH, SERVER_WIDTH = 256 * GIB, 204.8e9, 0.6
"""Four modules of 64 GB are the most that two channels of a desktop take (AMD, Intel: processor specifications): more is a server's, of
which eight channels of DDR4-3200 are assumed (8 x 8 bytes x 3200 MT/s). Twelve of DDR5-4800 read 460.8 GB a second, six of DDR4-2666
128: the width added to ranges holds both."""
DEFAULT_CHUNK = 2048
SOURCE = say("step model, calibrated on published measurements (packaging/calibration/report.md)")


def predict(case: Case, memory: Memory, trace: Trace) -> Speed:
    """The contract's speed, each figure with its range and reason; all None where the device's rates are not known."""
    prepared = prepare_case(case, memory)
    if prepared is None and case.engine.unmeasured(case) and not _on_processor(case, memory):
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
    depth, together = load.prompt + load.output / 2, max(1.0, load.running / load.lanes) if load.running > 1 else 1.0
    single, several = (speculation.round_of(case, prepared, sequences, depth) for sequences in (1.0, together))
    if load.running > 1 and several is None:
        trace.note(say("With several at once drafts were measured to gain nothing in {engine}: their pace is told without.",
                       engine=case.engine.name))
    alone, crowd = speculation.gain(case, single), speculation.gain(case, several)
    trace.note(say("With {tokens} drafted tokens a round one stream goes {low} to {high} times as fast: how well they are guessed decides "
                   "(prose {share}, code {other} of them taken, each after the one before).", tokens=tokens, low=f"{alone.low:.1f}",
                   high=f"{alone.high:.1f}", share=f"{low * 100:.0f} %", other=f"{high * 100:.0f} %"))
    if trace.explains:
        explain_drafts(prepared, trace, found, ceiling, SOURCE, (single, several), typical)
    stream = faster(ranged(found.alone, setup, "decode", more), alone)
    pace = ranged(found.pace, setup, "tpot", more)
    return Speed(
        ttft_s=ranged(found.first, setup, "ttft", more),
        prefill_tokens_per_s=ranged(load.prompt / found.prompt_s, setup, "prefill", more) if load.prompt else None,
        decode_tokens_per_s=stream, decode_ceiling_tokens_per_s=ceiling,
        tpot_s=Range(1 / stream.high, 1 / stream.typical, 1 / stream.low, stream.why) if load.running <= 1
        else Range(pace.low / crowd.high, pace.typical / crowd.typical, pace.high / crowd.low, pace.why),
        output_tokens_per_s=faster(ranged(found.together, setup, "batch", more), crowd),
        bound=max(limits := decode_limits(prepared), key=lambda part: limits[part]))


def faster(found: Range, gain: speculation.Gain) -> Range:
    """The range times a gain that has one of its own: its typical value, and ends as far apart as both are together, since
    the one does not follow the other."""
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


def ranged(typical: float, setup: Setup, figure: str, more: float = 0.0) -> Range:
    """The typical value with the band that the calibration gives for that figure (`more`: added width, in logarithms)."""
    spread = calibration.spread(setup, figure)
    factor = math.exp(spread.width + more)
    return Range(typical / factor, typical, typical * factor, spread.why)


def under(found: Range, ceiling: float) -> Range:
    """The range without what lies above a ceiling that no measurement passes."""
    return found._replace(high=max(found.typical, min(found.high, ceiling)))


def prepare_case(case: Case, memory: Memory) -> Prepared | None:
    """Everything the step model needs; None where a device's bandwidth is unknown, or nothing of its speed."""
    if case.engine.unmeasured(case) and not _on_processor(case, memory):
        return None
    device = _computing_device(case, memory)
    bandwidth = _shared_bandwidth(case, memory, device) if device is not None else None
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


# ------------------------------------------------------------------------------------------------ what applies

def _computing_device(case: Case, memory: Memory) -> Device | None:
    """The device that works: of unequal ones that which holds the most, the processor where no layer lies on a GPU."""
    if _on_processor(case, memory):
        return case.machine.cpu
    devices = [slot.device for slot in case.machine.slots]
    held = [d.weights_bytes for d in memory.devices]
    if len(held) == len(devices) and len(set(map(id, devices))) > 1:
        return devices[max(range(len(held)), key=lambda i: held[i])]
    return devices[0]


def _shared_bandwidth(case: Case, memory: Memory, device: Device) -> float | None:
    """Bandwidth as one stream sees it over unequal devices in a row: each reads its share of the weights in turn."""
    devices = [slot.device for slot in case.machine.slots]
    held = [d.weights_bytes for d in memory.devices]
    if device.kind == "cpu" or len(set(map(id, devices))) < 2 or len(held) != len(devices):
        return device.bandwidth_bytes_per_s
    seconds = 0.0
    for each, size in zip(devices, held, strict=True):
        if size:
            if each is None or not each.bandwidth_bytes_per_s:
                return None
            seconds += size / each.bandwidth_bytes_per_s
    return sum(held) / seconds if seconds else device.bandwidth_bytes_per_s


def setup_of(case: Case, device: Device) -> Setup:
    """The calibration's key of a case on that device."""
    facts = calibration.data()
    family = calibration.engine_family(case.engine.id, facts["like"], case.quantization.kind)
    backend = case.backend or case.settings.backend or facts["backends"].get(device.vendor, "cuda")
    stored = calibration.weight_format(case.quantization.id)
    return Setup(family, backend, device.vendor, device.device_class, calibration.bit_class(case.quantization.bits_per_weight),
                 case.model.moe is not None, case.settings.flash_attention,
                 calibration.build_age(case.engine.id, case.version if case.dated else None, facts["old_builds"]),
                 components(case.model).total >= calibration.BIG_PARAMETERS, case.engine.id,
                 stored, memory_kind(device), inline_ecc(device), mixer(case.model),
                 calibration.moved_bytes(case.engine.id, backend, stored, case.version if case.dated else None, facts["converted"]))


def memory_kind(device: Device) -> str:
    """hbm, unified (shared with the processor) or gddr; "" for a processor and where the type is not known."""
    if device.kind == "cpu":
        return ""
    if (device.memory_type or "").startswith("HBM"):
        return "hbm"
    return "unified" if device.unified_memory else "gddr" if device.memory_type else ""


def inline_ecc(device: Device) -> bool:
    """Whether the device keeps its error correction among the data and has it switched on as it comes: NVIDIA's cards for data
    centers with GDDR memory. HBM has chips of its own for it, and workstation cards come with it switched off."""
    return device.vendor == "nvidia" and device.kind == "datacenter" and (device.memory_type or "").startswith("GDDR")


def weight_bytes(model: Model, quantization: Quantization, as_gguf: bool = False) -> tuple[float, float]:
    """Bytes that a token's step reads of all but the routed experts (no input table), and bytes of all routed experts.

    `as_gguf`: the engine reads GGUF files, also of formats that have checkpoints of their own (16 bit, MXFP4).
    """
    if model.gguf_tensors is not None or quantization.kind == "gguf_mix" or as_gguf:
        return _gguf_bytes(model, quantization)
    return _checkpoint_bytes(model, quantization)


@cache
def _gguf_traits() -> Mapping[str, Any]:
    """What differs in GGUF files by architecture: data of the program that defines the format."""
    return dict(catalog.engine_data("llama.cpp")["architectures"])


@per_model
def _gguf_bytes(model: Model, quantization: Quantization) -> tuple[float, float]:
    traits = _gguf_traits().get(model.gguf_architecture or "", {})
    found, _ = weights_in(model, quantization.id, quantization.bits_per_weight, traits=traits)
    layers = model.num_hidden_layers
    return float(sum(found.layers[:layers]) + found.output), float(sum(found.experts[:layers]))


@per_model
def _checkpoint_bytes(model: Model, quantization: Quantization) -> tuple[float, float]:
    expert_format = None
    if model.native_quantization is not None and model.native_quantization.method == quantization.id:
        expert_format = quantization
    stored = format_of(model, quantization, expert_format)
    parts = components(model)
    dense = experts = 0.0
    for kind in parts.kinds:
        for layer in kind.layers:
            for part in PARTS:
                size = getattr(kind, part) * stored.bytes_of(part, layer)
                if part == "routed_experts":
                    experts += size
                else:
                    dense += size
            dense += (kind.router + kind.other + kind.small) * stored.plain_bytes
    head_bytes = stored.plain_bytes if {"head", "lm_head"} & stored.kept else stored.bits / 8
    return dense + parts.head_read * head_bytes, experts


def kv_element_bytes(case: Case) -> float:
    """Bytes of one stored K or V element by the cache type; `auto` is the checkpoint's own or 16 bit."""
    kind = case.settings.kv_cache_dtype.lower()
    if kind == "auto":
        own = case.model.native_quantization
        kind = (own.kv_cache_dtype if own and own.kv_cache_dtype else "f16").lower()
    if kind.startswith("fp8") or kind in ("int8", "float8"):
        return 1.0
    block = BLOCKS.get(kind) or BLOCKS.get(kind.upper())
    return block[1] / block[0] if block else 2.0


def case_work(case: Case) -> Work:
    """What the case's model asks for, with its format's bytes."""
    as_gguf = case.engine.data.get("traits", {}).get("formats") == "gguf" and case.quantization.kind not in ("textbook", "mlx")
    dense, experts = weight_bytes(case.model, case.quantization, as_gguf)
    return work(shape(case.model), dense, experts, kv_element_bytes(case))


def matrix_rate(device: Device, compute: str, pascal_int8: bool) -> float:
    """Operations per second of matrix arithmetic in that number type: FP8 and FP4 only where the hardware has them
    (MXFP4 weights against 8-bit values only on hardware that knows FP4).

    Weight-only formats compute in 16 bit. Without a rate of its own a type falls back to FP16, then FP32. Cards without
    matrix units multiply quantized weights at their INT8 rate where the engine does so (`pascal_int8`).
    """
    plain = device.fp16_flops or device.fp32_flops or _vector_rate(device)
    if not device.tensor_cores:
        plain = max(plain, device.fp32_flops or 0.0)
    if compute == "fp4":
        return device.fp4_flops or device.fp8_flops or plain
    if compute == "fp8":
        return device.fp8_flops or plain
    if compute == "mxfp4":
        return device.fp8_flops if device.fp4_flops and device.fp8_flops else plain
    if compute == "int8":
        return device.int8_ops or plain
    if not device.tensor_cores:
        integer = device.int8_ops if pascal_int8 and device.int8_ops else 0.0
        return max(device.fp16_flops or 0.0, device.fp32_flops or 0.0, integer) or plain
    return plain


def _vector_rate(device: Device) -> float:
    """FP32 operations per second outside matrix units; where unknown, the usual ratio to the memory bandwidth of its kind."""
    if device.fp32_flops:
        return device.fp32_flops
    ratios = calibration.data()["vector_per_byte"]
    return (device.bandwidth_bytes_per_s or 0.0) * float(ratios.get(device.device_class, ratios.get(device.vendor, ratios["any"])))


def rates_of(case: Case, device: Device, bandwidth: float) -> Rates:
    """What the device gives for this format, tensor-parallel group and link."""
    facts = calibration.data()
    arithmetic = facts["arithmetic"].get(case.engine.id, {}).get(case.quantization.id, ["fp16", "fp16"])
    quantized = calibration.bit_class(case.quantization.bits_per_weight) != "16"
    family = calibration.engine_family(case.engine.id, facts["like"], case.quantization.kind)
    instructions = facts["matrix_shares"].get(family, {}).get(device.device_class, 1.0)
    dense, experts = (instructions * matrix_rate(device, kind, quantized) for kind in arithmetic)
    devices = float(case.settings.tensor_parallel)
    bus = facts["pcie_collectives"]
    linked = device.linked(case.settings.tensor_parallel) and devices <= case.machine.most_together
    link = (device.nvlink_bytes_per_s or 0.0) if linked else (device.pcie_bytes_per_s or 16e9) * bus["share"]
    kv_heads = case.model.num_key_value_heads
    heads = kv_heads if isinstance(kv_heads, int) else max(kv_heads, default=1)
    shards = 1.0 if case.model.mla is not None else min(devices, float(max(heads, 1)))
    return Rates(bandwidth=float(bandwidth), vector=_vector_rate(device), dense_flops=dense,
                 experts_flops=experts, attention_flops=instructions * matrix_rate(device, "fp16", False), link=link, devices=devices,
                 log2_devices=math.log2(devices), kv_shards=shards, link_hop_s=0.0 if linked else bus["hop_s"])


def host_part(case: Case, memory: Memory, asked: Work, device: Device) -> HostPart:
    """The parts that lie in host memory: read at the host's bandwidth in decode, moved over the bus for prompts."""
    if not (memory.host_weights_bytes or memory.host_kv_bytes) or _on_processor(case, memory):
        return ALL_ON_DEVICE
    facts = calibration.data()["host"]
    cpu = case.machine.cpu
    whole = cpu.bandwidth_bytes_per_s if cpu and cpu.bandwidth_bytes_per_s else assumed_host_bandwidth(case)
    bandwidth = whole * facts["share"]
    bus = (device.pcie_bytes_per_s or facts["bus_bytes_per_s"]) * facts["bus_share"]
    experts = float(memory.host_expert_bytes)
    dense = float(memory.host_weights_bytes) - experts
    kv_share = memory.host_kv_bytes / max(1, memory.host_kv_bytes + (memory.kv_bytes or 0))
    return HostPart(read_s=dense / bandwidth, experts_read_s=experts / (whole * facts["experts_share"]),
                    kv_s=asked.kv_bytes * kv_share / bandwidth, chunk_s=memory.host_weights_bytes / bus,
                    dense_share=max(0.0, 1.0 - dense / max(asked.dense_bytes, 1.0)),
                    experts_share=max(0.0, 1.0 - experts / max(asked.experts_bytes, 1.0)))


def assumed_host_bandwidth(case: Case) -> float:
    """Bytes a second of main memory that nobody named: a desktop's two channels, a server's where no desktop holds so much."""
    if (case.machine.host_memory_bytes or 0) > SERVER_MEMORY_BYTES:
        return SERVER_BANDWIDTH
    return float(calibration.data()["host"]["bandwidth_bytes_per_s"])


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


def _on_processor(case: Case, memory: Memory) -> bool:
    return not case.machine.slots or memory.gpu_layers == 0 or case.backend == "cpu"


def lengths(workload: Workload, context: int | None) -> tuple[int, int]:
    """Tokens of a prompt and of its answer: as asked, else what is taken where nothing was said."""
    context = context or (PROMPT_TOKENS + OUTPUT_TOKENS)
    prompt, output = workload.prompt_tokens, workload.output_tokens
    return (min(PROMPT_TOKENS, max(1, context // 2)) if prompt is None else prompt,
            min(OUTPUT_TOKENS, max(1, context // 4)) if output is None else output)


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
