"""Figures in what engines print: Ollama's `ps` and server log, llama.cpp's and vLLM's and SGLang's start-up lines.

`figures` holds the last value printed of each, in bytes, tokens and fractions; a device's name and memory become a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from advisor.readers.llama_devices import KNOWN, devices_of
from advisor.readers.pasted import MOST_CARDS, Card, Pasted, amount, number, sized
from advisor.units import GIB, MIB
from advisor.words import Text, say

PS_ROW = re.compile(r"^\s*(\S{1,200})\s+([0-9a-f]{12})\s+([\d.]+\s*[KMGT]i?B)\s+(\d+)%(?:/(\d+)%)?\s+(CPU/GPU|GPU|CPU)"
                    r"\s*(\d+(?!\d|\s(?:second|minute|hour|day|week|month|year)))?")      # before 0.11 no context: the time left
LMS_ROW = re.compile(r"^\s*(\S{1,200})\s+\S{1,200}\s+(?:IDLE|LOADED|LOADING|GENERATING|PROCESSING\w{0,20})\s+([\d.]+\s*[KMGT]i?B)\s+"
                     r"(\d{1,9})\b")
PAIR = re.compile(r"(?<![\w.])([A-Za-z_][\w.]{0,60})=(\"(?:[^\"\\]|\\.)*\"|\[[^\]]*\]|\S+)")
BUFFER = re.compile(r"(\S{1,60})\s+(model|KV|RS|compute|output)\s+buffer size =\s*([\d.]+) MiB")
CACHE_SIZE = re.compile(r"(?:KV self size|[^\w]size)\s{0,4}=\s{0,8}([\d.]{1,12}) MiB\W.{0,80}K \(")
BREAKDOWN = re.compile(r"(\S{1,60})\s{0,8}\((.{1,120}?)\)\s{0,64}\|\s*(\d+)\s*=\s*(\d+)"
                       r"\s*\+\s*\(\s*\d+\s*=\s*(\d+)\s*\+\s*(\d+)\s*\+\s*(\d+)\s*\)\s*\+\s*(-?\d+)")

FULL, STATES_FULL = 0.9, 0.75
"""Shares in use from which a pool is what limits: what the next request needs no longer fits, or is kept for those that run."""
CARVED_OUT = 5 * GIB
"""What firmware carves out of main memory for an integrated GPU by itself, at the most: 0.5 to 4 GiB."""

Reader = Callable[[str], Any]
"""How what a pattern found becomes a figure's value."""


def _tokens(text: str) -> int | None:
    value = number(text)
    return None if value is None else int(value)


def _gib(text: str) -> int | None:
    return sized(text, GIB)


def _mib(text: str) -> int | None:
    return sized(text, MIB)


def _percent(text: str) -> float | None:
    value = number(text)
    return None if value is None else value / 100


