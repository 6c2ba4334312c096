"""What went wrong, by the line that an engine printed when it stopped: what the line means, and what to do.

Each entry is the words by which the line is known and a function that says what they mean, with the line's own numbers.
Sources are the engines' own threads, named at each entry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.readers import memory_errors
from advisor.readers.flag_errors import FLAG_ERRORS
from advisor.readers.load_errors import LOAD_ERRORS, Said
from advisor.readers.pasted import Pasted, number, sized
from advisor.units import GIB, MIB, close_size, gigabytes
from advisor.words import Text, say

MARGIN = 0.95
LITTLE = 256 * MIB
LEAST_SHARE = 0.1
FAILS = re.compile(r"out of memory|not enough memory|\bOOM\b|Traceback|(?:Runtime|Memory|Value)Error|increase (?:--)?mem[-_]fraction", re.I)
CUDA_FULL = re.compile(r"Tried to allocate ([\d.]{1,9}) ([MG])iB[^\n]{0,40}GPU \d{1,3} has a total capacity of ([\d.]{1,9}) ([MG])iB of"
                       r" which ([\d.]{1,9}) ([MG])iB is free", re.I)


def longest_length(match: re.Match[str], text: str) -> list[Text]:
    """vLLM's refusal of max_model_len, which says what would fit (noonghunna/club-3090#35, #149)."""
    asked, needed, free = number(match[1]), number(match[2]), number(match[3])
    found = []
    most = re.search(r"estimated maximum model length is ([\d,]{1,12})", text)
    if most and (length := number(most[1])):
        found.append(say("The engine itself estimates that {tokens} tokens fit: ask for about 5 % less (--max-model-len {safe}).",
                         tokens=int(length), safe=str(int(length * MARGIN) // 1000 * 1000)))
    if asked and needed and free:
        found.append(say("The cache takes {kib} KiB a token here, so 1 GiB more or less beside it moves the longest context by {tokens}"
                         " tokens; the smaller the cache a token (hybrid models), the more.", kib=f"{needed * 2**20 / asked:.1f}",
                         tokens=int(asked / needed)))
    found.append(say("What is left for the cache also changes with the driver, CUDA and engine version: an update can move the reserve"
                     " for activations by over 1 GiB."))
    return found


def busy_at_start(match: re.Match[str], text: str) -> list[Text]:
    """Less free memory than the share at the start (vllm-project/vllm#35356, #50135; noonghunna/club-3090#102)."""
    free, total = number(match[1]), number(match[2])
    share = int(free / total * 100) / 100 if free and total else None
    held = f"{(total or 0) - (free or 0):.1f}"
    if share is None or share < LEAST_SHARE:
        told = say("Only {free} of {total} GiB were free when it started: no share (gpu_memory_utilization) is small enough to be of use."
                   " Free the {held} GiB first: another program, or what is left of an earlier start, holds them; end it.", free=match[1],
                   total=match[2], held=held)
    else:
        told = say("Only {free} of {total} GiB were free when it started: a share (gpu_memory_utilization) of {share} would start. Others"
                   " hold {held} GiB; a desktop, WSL or a driver's context alone take about one.", free=match[1], total=match[2],
                   share=f"{share:.2f}", held=held)
    return [told,
            say("Where processor and GPU share one memory (GH200, GB10, Jetson) it is usually the page cache, not another process: it"
                " counts as used. Drop it before the start (sync; echo 3 > /proc/sys/vm/drop_caches), or take a newer vLLM. On a card"
                " with memory of its own look in nvidia-smi (amd-smi, xpu-smi) for the program that holds it.")]


def static_share(match: re.Match[str], text: str) -> list[Text]:
    """SGLang out of memory: at the start and while serving ask for opposite changes (sgl-project/sglang-omni#292). A healthy
    server names the flag too, among its arguments."""
    if not FAILS.search(text):
        return []
    serving = re.search(r"(?:prefill|decode) batch|#running-req|forward_batch|server is fired up|(?:prefill|decode) out of memory",
                        text, re.I)
    starting = re.search(r"not enough memory|load weight|init_memory_pool|initializ", text, re.I)
    up = say("Failing at the start, when weights and cache do not fit the static share: raise --mem-fraction-static.")
    down = say("Failing while it serves, when activations or graphs find no room beside the static share: lower --mem-fraction-static"
               " (or --chunked-prefill-size, or --cuda-graph-max-bs-decode, in older releases --cuda-graph-max-bs).")
    if starting and re.search(r"out of memory", text, re.I) and not serving:     # sgl-project/sglang#4330
        return [up, say("Where the next higher share runs out of memory, none suits: make something else smaller, by"
                        " --chunked-prefill-size, --cuda-graph-max-bs-decode, a smaller quantization, no draft model, or more cards"
                        " (--tp-size).")]
    if bool(serving) == bool(starting):
        return [say("When does it fail, while loading or while serving? The two ask for opposite changes."), up, down]
    return [down, say("Only a failure at the start would ask for a higher share.")] if serving else \
        [up, say("Only a failure while serving would ask for a lower share.")]


def graph_capture(match: re.Match[str], text: str) -> list[Text]:
    """Out of memory while CUDA graphs are captured (vllm-project/vllm#17469; LMCache/LMCache#3430)."""
    return [say("It ran out of memory while capturing CUDA graphs, after weights and cache had their place: a shorter context is not"
                " the cure. Lower gpu_memory_utilization to leave room for the capture."),
            say("--enforce-eager leaves the graphs out: if it starts then, they were the cause; decoding is clearly slower so. A newer"
                " release or another engine, such as SGLang, is an answer too.")]


def small_allocation(match: re.Match[str], text: str) -> list[Text]:
    """CUDA out of memory for a few MiB while the card has room (noonghunna/club-3090#32)."""
    size = sized(match[1], MIB if match[2] == "M" else GIB)
    free = re.search(r"of which ([\d.]{1,9}) ([MG])iB is free", text)
    left = sized(free[1], MIB if free[2] == "M" else GIB) if free else None
    if size is None or size > LITTLE or (left is not None and left < size):
        return []
    return [say("It could not get {size}: with free memory on the card that is host RAM, not GPU memory. Under WSL the virtual machine"
                " has 50 % of the RAM by default, and loading pins memory there: set memory=24GB (or more) in .wslconfig, then"
                " wsl --shutdown.", size=gigabytes(size))]


def out_of_memory(match: re.Match[str], text: str) -> list[Text]:
    """PyTorch's own words: what was asked for, what the card has and what was free of it (pytorch/pytorch, CUDACachingAllocator)."""
    asked, total, free = (sized(match[i], MIB if match[i + 1] == "M" else GIB) for i in (1, 3, 5))
    if asked is None or total is None or free is None or (asked <= LITTLE and free >= asked):
        return []
    return [say("Out of memory on a card of {total}: {asked} were asked for and {free} were free. {advice}",
                total=close_size(total, True), asked=close_size(asked, True), free=close_size(free, True),
                advice=memory_errors.make_room())]


def pinned_memory(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#47387, #54652."""
    return [say("This is WSL: pinned memory is off there by default, and vLLM's newer runner needs it. Set"
                " VLLM_WSL2_ENABLE_PIN_MEMORY=1 in the environment.")]


def undivided(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#414, #596, #5003."""
    heads = re.search(r"attention heads \((\d{1,5})\)", text)
    if heads is None:
        return [say("Tensor parallel must divide the number of attention heads. Pipeline parallel need not: it uses every card.")]
    count = int(heads[1])
    good = ", ".join(str(n) for n in (1, 2, 4, 8, 16) if count % n == 0)
    return [say("{heads} attention heads can be divided by tensor parallel {good}. Pipeline parallel over all cards works with any number"
                " of them, llama.cpp's layer split too; else a card stays idle.", heads=count, good=good)]


def expert_kernel(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#33417, #31085."""
    return [say("Consumer and workstation Blackwell (compute capability 12.0, sm_120) is not the data-center one (B200: 10.0, sm_100):"
                " this release has no such kernel for it. Take a newer one, or --moe-backend marlin, which is slower but works.")]


def flash_value(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#15434."""
    return [say("Since build b6325 -fa takes a value: -fa on, off or auto (auto is the default).")]


def load_mode(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#28334."""
    return [say("Since build b10884 --load-mode stands for --mmap, --no-mmap and --mlock, which are gone: --load-mode mmap, none or mlock."
                " Check the build number (llama-server --version) or pin the image to a build.")]


def reasoning_flag(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#17452, #18538."""
    return [say("--enable-reasoning is gone: --reasoning-parser with the parser's name is all that is needed.")]


def large_allocation(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#9472, #17566; intel/ipex-llm#12136."""
    return [say("It is not the total memory: on Intel's Level Zero one allocation is limited to 4 GB."
                " UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1 in the environment lifts the limit; the Vulkan build has none of it.")]


def dropped_gpu(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#11569; lmstudio-ai/lms#228."""
    return [say("ROCm's newer runtimes have no code for {gfx}: take the Vulkan build, or an older ROCm build.", gfx=match[1])]


def no_bfloat16(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#1157, #946."""
    return [say("Cards before Ampere (compute capability under 8.0) have no BF16: add --dtype half. The memory needed stays the same.")]


def no_fp8_arithmetic(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#5975 (Marlin unpacks it)."""
    return [say("FP8 runs weight-only here, as this card has no FP8 arithmetic (that begins with compute capability 8.9): the weights take"
                " half the memory and single answers come faster, prompts and large batches do not.")]


def no_room_for_cache(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#2248, #10439; the budget's lines #13882; two that start together #14376, #55827."""
    budget = re.search(r"total_gpu_memory \(([\d.]{1,9})GiB\) x gpu_memory_utilization \(([\d.]{1,5})\) = ([\d.]{1,9})GiB", text)
    short = re.search(r"KV Cache is -([\d.]{1,9})GiB", text)
    found = []
    if budget and short:
        total, missing = number(budget[1]) or 1.0, number(short[1]) or 0.0
        share = min(1.0, float(budget[2]) + missing / total * memory_errors.ROOM)
        found.append(say("Its share is {share} of {total} GiB = {budget} GiB, and weights and activations alone take {missing} GiB more: it"
                         " needs more than {least}.", share=budget[2], total=budget[1], budget=budget[3], missing=short[1],
                         least=f"{share:.2f}"))
    return [*found,
            say("Weights and activations already fill the engine's share, so nothing is left for the cache. Raise gpu_memory_utilization"
                " while the card is free beside it; else a smaller quantization, a shorter --max-model-len with fewer --max-num-seqs, or"
                " more cards. With other programs on the card the share counts the whole card, theirs too; two engines that start at the"
                " same moment count each other's loading: start them one after the other.")]


def host_too_small(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#10920."""
    needed, free = sized(match[1], GIB), sized(match[2], GIB)
    return [say("{needed} of RAM are needed and {free} are free (what fits on the GPU is already taken off): a smaller model, a smaller"
                " quantization or a shorter num_ctx. Swap would start it, at a crawl.", needed=gigabytes(needed, True),
                free=gigabytes(free, True))]


def no_kernel_image(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#19906, gpustack/gpustack#1382, #2097."""
    return [say("This build holds no code for the card's compute capability: a card newer than the build needs a newer release (for"
                " Blackwell one built with CUDA 12.8 or later), a card that it no longer serves an older one, or llama.cpp built for it.")]


def built_without_gpu(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#15946, #9153."""
    return [say("This llama.cpp is a CPU build or finds no driver, so everything runs on the processor: take the build for your card"
                " (CUDA, Vulkan, ROCm, SYCL); llama-server --list-devices must then name it.")]


def shared_memory_of_container(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#1710."""
    return [say("Ranks in a container talk over /dev/shm, and Docker gives 64 MB of it: start it with --ipc=host or --shm-size=16g. Where"
                " that is done, NCCL_DEBUG=INFO names the cause, and NCCL_P2P_DISABLE=1 tells whether it is peer-to-peer.")]


def prompt_cut(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#8099, #17427."""
    limit, prompt = number(match[1]), number(match[2])
    return [say("The prompt of {prompt} tokens was cut to fit a context of {limit}: its beginning is lost, without an error for the asker."
                " Raise num_ctx (OLLAMA_CONTEXT_LENGTH, or num_ctx in the request) above prompt and answer together.",
                prompt=int(prompt or 0), limit=int(limit or 0))]


def other_quantization(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#5842, #19050."""
    return [say("The checkpoint says itself how it is quantized ({own}): leave --quantization out, the engine then takes the right"
                " kernel.", own=match[1])]


def beyond_the_model(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#3676, #7080."""
    asked, most = number(match[1]), re.search(r"derived max_model_len \([^\n]{0,60}?=(\d{1,9})", text)
    own = int(number(most[1]) or 0) if most else 0
    if not own:
        return [say("{asked} tokens are more than the model was made for. Longer needs its rope scaling (YaRN) in the config; forcing it"
                    " with VLLM_ALLOW_LONG_MAX_MODEL_LEN gives wrong answers.", asked=int(asked or 0))]
    return [say("{asked} tokens are more than the model's own {own}: take --max-model-len {most}, or set its rope scaling (YaRN) in the"
                " config. Forcing it with VLLM_ALLOW_LONG_MAX_MODEL_LEN gives wrong answers.", asked=int(asked or 0), own=own,
                most=str(own))]


def metal_limit(match: re.Match[str], text: str) -> list[Text]:
    """simonw/llm#1018; ggml-org/llama.cpp#2011, #5206; mlx_lm's kept prompts ml-explore/mlx-lm#1390, nirecom/cc-local-llm#49."""
    told = [say("macOS lets the GPU use only a part of the RAM, two thirds to three quarters by default: a smaller quantization or a"
                " shorter context, or raise the part with sudo sysctl iogpu.wired_limit_mb=… (until the next restart; leave the"
                " system 6 GB).")]
    if re.search(r"mlx_lm|Prompt Cache", text, re.I):
        told.append(say("mlx_lm.server keeps the caches of the last 10 prompts, with no limit in bytes unless it is told one:"
                        " --prompt-cache-size 2 and --prompt-cache-bytes bound them. Where it dies after a while, not at once, they are"
                        " the cause."))
    return told


def device_full(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#18111."""
    size = sized(match[1], MIB)
    return [say("The card had no room for one more buffer of {size}: fewer layers on it (-ngl), a shorter -c, a KV cache in q8_0, or a"
                " smaller quantization. Other programs and the vision projector count too.", size=gigabytes(size))]


def compiled(rows: Sequence[tuple[str, Said]]) -> tuple[tuple[re.Pattern[str], Said], ...]:
    """The words by which lines are known, whatever their case, over line ends."""
    return tuple((re.compile(pattern, re.I | re.S), said) for pattern, said in rows)


ERRORS = compiled((
    (r"max seq len \(([\d,]{1,12})\)[^\n]{0,80}?\(?([\d.]{1,9}) GiB KV cache is needed[^\n]{0,160}?\(([\d.]{1,9}) GiB\)", longest_length),
    (r"Free memory on device[^\n]{0,20}?\(([\d.]{1,9})/([\d.]{1,9}) GiB\) on startup is less than desired", busy_at_start),
    (r"mem[-_]fraction[-_]static", static_share),
    (r"captur[^\n]{0,60}graph.{0,1500}out of memory", graph_capture),
    (r"Tried to allocate ([\d.]{1,9}) ([MG])iB", small_allocation),
    (CUDA_FULL.pattern, out_of_memory),
    (r"UVA is not available", pinned_memory),
    (r"attention heads[^\n]{0,40}must be divisible by tensor parallel size", undivided),
    (r"MoE kernel does not support current device sm_12\d", expert_kernel),
    (r"expected value for argument: -fa", flash_value),
    (r"invalid argument: --(?:no-mmap|mmap|mlock)\b", load_mode),
    (r"(?:unrecognized|invalid)[^\n]{0,40}--enable-reasoning", reasoning_flag),
    (r"UR_RESULT_ERROR_[A-Z_]{3,40}|can NOT allocate memory block with size larger than 4GB"
     r"|exceeds? (?:the )?(?:max(?:imum)? )?(?:allocation|buffer) size[^\n]{0,60}(?:sycl|level.zero)",
     large_allocation),
    (r"Bfloat16 is only supported on GPUs with compute capability of at least", no_bfloat16),
    (r"no native support for FP8 computation|not have native support for FP8 computation",
     no_fp8_arithmetic),
    (r"No available memory for the cache blocks", no_room_for_cache),
    (r"requires more system memory \(([\d.]{1,9}) GiB\) than is available \(([\d.]{1,9}) GiB\)", host_too_small),
    (r"no kernel image is available for execution", no_kernel_image),
    (r"no usable GPU found|not compiled with GPU (?:offload )?support", built_without_gpu),
    (r"NCCL error[^\n]{0,120}unhandled system error|ncclSystemError|Error while creating shared memory segment",
     shared_memory_of_container),
    (r"truncating input prompt\"?[^\n]{0,40}limit=(\d{1,9})[^\n]{0,20}prompt=(\d{1,9})", prompt_cut),
    (r"specified in the model config \(([\w-]{1,30})\) does not match the quantization", other_quantization),
    (r"max_model_len \((\d{1,9})\) is greater than the derived", beyond_the_model),
    (r"kIOGPUCommandBufferCallbackErrorOutOfMemory|greater than the recommended max working set size"
     r"|Command buffer execution failed: Insufficient Memory", metal_limit),
    (r"allocating ([\d.]{1,12}) MiB on device \d{1,3}: cudaMalloc failed: out of memory", device_full),
    (r"(gfx\d{3,4}[a-z]?)[^\n]{0,80}(?:not supported|unsupported|skipping|dropped)", dropped_gpu),
    *memory_errors.ERRORS, *LOAD_ERRORS, *FLAG_ERRORS,
))
FALLBACKS = compiled(memory_errors.FALLBACKS)


def explain(lines: Sequence[str]) -> list[Text]:
    """What the known error lines in a text mean and what to do; empty where there is none. Raises nothing."""
    text = "\n".join(lines)[-20_000:]
    found: list[Text] = []
    for pattern, said in ERRORS:
        if match := pattern.search(text):
            found += said(match, text)
    for pattern, said in FALLBACKS:
        if not found and (match := pattern.search(text)):
            found = said(match, text)
    return found


def is_error(lines: Sequence[str]) -> bool:
    """Whether a text holds an error that can be explained."""
    return bool(explain(lines))


def read_error(lines: Sequence[str]) -> Pasted:
    """A text that is nothing but an error: its explanation as notes."""
    full = CUDA_FULL.search("\n".join(lines)[-20_000:])
    names = (("asked_bytes", 1), ("total_bytes", 3), ("free_bytes", 5))
    figures = {name: sized(full[i], MIB if full[i + 1].upper() == "M" else GIB) for name, i in names} if full else {}
    return Pasted(tool="engine error", figures=figures).noted(*explain(lines))
