"""The steps around a launch: install, fetch, write files, launch, check, call, stop; each with what to look for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from advisor import shell as sh
from advisor.answer import Command, Memory
from advisor.engines.base import Case, Plan
from advisor.engines.checkpoints import Checkpoint, GgufSource, base_name, file_name, local_path, published_type
from advisor.engines.containers import docker_words, image_of, replica
from advisor.engines.launch import (
    EXAMPLE_ADDRESS,
    HEAD,
    LOOPBACK,
    Launch,
    endpoint,
    launch_data,
    pick,
    release,
    vendor,
)
from advisor.engines.repositories import TOKEN, gated
from advisor.engines.versions import at_least
from advisor.errors import CannotAnswer
from advisor.formula.unified import amd_gtt_share
from advisor.units import gigabytes
from advisor.words import say

PAGE = 4096     # bytes of a page of x86 Linux, in which ttm.pages_limit counts


def install(data: Mapping[str, Any], plan: Plan, shell: str, verifies: str) -> list[Command]:
    """The install step from the engine's data, [] where it has none for that system and shell."""
    case = plan.case
    row = pick(data.get("install", ()), os=plan.os, vendor=vendor(case), shell=shell, backend=case.backend or "")
    if row is None:
        return limit_step(plan, shell)
    text = str(row["text"]).replace("{version}", release(data, case))
    return [*limit_step(plan, shell), Command("install", say("Install {engine}", engine=case.engine.name), shell, text, verifies)]


def shared_limit(case: Case, memory: Memory) -> int | None:
    """Pages of 4 KiB that Linux must let an AMD APU's GPU have for this case, None where its default of half the RAM is enough."""
    device, ram = case.device, case.machine.host_memory_bytes
    if device is None or device.vendor != "amd" or device.kind != "apu" or not ram or case.backend == "cpu":
        return None
    if not memory.starts or (memory.total_bytes or 0) <= amd_gtt_share(ram, False):
        return None
    return (memory.usable_bytes or memory.total_bytes or 0) // PAGE


def limit_step(plan: Plan, shell: str) -> list[Command]:
    """Raises what the GPU may take of a shared memory, where the case needs more than the system gives by itself."""
    pages = shared_limit(plan.case, plan.memory)
    if pages is None or plan.os != "linux":
        return []
    text = f"echo 'options ttm pages_limit={pages} page_pool_size={pages}' | sudo tee /etc/modprobe.d/ttm.conf"
    return [Command("install", say("Let the GPU take more of the memory, then restart"), shell, text,
                    say("After the restart cat /sys/module/ttm/parameters/pages_limit prints {pages}. Where it does not, put "
                        "ttm.pages_limit={pages} on the kernel's command line.", pages=str(pages)))]


def find_step(plan: Plan, source: Checkpoint) -> list[Command]:
    """Where to look for a checkpoint that the catalog does not list; [] where one is known."""
    if source.found:
        return []
    from urllib.parse import quote_plus
    words = file_name(plan.case).replace("-", " ")
    return [Command("fetch", say("Find the weights"), "text", "https://huggingface.co/models?search=" + quote_plus(words), source.note)]


def convert_steps(plan: Plan, shell: str, source: GgufSource) -> list[Command]:
    """Makes the GGUF with llama.cpp's own tools where no repository is known that holds it."""
    base = source.convert
    if base is None or source.path is None:
        return []
    if not base:
        raise CannotAnswer(say("No repository is known for {model}.", model=plan.case.model.name),
                           say("Name the model by its repository or by a file."), field="model")
    here = local_path(plan.case)
    folder, full = here or "./" + base_name(base), source.path.removesuffix(".gguf") + "-16bit.gguf"
    mirror = endpoint(plan)
    get = sh.command(["hf", "download", base, "--local-dir", folder], shell, {"HF_ENDPOINT": mirror} if mirror else None)
    convert = sh.command(["python3", "llama.cpp/convert_hf_to_gguf.py", folder, "--outfile", full], shell)
    shrink = sh.command(["llama-quantize", full, source.path, source.tag or "Q4_K_M"], shell)
    fetched = [] if here else [*login_step(plan, shell, base), Command("fetch", say("Download {repository}", repository=base), shell, get,
                                                                       say("Ends by printing the folder."))]
    return [*fetched,
            Command("fetch", say("Turn it into a GGUF"), shell, convert, say("Ends with the name of the file.")),
            Command("fetch", say("Quantize it"), shell, shrink,
                    say("The file has about {size}.", size=gigabytes(plan.case.engine.file_bytes(plan.case))))]


