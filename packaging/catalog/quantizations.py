"""Builds resources/catalog/quantizations.json: llama.cpp's mixes, the GPU formats, MLX's and the textbook's.

Run: python packaging/catalog/quantizations.py            (from the repository's root)

bits_per_weight: of a llama.cpp mix, all tensors of Llama-3.1-8B (its shares differ by model: the estimate sums tensors);
of other formats, one quantized weight with its share of scales and zero points.
quality_loss: mean KL divergence from the 16-bit model, in nats a token, on wikitext-2, for an 8B model (Llama-3 8B of
llama.cpp's scoreboard, with an importance matrix where it has that row). Bigger models lose less. None: not measured.
"""

from __future__ import annotations

import json
from pathlib import Path

OUT = Path(__file__).parent.parent.parent / "resources" / "catalog" / "quantizations.json"
DATE = "2026-11-29"
SCOREBOARD = "llama.cpp: tools/quantize and perplexity READMEs (Llama-3.1-8B bits, Llama-3-8B mean KLD), MIT"
HEAD = ("embeddings", "lm_head", "norms")
MOE_HEAD = (*HEAD, "router")

# mix: (bits per weight, bit class, mean KLD or None, needs an importance matrix)
MIXES: dict[str, tuple[float | None, str, float | None]] = {
    "q8_0": (8.5008, "8", 0.001355), "q6_k": (6.5633, "8", 0.005452), "q5_k_m": (5.7036, "8", 0.010762),
    "q5_k_s": (5.5704, "8", 0.016595), "q5_1": (6.0377, "8", 0.018045), "q5_0": (5.5704, "8", 0.022239),
    "q4_k_m": (4.8944, "4", 0.028152), "q4_k_s": (4.6672, "4", 0.031951), "iq4_nl": (4.6526, "4", 0.035742),
    "iq4_xs": (4.4231, "4", 0.036334), "q4_1": (5.1031, "4", 0.071683), "q4_0": (4.6358, "4", 0.071940),
    "q3_k_l": (4.2979, "4", 0.073077), "q3_k_m": (3.996, "4", 0.084358), "iq3_m": (3.7628, "4", 0.102534),
    "iq3_s": (3.6606, "4", 0.111278), "iq3_xs": (3.4977, "4", 0.138693), "iq3_xxs": (3.2548, "4", 0.183625),
    "q3_k_s": (3.6429, "4", 0.199821), "iq2_m": (2.9294, "2", 0.325989), "q2_k": (3.1593, "2", 0.332223),
    "q2_k_s": (2.9697, "2", 0.403360), "iq2_s": (2.7403, "2", 0.439197), "iq2_xs": (2.5882, "2", 0.546290),
    "iq2_xxs": (2.3824, "2", 0.812022), "iq1_m": (2.146, "2", 1.393084), "iq1_s": (2.0042, "2", 2.254554),
    "tq1_0": (None, "2", None), "tq2_0": (None, "2", None), "q1_0": (None, "2", None),
}
# Publishers' mixes with an 8-bit embedding and head: the bits of Llama-3.1-8B with 2 x 0.525 B weights at 8.5 bits.
LARGE_ENDS = {"q2_k_l": "q2_k", "q3_k_xl": "q3_k_l", "q4_k_l": "q4_k_m", "q5_k_l": "q5_k_m", "q6_k_l": "q6_k"}
END_SHARE, HEAD_SHARE = 0.0654, 0.0654
# Unsloth's dynamic mixes differ by model: bits are of the nearest plain mix, a note says so.
DYNAMIC = {"ud-iq1_s": "iq1_s", "ud-iq1_m": "iq1_m", "ud-tq1_0": "iq1_s", "ud-iq2_xxs": "iq2_xxs", "ud-iq2_m": "iq2_m",
           "ud-q2_k_xl": "q2_k", "ud-iq3_xxs": "iq3_xxs", "ud-iq3_s": "iq3_s", "ud-q3_k_s": "q3_k_s", "ud-q3_k_m": "q3_k_m",
           "ud-q3_k_xl": "q3_k_m", "ud-iq4_xs": "iq4_xs", "ud-iq4_nl": "iq4_nl", "ud-q4_k_s": "q4_k_s", "ud-q4_k_m": "q4_k_m",
           "ud-q4_k_xl": "q4_k_m", "ud-q5_k_s": "q5_k_s", "ud-q5_k_m": "q5_k_m", "ud-q5_k_xl": "q5_k_m", "ud-q6_k": "q6_k",
           "ud-q6_k_s": "q6_k", "ud-q6_k_m": "q6_k", "ud-q6_k_xl": "q6_k", "ud-q8_k_xl": "q8_0"}
EMBEDDING_BITS = {"q2_k": 2.625, "q3_k_l": 3.4375, "q4_k_m": 4.5, "q5_k_m": 5.5, "q6_k": 6.5625}


