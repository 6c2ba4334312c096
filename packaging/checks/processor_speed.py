"""Measures the real llama.cpp server on this processor and puts the estimate beside it. On demand, not a timed test.

    .venv/bin/python packaging/checks/processor_speed.py [--server-python PATH] [--models qwen2.5-0.5b,qwen2.5-1.5b]

Needs the wheel `xllamacpp` in the interpreter of --server-python (default: this one); the files with made-up weights of real
shapes and types are written here. Prints measured prefill and decode, low..high of the estimate for this processor as detected
(its bandwidth and arithmetic by the app's own short probe, taken just before) and whether the values lie within; exit status 1
where one does not. Where the system lets it (root on Linux), probe and server go before all other work for the seconds that they
run, so that it disturbs both alike and little. The share of the processor that the server had is printed, and below LEAST_SHARE
a value is told but not judged: the server's threads wait for each other, so that a stolen tenth costs it far more than a tenth.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import psutil

from advisor import catalog, engines
from advisor.formula.gguf_mix import recipe, tensor_types
from advisor.formula.gguf_tensors import gguf_tensors
from advisor.formula.gguf_types import BLOCKS, tensor_bytes
from advisor.formula.weights import quantizer_shape
from advisor.readers.gguf_model import FILE_TYPES
from advisor.scenario import Model

SERVER = Path(__file__).resolve().parent / "llama_server.py"
PROMPT, OUTPUT, CALLS, CONTEXT = 256, 32, 3, 1024
LEAST_SHARE = 0.85
TYPE_NUMBERS = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q2_K": 10, "Q3_K": 11, "Q4_K": 12,
                "Q5_K": 13, "Q6_K": 14, "IQ4_NL": 20, "IQ4_XS": 23}
# where a block's 16-bit scales lie; random bits there would be infinities
SCALES = {"Q4_0": (0,), "Q4_1": (0, 2), "Q5_0": (0,), "Q5_1": (0, 2), "Q8_0": (0,), "Q2_K": (80, 82), "Q3_K": (108,),
          "Q4_K": (0, 2), "Q5_K": (0, 2), "Q6_K": (208,), "IQ4_NL": (0,), "IQ4_XS": (0,)}
PIECE_BLOCKS = 1 << 16
NORMS = {"norm.0.": "attn_norm.", "norm.1.": "ffn_norm."}  # the product counts them only; the loader knows them by name


# ------------------------------------------------------------------------------------------------ a file of made-up weights

class Stored(NamedTuple):
    name: str
    shape: tuple[int, ...]
    kind: str


def stored_tensors(model: Model, mix: str) -> list[Stored]:
    """Every tensor with the type that the quantizer gives it, by the product's own rules. KeyError for an unknown mix."""
    traits = engines.engine("llama.cpp").data["architectures"].get(model.gguf_architecture or "", {})
    found = recipe(mix)
    if found is None:
        raise KeyError(mix)
    tensors = gguf_tensors(model, traits)
    kinds = tensor_types(found, tensors, quantizer_shape(model, traits))
    return [Stored(_loaders_name(t.name), t.shape, kind) for t, kind in zip(tensors, kinds, strict=True)]


def _loaders_name(name: str) -> str:
    for counted, known in NORMS.items():
        name = name.replace(f".{counted}", f".{known}")
    return name


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def _entry(key: str, value: Any) -> bytes:
    """One metadata entry: u32, f32, string, or an array of strings, f32 or i32."""
    if isinstance(value, str):
        return _text(key) + struct.pack("<I", 8) + _text(value)
    if isinstance(value, list) and isinstance(value[0], str):
        return _text(key) + struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    if isinstance(value, np.ndarray):
        return _text(key) + struct.pack("<IIQ", 9, 6 if value.dtype == np.float32 else 5, len(value)) + value.tobytes()
    return _text(key) + (struct.pack("<If", 6, value) if isinstance(value, float) else struct.pack("<II", 4, value))


