"""How far such predictions were from measurements: the catalog's own record, for the figure and the case at hand."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from advisor import calibration, resources
from advisor.answer import Estimate
from advisor.ui.language import tr

FIGURES = {"decode_tokens_per_s": "decode", "prefill_tokens_per_s": "prefill", "ttft_s": "ttft", "tpot_s": "tpot",
           "output_tokens_per_s": "batch"}


class Accuracy(NamedTuple):
    """Shares: half of the errors are within `half`, nine in ten within `most`; `words` says of what."""

    measurements: int
    half: float
    most: float
    words: str


@cache
def _data() -> Any:
    return resources.catalog_data("accuracy.json")


def accuracy(answer: Estimate, quantity: str) -> Accuracy | None:
    """What is known of a figure's errors; None where nothing was compared."""
    figure = FIGURES.get(quantity)
    return _speed(answer, figure) if figure else _memory(answer, quantity)


def _speed(answer: Estimate, figure: str) -> Accuracy | None:
    case = answer.case
    engine = calibration.engine_family(case.engine.id, calibration.data()["like"], case.quantization.kind)
    device = case.device or case.machine.cpu
    kind = "moe" if case.model.moe is not None else "dense"
    rows = [r for r in _data()["speed"] if r["figure"] == figure]
    here = [r for r in rows if (r["engine"], r["vendor"], r["kind"]) == (engine, device.vendor if device else "", kind)
            and r["measurements"] >= calibration.ENOUGH]
    whole = [r for r in rows if r["engine"] is None]
    row = next(iter([*here, *whole]), None)
    if row is None:
        return None
    half, most = row["card_left_out"]
    model = tr("mixture-of-experts models") if kind == "moe" else tr("dense models")
    if here:
        maker = {"nvidia": "NVIDIA", "amd": "AMD", "intel": "Intel", "apple": "Apple"}.get(device.vendor if device else "", "")
        words = tr("Predicted against measured, {engine} on {maker}, {model}, each card predicted without itself.", engine=engine,
                   maker=maker, model=model)
    else:
        words = tr("Little or nothing was measured of this figure with this engine on this maker's devices for {model}; these are the "
                   "errors over all engines and devices, each card predicted without itself.", model=model)
    return Accuracy(row["measurements"], half, most, words)


def _memory(answer: Estimate, quantity: str) -> Accuracy | None:
    for row in _data()["memory"]:
        if answer.case.engine.id in row["engines"] and quantity in row["quantities"]:
            half, most = row["error"]
            return Accuracy(row["measurements"], half, most, tr("Counted by the engine's own rules and compared with what it printed."))
    return None


def sentence(found: Accuracy) -> str:
    """`24 measurements: half within 4 %, nine in ten within 14 %.`"""
    if found.most < 0.0005:
        return tr("{n} measurements: nine in ten to the byte, or within 0.05 %.", n=found.measurements)
    if found.half < 0.0005:
        return tr("{n} measurements: half to the byte, or within 0.05 %, nine in ten within {most}.", n=found.measurements,
                  most=percent(found.most))
    return tr("{n} measurements: half within {half}, nine in ten within {most}.", n=found.measurements, half=percent(found.half),
              most=percent(found.most))


def percent(share: float) -> str:
    return f"{share * 100:.1f} %" if share < 0.0995 else f"{share * 100:.0f} %"
