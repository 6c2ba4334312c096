"""What a model's name says beside the model: the format of its weights, the maker's prefix, a tag of Ollama's."""

from __future__ import annotations

import re
from collections.abc import Iterator

MIXES = (r"(?:ud[-_])?(?:i?q\d(?:_[0-9kslmx]+)*|tq[12]_0|iq\d_(?:xxs|xs|s|m|nl))")
FORMATS: tuple[tuple[re.Pattern[str], str], ...] = tuple((re.compile(p, re.IGNORECASE), q) for p, q in (
    (r"mxfp4[-_ ]?moe", "mxfp4_moe"),
    (r"(?:quantized\.)?w8a8(?:[-_]int8)?", "int8"), (r"(?:quantized\.)?w8a16", "w8a16"), (r"(?:quantized\.)?w4a16(?:[-_]g128)?", "w4a16"),
    (r"(?:gptq|awq)[-_]?(?:int8|8bit)", "w8a16"), (r"gptq(?:[-_]?(?:int4|4bit))?(?:[-_](?:g?128|32)g?)?", "gptq"),
    (r"awq(?:[-_]?(?:int4|4bit))?(?:[-_](?:symmetric|fp16mix))?", "awq"), (r"autoround|auto[-_]round", "w4a16"),
    (r"fp8(?:[-_](?:dynamic|static|block|kv))?(?:[-_]?per[-_]?tensor)?", "fp8"), (r"mxfp8", "mxfp8"),
    (r"nvfp4(?:a16)?(?:[-_]v\d)?|fp4(?:[-_]v\d)?", "nvfp4"), (r"mxfp4(?:[-_](?:preview|q[48]))?", "mxfp4"),
    (r"(?:unsloth[-_])?bnb(?:[-_]4bit)?|nf4", "nf4"), (r"bnb[-_]8bit", "int8"),
    (r"int8", "int8"), (r"int4", "w4a16"), (r"mlx[-_]?([2-8])[-_]?bits?(?:[-_](?:dwq|mxfp4|gs\d+))*", "mlx-{}bit"),
    (r"bf16|bfloat16", "bf16"), (r"fp16|f16|float16", "fp16"), (r"fp32|f32", "fp32")))
BITS = re.compile(r"([2-8])[-_]?bits?(?:[-_](?:dwq|gs\d+))*", re.IGNORECASE)
MIX = re.compile(MIXES, re.IGNORECASE)
CONTAINER = re.compile(r"gguf|imatrix|i1|mlx|qat|hf|ggml|ct2|exl[23]|safetensors|unquantized", re.IGNORECASE)
SHARD = re.compile(r"-\d{5}-of-\d{5}(?=\.gguf$|$)", re.IGNORECASE)
BENCH_MIX = re.compile(r"\b(I?Q\d_K) - (Small|Medium|Large)\b", re.IGNORECASE)
BENCH_NOISE = re.compile(r"\bmostly (?=I?Q\d)| - [\d.]+ ?bpw$", re.IGNORECASE)
PARENTHESIS = re.compile(r"\s*\([^()]{1,60}\)")
SIZE = re.compile(r"[-_: .]+(\d{1,4}(?:\.\d{1,3})?)\s?([bt])(?:[-_. ]?a\d{1,3}(?:\.\d)?b)?$", re.IGNORECASE)
LONGEST = 400
TAIL = re.compile(r"^(.*?)[-_.: /]+$")
KINDS = ("instruct", "it", "chat", "hf", "base", "pt", "latest", "text", "preview", "abliterated")
DEFAULT_MIX = "q4_k_m"
NATIVE_MIX = {"mxfp4": "mxfp4_moe"}  # GGUF files of these keep the maker's own format where the name asks for no other


def without_format(name: str) -> tuple[str, str | None]:
    """The name without what it says of its weights' format, and the catalog id of that format (None where it says none).

    `unsloth/Qwen3-8B-GGUF:Q5_K_M` → (`unsloth/Qwen3-8B`, `q5_k_m`). A GGUF repository without a file's name means the mix that
    llama.cpp and Ollama take by default.
    """
    text = name.strip()
    text = re.sub(r"^(?:https?://)?(?:huggingface\.co|hf\.co|ollama\.com/library)/", "", text)
    text = re.sub(r"\.gguf$", "-gguf", SHARD.sub("", text), flags=re.IGNORECASE)
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


def kept_format(name: str, format_: str | None, native: str | None) -> str | None:
    """The format that a GGUF's name implies where the maker's own weights are already quantized: those are kept."""
    mix = NATIVE_MIX.get(native or "")
    said = DEFAULT_MIX in name.lower().replace("-", "_")
    unsaid = format_ in ("fp16", "bf16") or (format_ == DEFAULT_MIX and not said)
    return mix if mix and unsaid and "gguf" in name.lower() else format_


def written_forms(name: str) -> Iterator[str]:
    """The name as written, then without what tables and tools put into names: remarks in parentheses, llama-bench's long mixes.

    A plus sign is part of the name (Command R+ is no Command R).
    """
    if len(name) > LONGEST:
        yield name
        return
    plain = re.sub(r"(?<=\w)\+", "-plus", name)
    yield plain
    bench = BENCH_MIX.sub(lambda m: m[1] if m[0].upper() == "Q2_K - MEDIUM" else f"{m[1]}_{m[2][0]}", plain)
    bench = BENCH_NOISE.sub("", bench)
    if bench != plain:
        yield bench
    bare = PARENTHESIS.sub("", bench).strip()
    if bare and bare != bench:
        yield bare


def without_size(name: str) -> tuple[str, float] | None:
    """The name without a size written after it, and that size in parameters: `Llama 4 Scout 109B` → (`Llama 4 Scout`, 1.09e11)."""
    found = SIZE.search(name) if len(name) <= LONGEST else None
    if found is None or not name[:found.start()].strip():
        return None
    return name[:found.start()], float(found[1]) * (1e12 if found[2] in "tT" else 1e9)


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
    makers = r"meta|nvidia|google|microsoft|qwen|openai|ibm|cohere|alibaba|mistralai|moonshotai|zai"
    for prefix in (rf"^(?:{makers})[-_ ](?=\w)", r"^[a-z][\w-]*?_(?=[a-z])"):
        plain = re.sub(prefix, "", short, flags=re.IGNORECASE)
        if plain != short:
            tried += [plain, f"{plain}-instruct", f"{plain}-it"]
    dated = re.sub(r"[-_](?:v\d+(?:\.\d+)*|\d{4})$", "", short)
    if dated != short:
        tried.append(dated)
    yield from dict.fromkeys(tried)