def metadata(model: Model, mix: str) -> dict[str, Any]:
    """What llama.cpp needs to load a dense model with full attention, and a vocabulary of made-up words."""
    words, arch = model.vocab_size, model.gguf_architecture
    special = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]
    kinds = np.full(words, 1, np.int32)
    kinds[:3], kinds[3:len(special)] = (2, 3, 3), 6
    file_type = next(number for number, name in FILE_TYPES.items() if name == mix)
    return {
        "general.architecture": arch, "general.name": model.id, "general.file_type": file_type, "general.quantization_version": 2,
        f"{arch}.context_length": 32768, f"{arch}.embedding_length": model.hidden_size, f"{arch}.block_count": model.num_hidden_layers,
        f"{arch}.feed_forward_length": model.intermediate_size, f"{arch}.attention.head_count": model.num_attention_heads,
        f"{arch}.attention.head_count_kv": model.num_key_value_heads, f"{arch}.attention.key_length": model.head_dim,
        f"{arch}.attention.value_length": model.head_dim, f"{arch}.rope.dimension_count": model.head_dim,
        f"{arch}.attention.layer_norm_rms_epsilon": 1e-6, f"{arch}.rope.freq_base": 1e6, f"{arch}.vocab_size": words,
        "tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": special + [f"\u2581w{i}" for i in range(words - len(special))],
        "tokenizer.ggml.scores": np.full(words, -1, np.float32), "tokenizer.ggml.token_type": kinds,
        "tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.eos_token_id": 2, "tokenizer.ggml.unknown_token_id": 0,
    }


def made_up(kind: str, blocks: int, draw: np.random.Generator) -> Iterator[bytes]:
    """Random blocks with small finite scales, in pieces. KeyError for a type whose scales' place is not known here."""
    size = BLOCKS[kind][1]
    while blocks:
        count = min(blocks, PIECE_BLOCKS)
        if kind in ("F16", "F32"):
            yield (draw.standard_normal(count, np.float32) * 0.02).astype(np.float16 if kind == "F16" else np.float32).tobytes()
        else:
            piece = draw.integers(0, 256, (count, size), np.uint8)
            for place, at in enumerate(SCALES[kind]):
                piece[:, at:at + 2] = np.frombuffer(np.float16(0 if place else 1e-4).tobytes(), np.uint8)
            yield piece.tobytes()
        blocks -= count


