"""What went wrong while a model was loaded or cut: formats, files in parts, sizes that do not divide. See engine_errors."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor import resources
from advisor.readers.gguf import FORK_TYPES, REMOVED_TYPES
from advisor.words import Text, say

Said = Callable[[re.Match[str], str], list[Text]]


def unknown_architecture(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#15545, abetlen/llama-cpp-python#1994; of what is no language model at all ggml-org/llama.cpp#7799, #15143."""
    name = match[1]
    other = resources.catalog_data("architectures.json")["gguf"]["refused"].get(name)
    if other and "vision" in other:
        return [say("{name} is the architecture of a vision projector (mmproj), not of a model: give the text model with -m and this file"
                    " with --mmproj.", name=name)]
    if other and "pictures" in other:
        return [say("{name} is a model that makes pictures or video: it needs ComfyUI-GGUF or stable-diffusion.cpp.", name=name)]
    return [say("This build of llama.cpp does not know the architecture {name}: the model is newer than the build, so update (llama.cpp,"
                " Ollama, or LM Studio's runtime); where the newest does not know it either, no GGUF of it runs: take vLLM or SGLang.",
                name=name)]


def no_fp8_units(match: re.Match[str], text: str) -> list[Text]:
    """A checkpoint in FP8: vllm-project/vllm#5975 (Marlin unpacks it), sgl-project/sglang#12887, #7715 (no such kernel there); a cache
    in FP8: vllm-project/vllm#26431."""
    return [say("Triton has no FP8 (E4M3) for cards before compute capability 8.9 (Ada, Hopper). Where it is the KV cache that is in FP8,"
                " take vLLM's FlashInfer back end (--attention-backend FLASHINFER), or leave the cache in 16 bit (auto). Where it is the"
                " weights, this engine has no kernel that unpacks them: vLLM has one, or take AWQ, GPTQ, INT8 or a GGUF.")]


