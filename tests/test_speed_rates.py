"""What the devices of a case give."""

import pytest

from advisor import calibration, catalog
from advisor.answer import Trace
from advisor.engines.base import Case
from advisor.estimate import resolve
from advisor.scenario import parse_scenario
from advisor.speed_rates import inline_ecc, matrix_rate, rates_of, setup_of


def case_of(engine: str, quantization: str, device: str) -> Case:
    return resolve(parse_scenario({"model": "qwen2.5-14b-instruct", "engine": engine, "quantization": quantization,
                                   "settings": {"context": 8192}, "hardware": {"device": device, "host_memory_gib": 64}}), Trace())


def test_formats_use_the_arithmetic_the_hardware_has() -> None:
    old, new = catalog.find_device("RTX 3090"), catalog.find_device("H100 SXM")
    assert matrix_rate(old, "fp8", False) == old.fp16_flops
    assert matrix_rate(new, "fp8", False) == new.fp8_flops
    assert matrix_rate(new, "fp4", False) == new.fp8_flops
    assert matrix_rate(new, "mxfp4", False) == new.fp16_flops
    pascal = catalog.find_device("Tesla P40")
    assert matrix_rate(pascal, "fp16", True) == pascal.int8_ops
    assert matrix_rate(pascal, "fp16", False) == pascal.fp32_flops


def test_error_correction_among_the_data_takes_its_part_of_the_bandwidth() -> None:
    """The A40 has the A6000's chips but comes with error correction on; HBM has chips of its own for it."""
    asks = {name: inline_ecc(catalog.find_device(name))
            for name in ("A40", "L40S", "L4", "RTX A6000", "RTX 4090", "H100 SXM", "Radeon RX 7900 XTX")}
    assert asks == {"A40": True, "L40S": True, "L4": True, "RTX A6000": False, "RTX 4090": False, "H100 SXM": False,
                    "Radeon RX 7900 XTX": False}
    plain = case_of("llama.cpp", "q8_0", "RTX A6000")
    setup = setup_of(plain, catalog.find_device("RTX A6000"))
    with_it, without = (calibration.efficiency(setup._replace(ecc=ecc)) for ecc in (True, False))
    assert with_it.bandwidth == pytest.approx(.9375 * without.bandwidth) and with_it.kv == pytest.approx(.9375 * without.kv)


def test_instructions_that_reach_a_part_of_the_matrix_rate() -> None:
    hopper = catalog.find_device("H100 PCIe")
    for engine, quantization, share in (("llama.cpp", "q4_k_m", .63), ("ollama", "q4_k_m", .63), ("vllm", "bf16", 1.0)):
        rates = rates_of(case_of(engine, quantization, "H100 PCIe"), hopper, hopper.bandwidth_bytes_per_s)
        assert rates.attention_flops == rates.dense_flops == pytest.approx(share * hopper.fp16_flops)
