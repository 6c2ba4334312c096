"""MLX-LM: Apple's own engine on unified memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from advisor import shell as sh
from advisor.answer import Command, Memory, Trace
from advisor.engines.base import Case, Engine, Plan, Refusal
from advisor.engines.checkpoints import Checkpoint, base_name, file_name, known, local_path, repository
from advisor.engines.launch import Flags, Launch, default_settings, download_environment, job_refusals, launch_data, outgrown, release
from advisor.engines.mlx_memory import filled, runs, unified_memory, weights_bytes
from advisor.engines.steps import before_launch, fetch, server_steps
from advisor.engines.versions import rules_of
from advisor.errors import CannotAnswer
from advisor.scenario import Machine, Model
from advisor.units import gigabytes
from advisor.words import from_data, say


class MlxLm(Engine):
    """mlx_lm.server on an Apple chip."""

    id = "mlx-lm"
    name = "MLX-LM"

    def fill(self, case: Case, trace: Trace) -> Case:
        rules = rules_of(self.data, case.version)
        if not runs(case):
            raise CannotAnswer(
                say("MLX-LM runs MLX checkpoints; {name} is not one.", name=case.quantization.name),
                say("Take mlx-4bit, mlx-8bit or bf16."),
                "quantization",
            )
        return filled(case, rules, trace)

    def memory(self, case: Case, trace: Trace) -> Memory:
        return unified_memory(case, rules_of(self.data, case.version), from_data(self.data["source"]), trace)

    def refusals(self, case: Case) -> list[Refusal]:
        found = [*self.one_machine(case), *job_refusals(case)]
        device = case.device
        if device is None or device.vendor != "apple":
            found.append(Refusal("hardware", say("MLX-LM runs on Apple chips only."), mend=say("Take llama.cpp, Ollama or vLLM.")))
        if not runs(case):
            found.append(Refusal("format", say("MLX-LM runs MLX checkpoints; {format} is not one.", format=case.quantization.name),
                                 mend=say("Take mlx-4bit.")))
        return found

    def not_served(self, case: Case) -> str:
        return outgrown(case)

    def default_quantization(self, model: Model, machine: Machine) -> str:
        return "mlx-4bit"

    def scheduler(self, case: Case, memory: Memory) -> tuple[str, dict[str, Any]]:
        return "continuous", {"max_num_seqs": case.settings.parallel, "max_num_batched_tokens": case.settings.max_batched_tokens}

    def file_bytes(self, case: Case) -> int:
        return weights_bytes(case)

    # ---- commands

    def launch(self, plan: Plan, container: bool = False) -> Launch:
        """`mlx_lm.server`; it checks no key and has no context limit."""
        if container:
            raise CannotAnswer(say("Containers on macOS do not reach the Apple GPU, so MLX-LM has none."), say("Use the shell form."))
        case, data = plan.case, launch_data(self)
        given, base = case.settings, default_settings(case)
        reference, _ = self.weights(plan)
        flags = Flags(data["flags"], case.version, case.model.release_date)
        flags.add("model", reference)
        port = plan.port or 8080
        if port != 8080:
            flags.add("port", port)
        for name in ("parallel", "max_batched_tokens", "kv_cache_dtype"):
            value = getattr(given, name)
            if value is not None and value not in (getattr(base, name), "auto", "f16", "fp16", "bf16"):
                flags.add(name, value)
        notes = [*flags.notes]
        if "--kv-bits" in flags.words:
            notes.append(say("--kv-bits switches batching off: one request at a time."))
        if self.not_served(case):
            notes.append(self.not_served(case))
        elif given.context:
            notes.append(say("It has no option for the context: keep prompt and answer together under {context} tokens.",
                             context=given.context))
        return Launch(words=("mlx_lm.server", *flags.words), port=port, model=reference,
                      environment=download_environment(plan, None), gateway=plan.serve, notes=tuple(notes))

    @staticmethod
    def weights(plan: Plan) -> tuple[str, str | None]:
        """The MLX weights: (name or path, repository to convert from where no MLX repository is listed)."""
        case = plan.case
        path = local_path(case)
        if path is not None:
            return path, None
        reference, quantization = case.model_reference, case.quantization
        if reference.lower().startswith("mlx-community/") and repository(case.model, reference):
            return reference, None
        listed = known(case, "mlx")
        base = repository(case.model, reference)
        if listed or (base and quantization.kind == "plain"):
            found = listed or str(base)     # it knows no ModelScope: what comes from there lies in a folder
            return f"./{base_name(found)}" if plan.source == "modelscope" else found, None
        if base is None:
            raise CannotAnswer(say("No repository is known for {model}.", model=case.model.name),
                               say("Name the model by its repository."), field="model")
        return f"./{file_name(case)}", base

    def commands(self, plan: Plan, shell: str) -> list[Command]:
        native = self.launch(plan)
        reference, convert = self.weights(plan)
        version = say("python3 -m mlx_lm --version prints {version}. Needs uv (docs.astral.sh/uv).",
                      version=release(launch_data(self), plan.case))
        steps = server_steps(plan, shell, native, native, source=None if convert else Checkpoint(reference, path=local_path(plan.case)),
                             program="mlx_lm.server", installed=version,
                             ready=say("The log says that the server listens on port {port}; the first request loads about {size}.",
                                       port=str(native.port), size=gigabytes(plan.memory.weights_bytes)))
        if not convert and plan.source == "modelscope" and local_path(plan.case) is None and reference.startswith("./"):
            repo = self.weights(replace(plan, source="huggingface"))[0]
            return before_launch([step for step in steps if step.kind != "fetch"], fetch(plan, shell, repo, self.file_bytes(plan.case),
                                                                                        folder=reference))
        if not convert:
            return steps
        bits = "".join(c for c in plan.case.quantization.id if c.isdigit()) or "4"
        words = ["python3", "-m", "mlx_lm", "convert", "--hf-path", convert, "--mlx-path", reference, "-q", "--q-bits", bits]
        made = Command("fetch", say("Make the {bits}-bit weights", bits=bits), shell, sh.command(words, shell),
                       say("Makes the folder {folder}, about {size}.", folder=base_name(reference),
                           size=gigabytes(plan.memory.weights_bytes)))
        return before_launch(steps, [made])


ENGINE = MlxLm()