def cache_of_fp8_checkpoint(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#8409."""
    return [say("An FP8 checkpoint brings scales for a cache in E4M3: take --kv-cache-dtype fp8 (that is E4M3), or leave the flag out.")]


def gguf_in_vllm(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#15277, #28691; huggingface/transformers#43366."""
    return [say("vLLM reads GGUF of a few architectures only, {name} is none of them, and since 0.33 only with a plugin. Run the GGUF with"
                " llama.cpp, Ollama or LM Studio, or give vLLM the model's own safetensors (FP8, AWQ, GPTQ or as published).",
                name=match[1])]


def cache_without_flash(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#10378, #28524; ollama/ollama#15043; lmstudio-ai/lmstudio-bug-tracker#1390."""
    return [say("A quantized V cache needs llama.cpp's own flash attention (no Python package): -fa on (plain -fa before build b6325), in"
                " Ollama OLLAMA_FLASH_ATTENTION=1, in LM Studio the switch Flash Attention. Where the model has none, leave V in f16 and"
                " quantize K alone (-ctk), or neither.")]


def weak_card(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#22422, #4202; vllm-project/llm-compressor#1258."""
    least, have = (f"{int(n) // 10}.{int(n) % 10}" for n in (match[1], match[2]))
    return [say("This release runs that format from compute capability {least}; the card has {have}. Newer releases go lower for some"
                " (MXFP4 began with 10.0 and runs from 8.0): update, take another format, or a GGUF with llama.cpp or Ollama.",
                least=least, have=have)]


def half_only(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#1823, #13462, #28857."""
    return [say("The plain AWQ kernel computes in float16 alone: --dtype half, or leave --quantization out, so that the engine takes the"
                " Marlin kernel, which knows bfloat16 (from compute capability 8.0).")]


def overflows(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#28857."""
    return [say("The numbers of this model overflow in float16, so the engine refuses it: it needs bfloat16, which cards have from compute"
                " capability 8.0, and a quantization that computes in it. On an older card take llama.cpp or Ollama.")]


def in_parts(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#8326, #5245."""
    return [say("ollama pull takes no GGUF in parts: choose a tag that is one file, or download the parts, join them (llama-gguf-split"
                " --merge FIRST-PART OUT.gguf) and ollama create from that. llama.cpp and LM Studio load the parts as they are.")]


def glued(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#9613; ngxson/wllama#135."""
    return [say("The parts of a GGUF cannot be glued together with cat, and only the first one (…-00001-of-…) is named: llama.cpp finds the"
                " others beside it. llama-gguf-split --merge FIRST-PART OUT.gguf makes one file of them.")]


def experts_do_not_divide(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#52435."""
    experts, ranks = int(match[1]), int(match[2])
    good = ", ".join(str(n) for n in (2, 4, 8, 16, 32) if experts % n == 0)
    return [say("{experts} experts cannot be dealt out evenly to {ranks} ranks: expert parallel of {good}, or redundant experts that fill"
                " them up. The attention heads must be divisible by tensor parallel too.", experts=experts, ranks=ranks, good=good)]


def cut_in_a_block(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#17569, #52997; sgl-project/sglang#26107."""
    return [say("Tensor parallel cuts a layer to {part}, not a multiple of the FP8 block of {block}: take half as many tensor-parallel"
                " ranks. Of experts expert parallel does too (--enable-expert-parallel, in SGLang --ep-size), but not of shared experts.",
                part=int(match[1]), block=int(match[2]))]


def cut_in_a_group(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/llm-compressor#57; vllm-project/vllm#9913; QwenLM/Qwen3#986."""
    return [say("A rank's share of a layer is {part} wide, not a multiple of the {step} that the kernel (Marlin) works with: fewer"
                " tensor-parallel ranks, a checkpoint whose layers were padded before quantizing, or FP8.", part=int(match[1]),
                step=int(match[2]))]


def does_not_divide(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#31474: heads go over 6 cards, the vocabulary does not."""
    return [say("{size} of the model (heads, or rows of the vocabulary) is not divisible by tensor parallel {ranks}: take a power of two,"
                " or pipeline parallel, which works with any number of cards.", size=int(match[1]), ranks=int(match[2]))]


def no_pipeline(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#52069, #14117, #52761."""
    if re.search(r"speculative|mtp|draft|eagle", text, re.I):
        return [say("With speculative decoding it is the draft (MTP, EAGLE) that has no pipeline code, not the model: drop one of the two,"
                    " or take tensor parallel instead of pipeline parallel.")]
    return [say("This model's class has no pipeline code in the engine: take tensor parallel. Where speculative decoding is on, it may be"
                " the draft alone: try without it.")]


def tools_off(match: re.Match[str], text: str) -> list[Text]:
    """vllm-project/vllm#9986; QwenLM/Qwen-Agent#344."""
    return [say("vLLM answers with tools only when it was started with both --enable-auto-tool-choice and --tool-call-parser; the parser is"
                " the model's own (hermes for Qwen, llama3_json, mistral, glm45, openai for gpt-oss, …).")]


def odd_tensor_type(match: re.Match[str], text: str) -> list[Text]:
    """unslothai/unsloth#3124, ikawrakow/ik_llama.cpp#605, ggml-org/llama.cpp#11975, #17105."""
    kind = int(match[1])
    if kind in FORK_TYPES:
        return [say("Type {kind} is one of ik_llama.cpp's own: that fork runs the file; for llama.cpp take another.", kind=str(kind))]
    if kind in REMOVED_TYPES:
        return [say("llama.cpp has removed type {kind} (the fork bitnet.cpp uses 36 for its own I2_S): take another file of the model, or"
                    " the program that made this one.", kind=str(kind))]
    return [say("This build does not know tensors of type {kind}: the file is newer (39 is MXFP4, of August 2025), so update llama.cpp,"
                " Ollama or LM Studio's runtime; or a fork made it, which then must run it.", kind=str(kind))]


def two_parts_in_one(match: re.Match[str], text: str) -> list[Text]:
    """ggml-org/llama.cpp#27349."""
    return [say("The file holds more tensors than the text model has: Ollama's own files keep vision or audio parts in the same file, which"
                " llama.cpp does not read. Take a GGUF with its mmproj file from another publisher.")]


def lfs_pointer(match: re.Match[str], text: str) -> list[Text]:
    """ollama/ollama#5245 (March 2025)."""
    return [say("The file is a Git LFS pointer, a few lines in place of the weights: run git lfs pull in its folder, or download it.")]


LOAD_ERRORS: tuple[tuple[str, Said], ...] = (
    (r"unknown model architecture: '([\w.-]{1,40})'", unknown_architecture),
    (r"type fp8e4nv not supported", no_fp8_units),
    (r"fp8_e5m2 kv-cache is not supported with", cache_of_fp8_checkpoint),
    (r"GGUF model with architecture ([\w.-]{1,40}) is not supported", gguf_in_vllm),
    (r"V cache quantization requires flash_attn|quantized V cache was requested, but this requires Flash Attention", cache_without_flash),
    (r"(?:not supported for the current GPU|Quantization scheme is not supported).{0,80}?Min(?:imum)? capability: (\d{2,3}).{0,60}?"
     r"Current capability: (\d{2,3})", weak_card),
    (r"torch\.bfloat16 is not supported for quantization method", half_only),
    (r"does not support float16\. Reason: Numerical instability", overflows),
    (r"sharded GGUF", in_parts),
    (r"(?:invalid|illegal) split file", glued),
    (r"n_physical_experts=(\d{1,6}) must be divisible by ep_size=(\d{1,4})", experts_do_not_divide),
    (r"= ?(\d{1,7}) is not divisible by weight quantization block_[nk] = ?(\d{1,4})", cut_in_a_block),
    (r"input_size_per_partition = (\d{1,7}) is not divisible by min_thread_k = (\d{1,4})", cut_in_a_group),
    (r"AssertionError: (\d{1,8}) is not divisible by (\d{1,4})", does_not_divide),
    (r"Pipeline parallelism is not supported for this model", no_pipeline),
    (r"auto\W{1,4} tool choice requires --enable-auto-tool-choice", tools_off),
    (r"tensor '[^'\n]{1,80}' (?:has invalid ggml type|of type) (\d{1,4})", odd_tensor_type),
    (r"wrong number of tensors; expected \d{1,7}, got \d{1,7}", two_parts_in_one),
    (r"invalid magic characters:? '?vers", lfs_pointer),
)