def fetch(plan: Plan, shell: str, repo: str, weighs: int | None, include: str | None = None, folder: str | None = None) -> list[Command]:
    """Downloads a repository from the plan's source (into `folder`), ahead of the launch so that the launch starts at once."""
    size = gigabytes(weighs) if weighs else say("a size that its page tells")
    if plan.source == "modelscope":
        # Without a folder it goes where the engines themselves look for it, so that they do not fetch it once more.
        words = ["modelscope", "download", "--model", repo, *(["--local_dir", folder] if folder else [])]
        words += ["--include", include] if include else []
        seen = say("About {size}. ModelScope often keeps the same name; where it says not found, search its site for {name}.",
                   size=size, name=base_name(repo))
        return [Command("fetch", say("Download from ModelScope (pip install modelscope)"), shell, sh.command(words, shell), seen)]
    words = ["hf", "download", repo] + (["--include", include] if include else []) + (["--local-dir", folder] if folder else [])
    mirror = endpoint(plan)
    text = sh.command(words, shell, {"HF_ENDPOINT": mirror} if mirror else None)
    seen = say("About {size}; ends by printing the folder. Gated models need `hf auth login` first.", size=size)
    get = Command("fetch", say("Download the weights (pip install huggingface_hub)"), shell, text, seen)
    return [*login_step(plan, shell, repo), get]


def token_step(launch: Launch, shell: str) -> list[Command]:
    """Puts the reader's Hugging Face token where a container takes it from; [] where the weights need none."""
    if launch.token is None:
        return []
    text = {"bash": f"export {TOKEN}=hf_YOUR_TOKEN", "powershell": f"$env:{TOKEN} = 'hf_YOUR_TOKEN'", "cmd": f'set "{TOKEN}=hf_YOUR_TOKEN"'}
    return [Command("install", say("Set your Hugging Face token, your own in place of hf_YOUR_TOKEN"), shell, text[shell],
                    say("Prints nothing. {repository} is gated: its terms must be accepted on its page first.", repository=launch.token))]


def login_step(plan: Plan, shell: str, repo: str) -> list[Command]:
    """Logs in before the download of a gated repository; [] where none is needed."""
    if plan.source not in ("huggingface", "mirror") or not gated(repo):
        return []
    return [Command("fetch", say("Log in to Hugging Face (pip install huggingface_hub)"), shell, "hf auth login",
                    say("Asks for a read token. {repository} is gated: accept its terms on https://huggingface.co/{repository} first.",
                        repository=repo))]


def downloads(plan: Plan, source: Checkpoint) -> int:
    """What the repository weighs: as it was published, where the engine quantizes or casts it while loading."""
    case = plan.case
    if source.online or (case.quantization.kind == "plain" and case.model.native_quantization is None):
        from advisor import catalog
        case = replace(case, quantization=catalog.find_quantization(published_type(case.model)))
    return case.engine.file_bytes(case)


def before_launch(steps: list[Command], more: list[Command]) -> list[Command]:
    """The steps with more of them where the downloads stand."""
    at = next((i for i, step in enumerate(steps) if step.kind != "install"), len(steps))
    return [*steps[:at], *more, *steps[at:]]


def probe(url: str, shell: str, title: str, verifies: str) -> Command:
    """A GET that answers 200 when the server is ready; it needs no key."""
    program = "Invoke-RestMethod -Uri" if shell == "powershell" else "curl -fsS"
    return Command("check", title, shell, f"{program} {sh.quote(url, shell)}", verifies)


EXAMPLE_TEXTS = ("The capital of France is Paris.", "A cat sleeps on the sofa.")


def request_of(plan: Plan, model: str) -> tuple[str, dict[str, Any], str]:
    """(path, body, what to see) of one request for what the model is there for."""
    job = plan.case.model.job
    if job == "embedding":
        return "/v1/embeddings", {"model": model, "input": list(EXAMPLE_TEXTS)}, say(
            "JSON with a vector of {size} numbers for each text in data[].embedding. Questions want the instruction of the model's "
            "card before them.", size=plan.case.model.hidden_size)
    if job == "reranker":
        return "/v1/rerank", {"model": model, "query": "What is the capital of France?", "documents": list(EXAMPLE_TEXTS)}, say(
            "JSON with a score for each text in results[].relevance_score, near 1 for the first and near 0 for the second. Where both are "
            "alike, put the model's own template around them, as its card says.")
    body = {"model": model, "messages": [{"role": "user", "content": "Say hello in five words."}], "max_tokens": 64}
    return "/v1/chat/completions", body, say("JSON with the answer in choices[0].message.content.")


def call(plan: Plan, server: str, model: str, shell: str, key: str | None = None) -> list[Command]:
    """One request to that server in this shell; [] in cmd, which cannot carry JSON with every name (the Python form can)."""
    if shell == "cmd" and not re.fullmatch(r"[A-Za-z0-9_./:@-]+", model):
        return []
    path, body, verifies = request_of(plan, model)
    return [Command("call", say("Try one request"), shell, post(server + path, body, shell, key), verifies)]


