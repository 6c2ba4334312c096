"""What people ask about an estimate's speed: how it feels, what many users get, what limits it, what would help, what it costs.

Everything here works on an `Estimate` (or asks for others with `estimate`), so that no figure is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from advisor import calibration, catalog, speculation, speed
from advisor.answer import Estimate, Range
from advisor.errors import CannotAnswer
from advisor.estimate import estimate
from advisor.formula import cost, energy, roofline, serving, speculative
from advisor.formula.step_time import attention_pairs, step_time
from advisor.scenario import Device, Speculative
from advisor.words import Text, say

PROMPTS = (128, 512, 2048, 8192, 32768, 131072)
AS_SOLD: dict[str, Any] = {f"hardware__{field}": None for field in ("name", "memory_gib", "bandwidth_gb_per_s", "fp16_tflops")}
"""What another device of the catalog does not take over from the present one."""
USERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
DRAFT_SHARE, DRAFT_TOKENS, ACCEPTANCE = 0.06, 4, 0.7
DRAFTED = 2
"""Proposed by a model's own layers where nobody says how many: the median card's best of the paired measurements lies at 2 to 4, and
two is what most publish."""


class PromptRow(NamedTuple):
    """A prompt length: time to the first token with nobody else there, pace after it, and how that feels."""

    prompt_tokens: int
    ttft_s: Range
    decode_tokens_per_s: Range
    feels: Text


class UsersPoint(NamedTuple):
    """So many people at once: who runs, what each gets, what all get together, mean wait for the first token."""

    users: int
    running: float
    tokens_per_s_each: Range
    tokens_per_s_together: Range
    ttft_s: Range


class RoofPoint(NamedTuple):
    """A point of the roofline plot: operations per byte, operations per second predicted, and the roof there."""

    name: str
    intensity: float
    flops: float
    roof_flops: float


class Roof(NamedTuple):
    """The roof of the devices that work together, and the points under it."""

    bandwidth_bytes_per_s: float
    peak_flops: float
    points: tuple[RoofPoint, ...]


class Improvement(NamedTuple):
    """One change, what it does to the figure, and its factor (above 1 is faster). `scenario` has the change made."""

    change: Text
    figure: str
    before: float
    after: float
    factor: float
    scenario: Any


class Cost(NamedTuple):
    """One way to pay: dollars for a million output tokens (the prompts they need included), and what it rests on."""

    way: str
    usd_per_million_tokens: float
    basis: Text
    source: str


def feels(ttft_s: float) -> Text:
    """How a wait for the first word feels: limits at 0.1, 1 and 10 seconds (Nielsen, Usability Engineering, 1993)."""
    if ttft_s < 0.1:
        return say("at once")
    if ttft_s < 1:
        return say("fluent: the thought is not interrupted")
    if ttft_s < 3:
        return say("a noticeable pause")
    if ttft_s < 10:
        return say("slow: attention barely holds")
    return say("too long: people turn to something else")


def by_prompt(answer: Estimate, prompts: Iterable[int] = PROMPTS) -> list[PromptRow]:
    """Time to first token and pace (with drafts where they are asked for) by prompt length, alone; lengths beyond the context are left
    out. Empty without rates."""
    ready = speed.prepare_case(answer.case, answer.memory)
    if ready is None:
        return []
    load, room = ready.load, answer.case.settings.context or max(PROMPTS)
    rows = []
    for prompt in prompts:
        if prompt > room:
            continue
        first = float(serving.first_token_time(ready.step, 1.0, float(prompt), load.output, load.chunk, 0.0, load.stages, load.pipeline))
        pace = serving.stream_rate(ready.step, float(prompt), load.output)
        alone, _ = speed.rounds(answer.case, ready._replace(load=load._replace(prompt=float(prompt))))
        rows.append(PromptRow(prompt, speed.ranged(first, ready.setup, "ttft"),
                              speed.faster(speed.ranged(pace, ready.setup, "decode"), speculation.gain(answer.case, alone)), feels(first)))
    return rows


def by_users(answer: Estimate, users: Iterable[int] = USERS) -> list[UsersPoint]:
    """Pace for each and throughput of all, with drafts where they are asked for, against the number of people. Empty without rates."""
    ready = speed.prepare_case(answer.case, answer.memory)
    if ready is None:
        return []
    points = []
    for count in users:
        here = ready._replace(load=speed.load_of(answer.case, answer.memory, ready.load.pipeline, count))
        load = here.load
        found = speed.figures(here)
        figure = "decode" if load.running <= 1 else "tpot"
        gain = speculation.gain(answer.case, speed.rounds(answer.case, here)[1])
        points.append(UsersPoint(count, load.running * load.replicas,
                                 speed.faster(speed.ranged(1 / found.pace, ready.setup, figure), gain),
                                 speed.faster(speed.ranged(found.together, ready.setup, "batch"), gain),
                                 speed.ranged(found.first, ready.setup, "ttft")))
    return points


def compute_bound_batch(answer: Estimate) -> float | None:
    """Sequences at once at which arithmetic takes as long as reading the weights: decode turns compute-bound there."""
    ready = speed.prepare_case(answer.case, answer.memory)
    if ready is None:
        return None
    m = ready.step
    batch = 1.0
    for _ in range(30):
        read = m.dense_read_s + m.experts_read_s * roofline.experts_touched(m.expert_share, batch, m.independence)
        batch = float(roofline.ridge_batch(read, m.decode_flop_s))
    return batch


def roof(answer: Estimate) -> Roof | None:
    """The roofline of the devices that share a step, with the points of this scenario's prefill and decode."""
    ready = speed.prepare_case(answer.case, answer.memory)
    if ready is None:
        return None
    m, load, asked, rates = ready.step, ready.load, ready.work, ready.rates
    bandwidth, peak = rates.bandwidth * rates.devices, max(rates.dense_flops, rates.experts_flops) * rates.devices
    active = asked.dense_params + asked.experts_params * asked.expert_share

    def point(name: str, tokens: float, context: float, pairs: float, seconds: float) -> RoofPoint:
        touched = roofline.experts_touched(m.expert_share, tokens, m.independence)
        moved = asked.dense_bytes + asked.experts_bytes * touched + context * asked.kv_bytes
        done = 2 * active * tokens + pairs * asked.pair_flops + context * asked.pair_flops
        intensity = float(roofline.arithmetic_intensity(done, moved))
        return RoofPoint(name, intensity, done / seconds, float(roofline.attainable(intensity, bandwidth, peak)))

    depth = load.prompt + load.output / 2
    chunk = min(load.chunk, max(load.prompt, 1.0))
    pairs = attention_pairs(chunk)
    points = [point("decode, alone", 1.0, depth, 0.0, float(step_time(m, 1.0, depth))),
              point("prefill", chunk, 0.0, pairs, float(step_time(m, 0.0, 0.0, chunk, pairs)))]
    if load.running > 1:
        points.insert(1, point("decode, together", load.running, load.running * depth, 0.0,
                               float(step_time(m, load.running, load.running * depth))))
    return Roof(bandwidth, peak, tuple(points))


