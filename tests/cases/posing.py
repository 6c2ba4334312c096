"""Asking the app as a person would: a scenario, a task, a command, a pasted text; the answer is what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from launch_plans import plan as plan_of

from advisor.deploy import render
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.machine.paste import read_paste
from advisor.recommend import Question, nearest_changes, recommend
from advisor.scenario import parse_scenario

GIB = 2**30


class Told(NamedTuple):
    """An answer as the person gets it: all its sentences, and the figures or the object behind them."""

    text: str
    figures: Any = None


Idea = str | Callable[[Told], bool] | None
Posed = Mapping[str, tuple[Callable[[Path], Told], list[Idea]]]


def ask(*, also: tuple[str, ...] = (), near: bool = False, **scenario: Any) -> Told:
    """`advisor estimate`; `near` adds the nearest changes' titles."""
    try:
        answer = estimate(parse_scenario(scenario))
    except CannotAnswer as error:
        return Told(str(error))
    lines = [*answer.notes, *also]
    if near:
        lines += [change.title for change in nearest_changes(answer)]
    return Told("\n".join(lines), answer)


def want(model: str, device: str | None, count: int = 1, **question: Any) -> Told:
    """`advisor recommend`: reasons, cautions, notes, rejections, nearest changes, and what the commands say to look for."""
    hardware = {"device": device, "count": count} | question.pop("hardware", {})
    scenario = parse_scenario(
        {"model": model, "hardware": hardware, "quantization": question.pop("quantization", None), "engine": question.pop("engine", None)}
    )
    answer = recommend(Question.from_options({"task": "chat", "os": "linux", **question}, scenario))
    lines: list[str] = []
    for chosen in answer.recommendations:
        lines += [chosen.title, *chosen.reasons, *chosen.cautions, *chosen.estimate.notes, *(c.verifies for c in chosen.commands)]
    lines += [f"{r.engine}: {r.reason}" for r in answer.rejected] + [change.title for change in answer.nearest]
    return Told("\n".join(lines), answer)


def command(**arguments: Any) -> Told:
    """`advisor command`: texts and what to look for, or why there is none."""
    try:
        steps = render(plan_of(**arguments), "shell", arguments.get("shell", "bash"))
    except CannotAnswer as error:
        return Told(str(error))
    return Told("\n".join(line for step in steps for line in (step.text, step.verifies)), [s.text for s in steps])


def paste(text: str) -> Told:
    """`advisor detect --paste`."""
    found = read_paste(text)
    return Told("\n".join(str(note) for note in found.notes), found.facts)


def log(shared: Path, name: str) -> str:
    """A pasted log of the collection."""
    return (shared / "cases" / "pastes" / f"{name}.txt").read_text("utf-8")


def both(*answers: Told) -> Told:
    return Told("\n".join(answer.text for answer in answers), [answer.figures for answer in answers])


def card(device: str | None, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"device": device, "count": count, "host_memory_gib": 64, **more}


def gib(value: int | None, low: float, high: float) -> bool:
    return value is not None and low <= value / GIB <= high


def memory(told: Told) -> Any:
    return told.figures.memory


def verdict(*names: str) -> Callable[[Told], bool]:
    return lambda told: told.figures.verdict in names


def first_engine(*names: str) -> Callable[[Told], bool]:
    return lambda told: told.figures.recommendations[0].engine in names


VLLM_TOO_LONG = (
    "ValueError: To serve at least one request with the models's max seq len (180000), (3.05 GiB KV cache is needed, which is "
    "larger than the available KV cache memory (2.17 GiB). Based on the available memory, the estimated maximum model length "
    "is 111456. Try increasing `gpu_memory_utilization` or decreasing `max_model_len` when initializing the engine."
)
CAPTURE = (
    "INFO [gpu_model_runner.py] Capturing CUDA graph shapes:  40%\nERROR torch.OutOfMemoryError: CUDA out of memory. Tried to "
    "allocate 1.50 GiB. GPU 0 has a total capacity of 22.06 GiB"
)
SGLANG_START = "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static."
SGLANG_SERVING = (
    "Prefill batch. #new-token: 8192, #running-req: 40\ntorch.OutOfMemoryError: CUDA out of memory. See suggestions: reduce "
    "--mem-fraction-static"
)
BUSY = (
    "ValueError: Free memory on device (74.9/142.5 GiB) on startup is less than desired GPU memory utilization (0.9, 128.25 GiB). "
    "Decrease GPU memory utilization or reduce GPU memory used by other processes."
)
CONCURRENCY = "INFO 08-30 Maximum concurrency for 8192 tokens per request: 4.61x"
SM120 = "RuntimeError: FlashInfer-CUTLASS MoE kernel does not support current device sm_120"
LLAMA8, QWEN14 = "llama-3.1-8b-instruct", "qwen2.5-14b-instruct"
MIXED = {"devices": [{"device": "RTX 4080"}, {"device": "RTX A6000"}], "host_memory_gib": 64}
WINDOWS_MIX = {"devices": [{"device": "RTX 4060"}, {"device": "RTX 5060"}, {"device": "RTX 5070"}], "host_memory_gib": 64, "device": None}
MOE_PAIR = {"devices": [{"device": "RTX 5090"}, {"device": "RTX 4090"}], "host_memory_gib": 128, "device": None}


def served(device: str, model: str, engine: str, people: int, **settings: Any) -> float:
    quantization = "bf16" if engine == "vllm" else "q4_k_m"
    told = ask(
        model=model,
        engine=engine,
        quantization=quantization,
        hardware=card(device),
        settings={"context": 2048, **settings},
        workload={"concurrency": people, "prompt_tokens": 512, "output_tokens": 256},
    )
    rate = told.figures.speed.output_tokens_per_s
    return float(rate.typical)


def weights_gb(model: str, quantization: str) -> float:
    told = ask(model=model, engine="llama.cpp", quantization=quantization, hardware=card("cpu"), settings={"context": 512, "parallel": 1})
    return float(memory(told).weights_bytes / 1e9)


def quality_loss(name: str) -> float:
    from advisor import catalog

    loss = catalog.find_quantization(name).quality_loss
    assert loss is not None
    return loss


def bits(name: str) -> float:
    from advisor import catalog

    found = catalog.find_quantization(name).bits_per_weight
    assert found is not None
    return found


def tied(told: Told) -> int:
    """Bytes of the output matrix that a tied embedding needs as its own copy on the device."""
    row = next(d for d in told.figures.derivation if d.quantity == "weights_bytes")
    return int(row.values.get("tied_copy_bytes", 0))


def heads() -> list[int]:
    """head_dim where it is given, null, and left out."""
    from advisor.readers.hf_config import model_from_config

    common = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": 2048,
        "num_hidden_layers": 2,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "intermediate_size": 4096,
        "vocab_size": 32000,
    }
    return [model_from_config(config, "x").head_dim for config in ({**common, "head_dim": 128}, {**common, "head_dim": None}, common)]