def post(url: str, body: Mapping[str, Any], shell: str, key: str | None = None) -> str:
    """The command that sends a JSON body; in cmd its texts must be free of signs that cmd acts on."""
    text = sh.json_text(body)
    if shell == "bash":
        keyed = f" -H {sh.quote('Authorization: Bearer ' + key, shell)}" if key else ""
        return f"curl -s {url} -H 'Content-Type: application/json'{keyed} \\\n  -d {sh.quote(text, shell)}"
    if shell == "powershell":
        keyed = f" -Headers @{{ Authorization = {sh.powershell_text('Bearer ' + key)} }}" if key else ""
        return (f"Invoke-RestMethod -Uri {sh.quote(url, shell)} -Method Post -ContentType 'application/json'{keyed}"
                f" -Body {sh.powershell_text(text)}")
    escaped = text.replace('"', '\\"')
    keyed = f' -H "Authorization: Bearer {key}"' if key else ""
    return f'curl -s {url} -H "Content-Type: application/json"{keyed} -d "{escaped}"'


def stop(program: str, shell: str, os: str, verifies: str) -> Command:
    """Ends the server that runs in the foreground."""
    if os == "windows" and shell != "bash":
        text = f"Stop-Process -Name {program}" if shell == "powershell" else f"taskkill /F /IM {program}.exe"
    else:
        text = f"pkill -INT -f {sh.quote(program, shell)}"
    return Command("stop", say("Stop"), shell, text, verifies)


def spoken(*parts: str) -> str:
    """Sentences after one another, still translatable one by one."""
    told = [part for part in parts if part]
    text = told[0] if told else ""
    for part in told[1:]:
        text = say("{sentence} {next}", sentence=text, next=part)
    return text


def safety(plan: Plan, launch: Launch) -> str:
    """Who can reach the server, in a sentence."""
    name = plan.case.engine.name
    if plan.serve and launch.gateway:
        return say("{engine} checks no key, so it listens on this machine only: serve others through the nginx form, "
                   "which asks them for the key.", engine=name)
    if plan.serve:
        return say("Others reach port {port}, with the key only; put a gateway with TLS in front outside a trusted network.",
                   port=str(launch.port))
    return say("It listens on this machine only.")


def checked(plan: Plan) -> str:
    """Which release the flags were checked for; of a newer one than the catalog knows that they may have changed since. Data whose
    list is of another state than that release says so (`checked`)."""
    engine, data, known = plan.case.engine, launch_data(plan.case.engine), str(plan.case.engine.data["version"])
    wanted = release(data, plan.case)
    if "checked" in data:
        return say("Flags checked with {engine}'s own list at {checked}, less what its release notes date after {version}.",
                   engine=engine.name, checked=data["checked"], version=wanted)
    if wanted != known and at_least(wanted, known):
        return say("Flags checked for {engine} {version}; {wanted} is newer, so look whether it still takes them.", engine=engine.name,
                   version=known, wanted=wanted)
    return say("Flags checked for {engine} {version}.", engine=engine.name, version=wanted)


def reach(plan: Plan, launch: Launch) -> str:
    """The address under which this machine asks its own server."""
    return f"http://{LOOPBACK}:{launch.port}"


def file_step(name: str, text: str, shell: str) -> Command:
    """Writes a small file from the shell: a here-document, a here-string; in cmd the text is saved by hand."""
    if shell == "bash":
        return Command("install", say("Write {name}", name=name), shell, f"cat > {sh.quote(name, shell)} <<'END'\n{text}END",
                       say("Prints nothing."), name)
    if shell == "powershell":
        return Command("install", say("Write {name}", name=name), shell,
                       f"@'\n{text}'@ | Set-Content -Encoding utf8 {sh.quote(name, shell)}", say("Prints nothing."), name)
    return Command("install", say("Save this as {name}", name=name), "file", text, say("cmd has no safe way to write it."), name)


MEMORY_TOOLS = {"nvidia": "nvidia-smi", "amd": "rocm-smi", "intel": "xpu-smi", "apple": say("Activity Monitor")}
MOST_ALIKE = 8
"""Machines or servers that are told one by one; the others are like them."""


def node_steps(plan: Plan, shell: str, boxed: bool, seen: str) -> list[Command]:
    """One launch a machine: the head, then each other one, which finds it by its address."""
    steps = []
    for rank in range(min(plan.nodes, MOST_ALIKE)):
        launch = plan.case.engine.launch(replace(plan, rank=rank), container=boxed)
        title = say("On the first machine") if rank == 0 else say("On machine {n}", n=rank + 1)
        told = seen if rank == 0 else say("Connects to the first machine; {address} in it is that machine's address.",
                                          address=EXAMPLE_ADDRESS)
        if rank == MOST_ALIKE - 1 and plan.nodes > MOST_ALIKE:
            told = spoken(told, say("Machines {next} to {all} alike: the number that grows from machine to machine goes on growing.",
                                    next=rank + 2, all=plan.nodes))
        words = docker_words(launch, plan) if boxed else launch.words
        keep = {**({} if boxed else launch.environment), **launch.secrets, HEAD: EXAMPLE_ADDRESS}
        steps.append(Command("launch", title, shell, sh.command(words, shell, keep), told))
    return steps


