"""Candidate plans of one engine for one model: format, layout over the cards, KV type, memory share.

Every candidate carries a penalty for what it gives up (quality of the format, KV in 8 bit, an awkward layout); what its
verdict costs is added after the estimate. The plan with the least penalty is the engine's best. The weights below order
choices as an experienced person would: rather KV in 8 bit than weights under 4 bit, rather part on the host than under
3 bit, rather a layout that fits than a queue.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from advisor import catalog
from advisor.advice import little_left_for_the_system
from advisor.answer import Estimate
from advisor.engines import Engine
from advisor.engines.checkpoints import own_gguf, published
from advisor.engines.launch import launch_data, stretchable
from advisor.errors import CannotAnswer
from advisor.estimate import estimate, holds_at_once
from advisor.formula.parameters import components
from advisor.formula.work import keeps_state
from advisor.plan import plan_of
from advisor.recommend.models import BITS_OF_4_BIT, UNVALUED, Valued, too_late, too_slow
from advisor.recommend.question import ROOMY_CONTEXT, Question
from advisor.scenario import Device, Hardware, Machine, Model, Scenario, Settings, Workload
from advisor.units import GIB

VERDICT_PENALTY = {"fits": 0.0, "tight": 2.0, "queues": 12.0, "offload": 15.0, "unknown": 20.0, "does_not_fit": 1000.0}
QUEUE_SHARE_PENALTY, CRAMPED_PENALTY = 30.0, 11.0
KV_PENALTY, KV_FP8_PENALTY = 4.0, 1.5
FULL_SHARE_PENALTY = 1.5
IDLE_CARD_PENALTY = 3.0
TP_STEP_PENALTY, PP_PENALTY, PP_BETWEEN_NODES_PENALTY = 1.2, 8.0, 2.0
SPLIT_LATENT_PENALTY, SHARED_EXPERTS_PENALTY, ROOM_BESIDE_WEIGHTS = 1.0, 4.0, 1.3
PCIE_SPLIT_PENALTY = {1: 0.0, 2: 0.5, 4: 1.5, 8: 6.0}
# GGUF mixes by loss (quants.csv, KLD against f16): what each step down costs, Q4_K_M being the engines' own default.
GGUF_DEFAULT = {
    "q4_k_m": 0.0,
    "q5_k_m": 1.0,
    "q6_k": 2.0,
    "q8_0": 3.0,
    "iq4_xs": 2.5,
    "q3_k_m": 7.0,
    "iq3_xxs": 10.0,
    "q2_k": 22.0,
    "iq2_xxs": 30.0,
    "iq1_s": 40.0,
}
GGUF_QUALITY = {
    "q8_0": 0.0,
    "q6_k": 0.5,
    "q5_k_m": 1.5,
    "q4_k_m": 3.0,
    "iq4_xs": 4.5,
    "q3_k_m": 9.0,
    "iq3_xxs": 12.0,
    "q2_k": 24.0,
    "iq2_xxs": 32.0,
    "iq1_s": 42.0,
}
MLX_DEFAULT = {"mlx-4bit": 0.0, "mlx-6bit": 1.0, "mlx-8bit": 2.0, "mlx-3bit": 8.0}
MLX_QUALITY = {"mlx-8bit": 0.0, "mlx-6bit": 0.5, "mlx-4bit": 2.5, "mlx-3bit": 10.0}
NO_CHECKPOINT_PENALTY = 2.0
STAND_INS = {"awq": ("w4a16", "int4_g32"), "nvfp4": ("mxfp4",)}
"""4-bit formats of the same arithmetic, tried where nobody is known to have published the usual one."""
SPEED_FIRST = ("pace", "first-token", "throughput", "cost")
MADE_FOR_IT = 0.5
"""What speaks for weights made for the machine's own kernels (MLX on a Mac) where an engine reads others too."""
UNNOTICED = 0.1
"""What a finer format may cost in pace or first token, in doublings of ability."""
WINDOWS_KEEPS = GIB
"""Bytes of a card that a finer format leaves to Windows, whose desktop and programs live there too: what does not fit spills unseen."""
SMALL_MODEL = 2_500_000_000
ROOMY_SHARE = 0.7
FEWEST_SEQUENCES = 16