# ------------------------------------------------------------------------------------------------ what would help

def improvements(answer: Estimate) -> list[Improvement]:
    """Changes that would speed up the stream (or, with several people, the throughput), the most helpful first.

    Changes that the engine or the machine does not take, or after which it does not fit, are left out.
    """
    figure = "decode_tokens_per_s" if answer.case.concurrency == 1 else "output_tokens_per_s"
    before = getattr(answer.speed, figure)
    if before is None:
        return []
    found = []
    for change, scenario in _changes(answer):
        try:
            changed = estimate(scenario)
        except CannotAnswer:
            continue
        if changed.verdict == "does_not_fit":       # too large, or not for this engine or device
            continue
        after = getattr(changed.speed, figure)
        if after is not None and after.typical > before.typical * 1.02:
            found.append(Improvement(change, figure, before.typical, after.typical, after.typical / before.typical, scenario))
    if not any(i.scenario is not None and i.scenario.settings.speculative is not None for i in found):
        drafted = _speculative(answer, figure)
        if drafted is not None:
            found.append(drafted)
    return sorted(found, key=lambda i: -i.factor)


def _changes(answer: Estimate) -> list[tuple[Text, Any]]:
    """The changes worth trying, each with its scenario."""
    s, case = answer.scenario, answer.case
    found: list[tuple[Text, Any]] = []
    faster = next_device(case.device) if case.device else None
    if faster is not None:
        found.append((say("A faster card: {device}", device=faster.name), s.with_(hardware__device=faster.id, **AS_SOLD)))
    traits = case.engine.data.get("traits", {})
    if speculation.possible(case) and case.settings.speculative is None:
        found.append((say("Speculative decoding by the model's own layers (MTP), {k} tokens proposed", k=DRAFTED),
                      s.with_(settings__speculative=Speculative(num_speculative_tokens=DRAFTED))))
    if "kv_8_bit" in traits and case.settings.kv_cache_dtype in ("auto", "f16", "bf16", "fp16"):
        found.append((say("KV cache in 8 bit"), s.with_(settings__kv_cache_dtype=traits["kv_8_bit"])))
    prompt = s.workload.prompt_tokens
    if prompt and prompt > 2048:
        found.append((say("Half the prompt: {tokens} tokens", tokens=prompt // 2), s.with_(workload__prompt_tokens=prompt // 2)))
    for smaller in ("fp8", "q8_0", "q4_k_m", "awq", "mlx-4bit"):
        quantization = catalog.find_quantization(smaller)
        bits, now = quantization.bits_per_weight, case.quantization.bits_per_weight
        if bits and now and bits < 0.75 * now and case.model.gguf_tensors is None:
            found.append((say("Smaller weights: {name}", name=quantization.name), s.with_(quantization=smaller)))
    count, parallel = s.hardware.count, case.settings.tensor_parallel
    if count >= 2 * parallel and case.engine.reserves_pool:
        found.append((say("Tensor parallel over {count} cards", count=2 * parallel), s.with_(settings__tensor_parallel=2 * parallel)))
    return found


def _speculative(answer: Estimate, figure: str) -> Improvement | None:
    """Speculative decoding with a draft of DRAFT_SHARE of the model's step, DRAFT_TOKENS proposals, ACCEPTANCE accepted."""
    ready = speed.prepare_case(answer.case, answer.memory)
    before = getattr(answer.speed, figure)
    if ready is None or before is None:
        return None
    m, load = ready.step, ready.load
    context = load.running * (load.prompt + load.output / 2)
    draft = DRAFT_SHARE * float(step_time(m, 1.0, 0.0))
    factor = float(speculative.speedup(m, draft, load.running, context, float(DRAFT_TOKENS), ACCEPTANCE))
    if factor < 1.02:
        return None
    change = say("Speculative decoding: {k} tokens proposed, {share} of them taken (an assumption)", k=DRAFT_TOKENS,
                 share=f"{ACCEPTANCE * 100:.0f} %")
    return Improvement(change, figure, before.typical, before.typical * factor, factor, None)


def next_device(device: Device) -> Device | None:
    """The catalog's nearest device of the same vendor and kind with at least a quarter more bandwidth and no less memory."""
    if not device.bandwidth_bytes_per_s:
        return None
    better = [d for d in catalog.devices().values() if d.vendor == device.vendor and d.kind == device.kind
              and (d.bandwidth_bytes_per_s or 0) >= 1.25 * device.bandwidth_bytes_per_s
              and (d.memory_bytes or 0) >= (device.memory_bytes or 0)]
    return min(better, key=lambda d: (d.bandwidth_bytes_per_s or 0, d.id), default=None)


# ------------------------------------------------------------------------------------------------ energy and money

class Power(NamedTuple):
    """Watts while it decodes and while nobody asks, tokens per joule; the shares of the board's power limit are assumptions, told."""

    watts: float
    idle_watts: float
    tokens_per_joule: float
    basis: Text


def power(answer: Estimate) -> Power | None:
    """Energy at the scenario's throughput; None where the device's power limit or rates are unknown."""
    device, rate = answer.case.device, answer.speed.output_tokens_per_s
    if device is None or not device.tdp_watts or rate is None:
        return None
    facts = calibration.data()["energy"]
    share = facts["compute_share"] if answer.speed.bound == "compute" else facts["memory_share"]
    watts = float(energy.power(device.tdp_watts, max(1, len(answer.case.machine.slots)), share, host_watts=facts["host_watts"]))
    basis = say("{share} of the boards' power limit, as such work usually draws, and {host} W for the host; a machine that waits draws "
                "{idle} of that (assumptions)", share=f"{share:.0%}", host=int(facts["host_watts"]), idle=f"{facts['idle_share']:.0%}")
    return Power(watts, watts * facts["idle_share"], float(energy.tokens_per_joule(rate.typical, watts)), basis)


def owning(answer: Estimate, price_usd: float, years: float, usd_per_kwh: float, utilisation: float) -> Cost | None:
    """A million tokens on one's own machine, busy `utilisation` (0..1) of the time; None where power or rates are unknown.

    The price and the power of a machine that waits are paid all the time, the rest of the power while it is busy.
    """
    drawn, rate = power(answer), answer.speed.output_tokens_per_s
    if drawn is None or rate is None:
        return None
    watts = drawn.idle_watts + (drawn.watts - drawn.idle_watts) * utilisation
    hour = cost.owning_per_hour(price_usd, years, watts, usd_per_kwh)
    return Cost("own", float(cost.per_million(hour, rate.typical, utilisation)),
                say("{price} US$ over {years} years, {use} of the time at work, {power} US$ a kWh", price=f"{price_usd:,.0f}",
                    years=f"{years:g}", use=f"{utilisation:.0%}", power=f"{usd_per_kwh:g}"), "price as entered")


def renting(answer: Estimate, usd_per_hour: float, utilisation: float = 1.0, source: str = "price as entered") -> Cost | None:
    """A million tokens on rented devices; `usd_per_hour` for all of them together. None where the rate is unknown.

    Every hour that they are kept is paid, and they are busy `utilisation` (0..1) of it: 1 where they are kept for the busy hours alone.
    """
    rate = answer.speed.output_tokens_per_s
    if rate is None:
        return None
    return Cost("rent", float(cost.per_million(usd_per_hour, rate.typical, utilisation)),
                say("{price} US$ an hour, {use} of the time at work", price=f"{usd_per_hour:g}", use=f"{utilisation:.0%}"), source)


def api(answer: Estimate, input_price: float, output_price: float, cached_price: float | None = None,
        source: str = "price as entered") -> Cost:
    """A million output tokens from an API with this workload's prompts; prices per million tokens, cached input apart."""
    prompt, output, cached = request_tokens(answer)
    price = cost.api_per_million_output(prompt, output, cached, input_price, output_price,
                                        input_price if cached_price is None else cached_price)
    return Cost("api", float(price), say("{prompt} prompt tokens ({cached} cached) for {output} of output", prompt=prompt,
                                         cached=cached, output=output), source)


def request_tokens(answer: Estimate) -> tuple[int, int, int]:
    """Tokens of one request of this load: its prompt, its answer (at least one), and what of the prompt all requests share."""
    w = answer.case.workload
    prompt = w.prompt_tokens if w.prompt_tokens is not None else speed.PROMPT_TOKENS
    output = max(w.output_tokens if w.output_tokens is not None else speed.OUTPUT_TOKENS, 1)
    return prompt, output, min(w.shared_prefix_tokens, prompt)


def owning_pays_from(answer: Estimate, price_usd: float, years: float, usd_per_kwh: float, other: Cost) -> float | None:
    """Share of the time that one's own machine must work to be no dearer than `other`; None: unknown, or it never pays.

    `other` must cost the same however busy it is: an API, or devices rented for the busy hours alone (`renting` at 1). Devices kept
    all the time cost by the hour, as one's own do: compare those two at one and the same utilisation.
    """
    drawn, rate = power(answer), answer.speed.output_tokens_per_s
    if drawn is None or rate is None:
        return None
    share = float(cost.break_even_utilisation(price_usd, years, drawn.idle_watts, drawn.watts, usd_per_kwh, rate.typical,
                                              other.usd_per_million_tokens))
    return share if 0 < share <= 1 else None