_gb = _gib      # SGLang prints GiB as GB
# pattern, name of the figure, how its first group becomes a value
VLLM: list[tuple[str, str, Reader]] = [
    (r"Available KV cache memory: ([\d.]+) GiB", "kv_bytes", _gib),
    (r"GPU KV cache size: ([\d,]+) tokens", "kv_tokens", _tokens),
    (r"Maximum concurrency for ([\d,]+) tokens per request", "max_model_len", _tokens),
    (r"Maximum concurrency for [\d,]+ tokens per request: ([\d.]+)x", "max_concurrency", number),
    (r"Graph capturing finished in [\d.]+ secs?, took (-?[\d.]+) GiB", "graph_bytes", _gib),
    (r"Estimated CUDA graph memory: ([\d.]+) GiB", "graph_estimate_bytes", _gib),
    (r"Model loading took ([\d.]+) (?:GiB|GB)", "weights_bytes", _gib),
    (r"model weights take ([\d.]+)\s?GiB", "weights_bytes", _gib),
    (r"PyTorch activation peak memory takes ([\d.]+)\s?GiB", "activation_bytes", _gib),
    (r"non_torch_memory takes ([\d.]+)\s?GiB", "non_torch_bytes", _gib),
    (r"reserved for KV Cache is ([\d.]+)\s?GiB", "kv_bytes", _gib),
    (r"total_gpu_memory \(([\d.]+)\s?GiB\)", "total_bytes", _gib),
    (r"gpu_memory_utilization \(([\d.]+)\)", "gpu_memory_utilization", number),
    (r"(?i)# (?:GPU|CUDA) blocks: (\d+)", "gpu_blocks", _tokens),
    (r"max seq len \((\d+)\)", "max_model_len", _tokens),
    (r"stored in KV cache \((\d+)\)", "kv_tokens", _tokens),
    (r"--gpu-memory-utilization=([\d.]+) is equivalent", "gpu_memory_utilization", number),
    (r"is equivalent to --gpu-memory-utilization=([\d.]+) without", "equivalent_utilization", number),
    (r"block_size=(\d+)", "block_size", _tokens),
    (r"Running: (\d+) reqs", "running", _tokens),
    (r"(?:Waiting|Pending): (\d+) reqs", "waiting", _tokens),
    (r"GPU KV cache usage: ([\d.]+)%", "kv_used_fraction", _percent),
]
SGLANG: list[tuple[str, str, Reader]] = [
    (r"max_total_num_tokens=(\d+)", "kv_tokens", _tokens),
    (r"max_running_requests=(\d+)", "max_running_requests", _tokens),
    (r"context_len=(\d+)", "max_model_len", _tokens),
    (r"available_gpu_mem=([\d.]+) GB", "free_bytes", _gb),
    (r"#tokens: (\d+), K", "kv_tokens", _tokens),
    (r"#tokens: \d+, KV size: ([\d.]+) GB", "kv_bytes", _gb),
    (r"Load weight end.{0,200}?mem usage=([\d.]+) GB", "weights_bytes", _gb),
    (r"#running-req: (\d+)", "running", _tokens),
    (r"#queue-req: (\d+)", "waiting", _tokens),
    (r"(?<!swa )(?<!mamba )token usage: ([\d.]+)", "kv_used_fraction", number),
    (r"mamba usage: ([\d.]+)", "state_used_fraction", number),
]
TENSORRT: list[tuple[str, str, Reader]] = [     # the engine measures with a small cache first: the last line counts
    (r"Allocated ([\d.]+) GiB for max tokens in paged KV cache", "kv_bytes", _gib),
    (r"for max tokens in paged KV cache \((\d+)\)", "kv_tokens", _tokens),
    (r"Number of tokens per block: (\d+)", "block_size", _tokens),
    (r"max_seq_len=(\d+)", "max_model_len", _tokens),
    (r"max_num_requests=(\d+)", "max_running_requests", _tokens),
    (r"Loaded engine size: (\d+) MiB", "weights_bytes", lambda text: sized(text, MIB)),
    (r"Allocated ([\d.]+) MiB for execution context memory", "activation_bytes", lambda text: sized(text, MIB)),
    (r"paged kv cache: total: ([\d.]+) GiB", "total_bytes", _gib),
]
LLAMA: list[tuple[str, str, Reader]] = [
    (r"offloaded (\d+)/\d+ layers to GPU", "gpu_layers", _tokens),
    (r"offloaded \d+/(\d+) layers to GPU", "layers", _tokens),
    (r"\bn_ctx\s*=\s*(\d+)", "n_ctx", _tokens),
    (r"n_ctx_(?:per_)?seq\s*=\s*(\d+)", "n_ctx_per_slot", _tokens),
    (r"kv_unified\s*=\s*(true|false)", "kv_unified", lambda text: text == "true"),
    (r"flash_attn\s*=\s*(\w+)", "flash_attention", lambda text: {"1": True, "enabled": True, "0": False, "disabled": False}.get(text)),
    (r"n_seq_max\s*=\s*(\d+)", "slots", _tokens),
    (r"n_parallel\s*=\s*(\d+)", "slots", _tokens),
    (r"projected to use (\d+) MiB of device memory", "required_bytes", lambda text: sized(text, MIB)),
    (r"vs\. (\d+) MiB of free device memory", "available_bytes", lambda text: sized(text, MIB)),
    (r"need to reduce device memory by (\d+) MiB", "over_bytes", _mib),
    (r"free memory target of (\d+) MiB", "kept_free_bytes", _mib),
]
FIGURES = {"vllm": VLLM, "sglang": SGLANG, "tensorrt-llm": TENSORRT, "llama.cpp": LLAMA}
PATTERNS = {tool: [(re.compile(p), name, how) for p, name, how in rows] for tool, rows in FIGURES.items()}


