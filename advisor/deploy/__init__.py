"""Deployment forms of a plan: shell commands, containers, units, manifests, gateways, watching. Pure text makers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import wrap

from advisor.answer import Command
from advisor.engines.base import Plan
from advisor.errors import CannotAnswer
from advisor.plan import prepared
from advisor.shell import SHELLS
from advisor.units import gigabytes
from advisor.words import say

FORMS = {"shell": "", "docker": "docker", "compose": "docker", "systemd": "systemd", "kubernetes": "kubernetes", "nginx": "gateway",
         "litellm": "gateway", "prometheus": "watch", "python": "client"}


def render(plan: Plan, form: str, shell: str = "bash") -> list[Command]:
    """The commands and files of one form; `shell` is bash, powershell or cmd.

    cmd means Windows. A plan that serves others gets one key for all its texts, and a cluster always serves others.
    Raises CannotAnswer for an unknown form, what the engine refuses on that machine, and what a text cannot carry.
    """
    if form not in FORMS:
        raise CannotAnswer(say("No form is called {form}.", form=repr(form[:40])), say("Known: {forms}.", forms=", ".join(FORMS)), "form")
    if shell not in SHELLS:
        raise CannotAnswer(say("No shell is called {shell}.", shell=repr(shell[:40])), say("Known: bash, powershell, cmd."), "shell")
    if shell == "cmd" and plan.os != "windows":
        plan = replace(plan, os="windows")
    for refusal in plan.case.engine.refusals(plan.case):
        if refusal.hard:
            raise CannotAnswer(refusal.reason, refusal.mend)
    if not plan.memory.starts:
        raise _would_not_start(plan)
    plan = prepared(replace(plan, serve=True) if form == "kubernetes" else plan)
    if form == "shell":
        return plan.case.engine.commands(plan, shell)
    module = importlib.import_module(f"{__name__}.{FORMS[form]}")
    make: Callable[[Plan, str], list[Command]] = getattr(module, "client" if form == "python" else form)
    return make(plan, shell)


MAIN_FILE = {"compose": ("compose.yaml",), "systemd": ("llm.service", "llm.conf"), "kubernetes": ("llm.yaml",), "nginx": ("nginx.conf",),
             "litellm": ("litellm.yaml",), "prometheus": ("llm.rules.yml",), "python": ("ask.py",)}
REMARK = {"bash": "# ", "powershell": "# ", "cmd": "rem "}


def plain_text(commands: Sequence[Command], form: str, shell: str = "bash") -> str:
    """One text to save or paste: of a file form its main file alone, of the others every step under its title as a remark.

    What there is to know of a launch (whom it listens to, what was added and why) follows as a remark of its own.
    """
    for command in commands:
        if command.filename in MAIN_FILE.get(form, ()):
            return command.text
    parts = []
    for command in commands:
        said = command.text if command.shell == shell else _remark(command.text, shell)
        told = "\n".join(wrap(command.verifies, 120, break_long_words=False, break_on_hyphens=False))      # addresses stay whole
        known = _remark(told, shell) + "\n" if command.kind == "launch" and told else ""
        parts.append(f"{_remark(command.title, shell)}\n{known}{said.rstrip()}\n")
    return "\n".join(parts)


def _remark(text: str, shell: str) -> str:
    """No line of it is run."""
    return "\n".join(REMARK[shell] + line for line in text.splitlines())


def _would_not_start(plan: Plan) -> CannotAnswer:
    memory, host, name = plan.memory, plan.case.machine.host_memory_bytes, plan.case.engine.name
    mend = say("Shorten the context, or take a smaller quantization or model or more devices.")
    if memory.total_bytes and memory.usable_bytes and memory.total_bytes > memory.usable_bytes:
        return CannotAnswer(say("{engine} would not start here: it needs {needed} on a device with {usable} for it.", engine=name,
                                needed=gigabytes(memory.total_bytes), usable=gigabytes(memory.usable_bytes)), mend)
    if memory.host_bytes and host and memory.host_bytes > host:
        return CannotAnswer(say("{engine} would not start here: what the devices leave takes {needed} of host memory, and there is "
                                "{usable}.", engine=name, needed=gigabytes(memory.host_bytes), usable=gigabytes(host)), mend)
    if (memory.max_concurrency or 0) >= 1:      # the notes of its estimate say why
        return CannotAnswer(say("{engine} would not start here as it is set.", engine=name), say("`estimate` says why, in its notes."))
    return CannotAnswer(say("{engine} would not start here: beside its weights there is no room for one request of {context} tokens.",
                            engine=name, context=plan.case.settings.context or 0), mend)
