"""What is worth saying of a plan: facts of this model on this machine with this load, each a small named function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from advisor import catalog, units
from advisor.advice import little_left_for_the_system
from advisor.answer import Estimate
from advisor.engines.checkpoints import published_type
from advisor.engines.launch import OWN_CODE, launch_data, parsers, stretch_note, stretched
from advisor.engines.repositories import own_code, yarn
from advisor.estimate import holds_at_once
from advisor.formula.weights_gpu import checkpoint_bytes
from advisor.recommend.models import ABLE
from advisor.recommend.plans import obtainable
from advisor.recommend.question import Question
from advisor.words import say

Fact = Callable[[Estimate, Question], str | None]
LONG_PROMPT = 8192
SLOW_PACE = 7.0
"""Tokens a second that most people read at most: of adults who read English silently most stay under 300 words a minute (Brysbaert 2019,
doi.org/10.1016/j.jml.2019.104047, 238 on average), at four tokens for three words."""
LATE = 10.0
"""Seconds to the first token after which people look for something else to do (Nielsen's limit of attention)."""
SCORES_SHOWN, SOURCE_SHOWN = 2, 50
LINKS = {"nvidia": "NVLink", "amd": "Infinity Fabric (xGMI)", "intel": "Xe Link"}
"""What each maker calls the links between its cards (`nvlink_bytes_per_s` of a device, whoever made it)."""


def memory_share(answer: Estimate, question: Question) -> str | None:
    memory = answer.memory
    if (
        memory.total_bytes is None
        or memory.kv_bytes is None
        or memory.headroom_bytes is None
        or answer.verdict not in ("fits", "tight")
    ):
        return None
    if answer.case.engine.reserves_pool:
        return say(
            "Weights {weights} a card leave a KV cache pool of {pool}: {tokens} tokens, {holds} requests of {context} tokens at once.",
            weights=units.gigabytes(memory.weights_bytes),
            pool=units.gigabytes(memory.kv_bytes),
            tokens=units.tokens(memory.kv_capacity_tokens),
            holds=_one_decimal(memory.max_concurrency),
            context=answer.case.settings.context or question.context,
        )
    return say(
        "Weights {weights}, KV cache {kv} for {users} x {context} tokens: {headroom} stay free.",
        weights=units.gigabytes(memory.weights_bytes),
        kv=units.gigabytes(memory.kv_bytes),
        users=question.users,
        context=answer.case.settings.context or question.context,
        headroom=units.gigabytes(memory.headroom_bytes),
    )


def scores(answer: Estimate, question: Question) -> str | None:
    """The published scores by which the model was chosen, those of the task first."""
    found = catalog.abilities()["rows"].get(answer.case.model.id)
    if question.model or not found:
        return None
    names = catalog.abilities()["benchmarks"]
    shown = sorted(found["scores"], key=lambda row: ABLE.get(question.task) not in names[row["benchmark"]]["tasks"])[:SCORES_SHOWN]
    return say(
        "Chosen by published scores, size and age: {scores}.",
        scores="; ".join(f"{names[row['benchmark']]['name']} {row['score']:.1f} % ({_place(row['source'])})" for row in shown),
    )


def _place(source: str) -> str:
    """A source as a line of reasons can carry it: the address, of a long one the site."""
    short = source.removeprefix("https://")
    return short if len(short) <= SOURCE_SHOWN else short.partition("/")[0]


def unscored(answer: Estimate, question: Question) -> str | None:
    if question.model or answer.case.model.id in catalog.abilities()["rows"]:
        return None
    return say("No published score of this model is known here: it was chosen by its size and age.")


def pace(answer: Estimate, question: Question) -> str | None:
    rate = answer.speed.decode_tokens_per_s
    device = answer.case.device or answer.case.machine.cpu
    if rate is None or device is None or device.bandwidth_bytes_per_s is None:
        return None
    return say(
        "One stream gives about {rate} ({low}–{high}): each token reads the weights at this machine's {bandwidth} GB/s of bandwidth.",
        rate=units.rate(rate.typical),
        low=f"{rate.low:.0f}",
        high=f"{rate.high:.0f}",
        bandwidth=f"{device.bandwidth_bytes_per_s / 1e9:,.0f}",
    )


def experts(answer: Estimate, question: Question) -> str | None:
    model = answer.case.model
    if model.moe is None:
        return None
    from advisor.formula.parameters import components

    counted = components(model)
    return say(
        "A mixture of experts: {total} B parameters in memory, only about {active} B active for each token, so it is faster than a "
        "dense model of its size.",
        total=f"{(counted.total - counted.lookup) / 1e9:.0f}",    # a table picked by n-grams may lie on disk: no part of this
        active=f"{counted.active / 1e9:.1f}",
    )


def latent(answer: Estimate, question: Question) -> str | None:
    if answer.case.model.mla is None:
        return None
    settings = answer.case.settings
    if shares_experts(answer):
        return say(
            "Its latent attention (MLA) cache cannot be divided by tensor parallelism, so attention runs data parallel (DP attention) "
            "and the experts are spread by expert parallelism."
        )
    if settings.tensor_parallel > 1:
        return say(
            "Its latent attention (MLA) cache is small but repeated on every tensor-parallel rank; expert parallel with DP attention "
            "holds more users."
        )
    return say("Its latent attention (MLA) keeps the KV cache small.")


def hybrid(answer: Estimate, question: Question) -> str | None:
    model = answer.case.model
    kinds = set(model.layer_types)
    if not kinds & {"linear_attention", "mamba", "conv"}:
        return None
    full = sum(kind in ("full_attention", "sliding_attention", "chunked_attention") for kind in model.layer_types)
    if not full and not model.mamba_beside_attention:
        return say("It has no attention layers: a fixed recurrent state takes the place of the KV cache, so a long context takes no more "
                   "memory than a short one.")
    return say(
        "A hybrid: only {full} of {layers} layers are attention layers with a KV cache, the others keep a fixed recurrent state, so long "
        "contexts stay small.",
        full=full,
        layers=model.num_hidden_layers,
    )


def compressed(answer: Estimate, question: Question) -> str | None:
    if not answer.case.model.compressed_kv:
        return None
    return say("Its compressed sparse attention keeps the KV cache small even at very long contexts.")


def native_format(answer: Estimate, question: Question) -> str | None:
    native = answer.case.model.native_quantization
    if native is None or native.method != answer.case.quantization.id:
        return None
    return say(
        "{format} is the format that it was published in: converting it again gains nothing.", format=answer.case.quantization.name
    )


def weight_only(answer: Estimate, question: Question) -> str | None:
    """A format that this device stores but cannot compute in."""
    device, quantization = answer.case.device, answer.case.quantization
    if device is None or device.vendor != "nvidia" or answer.case.engine.data.get("traits", {}).get("formats") != "gpu":
        return None
    if quantization.id.startswith("fp8") and not device.fp8_flops:
        return say(
            "{device} (compute capability {cc}) has no native FP8: the weights are unpacked to 16 bit (weight-only, Marlin), which saves "
            "memory but not compute; INT8 (W8A8) is its own 8-bit arithmetic.",
            device=device.name,
            cc=device.compute_capability,
        )
    if quantization.id in ("nvfp4", "mxfp4") and not device.fp4_flops:
        return say(
            "{device} has no FP4 units (those came with Blackwell): the weights are unpacked (weight-only), which saves memory but is no "
            "speed-up.",
            device=device.name,
        )
    return None


def no_bfloat16(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or device.vendor != "nvidia" or (device.compute_capability or 8.0) >= 8.0:
        return None
    if "dtype" not in launch_data(answer.case.engine)["flags"]:     # quantized blocks are unpacked to what the card has
        return None
    if answer.case.quantization.bit_class == "32":
        return None
    return say(
        "{device} (compute capability {cc}) has no BF16: FP16 (--dtype half) is used.",
        device=device.name,
        cc=device.compute_capability,
    )


def runs_own_code(answer: Estimate, question: Question) -> str | None:
    """A checkpoint whose tokenizer or configuration is code that must be allowed to run."""
    what = own_code(answer.case, "") if "trust" in launch_data(answer.case.engine)["flags"] else None
    if what is None:
        return None
    return say("The {what} of this model is Python code in its repository: {flag} runs it with all rights of the server, so read it "
               "before you start it.", what=OWN_CODE[what], flag=launch_data(answer.case.engine)["flags"]["trust"]["name"])


def no_tool_parser(answer: Estimate, question: Question) -> str | None:
    """Agents call tools: an engine that reads calls by a parser per model, and has none known for this one."""
    case = answer.case
    data = launch_data(case.engine)
    if question.task != "agents" or "tool" not in data["flags"] or "tool" in parsers(data, case.model, case.version):
        return None
    return say("No tool-call parser of {engine} is known here for {model}: its calls would be refused or stay in the text of the answer. "
               "Take a model whose calls it reads, or llama.cpp, which follows the model's own template.", engine=case.engine.name,
               model=case.model.name)


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


def unified(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or not device.unified_memory:
        return None
    if device.vendor == "apple":
        return say(
            "Unified memory: macOS lets the GPU use {usable} of the {total}; the rest is left for the system.",
            usable=units.gigabytes(answer.memory.usable_bytes, True),
            total=units.gigabytes(answer.case.machine.host_memory_bytes, True),
        )
    return say(
        "Unified memory: the GPU and the system share {total}.", total=units.gigabytes(answer.case.machine.host_memory_bytes, True)
    )


def backend(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    names = answer.case.engine.data.get("traits", {}).get("backends", {}).get(device.vendor) if device else None
    if device is None or names is None:
        return None
    if "," in names:
        return say(
            "On this vendor's cards it runs through {backends}; which one is faster depends on the card and the format.",
            backends=names,
        )
    return say("On this vendor's cards it runs through {backends}.", backends=names)


def old_card(answer: Estimate, question: Question) -> str | None:
    device = answer.case.device
    if device is None or device.vendor != "nvidia" or (device.compute_capability or 8.0) >= 7.5:
        return None
    return say(
        "{device} has compute capability {cc}: too old for vLLM and SGLang (from 7.5) and TensorRT-LLM (from 8.0).",
        device=device.name,
        cc=device.compute_capability,
    )


def small_kv(answer: Estimate, question: Question) -> str | None:
    if answer.case.settings.kv_cache_dtype in ("auto", "f16", "fp16", "bf16"):
        return None
    told = {"dtype": answer.case.settings.kv_cache_dtype, "users": question.users,
            "context": answer.case.settings.context or question.context}
    if answer.case.engine.reserves_pool:
        return say("The KV cache is kept in 8 bit ({dtype}) so that {users} x {context} tokens fit beside the weights.", **told)
    return say("The KV cache is kept in 8 bit ({dtype}, with flash attention) so that {users} x {context} tokens fit beside the weights.",
               **told)


def on_the_host(answer: Estimate, question: Question) -> str | None:
    memory = answer.memory
    if answer.verdict != "offload":
        return None
    return say(
        "It does not fit on the card: {host} stay in system memory and are computed on the CPU (offload), so the speed drops. "
        "A smaller model that fits whole, or more memory, is faster.",
        host=units.gigabytes(memory.host_bytes),
    )


def little_left(answer: Estimate, question: Question) -> str | None:
    return little_left_for_the_system(answer.case, answer.memory, question.os)


def shorter_context(answer: Estimate, question: Question) -> str | None:
    """A context asked for that the model was not made for, and that nothing stretches it to here."""
    case = answer.case
    context, made = case.settings.context, yarn(case.model)
    if not question.context_asked or context is None or context >= question.context:
        return None
    told = {"asked": question.context, "model": case.model.name, "most": context}
    if stretched(case):
        return say("You asked for a context of {asked} tokens: {model} reaches {most} with YaRN, the longest that its makers allow, and "
                   "the plan is for that. A longer one takes a model that is made for it.", **told)
    if made:
        return say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. vLLM and SGLang "
                   "stretch it to {longest} by YaRN, which their commands say.", longest=made.longest, **told)
    return say("You asked for a context of {asked} tokens: {model} was made for {most}, and the plan is for that. A longer one takes a "
               "model that is made for it.", **told)


def stretch(answer: Estimate, question: Question) -> str | None:
    """A context that YaRN reaches, which costs a little on short texts."""
    return stretch_note(answer.case) or None


def _limits(terms: Mapping[str, Any]) -> str:
    millions = terms.get("millions", 0)
    return {
        "users": say("With more than {millions} million users a month you need an agreement with its maker.", millions=millions),
        "revenue": say("A company with more than {millions} million US dollars of revenue a year needs a paid licence.", millions=millions),
        "registration": say("It is free after a registration with its maker."),
        "name_shown": say("With more than {millions} million users, or 20 million US dollars of revenue, a month you must show the model's "
                          "name.", millions=millions),
    }[terms["limit"]]


def licence(answer: Estimate, question: Question) -> str | None:
    """What is likely to be a company's use must be allowed: the licence's word on commercial use. Of one's own code only that it is
    forbidden."""
    model = answer.case.model
    if not question.for_work:
        return None
    terms = catalog.licence_terms(model)
    commercial, served = terms.get("commercial"), question.serves_others
    told = {"model": model.name, "licence": model.licence or "", "source": terms.get("source", "")}
    if commercial == "no" and served:
        return say("The licence of {model} ({licence}) forbids commercial use: for a company's service ask its maker, or take another "
                   "model. ({source})", **told)
    if commercial == "no":
        return say("The licence of {model} ({licence}) forbids commercial use: for a company's own work ask its maker, or take another "
                   "model. ({source})", **told)
    if commercial == "yes" or (question.task == "code" and not served):
        return None
    if commercial == "limits":
        return say("The licence of {model} ({licence}) sets limits to commercial use. {limits} ({source})", limits=_limits(terms), **told)
    if not model.licence or model.licence == "other":
        return say("The licence of {model} is not known here: read on its page whether it allows a service for others.", model=model.name) \
            if served else say("The licence of {model} is not known here: read on its page whether it allows commercial use.",
                               model=model.name)
    if served:
        return say("{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows a service for "
                   "others.", model=model.name, licence=model.licence)
    return say("{model} has a licence of its own ({licence}), whose terms are not known here: read whether it allows commercial use.",
               model=model.name, licence=model.licence)


def waiting(answer: Estimate, question: Question) -> str | None:
    holds = holds_at_once(answer.case, answer.memory)
    if answer.verdict != "queues" or holds is None:
        return None
    return say(
        "The KV cache holds only {holds} of {users} requests of {context} tokens at once; the others wait in the queue. Cap the "
        "concurrency, shorten the context, or take a model with less KV.",
        holds=holds,
        users=question.users,
        context=answer.case.settings.context or question.context,
    )


def long_prompts(answer: Estimate, question: Question) -> str | None:
    ttft, rate, device = answer.speed.ttft_s, answer.speed.prefill_tokens_per_s, answer.case.device
    slow = device is None or device.vendor == "apple" or bool(device.unified_memory)
    late = ttft is not None and ttft.typical >= LATE
    if ttft is None or not (question.prompt_tokens >= LONG_PROMPT or slow or late):
        return None
    alone = question.prompt_tokens / rate.typical if rate else ttft.typical
    if question.users > 1 and ttft.typical > 1.5 * alone:
        return say(
            "With {users} at once the first token comes after about {ttft}: the prompts of {prompt} tokens are read one after another, "
            "each takes {alone}.",
            users=question.users,
            ttft=units.seconds(ttft.typical),
            prompt=question.prompt_tokens,
            alone=units.seconds(alone),
        )
    return say(
        "Reading a prompt of {prompt} tokens (prefill) takes about {ttft} before the first token.",
        prompt=question.prompt_tokens,
        ttft=units.seconds(ttft.typical),
    )


def unmade(answer: Estimate, question: Question) -> str | None:
    """A format in which nobody is known to have published the model and which the engine cannot make while loading."""
    case = answer.case
    if case.model_path or obtainable(case.engine, case.model, case.quantization.id):
        return None
    if case.quantization.kind == "gguf_mix":
        own = case.model.safetensors_bytes or checkpoint_bytes(case.model, catalog.find_quantization(published_type(case.model)))
        return say("No {format} file of {model} is known to be published: the commands fetch its own weights, {size}, and convert them. "
                   "Look for one first.", format=case.quantization.name, model=case.model.name, size=units.gigabytes(own))
    return say("No {format} weights of {model} are known to be published: look for them before you buy or rent anything for it.",
               format=case.quantization.name, model=case.model.name)


def windows_spill(answer: Estimate, question: Question) -> str | None:
    """lmstudio-ai/lmstudio-bug-tracker#1809: half the speed, no error."""
    device = answer.case.device
    if question.os != "windows" or device is None or device.unified_memory or answer.case.engine.reserves_pool:
        return None
    return say(
        "Windows spills silently: what the card cannot hold lands in system RAM (\"Shared GPU memory\" in Task Manager) without an error, "
        "at half the speed or less. Switch off the driver's system memory fallback, or leave some memory free."
    )


def windows_split(answer: Estimate, question: Question) -> str | None:
    """ikawrakow/ik_llama.cpp#629: 5 and 1.5 tokens/s on Windows against 60 and 7 on Linux."""
    if question.os != "windows" or len(answer.case.machine.slots) < 2:
        return None
    return say(
        "Consumer cards have no peer-to-peer on Windows: a model split over several runs there at a fraction, for mixtures of experts with "
        "a part on the CPU several times slower than on Linux. Fewer graph splits help: one card where it fits, else Linux."
    )


def pace_each(answer: Estimate, question: Question) -> float | None:
    """Tokens a second that each person sees: with several at once what is left of the pace; of a batch, where nobody reads along, that
    of one stream. None unknown."""
    found = answer.speed.each(question.users if question.task != "batch" else 1)
    return found.typical if found else None


def slow(answer: Estimate, question: Question) -> str | None:
    rate = pace_each(answer, question)
    if rate is None or rate >= SLOW_PACE:
        return None
    if question.users > 1 and question.task != "batch":
        return say("With {users} at once each gets about {rate}: slower than most people read.", users=question.users,
                   rate=units.rate(rate))
    return say("At about {rate} it is slower than most people read.", rate=units.rate(rate))


def money(answer: Estimate, question: Question) -> str | None:
    rate = answer.speed.output_tokens_per_s
    if question.priority != "cost" or rate is None:
        return None
    return say(
        "Cost per token falls with the batch: {rate} from one machine, so every million output tokens takes {minutes} of it.",
        rate=units.rate(rate.typical),
        minutes=units.seconds(1e6 / rate.typical),
    )


def latency(answer: Estimate, question: Question) -> str | None:
    tpot, ttft = answer.speed.tpot_s, answer.speed.ttft_s
    if question.priority not in ("pace", "first-token") or tpot is None or ttft is None:
        return None
    return say(
        "Latency at {users} at once: first token {ttft}, then {tpot} per token.",
        users=question.users,
        ttft=units.seconds(ttft.typical),
        tpot=units.seconds(tpot.typical),
    )


def gguf_elsewhere(answer: Estimate, question: Question) -> str | None:
    """A wished format that the chosen engine cannot take."""
    if not question.quantization:
        return None
    from advisor import catalog

    asked = catalog.find_quantization(question.quantization)
    if asked.id == answer.case.quantization.id:
        return None
    if asked.kind == "gguf_mix" and answer.case.quantization.kind != "gguf_mix":
        return say(
            "A GGUF file ({asked}) is for the llama.cpp family; this engine takes safetensors checkpoints such as AWQ, GPTQ or FP8.",
            asked=asked.name,
        )
    return say("You asked for {asked}; {chosen} serves this better here.", asked=asked.name, chosen=answer.case.quantization.name)


REASONS: tuple[Fact, ...] = (
    memory_share,
    pace,
    scores,
    experts,
    latent,
    hybrid,
    compressed,
    native_format,
    cards,
    interconnect,
    all_reduce,
    undivided_heads,
    nodes,
    unified,
    backend,
    small_kv,
    money,
    latency,
    gguf_elsewhere,
)
def memory_unknown(answer: Estimate, question: Question) -> str | None:
    """Boards and Macs are sold with several sizes: whether it fits is for the reader to see."""
    memory = answer.memory
    if answer.verdict != "unknown" or memory.total_bytes is None:
        return None
    return say(
        "How much memory this machine has is not known here, and this takes about {needed}: say how much there is, or compare before you "
        "load it.",
        needed=units.gigabytes(memory.total_bytes),
    )


CAUTIONS: tuple[Fact, ...] = (one_of_several, shorter_context, stretch, licence, memory_unknown, on_the_host, little_left, waiting,
                              no_tool_parser, runs_own_code, unmade, unscored, weight_only, no_bfloat16, old_card, windows_spill,
                              windows_split, long_prompts, slow)


def facts(of: tuple[Fact, ...], answer: Estimate, question: Question) -> list[str]:
    """The facts that apply, in order."""
    return [said for fact in of if (said := fact(answer, question)) is not None]


def _one_decimal(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.1f}"
