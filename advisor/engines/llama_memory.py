"""llama-server's memory policy on a filled case: caches, the split over devices and host, totals, longest context, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from advisor.answer import DeviceMemory, Memory, Trace
from advisor.engines.base import MOST_DEVICES_SHOWN, Case
from advisor.engines.llama_cache import Asked, Cache, cache_at, cells_of, context_of, layers_between
from advisor.engines.llama_placement import Parts, Search, Split, best_split, device_parts, has_head, host_parts
from advisor.engines.llama_profile import Profile, profile
from advisor.engines.llama_why import Shown, tell_all
from advisor.formula.compute_buffer import F32
from advisor.formula.gguf_mix import bits, nearest_recipe
from advisor.formula.gguf_types import BLOCKS
from advisor.formula.integers import largest, largest_near
from advisor.formula.kv_cache import CELLS
from advisor.formula.per_model import per_model
from advisor.formula.weights import bytes_made_anew, native_experts
from advisor.scenario import MAX_TOKENS, Model
from advisor.units import GIB, gigabytes
from advisor.words import from_data, say

PROJECTOR_BUFFERS = GIB  # what Ollama leaves free for the projector's own buffers


@dataclass(frozen=True, slots=True)
class Policy:
    """What an engine of the family adds to llama.cpp's rules: its data, the version's rules, room it leaves free."""

    data: Mapping[str, Any]
    rules: Mapping[str, Any]
    label: str
    margin: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A case made ready: the model's profile, the levers, the devices' room (empty on a CPU) and the host's. `used` are the
    numbers of the devices that have room at all; the others are left out of the split."""

    profile: Profile
    asked: Asked
    search: Search
    explicit: bool
    rooms: tuple[int | None, ...]
    used: tuple[int, ...]
    runtimes: tuple[int, ...]
    host_room: int | None
    unified: bool
    on_cpu: bool
    projector: int

    def host_total(self, host: Parts) -> int:
        """Bytes on the host beside the devices: its part of the split, the tables that are looked up, a row of logits a slot."""
        return host.total + self.profile.weights.tables + F32 * self.asked.slots * self.profile.vocab_size


def projector_bytes(case: Case) -> int:
    """The vision part's own file in 16 bit, 0 for a text model and where its size is not known."""
    return 2 * (case.model.vision_parameters or 0) if case.model.gguf_tensors is None else 0


def prepare(case: Case, policy: Policy) -> Ready:
    """The numbers that memory follows from. Raises nothing for a case that `fill` let through."""
    model, settings = case.model, case.settings
    traits = policy.data["architectures"].get(model.gguf_architecture or "", {})
    if settings.speculative is not None and model.gguf_tensors is None:
        model, traits = _with_drafter(model), {**traits, "keeps_mtp": True}
    mix = str(policy.rules.get("stored_mix", case.quantization.id))
    made = profile(model, mix, case.quantization.bits_per_weight, traits=traits)
    if made.weights.picked and reads_rows_from_file(case):
        held = made.weights
        made = made._replace(weights=held._replace(tables=held.tables - held.picked, file=held.file - held.picked))
    asked = Asked(slots=settings.parallel or 1, kv_unified=bool(settings.kv_unified), ubatch=settings.ubatch or 512,
                  batch=settings.max_batched_tokens or 2048, block=BLOCKS[settings.kv_cache_dtype.upper()],
                  flash_attention=settings.flash_attention is not False, rows_by_slot=policy.rules["output_rows"] == "slots",
                  full_windows=bool(policy.rules.get("full_windows")), kv_on_device=bool(policy.rules.get("kv_on_device")),
                  window_pool=bool(policy.rules.get("window_pool")), window_memory=int(policy.rules.get("window_memory", 0)),
                  mask_cast=bool(policy.rules.get("mask_cast")), light_graph=bool(policy.rules.get("light_graph")),
                  draft_tokens=settings.speculative.num_speculative_tokens if settings.speculative else 0)
    on_cpu = case.backend == "cpu" or not case.machine.slots
    backend = policy.data["backends"].get(case.backend or "", {})
    explicit = settings.gpu_layers is not None
    rooms = () if on_cpu else tuple(_room(slot.memory_bytes, slot.used_bytes) for slot in case.machine.slots)
    left = 0 if explicit or not policy.rules.get("fit", True) else policy.margin
    runtimes = tuple(runtime_bytes(backend, slot.memory_bytes) for slot in case.machine.slots)
    budgets = tuple(None if room is None else room - left - runtime for room, runtime in zip(rooms, runtimes, strict=False))
    seen = budgets[:MOST_DEVICES_SHOWN]     # more than it can work with
    used = tuple(j for j, budget in enumerate(seen) if budget is None or budget > 0) or tuple(range(len(seen)))
    used = used[:int(policy.data["max_devices"])]
    whole_file = bool(policy.rules.get("maps_whole_file", backend.get("maps_whole_file")))
    projector = projector_bytes(case) if policy.rules.get("loads_projector") else 0
    if projector and used and budgets[used[0]] is not None:
        room_left = (budgets[used[0]] or 0) - projector - (PROJECTOR_BUFFERS if left else 0)
        budgets = (*budgets[:used[0]], room_left, *budgets[used[0] + 1:])
    search = Search(tuple(budgets[j] for j in used), whole_file, int(policy.data["pipeline_copies"]))
    unified = any(s.device is not None and s.device.unified_memory for s in case.machine.slots)
    return Ready(made, asked, search, explicit, rooms, used, runtimes, case.machine.seen_memory_bytes, unified, on_cpu,
                projector)


