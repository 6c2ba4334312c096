"""LM Studio: the llama.cpp runtime with its own defaults and, on Apple chips, mlx-lm's with its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor import shell as sh
from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Plan, Refusal
from advisor.engines.checkpoints import GgufSource, api_name, base_name, gguf_source, known
from advisor.engines.launch import Launch, default_settings, job_refusals, launch_data
from advisor.engines.llama_cpp import ENGINE as LLAMA_CPP
from advisor.engines.llama_cpp import LlamaCpp
from advisor.engines.mlx_memory import filled, runs, unified_memory, weights_bytes
from advisor.engines.steps import call, checked, convert_steps, install, probe, safety, spoken
from advisor.engines.versions import at_least, rules_of
from advisor.errors import CannotAnswer
from advisor.units import gigabytes
from advisor.words import from_data, say


class LmStudio(LlamaCpp):
    """GGUF files run in its llama.cpp runtime, MLX weights on Apple chips in mlx-engine, which is mlx-lm below."""

    id = "lmstudio"
    name = "LM Studio"

    def llama_data(self) -> Mapping[str, Any]:
        return LLAMA_CPP.data

    def rules(self, version: str) -> Mapping[str, Any]:
        return rules_of(self.data, version)

    @staticmethod
    def as_mlx(case: Case) -> bool:
        """Whether MLX weights are asked for on an Apple chip: with another device llama.cpp's refusal stands."""
        return case.quantization.kind == "mlx" and runs(case) and case.device is not None and case.device.vendor == "apple"

    def fill(self, case: Case, trace: Trace) -> Case:
        return filled(case, self.data["mlx"], trace) if self.as_mlx(case) else super().fill(case, trace)

    def memory(self, case: Case, trace: Trace) -> Memory:
        if self.as_mlx(case):
            return unified_memory(case, self.data["mlx"], from_data(self.data["mlx"]["source"]), trace)
        return super().memory(case, trace)

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        if self.as_mlx(case):
            return "continuous", {"max_num_seqs": case.settings.parallel, "max_num_batched_tokens": case.settings.max_batched_tokens}
        return super().scheduler(case, memory)

    def file_bytes(self, case: Case) -> int:
        return weights_bytes(case) if self.as_mlx(case) else super().file_bytes(case)

    def refusals(self, case: Case) -> list[Refusal]:
        found = [*self.one_machine(case), *job_refusals(case)] if self.as_mlx(case) else super().refusals(case)
        if case.machine.os == "macos" and case.device is not None and case.device.vendor != "apple":
            found.append(Refusal("os", say("LM Studio runs on Macs with Apple chips only."), mend=say("Take llama.cpp or Ollama.")))
        return found

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`lms load` with what differs from the app's defaults; the server is `lms server start` and checks no key."""
        if container:
            raise CannotAnswer(say("LM Studio comes as an app and a daemon, not as a container."), say("Take llama.cpp or Ollama."))
        case, base = plan.case, default_settings(plan.case)
        given, memory = case.settings, plan.memory
        words: list[str] = ["lms", "load", self.key(plan), "-y", "--identifier", api_name(case)]
        if given.context is not None:
            words += ["--context-length", str(given.context)]
        if given.parallel is not None and given.parallel != base.parallel:
            words += ["--parallel", str(given.parallel)]
        notes = [note for note in (self.not_served(case),) if note]
        if experts_on_host(memory):
            # No word of lms says where experts lie: the app's own setting for this model does, and --gpu would override it.
            notes.append(say("lms has no option for experts in main memory: it takes them from the app's settings for this model, set in "
                             "the step before. Without those it would load all of the model on the card."))
        elif not self.as_mlx(case) and case.machine.slots and memory.gpu_layers is not None and memory.layers:
            whole = memory.gpu_layers >= memory.layers
            words += ["--gpu", "max" if whole else "off" if not memory.gpu_layers else f"{memory.gpu_layers / memory.layers:.2f}"]
        if given.kv_cache_dtype not in ("auto", "f16", "fp16", base.kv_cache_dtype):
            notes.append(say("lms has no option for the KV type: set K and V cache quantization to {kind} in the app's load settings.",
                             kind=given.kv_cache_dtype))
        return Launch(words=tuple(words), port=plan.port or 1234, model=api_name(case), health="/v1/models", gateway=plan.serve,
                      notes=tuple(notes))

    def systemd_unit(self, plan: Plan) -> tuple[str, str]:
        """A unit for the account `llm`: `lms` belongs to one person. (text, file name)"""
        user, launch = "llm", self.launch(plan)
        lms = f"/home/{user}/.lmstudio/bin/lms"
        load = " ".join(sh.systemd(word) for word in (lms, *launch.words[1:]))
        return sh.joined(["[Unit]", "Description=LM Studio", "Wants=network-online.target", "After=network-online.target", "",
                          "[Service]", "Type=oneshot", "RemainAfterExit=yes", f"User={user}", f"Environment=HOME=/home/{user}",
                          f"ExecStartPre={lms} daemon up", f"ExecStartPre={load}", f"ExecStart={lms} server start --port {launch.port}",
                          f"ExecStop={lms} daemon down", "TimeoutStartSec=infinity", "", "[Install]",
                          "WantedBy=multi-user.target"]), "llm.service"

    @staticmethod
    def key(plan: Plan) -> str:
        """The name under which `lms ls` lists the download."""
        source = weights_source(plan.case)
        name = base_name(source.repository or source.path or api_name(plan.case)).lower()
        key = name.removesuffix(".gguf").removesuffix("-gguf")
        if key.startswith("-"):
            raise CannotAnswer(say("A model name that begins with a dash would be taken for an option."), say("Rename the file."))
        return key

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        launch, source = self.launch(plan), weights_source(plan.case)
        steps = install(launch_data(self), plan, shell,
                        say("Start LM Studio once, then `lms --help` lists its commands (npx lmstudio install-cli adds it to PATH). "
                            "The app with windows: lmstudio.ai/download."))
        steps += [*self._fetch(plan, shell, source), self._clicks(plan, source)]
        if experts_on_host(plan.memory):
            steps.append(Command("launch", say("Keep the experts in main memory"), "text",
                                 say("My Models: the gear beside the model, Load. Set GPU Offload to {offload}. {experts} The settings are "
                                     "kept, and lms load takes them too.", offload=_offload(plan.memory), experts=_expert_setting(plan)),
                                 say("The app's memory estimate for the GPU falls to about {size}.",
                                     size=gigabytes(plan.memory.total_bytes))))
        steps.append(Command("launch", say("Load the model"), shell, sh.command(launch.words, shell),
                             spoken(say("Ends with \"Model loaded successfully\"."), checked(plan), *launch.notes)))
        start = ["lms", "server", "start", "--port", str(launch.port)]
        steps.append(Command("launch", say("Start the server"), shell, sh.command(start, shell),
                             spoken(say("Says that the server runs on port {port}.", port=str(launch.port)), safety(plan, launch))))
        size = gigabytes(plan.memory.total_bytes)
        steps.append(Command("check", say("What is loaded?"), shell, "lms ps",
                             say("Lists {model}; the system's own monitor shows about {size} in use on the fullest device.",
                                 model=launch.model, size=size)))
        url = f"http://127.0.0.1:{launch.port}"
        steps.append(probe(url + "/v1/models", shell, say("Does the API answer?"), say("JSON that names {model}.", model=launch.model)))
        steps += call(plan, url, launch.model, shell)
        steps.append(Command("stop", say("Stop"), shell, "lms unload --all", say("The memory is free again.")))
        return steps

    @staticmethod
    def _fetch(plan: Plan, shell: str, source: GgufSource) -> list[Command]:
        if source.path:
            return [*convert_steps(plan, shell, source),
                    Command("fetch", say("Hand it the file"), shell, sh.command(["lms", "import", source.path, "-y"], shell),
                            say("lms ls lists it."))]
        note: str = ""
        if plan.source != "huggingface":
            note = say("LM Studio downloads from Hugging Face; behind a mirror switch on its proxy in the settings, or download the file "
                       "and use lms import.")
        name = f"https://huggingface.co/{source.repository}" + (f"@{source.tag.lower()}" if source.tag else "")
        return [Command("fetch", say("Download"), shell, sh.command(["lms", "get", name, "-y"], shell),
                        spoken(say("{size}. Ends with \"Finished downloading\".", size=gigabytes(plan.case.engine.file_bytes(plan.case))),
                               note, source.note))]

    @staticmethod
    def _clicks(plan: Plan, source: GgufSource) -> Command:
        name = source.repository or source.path or plan.case.model.name
        found = {"name": name, "mix": plan.case.quantization.name, "context": str(plan.case.settings.context or "")}
        if LmStudio.as_mlx(plan.case):
            text: str = say("Discover (magnifier): search for {name}, choose {mix}, Download. Chat: choose the model at the top, switch on "
                            "\"Manually choose model load parameters\", set Context Length to {context}, Load Model. Developer: switch "
                            "Status to Running to give editors the API.", **found)
        else:
            experts = _expert_setting(plan) if experts_on_host(plan.memory) else ""
            text = spoken(say("Discover (magnifier): search for {name}, choose {mix}, Download. Chat: choose the model at the top, switch "
                              "on \"Manually choose model load parameters\", set Context Length to {context} and GPU Offload to {offload}.",
                              **found, offload=_offload(plan.memory)), experts,
                          say("Load Model. Developer: switch Status to Running to give editors the API."))
        return Command("fetch", say("Or in the app, without a terminal"), "text", text, say("The model's name appears at the top."))


