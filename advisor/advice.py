"""What people in this situation stumble over: sentences beside an estimate, each a rule with its source.

A rule looks at the case, its memory and speed, and at the engine's own `advice` data (names of its levers, versions from
which something changed); it returns None where it has nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from advisor import cache_advice, speculation
from advisor.answer import Memory, Speed
from advisor.engines import Case
from advisor.engines.launch import vendor
from advisor.engines.steps import shared_limit
from advisor.engines.versions import at_least
from advisor.scenario import Scenario
from advisor.situation import View
from advisor.units import GIB, gigabytes
from advisor.words import from_data, say

HIGH_SHARE, MANY_STEPS, MUCH_RESERVED, ONE_CARD_SHARE = 0.95, 16, 4, 0.6
PROJECTOR_ROOM, NEAR_FULL, LARGE_GRAPH = 2.5 * GIB, 0.15, 2 * GIB
USUAL_CONTEXT = 32768
"""Tokens that do for most work at the most: of a model that has no more than that there is less to choose."""
LONG_PROMPT, PROMPT_HEAVY = 2048, 8
MANY_AT_ONCE, FEW_AT_ONCE = 32, 2
SYSTEM_BYTES: Mapping[str, int] = {"windows": 4 * GIB, "macos": 4 * GIB, "linux": 2 * GIB}
"""Main memory that a system and its desktop need: Windows 11 asks for 4 GB (Microsoft's specifications); a Linux without a desktop
gets by with half of that."""
WEIGHT_ONLY = ("awq", "gptq", "w4a16", "int4_g32", "w8a16", "nf4", "nf4_double")


Rule = Callable[[View], str | None]


def notes(asked: Scenario, case: Case, memory: Memory, speed: Speed, verdict: str) -> list[tuple[str, bool]]:
    """The sentences that apply, in the rules' order, and whether each is a warning: that what was estimated does not come about
    unless the reader does something."""
    if memory.total_bytes is None:
        return []
    view = View(asked, case, memory, speed, verdict, case.engine.data.get("advice", {}))
    moot = OF_A_RUNNING_SERVER if verdict == "does_not_fit" and case.engine.refusals(case) else frozenset()
    return [(said, rule in WARNINGS) for rule in RULES if rule not in moot and (said := rule(view)) is not None]


# ------------------------------------------------------------------------------------------------ context, slots, cache

def context_not_asked(v: View) -> str | None:
    """AlexsJones/llmfit#302: a 9B model does not need 26 GB, its full context does."""
    said, lever = _context_of_its_own(v), v.data.get("cuts_prompts_words")
    return said and (say("{said} Set it by {lever}.", said=said, lever=from_data(lever)) if lever else said)


def _context_of_its_own(v: View) -> str | None:
    context = v.case.settings.context
    if v.asked.settings.context is not None or context is None or not v.memory.kv_bytes_per_token:
        return None
    if context == v.case.model.max_position_embeddings and context >= USUAL_CONTEXT:
        return say("No context was asked for: {engine} takes the model's own maximum of {tokens} tokens. How long a request may be is"
                   " your choice, 8,192 to 32,768 do for most work: the cache takes {each} KB a token.", engine=v.case.engine.name,
                   tokens=context, each=f"{v.memory.kv_bytes_per_token / 1e3:,.0f}")
    return say("No context was asked for: {engine} takes {tokens} tokens here. It is your choice: the cache takes {each} KB a token.",
               engine=v.case.engine.name, tokens=context, each=f"{v.memory.kv_bytes_per_token / 1e3:,.0f}")


def too_long(case: Case) -> str | None:
    """Why the workload's requests are not served whole, whatever the verdict on requests of the context's length; it goes before
    everything else. ollama/ollama#8099, #17427: cut without an error; vLLM and SGLang answer such a request with an error."""
    w, context = case.workload, case.settings.context
    length = case.request_tokens
    if context is None or length <= context or not w.prompt_tokens:
        return None
    if case.model.job != "text":
        return say("A text of {length} tokens is longer than the context of {context}: it is refused or cut off.", length=length,
                   context=context)
    lever = case.engine.data.get("advice", {}).get("cuts_prompts_words")
    if lever and context == case.model.max_position_embeddings:
        return say("Prompt and answer together take {length} tokens, more than the context of {context}, the longest that the model has:"
                   " the beginning of the prompt is cut off without an error. Shorten them, or take a model with a longer context.",
                   length=length, context=context)
    if lever:
        return say("Prompt and answer together take {length} tokens, more than the context of {context}: the beginning of the prompt is cut"
                   " off without an error. Raise the context ({lever}) above both.", length=length, context=context,
                   lever=from_data(lever))
    return say("Prompt and answer together take {length} tokens, more than the context of {context}: such a request is refused or its"
               " answer stops early.", length=length, context=context)


def full_length(v: View) -> str | None:
    """vllm-project/vllm#8031: the printed concurrency is of requests of the full length."""
    w, context, held = v.case.workload, v.case.settings.context or 1, v.memory.kv_capacity_tokens
    length = w.request_tokens
    if not v.pooled or not held or not w.prompt_tokens or 2 * length > context or v.memory.max_concurrency is None:
        return None
    if v.case.model.job != "text":      # its cache is free again after each text
        return None
    said = say("The cache holds {held} tokens: {times} requests of the full {context}, but about {n} of {length} tokens. Users at once ="
               " cache ÷ (prompt + answer).", held=held, times=f"{v.memory.max_concurrency:.2f}", context=context, n=held // length,
               length=length)
    slots = (v.memory.slots or 0) * v.case.settings.data_parallel
    if cache_advice.states_bound_the_running(v):    # which says so itself, and why
        return said
    if not 0 < slots < min(v.case.concurrency, held // length):
        return said
    return say("{said} But no more than {slots} run at a time, the others wait.", said=said, slots=slots)


def slots_of_the_service(v: View) -> str | None:
    """ollama/ollama#11942, #8186."""
    name, people, slots = v.data.get("slots_variable"), v.case.concurrency, v.memory.slots or 1
    if name is None or people <= slots or v.case.model.gguf_architecture in v.case.engine.data.get("single_slot_families", ()):
        return None
    return say("It answers {slots} at a time. Set {name}={people} in the service's environment (systemd, launchctl, not the"
               " shell that asks) and restart it: the KV cache is then {people} times one request's context, about {kv}.",
               slots=slots, name=name, people=people, kv=gigabytes((v.memory.kv_bytes or 0) * people // slots))


def context_in_all(v: View) -> str | None:
    """ggml-org/llama.cpp#11681, #17767: -c is the sum over the slots."""
    flag, s = v.data.get("context_in_all"), v.case.settings
    if flag is None or (s.parallel or 1) < 2 or s.kv_unified or s.context is None:
        return None
    return say("{flag} is the sum: {flag} {total} with {slots} slots gives each {each} tokens. (Ollama and vLLM mean one request's length"
               " by their context.)", flag=flag, total=str(s.context * (s.parallel or 1)), slots=s.parallel or 1, each=s.context)


def shared_cells(v: View) -> str | None:
    """ggml-org/llama.cpp#23652, #24124."""
    since, s = v.data.get("shared_cells_since"), v.case.settings
    if since is None or not s.kv_unified or (s.parallel or 1) < 2 or s.context is None:
        return None
    return say("{slots} slots SHARE one pool of {cells} cells: any one request may use all of it, together they cannot use more, and an"
               " overflow ends requests. So it is without -np since build {since}; with -np {slots} each slot has its own {each}."
               " Give -np and a -c for the sum.", slots=s.parallel or 1, cells=s.context, since=since, each=s.context // (s.parallel or 1))


def without_latent(v: View) -> str | None:
    """abetlen/llama-cpp-python#1944, ollama/ollama#17201: DeepSeek's cache in builds without MLA."""
    mla, heads = v.case.model.mla, v.case.model.num_attention_heads
    if mla is None or not v.data.get("latent_cache"):
        return None
    k, a_v = mla.qk_nope_head_dim + mla.qk_rope_head_dim, mla.v_head_dim
    plain, latent = heads * (k + a_v), mla.kv_lora_rank + mla.qk_rope_head_dim
    return say("Its latent attention (MLA) keeps the cache small. A build or GGUF without it keeps {heads} heads of {k} + {v}, {kib} KiB a"
               " token and layer: {low} to {high} times as much, and a compute buffer of GBs on top. Keep such a build to 8,192 to"
               " 16,384 tokens.", heads=heads, k=k, v=a_v, kib=f"{plain * 2 / 1024:,.0f}",
               low=plain // (latent + mla.kv_lora_rank), high=plain // latent)


# -------------------------------------------------------------------------------------------------- shares of the device

def share_by_version(v: View) -> str | None:
    """LMCache/LMCache#3430: from a version on, by the device's vendor, the graphs are taken out of the share."""
    since, share = v.data.get("graphs_in_share_since", {}).get(vendor(v.case)), v.asked.settings.gpu_memory_utilization
    if since is None or share is None:
        return None
    said = say("{share} depends on the version: since {engine} {since} the CUDA graphs (about {graphs} here) are taken out of it, before"
               " they came on top. Tune it again after an update.", share=v.data["share"], engine=v.case.engine.name, since=since,
               graphs=gigabytes(v.memory.graph_bytes))
    if share <= HIGH_SHARE:
        return said
    return say("{first} {second}", first=said, second=say("Above {high} a value tuned for one version may crash on another.",
                                                          high=f"{HIGH_SHARE:g}"))


def reserved_not_needed(v: View) -> str | None:
    """gpustack/gpustack#2462, #2196: the pool is taken in advance."""
    pool, each, name = v.memory.kv_bytes or 0, v.memory.kv_bytes_per_token or 0, v.data.get("share")
    if not v.pooled or name is None or not pool or shares_memory(v.case):
        return None
    needed = v.case.concurrency * (v.case.settings.context or 0) * each // v.case.settings.data_parallel
    if pool < MUCH_RESERVED * needed:
        return None
    return say("It reserves {all} by {name} = {share}, whatever the model needs: weights {weights} and, for {people} x {context} tokens,"
               " {needed} of cache. Lower {name} to leave the rest to others.", all=gigabytes(v.memory.total_bytes), name=name,
               share=f"{v.case.settings.gpu_memory_utilization or 0:g}", weights=gigabytes(v.memory.weights_bytes),
               people=v.case.concurrency, context=v.case.settings.context or 0, needed=gigabytes(needed))


def pool_of_the_system(v: View) -> str | None:
    """dusty-nv/jetson-containers#795, vllm-project/vllm#48140: the pool comes out of the memory that the system lives in."""
    pool, name = v.memory.kv_bytes or 0, v.data.get("share")
    most, share = v.case.engine.data.get("traits", {}).get("shared_memory_share"), v.case.settings.gpu_memory_utilization
    if not v.pooled or name is None or not pool or not shares_memory(v.case) or (most and share and share <= most):
        return None
    if most:
        return say("The pool of {pool} comes out of the memory that the system itself lives in (a swap space, 4 GiB in older releases,"
                   " too), and {engine} does not start where its share is not free: set {name} to {most} or less, or take Ollama or"
                   " llama.cpp, which take only what they need.", pool=gigabytes(pool), engine=v.case.engine.name, name=name,
                   most=str(most))
    return say("The pool of {pool} comes out of the memory that the system itself lives in (a swap space, 4 GiB in older releases,"
                   " too): lower {name} until the system keeps a few GB, or take Ollama or llama.cpp, which take only what they need.",
                   pool=gigabytes(pool), name=name)


def shares_memory(case: Case) -> bool:
    """Whether the first device lives in the system's own memory."""
    return case.device is not None and case.device.in_main_memory


def limit_to_raise(v: View) -> str | None:
    """Linux's default (drm/amdgpu: half of the RAM); rocm.docs.amd.com, RDNA3.5 system optimization."""
    raised = shared_limit(v.case, v.memory)
    if raised is None:
        return None
    return say("It takes {total} of the shared memory, more than the half that Linux lets the GPU have: raise the limit first"
               " (ttm.pages_limit={pages}, then a restart), on Windows in the BIOS or AMD's driver. Else part of it ends up on the"
               " processor, or it does not start.", total=gigabytes(v.memory.total_bytes), pages=str(raised))


def little_left(v: View) -> str | None:
    """Microsoft's Windows 11 specifications: 4 GB for the system."""
    left, ram = too_little_left(v.case, v.memory), v.case.machine.seen_memory_bytes or 0
    if left is None:
        return None
    return say("{held} of {ram} of main memory are taken: {left} are left for the system and other programs. It swaps then, and slows to"
               " a crawl. Close what is open, or take a smaller format or a shorter context.", held=gigabytes(ram - left),
               ram=gigabytes(ram), left=gigabytes(left))


def too_little_left(case: Case, memory: Memory) -> int | None:
    """Bytes of main memory left, where it is nearly full beside the card, on the processor alone, or because the GPU lives in it: less
    than SYSTEM_BYTES. Then the system swaps, and what a token reads comes from the disk. None where there is enough.

    Of shared memory a Jetson's GPU may take all (8 GB: 7.4 are seen, and about 5.2 are free beside the system:
    ericxliu.me/posts/benchmarking-llms-on-jetson-orin-nano); on a Mac macOS's own limit keeps the system's part.
    """
    ram, held = case.machine.seen_memory_bytes, memory.host_bytes or 0
    if case.device is not None and shares_memory(case):
        if case.device.vendor == "apple":
            return None
        held += memory.total_bytes or 0
    if not ram or not held or not memory.starts or ram - held >= SYSTEM_BYTES[case.machine.os or "linux"]:
        return None
    return ram - held


def images_at_the_start(v: View) -> str | None:
    """vllm-project/vllm#18550, #16570, #22173. Only processors of Qwen's kind take max_pixels (models/qwen2_vl.py, qwen3_vl.py)."""
    if not v.data.get("profiles_images") or not v.case.model.vision_parameters:
        return None
    images = '{"image": 1, "video": 0}'
    if v.case.model.gguf_architecture not in v.data.get("takes_max_pixels", ()):
        return say("At its start it reserves room for the largest possible image, as many as a request may hold. Limit their number on the"
                   " engine, not in the request: --limit-mm-per-prompt '{images}'.", images=images)
    return say("At its start it reserves room for the largest possible image, as many as a request may hold. Limit both on the engine,"
               " not in the request: --limit-mm-per-prompt '{images}' and --mm-processor-kwargs '{pixels}'.",
               images=images, pixels='{"max_pixels": 1003520}')


def projector(v: View) -> str | None:
    """ggml-org/llama.cpp#18111, #18181."""
    if not v.data.get("projector") or not v.case.model.vision_parameters or (v.memory.headroom_bytes or 0) > PROJECTOR_ROOM:
        return None
    return say("The vision projector (mmproj) needs memory on top of the text model, which automatic fitting does not count: leave 1 to"
               " 2 GiB for its weights and compute buffer{how}.", how=v.data["projector"])


# ---------------------------------------------------------------------------------------------------- more than one card

def layers_take_turns(v: View) -> str | None:
    """ollama/ollama#7648: 100 requests took 212 s on one card and 214 s on four."""
    if not v.data.get("layer_split") or v.cards < 2 or not v.case.machine.single or v.case.settings.tensor_parallel > 1:
        return None
    names = {slot.device.id for slot in v.case.machine.slots if slot.device}
    if len(names) > 1:
        return say("Over unequal cards split by what is free on each (other programs count), not by size: --tensor-split. The first or"
                   " main card also carries buffers of its own: --main-gpu chooses it.")
    weights = sum(device.weights_bytes for device in v.memory.devices) + v.memory.host_weights_bytes
    if weights > max(device.usable_bytes or 0 for device in v.memory.devices):
        return say("The layers are split over {n} cards, which take turns: each works about {share} % of the time, and together they hold"
                   " more but are no faster. More people at once: an engine with tensor parallelism.", n=v.cards, share=100 // v.cards)
    return say("The layers are split over {n} cards, which take turns: each works about {share} % of the time, and all together are no"
               " faster than one that holds the model. More people at once: one server a card, or an engine with tensor parallelism.",
               n=v.cards, share=100 // v.cards)


def card_by_card(v: View) -> str | None:
    """tmac1973/llama-toolchest#180."""
    if v.pooled or v.cards < 2 or not v.case.machine.single or v.verdict not in ("tight", "offload", "does_not_fit"):
        return None
    return say("Memory is counted card by card, not as a sum: each holds its layers, their cache and state, and a compute buffer of its"
               " own ({compute} here). A shorter context shrinks cache and buffer.", compute=gigabytes(v.memory.compute_bytes))


def copies_instead(v: View) -> str | None:
    """vllm-project/vllm#6131. Each copy's weights are taken from the cache: no advice where the copies would hold fewer than ask."""
    s, usable = v.case.settings, v.memory.usable_bytes or 0
    weights, pool = v.memory.weights_bytes or 0, v.memory.kv_bytes or 0
    whole = weights * s.tensor_parallel
    if not v.pooled or s.tensor_parallel < 2 or v.case.concurrency < 8 * s.tensor_parallel or whole > ONE_CARD_SHARE * usable:
        return None
    holds, left = v.memory.max_concurrency or 0.0, pool - (whole - weights)
    if v.verdict in ("fits", "tight") and holds * left < v.case.concurrency * pool:
        return None
    return say("One card holds this model: {n} replicas, one a card (data parallel {n} or a balancer in front), serve more people than"
               " copies cut in {cut}, whose cards wait for each other after every layer.", n=s.tensor_parallel * s.data_parallel,
               cut=s.tensor_parallel)


def copied_heads(v: View) -> str | None:
    """sgl-project/sglang#10852."""
    model, degree = v.case.model, v.case.settings.tensor_parallel
    heads = model.num_key_value_heads
    if not v.pooled or model.mla is not None or not isinstance(heads, int) or not 0 < heads < degree:
        return None
    return say("Its {heads} KV heads are copied where tensor parallel is more than {heads}: the cache is not divided further.", heads=heads)


def pipeline_hands_on_little(v: View) -> str | None:
    """vllm-project/vllm#6610, #11285, #7837."""
    if not v.pooled or v.case.settings.pipeline_parallel < 2:
        return None
    return say("A pipeline hands little data on: latency counts, not bandwidth, so a faster network changes nothing, and over the"
               " Internet it is hopeless. Tensor parallel inside a machine, pipeline between machines.")


# --------------------------------------------------------------------------------------------------- host memory, layers

def estimate_decides(v: View) -> str | None:
    """ollama/ollama#11702, #5022."""
    until = v.data.get("own_estimate_until")
    if until is None or not v.case.machine.slots or at_least(v.case.version, until):
        return None
    return say("In this version Ollama's own estimate decides how much goes to the GPU, and `ollama ps` shows that estimate, not what is"
               " used; it was often too high. Measure with nvidia-smi; update, or set num_gpu to all layers where there is room.")


def guardrail(v: View) -> str | None:
    """lmstudio-ai/lms#412, lmstudio-ai/lmstudio-bug-tracker#2431."""
    m = v.memory
    if not v.data.get("guardrail") or not v.case.machine.slots or not m.layers or m.gpu_layers is None:
        return None
    if m.gpu_layers >= m.layers:
        if m.host_expert_bytes or (m.headroom_bytes or 0) > NEAR_FULL * (m.usable_bytes or 0):
            return None
        return say("All {layers} layers fit. Where the app still leaves some on the CPU, that is its guardrail, not the hardware: relax"
                   " Model loading guardrails in the settings, or set GPU Offload by hand.", layers=m.layers)
    layer = ((m.weights_bytes or 0) + (m.kv_bytes or 0)) // max(1, m.gpu_layers)
    return say("Set GPU Offload to a number by hand, {n} of {layers} layers here (about {layer} each), and look in the load log for"
               " \"offloaded {n}/{layers} layers\": the automatic choice may be far lower.", n=m.gpu_layers, layers=m.layers,
               layer=gigabytes(layer))


def cache_switch(v: View) -> str | None:
    """lmstudio-ai/lmstudio-bug-tracker#542."""
    m, name = v.memory, v.data.get("cache_switch")
    if name is None or not m.layers or m.gpu_layers is None or not 0 < m.gpu_layers < m.layers:
        return None
    return say("Layers and KV cache add up on the card: {weights} + {kv}. Switch \"{name}\" off to keep the cache in RAM, or take fewer"
               " layers or a shorter context.", weights=gigabytes(m.weights_bytes), kv=gigabytes(m.kv_bytes), name=name)


def experts_first(v: View) -> str | None:
    """ggml-org/llama.cpp#15077."""
    m, flag = v.memory, v.data.get("expert_flag")
    if flag is None or not m.host_expert_bytes or not m.cpu_moe_layers or not m.starts:
        return None
    weights = sum(device.weights_bytes for device in m.devices) + m.host_weights_bytes
    return say("The weights are {weights} in all. Better keep the experts of {n} layers on the CPU ({flag} {n}) than take a smaller"
               " quantization: a token reads few of them. Lower the number until it just fits.", weights=gigabytes(weights),
               n=m.cpu_moe_layers, flag=flag)


def graph_without_flash(v: View) -> str | None:
    """ollama/ollama#11790."""
    if v.pooled or v.case.settings.flash_attention is not False or (v.memory.compute_bytes or 0) < LARGE_GRAPH:
        return None
    return say("Without flash attention the compute buffer grows with context × slots: {compute} here. Take a shorter context, one slot,"
               " or a release that has flash attention for this model.", compute=gigabytes(v.memory.compute_bytes))


def wide_batch(v: View) -> str | None:
    """gpustack/gpustack#2443."""
    ubatch, compute = v.case.settings.ubatch or 0, v.memory.compute_bytes or 0
    if v.pooled or ubatch <= 512 or 2 * compute < (v.memory.weights_bytes or 0):
        return None
    return say("The compute buffer, {compute}, grows with the micro-batch (ubatch {ubatch}): a smaller one shrinks it, at some prompt"
               " speed.", compute=gigabytes(compute), ubatch=ubatch)


# ------------------------------------------------------------------------------------------------------- particular devices

def not_in_rocm(v: View) -> str | None:
    """ollama/ollama#11569, lmstudio-ai/lms#228."""
    device = v.case.device
    if device is None or device.gfx is None or device.gfx not in v.data.get("not_in_rocm", ()):
        return None
    return say("{device} ({gfx}) was dropped from ROCm's newer runtimes: take the Vulkan back end, or an older ROCm build.",
               device=device.name, gfx=device.gfx)


def other_target(v: View) -> str | None:
    """ollama/ollama#3547, #6003; ROCm/ROCm#2720: chips beside ROCm's list that run the code of a near one, on Linux."""
    device = v.case.device
    near = v.data.get("rocm_as", {}).get(device.gfx or "") if device is not None else None
    if near is None or device is None or v.case.backend == "vulkan" or v.case.machine.os == "windows":
        return None
    return say("{device} ({gfx}) is not among ROCm's targets: on Linux HSA_OVERRIDE_GFX_VERSION={near} in the server's environment lets it"
               " run code made for a near chip; elsewhere, or where that fails, take the Vulkan back end.", device=device.name,
               gfx=device.gfx, near=near)


def several_makers(v: View) -> str | None:
    """ggml-org/llama.cpp#19307."""
    if v.pooled or len({slot.device.vendor for slot in v.case.machine.slots if slot.device}) < 2:
        return None
    return say("Cards of several makers: a CUDA build sees NVIDIA's alone, a ROCm build AMD's. The Vulkan build drives them together;"
               " else run an rpc-server of llama.cpp for each maker and name it with --rpc.")


def converted_cache(v: View) -> str | None:
    """vllm-project/vllm#26431, #4827: what the engine's own kernels need to read a cache in E4M3; Triton's error itself names E5M2 as
    supported there."""
    device, kind, units = v.case.device, v.case.settings.kv_cache_dtype, v.data.get("fp8_units_from")
    have = device.compute_capability if device is not None and device.vendor == "nvidia" else None
    if not units or have is None or have >= units or kind not in ("fp8", "fp8_e4m3") or v.verdict == "does_not_fit":
        return None
    return say("{device} (compute capability {have}) has no FP8 units (they come with {units}): a cache in {kind} saves memory there, no"
               " time, and only the FlashInfer back end reads it (--attention-backend FLASHINFER); Triton's stops with \"type fp8e4nv not"
               " supported\". Else leave the cache in 16 bit.", device=device.name if device else "", have=str(have), units=str(units),
               kind=kind)


def held_back(v: View) -> str | None:
    """dartraiden/NVIDIA-patcher#73, #245: what the catalog knows of a card whose maker holds it back."""
    device = v.case.device
    if device is None or not device.held_back:
        return None
    return say("{device} is a mining card: its maker holds back its arithmetic, and its PCIe link is slow. What is told of prompts is that"
               " of the chip, so expect less; single tokens, which wait for memory, come nearer.", device=device.name)


def older_than_cuda(v: View) -> str | None:
    """Andyyyy64/whichllm#75: a Quadro K4200 (173 GB/s) gave 0.95 tokens a second with a 3B model in Q4_K_M through Vulkan."""
    device = v.case.device
    if device is None or not v.case.engine.unmeasured(v.case):
        return None
    return say("{device} is older than any CUDA that llama.cpp is built with, so it runs through Vulkan (driver 470). No speed of such a"
               " card is known here, so none is told: a card of its generation gave one token a second with a 3B model. Try it before you"
               " rely on it.", device=device.name)


def carve_out(v: View) -> str | None:
    """ggml-org/llama.cpp#19818."""
    device = v.case.device
    if v.pooled or device is None or device.vendor != "amd" or device.kind != "apu" or not v.data.get("layer_split"):
        return None
    return say("The back end decides how much memory is seen: ROCm may show only the BIOS's carve-out, Vulkan the shared memory too. Take"
               " the Vulkan build where ROCm says too little.")


def large_allocations(v: View) -> str | None:
    """ggml-org/llama.cpp#9472, #17566."""
    most = v.data.get("largest_allocation", {}).get(v.case.backend or "")
    if most is None or v.verdict == "does_not_fit" or max(v.memory.weights_bytes or 0, v.memory.kv_bytes or 0) < most:
        return None
    return say("Single allocations above 4 GB fail here though the total would fit: set UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1, or take"
               " the Vulkan build.")


def slow_bfloat16(v: View) -> str | None:
    """famstack's comparison of MLX and GGUF, parts 1 and 2 (2026)."""
    device = v.case.device
    if device is None or device.architecture not in v.data.get("slow_bfloat16", ()):
        return None
    return say("{chip} has no native BF16: MLX builds based on BF16 read prompts slowly there; take one based on FP16, or a GGUF.",
               chip=device.architecture)


# -------------------------------------------------------------------------------------------------------------- pace

def queue_behind_prompts(v: View) -> str | None:
    """vllm-project/vllm#57413, #10235."""
    prompt, budget = v.case.workload.prompt_tokens or 0, v.case.settings.max_batched_tokens or 1
    if not v.pooled or v.case.concurrency < 2 or prompt < MANY_STEPS * budget:
        return None
    return say("A prompt of {prompt} tokens takes {steps} steps of {budget}; short ones wait behind it even while the cache is nearly"
               " empty. Raise max_num_batched_tokens, limit long partial prefills, or give long requests a server of their own.",
               prompt=prompt, steps=-(-prompt // budget), budget=budget)


def more_than_it_serves(v: View) -> str | None:
    """vllm-project/vllm#5316."""
    w, rate = v.case.workload, v.speed.output_tokens_per_s
    if not w.requests_per_s or rate is None or not w.output_tokens:
        return None
    served = rate.typical / w.output_tokens
    if served >= w.requests_per_s:
        return None
    return say("{asked} requests a second are asked for; with {people} at once about {served} are served, short by {times} times: the time"
               " to the first token is then time in the queue, and grows.", asked=f"{w.requests_per_s:g}", people=v.case.concurrency,
               served=_small(served), times=f"{w.requests_per_s / served:.1f}")


def _small(value: float) -> str:
    """A rate with one decimal, under one with two digits: `0.0` would say that nothing comes."""
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def prompts_not_faster(v: View) -> str | None:
    """vllm-project/vllm#5316: weight-only formats compute in 16 bit; #3399, vllm-project/llm-compressor#2025: in large batches too."""
    w = v.case.workload
    heavy = (w.prompt_tokens or 0) >= PROMPT_HEAVY * max(1, w.output_tokens or 0)
    many = v.speed.bound == "compute" and v.case.concurrency >= MANY_AT_ONCE
    if not v.pooled or v.case.quantization.id not in WEIGHT_ONLY or not w.prompt_tokens or not (heavy or many):
        return None
    if not heavy:
        return say("{format} is weight-only: with {people} at once the arithmetic is what limits, and it is done in 16 bit as before, so it"
                   " gains little over BF16 where that fits. FP8 or INT8, on cards that compute in them, gain more.",
                   format=v.case.quantization.name, people=v.case.concurrency)
    return say("{format} is weight-only: it saves memory and speeds up single tokens, but prompts (prefill) are computed in 16 bit as"
               " before, and this load is mostly prompts.", format=v.case.quantization.name)


def without_the_arithmetic(v: View) -> str | None:
    """vllm-project/vllm#5975, #6979: Marlin unpacks FP8 on Ampere, "may degrade performance for compute-heavy workloads"."""
    device, format_ = v.case.device, v.case.quantization
    if not v.pooled or device is None or device.vendor != "nvidia" or not device.compute_capability or v.verdict == "does_not_fit":
        return None
    if {"fp8": device.fp8_flops, "fp4": device.fp4_flops}.get(format_.compute_dtype, 1.0):
        return None
    return say("{device} does not compute in {format}: it is unpacked to 16 bit there (weight-only). The memory is saved and single answers"
               " come faster, prompts and large batches do not.", device=device.name, format=format_.name)


def pace_of_the_memory(v: View) -> str | None:
    """ggml-org/llama.cpp#12966, #6434: beyond a few threads only prompts get faster."""
    device = v.case.device
    if v.pooled or v.speed.bound != "memory" or (v.case.machine.slots and (device is None or device.kind != "cpu")):
        return None
    return say("Reading memory sets the pace here, not the cores: beyond the threads that saturate it (often 4 to 8, of a server one a"
               " physical core) answers get no faster, only prompts do. Faster memory or a smaller format helps.")


def own_draft(v: View) -> str | None:
    """Faster for one, none or a loss for many: vllm-project/vllm#31845, #2607; sudoingX/qwen38-mtp#53; Tanguille/cluster#3260."""
    case = v.case
    if case.settings.speculative is not None or case.concurrency > FEW_AT_ONCE or not speculation.possible(case):
        return None
    if not case.machine.slots or v.verdict not in ("fits", "queues"):
        return None
    return say("The model brings a draft layer of its own (multi-token prediction). Drafts mostly make single answers faster, take some"
               " memory, and gain nothing or cost where many ask at once: the setting `speculative` shows how much.")


def shown_pace(v: View) -> str | None:
    """famstack's comparison of MLX and GGUF, parts 1 and 2 (2026)."""
    w, first, each = v.case.workload, v.speed.ttft_s, v.speed.decode_tokens_per_s
    device = v.case.device
    slow = device is None or bool(device.unified_memory)
    if v.pooled or not slow or first is None or each is None or (w.prompt_tokens or 0) < LONG_PROMPT or not w.output_tokens:
        return None
    whole = w.output_tokens / (first.typical + w.output_tokens / each.typical)
    return say("The pace that programs show leaves out reading the prompt: with {prompt} tokens before it an answer of {answer} comes at"
               " about {pace} tokens/s all in all. Compare the time to the finished answer; the runtime's version matters more than the"
               " format.", prompt=w.prompt_tokens or 0, answer=w.output_tokens, pace=_small(whole))


RULES: tuple[Rule, ...] = (
    context_not_asked, full_length, slots_of_the_service, context_in_all, shared_cells, without_latent,
    share_by_version,
    reserved_not_needed, pool_of_the_system, limit_to_raise, little_left, images_at_the_start, projector, layers_take_turns, card_by_card,
    copies_instead, copied_heads,
    pipeline_hands_on_little, estimate_decides, guardrail, cache_switch, experts_first, graph_without_flash, wide_batch, not_in_rocm,
    older_than_cuda, carve_out, large_allocations, slow_bfloat16, other_target, several_makers, converted_cache, held_back,
    queue_behind_prompts, more_than_it_serves, prompts_not_faster,
    without_the_arithmetic, pace_of_the_memory, own_draft, shown_pace, *cache_advice.RULES,
)
OF_A_RUNNING_SERVER: frozenset[Rule] = frozenset({
    context_not_asked, slots_of_the_service, pool_of_the_system, limit_to_raise, little_left, cache_advice.kept_prompts,
    cache_advice.conversations_in_main_memory, cache_advice.another_context_reloads})
"""What is moot where the engine does not start there, whatever the memory: it takes no context, no pool and no slots then."""
WARNINGS = frozenset({older_than_cuda, pool_of_the_system, limit_to_raise, little_left, projector, large_allocations, more_than_it_serves,
                      *cache_advice.WARNINGS})