@per_model
def _with_drafter(model: Model) -> Model:
    """The model as a file of its own, which holds the drafting layers too (what is known of one is kept by the model's identity)."""
    return model.model_copy()


def anew(case: Case, policy: Policy) -> bool:
    """Whether a mix is asked for by a stock name whose published files keep the checkpoint's MXFP4 experts (gpt-oss, DeepSeek-V4):
    what the quantizer would make of 16-bit experts is larger than what is offered."""
    stock = nearest_recipe(case.quantization.id) is None and case.quantization.id != "mxfp4" and "stored_mix" not in policy.rules
    wide = (case.quantization.bits_per_weight or 0) > bits("MXFP4")
    return stock and wide and case.model.gguf_tensors is None and native_experts(case.model) == "MXFP4"


def made_wider(case: Case, policy: Policy, file: int) -> int | None:
    """Bytes of a file of that name whose whole-number 4-bit experts were quantized anew from 16 bit, as Unsloth's of Kimi-K2.5 were
    (1,091 GB as Q8_0); None where they come otherwise, or it would not be larger."""
    model, mix = case.model, nearest_recipe(case.quantization.id) or case.quantization.id
    if model.gguf_tensors is not None or native_experts(model) != "Q4_0":
        return None
    traits = policy.data["architectures"].get(model.gguf_architecture or "", {})
    size = bytes_made_anew(model, mix, traits=traits)
    return size if size is not None and size > 1.02 * file else None


def reads_rows_from_file(case: Case) -> bool:
    """Whether a large table of rows picked one by one stays in the file (--lazy-mode auto): not on integrated GPUs, which read all
    of the file into memory; Apple's count as devices of their own. Source: ggml-org/llama.cpp#28326."""
    device = case.device
    return case.backend == "cpu" or device is None or device.vendor == "apple" or not device.unified_memory


def runtime_bytes(backend: Mapping[str, Any], memory_bytes: int | None) -> int:
    """What the backend's own context takes, by the size of the device; the smallest where that is unknown."""
    gib = (memory_bytes or 0) / GIB
    return int([size for floor, size in backend.get("runtime_bytes", [[0, 0]]) if gib >= floor][-1])


def _room(total: int | None, used: int | None) -> int | None:
    return None if total is None else max(0, total - (used or 0))


def split_for(case: Case, ready: Ready, cache: Cache) -> tuple[Split, bool]:
    """The split at this cache and whether it fits the devices."""
    settings, blocks, devices = case.settings, ready.profile.blocks, len(ready.search.budgets)
    if ready.on_cpu:
        return Split(0, 0, (blocks,)), True
    if settings.tensor_parallel > 1:
        split = Split(blocks + 1, 0, (0, *[blocks] * devices), min(settings.tensor_parallel, devices))
        return split, ready.search.fits(ready.profile, cache, split)
    return best_split(ready.profile, cache, ready.search, settings.gpu_layers, settings.cpu_moe_layers)


