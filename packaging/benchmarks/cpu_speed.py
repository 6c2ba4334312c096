"""Measures the real llama.cpp server on this processor and puts the estimate beside it. On demand, not a timed test.

    .venv/bin/python packaging/benchmarks/cpu_speed.py [--server-python PATH] [--models qwen2.5-0.5b,qwen2.5-1.5b]

Needs `xllamacpp`, `gguf` and `numpy` in the interpreter of --server-python (default: this one), and ../shared/gguf for files
with made-up weights of real shapes. Prints measured prefill and decode, low..high of the estimate for this processor as
detected (bandwidth and arithmetic by the app's own short probe, taken just before), and whether the values lie within.
Exit status 1 where one does not. Only a quiet machine gives figures worth comparing: the server's threads spin, and on a busy
processor it slows down far more than the probe does (the load average is printed).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
PORT = 18233
PROMPT, OUTPUT = 512, 64

MAKE = """
import json, sys, pathlib
sys.path.insert(0, sys.argv[1])
import make_gguf
types = json.loads(pathlib.Path(sys.argv[4]).read_text())
make_gguf.write(sys.argv[3], make_gguf.M[sys.argv[2]], types, "F16", "dummy", sys.argv[2], "random")
"""
SERVE = """
import sys, time
import xllamacpp
p = xllamacpp.CommonParams()
p.model.path = sys.argv[1]
p.port, p.n_parallel, p.n_ctx, p.n_batch, p.n_ubatch = int(sys.argv[2]), 1, int(sys.argv[3]), 2048, 512
server = xllamacpp.Server(p)
sys.stdin.read()  # until the measuring process is gone, however it ends
"""


def tensor_types(model_id: str, mix: str) -> dict[str, str]:
    """The quantizer's type of every tensor, by the product's own rules."""
    from advisor import catalog, engines
    from advisor.formula.gguf_mix import recipe
    from advisor.formula.gguf_mix import tensor_types as types_of
    from advisor.formula.gguf_tensors import gguf_tensors
    from advisor.formula.weights import quantizer_shape

    model = catalog.find_model(model_id)
    traits = engines.engine("llama.cpp").data["architectures"].get(model.gguf_architecture or "", {})
    found = recipe(mix)
    assert found is not None
    tensors = gguf_tensors(model, traits)
    kinds = types_of(found, tensors, quantizer_shape(model, traits))
    return {t.name: kind for t, kind in zip(tensors, kinds, strict=True)}


def call(path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return dict(json.load(answer))


def measure(python: str, file: Path) -> tuple[float, float]:
    """Prefill and decode tokens per second that the server itself reports; the better of three calls after a warm one."""
    server = subprocess.Popen([python, "-c", SERVE, str(file), str(PORT), "2048"], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                if call("/health").get("status") == "ok":
                    break
            except (urllib.error.URLError, ConnectionError):
                pass
            time.sleep(.2)
        prefill, decode = [], []
        for i in range(4):
            prompt = [(7 * t + i * 31) % 20000 + 300 for t in range(PROMPT)]
            answer = call("/completion", {"prompt": prompt, "n_predict": OUTPUT, "ignore_eos": True, "cache_prompt": False,
                                          "temperature": 0})
            if i:
                prefill.append(answer["timings"]["prompt_per_second"])
                decode.append(answer["timings"]["predicted_per_second"])
        return max(prefill), max(decode)
    finally:
        server.kill()
        server.wait(20)


def predict(file: Path) -> dict[str, Any]:
    """The estimate for this processor, in a fresh process so that its probe is of this moment."""
    scenario = {"model": str(file), "engine": "llama.cpp", "hardware": {"device": "cpu"},
                "settings": {"context": 2048, "parallel": 1},
                "workload": {"concurrency": 1, "prompt_tokens": PROMPT, "output_tokens": OUTPUT}}
    code = ("import json,sys; from advisor.estimate import estimate; from advisor.scenario import parse_scenario; "
            "e=estimate(parse_scenario(json.load(sys.stdin))); "
            "d=e.case.machine.cpu; print(json.dumps({**e.speed.json(), 'bandwidth': d.bandwidth_bytes_per_s, 'flops': d.fp32_flops}))")
    run = subprocess.run([sys.executable, "-c", code], input=json.dumps(scenario), capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server-python", default=sys.executable)
    parser.add_argument("--models", default="qwen2.5-0.5b,qwen2.5-1.5b")
    parser.add_argument("--mixes", default="q4_k_m,q8_0")
    args = parser.parse_args()
    outside = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in args.models.split(","):
            for mix in args.mixes.split(","):
                file, types = Path(folder) / f"{model}-{mix}.gguf", Path(folder) / "types.json"
                types.write_text(json.dumps(tensor_types(model, mix)), "utf-8")
                subprocess.run([args.server_python, "-c", MAKE, str(SHARED / "gguf"), model, str(file), str(types)], check=True)
                said = predict(file)
                prefill, decode = measure(args.server_python, file)
                print(f"{model} {mix}: bandwidth {said['bandwidth'] / 1e9:.1f} GB/s, {said['flops'] / 1e9:.0f} GFLOPS by the probe, "
                      f"load {os.getloadavg()[0]:.1f}", flush=True)
                for name, value, range_ in (("prefill", prefill, said["prefill_tokens_per_s"]),
                                            ("decode", decode, said["decode_tokens_per_s"])):
                    inside = range_["low"] <= value <= range_["high"]
                    outside += not inside
                    print(f"  {name:8} measured {value:8.1f} tok/s, estimated {range_['low']:.1f}..{range_['high']:.1f} "
                          f"(typical {range_['typical']:.1f}) {'within' if inside else 'OUTSIDE'}", flush=True)
                file.unlink()
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