@dataclass(frozen=True, slots=True)
class Candidate:
    """A scenario with what choosing it gives up before its verdict is known."""

    scenario: Scenario
    penalty: float


@dataclass(frozen=True, slots=True)
class Best:
    """The best plan of one engine: its estimate and total penalty; what its model is worth, and that which would be chosen if
    speed gave nothing beyond being enough (nothing where the model was named)."""

    estimate: Estimate
    penalty: float
    value: Valued = UNVALUED
    usual: Valued = UNVALUED


def best_plan(
    engine: Engine, model_name: str, model: Model, machine: Machine, hardware: Hardware, question: Question
) -> Best | None:
    """The candidate with the least penalty, verdict included, of equal ones that which gives more tokens a second; over several machines
    of those whose commands can be written, if there are any. None when not one can be estimated."""
    best: Best | None = None
    unwritten: Best | None = None
    for candidate in sorted(candidates(engine, model_name, model, machine, hardware, question), key=lambda c: c.penalty):
        if best is not None and candidate.penalty > best.penalty:
            break
        try:
            answer = estimate(candidate.scenario)
        except CannotAnswer:
            continue
        if any(refusal.hard for refusal in engine.refusals(answer.case)):
            continue
        total = candidate.penalty + verdict_penalty(answer, question.os)
        if best is not None and (total, -_together(answer)) >= (best.penalty, -_together(best.estimate)):
            continue
        if _written(answer, question):
            best = Best(answer, total)
        elif unwritten is None or total < unwritten.penalty:
            unwritten = Best(answer, total)
    return best or unwritten


def _written(answer: Estimate, question: Question) -> bool:
    """Whether the plan can be launched as it lies over the machines; on one it can."""
    if len(answer.case.machine.slots) <= answer.case.machine.most_together:
        return True
    try:
        plan = plan_of(answer, question.os, question.task, question.source, question.mirror)
        plan.case.engine.launch(plan)
    except CannotAnswer:
        return False
    return True


def roomier(best: Best, question: Question) -> Best:
    """The same plan with a longer context where none was asked for, the task can use it and it costs nothing: all still fit."""
    answer, most = best.estimate, ROOMY_CONTEXT.get(question.task)
    if question.context_asked or most is None or answer.verdict != "fits":
        return best
    most = min(most, answer.case.model.max_position_embeddings or most)
    while most > question.context:
        try:
            longer = estimate(answer.scenario.with_(settings__context=most))
        except CannotAnswer:
            return best
        if longer.verdict == "fits":
            return replace(best, estimate=longer)
        most //= 2
    return best


def finer(best: Best, question: Question) -> Best:
    """The same plan in the format with the least loss that still fits with that context, as the search over the catalog chooses it,
    where none was asked for and neither pace nor first token falls behind what people want by it. Who wants speed first keeps the
    fast format, and who names a model gets the format that it is mostly run in, as the course page does, unless quality comes first."""
    answer = best.estimate
    ladder = {"gguf_mix": GGUF_QUALITY, "mlx": MLX_QUALITY}.get(answer.case.quantization.kind, {})
    now = answer.case.quantization.id
    named = question.model and question.priority != "quality"
    if answer.case.engine.unmeasured(answer.case):      # it may crawl: the smaller the better
        return best
    if question.quantization or named or question.priority in SPEED_FIRST or answer.verdict != "fits" or now not in ladder:
        return best
    for name in ladder:
        if name == now:
            break
        if not obtainable(answer.case.engine, answer.case.model, name):
            continue
        try:
            found = estimate(answer.scenario.with_(quantization=name))
        except CannotAnswer:
            continue
        if found.verdict != "fits":
            continue
        if question.os == "windows" and (found.memory.headroom_bytes or 0) < WINDOWS_KEEPS:
            continue
        if not _behind(found, question, answer):
            return replace(best, estimate=found)
    return best