def is_log(lines: Sequence[str]) -> bool:
    """Whether an engine's log is recognised in it."""
    return kind_of(lines) is not None


def kind_of(lines: Sequence[str]) -> str | None:
    """Which engine printed it, None where it looks like none."""
    text = "\n".join(lines[:5000])
    if any(PS_ROW.match(line) for line in lines[:2000]):
        return "ollama ps"
    if any(LMS_ROW.match(line) for line in lines[:2000]):
        return "lms ps"
    if re.search(r"msg=(?:offload|\"[^\"]{0,120}?(?:inference compute|offload|flash attention|kv cache|model weights|compute graph))"
                 r"|source=(?:server|sched|ggml|types|images|device|gpu\w{0,20})\.go|OLLAMA_\w+:", text):
        return "ollama log"
    if re.search(r"(?:Available KV cache memory|GPU KV cache size|Maximum concurrency for|# (?:GPU|CUDA) blocks:"
                 r"|Estimated CUDA graph memory|Model loading took|max seq len \(\d+\)|vLLM instance can use"
                 r"|Running: \d+ reqs, (?:Waiting|Swapped|Pending))", text):
        return "vllm"
    if re.search(r"max_total_num_tokens=|KV Cache is allocated\.|Load weight (?:begin|end)|(?:Decode|Prefill) batch.{0,200}usage: ", text):
        return "sglang"
    if re.search(r"paged KV cache \(\d|\[TensorRT-LLM\]|\[TRT-LLM\]", text):
        return "tensorrt-llm"
    if re.search(r"buffer size =|memory breakdown \[MiB\]|load_tensors:|llama_(?:context|kv_cache|model_load)|new slot"
                                                                 r"|llm_load_tensors|projected to use \d+ MiB", text) or KNOWN.search(text):
        return "llama.cpp"
    return None


def read_log(lines: Sequence[str]) -> Pasted:
    """The figures of a log that `kind_of` recognises. Raises nothing."""
    kind = kind_of(lines)
    if kind == "ollama ps":
        return _ollama_ps(lines)
    if kind == "lms ps":
        rows = [{"name": m[1], "size_bytes": amount(m[2]), "cpu_fraction": None, "gpu_fraction": None, "context_tokens": int(m[3])}
                for line in lines if (m := LMS_ROW.match(line))]
        return Pasted(tool=kind, rows=tuple(rows[:200]))
    if kind == "ollama log":
        return _ollama(lines)
    found = Pasted(tool=(kind or "unknown") + " log", figures=_figures(lines, kind or ""))
    if kind == "vllm":
        return _vllm(found).noted(*_who_waits(found.figures, "--max-num-seqs", "--max-num-batched-tokens", "gpu_memory_utilization"))
    if kind == "sglang":
        waits = _who_waits(found.figures, "--max-running-requests", "--chunked-prefill-size", "--mem-fraction-static")
        return replace(found, figures=found.figures | _keys_and_values(lines)).noted(*waits)
    return _llama(found, lines) if kind == "llama.cpp" else found


def _figures(lines: Sequence[str], kind: str) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for line in lines:
        for pattern, name, how in PATTERNS.get(kind, ()):
            if match := pattern.search(line):
                value = how(match[1])
                if value is not None:
                    figures[name] = value
    return figures


def _who_waits(figures: dict[str, Any], slots: str, step: str, share: str) -> list[Text]:
    """Why requests wait while others run, by how full the cache is (vllm-project/vllm#14412, #13508, #37307; vllm-ascend#5859;
    a hybrid model's states: jpezzulli/sglang-rtxpro6000#5, sgl-project/sglang#33004)."""
    running, waiting, used = figures.get("running"), figures.get("waiting"), figures.get("kv_used_fraction")
    if not running or not waiting or used is None:
        return []
    state = figures.get("state_used_fraction")
    shown = {"running": running, "waiting": waiting, "used": f"{used:.0%}"}
    if used >= FULL:
        return [say("{running} run, {waiting} wait, and the cache is {used} full: it is what limits. About {each} % of it for each that"
                    " runs. More cache ({share}, an 8-bit KV cache, a smaller quantization, more cards) or shorter requests; a larger"
                    " {slots} only adds requests that are pushed out again.", **shown, each=f"{100 * used / running:.1f}", share=share,
                    slots=slots)]
    if state is not None and state >= STATES_FULL:
        return [say("{running} run and {waiting} wait while the cache is {used} full: the pool of recurrent states is what limits ({state}"
                    " in use). --max-mamba-cache-size or --mamba-full-memory-ratio gives it more, at the cost of cache.", **shown,
                    state=f"{state:.0%}")]
    return [say("{running} run and {waiting} wait while the cache is only {used} full: memory is not what limits. Either {slots} is"
                " reached, or their prompts are still to be read ({step} tokens a step); then more cards or copies help, or shorter"
                " prompts and a prefix cache.", **shown, slots=slots, step=step)]


