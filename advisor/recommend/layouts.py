"""Ways to lay a model over cards and machines, each with what is awkward about it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from advisor.formula.parameters import components
from advisor.recommend.models import BITS_OF_4_BIT
from advisor.recommend.question import Question
from advisor.scenario import Hardware, Machine, Model

IDLE_CARD_PENALTY = 3.0
TP_STEP_PENALTY, PP_PENALTY, PP_BETWEEN_NODES_PENALTY = 1.2, 8.0, 2.0
SPLIT_LATENT_PENALTY, SHARED_EXPERTS_PENALTY, ROOM_BESIDE_WEIGHTS = 1.0, 4.0, 1.3
WHOLE_EXPERTS_PENALTY = 0.3
"""What speaks for a slice of each expert on every card where both ways start: no card waits for the one with the wanted experts.
(vllm-project/recipes, Qwen3-Coder-480B-A35B-Instruct and MiniMax-M2.5: FP8 in blocks of 128 takes expert parallel on eight cards.)"""
PCIE_SPLIT_PENALTY = {1: 0.0, 2: 0.5, 4: 1.5, 8: 6.0}


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
    if model.moe is not None and not keeps_latent_cache(model) and cards in (2, 4, 8) and cards <= most:
        # Whole experts on each card: for formats that may not be cut so finely (FP8 in blocks), where a slice of each is refused.
        yield {"tensor_parallel": cards, "expert_parallel": True}, _awkward(cards, 1, 1, cards, machine, question) + WHOLE_EXPERTS_PENALTY
        yield {"tensor_parallel": 1, "data_parallel": cards, "expert_parallel": True}, SHARED_EXPERTS_PENALTY + WHOLE_EXPERTS_PENALTY
    if keeps_latent_cache(model) and model.moe is not None:
        # Which of the two is faster depends on the load, so both cost the same here and their estimates decide (`best_plan`).
        if cards in (2, 4, 8):
            yield {"tensor_parallel": cards}, SPLIT_LATENT_PENALTY
        yield {"tensor_parallel": 1, "data_parallel": cards, "expert_parallel": True}, SPLIT_LATENT_PENALTY
        nodes = -(-cards // most)
        if 1 < nodes < cards and not traits.get("replicas_share_experts"):     # there a replica's stages lie on one machine
            inside = {"tensor_parallel": 1, "pipeline_parallel": nodes, "data_parallel": cards // nodes, "expert_parallel": True}
            yield inside, SPLIT_LATENT_PENALTY + PP_BETWEEN_NODES_PENALTY


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
