"""What the devices of a case give: bytes and operations a second of the one that computes, of main memory, and of the ways between."""

from __future__ import annotations

import math

from advisor import calibration
from advisor.answer import Memory
from advisor.calibration import Setup
from advisor.engines.base import Case
from advisor.formula.parameters import components
from advisor.formula.step_time import ALL_ON_DEVICE, HostPart, Rates, Work
from advisor.formula.work import mixer
from advisor.scenario import Device
from advisor.units import GIB

SERVER_MEMORY_BYTES, SERVER_BANDWIDTH, SERVER_WIDTH = 256 * GIB, 204.8e9, 0.6
"""Four modules of 64 GB are the most that two channels of a desktop take (AMD, Intel: processor specifications): more is a server's, of
which eight channels of DDR4-3200 are assumed (8 x 8 bytes x 3200 MT/s). Twelve of DDR5-4800 read 460.8 GB a second, six of DDR4-2666
128: the width added to ranges holds both."""


def on_processor(case: Case, memory: Memory) -> bool:
    """Whether the processor computes: no card, no layer on one, or a build without any."""
    return not case.machine.slots or memory.gpu_layers == 0 or case.backend == "cpu"


def computing_device(case: Case, memory: Memory) -> Device | None:
    """The device that works: of unequal ones that which holds the most, the processor where no layer lies on a GPU."""
    if on_processor(case, memory):
        return case.machine.cpu
    devices = [slot.device for slot in case.machine.slots]
    held = [d.weights_bytes for d in memory.devices]
    if len(held) == len(devices) and len(set(map(id, devices))) > 1:
        return devices[max(range(len(held)), key=lambda i: held[i])]
    return devices[0]


def shared_bandwidth(case: Case, memory: Memory, device: Device) -> float | None:
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


def host_part(case: Case, memory: Memory, asked: Work, device: Device) -> HostPart:
    """The parts that lie in host memory: read at the host's bandwidth in decode, moved over the bus for prompts."""
    if not (memory.host_weights_bytes or memory.host_kv_bytes) or on_processor(case, memory):
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
