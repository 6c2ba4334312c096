"""Deployment files held against the real programs that read them, on demand.

Run: python packaging/checks/deployment_files.py [--require TOOL,TOOL]
Tools, each used where it is found and named where it is not: docker-compose (apt docker-compose), systemd-analyze,
nginx (apt nginx-light), kubernetes-validate and litellm (pip), promtool. --require makes a missing one a failure.
"""

from __future__ import annotations

import argparse
import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from launch_plans import at_path, plan  # noqa: E402

from advisor.answer import Command  # noqa: E402
from advisor.deploy import render  # noqa: E402
from advisor.engines.base import Plan  # noqa: E402
from advisor.errors import CannotAnswer  # noqa: E402

KEY = "sk-test-0123456789abcdef"
LONG_KEY = "sk-" + "0123456789abcdef-" * 14
"""As long as a key may be, nearly: the keys made here have 46 signs."""
ODD_PATH = "/srv/my models/it's $HOME %h {{x}} 模型/tiny.gguf"


def plans() -> Iterator[tuple[str, Plan]]:
    """Engines by machine, served or alone, one or several, with an odd path too."""
    machines = [("RTX 4090", 1), ("NVIDIA H100 80GB HBM3", 4), ("Instinct MI300X", 1), ("Arc B580", 1)]
    for engine, quantization in (("llama.cpp", "q4_k_m"), ("ollama", "q4_k_m"), ("lmstudio", "q4_k_m"), ("vllm", "awq"), ("vllm", "bf16"),
                                 ("sglang", "awq"), ("tensorrt-llm", "awq")):
        for device, count in machines:
            for serve in (False, True):
                settings = {"context": 8192, "parallel": 4}
                if engine in ("vllm", "sglang", "tensorrt-llm"):
                    settings["tensor_parallel"] = count
                try:
                    made = plan(engine=engine, quantization=quantization, device=device, count=count, settings=settings,
                                serve=serve, api_key=KEY if serve else None)
                except CannotAnswer:
                    continue
                yield f"{engine} {quantization} {count} x {device}{' served' if serve else ''}", made
    base = plan(engine="llama.cpp", quantization="q4_k_m", settings={"context": 4096}, serve=True, api_key=KEY)
    yield "llama.cpp odd path", at_path(base, ODD_PATH)
    base = plan(engine="vllm", quantization="awq", device="NVIDIA H100 80GB HBM3", count=4, settings={"context": 8192},
                serve=True, api_key=KEY, replicas=4)
    yield "vllm four replicas", base
    base = plan(engine="ollama", quantization="q4_k_m", settings={"context": 4096, "parallel": 8}, serve=True,
                workload={"concurrency": 8, "prompt_tokens": 1024, "output_tokens": 256})
    yield "ollama for eight with a key made here", base
    base = plan(model="deepseek-ai/DeepSeek-V3.1", engine="vllm", quantization="fp8", device="NVIDIA H100 80GB HBM3", count=16,
                settings={"context": 8192, "tensor_parallel": 8, "pipeline_parallel": 2}, serve=True, api_key=KEY, nodes=2)
    yield "vllm two nodes", base


def files(form: str) -> Iterator[tuple[str, list[Command]]]:
    for name, made in plans():
        try:
            yield name, render(made, form)
        except CannotAnswer:
            continue


def run(words: list[str], **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=180, check=False, **more)  # type: ignore[call-overload,no-any-return]


def compose_faults(commands: list[Command], folder: Path) -> str:
    for command in commands:
        if command.filename:
            (folder / command.filename).write_text(command.text)
    done = run(["docker-compose", "-f", "compose.yaml", "config", "--quiet"], cwd=folder)
    return "" if done.returncode == 0 else done.stderr


def systemd_faults(commands: list[Command], folder: Path) -> str:
    for command in commands:
        if command.shell == "systemd":
            text = re.sub(r"^(Exec\w+=-?)\S+", r"\1/usr/bin/true", command.text, flags=re.MULTILINE)
            text = text.replace("Requires=docker.service\n", "")
            (folder / "llm.service").write_text(text)
    done = run(["systemd-analyze", "verify", str(folder / "llm.service")])
    return done.stderr if done.returncode or "llm.service" in done.stderr else ""


def kubernetes_faults(commands: list[Command], folder: Path) -> str:
    text = next(c.text for c in commands if c.filename == "llm.yaml")
    known = [d for d in text.split("---\n") if "kind: LeaderWorkerSet" not in d]
    (folder / "llm.yaml").write_text("---\n".join(known))
    done = run([find("kubernetes-validate") or "", str(folder / "llm.yaml")])
    told = done.stdout + done.stderr
    return told if "ERROR" in told or told.count("passed") != len(known) else ""


def nginx_faults(commands: list[Command], folder: Path) -> str:
    (folder / "nginx.conf").write_text(private(commands[0].text, folder))
    done = run(["nginx", "-t", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", f"pid {folder}/nginx.pid;"])
    return "" if done.returncode == 0 else done.stderr


def private(text: str, folder: Path) -> str:
    """The same configuration with its logs and temporary files in a folder of ours, so that it runs without being root."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return text.replace("http {\n", f"http {{\n  access_log off;\n{paths}", 1)


@contextmanager
def nginx_before(made: Plan, folder: Path) -> Iterator[tuple[str, str, list[str]]]:
    """The plan's nginx.conf run before a model that says yes: its text, its address and the keys that the model is shown."""
    shown: list[str] = []

    class Model(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shown.append(self.headers.get("Authorization") or "")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    text = render(replace(made, port=server.server_port, replicas=1), "nginx")[0].text
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(private(text, folder).replace("listen 8088;", f"listen 127.0.0.1:{port};"))
    process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g",
                                f"pid {folder}/nginx.pid; daemon off; error_log {folder}/error.log;"])
    try:
        for _ in range(100):
            if status(f"http://127.0.0.1:{port}/v1/models", "") == 401:
                break
            time.sleep(0.05)
        yield text, f"http://127.0.0.1:{port}", shown
    finally:
        process.terminate()
        process.wait(10)
        server.shutdown()
        server.server_close()


def quick_calls(address: str, keys: list[str], at_once: int = 8) -> list[int]:
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda key: status(f"{address}/v1/models", key), keys))


