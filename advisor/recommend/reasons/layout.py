"""What is worth saying of how the model lies over cards and machines."""

from __future__ import annotations

from advisor.answer import Estimate
from advisor.recommend.question import Question
from advisor.words import say

LINKS = {"nvidia": "NVLink", "amd": "Infinity Fabric (xGMI)", "intel": "Xe Link"}
"""What each maker calls the links between its cards (`nvlink_bytes_per_s` of a device, whoever made it)."""


def shares_experts(answer: Estimate) -> bool:
    """Whether data parallel ranks hold one copy of the experts between them."""
    case = answer.case
    return case.settings.data_parallel > 1 and case.engine.copy_ranks(case) > case.settings.tensor_parallel


def cards(answer: Estimate, question: Question) -> str | None:
    settings, slots = answer.case.settings, answer.case.machine.slots
    if len(slots) <= 1:
        return None
    if settings.expert_parallel:
        return say("{count} cards with expert parallel: each holds its share of the experts.", count=len(slots))
    if shares_experts(answer) and settings.tensor_parallel > 1:
        return say("{replicas} data parallel ranks of {cards} cards each (tensor parallel {cards}) share the experts: none of them holds "
                   "the whole model.", replicas=settings.data_parallel, cards=settings.tensor_parallel)
    if shares_experts(answer):
        return say("{replicas} data parallel ranks share the experts: none of them holds the whole model.", replicas=settings.data_parallel)
    each = settings.tensor_parallel * settings.pipeline_parallel
    if settings.data_parallel > 1 and each == 1:
        return say(
            "{replicas} independent copies of the model, one a card (data parallel), behind one address: copies scale with the load, a "
            "split would leave the cards waiting for each other.",
            replicas=settings.data_parallel,
        )
    if settings.data_parallel > 1:
        return say(
            "{replicas} independent copies of the model (data parallel replicas of {each} cards) behind one address: copies scale with "
            "the load, a wider split would leave the cards waiting for each other.",
            replicas=settings.data_parallel,
            each=each,
        )
    if settings.tensor_parallel > 1:
        return say(
            "Tensor parallel over {cards} cards (TP {cards}): each reads its share of the weights, which shortens the time per token.",
            cards=settings.tensor_parallel,
        )
    if settings.pipeline_parallel > 1:
        return say("Pipeline over {cards} cards: each holds a part of the layers.", cards=settings.pipeline_parallel)
    names = {slot.device.id for slot in slots if slot.device}
    if len(names) > 1:
        return say(
            "The layers are split over the mixed cards by their size; the times of both add up, and the slower card weighs most."
        )
    if answer.verdict not in ("fits", "tight"):
        return say("The layers are split over {cards} cards, which work one after another: at the speed of one card.", cards=len(slots))
    return say("The layers are split over {cards} cards: it fits, at the speed of one card.", cards=len(slots))


def interconnect(answer: Estimate, question: Question) -> str | None:
    settings, device = answer.case.settings, answer.case.device
    if settings.tensor_parallel < 2 or device is None:
        return None
    if settings.tensor_parallel > answer.case.machine.most_together == 1:
        return say("Tensor parallel goes over the network between the machines: both all-reduce steps of each layer wait for it.")
    if device.linked(settings.tensor_parallel):
        return say("The cards are linked by {link}, so the two all-reduce steps of each layer cost little.", link=LINKS[device.vendor])
    if device.nvlink_bridge and settings.tensor_parallel <= device.nvlink_bridge:
        return say("Reckoned over PCIe. If an NVLink bridge joins these cards, the all-reduce of each layer takes less.")
    if device.vendor != "nvidia":
        return say("These cards are linked by PCIe alone: the all-reduce of each layer goes over the bus, so tensor parallelism stays as "
                   "narrow as memory allows.")
    return say(
        "These cards are linked by PCIe, without NVLink: the all-reduce of each layer goes over the bus, so tensor parallelism stays as "
        "narrow as memory allows."
    )


def all_reduce(answer: Estimate, question: Question) -> str | None:
    """noonghunna/club-3090's notes on four RTX 3090: custom all-reduce off above two cards without NVLink."""
    settings, device = answer.case.settings, answer.case.device
    if settings.tensor_parallel <= 2 or device is None or device.vendor != "nvidia" or device.kind == "datacenter":
        return None
    return say(
        "NVLink is not needed for tensor parallel {cards}: over PCIe it works with a slower all-reduce. Forcing the custom one above two "
        "cards is a trade-off: pace (decode) about 15 % up, time to the first token (TTFT) about 9 % up too.",
        cards=settings.tensor_parallel,
    )


def undivided_heads(answer: Estimate, question: Question) -> str | None:
    model, count = answer.case.model, len(answer.case.machine.slots)
    if count < 2 or model.num_attention_heads % count == 0:
        return None
    return say(
        "{heads} attention heads are not divisible by {count} cards: tensor parallel {count} would be refused.",
        heads=model.num_attention_heads,
        count=count,
    )


def nodes(answer: Estimate, question: Question) -> str | None:
    count, most = len(answer.case.machine.slots), answer.case.machine.most_together
    if count <= most:
        return None
    if most == 1:
        return say(
            "{nodes} machines (nodes) of one GPU each, joined by their network alone: each starts its part of the server, the first one "
            "answers. Join them by the fastest link that they have.",
            nodes=count,
        )
    if count <= answer.case.machine.most_linked:
        return say("{nodes} machines (nodes) of {cards} cards in one rack: NVLink joins them all, so each starts its part of one server "
                   "(the driver's IMEX service must run on every one).", nodes=-(-count // most), cards=most)
    return say(
        "{nodes} machines (nodes) of {cards} cards: tensor parallel stays inside a node, pipeline, data or expert parallel goes between "
        "them over InfiniBand or the like.",
        nodes=-(-count // most),
        cards=most,
    )


def one_of_several(answer: Estimate, question: Question) -> str | None:
    """Asked for several machines, planned for one of them."""
    asked = question.hardware
    if asked is None or asked == answer.scenario.hardware:
        return None
    count = sum(part.count for part in asked.devices) if asked.devices else asked.count
    cards, device = len(answer.case.machine.slots), answer.case.device
    if cards > 1:
        return say("This is for one machine: it holds {cards} of the {count} {device}, and {engine} is written here for one machine. A "
                   "server on each serves more people.", cards=cards, count=count, device=device.name if device else "",
                   engine=answer.case.engine.name)
    return say(
        "This is for one of the {count} machines: {device} holds one GPU, and {engine} is written here for one machine. A server on each "
        "serves more people.",
        count=count,
        device=answer.case.device.name if answer.case.device else "",
        engine=answer.case.engine.name,
    )
