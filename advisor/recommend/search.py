"""Both ways over the whole catalog: which models a device runs well, and which devices run a model.

A row is one estimate: the format with the least loss that fits, else what comes nearest. Rows come one by one, so that a
window can draw them as they are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from advisor import catalog
from advisor.answer import Estimate
from advisor.errors import CannotAnswer
from advisor.estimate import VERDICTS, estimate
from advisor.formula.parameters import components
from advisor.recommend.models import ability, too_slow
from advisor.recommend.plans import GGUF_QUALITY, server_formats
from advisor.recommend.question import Question
from advisor.scenario import Device, Hardware, Machine, Model, Scenario, Settings, Slot, Workload

SLOT_ENGINE, SERVER_ENGINE, SERVER_FROM = "llama.cpp", "vllm", 5
CARD_COUNTS = (1, 2, 4, 8)
LOSS_WEIGHT = 0.15
GGUF_LADDER = tuple(name for name in GGUF_QUALITY if name not in ("q2_k", "iq2_xxs", "iq1_s"))


def models_for_device(device: str, count: int = 1, context: int = 8192, users: int = 1) -> list[dict[str, Any]]:
    """Every general model of the catalog on `count` of this device; the most able that fit come first.

    Raises CannotAnswer when the device is not known.
    """
    rows = list(each_model(catalog.find_device(device), count, context, users))
    rows.sort(key=lambda row: (row["verdict"] not in ("fits", "tight"), VERDICTS.index(row["verdict"]), -row["rank"]))
    return rows


def devices_for_model(model: str, context: int = 8192, users: int = 1, quantization: str | None = None) -> list[dict[str, Any]]:
    """Every device of the catalog, with the fewest cards (1, 2, 4, 8) that hold the model; the fastest first.

    Raises CannotAnswer when the model or quantization is not known.
    """
    found, implied = catalog.resolve_model(model)
    rows = list(each_device(found, model, context, users, quantization or implied))
    rows.sort(key=lambda row: (VERDICTS.index(row["verdict"]) > 1, row["cards"], -(row["decode_tokens_per_s"] or 0)))
    return rows


def each_model(device: Device, count: int, context: int, users: int) -> Iterator[dict[str, Any]]:
    question = Question(users=users, context=context)
    hardware = Hardware(device=device.id, count=count)
    for model in catalog.general_models():
        if model.max_position_embeddings and context > model.max_position_embeddings:
            continue
        answer = _best(model, model.id, device, hardware, context, users, None)
        if answer is not None:
            yield {"model": model.id, "name": model.name, "rank": round(_worth(answer, question), 2), **_figures(answer),
                   "parameters": components(model).total, "active_parameters": components(model).active,
                   "release_date": model.release_date, "licence": model.licence}


def each_device(model: Model, reference: str, context: int, users: int, quantization: str | None) -> Iterator[dict[str, Any]]:
    for device in catalog.devices().values():
        answer: Estimate | None = None
        cards = 1
        for cards in CARD_COUNTS if not (device.unified_memory or device.kind in ("cpu", "laptop")) else (1,):
            answer = _best(model, reference, device, Hardware(device=device.id, count=cards), context, users, quantization) or answer
            if answer is not None and answer.verdict in ("fits", "tight"):
                break
        if answer is not None:
            yield {"device": device.id, "name": device.name, "vendor": device.vendor, "cards": cards, **_figures(answer),
                   "device_memory_bytes": device.memory_bytes, "price_usd": device.price_usd, "tdp_watts": device.tdp_watts}


def _worth(answer: Estimate, question: Question) -> float:
    """Ability less what the format loses and what a pace under the wished one costs, in doublings of size."""
    rate = answer.speed.decode_tokens_per_s
    loss = GGUF_QUALITY.get(answer.case.quantization.id, 1.0)
    return ability(answer.case.model, question) - LOSS_WEIGHT * loss - (too_slow(rate.typical, question) if rate else 0.0)


def _best(model: Model, reference: str, device: Device, hardware: Hardware, context: int, users: int, asked: str | None) -> Estimate | None:
    """The format with the least loss that fits; else the estimate with the least bad verdict."""
    server = users >= SERVER_FROM and device.vendor in ("nvidia", "amd") and (device.compute_capability or 9.0) >= 7.5
    native = model.native_quantization.method if model.native_quantization else None
    if asked:
        formats = [asked]
    elif server:
        formats = list(server_formats(native, Machine(slots=(Slot(device=device),)), False))
    else:
        formats = ["mxfp4"] if native == "mxfp4" else list(GGUF_LADDER)
    best: Estimate | None = None
    for name in formats:
        kind = catalog.find_quantization(name).kind
        engine = SERVER_ENGINE if server and kind != "gguf_mix" else SLOT_ENGINE
        layout = {"tensor_parallel": hardware.count} if engine == SERVER_ENGINE else {}
        settings = Settings(context=context, parallel=None if engine == SERVER_ENGINE else users, **layout)
        scenario = Scenario(model=reference, quantization=name, engine=engine, hardware=hardware, settings=settings,
                            workload=Workload(concurrency=users))
        try:
            answer = estimate(scenario)
        except CannotAnswer:
            continue
        if any(refusal.hard for refusal in answer.case.engine.refusals(answer.case)) or answer.verdict == "unknown":
            continue
        if best is None or VERDICTS.index(answer.verdict) < VERDICTS.index(best.verdict):
            best = answer
        if answer.verdict == "fits":
            return answer
    return best


def _figures(answer: Estimate) -> dict[str, Any]:
    rate, ttft = answer.speed.decode_tokens_per_s, answer.speed.ttft_s
    return {"engine": answer.case.engine.id, "quantization": answer.case.quantization.id, "verdict": answer.verdict,
            "total_bytes": answer.memory.total_bytes, "usable_bytes": answer.memory.usable_bytes,
            "decode_tokens_per_s": round(rate.typical, 2) if rate else None, "decode_low": round(rate.low, 2) if rate else None,
            "decode_high": round(rate.high, 2) if rate else None, "ttft_s": round(ttft.typical, 3) if ttft else None,
            "max_context_tokens": answer.memory.max_context_tokens}