def memory(case: Case, policy: Policy, trace: Trace) -> Memory:
    """The contract's figures of a filled case, with their derivations."""
    ready = prepare(case, policy)
    cache = cache_at(ready.profile, ready.asked, case.settings.context or 1)
    split, fits = split_for(case, ready, cache)
    devices = _devices(case, ready, cache, split)
    host, host_experts = _host(ready, cache, split)
    fullest = max(devices, key=lambda d: d.total_bytes / d.usable_bytes if d.usable_bytes else d.total_bytes)
    host_total = ready.host_total(host)
    starts = fits and _host_holds(case, ready, host_total, devices)
    usable = fullest.usable_bytes
    kv_total = host.kv + sum(d.kv_bytes for d in devices)
    if ready.on_cpu:
        host, host_experts = Parts(0, 0, 0, 0), 0
    capacity = cache.cells * cache.streams
    context = case.settings.context or 1
    answer = Memory(
        weights_bytes=fullest.weights_bytes, kv_bytes=fullest.kv_bytes, state_bytes=fullest.state_bytes,
        compute_bytes=fullest.compute_bytes, graph_bytes=0, runtime_bytes=fullest.runtime_bytes, total_bytes=fullest.total_bytes,
        usable_bytes=usable, headroom_bytes=None if usable is None else usable - fullest.total_bytes,
        host_bytes=fullest.total_bytes if ready.on_cpu else host_total, gpu_layers=split.gpu_layers, layers=ready.profile.blocks + 1,
        kv_bytes_per_token=round(kv_total / capacity) if ready.profile.groups else 0, kv_capacity_tokens=capacity,
        max_concurrency=min(float(ready.asked.slots), capacity / context) if ready.asked.kv_unified else float(ready.asked.slots),
        max_context_tokens=longest_context(case, ready, split, starts) if trace.searches else None, starts=starts, slots=ready.asked.slots,
        host_weights_bytes=host.weights, host_kv_bytes=host.kv, host_expert_bytes=host_experts, cpu_moe_layers=split.cpu_moe,
        devices=devices)
    explain(case, policy, ready, cache, split, devices.index(fullest), host, answer, trace)
    return answer


def _devices(case: Case, ready: Ready, cache: Cache, split: Split) -> tuple[DeviceMemory, ...]:
    profile, search = ready.profile, ready.search
    if ready.on_cpu:
        kv, state = layers_between(profile, cache, 0, profile.blocks)
        return (DeviceMemory(name=case.machine.cpu.name if case.machine.cpu else "CPU",
                             weights_bytes=profile.weights.file + ready.projector, kv_bytes=kv + cache.draft_kv,
                             state_bytes=state, compute_bytes=cpu_compute(profile, ready.asked, cache), usable_bytes=ready.host_room,
                             total_memory_bytes=ready.host_room, layers=profile.blocks + 1),)
    found: list[DeviceMemory] = []
    alike: dict[tuple[Any, ...], DeviceMemory] = {}     # of thousands of cards, most hold the same
    copies, places = search.input_copies(profile, split), {number: j for j, number in enumerate(ready.used)}
    for number, (slot, room) in enumerate(zip(case.machine.slots[:MOST_DEVICES_SHOWN], ready.rooms, strict=False)):
        j, parts, layers = places.get(number), None, 0
        if j is not None and not split.idle:
            parts = device_parts(profile, cache, split, j, search.whole_file, copies)
            layers = split.edges[j + 1] - split.edges[j] if split.shares == 1 else profile.blocks
        key = (id(slot), room, parts, layers, ready.runtimes[number], j == 0)
        if key not in alike:
            alike[key] = DeviceMemory(name=slot.name, usable_bytes=room, total_memory_bytes=slot.memory_bytes, layers=0) if parts is None \
                else DeviceMemory(
                    name=slot.name or (slot.device.name if slot.device else ""), kv_bytes=parts.kv, state_bytes=parts.state,
                    weights_bytes=parts.weights + (ready.projector if j == 0 else 0), compute_bytes=parts.compute,
                    runtime_bytes=ready.runtimes[number], usable_bytes=room, total_memory_bytes=slot.memory_bytes, layers=layers)
        found.append(alike[key])
    return tuple(found)


def cpu_compute(profile: Profile, asked: Asked, cache: Cache) -> int:
    """The graph's buffer where one backend runs all of it: the rows looked up of the embedding lie in it too, ub × d × 4 B, which
    otherwise are the host's. Seven models loaded by the real server on a processor print that to 0.02 MiB (xllamacpp 2026.10.11549);
    older builds and Ollama's own engine do not show it."""
    looked_up = F32 * cache.ub * profile.hidden_size if asked.rows_by_slot and not asked.window_pool else 0
    return cache.output_compute + cache.draft_compute + looked_up