def _behind(finer: Estimate, question: Question, answer: Estimate) -> bool:
    """Whether each person's pace or the first token falls behind what is wished, or further behind it. False where they are not known."""
    def cost(of: Estimate) -> tuple[float, float]:
        pace, first = of.speed.each(question.users), of.speed.ttft_s
        return too_slow(pace.typical, question) if pace else 0.0, too_late(first.typical, question) if first else 0.0

    return any(now > before + UNNOTICED for now, before in zip(cost(finer), cost(answer), strict=True))


def _together(answer: Estimate) -> float:
    """Tokens a second of all at once, 0 unknown."""
    rate = answer.speed.output_tokens_per_s
    return rate.typical if rate else 0.0


def verdict_penalty(answer: Estimate, os: str | None = None) -> float:
    """What the verdict costs; a queue costs more the fewer it serves at once, main memory filled to the brim as much as a format of
    3 bit."""
    if answer.verdict == "offload" and little_left_for_the_system(answer.case, answer.memory, os):
        return VERDICT_PENALTY["offload"] + CRAMPED_PENALTY
    if answer.verdict != "queues":
        return VERDICT_PENALTY[answer.verdict]
    served = (holds_at_once(answer.case, answer.memory) or 0) / answer.case.concurrency
    return VERDICT_PENALTY["queues"] + QUEUE_SHARE_PENALTY * (1 - served)


def installed_backend(engine: Engine, machine: Machine, question: Question) -> str | None:
    """The back end of the package that the commands install there, where it is not the one that the engine takes elsewhere."""
    device = machine.slots[0].device if machine.slots else None
    if question.os != "windows" or device is None:
        return None
    found = engine.data.get("windows_backend", {}).get(device.vendor)
    return None if found is None else str(found)


def candidates(
    engine: Engine, model_name: str, model: Model, machine: Machine, hardware: Hardware, question: Question
) -> Iterator[Candidate]:
    """Format x layout x KV type x memory share, each with its penalty."""
    traits = engine.data.get("traits", {})
    formats_kind = traits.get("formats", "gguf")
    formats = format_penalties(formats_kind, model, machine, question)
    if formats_kind == "gpu":
        formats = ready_made(engine, model, formats)
    also = traits.get("also_formats", {}).get(machine.slots[0].device.vendor if machine.slots and machine.slots[0].device else "")
    if also:
        formats |= {name: loss - MADE_FOR_IT for name, loss in format_penalties(also, model, machine, question).items()
                    if obtainable(engine, model, name)}
    native_kv = formats_kind == "gpu" and _serves_fp8_kv(machine)
    kv_types = {"auto": 0.0, traits.get("kv_8_bit", ""): KV_FP8_PENALTY if native_kv else KV_PENALTY}
    if not takes_cache_type(engine, machine, traits.get("kv_8_bit", "")):
        kv_types = {"auto": 0.0}
    kv_types.pop("", None)
    shares: dict[float | None, float] = {None: 0.0}
    device = machine.slots[0].device if machine.slots else None
    if device and device.in_main_memory and traits.get("shared_memory_share"):
        shares = {float(traits["shared_memory_share"]): 0.0}
    elif traits.get("full_share"):
        shares[float(traits["full_share"])] = FULL_SHARE_PENALTY
    reserved = bool(traits.get("state_by_batch")) and keeps_state(model)
    for quantization, loss in formats.items():
        for layout, awkward in layouts(traits, model, machine, question):
            for kv_type, kv_loss in kv_types.items():
                for share, share_loss in shares.items():
                    parallel = slots(traits, question, int(layout.get("data_parallel", 1)), squeezed=reserved or share_loss > 0)
                    settings = Settings(
                        context=question.context,
                        kv_cache_dtype=kv_type,
                        gpu_memory_utilization=share,
                        parallel=parallel,
                        backend=installed_backend(engine, machine, question),
                        **layout,
                    )
                    scenario = Scenario(
                        model=model_name,
                        quantization=quantization,
                        engine=engine.id,
                        hardware=hardware,
                        settings=settings,
                        workload=workload(question),
                    )
                    yield Candidate(scenario, loss + awkward + kv_loss + share_loss)


