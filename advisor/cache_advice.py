"""What people stumble over in the cache: its formats and windows, slots that nobody uses, prompts kept beside those at work.

Rules of `advice`, which says them: each looks at a View, names its source, and returns None where it has nothing to say.
"""

from __future__ import annotations

from advisor.engines.versions import at_least
from advisor.formula.gguf_types import BLOCKS
from advisor.formula.kv_layout import layer_cache
from advisor.situation import View
from advisor.units import GIB, MIB, gigabytes
from advisor.words import from_data, say

MUCH_SAVED, LARGE_CACHE, MANY_HEADS, SHARED_HEADS = 2 * GIB, 0.5, 16, 8
SAVED_SHARE = 0.1
KEPT_SHARE = 0.5
"""Of the free memory, from which kept prompts are worth a word: beside them lies what is at work."""


def slow_cache_type(v: View) -> str | None:
    """ggml-org/llama.cpp#28456, #27109: prompts eight times slower with q5_1 on a card, without a word in the log."""
    kernels, kind = v.data.get("cache_kernels", {}).get(v.case.backend or ""), v.case.settings.kv_cache_dtype
    if kernels is None or kind in (None, "auto", *kernels) or v.case.settings.flash_attention is False:
        return None
    return say("The usual build has no kernel for a KV cache in {kind} on the card, so attention runs on the processor, unsaid and several"
               " times slower. Take q8_0 or q4_0, for K and V alike, or a build with GGML_CUDA_FA_ALL_QUANTS=ON.", kind=kind)


def windows(v: View) -> str | None:
    """ggml-org/llama.cpp#13194; gpustack/gguf-parser-go#32."""
    flag, context, slots = v.data.get("full_windows"), v.case.settings.context or 0, v.memory.slots or 1
    block = BLOCKS.get((v.case.settings.kv_cache_dtype or "").upper())
    if flag is None or not v.case.model.sliding_window or block is None:
        return None
    elements, size = block
    cache = layer_cache(v.case.model, 1, size / elements, 0, v.case.model.num_hidden_layers)
    held = sum(device.kv_bytes for device in v.memory.devices) + v.memory.host_kv_bytes
    saved = round(cache.token_bytes * context * (1 if v.case.settings.kv_unified else slots)) - held
    if not cache.sliding_layers or saved < max(MUCH_SAVED, SAVED_SHARE * (v.memory.usable_bytes or 0)):
        return None
    return say("{n} of {layers} layers keep no more than the last {window} tokens (sliding window), which saves {saved} of cache here."
               " {flag} keeps them whole and costs that much: only for taking up earlier points of a conversation.",
               n=cache.sliding_layers, layers=v.case.model.num_hidden_layers, window=cache.window, saved=gigabytes(saved), flag=flag)


def heads_of_their_own(v: View) -> str | None:
    """turboderp-org/exllamav2#425, ggml-org/llama.cpp#6849, ollama/ollama#10874."""
    model, each = v.case.model, v.memory.kv_bytes_per_token
    heads = model.num_attention_heads
    if model.mla is not None or not each or not heads >= MANY_HEADS or model.num_key_value_heads != heads:
        return None
    weights = sum(device.weights_bytes for device in v.memory.devices) + v.memory.host_weights_bytes
    if each * (v.case.settings.context or 0) * max(v.case.concurrency, v.memory.slots or 1) < LARGE_CACHE * weights:
        return None
    return say("Each of its {heads} attention heads keeps keys and values of its own (no grouped-query attention): {each} KB a token,"
               " {times} times as much as with {shared} shared by all. A shorter context, an 8-bit cache or a newer model helps most.",
               heads=heads, each=f"{each / 1e3:,.0f}", times=f"{heads / SHARED_HEADS:g}", shared=SHARED_HEADS)


def needless_slots(v: View) -> str | None:
    """xencon/aixcl#1707: eight slots of 32K for one agent."""
    flag, slots, people = v.data.get("slots_setting"), v.memory.slots or 1, v.case.concurrency
    if v.pooled or flag is None or slots <= people or v.case.settings.kv_unified or v.verdict in ("fits", "unknown"):
        return None
    whole = sum(device.kv_bytes + device.state_bytes for device in v.memory.devices) + v.memory.host_kv_bytes
    if whole < LARGE_CACHE * GIB:
        return None
    return say("It keeps {slots} slots of {context} tokens ready, {whole} of cache, for {people} at once: {flag} {people} frees {freed}"
               " of it.", slots=slots, context=v.case.settings.context or 0, whole=gigabytes(whole), people=people, flag=flag,
               freed=gigabytes(whole * (slots - people) // slots))


def kept_prompts(v: View) -> str | None:
    """ml-explore/mlx-lm#1390, #1807; nirecom/cc-local-llm#49."""
    count, left, each = v.data.get("kept_prompts"), v.memory.headroom_bytes, v.memory.kv_bytes_per_token
    length = v.case.settings.context
    if count is None or left is None or not each or not length:
        return None
    kept = count * each * length
    if left <= 0 or kept < KEPT_SHARE * left:
        return None
    return say("It keeps the caches of the last {count} prompts with no limit in bytes: of {length} tokens each {kept}, while {left} are"
               " free. Bound them (--prompt-cache-bytes, --prompt-cache-size), or it dies after a while.", count=count, length=length,
               kept=gigabytes(kept), left=gigabytes(left))


def conversations_in_main_memory(v: View) -> str | None:
    """ggml-org/llama.cpp#16391 (October 2025); ollama/ollama#18072, #18264: 8,192 MiB, of long conversations two."""
    size, since = v.case.engine.data.get("defaults", {}).get("host_prompt_cache_mib"), v.data.get("conversation_cache_since")
    people, each, context = v.case.concurrency, v.memory.kv_bytes_per_token, v.case.settings.context or 0
    if not size or since is None or not at_least(v.case.version, since) or people <= (v.memory.slots or 1) or not each or not context:
        return None
    held = int(size * MIB // (each * context))
    if held >= people:
        return None
    return say("A conversation whose slot another takes is kept in main memory, in {size} MiB: {held} of {context} tokens. The others are"
               " read again from the start. --cache-ram (MiB) makes room for more.", size=size, held=held, context=context)


def another_context_reloads(v: View) -> str | None:
    """ollama/ollama#8029, #6148."""
    if not v.data.get("reloads_by_context") or v.case.concurrency < 2:
        return None
    return say("A request that asks for another num_ctx makes Ollama load the model again: give all programs the same, or none and"
               " OLLAMA_CONTEXT_LENGTH={context} in the service.", context=str(v.case.settings.context or 0))


def states_bound_the_running(v: View) -> str | None:
    """sgl-project/sglang#33004, #15337; jpezzulli/sglang-rtxpro6000#5."""
    lever, slots = v.data.get("states_words"), v.memory.slots
    length, held = v.case.request_tokens, v.memory.kv_capacity_tokens
    if lever is None or not v.memory.state_bytes or v.asked.settings.parallel is not None or not slots or not held or not length:
        return None
    if v.case.concurrency <= slots or held // length <= slots:
        return None
    return say("No more than {slots} run at a time, though the cache would hold {n} of {length} tokens: each needs recurrent states of its"
               " own, and that pool is what limits. {lever} gives it more, at the cost of cache.", slots=slots, n=held // length,
               length=length, lever=from_data(lever))


RULES = (slow_cache_type, windows, heads_of_their_own, needless_slots, kept_prompts, conversations_in_main_memory, another_context_reloads,
         states_bound_the_running)
WARNINGS = frozenset({slow_cache_type, kept_prompts})
