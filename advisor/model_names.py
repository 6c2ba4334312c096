"""What a model's name says beside the model: the format of its weights, the maker's prefix, a tag of Ollama's."""

from __future__ import annotations

import re
from collections.abc import Iterator

MIXES = (r"(?:ud[-_])?(?:i?q\d(?:_[0-9kslmx]+)*|tq[12]_0|iq\d_(?:xxs|xs|s|m|nl))")
FORMATS: tuple[tuple[re.Pattern[str], str], ...] = tuple((re.compile(p, re.IGNORECASE), q) for p, q in (
    (r"mxfp4[-_ ]?moe", "mxfp4_moe"),
    (r"(?:quantized\.)?w8a8(?:[-_]int8)?", "int8"), (r"(?:quantized\.)?w8a16", "w8a16"), (r"(?:quantized\.)?w4a16(?:[-_]g128)?", "w4a16"),
    (r"(?:gptq|awq)[-_]?(?:int8|8bit)", "w8a16"), (r"gptq(?:[-_]?(?:int4|4bit))?(?:[-_](?:g?128|32)g?)?", "gptq"),
    (r"awq(?:[-_]?(?:int4|4bit))?(?:[-_]symmetric)?", "awq"), (r"autoround|auto[-_]round", "w4a16"),
    (r"fp8(?:[-_](?:dynamic|static|block|kv))?(?:[-_]?per[-_]?tensor)?", "fp8"), (r"mxfp8", "mxfp8"),
    (r"nvfp4(?:a16)?|fp4", "nvfp4"), (r"mxfp4", "mxfp4"), (r"(?:unsloth[-_])?bnb(?:[-_]4bit)?|nf4", "nf4"), (r"bnb[-_]8bit", "int8"),
    (r"int8", "int8"), (r"int4", "w4a16"), (r"mlx[-_]?([2-8])[-_]?bits?(?:[-_](?:dwq|mxfp4|gs\d+))*", "mlx-{}bit"),
    (r"bf16|bfloat16", "bf16"), (r"fp16|f16|float16", "fp16"), (r"fp32|f32", "fp32")))
BITS = re.compile(r"([2-8])[-_]?bits?(?:[-_](?:dwq|gs\d+))*", re.IGNORECASE)
MIX = re.compile(MIXES, re.IGNORECASE)
CONTAINER = re.compile(r"gguf|imatrix|i1|mlx|qat|hf|ggml|ct2|exl[23]|safetensors", re.IGNORECASE)
TAIL = re.compile(r"^(.*?)[-_.: /]+$")
KINDS = ("instruct", "it", "chat", "hf", "base", "pt", "latest", "text")
DEFAULT_MIX = "q4_k_m"


def without_format(name: str) -> tuple[str, str | None]:
    """The name without what it says of its weights' format, and the catalog id of that format (None where it says none).

    `unsloth/Qwen3-8B-GGUF:Q5_K_M` → (`unsloth/Qwen3-8B`, `q5_k_m`). A GGUF repository without a file's name means the mix that
    llama.cpp and Ollama take by default.
    """
    text = name.strip()
    text = re.sub(r"^(?:https?://)?(?:huggingface\.co|hf\.co|ollama\.com/library)/", "", text)
    text = re.sub(r"\.gguf$", "-gguf", text, flags=re.IGNORECASE)
    maker = text.split("/", 1)[0].lower() if "/" in text else ""
    found: str | None = None
    container = ""
    for _ in range(6):
        ending = _ending(text, maker)
        if ending is None:
            break
        length, format_, kind = ending
        text = text[:-length].rstrip("-_.: ")
        found = found or format_
        container = container or kind
    if found is None and container in ("gguf", "ggml", "imatrix", "i1"):
        found = DEFAULT_MIX
    if found is None and (container == "mlx" or maker == "mlx-community"):
        found = "mlx-4bit"
    return text, found


def _ending(text: str, maker: str) -> tuple[int, str | None, str] | None:
    """Length, format and container of the last part of the name, None where it says nothing of the weights."""
    for match in re.finditer(r"(?<=[-_.: ])", text):
        tail = text[match.start():]
        if not tail or len(tail) > 32:
            continue
        if MIX.fullmatch(tail):
            return len(tail), tail.lower().replace("ud_", "ud-"), ""
        bits = BITS.fullmatch(tail)
        if bits:
            mlx = maker in ("mlx-community", "lmstudio-community") or "mlx" in text.lower()
            return len(tail), f"mlx-{bits[1]}bit" if mlx else "nf4" if bits[1] == "4" else "int8" if bits[1] == "8" else None, ""
        for pattern, format_ in FORMATS:
            found = pattern.fullmatch(tail)
            if found:
                return len(tail), format_.format(*found.groups()), ""
        if CONTAINER.fullmatch(tail):
            return len(tail), None, tail.lower()
    return None


def spellings(name: str) -> Iterator[str]:
    """Names to try, nearest first: as written, without the maker, without and with the words for instruction-tuned."""
    tried: list[str] = [name]
    if "/" in name:
        tried.append(name.rsplit("/", 1)[1])
    bare = tried[-1]
    short = bare
    for _ in range(3):
        cut = re.sub(rf"[-_: .](?:{'|'.join(KINDS)})$", "", short, flags=re.IGNORECASE)
        if cut == short:
            break
        short = cut
        tried.append(cut)
    tried += [f"{short}-{kind}" for kind in ("instruct", "it", "chat")]
    plain = re.sub(r"^(?:meta|nvidia|google|microsoft|qwen|openai)[-_](?=\w)", "", short, flags=re.IGNORECASE)
    if plain != short:
        tried += [plain, f"{plain}-instruct", f"{plain}-it"]
    dated = re.sub(r"[-_](?:v\d+(?:\.\d+)*|\d{4})$", "", short)
    if dated != short:
        tried.append(dated)
    yield from dict.fromkeys(tried)