def one_machine(hardware: Hardware, machine: Machine) -> tuple[Machine, Hardware]:
    """Of several machines the one with the most memory, for engines that work inside one; the same where it is one."""
    if machine.single:
        return machine, hardware
    most = max(machine.slots, key=lambda slot: slot.memory_bytes or 0)
    count = min(machine.slots.count(most), most.device.most_in_one_machine or 1 if most.device else 1)
    changes: dict[str, Any] = {"count": count}
    if hardware.devices and most.device:
        changes |= {"device": most.device.id, "devices": None}
    return machine.model_copy(update={"slots": (most,) * count}), hardware.model_copy(update=changes)


def within(question: Question, model: Model, engine: Engine) -> Question:
    """The question with a context no longer than the model's own, or than its makers allow it to be stretched where the engine's command
    does that: an engine would refuse it or cut it."""
    most = model.max_position_embeddings
    if not most or question.context <= most:
        return question
    made = stretchable(engine, model) if question.context_asked else None
    return question.with_(context=min(question.context, made.longest) if made else most)


def workload(question: Question) -> Workload:
    return Workload(
        concurrency=question.users,
        prompt_tokens=question.prompt_tokens,
        output_tokens=question.output_tokens,
        requests_per_s=question.requests_per_s,
        shared_prefix_tokens=question.shared_prefix_tokens,
    )


