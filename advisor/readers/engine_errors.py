"""What went wrong, by the line that an engine printed when it stopped: what the line means, and what to do.

Each entry is the words by which the line is known and a function that says what they mean, with the line's own numbers.
Sources are the engines' own threads, named at each entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from advisor.readers.pasted import GIB, MIB, Pasted, number, sized
from advisor.units import gigabytes
from advisor.words import Text, say

MARGIN = 0.95
LITTLE = 256 * MIB
Said = Callable[[re.Match[str], str], list[Text]]


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
    """Less free memory than the share at the start (vllm-project/vllm#35356)."""
    free, total = number(match[1]), number(match[2])
    share = f"{int(free / total * 100) / 100:.2f}" if free and total else "?"
    return [say("Only {free} of {total} GiB were free when it started: a share (gpu_memory_utilization) of {share} would start.",
                free=match[1], total=match[2], share=share),
            say("Where processor and GPU share one memory (GH200, GB10, Jetson) it is usually the page cache, not another process: it"
                " counts as used. Drop it before the start (sync; echo 3 > /proc/sys/vm/drop_caches), or take a newer vLLM. On a card"
                " with memory of its own look in nvidia-smi for the program that holds it.")]


def static_share(match: re.Match[str], text: str) -> list[Text]:
    """SGLang out of memory: at the start and while serving ask for opposite changes (sgl-project/sglang-omni#292)."""
    serving = re.search(r"(?:prefill|decode) batch|#running-req|forward_batch|server is fired up|(?:prefill|decode) out of memory",
                        text, re.I)
    starting = re.search(r"not enough memory|load weight|init_memory_pool|initializ", text, re.I)
    up = say("Failing at the start, when weights and cache do not fit the static share: raise --mem-fraction-static.")
    down = say("Failing while it serves, when activations or graphs find no room beside the static share: lower --mem-fraction-static"
               " (or --chunked-prefill-size, or --cuda-graph-max-bs).")
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
    if size is None or size > LITTLE:
        return []
    return [say("It could not get {size}: with free memory on the card that is host RAM, not GPU memory. Under WSL the virtual machine"
                " has 50 % of the RAM by default, and loading pins memory there: set memory=24GB (or more) in .wslconfig, then"
                " wsl --shutdown.", size=gigabytes(size))]


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
    """ggml-org/llama.cpp#9472, #17566."""
    return [say("It is not the total memory: on Intel's Level Zero one allocation is limited to 4 GB."
                " UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1 in the environment lifts the limit; the Vulkan build has none of it.")]


def dropped_gpu(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#11569; lmstudio-ai/lms#228."""
    return [say("ROCm's newer runtimes have no code for {gfx}: take the Vulkan build, or an older ROCm build.", gfx=match[1])]


ERRORS: tuple[tuple[re.Pattern[str], Said], ...] = tuple((re.compile(pattern, re.I | re.S), said) for pattern, said in (
    (r"max seq len \(([\d,]{1,12})\)[^\n]{0,80}?\(?([\d.]{1,9}) GiB KV cache is needed[^\n]{0,160}?\(([\d.]{1,9}) GiB\)", longest_length),
    (r"Free memory on device[^\n]{0,20}?\(([\d.]{1,9})/([\d.]{1,9}) GiB\) on startup is less than desired", busy_at_start),
    (r"mem[-_]fraction[-_]static", static_share),
    (r"captur[^\n]{0,60}graph.{0,1500}out of memory", graph_capture),
    (r"Tried to allocate ([\d.]{1,9}) ([MG])iB", small_allocation),
    (r"UVA is not available", pinned_memory),
    (r"attention heads[^\n]{0,40}must be divisible by tensor parallel size", undivided),
    (r"MoE kernel does not support current device sm_12\d", expert_kernel),
    (r"expected value for argument: -fa", flash_value),
    (r"invalid argument: --(?:no-mmap|mmap|mlock)\b", load_mode),
    (r"(?:unrecognized|invalid)[^\n]{0,40}--enable-reasoning", reasoning_flag),
    (r"UR_RESULT_ERROR_[A-Z_]{3,40}|exceeds? (?:the )?(?:max(?:imum)? )?(?:allocation|buffer) size[^\n]{0,60}(?:sycl|level.zero)",
     large_allocation),
    (r"(gfx\d{3,4}[a-z]?)[^\n]{0,80}(?:not supported|unsupported|skipping|dropped)", dropped_gpu),
))


def explain(lines: Sequence[str]) -> list[Text]:
    """What the known error lines in a text mean and what to do; empty where there is none. Raises nothing."""
    text = "\n".join(lines)[-20_000:]
    found: list[Text] = []
    for pattern, said in ERRORS:
        if match := pattern.search(text):
            found += said(match, text)
    return found


def is_error(lines: Sequence[str]) -> bool:
    return bool(explain(lines))


def read_error(lines: Sequence[str]) -> Pasted:
    """A text that is nothing but an error: its explanation as notes."""
    return Pasted(tool="engine error").noted(*explain(lines))
