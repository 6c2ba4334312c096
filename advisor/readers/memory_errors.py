"""What ran full, by the line that an engine printed: the card, the main memory, the KV cache, the queue; and what to do about it.

`ERRORS` goes after those of `engine_errors`; `FALLBACKS` are lines that name no cause, said where no other line explains more. The
sources are the engines' own threads, named at each entry.
"""

from __future__ import annotations

import re

from advisor.readers.load_errors import Said
from advisor.readers.pasted import number, sized
from advisor.units import GIB, MIB, close_size, gigabytes
from advisor.words import Text, say

ROOM = 1.05
"""A share is asked for with so much over what was missing: the next start measures a little more or less."""


def state_blocks(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#49064, #55148; kaito-project/kaito#2319."""
    blocks = int(number(match[2]) or 0)
    return [say("A hybrid model keeps one state block for each sequence that runs, and {blocks} of them fit: start with --max-num-seqs"
                " {most} or fewer. A higher gpu_memory_utilization or a shorter --max-model-len leaves room for more.", blocks=blocks,
                most=str(blocks))]


def sampler_warm_up(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#15105, #15357, #16158."""
    return [say("The warm-up samples for {n} sequences at once, each with logits as wide as the vocabulary, after weights and cache have"
                " their place. Lower --max-num-seqs (64 to 256 serve most), or lower gpu_memory_utilization: a higher one makes it worse.",
                n=int(number(match[1]) or 0))]


def preempted(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#546, GAIR-NLP/LIMO#29; SGLang calls it retracting: sgl-project/sglang#26248."""
    return [say("The KV cache is full: requests that run are pushed out, and their tokens are computed again later. Once in a while is"
                " harmless; a count that keeps growing costs everybody time. More cache: a higher gpu_memory_utilization"
                " (--mem-fraction-static), more cards, an 8-bit KV cache. Less load: fewer at once (--max-num-seqs,"
                " --max-running-requests) or shorter requests.")]


def guardrail(match: re.Match[str], text: str) -> list[Text]:
    """lmstudio-ai/lmstudio-bug-tracker#1471, #2017, #1562."""
    return [say("That is LM Studio's guardrail, not the hardware: it holds its own estimate against the memory that is free now. On shared"
                " memory it may see the system's part only, and a model that is loaded already counts too. Unload that; where the model"
                " fits by the figures here, relax Model loading guardrails in the settings.")]


def weights_do_not_fit(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#7366, #15256."""
    return [say("The weights themselves found no room on {device}: fewer layers there (-ngl, or leave -ngl and -c out and let --fit"
                " choose), the experts of a mixture in main memory (--n-cpu-moe), or a smaller quantization. A shorter context does not"
                " help here.", device=match[1])]


def cache_does_not_fit(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#8101, #10188: without -c the model's own maximum was taken."""
    context = re.search(r"\bn_ctx\s*=\s*(\d{1,9})", text)
    asked = say("The KV cache found no room.") if context is None else \
        say("The KV cache of {tokens} tokens found no room.", tokens=int(context[1]))
    return [say("{asked} Give -c what you need (without it the model's own maximum is meant), fewer slots (-np), or keep it in 8 bit"
                " (-ctk q8_0 -ctv q8_0 -fa on).", asked=asked)]


def compute_does_not_fit(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#10251, #12817; ikawrakow/ik_llama.cpp#749: linear in the micro-batch, without flash attention × context."""
    off = re.search(r"flash_attn\s*=\s*(?:0|disabled)", text)
    told = [say("Weights and cache had their place; the compute buffer found no room. It grows with the micro-batch: a smaller -ub (512,"
                " 256), and fewer layers on the card or a shorter -c make room.")]
    if off:
        told.append(say("Flash attention is off in this log: without it the buffer grows with context × micro-batch. Switch it on"
                        " (-fa on)."))
    return told


def one_allocation(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#5441, #15256, #12817."""
    size = sized(match[1], 1)
    return [say("Vulkan got no {size} in one piece: the card is full (fewer layers by -ngl, a shorter -c, a smaller -ub), or the driver"
                " gives no single piece so large; then GGML_VK_FORCE_MAX_ALLOCATION_SIZE=2147483648 in the environment cuts it up.",
                size=gigabytes(size))]


def runner_full(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#9782, #9957, ollama/ollama#6860: out of memory with no buffer named."""
    return [say("The card ran out of memory while it computed: weights, KV cache and compute buffer together want more than is free now."
                " A shorter context (num_ctx, -c), fewer requests at a time, fewer layers on the card (num_gpu, -ngl), or a smaller"
                " quantization; look for other programs on the card.")]


def fit_is_off(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#25259: what is set by hand is not fitted."""
    return [say("The automatic fit gave up, because {what} was set by hand: what is set is not changed. Leave it out and let --fit choose,"
                " or lower it yourself until the rest fits.", what=match[1])]


def make_room() -> Text:
    """vllm-project/vllm#15598 and its page on conserving memory; sgl-project/sglang#39713."""
    return say("While the weights load: they do not fit, so a smaller quantization or more cards. After that: leave more room beside the"
               " engine's pool, by a lower share (gpu_memory_utilization, --mem-fraction-static), fewer at once (--max-num-seqs) or smaller"
               " steps (--max-num-batched-tokens, --chunked-prefill-size); another program on the card counts too.")


def card_full(match: re.Match[str], text: str) -> list[Text]:
    """PyTorch's line where it does not say what the card has."""
    size = sized(match[1], MIB if match[2] == "M" else GIB)
    return [say("The card was full when {size} more were wanted. {advice}", size=close_size(size or 0), advice=make_room())]


def tensorrt_full(match: re.Match[str], text: str) -> list[Text]:
    """NVIDIA/TensorRT-LLM#401, #1188."""
    return [say("TensorRT-LLM ran out of memory: besides weights and cache its buffers grow with --max_batch_size and --max_num_tokens."
                " Lower those first, then --kv_cache_free_gpu_memory_fraction (a share of what is free after the weights).")]


def killed(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#10739, #1172; defilantech/LLMKube#386."""
    return [say("The system ended it because main memory ran out (signal 9, exit code 137; `dmesg | grep -i oom` shows it). What is not"
                " on the card lies there, and a container has its own limit: more memory for it (docker --memory, the pod's limit,"
                " .wslconfig), a smaller model or quantization, or a shorter context.")]


def too_large_for_the_system(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#10920: the same refusal as its log has it."""
    return [say("It needs {asked} and {free} are free: a smaller model or quantization, or a shorter num_ctx.", asked=match[1],
                free=match[2])]


def queue_full(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#4124, #4144."""
    return [say("More requests wait than Ollama takes (OLLAMA_MAX_QUEUE, 512 unasked), so it answers 503. Serve more at the same time"
                " (OLLAMA_NUM_PARALLEL, where memory allows it), send fewer at once and try again after a while; for many people take a"
                " batching server (vLLM, SGLang).")]


def longer_than_the_context(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#20409, #33418; gpustack/gpustack#929 (max_tokens counts too)."""
    most, asked = (int(number(match[i]) or 0) for i in (1, 2))
    return [say("The request takes {asked} tokens and the server was started with {most}: start it with a longer one (--max-model-len, -c"
                " for the sum of all slots) where the cache has room, or shorten the prompt or its max_tokens.", asked=asked, most=most)]


def longer_than_a_slot(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#15780: its error names both numbers."""
    sizes = [re.search(rf'"?{name}"?\s*:\s*(\d{{1,9}})', text) for name in ("n_ctx", "n_prompt_tokens")]
    if None in sizes:
        return [say("The request is longer than one slot's context: -c is the sum over the slots (-np), so raise -c or lower -np.")]
    most, asked = (int(size[1]) for size in sizes if size is not None)
    return [say("The prompt has {asked} tokens and one slot holds {most}: -c is the sum over the slots (-np), so raise -c or lower -np.",
                asked=asked, most=most)]


def read_again(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#13194, ollama/ollama#11365."""
    return [say("The whole prompt is read again: of sliding-window or recurrent layers only the last part is kept, so an earlier point of"
                " the conversation cannot be taken up. --swa-full keeps windowed layers whole, for more memory; else change the end of"
                " the prompt only.")]


def shared_memory_full(match: re.Match[str], text: str) -> list[Text]:
    """TheTom/llama-cpp-turboquant#350."""
    return [say("Main memory is full, and the GPU's mappings count there too. llama-server keeps whole conversations in it: bound them with"
                " --cache-ram (MiB; 0 for none).")]


def no_cause_named(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#11421, #1703; vllm-project/vllm#17431; lmstudio-ai/lmstudio-bug-tracker#932, #297."""
    return [say("This line names no cause; one above it does, or the server's log (Ollama: `journalctl -u ollama` or server.log; LM Studio:"
                " Developer logs): paste that too. Most often memory ran out: try a shorter context, fewer layers on the GPU or a smaller"
                " model, and if it goes on with those, another release of the runtime.")]


Row = tuple[str, Said]
ERRORS: tuple[Row, ...] = (
    (r"max_num_seqs \((\d{1,6})\) exceeds available Mamba cache blocks \((\d{1,6})\)", state_blocks),
    (r"warming up sampler with (\d{1,6}) dummy requests", sampler_warm_up),
    (r"is preempted by PreemptionMode|KV cache pool is full\. Retract", preempted),
    (r"Model loading (?:was stopped|aborted) due to insufficient system resources", guardrail),
    (r"unable to allocate (\w{2,20}) buffer", weights_do_not_fit),
    (r"failed to allocate buffer for kv cache", cache_does_not_fit),
    (r"failed to allocate compute (?:pp |tg )?buffers|gallocr_reserve_n[^\n]{0,20}: failed to allocate", compute_does_not_fit),
    (r"Device memory allocation of size (\d{1,15}) failed", one_allocation),
    (r"failed to fit params to free device memory: ([\w: ]{2,60}?) already set by user", fit_is_off),
    (r"signal: killed|exit(?:ed)?(?: with)? code:? (?:137|-9)\b|OOMKilled|oom-kill|\bKilled\s*$", killed),
    (r"model request too large for system\"?[^\n]{0,20}requested=\"?([\d.]{1,9} [KMGT]?i?B)\"?[^\n]{0,20}"
     r"available=\"?([\d.]{1,9} [KMGT]?i?B)", too_large_for_the_system),
    (r"maximum pending requests exceeded", queue_full),
    (r"maximum context length is (\d{1,9}) tokens[^\n]{0,80}?(?:requested|contains)[^\n]{0,30}?(\d{1,9})", longer_than_the_context),
    (r"exceeds the available context size", longer_than_a_slot),
    (r"forcing full prompt re-processing due to lack of cache data", read_again),
    (r"SVM mapping failed, exceeds resident system memory", shared_memory_full),
)
FALLBACKS: tuple[Row, ...] = (
    (r"TensorRT-LLM[^\n]{0,60}(?:CUDA runtime error[^\n]{0,120}|)out of memory", tensorrt_full),
    (r"(?:CUDA|HIP|XPU) out of memory\. Tried to allocate ([\d.]{1,9}) ([MG])iB(?![^\n]{0,40}GPU \d{1,3} has a total)", card_full),
    (r"(?:cudaMalloc failed|CUDA error|ROCm error|hipMalloc failed): out of memory|ErrorOutOfDeviceMemory", runner_full),
    (r"model runner has unexpectedly stopped|llama runner process (?:has terminated|no longer running)|crashed without additional"
     r" information|Engine core initialization failed|EngineCore failed to start", no_cause_named),
)
