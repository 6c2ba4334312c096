"""llama.cpp's real server, started with the very words of the launch command, against the estimate.

Needs a Python with the wheels xllamacpp and gguf: this one, or the one that LLAMA_PYTHON names.
"""

import importlib.util
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from launch_plans import KEY, plan

SCRIPT = Path(__file__).resolve().parent.parent.parent / "packaging" / "checks" / "llama_server.py"
MIB = 2**20
ONE_THREAD = {**os.environ, "LLAMA_THREADS": "1"}
SETTINGS = [{"context": 1024}, {"context": 512, "parallel": 2, "kv_unified": False}, {"context": 1024, "parallel": 3, "kv_unified": True},
            {"context": 768, "parallel": 2, "kv_unified": False, "kv_cache_dtype": "q8_0", "ubatch": 256}]


@pytest.fixture(scope="module")
def python():
    named = os.environ.get("LLAMA_PYTHON")
    if named:
        return named
    if importlib.util.find_spec("xllamacpp") is None or importlib.util.find_spec("gguf") is None:
        if os.environ.get("CI"):
            pytest.fail("xllamacpp or gguf is missing in CI")
        pytest.skip("needs the wheels xllamacpp and gguf (pip install xllamacpp gguf), or LLAMA_PYTHON")
    return sys.executable


@pytest.fixture(scope="module", params=[("llama", "f16"), ("qwen2", "q8_0")], ids=lambda p: "-".join(p))
def tiny(request, python, shared, tmp_path_factory):
    path = tmp_path_factory.mktemp("tiny model's") / "tiny $x.gguf"
    architecture, kind = request.param
    subprocess.run([python, str(shared / "engines" / "make_tiny_gguf.py"), str(path), "--arch", architecture, "--type", kind,
                    "--hidden", "128", "--ffn", "512"], check=True, capture_output=True, timeout=60)
    return path


def ask(url, body=None, key=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def mebibytes(log, what):
    return sum(float(n) for n in re.findall(rf"CPU\S*\s+{what} buffer size =\s+([\d.]+) MiB", log))


@pytest.mark.shared
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(map(str, s.values())))
def test_it_answers_and_reports_the_memory_that_the_estimate_says(python, tiny, settings, tmp_path):
    port = free_port()
    made = plan(model=str(tiny), engine="llama.cpp", device=None, settings=settings, serve=True, api_key=KEY, port=port)
    launch = made.case.engine.launch(made)
    words = [str(w) for w in launch.words]
    with open(tmp_path / "log", "w+b") as log:
        server = subprocess.Popen([python, str(SCRIPT), *words], stdout=log, stderr=log, env=ONE_THREAD | launch.secrets)
        try:
            health = wait(f"http://127.0.0.1:{port}{launch.health}", server)
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(f"http://127.0.0.1:{port}/v1/models")
            refused.value.close()
            answer = ask(f"http://127.0.0.1:{port}/v1/chat/completions",
                         {"model": launch.model, "messages": [{"role": "user", "content": "hello"}], "max_tokens": 8}, KEY)
            slots = ask(f"http://127.0.0.1:{port}/slots", key=KEY)
        finally:
            server.terminate()
            server.wait(20)
    told = (tmp_path / "log").read_text("utf-8", "replace")
    assert health["status"] == "ok"
    assert answer["choices"][0]["message"]["role"] == "assistant"
    assert answer["usage"]["completion_tokens"] >= 1
    case, memory = made.case, made.memory
    assert len(slots) == case.settings.parallel
    assert {s["n_ctx"] for s in slots} == {case.settings.context}
    assert mebibytes(told, "model") == pytest.approx(memory.weights_bytes / MIB, abs=0.006)
    assert mebibytes(told, "KV") == pytest.approx(memory.kv_bytes / MIB, abs=0.006)
    assert mebibytes(told, "compute") == pytest.approx(memory.compute_bytes / MIB, rel=0.04)


@pytest.fixture(scope="module")
def drafting(python, shared, tmp_path_factory):
    """A file of qwen35 with eight layers, six of them recurrent, and one layer that drafts."""
    path = tmp_path_factory.mktemp("drafting") / "drafting.gguf"
    script = ("import sys; sys.path.insert(0, sys.argv[1]); import make_gguf as g; g.write(sys.argv[2], g.dense('qwen35', 8, 256, 1024,"
              "8, 2, 2000, 32768, 64, rope_dim=64, ssm=dict(conv=4, inner=512, state=64, dt_rank=8, group=4), full_attn_interval=4,"
              "rope_sections=[11, 11, 10, 0], nextn=1, qk_norm='head'), None, 'F16', 'dummy', 'drafting', True)")
    subprocess.run([python, "-c", script, str(shared / "gguf"), str(path)], check=True, capture_output=True, timeout=60)
    return path


@pytest.mark.shared
@pytest.mark.parametrize("settings", [{"context": 2048, "parallel": 1}, {"context": 1024, "parallel": 2, "kv_unified": False},
                                      {"context": 4096, "parallel": 1, "kv_cache_dtype": "q8_0"}],
                         ids=lambda s: "-".join(map(str, s.values())))
@pytest.mark.parametrize("tokens", [2, 4])
def test_it_drafts_with_the_models_own_layers_and_takes_what_the_estimate_says(python, drafting, settings, tokens, tmp_path):
    port = free_port()
    made = plan(model=str(drafting), engine="llama.cpp", device=None, port=port,
                settings={**settings, "speculative": {"method": "mtp", "num_speculative_tokens": tokens}})
    launch = made.case.engine.launch(made)
    with open(tmp_path / "log", "w+b") as log:
        server = subprocess.Popen([python, str(SCRIPT), *map(str, launch.words)], stdout=log, stderr=log, env=ONE_THREAD)
        try:
            wait(f"http://127.0.0.1:{port}{launch.health}", server)
            answer = ask(f"http://127.0.0.1:{port}/v1/chat/completions",
                         {"model": launch.model, "messages": [{"role": "user", "content": "hello"}], "max_tokens": 16})
        finally:
            server.terminate()
            server.wait(20)
    told = (tmp_path / "log").read_text("utf-8", "replace")
    assert answer["usage"]["completion_tokens"] >= 1
    assert "MTP draft context" in told
    memory = made.memory
    assert mebibytes(told, "model") == pytest.approx(memory.weights_bytes / MIB, abs=0.006)
    assert mebibytes(told, "KV") == pytest.approx(memory.kv_bytes / MIB, abs=0.012)
    assert mebibytes(told, "RS") == pytest.approx(memory.state_bytes / MIB, abs=0.012)
    own, drafts = [float(n) for n in re.findall(r"CPU\S*\s+compute buffer size =\s+([\d.]+) MiB", told)][:2]
    assert 0.97 * (own + drafts) <= memory.compute_bytes / MIB <= 1.6 * (own + drafts)


def wait(url, server):
    for _ in range(200):
        assert server.poll() is None, "the server ended"
        try:
            return ask(url)
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("the server was not ready within 20 s")
