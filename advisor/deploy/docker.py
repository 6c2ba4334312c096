"""`docker run` and Compose files for a plan: pure text."""

from __future__ import annotations

from advisor import shell as sh
from advisor.answer import Command
from advisor.deploy.gateway import nginx_file
from advisor.engines.base import Plan
from advisor.engines.containers import docker_words, image_of, published, replica, share
from advisor.engines.launch import Launch, vendor
from advisor.engines.repositories import TOKEN
from advisor.engines.steps import file_step, safety, spoken, token_step
from advisor.errors import CannotAnswer
from advisor.words import say

NAME = "llm"
GATEWAY_IMAGE = "nginx:1.28-alpine"


def docker(plan: Plan, shell: str) -> list[Command]:
    """Pull, run, watch and remove one container; for Ollama also the pull of the model inside it."""
    launch = _one(plan).case.engine.launch(plan, container=True)
    steps = [Command("install", say("Get the image"), shell, sh.command(["docker", "pull", image_of(launch, plan)], shell),
                     say("Ends with the image's name."))]
    steps += token_step(launch, shell)
    steps += [file_step(name, text, shell) for name, text in launch.files]
    names = [_name(index, plan) for index in range(plan.replicas)]
    for index, name in enumerate(names):
        made = launch if plan.replicas == 1 else replica(plan, index, container=True)
        steps.append(Command("launch", say("Run {name}", name=name), shell, sh.command(docker_words(made, plan, name), shell, made.secrets),
                             spoken(say("Prints the container's id."), safety(plan, made), *made.notes)))
    steps += [Command("fetch", say("Load the model"), shell, sh.command(["docker", "exec", name, *words], shell),
                      say("Ends with the line success.")) for name in names for words in launch.after]
    steps.append(Command("check", say("Watch it load"), shell, f"docker logs -f {names[0]}", say("Ctrl+C ends the watching only.")))
    return [*steps, Command("stop", say("Stop"), shell, " ".join(["docker rm -f", *names]), say("Prints {name}.", name=" ".join(names)))]


def _one(plan: Plan) -> Plan:
    if plan.nodes > 1:
        raise CannotAnswer(say("One container runs on one machine."), say("Take the shell form or, with several machines, Kubernetes."))
    return plan


def compose(plan: Plan, shell: str) -> list[Command]:
    """compose.yaml, a gateway where needed, and how to bring it up."""
    launch = _one(plan).case.engine.launch(plan, container=True)
    behind = launch.gateway or plan.replicas > 1
    lines = ["services:"]
    for index in range(plan.replicas):
        lines += _service(launch, plan, index, behind)
    if behind:
        lines += _gateway(plan)
    lines += ["volumes:", "  cache: {}"]
    steps = [Command("install", say("Save as compose.yaml"), "yaml", sh.joined(lines),
                     spoken(say("docker compose config prints it back without an error."), safety(plan, launch),
                            say("It holds the key: keep it out of version control, or set {name} in the environment instead.",
                                name=", ".join(launch.secrets)) if launch.secrets else "", *launch.notes),
                     "compose.yaml")]
    if behind:
        steps.append(nginx_file(plan, launch, tuple(f"{_name(i, plan)}:{launch.port}" for i in range(plan.replicas)), inside=True))
    steps += [Command("install", say("Save as {name}", name=name), "yaml", text, "", name) for name, text in launch.files]
    steps.append(Command("launch", say("Start"), shell, "docker compose up -d", say("Each service says Started.")))
    steps += [Command("fetch", say("Load the model"), shell, sh.command(["docker", "compose", "exec", _name(0, plan), *words], shell),
                      say("Ends with the line success.")) for words in launch.after]
    steps.append(Command("check", say("Watch"), shell, "docker compose ps", say("STATUS says healthy once the model is loaded.")))
    return [*steps, Command("stop", say("Stop"), shell, "docker compose down", say("The memory is free again."))]


def _name(index: int, plan: Plan) -> str:
    return NAME if plan.replicas == 1 else f"{NAME}-{index + 1}"


def _service(launch: Launch, plan: Plan, index: int, behind: bool) -> list[str]:
    lines = [f"  {_name(index, plan)}:", f"    image: {sh.compose(image_of(launch, plan))}", "    restart: unless-stopped",
             "    ipc: host"]
    if launch.image_words:
        lines += ["    command:", *(f"      - {_word(word, launch)}" for word in launch.image_words)]
    environment = [f"      {name}: {sh.compose(value)}" for name, value in launch.environment.items()]
    environment += [f"      {name}: {_word(sh.Secret(name), launch)}" for name in launch.secrets]
    if launch.token:
        environment += [f"      # {launch.token} is gated: accept its terms on its page and put a read token of yours into",
                        f"      # a file .env beside this one ({TOKEN}=hf_...) or into the environment.",
                        f"      {TOKEN}: {sh.compose(sh.Secret(TOKEN))}"]
    if environment:
        lines += ["    environment:", *environment]
    if not behind:
        lines += ["    ports:", f"      - \"{published(launch, plan)}:{launch.port}:{launch.port}\""]
    lines += ["    volumes:", "      - type: volume", "        source: cache", f"        target: {launch.cache}"]
    binds = [launch.mount] if launch.mount else []
    binds += [(f"./{name}", f"/etc/llm/{name}") for name, _ in launch.files]
    for source, target in binds:
        lines += ["      - type: bind", f"        source: {sh.compose(source)}", f"        target: {sh.compose(target)}",
                  "        read_only: true"]
    lines += _devices(plan, index)
    return [*lines, *_health(launch)]


def _word(word: sh.Word, launch: Launch) -> str:
    """A scalar; a secret may be given in the environment or a `.env` file, and is the one made here otherwise."""
    if isinstance(word, sh.Secret) and word.name in launch.secrets:
        return f'"${{{word.name}:-{launch.secrets[word.name]}}}{word.suffix}"'
    return sh.compose(word)


def _health(launch: Launch) -> list[str]:
    if not launch.health_test:
        return []
    test = ", ".join(sh.compose(word) for word in ("CMD", *launch.health_test))
    return ["    healthcheck:", f"      test: [{test}]", "      interval: 10s", "      timeout: 5s",
            "      retries: 3", "      start_period: 30m"]


def _devices(plan: Plan, index: int) -> list[str]:
    """GPUs of one service: all of them, or this replica's share by number."""
    kind = vendor(plan.case)
    if kind == "amd":
        return ["    devices:", "      - /dev/kfd", "      - /dev/dri", "    group_add:", "      - video", "    security_opt:",
                "      - seccomp=unconfined"]
    if kind == "intel":
        return ["    devices:", "      - /dev/dri"]
    if kind != "nvidia":
        return []
    lines = ["    deploy:", "      resources:", "        reservations:", "          devices:", "            - driver: nvidia"]
    if plan.replicas == 1:
        lines.append("              count: all")
    else:
        ids = ", ".join(f'"{number}"' for number in share(plan, index).split(","))
        lines.append(f"              device_ids: [{ids}]")
    return [*lines, "              capabilities: [gpu]"]


def _gateway(plan: Plan) -> list[str]:
    bind = "0.0.0.0" if plan.serve else "127.0.0.1"
    return ["  gateway:", f"    image: {GATEWAY_IMAGE}", "    restart: unless-stopped", "    ports:",
            f"      - \"{bind}:8088:8088\"", "    volumes:", "      - type: bind", "        source: ./nginx.conf",
            "        target: /etc/nginx/nginx.conf", "        read_only: true", "    depends_on:",
            *(f"      - {_name(i, plan)}" for i in range(plan.replicas))]