def cpu_total(profile: Profile, asked: Asked, cache: Cache) -> int:
    """Bytes when everything lies in RAM: the whole file once (no copy of a tied embedding), caches, the graph."""
    kept = sum(layers_between(profile, cache, 0, profile.blocks)) + cache.draft_kv
    return profile.weights.file + kept + cpu_compute(profile, asked, cache)


def _host(ready: Ready, cache: Cache, split: Split) -> tuple[Parts, int]:
    if ready.on_cpu:
        return Parts(0, 0, 0, 0), 0
    return host_parts(ready.profile, cache, split)


def _host_holds(case: Case, ready: Ready, host_total: int, devices: tuple[DeviceMemory, ...]) -> bool:
    """Whether the RAM holds the host's part; on shared memory what the GPU took is gone from it (two such GPUs are two
    machines, each with RAM of its own), and where it maps the whole file the host's tables are pages of the same mapping. Unknown RAM
    is taken to do."""
    if ready.host_room is None:
        return True
    if ready.on_cpu:
        return devices[0].total_bytes <= ready.host_room
    taken = max((d.total_bytes for d, slot in zip(devices, case.machine.slots, strict=False)
                 if slot.device is not None and slot.device.unified_memory), default=0)
    if taken and ready.search.whole_file:
        taken -= min(ready.profile.weights.tables, devices[0].weights_bytes)
    return host_total + taken <= ready.host_room


def longest_context(case: Case, ready: Ready, split: Split, starts: bool) -> int | None:
    """The longest context of one request at these slots and this placement, up to the model's own; None where room is unknown."""
    rooms = (ready.host_room,) if ready.on_cpu else ready.rooms
    if any(room is None for room in rooms):
        return None
    if not ready.profile.groups and case.model.max_position_embeddings is None:
        return None     # a state of fixed size and a model that names no limit: nothing ends it
    whole = split.gpu_layers > ready.profile.blocks
    free = whole and not ready.explicit and split.shares == 1 and len(ready.used) > 1

    def holds(context: int) -> bool:
        cache = cache_at(ready.profile, ready.asked, context)
        if ready.on_cpu:
            return cpu_total(ready.profile, ready.asked, cache) + ready.projector <= (ready.host_room or 0)
        if free:
            return ready.search.spread(ready.profile, cache, split.gpu_layers, split.cpu_moe) is not None
        if not ready.search.fits(ready.profile, cache, split):
            return False
        host, _ = host_parts(ready.profile, cache, split)
        host_total = ready.host_total(host)
        return whole or ready.host_room is None or ready.unified or host_total <= ready.host_room

    most = case.model.max_position_embeddings or MAX_TOKENS
    known = min(case.settings.context or 1, most) if starts else 0
    return longest(holds, ready.asked, known, most, partial(spare, ready, split))


def spare(ready: Ready, split: Split, context: int) -> int:
    """About how many bytes are left at a context where no device is without limit: on the fullest device, on all together
    where layers may move between them."""
    profile, budgets = ready.profile, ready.search.budgets
    cache = cache_at(profile, ready.asked, context)
    if ready.on_cpu:
        return (ready.host_room or 0) - cpu_total(profile, ready.asked, cache)
    left = [(budget or 0) - device_parts(profile, cache, split, j).total for j, budget in enumerate(budgets)]
    whole = split.gpu_layers > profile.blocks and split.shares == 1 and not ready.explicit
    return sum(left) if whole else min(left)


def longest(holds: Callable[[int], bool], asked: Asked, known: int, most: int, spare: Callable[[int], int]) -> int:
    """The longest context up to `most` that holds, searched by whole cells; `known` holds already (0: nothing known).

    `spare` tells about how many bytes are left at a context: where a straight line through two of them ends, the search begins.
    """
    if holds(most):
        return most
    low, high = cells_of(known, asked) // CELLS, cells_of(most, asked) // CELLS
    at_known, at_most = spare(max(1, known)), spare(most)
    near = low + (high - low) * max(0, at_known) // max(1, max(0, at_known) - at_most)
    steps = largest_near(lambda n: holds(min(most, context_of(n * CELLS, asked))), low, high, near)
    found = max(known, min(most, context_of(steps * CELLS, asked)) if steps > low or known else 0)
    if holds(found + 1):  # under 512 tokens the micro-batch grows between two cells
        found = largest(holds, found + 1, min(most, context_of((steps + 1) * CELLS, asked)))
    return found