def write_model(path: Path, model: Model, mix: str) -> None:
    """A GGUF file (version 3) of the model's shapes in that mix."""
    tensors, facts, draw = stored_tensors(model, mix), metadata(model, mix), np.random.default_rng(1)
    infos, offset = [], 0
    for name, shape, kind in tensors:
        infos.append(_text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, TYPE_NUMBERS[kind], offset))
        offset += tensor_bytes(shape, kind)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts)) + b"".join(_entry(k, v) for k, v in facts.items())
    head += b"".join(infos)
    with path.open("wb") as file:
        file.write(head + bytes(-len(head) % 32))
        for _, shape, kind in tensors:
            for piece in made_up(kind, math.prod(shape) // BLOCKS[kind][0], draw):
                file.write(piece)
            file.write(bytes(-file.tell() % 32))


# ------------------------------------------------------------------------------------------------ measured and estimated

class Measured(NamedTuple):
    """Tokens per second by the server's own clock: the best of the calls. `share` of the processor that it had in them."""

    prefill: float
    decode: float
    share: float


def call(port: int, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return dict(json.load(answer))


def wait(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until the server is ready. RuntimeError where it ends, or is not ready after a minute."""
    for _ in range(300):
        if server.poll() is not None:
            raise RuntimeError(f"the server ended with {server.returncode}")
        try:
            if call(port, "/health").get("status") == "ok":
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(.2)
    raise RuntimeError("the server was not ready after a minute")


def measure(python: str, file: Path) -> Measured:
    """The server on that file, a short call and then CALLS of PROMPT tokens in and OUTPUT out."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([python, str(SERVER), "llama-server", "-m", str(file), "-c", str(CONTEXT), "-np", "1", "--port", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=first_in_line)
    try:
        wait(port, server)
        process, timings, shares = psutil.Process(server.pid), [], []
        for i in range(CALLS + 1):
            prompt = [(7 * t + 31 * i) % 20000 + 300 for t in range(PROMPT if i else 16)]  # the first call warms up
            began, used = time.perf_counter(), sum(process.cpu_times()[:2])
            body = {"prompt": prompt, "n_predict": OUTPUT if i else 2, "ignore_eos": True, "cache_prompt": False, "temperature": 0}
            timings.append(call(port, "/completion", body)["timings"])
            shares.append((sum(process.cpu_times()[:2]) - used) / (time.perf_counter() - began) / (psutil.cpu_count(False) or 1))
    finally:
        server.kill()
        server.wait(20)
    best = {key: max(t[key] for t in timings[1:]) for key in ("prompt_per_second", "predicted_per_second")}
    return Measured(best["prompt_per_second"], best["predicted_per_second"], max(shares[1:]))


def predict(file: Path) -> dict[str, Any]:
    """The estimate for this processor, in a fresh process so that its probe is of this moment."""
    scenario = {"model": str(file), "engine": "llama.cpp", "hardware": {"device": "cpu"}, "settings": {"context": CONTEXT, "parallel": 1},
                "workload": {"concurrency": 1, "prompt_tokens": PROMPT, "output_tokens": OUTPUT}}
    code = ("import json,sys; from advisor.estimate import estimate; from advisor.scenario import parse_scenario; "
            "e=estimate(parse_scenario(json.load(sys.stdin))); d=e.case.machine.cpu; "
            "print(json.dumps({**e.speed.json(), 'bandwidth': d.bandwidth_bytes_per_s, 'flops': d.fp32_flops, 'cores': d.cores}))")
    run = subprocess.run([sys.executable, "-c", code], input=json.dumps(scenario), capture_output=True, text=True, check=True,
                         preexec_fn=first_in_line)
    return dict(json.loads(run.stdout))


def first_in_line() -> None:
    """This process before all that is not real-time work, where the system allows it. Niceness would not do: Linux shares the
    processor among sessions first."""
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server-python", default=sys.executable)
    parser.add_argument("--models", default="qwen2.5-0.5b,qwen2.5-1.5b")
    parser.add_argument("--mixes", default="q4_k_m,q8_0")
    args = parser.parse_args()
    outside = unjudged = 0
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models.split(","):
            for mix in args.mixes.split(","):
                file = Path(folder) / f"{name}-{mix}.gguf"
                write_model(file, catalog.find_model(name), mix)
                said, found = predict(file), measure(args.server_python, file)
                print(f"{name} {mix}: {said['bandwidth'] / 1e9:.1f} GB/s, {said['flops'] / 1e9:.0f} GFLOPS, {said['cores']} cores by the "
                      f"probe; the server had {found.share:.0%} of the processor", flush=True)
                for figure, value in (("prefill", found.prefill), ("decode", found.decode)):
                    band = said[f"{figure}_tokens_per_s"]
                    inside, judged = band["low"] <= value <= band["high"], found.share >= LEAST_SHARE
                    outside += judged and not inside
                    unjudged += not judged
                    print(f"  {figure:8} measured {value:8.1f} tok/s, estimated {band['low']:.1f}..{band['high']:.1f} (typical "
                          f"{band['typical']:.1f}): {'within' if inside else 'OUTSIDE'}{'' if judged else ', not judged'}", flush=True)
                file.unlink()
    if unjudged:
        print(f"{unjudged} values not judged: other work had more than {1 - LEAST_SHARE:.0%} of the processor; run it on a quiet machine.")
    return 1 if outside or unjudged else 0


if __name__ == "__main__":
    sys.exit(main())
