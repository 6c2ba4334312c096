"""`docker run` for a Launch: which devices, what is published, what is mounted. Pure words, no shell yet."""

from __future__ import annotations

from dataclasses import replace

from advisor import shell as sh
from advisor.engines.base import Plan
from advisor.engines.launch import LOOPBACK, Launch, vendor
from advisor.engines.repositories import TOKEN
from advisor.errors import CannotAnswer
from advisor.words import say

VISIBLE = {"nvidia": "CUDA_VISIBLE_DEVICES", "amd": "HIP_VISIBLE_DEVICES"}
DEVICE_FLAGS: dict[str, tuple[str, ...]] = {
    "nvidia": ("--gpus", "all"),
    "amd": ("--device", "/dev/kfd", "--device", "/dev/dri", "--group-add", "video", "--security-opt", "seccomp=unconfined"),
    "intel": ("--device", "/dev/dri", "-v", "/dev/dri/by-path:/dev/dri/by-path"),
}


def image_of(launch: Launch, plan: Plan) -> str:
    """The image's name. Raises CannotAnswer where the engine has none for that hardware."""
    kind = vendor(plan.case)
    if kind in ("amd", "intel") and plan.os != "linux":
        raise CannotAnswer(say("Containers reach AMD and Intel GPUs on Linux only."), say("Use the shell form."))
    if launch.image is None:
        raise CannotAnswer(say("{engine} has no container image for this hardware.", engine=plan.case.engine.name),
                           say("Use the shell form."))
    return launch.image


def published(launch: Launch, plan: Plan) -> str:
    """The address a container's port is published on: loopback unless others are served by an engine that checks a key."""
    return "0.0.0.0" if plan.serve and not launch.gateway else LOOPBACK


def gpus(plan: Plan) -> int:
    """GPUs that one server takes on one machine."""
    s = plan.case.settings
    wanted = s.tensor_parallel * s.pipeline_parallel * s.data_parallel
    if not plan.case.engine.reserves_pool:
        wanted = max(wanted, len(plan.case.machine.slots) // max(1, plan.replicas), 1)
    return max(1, wanted // plan.nodes)


def share(plan: Plan, index: int) -> str:
    """The numbers of one replica's GPUs, as CUDA_VISIBLE_DEVICES takes them."""
    each = gpus(plan)
    return ",".join(str(index * each + i) for i in range(each))


def bind_mount(launch: Launch) -> list[str]:
    """The model's folder or file, read-only. Raises CannotAnswer for a path that Docker's mount syntax cannot carry."""
    if launch.mount is None:
        return []
    source, target = launch.mount
    if "," in source or '"' in source:
        raise CannotAnswer(say("Docker's mount option cannot carry a path with a comma or a double quote."),
                           say("Rename the folder, or use the Compose form."))
    if source.startswith("./") and ":" not in source:
        return ["-v", f"{source}:{target}:ro"]
    return ["--mount", f"type=bind,source={source},target={target},readonly"]


def replica(plan: Plan, index: int, container: bool) -> Launch:
    """One of several equal servers on this machine: its own port and its own GPUs."""
    first = plan.case.engine.launch(plan, container)
    made = plan.case.engine.launch(replace(plan, port=first.port + index), container)
    variable = VISIBLE.get(vendor(plan.case))
    return replace(made, environment={**made.environment, variable: share(plan, index)}) if variable else made


def docker_words(launch: Launch, plan: Plan, name: str = "llm") -> list[sh.Word]:
    """The words of `docker run` that start the server in the background."""
    words: list[sh.Word] = ["docker", "run", "-d", "--name", name, "--restart", "unless-stopped"]
    words += DEVICE_FLAGS.get(vendor(plan.case), ())
    words += ["--ipc", "host"]
    words += ["--network", "host"] if plan.nodes > 1 else ["-p", f"{published(launch, plan)}:{launch.port}:{launch.port}"]
    words += ["-v", f"llm-cache:{launch.cache}", *bind_mount(launch)]
    for key, value in launch.environment.items():
        words += ["-e", f"{key}={value}"]
    for key in (*launch.secrets, *((TOKEN,) if launch.token else ())):
        words += ["-e", key]
    for target, _ in launch.files:
        words += ["-v", f"./{target}:/etc/llm/{target}:ro"]
    return [*words, image_of(launch, plan), *launch.image_words]