def _vllm(found: Pasted) -> Pasted:
    figures = dict(found.figures)
    blocks, tokens = figures.get("gpu_blocks"), figures.get("kv_tokens")
    if blocks and tokens and tokens % blocks == 0:
        figures.setdefault("block_size", tokens // blocks)
    elif blocks and not tokens:
        figures["kv_tokens"] = blocks * figures.setdefault("block_size", 16)
    notes: list[Text] = []
    longest, tokens = figures.get("max_model_len"), figures.get("kv_tokens")
    if longest and tokens and tokens < longest:
        notes.append(say("The cache holds {tokens} tokens, fewer than one request of {longest}: the engine does not start.",
                         tokens=tokens, longest=longest))
    times = figures.get("max_concurrency")
    if longest and times:
        held = int(tokens or times * longest)
        notes.append(say("{times} requests of the FULL length of {longest} tokens fit at once: {tokens} tokens of cache. Users at once ="
                         " cache ÷ (prompt + answer): of 800 tokens about {short}.", times=f"{times:.2f}", longest=int(longest),
                         tokens=held, short=held // 800))
    if figures.get("equivalent_utilization") and figures.get("gpu_memory_utilization"):
        notes.append(say("gpu_memory_utilization means something else since vLLM 0.20 (its log says 0.21): the CUDA graphs are taken out"
                         " of the share, so {now} now is what {before} was before. Tune it again for each version and leave room for the"
                         " capture.",
                         now=f"{figures['gpu_memory_utilization']:g}", before=f"{figures['equivalent_utilization']:g}"))
    if blocks and figures.get("block_size"):
        notes.append(say("{blocks} blocks x {size} tokens = {tokens} tokens of cache.", blocks=blocks, size=figures["block_size"],
                         tokens=figures["kv_tokens"]))
    return replace(found, figures=figures).noted(*notes)


def _keys_and_values(lines: Sequence[str]) -> dict[str, int]:
    """SGLang's pool, which it prints as the size of the keys and that of the values."""
    pools = [(_gb(m[1]) or 0) + (_gb(m[2]) or 0) for line in lines
             if (m := re.search(r"#tokens: \d+, K(?: size)?:? ([\d.]+) GB, V(?: size)?:? ([\d.]+) GB", line))]
    return {"kv_bytes": max(pools)} if pools else {}     # a draft model has a pool of its own, the smaller one


def _llama(found: Pasted, lines: Sequence[str]) -> Pasted:
    figures = dict(found.figures)
    cards: list[Card] = []
    notes: list[Text] = []
    buffers: dict[str, dict[str, int]] = {}
    slots: list[int] = []
    for line in lines:
        if "buffer size =" in line and (match := BUFFER.search(line)):
            size = sized(match[3], MIB)
            kind = buffers.setdefault(match[2].lower() + "_buffers", {})
            if size is not None and len(kind) < 64:
                kind[match[1][:60]] = kind.get(match[1][:60], 0) + size
        elif match := re.search(r"new slot,? n_ctx(?:_slot)? = (\d+)", line):
            slots.append(int(match[1][:12]))
        elif " = " in line and "|" in line and (match := BREAKDOWN.search(line)):
            total, free, model, context, compute = (sized(match[i], MIB) for i in range(3, 8))
            cards.append(Card(name=match[2], index=len(cards), total_bytes=total, free_bytes=free))
            figures |= {"device": match[1].strip("|- "), "total_bytes": total, "free_bytes": free, "model_bytes": model,
                        "context_bytes": context, "compute_bytes": compute}
            if match[8].startswith("-"):
                notes.append(say("The log's “unaccounted” is negative: its count of free memory was taken before the model was loaded."))
        elif line.find("K (") > 0 and (match := CACHE_SIZE.search(line)):
            figures["kv_bytes"] = figures.get("kv_bytes", 0) + (sized(match[1], MIB) or 0)
    figures |= buffers
    if "kv_bytes" not in figures and buffers.get("kv_buffers"):
        figures["kv_bytes"] = sum(buffers["kv_buffers"].values())
    on_card = [size for name, size in buffers.get("compute_buffers", {}).items() if not re.search(r"CPU|Host", name)]
    if on_card:
        figures.setdefault("compute_bytes", max(on_card))
    cards = cards or devices_of(lines)
    if slots:
        figures |= {"slots": len(slots), "n_ctx_per_slot": slots[0]}
        _shared_slots(figures, notes)
    if figures.get("over_bytes"):       # ollama/ollama#16650
        notes.append(say("It asks for {needed} of the card and {free} are free; {kept} of those are kept so (--fit-target), so {over} are"
                         " too much: layers or experts go to main memory, which slows every token. A smaller quantization, a shorter"
                         " context or fewer slots keep more on the card.",
                         **{name: f"{(figures.get(f'{key}_bytes') or 0) // MIB:,} MiB"
                            for name, key in (("needed", "required"), ("free", "available"), ("over", "over"))},
                         kept=f"{(figures.get('kept_free_bytes') or 0) // MIB:,} MiB"))
    layers, on_gpu = figures.get("layers"), figures.get("gpu_layers")
    if layers and on_gpu is not None and on_gpu < layers:
        notes.append(say("{on} of {all} layers are on the GPU; the rest runs on the processor.", on=on_gpu, all=layers))
    return replace(found, figures=figures, cards=tuple(cards[:MOST_CARDS])).noted(*notes)


def _shared_slots(figures: dict[str, Any], notes: list[Text]) -> None:
    """Four slots are what llama-server opens unasked, and then they share one cache."""
    slots, each = figures["slots"], figures["n_ctx_per_slot"]
    if "kv_unified" not in figures and slots == 4:
        figures["kv_unified"] = True
        notes.append(say("{slots} slots SHARE {cells} cells: so a server starts without `-np` (with `-np 4` each slot would have its"
                         " own).", slots=slots, cells=each))
    figures["total_cells"] = each if figures.get("kv_unified") else slots * each


def _ollama_ps(lines: Sequence[str]) -> Pasted:
    rows: list[dict[str, Any]] = []
    notes: list[Text] = []
    for line in lines:
        match = PS_ROW.match(line)
        if not match or len(rows) >= 200:
            continue
        first, second = int(match[4]), int(match[5] or 0)
        gpu = second if match[6] == "CPU/GPU" else first if match[6] == "GPU" else 0
        size = amount(match[3])
        row: dict[str, Any] = {"name": match[1][:200], "size_bytes": size, "cpu_fraction": round(1 - gpu / 100, 2),
                               "gpu_fraction": gpu / 100, "context_tokens": int(match[7]) if match[7] else None}
        billions = re.search(r"[:\-_](\d{1,4}(?:\.\d+)?)b\b", match[1].lower())
        if billions and size and size < float(billions[1]) * 1e9 * 0.5 and not re.search(r"q[123]|iq[123]|tq", match[1].lower()):
            row["do_not_trust_size"] = True
            notes.append(say("{name}: {size} is less than its weights alone at 4 bit: do not trust this size, look at nvidia-smi or"
                             " rocm-smi.", name=match[1][:80], size=match[3]))
        if gpu < 100:
            notes.append(say("{name}: {share} % of it is in host memory, which slows every token.", name=match[1][:80], share=100 - gpu))
        rows.append(row)
    return Pasted(tool="ollama ps", rows=tuple(rows)).noted(*notes)


def _ollama(lines: Sequence[str]) -> Pasted:
    figures: dict[str, Any] = {}
    shared = False
    cards: list[Card] = []
    notes: list[Text] = []
    ram, cuda, mac = None, None, False
    windows = any("_windows.go" in line or re.search(r"OLLAMA_MODELS:[A-Z]:\\", line) for line in lines[:2000])
    for line in lines:
        pairs = {m[1]: m[2].strip('"') for m in PAIR.finditer(line)}
        if "layers.model" in pairs:
            _offload(pairs, figures)
        if ("description" in pairs and "total" in pairs) or "inference compute" in line:
            if pairs.get("library", "").lower() == "cpu":
                ram = amount(pairs.get("total"))
                notes.append(say("Ollama found no GPU that it can use: it runs on the processor."))
                continue
            cards.append(_compute(pairs, len(cards)))
            shared |= pairs.get("type") == "iGPU" and (cards[-1].total_bytes or CARVED_OUT) < CARVED_OUT
            mac = mac or pairs.get("library", "").lower() == "metal"
            if pairs.get("library", "").lower().startswith("cuda"):
                cuda = pairs.get("driver") or cuda     # the CUDA version that the driver offers, not the driver's own
        if match := re.search(r"offloaded (\d+)/(\d+) layers to GPU", line):
            figures |= {"gpu_layers": int(match[1][:6]), "layers": int(match[2][:6])}
        for word, name in (("model weights", "weights_bytes"), ("kv cache", "kv_bytes"), ("compute graph", "graph_bytes")):
            if f'msg="{word}"' in line and (size := amount(pairs.get("size"))) is not None:
                figures[name] = figures.get(name, 0) + size
        if ("flash attention" in line and "not supported" in line) or "flash attention disabled" in line:
            figures["flash_attention"] = False
        if "quantized kv cache requested but flash attention disabled" in line:
            figures |= {"kv_type": "f16", "requested_kv": pairs.get("type")}
    if shared:      # ollama/ollama#13173, #12062, #5471
        notes.append(say("Ollama counts only what the firmware carved out for this integrated GPU, not the memory that both share, so"
                         " models stay on the processor. A larger carve-out in the BIOS (UMA frame buffer), OLLAMA_VULKAN=1, another"
                         " version, or llama.cpp's Vulkan build sees more."))
    if figures.get("flash_attention") is False:
        notes.append(say("Flash attention was asked for and ignored: the model does not support it."))
    if figures.get("requested_kv"):
        notes.append(say("The KV cache in {type} was asked for and ignored: it stays in 16 bit.", type=figures["requested_kv"]))
    graph, free = figures.get("graph_bytes"), figures.get("available_bytes")
    if graph and free and graph > free:
        notes.append(say("The compute graph alone wants more than is free: that is why no layer is on the GPU (fewer parallel requests"
                         " or a shorter context shrink it)."))
        notes.append(say("Without flash attention the graph grows with num_ctx × OLLAMA_NUM_PARALLEL: take num_ctx 8,192 to 16,384 and"
                         " one request at a time, or update to a release with flash attention for this model."))
    if not (cards or figures or notes):
        notes.append(say("The log's lines say nothing of a device or of sizes: paste those with “inference compute” and “offload” too."))
    return Pasted(tool="ollama log", figures=figures, cards=tuple(cards[:MOST_CARDS]), ram_bytes=ram, cuda=cuda,
                  os="macos" if mac else "windows" if windows else None).noted(*notes)


def _compute(pairs: dict[str, str], index: int) -> Card:
    """A line "inference compute". What it offers of a shared memory is the GPU's share of it."""
    compute, total = pairs.get("compute", ""), amount(pairs.get("total"))
    shared = pairs.get("library", "").lower() == "metal" or pairs.get("type", "").lower() == "igpu"
    return Card(name=pairs.get("description") or pairs.get("name") or None, index=index, total_bytes=total,
                free_bytes=amount(pairs.get("available")), gtt_bytes=total if shared else None, unified=True if shared else None,
                gfx=compute if compute.startswith("gfx") else None,
                compute_capability=None if compute.startswith("gfx") else number(compute))


def _offload(pairs: dict[str, str], figures: dict[str, Any]) -> None:
    names = {"memory.available": "available_bytes", "memory.required.full": "required_bytes", "memory.required.kv": "kv_bytes",
             "memory.weights.total": "weights_bytes", "memory.graph.full": "graph_bytes"}
    for key, name in (("layers.model", "layers"), ("layers.offload", "gpu_layers")):
        value = number(pairs.get(key))
        if value is not None:
            figures[name] = int(value)
    for key, name in names.items():
        value = amount(pairs.get(key))
        if value is not None:
            figures[name] = value
