"""Speed on processors: how it follows bandwidth, cores, bits and experts, and what the on-demand check writes and measures."""

import importlib.util
import struct
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import calibration, catalog, speed
from advisor.answer import Estimate
from advisor.calibration import Setup
from advisor.estimate import estimate
from advisor.machine.hardware import MEASURED
from advisor.readers.gguf_model import model_from_gguf
from advisor.scenario import Device, parse_scenario

SCRIPT = Path(__file__).resolve().parent.parent / "packaging" / "checks" / "processor_speed.py"
DESKTOP = "Dual-channel DDR5-5600 desktop"


def ask(model: str = "qwen2.5-1.5b-instruct", quantization: str = "q4_k_m", device: str = DESKTOP, prompt: int = 512) -> Estimate:
    return estimate(parse_scenario({
        "model": model, "engine": "llama.cpp", "quantization": quantization, "settings": {"context": 8192, "parallel": 1},
        "hardware": {"device": device, "host_memory_gib": 128},
        "workload": {"concurrency": 1, "prompt_tokens": prompt, "output_tokens": 128}}))


def on(answer: Estimate, **facts: Any) -> speed.Figures:
    """The same case on its processor with other facts."""
    cpu: Device = answer.case.machine.cpu  # type: ignore[assignment]
    changed = replace(answer.case, machine=answer.case.machine.model_copy(update={"cpu": cpu.model_copy(update=facts)}))
    ready = speed.prepare_case(changed, answer.memory)
    assert ready is not None
    return speed.figures(ready)


@pytest.mark.parametrize("quantization", ["q4_k_m", "q8_0", "fp16"])
@settings(max_examples=15, deadline=None)
@given(st.floats(1.0, 16.0))
def test_more_cores_or_more_bandwidth_are_never_slower(quantization: str, factor: float) -> None:
    answer = ask(quantization=quantization)
    cpu: Device = answer.case.machine.cpu  # type: ignore[assignment]
    base = on(answer)
    for fact in ("fp32_flops", "bandwidth_bytes_per_s"):
        better = on(answer, **{fact: getattr(cpu, fact) * factor})
        assert better.alone >= base.alone * (1 - 1e-9) and better.prompt_s <= base.prompt_s * (1 + 1e-9)


@pytest.mark.parametrize("device", [DESKTOP, "12-channel DDR5-4800 EPYC 9004", "Raspberry Pi 5"])
def test_fewer_bits_are_never_slower_and_never_beyond_the_bandwidth(device: str) -> None:
    answers = [ask("qwen3-4b", q, device) for q in ("fp16", "q8_0", "q6_k", "q4_k_m")]
    rates = [a.speed.decode_tokens_per_s for a in answers]
    assert all(a and b and a.typical < b.typical for a, b in pairwise(rates))
    for answer, rate in zip(answers, rates, strict=True):
        assert answer.speed.decode_ceiling_tokens_per_s and rate and rate.typical < answer.speed.decode_ceiling_tokens_per_s


def test_few_cores_unpack_more_slowly_than_the_memory_reads() -> None:
    """With enough cores decode nears the bandwidth; with one it is unpacking that limits, and the bits matter less."""
    four, sixteen = ask(), ask(quantization="fp16")
    cpu: Device = four.case.machine.cpu  # type: ignore[assignment]
    few, many = ({"fp32_flops": n * 75e9, "bandwidth_bytes_per_s": cpu.bandwidth_bytes_per_s} for n in (1, 64))
    gain = [on(four, **cores).alone / on(sixteen, **cores).alone for cores in (few, many)]
    assert gain[0] < gain[1]
    share = on(four, **many).alone / speed.ceiling_rate(four.case, speed.prepare_case(four.case, four.memory))  # type: ignore[arg-type]
    assert .5 < share < 1


def test_a_mixture_reads_only_its_active_experts() -> None:
    """30.5 billion parameters of which 3.3 are active: nearer to a dense model of 4 than to one of 14 billion."""
    mixture, small, large = (ask(m).speed.decode_tokens_per_s for m in ("qwen3-30b-a3b", "qwen3-4b", "qwen3-14b"))
    assert mixture and small and large
    assert .6 * small.typical < mixture.typical and mixture.typical > 2 * large.typical


def test_all_processors_share_one_class_and_say_what_their_band_rests_on() -> None:
    measured, listed = (Setup("llama.cpp", "cpu", "cpu", c, "4", False) for c in (MEASURED, "cpu-ddr5-server"))
    assert calibration.efficiency(measured) == calibration.efficiency(listed)
    for figure in ("decode", "prefill"):
        band = calibration.spread(measured, figure)
        assert "this kind of device with this engine" in band.why and band.measurements > 5
        assert band.width > calibration.spread(Setup("llama.cpp", "cuda", "nvidia", "nvidia-ada-geforce", "4", False), figure).width


# ------------------------------------------------------------------------------------------------ the check's own files

@pytest.fixture(scope="module")
def check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("processor_speed", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["processor_speed"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("mix", ["q4_k_m", "q8_0", "q2_k", "iq4_xs"])
def test_a_made_up_file_is_read_as_the_model_it_has_the_shapes_of(check: ModuleType, mix: str, tmp_path: Path) -> None:
    model = catalog.find_model("qwen2.5-0.5b").model_copy(update={
        "num_hidden_layers": 2, "layer_types": ("full_attention",) * 2, "mlp_layer_types": ("dense",) * 2, "vocab_size": 1000,
        "hidden_size": 1024, "num_attention_heads": 16, "intermediate_size": 2048})
    file = tmp_path / "made.gguf"
    check.write_model(file, model, mix)
    read, found = model_from_gguf(file)
    assert found == mix
    for name in ("hidden_size", "num_hidden_layers", "vocab_size", "num_attention_heads", "num_key_value_heads", "head_dim",
                 "intermediate_size", "tie_word_embeddings", "layer_types"):
        assert getattr(read, name) == getattr(model, name), name
    assert read.gguf_tensors and len(read.gguf_tensors) == len(check.stored_tensors(model, mix))
    assert file.stat().st_size % 32 == 0


@pytest.mark.parametrize("kind", ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS"])
def test_made_up_scales_are_finite_and_small(check: ModuleType, kind: str) -> None:
    import numpy
    blocks = 1000
    data = b"".join(check.made_up(kind, blocks, numpy.random.default_rng(0)))
    size = check.BLOCKS[kind][1]
    assert len(data) == blocks * size
    for at in check.SCALES[kind]:
        assert all(0 <= struct.unpack_from("<e", data, i * size + at)[0] < 2e-4 for i in range(blocks))