def explain(case: Case, policy: Policy, ready: Ready, cache: Cache, split: Split, number: int, host: Parts, answer: Memory,
            trace: Trace) -> None:
    """Derivations of the fullest device's figures (`number` of the machine's) and the notes a person needs."""
    _notes(case, policy, ready, split, answer, trace)
    if not trace.explains:
        return
    made, start, end, copies, held, head = ready.profile, 0, ready.profile.blocks, 1, 0, True
    if not ready.on_cpu:
        held = case.machine.slots[number].used_bytes or 0
        if split.idle or number not in ready.used:
            end, head = 0, False
        elif split.shares == 1:
            j = ready.used.index(number)
            head = has_head(split, j)
            start, end, copies = split.edges[j], split.edges[j + 1], ready.search.input_copies(made, split)
            start = 0 if cache.kv_on_device and j == 0 and split.gpu_layers else start
    first = ready.on_cpu or (bool(ready.used) and number == ready.used[0])
    kept = 0 if ready.explicit or not policy.rules.get("fit", True) or ready.on_cpu else policy.margin
    shown = Shown(made, ready.asked, cache, split, start, end, copies, host, held, kept, ready.projector if first else 0, ready.on_cpu,
                  head)
    backend = policy.data["backends"].get(case.backend or "", {})
    tell_all(case, shown, answer, from_data(backend["source"]) if "source" in backend else policy.label, policy.label, trace)


def _table_note(case: Case, size: int) -> str:
    """Where the table picked by n-grams lies, and what that asks of the machine."""
    if reads_rows_from_file(case):
        return say("Of the file {size} are a table of which each token reads a few rows: it stays in the file (--lazy-mode auto) and is "
                   "not counted. Keep the file on an SSD; main memory that is free makes it faster.", size=gigabytes(size))
    return say("{size} of the host's part are a table of which each token reads a few rows: on a GPU that shares the main memory the "
               "server loads all of it. --lazy-mode on leaves it in the file on an SSD instead, at some speed.", size=gigabytes(size))


def _notes(case: Case, policy: Policy, ready: Ready, split: Split, answer: Memory, trace: Trace) -> None:
    made, most = ready.profile, int(policy.data["max_devices"])
    if len(ready.rooms) > most:
        trace.note(say("llama.cpp works with {most} devices at most: hide the others from it (CUDA_VISIBLE_DEVICES); they are "
                       "counted idle.", most=most))
    if not made.by_rule:
        trace.note(say("{mix} follows no published table tensor by tensor: its size is a few per cent unsure. Name the GGUF file for "
                       "the exact one.", mix=case.quantization.name))
    if anew(case, policy):
        trace.note(say("Files that publishers offer under this name leave the experts of {model} in the 4 bit that they come in and are "
                       "smaller: this is the size of a file quantized anew from 16 bit.", model=case.model.name))
    wider = made_wider(case, policy, made.weights.file)
    if wider is not None:
        trace.note(say("Some publishers quantize the experts of {model} anew from 16 bit instead of leaving them in the 4 bit that they "
                       "come in: a file of this name then takes about {size}.", model=case.model.name, size=gigabytes(wider)))
    if made.weights.picked:
        trace.note(_table_note(case, made.weights.picked))
    aside = 0 if ready.projector else projector_bytes(case)
    if aside:
        trace.note(say("Its vision part ({size} in 16 bit) is a file of its own and not counted here: it lies beside the model when it "
                       "is loaded.", size=gigabytes(aside)))
    if ready.on_cpu:
        trace.note(say("On a processor the weights are repacked into memory of their own; the mapped file beside them may be dropped "
                       "by the system."))
    if ready.on_cpu or split.shares > 1:
        return
    if answer.host_expert_bytes and split.gpu_layers > made.blocks:
        trace.note(say("The experts of {n} of {all} layers stay in host memory ({size}).", n=split.cpu_moe, all=made.blocks,
                       size=gigabytes(answer.host_expert_bytes)))
    elif split.gpu_layers <= made.blocks:
        trace.note(say("{n} of {all} layers are on the GPU, the rest in host memory ({size} of weights).", n=split.gpu_layers,
                       all=made.blocks + 1, size=gigabytes(answer.host_weights_bytes)))
    if not answer.starts and ready.explicit:
        trace.note(say("It would not start: the layers asked for do not fit the GPU."))
    elif not answer.starts:
        trace.note(say("It would not start: neither the GPU nor the host memory holds it."))