def slots(traits: Mapping[str, Any], question: Question, replicas: int, squeezed: bool = False) -> int | None:
    """Slot engines need a slot a person; batching servers keep their own default unless it is too small.

    `squeezed`: no more sequences are allowed than are needed, since memory is short and each reserves some (for its logits, its
    recurrent state).
    """
    if traits.get("batching") == "slots":
        return question.users
    each = -(-question.users // replicas)
    if squeezed:
        return max(FEWEST_SEQUENCES, -(-each // 8) * 8)
    return each if each > int(traits.get("default_parallel", 256)) else None


def format_penalties(formats: str, model: Model, machine: Machine, question: Question) -> dict[str, float]:
    """Formats worth trying and what each gives up. A checkpoint that is published quantized keeps its own format first."""
    native = model.native_quantization.method if model.native_quantization else None
    quality = question.priority == "quality"
    if formats == "gguf":
        found = dict(GGUF_QUALITY if quality or components(model).total < SMALL_MODEL else GGUF_DEFAULT)
        if native == "mxfp4":
            found = {"mxfp4": 0.0, **{name: loss + 10 for name, loss in found.items()}}
    elif formats == "mlx":
        found = dict(MLX_QUALITY if quality or components(model).total < SMALL_MODEL else MLX_DEFAULT)
    else:
        found = server_formats(native, machine, quality)
    wish = wished_format(formats, question)
    if wish:
        found = {wish: -8.0, **{name: loss for name, loss in found.items() if name != wish}}
    return found


def server_formats(native: str | None, machine: Machine, quality: bool) -> dict[str, float]:
    """FP8 first where the device computes in it, INT8 on Turing and Ampere, then 4 bit; 16 bit first for quality."""
    device = machine.slots[0].device if machine.slots else None
    if native and native not in ("bf16", "fp16"):
        return {native: 0.0, "fp8": 3.0 if has_fp8(device) else 9.0, "awq": 8.0}
    eight = "fp8" if has_fp8(device) else "int8"
    sixteen = "bf16" if has_bf16(device) else "fp16"
    order = [sixteen, eight, "awq", "gptq"] if quality or not has_fp8(device) else [eight, sixteen, "awq", "gptq"]
    found = {name: float(step) for step, name in enumerate(order)}
    if has_fp4(device):
        found["nvfp4"] = 1.5
    return found


def takes_cache_type(engine: Engine, machine: Machine, kind: str) -> bool:
    """Whether the device has the arithmetic that the engine needs for this KV type."""
    needs = launch_data(engine).get("kv_compute_capability", {}).get(kind)
    device = machine.slots[0].device if machine.slots else None
    have = device.compute_capability if device and device.vendor == "nvidia" else None
    return needs is None or have is None or have >= needs


def ready_made(engine: Engine, model: Model, formats: Mapping[str, float]) -> dict[str, float]:
    """The same formats, dearer where nobody published that checkpoint and the engine cannot make it while loading.

    Where none is known but another 4-bit checkpoint of the same arithmetic, that one stands for it (STAND_INS).
    """
    ready = {name for name in formats if obtainable(engine, model, name)}
    found = {name: loss + (0.0 if name in ready else NO_CHECKPOINT_PENALTY) for name, loss in formats.items()}
    for wanted, others in STAND_INS.items():
        if wanted in found and wanted not in ready and not (wanted == "awq" and "gptq" in ready):
            found.update({name: formats[wanted] for name in others if name not in found and published(model, name)})
    return found


def obtainable(engine: Engine, model: Model, quantization: str) -> bool:
    """Whether the engine finds the weights in that format ready made: the model's own, published, or made while it loads."""
    kind = engine.data.get("traits", {}).get("formats", "gguf")
    native = model.native_quantization.method if model.native_quantization else None
    if catalog.find_quantization(quantization).kind == "mlx":
        return published(model, quantization, "mlx") is not None
    if kind == "gguf":
        library = engine.data.get("traits", {}).get("library") and model.ollama_tag
        pulled = library and quantization == engine.default_quantization(model, Machine())
        return bool(pulled or own_gguf(model) or any(published(model, quantization, part) for part in ("gguf", "gguf_tagged")))
    plain = native is None and catalog.find_quantization(quantization).kind == "plain"
    made = native is None and quantization in launch_data(engine)["online_quantization"]
    return plain or made or quantization == native or published(model, quantization) is not None


def has_weights(engine: Engine, model: Model, machine: Machine, question: Question, memory_bytes: int) -> bool:
    """Whether a format is obtainable whose weights leave room for the caches of several requests."""
    formats = format_penalties(engine.data.get("traits", {}).get("formats", "gguf"), model, machine, question)
    most = 8 * ROOMY_SHARE * memory_bytes / components(model).total
    fitting = [name for name in (*formats, *(other for wanted, others in STAND_INS.items() if wanted in formats for other in others))
               if (catalog.find_quantization(name).bits_per_weight or BITS_OF_4_BIT) <= most]
    return any(obtainable(engine, model, name) for name in fitting)


def has_fp8(device: Device | None) -> bool:
    return bool(device and device.fp8_flops)


def _serves_fp8_kv(machine: Machine) -> bool:
    """Hopper and Blackwell servers attend over an FP8 cache natively; elsewhere another, slower kernel is taken."""
    device = machine.slots[0].device if machine.slots else None
    return bool(device and device.kind == "datacenter" and device.vendor == "nvidia" and (device.compute_capability or 0) >= 9.0)


def has_fp4(device: Device | None) -> bool:
    return bool(device and device.fp4_flops and device.vendor == "nvidia")


def has_bf16(device: Device | None) -> bool:
    return not (device and device.vendor == "nvidia" and (device.compute_capability or 8.0) < 8.0)


def wished_format(formats: str, question: Question) -> str | None:
    """The asked-for quantization where this kind of engine could take it at all."""
    if not question.quantization:
        return None
    quantization = catalog.find_quantization(question.quantization)
    kinds = {"gguf": ("gguf_mix", "plain"), "mlx": ("mlx",), "gpu": ("gpu", "plain")}[formats]
    return quantization.id if quantization.kind in kinds or quantization.id == "mxfp4" else None


def layouts(
    traits: Mapping[str, Any], model: Model, machine: Machine, question: Question
) -> Iterator[tuple[dict[str, int | bool], float]]:
    """Ways to lay the model over the cards, each with its awkwardness."""
    cards, most = len(machine.slots), machine.most_linked
    if cards <= 1 or traits.get("batching") == "slots":
        yield {}, 0.0
        return
    for tp in (1, 2, 4, 8, 16):
        for pp in sorted({1, 2, 3, 4, cards // most or 1, cards}):
            used = tp * pp
            if used > cards or (pp > 1 and tp > most):
                continue
            dp = cards // used
            awkward = _awkward(tp, pp, dp, cards, machine, question)
            if dp > 1 and model.moe is not None and not one_copy_fits(model, machine, used):
                # Not copies any more: the replicas share the experts, which pays for latent attention only (below).
                if keeps_latent_cache(model):
                    continue
                awkward += SHARED_EXPERTS_PENALTY
            layout: dict[str, int | bool] = {"tensor_parallel": tp, "pipeline_parallel": pp, "data_parallel": dp}
            if dp > 1 and model.moe is not None and used * dp > most and traits.get("replicas_share_experts"):
                # The experts of such replicas lie over several machines: whole ones, as a slice of each would be added up over the
                # network in every layer (and be too thin for the kernels).
                if tp * dp > model.moe.num_experts:
                    continue
                layout["expert_parallel"] = True
            yield layout, awkward
    if keeps_latent_cache(model) and model.moe is not None:
        # Which of the two is faster depends on the load, so both cost the same here and their estimates decide (`best_plan`).
        if cards in (2, 4, 8):
            yield {"tensor_parallel": cards}, SPLIT_LATENT_PENALTY
        yield {"tensor_parallel": 1, "data_parallel": cards, "expert_parallel": True}, SPLIT_LATENT_PENALTY
        nodes = -(-cards // most)
        if 1 < nodes < cards and not traits.get("replicas_share_experts"):     # there a replica's stages lie on one machine
            inside = {"tensor_parallel": 1, "pipeline_parallel": nodes, "data_parallel": cards // nodes, "expert_parallel": True}
            yield inside, SPLIT_LATENT_PENALTY + PP_BETWEEN_NODES_PENALTY


def keeps_latent_cache(model: Model) -> bool:
    """Latent (MLA) or compressed attention: one small cache for all heads, which tensor parallelism cannot divide."""
    return model.mla is not None or bool(model.compressed_kv)


def one_copy_fits(model: Model, machine: Machine, cards: int) -> bool:
    """Whether a 4-bit copy of the weights fits on so many cards (a lower bound: more bits need more)."""
    memory = min((slot.memory_bytes or 0 for slot in machine.slots), default=0)
    return ROOM_BESIDE_WEIGHTS * components(model).total * BITS_OF_4_BIT / 8 < memory * cards


def _awkward(tp: int, pp: int, dp: int, cards: int, machine: Machine, question: Question) -> float:
    """Low load and pace want the weights divided over all cards; high load wants copies, one a card where they fit."""
    device, most = machine.slots[0].device, machine.most_linked
    linked = bool(device and device.linked(tp))
    few = question.users <= 2 * cards and question.priority in ("pace", "first-token")
    cost = (2.0 if dp > 1 else 0.0) if few else TP_STEP_PENALTY * (tp.bit_length() - 1)
    if not linked:
        cost += PCIE_SPLIT_PENALTY.get(tp, 12.0)
    if pp > 1:
        # A replica's cards are neighbours; over machines of one card each a pipeline is no wider than tensor parallel, and slower.
        between = tp * pp > most > 1 and pp == -(-tp * pp // most)
        cost += (PP_BETWEEN_NODES_PENALTY if between else PP_PENALTY) * math.log2(pp)
    if tp > most > 1:       # leaves the links inside a machine; between machines of one GPU each there are none to leave
        cost += 4.0
    # A replica that nobody asks idles as a card left out does.
    return cost + IDLE_CARD_PENALTY * (cards - tp * pp * min(dp, question.users))