SYSTEMS = {"linux": "Linux", "macos": "macOS", "windows": "Windows"}
"""What the operating systems are called in sentences."""


def needs_container(plan: Plan, shell: str) -> bool:
    """Whether the engine runs there in a container only. Raises CannotAnswer where it does not run there at all."""
    case = plan.case
    row = pick(launch_data(case.engine).get("install", ()), os=plan.os, vendor=vendor(case), shell=shell, backend=case.backend or "")
    if row is None:
        raise CannotAnswer(say("{engine} does not run on {os} with this hardware.", engine=case.engine.name,
                               os=SYSTEMS.get(plan.os, plan.os)),
                           say("Take an engine that does: llama.cpp, Ollama and LM Studio run nearly everywhere."), field="engine")
    return bool(row.get("container"))


def server_steps(plan: Plan, shell: str, native: Launch, container: Launch, *, source: Checkpoint | None, program: str,
                 installed: str, ready: str) -> list[Command]:
    """Install, fetch, launch, check, call and stop of a server that speaks the OpenAI protocol.

    Where the engine's data has no native build for that system, the container runs instead.
    """
    boxed = needs_container(plan, shell)
    launch = container if boxed else native
    steps: list[Command] = []
    if boxed:
        steps += limit_step(plan, shell)
        steps.append(Command("install", say("Get the container image (needs Docker)"), shell,
                             sh.command(["docker", "pull", image_of(launch, plan)], shell), say("Ends with the image's name.")))
        steps += token_step(launch, shell)
    else:
        steps += install(launch_data(plan.case.engine), plan, shell, installed)
    if source and source.path is None and not boxed:
        steps += fetch(plan, shell, source.reference, downloads(plan, source))
    if source:
        steps += find_step(plan, source)
    steps += [file_step(name, text, shell) for name, text in launch.files]
    made, names = _launch_steps(plan, shell, launch, boxed, spoken(ready, safety(plan, launch), checked(plan), *launch.notes))
    steps += made
    url = reach(plan, launch)
    steps.append(probe(url + launch.health, shell, say("Is it ready?"), say("No error once the model is loaded.")))
    steps += call(plan, url, launch.model, shell, next(iter(launch.secrets.values()), None))
    return [*steps, _stop_step(plan, shell, boxed, names, program)]


def _launch_steps(plan: Plan, shell: str, launch: Launch, boxed: bool, seen: str) -> tuple[list[Command], list[str]]:
    """The step or steps that start the server, one for each of several machines or replicas, and the names of its containers."""
    if plan.nodes > 1:
        return node_steps(plan, shell, boxed, seen), ["llm"]
    if plan.replicas > 1:
        names = [f"llm-{index + 1}" for index in range(min(plan.replicas, MOST_ALIKE))]
        return [_replica_step(plan, shell, index, name, boxed, seen) for index, name in enumerate(names)], names
    words = docker_words(launch, plan) if boxed else list(launch.words)
    env = {**({} if boxed else launch.environment), **launch.secrets}
    title = say("Launch {engine} {version}", engine=plan.case.engine.name, version=release(launch_data(plan.case.engine), plan.case))
    return [Command("launch", title, shell, sh.command(words, shell, env), seen)], ["llm"]


def _replica_step(plan: Plan, shell: str, index: int, name: str, boxed: bool, seen: str) -> Command:
    one = replica(plan, index, boxed)
    text = sh.command(docker_words(one, plan, name), shell, one.secrets) if boxed else \
        sh.command(one.words, shell, {**one.environment, **one.secrets})
    more = say("Servers {next} to {all} alike: name, port and cards go on counting.", next=index + 2, all=plan.replicas)
    return Command("launch", say("Launch server {n} of {all}", n=index + 1, all=plan.replicas), shell, text,
                   spoken(seen, say("The nginx form spreads requests over all of them."),
                          more if index == MOST_ALIKE - 1 < plan.replicas - 1 else ""))


def _stop_step(plan: Plan, shell: str, boxed: bool, names: list[str], program: str) -> Command:
    if boxed:
        return Command("stop", say("Stop"), shell, sh.command(["docker", "rm", "-f", *names], shell),
                       say("Prints {name}.", name=" ".join(names)))
    tool = MEMORY_TOOLS.get(vendor(plan.case))
    freed = say("The memory is free again; {tool} shows it.", tool=tool) if tool else say("The memory is free again.")
    return stop(program, shell, plan.os, freed)