def mixes() -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for name, (bits, bit_class, loss) in MIXES.items():
        rows.append({"id": name, "name": name.upper(), "kind": "gguf_mix", "bits_per_weight": bits, "bit_class": bit_class,
                     "quality_loss": loss, "aliases": [f"gguf {name}"], "source": SCOREBOARD})
    for name, base in LARGE_ENDS.items():
        bits, bit_class, loss = MIXES[base]
        assert bits is not None
        bits += END_SHARE * (8.5 - EMBEDDING_BITS[base]) + HEAD_SHARE * (8.5 - 6.5625)
        rows.append({"id": name, "name": name.upper(), "kind": "gguf_mix", "bits_per_weight": round(bits, 3),
                     "bit_class": bit_class, "quality_loss": loss, "quality_note": f"as {base.upper()}, which it improves a little",
                     "source": f"as {base.upper()}, with embedding and head in Q8_0 (bartowski's and Unsloth's naming)"})
    for name, base in DYNAMIC.items():
        bits, bit_class, loss = MIXES[base]
        rows.append({"id": name, "name": "UD-" + name[3:].upper(), "kind": "gguf_mix", "bits_per_weight": bits,
                     "bit_class": bit_class, "quality_loss": loss,
                     "quality_note": f"chosen tensor by tensor for each model; bits and loss are those of {base.upper()}",
                     "aliases": [name.replace("ud-", "unsloth ")], "source": "Unsloth dynamic 2.0 documentation; " + SCOREBOARD})
    rows.append({"id": "mxfp4_moe", "name": "MXFP4_MOE", "kind": "gguf_mix", "bits_per_weight": 4.6, "bit_class": "4",
                 "quality_note": "experts MXFP4, everything else Q8_0: the bits depend on the experts' share",
                 "aliases": ["mxfp4 moe", "mxfp4-moe"], "source": "llama.cpp llama-quant.cpp; llama-bench sizes of gpt-oss"})
    return rows


def row(id_: str, name: str, kind: str, bits: float | None, bit_class: str, aliases: str = "", **more: object) -> dict[str, object]:
    more.setdefault("source", "arithmetic from the format")
    return {"id": id_, "name": name, "kind": kind, "bits_per_weight": bits, "bit_class": bit_class,
            "aliases": [a.strip() for a in aliases.split(",") if a.strip()], **more}


LLAMA_2 = ("Llama-2-7B wikitext-2 perplexity 5.47 at 16 bits, 5.60 AWQ, 5.61-5.69 GPTQ (AWQ paper, recalled); turned into the"
           " scoreboard's scale by the relative rise")
