"""Ollama: a front of llama-server with its own defaults for context and slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from advisor import shell as sh
from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Plan, Refusal
from advisor.engines.checkpoints import GgufSource, api_name, file_name, gguf_source, known, local_path
from advisor.engines.launch import Launch, default_settings, endpoint, image, inside, launch_data, queue_note, release
from advisor.engines.llama_cpp import ENGINE as LLAMA_CPP
from advisor.engines.llama_cpp import LlamaCpp
from advisor.engines.llama_defaults import runs
from advisor.engines.llama_memory import Policy
from advisor.engines.steps import EXAMPLE_TEXTS, call, checked, convert_steps, fetch, file_step, install, probe, safety, spoken
from advisor.engines.versions import rules_of, version_key
from advisor.errors import CannotAnswer
from advisor.scenario import Settings
from advisor.units import GIB, gigabytes
from advisor.words import say

MODELFILE = "Modelfile"
PARTS = "/*.gguf"


class Ollama(LlamaCpp):
    """Ollama since it launches llama-server; older releases by their own formulas."""

    id = "ollama"
    name = "Ollama"

    def llama_data(self) -> Mapping[str, Any]:
        return LLAMA_CPP.data

    def rules(self, version: str) -> Mapping[str, Any]:
        return rules_of(self.data, version)

    def policy(self, case: Case) -> Policy:
        """The version's rules; before llama-server its own engine's for the architectures that it ran, and the runner's for the rest."""
        made, own = super().policy(case), self.data["own_engine"]
        architecture = case.model.gguf_architecture or ""
        added: dict[str, Any] = {}
        if not made.rules["llama_server"]:
            since = version_key(own["since"].get(architecture))
            if since and since <= (version_key(case.version) or since):
                added = {**own["rules"], "window_memory": own["window_memory"].get(architecture, 0)}
            else:
                added = dict(own["runner_rules"])
        if case.model.gguf_tensors is None and case.quantization.id == "mxfp4" and architecture in self.data["beside_experts_16_bit"]:
            added["stored_mix"] = "mxfp4_bf16"
        return replace(made, rules={**made.rules, **added})

    def fill(self, case: Case, trace: Trace) -> Case:
        families = self.data["single_slot_families"]
        if case.model.gguf_architecture in families and (case.settings.parallel or 1) > 1:
            trace.note(say("Ollama serves {architecture} models one request at a time, whatever OLLAMA_NUM_PARALLEL says.",
                           architecture=case.model.gguf_architecture))
            case = replace(case, settings=case.settings.model_copy(update={"parallel": 1}))
        return super().fill(case, trace)

    def context(self, case: Case, policy: Policy, trace: Trace) -> int:
        """num_ctx asked for, else by the tier of the total VRAM; never above the model's own maximum."""
        most = case.model.max_position_embeddings
        asked = case.settings.context
        if asked is None:
            vram = sum(slot.memory_bytes or 0 for slot in case.machine.slots) / GIB
            asked = [context for floor, context in policy.rules["context_tiers"] if vram >= floor][-1]
        if most and asked > most:
            trace.note(say("Ollama cuts num_ctx to the model's maximum of {most} tokens.", most=most))
            return most
        return int(asked)

    def without_flash(self, given: Settings, settings: Settings, trace: Trace) -> Settings:
        trace.note(say("Without flash attention Ollama ignores the KV cache type {kind} and keeps f16.", kind=settings.kv_cache_dtype))
        return settings.model_copy(update={"kv_cache_dtype": "f16"})

    def refusals(self, case: Case) -> list[Refusal]:
        found = super().refusals(case)
        device, least = case.device, self.data["minimum_compute_capability"]
        if device is not None and device.compute_capability is not None and device.compute_capability < least:
            found.append(Refusal("hardware", say("Ollama needs compute capability {least}; {device} has {has}.", least=str(least),
                                                 device=device.name, has=str(device.compute_capability)),
                                 mend=say("Take llama.cpp's Vulkan build.")))
        if case.model.gguf_architecture in self.data["single_slot_families"] and case.concurrency > 1:
            found.append(Refusal("concurrency", say("Ollama serves {architecture} models one request at a time.",
                                                    architecture=case.model.gguf_architecture), hard=False,
                                 mend=say("Take llama.cpp.")))
        if runs(case) and self._divided(case, self._library(case)):
            reason = say("Publishers divide GGUF files over about {size}, and `ollama pull` refuses those: the parts are fetched and put "
                         "together by hand. llama.cpp and LM Studio take them as they are.",
                         size=gigabytes(launch_data(self)["whole_file_bytes"]))
            found.append(Refusal("complexity", reason, hard=False, mend=say("Take llama.cpp or LM Studio.")))
        return found

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        _, config = super().scheduler(case, memory)
        return "ollama", {"num_parallel": config.pop("n_parallel"), **config}

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`ollama serve` under the environment that differs from this machine's defaults; it checks no key."""
        case, data = plan.case, launch_data(self)
        given, base = case.settings, default_settings(case)
        environment: dict[str, str] = {}
        port = plan.port or 11434
        if container or port != 11434:
            environment["OLLAMA_HOST"] = f"{'0.0.0.0' if container else '127.0.0.1'}:{port}"
        if given.context is not None and given.context != base.context:
            environment["OLLAMA_CONTEXT_LENGTH"] = str(given.context)
        if given.parallel is not None and given.parallel != base.parallel:
            environment["OLLAMA_NUM_PARALLEL"] = str(given.parallel)
        kind = given.kv_cache_dtype
        if kind not in ("auto", base.kv_cache_dtype):
            known = data["kv_cache_dtypes"]
            if kind not in known:
                raise CannotAnswer(say("Ollama ignores the KV type {kind} without an error and keeps f16.", kind=repr(kind[:40])),
                                   say("It takes {known}.", known=", ".join(dict.fromkeys(known.values()))),
                                   field="settings.kv_cache_dtype")
            environment["OLLAMA_KV_CACHE_TYPE"] = known[kind]
            environment["OLLAMA_FLASH_ATTENTION"] = "1"
        if given.flash_attention is False and base.flash_attention is not False:
            environment["OLLAMA_FLASH_ATTENTION"] = "0"
        notes: list[str] = []
        if plan.max_queue is not None:
            environment["OLLAMA_MAX_QUEUE"] = str(plan.max_queue)
            notes.append(queue_note("OLLAMA_MAX_QUEUE", plan.max_queue))
        notes += [say("OLLAMA_KV_CACHE_TYPE needs flash attention, set here too; a model without it falls back to f16 with a line "
                     "in the log only.")] if "OLLAMA_KV_CACHE_TYPE" in environment else []
        source, folder = self._source(plan), self._folder(plan)
        path, tag = (source.path or folder) if container else None, self.tag(plan)
        made = ("ollama", "create", tag, "-f", f"/etc/llm/{MODELFILE}")
        if container and folder:
            notes.append(say("The folder {folder} must hold the file's parts first: the shell form fetches them.", folder=folder))
        return Launch(words=("ollama", "serve"), image_words=(), port=port, model=tag, environment=environment,
                      files=((MODELFILE, f"FROM {inside(path)}{PARTS if folder else ''}\n"),) if path else (),
                      after=(made if path else ("ollama", "pull", tag),), health_test=("ollama", "list"),
                      image=image(data, case), mount=(path, inside(path)) if path else None, cache="/root/.ollama",
                      health="/", gateway=plan.serve, notes=tuple(notes))

    def systemd_unit(self, plan: Plan) -> tuple[str, str]:
        """A drop-in for the unit that Ollama's installer brings: (text, path below /etc/systemd/system)."""
        launch = self.launch(plan)
        start = ["ExecStart=", "ExecStart=/usr/local/bin/ollama serve"]
        return sh.joined(["[Service]", *start, *sh.systemd_environment(launch.environment)]), "ollama.service.d/llm.conf"

    def tag(self, plan: Plan) -> str:
        """The name for pull and run: the library's where its default mix is meant, else the GGUF repository's, else own."""
        case, source = plan.case, self._source(plan)
        if source.path or self._folder(plan):
            return api_name(case).replace("/", "-").lower()
        library = self._library(case)
        if library and plan.source != "modelscope":
            return library
        host = {"modelscope": "modelscope.cn"}.get(plan.source, "hf.co")
        mirror = endpoint(plan)
        if mirror:
            host = mirror.removeprefix("https://").removeprefix("http://")
        return f"{host}/{source.repository}" + (f":{source.tag}" if source.tag else "")

    def _source(self, plan: Plan) -> GgufSource:
        """Where its GGUF comes from; nothing is converted that the library holds."""
        source = gguf_source(plan.case)
        held = source.convert and local_path(plan.case) is None and plan.source != "modelscope" and self._library(plan.case)
        return GgufSource() if held else source

    def _library(self, case: Case) -> str | None:
        """The name in Ollama's own library, None where it does not hold that mix."""
        library = known(case, "ollama")
        if library is None and case.quantization.id == self.default_quantization(case.model, case.machine):
            library = case.model.ollama_tag
        return library

    def _divided(self, case: Case, library: str | None) -> bool:
        """Whether the file comes from a hub, where one of its size lies in parts. Source: ollama/ollama#5245, hub-docs#2702."""
        return not library and self.file_bytes(case) > launch_data(self)["whole_file_bytes"] and gguf_source(case).path is None

    def _folder(self, plan: Plan) -> str | None:
        """Where the parts of a divided file are put, None where `ollama pull` gets the model."""
        library = None if plan.source == "modelscope" else self._library(plan.case)
        return f"./{file_name(plan.case)}" if self._divided(plan.case, library) else None

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        launch, data = self.launch(plan), launch_data(self)
        steps = install(data, plan, shell, say("ollama --version prints {version}.", version=release(data, plan.case)))
        if launch.environment:
            steps += self._server(plan, shell, launch)
        steps += self._fetch(plan, shell, launch.model)
        if plan.case.model.job == "text":
            run = sh.command(["ollama", "run", launch.model], shell)
            steps.append(Command("launch", say("Run it"), shell, run, say("Loads the model, then shows the prompt >>>. /bye leaves it.")))
        else:
            once = sh.command(["ollama", "run", launch.model, EXAMPLE_TEXTS[0]], shell)
            steps.append(Command("launch", say("Run it"), shell, once, say("Loads the model and prints the text's vector, a long list of "
                                                                           "numbers.")))
        asked = say("Is it all on the GPU?") if plan.case.machine.slots else say("Is it loaded?")
        steps.append(Command("check", asked, shell, "ollama ps", self._ps(plan)))
        url = f"http://127.0.0.1:{launch.port}"
        steps.append(probe(url + "/v1/models", shell, say("Does the API answer?"),
                           spoken(say("JSON that names {model}. Point your editor at {url}.", model=launch.model, url=url + "/v1"),
                                  safety(plan, launch))))
        steps += call(plan, url, launch.model, shell)
        steps.append(Command("stop", say("Stop"), shell, sh.command(["ollama", "stop", launch.model], shell),
                             say("ollama ps lists it no more; the memory is free again.")))
        return steps

    def _server(self, plan: Plan, shell: str, launch: Launch) -> list[Command]:
        steps = []
        if plan.os == "linux" or (plan.os == "windows" and shell == "bash"):
            steps.append(Command("install", say("Stop the service that the installer started"), shell,
                                 "sudo systemctl stop ollama", say("Prints nothing; the systemd form keeps the settings instead.")))
        elif shell == "bash":
            keep = " && ".join(sh.command(["launchctl", "setenv", k, v], shell) for k, v in launch.environment.items())
            steps.append(Command("install", say("Keep the settings for the app"), shell, keep,
                                 say("Prints nothing; quit Ollama in the menu bar and start it again, or use the next step.")))
        elif shell == "powershell":
            keep = "; ".join(f"[Environment]::SetEnvironmentVariable('{k}', {sh.powershell_text(v)}, 'User')"
                             for k, v in launch.environment.items())
            steps.append(Command("install", say("Keep the settings for the app"), shell, keep,
                                 say("Prints nothing; quit Ollama in the tray and start it again, or use the next step.")))
        ready = say("Says \"Listening on\" with the port; leave this window open and go on in a second one. It stops at once where "
                    "Ollama already runs: quit that one first.")
        steps.append(Command("launch", say("Start the server with these settings"), shell,
                             sh.command(launch.words, shell, launch.environment),
                             spoken(ready, safety(plan, launch), checked(plan), *launch.notes)))
        return steps

    def _fetch(self, plan: Plan, shell: str, tag: str) -> list[Command]:
        source = self._source(plan)
        if source.path:
            if '"' in source.path:
                raise CannotAnswer(say("A Modelfile cannot carry a path with a double quote."), say("Rename the file."))
            made = sh.command(["ollama", "create", tag, "-f", MODELFILE], shell)
            return [*convert_steps(plan, shell, source), file_step(MODELFILE, f"FROM {source.path}\n", shell),
                    Command("fetch", say("Make the model"), shell, made, say("Ends with the line success."))]
        folder = self._folder(plan)
        if folder and source.repository:
            return self._join(plan, shell, tag, folder, source)
        note = say("The mirror must also serve the paths that Ollama asks for (/v2/).") if plan.source == "mirror" else ""
        size = gigabytes(self.file_bytes(plan.case))
        return [Command("fetch", say("Pull"), shell, sh.command(["ollama", "pull", tag], shell),
                        spoken(say("{size}. Ends with the line success.", size=size), note, source.note))]

    def _join(self, plan: Plan, shell: str, tag: str, folder: str, source: GgufSource) -> list[Command]:
        """Fetches the parts of a divided file into one folder, from which `ollama create` puts them together (Ollama: import.mdx)."""
        name = folder.removeprefix("./")
        together = {"bash": f"find {folder} -mindepth 2 -name '*.gguf' -exec mv {{}} {folder}/ \\;",
                    "powershell": f"Get-ChildItem {folder} -Directory | Get-ChildItem -Recurse -Filter *.gguf | "
                                  f"Move-Item -Destination {folder}",
                    "cmd": f"for /d %d in ({name}\\*) do move %d\\*.gguf {name}"}[shell]
        since = str(launch_data(self)["parts_since"])
        made = spoken(say("Ends with the line success; the folder can go then, until that the model takes its room twice."),
                      say("Before {since} Ollama took single files only: merge the parts with llama.cpp's llama-gguf-split --merge and "
                          "name that file in the Modelfile.", since=since))
        # A dot or a dash after the mix: Q6_K is not to fetch Q6_K_L too.
        include = f"*{source.tag}[.-]*gguf" if source.tag else "*.gguf"
        return [*fetch(plan, shell, source.repository or "", self.file_bytes(plan.case), include, folder),
                Command("fetch", say("Put the parts in one folder"), shell, together, say("Prints nothing where they lie there already.")),
                file_step(MODELFILE, f"FROM {folder}{PARTS}\n", shell),
                Command("fetch", say("Make the model"), shell, sh.command(["ollama", "create", tag, "-f", MODELFILE], shell), made)]

    def _ps(self, plan: Plan) -> str:
        memory, context = plan.memory, plan.case.settings.context
        if memory.total_bytes is None or context is None:
            return say("PROCESSOR says 100% GPU; a share of CPU means it did not fit.")
        whole = sum(d.total_bytes for d in memory.devices) or memory.total_bytes
        size = gigabytes(whole + (memory.host_bytes or 0) if plan.case.machine.slots else whole)
        if not plan.case.machine.slots:
            return say("SIZE about {size}, PROCESSOR 100% CPU, CONTEXT {context}.", size=size, context=str(context))
        if memory.host_weights_bytes or memory.host_kv_bytes:
            part = round(100 * (memory.host_weights_bytes + memory.host_kv_bytes) / (whole + memory.host_weights_bytes
                                                                                     + memory.host_kv_bytes))
            return say("SIZE about {size}, PROCESSOR about {cpu}%/{gpu}% CPU/GPU, CONTEXT {context}: the part on the CPU costs speed.",
                       size=size, cpu=str(part), gpu=str(100 - part), context=str(context))
        return say("SIZE about {size}, PROCESSOR 100% GPU, CONTEXT {context}. A share of CPU means it did not fit.", size=size,
                   context=str(context))


ENGINE = Ollama()