def nginx_live(folder: Path) -> str:
    """A real run: without the key 401, within the quota 200, beyond it 429; /metrics hidden."""
    base = plan(engine="ollama", quantization="q4_k_m", settings={"context": 4096}, serve=True, api_key=KEY)
    with nginx_before(base, folder) as (text, address, _):
        rate = int(re.findall(r"rate=(\d+)r/m", text)[0])
        burst = int(re.findall(r"burst=(\d+) nodelay", text)[0])
        found = {"without key": status(f"{address}/v1/models", ""), "wrong key": status(f"{address}/v1/models", "sk-1234"),
                 "metrics": status(f"{address}/metrics", KEY)}
        codes = quick_calls(address, [KEY] * (burst + 20), at_once=1)     # more than the cap's five at once would be refused for that
    good, refused = codes.count(200), codes.count(429)
    print(f"nginx live: {found}, of {len(codes)} quick calls {good} x 200, {refused} x 429 (rate {rate}/min, burst {burst})")
    wanted = found == {"without key": 401, "wrong key": 401, "metrics": 404}
    return "" if wanted and good + refused == len(codes) and burst <= good <= burst + 3 else f"{found} {good} {refused}"


def nginx_team_live(folder: Path) -> str:
    """A real run for eight people: all at once pass, each by a key of their own or all by the shared one; a person who asks on and on
    is refused and takes nothing from the others; the engine sees its own key whoever asks."""
    team = plan(quantization="awq", settings={"context": 4096, "parallel": 8}, serve=True, api_key=LONG_KEY,
                workload={"concurrency": 8, "prompt_tokens": 1024, "output_tokens": 256})
    with nginx_before(team, folder) as (text, address, shown):
        people = re.findall(r'"Bearer (\S+)" "person-\d+";', text)
        burst = int(re.findall(r"zone=quota burst=(\d+) nodelay", text)[0])
        shared, each = quick_calls(address, [LONG_KEY] * 8), quick_calls(address, people)
        greedy = quick_calls(address, people[:1] * (burst + 20))
        others = quick_calls(address, people[1:])
    found = {"shared key": set(shared), "keys of their own": set(each), "others beside a greedy one": set(others)}
    good = greedy.count(200)
    print(f"nginx for a team: {found}, of {len(greedy)} quick calls of one person {good} x 200")
    wanted = len(people) == 8 and all(codes == {200} for codes in found.values()) and good <= burst + 3
    return "" if wanted and set(shown) == {f"Bearer {LONG_KEY}"} else f"{found} {good} {set(shown)}"


def status(url: str, key: str) -> int:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0


def litellm_faults(commands: list[Command], folder: Path) -> str:
    (folder / "litellm.yaml").write_text(commands[0].text)
    env = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    env |= dict(line.split("=", 1) for line in commands[1].text.splitlines())
    done = run([find("litellm") or "", "--config", str(folder / "litellm.yaml"), "--validate_config"], env=env)
    return "" if done.returncode == 0 else done.stdout[-600:] + done.stderr[-600:]


def prometheus_faults(commands: list[Command], folder: Path) -> str:
    for command in commands:
        if command.filename:
            (folder / command.filename).write_text(command.text)
    done = run(["promtool", "check", "config", str(folder / "prometheus.yml")])
    return "" if done.returncode == 0 else done.stdout + done.stderr


def find(tool: str) -> str | None:
    beside = Path(sys.executable).parent / tool
    return shutil.which(tool) or (str(beside) if beside.exists() else None)


CHECKS = {"compose": ("docker-compose", compose_faults), "systemd": ("systemd-analyze", systemd_faults),
          "kubernetes": ("kubernetes-validate", kubernetes_faults), "nginx": ("nginx", nginx_faults),
          "litellm": ("litellm", litellm_faults), "prometheus": ("promtool", prometheus_faults)}
EVERY = {"litellm": 12}
"""One file of so many where the tool takes half a minute for each."""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--require", default="", help="tools whose absence is a failure, comma separated")
    options.add_argument("--forms", default=",".join(CHECKS))
    chosen = options.parse_args()
    required, failed = set(filter(None, chosen.require.split(","))), False
    for form in chosen.forms.split(","):
        tool, faults = CHECKS[form]
        if find(tool) is None:
            print(f"{form}: {tool} is not here, so these files were not checked")
            failed |= tool in required
            continue
        good = bad = 0
        for name, commands in islice(files(form), 0, None, EVERY.get(form, 1)):
            with tempfile.TemporaryDirectory() as folder:
                told = faults(commands, Path(folder))
            good, bad = good + (not told), bad + bool(told)
            if told:
                print(f"{form}: {name}: {told.strip()[:800]}")
        print(f"{form}: {good} files accepted by {tool}, {bad} refused")
        failed |= bad > 0 or good == 0
        if form == "nginx":
            for live in (nginx_live, nginx_team_live):
                with tempfile.TemporaryDirectory() as folder:
                    told = live(Path(folder))
                failed |= bool(told)
                print(told and f"nginx live: {told}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
