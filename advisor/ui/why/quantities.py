"""Names, units and one plain sentence for each quantity that can be asked about."""

from __future__ import annotations

from typing import Any

from advisor.answer import Estimate, Range
from advisor.ui import numbers
from advisor.ui.language import tr

SHARES = ("busy", "reached_bandwidth", "gpu_memory_utilization", "mem_fraction_static", "free_gpu_memory_fraction")


def title(quantity: str) -> str:
    """The quantity in words."""
    known = {"weights_bytes": tr("Weights"), "kv_bytes": tr("KV cache"), "state_bytes": tr("State"), "compute_bytes": tr("Compute"),
             "graph_bytes": tr("Graphs"), "runtime_bytes": tr("Runtime"), "total_bytes": tr("Memory in all"),
             "headroom_bytes": tr("Headroom"), "usable_bytes": tr("Usable memory"), "host_bytes": tr("In main memory"),
             "kv_bytes_per_token": tr("KV cache of one token"), "kv_capacity_tokens": tr("Tokens the cache holds"),
             "max_concurrency": tr("Most at once"), "max_context_tokens": tr("Longest context"), "ttft_s": tr("First token"),
             "prefill_tokens_per_s": tr("Reading the prompt"), "decode_tokens_per_s": tr("Pace, one stream"),
             "decode_ceiling_tokens_per_s": tr("Ceiling of the pace"), "tpot_s": tr("Time per token"),
             "output_tokens_per_s": tr("All together"), "cost_own": tr("Cost of owning"), "cost_rent": tr("Cost of renting"),
             "cost_api": tr("Cost of an API")}
    return known.get(quantity, quantity)


def sentence(quantity: str) -> str:
    """What the figure means, in one plain sentence."""
    known = {
        "weights_bytes": tr("The model itself, as its file stores it. Loaded once and shared by everyone."),
        "kv_bytes": tr("The notes the model keeps of every token it has read or written. They grow with every person and every token."),
        "state_bytes": tr("What recurrent layers remember. It does not grow with the context."),
        "compute_bytes": tr("Room for the numbers in flight while a step is computed."),
        "graph_bytes": tr("Recorded command lists that let the device start a step without waiting for the host."),
        "runtime_bytes": tr("What the driver and the libraries take for themselves."),
        "total_bytes": tr("Everything the fullest device must hold, against what the engine may use there."),
        "headroom_bytes": tr("What is left on the fullest device."),
        "ttft_s": tr("From sending a prompt until the first word comes: waiting, then reading the prompt."),
        "prefill_tokens_per_s": tr("How fast a prompt is read. Arithmetic sets this pace."),
        "decode_tokens_per_s": tr(
            "One stream alone, averaged over its answer. Every weight is read once a token, so memory speed sets it."),
        "decode_ceiling_tokens_per_s": tr("Bandwidth divided by the bytes of the weights: the textbook ceiling for one stream, which engines stay below."),
        "tpot_s": tr("The mean time between two tokens of one stream while the others run too."),
        "output_tokens_per_s": tr("The tokens of all streams together, in steady state."),
        "max_context_tokens": tr("The longest one request may be at this number of requests."),
        "max_concurrency": tr("How many requests of this length the cache holds at once."),
        "usable_bytes": tr("What the engine may fill on the fullest device."),
        "host_bytes": tr("What must lie in main memory beside the devices."),
        "kv_bytes_per_token": tr("What one token of one request takes in the cache on a device."),
        "cost_own": tr("Price and power spread over the tokens it makes while it is busy, for a million answer tokens."),
        "cost_rent": tr(
            "The rent of every hour, busy or not, spread over the tokens it makes while it is busy, for a million answer tokens."),
        "cost_api": tr("What an API asks for a million answer tokens with the prompts that this load needs for them."),
        "kv_capacity_tokens": tr("How many tokens of all requests together the cache holds."),
    }
    return known.get(quantity, "")


def value_text(answer: Estimate, quantity: str) -> tuple[str, str]:
    """The figure and, where it has one, its range."""
    value: Any = getattr(answer.memory, quantity, None)
    if value is None:
        value = getattr(answer.speed, quantity, None)
    if value is None:
        return tr("unknown"), ""
    kind = "seconds" if quantity.endswith("_s") and "tokens_per_s" not in quantity else "rate" if "per_s" in quantity else "count"
    if isinstance(value, Range):
        amount, unit = numbers.amount_and_unit(value.typical, kind)
        return f"{amount} {unit}", numbers.span(value, kind)
    if quantity.endswith("_bytes"):
        return numbers.size(value), ""
    if quantity == "kv_bytes_per_token":
        return f"{value:,} B", ""
    if quantity == "max_concurrency":
        return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}", ""
    amount, unit = numbers.amount_and_unit(value, kind)
    return f"{amount} {unit or ('tok' if quantity.endswith('_tokens') else '')}".strip(), ""


def number_text(name: str, value: Any, unit: str = "") -> str:
    """A constant of a derivation as text: bytes as sizes, seconds as times, the rest with separators; with as many digits as it takes to
    do the sum again."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, (int, float)):
        if unit == "bytes" or name.endswith("_bytes") or name == "kv_bytes_per_token":
            return numbers.close_size(value) if abs(value) >= 1e7 else f"{value:,.0f} B" if abs(value) >= 1000 else f"{value:,.4g} B"
        if unit == "tokens/s" or "tokens_per_s" in name:
            return f"{value:.3g} tok/s" if value < 100 else f"{value:,.0f} tok/s"
        if name.endswith("bytes_per_s"):
            return f"{value / 1e9:,.0f} GB/s" if value >= 1e11 else f"{value / 1e9:.3g} GB/s"
        if name.endswith("operations_per_s"):
            return f"{value / 1e12:,.4g} TFLOP/s"
        if name.endswith("_watts"):
            return f"{value:,.0f} W"
        if name in SHARES:
            return f"{value * 100:.4g} %"
        if "bits_per" in name:
            return f"{value:.6g}"
        if unit == "USD" or name in ("price_usd", "usd_per_hour"):
            return f"${value:,.0f}" if value >= 1000 else f"${value:,.2f}" if value >= 0.095 else f"${value:.3f}"
        if name.endswith("_s") or unit == "s" or name == "seconds" or "_s_per_" in name:
            return short_time(value)
        return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
    return str(value)


def short_time(seconds: float) -> str:
    """Four significant digits: `2.223 ms`, `0.396 µs`, `1.35 s`, `1,712 s`."""
    if seconds >= 1000:
        return f"{seconds:,.0f} s"
    for limit, factor, unit in ((0.1, 1, "s"), (1e-4, 1e3, "ms")):
        if seconds >= limit:
            return f"{seconds * factor:.4g} {unit}"
    return f"{seconds * 1e6:.4g} µs"