def experts_on_host(memory: Memory) -> bool:
    """Whether experts alone are kept off the card, all other weights on it."""
    return bool(memory.cpu_moe_layers and memory.host_expert_bytes)


def _offload(memory: Memory) -> str:
    """Where the app's slider of layers on the GPU stands."""
    part = memory.gpu_layers is not None and memory.layers is not None and memory.gpu_layers < memory.layers
    return str(memory.gpu_layers) if part else say("the right end")


def _expert_setting(plan: Plan) -> str:
    """The app's setting that keeps them there: a count of layers, all or nothing in older releases."""
    if at_least(plan.case.version, str(launch_data(plan.case.engine)["expert_layers_since"])):
        return say("Set \"Number of layers for which to force MoE weights onto CPU\" to {layers}.", layers=plan.memory.cpu_moe_layers or 0)
    return say("Switch on \"Force Model Expert Weights onto CPU\".")


def weights_source(case: Case) -> GgufSource:
    """Where the weights come from: a GGUF repository or file; for MLX the repository that holds them. Raises CannotAnswer."""
    if not LmStudio.as_mlx(case):
        return gguf_source(case)
    reference = case.model_reference
    listed = reference if reference.lower().startswith("mlx-community/") else known(case, "mlx")
    if not listed:
        raise CannotAnswer(say("No repository with {format} weights of {model} is known.", format=case.quantization.name,
                               model=case.model.name), say("Name the model by its repository."), field="model")
    return GgufSource(repository=listed, tag=None, path=None)


ENGINE = LmStudio()
