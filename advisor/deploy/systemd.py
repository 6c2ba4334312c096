"""A systemd unit for a plan: pure text. Where the engine has no native build there, the unit runs its container."""

from __future__ import annotations

from dataclasses import replace

from advisor import shell as sh
from advisor.answer import Command
from advisor.engines.base import Plan
from advisor.engines.containers import docker_words, replica
from advisor.engines.launch import Launch, launch_data, release
from advisor.engines.repositories import TOKEN
from advisor.engines.steps import install, needs_container, safety, spoken
from advisor.errors import CannotAnswer
from advisor.words import say

UNIT = "llm.service"
SECRETS = "/etc/llm/llm.env"


def systemd(plan: Plan, shell: str) -> list[Command]:
    """The unit (or Ollama's drop-in), the key's file, and the steps that put them in place."""
    if plan.os not in ("linux",):
        raise CannotAnswer(say("systemd runs on Linux only."), say("Take the shell form."))
    if plan.nodes > 1:
        raise CannotAnswer(say("One unit runs on one machine."), say("Take the shell form or Kubernetes for several."))
    engine = plan.case.engine
    override = getattr(engine, "systemd_unit", None)
    text, name = override(plan) if override else (_unit(plan), UNIT)
    launch = engine.launch(plan)
    others = say("This is the first of {n} equal servers: copy the unit for each other one, with a name, a port and GPUs of its own.",
                 n=plan.replicas) if plan.replicas > 1 else ""
    folder, data = name.rpartition("/")[0], launch_data(engine)
    steps = install(data, plan, "bash", "") if not needs_container(plan, "bash") else []
    if steps and data.get("service_install"):
        steps = [replace(steps[0], text=data["service_install"].replace("{version}", release(data, plan.case)))]
    steps += [Command("install", say("Save as {name}", name=name.rpartition("/")[2]), "systemd", text,
                     spoken(safety(plan, launch), others, *launch.notes), name.rpartition("/")[2])]
    steps += [Command("install", say("Save as {name}", name=file), "yaml", content, "", file) for file, content in launch.files]
    held = {**launch.secrets, **({TOKEN: "hf_YOUR_TOKEN"} if launch.token else {})}
    if held:
        token = say("Put your own read token in place of hf_YOUR_TOKEN: {repository} is gated, its terms must be accepted on its page "
                    "first.", repository=launch.token) if launch.token else ""
        steps.append(Command("install", say("Save as llm.env, then put it in place for root only"), "env",
                             sh.joined(f"{k}={v}" for k, v in held.items()),
                             spoken(say("The key that clients send.") if launch.secrets else "", token), "llm.env"))
    put = []
    if held:
        put.append(f"sudo install -D -m 600 llm.env {SECRETS}")
    put += [f"sudo install -D -m 644 {sh.quote(file, 'bash')} /etc/llm/{sh.quote(file, 'bash')}" for file, _ in launch.files]
    target = f"/etc/systemd/system/{folder + '/' if folder else ''}{name.rpartition('/')[2]}"
    put.append(f"sudo install -D -m 644 {name.rpartition('/')[2]} {target}")
    service = folder.removesuffix(".d") or name
    put += ["sudo systemctl daemon-reload", f"sudo systemctl enable --now {service}", f"sudo systemctl restart {service}"]
    steps.append(Command("launch", say("Put it in place and start it"), "bash", " && \\\n  ".join(put), say("Prints nothing but a link.")))
    steps.append(Command("check", say("Watch"), "bash", f"journalctl -u {service} -f", say("Ctrl+C ends the watching only.")))
    return [*steps, Command("stop", say("Stop"), "bash", f"sudo systemctl disable --now {service}", say("The memory is free again."))]


def _unit(plan: Plan) -> str:
    engine = plan.case.engine
    data = launch_data(engine)
    boxed = needs_container(plan, "bash")
    launch = replica(plan, 0, boxed) if plan.replicas > 1 else engine.launch(plan, container=boxed)
    lines = ["[Unit]", f"Description={_plain(engine.name)}", "Wants=network-online.target", "After=network-online.target"]
    lines += ["Requires=docker.service", "After=docker.service"] if boxed else []
    lines += ["StartLimitIntervalSec=0", "", "[Service]", "Type=simple"]
    if launch.token:
        lines.append(f"# {launch.token} is gated: {TOKEN}=hf_... in {SECRETS}, a read token of whoever accepted its terms.")
    if launch.secrets or launch.token:
        lines.append(f"EnvironmentFile={SECRETS}")
    if boxed:
        lines += ["ExecStartPre=-/usr/bin/docker rm -f llm", "ExecStart=" + _line(_boxed(launch, plan)),
                  "ExecStop=/usr/bin/docker stop llm"]
    else:
        lines += _native(launch, str(data["program"]))
    return sh.joined([*lines, "Restart=on-failure", "RestartSec=10", "TimeoutStartSec=infinity", "", "[Install]",
                      "WantedBy=multi-user.target"])


def _native(launch: Launch, program: str) -> list[str]:
    if not program:
        raise CannotAnswer(say("That engine does not run as a Linux service."), say("Take the shell form."))
    environment = {"HF_HOME": "/var/lib/llm/huggingface", "LLAMA_CACHE": "/var/lib/llm/llama.cpp", "HOME": "/var/lib/llm",
                   **launch.environment}
    return ["DynamicUser=yes", "StateDirectory=llm", "WorkingDirectory=/var/lib/llm", "SupplementaryGroups=video render",
            *sh.systemd_environment(environment), "ExecStart=" + _line([program, *launch.words[1:]])]


def _boxed(launch: Launch, plan: Plan) -> list[sh.Word]:
    """The container in the foreground: systemd restarts it, so Docker must not."""
    words = docker_words(launch, plan)
    kept = [w for w in words if w not in ("-d", "--restart", "unless-stopped")]
    kept = [_absolute(w) if isinstance(w, str) and w.startswith("./") else w for w in kept]
    return ["/usr/bin/docker", "run", "--rm", *kept[2:]]


def _absolute(mount: str) -> str:
    return ("/etc/llm/" if ":/etc/llm/" in mount else "/var/lib/llm/") + mount[2:]


def _line(words: list[sh.Word] | tuple[sh.Word, ...]) -> str:
    return " ".join(sh.systemd(word) for word in words)


def _plain(text: str) -> str:
    return sh.check(text).replace("%", "%%")
