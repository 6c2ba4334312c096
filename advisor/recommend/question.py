"""The question that a recommendation answers: a task, people, a machine, wishes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from advisor.engines import engine
from advisor.errors import CannotAnswer
from advisor.scenario import MAX_TOKENS, Hardware, Machine, OperatingSystem, Scenario
from advisor.words import say

# Usual lengths by task, used where nothing was said: (prompt, answer) in tokens. From the traces and user cases: chat
# (Azure conversation median 1,020/129, ShareGPT 733/633), code (a file or two pasted), documents, agents with tools.
LENGTHS = {
    "chat": (1024, 512),
    "code": (4096, 800),
    "rag": (8192, 800),
    "agents": (6144, 500),
    "batch": (1536, 400),
    "team-service": (2048, 512),
}
ROUND_CONTEXT = 4096
# How long a context a task can use: tools and files of a coding agent take ten to twenty thousand tokens before the first question.
ROOMY_CONTEXT = {"chat": 16384, "code": 32768, "rag": 32768, "agents": 65536, "team-service": 16384}
# The shortest that a task can be done with: below it an assistant forgets the file that it edits.
LEAST_CONTEXT = {"code": 16384, "agents": 16384}


@dataclass(frozen=True, slots=True)
class Question:
    """Lengths are of one request in tokens; `users` are people at the same moment; None is "not said".
    `context_asked`, `os_asked`: a person named it, so that it stays."""

    task: str = "chat"
    users: int = 1
    hardware: Hardware | None = None
    model: str | None = None
    quantization: str | None = None
    engine: str | None = None
    prompt_tokens: int = 1024
    output_tokens: int = 512
    shared_prefix_tokens: int = 0
    requests_per_s: float | None = None
    context: int = 4096
    context_asked: bool = False
    os: OperatingSystem = "linux"
    os_asked: bool = True
    interface: str = "cli"
    priority: str | None = None
    source: str = "huggingface"
    mirror: str | None = None

    @classmethod
    def from_options(cls, options: Mapping[str, Any], scenario: Scenario | None = None) -> Question:
        """From the command line's flags and, for what they do not say, a scenario file.

        Raises CannotAnswer when the prompt and answer do not fit into the asked context, or no engine has the name of the wish.
        """
        asked = scenario or Scenario()
        task = options.get("task") or "chat"
        priority = options.get("priority")
        if task == "max-throughput":
            task, priority = "batch", priority or "throughput"
        prompt, answer = LENGTHS[task]
        prompt = options.get("prompt_tokens") or asked.workload.prompt_tokens or prompt
        answer = options.get("output_tokens") or asked.workload.output_tokens or answer
        context = options.get("context") or asked.settings.context
        if prompt + answer > MAX_TOKENS - ROUND_CONTEXT:
            raise CannotAnswer(
                say("{prompt} tokens of prompt and {answer} of answer are more than any context.", prompt=prompt, answer=answer),
                say("Ask for fewer."),
                "context",
            )
        if context and context < prompt + 1:
            raise CannotAnswer(
                say("A context of {context} tokens cannot hold a prompt of {prompt}.", context=context, prompt=prompt),
                say("Ask for at least {least}.", least=prompt + answer),
                "context",
            )
        return cls(
            task=task,
            users=options.get("users") or asked.workload.concurrency or 1,
            hardware=_hardware(options, asked.hardware),
            model=options.get("model") or asked.model,
            quantization=asked.quantization,
            engine=engine(asked.engine).id if asked.engine else None,
            prompt_tokens=prompt,
            output_tokens=answer,
            shared_prefix_tokens=options.get("shared_prefix_tokens") or asked.workload.shared_prefix_tokens,
            requests_per_s=asked.workload.requests_per_s,
            context=context or default_context(task, prompt, answer),
            context_asked=bool(context),
            os=options.get("os") or _this_os(),
            os_asked=bool(options.get("os")),
            interface=options.get("interface") or "cli",
            priority=priority,
        )

    @property
    def serves_others(self) -> bool:
        """Whether people other than the one who asks get the answers."""
        return self.task == "team-service" or (self.users > 1 and self.task != "batch")

    @property
    def for_work(self) -> bool:
        """Whether the answers are likely to be a company's: a service for others, a batch with several requests at once, code."""
        return self.serves_others or self.task == "code" or (self.task == "batch" and self.users > 1)

    def on(self, machine: Machine) -> Question:
        """The same for that machine's own system where none was asked for: macOS on a Mac only, wherever the question is put."""
        if self.os_asked:
            return self
        return self.with_(os="macos" if machine.os == "macos" else "linux" if self.os == "macos" else self.os)

    def with_(self, **changes: Any) -> Question:
        return replace(self, **changes)


def default_context(task: str, prompt: int, answer: int) -> int:
    """The context for these lengths where none was asked for: exactly as needed for a batch, with room to go on otherwise."""
    needed = prompt + answer
    step = 256 if task == "batch" else ROUND_CONTEXT
    return max(-(-needed // step) * step, LEAST_CONTEXT.get(task, 0))


def _hardware(options: Mapping[str, Any], asked: Hardware) -> Hardware | None:
    device = options.get("device")
    if device is None and not (options.get("memory_gib") or asked.device or asked.devices or asked.described):
        return None
    changes: dict[str, Any] = {}
    if device is not None:
        changes |= {"device": device, "devices": None, "name": None, "bandwidth_gb_per_s": None, "fp16_tflops": None}
    for field in ("count", "memory_gib", "host_memory_gib"):
        if options.get(field):
            changes[field] = options[field]
    return Hardware.model_validate({**asked.__dict__, **changes})


def _this_os() -> OperatingSystem:
    return "macos" if sys.platform == "darwin" else "windows" if sys.platform == "win32" else "linux"