GPU: list[dict[str, object]] = [
    row("fp32", "FP32", "plain", 32.0, "32", "f32, float32", compute_dtype="fp32", quality_loss=0.0),
    row("bf16", "BF16", "plain", 16.0, "16", "bfloat16", compute_dtype="bf16", quality_loss=0.0),
    row("fp16", "FP16", "plain", 16.0, "16", "f16, float16, half, 16bit, 16-bit", compute_dtype="fp16", quality_loss=0.0),
    row("fp8", "FP8", "gpu", 8.0, "8", "fp8_e4m3, float8, e4m3, w8a8-fp8, fp8-dynamic, fp8_dynamic, fp8 dynamic, fp8-block, fbgemm_fp8,"
        " fp8_per_tensor, fp8_w8a8, modelopt_fp8", keeps_16_bit=list(MOE_HEAD), compute_dtype="fp8", scale_bits=0.004,
        quality_note="no KLD on the scoreboard's model; a Qwen3-1.7B FP8-dynamic checkpoint states 0.020 on WikiText-2",
        source="arithmetic: 8 bits and one 16-bit scale an output row (block 128 x 128: 32 bits a block)"),
    row("mxfp8", "MXFP8", "gpu", 8.25, "8", "", group_size=32, scale_bits=0.25, keeps_16_bit=list(MOE_HEAD), compute_dtype="fp8"),
    row("int8", "INT8 W8A8", "gpu", 8.0, "8", "w8a8, int8-w8a8, w8a8-int8, int8_w8a8, quantized.w8a8, llm.int8, bnb-8bit, smoothquant",
        keeps_16_bit=list(MOE_HEAD), compute_dtype="int8", scale_bits=0.004),
    row("w8a16", "W8A16", "gpu", 8.125, "8", "gptq-int8, gptq-8bit, gptq8, gptq_8bit, int8-w8a16, awq-8bit",
        group_size=128, scale_bits=0.125, keeps_16_bit=list(MOE_HEAD), compute_dtype="fp16"),
    row("awq", "AWQ", "gpu", 4.15625, "4", "awq-4bit, awq-int4, awq_marlin, int4-awq, w4a16-awq",
        group_size=128, scale_bits=0.125, zero_point_bits=0.03125, keeps_16_bit=list(MOE_HEAD), compute_dtype="fp16",
        quality_loss=0.027, quality_note=LLAMA_2),
    row("gptq", "GPTQ", "gpu", 4.15625, "4", "gptq-int4, gptq-4bit, gptq_marlin, int4-gptq, gptq4",
        group_size=128, scale_bits=0.125, zero_point_bits=0.03125, keeps_16_bit=list(MOE_HEAD), compute_dtype="fp16",
        quality_loss=0.037, quality_note=LLAMA_2),
    row("w4a16", "W4A16", "gpu", 4.125, "4", "int4-w4a16, quantized.w4a16, autoround, auto-round, int4-autoround,"
        " compressed-tensors-int4", group_size=128, scale_bits=0.125, keeps_16_bit=list(MOE_HEAD), compute_dtype="fp16",
        quality_loss=0.037, quality_note="as GPTQ, of which it is the usual result"),
    row("int4_g32", "INT4 g32", "gpu", 4.5, "4", "w4a16-g32, int4-qat", group_size=32, scale_bits=0.5,
        keeps_16_bit=["attention", *MOE_HEAD], compute_dtype="fp16", quality_note="Kimi K2 Thinking and K2.5 are trained for it"),
    row("nf4", "NF4", "gpu", 4.5, "4", "bnb-4bit, bnb, bitsandbytes, bnb-nf4, unsloth-bnb-4bit, qlora", group_size=64,
        scale_bits=0.5, keeps_16_bit=list(MOE_HEAD), compute_dtype="bf16"),
    row("nf4_double", "NF4 double", "gpu", 4.127, "4", "nf4-dq, bnb-4bit-double", group_size=64, scale_bits=0.127,
        keeps_16_bit=list(MOE_HEAD), compute_dtype="bf16"),
    row("mxfp4", "MXFP4", "gpu", 4.25, "4", "fp4-mx, mxfp4-native, gpt-oss", group_size=32, scale_bits=0.25,
        keeps_16_bit=["attention", *MOE_HEAD], compute_dtype="bf16",
        quality_note="gpt-oss is published in it: no loss against a 16-bit original that does not exist"),
    row("nvfp4", "NVFP4", "gpu", 4.5, "4", "fp4, nvfp4-w4a4, modelopt_fp4, modelopt-fp4, nvfp4a16", group_size=16, scale_bits=0.5,
        keeps_16_bit=list(MOE_HEAD), compute_dtype="fp4",
        quality_note="Llama-3.1-8B word perplexity on wikitext 7.55 to 8.44 without calibration (pytorch/ao pull request 3394);"
                     " checkpoints often keep attention in FP8 or 16 bits"),
    row("exl2", "EXL2 / EXL3", "gpu", None, "4", "exl3", keeps_16_bit=["norms"], compute_dtype="fp16",
        quality_note="any average from 2 to 8 bits, set when the file is made"),
    *(row(f"mlx-{bits}bit", f"MLX {bits} bit", "mlx", bits + 0.5, "8" if bits > 4 else "4" if bits > 2 else "2",
          f"mlx {bits}bit, mlx {bits}-bit, mlx-{bits}-bit, mlx_{bits}bit, {bits}bit, {bits}-bit", group_size=64, scale_bits=0.25,
          zero_point_bits=0.25, keeps_16_bit=["norms"], compute_dtype="fp16",
          source="mlx-lm: groups of 64 with a 16-bit scale and bias; embeddings are quantized too") for bits in (2, 3, 4, 5, 6, 8)),
    row("int4", "INT4 textbook", "textbook", 4.0, "4", "4bit textbook, textbook-int4", compute_dtype="fp16",
        source="the textbook's rule: half a byte a parameter, no scales"),
]


def main() -> None:
    rows = mixes() + GPU
    assert len({r["id"] for r in rows}) == len(rows), "ids"
    seen: dict[str, str] = {}
    for r in rows:
        r["date"] = DATE
        for alias in [str(r["id"]), *r.get("aliases", [])]:  # type: ignore[misc]
            key = "".join(c for c in str(alias).lower() if c.isalnum())
            assert seen.setdefault(key, str(r["id"])) == r["id"], (alias, seen[key], r["id"])
        bits = r["bits_per_weight"]
        assert bits is None or 1 <= bits <= 32, r["id"]  # type: ignore[operator]
    body = ",\n".join(json.dumps({k: v for k, v in r.items() if v not in (None, [], "") or k == "bits_per_weight"},
                                 ensure_ascii=False) for r in rows)
    OUT.write_text("[\n" + body + "\n]\n", encoding="utf-8")
    print(len(rows), "quantizations")


if __name__ == "__main__":
    main()
